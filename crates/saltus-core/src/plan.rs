//! A play from start to goal, as front ends need it: counted, written in ranges, shown board by
//! board.

use std::io::{self, Write};

use dashu_int::UBig;

use crate::notation::MoveText;
use crate::scene::{Draw, Scene};
use crate::verify::{self, Fault};

/// The text around a move: `3-4\n` in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// In front of a move.
    pub open: &'static str,
    /// After a move.
    pub close: &'static str,
    /// Between two moves.
    pub between: &'static str,
    /// How a move itself is written.
    pub spelling: Spelling,
}

/// How a move itself is written, where a family has letters for directions ([`MoveText::LETTERS`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// In the family's notation.
    #[default]
    Own,
    /// `U D L R`: the way that the piece goes.
    PieceLetters,
    /// `U D L R`: the way that the vacancy goes.
    VacancyLetters,
}

impl Style {
    /// The same with moves spelled otherwise.
    ///
    /// ```
    /// use saltus_core::plan::{Spelling, Style};
    ///
    /// let style = Style::WORDS.spelled(Spelling::PieceLetters);
    /// assert_eq!((style.between, style.spelling), (" ", Spelling::PieceLetters));
    /// ```
    #[must_use]
    pub const fn spelled(self, spelling: Spelling) -> Style {
        Style { spelling, ..self }
    }

    /// One move a line.
    pub const LINES: Style = Style { open: "", close: "\n", between: "", spelling: Spelling::Own };
    /// Moves separated by blanks.
    pub const WORDS: Style = Style { open: "", close: "", between: " ", spelling: Spelling::Own };
}

/// Consecutive moves whose cells, the ones they leave, form an arithmetic progression.
///
/// ```
/// use saltus_core::plan::Run;
///
/// let run = Run { first: 9, stride: -2, count: 3 };
/// assert_eq!(run.cell(1), 7);
/// assert_eq!(run.cells().collect::<Vec<_>>(), [9, 7, 5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The cell that the first move leaves, from 1.
    pub first: u64,
    /// From the cell one move leaves to the next; 0 when there is only one move.
    pub stride: i64,
    /// Moves, at least 1.
    pub count: u64,
}

impl Run {
    /// The cell that move `k` of the run, counted from 0, leaves.
    pub fn cell(&self, k: u64) -> u64 {
        let way = k * self.stride.unsigned_abs();
        if self.stride < 0 { self.first - way } else { self.first + way }
    }

    /// The cells that its moves leave.
    pub fn cells(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |k| self.cell(k))
    }
}

/// A play, possibly far too long to be held move by move. Moves count from 1; state 0 is the start.
///
/// ```
/// use saltus_core::{limits::Limits, registry::Registry, verdict::Outcome};
/// use saltus_core::plan::{Spelling, Style};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 3 3").unwrap();
/// let Outcome::Solved { plan, .. } = puzzle.solve(&Limits::default()).outcome else { panic!() };
/// assert_eq!((plan.moves(), plan.cost(), plan.left()), (15u8.into(), 15u8.into(), None));
/// let (after, last) = (2u8.into(), 4u8.into());
/// let mut text = Vec::new();
/// plan.write(&after, &last, Style::WORDS, &mut text).unwrap();
/// assert_eq!(text, b"6-5 4-6");
/// let steps = plan.steps(&after, &last, Spelling::Own);
/// assert_eq!(steps.map(|step| step.text).collect::<Vec<_>>(), ["6-5", "4-6"]);
/// assert_eq!((plan.replay(&plan.moves()), plan.bytes()), (Ok(()), 0)); // a formula gives the moves
/// ```
pub trait Plan {
    /// How many moves it has.
    fn moves(&self) -> UBig;

    /// Writes the moves after move `after`, up to and with move `last`.
    ///
    /// # Errors
    /// When `out` fails.
    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()>;

    /// The moves after move `after`, up to and with move `last`, each with the picture of the state
    /// after it.
    fn steps<'a>(&'a self, after: &UBig, last: &UBig, spelling: Spelling) -> Box<dyn Iterator<Item = Step> + 'a>;

    /// The picture of the state after move `i`; a text in its stead where it has too many cells to
    /// be drawn.
    ///
    /// ```
    /// use saltus_core::{notation::Instance, plan::{Moves, Picture, Plan}, row::Hop};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
    /// let plan = Moves::new(puzzle, vec![Hop { from: 0, to: 1 }]);
    /// let Picture::Drawn(scene) = plan.picture(&1u8.into()) else { panic!() };
    /// assert_eq!(scene.spots().map(|spot| &*spot.label).collect::<String>(), "_bw");
    /// ```
    fn picture(&self, i: &UBig) -> Picture;

    /// The block of a certificate that holds the play (docs/certificates.md).
    ///
    /// ```
    /// use saltus_core::{notation::Instance, plan::{Moves, Plan}, row::Hop};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
    /// let play = [(0, 1), (2, 0), (1, 2)].map(|(from, to)| Hop { from, to });
    /// let (plan, mut block) = (Moves::new(puzzle, play.to_vec()), Vec::new());
    /// plan.write_evidence(&mut block).unwrap();
    /// assert_eq!((plan.evidence_block(), &*block), ("moves", &b"1 2 2\n2\n"[..]));
    /// ```
    ///
    /// # Errors
    /// When `out` fails.
    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The name of that block.
    fn evidence_block(&self) -> &'static str {
        "moves"
    }

    /// Replays the play by the rules of the puzzle, at least up to and with move `until`: move by move, or by the sections
    /// of its formula where it is too long for that.
    ///
    /// # Errors
    /// The first fault.
    fn replay(&self, until: &UBig) -> Result<(), Fault>;

    /// How many pieces are left at the end, where that is what is minimised.
    fn left(&self) -> Option<UBig> {
        None
    }

    /// How many of its moves cost something, where some cost nothing.
    fn paid(&self) -> Option<UBig> {
        None
    }

    /// What is minimised: the pieces left, or what the moves cost.
    fn cost(&self) -> UBig {
        self.left().or_else(|| self.paid()).unwrap_or_else(|| self.moves())
    }

    /// Bytes of memory that its moves take: 0 where a formula gives them.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A state, drawn or described.
#[derive(Clone, Debug)]
pub enum Picture {
    /// Cell by cell.
    Drawn(Scene),
    /// Too many cells: in words of the family.
    Described(String),
}

/// A move and where it leads.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move as text.
    pub text: String,
    /// The state after it.
    pub picture: Picture,
}

/// A play held move by move.
///
/// ```
/// use saltus_core::{notation::Instance, plan::{Moves, Plan}, row::Hop, verify::Fault};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let plan = Moves::new(puzzle, vec![Hop { from: 0, to: 1 }]);
/// assert_eq!(plan.moves(), 1u8.into());
/// assert_eq!(plan.replay(&plan.moves()), Err(Fault::End { moves: 1 })); // the goal is not reached
/// ```
pub struct Moves<P: MoveText> {
    puzzle: P,
    moves: Vec<P::Move>,
}

impl<P: MoveText> Moves<P> {
    /// A legal play of `puzzle` from its start.
    pub fn new(puzzle: P, moves: Vec<P::Move>) -> Self {
        Moves { puzzle, moves }
    }

    fn range(&self, after: &UBig, last: &UBig) -> std::ops::Range<usize> {
        let index = |i: &UBig| usize::try_from(i).map_or(self.moves.len(), |i| i.min(self.moves.len()));
        index(after)..index(last).max(index(after))
    }

    fn state_after(&self, count: usize) -> P::State {
        let mut state = self.puzzle.start();
        self.moves[..count].iter().for_each(|mv| self.puzzle.play(&mut state, mv));
        state
    }
}

impl<P: MoveText + Draw> Plan for Moves<P> {
    fn moves(&self) -> UBig {
        UBig::from(self.moves.len())
    }

    fn write(&self, after: &UBig, last: &UBig, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        for (place, mv) in self.moves[self.range(after, last)].iter().enumerate() {
            text.clear();
            text.push_str(if place == 0 { "" } else { style.between });
            text.push_str(style.open);
            self.puzzle.write_move_as(mv, style.spelling, &mut text);
            text.push_str(style.close);
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn steps<'a>(&'a self, after: &UBig, last: &UBig, spelling: Spelling) -> Box<dyn Iterator<Item = Step> + 'a> {
        let range = self.range(after, last);
        let mut state = self.state_after(range.start);
        Box::new(self.moves[range].iter().map(move |mv| {
            self.puzzle.play(&mut state, mv);
            let mut text = String::new();
            self.puzzle.write_move_as(mv, spelling, &mut text);
            Step { text, picture: Picture::Drawn(self.puzzle.scene(&state)) }
        }))
    }

    fn picture(&self, i: &UBig) -> Picture {
        let count = self.range(i, i).start;
        Picture::Drawn(self.puzzle.scene(&self.state_after(count)))
    }

    fn write_evidence(&self, out: &mut dyn Write) -> io::Result<()> {
        self.puzzle.write_evidence(&self.moves, out)
    }

    fn evidence_block(&self) -> &'static str {
        P::BLOCK
    }

    fn replay(&self, _: &UBig) -> Result<(), Fault> {
        verify::play_all(&self.puzzle, self.moves.iter().cloned()).map(|_| ())
    }

    fn left(&self) -> Option<UBig> {
        self.puzzle.left(&self.puzzle.start())?;
        self.puzzle.left(&self.state_after(self.moves.len())).map(UBig::from)
    }

    fn paid(&self) -> Option<UBig> {
        let paid = || self.moves.iter().filter(|mv| !self.puzzle.is_free(mv)).count();
        self.puzzle.has_free_moves().then(|| paid().into())
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.moves.as_slice()) as u64
    }
}
