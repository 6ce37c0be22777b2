//! Peg solitaire as a family of its own, outside the library, and a program that knows it in addition to all others.
//!
//!     cargo run --release --example pegs -- solve pegs 1x4 oo.o
//!
//! Pegs stand in the holes of a board of rows. A peg jumps along a row or a column over a neighbour into an empty
//! hole; the neighbour is taken away. One peg shall be left. The definition says the same in two statements, which is why
//! `saltus-check` can prove what is found.

use std::{fmt, process::ExitCode};

use dashu_int::UBig;
use saltus::board::{Board, EAST, NORTH, SOUTH, WEST};
use saltus::definition::{self, Form};
use saltus::notation::{BadInput, Instance, MoveText, TooLarge, Word};
use saltus::puzzle::{Puzzle, Refusal};
use saltus::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};
use saltus::{answers::Answers, family::Family};

/// A board with its pegs, which is also the puzzle: bit i of the state says that a peg stands in hole i.
#[derive(Clone)]
struct Pegs {
    height: usize,
    width: usize,
    holes: u32,
    start: u64,
}

fn has(state: u64, hole: u32) -> bool {
    state >> hole & 1 == 1
}

impl Puzzle for Pegs {
    type State = u64;
    type Move = [u32; 3]; // from one hole over another into a third

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        state.count_ones() <= 1
    }

    fn moves(&self, state: &u64, buffer: &mut Vec<[u32; 3]>) {
        let board = Board::grid(self.height, self.width);
        for hole in (0..self.holes).filter(|&hole| has(*state, hole)) {
            let jumps = [NORTH, WEST, EAST, SOUTH].into_iter().filter_map(|way| board.jump(hole, way));
            let free = jumps.filter(|&(over, to)| has(*state, over) && !has(*state, to));
            buffer.extend(free.map(|(over, to)| [hole, over, to]));
        }
    }

    fn check(&self, state: &u64, [from, over, to]: &[u32; 3]) -> Result<(), Refusal> {
        let row = |hole: &u32| *hole as usize / self.width;
        let way = from.abs_diff(*to) as usize;
        let straight = way == 2 * self.width || (way == 2 && row(from) == row(to));
        let stands = [from, over, to].map(|hole| has(*state, *hole));
        let legal = straight && from + to == 2 * over && stands == [true, true, false];
        if legal { Ok(()) } else { Err(Refusal("a peg jumps over a neighbour into an empty hole".into())) }
    }

    fn play(&self, state: &mut u64, holes: &[u32; 3]) {
        holes.iter().for_each(|hole| *state ^= 1 << hole);
    }
}

impl MoveText for Pegs {
    fn write_move(&self, [from, _, to]: &[u32; 3], text: &mut String) {
        text.push_str(&[from, to].map(|hole| (hole + 1).to_string()).join("-"));
    }

    fn read_move(&self, _: &u64, text: &str) -> Result<[u32; 3], BadInput> {
        let hole = |text: &str| text.parse().ok().filter(|hole| (1..=self.holes).contains(hole));
        let ends = text.split_once('-').and_then(|(from, to)| Some((hole(from)? - 1, hole(to)? - 1)));
        let (from, to) = ends.ok_or_else(|| BadInput::line("a jump is FROM-TO, two holes of the board"))?;
        Ok([from, u32::midpoint(from, to), to])
    }
}

impl Draw for Pegs {
    fn scene(&self, state: &u64) -> Scene {
        let spot = |hole| {
            let (label, tint) = if has(*state, hole) { ("o", Tint::Dark) } else { (".", Tint::Vacant) };
            Spot { label: label.into(), tint }
        };
        let holes: Vec<Spot> = (0..self.holes).map(spot).collect();
        Scene { rows: holes.chunks(self.width).map(<[Spot]>::to_vec).collect(), spaced: false }
    }

    fn outline(&self) -> Outline {
        Outline::rows(self.holes as usize, self.width, PieceForm::Disc)
    }

    fn path(&self, [from, _, to]: &[u32; 3]) -> Vec<u32> {
        vec![*from, *to]
    }
}

impl fmt::Display for Pegs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holes = (0..self.holes).map(|hole| if has(self.start, hole) { 'o' } else { '.' });
        write!(f, "pegs {}x{} {}", self.height, self.width, holes.collect::<String>())
    }
}

impl Instance for Pegs {
    type Puzzle = Pegs;
    const NAME: &'static str = "pegs";
    const NOTATION: &'static str = "pegs HxW HOLES      o a peg, . an empty hole, row by row; at most 64";
    const RULES: &'static str = "A peg jumps over a neighbour, which is taken, into an empty hole. One shall be left.";
    const EXAMPLES: &'static [&'static str] = &["pegs 1x4 oo.o", "pegs 4x4 oooooooooooooo.o"];

    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let [size, holes] = words[..] else { return Err(BadInput::line("a board is HxW and its holes")) };
        let sides = size.text.split_once('x').and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
        let (height, width): (usize, usize) = sides.ok_or_else(|| size.fault("is not HxW"))?;
        if !(1..=64).contains(&height.saturating_mul(width)) || holes.text.len() != height * width {
            return Err(holes.fault(format!("has {} holes, not {height} times {width}, at most 64", holes.text.len())));
        }
        let peg = |start, (at, hole): (usize, char)| match hole {
            'o' => Ok(start | 1u64 << at),
            '.' => Ok(start),
            _ => Err(holes.fault_at(at, "a hole is o or .")),
        };
        Ok(Pegs {
            height,
            width,
            holes: (height * width) as u32,
            start: holes.text.chars().enumerate().try_fold(0, peg)?,
        })
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        saltus::notation::without_turn(turn)?;
        saltus::notation::read_words(&format!("{}x{} {}", self.height, self.width, labels.concat()))
    }

    fn definition(&self) -> Result<String, BadInput> {
        let rules = "move: o o . -> . . o ; goal most 1: o";
        definition::line(Form::Square, &self.scene(&self.start), "o", rules)
    }

    fn size(&self) -> UBig {
        UBig::from(self.holes)
    }

    fn puzzle(&self) -> Result<Pegs, TooLarge> {
        Ok(self.clone())
    }
}

impl Family for Pegs {}
impl Answers for Pegs {}

fn main() -> ExitCode {
    saltus_cli::main(saltus::registry().with::<Pegs>())
}
