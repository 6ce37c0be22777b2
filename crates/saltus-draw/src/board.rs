//! A board with its pieces, and the parts that the other pictures of boards are made of.
//!
//! Cells are squares or hollows, pieces are discs or tiles that bear their labels.

use super::palette::{self, paint};
use super::picture::{Extent, Ink, Mark, Pen, Picture, Shape, Size, Symbol, fitted, words};
use super::ways::{self, CELL, Leg, Point};
use super::{CannotDraw, letters, text};
use saltus_core::scene::{CellForm, Outline, PieceForm, Scene, Spot};

/// Boards up to this many cells are drawn.
pub const MOST_CELLS: usize = 10_000;

/// Half of a disc, and half of a tile.
pub(super) const RADIUS: i32 = 38;
const HALF_TILE: i32 = 43;
/// Around the board.
const MARGIN: i32 = 30;

/// The board as a picture of its own.
///
/// # Errors
/// When it has too many cells.
///
/// ```
/// use saltus_core::scene::{Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, board};
///
/// let tile = |label: &str| Spot { label: label.into(), tint: Tint::Plain };
/// let vacancy = Spot { label: "0".into(), tint: Tint::Vacant };
/// let rows = vec![vec![tile("1"), tile("2")], vec![tile("3"), vacancy]];
/// let outline = Outline::rows(4, 2, PieceForm::Tile);
/// let scene = Scene { rows, spaced: true };
/// let picture = board::draw("tiles 2x2", &outline, &scene, Size::default())?;
/// assert!(picture.svg().starts_with("<svg "));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn draw(name: &str, outline: &Outline, scene: &Scene, size: Size) -> Result<Picture, CannotDraw> {
    let stage = Stage::new(outline, [scene])?;
    let extent = stage.extent().wider(MARGIN);
    let mut out = Picture::new(name, told(scene), extent, size.pixels(extent.width(), 64));
    out.ground();
    stage.define(&mut out, Names::Shown);
    out.put(Mark::Use(Symbol::Board, None, None));
    out.put(Mark::Open(None, Ink::SAME));
    for (cell, spot) in scene.spots().enumerate() {
        stage.piece(&mut out, cell, spot, Some(&outline.names[cell]));
    }
    out.put(Mark::Close);
    Ok(out)
}

/// The scene in words, for those who do not see it.
pub(super) fn told(scene: &Scene) -> String {
    let rows: Vec<String> = text::draw(scene, false).lines().map(|row| row.trim().to_owned()).collect();
    rows.join(" / ")
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

    /// Defines the board and each piece as symbols.
    pub(super) fn define(&self, out: &mut Picture, names: Names) {
        out.put("<defs>");
        self.symbols(out, names);
        out.put("</defs>");
    }

    /// The board and each piece, within definitions.
    pub(super) fn symbols(&self, out: &mut Picture, names: Names) {
        out.put(Mark::Define(Symbol::Board));
        match self.outline.cells {
            CellForm::Square => self.squares(out),
            CellForm::Hollow => self.hollows(out),
        }
        // Tiles hide the names of their cells, and moves name tiles, not cells.
        if names == Names::Shown && self.outline.pieces == PieceForm::Disc {
            self.names(out);
        }
        out.put(Mark::Close);
        for (number, spot) in self.pieces.iter().enumerate() {
            out.put(Mark::Define(Symbol::Piece(number)));
            self.define_piece(out, spot);
            out.put(Mark::Close);
        }
    }

    /// The places of the cells that belong to the goal.
    fn marked(&self) -> impl Iterator<Item = Point> {
        self.outline.marked.iter().map(|&cell| self.places[cell as usize])
    }

    fn squares(&self, out: &mut Picture) {
        let square = |place, half, round| Shape::Rect(Extent::around(place, half), round);
        out.put(Mark::Open(None, Ink::filled(palette::CELL)));
        self.places.iter().for_each(|&place| out.put(square(place, 48, 14).inked(Ink::SAME)));
        out.put(Mark::Close);
        self.marked().for_each(|place| out.put(square(place, 44, 11).inked(Ink::line(palette::GOAL, 5))));
    }

    fn hollows(&self, out: &mut Picture) {
        if !self.outline.links.is_empty() {
            let place = |cell: u32| self.places[cell as usize];
            let links = self.outline.links.iter();
            let way = links.flat_map(|&(one, other)| [Pen::Move(place(one)), Pen::Line(place(other))]).collect();
            out.put(Shape::Path(None, way).inked(Ink::line(palette::LINK, 5)));
        }
        let hollow = |place, radius| Shape::Circle(Some(place), radius).inked(Ink::SAME);
        out.put(Mark::Open(None, Ink::filled(palette::CELL).stroked(palette::CELL_RIM, 3)));
        self.places.iter().for_each(|&place| out.put(hollow(place, 28)));
        out.put(Mark::Close);
        if self.outline.marked.is_empty() {
            return;
        }
        out.put(Mark::Open(None, Ink::line(palette::GOAL, 6)));
        self.marked().for_each(|place| out.put(hollow(place, 43)));
        out.put(Mark::Close);
    }

    /// In the middle of a hollow, in the corner of a square; pieces hide the one and leave the
    /// other.
    fn names(&self, out: &mut Picture) {
        for (&(x, y), name) in self.places.iter().zip(&self.outline.names) {
            let place = match self.outline.cells {
                CellForm::Square => (x - 41, y - 41),
                CellForm::Hollow => (x - letters::width(name) / 2, y - letters::HEIGHT / 2),
            };
            out.put(words(name, place, 1, palette::FAINT));
        }
    }

    /// A piece in the middle of the plane.
    fn define_piece(&self, out: &mut Picture, spot: &Spot) {
        let paint = paint(spot.tint).expect("pieces have paint");
        let (form, ring, room) = match self.outline.pieces {
            PieceForm::Disc => (Shape::Circle(None, RADIUS), Shape::Circle(None, 31), 54),
            PieceForm::Tile => {
                let square = |half, round| Shape::Rect(Extent::around((0, 0), half), round);
                (square(HALF_TILE, 13), square(36, 8), 72)
            }
        };
        out.put(form.inked(Ink::filled(paint.face).stroked(paint.rim, 4)));
        if let Some(dashes) = paint.ring {
            let line = Ink::line(paint.ink, 3);
            let line = if dashes.is_empty() { line } else { line.dashed(dashes).round_ends() };
            out.put(ring.inked(line));
        }
        let wide = letters::width(&spot.label);
        let factor = (1..=3).rev().find(|factor| wide * factor <= room).unwrap_or(1);
        let is_small = spot.label.chars().all(|sign| "acemnorsuvwxz".contains(sign));
        // Letters without upper lengths fill the lower two thirds of their box.
        let raised = if is_small { 2 * factor } else { 0 };
        let place = (-(wide * factor) / 2, -(letters::HEIGHT * factor) / 2 - raised);
        out.put(words(&fitted(&spot.label, factor, room), place, factor, paint.ink));
    }

    /// The symbol of a piece; none for what is no piece.
    pub(super) fn symbol(&self, spot: &Spot) -> Option<Symbol> {
        self.pieces.iter().position(|piece| piece == spot).map(Symbol::Piece)
    }

    /// A piece on its cell, which shows its name, if there is one, when it is pointed at; nothing
    /// where no piece stands.
    pub(super) fn piece(&self, out: &mut Picture, cell: usize, spot: &Spot, name: Option<&String>) {
        if let Some(symbol) = self.symbol(spot) {
            let title = name.map(|name| format!("{} on {name}", spot.label));
            out.put(Mark::Use(symbol, Some(self.places[cell]), title));
        }
    }

    /// The way of a piece as an arrow, with dots where it starts and where it lands in between.
    pub(super) fn arrow(&self, out: &mut Picture, path: &[u32]) {
        const HEAD: i32 = 22;
        let legs = self.legs(path);
        let (Some(first), Some((last, before))) = (legs.first(), legs.split_last()) else { return };
        let short = last.short_of_end(RADIUS + HEAD);
        let way: Vec<Pen> = std::iter::once(Pen::Move(first.from))
            .chain(before.iter().map(Leg::pen))
            .chain(std::iter::once(short.pen()))
            .collect();
        let ((x, y), (across, down)) = (short.to, short.direction(HEAD));
        let head = vec![
            Pen::Move((x + across, y + down)),
            Pen::Line((x - down / 2, y + across / 2)),
            Pen::Line((x + down / 2, y - across / 2)),
            Pen::Close,
        ];
        let line = |colour, width| Ink::line(colour, width).round_ends();
        out.add(Mark::Open(None, Ink::filled(palette::WAY)));
        out.add(Shape::Path(None, way.clone()).inked(line("#ffffff", 11)));
        out.add(Shape::Path(None, way).inked(line(palette::WAY, 6)));
        out.put(Shape::Path(None, head).inked(Ink::SAME.stroked(palette::WAY, 3).round_bends()));
        for leg in &legs {
            out.put(Shape::Circle(Some(leg.from), 8).inked(Ink::SAME));
        }
        out.put(Mark::Close);
    }
}
