//! The engine for puzzles that give their positions as keys ([`Keyed`]): bytes become as many words as they need.

use super::layers::{Pause, Surveyed};
use super::{Engine, Key, Moves, Searches, Space, Way};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Keyed, Repeats};
use crate::search::Search;

/// The words of a key, the last byte lowest in the last one: words are in the order of keys.
pub fn from_bytes<const W: usize>(bytes: &[u8]) -> Key<W> {
    let mut key = [0; W];
    for (word, bytes) in key.iter_mut().rev().zip(bytes.rchunks(8)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    key
}

/// Writes a key as bytes, as many as there are.
pub fn to_bytes<const W: usize>(key: &Key<W>, bytes: &mut [u8]) {
    for (word, bytes) in key.iter().rev().zip(bytes.rchunks_mut(8)) {
        let word = word.to_be_bytes();
        bytes.copy_from_slice(&word[8 - bytes.len()..]);
    }
}

/// A puzzle whose positions are keys of a fixed number of bytes.
struct Keys<'a> {
    keyed: &'a dyn Keyed,
    width: usize,
}

impl Keys<'_> {
    fn bytes<const W: usize>(&self, key: &Key<W>) -> Vec<u8> {
        let mut bytes = vec![0; self.width];
        to_bytes(key, &mut bytes);
        bytes
    }
}

impl<const W: usize> Space<W> for Keys<'_> {
    fn start(&self) -> Key<W> {
        let mut start = vec![0; self.width];
        self.keyed.start(&mut start);
        from_bytes(&start)
    }

    fn repeats(&self) -> Repeats {
        self.keyed.repeats()
    }

    fn expand(&self, from: &[Key<W>], way: Way, out: &mut Moves<W>) -> Result<(), Stop> {
        let mut bytes = [0; 64];
        let bytes = &mut bytes[..self.width];
        for key in from {
            to_bytes(key, bytes);
            let mut visit = |found: &[u8]| out.keys.push(from_bytes(found));
            if way.back {
                self.keyed.predecessors(bytes, &mut visit);
            } else {
                self.keyed.successors(bytes, &mut visit);
            }
            out.close();
        }
        Ok(())
    }

    fn is_goal(&self, key: &Key<W>) -> bool {
        self.keyed.is_goal(&self.bytes(key))
    }

    fn goals(&self) -> Option<Vec<Key<W>>> {
        let mut goals = Vec::new();
        for goal in self.keyed.goals()? {
            goals.push(from_bytes(&goal));
        }
        Some(goals)
    }

    fn orbit(&self, key: &Key<W>) -> u64 {
        self.keyed.weight(&self.bytes(key))
    }

    fn left(&self, key: &Key<W>) -> Option<u64> {
        self.keyed.left(&self.bytes(key))
    }
}

/// The most bytes of a key that the engine takes: wider ones would be compiled for spaces that hardly any memory holds.
pub const WIDEST: usize = 32;

/// Calls a function for as many words as keys need.
macro_rules! for_width {
    ($keyed:expr, $function:ident, $limits:expr) => {{
        let keys = Keys { keyed: $keyed, width: $keyed.width() };
        match keys.width.div_ceil(size_of::<u64>()) {
            1 => $function::<1>(&keys, $limits),
            #[cfg(not(target_family = "wasm"))]
            2 => $function::<2>(&keys, $limits),
            2..=4 => $function::<4>(&keys, $limits),
            _ => panic!("a key of {} bytes, of at most {WIDEST}", keys.width),
        }
    }};
}

/// All positions that can be reached, and the least key of the farthest.
///
/// ```
/// use saltus_core::{engine, limits::Limits, registry::Registry};
///
/// let puzzle = Registry::new().with::<saltus_shifting::shift::Instance>().parse("shift 1 1").unwrap();
/// let (found, farthest) = engine::survey_keys(&*puzzle.keyed().unwrap(), &Limits::default()).unwrap();
/// assert_eq!((found.sizes, found.goal), (vec![1, 2, 2, 1], Some((3, 3, 2u8.into()))));
/// assert_eq!(puzzle.keyed().unwrap().line(&farthest).unwrap(), "w_b");
/// ```
///
/// # Errors
/// The limit that ended it, and what is known then.
///
/// # Panics
/// When keys are wider than [`WIDEST`].
pub fn survey_keys(keyed: &dyn Keyed, limits: &Limits<'_>) -> Search<(Surveyed, Vec<u8>)> {
    fn survey<const W: usize>(keys: &Keys<'_>, limits: &Limits<'_>) -> Search<(Surveyed, Vec<u8>)>
    where
        Engine: Searches<W>,
    {
        let (found, farthest) = Engine::survey(keys, limits)?;
        Ok((found, keys.bytes(&farthest)))
    }
    for_width!(keyed, survey, limits)
}

/// A play as keys, from the start to a goal, and how many positions were expanded.
pub type PlayOfKeys = (Option<Vec<Vec<u8>>>, u64);

/// A shortest play; from both ends where all goals are listed.
///
/// # Errors
/// The limit that ended it, and what is known then.
///
/// # Panics
/// When keys are wider than [`WIDEST`].
pub fn shortest_keys(keyed: &dyn Keyed, limits: &Limits<'_>) -> Search<PlayOfKeys> {
    fn shortest<const W: usize>(keys: &Keys<'_>, limits: &Limits<'_>) -> Search<PlayOfKeys>
    where
        Engine: Searches<W>,
    {
        let mut pause = Pause::never();
        let (play, expanded) = match keys.goals() {
            Some(goals) => Engine::both_ends(keys, &goals, limits, &mut pause)?,
            None => Engine::shortest(keys, limits, &mut pause)?,
        };
        let bytes = |play: Vec<Key<W>>| play.iter().map(|key| keys.bytes(key)).collect();
        Ok((play.map(bytes), expanded))
    }
    for_width!(keyed, shortest, limits)
}
