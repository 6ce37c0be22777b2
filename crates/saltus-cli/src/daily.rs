//! `saltus daily`: the puzzles of days, each the same for everybody from its number.
//!
//! Each is a position of a puzzle with a name from which one first move alone begins a shortest play. How hard it is is counted: by the chance that random moves
//! are a shortest play. Within a week that falls from day to day. What day N has does not depend on which days are asked for.

use std::collections::BTreeSet;
use std::io::Write;

use dashu_int::UBig;
use saltus::gate::Refuted;
use saltus::generate::{short, solve};
use saltus::limits::Limits;
use saltus::luck::{Hardness, Luck};
use saltus::random::Random;
use serde::Serialize;

use crate::args::Daily;
use crate::exit::{Code, Done, Early};
use crate::{Session, families};

/// The chance of luck is 1 in more than the first of these numbers, and 1 in no more than the second, from Monday on.
const WEEK: [(u64, u64); 7] = [
    (10, 1_000),
    (1_000, 10_000),
    (10_000, 100_000),
    (100_000, 1_000_000),
    (1_000_000, 30_000_000),
    (30_000_000, 1_000_000_000),
    (1_000_000_000, 100_000_000_000),
];
/// Day 1 is 9 October 2026, a Friday: the fourth after a Monday.
const FIRST: usize = 4;

/// The kinds of puzzles, by their names, and the boards that they are positions of.
const KINDS: &[(&str, &[&str])] = &[
    ("Parking", &["rush-hour-51", "rush-hour-8"]),
    ("Tiles", &["tiles 2x4 1 2 3 4 5 6 7 0", "tiles 3x3 1 2 3 4 5 6 7 8 0"]),
    ("Knights", &["guarini", "knights-3x4"]),
    ("Back and forth", &["shift 3 3 moves=all", "shift 4 4 moves=all"]),
    ("Klotski", &["pennant", "klotski-walk"]),
    ("Numbered frogs", &["reverse 5", "reverse 6"]),
    ("Warehouse", &["sokoban-2", "sokoban-3", "sokoban-microban-1"]),
    ("Toad square", &["toads-3x5", "toads-3x3"]),
    ("Crossing", &["toads-cross", "spider"]),
];

/// Moves of a shortest play, at least and at most: a longer one has no room in what people send one another.
const MOVES: (u32, u32) = (3, 40);
/// Boards with more positions are not explored.
const MOST_POSITIONS: u64 = 1 << 20;
/// The number of positions of a board that are drawn for each day of the week.
const DRAWN: usize = 24;
const SEED: u64 = 47;

/// The puzzle of a day, as the page reads it.
#[derive(Serialize)]
struct Day {
    n: usize,
    line: String,
    name: &'static str,
    /// The moves of a shortest play.
    length: u32,
    /// First moves that begin one, and all first moves.
    first: (usize, usize),
    /// How many shortest plays there are.
    plays: String,
    /// From how many of the positions the goal is out of reach.
    losing: usize,
    positions: usize,
    /// The most moves that a shortest play has from any of them.
    farthest: u32,
    /// The chance that random moves are a shortest play.
    luck: String,
}

fn refuted(Refuted(why): Refuted) -> Early {
    Early::Fault(why, Code::BUG)
}

fn no_more(day: usize) -> Early {
    Early::Fault(format!("there are no more puzzles for day {day}"), Code::OPEN)
}

/// Writes the days as an array of JSON, one a line.
pub fn run(session: &mut Session, args: &Daily) -> Done {
    if args.from > args.to {
        return Err(Early::usage("--from is after --to"));
    }
    let budget = session.budget.clone();
    let limits = Limits { nodes: budget.nodes.min(MOST_POSITIONS), ..budget.limits() };
    let mut days = Days { drawn: KINDS.iter().map(|_| None).collect(), used: BTreeSet::new(), before: None };
    for line in saltus_web::site::gallery() {
        days.used.extend(families::parse(&line).map(|puzzle| puzzle.to_string()));
    }
    let (from, to) = (args.from.get(), args.to.get());
    for number in 1..=to {
        let (name, line) = days.choose(number, &limits)?;
        if number >= from {
            let day = counted(number, name, line, &limits)?;
            let (begin, end) = (if number == from { "[\n" } else { "" }, if number == to { "\n]\n" } else { ",\n" });
            let text = serde_json::to_string(&day).expect("numbers and text");
            write!(session.out, "{begin}{text}{end}")?;
            session.out.flush()?;
        }
    }
    Ok(Code::OK)
}

/// The lines of a kind for each day of the week.
type Drawn = [Vec<String>; 7];

/// What the days so far have left.
struct Days {
    /// Of each kind, once it was looked for.
    drawn: Vec<Option<Drawn>>,
    /// Lines that no day has any more, as the program writes them.
    used: BTreeSet<String>,
    /// The kind of the day before.
    before: Option<usize>,
}

impl Days {
    /// The name and line of the next day.
    fn choose(&mut self, number: usize, limits: &Limits<'_>) -> Done<(&'static str, String)> {
        let weekday = (number - 1 + FIRST) % 7;
        // Each day of the week begins with another kind from week to week.
        let turn = number * 5 + number / 7;
        for kind in (0..KINDS.len()).map(|by| (turn + by) % KINDS.len()).filter(|&kind| self.before != Some(kind)) {
            if self.drawn[kind].is_none() {
                self.drawn[kind] = Some(drawn(kind, limits)?);
            }
            let lines = &mut self.drawn[kind].as_mut().expect("it was drawn")[weekday];
            while let Some(line) = lines.pop() {
                let whole = families::parse(&line).expect("a line of the program").to_string();
                if self.used.insert(whole) {
                    self.before = Some(kind);
                    return Ok((KINDS[kind].0, line));
                }
            }
        }
        Err(no_more(number))
    }
}

/// Draws positions of a kind for each day of the week.
fn drawn(kind: usize, limits: &Limits<'_>) -> Done<Drawn> {
    let mut random = Random::new(SEED + kind as u64);
    let mut drawn = Drawn::default();
    for material in KINDS[kind].1 {
        let puzzle = families::parse(material).expect("a puzzle of the program");
        let space = puzzle.space(limits)?;
        let mut found: [Vec<usize>; 7] = Default::default();
        let is_fit = |at: usize| {
            let moves = space.to_goal(at).map_or(0, |(_, moves)| moves);
            (MOVES.0..=MOVES.1).contains(&moves) && space.best(at).count() == 1 && space.moves(at).len() > 1
        };
        Luck::each(&space, limits, &mut |at, luck| {
            if is_fit(at) {
                let (_, odds) = luck().odds();
                let is_in = |(least, most): &(u64, u64)| odds > UBig::from(*least) && odds <= UBig::from(*most);
                found.iter_mut().zip(&WEEK).filter(|(_, band)| is_in(band)).for_each(|(found, _)| found.push(at));
            }
        })?;
        for (lines, mut found) in drawn.iter_mut().zip(found) {
            random.shuffle(&mut found);
            let instances = found.into_iter().take(DRAWN).filter_map(|at| space.instance(at));
            lines.extend(instances.map(|instance| short(families::all(), &*instance, material)));
        }
    }
    drawn.iter_mut().for_each(|lines| _ = random.shuffle(lines));
    Ok(drawn)
}

/// The record of a day, counted from its own line; the length is proved by another search.
fn counted(n: usize, name: &'static str, line: String, limits: &Limits<'_>) -> Done<Day> {
    let puzzle = families::parse(&line).expect("a line of the program");
    let hardness = Hardness::of(&puzzle.space(limits)?, limits)?.ok_or_else(|| no_more(n))?;
    let Hardness { moves, first, plays, positions: (positions, losing), farthest, luck } = hardness;
    let solved = solve(puzzle, limits).map_err(refuted)?.ok_or_else(|| no_more(n))?;
    if solved.length() != UBig::from(moves) {
        let why = format!("{line} has {} moves, and {moves} by its positions", solved.length());
        return Err(refuted(Refuted(why)));
    }
    let (plays, luck) = (plays.to_string(), luck.to_string());
    Ok(Day { n, line, name, length: moves, first, plays, losing, positions, farthest, luck })
}
