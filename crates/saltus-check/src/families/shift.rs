//! Shifting checkers: black (`b`) and white (`w`) checkers and vacancies (`_`) in a row.
//!
//! A checker next to a vacancy slides into it; a checker two cells away jumps over the checker
//! between into it. Forward is to the right for black and to the left for white. Which moves there
//! are depends on `moves=`:
//!
//! - forward (the default): slides forward, and jumps forward over a checker of the other colour;
//! - `back`: those, and the same backward;
//! - `all`: those, and jumps over a checker of the own colour, in either direction.
//!
//! `shift N M gaps=K` starts with N black checkers, K vacancies, M white ones, and swaps the colours; K is 1 where it is left out. Any
//! other pair of boards is `shift START [to GOAL]`; `to` is left out when the goal is the one with
//! the whites at the left, the vacancies, and the blacks at the right.

use crate::board::{Board, Cell, VACANT};
use crate::families::reverse;
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote, refuse};
use crate::text::{Words, natural, next_of, vacancies};
use dashu_int::UBig;

/// A black checker, also as the digit of a key.
pub(crate) const BLACK: Cell = 1;
/// A white checker, also as the digit of a key.
pub(crate) const WHITE: Cell = 2;

/// Which moves the rules allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    Forward,
    Back,
    All,
}

/// One instance. Boards that follow from `n` and `m` are not stored, as these may be huge.
#[derive(Debug)]
pub(crate) struct Shift {
    pub(crate) n: UBig,
    pub(crate) m: UBig,
    /// Vacancies, at least one.
    pub(crate) gaps: UBig,
    /// None: the blacks at the left, the vacancies, the whites at the right.
    pub(crate) start: Option<Board>,
    /// None: the whites at the left, the vacancies, the blacks at the right.
    pub(crate) goal: Option<Board>,
    pub(crate) moves: Moves,
}

impl Shift {
    /// Reads what follows the word `shift`.
    pub(crate) fn read(words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let first = words.next().unwrap_or_default();
        if first.contains('_') {
            return Self::read_boards(first, words, limits);
        }
        let (n, m) = (natural(first)?, natural(words.next().unwrap_or_default())?);
        let gaps = vacancies(words)?;
        // Which of the two classical solutions `saltus solve` prints: it says nothing about the
        // puzzle.
        words.next_if_eq(&"first=w");
        let moves = read_moves(words);
        Ok(Self { n, m, gaps, start: None, goal: None, moves })
    }

    fn read_boards(first: &str, words: &mut Words<'_>, limits: &Limits) -> Checked<Self> {
        let start = read_board(first, limits)?;
        let (n, m) = (count(&start, BLACK), count(&start, WHITE));
        let gaps = start.cells().len() - n - m;
        let mut goal = None;
        if words.next_if_eq(&"to").is_some() {
            let board = read_board(words.next().unwrap_or_default(), limits)?;
            let same = (count(&board, BLACK), count(&board, WHITE)) == (n, m) && board.cells().len() == n + m + gaps;
            ensure(same, "start and goal differ in their checkers")?;
            ensure(!sorted(&board, WHITE, BLACK), "not canonical: this goal is the default")?;
            goal = Some(board);
        } else {
            let short = sorted(&start, BLACK, WHITE);
            let gaps = if gaps == 1 { String::new() } else { format!(" gaps={gaps}") };
            ensure(!short, format_args!("not canonical: this is `shift {n} {m}{gaps}`"))?;
        }
        let moves = read_moves(words);
        Ok(Self { n: n.into(), m: m.into(), gaps: gaps.into(), start: Some(start), goal, moves })
    }

    /// Whether there is a checker of each colour.
    pub(crate) fn has_both_colours(&self) -> bool {
        !self.n.is_zero() && !self.m.is_zero()
    }

    /// Whether a written start is that of `shift N M`.
    pub(crate) fn starts_classically(&self) -> bool {
        self.start.as_ref().is_none_or(|start| sorted(start, BLACK, WHITE))
    }

    /// Where the one vacancy is at the start and at the goal, counted from 0.
    pub(crate) fn vacancies(&self) -> (UBig, UBig) {
        let vacancy = |board: &Board| UBig::from(board.vacancy());
        let start = self.start.as_ref().map_or_else(|| self.n.clone(), vacancy);
        let goal = self.goal.as_ref().map_or_else(|| self.m.clone(), vacancy);
        (start, goal)
    }

    pub(crate) fn start(&self, limits: &Limits) -> Checked<Board> {
        match &self.start {
            Some(board) => Ok(board.clone()),
            None => row(BLACK, &self.n, &self.gaps, WHITE, &self.m, limits),
        }
    }

    pub(crate) fn goal(&self, limits: &Limits) -> Checked<Board> {
        match &self.goal {
            Some(board) => Ok(board.clone()),
            None => row(WHITE, &self.m, &self.gaps, BLACK, &self.n, limits),
        }
    }

    pub(crate) fn is_goal(&self, board: &Board) -> bool {
        match &self.goal {
            Some(goal) => goal == board,
            None => sorted(board, WHITE, BLACK),
        }
    }

    /// Why the checker in cell `from` may not move into the vacant cell `to`, if it may not.
    pub(crate) fn forbids(&self, board: &Board, from: usize, to: usize) -> Option<&'static str> {
        if let Some(why) = reverse::forbids(board, from, to) {
            return Some(why);
        }
        let cells = board.cells();
        let forward = cells[from] == if from < to { BLACK } else { WHITE };
        let over_own = from.abs_diff(to) == 2 && cells[from] == cells[from.midpoint(to)];
        match self.moves {
            Moves::All => None,
            _ if over_own => Some("a checker jumps over its own colour only with moves=all"),
            Moves::Forward if !forward => Some("a checker moves backward only with moves=back or moves=all"),
            _ => None,
        }
    }
}

fn read_moves(words: &mut Words<'_>) -> Moves {
    [Moves::Forward, Moves::Back, Moves::All][next_of(words, ["moves=back", "moves=all"])]
}

fn read_board(word: &str, limits: &Limits) -> Checked<Board> {
    let mut cells = limits.row(&word.len().into())?;
    for letter in word.bytes() {
        cells.push(match letter {
            b'_' => VACANT,
            b'b' => BLACK,
            b'w' => WHITE,
            _ => return refuse(format_args!("{} is not a board of b, w and _", quote(word))),
        });
    }
    Board::with_vacancies(cells).or_refuse(format_args!("{} does not have a vacancy", quote(word)))
}

/// Checkers of one colour, the vacancies, checkers of the other colour, with the given numbers of each.
fn row(left: Cell, before: &UBig, gaps: &UBig, right: Cell, after: &UBig, limits: &Limits) -> Checked<Board> {
    let mut cells = limits.row(&(before + gaps + after))?;
    for (cell, times) in [(left, before), (VACANT, gaps), (right, after)] {
        cells.resize(cells.len() + usize::try_from(times).or_refuse("no board")?, cell);
    }
    Board::with_vacancies(cells).or_refuse("no board")
}

fn count(board: &Board, colour: Cell) -> usize {
    board.cells().iter().filter(|&&cell| cell == colour).count()
}

/// Whether the vacancies stand together, only `left` left of them, and only `right` right of them.
fn sorted(board: &Board, left: Cell, right: Cell) -> bool {
    let (before, rest) = board.cells().split_at(board.vacancy());
    before.iter().all(|&cell| cell == left)
        && rest.iter().skip_while(|cell| **cell == VACANT).all(|&cell| cell == right)
}
