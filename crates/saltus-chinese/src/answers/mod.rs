//! Who answers what about Chinese Checkers.

mod explain;
mod solvers;

use dashu_int::UBig;

use crate::rules::{Chinese, Instance};
use crate::search as engine;
use saltus_core::family::{
    CannotCertify, CannotSurvey, Count, Fact, Family, Listing, NO_ROOM, Solver, Survey, count_by_search,
    list_by_search, stop_for,
};
use saltus_core::limits::Limits;
use saltus_core::notation::Instance as _;
use saltus_core::proof;
use saltus_core::puzzle::{Puzzle, Zero};
use saltus_core::search::Search;
use saltus_core::search::breadth_first;
use saltus_core::search::shortest_paths::{self, ShortestPlays};
use saltus_core::verdict::Evidence;

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "rounds", solve: solvers::rounds },
        Solver { name: "breadth-first", solve: solvers::breadth_first },
    ];

    const BY_NAME: &'static [Solver<Self>] =
        &[Solver { name: "beam", solve: solvers::beam }, Solver { name: "thesis", solve: solvers::thesis }];

    const PRUNING: &'static [&'static str] = &crate::bounds::Rules::NAMES;

    fn count(&self, limits: &Limits<'_>) -> Count {
        match self.puzzle() {
            Err(too_large) => Count::GaveUp { stop: stop_for(&too_large), lower: UBig::ZERO },
            Ok(puzzle) => count_by_search(plays(&puzzle, limits), &puzzle, exhausted),
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        match self.puzzle() {
            Err(too_large) => Listing::GaveUp(stop_for(&too_large)),
            Ok(puzzle) => list_by_search(plays(&puzzle, limits), puzzle, exhausted),
        }
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        explain::facts(self)
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        crate::survey::survey(self, limits)
    }

    fn evidence_blocks(
        &self,
        by: Evidence,
        _: Option<&proof::Transcript>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(&'static str, Vec<u8>)>, CannotCertify> {
        let Evidence::Layers { length } = by else { return Ok(Vec::new()) };
        let puzzle = self.puzzle().map_err(|too_large| stop_for(&too_large))?;
        let layers = engine::layers(&puzzle, length, limits).ok_or_else(|| CannotCertify::NoRoom(NO_ROOM.into()))??;
        let flags = u8::from(layers.mirror) | u8::from(layers.meet) << 1;
        Ok(vec![("layers", proof::layers_block(length, flags, &layers.ranks))])
    }

    /// No evidence of this family is a set of states without turns.
    fn closed_set(&self, _: &'static str, _: Option<u32>, _: &Limits<'_>) -> Result<Vec<(u128, u32)>, CannotCertify> {
        Err(CannotCertify::NoRoom(NO_ROOM.into()))
    }
}

/// The words for an exhausted search.
fn exhausted(_: &Chinese) -> (String, Evidence) {
    ("every position that can be reached was visited, and none is the goal".into(), Evidence::Exhaustion)
}

/// All shortest plays. Two plays are the same when they move the same men to the same cells.
fn plays(puzzle: &Chinese, limits: &Limits<'_>) -> Search<Option<Plays>> {
    let found = breadth_first::solve(puzzle, limits)?;
    let at_most = found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    shortest_paths::build(puzzle, &Zero, at_most, limits)
}

type Plays = ShortestPlays<<Chinese as Puzzle>::State, <Chinese as Puzzle>::Move>;
