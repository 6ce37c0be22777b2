//! A single type that wraps any puzzle, so that a search is compiled once for all families.
//!
//! A state is a box, a move is reference-counted, and a bound is called through a virtual table. That costs time, and
//! about the same for each node whatever the search: times of searches of erased puzzles compare with one another
//! (docs/searches.md says what the types themselves would save). What a puzzle can do decides what it is erased to:
//! [`Rules`], [`Reversible`] where moves can be taken back, [`Traceable`] where play can be traced back from its goals.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::Zero;
//! use saltus_core::search::{breadth_first, erased::{Rules, Typed}};
//! use saltus_shifting::shift;
//!
//! let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
//! let typed = Typed::new(&puzzle, Box::new(Zero), None);
//! let erased: &dyn Rules = &typed;
//! let found = breadth_first::solve(erased, &Limits::default()).unwrap();
//! assert_eq!(found, breadth_first::solve(erased, &Limits::default()).unwrap());
//! assert_eq!(found.expanded, breadth_first::solve(&puzzle, &Limits::default()).unwrap().expanded);
//! ```

mod values;

pub use values::{State, Step};

use std::cell::RefCell;

use crate::puzzle::{Backward, Bound, Puzzle, Refusal, Undo};

/// A puzzle with its types erased, and a bound.
pub trait Rules: Puzzle<State = State, Move = Step> {
    /// [`Bound::of`]
    fn least(&self, state: &State) -> u32;
    /// [`Bound::after`]
    fn least_after(&self, state: &State, mv: &Step, before: u32) -> u32;
    /// [`Bound::ahead`]
    fn least_ahead(&self, state: &State, mv: &Step, before: u32) -> Option<u32>;
    /// Whether there is a bound on the moves from the start.
    fn knows_start(&self) -> bool;
}

/// The same with moves that can be taken back.
pub trait Reversible: Rules + Undo {}

/// The same with play that can be traced back from the goals.
pub trait Traceable: Reversible + Backward {
    /// A lower bound on the moves from the start to `state`; 0 where there is no such bound.
    fn least_from_start(&self, state: &State) -> u32;
}

/// A puzzle with the bounds that a search goes by, about to be erased.
pub struct Typed<'a, P: Puzzle> {
    puzzle: &'a P,
    to_goal: Box<dyn Bound<P>>,
    from_start: Option<Box<dyn Bound<P>>>,
    /// The moves of one state.
    buffer: RefCell<Vec<P::Move>>,
}

impl<'a, P: Puzzle> Typed<'a, P> {
    /// A puzzle, a bound on the moves still needed, and one on those from the start, where there is one.
    pub fn new(puzzle: &'a P, to_goal: Box<dyn Bound<P>>, from_start: Option<Box<dyn Bound<P>>>) -> Self {
        Typed { puzzle, to_goal, from_start, buffer: RefCell::default() }
    }

    fn list(&self, buffer: &mut Vec<Step>, moves: impl FnOnce(&mut Vec<P::Move>))
    where
        P::Move: 'static,
    {
        let mut typed = self.buffer.borrow_mut();
        moves(&mut typed);
        buffer.extend(typed.drain(..).map(Step::new));
    }
}

impl<P: Puzzle<State: 'static, Move: 'static>> Puzzle for Typed<'_, P> {
    type State = State;
    type Move = Step;

    fn start(&self) -> State {
        State::new(self.puzzle.start())
    }

    fn is_goal(&self, state: &State) -> bool {
        self.puzzle.is_goal(state.typed())
    }

    fn moves(&self, state: &State, buffer: &mut Vec<Step>) {
        self.list(buffer, |moves| self.puzzle.moves(state.typed(), moves));
    }

    fn left(&self, state: &State) -> Option<u64> {
        self.puzzle.left(state.typed())
    }

    fn check(&self, state: &State, mv: &Step) -> Result<(), Refusal> {
        self.puzzle.check(state.typed(), mv.typed())
    }

    fn play(&self, state: &mut State, mv: &Step) {
        self.puzzle.play(state.typed_mut(), mv.typed());
    }

    fn has_free_moves(&self) -> bool {
        self.puzzle.has_free_moves()
    }

    fn is_free(&self, mv: &Step) -> bool {
        self.puzzle.is_free(mv.typed())
    }

    /// With those of the box.
    fn heap_bytes(&self) -> usize {
        size_of::<P::State>() + self.puzzle.heap_bytes()
    }
}

impl<P: Puzzle<State: 'static, Move: 'static>> Rules for Typed<'_, P> {
    fn least(&self, state: &State) -> u32 {
        self.to_goal.of(self.puzzle, state.typed())
    }

    fn least_after(&self, state: &State, mv: &Step, before: u32) -> u32 {
        self.to_goal.after(self.puzzle, state.typed(), mv.typed(), before)
    }

    fn least_ahead(&self, state: &State, mv: &Step, before: u32) -> Option<u32> {
        self.to_goal.ahead(self.puzzle, state.typed(), mv.typed(), before)
    }

    fn knows_start(&self) -> bool {
        self.from_start.is_some()
    }
}

impl<P: Undo<State: 'static, Move: 'static>> Undo for Typed<'_, P> {
    fn undo(&self, state: &mut State, mv: &Step) {
        self.puzzle.undo(state.typed_mut(), mv.typed());
    }

    fn reverses(&self, last: &Step, next: &Step) -> bool {
        self.puzzle.reverses(last.typed(), next.typed())
    }
}

impl<P: Undo<State: 'static, Move: 'static>> Reversible for Typed<'_, P> {}

impl<P: Backward<State: 'static, Move: 'static>> Backward for Typed<'_, P> {
    fn goals(&self) -> Vec<State> {
        self.puzzle.goals().into_iter().map(State::new).collect()
    }

    fn moves_into(&self, state: &State, buffer: &mut Vec<Step>) {
        self.list(buffer, |moves| self.puzzle.moves_into(state.typed(), moves));
    }
}

impl<P: Backward<State: 'static, Move: 'static>> Traceable for Typed<'_, P> {
    fn least_from_start(&self, state: &State) -> u32 {
        self.from_start.as_ref().map_or(0, |bound| bound.of(self.puzzle, state.typed()))
    }
}

/// A puzzle erased as far as it goes.
pub enum Abilities<'a> {
    /// It can be played.
    Forwards(Box<dyn Rules + 'a>),
    /// Its moves can be taken back.
    Reversible(Box<dyn Reversible + 'a>),
    /// Its play can be traced back from its goals.
    Traceable(Box<dyn Traceable + 'a>),
}

impl<'a> Abilities<'a> {
    /// What every puzzle can do.
    pub fn rules(&self) -> &(dyn Rules + 'a) {
        match self {
            Abilities::Forwards(rules) => &**rules,
            Abilities::Reversible(rules) => &**rules,
            Abilities::Traceable(rules) => &**rules,
        }
    }

    /// The puzzle, if its moves can be taken back.
    pub fn reversible(&self) -> Option<&(dyn Reversible + 'a)> {
        match self {
            Abilities::Forwards(_) => None,
            Abilities::Reversible(rules) => Some(&**rules),
            Abilities::Traceable(rules) => Some(&**rules),
        }
    }

    /// The puzzle, if its play can be traced back.
    pub fn traceable(&self) -> Option<&(dyn Traceable + 'a)> {
        match self {
            Abilities::Traceable(rules) => Some(&**rules),
            _ => None,
        }
    }
}

/// The bound of an erased puzzle on the moves still needed.
pub struct ToGoal;

impl<R: Rules + ?Sized> Bound<R> for ToGoal {
    fn of(&self, puzzle: &R, state: &State) -> u32 {
        puzzle.least(state)
    }

    fn after(&self, puzzle: &R, state: &State, mv: &Step, before: u32) -> u32 {
        puzzle.least_after(state, mv, before)
    }

    fn ahead(&self, puzzle: &R, state: &State, mv: &Step, before: u32) -> Option<u32> {
        puzzle.least_ahead(state, mv, before)
    }
}

/// The bound of an erased puzzle on the moves from the start.
pub struct FromStart;

impl<R: Traceable + ?Sized> Bound<R> for FromStart {
    fn of(&self, puzzle: &R, state: &State) -> u32 {
        puzzle.least_from_start(state)
    }
}
