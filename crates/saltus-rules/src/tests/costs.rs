//! Moves that cost nothing: all searches compared with a slow one.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use saltus_core::engine::{self, Engine, Searches};
use saltus_core::family::ByRules as _;
use saltus_core::limits::Limits;
use saltus_core::puzzle::{Puzzle as _, Zero};
use saltus_core::random::Random;
use saltus_core::search::breadth_first::{self, Until};
use saltus_core::search::{closed_set, shortest_paths};
use saltus_core::verdict::Outcome;

use crate::packed::{AnyPacked, Few, Group, Packed, Pushed, Words};
use crate::rules::Position;
use crate::solvers::{best_landing, cost};
use crate::{Rules, interpreter, read};

/// A small definition with rules of which some cost nothing.
fn random_definition(random: &mut Random) -> String {
    let (height, width) = (1 + random.below(2), 2 + random.below(3));
    let mut picture = |contents: &[&str]| {
        let row = |_| (0..width).map(|_| contents[random.below(contents.len())]).collect::<Vec<_>>().join(" ");
        (0..height).map(row).collect::<Vec<_>>().join(" / ")
    };
    let start = picture(&[".", ".", "a", "b"]);
    let goal = picture(&["?", "?", "?", ".", "a", "b"]);
    let rules = [
        "a . -> . a",
        "b . -> . b",
        "x . -> . x",
        "a b -> b a",
        "a b . -> . a b",
        "a x . -> a . x",
        "x a -> x .",
        "x .+ | -> .+ x |",
    ];
    let directions = ["", " right", " left down", " up", " diagonal"];
    let mut statements: Vec<String> = Vec::new();
    for _ in 0..=random.below(4) {
        let cost = ["", " cost 0", " chain"][random.below(5) / 2];
        let direction = directions[random.below(directions.len())];
        statements.push(format!("move{direction}{cost}: {}", rules[random.below(rules.len())]));
    }
    match random.below(8) {
        0 => statements.push("turns: a b".into()),
        1 if height > 1 => statements.push("cycle: 1.1 1.2 2.2 2.1".into()),
        _ => {}
    }
    format!("rules board: {start} ; pieces: a b ; class x: a b ; {} ; goal: {goal}", statements.join(" ; "))
}

/// What the slow search says of each position: the least cost, of that the fewest moves, and how many such plays there are.
type Slow = BTreeMap<Position, ((u32, u32), UBig)>;

/// Dijkstra's search by the plain interpreter, over pairs of cost and moves.
fn slow_search(rules: &Rules) -> Slow {
    let mut known: Slow = BTreeMap::new();
    let mut open = BTreeMap::from([((0, 0), BTreeMap::from([(rules.start(), UBig::ONE)]))]);
    while let Some((place @ (cost, moves), all)) = open.pop_first() {
        for (position, plays) in all {
            if known.contains_key(&position) {
                continue;
            }
            for (after, free) in interpreter::successors(rules.definition(), &position) {
                let layer = open.entry((cost + u32::from(!free), moves + 1)).or_default();
                *layer.entry(after).or_default() += &plays;
            }
            known.insert(position, (place, plays));
        }
    }
    known
}

/// If some moves cost nothing: every search, and what depends on it, compared with a slow one.
#[test]
fn costs_are_those_of_a_slow_search() {
    fn check_packed<const W: usize>(packed: &Packed<W>, rules: &Rules, slow: &Slow, nearest: Option<&engine::Nearest>)
    where
        Engine: Searches<W>,
    {
        let limits = Limits::default();
        let [space, of_start] = [Group::Goals, Group::Start].map(|group| Words::new(packed, group, None));
        let (found, _) = Engine::survey(&of_start, &limits).unwrap_or_else(|_| panic!("a limit"));
        assert_eq!(found.goal.as_ref(), nearest);
        let mut sizes = vec![0; found.sizes.len()];
        slow.values().for_each(|((cost, _), _)| sizes[*cost as usize] += 1);
        assert_eq!(found.sizes, sizes);
        assert_eq!(Engine::plays(&space, &limits).unwrap_or_else(|_| panic!("a limit")).as_ref(), nearest);
        if let Some(found) = best_landing(rules, None, &limits) {
            let found = found.unwrap_or_else(|_| panic!("a limit")).plan;
            let place = found.map(|play| (cost(rules, &play), play.len() as u32));
            assert_eq!(place, nearest.map(|(cost, moves, _)| (*cost, *moves)));
        }
    }
    let mut random = Random::new(15);
    let (limits, mut with_costs, mut solved) = (Limits::default(), 0, 0);
    for _ in 0..4_000 {
        let line = random_definition(&mut random);
        let instance = read(&line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let rules = instance.rules();
        let slow = slow_search(rules);
        let goals = || slow.iter().filter(|(position, _)| rules.is_goal(position)).map(|(_, known)| known);
        let nearest = goals().map(|(place, _)| *place).min().map(|(cost, moves)| {
            let plays = goals().filter(|(place, _)| *place == (cost, moves)).map(|(_, plays)| plays).sum();
            (cost, moves, plays)
        });
        match rules.packed().unwrap() {
            AnyPacked::One(packed) => check_packed(packed, rules, &slow, nearest.as_ref()),
            AnyPacked::Two(packed) => check_packed(packed, rules, &slow, nearest.as_ref()),
            AnyPacked::Four(packed) => check_packed(packed, rules, &slow, nearest.as_ref()),
        }
        let found = breadth_first::explore(rules, Until::Everything, &limits).unwrap();
        assert_eq!(found.states().len(), slow.len());
        for (id, state) in found.states().iter().enumerate() {
            let known = ((found.distance(id), found.moves(id)), found.shortest_plays(id));
            assert_eq!(known, slow[state], "{line}");
        }
        let plays = shortest_paths::build(rules, &Zero, u32::MAX, &limits).unwrap();
        let counted = plays.as_ref().map(|plays| (plays.length(), plays.count()));
        assert_eq!(counted, nearest.clone().map(|(_, moves, plays)| (moves, plays)), "{line}");
        for solver in ["breadth-first", "breadth-first-plain"] {
            let verdict = instance.solve_by(solver, &limits).unwrap();
            match (&verdict.outcome, &nearest) {
                (Outcome::Solved { plan, .. }, Some((cost, moves, _))) => {
                    assert_eq!(
                        (plan.cost(), plan.moves()),
                        (UBig::from(*cost), UBig::from(*moves)),
                        "{solver}: {line}"
                    );
                    assert!(verdict.optimal() && plan.replay(&plan.moves()).is_ok(), "{line}");
                    // As many nodes as it has positions are enough for a closed set.
                    let nodes = slow.values().filter(|((own, _), _)| own < cost).count() as u64;
                    let blocks = verdict.evidence.blocks(Some(*cost), &Limits { nodes, ..limits });
                    assert!(blocks.is_ok(), "{solver}: {line}: {blocks:?}");
                    solved += 1;
                }
                (Outcome::Unsolvable { .. }, None) => {}
                _ => panic!("{solver}: {line}"),
            }
        }
        if let Some((cost, ..)) = nearest {
            let set: BTreeMap<_, _> =
                closed_set::below(rules, &Zero, Some(cost), &limits).unwrap().into_iter().collect();
            let below =
                slow.iter().filter(|(_, ((own, _), _))| *own < cost).map(|(position, ((own, _), _))| (position, own));
            assert!(set.iter().eq(below), "{line}");
        }
        with_costs += u32::from(nearest.is_some_and(|(cost, moves, _)| 0 < cost && cost < moves));
    }
    assert!(with_costs > 50 && solved > 2_000, "{with_costs} {solved}");
}

/// A level of Sokoban at random, counted by pushes.
fn random_level(random: &mut Random) -> String {
    let (height, width) = (2 + random.below(3), 3 + random.below(2));
    let mut cells = vec!['.'; height * width];
    let mut put = |what: char| {
        let free: Vec<usize> = (0..cells.len()).filter(|at| cells[*at] == '.').collect();
        cells[free[random.below(free.len())]] = what;
    };
    put('@');
    (0..2 + height % 2).for_each(|_| put('$'));
    put('#');
    let start = cells.clone();
    let mut goals = vec!['?'; cells.len()];
    let mut open: Vec<usize> = (0..cells.len()).filter(|at| cells[*at] != '#').collect();
    for _ in 0..2 + height % 2 {
        goals[open.swap_remove(random.below(open.len()))] = '$';
    }
    (0..cells.len()).filter(|at| cells[*at] == '#').for_each(|at| goals[at] = '#');
    let picture = |cells: &[char]| {
        let rows = cells.chunks(width).map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join(" / ")
    };
    let moves = "move cost 0: @ . -> . @ ; move: @ $ . -> . @ $";
    format!("rules board: {} ; {moves} ; goal: {}", picture(&start), picture(&goals))
}

/// Levels of Sokoban by landings, with all that is known about lost positions, compared with layers; and what few pieces cannot do, no play does.
#[test]
fn lost_positions_are_lost() {
    fn check<const W: usize>(packed: &Packed<W>, rules: &Rules, line: &str) -> [usize; 2]
    where
        Engine: Searches<W>,
    {
        let limits = Limits::default();
        let slow = slow_search(rules);
        let goals = slow.iter().filter(|(position, _)| rules.is_goal(position)).map(|(_, (place, _))| *place);
        let found = best_landing(rules, None, &limits).expect("boxes are pushed");
        let found = found.unwrap_or_else(|_| panic!("a limit")).plan;
        assert_eq!(found.map(|play| (cost(rules, &play), play.len() as u32)), goals.min(), "{line}");
        // What leads to a goal, backwards from all of them.
        let mut before: BTreeMap<Position, Vec<Position>> = BTreeMap::new();
        for position in slow.keys() {
            for (after, _) in interpreter::successors(rules.definition(), position) {
                before.entry(after).or_default().push(position.clone());
            }
        }
        let mut open: Vec<Position> = slow.keys().filter(|position| rules.is_goal(position)).cloned().collect();
        let mut won: BTreeSet<Position> = open.iter().cloned().collect();
        while let Some(position) = open.pop() {
            for position in before.get(&position).into_iter().flatten() {
                if won.insert(position.clone()) {
                    open.push(position.clone());
                }
            }
        }
        let pushed = Pushed::of(&packed.definition, &packed.written).expect("boxes are pushed");
        let few = rules.with_wide(&limits, |packed, limits| Few::of(packed, pushed, limits));
        let few = few.unwrap().unwrap().expect("there is room");
        let keys: BTreeMap<&Position, _> = rules
            .with_wide(&limits, |packed, _| slow.keys().map(|position| (position, packed.key(position))).collect())
            .unwrap();
        let mut counts = [0, 0];
        for (after, all) in &before {
            for position in all {
                let [before, after_key] = [position, after].map(|position| keys[position]);
                let is_lost = few.is_lost(&before, &after_key);
                assert!(!is_lost || !won.contains(after), "{line}");
                counts[0] += usize::from(is_lost);
                counts[1] += usize::from(!won.contains(after));
            }
        }
        counts
    }
    let mut random = Random::new(4);
    let (mut lost, mut all) = (0, 0);
    for _ in 0..300 {
        let line = random_level(&mut random);
        let instance = read(&line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let rules = instance.rules();
        let [found, of] = match rules.packed().unwrap() {
            AnyPacked::One(packed) => check(packed, rules, &line),
            AnyPacked::Two(packed) => check(packed, rules, &line),
            AnyPacked::Four(packed) => check(packed, rules, &line),
        };
        (lost, all) = (lost + found, all + of);
    }
    assert!(lost > 1_000 && lost < all, "{lost} of {all}");
}
