//! A board with its pieces as SVG, and the parts that the other pictures of boards are made of.
//!
//! Cells are squares or hollows, pieces discs or tiles that bear their labels. All coordinates are whole numbers, hundredths of a cell; width and
//! height of the picture say how many pixels that is. Colours stand in attributes and letters are drawn, so that a picture needs neither styles
//! nor fonts.
//!
//! ```
//! use saltus_core::family;
//! use saltus_draw::svg;
//!
//! let film = saltus::parse("shift 3 3")?.play(&mut std::iter::empty())?.film;
//! let picture = svg::board("shift 3 3", &film.outline, &film.start, svg::Size::default())?;
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Display, Write as _};

use super::markup::{Escaped, Markup};
use super::palette::{self, paint};
use super::ways::{self, CELL, Leg, Point};
use super::{CannotDraw, letters, text};
use saltus_core::scene::{CellForm, Outline, PieceForm, Scene, Spot};

/// Boards up to this many cells are drawn.
pub const MOST_CELLS: usize = 10_000;

/// How large a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Pixels from one cell to the next; none for what suits the picture.
    pub cell: Option<u32>,
}

/// Cells are at most and at least so many pixels wide where nothing else is asked for.
const CELL_PIXELS: (u32, u32) = (6, 64);

impl Size {
    /// The sizes that may be asked for.
    pub const CELLS: std::ops::RangeInclusive<u32> = 4..=400;

    /// Pixels a cell for a picture that is so many units wide: as many as suit it, and fewer where it is wide.
    pub(super) fn pixels(self, wide: i32, suits: u32) -> u32 {
        const WIDE: u32 = 1200;
        let fitting = WIDE * CELL as u32 / wide.max(1) as u32;
        self.cell.unwrap_or(fitting.min(suits).clamp(CELL_PIXELS.0, CELL_PIXELS.1))
    }
}

/// Half a disc, and half a tile.
pub(super) const RADIUS: i32 = 38;
const HALF_TILE: i32 = 43;
/// Around the board.
const MARGIN: i32 = 30;

/// The board as a picture of its own.
///
/// # Errors
/// When it has too many cells.
pub fn board(name: &str, outline: &Outline, scene: &Scene, size: Size) -> Result<String, CannotDraw> {
    let stage = Stage::new(outline, [scene])?;
    let extent = stage.extent().wider(MARGIN);
    let mut svg = Markup::default();
    head(&mut svg, Head { name, told: &told(scene), extent, cell: size.pixels(extent.width(), 64) });
    ground(&mut svg, extent);
    svg.put("<defs>");
    stage.define(&mut svg, Names::Shown);
    svg.put("</defs>\n<use href=\"#board\"/>");
    svg.put("<g>");
    for (cell, spot) in scene.spots().enumerate() {
        stage.piece(&mut svg, cell, spot, Some(&outline.names[cell]));
    }
    svg.put("</g>\n</svg>");
    Ok(svg.text())
}

/// The scene in words, for those who do not see it.
pub(super) fn told(scene: &Scene) -> String {
    let rows: Vec<String> = text::draw(scene, false).lines().map(|row| row.trim().to_owned()).collect();
    rows.join(" / ")
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
    pub(super) fn with(self, (x, y): Point, around: i32) -> Extent {
        Extent {
            left: self.left.min(x - around),
            top: self.top.min(y - around),
            right: self.right.max(x + around),
            bottom: self.bottom.max(y + around),
        }
    }

    /// With all places of these legs and so much room around them.
    pub(super) fn with_legs(self, legs: &[Leg], around: i32) -> Extent {
        let places = legs.iter().flat_map(|leg| (0..=8).map(|at| leg.at(at, 8)));
        places.fold(self, |extent, place| extent.with(place, around))
    }
}

/// What stands at the head of a file.
pub(super) struct Head<'a> {
    /// The puzzle's line.
    pub(super) name: &'a str,
    /// The picture in words.
    pub(super) told: &'a str,
    /// What is to be seen.
    pub(super) extent: Extent,
    /// Pixels a cell.
    pub(super) cell: u32,
}

/// Opens the picture.
pub(super) fn head(svg: &mut Markup, Head { name, told, extent, cell }: Head<'_>) {
    let pixels = |units: i32| (units as u32 * cell).div_ceil(CELL as u32);
    let (wide, high) = (extent.width(), extent.height());
    svg.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {wide} {high}\" role=\"img\">",
        pixels(wide),
        pixels(high),
        extent.left,
        extent.top
    ));
    svg.put(format_args!("<title>{}</title>\n<desc>{}</desc>", Escaped(name), Escaped(told)));
}

/// The ground of the whole picture.
pub(super) fn ground(svg: &mut Markup, extent: Extent) {
    panel(svg, extent, palette::GROUND, 24);
}

/// A ground with round corners.
pub(super) fn panel(svg: &mut Markup, extent: Extent, colour: &str, round: i32) {
    svg.put(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{round}\" fill=\"{colour}\"/>",
        extent.left,
        extent.top,
        extent.width(),
        extent.height()
    ));
}

/// Text in the alphabet of strokes.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    /// The upper left corner.
    pub(super) place: Point,
    /// How many times larger than the grid of letters.
    pub(super) factor: i32,
    pub(super) colour: &'a str,
}

impl Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = (3 * self.factor).midpoint(1);
        let ((x, y), way) = (self.place, letters::way(self.text, (0, 0), self.factor));
        write!(
            f,
            "<path transform=\"translate({x} {y})\" d=\"{way}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            self.colour
        )
    }
}

/// As much of a text as has room, `...` in place of the rest.
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

/// Whether cells bear their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    Shown,
    Hidden,
}

/// A board, and the pieces that stand on it in some scenes.
pub(super) struct Stage<'a> {
    pub(super) outline: &'a Outline,
    pub(super) places: Vec<Point>,
    /// Every piece there is, each once.
    pieces: Vec<Spot>,
}

impl<'a> Stage<'a> {
    /// # Errors
    /// When the board has too many cells.
    pub(super) fn new<'s>(
        outline: &'a Outline,
        scenes: impl IntoIterator<Item = &'s Scene>,
    ) -> Result<Self, CannotDraw> {
        let cells = outline.places.len();
        if cells > MOST_CELLS {
            return Err(CannotDraw(format!(
                "the board has {cells} cells; pictures have at most {MOST_CELLS}, text has more (saltus show)"
            )));
        }
        let mut pieces: Vec<Spot> = Vec::new();
        for spot in scenes.into_iter().flat_map(Scene::spots) {
            if paint(spot.tint).is_some() && !pieces.contains(spot) {
                pieces.push(spot.clone());
            }
        }
        Ok(Stage { outline, places: ways::places(outline), pieces })
    }

    /// The board without a margin.
    pub(super) fn extent(&self) -> Extent {
        let nothing = Extent { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
        let all = self.places.iter().fold(nothing, |extent, &place| extent.with(place, CELL / 2));
        if self.places.is_empty() { Extent { left: 0, top: 0, right: CELL, bottom: CELL } } else { all }
    }

    /// The legs of a path over cells.
    pub(super) fn legs(&self, path: &[u32]) -> Vec<Leg> {
        ways::legs(self.outline, &self.places, path)
    }

    /// The board and each piece, to be used by `#board`, `#p0`, `#p1` and so on.
    pub(super) fn define(&self, svg: &mut Markup, names: Names) {
        svg.put("<g id=\"board\">");
        match self.outline.cells {
            CellForm::Square => self.squares(svg),
            CellForm::Hollow => self.hollows(svg),
        }
        // Tiles hide the names of their cells, and are themselves what moves name.
        if names == Names::Shown && self.outline.pieces == PieceForm::Disc {
            self.names(svg);
        }
        svg.put("</g>");
        for (number, spot) in self.pieces.iter().enumerate() {
            svg.put(format_args!("<g id=\"p{number}\">"));
            self.define_piece(svg, spot);
            svg.put("</g>");
        }
    }

    fn squares(&self, svg: &mut Markup) {
        svg.put(format_args!("<g fill=\"{}\">", palette::CELL));
        for &(x, y) in &self.places {
            svg.put(format_args!("<rect x=\"{}\" y=\"{}\" width=\"96\" height=\"96\" rx=\"14\"/>", x - 48, y - 48));
        }
        svg.put("</g>");
        let rings = self.outline.marked.iter().map(|&cell| self.places[cell as usize]);
        for (x, y) in rings {
            let (left, top, ring) = (x - 44, y - 44, palette::GOAL);
            svg.put(format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"88\" height=\"88\" rx=\"11\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"5\"/>"
            ));
        }
    }

    fn hollows(&self, svg: &mut Markup) {
        if !self.outline.links.is_empty() {
            let lines = self.outline.links.iter().fold(String::new(), |mut lines, &(one, other)| {
                let [(x, y), (to_x, to_y)] = [one, other].map(|cell| self.places[cell as usize]);
                write!(lines, "M{x} {y}L{to_x} {to_y}").expect("a string takes all");
                lines
            });
            svg.put(format_args!(
                "<path d=\"{lines}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\"/>",
                palette::LINK
            ));
        }
        svg.put(format_args!("<g fill=\"{}\" stroke=\"{}\" stroke-width=\"3\">", palette::CELL, palette::CELL_RIM));
        for &(x, y) in &self.places {
            svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"28\"/>"));
        }
        svg.put("</g>");
        if self.outline.marked.is_empty() {
            return;
        }
        svg.put(format_args!("<g fill=\"none\" stroke=\"{}\" stroke-width=\"6\">", palette::GOAL));
        for (x, y) in self.outline.marked.iter().map(|&cell| self.places[cell as usize]) {
            svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"43\"/>"));
        }
        svg.put("</g>");
    }

    /// In the middle of a hollow, in the corner of a square; pieces hide the one and leave the other.
    fn names(&self, svg: &mut Markup) {
        for (&(x, y), name) in self.places.iter().zip(&self.outline.names) {
            let place = match self.outline.cells {
                CellForm::Square => (x - 41, y - 41),
                CellForm::Hollow => (x - letters::width(name) / 2, y - letters::HEIGHT / 2),
            };
            svg.put(Words { text: name, place, factor: 1, colour: palette::FAINT });
        }
    }

    /// A piece in the middle of the plane.
    fn define_piece(&self, svg: &mut Markup, spot: &Spot) {
        let paint = paint(spot.tint).expect("pieces have paint");
        let (face, rim, ink) = (paint.face, paint.rim, paint.ink);
        let dashes = paint.ring.map(|ring| match ring {
            "" => String::new(),
            ring => format!(" stroke-dasharray=\"{ring}\" stroke-linecap=\"round\""),
        });
        let room = match self.outline.pieces {
            PieceForm::Disc => {
                svg.put(format_args!("<circle r=\"{RADIUS}\" fill=\"{face}\" stroke=\"{rim}\" stroke-width=\"4\"/>"));
                if let Some(dashes) = dashes {
                    svg.put(format_args!(
                        "<circle r=\"31\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"{dashes}/>"
                    ));
                }
                54
            }
            PieceForm::Tile => {
                let (corner, side) = (-HALF_TILE, 2 * HALF_TILE);
                svg.put(format_args!(
                    "<rect x=\"{corner}\" y=\"{corner}\" width=\"{side}\" height=\"{side}\" rx=\"13\" fill=\"{face}\" stroke=\"{rim}\" stroke-width=\"4\"/>"
                ));
                if let Some(dashes) = dashes {
                    svg.put(format_args!(
                        "<rect x=\"-36\" y=\"-36\" width=\"72\" height=\"72\" rx=\"8\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"{dashes}/>"
                    ));
                }
                72
            }
        };
        let wide = letters::width(&spot.label);
        let factor = (1..=3).rev().find(|factor| wide * factor <= room).unwrap_or(1);
        let small = spot.label.chars().all(|sign| "acemnorsuvwxz".contains(sign));
        // Letters without upper lengths fill the lower two thirds of their box.
        let raised = if small { 2 * factor } else { 0 };
        let place = (-(wide * factor) / 2, -(letters::HEIGHT * factor) / 2 - raised);
        svg.put(Words { text: &fitted(&spot.label, factor, room), place, factor, colour: ink });
    }

    /// How many different pieces there are.
    #[cfg(feature = "raster")]
    pub(super) fn count(&self) -> usize {
        self.pieces.len()
    }

    /// What a piece is to be used by; none for what is no piece.
    pub(super) fn reference(&self, spot: &Spot) -> Option<usize> {
        self.pieces.iter().position(|piece| piece == spot)
    }

    /// A piece on its cell, told by the cell's name where there is one; nothing where no piece stands.
    pub(super) fn piece(&self, svg: &mut Markup, cell: usize, spot: &Spot, name: Option<&String>) {
        let Some(number) = self.reference(spot) else { return };
        let (x, y) = self.places[cell];
        match name {
            None => svg.put(format_args!("<use href=\"#p{number}\" x=\"{x}\" y=\"{y}\"/>")),
            Some(name) => svg.put(format_args!(
                "<use href=\"#p{number}\" x=\"{x}\" y=\"{y}\"><title>{} on {}</title></use>",
                Escaped(&spot.label),
                Escaped(name)
            )),
        }
    }

    /// The way of a piece as an arrow, with dots where it starts and where it lands in between.
    pub(super) fn arrow(&self, svg: &mut Markup, path: &[u32]) {
        const HEAD: i32 = 22;
        let legs = self.legs(path);
        let (Some(first), Some(last)) = (legs.first(), legs.last()) else { return };
        let short = last.short_of_end(RADIUS + HEAD);
        let mut data = format!("M{} {}", first.from.0, first.from.1);
        for leg in &legs[..legs.len() - 1] {
            data.push_str(&leg.data());
        }
        data.push_str(&short.data());
        let ((x, y), (across, down)) = (short.to, short.direction(HEAD));
        let head = format!(
            "M{} {}L{} {}L{} {}Z",
            x + across,
            y + down,
            x - down / 2,
            y + across / 2,
            x + down / 2,
            y - across / 2
        );
        let way = palette::WAY;
        svg.put(format_args!(
            "<g fill=\"{way}\"><path d=\"{data}\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"11\" stroke-linecap=\"round\"/>\
             <path d=\"{data}\" fill=\"none\" stroke=\"{way}\" stroke-width=\"6\" stroke-linecap=\"round\"/>\
             <path d=\"{head}\" stroke=\"{way}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>"
        ));
        for Leg { from: (x, y), .. } in legs {
            svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"8\"/>"));
        }
        svg.put("</g>");
    }
}
