//! All shortest games of Chinese Checkers, counted and listed, against trying all games.

use std::collections::HashMap;

use dashu_int::UBig;
use saltus::answers::{Count, Listing};
use saltus::chinese::{Chinese, State, read};
use saltus::limits::Limits;
use saltus::notation::Instance as _;
use saltus::plan::Style;
use saltus::puzzle::Puzzle;

const LIMITS: Limits<'_> = Limits::DEFAULT;

const LINES: [&str; 20] = [
    "triangle:2 men=1",
    "triangle:3 men=1 players=2",
    "triangle:3 men=1 players=3 order=YRB",
    "triangle:4 men=1",
    "triangle:4 men=3",
    "triangle:4 men=3 players=2",
    "triangle:4 men=3 players=2 order=BR",
    "triangle:4 men=1 players=3 order=BYR",
    "triangle:5 men=3",
    "triangle:5 men=3 goal=3",
    "rhombus:1 men=1",
    "rhombus:1 men=3",
    "rhombus:1 men=3 players=2",
    "rhombus:2 men=1 players=2 order=BR",
    "rhombus:2 men=3",
    "star:1 men=1",
    "star:1 men=1 players=4 order=GRBY",
    "star:1 men=1 players=2 order=BR goal=2",
    "star:2 men=1 players=2",
    "cells:0,0R;1,0R;2,0;0,1;1,1;2,1;0,2;1,2*;2,2* players=1",
];

/// All games of exactly this many turns, one after another, by trying every move.
struct All<'a> {
    puzzle: &'a Chinese,
    /// The number of games from a state in a given number of turns.
    known: HashMap<(State, u32), u64>,
}

impl All<'_> {
    fn next(&self, state: &State) -> Vec<((u32, u32), State)> {
        let mut moves = Vec::new();
        self.puzzle.moves(state, &mut moves);
        let play = |mv| {
            let mut next = state.clone();
            self.puzzle.play(&mut next, mv);
            ((mv.from(), mv.to()), next)
        };
        moves.iter().map(play).collect()
    }

    fn count(&mut self, state: &State, turns: u32) -> u64 {
        if turns == 0 || self.puzzle.is_goal(state) {
            return u64::from(turns == 0 && self.puzzle.is_goal(state));
        }
        if let Some(&count) = self.known.get(&(state.clone(), turns)) {
            return count;
        }
        let count = self.next(state).iter().map(|(_, next)| self.count(next, turns - 1)).sum();
        self.known.insert((state.clone(), turns), count);
        count
    }

    fn list(&mut self, state: &State, turns: u32, game: &mut Vec<(u32, u32)>, games: &mut Vec<Vec<(u32, u32)>>) {
        if games.len() == MOST {
            return;
        }
        if turns == 0 {
            return games.push(game.clone());
        }
        for (ends, next) in self.next(state) {
            if self.count(&next, turns - 1) > 0 {
                game.push(ends);
                self.list(&next, turns - 1, game, games);
                game.pop();
            }
        }
    }
}

/// Games that are listed at most.
const MOST: usize = 2000;

/// The games as the catalog lists them, by the ends of each move.
fn listed(line: &str, puzzle: &Chinese) -> Vec<Vec<(u32, u32)>> {
    let Listing::Solutions(solutions) = saltus::parse(line).unwrap().list(&LIMITS) else { panic!("{line}: no games") };
    let name = |name: &str| (0..1 << 10).find(|&cell| puzzle.name(cell) == name).unwrap();
    let mut games = Vec::new();
    solutions
        .visit(&UBig::ZERO, &mut |plan| {
            let mut text = Vec::new();
            plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text)?;
            let ends = |mv: &str| (name(mv.split('-').next().unwrap()), name(mv.split('-').next_back().unwrap()));
            games.push(String::from_utf8(text).unwrap().split_whitespace().map(ends).collect());
            Ok(games.len() < MOST)
        })
        .unwrap();
    games
}

#[test]
fn shortest_games_are_all_there() {
    for line in LINES {
        let line = format!("chinese {line}");
        let puzzle = read(&line).unwrap().puzzle().unwrap();
        let mut all = All { puzzle: &puzzle, known: HashMap::new() };
        let length = (0..1 << 10).find(|&turns| all.count(&puzzle.start(), turns) > 0).unwrap();
        let expected = all.count(&puzzle.start(), length);
        match saltus::parse(&line).unwrap().count(&LIMITS) {
            Count::Solutions { length: turns, left: None, solutions, .. } => {
                assert_eq!((turns, solutions), (UBig::from(length), UBig::from(expected)), "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
        let mut games = Vec::new();
        all.list(&puzzle.start(), length, &mut Vec::new(), &mut games);
        assert_eq!(games.len() as u64, expected.min(MOST as u64), "{line}");
        assert!(listed(&line, &puzzle) == games, "{line}");
    }
}
