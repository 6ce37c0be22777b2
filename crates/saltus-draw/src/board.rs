//! A board with its pieces, and the parts that the other pictures of boards are made of.
//!
//! Cells are squares, hollows or holes; pieces are discs, tiles or pegs that bear their labels, or blocks of several cells.

use std::collections::BTreeMap;

use super::palette::{self, paint};
use super::picture::{Extent, Ink, Mark, Pen, Picture, Shape, Size, SymbolId, fitted, words};
use super::steps::Step;
use super::ways::{self, CELL, Leg, Point};
use super::{CannotDraw, blocks, letters, text};
use saltus_core::scene::{Arrow, CellForm, Outline, PieceForm, Scene, Spot};

/// Boards up to this many cells are drawn.
pub const MOST_CELLS: usize = 10_000;

/// Half of a disc, of a peg, and of a tile.
pub(super) const RADIUS: i32 = 38;
const HALF_PEG: i32 = 34;
const HALF_TILE: i32 = 43;
/// From the middle of a cell to the outer edge of a frame or a plate, whose corners have the radius `ROUND`.
const HALF_GROUND: i32 = 62;
const ROUND: i32 = 22;
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
    draw_with(name, outline, scene, &[], size)
}

/// The board with arrows above it.
///
/// # Errors
/// When it has too many cells.
///
/// ```
/// use saltus_core::scene::{Arrow, Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, board};
///
/// let spot = |label: &str, tint| Spot { label: label.into(), tint };
/// let scene = Scene { rows: vec![vec![spot("b", Tint::Dark), spot("_", Tint::Vacant)]], spaced: false };
/// let outline = Outline::rows(2, 2, PieceForm::Disc);
/// let picture = board::draw_with("a step", &outline, &scene, &[Arrow::Hop(0, 1)], Size::default())?;
/// assert!(picture.svg().contains(saltus_draw::palette::WAY));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn draw_with(
    name: &str,
    outline: &Outline,
    scene: &Scene,
    arrows: &[Arrow],
    size: Size,
) -> Result<Picture, CannotDraw> {
    let stage = DrawnBoard::new(outline, [scene])?;
    let arrows: Vec<_> = arrows.iter().map(|arrow| stage.legs_of(scene, arrow)).collect();
    let board = arrows.iter().fold(stage.extent(), |extent, (legs, ..)| extent.with_legs(legs, 0));
    let extent = board.wider(MARGIN);
    let mut out = Picture::new(name, told(outline, scene), extent, size.pixels(extent.width(), 64));
    out.ground();
    stage.define(&mut out, Names::Shown);
    out.put(Mark::Use(SymbolId::Board, None, None));
    out.put(Mark::Open(None, Ink::SAME));
    stage.pieces(&mut out, scene, Names::Shown);
    arrows.iter().for_each(|(legs, colour, gap)| arrow_along(&mut out, legs, colour, *gap));
    out.put(Mark::Close);
    Ok(out)
}

/// The scene in words, for those who do not see it.
pub(super) fn told(outline: &Outline, scene: &Scene) -> String {
    let mut scene = scene.clone();
    for spot in scene.rows.iter_mut().flatten() {
        if let Some(name) = outline.piece_name(&spot.label) {
            name.clone_into(&mut spot.label);
            scene.spaced = true;
        }
    }
    let rows: Vec<String> = text::draw(&scene, false).lines().map(|row| row.trim().to_owned()).collect();
    rows.join(" / ")
}

/// Whether cells bear their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    Shown,
    Hidden,
}

/// A piece as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) spot: Spot,
    /// The middles of its cells as seen from that of the first one.
    pub(super) shape: Vec<Point>,
}

/// The numbers of pieces by their first cells.
pub(super) type PiecesByCell = BTreeMap<usize, usize>;

/// A board, and the pieces that stand on it in some scenes.
pub(super) struct DrawnBoard<'a> {
    pub(super) outline: &'a Outline,
    pub(super) places: Vec<Point>,
    /// Every piece there is, each once.
    pieces: Vec<Piece>,
    /// Their numbers in the order of what they are.
    order: Vec<usize>,
}

impl<'a> DrawnBoard<'a> {
    /// # Errors
    /// When the board has too many cells.
    pub(super) fn new<'s>(
        outline: &'a Outline,
        scenes: impl IntoIterator<Item = &'s Scene>,
    ) -> Result<Self, CannotDraw> {
        let cells = outline.places.len();
        if cells > MOST_CELLS {
            return Err(CannotDraw::Unfit(format!(
                "the board has {cells} cells; pictures have at most {MOST_CELLS}, text has more (saltus show)"
            )));
        }
        let places = ways::scaled(&outline.places).collect();
        let mut stage = DrawnBoard { outline, places, pieces: Vec::new(), order: Vec::new() };
        for scene in scenes {
            stage.meet(scene);
        }
        Ok(stage)
    }

    /// Takes the pieces of a scene in.
    fn meet(&mut self, scene: &Scene) {
        for (_, piece) in self.found(scene) {
            if let Err(place) = self.number(&piece) {
                self.order.insert(place, self.pieces.len());
                self.pieces.push(piece);
            }
        }
    }

    /// Where the number of a piece stands in the order, or would stand.
    fn number(&self, piece: &Piece) -> Result<usize, usize> {
        fn key(piece: &Piece) -> (&str, u8, &[Point]) {
            (&piece.spot.label, piece.spot.tint as u8, &piece.shape)
        }
        self.order.binary_search_by(|&other| key(&self.pieces[other]).cmp(&key(piece)))
    }

    /// The pieces of a scene, and the first cell of each.
    fn found(&self, scene: &Scene) -> Vec<(usize, Piece)> {
        let is_block = self.outline.pieces == PieceForm::Block;
        let mut found: Vec<(usize, Piece)> = Vec::new();
        for (cell, spot) in scene.spots().enumerate().filter(|(_, spot)| paint(spot.tint).is_some()) {
            let begun = if is_block { found.iter_mut().find(|(_, piece)| piece.spot == *spot) } else { None };
            match begun {
                Some((first, piece)) => {
                    let ((x, y), (left, top)) = (self.places[cell], self.places[*first]);
                    piece.shape.push((x - left, y - top));
                }
                None => found.push((cell, Piece { spot: spot.clone(), shape: vec![(0, 0)] })),
            }
        }
        found
    }

    /// The pieces of a scene that has none but those of the stage.
    pub(super) fn standing(&self, scene: &Scene) -> PiecesByCell {
        let number = |piece: &Piece| self.order[self.number(piece).expect("a piece of the stage")];
        self.found(scene).into_iter().map(|(cell, piece)| (cell, number(&piece))).collect()
    }

    /// Whether two pieces look alike where they stand. Blocks of one shape and colour exchange their letters as they pass each other.
    pub(super) fn are_alike(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|number| &self.pieces[number]);
        one.spot.tint == other.spot.tint
            && one.shape == other.shape
            && (self.outline.pieces == PieceForm::Block || one.spot.label == other.spot.label)
    }

    /// The board without a margin.
    pub(super) fn extent(&self) -> Extent {
        let nothing = Extent { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };
        let half = match self.outline.cells {
            CellForm::Square | CellForm::Hollow => CELL / 2,
            CellForm::Framed | CellForm::Hole => HALF_GROUND,
        };
        let all = self.places.iter().fold(nothing, |extent, &place| extent.with(place, half));
        if self.places.is_empty() { Extent { left: 0, top: 0, right: CELL, bottom: CELL } } else { all }
    }

    /// The legs of a path over cells, from a scene.
    pub(super) fn legs(&self, scene: &Scene, path: &[u32]) -> Vec<Leg> {
        ways::legs(self.outline, &self.places, scene, path)
    }

    /// Defines the board and each piece as symbols.
    pub(super) fn define(&self, out: &mut Picture, names: Names) {
        out.put("<defs>");
        self.symbols(out, names);
        out.put("</defs>");
    }

    /// The board and each piece, within definitions.
    pub(super) fn symbols(&self, out: &mut Picture, names: Names) {
        out.put(Mark::Define(SymbolId::Board));
        match self.outline.cells {
            CellForm::Square => self.squares(out),
            CellForm::Hollow => self.hollows(out),
            CellForm::Framed => {
                self.ground(out, palette::FRAME, 2 * ROUND);
                let floor = Ink::filled(palette::GROUND).stroked(palette::GROUND, 16).round_bends();
                out.put(Shape::Path(None, blocks::joined(&self.places, 42)).inked(floor));
                self.squares(out);
            }
            CellForm::Hole => self.holes(out),
        }
        // Tiles hide the names of their cells, and moves name tiles, not cells.
        if names == Names::Shown && self.outline.pieces != PieceForm::Tile {
            self.names(out);
        }
        out.put(Mark::Close);
        for (number, piece) in self.pieces.iter().enumerate() {
            out.put(Mark::Define(SymbolId::Piece(number)));
            self.define_piece(out, piece);
            out.put(Mark::Close);
        }
    }

    /// One shape around all cells and walls.
    fn ground(&self, out: &mut Picture, colour: &'static str, width: i32) {
        let all: Vec<Point> = self.places.iter().copied().chain(ways::scaled(&self.outline.walls)).collect();
        let ink = Ink::filled(colour).stroked(colour, width).round_bends();
        out.put(Shape::Path(None, blocks::joined(&all, HALF_GROUND - ROUND)).inked(ink));
    }

    /// The places of the cells that belong to the goal.
    fn marked(&self) -> Vec<Point> {
        self.outline.marked.iter().map(|&cell| self.places[cell as usize]).collect()
    }

    fn squares(&self, out: &mut Picture) {
        let square = |place, half, round| Shape::Rect(Extent::around(place, half), round);
        out.put(Mark::Open(None, Ink::filled(palette::CELL)));
        self.places.iter().for_each(|&place| out.put(square(place, 48, 14).inked(Ink::SAME)));
        out.put(Mark::Close);
        // Blocks would hide them; they are drawn above those.
        if self.outline.pieces != PieceForm::Block {
            self.marked()
                .into_iter()
                .for_each(|place| out.put(square(place, 44, 11).inked(Ink::line(palette::GOAL, 5))));
        }
    }

    fn holes(&self, out: &mut Picture) {
        self.ground(out, palette::CELL_RIM, 2 * ROUND);
        self.ground(out, palette::CELL, 2 * ROUND - 6);
        circles(out, &self.places, 12, Ink::filled(palette::GROUND).stroked(palette::FAINT, 3));
        circles(out, &self.marked(), 43, Ink::line(palette::GOAL, 6));
    }

    fn hollows(&self, out: &mut Picture) {
        if !self.outline.links.is_empty() {
            let place = |cell: u32| self.places[cell as usize];
            let links = self.outline.links.iter();
            let way = links.flat_map(|&(one, other)| [Pen::Move(place(one)), Pen::Line(place(other))]).collect();
            out.put(Shape::Path(None, way).inked(Ink::line(palette::LINK, 5)));
        }
        circles(out, &self.places, 28, Ink::filled(palette::CELL).stroked(palette::CELL_RIM, 3));
        if !self.outline.marked.is_empty() {
            circles(out, &self.marked(), 43, Ink::line(palette::GOAL, 6));
        }
    }

    /// In the middle of a hollow, in the corner of a square; pieces hide the one and leave the
    /// other.
    fn names(&self, out: &mut Picture) {
        for (&(x, y), name) in self.places.iter().zip(&self.outline.names) {
            let place = match self.outline.cells {
                CellForm::Square | CellForm::Framed => (x - 41, y - 41),
                CellForm::Hole => (x - 46, y - 46),
                CellForm::Hollow => (x - letters::width(name) / 2, y - letters::HEIGHT / 2),
            };
            out.put(words(name, place, 1, palette::FAINT));
        }
    }

    /// A piece whose first cell is in the middle of the plane.
    fn define_piece(&self, out: &mut Picture, Piece { spot, shape }: &Piece) {
        let paint = paint(spot.tint).expect("pieces have paint");
        let square = |half, round| Shape::Rect(Extent::around((0, 0), half), round);
        let (form, ring, room) = match self.outline.pieces {
            PieceForm::Disc => (Shape::Circle(None, RADIUS), Shape::Circle(None, 31), 54),
            PieceForm::Tile => (square(HALF_TILE, 13), square(36, 8), 72),
            PieceForm::Peg => {
                let form = Shape::Circle(None, HALF_PEG);
                return out.put(form.inked(Ink::filled(paint.face).stroked(paint.rim, 4)));
            }
            PieceForm::Block => {
                // As large as a tile, its corners as round.
                let way = blocks::joined(shape, 30);
                for (colour, width) in [(paint.rim, 30), (paint.face, 22)] {
                    let ink = Ink::filled(colour).stroked(colour, width).round_bends();
                    out.put(Shape::Path(None, way.clone()).inked(ink));
                }
                return out.put(label(self.sign(spot), blocks::middle(shape), 72, paint.ink));
            }
        };
        out.put(form.inked(Ink::filled(paint.face).stroked(paint.rim, 4)));
        if let Some(dashes) = paint.ring {
            let line = Ink::line(paint.ink, 3);
            let line = if dashes.is_empty() { line } else { line.dashed(dashes).round_ends() };
            out.put(ring.inked(line));
        }
        out.put(label(self.sign(spot), (0, 0), room, paint.ink));
    }

    /// What a piece bears: its name where that is a single letter, which can be read as well as the label; else its label.
    fn sign<'s>(&'s self, spot: &'s Spot) -> &'s str {
        self.outline.piece_name(&spot.label).filter(|name| name.chars().count() == 1).unwrap_or(&spot.label)
    }

    /// The pieces of a scene, with what is above them; each shows its name when it is pointed at, if names are shown.
    pub(super) fn pieces(&self, out: &mut Picture, scene: &Scene, names: Names) {
        self.put(out, &self.standing(scene), names);
    }

    /// The same by first cells and numbers.
    pub(super) fn put(&self, out: &mut Picture, standing: &PiecesByCell, names: Names) {
        for (&cell, &number) in standing {
            let label = &self.pieces[number].spot.label;
            let name = self.outline.piece_name(label).unwrap_or(label);
            let title = (names == Names::Shown).then(|| format!("{name} on {}", self.outline.names[cell]));
            out.put(Mark::Use(SymbolId::Piece(number), Some(self.places[cell]), title));
        }
        self.above(out);
    }

    /// What lies above the pieces: the corners of where blocks are to come, which leave their labels alone.
    pub(super) fn above(&self, out: &mut Picture) {
        if self.outline.pieces == PieceForm::Block && !self.outline.marked.is_empty() {
            let way = blocks::corners(&self.marked(), 43);
            for (colour, width) in [(palette::PANEL, 14), (palette::GOAL, 8)] {
                let ink = Ink::line(colour, width).round_ends().round_bends();
                out.put(Shape::Path(None, way.clone()).inked(ink));
            }
        }
    }

    /// An arrow's legs, its colour, and how far from their end its point is.
    fn legs_of(&self, scene: &Scene, arrow: &Arrow) -> (Vec<Leg>, &'static str, i32) {
        match *arrow {
            Arrow::Hop(from, to) => {
                let is_piece = scene.spots().nth(from as usize).is_some_and(|spot| paint(spot.tint).is_some());
                // From the rim of the piece, so that its label can be read.
                let gap = if is_piece { RADIUS } else { 0 };
                let legs = self.legs(scene, &[from, to]).iter().map(|leg| leg.short_of_start(gap)).collect();
                (legs, palette::WAY, 14)
            }
            Arrow::Line(ends, tint) => {
                let ends: Vec<Point> = ways::scaled(&ends).collect();
                (vec![Leg::new(ends[0], ends[1], true)], paint(tint).map_or(palette::WAY, |paint| paint.face), 0)
            }
        }
    }

    /// The way of the piece that moves as an arrow.
    pub(super) fn arrow(&self, out: &mut Picture, step: Step<'_>) {
        let to = step.path.last().map_or(0, |&cell| cell as usize);
        let standing = self.standing(step.after);
        let middle = standing.get(&to).map_or((0, 0), |&number| blocks::middle(&self.pieces[number].shape));
        let legs: Vec<Leg> = step.legs(self).iter().map(|leg| leg.moved(middle)).collect();
        arrow_along(out, &legs, palette::WAY, RADIUS);
    }
}

/// Circles around places.
fn circles(out: &mut Picture, places: &[Point], radius: i32, ink: Ink) {
    out.put(Mark::Open(None, ink));
    places.iter().for_each(|&place| out.put(Shape::Circle(Some(place), radius).inked(Ink::SAME)));
    out.put(Mark::Close);
}

/// An arrow along legs, its point so far from their end, with dots where they begin.
fn arrow_along(out: &mut Picture, legs: &[Leg], colour: &'static str, gap: i32) {
    const HEAD: i32 = 22;
    let (Some(first), Some((last, before))) = (legs.first(), legs.split_last()) else { return };
    let short = last.short_of_end(gap + HEAD);
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
    out.add(Mark::Open(None, Ink::filled(colour)));
    out.add(Shape::Path(None, way.clone()).inked(line("#ffffff", 11)));
    out.add(Shape::Path(None, way).inked(line(colour, 6)));
    out.put(Shape::Path(None, head).inked(Ink::SAME.stroked(colour, 3).round_bends()));
    for leg in legs {
        out.put(Shape::Circle(Some(leg.from), 8).inked(Ink::SAME));
    }
    out.put(Mark::Close);
}

/// The label of a piece around a place, as large as there is room.
fn label(text: &str, (x, y): Point, room: i32, ink: &'static str) -> Mark {
    let wide = letters::width(text);
    let factor = (1..=3).rev().find(|factor| wide * factor <= room).unwrap_or(1);
    let is_small = text.chars().all(|sign| "acemnorsuvwxz".contains(sign));
    // Letters without upper lengths fill the lower two thirds of their box.
    let raised = if is_small { 2 * factor } else { 0 };
    let place = (x - (wide * factor) / 2, y - (letters::HEIGHT * factor) / 2 - raised);
    words(&fitted(text, factor, room), place, factor, ink)
}
