//! Who answers what about numbered reversal.

use dashu_int::UBig;

use super::{
    CannotCertify, Count, Fact, Family, Listing, Solver, Survey, all_plays, count_by_search, exhausted, gave_up, keyed_set,
    list_by_search, searched, stop_for,
};
use crate::bounds::reverse::Inversions;
use crate::limits::{Limits, Stop};
use crate::notation::Instance as _;
use crate::puzzle::{Puzzle, Zero};
use crate::puzzles::reverse::{Instance, Reverse};
use crate::puzzles::row::Hop;
use crate::search::breadth_first::{self, Until};
use crate::search::shortest_paths::ShortestPlays;
use crate::search::{Halted, Search, a_star};
use crate::verdict::{Evidence, Verdict};

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[Solver { name: "a-star", solve: search }];

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
        Vec::new()
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, Stop> {
        let puzzle = self.puzzle().map_err(|too_large| stop_for(&too_large))?;
        let found = breadth_first::explore(&puzzle, Until::Everything, limits).map_err(|halted| halted.stop)?;
        Ok(Survey {
            distribution: found.layers().map(|layer| UBig::from(layer.len())).collect(),
            facts: Vec::new(),
        })
    }

    fn closed_set(
        &self,
        bound: &'static str,
        cost: Option<u32>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(u128, u32)>, CannotCertify> {
        let puzzle = self.puzzle().map_err(|too_large| CannotCertify::Stop(stop_for(&too_large)))?;
        match bound {
            "inversions" => keyed_set(&puzzle, &Inversions, cost, limits),
            _ => keyed_set(&puzzle, &Zero, cost, limits),
        }
    }
}

fn search(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let found = a_star::solve(&puzzle, &Inversions, limits);
    Some(searched(puzzle, found, |_| Evidence::ClosedSet("inversions"), exhausted))
}

fn plays(puzzle: &Reverse, limits: &Limits<'_>) -> Search<Option<ShortestPlays<<Reverse as Puzzle>::State, Hop>>> {
    let found = a_star::solve(puzzle, &Inversions, limits)?;
    let at_most = found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    all_plays(puzzle, &Inversions, at_most, limits)
}
