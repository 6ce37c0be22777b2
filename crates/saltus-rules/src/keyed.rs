//! Positions as keys, for sweeps: the words of the packed form, the first one highest, each the least image of a position under the symmetries.

use saltus_core::keys::moves_of;
use saltus_core::puzzle::{Keyed, Puzzle as _, Repeats};

use crate::answers::line;
use crate::definition::Content;
use crate::notation::Instance;
use crate::packed::{Group, Key, Operations, Packed, for_words};
use crate::symmetry::Symmetry;

/// An instance whose positions are words.
pub(crate) struct KeyedRules {
    instance: Instance,
    repeats: Repeats,
    words: usize,
}

impl KeyedRules {
    /// None where positions have no such form, some moves cost nothing, or as few as possible of some pieces are to be left and the
    /// farthest positions need not be the best.
    pub(crate) fn new(instance: &Instance) -> Option<Self> {
        fn shape<const W: usize>(packed: &Packed<W>) -> (Repeats, usize) {
            (packed.repeats(), packed.words())
        }
        let definition = instance.definition();
        let (repeats, words) = for_words!(instance.rules(), shape())?;
        let is_as_far = |pieces: &[Content]| repeats == Repeats::Never && pieces.len() == definition.pieces.len();
        if definition.has_free() || !definition.fewest().is_none_or(is_as_far) {
            return None;
        }
        Some(KeyedRules { instance: instance.clone(), repeats, words })
    }
}

/// Does something with the packed form, which there is.
macro_rules! with_packed {
    ($keyed:expr, $function:ident($($argument:expr),*)) => {
        for_words!($keyed.instance.rules(), $function($($argument),*)).expect("looked at before")
    };
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
    // A sweep ends here: its layers would not be whole.
    operations.were_whole().expect("a sweep of a puzzle with few ways");
    for key in after {
        let found = found.as_flattened_mut();
        write(&group.least(key), found);
        visit(&found[..bytes.len()]);
    }
}

impl Keyed for KeyedRules {
    fn width(&self) -> usize {
        self.words * size_of::<u64>()
    }

    fn start(&self, key: &mut [u8]) {
        fn start<const W: usize>(packed: &Packed<W>, keyed: &KeyedRules, bytes: &mut [u8]) {
            let start = packed.key(&keyed.instance.rules().start());
            write(&packed.group(Group::Start).least(start), bytes);
        }
        with_packed!(self, start(self, key));
    }

    fn successors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        fn after<const W: usize>(packed: &Packed<W>, bytes: &[u8], visit: &mut dyn FnMut(&[u8])) {
            each(packed, &packed.forward, bytes, visit);
        }
        with_packed!(self, after(key, visit));
    }

    fn predecessors(&self, key: &[u8], visit: &mut dyn FnMut(&[u8])) {
        fn before<const W: usize>(packed: &Packed<W>, bytes: &[u8], visit: &mut dyn FnMut(&[u8])) {
            each(packed, packed.backward(), bytes, visit);
        }
        with_packed!(self, before(key, visit));
    }

    fn symmetries(&self) -> Vec<String> {
        fn lines<const W: usize>(packed: &Packed<W>) -> Vec<String> {
            packed.symmetries(Group::Start).iter().map(Symmetry::line).collect()
        }
        with_packed!(self, lines())
    }

    fn weight(&self, key: &[u8]) -> u64 {
        fn weight<const W: usize>(packed: &Packed<W>, bytes: &[u8]) -> u64 {
            packed.group(Group::Start).orbit(&read(bytes))
        }
        with_packed!(self, weight(key))
    }

    fn is_goal(&self, key: &[u8]) -> bool {
        fn is_goal<const W: usize>(packed: &Packed<W>, bytes: &[u8]) -> bool {
            packed.is_goal(&read(bytes))
        }
        with_packed!(self, is_goal(key))
    }

    fn repeats(&self) -> Repeats {
        self.repeats
    }

    fn left(&self, key: &[u8]) -> Option<u64> {
        fn left<const W: usize>(packed: &Packed<W>, keyed: &KeyedRules, bytes: &[u8]) -> Option<u64> {
            keyed.instance.rules().left(&packed.position(&read(bytes)))
        }
        self.instance.definition().fewest()?;
        with_packed!(self, left(self, key))
    }

    fn moves(&self, keys: &[Vec<u8>]) -> Vec<String> {
        fn moves<const W: usize>(packed: &Packed<W>, keyed: &KeyedRules, keys: &[Vec<u8>]) -> Vec<String> {
            let group = packed.group(Group::Start);
            moves_of(keyed.instance.rules(), keys, |state| {
                let mut bytes = vec![0; keyed.width()];
                write(&group.least(packed.key(state)), &mut bytes);
                bytes
            })
        }
        with_packed!(self, moves(self, keys))
    }

    fn line(&self, key: &[u8]) -> Option<String> {
        fn shown<const W: usize>(packed: &Packed<W>, instance: &Instance, bytes: &[u8]) -> Option<String> {
            line(instance, &packed.position(&read(bytes)))
        }
        with_packed!(self, shown(&self.instance, key))
    }
}
