//! A picture as a list of marks, made once: [`Picture::svg`] and [`Picture::pdf`] write it, and
//! [`raster::png`](super::raster::png) paints it.
//!
//! All coordinates are whole numbers, hundredths of a cell. A picture contains no fonts, no styles
//! and no scripts: colours are in attributes, and letters are strokes.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::letters;
use super::ways::{CELL, Leg, Point};

/// How large a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Pixels from one cell to the next; none for what suits the picture.
    pub cell: Option<u32>,
}

/// The least and the greatest width of a cell in pixels, by default.
const CELL_PIXELS: (u32, u32) = (6, 64);

impl Size {
    /// The sizes that may be asked for.
    pub const CELLS: RangeInclusive<u32> = 4..=400;

    /// Pixels of a cell in a picture of this width in units: the suitable number, fewer if it
    /// is wide.
    pub(super) fn pixels(self, wide: i32, suits: u32) -> u32 {
        const WIDE: u32 = 1200;
        let fitting = WIDE * CELL as u32 / wide.max(1) as u32;
        self.cell.unwrap_or(fitting.min(suits).clamp(CELL_PIXELS.0, CELL_PIXELS.1))
    }
}

/// A drawing in its frame, to be written as SVG or PDF, or painted as PNG.
///
/// ```
/// use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, board};
///
/// let spot = |label: &str, tint| Spot { label: label.into(), tint };
/// let row = vec![spot("b", Tint::Dark), spot("_", Tint::Vacant), spot("w", Tint::Light)];
/// let scene = Scene { rows: vec![row], spaced: false };
/// let outline = Outline::rows(3, 3, PieceForm::Disc);
/// let picture = board::draw("shift 1 1", &outline, &scene, Size { cell: Some(50) })?;
/// assert_eq!(picture.pixels(), (180, 80));
/// assert!(picture.svg().contains("<title>b on 1</title>"));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    /// The puzzle's line, or another title; empty for none.
    pub(super) name: String,
    /// The picture in words, for those who do not see it.
    pub(super) told: String,
    /// The part of the plane that is shown.
    pub(super) extent: Extent,
    /// Pixels of a cell.
    pub(super) cell: u32,
    /// What is drawn, the lowest first.
    pub(super) marks: Vec<Mark>,
}

impl Picture {
    /// A picture with nothing in it.
    pub(super) fn new(name: &str, told: String, extent: Extent, cell: u32) -> Self {
        Picture { name: name.into(), told, extent, cell, marks: Vec::new() }
    }

    /// Its width and its height in pixels.
    ///
    /// ```
    /// use saltus_core::scene::{Outline, PieceForm, Scene};
    /// use saltus_draw::{Size, board};
    ///
    /// let outline = Outline::rows(2, 2, PieceForm::Disc);
    /// let scene = Scene { rows: Vec::new(), spaced: false };
    /// let picture = board::draw("", &outline, &scene, Size { cell: Some(100) })?;
    /// assert_eq!(picture.pixels(), (260, 160));
    /// # Ok::<(), saltus_draw::CannotDraw>(())
    /// ```
    pub fn pixels(&self) -> (u32, u32) {
        (pixels(self.extent.width(), self.cell), pixels(self.extent.height(), self.cell))
    }

    /// Adds a mark; the next one follows it on the same line of SVG.
    pub(super) fn add(&mut self, mark: impl Into<Mark>) {
        self.marks.push(mark.into());
    }

    /// Adds a mark that ends a line of SVG.
    pub(super) fn put(&mut self, mark: impl Into<Mark>) {
        self.marks.extend([mark.into(), Mark::Break]);
    }

    /// Adds the ground of the whole picture.
    pub(super) fn ground(&mut self) {
        self.put(panel(self.extent, super::palette::GROUND, 24));
    }
}

/// Pixels for this many units, rounded up.
pub(super) fn pixels(units: i32, cell: u32) -> u32 {
    (units as u32 * cell).div_ceil(CELL as u32)
}

/// A part of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A shape, and how it is filled and stroked.
    Shape(Shape, Ink),
    /// Opens a group at a place: what its ink says holds for shapes that say nothing else.
    Open(Option<Point>, Ink),
    /// Opens the group that a symbol consists of; it is drawn where it is used.
    Define(SymbolId),
    /// Opens a group at a place that SVG knows by these attributes.
    Named(String, Point),
    /// A shape that SVG has as markup, for the other formats.
    Unwritten(Shape, Ink),
    /// Closes a group.
    Close,
    /// A symbol in its place, with the words that are shown when it is pointed at.
    Use(SymbolId, Option<Point>, Option<String>),
    /// What only SVG has: titles, animations, the ends of arrows.
    Markup(Cow<'static, str>),
    /// The end of a line of SVG.
    Break,
}

impl From<&'static str> for Mark {
    fn from(text: &'static str) -> Self {
        Mark::Markup(text.into())
    }
}

impl From<String> for Mark {
    fn from(text: String) -> Self {
        Mark::Markup(text.into())
    }
}

/// Something that is defined once and used in several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SymbolId {
    /// The board without pieces.
    Board,
    /// A piece in the middle of the plane.
    Piece(usize),
}

/// An outline in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A circle around a place, or around the middle of the plane, with a radius.
    Circle(Option<Point>, i32),
    /// A rectangle whose corners are rounded with a radius.
    Rect(Extent, i32),
    /// The way of a pen that starts from a place.
    Path(Option<Point>, Vec<Pen>),
}

impl Shape {
    pub(super) fn inked(self, ink: Ink) -> Mark {
        Mark::Shape(self, ink)
    }
}

/// A movement of the pen, as in the paths of SVG; all places are absolute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pen {
    Move(Point),
    Line(Point),
    /// A line to the left or to the right, to this x.
    Across(i32),
    /// A line up or down, to this y.
    Down(i32),
    /// A quadratic Bézier curve: its control point and its end.
    Curve(Point, Point),
    /// A cubic Bézier curve: its control points and its end.
    Cubic(Point, Point, Point),
    /// Back to where the pen was put down.
    Close,
}

impl Pen {
    /// Where the pen is after it, given where it was.
    pub(super) fn end(self, now: Point) -> Point {
        match self {
            Pen::Move(to) | Pen::Line(to) | Pen::Curve(_, to) | Pen::Cubic(_, _, to) => to,
            Pen::Across(x) => (x, now.1),
            Pen::Down(y) => (now.0, y),
            Pen::Close => now,
        }
    }
}

/// How a shape is filled and stroked. What is none, 0, empty or false is taken from the group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    /// A colour `#rrggbb`, or [`NONE`].
    pub(super) fill: Option<&'static str>,
    /// A colour `#rrggbb`.
    pub(super) stroke: Option<&'static str>,
    /// The width of the stroke.
    pub(super) width: i32,
    /// The lengths of dashes and of what lies between them.
    pub(super) dashes: &'static str,
    /// Whether the ends of the stroke are round.
    pub(super) has_round_ends: bool,
    /// Whether the bends of the stroke are round.
    pub(super) has_round_bends: bool,
    /// Whether what lies below shines through.
    pub(super) is_faint: bool,
}

/// The parts of a colour `#rrggbb`.
pub(super) fn rgb(colour: &str) -> [u8; 3] {
    [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("colours have six digits"))
}

/// How much a faint ink covers, in hundredths.
pub(super) const FAINT: u32 = 55;

/// No filling.
pub(super) const NONE: &str = "none";

impl Ink {
    /// Sets no attributes of its own.
    pub(super) const SAME: Ink = Ink {
        fill: None,
        stroke: None,
        width: 0,
        dashes: "",
        has_round_ends: false,
        has_round_bends: false,
        is_faint: false,
    };

    pub(super) const fn filled(colour: &'static str) -> Ink {
        Ink { fill: Some(colour), ..Ink::SAME }
    }

    /// Stroked and not filled.
    pub(super) const fn line(colour: &'static str, width: i32) -> Ink {
        Ink::filled(NONE).stroked(colour, width)
    }

    pub(super) const fn stroked(self, colour: &'static str, width: i32) -> Ink {
        Ink { stroke: Some(colour), width, ..self }
    }

    /// With these dashes; an empty text is a whole line.
    pub(super) const fn dashed(self, dashes: &'static str) -> Ink {
        Ink { dashes, ..self }
    }

    pub(super) const fn round_ends(self) -> Ink {
        Ink { has_round_ends: true, ..self }
    }

    pub(super) const fn round_bends(self) -> Ink {
        Ink { has_round_bends: true, ..self }
    }
}

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Extent {
    /// A square around a place, its sides so far from it.
    pub(super) fn around((x, y): Point, half: i32) -> Extent {
        Extent { left: x - half, top: y - half, right: x + half, bottom: y + half }
    }

    /// The sides and corners of a rectangle whose corners are rounded, clockwise from above: where each side ends, the corner, and where the next
    /// side begins.
    pub(super) fn rounded(&self, round: i32) -> [[Point; 3]; 4] {
        let Extent { left, top, right, bottom } = *self;
        [
            [(right - round, top), (right, top), (right, top + round)],
            [(right, bottom - round), (right, bottom), (right - round, bottom)],
            [(left + round, bottom), (left, bottom), (left, bottom - round)],
            [(left, top + round), (left, top), (left + round, top)],
        ]
    }

    pub(super) fn width(&self) -> i32 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> i32 {
        self.bottom - self.top
    }

    /// With so much room on every side.
    pub(super) fn wider(self, by: i32) -> Extent {
        Extent { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// With the place and so much room around it.
    pub(super) fn with(self, place: Point, around: i32) -> Extent {
        let other = Extent::around(place, around);
        Extent {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// With all places of these legs and so much room around them.
    pub(super) fn with_legs(self, legs: &[Leg], around: i32) -> Extent {
        let places = legs.iter().flat_map(|leg| (0..=8).map(|at| leg.at(at, 8)));
        places.fold(self, |extent, place| extent.with(place, around))
    }
}

/// A ground with round corners.
pub(super) fn panel(extent: Extent, colour: &'static str, round: i32) -> Mark {
    Shape::Rect(extent, round).inked(Ink::filled(colour))
}

/// Text in the alphabet of strokes: its upper left corner, how many times larger than the grid of
/// letters it is, and its colour.
pub(super) fn words(text: &str, place: Point, factor: i32, colour: &'static str) -> Mark {
    let width = (3 * factor).midpoint(1);
    Shape::Path(Some(place), letters::way(text, factor)).inked(Ink::line(colour, width).round_ends().round_bends())
}

/// As much of a text as has room, with `...` instead of the rest.
pub(super) fn fitted(text: &str, factor: i32, room: i32) -> String {
    if letters::width(text) * factor <= room {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        let short: String = kept.iter().chain(&['.'; 3]).collect();
        if kept.pop().is_none() || letters::width(&short) * factor <= room {
            return short;
        }
    }
}

/// A text in lines, at most so many, each as long as there is room; what has no room in the last one is left out, with `...` in its place.
pub(super) fn lines(text: &str, factor: i32, room: i32, most: usize) -> Vec<String> {
    let has_room = |part: &str| letters::width(part) * factor <= room;
    let (mut lines, mut rest) = (Vec::new(), text.trim());
    while lines.len() + 1 < most && !has_room(rest) {
        let blanks = || rest.match_indices(' ').map(|(at, _)| at);
        // A word that is too long alone is cut.
        let Some(end) = blanks().take_while(|&at| has_room(&rest[..at])).last().or_else(|| blanks().next()) else {
            break;
        };
        lines.push(fitted(&rest[..end], factor, room));
        rest = rest[end..].trim_start();
    }
    lines.push(fitted(rest, factor, room));
    lines
}
