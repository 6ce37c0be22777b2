//! What a puzzle is. This file imports nothing from this workspace, but the reasons why a search stops.
//!
//! A [`Puzzle`] is one instance, ready to be played: a board, pieces, rules, a start and a goal.
//! Searches require more only when they need it; each ability is a small trait of its own:
//! [`Undo`], [`Backward`], [`Ranked`], [`Bound`], [`Keyed`].

use std::fmt::Debug;
use std::hash::Hash;

use crate::limits::Stop;

/// Why a move is illegal: one sentence for people, in the words of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// One instance of a puzzle with its rules. Every move costs 1, or nothing if the puzzle says so.
pub trait Puzzle {
    /// A position. Equality is identity: two equal states have the same future.
    type State: Clone + Eq + Ord + Hash + Debug;
    /// A move, with all that is needed to undo it in the state after it.
    type Move: Clone + Eq + Debug;

    /// Where play begins.
    fn start(&self) -> Self::State;

    /// Whether `state` ends the play.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends every legal move from `state` to `buffer`, each once, in the family's fixed order.
    fn moves(&self, state: &Self::State, buffer: &mut Vec<Self::Move>);

    /// Judges any conceivable move by the rules alone.
    ///
    /// It shares no code with [`Puzzle::moves`]: otherwise one bug would hide in both.
    ///
    /// # Errors
    /// The rule that the move breaks.
    fn check(&self, state: &Self::State, mv: &Self::Move) -> Result<(), Refusal>;

    /// Makes a legal move.
    fn play(&self, state: &mut Self::State, mv: &Self::Move);

    /// Whether a play that is reported may end here.
    fn may_end(&self, state: &Self::State) -> bool {
        self.is_goal(state)
    }

    /// How many pieces a state has, if the aim is the fewest possible at the end and
    /// not the fewest moves.
    fn left(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// Whether some moves cost nothing. Plays are then compared by their cost first, and then by their moves.
    ///
    /// Breadth-first search, everything built on it, and replay support such moves; no other search does.
    fn has_free_moves(&self) -> bool {
        false
    }

    /// Whether a move costs nothing; only if some do.
    fn is_free(&self, mv: &Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Bytes that each state owns outside of itself, for searches that account for their memory.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Moves can be taken back in place.
pub trait Undo: Puzzle {
    /// Restores the state before `mv`, given the state after it.
    fn undo(&self, state: &mut Self::State, mv: &Self::Move);

    /// Whether `next`, made right after `last`, always returns to the state before `last`.
    ///
    /// One-sided contract: a missed reversal is slow; one that leads elsewhere is wrong.
    fn reverses(&self, last: &Self::Move, next: &Self::Move) -> bool {
        let _ = (last, next);
        false
    }
}

/// The goals can be listed and moves can be traced backwards from them.
pub trait Backward: Undo {
    /// Every goal state, each once.
    fn goals(&self) -> Vec<Self::State>;

    /// Appends every move that leads to `state` from somewhere; [`Undo::undo`] gives the state before it.
    fn moves_into(&self, state: &Self::State, buffer: &mut Vec<Self::Move>);
}

/// States are numbered without gaps.
pub trait Ranked: Puzzle {
    /// How many states there are; ranks are `0..count()`.
    fn count(&self) -> u64;

    /// The number of a state.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a number below [`Ranked::count`].
    fn unrank(&self, rank: u64) -> Self::State;
}

/// A lower bound on the moves still needed.
///
/// One-sided contract: a bound that is too small is slow; one that is too large is wrong. A bound
/// must also be *consistent*: it falls by at most 1 in a move, so a search need never reopen a
/// state.
pub trait Bound<P: Puzzle + ?Sized> {
    /// The bound of a state; 0 at a goal. `u32::MAX` means that no goal can be reached.
    fn of(&self, puzzle: &P, state: &P::State) -> u32;

    /// The bound of `state`, which `mv` has just led to, given the bound `before` of the state
    /// before it.
    fn after(&self, puzzle: &P, state: &P::State, mv: &P::Move, before: u32) -> u32 {
        let _ = (mv, before);
        self.of(puzzle, state)
    }

    /// The bound after `mv`, which is about to be made from `state` with the bound `before`, if
    /// that is known beforehand. A depth-first search then never makes the moves that it would take
    /// back at once.
    fn ahead(&self, puzzle: &P, state: &P::State, mv: &P::Move, before: u32) -> Option<u32> {
        let _ = (puzzle, state, mv, before);
        None
    }
}

/// The bound that is always 0.
///
/// ```
/// use saltus_core::{notation::Instance, puzzle::{Bound, Puzzle, Zero}};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// assert_eq!(Zero.of(&puzzle, &puzzle.start()), 0); // though 8 moves are needed
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<P: Puzzle + ?Sized> Bound<P> for Zero {
    fn of(&self, _: &P, _: &P::State) -> u32 {
        0
    }

    fn ahead(&self, _: &P, _: &P::State, _: &P::Move, _: u32) -> Option<u32> {
        Some(0)
    }
}

/// An undirected graph of states numbered without gaps and parted in two *sides*: every move leads
/// to the other side, and every move can be taken back by a move.
///
/// So the distances of neighbours from anywhere differ by exactly 1. One-sided contract: a jumbled
/// order of ranks is slow to seek; two neighbours on one side are wrong.
pub trait Bipartite: Sync {
    /// One state, decoded as far as the other methods need it.
    type Cursor;

    /// How many states there are; ranks are `0..states()`.
    fn states(&self) -> u64;

    /// A cursor at rank 0.
    fn cursor(&self) -> Self::Cursor;

    /// Sends a cursor to a rank; cheap when that is a little after the last one.
    fn seek(&self, cursor: &mut Self::Cursor, rank: u64);

    /// The side of the state.
    fn side(&self, cursor: &Self::Cursor) -> bool;

    /// Calls `visit` with the rank of every neighbour, once for each move that leads to it, in a
    /// fixed order.
    fn neighbours(&self, cursor: &Self::Cursor, visit: impl FnMut(u64));
}

/// Where the successors of a layer may already have been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// Nowhere: all plays to a position have the same number of moves.
    Never,
    /// In this layer and the one before: every move can be taken back by a move.
    Near,
    /// In any layer.
    Anywhere,
}

/// Positions as keys: what a sweep needs from a space that does not fit into memory.
///
/// A key is a number of [`Keyed::width`] bytes, the highest first. If a space has symmetries, a key stands for all images of a position
/// under them; it is then the least of their keys, and so is every key that these methods return.
///
/// ```
/// use saltus_core::{answers::Answers, registry::Registry};
/// use saltus_shifting::reverse;
///
/// let puzzle = Registry::new().with::<reverse::Instance>().parse("reverse 4 from=0").unwrap();
/// let keyed = puzzle.keyed().unwrap();
/// let mut start = [0; 8];
/// keyed.start(&mut start);
/// let mut next = Vec::new();
/// keyed.successors(&start, &mut |key| next.push(key.to_vec()));
/// assert_eq!((keyed.width(), next.len()), (8, 2)); // a slide and a jump
/// ```
pub trait Keyed: Send + Sync {
    /// Bytes of a key, from 1 to 64.
    fn width(&self) -> usize;

    /// Writes the key of the start, which has [`Keyed::width`] bytes.
    fn start(&self, key: &mut [u8]);

    /// Passes the key after each move to `visit`; several moves may lead to the same.
    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8]));

    /// Passes to `visit` the keys from which a move leads to this one. To be written if some moves cannot be taken back.
    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        self.successors(key, visit);
    }

    /// Whether every key after a move, and before one, was passed on so far. What was made of them otherwise is not given out.
    ///
    /// # Errors
    /// The limit that kept keys back.
    fn was_whole(&self) -> Result<(), Stop> {
        Ok(())
    }

    /// The symmetries under which a key is the least, except the identity: a line for each, from which a checker reads them.
    fn symmetries(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many positions a key stands for.
    fn weight(&self, key: &[u8]) -> u64 {
        let _ = key;
        1
    }

    /// Whether a play may end there. Never if as few pieces as possible are to be left ([`Keyed::left`]).
    fn is_goal(&self, key: &[u8]) -> bool;

    /// The keys of all positions where a play may end, if they can be listed.
    fn goals(&self) -> Option<Vec<Vec<u8>>> {
        None
    }

    /// How many pieces are left, if as few as possible are to be and each move captures the same number: the farthest positions are the best then.
    fn left(&self, key: &[u8]) -> Option<u64> {
        let _ = key;
        None
    }

    /// Whether no play of `most` moves ends at a goal that comes here after `made` of them, as far as bounds show; the same then holds after
    /// more moves.
    fn is_late(&self, key: &[u8], made: u32, most: u32) -> bool {
        let _ = key;
        made > most
    }

    /// The successors of a key after `made` moves that are not late.
    fn successors_in_time(&self, key: &[u8], made: u32, most: u32, visit: &mut dyn FnMut(&[u8])) {
        self.successors(key, &mut |after| {
            if !self.is_late(after, made + 1, most) {
                visit(after);
            }
        });
    }

    /// The moves of a play from the start whose positions have these keys, that of the start first.
    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String>;

    /// Where successors may already have been found.
    fn repeats(&self) -> Repeats;

    /// The line of the position with this key as an instance, or another description of it.
    fn line(&self, key: &[u8]) -> Option<String>;
}
