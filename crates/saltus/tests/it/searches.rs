//! The generic searches by name, on puzzles of every family: they agree with the family's own solvers, their answers pass the
//! gate, and where one does not apply it says why and what does.

use saltus::answers::NoSuchSolver;
use saltus::family::Family;
use saltus::gate::{self, Thoroughness};
use saltus::limits::{Limits, Stop};
use saltus::notation::{Instance as _, read_line};
use saltus::puzzle::{Bound, Puzzle, Undo};
use saltus::search::breadth_first::{self, Until};
use saltus::search::named::LIST;
use saltus::statistics::Gathered;
use saltus::tiles::bounds::Manhattan;
use saltus::tiles::{Slide, Tiles};
use saltus::verdict::Outcome;
use saltus::{laws, reverse, shift};

/// Small puzzles, also such that cannot be solved, with goals in several places, with equal tiles, and with moves that cost nothing.
const LINES: &[&str] = &[
    "shift 3 3",
    "shift 3 2 moves=all",
    "shift bw_wb to wb_bw moves=all",
    "shift bbww_",
    "reverse 4",
    "reverse 5 from=2 to=any",
    "reverse 4 1 3 _ 2 to 1 2 3 4 _",
    "tiles 2x3 5 2 1 0 4 3",
    "tiles 2x3 0 1 2 4 5 3 metric=runs",
    "tiles 3x3 1 1 2 2 3 0 3 4 4 to 4 4 3 3 2 2 1 1 0",
    "tiles 2x2 2 1 3 0",
    "clobber line bwwbbw",
    "chinese triangle:4 men=1 players=2",
    "guarini",
    "sokoban-detour",
];

#[test]
fn searches_by_name_agree_with_the_families() {
    let (mut answered, mut refused) = (0, 0);
    for line in LINES {
        let puzzle = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let own = match puzzle.solve(&Limits::default()).outcome {
            Outcome::Solved { plan, lower } => Some((plan.cost(), lower)),
            _ => None,
        };
        let family = saltus::registry();
        let bounds =
            family.family(puzzle.family()).expect("it was read").bounds.iter().map(|(name, _)| format!(":{name}"));
        for bound in bounds.chain([String::new(), ":zero".into()]) {
            for search in LIST {
                let (name, gathered) = (format!("{}{bound}", search.name), Gathered::default());
                let limits = Limits { nodes: 30_000, statistics: Some(&gathered), ..Limits::default() };
                let verdict = match puzzle.solve_by(&name, &limits) {
                    Ok(verdict) => verdict,
                    Err(NoSuchSolver::Refused(why)) => {
                        assert!(why.contains("; "), "{line}, {name}: {why}: what does apply is not said");
                        refused += 1;
                        continue;
                    }
                    Err(why) => panic!("{line}, {name}: {why}"),
                };
                let answer = gate::pass(&*puzzle, verdict, Thoroughness::Small, &limits)
                    .unwrap_or_else(|refuted| panic!("{line}, {name}: {refuted}"));
                match (&answer.verdict().outcome, &own) {
                    (Outcome::Solved { plan, lower }, Some((cost, _))) => {
                        assert!(lower <= cost && *cost <= plan.cost(), "{line}, {name}: {lower} to {}", plan.cost());
                        let is_quick = ["weighted-a-star", "focal"].contains(&search.name);
                        assert!(is_quick || plan.cost() == *cost, "{line}, {name}: {} moves", plan.cost());
                    }
                    (Outcome::Unsolvable { .. }, None) => {}
                    (Outcome::GaveUp { stop, lower }, _) => {
                        assert_eq!(*stop, Stop::Nodes, "{line}, {name}");
                        assert!(own.as_ref().is_none_or(|(cost, _)| lower <= cost), "{line}, {name}: {lower}");
                    }
                    _ => panic!("{line}, {name}: whether there is a play"),
                }
                // A family's own solver need not tell.
                let told = gathered.take();
                assert!(bound.is_empty() || told.is_some() || own.is_none(), "{line}, {name}: no statistics");
                answered += 1;
            }
        }
    }
    assert!(answered > 300 && refused > 100, "{answered} answers, {refused} refusals");
}

#[test]
fn a_search_that_does_not_apply_says_why_and_what_does() {
    let refusal = |line: &str, name: &str| {
        let puzzle = saltus::parse(line).expect("a puzzle");
        puzzle.solve_by(name, &Limits::default()).err().expect("it does not apply").to_string()
    };
    let said = [
        (
            "shift 2 2",
            "nbs:chain",
            "nbs needs a bound on the moves from the start, and chain counts only those to the goal; ",
        ),
        (
            "guarini",
            "nbs:zero",
            "nbs needs goals that can be listed, and play that can be traced back from them, which ",
        ),
        ("sokoban-detour", "a-star:zero", "a-star needs moves that all cost 1, and here some cost nothing; "),
        (
            "clobber line bwwb",
            "a-star",
            "a-star compares plays by their moves, and here the pawns that are left count; ",
        ),
        ("tiles 2x3 5 2 1 0 4 3 metric=runs", "a-star:manhattan", "the bound manhattan counts moves of single tiles, "),
        ("shift 2 2", "a-star:manhattan", "\"manhattan\" is no setting of it; it has none; bounds here: forward, "),
        ("shift 2 2", "focal:chain,weight=x", "weight takes a number below 2^32, not \"x\""),
        ("tiles 3x3 8 6 7 2 5 4 3 0 1", "a-star:patterns=9", "the bound patterns has other sizes on this board: "),
    ];
    for (line, name, begin) in said {
        let why = refusal(line, name);
        assert!(why.starts_with(begin), "{line}, {name}: {why}");
    }
}

/// Every bound of a family obeys the laws, towards the goal and from the start; how many there were from the start.
fn bounds_obey<F: Family>(line: &str) -> usize {
    let puzzle = read_line::<F>(line).expect("a puzzle").puzzle().expect("it is small");
    let found = breadth_first::explore(&puzzle, Until::Everything, &Limits::default()).expect("no limit");
    let (mut made, mut moves) = (0, Vec::new());
    for bound in F::BOUNDS {
        let Ok(bounds) = (bound.make)(&puzzle, None, &Limits::default()) else { continue };
        laws::bound_is_consistent(&puzzle, &*bounds.to_goal, found.states());
        laws::bound_is_admissible(&puzzle, &*bounds.to_goal, found.states().len());
        let Some(from_start) = bounds.from_start else { continue };
        made += 1;
        for (id, state) in found.states().iter().enumerate() {
            let here = from_start.of(&puzzle, state);
            assert!(here <= found.distance(id), "{line}, {}: {here} at {state:?}", bound.name);
            puzzle.moves(state, &mut moves);
            for mv in moves.drain(..) {
                let mut next = state.clone();
                puzzle.play(&mut next, &mv);
                let there = from_start.of(&puzzle, &next);
                assert!(there <= here + 1, "{line}, {}: {here} at {state:?}, {there} after {mv:?}", bound.name);
            }
        }
    }
    made
}

#[test]
fn bounds_by_name_obey_the_laws() {
    let made = [
        bounds_obey::<shift::Instance>("shift 3 2"),
        bounds_obey::<shift::Instance>("shift 3 2 moves=all"),
        bounds_obey::<shift::Instance>("shift bw_wb to wb_bw moves=back"),
        bounds_obey::<shift::Instance>("shift bb_b to b_bb"),
        bounds_obey::<reverse::Instance>("reverse 5"),
        bounds_obey::<reverse::Instance>("reverse 4 1 3 _ 2 to 1 2 3 4 _"),
        bounds_obey::<reverse::Instance>("reverse 5 from=2 to=any"),
        bounds_obey::<saltus::tiles::Instance>("tiles 2x3 5 2 1 0 4 3 to blank-first"),
        bounds_obey::<saltus::chinese::Instance>("chinese triangle:3 men=1 players=3"),
        bounds_obey::<saltus::chinese::Instance>("chinese triangle:4 men=3 players=2"),
        bounds_obey::<saltus::rules::Instance>(
            "rules board: @ . . . / . $ $ . / . . . # ; move: @ . -> . @ / @ $ . -> . @ $ ; goal: $ ? ? ? / $ ? ? ? / ? ? ? #",
        ),
        bounds_obey::<saltus::rules::Instance>(
            "rules board: a b . / . a b ; move: a . -> . a / b . -> . b ; goal: b a ? / ? b a",
        ),
    ];
    assert_eq!(made, [2, 1, 1, 2, 2, 2, 2, 2, 0, 0, 0, 0]);
}

/// The plays of a tree within a length, from a state on: what a round of IDA* without a play has for nodes, whatever the order of moves.
fn within(puzzle: &Tiles, state: &<Tiles as Puzzle>::State, last: Option<Slide>, g: u32, length: u32) -> u64 {
    if g + Manhattan.of(puzzle, state) > length {
        return 0;
    }
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    let mut nodes = 1;
    for slide in moves.into_iter().filter(|slide| last.is_none_or(|last| !puzzle.reverses(&last, slide))) {
        let mut child = state.clone();
        puzzle.play(&mut child, &slide);
        nodes += within(puzzle, &child, Some(slide), g + 1, length);
    }
    nodes
}

/// The easiest of Korf's 15-puzzles, number 79, by IDA* with the Manhattan bound. Korf (1985) counts 540,860 nodes generated. Rounds before the
/// last are the same for every order of moves; in the last one the order decides, and it is half of all.
#[test]
fn ida_star_on_the_fifteen_puzzle_counts_as_korf_does() {
    let line = "tiles 4x4 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15 to blank-first";
    let puzzle = saltus::parse(line).expect("a board");
    let gathered = Gathered::default();
    let limits = Limits { statistics: Some(&gathered), ..Limits::default() };
    let verdict = puzzle.solve_by("ida-star:manhattan", &limits).expect("it applies");
    let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("it is solvable") };
    assert_eq!(plan.moves(), 42u8.into());
    let statistics = gathered.take().expect("it tells");
    let laid_out = saltus::tiles::read(line).expect("a board").puzzle().expect("it is small");
    let rounds: Vec<_> =
        statistics.iterations.iter().map(|round| (round.threshold, round.nodes, round.found)).collect();
    assert_eq!(rounds.iter().map(|round| round.0).collect::<Vec<_>>(), [28, 30, 32, 34, 36, 38, 40, 42]);
    for &(length, nodes, found) in &rounds[..7] {
        assert_eq!((nodes, found), (within(&laid_out, &laid_out.start(), None, 0, length), false), "{length}");
    }
    assert!((450_000..630_000).contains(&statistics.generated), "{}", statistics.generated);
    assert_eq!(statistics.reexpanded, rounds[..7].iter().map(|round| round.1).sum::<u64>());
}
