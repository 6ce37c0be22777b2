//! The solvers: how a play is found, and what shows that none is better.

use dashu_int::UBig;
use saltus_core::engine::{self, Ceiling, Engine, Pause, Searches as _, Space as _, Surveyed};
use saltus_core::evidence::{Evidence, Stated};
use saltus_core::family::{gave_up, searched, solved, unsolvable};
use saltus_core::limits::{Limits, Stop};
use saltus_core::plan::{Moves, Plan as _};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::search::breadth_first::{self, Until};
use saltus_core::search::{Found, Halted, Search};
use saltus_core::verdict::Verdict;

use crate::calculus::{EvidenceLines, Nearer, exhausted};
use crate::invariants::Kept;
use crate::matching::Matching;
use crate::notation::Instance;
use crate::packed::{self, Few, Group, Packed, Pushed, Words, for_words};
use crate::parts;
use crate::potential::{Pagodas, Potential, Shown};
use crate::rules::{Move, Position, Rules};
use crate::search::{self, Knows};
use crate::views::Views;

/// Positions at which a search for as few pieces as may be left ends, before all positions are searched.
const SOON: u64 = 1 << 21;

/// That what no move changes keeps every goal from being reached; or of which pieces as few as possible are to be left, how many are left at least.
pub(crate) fn kept(rules: &Rules, limits: &Limits<'_>) -> Option<(Option<usize>, Box<dyn Evidence>)> {
    let definition = rules.definition();
    let kept = Kept::of(rules, limits)?;
    if definition.fewest().is_none() {
        return Some((None, Box::new(kept.excludes(definition)?)));
    }
    let shown = (0..).map_while(|most| kept.excludes(&definition.at_most(most)));
    let (below, evidence) = shown.enumerate().last()?;
    Some((Some(below + 1), Box::new(evidence)))
}

/// Whether what no move changes keeps every goal from being reached.
pub(crate) fn by_invariants(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = instance.rules();
    let (least, evidence) = kept(rules, limits)?;
    let Some(least) = least else {
        return Some(unsolvable("every goal differs from the start in what no move changes", evidence, 0));
    };
    // Fewer are not left; and as many are, if a play is soon found among those that are all equally long.
    let rules_to_least = rules.with_goal(instance.definition().at_most(least));
    let limits = rules_to_least.lay_out(limits).ok()?;
    let limits = Limits { nodes: limits.nodes.min(SOON), ..limits };
    let found = any_play(&rules_to_least, &limits, &mut Pause::never())?.ok()?;
    let plan = Box::new(Moves::new(rules.clone(), found.plan?));
    Some(solved(plan, UBig::from(least), evidence, found.expanded))
}

/// One part of the board after the other, where no rule looks at two.
pub(crate) fn by_parts(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let (rules, definition) = (instance.rules(), instance.definition());
    let parts = parts::of(rules)?;
    let (mut moves, mut expanded) = (Vec::new(), 0);
    for part in &parts {
        let rules = parts::rules_of(part, rules)?;
        let limits = rules.lay_out(&Limits { nodes: limits.nodes.saturating_sub(expanded), ..*limits }).ok()?;
        let found = best_play(&rules, &limits).ok()?;
        expanded += found.expanded;
        let Some(play) = found.plan else {
            return Some(unsolvable(
                "a part of the board does not come to its goal",
                Box::new(parts::is_lost(part, definition)),
                expanded,
            ));
        };
        moves.extend(play);
    }
    let plan = Moves::new(rules.clone(), moves);
    let cost = plan.cost();
    Some(solved(Box::new(plan), cost, Box::new(parts::together(definition, &parts)), expanded))
}

/// Whether every goal has less of a sum of weights that no move lowers.
pub(crate) fn by_potential(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    match with_end(instance)?.potential(limits)? {
        Shown::Bound(_) => None,
        Shown::Never(never) => {
            let shown = Box::new(never.lines(instance.definition()));
            Some(unsolvable("every goal has less than the start of a sum that no move lowers", shown, 0))
        }
    }
}

/// How few pieces can be left, and how many positions show it.
pub(crate) fn fewest_left(rules: &Rules, limits: &Limits<'_>) -> Search<(usize, u64)> {
    if let Some(found) = layers(rules, limits) {
        return found.map(|(found, _)| (found.fewest.unwrap_or(0) as usize, found.expanded));
    }
    let found = breadth_first::explore(rules, Until::Everything, limits)?;
    let least = found.states().iter().filter_map(|state| rules.left(state)).min();
    Ok((least.unwrap_or(0) as usize, found.states().len() as u64))
}

/// A shortest play, or any of the shortest, by the search that fits best.
pub(crate) fn best_play(rules: &Rules, limits: &Limits<'_>) -> Search<Found<Move>> {
    let never = Pause::never;
    any_play(rules, limits, &mut never())
        .or_else(|| play_between(rules, limits, &mut never()))
        .or_else(|| shortest_play(rules, limits, &mut never()))
        .unwrap_or_else(|| breadth_first::solve(rules, limits))
}

/// All positions if the goal is the fewest pieces, and then a shortest play that leaves that number.
pub(crate) fn by_fewest(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = instance.rules();
    instance.definition().fewest()?;
    let with_most = |most: usize| rules.with_goal(instance.definition().at_most(most));
    let answer = |moves: Vec<Move>, lower: usize, evidence: Box<dyn Evidence>, nodes: u64| {
        solved(Box::new(Moves::new(rules.clone(), moves)), UBig::from(lower), evidence, nodes)
    };
    let found = fewest_left(rules, limits).and_then(|(least, expanded)| {
        let rules_to_least = with_most(least);
        let found = best_play(&rules_to_least, &rules_to_least.lay_out(limits).map_err(at_once)?)?;
        Ok((least, found.plan, expanded + found.expanded))
    });
    let halted = match found {
        Ok((least, plan, nodes)) => return Some(answer(plan?, least, Nearer::of(rules), nodes)),
        Err(halted) => halted,
    };
    // Any play, the better the fewer it leaves.
    let pieces = rules.left(&rules.start())? as usize;
    for most in 0..pieces {
        let with_most = with_most(most);
        let Ok(limits) = &with_most.lay_out(limits) else { break };
        // Positions without a form as words have no beams.
        let Some(found) = any_play_at_all(&with_most, BEAMS[0] >> 2, limits) else { break };
        if let Some(moves) = found.plan {
            let verdict = answer(moves, 0, Box::new(Stated::witness()), halted.expanded + found.expanded);
            return Some(Verdict { limit: Some(halted.stop), ..verdict });
        }
    }
    Some(gave_up(Halted { lower: 0, ..halted }))
}

/// Depth-first search where all plays to a goal are equally long, since every move takes equally many pieces.
pub(crate) fn by_depth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let pieces = |rules: &Rules| -> Box<dyn Evidence> { Box::new(EvidenceLines::pieces(rules.definition())) };
    settled(instance.rules(), limits, &any_play, pieces)
}

/// From both ends, where the goals are positions.
pub(crate) fn by_both_ends(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    settled(instance.rules(), limits, &play_between, Nearer::of)
}

/// Breadth-first search over positions as words, or as they are where they have no such form.
pub(crate) fn by_breadth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = with_end(instance)?;
    settled(rules, limits, &shortest_play, Nearer::of).or_else(|| by_plain_search(instance, limits))
}

/// Breadth-first search over positions as they are.
pub(crate) fn by_plain_search(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = with_end(instance)?;
    let found = breadth_first::solve(rules, limits);
    Some(searched(rules.clone(), found, |rules, _| Nearer::of(rules), exhausted))
}

/// The rules, where a goal ends the play; none where as few pieces as possible are to be left.
fn with_end(instance: &Instance) -> Option<&Rules> {
    instance.definition().fewest().is_none().then(|| instance.rules())
}

/// Nodes before which a search for the answer gives way to a search for any play, once.
const TRIAL: u64 = 1 << 20;

/// The nodes of that search, and the most that it has when the search for the answer does not end.
const BEAMS: [u64; 2] = [1 << 17, 1 << 22];

/// The nodes of a search with rising costs, if there is no play, or if views show more than this part of what it costs; and those of another one, when
/// more is known.
const DEEP: [(u64, u32); 2] = [(BEAMS[1], STRONG), (1 << 26, 2)];

/// A bound is strong that shows more than this part of what a play costs: then positions are left out by it, which takes time for each of them.
const STRONG: u32 = 3;

/// A complete search; none where it does not apply.
type Complete = dyn Fn(&Rules, &Limits<'_>, &mut Pause<'_>) -> Option<Search<Found<Move>>>;

/// The end of a complete search. One that takes long gives way to beams once, so that there is a play when it does not end, and so that it is known
/// then which plays are still of use: none, where the play found costs as little as a bound says, or as all plays do.
fn settled(
    rules: &Rules,
    limits: &Limits<'_>,
    search: &Complete,
    evidence: fn(&Rules) -> Box<dyn Evidence>,
) -> Option<Verdict> {
    let potential = potential(rules, limits);
    let length = length(rules).filter(|_| may_ask("potential", limits));
    let least = length.or(potential.map(|potential| potential.at_start(rules.definition()))).unwrap_or(0);
    let mut state = SearchState { rules, limits, is_guided: length.is_some(), play: None, nodes: 0, least };
    // Where fewer nodes are allowed beams come at the end, if at all.
    let after = if limits.nodes > TRIAL { TRIAL } else { u64::MAX };
    let found = search(rules, limits, &mut Pause::after(after, &mut |held| state.beams(held)))?;
    let SearchState { mut play, mut nodes, least, .. } = state;
    let shown = |lower: u32| {
        if let Some(shown) = weights_for(rules, potential.filter(|_| length.is_none()), lower) {
            return shown;
        }
        match rules.known_views() {
            Some(views) => Box::new(views.lines(rules.definition(), lower)),
            None => evidence(rules),
        }
    };
    let halted = match found {
        Ok(found) => {
            // What is left out when there is a play costs as much at least.
            let found = match play {
                Some(play) if found.plan.is_none() => Found { plan: Some(play), expanded: nodes + found.expanded },
                _ => found,
            };
            let lower = found.plan.as_ref().map_or(0, |play| cost(rules, play));
            return Some(searched(rules.clone(), Ok(found), |_, _| shown(lower), exhausted));
        }
        Err(halted) => Halted { lower: halted.lower.max(least), ..halted },
    };
    limits.at_least(halted.lower);
    if matches!(halted.stop, Stop::Length | Stop::Ways { .. }) {
        return Some(gave_up(halted));
    }
    if play.is_none() {
        // A limit on time leaves none; others leave room for another search.
        let beams = any_play_at_all(rules, BEAMS[1], limits)?;
        (play, nodes) = (beams.plan, nodes + beams.expanded);
    }
    let Some(play) = play else { return Some(gave_up(halted)) };
    let (lower, shown) = (UBig::from(halted.lower), shown(halted.lower));
    let verdict = solved(Box::new(Moves::new(rules.clone(), play)), lower, shown, nodes + halted.expanded);
    let limit = Some(halted.stop).filter(|_| !verdict.optimal());
    Some(Verdict { limit, ..verdict })
}

/// What is known while a complete search runs.
struct SearchState<'a> {
    rules: &'a Rules,
    limits: &'a Limits<'a>,
    /// Whether pagodas guide beams, which then end at the first play.
    is_guided: bool,
    play: Option<Vec<Move>>,
    /// Of the other searches.
    nodes: u64,
    /// What a play costs at least.
    least: u32,
}

impl SearchState<'_> {
    /// Beams and rising costs, while the search holds as many bytes. Which plays are still of use to it.
    fn beams(&mut self, held: u64) -> Option<Ceiling> {
        let (rules, limits) = (self.rules, self.limits);
        let rest = Limits { memory: limits.memory.saturating_sub(held), ..*limits };
        let beams = any_play_at_all(rules, BEAMS[usize::from(self.is_guided)], &rest)?;
        (self.play, self.nodes) = (beams.plan, beams.expanded);
        if let Some(play) = &self.play {
            limits.found(|| Moves::new(rules.clone(), play.clone()));
        }
        let views = views(rules, &rest).filter(|_| !self.is_guided);
        self.least = self.least.max(views.map_or(0, |views| views.at_start(rules.definition())));
        let below = self.play.as_ref().map_or(u32::MAX, |play| cost(rules, play));
        for (most, part) in DEEP {
            let is_known = views.is_some() && self.least > below / part;
            let is_first = self.play.is_none() && most == BEAMS[1] && self.least > 0 && !self.is_guided;
            if self.least >= below || !is_known && !is_first {
                break;
            }
            let rest = Limits { nodes: most.min(limits.nodes), progress: None, ..rest };
            let (found, lower, expanded) = deepened(rules, self.least, below, &rest);
            (self.least, self.nodes) = (lower, self.nodes + expanded);
            limits.at_least(self.least);
            if found.is_some() {
                self.play = found;
                return Some(Ceiling { at_most: 0, least: 1, prunes: false });
            }
        }
        let cost = cost(rules, self.play.as_ref()?);
        // Where some moves are free plays of the same cost may have fewer moves.
        let at_most = if rules.has_free_moves() { cost } else { cost.checked_sub(1)? };
        Some(Ceiling { at_most, least: self.least, prunes: self.least > cost / STRONG })
    }
}

/// Whether a bound of this name may be asked.
fn may_ask(name: &str, limits: &Limits<'_>) -> bool {
    !limits.without.iter().any(|without| without == name)
}

/// Views, if a table of the checker sees what they see.
pub(crate) fn views<'a>(rules: &'a Rules, limits: &Limits<'_>) -> Option<&'a Views> {
    if !may_ask("views", limits) || !parts::are_seen(rules) {
        return None;
    }
    rules.views(limits).filter(|views| views.can_be_checked(rules.definition()))
}

/// The weights that say most about the start, if they may be asked and say something.
pub(crate) fn potential<'a>(rules: &'a Rules, limits: &Limits<'_>) -> Option<&'a Potential> {
    match rules.potential(limits)? {
        Shown::Bound(potential) if may_ask("potential", limits) => Some(potential),
        _ => None,
    }
}

/// Weights as what shows that no play costs less, if they do: they are the least to be checked.
pub(crate) fn weights_for(rules: &Rules, potential: Option<&Potential>, lower: u32) -> Option<Box<dyn Evidence>> {
    let potential = potential.filter(|potential| lower <= potential.at_start(rules.definition()))?;
    Some(Box::new(potential.lines(rules.definition())))
}

/// The same, or else all positions that are nearer.
pub(crate) fn weights_or_nearer(rules: &Rules, potential: Option<&Potential>, lower: u32) -> Box<dyn Evidence> {
    weights_for(rules, potential, lower).unwrap_or_else(|| Nearer::of(rules))
}

/// A* where pieces are pushed: by what the pieces cost that are to come to their places, past positions that
/// few of them show to be lost.
pub(crate) fn by_pushes(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = with_end(instance)?;
    let potential = potential(rules, limits);
    let found = best_landing(rules, potential, limits)?;
    let lower = found.as_ref().ok().and_then(|found| found.plan.as_ref()).map_or(0, |play| cost(rules, play));
    Some(searched(rules.clone(), found, |rules, _| weights_or_nearer(rules, potential, lower), exhausted))
}

/// By rising costs, from what views say of the start on.
pub(crate) fn by_views(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let rules = with_end(instance)?;
    let views = views(rules, limits)?;
    let (play, lower, expanded) = deepened(rules, views.at_start(rules.definition()), u32::MAX, limits);
    let shown = Box::new(views.lines(rules.definition(), lower));
    Some(solved(Box::new(Moves::new(rules.clone(), play?)), UBig::from(lower), shown, expanded))
}

/// A shortest play, if it costs less than `below` and a search with rising costs, from the least on, finds one with few nodes: for each cost only
/// through positions from which a play of that cost is still possible. No play costs less than the second number; the third is the number of expanded
/// nodes.
fn deepened(rules: &Rules, mut least: u32, below: u32, limits: &Limits<'_>) -> (Option<Vec<Move>>, u32, u64) {
    let mut nodes = 0;
    while least < below {
        let mut then = |_| Some(Ceiling { at_most: least, least, prunes: true });
        let mut pause = Pause::after(0, &mut then);
        let rest = Limits { nodes: limits.nodes.saturating_sub(nodes), ..*limits };
        let found = shortest_play(rules, &rest, &mut pause);
        let beyond = pause.beyond;
        match found {
            Some(Ok(found)) => {
                nodes += found.expanded;
                if found.plan.is_some() || nodes >= limits.nodes || beyond == u32::MAX {
                    return (found.plan, least, nodes);
                }
                least = beyond;
            }
            Some(Err(halted)) => return (None, least, nodes + halted.expanded),
            None => break,
        }
    }
    (None, least, nodes)
}

/// What a play costs.
pub(crate) fn cost(rules: &Rules, play: &[Move]) -> u32 {
    play.iter().filter(|mv| !rules.is_free(mv)).count() as u32
}

/// Any play, by beams of `nodes` nodes; none if positions have no form as words.
fn any_play_at_all(rules: &Rules, nodes: u64, limits: &Limits<'_>) -> Option<Found<Move>> {
    let pagodas = length(rules).and_then(|_| Pagodas::learn(rules, 0, limits).ok().flatten());
    for_words!(rules, packed => {
        found(packed, rules, search::beam(packed, nodes, pagodas.as_ref(), limits))
    })
}

/// Positions before a search for one of several plays that are equally long goes by pagodas.
const SOONER: u64 = 1 << 13;

/// Some play, where all are equally long.
fn any_play(rules: &Rules, limits: &Limits<'_>, pause: &mut Pause<'_>) -> Option<Search<Found<Move>>> {
    let length = length(rules)?;
    let of_length = |limits: &Limits<'_>, pause: &mut Pause<'_>| {
        for_words!(rules, packed => {
            let play = search::depth_first(packed, length, limits, pause);
            play.map(|play| found(packed, rules, play))
        })
    };
    if limits.nodes > SOONER {
        let sooner = Limits { nodes: SOONER, ..*limits };
        let first = of_length(&sooner, &mut Pause::never())?;
        if !matches!(first, Err(Halted { stop: Stop::Nodes, .. })) {
            return Some(first);
        }
        match search::by_pagodas(rules, limits) {
            Ok(Found { plan: None, .. }) => {}
            found => return Some(found.map_err(|halted| Halted { lower: length, ..halted })),
        }
    }
    of_length(limits, pause)
}

/// How many moves every play to a goal has, where that is known.
fn length(rules: &Rules) -> Option<u32> {
    for_words!(rules, packed => packed.length)?
}

/// The packed form up to the symmetries of rules and goals, from the start.
pub(crate) fn words<'a, const W: usize>(packed: &'a Packed<W>, rules: &'a Rules) -> Words<'a, W> {
    Words::new(packed, Group::Goals, Some(rules))
}

fn play_between(rules: &Rules, limits: &Limits<'_>, pause: &mut Pause<'_>) -> Option<Search<Found<Move>>> {
    for_words!(rules, packed => {
        let space = words(packed, rules);
        let play = Engine::both_ends(&space, &space.goals()?, limits, pause);
        play.map(|play| found(packed, rules, play))
    })
}

fn shortest_play(rules: &Rules, limits: &Limits<'_>, pause: &mut Pause<'_>) -> Option<Search<Found<Move>>> {
    for_words!(rules, packed => {
        let play = Engine::shortest(&words(packed, rules), limits, pause);
        play.map(|play| found(packed, rules, play))
    })
}

/// A best play by A*; none where no pieces are pushed.
pub(crate) fn best_landing(
    rules: &Rules,
    potential: Option<&Potential>,
    limits: &Limits<'_>,
) -> Option<Search<Found<Move>>> {
    let pushed = for_words!(rules, packed => Pushed::of(&packed.definition, &packed.written))??;
    let searched = rules.with_wide(limits, |packed, limits| {
        let few = Few::of(packed, pushed, limits).map_err(at_once)?;
        let matching = Matching::of(rules);
        let knows = Knows { matching: matching.as_ref(), potential, few: few.as_ref() };
        let play = search::landings(packed, knows, limits)?;
        Ok(found(packed, rules, play))
    });
    Some(searched.map_err(at_once).and_then(|found| found))
}

/// The moves of a play of positions up to symmetry: each leads to a position that symmetry makes the next one.
fn found<const W: usize>(packed: &Packed<W>, rules: &Rules, (play, expanded): engine::Play<W>) -> Found<Move> {
    let group = packed.group(Group::Goals);
    let plan = play.and_then(|play| {
        let (mut position, mut buffer) = (rules.start(), Vec::new());
        let step = |key: &packed::Key<W>| {
            free_first(rules, &position, &mut buffer);
            let leads = |mv: &&Move| group.least(packed.key(&rules.after(&position, mv))) == *key;
            let mv = buffer.iter().find(leads).cloned();
            // Only where chains were not looked through to their end, and then no answer is given out.
            assert!(mv.is_some() || rules.was_whole().is_err(), "a move leads to the next position");
            rules.play(&mut position, mv.as_ref()?);
            mv
        };
        play[1..].iter().map(step).collect()
    });
    Found { plan, expanded }
}

/// All moves; those that cost nothing come first.
fn free_first(rules: &Rules, position: &Position, buffer: &mut Vec<Move>) {
    buffer.clear();
    rules.moves(position, buffer);
    buffer.sort_by_key(|mv| !rules.is_free(mv));
}

/// All positions by distance; none where they have no form as words.
pub(crate) fn layers(rules: &Rules, limits: &Limits<'_>) -> Option<Search<(Surveyed, Position)>> {
    for_words!(rules, packed => {
        let found = Engine::survey(&Words::new(packed, Group::Start, None), limits);
        found.map(|(found, farthest)| (found, packed.position(&farthest)))
    })
}

/// A search that did not begin.
pub(crate) fn at_once(stop: Stop) -> Halted {
    Halted { stop, lower: 0, expanded: 0 }
}
