//! The number of shortest plays, counted from the nearest goals back through the layers.

use std::collections::HashMap;

use dashu_int::UBig;
use saltus_core::answers::CannotSurvey;
use saltus_core::engine::{from_bytes, to_bytes};
use saltus_core::limits::Limits;
use saltus_core::puzzle::Keyed;

use crate::keys::Keys;
use crate::layer::{BUCKETS, Key, bucket_of};
use crate::manifest::{Folder, Manifest};

/// Bytes that a key on a shortest play takes: in two tables, which grow to twice their size, and in a list.
const fn bytes_of_entry(key: usize) -> usize {
    200 + 7 * key
}

/// Up to this many keys of a bucket are looked for one by one.
const FEW: usize = 8;

/// Keys between two looks at the limits.
const BETWEEN: u64 = 1 << 16;

/// The number of plays of `distance` moves from the start to goals, `distance` being the nearest layer with goals. None if the keys on such
/// plays need more memory.
///
/// # Errors
/// The limit that was reached, or what is wrong with a file.
pub(crate) fn plays<const N: usize>(
    keyed: &dyn Keyed,
    folder: &Folder,
    layers: &[Manifest],
    distance: usize,
    memory: u64,
    limits: &Limits<'_>,
) -> Result<Option<UBig>, CannotSurvey> {
    let storage = CannotSurvey::Storage;
    let width = folder.width;
    let most = memory.max(1 << 20) as usize / bytes_of_entry(size_of::<Key<N>>());
    let bytes_of = |key: &Key<N>| {
        let mut bytes = vec![0; width];
        to_bytes(key, &mut bytes);
        bytes
    };
    // Keys of a layer, and how many plays lead from each to goals.
    let mut after: HashMap<Key<N>, UBig> = HashMap::new();
    let mut keys = Keys::<N>::new(folder, layers, distance, (0..BUCKETS).collect());
    for number in 0u64.. {
        let Some(key) = keys.next().map_err(storage)? else { break };
        if keyed.is_goal(&bytes_of(&key)) {
            after.insert(key, UBig::ONE);
        }
        if after.len() > most {
            return Ok(None);
        }
        if number % BETWEEN == 0 {
            limits.spend(0, 0)?;
        }
    }
    for layer in (0..distance).rev() {
        let Some(before) = predecessors(keyed, &mut after.keys().map(&bytes_of), most) else { return Ok(None) };
        let mut plays = HashMap::new();
        for group in before.chunk_by(|a, b| a.0 == b.0) {
            limits.spend(0, 0)?;
            for key in found::<N>(folder, layers, layer, group).map_err(storage)? {
                let mut count = UBig::ZERO;
                keyed.successors(&bytes_of(&key), &mut |next| {
                    if let Some(plays) = after.get(&from_bytes(next)) {
                        count += plays;
                    }
                });
                // Not every predecessor has a move here.
                if count > UBig::ZERO {
                    plays.insert(key, count);
                }
            }
        }
        after = plays;
    }
    let mut start = vec![0; width];
    keyed.start(&mut start);
    Ok(after.remove(&from_bytes(&start)))
}

/// What leads to keys, by buckets, each once; none where they are more than `most` allows.
fn predecessors<const N: usize>(
    keyed: &dyn Keyed,
    after: &mut dyn Iterator<Item = Vec<u8>>,
    most: usize,
) -> Option<Vec<(usize, Key<N>)>> {
    let mut before: Vec<(usize, Key<N>)> = Vec::new();
    for key in after {
        keyed.predecessors(&key, &mut |key| {
            let key = from_bytes(key);
            before.push((bucket_of(&key), key));
        });
        if before.len() > most {
            before.sort_unstable();
            before.dedup();
            if before.len() > most / 2 {
                return None;
            }
        }
    }
    before.sort_unstable();
    before.dedup();
    Some(before)
}

/// Those of ascending keys of a bucket that are in a layer.
fn found<const N: usize>(
    folder: &Folder,
    layers: &[Manifest],
    layer: usize,
    group: &[(usize, Key<N>)],
) -> Result<Vec<Key<N>>, String> {
    let (bucket, mut found) = (group[0].0, Vec::new());
    if group.len() <= FEW {
        for (_, key) in group {
            if let Some(reader) = folder.reader::<N>(layers, layer, bucket)?
                && reader.contains(key)?
            {
                found.push(*key);
            }
        }
        return Ok(found);
    }
    let Some(mut reader) = folder.reader::<N>(layers, layer, bucket)? else { return Ok(found) };
    let mut next = reader.next()?;
    for (_, key) in group {
        while next.is_some_and(|next| next < *key) {
            next = reader.next()?;
        }
        if next == Some(*key) {
            found.push(*key);
        }
    }
    Ok(found)
}
