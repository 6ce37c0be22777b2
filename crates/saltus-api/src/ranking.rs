//! All moves of a position, and what each leads to. Bounds are drawn from each other: a move cannot shorten the way by more than itself,
//! and the way is no longer than over any move.

use dashu_int::UBig;
use saltus::answers::{Answers, Choice};
use saltus::limits::Limits;
use saltus::record::Whole;
use saltus::registry::Registry;
use serde::Serialize;

use crate::bounds::{Bounds, Shares, found};
use crate::play::begin;
use crate::puzzle::{Line, board};
use crate::reply::{Fault, Reply};

/// What is known of a position and of those that its moves lead to, in the family's order.
pub(crate) struct Ranking {
    pub(crate) here: Bounds,
    pub(crate) after: Vec<Bounds>,
    /// What each move adds to the number.
    steps: Vec<UBig>,
    /// Whether moves count, free or not, and not the pieces left.
    counts_moves: bool,
}

impl Ranking {
    /// Searches each of these moves with its share of the limits, given what is known of the position itself.
    pub(crate) fn new(
        families: &Registry,
        instance: &dyn Answers,
        choices: &[Choice],
        here: Bounds,
        limits: &Limits<'_>,
    ) -> Result<Self, Fault> {
        let counts_moves = instance.pieces().is_none();
        let adds_nothing = |choice: &Choice| !counts_moves || choice.is_free;
        let steps = choices.iter().map(|choice| if adds_nothing(choice) { UBig::ZERO } else { UBig::ONE });
        let after = vec![Bounds::open(); choices.len()];
        let mut ranking = Ranking { here, after, steps: steps.collect(), counts_moves };
        let mut shares = Shares::new(limits, choices.len());
        if !ranking.here.is_lost() {
            for (choice, after) in choices.iter().zip(&mut ranking.after) {
                let Some(share) = shares.next() else { break };
                let play = instance.play(&mut std::iter::once(choice.text.as_str()));
                let next = board(families, &play.map_err(Fault::too_much)?.line)?;
                *after = found(families, &*next, &share)?.0;
            }
        }
        ranking.draw();
        Ok(ranking)
    }

    /// Draws the bounds from each other.
    fn draw(&mut self) {
        let all = self.after.iter().zip(&self.steps);
        // Without a bound there is no play over this move.
        let lower = all.clone().filter_map(|(after, step)| after.lower.as_ref().map(|lower| lower + step)).min();
        let upper = all.filter_map(|(after, step)| {
            let (number, moves) = after.upper.as_ref()?;
            Some((number + step, moves + UBig::from(self.counts_moves)))
        });
        let over_moves = Bounds { lower, upper: upper.min() };
        self.here.narrow(&over_moves);
        for (after, step) in self.after.iter_mut().zip(&self.steps) {
            let rest = self.here.lower.as_ref().map(|lower| if lower < step { UBig::ZERO } else { lower - step });
            after.raise(rest.as_ref());
        }
    }

    /// Whether each move is a best one, which is known where the position is settled: those that lead to the same number, and of these where
    /// some moves cost nothing the ones with the fewest moves.
    pub(crate) fn best(&self) -> Vec<bool> {
        let all = || self.after.iter().zip(&self.steps);
        let leads_on = |(after, step): (&Bounds, &UBig)| match (after.settled(), self.here.settled()) {
            (Some(rest), Some(number)) if rest + step == *number => {
                after.upper.as_ref().map(|(_, moves)| moves.clone())
            }
            _ => None,
        };
        let fewest = all().filter_map(leads_on).min();
        all().map(|move_| leads_on(move_).is_some_and(|moves| Some(moves) == fewest)).collect()
    }

    /// Whether no other move can be a best one.
    pub(crate) fn is_complete(&self) -> bool {
        let may_be_best = |(after, step): (&Bounds, &UBig)| {
            let open = after.lower.as_ref().filter(|_| after.settled().is_none());
            open.is_some_and(|lower| self.here.settled().is_none_or(|number| lower + step <= *number))
        };
        !self.after.iter().zip(&self.steps).any(may_be_best)
    }
}

/// All moves, the best first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Ranking"))]
pub(crate) struct RankingShown<'a> {
    lower: Option<Whole>,
    upper: Option<Whole>,
    moves: Vec<MoveShown<'a>>,
}

/// A move and what is left after it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Ranked"))]
pub(crate) struct MoveShown<'a> {
    /// The move.
    text: &'a str,
    /// The cells that its piece comes to.
    path: &'a [u32],
    #[cfg_attr(test, schemars(extend("enum" = ["best", "won", "lost", "unsettled"])))]
    status: &'static str,
    /// What is left after it, where it is known exactly.
    length: Option<Whole>,
    lower: Option<Whole>,
    upper: Option<Whole>,
}

pub(crate) fn rank(families: &Registry, Line { line }: &Line, limits: &Limits<'_>) -> Result<Reply, Fault> {
    let instance = board(families, line)?;
    let play = begin(&*instance)?;
    if play.is_over {
        let [lower, upper] = Bounds::exactly(play.left.unwrap_or(0).into(), UBig::ZERO).shown();
        return Ok(Reply::json(&RankingShown { lower, upper, moves: Vec::new() }));
    }
    // The position's own search is the first of all, and may take more than each of the others.
    let first = Limits { nodes: limits.nodes / 3, ..limits.part(3) };
    let (here, _) = found(families, &*instance, &first)?;
    let ranking =
        Ranking::new(families, &*instance, &play.choices, here, &Limits { nodes: limits.nodes / 3 * 2, ..*limits })?;
    let best = ranking.best();
    // Best ones, then won ones by length, then open ones by what they may have, then lost ones.
    let rank = |&at: &usize| {
        let after: &Bounds = &ranking.after[at];
        let class = match after.settled() {
            _ if best[at] => 0,
            Some(_) => 1,
            None if after.is_lost() => 3,
            None => 2,
        };
        (class, after.lower.clone())
    };
    let mut order: Vec<usize> = (0..play.choices.len()).collect();
    order.sort_by_cached_key(rank);
    let moves = order.into_iter().map(|at| {
        let (Choice { text, path, .. }, after) = (&play.choices[at], &ranking.after[at]);
        let status = ["best", "won", "unsettled", "lost"][rank(&at).0];
        let [lower, upper] = after.shown();
        MoveShown { text, path, status, length: shown(after.settled()), lower, upper }
    });
    let [lower, upper] = ranking.here.shown();
    Ok(Reply::json(&RankingShown { lower, upper, moves: moves.collect() }))
}

/// A number in full, or null.
pub(crate) fn shown(number: Option<&UBig>) -> Option<Whole> {
    number.cloned().map(Whole)
}
