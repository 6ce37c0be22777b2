//! Points in the plane: one panel or several side by side, with a series of points for each thing that is compared.
//!
//! Series differ in the shape of their marks, not in colour alone. Places are found with whole numbers: the same bytes on
//! every machine.
//!
//! ```
//! use saltus_draw::chart::Scale;
//! use saltus_draw::plot::{Panel, Plot, Series};
//!
//! let series = vec![Series { name: "a-star".into(), points: vec![(10, 200), (12, 900)], is_joined: false }];
//! let panel = Panel { x: ("moves", Scale::Linear), y: ("nodes", Scale::Logarithmic), series };
//! let svg = Plot { title: "two boards", panels: vec![panel] }.svg();
//! assert!(svg.contains("<title>a-star: moves 10, nodes 200</title>"));
//! ```

use std::fmt::Write as _;

use dashu_int::UBig;

use super::chart::{Axis, Scale, Tenths, WHOLE};
use super::svg::{Escaped, Markup};

/// What is compared, as points.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name, for the legend.
    pub name: String,
    /// Across and up.
    pub points: Vec<(u64, u64)>,
    /// Whether a line of steps joins the points, in their order.
    pub is_joined: bool,
}

/// Two axes, each with a name and a scale, and what is between them.
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    /// Across.
    pub x: (&'a str, Scale),
    /// Up.
    pub y: (&'a str, Scale),
    /// The series; each has the same mark in all panels.
    pub series: Vec<Series>,
}

/// Panels side by side, with one legend.
#[derive(Clone, Debug)]
pub struct Plot<'a> {
    /// For the head of the picture.
    pub title: &'a str,
    /// From left to right.
    pub panels: Vec<Panel<'a>>,
}

/// The sizes of a panel, in the units of SVG.
const WIDTH: u64 = 400;
const HEIGHT: u64 = 320;
const LEFT: u64 = 96;
const TOP: u64 = 52;
const BELOW: u64 = 64;
const LINE: u64 = 20;

/// Colours that most people can tell apart (M. Okabe, K. Ito, *Color universal design*, 2008), the light ones left out.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#7a5c00"];

/// Marks about their centre.
const MARKS: [&str; 6] = [
    "<circle r=\"4\"/>",
    "<rect x=\"-4\" y=\"-4\" width=\"8\" height=\"8\"/>",
    "<path d=\"M0-5 5 4H-5z\"/>",
    "<path d=\"M0-5.500 5.500 0 0 5.500-5.500 0z\"/>",
    "<path d=\"M-4-4 4 4M-4 4 4-4\"/>",
    "<path d=\"M-5 0H5M0-5V5\"/>",
];

impl Plot<'_> {
    /// The picture.
    pub fn svg(&self) -> String {
        let names = self.panels.iter().map(|panel| panel.series.len()).max().unwrap_or(0) as u64;
        let width = (LEFT + WIDTH) * self.panels.len() as u64 + 32;
        let height = TOP + HEIGHT + BELOW + LINE * names + 8;
        let told: Vec<String> = self.panels.iter().map(|panel| format!("{} by {}", panel.y.0, panel.x.0)).collect();
        let mut svg = Markup::of((width, height), self.title, &Escaped(&told.join("; ")));
        for (at, panel) in (0..).zip(&self.panels) {
            panel.draw(&mut svg, LEFT + at * (LEFT + WIDTH));
        }
        for (at, series) in self.panels.first().map_or(&[][..], |panel| &panel.series).iter().enumerate() {
            let y = TOP + HEIGHT + BELOW + LINE * at as u64;
            mark(&mut svg, at, (Tenths(10 * LEFT), Tenths(10 * y)), "");
            svg.put(format_args!("<text x=\"{}\" y=\"{}\">{}</text>", LEFT + 14, y + 4, Escaped(&series.name)));
        }
        svg.put("</svg>");
        svg.text()
    }
}

impl Panel<'_> {
    fn draw(&self, svg: &mut Markup, left: u64) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let axis = |scale, largest: Option<u64>| Axis::new(scale, UBig::from(largest.unwrap_or(1).max(1)));
        let across = axis(self.x.1, points().map(|point| point.0).max());
        let up = axis(self.y.1, points().map(|point| point.1).max());
        let x = |value: &UBig| Tenths(10 * left + across.part(value) * 10 * WIDTH / WHOLE);
        let y = |value: &UBig| Tenths(10 * (TOP + HEIGHT) - up.part(value) * 10 * HEIGHT / WHOLE);
        let (right, bottom) = (left + WIDTH, TOP + HEIGHT);
        svg.put("<g stroke=\"#d0d0d0\">");
        for (value, _) in &up.ticks {
            svg.put(format_args!("<line x1=\"{left}\" y1=\"{0}\" x2=\"{right}\" y2=\"{0}\"/>", y(value)));
        }
        for (value, _) in &across.ticks {
            svg.put(format_args!("<line x1=\"{0}\" y1=\"{TOP}\" x2=\"{0}\" y2=\"{bottom}\"/>", x(value)));
        }
        svg.put("</g>\n<g text-anchor=\"end\">");
        for (value, name) in &up.ticks {
            svg.put(format_args!("<text x=\"{}\" y=\"{}\" dy=\"4\">{name}</text>", left - 8, y(value)));
        }
        svg.put("</g>\n<g text-anchor=\"middle\">");
        for (value, name) in &across.ticks {
            svg.put(format_args!("<text x=\"{}\" y=\"{}\">{name}</text>", x(value), bottom + 16));
        }
        let said = |(name, scale): (&str, Scale)| {
            let kind = if scale == Scale::Logarithmic { " (logarithmic)" } else { "" };
            format!("{}{kind}", Escaped(name))
        };
        svg.put(format_args!("<text x=\"{}\" y=\"{}\">{}</text>", left + WIDTH / 2, bottom + 36, said(self.x)));
        let (beside, middle) = (left - 72, TOP + HEIGHT / 2);
        svg.put(format_args!(
            "<text x=\"{beside}\" y=\"{middle}\" transform=\"rotate(-90 {beside} {middle})\">{}</text>\n</g>",
            said(self.y)
        ));
        for (at, series) in self.series.iter().enumerate() {
            let places = series.points.iter().map(|&(across, up)| (x(&across.into()), y(&up.into()), across, up));
            if series.is_joined {
                let mut line = String::new();
                for (x, y, ..) in places.clone() {
                    let written = if line.is_empty() { write!(line, "M{x} {y}") } else { write!(line, "H{x}V{y}") };
                    written.expect("a string takes all");
                }
                svg.put(format_args!("<path d=\"{line}\" fill=\"none\" stroke=\"{}\"/>", colour(at)));
            }
            for (x, y, across, up) in places {
                let told = format!("{}: {} {across}, {} {up}", series.name, self.x.0, self.y.0);
                mark(svg, at, (x, y), &format!("<title>{}</title>", Escaped(&told)));
            }
        }
    }
}

/// The colour of a series: with its mark it is like no other among thirty-six.
fn colour(series: usize) -> &'static str {
    COLOURS[(series + series / MARKS.len()) % COLOURS.len()]
}

/// The mark of a series at a place.
fn mark(svg: &mut Markup, series: usize, (x, y): (Tenths, Tenths), title: &str) {
    let (colour, shape) = (colour(series), MARKS[series % MARKS.len()]);
    svg.put(format_args!(
        "<g transform=\"translate({x} {y})\" fill=\"{colour}\" fill-opacity=\"0.6\" stroke=\"{colour}\">{title}{shape}</g>"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_where_they_should() {
        let series = vec![
            Series { name: "a<b".into(), points: vec![(5, 50), (10, 100)], is_joined: true },
            Series { name: "none".into(), points: Vec::new(), is_joined: false },
        ];
        let panel = Panel { x: ("moves", Scale::Linear), y: ("nodes", Scale::Linear), series };
        let svg = Plot { title: "t", panels: vec![panel.clone(), panel] }.svg();
        // Half of both axes, which end at 10 and at 100.
        assert!(svg.contains("translate(296.0 212.0)") && svg.contains("translate(496.0 52.0)"), "{svg}");
        assert!(svg.contains("<path d=\"M296.0 212.0H496.0V52.0\""), "{svg}");
        assert!(svg.contains("<title>a&lt;b: moves 5, nodes 50</title>"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 5, "two points in each panel, and the legend");
        assert!(Plot { title: "", panels: Vec::new() }.svg().ends_with("</svg>\n"));
    }
}
