//! Reversing numbered checkers: checkers 1 to N and one vacancy in a row of N + 1 cells.
//!
//! Any checker next to the vacancy slides into it; any checker two cells away jumps over the one
//! between into it.
//!
//! `reverse N [from=P] [to=Q|any]` starts in the order 1 .. N with P checkers left of the vacancy
//! and ends in the order N .. 1 with Q checkers left of it, or with the vacancy anywhere. P and Q
//! are 0 unless given. Any other start is written out, `_` for the vacancy, with the same goals or
//! `to` another arrangement.

use crate::board::{Board, Cell, VACANT};
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote};
use crate::text::Words;
use crate::text::{natural, small};
use dashu_int::UBig;

#[derive(Debug)]
pub(crate) struct Reverse {
    pub(crate) n: UBig,
    /// Where they stand first; in order this is 1 .. N.
    pub(crate) start: Standing,
    /// Where they shall stand; in order this is N .. 1.
    pub(crate) goal: Standing,
}

/// A way to give the places of all checkers.
#[derive(Debug)]
pub(crate) enum Standing {
    /// In order, that many of them left of the vacancy.
    InOrder(UBig),
    /// In order, the vacancy anywhere: only a goal.
    Anywhere,
    /// As written.
    Written(Board),
}

impl Reverse {
    /// Reads what follows the word `reverse`.
    pub(crate) fn read(words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let mut ahead = words.clone();
        let first = ahead.next().unwrap_or_default();
        let short = first != "_" && ahead.next().is_none_or(|second| second.contains('='));
        if !short {
            return Self::read_written(words, limits);
        }
        let n = natural(words.next().unwrap_or_default())?;
        let start = read_in_order("from=", words, &n)?;
        let goal = read_goal(words, &n)?;
        Ok(Self { n, start, goal })
    }

    fn read_written(words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let start = read_arrangement(words, limits)?;
        let n = UBig::from(start.cells().len() - 1);
        let goal = if words.next_if_eq(&"to").is_some() {
            let goal = read_arrangement(words, limits)?;
            let same = goal.cells().len() == start.cells().len();
            ensure(same, "start and goal differ in their checkers")?;
            ensure(!descends(&goal), "not canonical: a descending goal is written to=Q")?;
            Standing::Written(goal)
        } else {
            let (short, from) = (start.checkers().is_sorted(), start.vacancy());
            ensure(!short, format_args!("not canonical: this is `reverse {n} from={from}`"))?;
            read_goal(words, &n)?
        };
        Ok(Self { n, start: Standing::Written(start), goal })
    }

    pub(crate) fn start(&self, limits: &Limits) -> Checked<Board> {
        let before = match &self.start {
            Standing::Written(board) => return Ok(board.clone()),
            Standing::InOrder(before) => Cell::try_from(before).ok(),
            Standing::Anywhere => None,
        };
        let mut cells = limits.row(&(&self.n + UBig::ONE))?;
        let (before, n) = before.zip(Cell::try_from(&self.n).ok()).or_refuse("no board")?;
        cells.extend((1..=before).chain([VACANT]).chain(before + 1..=n));
        Board::new(cells).or_refuse("no board")
    }

    /// With start and goal exchanged. None: the vacancy may stand anywhere at the goal.
    pub(crate) fn reversed(&self, limits: &Limits) -> Checked<Option<Self>> {
        let start = match &self.goal {
            Standing::Anywhere => return Ok(None),
            Standing::Written(board) => board.clone(),
            Standing::InOrder(before) => {
                let mut cells = limits.row(&(&self.n + UBig::ONE))?;
                let (before, n) =
                    Cell::try_from(before).ok().zip(Cell::try_from(&self.n).ok()).or_refuse("no board")?;
                cells.extend((n - before + 1..=n).rev().chain([VACANT]).chain((1..=n - before).rev()));
                Board::new(cells).or_refuse("no board")?
            }
        };
        let (start, goal) = (Standing::Written(start), Standing::Written(self.start(limits)?));
        Ok(Some(Self { n: self.n.clone(), start, goal }))
    }

    pub(crate) fn is_goal(&self, board: &Board) -> bool {
        match &self.goal {
            Standing::Written(goal) => goal == board,
            Standing::InOrder(before) => *before == board.vacancy().into() && descends(board),
            Standing::Anywhere => descends(board),
        }
    }
}

/// Why the checker in cell `from` may not move into the vacancy, if it may not.
pub(crate) fn forbids(board: &Board, from: usize) -> Option<&'static str> {
    match from.abs_diff(board.vacancy()) {
        0 => Some("the cell is vacant"),
        1 | 2 => None,
        _ => Some("the vacancy is more than two cells away"),
    }
}

/// Whether the cells are 0 (the vacancy) to `cells.len() - 1`, each once.
pub(crate) fn is_arrangement(cells: &[Cell], limits: &Limits, what: &str) -> Checked<bool> {
    let mut seen = limits.filled(cells.len(), false, what)?;
    // As many cells as values, so all of them are there when none is there twice.
    let mut new = |&cell: &Cell| seen.get_mut(cell as usize).is_some_and(|seen| !std::mem::replace(seen, true));
    Ok(cells.iter().all(&mut new))
}

fn descends(board: &Board) -> bool {
    board.checkers().is_sorted_by(|a, b| a > b)
}

fn read_goal(words: &mut Words<'_>, n: &UBig) -> Checked<Standing> {
    match words.next_if_eq(&"to=any") {
        Some(_) => Ok(Standing::Anywhere),
        None => read_in_order("to=", words, n),
    }
}

/// The key with a number from 1 to `n`, or nothing for 0.
fn read_in_order(key: &str, words: &mut Words<'_>, n: &UBig) -> Checked<Standing> {
    let Some(word) = words.next_if(|word| word.starts_with(key)) else {
        return Ok(Standing::InOrder(UBig::ZERO));
    };
    let before = natural(&word[key.len()..])?;
    ensure(!before.is_zero(), format_args!("not canonical: {key}0 is the default"))?;
    ensure(before <= *n, format_args!("{} is more than all checkers", quote(word)))?;
    Ok(Standing::InOrder(before))
}

/// The words up to one that begins with `to`.
fn read_arrangement(words: &mut Words<'_>, limits: &Limits) -> Checked<Board> {
    let mut cells: Vec<Cell> = Vec::new();
    while let Some(word) = words.next_if(|word| !word.starts_with("to")) {
        cells.push(if word == "_" { VACANT } else { read_checker(word)? });
    }
    limits.length(&cells.len().into())?;
    let complete = is_arrangement(&cells, limits, "an arrangement")?;
    ensure(complete, "not one vacancy and the numbers from 1 on, each once")?;
    Board::new(cells).or_refuse("an arrangement without a vacancy")
}

fn read_checker(word: &str) -> Checked<Cell> {
    let number = Cell::try_from(small(word)?).ok().filter(|&number| number != VACANT);
    number.or_refuse(format_args!("{} is not a checker", quote(word)))
}
