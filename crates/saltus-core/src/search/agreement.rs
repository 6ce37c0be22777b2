//! One table of instances on which independent algorithms must agree, and what each search must do
//! at its limits.

use std::sync::atomic::AtomicBool;

use dashu_int::UBig;

use super::breadth_first::{self, Until};
use super::breadth_first_heuristic::{self, Upper};
use super::test_puzzles::{Climb, Doublings, HalfInversions, Hopeless, Manhattan, Rise, Step, Swaps, Walk};
use super::{
    Found, Halted, Search, a_star, bidirectional, breadth_first_ida_star, dvcbs, focal, ida_star, nbs,
    partial_expansion, shortest_paths, weighted_a_star,
};
use crate::clock::Instant;
use crate::laws;
use crate::limits::{Limits, Stop};
use crate::puzzle::{Backward, Bound, Puzzle, Zero};
use crate::statistics::Gathered;
use crate::trace::Trace;

fn binomial(n: u32, k: u32) -> UBig {
    (0..k).fold(UBig::ONE, |product, i| product * UBig::from(n - i) / UBig::from(i + 1))
}

const ROOM: [&str; 5] = ["S.#....", ".##.##.", "....#G.", ".##.##.", "......."];
const WALLED: [&str; 3] = ["S.#..", "..#.G", "..#.."];

/// Lengths and numbers of shortest plays that are known without a search.
#[test]
fn searches_agree_on_the_table() {
    let none: Option<(u32, UBig)> = None;
    let some = |length: u32, plays: u32| Some((length, UBig::from(plays)));
    for (width, height) in [(1, 1), (1, 9), (2, 2), (5, 4), (8, 8)] {
        let known = Some((width + height - 2, binomial(width + height - 2, width - 1)));
        agree(&Walk::across(width, height), &Manhattan, known.as_ref());
    }
    agree(&Walk::on(&ROOM), &Manhattan, some(13, 3).as_ref());
    agree(&Walk::on(&WALLED), &Manhattan, none.as_ref());
    agree(&Walk::on(&WALLED), &Hopeless, none.as_ref());
    // Reduced words of the longest permutation: standard tableaux of a staircase (R. P. Stanley,
    // 1984).
    for (n, words) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 16), (5, 768)] {
        let longest = u32::from(n) * u32::from(n).saturating_sub(1) / 2;
        agree(&Swaps::reversed(n), &HalfInversions, some(longest, words).as_ref());
    }
    agree(&Swaps { start: vec![2, 0, 1, 4, 3] }, &HalfInversions, some(3, 3).as_ref());
    agree(&Climb { start: 1, goal: 100, roof: 120 }, &Doublings, some(8, 2).as_ref());
    agree(&Climb { start: 1, goal: 64, roof: 64 }, &Doublings, some(6, 2).as_ref());
    agree(&Climb { start: 7, goal: 7, roof: 9 }, &Doublings, some(0, 1).as_ref());
    agree(&Climb { start: 7, goal: 5, roof: 900 }, &Doublings, none.as_ref());
    agree(&Climb { start: 2, goal: 50, roof: 49 }, &Doublings, none.as_ref());
}

fn agree<P: Backward, B: Bound<P>>(puzzle: &P, bound: &B, known: Option<&(u32, UBig)>) {
    let limits = Limits { nodes: 2_000_000, ..Limits::default() };
    laws::solvers_agree(puzzle, &Zero, &limits);
    assert_eq!(laws::solvers_agree(puzzle, bound, &limits), known.map(|known| known.0));
    let all = shortest_paths::build(puzzle, bound, u32::MAX, &limits).unwrap();
    assert_eq!(all.as_ref().map(shortest_paths::ShortestPlays::count), known.map(|known| known.1.clone()));
}

#[test]
fn test_puzzles_obey_the_laws() {
    for walk in [Walk::across(5, 3), Walk::on(&ROOM), Walk::on(&WALLED)] {
        let states = laws::all_states(&walk, 100);
        laws::moves_are_the_legal_ones(&walk, &states, |_| Step::ALL);
        laws::reversals_return(&walk, &states);
        laws::bound_is_admissible(&walk, &Manhattan, 100);
        obey(&walk, &Manhattan, &states);
    }
    let swaps = Swaps::reversed(5);
    let states = laws::all_states(&swaps, 120);
    laws::moves_are_the_legal_ones(&swaps, &states, |_| 0..9);
    laws::reversals_return(&swaps, &states);
    laws::ranks_are_a_bijection(&swaps);
    laws::ranks_round_trip(&swaps, &states);
    laws::bound_is_admissible(&swaps, &HalfInversions, 120);
    obey(&swaps, &HalfInversions, &laws::sample_states(&swaps, 50, 1));
    let climb = Climb { start: 1, goal: 20, roof: 30 };
    let states = laws::all_states(&climb, 30);
    laws::moves_are_the_legal_ones(&climb, &states, |_| Rise::ALL);
    laws::bound_is_admissible(&climb, &Doublings, 30);
    obey(&climb, &Doublings, &states);
}

fn obey<P: Backward, B: Bound<P>>(puzzle: &P, bound: &B, states: &[P::State]) {
    laws::moves_are_distinct(puzzle, states);
    laws::undo_restores(puzzle, states);
    laws::moves_into_inverts_moves(puzzle, states);
    laws::goals_are_the_listed_ones(puzzle, states);
    laws::bound_is_consistent(puzzle, bound, states);
}

#[test]
#[should_panic(expected = "bound_is_admissible: 4294967295 at (0, 0)")]
fn a_bound_that_is_too_large_is_caught() {
    laws::bound_is_admissible(&Walk::across(3, 3), &Hopeless, 100);
}

#[test]
fn samples_are_seeded_and_distinct() {
    let swaps = Swaps::reversed(6);
    let states = laws::sample_states(&swaps, 300, 7);
    assert_eq!(states.len(), 300);
    assert_eq!(states, laws::sample_states(&swaps, 300, 7));
    assert_ne!(states, laws::sample_states(&swaps, 300, 8));
    assert_eq!(laws::sample_states(&Walk::across(2, 2), 50, 1).len(), 4);
}

#[test]
fn explorations_know_every_state() {
    let walk = Walk::across(9, 7);
    let all = breadth_first::explore(&walk, Until::Everything, &Limits::default()).unwrap();
    assert_eq!((all.states().len(), all.depth(), all.expanded()), (63, 14, 63));
    assert!(all.layers().flatten().eq(0..63));
    for (id, &(x, y)) in all.states().iter().enumerate() {
        assert_eq!(all.find(&(x, y)), Some(id));
        assert_eq!(all.distance(id), x + y);
        assert!(all.layer(x + y).contains(&id));
        assert_eq!(all.shortest_plays(id), binomial(x + y, x));
    }
    assert_eq!(all.find(&(9, 0)), None);
    assert!(all.layer(15).is_empty());
}

#[test]
fn dead_ends_are_found() {
    let climb = Climb { start: 5, goal: 6, roof: 12 };
    let all = breadth_first::explore(&climb, Until::Everything, &Limits::default()).unwrap();
    let dead_ends: Vec<u64> = all.dead_ends().iter().map(|&id| all.states()[id as usize]).collect();
    assert_eq!(dead_ends, [12]);
    assert_eq!(all.goals(), [1]);
    // A goal without moves is no dead end.
    let top = Climb { start: 5, goal: 12, roof: 12 };
    assert!(breadth_first::explore(&top, Until::Everything, &Limits::default()).unwrap().dead_ends().is_empty());
}

#[test]
fn counts_beyond_64_bits_are_exact() {
    let walk = Walk::across(60, 50);
    let all = breadth_first::explore(&walk, Until::Goal, &Limits::default()).unwrap();
    assert_eq!(all.shortest_plays(all.goals()[0] as usize), binomial(108, 49));
    let plays = shortest_paths::build(&walk, &Manhattan, 108, &Limits::default()).unwrap().unwrap();
    assert_eq!(plays.count(), binomial(108, 49));
    assert_eq!(plays.unrank(&binomial(108, 49)), None);
    for k in [UBig::ZERO, binomial(107, 49), binomial(108, 49) - UBig::from(3u8)] {
        let play = plays.unrank(&k).unwrap();
        laws::plan_replays(&walk, &play);
        assert_eq!(plays.plays_from(&k).next(), Some(play));
    }
    assert_eq!(plays.plays_from(&(binomial(108, 49) - UBig::from(3u8))).count(), 3);
}

#[test]
fn plays_come_in_order_and_by_rank() {
    let walk = Walk::across(5, 4);
    let all = shortest_paths::build(&walk, &Zero, u32::MAX, &Limits::default()).unwrap().unwrap();
    // Lexicographic in the order of the steps.
    let key = |play: &Vec<Step>| play.iter().map(|&step| step as u8).collect::<Vec<_>>();
    assert!(all.plays().map(|play| key(&play)).is_sorted_by(|a, b| a < b));
    ranks_agree(&walk, &all);
    assert_eq!((all.length(), all.count()), (7, binomial(7, 3)));
    let swaps = Swaps::reversed(5);
    ranks_agree(&swaps, &shortest_paths::build(&swaps, &HalfInversions, 10, &Limits::default()).unwrap().unwrap());
    let here = Climb { start: 7, goal: 7, roof: 9 };
    ranks_agree(&here, &shortest_paths::build(&here, &Doublings, 0, &Limits::default()).unwrap().unwrap());
}

fn ranks_agree<P: Puzzle>(puzzle: &P, all: &shortest_paths::ShortestPlays<P::Move>) {
    let plays: Vec<_> = all.plays().collect();
    assert_eq!(UBig::from(plays.len()), all.count());
    for (k, play) in plays.iter().enumerate() {
        laws::plan_replays(puzzle, play);
        assert_eq!(all.unrank(&k.into()).as_ref(), Some(play));
        assert!(all.plays_from(&k.into()).eq(plays[k..].iter().cloned()));
    }
    assert_eq!(all.unrank(&all.count()), None);
    assert_eq!(all.plays_from(&all.count()).next(), None);
}

#[test]
fn too_tight_a_length_is_refuted() {
    let walk = Walk::across(6, 6);
    assert!(shortest_paths::build(&walk, &Manhattan, 9, &Limits::default()).unwrap().is_none());
    assert!(shortest_paths::build(&walk, &Zero, 9, &Limits::default()).unwrap().is_none());
    assert!(shortest_paths::build(&walk, &Zero, 10, &Limits::default()).unwrap().is_some());
}

#[test]
fn ida_star_tells_of_its_iterations() {
    let (swaps, gathered) = (Swaps { start: vec![3, 1, 0, 2] }, Gathered::default());
    let limits = Limits { statistics: Some(&gathered), ..Limits::default() };
    let found = ida_star::solve(&swaps, &HalfInversions, &limits).unwrap();
    let iterations = gathered.take().unwrap().iterations;
    assert_eq!(found.plan.map(|plan| plan.len()), Some(4));
    let thresholds: Vec<_> = iterations.iter().map(|iteration| (iteration.threshold, iteration.found)).collect();
    assert_eq!(thresholds, [(2, false), (3, false), (4, true)]);
    let nodes: Vec<_> = iterations.iter().map(|iteration| iteration.nodes).collect();
    assert_eq!(nodes, [1, 5, 5], "the fingerprint of this search");
    assert_eq!(nodes.iter().sum::<u64>(), found.expanded);
}

type Searched<'a> = (&'static str, Box<dyn Fn(&Limits<'_>) -> Search<u64> + 'a>);

/// Each search of a puzzle, and how many nodes it expands.
fn searches<'a, B: Bound<Walk>>(walk: &'a Walk, bound: &'a B, upper: Upper) -> [Searched<'a>; 11] {
    let expanded = |found: Search<Found<Step>>| found.map(|found| found.expanded);
    [
        ("breadth-first", Box::new(move |limits| expanded(breadth_first::solve(walk, limits)))),
        ("bidirectional", Box::new(move |limits| expanded(bidirectional::solve(walk, limits)))),
        ("A*", Box::new(move |limits| expanded(a_star::solve(walk, bound, limits)))),
        (
            "weighted A*",
            Box::new(|limits| weighted_a_star::solve(walk, bound, 150, limits).map(|found| found.expanded)),
        ),
        ("focal", Box::new(|limits| focal::solve(walk, bound, 150, limits).map(|found| found.expanded))),
        ("IDA*", Box::new(move |limits| expanded(ida_star::solve(walk, bound, limits)))),
        ("partial expansion", Box::new(move |limits| expanded(partial_expansion::solve(walk, bound, 0, limits)))),
        ("breadth-first IDA*", Box::new(move |limits| expanded(breadth_first_ida_star::solve(walk, bound, limits)))),
        (
            "breadth-first heuristic",
            Box::new(move |limits| expanded(breadth_first_heuristic::solve(walk, bound, upper, limits))),
        ),
        ("NBS", Box::new(move |limits| expanded(nbs::solve(walk, bound, &Zero, limits)))),
        ("DVCBS", Box::new(move |limits| expanded(dvcbs::solve(walk, bound, &Zero, limits)))),
    ]
}

#[test]
fn a_trace_has_each_node_that_is_expanded() {
    let walk = Walk::on(&ROOM);
    for (name, search) in searches(&walk, &Manhattan, Upper::Beam(1)) {
        let gathered = Gathered::traced(Trace::new(1 << 10));
        let expanded = search(&Limits { statistics: Some(&gathered), ..Limits::default() }).unwrap();
        let traced = gathered.trace().unwrap().take();
        assert_eq!((traced.expanded, traced.nodes.len() as u64), (expanded, expanded), "{name}");
        assert_eq!(traced.nodes[0].1.depth, 0, "{name}");
        let is_both = traced.nodes.iter().any(|(_, node)| node.from_goal);
        assert_eq!(is_both, ["bidirectional", "NBS", "DVCBS"].contains(&name), "{name}");
        assert!(traced.nodes.is_sorted_by_key(|(_, node)| node.generated), "{name}");
        // Thirteen moves are the fewest, and no node at a greater depth is worth a look.
        assert!(traced.counts.keys().all(|&(_, depth, _)| depth <= 13), "{name}");
    }
}

#[test]
fn ida_star_proves_that_there_is_no_way() {
    let limits = Limits { nodes: 1 << 20, ..Limits::default() };
    // The bound says so at once, or from every state beyond the start.
    assert_eq!(ida_star::solve(&Walk::on(&WALLED), &Hopeless, &limits), Ok(Found { plan: None, expanded: 0 }));
    let above = Climb { start: 7, goal: 5, roof: 900 };
    assert_eq!(ida_star::solve(&above, &Doublings, &limits), Ok(Found { plan: None, expanded: 0 }));
    // Every play ends at the roof, and all are seen.
    let beyond = Climb { start: 5, goal: 30, roof: 29 };
    assert_eq!(ida_star::solve(&beyond, &Zero, &limits).map(|found| found.plan), Ok(None));
    // Where nothing can be done but to turn back, plays end, too.
    assert_eq!(ida_star::solve(&Walk::on(&["S...#G"]), &Zero, &limits).map(|found| found.plan), Ok(None));
    // Otherwise only a limit ends it.
    let halted = ida_star::solve(&Walk::on(&WALLED), &Zero, &limits).unwrap_err();
    assert_eq!((halted.stop, halted.expanded), (Stop::Nodes, limits.nodes));
}

#[test]
fn ida_star_goes_a_million_moves_deep() {
    let corridor = Walk::across(1_000_001, 1);
    let found = ida_star::solve(&corridor, &Manhattan, &Limits::default()).unwrap();
    assert_eq!((found.plan.map(|plan| plan.len()), found.expanded), (Some(1_000_000), 1_000_001));
}

#[test]
fn a_star_runs_straight_to_the_goal() {
    let found = a_star::solve(&Walk::across(300, 300), &Manhattan, &Limits::default()).unwrap();
    assert_eq!((found.plan.map(|plan| plan.len()), found.expanded), (Some(598), 598));
}

const SIDE: u32 = 300;

/// Each search of a plain with a bound that knows nothing, and what finds all states or plays, stopped by `limits`.
fn stop_all(limits: &Limits<'_>) -> Vec<(&'static str, Halted)> {
    let plain = Walk::across(SIDE, SIDE);
    let mut halted = vec![
        ("explore", breadth_first::explore(&plain, Until::Everything, limits).map(drop).unwrap_err()),
        ("all plays", shortest_paths::build(&plain, &Zero, u32::MAX, limits).map(drop).unwrap_err()),
    ];
    let searches = searches(&plain, &Zero, Upper::Moves(2 * SIDE));
    halted.extend(searches.map(|(name, search)| (name, search(limits).expect_err("the limit stops it"))));
    halted
}

#[test]
fn limits_stop_every_search() {
    let cancel = AtomicBool::new(true);
    let none = Limits::default();
    for (limits, expected) in [
        (Limits { nodes: 9_000, ..none }, Stop::Nodes),
        (Limits { deadline: Some(Instant::now()), ..none }, Stop::Time),
        (Limits { cancel: Some(&cancel), ..none }, Stop::Cancelled),
        (Limits { nodes: 0, ..none }, Stop::Nodes),
    ] {
        for (name, halted) in stop_all(&limits) {
            assert_eq!(halted.stop, expected, "{name}");
            assert!(halted.lower <= 2 * (SIDE - 1), "{name}: {halted}");
            assert!(halted.expanded <= limits.nodes, "{name}: {halted}");
            // Time and cancellation are asked about after the first 16 nodes, within which a layer
            // or two were finished.
            assert!(halted.lower > 2 || limits.nodes == 0, "{name}: {halted}");
        }
    }
}

#[test]
fn memory_stops_every_search() {
    for memory in [0, 1_000, 10_000] {
        let limits = Limits { memory, nodes: 1 << 20, ..Limits::default() };
        for (name, halted) in stop_all(&limits) {
            // IDA* needs so little that the nodes run out first.
            if name == "IDA*" && memory > 0 {
                assert_eq!(halted.stop, Stop::Nodes);
            } else {
                assert!(matches!(halted.stop, Stop::Memory { needed } if needed > memory), "{name}: {halted}");
            }
            assert!(halted.lower <= 2 * (SIDE - 1), "{name}: {halted}");
        }
    }
}

#[test]
fn lower_is_what_the_finished_layers_prove() {
    // 9000 nodes: layers 0 to 133 of the corner have 134 * 135 / 2 = 9045 states.
    let limits = Limits { nodes: 9_000, ..Limits::default() };
    let lowers: Vec<_> = stop_all(&limits).into_iter().map(|(name, halted)| (name, halted.lower)).collect();
    let expected = [("explore", 134), ("all plays", 134), ("breadth-first", 134), ("bidirectional", 189), ("A*", 133)];
    assert_eq!(lowers[..5], expected);
}

#[test]
fn a_limit_on_the_way_back_still_knows_the_length() {
    let walk = Walk::across(100, 100);
    let forth = breadth_first::explore(&walk, Until::Goal, &Limits::default()).unwrap().expanded();
    let limits = Limits { nodes: forth + 50, ..Limits::default() };
    let halted = shortest_paths::build(&walk, &Zero, u32::MAX, &limits).unwrap_err();
    assert_eq!(halted, Halted { stop: Stop::Nodes, lower: 198, expanded: forth + 50 });
}
