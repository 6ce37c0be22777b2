//! A shortest play to a goal, traced back through the layers.

use saltus_core::engine::from_bytes;
use saltus_core::puzzle::Keyed;

use crate::layer::bucket_of;
use crate::manifest::{Folder, Manifest};

/// The keys of a play from the start to a key of a layer: each the least of its layer that leads to the next.
pub(crate) fn trace<const N: usize>(
    keyed: &dyn Keyed,
    folder: &Folder,
    layers: &[Manifest],
    distance: usize,
    goal: &[u8],
) -> Result<Vec<Vec<u8>>, String> {
    let mut play = vec![goal.to_vec()];
    for layer in (0..distance).rev() {
        let after = play[play.len() - 1].clone();
        let mut before = Vec::new();
        keyed.predecessors(&after, &mut |key| before.push(key.to_vec()));
        before.sort_unstable();
        before.dedup();
        let mut found = None;
        for key in before {
            let words = from_bytes::<N>(&key);
            let Some(reader) = folder.reader::<N>(layers, layer, bucket_of(&words))? else { continue };
            if reader.contains(&words)? {
                found = Some(key);
                break;
            }
        }
        let path = folder.layer(layer);
        play.push(found.ok_or_else(|| format!("{}: nothing in it leads to layer {}", path.display(), layer + 1))?);
    }
    play.reverse();
    Ok(play)
}
