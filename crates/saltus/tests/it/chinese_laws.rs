//! Chinese Checkers against a slow generator written from the rules alone, with coordinates and
//! sets.

use std::collections::{BTreeMap, BTreeSet};

use saltus::chinese::{Chinese, Contents, Instance, Move, Part, Place, Player, Shape, State, read};
use saltus::laws::{self, Random};
use saltus::limits::Limits;
use saltus::notation::{Instance as _, MoveText};
use saltus::puzzle::{Puzzle, Zero};
use saltus::search::perft::perft;

/// What stands on each cell of a board.
type Position = BTreeMap<Place, Contents>;

const AROUND: [Place; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

fn laid_out(line: &str) -> Chinese {
    read(line).unwrap_or_else(|bad| panic!("{line}: {bad}")).puzzle().unwrap()
}

fn position(puzzle: &Chinese, state: &State) -> Position {
    puzzle.coordinates().iter().copied().zip(state.cells().iter().copied()).collect()
}

fn is_empty(position: &Position, place: Place) -> bool {
    position.get(&place) == Some(&None)
}

fn is_man(position: &Position, place: Place) -> bool {
    position.get(&place).is_some_and(Option::is_some)
}

/// Where a man that has left its cell can jump from here.
fn jumps(position: &Position, (x, y): Place) -> impl Iterator<Item = Place> + '_ {
    let ways = AROUND.into_iter().map(move |(dx, dy)| ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)));
    ways.filter(|&(over, to)| is_man(position, over) && is_empty(position, to)).map(|(_, to)| to)
}

fn steps(position: &Position, (x, y): Place) -> impl Iterator<Item = Place> + '_ {
    AROUND.into_iter().map(move |(dx, dy)| (x + dx, y + dy)).filter(|&to| is_empty(position, to))
}

/// Where the man can go in one move.
fn reached(position: &Position, from: Place) -> BTreeSet<Place> {
    let mut left = position.clone();
    left.insert(from, None);
    let mut landings = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(place) = waiting.pop() {
        waiting.extend(jumps(&left, place).filter(|&to| landings.insert(to)));
    }
    landings.extend(steps(&left, from));
    landings.remove(&from);
    landings
}

/// Every path of the man that comes to no cell twice.
fn all_paths(position: &Position, from: Place) -> BTreeSet<Vec<Place>> {
    let mut left = position.clone();
    left.insert(from, None);
    let mut paths = BTreeSet::new();
    let mut waiting = vec![vec![from]];
    while let Some(path) = waiting.pop() {
        for to in jumps(&left, path[path.len() - 1]).filter(|to| !path.contains(to)) {
            let longer = [&path[..], &[to]].concat();
            paths.insert(longer.clone());
            waiting.push(longer);
        }
    }
    paths.extend(steps(&left, from).map(|to| vec![from, to]));
    paths
}

fn men_of(position: &Position, player: Player) -> Vec<Place> {
    position.iter().filter(|(_, man)| **man == Some(player)).map(|(&place, _)| place).collect()
}

/// Sequences of moves, counted with sets of coordinates.
fn slow_perft(position: &Position, goal: &[Place], order: &[Player], turn: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if goal.iter().all(|place| position[place] == Some(Player::Red)) {
        return 0;
    }
    let mover = order[turn % order.len()];
    let mut sequences = 0;
    for from in men_of(position, mover) {
        for to in reached(position, from) {
            let mut next = position.clone();
            next.insert(from, None);
            next.insert(to, Some(mover));
            sequences += slow_perft(&next, goal, order, turn + 1, depth - 1);
        }
    }
    sequences
}

/// The counts that are known.
const KNOWN: [(&str, &[u64]); 4] = [
    ("chinese star players=2", &[14, 196, 4760, 115_600]),
    ("chinese triangle:13 players=3", &[14, 196, 2744, 65_072]),
    ("chinese triangle:12 players=3", &[14, 196, 2744, 65_072, 1_543_304]),
    ("chinese rhombus players=2", &[14, 196, 4648, 110_224]),
];

#[test]
fn sequences_are_as_many_as_known() {
    for (line, counts) in KNOWN {
        let puzzle = laid_out(line);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&puzzle, depth, &Limits::default()), Ok(count), "{line} {depth}");
        }
    }
}

#[test]
fn sequences_are_as_many_as_counted_slowly() {
    let lines = [
        ("chinese star players=2", 3),
        ("chinese triangle:13 players=3 order=YRB", 3),
        ("chinese star:2 men=3 players=6 order=GOBRYP", 3),
        ("chinese triangle:4 men=3 players=2", 4),
        ("chinese triangle:2 men=1", 5),
        ("chinese cells:0,0R;1,0B;2,0;3,0;4,0R*;0,1;1,1*;2,1;1,2B order=BR", 5),
    ];
    for (line, depth) in lines {
        let puzzle = laid_out(line);
        let goal: Vec<Place> = puzzle.goal().iter().map(|&cell| puzzle.coordinates()[cell as usize]).collect();
        let slow = slow_perft(&position(&puzzle, &puzzle.start()), &goal, puzzle.order(), 0, depth);
        assert_eq!(perft(&puzzle, depth, &Limits::default()), Ok(slow), "{line}");
    }
}

/// Some cells of a small patch, some of them with men of up to `players` players.
fn random_cells(random: &mut Random, side: usize, players: usize) -> Option<Instance> {
    let low = random.below(9) as i32 - 4;
    let patch = (0..side as i32).flat_map(|x| (0..side as i32).map(move |y| (x + low, y - low)));
    let places: Vec<Place> = patch.filter(|_| random.below(6) > 0).collect();
    let mut cells: Vec<(Place, Contents, bool)> = places
        .into_iter()
        .map(|place| {
            (place, Some(random.below(2 * players)).filter(|&man| man < players).map(|man| Player::ALL[man]), false)
        })
        .collect();
    let men = cells.iter().filter(|(_, man, _)| *man == Some(Player::Red)).count();
    for _ in 0..men {
        let at = random.below(cells.len());
        cells[at].2 = true;
    }
    let mut order = Player::ALL[..players].to_vec();
    order.rotate_left(random.below(players));
    Instance::cells(cells, order).ok()
}

fn places(puzzle: &Chinese, mv: &Move) -> Vec<Place> {
    mv.path().iter().map(|&cell| puzzle.coordinates()[cell as usize]).collect()
}

/// The moves of a state are those of the rules, in order, each on a path of the fewest jumps.
fn moves_are_those_of_the_rules(puzzle: &Chinese, state: &State) {
    let position = position(puzzle, state);
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    assert!(moves.is_sorted_by_key(|mv| (mv.from(), mv.to())), "{moves:?}");
    let mut expected = BTreeSet::new();
    for from in men_of(&position, puzzle.mover(state)) {
        let paths = all_paths(&position, from);
        let ends: BTreeSet<Place> = paths.iter().map(|path| path[path.len() - 1]).collect();
        assert_eq!(ends, reached(&position, from));
        expected.extend(ends.iter().map(|&to| (from, to)));
        for mv in moves.iter().map(|mv| places(puzzle, mv)).filter(|path| path[0] == from) {
            let fewest = paths.iter().filter(|path| path.last() == mv.last()).map(Vec::len).min();
            assert!(paths.contains(&mv) && fewest == Some(mv.len()), "{mv:?}");
        }
    }
    let found: Vec<(Place, Place)> =
        moves.iter().map(|mv| places(puzzle, mv)).map(|path| (path[0], path[path.len() - 1])).collect();
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
}

/// Every list of up to four cells is accepted exactly when it is a path of the rules; and so is
/// every path, however long.
fn checks_are_those_of_the_rules(puzzle: &Chinese, state: &State) {
    let (position, cells) = (position(puzzle, state), puzzle.coordinates().len() as u32);
    let paths: BTreeSet<Vec<Place>> =
        men_of(&position, puzzle.mover(state)).into_iter().flat_map(|from| all_paths(&position, from)).collect();
    let mut lists: Vec<Vec<u32>> = (0..cells).map(|cell| vec![cell]).collect();
    for _ in 0..3 {
        lists = lists.iter().flat_map(|list| (0..cells).map(|cell| [&list[..], &[cell]].concat())).collect();
        for list in &lists {
            let mv = Move::new(list.iter().copied());
            let judged = puzzle.check(state, &mv);
            assert_eq!(judged.is_ok(), paths.contains(&places(puzzle, &mv)), "{list:?} is judged {judged:?}");
        }
    }
    for path in &paths {
        let cell = |place| puzzle.coordinates().iter().position(|other| other == place).expect("on the board") as u32;
        assert_eq!(puzzle.check(state, &Move::new(path.iter().map(cell))), Ok(()), "{path:?}");
    }
}

#[test]
fn random_positions_obey_the_rules() {
    let mut random = Random::new(7);
    let mut tried = 0;
    while tried < 120 {
        let (side, players) = (3 + random.below(4), 1 + random.below(3));
        let Some(instance) = random_cells(&mut random, side, players) else { continue };
        let puzzle = instance.puzzle().expect("always");
        for state in laws::sample_states(&puzzle, 6, tried).iter().filter(|state| !puzzle.is_goal(state)) {
            moves_are_those_of_the_rules(&puzzle, state);
            laws::undo_restores(&puzzle, std::slice::from_ref(state));
            laws::moves_read_back(&puzzle, std::slice::from_ref(state));
            if state.cells().len() <= 9 {
                checks_are_those_of_the_rules(&puzzle, state);
            }
        }
        tried += 1;
    }
}

#[test]
fn large_boards_obey_the_rules() {
    for line in ["chinese star players=6", "chinese triangle:13 players=3", "chinese star:12 men=78 players=2"] {
        let puzzle = laid_out(line);
        for state in laws::sample_states(&puzzle, 40, 5).iter().skip(30) {
            let position = position(&puzzle, state);
            let mut moves = Vec::new();
            puzzle.moves(state, &mut moves);
            let mut expected = 0;
            for from in men_of(&position, puzzle.mover(state)) {
                let ends = reached(&position, from);
                expected += ends.len();
                let own = moves.iter().map(|mv| places(&puzzle, mv)).filter(|path| path[0] == from);
                assert!(own.eq(own_order(&puzzle, state, from, &ends)));
            }
            assert_eq!(moves.len(), expected);
            assert!(moves.iter().all(|mv| puzzle.check(state, mv).is_ok()));
        }
    }
}

/// The path to each of these cells, in the order of their numbers.
fn own_order(puzzle: &Chinese, state: &State, from: Place, ends: &BTreeSet<Place>) -> Vec<Vec<Place>> {
    let number =
        |place: &Place| puzzle.coordinates().iter().position(|other| other == place).expect("on the board") as u32;
    let mut cells: Vec<u32> = ends.iter().map(number).collect();
    cells.sort_unstable();
    let path = |&to: &u32| places(puzzle, &puzzle.path(state, number(&from), to).expect("a move"));
    cells.iter().map(path).collect()
}

#[test]
fn random_instances_read_back() {
    let mut random = Random::new(11);
    for round in 0..400 {
        let (side, players) = (1 + random.below(5), 1 + random.below(6));
        if let Some(instance) = random_cells(&mut random, side, players) {
            assert_eq!(read(&instance.to_string()), Ok(instance));
        }
        let shapes = [
            Shape::Star { arm: 1 + round % 3 },
            Shape::Rhombus { reach: 1 + round % 4 },
            Shape::Triangle { side: 2 + round % 9 },
        ];
        let shape = shapes[random.below(3)].clone();
        let players = 1 + random.below(shape.most_players());
        let mut order = Player::ALL[..players].to_vec();
        order.rotate_left(random.below(players));
        let (men, goal) = ([1, 3, 6, 10][random.below(4)], 2 + random.below(shape.corners().len() - 1));
        match Instance::new(shape, men, order, goal) {
            Err(unfit) => assert_eq!(unfit.part, Part::Men, "{unfit}"),
            Ok(instance) => {
                let states = laws::sample_states(&instance.puzzle().expect("always"), 2, round.into());
                let moved =
                    instance.clone().with_position(states[states.len() - 1].cells().into()).expect("as many men");
                assert!(players > 1 || states.len() == 1 || moved != instance);
                for instance in [instance, moved] {
                    assert_eq!(read(&instance.to_string()), Ok(instance));
                }
            }
        }
    }
}

/// Every search gives the same length, and the lengths of one man are known: steps from corner to
/// corner of an empty board.
#[test]
fn searches_agree() {
    let lines = [
        ("chinese triangle:4 men=1", 3),
        ("chinese star:1 men=1", 4),
        ("chinese rhombus:1 men=1", 4),
        ("chinese triangle:12 men=1", 11),
        ("chinese star men=1", 16),
        ("chinese cells:0,0R;1,0B;2,0;3,0* order=RB", 3),
        ("chinese cells:0,0R;1,0B;2,0* order=BR", 4),
    ];
    let limits = saltus::limits::Limits { memory: 1 << 28, nodes: 200_000, ..saltus::limits::Limits::DEFAULT };
    for (line, length) in lines {
        assert_eq!(laws::forward_solvers_agree(&laid_out(line), &Zero, &limits), Some(length), "{line}");
    }
    // Blue has no move, so red never comes to one.
    let stuck = "chinese cells:0,0B;1,0R;5,5R;6,5*;7,5* order=BR";
    assert_eq!(laws::forward_solvers_agree(&laid_out(stuck), &Zero, &limits), None);
}

/// A detour is a move, too.
#[test]
fn detours_are_accepted() {
    let puzzle = laid_out("chinese cells:0,0R;1,0B;2,0;2,1B;2,2;1,1B;0,2;0,1B;3,0* order=RB");
    let state = puzzle.start();
    for (text, legal) in
        [("a1-c3", true), ("a1-c1-c3", true), ("a1-c3-c1-e1", true), ("a1-e1", false), ("a1-c1-c3-a1", false)]
    {
        let judged = puzzle.read_move(&state, text).map(|mv| puzzle.check(&state, &mv).is_ok());
        assert_eq!(judged, Ok(legal), "{text}");
    }
}
