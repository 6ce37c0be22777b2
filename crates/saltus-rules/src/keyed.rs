//! Positions as keys, for sweeps: the words of the packed form, the first one highest, each the least image of a position under the symmetries.

use saltus_core::keys::moves_of;
use saltus_core::limits::Stop;
use saltus_core::notation::Instance as _;
use saltus_core::puzzle::{Keyed, Puzzle as _, Repeats};

use crate::definition::Content;
use crate::notation::Instance;
use crate::packed::{Group, Key, Operations, Packed, for_words};
use crate::rules::Position;
use crate::symmetry::Symmetry;

/// Does something with the packed form, which there is.
macro_rules! with_packed {
    ($keyed:expr, $packed:ident => $done:expr) => {
        for_words!($keyed.instance.rules(), $packed => $done).expect("looked at before")
    };
}

/// An instance whose positions are words.
pub(crate) struct KeyedRules {
    instance: Instance,
    repeats: Repeats,
}

impl KeyedRules {
    /// None where positions have no such form, some moves cost nothing, or as few as possible of some pieces are to be left and the
    /// farthest positions need not be the best.
    pub(crate) fn new(instance: &Instance) -> Option<Self> {
        let definition = instance.definition();
        let repeats = for_words!(instance.rules(), packed => packed.repeats())?;
        let is_as_far = |pieces: &[Content]| repeats == Repeats::Never && pieces.len() == definition.pieces.len();
        if definition.has_free() || !definition.fewest().is_none_or(is_as_far) {
            return None;
        }
        Some(KeyedRules { instance: instance.clone(), repeats })
    }

    fn write(&self, position: &Position, bytes: &mut [u8]) {
        with_packed!(self, packed => write(&packed.group(Group::Start).least(packed.key(position)), bytes));
    }

    fn position(&self, key: &[u8]) -> Position {
        with_packed!(self, packed => packed.position(&read(key)))
    }
}

fn read<const W: usize>(bytes: &[u8]) -> Key<W> {
    let mut key = [0; W];
    let words = bytes.as_chunks().0;
    key.iter_mut().zip(words).for_each(|(word, bytes)| *word = u64::from_be_bytes(*bytes));
    key
}

fn write<const W: usize>(key: &Key<W>, bytes: &mut [u8]) {
    let words = bytes.as_chunks_mut().0;
    words.iter_mut().zip(key).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
}

/// Hands the keys after operations to `visit`.
fn each<const W: usize>(packed: &Packed<W>, operations: &Operations<W>, bytes: &[u8], visit: &mut dyn FnMut(&[u8])) {
    let (group, mut after) = (packed.group(Group::Start), Vec::new());
    let mut found = [[0; size_of::<u64>()]; W];
    operations.successors(&read(bytes), &mut after);
    for key in after {
        let found = found.as_flattened_mut();
        write(&group.least(key), found);
        visit(&found[..bytes.len()]);
    }
}

impl Keyed for KeyedRules {
    fn width(&self) -> usize {
        with_packed!(self, packed => packed.words()) * size_of::<u64>()
    }

    fn start(&self, key: &mut [u8]) {
        self.write(&self.instance.rules().start(), key);
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        with_packed!(self, packed => each(packed, packed.forward(), key, visit));
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        with_packed!(self, packed => each(packed, packed.backward(), key, visit));
    }

    fn was_whole(&self) -> Result<(), Stop> {
        self.instance.was_whole()
    }

    fn symmetries(&self) -> Vec<String> {
        let symmetries = with_packed!(self, packed => packed.symmetries(Group::Start));
        symmetries.iter().map(Symmetry::line).collect()
    }

    fn weight(&self, key: &[u8]) -> u64 {
        with_packed!(self, packed => packed.group(Group::Start).orbit(&read(key)))
    }

    fn is_goal(&self, key: &[u8]) -> bool {
        with_packed!(self, packed => packed.is_goal(&read(key)))
    }

    fn repeats(&self) -> Repeats {
        self.repeats
    }

    fn left(&self, key: &[u8]) -> Option<u64> {
        self.instance.rules().left(&self.position(key))
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        moves_of(self.instance.rules(), keys, |state| {
            let mut bytes = vec![0; self.width()];
            self.write(state, &mut bytes);
            bytes
        })
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        self.instance.line_of(&self.position(key))
    }
}
