//! Which solver answers what.

use saltus_core::answers::{Answers, By, CannotSurvey, Count, Exported, Fact, Listing, Survey};
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::family::{Family, Solver, count_by_search, exhausted, list_by_search, searched};
use saltus_core::limits::Limits;
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::{Puzzle as _, Zero};
use saltus_core::scene::Draw as _;
use saltus_core::search::{Found, Halted, Search, breadth_first, shortest_paths};
use saltus_core::verdict::Verdict;

use dashu_int::UBig;

use crate::classics::CLASSICS;
use crate::definition::Definition;
use crate::notation::Instance;
use crate::packed::{self, AnyPacked, Group, Packed};
use crate::pddl;
use crate::read::is_definition;
use crate::rules::{Move, Position, Rules};
use crate::search::{self, Layers};

/// Does something with the packed form of a puzzle, for as many words as it takes; none where there is no such form.
macro_rules! packed {
    ($rules:expr, $function:ident($($argument:expr),*)) => {
        $rules.packed().map(|packed| match packed {
            AnyPacked::One(packed) => $function(packed, $($argument),*),
            AnyPacked::Two(packed) => $function(packed, $($argument),*),
            AnyPacked::Four(packed) => $function(packed, $($argument),*),
        })
    };
}

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "depth-first", solve: by_depth_first },
        Solver { name: "bidirectional", solve: by_both_ends },
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
    let found = packed!(rules, any_play(rules, limits))??;
    let pieces = |_: &Rules, _| -> Box<dyn Evidence> { Box::new(Stated::potential("pieces")) };
    Some(searched(rules.clone(), found, pieces, exhausted))
}

/// From both ends, where the goals are positions.
fn by_both_ends(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = instance.rules();
    let found = packed!(rules, play_between(rules, limits))??;
    Some(searched(rules.clone(), found, evidence, exhausted))
}

/// Breadth-first search over positions as words.
fn by_packed(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = instance.rules();
    let found = packed!(rules, shortest_play(rules, limits))?;
    Some(searched(rules.clone(), found, evidence, exhausted))
}

/// Breadth-first search over positions as they are, for puzzles without a packed form.
fn by_breadth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let found = breadth_first::solve(instance.rules(), limits);
    Some(searched(instance.rules().clone(), found, evidence, exhausted))
}

fn any_play<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Option<Search<Found<Move>>> {
    let length = packed.length?;
    Some(search::depth_first(packed, packed.key(&rules.start()), length, limits).map(|play| found(packed, rules, play)))
}

fn play_between<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Option<Search<Found<Move>>> {
    let goals = packed.goal_keys()?;
    let play = search::both_ends(packed, packed.key(&rules.start()), &goals, limits);
    Some(play.map(|play| found(packed, rules, play)))
}

fn shortest_play<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Search<Found<Move>> {
    let play = search::shortest(packed, packed.key(&rules.start()), limits)?;
    Ok(found(packed, rules, play))
}

/// The moves of a play of positions up to symmetry: each leads to a position that symmetry makes the next one.
fn found<const W: usize>(packed: &Packed<W>, rules: &Rules, (play, expanded): search::Play<W>) -> Found<Move> {
    let group = packed.group(Group::Goals);
    let plan = play.map(|play| {
        let (mut position, mut buffer) = (rules.start(), Vec::new());
        let step = |key: &packed::Key<W>| {
            buffer.clear();
            rules.moves(&position, &mut buffer);
            let leads = |mv: &&Move| group.least(packed.key(&rules.after(&position, mv))) == *key;
            let mv = buffer.iter().find(leads).expect("a move leads to the next position").clone();
            rules.play(&mut position, &mv);
            mv
        };
        play[1..].iter().map(step).collect()
    });
    Found { plan, expanded }
}

type Plays = shortest_paths::ShortestPlays<Position, Move>;

/// All shortest plays: their length first.
fn plays(instance: &Instance, limits: &Limits<'_>) -> Search<Option<Plays>> {
    let rules = instance.rules();
    let length = packed!(rules, play_between(rules, limits)).flatten();
    let length = length.or_else(|| packed!(rules, shortest_play(rules, limits)));
    let found = length.unwrap_or_else(|| breadth_first::solve(rules, limits))?;
    let at_most = found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    shortest_paths::build(rules, &Zero, at_most, limits)
}

fn count<const W: usize>(packed: &Packed<W>, rules: &Rules, limits: &Limits<'_>) -> Search<Option<(usize, UBig)>> {
    search::plays(packed, packed.key(&rules.start()), limits)
}

/// Positions by distance, with the facts that a survey has.
fn survey<const W: usize>(packed: &Packed<W>, instance: &Instance, limits: &Limits<'_>) -> Search<Survey> {
    let rules = instance.rules();
    let Layers { sizes, dead_ends, farthest, goal } = search::layers(packed, packed.key(&rules.start()), limits)?;
    let position = packed.position(&farthest);
    let scene = rules.scene(&position);
    let labels: Vec<&str> = scene.spots().map(|spot| spot.label.as_str()).collect();
    let example = instance.arranged(&labels, rules.turn(&position).as_deref());
    let example = example.map_or(String::new(), |example| format!(", e.g. {example}"));
    let goal = match goal {
        None => "out of reach".to_owned(),
        Some((distance, plays)) => format!("{distance} moves away, by {plays} shortest plays"),
    };
    let (eccentricity, such) = (sizes.len() - 1, sizes[sizes.len() - 1]);
    Ok(Survey {
        by: By::Distance,
        facts: vec![
            Fact::new("positions", sizes.iter().sum::<u64>().to_string()),
            Fact::new("dead-ends", dead_ends.to_string()),
            Fact::new("eccentricity", format!("{eccentricity}{example} ({such} such)")),
            Fact::new("goal", goal),
        ],
        distribution: sizes.into_iter().map(UBig::from).collect(),
        limit: None,
    })
}

impl Answers for Instance {
    fn count(&self, limits: &Limits<'_>) -> Count {
        let rules = self.rules();
        match packed!(rules, count(rules, limits)) {
            None => count_by_search(plays(self, limits), rules, exhausted),
            Some(Err(Halted { stop, lower, .. })) => Count::GaveUp { stop, lower: UBig::from(lower) },
            Some(Ok(None)) => Count::Unsolvable { because: exhausted(rules).0 },
            Some(Ok(Some((length, solutions)))) => {
                Count::Solutions { length: UBig::from(length), left: None, solutions, by: "search" }
            }
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        list_by_search(plays(self, limits), self.rules().clone(), exhausted)
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        let mut moves = Vec::new();
        self.rules().moves(&self.rules().start(), &mut moves);
        let mut facts = vec![
            Fact::new("cells", self.size().to_string()),
            Fact::new("operations", format!("{} ways to read a rule on this board", self.rules().operations())),
            Fact::new("moves", format!("{} can be made", moves.len())),
        ];
        facts.extend(packed!(self.rules(), shape()).into_iter().flatten());
        facts
    }

    fn rules(&self) -> Option<String> {
        Some(self.definition().told())
    }

    fn export(&self, format: &str) -> Option<Result<Vec<Exported>, BadInput>> {
        (format == "pddl").then(|| pddl::export(self.rules()))
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        match packed!(self.rules(), survey(self, limits)) {
            None => saltus_core::family::ByRules::survey_by_search(self, limits),
            Some(found) => found.map_err(|halted| CannotSurvey::Stop(halted.stop)),
        }
    }
}

/// What the packed form shows.
fn shape<const W: usize>(packed: &Packed<W>) -> Vec<Fact> {
    let [goals, start] = [Group::Goals, Group::Start].map(|group| packed.group(group).order());
    let kept = if goals == start { String::new() } else { format!("; {start} of them keep the start") };
    let symmetries = match goals {
        1 => "none but the identity".to_owned(),
        _ => format!("{goals}, the identity included, keep rules and goals{kept}"),
    };
    let mut facts = vec![Fact::new("symmetries", symmetries)];
    if packed.graded {
        facts.push(Fact::new(
            "graded",
            "every move takes equally many pieces, so all plays to a position are of one length".to_owned(),
        ));
    }
    if packed.reversible() {
        facts.push(Fact::new("reversible", "every move can be taken back by a move".to_owned()));
    }
    facts.push(Fact::new("packed", format!("a position takes {} bits", 64 * W)));
    facts
}
