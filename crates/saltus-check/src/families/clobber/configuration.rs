//! The instance that a canonical line names: a graph, what stands on it, and whose turn it is.

use super::shape::Shape;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::text::{Words, next_of};
use dashu_int::UBig;

/// No pawn stands there, or no colour has the turn alone.
pub(crate) const NONE: u8 = 0;
/// A black pawn, or black's turn.
pub(crate) const BLACK: u8 = 1;
/// A white pawn, or white's turn.
pub(crate) const WHITE: u8 = 2;

pub(crate) fn other(colour: u8) -> u8 {
    BLACK + WHITE - colour
}

pub(crate) struct Clobber {
    pub(crate) shape: Shape,
    /// By cell, what stands on it at the start. These are also the digits of a key.
    pub(crate) start: Vec<u8>,
    /// Whether the colours take turns.
    pub(crate) alternate: bool,
    /// The only colour that may begin; [`NONE`]: either may.
    pub(crate) turn: u8,
}

impl Clobber {
    /// Reads what follows the word `clobber`.
    pub(crate) fn read(words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let board = words.next().unwrap_or_default();
        let has_sizes = ["hamming", "multipartite"].contains(&board);
        let sizes = if has_sizes { words.next().unwrap_or_default() } else { "" };
        let text = words.next().unwrap_or_default();
        let start = read_pawns(text, board == "grid", limits)?;
        let cells = start.len();
        let shape = match board {
            "line" => Shape::line(cells),
            "cycle" => Shape::cycle(cells),
            "grid" => Shape::grid(text)?,
            "cube" => Shape::cube(cells)?,
            "hamming" => Shape::hamming(sizes, cells)?,
            "multipartite" => Shape::multipartite(sizes, cells)?,
            "graph" => Shape::graph(cells, words, limits)?,
            _ => return refuse(format_args!("{} is no board of Clobber", quote(board))),
        };
        let alternate = words.next_if_eq(&"turns=alternate").is_some();
        let first = if alternate { next_of(words, ["first=b", "first=w"]) } else { 0 };
        let turn = [NONE, BLACK, WHITE][first];
        Ok(Self { shape, start, alternate, turn })
    }

    /// The statement of a definition that says whose turn it is, if the colours take turns.
    pub(crate) fn turns(&self) -> Checked<&'static str> {
        match (self.alternate, self.turn) {
            (false, _) => Ok(""),
            (true, BLACK) => Ok("turns: b w ; "),
            (true, WHITE) => Ok("turns: w b ; "),
            _ => refuse("either colour may begin, which no definition says"),
        }
    }

    /// The number of moves after which `left` pawns are left.
    pub(crate) fn moves_to(&self, left: &UBig) -> Checked<UBig> {
        let pawns = UBig::from(self.pawns());
        ensure(*left <= pawns, "there are fewer pawns").at("line 3")?;
        Ok(pawns - left)
    }

    /// How many pawns there are at the start.
    pub(crate) fn pawns(&self) -> u64 {
        self.start.iter().filter(|&&cell| cell != NONE).count() as u64
    }
}

/// Reads a letter a cell, in rows if there are such.
fn read_pawns(text: &str, in_rows: bool, limits: &Limits) -> Checked<Vec<u8>> {
    let mut pawns = limits.vector(limits.length(&text.len().into())?, "the pawns")?;
    for letter in text.bytes() {
        pawns.push(match letter {
            b'.' => NONE,
            b'b' => BLACK,
            b'w' => WHITE,
            b'/' if in_rows => continue,
            _ => return refuse(format_args!("{} is not a configuration of b, w and .", quote(text))),
        });
    }
    (!pawns.is_empty()).then_some(pawns).or_refuse("a board without cells")
}
