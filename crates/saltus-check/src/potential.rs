//! Potentials: functions of a board that are 0 or less at every goal and fall by at most 1 in a
//! move, so that the value at a board is a lower bound on the moves still needed.
//! `docs/certificates.md` says why each is one.

use crate::board::Board;
use crate::grid::Grid;
use crate::manhattan::{Homes, Manhattan};
use crate::orders::{Colours, Inversions};
use crate::outcome::{Checked, Limits, OrRefuse, quote, refuse};
use crate::puzzle::Puzzle;
use crate::reverse::{Reverse, Standing};
use crate::shift::{BLACK, Moves, Shift, WHITE};
use crate::views::Views;
use dashu_int::{IBig, UBig};

/// The value of a potential at the start. No board is written out where a formula gives it. `views`
/// are there for `patterns`.
pub(crate) fn at_start(name: &str, puzzle: &Puzzle, views: Option<&Views>, limits: &Limits) -> Checked<IBig> {
    match (name, puzzle) {
        ("forward" | "chain", Puzzle::Shift(shift @ Shift { n, m, start: None, .. })) if applies(name, shift) => {
            Ok((n * m + n + m).into())
        }
        ("forward", Puzzle::Shift(shift)) if applies(name, shift) => {
            let goal = forward(&shift.goal(limits)?);
            Ok(IBig::from(forward(&shift.start(limits)?)) - IBig::from(goal))
        }
        ("vacancy", Puzzle::Shift(shift)) => {
            let (from, to) = shift.vacancies();
            let distance = if from < to { to - from } else { from - to };
            let steps = if jumps(shift) { (distance + UBig::ONE) / 2u8 } else { distance };
            Ok(steps.into())
        }
        ("inversions", Puzzle::Reverse(Reverse { n, start: Standing::InOrder(_), .. })) => {
            Ok(((n * n - n) / 2u8).into())
        }
        ("manhattan", Puzzle::Tiles(tiles)) => Ok(Homes::new(tiles, limits)?.of(&tiles.start).into()),
        ("zero", _) => refuse("`zero` is not a potential"),
        _ => Ok(Bound::new(name, puzzle, views, limits)?.of(&puzzle.start(limits)?).into()),
    }
}

/// Whether a potential is one for such rules.
fn applies(name: &str, shift: &Shift) -> bool {
    match name {
        "forward" => shift.moves == Moves::Forward,
        // Without an opponent there is no pair; with jumps over the own colour the formula would be
        // wrong.
        "chain" => shift.goal.is_none() && shift.has_both_colours(),
        _ => false,
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
    /// The bound of that name, refused where it bounds nothing. `views` are there for `patterns`.
    pub(crate) fn new(name: &str, puzzle: &Puzzle, views: Option<&'a Views>, limits: &Limits) -> Checked<Self> {
        Ok(match (name, puzzle) {
            ("zero", _) => Self::Zero,
            ("chain", Puzzle::Shift(shift)) if applies(name, shift) => Self::Chain,
            ("vacancy", Puzzle::Shift(shift)) => {
                Self::Vacancy { goal: limits.length(&shift.vacancies().1)?, jumps: jumps(shift) }
            }
            ("vacancy", Puzzle::Tiles(tiles)) => Self::VacancyOn { goal: tiles.goal.vacancy(), grid: tiles.grid },
            ("manhattan", Puzzle::Tiles(tiles)) => Self::Manhattan(Manhattan::new(tiles, limits)?),
            ("patterns", Puzzle::Tiles(_)) => Self::Patterns(views.or_refuse("there are no patterns")?),
            ("inversions", Puzzle::Reverse(reverse)) => Self::Inversions(Inversions::new(reverse, limits)?),
            ("colours", Puzzle::Reverse(reverse)) => Self::Colours(Colours::new(reverse, limits)?),
            _ => return refuse(format_args!("{} is not a potential, or does not apply to this puzzle", quote(name))),
        })
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

/// Pairs of a black left of a white, and the blacks left of the vacancy, and the whites right of
/// it.
fn forward(board: &Board) -> u64 {
    let (left, right) = board.sides();
    let blacks = left.iter().filter(|&&cell| cell == BLACK).count();
    let whites = right.iter().filter(|&&cell| cell == WHITE).count();
    Scan::of(board).pairs + blacks as u64 + whites as u64
}

/// The potential that holds with every set of moves. The pairs on its chain are those of the
/// rightmost black with any white and those of the rightmost white with any black, so that two
/// counts tell which are undone.
fn chain(board: &Board) -> u64 {
    let Scan { blacks, whites, pairs, whites_after, blacks_before } = Scan::of(board);
    let before = board.vacancy() as u64;
    if whites_after > 0 {
        // The first undone pair is that of black 1 and white m - whites_after + 1. All blacks
        // stand left of the last white, so every later pair of the chain is undone too.
        let a = blacks + whites - whites_after;
        pairs + whites_after + blacks - 1 + (before + a + 1) % 2
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
    whites_after: u64,
    /// Blacks left of the last white.
    blacks_before: u64,
}

impl Scan {
    fn of(board: &Board) -> Self {
        let mut scan = Self::default();
        for checker in board.checkers() {
            if checker == BLACK {
                scan.blacks += 1;
                scan.whites_after = 0;
            } else {
                scan.whites += 1;
                scan.pairs += scan.blacks;
                scan.whites_after += 1;
                scan.blacks_before = scan.blacks;
            }
        }
        scan
    }
}
