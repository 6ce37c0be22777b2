//! Counts as bars: a picture in SVG, or lines of text.
//!
//! Counts of positions differ by many magnitudes, so there is a logarithmic scale in addition to the linear
//! one; on it a count of 1 still has a bar, and only 0 has none. Lengths are found with whole
//! numbers alone: the same bytes on every machine.
//!
//! ```
//! use saltus_draw::chart::{Chart, Scale};
//!
//! let counts = &[1u8, 2, 2, 2, 2, 2, 1].map(Into::into);
//! let (title, label_axis, count_axis) = ("tiles 2x2", "distance", "positions");
//! let chart = Chart { title, label_axis, count_axis, counts, scale: Scale::Linear };
//! assert!(chart.text(40).contains("\n       5          2  ###################\n"));
//! assert!(chart.svg().starts_with("<svg "));
//! ```

use std::fmt::{self, Display};

use dashu_int::UBig;

use super::svg::{Escaped, Markup};

/// What the length of a bar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The count: no bar for 0.
    Linear,
    /// Its logarithm: each step of the axis is ten times the one before.
    Logarithmic,
}

/// How many there are of each number, from 0 on.
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    /// What is counted, for the head of the picture.
    pub title: &'a str,
    /// What the numbers are.
    pub label_axis: &'a str,
    /// What the counts are.
    pub count_axis: &'a str,
    /// The counts.
    pub counts: &'a [UBig],
    /// What the length of a bar shows.
    pub scale: Scale,
}

/// The parts in which lengths are measured: a millionth of the axis.
pub(crate) const WHOLE: u64 = 1_000_000;

/// Height of the plot in the picture, and the space around it, in the units of SVG, about a pixel
/// each.
const HEIGHT: u64 = 320;
const RIGHT: u64 = 24;
const TOP: u64 = 52;
const BOTTOM: u64 = 58;
/// About the width of a letter.
const LETTER: u64 = 7;

impl Chart<'_> {
    /// One line for each count, at most `columns` wide where its number leaves room for that, with
    /// a bar of at least one sign for whatever is not 0.
    ///
    /// ```
    /// use saltus_draw::chart::{Chart, Scale};
    ///
    /// let counts = &[1u8, 10].map(Into::into);
    /// let (label_axis, count_axis) = ("distance", "positions");
    /// let text = Chart { title: "", label_axis, count_axis, counts, scale: Scale::Linear }.text(31);
    /// assert!(text.ends_with("\n       1         10  ##########\n"));
    /// ```
    pub fn text(&self, columns: usize) -> String {
        let label_wide = self.digits().max(self.label_axis.len());
        let counts: Vec<String> = self.counts.iter().map(UBig::to_string).collect();
        let count_wide = counts.iter().map(String::len).max().unwrap_or(0).max(self.count_axis.len());
        let room = columns.saturating_sub(label_wide + count_wide + 4).max(10) as u64;
        let axis = self.axis();
        let note = if self.scale == Scale::Logarithmic { "  (bars: logarithmic)" } else { "" };
        let mut text = format!("{:>label_wide$}  {:>count_wide$}{note}\n", self.label_axis, self.count_axis);
        for (label, (count, value)) in counts.iter().zip(self.counts).enumerate() {
            let length = (axis.part(value) * room).div_ceil(WHOLE);
            let bar = "#".repeat(length as usize);
            let line = format!("{label:>label_wide$}  {count:>count_wide$}  {bar}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// A picture: bars side by side, and a scale at the left. Every bar says its count when it is
    /// pointed at.
    ///
    /// ```
    /// use saltus_draw::chart::{Chart, Scale};
    ///
    /// let counts = &[1u8, 10].map(Into::into);
    /// let (label_axis, count_axis) = ("distance", "positions");
    /// let svg = Chart { title: "tiles", label_axis, count_axis, counts, scale: Scale::Logarithmic }.svg();
    /// assert!(svg.contains("<title>distance 1: 10 positions</title>"));
    /// ```
    pub fn svg(&self) -> String {
        let plot = self.plot();
        let mut svg = Markup::of((plot.width, TOP + HEIGHT + BOTTOM), self.title, &self.told());
        self.ticks(&mut svg, &plot);
        self.bars(&mut svg, &plot);
        self.names(&mut svg, &plot);
        svg.put("</svg>");
        svg.text()
    }

    fn plot(&self) -> Axes {
        let axis = self.axis();
        let longest = axis.ticks.iter().map(|tick| tick.1.chars().count() as u64).max().unwrap_or(0);
        let pitch = (720 / (self.counts.len() as u64).max(1)).clamp(3, 48);
        let left = LETTER * longest + 46;
        let right = left + pitch * self.counts.len() as u64;
        // The title has larger letters.
        let title = 10 * self.title.chars().count() as u64 + 2 * RIGHT;
        Axes { axis, pitch, left, right, width: title.max(right + RIGHT) }
    }

    fn axis(&self) -> Axis {
        let largest = self.counts.iter().max().cloned().unwrap_or_default();
        Axis::new(self.scale, largest.max(UBig::ONE))
    }

    /// What is counted, the largest count and where it is, for those who do not see the picture.
    fn told(&self) -> String {
        let scale = if self.scale == Scale::Logarithmic { ", logarithmic scale" } else { "" };
        let (counted, labels) = (Escaped(self.count_axis), Escaped(self.label_axis));
        let largest = self.counts.iter().enumerate().rev().max_by_key(|entry| entry.1);
        let largest = largest.map_or(String::new(), |(label, count)| format!("; the largest, {count}, at {label}"));
        format!("{counted} by {labels}{scale}{largest}")
    }

    /// The scale of counts: a line across the plot for each step.
    fn ticks(&self, svg: &mut Markup, Axes { axis, left, right, .. }: &Axes) {
        svg.put("<g stroke=\"#d0d0d0\" stroke-width=\"1\">");
        for (value, _) in &axis.ticks {
            let y = above(axis.part(value));
            svg.put(format_args!("<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>"));
        }
        svg.put("</g>\n<g text-anchor=\"end\" fill=\"#202020\">");
        for (value, name) in &axis.ticks {
            let y = above(axis.part(value));
            svg.put(format_args!("<text x=\"{}\" y=\"{y}\" dy=\"4\">{name}</text>", left - 8));
        }
        svg.put("</g>");
        let (centre, name) = (TOP + HEIGHT / 2, Escaped(self.count_axis));
        let scale = if self.scale == Scale::Logarithmic { " (logarithmic)" } else { "" };
        svg.put(format_args!(
            "<text x=\"18\" y=\"{centre}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {centre})\" \
             fill=\"#202020\">{name}{scale}</text>"
        ));
    }

    fn bars(&self, svg: &mut Markup, plot: &Axes) {
        svg.put("<g fill=\"#2f5f8f\">");
        for (at, count) in self.counts.iter().enumerate() {
            let part = plot.axis.part(count);
            let (x, bar) = (plot.start(at), plot.pitch - plot.gap());
            let (y, height) = (above(part), Tenths(part * HEIGHT * 10 / WHOLE));
            let [name, counted] = [self.label_axis, self.count_axis].map(Escaped);
            svg.put(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{bar}\" height=\"{height}\">\
                 <title>{name} {at}: {count} {counted}</title></rect>"
            ));
        }
        svg.put("</g>");
    }

    /// The line below the bars, their labels, as many as have room, and what these are.
    fn names(&self, svg: &mut Markup, plot: &Axes) {
        let (Axes { left, right, .. }, bottom) = (plot, TOP + HEIGHT);
        svg.put(format_args!(
            "<line x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\" stroke=\"#202020\"/>"
        ));
        svg.put("<g text-anchor=\"middle\" fill=\"#202020\">");
        for at in (0..self.counts.len()).step_by(self.every(plot.pitch)) {
            let middle = Tenths(plot.start(at) * 10 + (plot.pitch - plot.gap()) * 5);
            svg.put(format_args!("<text x=\"{middle}\" y=\"{}\">{at}</text>", bottom + 18));
        }
        let (middle, low) = (left.midpoint(*right), bottom + 44);
        svg.put(format_args!("<text x=\"{middle}\" y=\"{low}\">{}</text>", Escaped(self.label_axis)));
        svg.put("</g>");
    }

    /// The digits of the greatest number.
    fn digits(&self) -> usize {
        self.counts.len().saturating_sub(1).to_string().len()
    }

    /// From one label that is written to the next.
    fn every(&self, pitch: u64) -> usize {
        let wide = LETTER * self.digits() as u64 + 10;
        let least = wide.div_ceil(pitch) as usize;
        let steps = (0..).flat_map(|power: u32| [1, 2, 5].map(|digit| digit * 10usize.saturating_pow(power)));
        steps.into_iter().find(|&step| step >= least).unwrap_or(least)
    }
}

/// Where things are in the picture.
struct Axes {
    axis: Axis,
    /// From one bar to the next.
    pitch: u64,
    /// Where the plot begins and ends.
    left: u64,
    right: u64,
    /// The width of the picture.
    width: u64,
}

impl Axes {
    /// Between two bars.
    fn gap(&self) -> u64 {
        (self.pitch / 5).max(1)
    }

    /// Where a bar begins.
    fn start(&self, at: usize) -> u64 {
        self.left + self.pitch * at as u64 + self.gap() / 2
    }
}

/// The scale of counts.
pub(crate) struct Axis {
    scale: Scale,
    /// The count at the end, for a linear scale.
    end: UBig,
    /// The logarithm there, for the other.
    end_log: u64,
    /// The counts that are marked, and how they are written.
    pub(crate) ticks: Vec<(UBig, String)>,
}

/// On a logarithmic scale the axis begins so far before 1, in parts of a power of ten.
const BEFORE_ONE: u64 = WHOLE / 4;

impl Axis {
    /// For counts up to the largest, which is not 0.
    pub(crate) fn new(scale: Scale, largest: UBig) -> Self {
        match scale {
            Scale::Linear => {
                let step = round_step(&largest);
                let steps = usize::try_from((&largest + &step - UBig::ONE) / &step).expect("at most ten steps");
                let ticks = (0..=steps).map(|at| &step * UBig::from(at)).map(|tick| (tick.clone(), grouped(&tick)));
                Axis { scale, end: &step * UBig::from(steps), end_log: 0, ticks: ticks.collect() }
            }
            Scale::Logarithmic => {
                let end_log = logarithm(&largest).max(WHOLE) + BEFORE_ONE;
                let powers = ((end_log - BEFORE_ONE) / WHOLE) as usize;
                let every = powers / 10 + 1;
                let ticks = (0..=powers).step_by(every).map(|power| (UBig::from(10u8).pow(power), power_of_ten(power)));
                Axis { scale, end: largest, end_log, ticks: ticks.collect() }
            }
        }
    }

    /// The length of the bar of a count, in parts of the axis.
    pub(crate) fn part(&self, count: &UBig) -> u64 {
        match self.scale {
            _ if count.is_zero() => 0,
            Scale::Linear => u64::try_from(count * UBig::from(WHOLE) / &self.end).expect("a part of the axis"),
            Scale::Logarithmic => (logarithm(count) + BEFORE_ONE) * WHOLE / self.end_log,
        }
    }
}

/// 1, 2 or 5 times a power of ten, such that four to ten steps reach a count.
fn round_step(largest: &UBig) -> UBig {
    let digits = largest.to_string().len();
    let power = UBig::from(10u8).pow(digits.saturating_sub(2));
    let steps = [1u8, 2, 5, 10, 20, 50].map(|digit| &power * UBig::from(digit));
    let few = |step: &UBig| step * UBig::from(8u8) >= *largest;
    steps.into_iter().find(few).unwrap_or(power)
}

/// 1 with 18 places.
const ONE: u128 = 1_000_000_000_000_000_000;

/// The logarithm of a count that is not 0, to base 10, in millionths rounded down.
fn logarithm(count: &UBig) -> u64 {
    let digits = count.to_string();
    // The first digits are a number from 1 to 10 with 18 places; each squaring brings one more bit.
    let first: String = digits.chars().chain("0".repeat(18).chars()).take(19).collect();
    let mut mantissa: u128 = first.parse().expect("19 digits");
    let mut bits = 0u64;
    for _ in 0..40 {
        mantissa = mantissa * mantissa / ONE;
        bits *= 2;
        if mantissa >= 10 * ONE {
            mantissa /= 10;
            bits += 1;
        }
    }
    (digits.len() as u64 - 1) * WHOLE + ((u128::from(bits) * u128::from(WHOLE)) >> 40) as u64
}

/// A number in groups of three digits.
fn grouped(number: &UBig) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

fn power_of_ten(power: usize) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if power <= 3 {
        return UBig::from(10u8).pow(power).to_string();
    }
    let raised = power.to_string().bytes().map(|digit| RAISED[usize::from(digit - b'0')]).collect::<String>();
    format!("10{raised}")
}

/// Where a bar of this many parts ends.
fn above(part: u64) -> Tenths {
    Tenths((TOP + HEIGHT) * 10 - part * HEIGHT * 10 / WHOLE)
}

/// A length in tenths of a unit.
pub(crate) struct Tenths(pub(crate) u64);

impl Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests;
