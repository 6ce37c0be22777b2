//! The 15-puzzle with the Manhattan bound, as plainly as an array allows: what searches are compared on everywhere.
//! Once by the library's search, once written out by hand for this puzzle alone.

use saltus::limits::Limits;
use saltus::puzzle::{Bound, Puzzle, Refusal, Undo};
use saltus::search::ida_star;

/// A position 45 moves from the goal 0 1 .. 15.
const START: [u8; 16] = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct State {
    tiles: [u8; 16],
    blank: u8,
}

/// From a cell to a cell.
type Slide = (u8, u8);

struct Fifteen {
    /// For each blank cell, the number of its neighbours, and which they are.
    beside: [(usize, [u8; 4]); 16],
    /// For each tile and cell how far it is from home.
    distance: [[u8; 16]; 16],
}

impl Fifteen {
    fn new() -> Self {
        let mut puzzle = Fifteen { beside: [(0, [0; 4]); 16], distance: [[0; 16]; 16] };
        for cell in 0..16usize {
            let (row, column) = (cell / 4, cell % 4);
            let sides = [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)];
            let (count, cells) = &mut puzzle.beside[cell];
            for (_, step) in sides.into_iter().filter(|(there, _)| *there) {
                cells[*count] = cell.wrapping_add_signed(step) as u8;
                *count += 1;
            }
            for tile in 1..16usize {
                puzzle.distance[tile][cell] = ((tile / 4).abs_diff(row) + (tile % 4).abs_diff(column)) as u8;
            }
        }
        puzzle
    }
}

impl Puzzle for Fifteen {
    type State = State;
    type Move = Slide;

    fn start(&self) -> State {
        State { tiles: START, blank: 11 }
    }

    fn is_goal(&self, state: &State) -> bool {
        state.tiles.iter().zip(0..).all(|(&tile, cell)| tile == cell)
    }

    fn moves(&self, state: &State, buffer: &mut Vec<Slide>) {
        let (count, cells) = &self.beside[usize::from(state.blank & 15)];
        buffer.extend(cells[..(*count).min(4)].iter().map(|&from| (from, state.blank)));
    }

    fn check(&self, _: &State, _: &Slide) -> Result<(), Refusal> {
        Ok(())
    }

    fn play(&self, state: &mut State, &(from, to): &Slide) {
        state.tiles[usize::from(to & 15)] = state.tiles[usize::from(from & 15)];
        state.tiles[usize::from(from & 15)] = 0;
        state.blank = from;
    }
}

impl Undo for Fifteen {
    fn undo(&self, state: &mut State, &(from, to): &Slide) {
        self.play(state, &(to, from));
    }

    fn reverses(&self, last: &Slide, next: &Slide) -> bool {
        next.0 == last.1
    }
}

struct Manhattan;

impl Bound<Fifteen> for Manhattan {
    fn of(&self, puzzle: &Fifteen, state: &State) -> u32 {
        (0..16).map(|cell| u32::from(puzzle.distance[usize::from(state.tiles[cell])][cell])).sum()
    }

    fn ahead(&self, puzzle: &Fifteen, state: &State, &(from, to): &Slide, before: u32) -> Option<u32> {
        let distance = &puzzle.distance[usize::from(state.tiles[usize::from(from & 15)] & 15)];
        Some(before + u32::from(distance[usize::from(to & 15)]) - u32::from(distance[usize::from(from & 15)]))
    }
}

/// The nodes of the library's IDA*.
pub(super) fn generic() -> u64 {
    ida_star::solve(&Fifteen::new(), &Manhattan, &Limits::default()).expect("no limit").expanded
}

/// The nodes of IDA* written for this puzzle.
pub(super) fn by_hand() -> u64 {
    let puzzle = Fifteen::new();
    let State { tiles, blank } = puzzle.start();
    let root = Manhattan.of(&puzzle, &puzzle.start());
    let mut dive = Dive { puzzle, tiles, threshold: 0, cut_off: root, nodes: 0 };
    loop {
        dive.threshold = std::mem::replace(&mut dive.cut_off, u32::MAX);
        if dive.search(blank, u8::MAX, 0, root) {
            return dive.nodes;
        }
    }
}

struct Dive {
    puzzle: Fifteen,
    tiles: [u8; 16],
    threshold: u32,
    cut_off: u32,
    nodes: u64,
}

impl Dive {
    fn search(&mut self, blank: u8, last: u8, g: u32, h: u32) -> bool {
        self.nodes += 1;
        if h == 0 {
            return true;
        }
        let (count, cells) = self.puzzle.beside[usize::from(blank & 15)];
        for &from in &cells[..count.min(4)] {
            if from == last {
                continue;
            }
            let tile = self.tiles[usize::from(from & 15)];
            let distance = &self.puzzle.distance[usize::from(tile & 15)];
            let after = h + u32::from(distance[usize::from(blank & 15)]) - u32::from(distance[usize::from(from & 15)]);
            if g + 1 + after > self.threshold {
                self.cut_off = self.cut_off.min(g + 1 + after);
                continue;
            }
            self.tiles[usize::from(blank & 15)] = tile;
            self.tiles[usize::from(from & 15)] = 0;
            if self.search(from, blank, g + 1, after) {
                return true;
            }
            self.tiles[usize::from(from & 15)] = tile;
            self.tiles[usize::from(blank & 15)] = 0;
        }
        false
    }
}
