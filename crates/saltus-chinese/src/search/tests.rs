//! The search against breadth-first search by the rules alone, and its parts against plain
//! counterparts.

pub(super) mod answers;
mod filters;
mod layer_stores;
mod pruning;
mod samples;

use super::field::{Cells, Field, each, set};
use super::game::Game;
use super::ranks::{MOST_MEN, Ranks};
use super::symmetry::{images, swapped};
use crate::rules::{Chinese, Contents, Instance, Place, Player, State, read};
use saltus_core::board::Cell;
use saltus_core::laws;
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::Puzzle as _;
use saltus_core::random::Random;

fn laid_out(line: &str) -> Chinese {
    read(line).unwrap_or_else(|bad| panic!("{line}: {bad}")).puzzle().unwrap()
}

/// The same men anywhere.
fn shuffled(instance: &Instance, random: &mut Random) -> Instance {
    let mut start: Vec<Contents> = instance.start().to_vec();
    random.shuffle(&mut start);
    instance.clone().with_position(start.into()).expect("the same men")
}

/// A board of some cells in one piece, with men and goal anywhere.
pub(super) fn any_board(players: usize, men: usize, random: &mut Random) -> Instance {
    let mut places: Vec<Place> = vec![(0, 0)];
    while places.len() < 9 {
        let (x, y) = places[random.below(places.len())];
        let (dx, dy) = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][random.below(6)];
        if !places.contains(&(x + dx, y + dy)) {
            places.push((x + dx, y + dy));
        }
    }
    let mut order = Player::ALL[..players].to_vec();
    random.shuffle(&mut order);
    let mut contents: Vec<Contents> = vec![Some(Player::WINNER); men];
    contents.extend(Player::ALL[1..players].iter().map(|&player| Some(player)));
    contents.resize(places.len(), None);
    random.shuffle(&mut contents);
    let mut goal: Vec<bool> = (0..places.len()).map(|place| place < men).collect();
    random.shuffle(&mut goal);
    let cells = places.into_iter().zip(contents).zip(goal).map(|((place, man), goal)| (place, man, goal));
    Instance::cells(cells.collect(), order).expect("as many men as goal cells")
}

/// Colexicographic order is that of the sets as numbers.
#[test]
fn ranks_count_armies_in_order() {
    let ranks = Ranks::new();
    for men in 0..=9 {
        let armies = (0..1 << 9).filter(|army: &Cells| army.count_ones() == men);
        for (rank, army) in (0..).zip(armies) {
            assert_eq!((ranks.rank(army), ranks.army(rank, men as usize)), (rank, army));
        }
    }
}

#[test]
fn ranks_of_large_armies() {
    let ranks = Ranks::new();
    let mut random = Random::new(3);
    for men in 1..=MOST_MEN {
        let mut army = || {
            let mut cells: Vec<Cell> = (0..128).collect();
            random.shuffle(&mut cells);
            set(cells[..men].iter().copied())
        };
        let last = Cells::MAX << (128 - men);
        for (a, b) in (0..200).map(|_| (army(), army())).chain([(last, last >> 1), (last, Cells::MAX >> (128 - men))]) {
            assert_eq!(ranks.rank(a).cmp(&ranks.rank(b)), a.cmp(&b));
            assert_eq!((ranks.army(ranks.rank(a), men), ranks.army(ranks.rank(b), men)), (a, b));
        }
    }
}

/// A symmetry keeps neighbours; there are as many as the shape has.
#[test]
fn boards_have_their_symmetries() {
    let boards = [
        ("star:2 men=3", 12),
        ("rhombus:2 men=3", 4),
        ("triangle:5 men=3", 6),
        ("cells:0,0R;1,0;2,0;0,1*", 1),
        ("cells:5,5R;6,5;7,5*", 4),
    ];
    for (board, count) in boards {
        let puzzle = laid_out(&format!("chinese {board}"));
        let found = images(puzzle.coordinates());
        let different: std::collections::HashSet<_> = found.iter().collect();
        // A line is its own image in two ways each.
        assert_eq!((found.len(), board.contains("5,5") || different.len() == count), (count, true), "{board}");
        let field = Field::new(puzzle.board()).unwrap();
        assert!(found[0].iter().enumerate().all(|(cell, &image)| cell == usize::from(image)), "{board}");
        for image in &found {
            for cell in 0..field.cells {
                let near = each(field.near[cell]).map(|near| Cell::from(image[near]));
                assert_eq!(set(near), field.near[usize::from(image[cell])], "{board}");
            }
        }
        let mirror = swapped(puzzle.coordinates());
        assert_eq!(mirror.is_some(), !board.starts_with("cells"), "{board}");
        for (cell, image) in mirror.into_iter().flatten().enumerate() {
            let (x, y) = puzzle.coordinates()[cell];
            assert_eq!(puzzle.coordinates()[usize::from(image)], (y, x), "{board}");
        }
    }
}

/// Start and goal change places, and back, where a board allows it.
#[test]
fn exchanges_return() {
    let hexagon = "cells:0,0;1,0R;0,1*;-1,1R;-1,0*;0,-1R;1,-1*";
    for (board, exists) in [
        ("star:2 men=3", true),
        ("star:2 men=3 goal=2", true),
        ("rhombus:2 men=3", true),
        ("triangle:5 men=3", true),
        ("triangle:5 men=1 rows=./R./.../..../.....", false),
        (hexagon, true),
    ] {
        let game = Game::<1>::new(&laid_out(&format!("chinese {board}"))).unwrap();
        assert_eq!(game.exchange.is_some(), exists, "{board}");
        if exists {
            let there = game.exchanged(&game.start);
            assert_eq!((there, game.exchanged(&there)), ([game.goal], game.start), "{board}");
            for cell in 0..game.field.cells {
                assert_eq!(game.exchanged(&game.exchanged(&[1 << cell])), [1 << cell], "{board}");
            }
        }
    }
}

/// What stands where is mirrored only when the start is its own image, and the goal.
#[test]
fn mirrors_keep_start_and_goal() {
    for (line, exists) in [
        ("star:2 men=3", true),
        ("star:2 men=3 goal=2", false),
        ("star:2 men=1 players=3", false),
        ("star:2 men=1 players=2", true),
        ("rhombus:2 men=3 players=2", true),
        ("triangle:5 men=3", false),
        ("triangle:5 men=3 goal=3", false),
        ("rhombus:1 men=1 rows=./R./.../../.", false),
    ] {
        let puzzle = laid_out(&format!("chinese {line}"));
        let found = match puzzle.order().len() {
            1 => Game::<1>::new(&puzzle).unwrap().mirror,
            2 => Game::<2>::new(&puzzle).unwrap().mirror,
            _ => Game::<3>::new(&puzzle).unwrap().mirror,
        };
        assert_eq!(found.is_some(), exists, "{line}");
    }
}

/// By the puzzle's own moves, in any position.
#[test]
fn destinations_are_those_of_the_rules() {
    let mut random = Random::new(5);
    for line in [
        "star players=2",
        "star men=15 players=2",
        "star men=6 players=6",
        "star:2 men=1 players=5",
        "rhombus:3 men=6 players=2",
        "triangle:7 men=6 players=3",
        "triangle:4 men=3 players=3",
        "cells:0,0R;1,0;2,0B*;0,1R;1,1;-1,2*;-1,1;3,-1;4,-2",
    ] {
        let instance = read(&format!("chinese {line}")).unwrap();
        for round in 0..60 {
            let instance = shuffled(&instance, &mut random);
            let puzzle = instance.puzzle().unwrap();
            let field = Field::new(puzzle.board()).unwrap();
            let state = State::new(instance.start().into(), round % puzzle.order().len());
            if puzzle.is_goal(&state) {
                continue;
            }
            let mut moves = Vec::new();
            puzzle.moves(&state, &mut moves);
            let expected: Vec<(Cell, Cell)> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
            let occupied = Player::ALL.iter().fold(0, |all, &player| all | set(state.army(player)));
            let from = |from| each(field.destinations(from as usize, occupied)).map(move |to| (from, to as Cell));
            let found: Vec<(Cell, Cell)> = state.army(puzzle.mover(&state)).into_iter().flat_map(from).collect();
            assert_eq!(found, expected, "{line}: {}", puzzle.rows(&state));
        }
    }
}

/// Every state that can be reached, as an engine has it, with its number of turns to the goal.
fn distances<const P: usize>(puzzle: &Chinese) -> Vec<([Cells; P], usize, u32)> {
    use std::collections::HashMap;
    let states = laws::all_states(puzzle, 100_000);
    let numbers: HashMap<&State, usize> = states.iter().enumerate().map(|(id, state)| (state, id)).collect();
    let mut before = vec![Vec::new(); states.len()];
    let mut moves = Vec::new();
    for (id, state) in states.iter().enumerate() {
        moves.clear();
        puzzle.moves(state, &mut moves);
        for mv in &moves {
            let mut next = state.clone();
            puzzle.play(&mut next, mv);
            before[numbers[&next]].push(id);
        }
    }
    let mut found: Vec<(usize, u32)> =
        (0..states.len()).filter(|&id| puzzle.is_goal(&states[id])).map(|id| (id, 0)).collect();
    let mut seen = vec![false; states.len()];
    found.iter().for_each(|&(id, _)| seen[id] = true);
    let mut next = 0;
    while let Some(&(id, distance)) = found.get(next) {
        for &parent in &before[id] {
            if !std::mem::replace(&mut seen[parent], true) {
                found.push((parent, distance + 1));
            }
        }
        next += 1;
    }
    let armies = |state: &State| std::array::from_fn(|player| set(state.army(Player::ALL[player])));
    found.into_iter().map(|(id, distance)| (armies(&states[id]), states[id].turn(), distance)).collect()
}
