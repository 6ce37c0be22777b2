//! Pictures as SVG: the marks of a [`Picture`] as lines of text, the same bytes everywhere.

use std::fmt::{self, Display, Write as _};

use super::picture::{FAINT, Ink, Mark, Pen, Picture, Shape, SymbolId};
use super::ways::Point;

impl Picture {
    /// The picture as SVG.
    ///
    /// ```
    /// use saltus_core::scene::{Outline, PieceForm, Scene};
    /// use saltus_draw::{Size, board};
    ///
    /// let scene = Scene { rows: Vec::new(), spaced: false };
    /// let outline = Outline::rows(0, 1, PieceForm::Disc);
    /// let picture = board::draw("", &outline, &scene, Size::default())?;
    /// assert!(picture.svg().ends_with("</g>\n</svg>\n"));
    /// # Ok::<(), saltus_draw::CannotDraw>(())
    /// ```
    pub fn svg(&self) -> String {
        let (extent, (wide, high)) = (self.extent, self.pixels());
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"{} {} {} {}\" role=\"img\">\n",
            extent.left,
            extent.top,
            extent.width(),
            extent.height(),
        );
        for (element, words) in
            [("title", &self.name), ("desc", &self.told)].iter().filter(|(_, words)| !words.is_empty())
        {
            writeln!(text, "<{element}>{}</{element}>", Escaped(words)).expect("a string takes all");
        }
        self.marks.iter().for_each(|mark| write!(text, "{mark}").expect("a string takes all"));
        text.push_str("</svg>\n");
        text
    }
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Shape(shape, ink) => write!(f, "<{shape}{ink}/>"),
            Mark::Open(place, ink) => write!(f, "<g{}{ink}>", Moved(*place)),
            Mark::Named(attributes, place) => write!(f, "<g{attributes}{}>", Moved(Some(*place))),
            Mark::Unwritten(..) => Ok(()),
            Mark::Define(symbol) => write!(f, "<g id=\"{symbol}\">"),
            Mark::Close => f.write_str("</g>"),
            Mark::Use(symbol, place, title) => {
                write!(f, "<use href=\"#{symbol}\"")?;
                if let Some((x, y)) = place {
                    write!(f, " x=\"{x}\" y=\"{y}\"")?;
                }
                match title {
                    Some(title) => write!(f, "><title>{}</title></use>", Escaped(title)),
                    None => f.write_str("/>"),
                }
            }
            Mark::Markup(text) => f.write_str(text),
            Mark::Break => f.write_str("\n"),
        }
    }
}

/// A place as the attribute of a group or a path.
struct Moved(Option<Point>);

impl Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |(x, y)| write!(f, " transform=\"translate({x} {y})\""))
    }
}

impl Display for SymbolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolId::Board => f.write_str("board"),
            SymbolId::Piece(number) => write!(f, "p{number}"),
        }
    }
}

/// The name of the element, and where it is.
impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Circle(None, radius) => write!(f, "circle r=\"{radius}\""),
            Shape::Circle(Some((x, y)), radius) => write!(f, "circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""),
            Shape::Rect(extent, round) => write!(
                f,
                "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{round}\"",
                extent.left,
                extent.top,
                extent.width(),
                extent.height()
            ),
            Shape::Path(place, way) => {
                write!(f, "path{} d=\"", Moved(*place))?;
                way.iter().try_for_each(|pen| write!(f, "{pen}"))?;
                f.write_str("\"")
            }
        }
    }
}

impl Display for Pen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pen::Move((x, y)) => write!(f, "M{x} {y}"),
            Pen::Line((x, y)) => write!(f, "L{x} {y}"),
            Pen::Across(x) => write!(f, "H{x}"),
            Pen::Down(y) => write!(f, "V{y}"),
            Pen::Curve((across, down), (x, y)) => write!(f, "Q{across} {down} {x} {y}"),
            Pen::Cubic((across, down), (toward, low), (x, y)) => write!(f, "C{across} {down} {toward} {low} {x} {y}"),
            Pen::Close => f.write_str("Z"),
        }
    }
}

/// Attributes of an element.
impl Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(fill) = self.fill {
            write!(f, " fill=\"{fill}\"")?;
        }
        if let Some(stroke) = self.stroke {
            write!(f, " stroke=\"{stroke}\" stroke-width=\"{}\"", self.width)?;
        }
        if !self.dashes.is_empty() {
            write!(f, " stroke-dasharray=\"{}\"", self.dashes)?;
        }
        if self.has_round_ends {
            f.write_str(" stroke-linecap=\"round\"")?;
        }
        if self.has_round_bends {
            f.write_str(" stroke-linejoin=\"round\"")?;
        }
        if self.is_faint {
            write!(f, " opacity=\"0.{FAINT}\"")?;
        }
        Ok(())
    }
}

/// Lines of markup.
pub(super) struct Markup(String);

impl Markup {
    /// The head of a picture: how wide and how high it is, its title, and what it is for those who do not see it.
    pub(super) fn of((width, height): (u64, u64), title: &str, told: &dyn Display) -> Self {
        let mut svg = Markup(String::new());
        let title = Escaped(title);
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">"
        ));
        svg.put(format_args!("<title>{title}</title>"));
        svg.put(format_args!("<desc>{told}</desc>"));
        svg.put("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
        svg.put(format_args!(
            "<text x=\"{}\" y=\"28\" text-anchor=\"middle\" font-size=\"16\" font-weight=\"bold\">{title}</text>",
            width / 2
        ));
        svg
    }

    /// Adds a line.
    pub(super) fn put(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").expect("a string takes all");
    }

    /// All lines.
    pub(super) fn text(self) -> String {
        self.0
    }
}

/// Text in which the signs of markup are spelled out.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // Characters that XML has no place for.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}
