//! Peg solitaire as a family of its own, outside the library, and a program that knows it beside all others.
//!
//!     cargo run --release --example pegs -- solve pegs 1x6 oo.ooo
//!
//! Pegs stand in the holes of a board of rows. A peg jumps along a row or a column over a neighbour into an empty
//! hole; the neighbour is taken away. One peg shall be left.

use std::fmt;
use std::process::ExitCode;

use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::board::{Board, EAST, NORTH, SOUTH, WEST};
use saltus::family::Family;
use saltus::notation::{BadInput, Instance, MoveText, TooLarge, Word};
use saltus::puzzle::{Puzzle, Refusal};
use saltus::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

/// A board with its pegs, which is also the puzzle: bit i of the state says that a peg stands in hole i.
#[derive(Clone)]
struct Pegs {
    height: usize,
    width: usize,
    start: u64,
}

/// A jump from one hole over another into a third.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Jump([u32; 3]);

impl Pegs {
    fn has(state: u64, hole: u32) -> bool {
        state >> hole & 1 == 1
    }

    fn holes(&self) -> u32 {
        (self.height * self.width) as u32
    }
}

impl Puzzle for Pegs {
    type State = u64;
    type Move = Jump;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        state.count_ones() == 1
    }

    fn moves(&self, state: &u64, buffer: &mut Vec<Jump>) {
        let board = Board::grid(self.height, self.width);
        for hole in (0..self.holes()).filter(|&hole| Pegs::has(*state, hole)) {
            let jumps = [NORTH, WEST, EAST, SOUTH].into_iter().filter_map(|way| board.jump(hole, way));
            let free = jumps.filter(|&(over, to)| Pegs::has(*state, over) && !Pegs::has(*state, to));
            buffer.extend(free.map(|(over, to)| Jump([hole, over, to])));
        }
    }

    fn check(&self, state: &u64, Jump([from, over, to]): &Jump) -> Result<(), Refusal> {
        let [from_row, to_row] = [from, to].map(|hole| *hole as usize / self.width);
        let straight = from.abs_diff(*to) as usize == 2 * self.width || (from.abs_diff(*to) == 2 && from_row == to_row);
        let stands = [from, over, to].map(|hole| Pegs::has(*state, *hole));
        if straight && from + to == 2 * over && stands == [true, true, false] {
            return Ok(());
        }
        Err(Refusal("a peg jumps over a neighbour into an empty hole behind it".into()))
    }

    fn play(&self, state: &mut u64, Jump(holes): &Jump) {
        holes.iter().for_each(|hole| *state ^= 1 << hole);
    }
}

impl MoveText for Pegs {
    fn write_move(&self, Jump([from, _, to]): &Jump, text: &mut String) {
        text.push_str(&format!("{}-{}", from + 1, to + 1));
    }

    fn read_move(&self, _: &u64, text: &str) -> Result<Jump, BadInput> {
        let hole = |text: &str| text.parse().ok().filter(|hole| (1..=self.holes()).contains(hole));
        let ends = text.split_once('-').and_then(|(from, to)| Some((hole(from)? - 1, hole(to)? - 1)));
        let (from, to) =
            ends.ok_or_else(|| BadInput::line(format!("\"{text}\" is not FROM-TO, two holes of the board")))?;
        Ok(Jump([from, (from + to) / 2, to]))
    }
}

impl Draw for Pegs {
    fn scene(&self, state: &u64) -> Scene {
        let spot = |hole| match Pegs::has(*state, hole) {
            true => Spot { label: "o".into(), tint: Tint::Dark },
            false => Spot { label: ".".into(), tint: Tint::Vacant },
        };
        let holes: Vec<Spot> = (0..self.holes()).map(spot).collect();
        Scene { rows: holes.chunks(self.width).map(<[Spot]>::to_vec).collect(), spaced: false }
    }

    fn outline(&self) -> Outline {
        Outline::rows(self.holes() as usize, self.width, PieceForm::Disc)
    }

    fn path(&self, Jump([from, _, to]): &Jump) -> Vec<u32> {
        vec![*from, *to]
    }
}

impl fmt::Display for Pegs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holes = (0..self.holes()).map(|hole| if Pegs::has(self.start, hole) { 'o' } else { '.' });
        write!(f, "pegs {}x{} {}", self.height, self.width, holes.collect::<String>())
    }
}

impl Instance for Pegs {
    type Puzzle = Pegs;
    const NAME: &'static str = "pegs";
    const NOTATION: &'static str = "pegs HxW HOLES      o a peg, . an empty hole, row by row; at most 64";
    const RULES: &'static str =
        "A peg jumps over a neighbour into an empty hole; the neighbour is taken. One peg shall be left.";
    const EXAMPLES: &'static [&'static str] = &["pegs 1x6 oo.ooo", "pegs 4x4 oooooooooooooo.o"];

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
        Ok(Pegs { height, width, start: holes.text.chars().enumerate().try_fold(0, peg)? })
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        saltus::notation::without_turn(turn)?;
        let line = format!("{}x{} {}", self.height, self.width, labels.concat());
        saltus::notation::read_words(&line)
    }

    fn size(&self) -> UBig {
        UBig::from(self.holes())
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
