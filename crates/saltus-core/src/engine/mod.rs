//! The engine: searches over states that are words, layer by layer, for any puzzle.
//!
//! A state is one, two or four words ([`Key`]). A puzzle is a [`Space`], which answers about many states in one call, so that a
//! call through a table of functions is paid once for thousands of them, and the engine is compiled once for each number of words and
//! for no family. What it knows of a puzzle is here and nowhere else: a rule, a bound or a symmetry never comes in.
//!
//! [`store`](self) settles a layer in buckets: the successors of a layer are set apart by the first bits of a hash, and each bucket is
//! settled by itself, in a table that fits the cache of a processor. Where moves can be taken back, a successor has been met in this
//! layer or the one before or not at all ([`Repeats`]), and no other layer is kept unless a play is to be traced.

mod both_ends;
pub(crate) mod counts;
mod keyed;
mod layers;
mod store;
mod table;

pub use keyed::{PlayOfKeys, WIDEST, from_bytes, shortest_keys, survey_keys, to_bytes};
pub use layers::{Ceiling, Nearest, Pause, Play, Surveyed};
pub use table::{Table, hash};

use crate::limits::{Limits, Stop};
use crate::puzzle::Repeats;
use crate::search::Search;

/// A state as words.
pub type Key<const W: usize> = [u64; W];

/// Successors of several states.
#[derive(Debug, Default)]
pub struct Moves<const W: usize> {
    /// Of all of them, one after the other.
    pub keys: Vec<Key<W>>,
    /// Where those of each state end.
    pub ends: Vec<u32>,
}

impl<const W: usize> Moves<W> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.ends.clear();
    }

    /// All successors of one more state are there.
    pub fn close(&mut self) {
        self.ends.push(self.keys.len() as u32);
    }
}

/// Which moves, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// To the states from which a move leads here.
    pub back: bool,
    /// Only moves that cost nothing, or only those that cost something. Where every move costs something these are all.
    pub free: bool,
}

impl Way {
    /// Moves that cost something, as they are made.
    pub const FORWARD: Way = Way { back: false, free: false };

    /// The same moves, against the direction of play.
    pub const BACK: Way = Way { back: true, free: false };
}

/// A puzzle whose states are words. Where symmetries make one state of another, each state stands for all of them, and is the one that
/// [`Space::expand`] writes.
pub trait Space<const W: usize>: Sync {
    /// The state in which play begins.
    fn start(&self) -> Key<W>;

    /// Where successors may have been met before.
    fn repeats(&self) -> Repeats;

    /// Whether some moves cost nothing.
    fn has_free_moves(&self) -> bool {
        false
    }

    /// Appends the states after each of these moves from each state, and closes each. A state comes once for each state that symmetries
    /// make of it and that a move leads to.
    ///
    /// # Errors
    /// When the moves from some state cannot be listed.
    fn expand(&self, from: &[Key<W>], way: Way, out: &mut Moves<W>) -> Result<(), Stop>;

    /// Whether play may end here.
    fn is_goal(&self, key: &Key<W>) -> bool;

    /// All states where play may end, if they can be listed.
    fn goals(&self) -> Option<Vec<Key<W>>>;

    /// How many states symmetries make of one, itself included.
    fn orbit(&self, key: &Key<W>) -> u64 {
        let _ = key;
        1
    }

    /// How many pieces are left here, where as few as possible are to be.
    fn left(&self, key: &Key<W>) -> Option<u64> {
        let _ = key;
        None
    }

    /// What is known of the cost of plays from here to a goal: no play costs less.
    fn at_least(&self, key: &Key<W>) -> u32 {
        let _ = key;
        0
    }
}

/// The engine for the widths that there are. What it does for each is compiled in this crate, and by nobody who asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Engine;

/// The searches over states of `W` words.
pub trait Searches<const W: usize> {
    /// A shortest play: of the cheapest those of the fewest moves.
    ///
    /// # Errors
    /// The limit that ended it, and what is known then.
    fn shortest(space: &dyn Space<W>, limits: &Limits<'_>, pause: &mut Pause<'_>) -> Search<Play<W>>;

    /// A shortest play to one of these goals, which are all there are. Every move costs something.
    ///
    /// # Errors
    /// The limit that ended it, and what is known then.
    fn both_ends(space: &dyn Space<W>, goals: &[Key<W>], limits: &Limits<'_>, pause: &mut Pause<'_>)
    -> Search<Play<W>>;

    /// The shortest plays, counted. None where no goal can be reached.
    ///
    /// # Errors
    /// The limit that ended it, and what is known then.
    fn plays(space: &dyn Space<W>, limits: &Limits<'_>) -> Search<Option<Nearest>>;

    /// All states that can be reached, and the least of the farthest.
    ///
    /// # Errors
    /// The limit that ended it, and what is known then.
    fn survey(space: &dyn Space<W>, limits: &Limits<'_>) -> Search<(Surveyed, Key<W>)>;
}

macro_rules! compiled {
    ($($words:literal)*) => {$(
        impl Searches<$words> for Engine {
            fn shortest(space: &dyn Space<$words>, limits: &Limits<'_>, pause: &mut Pause<'_>) -> Search<Play<$words>> {
                layers::shortest(space, limits, pause)
            }

            fn both_ends(
                space: &dyn Space<$words>,
                goals: &[Key<$words>],
                limits: &Limits<'_>,
                pause: &mut Pause<'_>,
            ) -> Search<Play<$words>> {
                both_ends::both_ends(space, goals, limits, pause)
            }

            fn plays(space: &dyn Space<$words>, limits: &Limits<'_>) -> Search<Option<Nearest>> {
                layers::plays(space, limits)
            }

            fn survey(space: &dyn Space<$words>, limits: &Limits<'_>) -> Search<(Surveyed, Key<$words>)> {
                layers::survey(space, limits)
            }
        }
    )*};
}

compiled!(1 4);
// A module for a browser takes four words for two, and is shorter.
#[cfg(not(target_family = "wasm"))]
compiled!(2);

#[cfg(test)]
mod tests;
