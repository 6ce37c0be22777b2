//! The solvers. Each answers, or says that the instance is not for it.

use dashu_int::UBig;

use crate::bounds::Rules;
use crate::evidence::Layers;
use crate::rules::{Chinese, Instance, Move};
use crate::search::beam::{BATCH, Quest};
use crate::search::game::Step;
use crate::search::rounds::Sample;
use crate::search::{self as engine, Range};
use crate::sources::thesis::Thesis;
use crate::sources::thesis::search::{Event, Options, search};
use saltus_core::board::Cell;
use saltus_core::evidence::Stated;
use saltus_core::family::{exhausted, gave_up, searched, solved, stop_for, unsolvable};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::plan::Moves;
use saltus_core::puzzle::Puzzle as _;
use saltus_core::search::{Found, Halted, breadth_first};
use saltus_core::verdict::Verdict;

/// Positions of a first look, which tells at once where play comes to nothing.
const FIRST_LOOK: u64 = 20_000;

/// Attempts to find a first game.
const ATTEMPTS: u32 = BATCH;

/// What is tried by turns, each time with more patience. The last is a proof alone, with no end of its own.
const EFFORTS: [Effort; 4] = [
    Effort { nodes: 4_000_000, moves: 2_000_000, attempts: 6 * BATCH },
    Effort { nodes: 200_000_000, moves: 50_000_000, attempts: 16 * BATCH },
    Effort { nodes: 1_000_000_000, moves: 300_000_000, attempts: 0 },
    Effort { nodes: u64::MAX, moves: 0, attempts: 0 },
];

/// Where a proof ends, what comes behind it need not be made.
struct Effort {
    /// Positions that a proof may take that there is no shorter game.
    nodes: u64,
    /// Moves from each layer that a search for a shorter one among samples of positions makes.
    moves: u64,
    /// Attempts at one by beam search: the more, the wider.
    attempts: u32,
}

/// More seeds than the attempts of an effort use.
const SEEDS: usize = 1 << 16;

/// By rounds, length by length, up to a game that was found meanwhile.
pub(super) fn rounds(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let rules = Rules::without(limits.without);
    let found = engine::find(&puzzle, &Quest { upper: None, lower: 0, attempts: ATTEMPTS, seed: 1 }, limits)?;
    let (mut best, mut generated) = (found.game, found.generated);
    // Where a game was found, the goal can be reached.
    if let Some(verdict) = best.is_none().then(|| comes_to_nothing(&puzzle, limits)).flatten() {
        return Some(verdict);
    }
    let length = |steps: &Vec<Step>| steps.len() as u32;
    let mut excluded = 0;
    for (seed, Effort { nodes, moves, attempts }) in (1..).step_by(SEEDS).zip(EFFORTS) {
        let range = Range { excluded, upper: best.as_ref().map(length) };
        let answer = engine::solve(&puzzle, rules, range, &Limits { nodes: nodes.min(limits.nodes), ..*limits })?;
        generated += answer.generated;
        excluded = answer.excluded;
        best = answer.steps.or(best);
        // What the proof has no room for, a sample may have.
        let goes_on =
            matches!(answer.stop, Some(Stop::Nodes | Stop::Memory { .. })) && nodes < limits.nodes && moves > 0;
        if !goes_on {
            let Some(steps) = best else {
                let stop = answer.stop.unwrap_or(Stop::Nodes);
                return Some(gave_up(Halted { stop, lower: answer.lower, expanded: generated }));
            };
            let verdict = solved(
                Box::new(Moves::new(puzzle.clone(), played(&puzzle, &steps))),
                UBig::from(answer.lower),
                Box::new(Layers::new(puzzle.clone(), excluded, rules.are_carried())),
                generated,
            );
            return Some(Verdict { limit: answer.stop, ..verdict });
        }
        let range = Range { excluded, upper: best.as_ref().map(length) };
        let found = engine::sample(&puzzle, range, Sample { moves, seed }, limits)?;
        generated += found.generated;
        best = found.game.or(best);
        let upper = best.as_ref().map(|steps| length(steps) - 1);
        let found = engine::find(&puzzle, &Quest { upper, lower: excluded + 1, attempts, seed }, limits)?;
        generated += found.generated;
        best = found.game.or(best);
    }
    unreachable!("the last proof has all nodes there are")
}

/// Beam search alone.
pub(super) fn beam(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok()?;
    let found = engine::find(&puzzle, &Quest { upper: None, lower: 0, attempts: 22 * BATCH, seed: 1 }, limits)?;
    let Some(steps) = found.game else {
        let stop = found.stop.unwrap_or(Stop::Nodes);
        return Some(gave_up(Halted { stop, lower: 0, expanded: found.generated }));
    };
    let plan = Box::new(Moves::new(puzzle.clone(), played(&puzzle, &steps)));
    Some(solved(plan, UBig::ZERO, Box::new(Stated::witness()), found.generated))
}

/// The thesis's depth-first search by its heuristics, mended so that it ends.
pub(super) fn thesis(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let thesis = Thesis::new(instance).ok()?;
    // The thesis knew a game of 58 turns by 30 men.
    let men = thesis.puzzle().start().cells().iter().flatten().count() as u32;
    let options = Options { upper: Options::DEFAULT.upper.max(4 * men), ..Options::DEFAULT };
    let mut nodes = 0;
    let outcome = search(&thesis, &options, limits, &mut |event| {
        let phase = match event {
            Event::Round { passed, cutoff } => format!("{passed} moves passed over, at most {cutoff} turns"),
            Event::Found(game) => {
                format!("a game of {} turns, a man in the goal after {}", game.moves.len(), game.entered)
            }
            Event::Exhausted { passed, nodes: so_far } => {
                nodes = so_far;
                format!("{passed} moves passed over: nothing more")
            }
        };
        limits.report(&phase, nodes, None);
    });
    let Some(game) = outcome.best else {
        let stop = outcome.stop.unwrap_or(Stop::Nodes);
        return Some(gave_up(Halted { stop, lower: outcome.lower, expanded: outcome.nodes }));
    };
    let plan = Box::new(Moves::new(instance.puzzle().ok()?, game.moves));
    let verdict = solved(plan, UBig::ZERO, Box::new(Stated::witness()), outcome.nodes);
    Some(Verdict { limit: outcome.stop, ..verdict })
}

/// Every position within some turns.
pub(super) fn breadth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok()?;
    let found = breadth_first::solve(&puzzle, limits);
    Some(searched(puzzle, found, |_, _| Box::new(Stated::exhaustion()), exhausted))
}

/// An answer where few positions can be reached, and none of them is the goal.
fn comes_to_nothing(puzzle: &Chinese, limits: &Limits<'_>) -> Option<Verdict> {
    let look = Limits { nodes: FIRST_LOOK.min(limits.nodes), progress: None, ..*limits };
    match breadth_first::solve(puzzle, &look) {
        Ok(Found { plan: None, expanded }) => {
            let (because, evidence) = exhausted(puzzle);
            Some(unsolvable(because, evidence, expanded))
        }
        _ => None,
    }
}

/// Moves with all landing places.
fn played(puzzle: &Chinese, steps: &[Step]) -> Vec<Move> {
    let mut state = puzzle.start();
    let step = |step: &Step| {
        let path = puzzle.path(&state, Cell::from(step.from), Cell::from(step.to)).expect("searches make legal moves");
        puzzle.play(&mut state, &path);
        path
    };
    steps.iter().map(step).collect()
}
