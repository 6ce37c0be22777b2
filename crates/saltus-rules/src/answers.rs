//! Which solver answers what, best first, and the other questions.

use std::sync::Arc;

use saltus_core::answers::{Answers, CannotSurvey, Count, Exported, Listing, Planned, Survey};
use saltus_core::engine::{Engine, Nearest, Searches as _, Surveyed};
use saltus_core::evidence::Evidence;
use saltus_core::fact::{self, Fact};
use saltus_core::family::{Family, NamedBound, Solver, count_by_search, list_by_search, survey_of};
use saltus_core::limits::Limits;
use saltus_core::lists::{Fault, Format};
use saltus_core::notation::{self, BadInput, Instance as _, Unread};
use saltus_core::puzzle::{Keyed, Puzzle as _, Zero};
use saltus_core::scene::Told;
use saltus_core::search::erased::{Abilities, Typed};
use saltus_core::search::{Halted, Search, shortest_paths};

use dashu_int::UBig;

use crate::calculus::{Nearer, exhausted};
use crate::classics::CLASSICS;
use crate::definition::Definition;
use crate::formats::FORMATS;
use crate::invariants::Kept;
use crate::keyed::KeyedRules;
use crate::matching;
use crate::notation::Instance;
use crate::packed::{Group, Packed, for_words};
use crate::pddl;
use crate::potential;
use crate::read::is_definition;
use crate::rules::{Move, Position, Rules};
use crate::solvers::{
    at_once, best_play, by_both_ends, by_breadth_first, by_depth_first, by_fewest, by_invariants, by_parts,
    by_plain_search, by_potential, by_pushes, by_views, fewest_left, layers, words,
};
use crate::text::Mistake;
use crate::views;
use crate::words as said;

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "invariants", solve: by_invariants },
        Solver { name: "potential", solve: by_potential },
        Solver { name: "parts", solve: by_parts },
        Solver { name: "fewest", solve: by_fewest },
        Solver { name: "depth-first", solve: by_depth_first },
        Solver { name: "pushes", solve: by_pushes },
        Solver { name: "bidirectional", solve: by_both_ends },
        Solver { name: "breadth-first", solve: by_breadth_first },
    ];

    const BOUNDS: &'static [NamedBound<Rules>] = &[views::BOUND, potential::BOUND, matching::BOUND];

    const BY_NAME: &'static [Solver<Self>] =
        &[Solver { name: "breadth-first-plain", solve: by_plain_search }, Solver { name: "views", solve: by_views }];

    fn erase(typed: Typed<'_, Rules>) -> Abilities<'_> {
        Abilities::Reversible(Box::new(typed))
    }

    const PRUNING: &'static [&'static str] = &["potential", "views"];

    const FORMATS: &'static [Format] = FORMATS;

    const NAMED: &'static [(&'static str, &'static str)] = CLASSICS;

    const ALIASES: &'static [(&'static str, &'static str)] = &[
        ("hi-q", "peg-english"),
        ("huarong-dao", "klotski"),
        ("peg-solitaire", "peg-english"),
        ("solitaire", "peg-english"),
    ];

    fn line_of_text(text: &str) -> Option<Result<String, String>> {
        let read = || {
            let definition = Definition::from_text(text).map_err(|mistake| mistake.shown(text))?;
            Ok(format!("{} {definition}", Self::NAME))
        };
        is_definition(text).then(read)
    }

    fn warnings(text: &str) -> Vec<Fault> {
        let text = notation::normal(text);
        let definition = if is_definition(&text) {
            Definition::from_text(&text).ok()
        } else {
            let words = notation::words_of_text(&text).unwrap_or_default();
            let (_, words) = words.split_first().filter(|(family, _)| family.text == Self::NAME).unzip();
            words.and_then(|words| Definition::from_words(words).ok())
        };
        let fault = |Mistake { line, column, why }| (line, BadInput { column, why });
        definition.map_or(Vec::new(), |definition| definition.warnings().into_iter().map(fault).collect())
    }
}

type Plays = shortest_paths::ShortestPlays<Move>;

/// All shortest plays: their length first.
fn plays(rules: &Rules, limits: &Limits<'_>) -> Search<Option<Plays>> {
    let found = best_play(rules, limits)?;
    let at_most = found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    let plays = shortest_paths::build(rules, &Zero, at_most, limits)?;
    rules.was_whole().map_err(at_once)?;
    Ok(plays)
}

/// The length of the shortest plays, and how many there are; none where positions have no form as words.
fn count(rules: &Rules, limits: &Limits<'_>) -> Option<Search<Option<Nearest>>> {
    for_words!(rules, packed => Engine::plays(&words(packed, rules), limits))
}

/// Positions by distance, with the facts that a survey has.
fn survey((found, farthest): (Surveyed, Position), instance: &Instance, limits: &Limits<'_>) -> Search<Survey> {
    let mut survey = survey_of(&found, instance.line_of(&farthest));
    let Surveyed { goal, fewest, .. } = found;
    survey.facts.extend(match fewest.filter(|_| goal.is_none()) {
        None => fact::goal(goal),
        Some(fewest) => {
            let value = Fact::new("value", fewest).unit("pieces").because("the fewest that any play leaves");
            std::iter::once(value).chain(fact::goal(shortest_to_fewest(instance, fewest as usize, limits)?)).collect()
        }
    });
    Ok(survey)
}

/// The shortest plays that leave that number of pieces: moves, and how many plays.
fn shortest_to_fewest(instance: &Instance, fewest: usize, limits: &Limits<'_>) -> Search<Option<(u32, u32, UBig)>> {
    let rules = instance.rules().with_goal(instance.definition().at_most(fewest));
    let limits = rules.lay_out(limits).map_err(at_once)?;
    count(&rules, &limits).unwrap_or(Ok(None))
}

/// The rules with a goal that can be reached, how many pieces it leaves where that is what counts, and what is left of the limits.
fn with_goal<'a>(instance: &Instance, limits: &Limits<'a>) -> Search<(Rules, Option<UBig>, Limits<'a>)> {
    let rules = instance.rules();
    let limits = rules.lay_out(limits).map_err(at_once)?;
    if instance.definition().fewest().is_none() {
        return Ok((rules.clone(), None, limits));
    }
    let (least, _) = fewest_left(rules, &limits)?;
    let rules = rules.with_goal(instance.definition().at_most(least));
    let limits = rules.lay_out(&limits).map_err(at_once)?;
    Ok((rules, Some(UBig::from(least)), limits))
}

impl Answers for Instance {
    fn pieces(&self) -> Option<[&'static str; 2]> {
        self.definition().fewest().map(|_| ["piece", "pieces"])
    }

    fn bounding(&self) -> Option<Box<dyn Evidence>> {
        Some(Nearer::of(self.rules()))
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        let gave_up = |halted: Halted| Count::GaveUp { stop: halted.stop, lower: UBig::from(halted.lower) };
        let (rules, left, ref limits) = match with_goal(self, limits) {
            Ok(with_goal) => with_goal,
            Err(halted) => return gave_up(halted),
        };
        let found = count(&rules, limits);
        if let Err(stop) = rules.was_whole() {
            return gave_up(at_once(stop));
        }
        match found {
            None => count_by_search(plays(&rules, limits), &rules, exhausted),
            Some(Err(halted)) => gave_up(halted),
            Some(Ok(None)) => Count::Unsolvable { because: exhausted(&rules).0 },
            Some(Ok(Some((cost, moves, solutions)))) => {
                let paid = self.definition().has_free().then(|| UBig::from(cost));
                Count::Solutions { length: UBig::from(moves), left, paid, solutions, by: "search" }
            }
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        let found = with_goal(self, limits).and_then(|(rules, _, limits)| Ok((plays(&rules, &limits)?, rules)));
        match found {
            Ok((plays, rules)) => list_by_search(Ok(plays), rules, exhausted),
            Err(halted) => list_by_search(Err(halted), self.rules().clone(), exhausted),
        }
    }

    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact> {
        // What shows only on the whole board is left out where there is no room for it; a remark says so.
        let _ = self.lay_out(limits);
        let mut moves = Vec::new();
        self.rules().moves(&self.rules().start(), &mut moves);
        let mut facts = vec![
            Fact::new("cells", self.size()),
            Fact::new("operations", self.rules().operations()).because("ways to read a rule on this board"),
            Fact::new("branching", moves.len()).unit("moves").because("they can be made now"),
        ];
        if self.definition().has_free() {
            let told =
                "some moves cost nothing: what counts is the cost, and of plays that cost the same the number of moves";
            facts.push(Fact::new("free-moves", true).because(told));
        }
        facts.extend(shape(self.rules()).into_iter().flatten());
        if let Some(kept) = Kept::of(self.rules(), limits) {
            facts.extend(kept.told(self.definition()));
        }
        facts
    }

    fn rules(&self) -> Option<String> {
        Some(self.definition().told())
    }

    fn told(&self) -> Option<Told> {
        Some(said::of(self.definition()))
    }

    fn export(&self, format: &str, limits: &Limits<'_>) -> Option<Result<Vec<Exported>, Unread>> {
        // No page asks for files of planners, and a module for a browser is to be short.
        let is_written = format == "pddl" && !cfg!(target_family = "wasm");
        is_written.then(|| pddl::export(self.rules(), limits))
    }

    fn plan(&self, format: &str, plan: &str, limits: &Limits<'_>) -> Option<Result<Planned, Unread>> {
        let is_read = format == "pddl" && !cfg!(target_family = "wasm");
        is_read.then(|| pddl::moves(self.rules(), plan, limits))
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        let rest = self.lay_out(limits)?;
        match layers(self.rules(), &rest) {
            None => saltus_core::family::ByRules::survey_by_search(self, limits),
            Some(found) => {
                let survey = found
                    .and_then(|found| survey(found, self, &rest))
                    .map_err(|halted| CannotSurvey::Stop(halted.stop))?;
                self.was_whole()?;
                Ok(survey)
            }
        }
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        Some(Arc::new(KeyedRules::new(self)?))
    }
}

/// What the packed form shows.
fn shape(rules: &Rules) -> Option<Vec<Fact>> {
    fn bits<const W: usize>(_: &Packed<W>) -> usize {
        64 * W
    }
    let (goals, start, graded, reversible, bits) = for_words!(rules, packed => {
        let order = |group| packed.group(group).order();
        (order(Group::Goals), order(Group::Start), packed.graded, packed.reversible(), bits(packed))
    })?;
    let mut facts = vec![
        Fact::new("symmetries", goals).of("the rules and goals").because("the identity included"),
        Fact::new("symmetries", start).of("the start").because("those of them that keep it"),
    ];
    if graded {
        let because = "every move takes equally many pieces, so all plays to a position are of one length";
        facts.push(Fact::new("graded", true).because(because));
    }
    if reversible {
        facts.push(Fact::new("reversible", true).because("every move can be taken back by a move"));
    }
    facts.push(Fact::new("packed", bits).unit("bits").because("of a position"));
    Some(facts)
}
