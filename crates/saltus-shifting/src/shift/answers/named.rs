//! The paper's own algorithms as solvers, selected by name. The length of their plays is that of Theorem 1, so the same potential proves
//! them shortest.

use std::ops::ControlFlow;

use dashu_int::UBig;

use super::at_once;
use crate::shift::rules::Instance;
use crate::shift::sources;
use saltus_core::family::{Solver, gave_up, solved, stop_for};
use saltus_core::limits::Limits;
use saltus_core::notation::Instance as _;
use saltus_core::plan::Moves;
use saltus_core::row::Hop;
use saltus_core::search::{Halted, Search};
use saltus_core::verdict::{Outcome, Verdict};

/// By their names.
pub(super) const SOLVERS: &[Solver<Instance>] = &[
    Solver { name: "backtrack", solve: |instance, limits| classical(instance, |size| backtracked(size, limits)) },
    Solver {
        name: "move",
        solve: |instance, limits| classical(instance, |size| constructed(size, limits, sources::recursive_move)),
    },
    Solver {
        name: "iterative-move",
        solve: |instance, limits| classical(instance, |size| constructed(size, limits, sources::iterative_move)),
    },
];

/// The classical game: n, m, and whether black moves first.
type GameSize = (u64, u64, bool);

/// The answer of an algorithm that gives the cells left and how many boards it tried. The paper has checkers of both colours.
fn classical(instance: &Instance, algorithm: impl FnOnce(GameSize) -> Search<(Vec<u64>, u64)>) -> Option<Verdict> {
    let (n, m, black_first) = instance.two_colours()?;
    let length = n * m + n + m;
    let ended = |halted: Halted| {
        let outcome = Outcome::GaveUp { stop: halted.stop, lower: length.clone() };
        Verdict { outcome, evidence: instance.potential(), ..gave_up(halted) }
    };
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(ended(at_once(stop_for(&too_large)))),
    };
    let size = |number: &UBig| u64::try_from(number).expect("below the cells, which were laid out");
    Some(match algorithm((size(n), size(m), black_first)) {
        Err(halted) => ended(halted),
        Ok((left, tried)) => {
            let plan = Moves::new(puzzle, hops(&left, size(n)));
            solved(Box::new(plan), length, instance.potential(), tried)
        }
    })
}

/// The moves by the cells that they leave, from 1. The vacancy begins after n checkers.
fn hops(left: &[u64], n: u64) -> Vec<Hop> {
    let mut gap = n as u32;
    left.iter().map(|&cell| cell as u32 - 1).map(|from| Hop { from, to: std::mem::replace(&mut gap, from) }).collect()
}

/// The play of a construction, if it can be held.
fn constructed(
    (n, m, black_first): GameSize,
    limits: &Limits<'_>,
    construct: fn(u64, u64, bool) -> Vec<u64>,
) -> Search<(Vec<u64>, u64)> {
    // The cells left, once more in a mirror, and the moves.
    const BYTES_A_MOVE: u64 = (2 * size_of::<u64>() + size_of::<Hop>()) as u64;
    let moves = n.saturating_mul(m).saturating_add(n + m);
    limits.afford(moves.saturating_mul(BYTES_A_MOVE)).map_err(at_once)?;
    Ok((construct(n, m, black_first), 0))
}

/// The first play of backtracking in which the colour asked for moves first.
fn backtracked((n, m, black_first): GameSize, limits: &Limits<'_>) -> Search<(Vec<u64>, u64)> {
    let mut found = Vec::new();
    let output = |left: &[usize]| {
        if (left[0] as u64 <= n) != black_first {
            return ControlFlow::Continue(());
        }
        found = left.iter().map(|&cell| cell as u64).collect();
        ControlFlow::Break(())
    };
    let tried = sources::backtrack(n as usize, m as usize, limits, output)?;
    Ok((found, tried))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::read;
    use saltus_core::family::Family;
    use saltus_core::limits::Stop;

    /// The moves as text, and the length that is said to be least.
    fn answer(solver: &Solver<Instance>, line: &str) -> (String, UBig) {
        let verdict = (solver.solve)(&read(line).unwrap(), &Limits::default()).expect("it applies");
        assert!(verdict.is_provable(), "{line} by {}", solver.name);
        let Outcome::Solved { plan, lower } = &verdict.outcome else { panic!("{line} has a play") };
        assert_eq!(plan.replay(&plan.moves()), Ok(()), "{line} by {}", solver.name);
        assert_eq!(plan.cost(), *lower);
        let mut text = Vec::new();
        plan.write(&UBig::ZERO, &plan.moves(), saltus_core::plan::Style::WORDS, &mut text).unwrap();
        (String::from_utf8(text).unwrap(), lower.clone())
    }

    #[test]
    fn the_papers_algorithms_agree_with_the_closed_form() {
        let [backtrack, recursive, iterative] = SOLVERS else { panic!("three of them") };
        let closed = &Instance::SOLVERS[0];
        for (n, m) in (1..7u64).flat_map(|n| (1..7u64).map(move |m| (n, m))) {
            for options in ["", " first=w", " moves=back", " first=w moves=all"] {
                let line = format!("shift {n} {m}{options}");
                let (play, length) = answer(closed, &line);
                assert_eq!(answer(recursive, &line), (play.clone(), length.clone()), "{line}");
                assert_eq!(answer(iterative, &line), (play.clone(), length.clone()), "{line}");
                let (tried, least) = answer(backtrack, &line);
                assert_eq!(least, length, "{line}");
                // Against one checker there are more plays than two.
                assert!(n == 1 || m == 1 || tried == play, "{line}");
                assert_eq!(tried.split(' ').next(), play.split(' ').next(), "{line}: the first move");
            }
        }
    }

    #[test]
    fn limits_end_them_and_other_instances_are_not_theirs() {
        let [backtrack, recursive, _] = SOLVERS else { panic!("three of them") };
        let stopped = |solver: &Solver<Instance>, line: &str, limits: Limits<'_>| {
            let verdict = (solver.solve)(&read(line).unwrap(), &limits).expect("it applies");
            let Outcome::GaveUp { stop, lower } = verdict.outcome else { panic!("{line} is too much") };
            (stop, lower)
        };
        let few = Limits { nodes: 1000, ..Limits::default() };
        assert_eq!(stopped(backtrack, "shift 30 30", few), (Stop::Nodes, 960u32.into()));
        let small = Limits { memory: 1 << 20, ..Limits::default() };
        assert!(matches!(stopped(recursive, "shift 1000 1000", small).0, Stop::Memory { .. }));
        for line in ["shift 5 0", "shift bbwb_ww"] {
            for solver in SOLVERS {
                assert!((solver.solve)(&read(line).unwrap(), &Limits::default()).is_none(), "{line}");
            }
        }
    }
}
