//! Reversing numbered checkers: checkers 1 to N and K vacancies in a row of N + K cells.
//!
//! Any checker next to a vacancy slides into it; any checker two cells away jumps over the one
//! between into it.
//!
//! `reverse N [gaps=K] [from=P] [to=Q|any]` starts in the order 1 .. N, the vacancies together and P checkers left of them,
//! and ends in the order N .. 1, the vacancies together and Q checkers left of them, or any number. P and Q
//! are 0 and K is 1 unless given. Any other start is written out, `_` for a vacancy, with the same goals or
//! `to` another arrangement.

use crate::board::{Board, Cell, VACANT};
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote, refuse};
use crate::text::Words;
use crate::text::{natural, small, vacancies};
use dashu_int::UBig;

#[derive(Debug)]
pub(crate) struct Reverse {
    pub(crate) n: UBig,
    /// Vacancies, at least one.
    pub(crate) gaps: UBig,
    /// Where they stand first; in order this is 1 .. N.
    pub(crate) start: Standing,
    /// Where they shall stand; in order this is N .. 1.
    pub(crate) goal: Standing,
}

/// A way to give the places of all checkers.
#[derive(Debug)]
pub(crate) enum Standing {
    /// In order, the vacancies together and that many checkers left of them.
    InOrder(UBig),
    /// In order, the vacancies together: only a goal.
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
        let gaps = vacancies(words)?;
        let start = read_in_order("from=", words, &n)?;
        let goal = read_goal(words, &n)?;
        Ok(Self { n, gaps, start, goal })
    }

    fn read_written(words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let start = read_arrangement(words, limits)?;
        let checkers = start.checkers().count();
        let (n, gaps) = (UBig::from(checkers), start.cells().len() - checkers);
        let goal = if words.next_if_eq(&"to").is_some() {
            let goal = read_arrangement(words, limits)?;
            let same = goal.cells().len() == start.cells().len() && goal.checkers().count() == checkers;
            ensure(same, "start and goal differ in their checkers")?;
            let short = descends(&goal) && is_together(&goal, gaps);
            ensure(!short, "not canonical: a descending goal is written to=Q")?;
            Standing::Written(goal)
        } else {
            let (short, from) = (start.checkers().is_sorted() && is_together(&start, gaps), start.vacancy());
            let gaps = if gaps == 1 { String::new() } else { format!(" gaps={gaps}") };
            ensure(!short, format_args!("not canonical: this is `reverse {n}{gaps} from={from}`"))?;
            read_goal(words, &n)?
        };
        Ok(Self { n, gaps: gaps.into(), start: Standing::Written(start), goal })
    }

    pub(crate) fn cells(&self) -> UBig {
        &self.n + &self.gaps
    }

    pub(crate) fn start(&self, limits: &Limits) -> Checked<Board> {
        match &self.start {
            Standing::Written(board) => Ok(board.clone()),
            Standing::InOrder(before) => self.in_order(before, |cell| cell, limits),
            Standing::Anywhere => refuse("no board"),
        }
    }

    /// The checkers that `name` gives for 1 .. N, with the vacancies after the first `before`.
    fn in_order(&self, before: &UBig, name: impl Fn(Cell) -> Cell, limits: &Limits) -> Checked<Board> {
        let mut cells = limits.row(&self.cells())?;
        let small = |number: &UBig| Cell::try_from(number).or_refuse("no board");
        let (before, n, gaps) = (small(before)?, small(&self.n)?, small(&self.gaps)?);
        cells.extend((1..=before).map(&name));
        cells.extend((0..gaps).map(|_| VACANT));
        cells.extend((before + 1..=n).map(name));
        Board::with_vacancies(cells).or_refuse("no board")
    }

    /// The only board of the goal, if there is only one.
    pub(crate) fn goal(&self, limits: &Limits) -> Checked<Option<Board>> {
        match &self.goal {
            Standing::Anywhere => Ok(None),
            Standing::Written(board) => Ok(Some(board.clone())),
            Standing::InOrder(before) => self.descending(before, limits).map(Some),
        }
    }

    /// N .. 1, with that many of them left of the vacancies.
    pub(crate) fn descending(&self, before: &UBig, limits: &Limits) -> Checked<Board> {
        let n = Cell::try_from(&self.n).or_refuse("no board")?;
        self.in_order(before, |cell| n + 1 - cell, limits)
    }

    /// With start and goal exchanged. None: the vacancy may stand anywhere at the goal.
    pub(crate) fn reversed(&self, limits: &Limits) -> Checked<Option<Self>> {
        let Some(start) = self.goal(limits)? else { return Ok(None) };
        let (start, goal) = (Standing::Written(start), Standing::Written(self.start(limits)?));
        Ok(Some(Self { n: self.n.clone(), gaps: self.gaps.clone(), start, goal }))
    }

    pub(crate) fn is_goal(&self, board: &Board) -> bool {
        let is_in_order = || descends(board) && usize::try_from(&self.gaps).is_ok_and(|gaps| is_together(board, gaps));
        match &self.goal {
            Standing::Written(goal) => goal == board,
            Standing::InOrder(before) => *before == board.vacancy().into() && is_in_order(),
            Standing::Anywhere => is_in_order(),
        }
    }
}

/// Why no checker in cell `from` may move into the vacant cell `to`, if none may, in any row.
#[inline]
pub(crate) fn forbids(board: &Board, from: usize, to: usize) -> Option<&'static str> {
    let cells = board.cells();
    match from.abs_diff(to) {
        _ if cells[from] == VACANT => Some("the cell is vacant"),
        2 if cells[from.midpoint(to)] == VACANT => Some("there is no checker to jump over"),
        1 | 2 => None,
        _ => Some("the vacancy is more than two cells away"),
    }
}

/// Whether so many vacancies stand together.
fn is_together(board: &Board, gaps: usize) -> bool {
    board.cells()[board.vacancy()..].iter().take_while(|&&cell| cell == VACANT).count() == gaps
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
    let (vacancies, mut order) = (cells.len(), limits.vector(cells.len() + 1, "an arrangement")?);
    order.push(VACANT);
    order.extend(cells.iter().copied().filter(|&cell| cell != VACANT));
    let complete = order.len() <= vacancies && is_arrangement(&order, limits, "an arrangement")?;
    ensure(complete, "not vacancies and the numbers from 1 on, each once")?;
    Board::with_vacancies(cells).or_refuse("an arrangement without a vacancy")
}

fn read_checker(word: &str) -> Checked<Cell> {
    let number = Cell::try_from(small(word)?).ok().filter(|&number| number != VACANT);
    number.or_refuse(format_args!("{} is not a checker", quote(word)))
}
