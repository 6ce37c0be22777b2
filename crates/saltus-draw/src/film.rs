//! A play as a film strip: the board at the start and after each move, with the path of the piece
//! that moved.

use super::animation::{captions, said};
use super::board::{DrawnBoard, Names, PiecesByCell};
use super::picture::{Extent, Ink, Mark, Picture, Size, SymbolId, fitted, panel, words};
use super::steps::{Step, scenes, steps};
use super::svg::Escaped;
use super::{CannotDraw, letters, palette};
use saltus_core::scene::Film;

/// Film strips have up to this many moves.
pub const MOST_MOVES: usize = 100;
/// And up to this many cells in all their boards.
pub const MOST_CELLS: usize = 30_000;

/// Around a board in its panel, around panels, and between them.
const INSIDE: i32 = 26;
const MARGIN: i32 = 40;
const BETWEEN: i32 = 24;
/// Pixels a cell, at least, where nothing else is asked for: labels can still be read.
const LEAST_PIXELS: u32 = 16;
/// From one line of text to the next, in units of the letters' grid.
const LINE: i32 = 19;

/// A film strip of a part of a play; `first` is the number of its first move. The summary follows
/// the name; without a name there is no heading.
///
/// # Errors
/// When it has too many moves or cells.
///
/// ```
/// use saltus_core::scene::{Film, Frame, Outline, PieceForm, Scene, Spot, Tint};
/// use saltus_draw::{Size, film};
///
/// let [piece, vacancy] = [("b", Tint::Dark), ("_", Tint::Vacant)]
///     .map(|(label, tint)| Spot { label: label.into(), tint });
/// let start = Scene { rows: vec![vec![piece.clone(), vacancy.clone()]], spaced: false };
/// let scene = Scene { rows: vec![vec![vacancy, piece]], spaced: false };
/// let frames = vec![Frame { text: "1-2".into(), path: vec![0, 1], scene }];
/// let film = Film { outline: Outline::rows(2, 2, PieceForm::Disc), start, frames };
/// let strip = film::strip("shift 1 0", "1 move", &film, 1, Size::default())?;
/// assert!(strip.svg().contains("<title>1. 1-2</title>"));
/// # Ok::<(), saltus_draw::CannotDraw>(())
/// ```
pub fn strip(name: &str, summary: &str, film: &Film, first: u64, size: Size) -> Result<Picture, CannotDraw> {
    fits(film)?;
    let stage = DrawnBoard::new(&film.outline, scenes(film))?;
    let board = steps(film).fold(stage.extent(), |extent, step| extent.with_legs(&step.legs(&stage), 8));
    // Larger next to a wide board.
    let text = (board.width() / 400).clamp(2, 4);
    // Below each board, in lines.
    let captions: Vec<Vec<String>> =
        captions(film, first).iter().map(|caption| wrapped(caption, board.width() / text)).collect();
    let heading = if name.is_empty() { 0 } else { 26 * (text + 1) };
    let plan = FilmSheet::new(board, &captions, text, heading);
    let extent = plan.extent();
    let told = format!("{summary}: {}", said(film).collect::<Vec<_>>().join(" "));
    let cell = size.pixels(extent.width(), 40).max(size.cell.unwrap_or(LEAST_PIXELS));
    let mut out = Picture::new(name, told, extent, cell);
    out.ground();
    stage.define(&mut out, Names::Hidden);
    if heading > 0 {
        title(&mut out, name, summary, extent, text);
    }
    // Followed from the start, so that each block keeps its letter.
    let mut standing = stage.standing(&film.start);
    for (at, step) in std::iter::once(None).chain(steps(film).map(Some)).enumerate() {
        if let Some(step) = step {
            step.change(&stage, &standing).apply(&mut standing, |_, piece| piece);
        }
        plan.frame(&mut out, &stage, at, (&standing, step), &captions[at]);
    }
    Ok(out)
}

/// The puzzle, followed by the summary of the play where that has room.
fn title(out: &mut Picture, name: &str, summary: &str, extent: Extent, small: i32) {
    let large = small + 1;
    let room = extent.width() - 2 * MARGIN;
    let text = fitted(name, large, room);
    let end = letters::width(&text) * large + 16 * large;
    out.put(words(&text, (MARGIN, MARGIN), large, palette::INK));
    if end + letters::width(summary) * small <= room {
        // On the same line of writing.
        let place = (MARGIN + end, MARGIN + letters::HEIGHT * (large - small));
        out.put(words(summary, place, small, palette::FAINT));
    }
}

/// Whether a strip of it can be read.
fn fits(film: &Film) -> Result<(), CannotDraw> {
    let (moves, cells) = (film.frames.len(), film.outline.places.len());
    if moves > MOST_MOVES {
        return Err(CannotDraw::moves(moves, "a film strip", MOST_MOVES));
    }
    if (moves + 1) * cells > MOST_CELLS {
        let fewer = (MOST_CELLS / cells.max(1)).saturating_sub(1);
        let why = format!(
            "{} boards of {cells} cells are too many for a film strip; {fewer} moves of it have room, a range of them",
            moves + 1
        );
        return Err(CannotDraw::Unfit(why));
    }
    Ok(())
}

/// A caption in lines that have room on the grid of letters, broken after dashes.
fn wrapped(caption: &str, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for part in caption.split_inclusive('-') {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && letters::width(&format!("{line}{part}")) > room {
            lines.push(part.to_owned());
        } else {
            line.push_str(part);
        }
    }
    lines
}

/// How the boards lie on the sheet.
struct FilmSheet {
    board: Extent,
    panel: (i32, i32),
    columns: i32,
    rows: i32,
    /// How many times larger than their grid letters are.
    text: i32,
    /// The room of the title.
    heading: i32,
}

impl FilmSheet {
    /// As many columns as make the sheet about one and a half times as wide as high.
    fn new(board: Extent, captions: &[Vec<String>], text: i32, heading: i32) -> Self {
        let lines = captions.iter().map(Vec::len).max().unwrap_or(1) as i32;
        let room = captions.iter().flatten().map(|line| letters::width(line) * text).max().unwrap_or(0);
        let wide = board.width().max(room) + 2 * INSIDE;
        let high = board.height() + 2 * INSIDE + 12 + LINE * text * lines;
        let frames = captions.len() as i32;
        let rows = |columns: i32| (frames + columns - 1) / columns;
        let odds = |columns: i32| {
            let (all_wide, all_high) = (columns * (wide + BETWEEN), rows(columns) * (high + BETWEEN));
            let empty = rows(columns) * columns - frames;
            (2 * all_wide - 3 * all_high).abs() + empty * (wide + high) / 2
        };
        let columns = (1..=frames).min_by_key(|&columns| odds(columns)).unwrap_or(1);
        FilmSheet { board, panel: (wide, high), columns, rows: rows(columns), text, heading }
    }

    fn extent(&self) -> Extent {
        let across = |count: i32, side: i32| 2 * MARGIN + count * (side + BETWEEN) - BETWEEN;
        let right = across(self.columns, self.panel.0);
        Extent { left: 0, top: 0, right, bottom: across(self.rows, self.panel.1) + self.heading }
    }

    /// One board with its caption.
    fn frame(
        &self,
        out: &mut Picture,
        stage: &DrawnBoard<'_>,
        at: usize,
        (standing, step): (&PiecesByCell, Option<Step<'_>>),
        caption: &[String],
    ) {
        let (column, row) = (at as i32 % self.columns, at as i32 / self.columns);
        let left = MARGIN + column * (self.panel.0 + BETWEEN);
        let top = MARGIN + self.heading + row * (self.panel.1 + BETWEEN);
        let middle = left + self.panel.0 / 2;
        let title = caption.concat();
        out.put(Mark::Open(None, Ink::SAME));
        out.put(format!("<title>{}</title>", Escaped(&title)));
        let (right, bottom) = (left + self.panel.0, top + self.panel.1);
        out.put(panel(Extent { left, top, right, bottom }, palette::PANEL, 18));
        let across = middle - self.board.left.midpoint(self.board.right);
        out.put(Mark::Open(Some((across, top + INSIDE - self.board.top)), Ink::SAME));
        out.put(Mark::Use(SymbolId::Board, None, None));
        stage.put(out, standing, Names::Hidden);
        if let Some(step) = step {
            stage.arrow(out, step);
        }
        out.put(Mark::Close);
        for (line, text) in (0..).zip(caption) {
            let place = (
                middle - letters::width(text) * self.text / 2,
                top + INSIDE + self.board.height() + 14 + line * LINE * self.text,
            );
            out.put(words(text, place, self.text, palette::INK));
        }
        out.put(Mark::Close);
    }
}
