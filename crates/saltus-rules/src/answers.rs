//! Which solver answers what.

use saltus_core::answers::{Answers, By, CannotSurvey, Count, Fact, Listing, Survey};
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::family::{Family, Solver, count_by_search, exhausted, list_by_search, searched};
use saltus_core::limits::Limits;
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::{Puzzle as _, Zero};
use saltus_core::scene::Draw as _;
use saltus_core::search::{Found, Halted, Search, breadth_first, shortest_paths};
use saltus_core::verdict::Verdict;

use dashu_int::UBig;

use crate::classics::CLASSICS;
use crate::definition::Definition;
use crate::notation::Instance;
use crate::packed::{self, Packed};
use crate::read::is_definition;
use crate::rules::{Move, Position, Rules};
use crate::search::{self, Layers};

/// Does something with the packed form of a puzzle, for as many words as it takes; none where there is no such form.
macro_rules! packed {
    ($rules:expr, $function:ident($($argument:expr),*)) => {
        match packed::words($rules.definition()) {
            1 => Packed::<1>::new($rules).map(|packed| $function(&packed, $($argument),*)),
            2 => Packed::<2>::new($rules).map(|packed| $function(&packed, $($argument),*)),
            3..=4 => Packed::<4>::new($rules).map(|packed| $function(&packed, $($argument),*)),
            _ => None,
        }
    };
}

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "depth-first", solve: by_depth_first },
        Solver { name: "breadth-first", solve: by_packed },
        Solver { name: "breadth-first-plain", solve: by_breadth_first },
    ];

    const NAMED: &'static [(&'static str, &'static str)] = CLASSICS;

    fn line_of_text(text: &str) -> Option<Result<String, String>> {
        let read = || {
            let definition = Definition::from_text(text).map_err(|mistake| mistake.shown(text))?;
            Ok(format!("{} {definition}", Self::NAME))
        };
        is_definition(text).then(read)
    }
}

fn evidence(rules: &Rules, _: usize) -> Box<dyn Evidence> {
    Box::new(ClosedSet::of_all(rules.clone()))
}

/// Depth-first search where all plays to a goal are equally long, since every move takes equally many pieces.
fn by_depth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = instance.rules();
    let found = packed!(rules, any_plan(rules, limits))??;
    let pieces = |_: &Rules, _| -> Box<dyn Evidence> { Box::new(Stated::potential("pieces")) };
    Some(searched(rules.clone(), found, pieces, exhausted))
}

/// Breadth-first search over positions as words.
fn by_packed(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = instance.rules();
    let found = packed!(rules, plan(rules, limits))?;
    Some(searched(rules.clone(), found, evidence, exhausted))
}

/// Breadth-first search over positions as they are, for puzzles without a packed form.
fn by_breadth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let found = breadth_first::solve(instance.rules(), limits);
    Some(searched(instance.rules().clone(), found, evidence, exhausted))
}

fn any_plan<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Option<Search<Found<Move>>> {
    let found = |(play, expanded): (Option<Vec<packed::Key<W>>>, u64)| {
        let plan = play.map(|play| moves(rules, play.iter().map(|key| packed.position(key))));
        Found { plan, expanded }
    };
    Some(search::depth_first(packed, packed.key(&rules.start()), packed.length?, limits).map(found))
}

fn plan<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Search<Found<Move>> {
    let found = search::layers(packed, packed.key(&rules.start()), false, limits)?;
    let plan =
        found.goal.map(|goal| moves(rules, search::trace(packed, &found, goal).iter().map(|key| packed.position(key))));
    Ok(Found { plan, expanded: found.expanded })
}

/// The moves from each position to the next.
fn moves(rules: &Rules, positions: impl Iterator<Item = Position>) -> Vec<Move> {
    let (mut before, mut made, mut buffer) = (rules.start(), Vec::new(), Vec::new());
    for after in positions.skip(1) {
        buffer.clear();
        rules.moves(&before, &mut buffer);
        let leads = |mv: &&Move| {
            let mut next = before.clone();
            rules.play(&mut next, mv);
            next == after
        };
        made.push(buffer.iter().find(leads).expect("a move leads to the next position").clone());
        before = after;
    }
    made
}

type Plays = shortest_paths::ShortestPlays<Position, Move>;

/// All shortest plays: their length first.
fn plays(rules: &Rules, limits: &Limits<'_>) -> Search<Option<Plays>> {
    let found = packed!(rules, plan(rules, limits)).unwrap_or_else(|| breadth_first::solve(rules, limits))?;
    let at_most = found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    shortest_paths::build(rules, &Zero, at_most, limits)
}

fn count<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Search<Option<(usize, UBig)>> {
    let found = search::layers(packed, packed.key(&rules.start()), false, limits)?;
    let counted = |goal| Ok((found.distance(goal), search::count(packed, &found, goal, limits)?));
    found.goal.map(counted).transpose()
}

/// Positions by distance, with the facts that a survey has.
fn survey<const W: usize>(packed: &Packed<W>, instance: &Instance, limits: &Limits<'_>) -> Search<Survey> {
    let rules = instance.rules();
    let found: Layers<W> = search::layers(packed, packed.key(&rules.start()), true, limits)?;
    let farthest = found.layer(found.count() - 1);
    let position = packed.position(&found.keys[farthest.start]);
    let scene = rules.scene(&position);
    let labels: Vec<&str> = scene.spots().map(|spot| spot.label.as_str()).collect();
    let example = instance.arranged(&labels, rules.turn(&position).as_deref());
    let example = example.map_or(String::new(), |example| format!(", e.g. {example}"));
    let goal = match found.goal {
        None => "out of reach".to_owned(),
        Some(goal) => {
            let plays = search::count(packed, &found, goal, limits)?;
            format!("{} moves away, by {plays} shortest plays", found.distance(goal))
        }
    };
    Ok(Survey {
        by: By::Distance,
        distribution: (0..found.count()).map(|layer| UBig::from(found.layer(layer).len())).collect(),
        facts: vec![
            Fact::new("positions", found.keys.len().to_string()),
            Fact::new("dead-ends", found.dead_ends.to_string()),
            Fact::new("eccentricity", format!("{}{example} ({} such)", found.count() - 1, farthest.len())),
            Fact::new("goal", goal),
        ],
        limit: None,
    })
}

impl Answers for Instance {
    fn count(&self, limits: &Limits<'_>) -> Count {
        let rules = self.rules();
        match packed!(rules, count(rules, limits)) {
            None => count_by_search(plays(rules, limits), rules, exhausted),
            Some(Err(Halted { stop, lower, .. })) => Count::GaveUp { stop, lower: UBig::from(lower) },
            Some(Ok(None)) => Count::Unsolvable { because: exhausted(rules).0 },
            Some(Ok(Some((length, solutions)))) => {
                Count::Solutions { length: UBig::from(length), left: None, solutions, by: "search" }
            }
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        list_by_search(plays(self.rules(), limits), self.rules().clone(), exhausted)
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        let mut moves = Vec::new();
        self.rules().moves(&self.rules().start(), &mut moves);
        let mut facts = vec![
            Fact::new("cells", self.size().to_string()),
            Fact::new("operations", format!("{} ways to read a rule on this board", self.rules().operations())),
            Fact::new("moves", format!("{} can be made", moves.len())),
        ];
        facts.extend(packed!(self.rules(), shape()));
        facts
    }

    fn rules(&self) -> Option<String> {
        Some(self.definition().told())
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        match packed!(self.rules(), survey(self, limits)) {
            None => saltus_core::family::ByRules::survey_by_search(self, limits),
            Some(found) => found.map_err(|halted| CannotSurvey::Stop(halted.stop)),
        }
    }
}

/// What the packed form shows.
fn shape<const W: usize>(packed: &Packed<W>) -> Fact {
    let bits = 64 * W;
    if packed.graded {
        Fact::new(
            "graded",
            format!(
                "every move takes equally many pieces, so all plays to a position are of one length; positions have {bits} bits"
            ),
        )
    } else {
        Fact::new("packed", format!("positions have {bits} bits"))
    }
}
