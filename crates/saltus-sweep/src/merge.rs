//! Sorted sequences made one, without what was there before.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::layer::{Key, Reader};

/// Ascending keys from a file or from memory.
pub(crate) enum Source<'a, const N: usize> {
    File(Reader<N>),
    Memory(std::slice::Iter<'a, Key<N>>),
}

impl<const N: usize> Source<'_, N> {
    fn next(&mut self) -> Result<Option<Key<N>>, String> {
        match self {
            Source::File(reader) => reader.next(),
            Source::Memory(keys) => Ok(keys.next().copied()),
        }
    }
}

/// Hands each key that is in one of the sources and in none of the earlier files to `visit`, once and ascending.
pub(crate) fn merge<const N: usize>(
    mut sources: Vec<Source<'_, N>>,
    earlier: Vec<Reader<N>>,
    mut visit: impl FnMut(&Key<N>) -> Result<(), String>,
) -> Result<(), String> {
    let mut heads = BinaryHeap::with_capacity(sources.len());
    for (number, source) in sources.iter_mut().enumerate() {
        heads.extend(source.next()?.map(|key| Reverse((key, number))));
    }
    let mut known = Vec::with_capacity(earlier.len());
    for mut reader in earlier {
        known.push((reader.next()?, reader));
    }
    let mut last = None;
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((key, number)) = *head;
        match sources[number].next()? {
            Some(next) => *head = Reverse((next, number)),
            None => _ = std::collections::binary_heap::PeekMut::pop(head),
        }
        if last == Some(key) {
            continue;
        }
        last = Some(key);
        let mut is_new = true;
        for (head, reader) in &mut known {
            while head.is_some_and(|head| head < key) {
                *head = reader.next()?;
            }
            is_new &= *head != Some(key);
        }
        if is_new {
            visit(&key)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::{Tag, Writer};

    #[test]
    fn what_is_new_comes_once_and_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let tag = Tag { layer: 0, bucket: 0 };
        let file = |name: &str, numbers: &[u64]| {
            let path = folder.path().join(name);
            let mut writer = Writer::<1>::new(&path, 8, tag).unwrap();
            numbers.iter().for_each(|&number| writer.push(&[number]).unwrap());
            let bytes = writer.finish().unwrap().bytes;
            Reader::open(&path, 8, tag, bytes).unwrap()
        };
        let memory = [[1], [4], [9], [16]];
        let sources = || {
            vec![Source::Memory(memory.iter()), Source::File(file("a", &[2, 4, 8, 16])), Source::File(file("b", &[]))]
        };
        let merged = |earlier| {
            let mut all = Vec::new();
            merge(sources(), earlier, |&[key]| {
                all.push(key);
                Ok(())
            })
            .unwrap();
            all
        };
        assert_eq!(merged(vec![]), [1, 2, 4, 8, 9, 16]);
        assert_eq!(merged(vec![file("c", &[0, 4, 10]), file("d", &[16, 20])]), [1, 2, 8, 9]);
    }
}
