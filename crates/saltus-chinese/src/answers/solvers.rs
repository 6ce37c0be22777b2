//! The solvers. Each answers, or returns that it does not apply to the instance.

use dashu_int::UBig;

use crate::bounds::Rules;
use crate::evidence::LayerEvidence;
use crate::rules::{Chinese, Instance, Move};
use crate::search::beam::{BATCH, BeamRequest};
use crate::search::game::ManMove;
use crate::search::keyed::visit;
use crate::search::layer_search::Sample;
use crate::search::{self as engine, LengthRange};
use crate::sources::thesis::Thesis;
use crate::sources::thesis::heuristics::MoveValues;
use crate::sources::thesis::measures::Measure;
use crate::sources::thesis::search::{Cutoff, Cuts, Event, Game, Options, search};
use saltus_core::board::Cell;
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::family::{EXHAUSTED, Setting, exhausted, gave_up, searched, solved, stop_for, unsolvable};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::plan::Moves;
use saltus_core::puzzle::Puzzle as _;
use saltus_core::search::{Halted, breadth_first};
use saltus_core::verdict::{Note, Verdict};

/// Attempts to find a first game.
const ATTEMPTS: u32 = BATCH;

/// What each solver of the portfolio may spend before the next one has its turn.
#[derive(Clone, Copy)]
struct SolverTier {
    /// Positions that a visit of all positions may expand.
    positions: u64,
    /// Positions that the proof that there is no shorter game may make.
    nodes: u64,
    /// Moves from each layer that a search for a shorter game among samples of positions makes.
    moves: u64,
    /// Attempts to find a shorter game by beam search: the more, the wider.
    attempts: u32,
}

/// The schedule of the portfolio. After the last of these tiers there are neither samples nor
/// attempts.
const TIERS: [SolverTier; 3] = [
    SolverTier { positions: 250_000, nodes: 4_000_000, moves: 2_000_000, attempts: 6 * BATCH },
    SolverTier { positions: 4_000_000, nodes: 200_000_000, moves: 50_000_000, attempts: 16 * BATCH },
    SolverTier { positions: 16_000_000, nodes: 1_000_000_000, moves: 300_000_000, attempts: 0 },
];

/// How many times as much the tiers after the last of [`TIERS`] may spend as the ones before them.
const GROWTH: u64 = 4;

/// More seeds than the attempts of a tier use.
const SEEDS: u64 = 1 << 16;

/// The portfolio: a proof layer by layer and length by length, up to a game that was found
/// meanwhile. All solvers have their turns, with budgets of nodes that grow. So whatever a visit of
/// all positions decides is decided in time proportional to that, as long as the positions have
/// room in memory.
pub(super) fn rounds(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let found = engine::find(&puzzle, &BeamRequest { upper: None, lower: 0, attempts: ATTEMPTS, seed: 1 }, limits)?;
    let mut portfolio =
        Portfolio { puzzle: &puzzle, limits, best: None, excluded: 0, generated: found.generated, may_visit_all: true };
    portfolio.take(found.game);
    // A tier ends the search when the budget has no limit.
    (0..).find_map(|number| portfolio.tier(number))
}

/// Why no solver of a portfolio refuses its puzzle.
const FITS: &str = "the board and the armies have room, as the first search has found";

/// What the solvers have found so far.
struct Portfolio<'a> {
    puzzle: &'a Chinese,
    limits: &'a Limits<'a>,
    /// The shortest game found.
    best: Option<Vec<ManMove>>,
    /// No game has at most this many turns; the winner's turn, or 0.
    excluded: u32,
    /// Positions made by all solvers.
    generated: u64,
    /// Whether more nodes may help a visit of all positions: it has not reached another limit.
    may_visit_all: bool,
}

impl Portfolio<'_> {
    /// Gives each solver its turn. None when the answer is still open.
    fn tier(&mut self, number: u32) -> Option<Verdict> {
        let SolverTier { positions, nodes, moves, attempts } = self.budget(number);
        let knew_a_game = self.best.is_some();
        if !knew_a_game && let Some(verdict) = self.visit_all(positions, nodes) {
            return Some(verdict);
        }
        let answer = self.prove(nodes, LengthRange { excluded: self.excluded, upper: self.length() });
        self.excluded = answer.excluded;
        let is_last = nodes >= self.limits.nodes;
        match answer.stop {
            Some(Stop::Nodes) if !is_last => {}
            // Where a proof has no room, samples and a visit of all positions may have.
            Some(Stop::Memory { .. }) if !is_last && moves > 0 => {}
            Some(Stop::Memory { .. }) if !is_last => {
                let verdict = self.visit_all(u64::MAX, nodes);
                return Some(verdict.unwrap_or_else(|| self.verdict(answer.lower, answer.stop)));
            }
            stop => return Some(self.verdict(answer.lower, stop)),
        }
        if knew_a_game && let Some(verdict) = self.visit_all(positions, nodes) {
            return Some(verdict);
        }
        let seed = 1 + SEEDS * u64::from(number);
        if moves > 0 {
            let range = LengthRange { excluded: self.excluded, upper: self.length() };
            let found = engine::sample(self.puzzle, range, Sample { moves, seed }, self.limits).expect(FITS);
            self.generated += found.generated;
            self.take(found.game);
        }
        if attempts > 0 {
            let upper = self.length().map(|length| length - 1);
            let quest = BeamRequest { upper, lower: self.excluded + 1, attempts, seed };
            let found = engine::find(self.puzzle, &quest, self.limits).expect(FITS);
            self.generated += found.generated;
            self.take(found.game);
        }
        None
    }

    /// What a tier may spend. A proof without an alternative has no limit of its own.
    fn budget(&self, number: u32) -> SolverTier {
        let last = TIERS[TIERS.len() - 1];
        TIERS.get(number as usize).copied().unwrap_or_else(|| {
            let factor = GROWTH.saturating_pow(number + 1 - TIERS.len() as u32);
            let nodes = if self.may_visit_all { last.nodes.saturating_mul(factor) } else { u64::MAX };
            SolverTier { positions: last.positions.saturating_mul(factor), nodes, moves: 0, attempts: 0 }
        })
    }

    /// Turns of the shortest game found.
    fn length(&self) -> Option<u32> {
        self.best.as_ref().map(|steps| steps.len() as u32)
    }

    /// The proof, length by length.
    fn prove(&mut self, nodes: u64, range: LengthRange) -> engine::LengthProof {
        let limits = Limits { nodes: nodes.min(self.limits.nodes), ..*self.limits };
        let mut answer = engine::solve(self.puzzle, Rules::without(limits.without), range, &limits).expect(FITS);
        self.generated += answer.generated;
        self.limits.at_least(answer.lower);
        self.take(answer.steps.take());
        answer
    }

    /// Keeps a game, which is shorter than the one before.
    fn take(&mut self, game: Option<Vec<ManMove>>) {
        let Some(steps) = game else { return };
        self.limits.found(|| self.plan(&steps));
        self.best = Some(steps);
    }

    fn plan(&self, steps: &[ManMove]) -> Moves<Chinese> {
        Moves::new(self.puzzle.clone(), played(self.puzzle, steps))
    }

    /// Visits all positions, or those up to a goal: an answer, if these limits suffice.
    fn visit_all(&mut self, positions: u64, nodes: u64) -> Option<Verdict> {
        if !self.may_visit_all {
            return None;
        }
        // That there is no game at all is seen only at the end, whatever length is asked about.
        let limits = Limits { nodes: positions.min(self.limits.nodes), at_most: u32::MAX, ..*self.limits };
        let steps = match visit(self.puzzle, &limits) {
            Ok((None, expanded)) => {
                let evidence = Box::new(ClosedSet::of_all(self.puzzle.clone()));
                return Some(unsolvable(EXHAUSTED, evidence, expanded));
            }
            Ok((Some(steps), expanded)) => {
                self.generated += expanded;
                steps
            }
            Err(halted) => {
                self.generated += halted.expanded;
                self.may_visit_all = halted.stop == Stop::Nodes;
                return None;
            }
        };
        let length = steps.len() as u32;
        self.excluded = length.saturating_sub(self.puzzle.order().len() as u32);
        if self.length() != Some(length) {
            // The game that the proof would have found, where it finds one.
            self.best = None;
            self.prove(nodes, LengthRange { excluded: self.excluded, upper: Some(length + 1) });
            self.best.get_or_insert(steps);
        }
        Some(self.verdict(length, None))
    }

    /// What is known: no game has fewer than `lower` turns.
    fn verdict(&mut self, lower: u32, stop: Option<Stop>) -> Verdict {
        let Some(steps) = self.best.take() else {
            return gave_up(Halted { stop: stop.unwrap_or(Stop::Nodes), lower, expanded: self.generated });
        };
        // That no game has fewer than 0 turns needs no evidence.
        let evidence: Box<dyn Evidence> = if lower == 0 {
            Box::new(Stated::witness())
        } else {
            Box::new(LayerEvidence::new(self.puzzle.clone(), Some(self.excluded)))
        };
        let verdict = solved(Box::new(self.plan(&steps)), UBig::from(lower), evidence, self.generated);
        Verdict { limit: stop, ..verdict }
    }
}

/// Beam search alone.
pub(super) fn beam(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok()?;
    let found = engine::find(&puzzle, &BeamRequest { upper: None, lower: 0, attempts: 22 * BATCH, seed: 1 }, limits)?;
    let Some(steps) = found.game else {
        let stop = found.stop.unwrap_or(Stop::Nodes);
        return Some(gave_up(Halted { stop, lower: 0, expanded: found.generated }));
    };
    let plan = Box::new(Moves::new(puzzle.clone(), played(&puzzle, &steps)));
    Some(solved(plan, UBig::ZERO, Box::new(Stated::witness()), found.generated))
}

/// The settings of [`thesis`].
pub(super) const SETTINGS: &[Setting] = &[
    Setting { name: "upper", words: &[] },
    Setting { name: "passes", words: &[] },
    Setting { name: "values", words: &["together", "section-4", "section-4-steps"] },
    Setting { name: "cutoff", words: &["sound", "printed"] },
    Setting { name: "cycles", words: &["cut", "played"] },
];

/// The thesis's depth-first search by its heuristics, corrected so that it ends, with the thesis's upper bound unless another is set.
pub(super) fn thesis(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let thesis = Thesis::new(instance).ok()?;
    let number =
        |name, default| limits.setting(name).map_or(default, |value| value.parse().expect("settings were read"));
    let options = Options {
        upper: number("upper", Options::DEFAULT.upper),
        passed: number("passes", Options::DEFAULT.passed),
        values: match limits.setting("values") {
            Some("section-4") => MoveValues::Section4(Measure::Printed),
            Some("section-4-steps") => MoveValues::Section4(Measure::Steps),
            _ => MoveValues::Together,
        },
        cutoff: if limits.setting("cutoff") == Some("printed") { Cutoff::Printed } else { Cutoff::Sound },
        cycles: limits.setting("cycles") == Some("played"),
    };
    let (mut nodes, mut notes) = (0, Vec::new());
    let mut outcome = search(&thesis, &options, limits, &mut |event| {
        let phase = match event {
            Event::Round { passed, cutoff } => format!("{passed} moves passed over, at most {cutoff} turns"),
            Event::Found(game) => {
                notes.push(Note { what: "game", numbers: numbers_of(game) });
                nodes = game.nodes;
                format!("a game of {} turns", game.moves.len())
            }
            Event::Exhausted { passed, nodes: so_far } => {
                notes.push(Note { what: "round", numbers: vec![("passes", passed.into()), ("positions", so_far)] });
                nodes = so_far;
                format!("{passed} moves passed over: nothing more")
            }
        };
        limits.report(&phase, nodes, None);
    });
    let mut end = vec![("upper", u64::from(options.upper)), ("positions", outcome.nodes)];
    end.extend(numbers_of_cuts(&outcome.cuts));
    notes.push(Note { what: "end", numbers: end });
    let verdict = match outcome.best.take() {
        None => {
            let stop = outcome.stop.unwrap_or(Stop::Narrow);
            gave_up(Halted { stop, lower: outcome.lower, expanded: outcome.nodes })
        }
        Some(game) => {
            let plan = Box::new(Moves::new(instance.puzzle().ok()?, game.moves));
            solved(plan, UBig::ZERO, Box::new(Stated::witness()), outcome.nodes)
        }
    };
    let limit = verdict.limit.or(outcome.stop);
    Some(Verdict { limit, notes, ..verdict })
}

fn numbers_of(game: &Game) -> Vec<(&'static str, u64)> {
    let mut numbers = vec![("turns", game.moves.len() as u64), ("entered", game.entered.into())];
    numbers.extend(game.critical.map(|critical| ("critical-move", critical.into())));
    numbers.push(("positions", game.nodes));
    numbers.extend(numbers_of_cuts(&game.cuts));
    numbers
}

fn numbers_of_cuts(cuts: &Cuts) -> [(&'static str, u64); 4] {
    let Cuts { late, undone, repeated, passed } = *cuts;
    [("cut-late", late), ("cut-undone", undone), ("cut-repeated", repeated), ("cut-passed", passed)]
}

/// Every position within some turns.
pub(super) fn breadth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok()?;
    let found = breadth_first::solve(&puzzle, limits);
    let evidence = |_: &Chinese, length| -> Box<dyn Evidence> {
        if length == 0 { Box::new(Stated::witness()) } else { Box::new(Stated::exhaustion()) }
    };
    Some(searched(puzzle, found, evidence, exhausted))
}

/// Moves with all landing places.
fn played(puzzle: &Chinese, steps: &[ManMove]) -> Vec<Move> {
    let mut state = puzzle.start();
    let step = |step: &ManMove| {
        let path = puzzle.path(&state, Cell::from(step.from), Cell::from(step.to)).expect("searches make legal moves");
        puzzle.play(&mut state, &path);
        path
    };
    steps.iter().map(step).collect()
}
