//! Sweeps: breadth-first searches whose layers are files (docs/sweep.md), proved by making every move once more.
//!
//! Layer 0 is the start alone. Every move out of layer d leads into one of the layers up to d + 1, a move out of layer d leads to
//! each key of layer d + 1, and no key of that is in a layer before. By induction a layer is all positions at its distance. Where
//! every move can be taken back, a move out of layer d leads into layer d - 1, d or d + 1: another position would be nearer to
//! the start or farther from it than its neighbour by more than one. So only these layers are looked at. A sweep that ends with the layer
//! of the nearest goals is proved in the same way; the moves out of its last layer matter to nobody.
//!
//! A share is some of the buckets. All keys of a layer are expanded, and what falls into these buckets is sorted and compared with
//! the files. What a manifest says of a whole layer every share finds out, since it sees all keys.

mod bucket;
mod folder;
mod images;
mod space;

use crate::families::Instance;
use crate::outcome::{Checked, Limits, OrRefuse, Place, Verified, ensure, limit, refuse, resource};
use bucket::{BUCKETS, Bucket, Key, bucket_of, hex};
use folder::{Folder, Found, Head};
use space::Space;
use std::path::Path;

/// What is said of a sweep, if all of it is right. `sample` is how many keys are looked at instead, drawn from all layers, and the seed; that is
/// never verified.
pub(crate) fn verify(path: &Path, sample: Option<[u64; 2]>, limits: &Limits) -> Checked<Verified> {
    let (head, instance) = open(path, limits)?;
    let said = match head.width.div_ceil(8) {
        // Each number of words is compiled: wider keys are rare.
        1 => verify_keys::<1>(path, &head, &instance, sample, limits),
        2 => verify_keys::<2>(path, &head, &instance, sample, limits),
        _ => verify_keys::<8>(path, &head, &instance, sample, limits),
    }?;
    let puzzle = format!("{}: {said}", instance.name(&head.line));
    Ok(Verified { claim: "sweep".into(), puzzle, costs: false, by: String::new(), assumes: Vec::new() })
}

fn open(path: &Path, limits: &Limits) -> Checked<(Head, Instance)> {
    let head = Head::read(path)?;
    let instance = Instance::read(&head.line, limits).or_else(|refused| match head.line.rsplit_once(" within ") {
        // Bounds that this checker does not ask have left positions out.
        Some((line, most)) if most.parse::<u32>().is_ok() && Instance::read(line, limits).is_ok() => {
            resource(format_args!("a sweep within {most} moves is not proved here"))
        }
        _ => Err(refused),
    });
    Ok((head, instance.at("line 2").at("sweep")?))
}

fn verify_keys<const N: usize>(
    path: &Path,
    head: &Head,
    instance: &Instance,
    sample: Option<[u64; 2]>,
    limits: &Limits,
) -> Checked<String> {
    let mut space = Space::<N>::new(head, instance, limits).at("sweep")?;
    let folder = Folder::read(path, head)?;
    if let Some([keys, seed]) = sample {
        verify_drawn(&mut space, &folder, keys, seed, limits)?;
        return resource(format_args!("a sample of {keys} keys agrees, which proves nothing"));
    }
    let (first, step) = limits.part;
    limit((1..=step).contains(&first), format_args!("there is no part {first} of {step}"))?;
    Proof::new(space, &folder, limits)?.verify()
}

/// One pass over all layers.
struct Proof<'a, const N: usize> {
    space: Space<'a, N>,
    folder: &'a Folder<'a>,
    limits: &'a Limits,
    /// Keys to which moves lead, by bucket; those of other shares stay empty.
    reached: Vec<Vec<Key<N>>>,
    held: usize,
    /// The most that are held.
    most: usize,
    /// Of each bucket, which keys of the next layer were reached by keys that are not held any more: a bit for each.
    marks: Vec<Vec<u64>>,
    /// The layer that is expanded.
    layer: usize,
    /// The nearest goals.
    goal: Option<usize>,
    /// The fewest pieces that any position has, where these are what counts.
    left: Option<u64>,
}

/// The buckets of a share.
fn own(limits: &Limits) -> impl Iterator<Item = usize> + use<> {
    let (first, step) = limits.part;
    (first as usize - 1..BUCKETS).step_by(step as usize)
}

const NO_START: &str = "it is not the start";

impl<'a, const N: usize> Proof<'a, N> {
    fn new(space: Space<'a, N>, folder: &'a Folder<'a>, limits: &'a Limits) -> Checked<Self> {
        let keys: u128 = folder.layers.iter().map(|layer| u128::from(layer.keys)).sum();
        let allowed = limits.nodes;
        limit(keys <= allowed.into(), format_args!("a sweep of {keys} keys, {allowed} allowed"))?;
        let keys = |layer| own(limits).map(|bucket| u128::from(folder.keys(layer, bucket))).sum::<u128>();
        let largest = (0..folder.layers.len()).map(keys).max();
        limits.room(largest.unwrap_or(0) / 8 * 2, "the marks of the largest layer")?;
        // Half of it, and a growing vector is copied into one twice as large.
        let most = (limits.memory / 2 / (3 * size_of::<Key<N>>() as u64)).max(1 << 10) as usize;
        let (reached, marks) = (vec![Vec::new(); BUCKETS], vec![Vec::new(); BUCKETS]);
        Ok(Self { space, folder, limits, reached, held: 0, most, marks, layer: 0, goal: None, left: None })
    }

    /// What is verified.
    fn verify(mut self) -> Checked<String> {
        let all = &self.folder.layers;
        let (last, before) = all.split_last().or_refuse("there is no layer")?;
        let is_whole = last.keys == 0;
        let layers = if is_whole { before } else { all };
        let (mut positions, mut keys, mut dead_ends) = (0u128, 0u128, 0u128);
        ensure(layers[0].dead_ends == 0, "there is no layer before").at("layer-00000/manifest")?;
        for (number, layer) in layers.iter().enumerate() {
            self.layer = number;
            let found = self.expand()?;
            if !self.is_last() {
                self.compare_all(true)?;
            }
            self.folder.verify_layer(number, &found)?;
            positions += u128::from(found.positions);
            dead_ends += u128::from(found.dead_ends);
            keys += u128::from(layer.keys);
        }
        let is_none = !is_whole || last.positions == 0 && last.goal == "none" && last.least == "none";
        ensure(is_none, "an empty layer has no position").at(format_args!("layer-{:05}/manifest", layers.len()))?;
        let root = &self.folder.root;
        if let (first, step @ 2..) = self.limits.part {
            return resource(format_args!("part {first} of {step} re-executed, agrees, root {root}"));
        }
        let goal = match (self.goal, self.left) {
            (Some(goal), _) => format!("nearest goal at {goal}"),
            (None, Some(left)) => format!("at least {left} left"),
            (None, None) => "no goal".into(),
        };
        let farthest = layers.len() - 1;
        let far = if is_whole {
            format!(", {dead_ends} dead ends, distances to {farthest}")
        } else {
            format!(" up to distance {farthest}")
        };
        let found = format!("{positions} positions in {keys} keys{far}");
        Ok(format!("{found}, {goal}, root {root}"))
    }

    /// Whether no layer follows, so that nothing is known of the moves.
    fn is_last(&self) -> bool {
        self.layer + 1 == self.folder.layers.len()
    }

    /// Makes all moves out of the layer.
    fn expand(&mut self) -> Checked<Found> {
        let (mut found, mut after) = (Found::default(), Vec::new());
        let (mut goal, mut least) = (None, None);
        let mut is_own = [false; BUCKETS];
        own(self.limits).for_each(|bucket| is_own[bucket] = true);
        for number in 0..BUCKETS {
            let Some(mut bucket) = self.folder.bucket([self.layer, number], true)? else { continue };
            let mut first = None;
            while let Some(key) = bucket.next()? {
                after.clear();
                let seen = match self.space.look(&key, &mut after) {
                    Ok(seen) => seen,
                    Err(why) => return Err(why).at(self.name(&key)),
                };
                first.get_or_insert(key);
                if self.layer == 0 && key != self.space.start {
                    return refuse(NO_START).at(self.name(&key));
                }
                found.positions += seen.positions;
                self.left = self.left.into_iter().chain(seen.left).min();
                if seen.is_goal && self.goal.is_none_or(|goal| goal == self.layer) {
                    self.goal = Some(self.layer);
                    goal = Some(goal.map_or(key, |goal: Key<N>| goal.min(key)));
                }
                if after.is_empty() && !seen.is_goal {
                    found.dead_ends += seen.positions;
                }
                let followed = if self.is_last() { &[] } else { &*after };
                for &key in followed {
                    let number = bucket_of(&key);
                    if is_own[number] {
                        self.reached[number].push(key);
                        self.held += 1;
                    }
                }
                if self.held >= self.most {
                    self.relieve()?;
                }
            }
            least = least.map_or(first, |least| first.map(|first| first.min(least)));
        }
        found.keys = [goal, least].map(|key| key.map_or("none".into(), |key| hex(&key, self.folder.width)));
        Ok(found)
    }

    /// A key of the layer, as messages name it.
    fn name(&self, key: &Key<N>) -> String {
        named(self.layer, key, self.folder.width)
    }

    /// Leaves out what is held twice, and lets all of it go where it is still much.
    fn relieve(&mut self) -> Checked<()> {
        self.held = 0;
        for bucket in own(self.limits) {
            sort(&mut self.reached[bucket]);
            self.held += self.reached[bucket].len();
        }
        if self.held < self.most / 2 { Ok(()) } else { self.compare_all(false) }
    }

    fn compare_all(&mut self, is_last: bool) -> Checked<()> {
        for bucket in own(self.limits) {
            self.compare(bucket, is_last)?;
        }
        self.held = 0;
        Ok(())
    }

    /// Compares the keys that are held with the files of a bucket. The last time each key of the next layer was reached.
    fn compare(&mut self, number: usize, is_last: bool) -> Checked<()> {
        let mut reached = std::mem::take(&mut self.reached[number]);
        if reached.is_empty() && !is_last {
            return Ok(());
        }
        sort(&mut reached);
        let (folder, layer) = (self.folder, self.layer);
        let mut next = folder.bucket::<N>([layer + 1, number], false)?;
        let first = if self.space.undirected { layer.saturating_sub(1) } else { 0 };
        let mut earlier = Vec::new();
        for layer in (first..=layer).rev() {
            let bucket = folder.bucket([layer, number], false)?;
            earlier.extend(bucket.map(|bucket| (layer, bucket)));
        }
        let marks = &mut self.marks[number];
        if !is_last && marks.is_empty() {
            let words = folder.keys(layer + 1, number).div_ceil(64) as usize;
            *marks = self.limits.filled(words, 0, "the marks of a layer")?;
        }
        let mut rest = reached.iter().peekable();
        let mut index = 0;
        loop {
            let key = next.as_mut().map_or(Ok(None), Bucket::next)?;
            while let Some(other) = rest.next_if(|other| key.is_none_or(|key| **other < key)) {
                if holder(&mut earlier, other)?.is_none() {
                    let place = format!("layer-{layer:05}, bucket {number:03x}");
                    let key = hex(other, folder.width);
                    return refuse(format_args!("a move leads to key {key}, which is in no layer where it may be"))
                        .at(place);
                }
            }
            let Some(key) = key else { break };
            if let Some(before) = holder(&mut earlier, &key)? {
                return refuse(format_args!("it is in layer {before}, too")).at(named(layer + 1, &key, folder.width));
            }
            let is_marked = marks.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1);
            if rest.next_if_eq(&&key).is_some() {
                if let Some(word) = marks.get_mut(index / 64) {
                    *word |= 1 << (index % 64);
                }
            } else if is_last && !is_marked {
                let why = format_args!("no move leads there from layer {layer}");
                return refuse(why).at(named(layer + 1, &key, folder.width));
            }
            index += 1;
        }
        if is_last {
            marks.clear();
        }
        reached.clear();
        self.reached[number] = reached;
        Ok(())
    }
}

/// A key of a layer, as messages name it.
fn named<const N: usize>(layer: usize, key: &Key<N>, width: usize) -> String {
    format!("layer-{layer:05}, bucket {:03x}, key {}", bucket_of(key), hex(key, width))
}

fn sort<const N: usize>(keys: &mut Vec<Key<N>>) {
    keys.sort_unstable();
    keys.dedup();
}

/// The earlier layer of which one of these files holds a key, which is no less than the last one that was asked for.
#[inline]
fn holder<const N: usize>(earlier: &mut [(usize, Bucket<N>)], key: &Key<N>) -> Checked<Option<usize>> {
    for (layer, bucket) in earlier {
        if bucket.reach(key)? {
            return Ok(Some(*layer));
        }
    }
    Ok(None)
}

/// Looks at keys of all layers, each as likely as the others.
fn verify_drawn<const N: usize>(
    space: &mut Space<'_, N>,
    folder: &Folder<'_>,
    keys: u64,
    seed: u64,
    limits: &Limits,
) -> Checked<()> {
    limit(keys <= limits.nodes, format_args!("a sample of {keys} keys, {} allowed", limits.nodes))?;
    let all: u64 = folder.layers.iter().fold(0, |all, layer| all.saturating_add(layer.keys));
    let (mut random, mut after) = (seed, Vec::new());
    for _ in 0..keys {
        let (layer, number, at) = place(folder, next(&mut random, all));
        let Some(mut bucket) = folder.bucket::<N>([layer, number], false)? else { continue };
        let blocks = bucket.blocks()?;
        let missing = format!("{}: the manifest says that it has more keys", bucket.name);
        let Some(key) = bucket.nth(&blocks, at)? else { return refuse(missing) };
        after.clear();
        let name = named(layer, &key, folder.width);
        space.look(&key, &mut after).at(&name)?;
        ensure(layer > 0 || key == space.start, NO_START).at(&name)?;
        let undirected = space.undirected;
        let mut leads_back = layer == 0 || !undirected;
        for key in &after {
            let first = if undirected { layer.saturating_sub(1) } else { 0 };
            // Most are in the next one.
            let mut found = None;
            for layer in (first..=layer + 1).rev() {
                if contains(folder, layer, key)? {
                    found = Some(layer);
                    break;
                }
            }
            let key = hex(key, folder.width);
            let why = format_args!("a move leads to key {key}, which is in no layer where it may be");
            ensure(found.is_some() || layer + 1 == folder.layers.len(), why).at(&name)?;
            leads_back |= found.is_some_and(|found| found + 1 == layer);
        }
        ensure(leads_back, format_args!("no move leads to layer {}", layer.saturating_sub(1))).at(&name)?;
    }
    Ok(())
}

/// Layer and bucket of the key of that number, and its number there.
fn place(folder: &Folder<'_>, mut number: u64) -> (usize, usize, u64) {
    for (layer, bucket) in (0..folder.layers.len()).flat_map(|layer| (0..BUCKETS).map(move |bucket| (layer, bucket))) {
        let keys = folder.keys(layer, bucket);
        if number < keys {
            return (layer, bucket, number);
        }
        number -= keys;
    }
    (0, 0, 0)
}

fn contains<const N: usize>(folder: &Folder<'_>, layer: usize, key: &Key<N>) -> Checked<bool> {
    let Some(mut bucket) = folder.bucket([layer, bucket_of(key)], false)? else { return Ok(false) };
    let blocks = bucket.blocks()?;
    bucket.contains(&blocks, key)
}

/// A number below `end`, by `SplitMix64` (G. Steele and others, 2014).
fn next(state: &mut u64, end: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((u128::from(mixed ^ mixed >> 31) * u128::from(end)) >> 64) as u64
}
