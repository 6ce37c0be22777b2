//! Who answers what about numbered reversal.

use std::sync::Arc;

use dashu_int::UBig;

use crate::reverse::bounds::{BOUNDS, Colours, Inversions};
use crate::reverse::closed::plans::ReversalPlan;
use crate::reverse::closed::{bound, wall};
use crate::reverse::ranks::MOST_RANKED;
use crate::reverse::rules::{Goal, Instance, Reverse, Start, ascending, positions, text};
#[cfg(feature = "by-name")]
use crate::reverse::search;
use crate::reverse::survey::{ReverseSurvey, survey_bytes, survey_reverse};
use saltus_core::answers::{Answers, By, CannotSurvey, Count, Listing, Solvability, Survey};
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::fact::{self, Fact, Value};
use saltus_core::family::{
    ByRules, Family, NamedBound, Solver, count_by_search, exhausted, gave_up, list_by_search, searched, solved,
    stop_for,
};
use saltus_core::keys::Ranks;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::{Backward, Bound, Keyed, Puzzle, Ranked, Repeats};
use saltus_core::row::{Hop, Row, RowKeys};
use saltus_core::scene::{ANYWHERE, AS_SHOWN, Told};
use saltus_core::search::erased::{Abilities, Typed};
use saltus_core::search::ranked;
use saltus_core::search::shortest_paths::{self, ShortestPlays};
use saltus_core::search::{Halted, Search, a_star};
#[cfg(feature = "by-name")]
use saltus_core::verdict::Note;
use saltus_core::verdict::Verdict;

/// From this many checkers on, a search that stores states would need more of them than a table of all states, two bits each.
const MANY: u64 = 10;
/// The most vacancies of a play that is constructed: the replay of a few moves holds them all.
const MOST_GAPS: u64 = u16::MAX as u64;
/// The most positions, on a short row with several vacancies, for which a search that stores them goes on until it ends.
const MANY_POSITIONS: u64 = 10_000_000;
/// The most cells of a short row.
const SHORT: u64 = 24;
/// Beyond either, how often it looks at two checkers before the construction is the answer: where the bound is attained, it soon finds a play.
const MOST_PAIRS: u128 = 200_000_000;
/// Where that is fewer positions than these, it is not begun.
const FEWEST_NODES: u128 = 1_000;
/// The most checkers for which the checker's own search is the evidence: 40 million positions at most.
const MOST_AGAIN: u64 = 11;
/// The most checkers for which that table is made without being asked for.
const MOST_TABLED: u64 = 12;
/// The most checkers of a play that is given run by run.
const MOST_IN_RUNS: u64 = 1 << 31;

impl Family for Instance {
    fn line_of_board(rows: &[&str]) -> Option<String> {
        let &[row] = rows else { return None };
        let is_checker = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let (checkers, others): (Vec<&str>, Vec<&str>) = row.split_ascii_whitespace().partition(is_checker);
        let are_vacancies = !others.is_empty() && others.iter().all(|&word| word == "_");
        (!checkers.is_empty() && are_vacancies).then(|| format!("{} {}", Self::NAME, row.trim()))
    }

    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "brick-wall", solve: proved_wall },
        Solver { name: "a-star", solve: by_a_star },
        Solver { name: "brick-wall-open", solve: any_wall },
    ];

    #[cfg(feature = "by-name")]
    const BY_NAME: &'static [Solver<Self>] = &[Solver { name: "half-depth", solve: half_depth }];

    const BOUNDS: &'static [NamedBound<Reverse>] = BOUNDS;

    fn erase(typed: Typed<'_, Reverse>) -> Abilities<'_> {
        Abilities::Traceable(Box::new(typed))
    }
}

impl Answers for Instance {
    fn told(&self) -> Option<Told> {
        Some(Told {
            name: "Numbered frogs".into(),
            goal: match self.goal {
                Goal::Descending(_) => "Turn the order round.",
                Goal::Any if self.gaps.is_one() => "Turn the order round, with the gap anywhere.",
                Goal::Any => "Turn the order round, with the gaps anywhere, together.",
                Goal::Cells(_) => AS_SHOWN,
            }
            .into(),
            rule: format!(
                "Slide into {} gap or hop over one. All may go back.",
                if self.gaps.is_one() { "the" } else { "a" }
            ),
            act: "a frog",
            stage: "pond",
            figure: "numbered",
            seat: "pad",
            stuck: &[("", ANYWHERE, "You can hop only one.")],
            random: None,
        })
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        let puzzle = match self.puzzle() {
            Err(too_large) => {
                let lower = self.classical().map_or(UBig::ZERO, |classical| UBig::from(classical.lower));
                return Count::GaveUp { stop: stop_for(&too_large), lower };
            }
            Ok(puzzle) => puzzle,
        };
        match self.classical().filter(ClassicReversal::has_table) {
            Some(classical) => count_by_table(&classical, &puzzle, limits),
            None => count_by_search(self.plays(&puzzle, limits), &puzzle, exhausted),
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        match self.puzzle() {
            Err(too_large) => Listing::GaveUp(stop_for(&too_large)),
            Ok(puzzle) => list_by_search(self.plays(&puzzle, limits), puzzle, exhausted),
        }
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        match self.classical() {
            Some(classical) => explain_classical(&classical),
            None if self.is_classical() => {
                let because =
                    format!("beyond {MOST_IN_RUNS} checkers or {MOST_GAPS} vacancies the length is not computed");
                vec![Fact::new("pieces", self.n.clone()).because(because)]
            }
            None => explain_arrangements(self),
        }
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        let n = usize::try_from(&self.n).map_err(|_| Stop::Memory { needed: u64::MAX })?;
        if *self == Instance::reversal(n, 0u8, Some(UBig::ZERO)) {
            return Ok(survey_of(&survey_reverse(n, limits)?));
        }
        if !self.gaps.is_one() {
            return self.survey_by_search(limits);
        }
        limits.afford(survey_bytes(n))?;
        let puzzle = self.puzzle().map_err(|too_large| stop_for(&too_large))?;
        let start = puzzle.rank(&puzzle.start());
        let found = ranked::explore(&puzzle, start, &[], limits).map_err(|halted| halted.stop)?;
        Ok(survey_by_distance(found.layers(), &puzzle.unrank(found.farthest()[0])))
    }

    fn survey_bytes(&self) -> Option<u64> {
        usize::try_from(&self.n).ok().filter(|_| self.gaps.is_one()).map(survey_bytes)
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        if !self.gaps.is_one() {
            let keys = RowKeys::new(self.puzzle().ok()?, Repeats::Near, |row| Some(text(row.cells())))?;
            return Some(Arc::new(keys));
        }
        let few = usize::try_from(&self.n).is_ok_and(|n| n <= MOST_RANKED);
        let puzzle = few.then(|| self.puzzle().ok()).flatten()?;
        Some(Arc::new(Ranks::new(puzzle, |state| Some(text(state.cells())))))
    }

    fn solvable(&self) -> Option<Solvability> {
        let because = "slides carry the vacancy anywhere, and a jump and a slide beside it swap two neighbours";
        Some(Solvability::Yes(because.into()))
    }

    fn weaker_evidence(&self) -> Option<(UBig, Box<dyn Evidence>)> {
        if let Some(classical) = self.classical() {
            return Some((UBig::from(classical.lower), Box::new(classical.theorem())));
        }
        let puzzle = self.puzzle().ok()?;
        let least = Colours.of(&puzzle, &puzzle.start());
        Some((UBig::from(least), Box::new(Stated::potential("colours").assuming("colours"))))
    }
}

/// An instance from 1..n to n..1, with what the theorems say of it.
struct ClassicReversal {
    /// The constructed play.
    play: ReversalPlan,
    /// The end asked for; none: anywhere.
    asked: Option<u64>,
    lower: u128,
}

impl ClassicReversal {
    /// Whether a table of all states serves best where states must be searched.
    fn has_table(&self) -> bool {
        self.asked.is_some() && self.play.gaps == 1 && (MANY..=MOST_TABLED).contains(&self.play.n)
    }

    /// How many positions a search that stores them looks at before the construction is the answer; none if it is not worth beginning.
    fn most_nodes(&self) -> Option<u64> {
        let ReversalPlan { n, gaps, .. } = self.play;
        if gaps == 1 {
            return (n < MANY).then_some(u64::MAX);
        }
        let cells = n + gaps;
        if cells <= SHORT && positions(n, gaps).is_some_and(|positions| positions <= MANY_POSITIONS) {
            return Some(u64::MAX);
        }
        // The bound compares all pairs once, and then looks for the longest ascents of each goal.
        let goals = if self.asked.is_some() { 1 } else { n + 1 };
        let nodes = MOST_PAIRS / (u128::from(cells) * u128::from(cells + 4 * goals));
        (nodes >= FEWEST_NODES).then_some(nodes as u64)
    }

    /// Whether only a search shows that the construction is shortest.
    fn is_by_search(&self) -> bool {
        self.play.gaps == 1 && bound::run(self.play.n, self.play.from, Some(self.play.to)).is_some()
    }

    /// The theorem that says how many moves it takes at least.
    fn theorem(&self) -> Stated {
        let run = if self.play.gaps == 1 { bound::run(self.play.n, self.play.from, self.asked) } else { None };
        let Some(positions) = run else { return Stated::theorem("reversal") };
        let run = format!("by program over {positions} positions");
        Stated::new("theorem reversal", format!("theorem \"reversal\" {run} (docs/theorems.md)"))
            .assuming(format!("reversal {run}"))
    }

    /// Whether the construction is proved to be shortest.
    fn is_settled(&self) -> bool {
        self.play.length() == self.lower
    }
}

impl Instance {
    /// Whether it leads from 1..n to n..1.
    fn is_classical(&self) -> bool {
        matches!(self.start, Start::Ascending(_)) && !matches!(self.goal, Goal::Cells(_))
    }

    fn classical(&self) -> Option<ClassicReversal> {
        let n = u64::try_from(&self.n).ok().filter(|&n| n <= MOST_IN_RUNS)?;
        let gaps = u64::try_from(&self.gaps).ok().filter(|&gaps| gaps <= MOST_GAPS)?;
        let Start::Ascending(from) = &self.start else { return None };
        let from = u64::try_from(from).ok()?;
        let (asked, to, lower) = match &self.goal {
            Goal::Cells(_) => return None,
            Goal::Any => {
                let (to, lower) = bound::free_end(n, gaps, from);
                (None, to, lower)
            }
            Goal::Descending(to) => {
                let to = u64::try_from(to).ok()?;
                (Some(to), to, bound::lower_with_gaps(n, gaps, from, to))
            }
        };
        Some(ClassicReversal { play: ReversalPlan { n, gaps, from, to }, asked, lower })
    }

    /// All shortest plays; their length is taken from the theorem, or searched where there is none.
    fn plays(&self, puzzle: &Reverse, limits: &Limits<'_>) -> Search<Option<ShortestPlays<Hop>>> {
        let at_most = match self
            .classical()
            .filter(ClassicReversal::is_settled)
            .and_then(|classical| u32::try_from(classical.lower).ok())
        {
            Some(length) => length,
            None => a_star::solve(puzzle, &Colours, limits)?.plan.map_or(u32::MAX, |plan| plan.len() as u32),
        };
        shortest_paths::build(puzzle, &Colours, at_most, limits)
    }
}

/// A search from both ends.
fn again() -> Stated {
    Stated::re_executed("colours").assuming("colours")
}

/// The constructed play where it is proved to be shortest.
fn proved_wall(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    instance.classical().filter(ClassicReversal::is_settled)?;
    any_wall(instance, limits)
}

/// The constructed play, with the bound that is proved.
fn any_wall(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let classical = instance.classical()?;
    let lower = UBig::from(classical.lower);
    // The checker makes such a search in seconds.
    let is_quick = classical.asked.is_some() && classical.play.n <= MOST_AGAIN && classical.is_by_search();
    let evidence = if is_quick { again() } else { classical.theorem() };
    Some(solved(Box::new(classical.play), lower, Box::new(evidence), 0))
}

/// The search that shows that no play from gap p to gap p is shorter than the constructed one; it tells its layers.
#[cfg(feature = "by-name")]
fn half_depth(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let classical = instance.classical()?;
    let ReversalPlan { n, gaps, from, .. } = classical.play;
    let is_mirrored = gaps == 1 && classical.asked == Some(from) && n <= search::MOST_CHECKERS as u64;
    let puzzle = instance.puzzle().ok().filter(|_| is_mirrored)?;
    let length = u32::try_from(classical.play.length()).expect("few checkers");
    let (excluded, layers) = match search::excludes(&puzzle, length.saturating_sub(1), limits) {
        Ok(found) => found,
        Err(halted) => return Some(gave_up(halted)),
    };
    let note = |(made, layer): (u64, &search::LayerDigest)| Note {
        what: "layer",
        numbers: vec![("moves", made), ("positions", layer.positions), ("sum", layer.sum)],
    };
    let notes = (0..).zip(&layers).map(note).collect();
    let expanded = layers.iter().map(|layer| layer.positions).sum();
    let lower = UBig::from(if excluded { length } else { 0 });
    let verdict = solved(Box::new(classical.play), lower, Box::new(again()), expanded);
    Some(Verdict { notes, ..verdict })
}

/// A*, where there is no theorem or it leaves something open.
fn by_a_star(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let most = match instance.classical() {
        Some(classical) => classical.most_nodes()?,
        None => u64::MAX,
    };
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => {
            let is_in_runs = instance.is_classical() && instance.gaps.is_one();
            let stop = if is_in_runs { Stop::Cells { most: MOST_IN_RUNS + 1 } } else { stop_for(&too_large) };
            return Some(gave_up(Halted { stop, lower: 0, expanded: 0 }));
        }
    };
    let least = Colours.of(&puzzle, &puzzle.start()) as usize;
    let found = a_star::solve(&puzzle, &Colours, &Limits { nodes: limits.nodes.min(most), ..*limits });
    if most < u64::MAX && found.is_err() {
        return None;
    }
    let evidence = |puzzle: &Reverse, length| -> Box<dyn Evidence> {
        if length == least {
            Box::new(Stated::potential("colours").assuming("colours"))
        } else {
            Box::new(ClosedSet::new(puzzle.clone(), Colours, "colours").assuming("colours"))
        }
    };
    Some(searched(puzzle, found, evidence, exhausted))
}

fn count_by_table(classical: &ClassicReversal, puzzle: &Reverse, limits: &Limits<'_>) -> Count {
    let gave_up = |stop| Count::GaveUp { stop, lower: UBig::from(classical.lower) };
    let goal = puzzle.rank(&puzzle.goals()[0]);
    match ranked::explore(puzzle, puzzle.rank(&puzzle.start()), &[goal], limits) {
        Err(halted) => gave_up(halted.stop),
        Ok(found) => match (found.distance(goal), found.shortest_plays(goal, limits)) {
            (Some(length), Ok(solutions)) => {
                Count::Solutions { length: UBig::from(length), left: None, paid: None, solutions, by: "search" }
            }
            (_, Err(stop)) => gave_up(stop),
            (None, _) => Count::Unsolvable { because: "every position was visited".into() },
        },
    }
}

fn explain_classical(classical: &ClassicReversal) -> Vec<Fact> {
    let &ClassicReversal { ref play, asked, lower } = classical;
    let &ReversalPlan { n, gaps, from, to } = play;
    let length = play.length();
    if gaps > 1 && !classical.is_settled() {
        // Shorter plays are known to exist.
        return vec![
            Fact::new("lower-bound", lower).unit("moves").because("theorem \"reversal\""),
            Fact::new("upper-bound", length).unit("moves").because("by construction"),
        ];
    }
    let mut facts = Vec::new();
    if asked.is_none() {
        let because = "so many checkers are left of the vacancy at the end, which is best";
        facts.push(Fact::new("end", to).because(because));
    }
    let told = Fact::new("length", length).unit("moves");
    if classical.is_settled() {
        let how = if classical.is_by_search() { ", by search" } else { "" };
        facts.push(told.because(format!("theorem \"reversal\"{how}")));
    } else {
        facts.push(told.because("by construction, and conjectured to be least"));
        facts.push(Fact::new("lower-bound", lower).unit("moves").because("theorem \"reversal\""));
    }
    let jumps = n * n.saturating_sub(1) / 2;
    let slides = length - u128::from(jumps);
    facts.push(Fact::new("jumps", jumps).because("n(n-1)/2: each pair of checkers changes its order once"));
    facts.push(Fact::new("slides", slides).because("only a slide takes a checker to a cell of the other colour"));
    if n > 0 && gaps == 1 {
        let because = format!("of the construction, from gap {from} to gap {to}");
        facts.push(Fact::new("runs", wall::run_count(n, from, to)).because(because));
    }
    facts
}

fn explain_arrangements(instance: &Instance) -> Vec<Fact> {
    let Ok(puzzle) = instance.puzzle() else { return Vec::new() };
    let start = puzzle.start();
    let inversions = Inversions.of(&puzzle, &start);
    vec![
        Fact::new("inversions", inversions).because("pairs that stand in the wrong order; a jump changes one"),
        Fact::new("lower-bound", Colours.of(&puzzle, &start)).unit("moves").because("the potential `colours`"),
    ]
}

/// The survey of all starts, as one distribution and facts.
fn survey_of(survey: &ReverseSurvey) -> Survey {
    let n = survey.n;
    let first = &survey.starts[0];
    let mut found = survey_by_distance(&first.layers, &first.antipode);
    let facts = &mut found.facts;
    let from = format!("from {}; (n+1)! positions", text(&ascending(n as u16, 0, 1)));
    facts[1].because = from;
    facts.push(
        Fact::new("diameter", survey.diameter()).unit("moves").because("between the two positions farthest apart"),
    );
    let shortest = Fact::new("shortest-reversal", survey.shortest()).unit("moves");
    facts.push(shortest.because("from and to wherever is best"));
    for from in 0..=n {
        let reversals = || (0..=n).map(|to| survey.reversal(from, to));
        let fact =
            |topic, value: Value| Fact::new(topic, value).of(format!("from={from}")).because(format!("to=0..{n}"));
        facts.push(fact("reversal", reversals().map(|reversal| reversal.distance).collect()).unit("moves"));
        facts.push(fact("solutions", reversals().map(|reversal| reversal.plays.clone()).collect()).unit("plays"));
    }
    found
}

/// How many states there are at each distance; the last of them are as far as this one.
fn survey_by_distance(layers: &[u64], antipode: &Row<u16>) -> Survey {
    let (states, depth) = (layers.iter().sum::<u64>(), layers.len() - 1);
    let facts = fact::extent(states, None, depth as u32, layers[depth], Some(text(antipode.cells())));
    let distribution = layers.iter().map(|&count| UBig::from(count)).collect();
    Survey { by: By::Distance, distribution, facts, limit: None }
}
