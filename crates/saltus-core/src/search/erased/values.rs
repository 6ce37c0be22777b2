//! States and moves of any puzzle as values of one type.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

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
    pub(super) fn new(state: impl Clone + Ord + Hash + Debug + 'static) -> Self {
        State(Box::new(state))
    }

    pub(super) fn typed<S: 'static>(&self) -> &S {
        typed(&*self.0)
    }

    pub(super) fn typed_mut<S: 'static>(&mut self) -> &mut S {
        let value: &mut dyn Any = &mut *self.0;
        value.downcast_mut().expect("states go back to the puzzle that they came from")
    }
}

impl Step {
    pub(super) fn new(mv: impl Eq + Debug + 'static) -> Self {
        Step(Rc::new(mv))
    }

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
