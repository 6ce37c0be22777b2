//! Potentials: functions of a board that are 0 or less at every goal and fall by at most 1 in a
//! move, so that the value at a board is a lower bound on the moves still needed.
//! `docs/certificates.md` says why each is one.

mod chain;
mod colours;
mod manhattan;
pub(crate) mod patterns;

use crate::board::{Cell, VACANT};
use crate::closed_set::{self, Bound};
use crate::families::Puzzle;
use crate::families::reverse::{Reverse, Standing};
use crate::families::shift::{BLACK, Moves, Shift, WHITE};
use crate::outcome::{Checked, Limits, OrRefuse, quote, refuse};
use chain::chain;
use colours::{Colours, Inversions};
use dashu_int::{IBig, UBig};
use manhattan::Homes;
use patterns::Views;

/// The value of a potential at the start. No board is written out where a formula gives it. `views`
/// are there for `patterns`.
pub(crate) fn at_start(name: &str, puzzle: &Puzzle, views: Option<&Views>, limits: &Limits) -> Checked<IBig> {
    match (name, puzzle) {
        ("forward" | "chain", Puzzle::Shift(shift @ Shift { n, m, gaps, start: None, .. })) if applies(name, shift) => {
            Ok((n * m + gaps * (n + m)).into())
        }
        ("displacement", Puzzle::Shift(Shift { n, m, gaps, start: None, .. })) => {
            Ok((n * m + (gaps * (n + m) + UBig::ONE) / 2u8).into())
        }
        ("forward", Puzzle::Shift(shift)) if applies(name, shift) => {
            let goal = forward(shift.goal(limits)?.cells());
            let fall = IBig::from(forward(shift.start(limits)?.cells())) - IBig::from(goal);
            // Backward moves raise it by as much as forward ones lower it.
            Ok(if shift.moves == Moves::Back && fall < IBig::ZERO { -fall } else { fall })
        }
        ("vacancy", Puzzle::Shift(shift)) if shift.gaps.is_one() => {
            let (from, to) = shift.vacancies();
            let distance = if from < to { to - from } else { from - to };
            let steps = if jumps(shift) { (distance + UBig::ONE) / 2u8 } else { distance };
            Ok(steps.into())
        }
        ("inversions", Puzzle::Reverse(Reverse { n, start: Standing::InOrder(_), .. })) => {
            Ok(((n * n - n) / 2u8).into())
        }
        ("manhattan", Puzzle::Tiles(tiles)) => Ok(Homes::new(tiles, limits)?.of(tiles.start.cells()).into()),
        ("zero", _) => refuse("`zero` is not a potential"),
        _ => Ok(bound(name, puzzle, views, limits)?(puzzle.start(limits)?.cells()).0.into()),
    }
}

/// Whether a potential is one for such rules.
fn applies(name: &str, shift: &Shift) -> bool {
    match name {
        "forward" => shift.moves != Moves::All,
        // Without an opponent there is no pair; with jumps over the own colour the formula would be
        // wrong.
        "chain" => shift.goal.is_none() && shift.has_both_colours() && shift.gaps.is_one(),
        _ => false,
    }
}

/// The potential of that name as a bound of a closed set, refused where it bounds nothing. `views`
/// are there for `patterns`.
pub(crate) fn bound<'a>(
    name: &str,
    puzzle: &'a Puzzle,
    views: Option<&'a Views>,
    limits: &Limits,
) -> Checked<Bound<'a>> {
    Ok(match (name, puzzle) {
        ("zero", _) => closed_set::zero(),
        ("chain", Puzzle::Shift(shift)) if applies(name, shift) => Box::new(|board| (chain(board), 0)),
        ("forward", Puzzle::Shift(shift)) if applies(name, shift) => {
            let goal = forward(shift.goal(limits)?.cells());
            Box::new(move |board| (forward(board).abs_diff(goal), 0))
        }
        ("displacement", Puzzle::Shift(shift)) => {
            let goal = shift.goal(limits)?;
            Box::new(move |board| (displacement(board, goal.cells()).div_ceil(2), 0))
        }
        ("vacancy", Puzzle::Shift(shift)) if shift.gaps.is_one() => {
            let (goal, reach) = (limits.length(&shift.vacancies().1)?, if jumps(shift) { 2 } else { 1 });
            Box::new(move |board| (vacancy(board).abs_diff(goal).div_ceil(reach) as u64, 0))
        }
        ("vacancy", Puzzle::Tiles(tiles)) => {
            Box::new(|board| (tiles.grid.distance(vacancy(board), tiles.goal.vacancy()) as u64, 0))
        }
        ("manhattan", Puzzle::Tiles(tiles)) => Homes::new(tiles, limits)?.noted(limits)?,
        ("patterns", Puzzle::Tiles(_)) => {
            let views = views.or_refuse("there are no patterns")?;
            Box::new(|board| (views.of(board), 0))
        }
        ("inversions", Puzzle::Reverse(reverse)) => {
            let mut inversions = Inversions::new(reverse, limits)?;
            Box::new(move |board| (inversions.of(board), 0))
        }
        ("colours", Puzzle::Reverse(reverse)) => {
            let mut colours = Colours::new(reverse, limits)?;
            Box::new(move |board| (colours.of(board), 0))
        }
        _ => return refuse(format_args!("{} is not a potential, or does not apply to this puzzle", quote(name))),
    })
}

fn vacancy(board: &[Cell]) -> usize {
    board.iter().position(|&cell| cell == VACANT).unwrap_or(0)
}

/// Whether a jump, which carries the vacancy two cells, is ever possible.
fn jumps(shift: &Shift) -> bool {
    shift.moves == Moves::All || shift.has_both_colours()
}

/// Pairs of a black left of a white, of a black left of a vacancy, and of a white right of one.
fn forward(board: &[Cell]) -> u64 {
    let (mut blacks, mut vacancies, mut pairs) = (0, 0, 0);
    for &cell in board {
        match cell {
            BLACK => blacks += 1,
            WHITE => pairs += blacks + vacancies,
            _ => {
                vacancies += 1;
                pairs += blacks;
            }
        }
    }
    pairs
}

/// How far the checkers of each colour stand from their cells on another board, in their order.
fn displacement(board: &[Cell], goal: &[Cell]) -> u64 {
    let mut way = 0;
    for colour in [BLACK, WHITE] {
        let mut there = 0;
        for (here, _) in board.iter().enumerate().filter(|&(_, &cell)| cell == colour) {
            while goal[there] != colour {
                there += 1;
            }
            way += here.abs_diff(there) as u64;
            there += 1;
        }
    }
    way
}
