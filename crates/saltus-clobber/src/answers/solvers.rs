//! The solvers. Each answers, or returns that it does not apply to the instance.

use std::sync::Arc;

use dashu_int::UBig;

use crate::bounds::{Components, LowerBound};
use crate::closed::letters::Form;
use crate::closed::plans::DivisionPlan;
use crate::closed::{alternate, fast, multipartite, trees};
use crate::evidence;
use crate::rules::{Clobber, Colour, Instance, Look, MOST_CELLS, Move, Shape, Turns};
use crate::search::{self as engine, FoundPlay, grids};
use crate::sources::section4::{self, Strategy};
use crate::sources::words;
use crate::sources::{
    cuts,
    letter_pairs::{self, Solution},
};
use saltus_core::board::Cell;
use saltus_core::evidence::{Evidence, Stated};
use saltus_core::family::{gave_up, solved, stop_for};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::plan::Moves;
use saltus_core::puzzle::Puzzle;
use saltus_core::search::Halted;
use saltus_core::verdict::Verdict;

/// Lines and cycles where any pawn may move at any time: the value at once, the play when it is
/// asked for.
pub(super) fn division(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let form = instance.free_form()?;
    let pawns = instance.pawns();
    let value = fast::value(pawns, form, limits.threads);
    let plan = DivisionPlan::new(Arc::clone(pawns), form, value, limits.threads);
    Some(solved(Box::new(plan), UBig::from(value), evidence::dual(Arc::clone(pawns), form), 0))
}

/// Trees and forests where any pawn may move at any time.
pub(super) fn trees(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    if instance.turns != Turns::Free {
        return None;
    }
    let puzzle = instance.puzzle().ok()?;
    let (value, moves) = trees::solve(puzzle.board(), puzzle.start().cells())?;
    Some(played(puzzle, moves, value, Box::new(Stated::theorem("trees")), 0))
}

/// Complete multipartite graphs where any pawn may move at any time.
pub(super) fn multipartite(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let (puzzle, parts) = in_parts(instance)?;
    let multipartite::BestPlay { value, part, moves } = multipartite::solve(&parts, puzzle.start().cells());
    let evidence: Box<dyn Evidence> = match part {
        None => Box::new(evidence::components()),
        Some(number) => {
            let is_inside = |(part, pawn): (&Cell, &Option<Colour>)| *part == number && pawn.is_some();
            evidence::balance(&parts.iter().zip(puzzle.start().cells()).map(is_inside).collect::<Vec<_>>())
        }
    };
    Some(played(puzzle, moves, value, evidence, 0))
}

/// An instance that is a complete multipartite graph, with the part of each cell.
pub(super) fn in_parts(instance: &Instance) -> Option<(Clobber, Vec<Cell>)> {
    if instance.turns != Turns::Free {
        return None;
    }
    match &instance.shape {
        // Its board is small, however many edges it has.
        Shape::Multipartite(sizes) if instance.cells() as u64 <= MOST_CELLS => {
            let puzzle = Clobber::new(instance.board(), instance.pawns(), Turns::Free).drawn(Look::Ring);
            let part = |number: usize| vec![number as Cell; sizes[number]];
            Some((puzzle, (0..sizes.len()).flat_map(part).collect()))
        }
        Shape::Hamming(_) | Shape::Cube { .. } | Shape::Graph { .. } => {
            let puzzle = instance.puzzle().ok()?;
            let parts = multipartite::parts(puzzle.board(), puzzle.start().cells())?;
            Some((puzzle, parts))
        }
        _ => None,
    }
}

/// Lines and cycles where the colours take turns.
pub(super) fn balanced_walk(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let Turns::Alternate { first } = instance.turns else { return None };
    let form = instance.form()?;
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let found = alternate::solve(puzzle.start().cells(), first, form, limits);
    let verdict = played(puzzle, found.moves, found.lower, Box::new(Stated::theorem("alternate")), 0);
    Some(Verdict { limit: found.stop, ..verdict })
}

/// Full grids where any pawn may move at any time, if the invariant's bound is reached.
pub(super) fn peeling(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let (Shape::Grid { width, .. }, Turns::Free) = (&instance.shape, instance.turns) else { return None };
    let puzzle = instance.puzzle().ok()?;
    match grids::solve(*width, puzzle.start().cells(), limits) {
        Ok(found) => {
            let found = found?;
            let evidence = Box::new(evidence::components());
            Some(played(puzzle, found.moves, found.lower, evidence, found.expanded))
        }
        Err(halted) => Some(gave_up(halted)),
    }
}

/// Any graph where any pawn may move at any time, by forests, if the bound is reached or a limit.
pub(super) fn forest(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    if instance.turns != Turns::Free {
        return None;
    }
    by_search(instance, limits, &|puzzle| {
        let found = engine::forests(puzzle.board(), puzzle.start().cells(), limits);
        (found.stop != Some(Stop::Narrow)).then_some(found)
    })
}

/// Any graph, by search.
pub(super) fn search(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    by_search(instance, limits, &|puzzle| {
        Some(engine::solve(puzzle.board(), puzzle.start().cells(), puzzle.turns(), limits))
    })
}

fn by_search(
    instance: &Instance,
    limits: &Limits<'_>,
    solve: &dyn Fn(&Clobber) -> Option<FoundPlay>,
) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let found = solve(&puzzle)?;
    let bound = found.bound.unwrap_or_else(|| LowerBound::of(puzzle.board(), puzzle.start().cells(), limits));
    let evidence = if found.lower <= bound.least { evidence::bound(bound) } else { evidence::reached(puzzle.clone()) };
    let verdict = played(puzzle, found.moves, found.lower, evidence, found.expanded);
    Some(Verdict { limit: found.stop, ..verdict })
}

/// Lines by the paper's graph of letter pairs (Theorem 11).
pub(super) fn letter_pairs(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let pawns = instance.colours().filter(|_| instance.shape == Shape::Line)?;
    by_word(instance, Form::Line, &letter_pairs::solve(&pawns))
}

/// Cycles by the paper's cuts (Theorem 12), each line by letter pairs.
pub(super) fn cuts(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let cycle = instance.colours().filter(|cycle| instance.shape == Shape::Cycle && cycle.len() >= 3)?;
    by_word(instance, Form::Cycle, &cuts::solve(&cycle))
}

/// The strategy of section 4, which is not optimal.
pub(super) fn section_4(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let cells = instance.colours()?;
    let start = match instance.shape {
        Shape::Cycle => section4::best_cut(&cells).map_or(0, |(start, _)| start),
        _ => 0,
    };
    let puzzle = instance.puzzle().ok()?;
    let moves = Strategy::on_cycle(&cells, start).moves().collect();
    let least = Components::of(puzzle.board(), puzzle.start().cells());
    Some(played(puzzle, moves, least, Box::new(evidence::components()), 0))
}

fn by_word(instance: &Instance, form: Form, solution: &Solution) -> Option<Verdict> {
    let moves = words::moves(form, &solution.word).expect("an optimal word is a game").collect();
    let evidence = evidence::dual(Arc::clone(instance.pawns()), instance.free_form()?);
    Some(played(instance.puzzle().ok()?, moves, solution.value, evidence, 0))
}

fn played(puzzle: Clobber, moves: Vec<Move>, lower: usize, evidence: Box<dyn Evidence>, expanded: u64) -> Verdict {
    solved(Box::new(Moves::new(puzzle, moves)), UBig::from(lower), evidence, expanded)
}
