//! A single type that wraps any puzzle, so that a search is compiled once for all families.
//!
//! A state is a box, a move is reference-counted, and a bound is called through a virtual table. That costs time, and
//! about the same for each node whatever the search: times of searches of erased puzzles compare with one another
//! (docs/searches.md says what the types themselves would save). What a puzzle can do decides what it is erased to:
//! [`Rules`], [`Reversible`] where moves can be taken back, [`Traceable`] where play can be traced back from its goals.

mod values;

pub use values::{State, Step};

use std::cell::RefCell;

use crate::puzzle::{Backward, Bound, Puzzle, Refusal, Undo};

/// [`Puzzle`] with its types erased, and a bound.
pub trait Rules {
    /// [`Puzzle::start`]
    fn start(&self) -> State;
    /// [`Puzzle::is_goal`]
    fn is_goal(&self, state: &State) -> bool;
    /// [`Puzzle::moves`]
    fn moves(&self, state: &State, buffer: &mut Vec<Step>);
    /// [`Puzzle::left`]
    fn left(&self, state: &State) -> Option<u64>;
    /// [`Puzzle::check`]
    ///
    /// # Errors
    /// The rule that the move breaks.
    fn check(&self, state: &State, mv: &Step) -> Result<(), Refusal>;
    /// [`Puzzle::play`]
    fn play(&self, state: &mut State, mv: &Step);
    /// [`Puzzle::has_free_moves`]
    fn has_free_moves(&self) -> bool;
    /// [`Puzzle::is_free`]
    fn is_free(&self, mv: &Step) -> bool;
    /// [`Puzzle::heap_bytes`], and the box.
    fn heap_bytes(&self) -> usize;
    /// [`Bound::of`]
    fn least(&self, state: &State) -> u32;
    /// [`Bound::after`]
    fn least_after(&self, state: &State, mv: &Step, before: u32) -> u32;
    /// [`Bound::ahead`]
    fn least_ahead(&self, state: &State, mv: &Step, before: u32) -> Option<u32>;
}

/// [`Undo`] with its types erased.
pub trait Reversible: Rules {
    /// [`Undo::undo`]
    fn undo(&self, state: &mut State, mv: &Step);
    /// [`Undo::reverses`]
    fn reverses(&self, last: &Step, next: &Step) -> bool;
}

/// [`Backward`] with its types erased.
pub trait Traceable: Reversible {
    /// [`Backward::goals`]
    fn goals(&self) -> Vec<State>;
    /// [`Backward::moves_into`]
    fn moves_into(&self, state: &State, buffer: &mut Vec<Step>);
    /// A lower bound on the moves from the start to `state`; 0 where there is no such bound.
    fn least_from_start(&self, state: &State) -> u32;
    /// Whether there is such a bound.
    fn knows_start(&self) -> bool;
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

impl<P: Puzzle<State: 'static, Move: 'static>> Rules for Typed<'_, P> {
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

    fn heap_bytes(&self) -> usize {
        size_of::<P::State>() + self.puzzle.heap_bytes()
    }

    fn least(&self, state: &State) -> u32 {
        self.to_goal.of(self.puzzle, state.typed())
    }

    fn least_after(&self, state: &State, mv: &Step, before: u32) -> u32 {
        self.to_goal.after(self.puzzle, state.typed(), mv.typed(), before)
    }

    fn least_ahead(&self, state: &State, mv: &Step, before: u32) -> Option<u32> {
        self.to_goal.ahead(self.puzzle, state.typed(), mv.typed(), before)
    }
}

impl<P: Undo<State: 'static, Move: 'static>> Reversible for Typed<'_, P> {
    fn undo(&self, state: &mut State, mv: &Step) {
        self.puzzle.undo(state.typed_mut(), mv.typed());
    }

    fn reverses(&self, last: &Step, next: &Step) -> bool {
        self.puzzle.reverses(last.typed(), next.typed())
    }
}

impl<P: Backward<State: 'static, Move: 'static>> Traceable for Typed<'_, P> {
    fn goals(&self) -> Vec<State> {
        self.puzzle.goals().into_iter().map(State::new).collect()
    }

    fn moves_into(&self, state: &State, buffer: &mut Vec<Step>) {
        self.list(buffer, |moves| self.puzzle.moves_into(state.typed(), moves));
    }

    fn least_from_start(&self, state: &State) -> u32 {
        self.from_start.as_ref().map_or(0, |bound| bound.of(self.puzzle, state.typed()))
    }

    fn knows_start(&self) -> bool {
        self.from_start.is_some()
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

/// A puzzle of which the searches know no types.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_core::notation::Instance;
/// use saltus_core::puzzle::Zero;
/// use saltus_core::search::{breadth_first, erased::{Erased, Rules, Typed}};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let typed = Typed::new(&puzzle, Box::new(Zero), None);
/// let erased = Erased(&typed as &dyn Rules);
/// let found = breadth_first::solve(&erased, &Limits::default()).unwrap();
/// assert_eq!(found, breadth_first::solve(&erased, &Limits::default()).unwrap());
/// assert_eq!(found.expanded, breadth_first::solve(&puzzle, &Limits::default()).unwrap().expanded);
/// ```
pub struct Erased<'a, R: ?Sized>(pub &'a R);

impl<R: Rules + ?Sized> Puzzle for Erased<'_, R> {
    type State = State;
    type Move = Step;

    fn start(&self) -> State {
        self.0.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.0.is_goal(state)
    }

    fn moves(&self, state: &State, buffer: &mut Vec<Step>) {
        self.0.moves(state, buffer);
    }

    fn check(&self, state: &State, mv: &Step) -> Result<(), Refusal> {
        self.0.check(state, mv)
    }

    fn play(&self, state: &mut State, mv: &Step) {
        self.0.play(state, mv);
    }

    fn has_free_moves(&self) -> bool {
        self.0.has_free_moves()
    }

    fn is_free(&self, mv: &Step) -> bool {
        self.0.is_free(mv)
    }

    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl<R: Reversible + ?Sized> Undo for Erased<'_, R> {
    fn undo(&self, state: &mut State, mv: &Step) {
        self.0.undo(state, mv);
    }

    fn reverses(&self, last: &Step, next: &Step) -> bool {
        self.0.reverses(last, next)
    }
}

impl<R: Traceable + ?Sized> Backward for Erased<'_, R> {
    fn goals(&self) -> Vec<State> {
        self.0.goals()
    }

    fn moves_into(&self, state: &State, buffer: &mut Vec<Step>) {
        self.0.moves_into(state, buffer);
    }
}

/// The bound of an erased puzzle on the moves still needed.
pub struct ToGoal;

impl<R: Rules + ?Sized> Bound<Erased<'_, R>> for ToGoal {
    fn of(&self, puzzle: &Erased<'_, R>, state: &State) -> u32 {
        puzzle.0.least(state)
    }

    fn after(&self, puzzle: &Erased<'_, R>, state: &State, mv: &Step, before: u32) -> u32 {
        puzzle.0.least_after(state, mv, before)
    }

    fn ahead(&self, puzzle: &Erased<'_, R>, state: &State, mv: &Step, before: u32) -> Option<u32> {
        puzzle.0.least_ahead(state, mv, before)
    }
}

/// The bound of an erased puzzle on the moves from the start.
pub struct FromStart;

impl<R: Traceable + ?Sized> Bound<Erased<'_, R>> for FromStart {
    fn of(&self, puzzle: &Erased<'_, R>, state: &State) -> u32 {
        puzzle.0.least_from_start(state)
    }
}
