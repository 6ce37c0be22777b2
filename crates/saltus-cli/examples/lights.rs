//! Lights Out on a torus as a family of its own, outside the library, and a program that knows it in addition to all others.
//!
//!     cargo run --release --example lights -- solve lights 3x3 101011110 --check
//!
//! A light is on each cell of a board whose rows and columns close. A move changes a light and its four neighbours. All
//! shall be off. The definition lists what five lights in a cross can be, so that `saltus-check` proves what is found.

use std::{fmt, process::ExitCode};

use dashu_int::UBig;
use saltus::definition::{self, Form};
use saltus::notation::{BadInput, Instance, MoveText, TooLarge, Word};
use saltus::puzzle::{Puzzle, Refusal};
use saltus::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};
use saltus::{answers::Answers, family::Family};

/// A board with its lights, which is also the puzzle: bit i of the state says that light i is on.
#[derive(Clone)]
struct Lights {
    height: u32,
    width: u32,
    start: u64,
}

impl Lights {
    fn cells(&self) -> u32 {
        self.height * self.width
    }

    /// A cell and those above, below, left and right of it.
    fn cross(&self, cell: u32) -> [u32; 5] {
        let (row, column) = (cell / self.width, cell % self.width);
        let at = |row, column| row % self.height * self.width + column % self.width;
        let (up, left) = (at(row + self.height - 1, column), at(row, column + self.width - 1));
        [cell, up, at(row + 1, column), left, at(row, column + 1)]
    }
}

impl Puzzle for Lights {
    type State = u64;
    type Move = u32;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == 0
    }

    fn moves(&self, _: &u64, buffer: &mut Vec<u32>) {
        buffer.extend(0..self.cells());
    }

    fn check(&self, _: &u64, cell: &u32) -> Result<(), Refusal> {
        if *cell < self.cells() { Ok(()) } else { Err(Refusal("there is no such light".into())) }
    }

    fn play(&self, state: &mut u64, cell: &u32) {
        self.cross(*cell).iter().for_each(|light| *state ^= 1 << light);
    }
}

impl MoveText for Lights {
    fn write_move(&self, cell: &u32, text: &mut String) {
        text.push_str(&(cell + 1).to_string());
    }

    fn read_move(&self, _: &u64, text: &str) -> Result<u32, BadInput> {
        let cell = text.parse().ok().filter(|cell| (1..=self.cells()).contains(cell));
        Ok(cell.ok_or_else(|| BadInput::line("a move is the number of a light"))? - 1)
    }
}

impl Draw for Lights {
    fn scene(&self, state: &u64) -> Scene {
        let spot = |cell: u32| {
            let is_on = state >> cell & 1 == 1;
            Spot { label: if is_on { "1" } else { "0" }.into(), tint: if is_on { Tint::Light } else { Tint::Dark } }
        };
        let cells: Vec<Spot> = (0..self.cells()).map(spot).collect();
        Scene { rows: cells.chunks(self.width as usize).map(<[Spot]>::to_vec).collect(), spaced: false }
    }

    fn outline(&self) -> Outline {
        Outline::rows(self.cells() as usize, self.width as usize, PieceForm::Disc)
    }

    fn path(&self, cell: &u32) -> Vec<u32> {
        vec![*cell]
    }
}

impl fmt::Display for Lights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lights = (0..self.cells()).map(|cell| if self.start >> cell & 1 == 1 { '1' } else { '0' });
        write!(f, "lights {}x{} {}", self.height, self.width, lights.collect::<String>())
    }
}

impl Instance for Lights {
    type Puzzle = Lights;
    const NAME: &'static str = "lights";
    const NOTATION: &'static str = "lights HxW LIGHTS   1 on, 0 off, row by row; sides of 3 to 8";
    const RULES: &'static str = "A move changes a light and its four neighbours on a torus. All shall be off.";
    const EXAMPLES: &'static [&'static str] = &["lights 3x3 101011110"];

    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        let [size, lights] = words[..] else { return Err(BadInput::line("a board is HxW and its lights")) };
        let sides = size.text.split_once('x').and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
        let sides = sides.filter(|(height, width)| (3..=8).contains(height) && (3..=8).contains(width));
        let (height, width): (u32, u32) = sides.ok_or_else(|| size.fault("is not HxW, with sides of 3 to 8"))?;
        if lights.text.len() != (height * width) as usize {
            return Err(lights.fault(format!("has {} lights, not {height} times {width}", lights.text.len())));
        }
        let light = |start, (at, light): (usize, char)| match light {
            '1' => Ok(start | 1u64 << at),
            '0' => Ok(start),
            _ => Err(lights.fault_at(at, "a light is 1 or 0")),
        };
        Ok(Lights { height, width, start: lights.text.chars().enumerate().try_fold(0, light)? })
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        saltus::notation::without_turn(turn)?;
        saltus::notation::read_words(&format!("{}x{} {}", self.height, self.width, labels.concat()))
    }

    /// Each cross is a line of five cells, along which a rule for each content exchanges 0 and 1.
    fn definition(&self) -> Result<String, BadInput> {
        let name = |cell: &u32| (cell + 1).to_string();
        let lines: Vec<String> =
            (0..self.cells()).map(|cell| self.cross(cell).iter().map(name).collect::<Vec<_>>().join("-")).collect();
        let side =
            |lights: u32| (0..5).map(|at| if lights >> at & 1 == 1 { "1" } else { "0" }).collect::<Vec<_>>().join(" ");
        let rules: Vec<String> = (0..32u32).map(|lights| format!("{} -> {}", side(lights), side(!lights))).collect();
        let off = vec!["0"; self.cells() as usize].join(" ");
        let rules = format!("lines: {} ; move line: {} ; goal: {off}", lines.join(" "), rules.join(" / "));
        definition::line(
            Form::Graph(&saltus::board::Board::grid(self.height as usize, self.width as usize)),
            &self.scene(&self.start),
            "0 1",
            &rules,
        )
    }

    fn size(&self) -> UBig {
        UBig::from(self.cells())
    }

    fn puzzle(&self) -> Result<Lights, TooLarge> {
        Ok(self.clone())
    }
}

impl Family for Lights {}
impl Answers for Lights {}

fn main() -> ExitCode {
    saltus_cli::main(saltus::registry().with::<Lights>())
}
