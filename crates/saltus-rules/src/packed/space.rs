//! Positions as words, as the engine sees them: each is the least of its images under the symmetries.

use saltus_core::engine::{Key, Moves, Space, Way};
use saltus_core::limits::Stop;
use saltus_core::puzzle::Repeats;

use super::operations::Chains;
use super::{Canonical, Group, Packed};
use crate::definition::Content;
use crate::rules::Rules;

/// A puzzle up to some symmetries.
pub(crate) struct Words<'a, const W: usize> {
    packed: &'a Packed<W>,
    group: &'a Canonical<W>,
    start: Key<W>,
    /// The rules, whose bounds are known where they were asked for.
    rules: Option<&'a Rules>,
    /// The pieces of which as few as possible are to be left.
    fewest: Option<&'a [Content]>,
    repeats: Repeats,
}

impl<'a, const W: usize> Words<'a, W> {
    pub(crate) fn new(packed: &'a Packed<W>, group: Group, rules: Option<&'a Rules>) -> Self {
        let group = packed.group(group);
        let start = group.least(packed.start());
        Words { packed, group, start, rules, fewest: packed.definition.fewest(), repeats: packed.repeats() }
    }
}

impl<const W: usize> Space<W> for Words<'_, W> {
    fn start(&self) -> Key<W> {
        self.start
    }

    fn repeats(&self) -> Repeats {
        self.repeats
    }

    fn has_free_moves(&self) -> bool {
        self.packed.definition.has_free()
    }

    fn expand(&self, from: &[Key<W>], way: Way, out: &mut Moves<W>) -> Result<(), Stop> {
        let (paid, free) = self.packed.priced(way.back);
        let operations = if way.free { free.unwrap_or(paid) } else { paid };
        let mut chains = Chains::default();
        for key in from {
            let begin = out.keys.len();
            operations.successors_by(&mut chains, key, &mut out.keys);
            out.keys[begin..].iter_mut().for_each(|key| *key = self.group.least(*key));
            out.close();
        }
        operations.were_whole()
    }

    fn is_goal(&self, key: &Key<W>) -> bool {
        self.packed.is_goal(key)
    }

    fn goals(&self) -> Option<Vec<Key<W>>> {
        let goals = self.packed.goal_keys()?;
        Some(goals.into_iter().map(|goal| self.group.least(goal)).collect())
    }

    fn orbit(&self, key: &Key<W>) -> u64 {
        self.group.orbit(key)
    }

    fn left(&self, key: &Key<W>) -> Option<u64> {
        self.fewest.map(|pieces| self.packed.pieces(key, pieces) as u64)
    }

    fn at_least(&self, key: &Key<W>) -> u32 {
        self.rules.map_or(0, |rules| rules.known_bound(&mut self.packed.contents(key)))
    }
}
