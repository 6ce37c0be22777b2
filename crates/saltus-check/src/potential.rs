//! Potentials: functions of a board that are 0 or less at every goal and fall by at most 1 in a move, so that the
//! value at a board is a lower bound on the moves still needed. `docs/certificates.md` says why each is one.

use crate::board::Board;
use crate::grid::Grid;
use crate::manhattan::{Homes, Manhattan};
use crate::orders::{Colours, Inversions};
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote, refuse};
use crate::puzzle::Puzzle;
use crate::reverse::{Reverse, Standing};
use crate::shift::{BLACK, Moves, Shift, WHITE};
use crate::views::Views;
use dashu_int::{IBig, UBig};

/// A potential that applies to the instance at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Potential {
    Forward,
    Chain,
    Vacancy,
    Inversions,
    Colours,
    Manhattan,
    Patterns,
}

impl Potential {
    /// The potential of that name, refused where it bounds nothing.
    pub(crate) fn named(name: &str, puzzle: &Puzzle) -> Checked<Self> {
        let potential = match name {
            "forward" => Self::Forward,
            "chain" => Self::Chain,
            "vacancy" => Self::Vacancy,
            "inversions" => Self::Inversions,
            "colours" => Self::Colours,
            "manhattan" => Self::Manhattan,
            "patterns" => Self::Patterns,
            _ => return refuse(format_args!("{} is not a potential", quote(name))),
        };
        let applies = match (potential, puzzle) {
            (Self::Forward, Puzzle::Shift(shift)) => shift.moves == Moves::Forward,
            // Without an opponent there is no pair; with jumps over the own colour the formula would be wrong.
            (Self::Chain, Puzzle::Shift(shift)) => shift.goal.is_none() && shift.has_both_colours(),
            (Self::Vacancy, Puzzle::Shift(_))
            | (Self::Inversions | Self::Colours, Puzzle::Reverse(_))
            | (Self::Manhattan | Self::Vacancy, Puzzle::Tiles(_)) => true,
            (Self::Patterns, Puzzle::Tiles(tiles)) => tiles.distinct,
            _ => false,
        };
        ensure(applies, format_args!("{name} does not apply to this puzzle"))?;
        Ok(potential)
    }

    /// The value at the start. No board is written out where a formula gives it. `views` are there for `patterns`.
    pub(crate) fn at_start(self, puzzle: &Puzzle, views: Option<&Views>, limits: &Limits) -> Checked<IBig> {
        match (self, puzzle) {
            (Self::Forward | Self::Chain, Puzzle::Shift(Shift { n, m, start: None, .. })) => Ok((n * m + n + m).into()),
            (Self::Forward, Puzzle::Shift(shift)) => {
                let goal = forward(&shift.goal(limits)?);
                Ok(IBig::from(forward(&shift.start(limits)?)) - IBig::from(goal))
            }
            (Self::Vacancy, Puzzle::Shift(shift)) => {
                let (from, to) = shift.vacancies();
                let distance = if from < to { to - from } else { from - to };
                let steps = if jumps(shift) { (distance + UBig::ONE) / 2u8 } else { distance };
                Ok(steps.into())
            }
            (Self::Inversions, Puzzle::Reverse(Reverse { n, start: Standing::InOrder(_), .. })) => {
                Ok(((n * n - n) / 2u8).into())
            }
            (Self::Manhattan, Puzzle::Tiles(tiles)) => Ok(Homes::new(tiles, limits)?.of(&tiles.start).into()),
            _ => Ok(Bound::new(Some(self), puzzle, views, limits)?.of(&puzzle.start(limits)?).into()),
        }
    }
}

/// A lower bound on the moves still needed, set up to be evaluated on many boards of one instance.
pub(crate) enum Bound<'a> {
    Zero,
    Chain,
    Vacancy { goal: usize, jumps: bool },
    VacancyOn { goal: usize, grid: Grid },
    Inversions(Inversions),
    Colours(Colours),
    Manhattan(Manhattan),
    Patterns(&'a Views),
}

impl<'a> Bound<'a> {
    /// The bound that a potential gives, or zero without one. `views` are there for `patterns`.
    pub(crate) fn new(
        potential: Option<Potential>,
        puzzle: &Puzzle,
        views: Option<&'a Views>,
        limits: &Limits,
    ) -> Checked<Self> {
        match (potential, puzzle) {
            (None, _) => Ok(Self::Zero),
            (Some(Potential::Chain), Puzzle::Shift(_)) => Ok(Self::Chain),
            (Some(Potential::Vacancy), Puzzle::Shift(shift)) => {
                let goal = limits.length(&shift.vacancies().1)?;
                Ok(Self::Vacancy { goal, jumps: jumps(shift) })
            }
            (Some(Potential::Vacancy), Puzzle::Tiles(tiles)) => {
                Ok(Self::VacancyOn { goal: tiles.goal.vacancy(), grid: tiles.grid })
            }
            (Some(Potential::Manhattan), Puzzle::Tiles(tiles)) => Manhattan::new(tiles, limits).map(Self::Manhattan),
            (Some(Potential::Patterns), _) => views.map(Self::Patterns).or_refuse("there are no patterns"),
            (Some(Potential::Inversions), Puzzle::Reverse(reverse)) => {
                Inversions::new(reverse, limits).map(Self::Inversions)
            }
            (Some(Potential::Colours), Puzzle::Reverse(reverse)) => Colours::new(reverse, limits).map(Self::Colours),
            _ => refuse("this potential is no bound here"),
        }
    }

    /// Its value.
    pub(crate) fn of(&mut self, board: &Board) -> u64 {
        match self {
            Self::Zero => 0,
            Self::Chain => chain(board),
            Self::Vacancy { goal, jumps } => {
                let distance = board.vacancy().abs_diff(*goal) as u64;
                if *jumps { distance.div_ceil(2) } else { distance }
            }
            Self::VacancyOn { goal, grid } => grid.distance(board.vacancy(), *goal) as u64,
            Self::Inversions(inversions) => inversions.of(board),
            Self::Colours(colours) => colours.of(board),
            Self::Manhattan(manhattan) => manhattan.of(board),
            Self::Patterns(views) => views.of(board),
        }
    }
}

/// Whether a jump, which carries the vacancy two cells, is ever possible.
fn jumps(shift: &Shift) -> bool {
    shift.moves == Moves::All || shift.has_both_colours()
}

/// Pairs of a black left of a white, and the blacks left of the vacancy, and the whites right of it.
fn forward(board: &Board) -> u64 {
    let (left, right) = board.sides();
    let blacks = left.iter().filter(|&&cell| cell == BLACK).count();
    let whites = right.iter().filter(|&&cell| cell == WHITE).count();
    Scan::of(board).pairs + blacks as u64 + whites as u64
}

/// The potential that holds with every set of moves. The pairs on its chain are those of the rightmost black with
/// any white and those of the rightmost white with any black, so that two counts tell which are undone.
fn chain(board: &Board) -> u64 {
    let Scan { blacks, whites, pairs, whites_behind, blacks_before } = Scan::of(board);
    let before = board.vacancy() as u64;
    if whites_behind > 0 {
        // The first undone pair is that of black 1 and white m - whites_behind + 1. All blacks stand left of the
        // last white, so every later pair of the chain is undone too.
        let a = blacks + whites - whites_behind;
        pairs + whites_behind + blacks - 1 + (before + a + 1) % 2
    } else if blacks_before > 0 {
        // That of black n - blacks_before + 1 and white m.
        let a = whites + blacks_before - 1;
        pairs + blacks_before + (before + a + 1) % 2
    } else {
        pairs + (before + whites) % 2
    }
}

/// What one pass over a row of black and white checkers counts.
#[derive(Default)]
struct Scan {
    blacks: u64,
    whites: u64,
    /// A black left of a white.
    pairs: u64,
    /// Whites right of the last black.
    whites_behind: u64,
    /// Blacks left of the last white.
    blacks_before: u64,
}

impl Scan {
    fn of(board: &Board) -> Self {
        let mut scan = Self::default();
        for checker in board.checkers() {
            if checker == BLACK {
                scan.blacks += 1;
                scan.whites_behind = 0;
            } else {
                scan.whites += 1;
                scan.pairs += scan.blacks;
                scan.whites_behind += 1;
                scan.blacks_before = scan.blacks;
            }
        }
        scan
    }
}
