//! Any puzzle behind one type, so that a search is compiled once for all families.
//!
//! A state is a box, a move a counted reference, a bound is called through a table of functions. That costs time, and
//! about the same for each node whatever the search: times of searches of erased puzzles compare with one another
//! (docs/searches.md says what the types themselves would save). What a puzzle can do decides what it is erased to:
//! [`Rules`], [`Reversible`] where moves can be taken back, [`Traceable`] where play can be traced back from its goals.

use std::any::Any;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use crate::puzzle::{Backward, Bound, Puzzle, Refusal, Undo};

/// A position of some puzzle.
pub struct State(Box<dyn AnyState>);

/// A move of some puzzle.
#[derive(Clone)]
pub struct Step(Rc<dyn AnyMove>);

/// What a search does with states.
trait AnyState: Any + Debug {
    fn copy(&self) -> Box<dyn AnyState>;
    fn set(&mut self, to: &dyn AnyState);
    fn order(&self, other: &dyn AnyState) -> Ordering;
    fn is(&self, other: &dyn AnyState) -> bool;
    fn digest(&self) -> u64;
}

/// What a search does with moves.
trait AnyMove: Any + Debug {
    fn is(&self, other: &dyn AnyMove) -> bool;
}

/// A value of the one type that a puzzle has there.
fn typed<T: 'static>(value: &dyn Any) -> &T {
    value.downcast_ref().expect("states and moves go back to the puzzle that they came from")
}

impl<S: Clone + Ord + Hash + Debug + 'static> AnyState for S {
    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn set(&mut self, to: &dyn AnyState) {
        self.clone_from(typed(to));
    }

    fn order(&self, other: &dyn AnyState) -> Ordering {
        self.cmp(typed(other))
    }

    fn is(&self, other: &dyn AnyState) -> bool {
        *self == *typed(other)
    }

    fn digest(&self) -> u64 {
        FxBuildHasher.hash_one(self)
    }
}

impl<M: Eq + Debug + 'static> AnyMove for M {
    fn is(&self, other: &dyn AnyMove) -> bool {
        *self == *typed(other)
    }
}

impl State {
    fn new(state: impl Clone + Ord + Hash + Debug + 'static) -> Self {
        State(Box::new(state))
    }

    fn typed<S: 'static>(&self) -> &S {
        typed(&*self.0)
    }

    fn typed_mut<S: 'static>(&mut self) -> &mut S {
        let value: &mut dyn Any = &mut *self.0;
        value.downcast_mut().expect("states go back to the puzzle that they came from")
    }
}

impl Step {
    /// The move as its puzzle has it.
    ///
    /// # Panics
    /// When it is of another puzzle.
    pub fn typed<M: 'static>(&self) -> &M {
        typed(&*self.0)
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        State(self.0.copy())
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.set(&*other.0);
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Eq for State {}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&*other.0)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.digest());
    }
}

impl Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Eq for Step {}

impl Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// [`Puzzle`] with its types erased, and a bound.
pub trait Rules {
    /// [`Puzzle::start`]
    fn start(&self) -> State;
    /// [`Puzzle::is_goal`]
    fn is_goal(&self, state: &State) -> bool;
    /// [`Puzzle::moves`]
    fn moves(&self, state: &State, buffer: &mut Vec<Step>);
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
        buffer.extend(typed.drain(..).map(|mv| Step(Rc::new(mv))));
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
