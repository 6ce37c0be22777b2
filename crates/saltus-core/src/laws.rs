//! The laws that every puzzle and every bound must obey, public so that the tests of each can call
//! them.
//!
//! A law is a function that returns when it holds and panics when it is broken, naming itself and
//! the state. States come from [`all_states`], where a puzzle is small, or from [`sample_states`].

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use dashu_int::UBig;

use crate::answers::{Answers, Count};
use crate::engine;
use crate::limits::Limits;
use crate::notation::MoveText;
use crate::puzzle::{Backward, Bound, Keyed, Puzzle, Ranked, Repeats, Undo, Zero};
pub use crate::random::Random;
use crate::search::breadth_first::{self, Until};
use crate::search::breadth_first_heuristic::{self, Upper};
use crate::search::shortest_paths::ShortestPlays;
use crate::search::{
    Found, Quick, Search, a_star, bidirectional, breadth_first_ida_star, dvcbs, focal, ida_star, nbs,
    partial_expansion, shortest_paths, weighted_a_star,
};

fn moves_from<P: Puzzle>(puzzle: &P, state: &P::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    moves
}

fn moves_into<P: Backward>(puzzle: &P, state: &P::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    puzzle.moves_into(state, &mut moves);
    moves
}

fn played<P: Puzzle>(puzzle: &P, state: &P::State, mv: &P::Move) -> P::State {
    let mut state = state.clone();
    puzzle.play(&mut state, mv);
    state
}

fn undone<P: Undo>(puzzle: &P, state: &P::State, mv: &P::Move) -> P::State {
    let mut state = state.clone();
    puzzle.undo(&mut state, mv);
    state
}

/// Every state that can be reached, nearest first.
///
/// # Panics
/// When there are more than `limit`: a law that was tried on a part should say so.
pub fn all_states<P: Puzzle>(puzzle: &P, limit: usize) -> Vec<P::State> {
    let mut known = HashSet::from([puzzle.start()]);
    let mut states = vec![puzzle.start()];
    let mut next = 0;
    while next < states.len() {
        for mv in moves_from(puzzle, &states[next]) {
            let state = played(puzzle, &states[next], &mv);
            if known.insert(state.clone()) {
                states.push(state);
            }
        }
        assert!(states.len() <= limit, "all_states: more than {limit} states can be reached");
        next += 1;
    }
    states
}

/// Up to `how_many` different states, the start first, from random walks.
///
/// The same seed gives the same states. There are fewer where a puzzle has hardly more.
pub fn sample_states<P: Puzzle>(puzzle: &P, how_many: usize, seed: u64) -> Vec<P::State> {
    /// A walk returns to the start after this many steps.
    const WALK: usize = 200;
    let mut random = Random::new(seed);
    let mut state = puzzle.start();
    let mut known = HashSet::from([state.clone()]);
    let mut states = vec![state.clone()];
    for _ in 0..how_many.saturating_mul(100) {
        if states.len() >= how_many {
            break;
        }
        let moves = moves_from(puzzle, &state);
        if moves.is_empty() || random.below(WALK) == 0 {
            state = puzzle.start();
            continue;
        }
        puzzle.play(&mut state, &moves[random.below(moves.len())]);
        if known.insert(state.clone()) {
            states.push(state.clone());
        }
    }
    states
}

/// No move is generated twice.
///
/// # Panics
/// When the law is broken.
pub fn moves_are_distinct<P: Puzzle>(puzzle: &P, states: &[P::State]) {
    for state in states {
        assert_distinct("moves_are_distinct", state, &moves_from(puzzle, state));
    }
}

fn assert_distinct<M: PartialEq + Debug>(law: &str, state: &impl Debug, moves: &[M]) {
    for (i, mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(mv), "{law}: {mv:?} comes twice at {state:?}");
    }
}

/// The laws that hold state by state: what moves there are, that they can be undone and written,
/// and which states are goals.
///
/// # Panics
/// When one is broken.
pub fn states_obey<P: Backward + MoveText, I: IntoIterator<Item = P::Move>>(
    puzzle: &P,
    states: &[P::State],
    conceivable: impl Fn(&P::State) -> I,
) {
    moves_obey(puzzle, states, conceivable);
    moves_into_inverts_moves(puzzle, states);
    goals_are_the_listed_ones(puzzle, states);
}

/// Those of them that need no [`Backward`].
///
/// # Panics
/// When one is broken.
pub fn moves_obey<P: Undo + MoveText, I: IntoIterator<Item = P::Move>>(
    puzzle: &P,
    states: &[P::State],
    conceivable: impl Fn(&P::State) -> I,
) {
    moves_are_the_legal_ones(puzzle, states, conceivable);
    moves_are_distinct(puzzle, states);
    undo_restores(puzzle, states);
    moves_read_back(puzzle, states);
    reversals_return(puzzle, states);
}

/// The generated moves are those that pass [`Puzzle::check`], over all conceivable moves, legal or
/// not.
///
/// # Panics
/// When the law is broken, or a generated move is not among the conceivable ones.
pub fn moves_are_the_legal_ones<P: Puzzle, I: IntoIterator<Item = P::Move>>(
    puzzle: &P,
    states: &[P::State],
    conceivable: impl Fn(&P::State) -> I,
) {
    let law = "moves_are_the_legal_ones";
    for state in states {
        let generated = moves_from(puzzle, state);
        let conceived: Vec<P::Move> = conceivable(state).into_iter().collect();
        for mv in &conceived {
            let judged = puzzle.check(state, mv);
            let is_generated = generated.contains(mv);
            assert_eq!(
                judged.is_ok(),
                is_generated,
                "{law}: {mv:?} at {state:?} is judged {judged:?} but generated: {is_generated}"
            );
        }
        for mv in &generated {
            assert!(conceived.contains(mv), "{law}: {mv:?} at {state:?} is generated but not conceived by the test");
        }
    }
}

/// To play a move and undo it restores the state.
///
/// # Panics
/// When the law is broken.
pub fn undo_restores<P: Undo>(puzzle: &P, states: &[P::State]) {
    for state in states {
        for mv in moves_from(puzzle, state) {
            let back = undone(puzzle, &played(puzzle, state, &mv), &mv);
            assert_eq!(back, *state, "undo_restores: {mv:?} at {state:?} is not undone");
        }
    }
}

/// A move written as text reads as itself, in the state that it is made from.
///
/// # Panics
/// When the law is broken.
pub fn moves_read_back<P: MoveText>(puzzle: &P, states: &[P::State]) {
    for state in states {
        for mv in moves_from(puzzle, state) {
            let mut text = String::new();
            puzzle.write_move(&mv, &mut text);
            let read = puzzle.read_move(state, &text);
            assert_eq!(read, Ok(mv), "moves_read_back: {text:?} at {state:?} reads otherwise");
        }
    }
}

/// A move that [`Undo::reverses`] the one before returns to the state before both.
///
/// # Panics
/// When the law is broken.
pub fn reversals_return<P: Undo>(puzzle: &P, states: &[P::State]) {
    for state in states {
        for last in moves_from(puzzle, state) {
            let between = played(puzzle, state, &last);
            for next in moves_from(puzzle, &between).into_iter().filter(|next| puzzle.reverses(&last, next)) {
                let back = played(puzzle, &between, &next);
                assert_eq!(back, *state, "reversals_return: {last:?} then {next:?} at {state:?} leads elsewhere");
            }
        }
    }
}

/// A move leads to a state exactly when it is listed by [`Backward::moves_into`], once, and undone
/// from there.
///
/// # Panics
/// When the law is broken.
pub fn moves_into_inverts_moves<P: Backward>(puzzle: &P, states: &[P::State]) {
    let law = "moves_into_inverts_moves";
    for state in states {
        for mv in moves_from(puzzle, state) {
            let after = played(puzzle, state, &mv);
            let listed = moves_into(puzzle, &after).contains(&mv);
            assert!(listed, "{law}: {mv:?} leads from {state:?} to {after:?} but is not listed there");
        }
        let into = moves_into(puzzle, state);
        assert_distinct(law, state, &into);
        for mv in into {
            let before = undone(puzzle, state, &mv);
            let legal = puzzle.check(&before, &mv).is_ok() && moves_from(puzzle, &before).contains(&mv);
            assert!(legal, "{law}: {mv:?} is listed at {state:?} but is no move from {before:?}");
            assert_eq!(played(puzzle, &before, &mv), *state, "{law}: {mv:?} from {before:?} leads elsewhere");
        }
    }
}

/// [`Backward::goals`] lists, each once, the states that [`Puzzle::is_goal`] says are goals.
///
/// # Panics
/// When a listed state is no goal or comes twice, or a goal among `states` is not listed.
pub fn goals_are_the_listed_ones<P: Backward>(puzzle: &P, states: &[P::State]) {
    let law = "goals_are_the_listed_ones";
    let mut listed = HashSet::new();
    for goal in puzzle.goals() {
        assert!(puzzle.is_goal(&goal), "{law}: {goal:?} is listed but is no goal");
        assert!(listed.insert(goal.clone()), "{law}: {goal:?} is listed twice");
    }
    for state in states {
        assert_eq!(puzzle.is_goal(state), listed.contains(state), "{law}: {state:?} is a goal or listed, not both");
    }
}

/// Ranks are a bijection: `0..count` to states and back.
///
/// # Panics
/// When the law is broken.
pub fn ranks_are_a_bijection<P: Ranked>(puzzle: &P) {
    let mut known = HashSet::new();
    for rank in 0..puzzle.count() {
        let state = puzzle.unrank(rank);
        assert_eq!(puzzle.rank(&state), rank, "ranks_are_a_bijection: {state:?} is number {rank} but ranked otherwise");
        assert!(known.insert(state.clone()), "ranks_are_a_bijection: {state:?} has two numbers");
    }
}

/// Every given state has a rank below the count, and it is the state of that rank.
///
/// # Panics
/// When the law is broken.
pub fn ranks_round_trip<P: Ranked>(puzzle: &P, states: &[P::State]) {
    for state in states {
        let rank = puzzle.rank(state);
        assert!(rank < puzzle.count(), "ranks_round_trip: {state:?} has rank {rank}, not below {}", puzzle.count());
        assert_eq!(puzzle.unrank(rank), *state, "ranks_round_trip: rank {rank} is another state");
    }
}

/// A bound falls by at most 1 in a move, is 0 at goals, and [`Bound::after`] and [`Bound::ahead`]
/// agree with [`Bound::of`].
///
/// On all states of a puzzle this makes the bound admissible, too. On a sample it does not:
/// [`bound_is_admissible`] does.
///
/// # Panics
/// When the law is broken on a given state or a move from it.
pub fn bound_is_consistent<P: Puzzle, B: Bound<P> + ?Sized>(puzzle: &P, bound: &B, states: &[P::State]) {
    let law = "bound_is_consistent";
    for state in states {
        let before = bound.of(puzzle, state);
        assert!(!puzzle.is_goal(state) || before == 0, "{law}: {before} at the goal {state:?}");
        for mv in moves_from(puzzle, state) {
            let child = played(puzzle, state, &mv);
            let after = bound.of(puzzle, &child);
            assert!(before <= after.saturating_add(1), "{law}: {before} at {state:?} falls to {after} by {mv:?}");
            // No search asks for the bound after a state that cannot reach a goal.
            if before < u32::MAX {
                let told = bound.after(puzzle, &child, &mv, before);
                assert_eq!(told, after, "{law}: after {mv:?} at {state:?} the bound of {child:?} is given otherwise");
                let told = bound.ahead(puzzle, state, &mv, before).unwrap_or(after);
                assert_eq!(
                    told, after,
                    "{law}: ahead of {mv:?} at {state:?} the bound of {child:?} is given otherwise"
                );
            }
        }
    }
}

/// A bound is never above the true distance to the nearest goal, known for each state by going
/// backwards from the goals.
///
/// # Panics
/// When the law is broken, or more than `limit` states can be reached.
pub fn bound_is_admissible<P: Puzzle, B: Bound<P> + ?Sized>(puzzle: &P, bound: &B, limit: usize) {
    let states = all_states(puzzle, limit);
    for (state, distance) in states.iter().zip(distances_to_goals(puzzle, &states)) {
        let told = bound.of(puzzle, state);
        let known = distance.unwrap_or(u32::MAX);
        assert!(told <= known, "bound_is_admissible: {told} at {state:?}, but the distance is {distance:?}");
    }
}

/// The distance of every state to its nearest goal, where there is one; `states` are all there are.
fn distances_to_goals<P: Puzzle>(puzzle: &P, states: &[P::State]) -> Vec<Option<u32>> {
    let numbers: HashMap<&P::State, usize> = states.iter().enumerate().map(|(id, state)| (state, id)).collect();
    let mut parents = vec![Vec::new(); states.len()];
    for (id, state) in states.iter().enumerate() {
        for mv in moves_from(puzzle, state) {
            parents[numbers[&played(puzzle, state, &mv)]].push(id);
        }
    }
    let mut distances: Vec<_> = states.iter().map(|state| puzzle.is_goal(state).then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..states.len()).filter(|&id| distances[id].is_some()).collect();
    while let Some(id) = queue.pop_front() {
        for &parent in &parents[id] {
            if distances[parent].is_none() {
                distances[parent] = distances[id].map(|distance| distance + 1);
                queue.push_back(parent);
            }
        }
    }
    distances
}

/// A plan replays: every move is legal by [`Puzzle::check`], and the last one ends at a goal.
///
/// # Panics
/// When the law is broken.
pub fn plan_replays<P: Puzzle>(puzzle: &P, plan: &[P::Move]) {
    let mut state = puzzle.start();
    for (i, mv) in plan.iter().enumerate() {
        if let Err(refusal) = puzzle.check(&state, mv) {
            panic!("plan_replays: move {} of the plan, {mv:?} at {state:?}: {refusal}", i + 1);
        }
        puzzle.play(&mut state, mv);
    }
    assert!(puzzle.is_goal(&state), "plan_replays: the plan ends at {state:?}, which is no goal");
}

/// All searches that need no [`Backward`] agree with breadth-first search on the length, which is
/// returned, and on the number of shortest plays; their plans replay.
///
/// A search that `limits` stop must have a true lower bound, and is otherwise let off;
/// breadth-first search must finish.
///
/// # Panics
/// When the law is broken.
pub fn forward_solvers_agree<P: Undo, B: Bound<P> + ?Sized>(puzzle: &P, bound: &B, limits: &Limits<'_>) -> Option<u32> {
    let (length, plays) = reference(puzzle, limits);
    agrees(puzzle, length, "breadth-first search", breadth_first::solve(puzzle, limits));
    agrees(puzzle, length, "A*", a_star::solve(puzzle, bound, limits));
    agrees(puzzle, length, "IDA*", ida_star::solve(puzzle, bound, limits));
    for slack in [0, 2] {
        agrees(puzzle, length, "partial expansion", partial_expansion::solve(puzzle, bound, slack, limits));
    }
    agrees(puzzle, length, "breadth-first IDA*", breadth_first_ida_star::solve(puzzle, bound, limits));
    for upper in [length.map_or(Upper::Beam(0), Upper::Moves), Upper::Beam(3)] {
        let found = breadth_first_heuristic::solve(puzzle, bound, upper, limits);
        agrees(puzzle, length, "breadth-first heuristic search", found);
    }
    for percent in [100, 150, 300] {
        is_near(puzzle, length, percent, "weighted A*", weighted_a_star::solve(puzzle, bound, percent, limits));
        is_near(puzzle, length, percent, "focal search", focal::solve(puzzle, bound, percent, limits));
    }
    for at_most in [length.unwrap_or(0), u32::MAX] {
        match shortest_paths::build(puzzle, bound, at_most, limits) {
            Ok(all) => {
                let count = all.as_ref().map_or(UBig::ZERO, ShortestPlays::count);
                assert_eq!(count, plays, "solvers_agree: the number of all shortest plays from {:?}", puzzle.start());
                let plan = all.and_then(|all| all.unrank(&UBig::ZERO));
                agrees(puzzle, length, "all shortest plays", Ok(Found { plan, expanded: 0 }));
            }
            Err(halted) => agrees(puzzle, length, "all shortest plays", Err(halted)),
        }
    }
    length
}

/// All searches agree: [`forward_solvers_agree`] and those from both ends.
///
/// # Panics
/// When the law is broken.
pub fn solvers_agree<P: Backward, B: Bound<P> + ?Sized>(puzzle: &P, bound: &B, limits: &Limits<'_>) -> Option<u32> {
    let length = forward_solvers_agree(puzzle, bound, limits);
    agrees(puzzle, length, "bidirectional search", bidirectional::solve(puzzle, limits));
    agrees(puzzle, length, "NBS", nbs::solve(puzzle, bound, &Zero, limits));
    agrees(puzzle, length, "DVCBS", dvcbs::solve(puzzle, bound, &Zero, limits));
    length
}

/// A play that need not be shortest is within the given factor of the shortest, and its lower bound is true.
fn is_near<P: Puzzle>(puzzle: &P, length: Option<u32>, percent: u32, name: &str, answer: Search<Quick<P::Move>>) {
    let start = puzzle.start();
    let Quick { plan, lower, expanded } = match answer {
        Ok(quick) => quick,
        Err(halted) => return agrees::<P>(puzzle, length, name, Err(halted)),
    };
    let found = plan.as_ref().map(|plan| plan.len() as u32);
    assert_eq!(
        found.is_some(),
        length.is_some(),
        "solvers_agree: {name} from {start:?} disagrees whether there is a play"
    );
    let (Some(plan), Some(length), Some(found)) = (plan, length, found) else { return };
    let is_near = u64::from(found) * 100 <= u64::from(length) * u64::from(percent);
    assert!(
        lower <= length && length <= found && is_near,
        "solvers_agree: {name} from {start:?} finds {found} moves and says at least {lower} after {expanded} nodes; {length} are needed"
    );
    plan_replays(puzzle, &plan);
}

/// The length of a shortest play and how many there are, by breadth-first search.
fn reference<P: Puzzle>(puzzle: &P, limits: &Limits<'_>) -> (Option<u32>, UBig) {
    let all = breadth_first::explore(puzzle, Until::Goal, limits)
        .unwrap_or_else(|halted| panic!("solvers_agree: breadth-first search from {:?}: {halted}", puzzle.start()));
    let plays = all.goals().iter().map(|&goal| all.shortest_plays(goal as usize)).sum();
    (all.goals().first().map(|&goal| all.distance(goal as usize)), plays)
}

fn agrees<P: Puzzle>(puzzle: &P, length: Option<u32>, name: &str, answer: Search<Found<P::Move>>) {
    let start = puzzle.start();
    match answer {
        Ok(Found { plan, .. }) => {
            let found = plan.as_ref().map(|plan| plan.len() as u32);
            assert_eq!(found, length, "solvers_agree: {name} from {start:?} disagrees on the length");
            if let Some(plan) = plan {
                plan_replays(puzzle, &plan);
            }
        }
        Err(halted) => {
            let possible = length.is_none_or(|length| halted.lower <= length);
            assert!(possible, "solvers_agree: {name} from {start:?} says {halted}, but the length is {length:?}");
        }
    }
}

/// Breadth-first search over [`Answers::keyed`] finds what [`Answers::survey`] does: the distribution, and the dead ends where the
/// survey tells them; and so does the engine, with a play to a nearest goal. Successors were met before only where [`Keyed::repeats`] says, a
/// predecessor of every key is in the layer before, and a move leads from each to it, a play to the farthest has moves, no key on a way to a
/// goal is late, and the farthest leave the fewest pieces where these count.
///
/// # Panics
/// Where they differ, or the instance has no keys or no survey.
pub fn keys_are_surveyed(instance: &impl Answers) {
    let law = |what: &str| format!("keys_are_surveyed: {instance}: {what}");
    let keyed = instance.keyed().unwrap_or_else(|| panic!("{}", law("there are keys")));
    let survey = instance.survey(&Limits::default()).unwrap_or_else(|why| panic!("{}: {why:?}", law("a survey")));
    let mut start = vec![0; keyed.width()];
    keyed.start(&mut start);
    let mut distances = HashMap::from([(start.clone(), 0usize)]);
    let (mut layer, mut distribution, mut dead_ends) = (vec![start.clone()], Vec::new(), 0);
    let mut last = layer.clone();
    while !layer.is_empty() {
        let (distance, mut next) = (distribution.len(), Vec::new());
        for key in &layer {
            let mut after = 0;
            keyed.successors(key, &mut |found| {
                after += 1;
                let before = *distances.entry(found.to_vec()).or_insert_with(|| {
                    next.push(found.to_vec());
                    distance + 1
                });
                let is_told = match keyed.repeats() {
                    Repeats::Never => before > distance,
                    Repeats::Near => before + 1 >= distance,
                    Repeats::Anywhere => true,
                };
                assert!(is_told, "{}", law("a successor was met where none can be"));
            });
            dead_ends += if after == 0 && !keyed.is_goal(key) { keyed.weight(key) } else { 0 };
            let mut is_led_to = distance == 0;
            keyed.predecessors(key, &mut |found| {
                is_led_to |= distances.get(found) == Some(&distance.wrapping_sub(1));
                assert!(leads(&*keyed, found, key), "{}", law("a predecessor leads elsewhere"));
            });
            assert!(is_led_to, "{}", law("nothing leads to a key"));
        }
        distribution.push(UBig::from(layer.iter().map(|key| keyed.weight(key)).sum::<u64>()));
        last = std::mem::replace(&mut layer, next);
    }
    assert_eq!(distribution, survey.distribution, "{}", law("the distribution"));
    let facts = survey.facts.iter().filter(|fact| fact.topic == "dead-ends");
    let told: Vec<u64> = facts.map(|fact| fact.value.to_string().parse().expect("a number")).collect();
    assert!(told.is_empty() || told.iter().sum::<u64>() == dead_ends, "{}", law("the dead ends"));
    let fewest = distances.keys().map(|key| keyed.left(key)).min();
    assert_eq!(Some(keyed.left(&last[0])), fewest, "{}", law("the farthest leave the fewest"));

    a_play_has_moves(&*keyed, &last[0], &distances, &law);
    nothing_needed_is_late(&*keyed, &distances, &law);

    let Ok((found, farthest)) = engine::survey_keys(&*keyed, &Limits::default()) else { panic!("{}", law("a limit")) };
    let sizes: Vec<UBig> = found.sizes.into_iter().map(UBig::from).collect();
    assert_eq!((sizes, found.dead_ends.iter().sum::<u64>()), (distribution, dead_ends), "{}", law("the engine"));
    assert_eq!(Some(&farthest), last.iter().min(), "{}", law("the least of the farthest"));
    if let Count::Solutions { solutions, left: None, .. } = instance.count(&Limits::default()) {
        let plays = found.goal.map(|(_, _, plays)| plays);
        assert_eq!(plays, Some(solutions), "{}", law("as many plays as are counted"));
    }
    the_engine_finds_the_nearest(&*keyed, &start, &distances, &law);
}

/// A shortest play to a key has as many moves as the key is away.
fn a_play_has_moves(keyed: &dyn Keyed, to: &[u8], distances: &HashMap<Vec<u8>, usize>, law: &dyn Fn(&str) -> String) {
    let mut play = vec![to.to_vec()];
    for distance in (0..distances[to]).rev() {
        let mut before = None;
        keyed.predecessors(&play[0], &mut |key| {
            if distances.get(key) == Some(&distance) {
                before = Some(key.to_vec());
            }
        });
        play.insert(0, before.unwrap_or_else(|| panic!("{}", law("nothing leads to a key"))));
    }
    assert_eq!(keyed.moves(&play).len(), distances[to], "{}", law("the moves of a play"));
}

/// The engine's shortest play is one, and as long as the nearest goal is away.
fn the_engine_finds_the_nearest(
    keyed: &dyn Keyed,
    start: &[u8],
    distances: &HashMap<Vec<u8>, usize>,
    law: &impl Fn(&str) -> String,
) {
    let Ok((play, _)) = engine::shortest_keys(keyed, &Limits::default()) else { panic!("{}", law("a limit")) };
    let nearest = distances.iter().filter(|(key, _)| keyed.is_goal(key)).map(|(_, distance)| distance + 1).min();
    assert_eq!(play.as_ref().map(Vec::len), nearest, "{}", law("the nearest goal"));
    if let Some(play) = play {
        let is_play = play[0] == start && play.windows(2).all(|pair| leads(keyed, &pair[0], &pair[1]));
        assert!(is_play, "{}", law("a play"));
    }
}

/// Whether a move leads from one key to another.
fn leads(keyed: &dyn Keyed, from: &[u8], to: &[u8]) -> bool {
    let mut leads = false;
    keyed.successors(from, &mut |after| leads |= after == to);
    leads
}

/// Back from the goals: what still leads to one in time is not late.
fn nothing_needed_is_late(keyed: &dyn Keyed, distances: &HashMap<Vec<u8>, usize>, law: &dyn Fn(&str) -> String) {
    let mut layer: Vec<Vec<u8>> = distances.keys().filter(|key| keyed.is_goal(key)).cloned().collect();
    let mut seen: HashSet<Vec<u8>> = layer.iter().cloned().collect();
    for left in 0.. {
        let mut next = Vec::new();
        for key in &layer {
            let made = distances[key] as u32;
            assert!(!keyed.is_late(key, made, made + left), "{}", law("a position on the way to a goal is late"));
            keyed.predecessors(key, &mut |before| {
                if distances.contains_key(before) && !seen.contains(before) {
                    seen.insert(before.to_vec());
                    next.push(before.to_vec());
                }
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
}
