//! The folder of a sweep: what it says of the space and of each layer, not yet believed.

use super::bucket::{BUCKETS, Bucket, is_key, unreadable};
use crate::certificate::Reader;
use crate::outcome::{Checked, OrRefuse, Place, ensure, quote, refuse, resource};
use crate::text::{after, hex_digits, small};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A head or a manifest of more bytes is none.
const LONGEST: u64 = 1 << 20;

/// What the head of a folder says.
pub(super) struct Head {
    /// The line of the instance.
    pub(super) line: String,
    /// Bytes of a key.
    pub(super) width: usize,
    /// The symmetries, a line for each.
    pub(super) symmetries: Vec<String>,
    /// Of its bytes.
    hash: Sha256,
}

/// What the manifest of a layer says.
pub(super) struct Layer {
    pub(super) keys: u64,
    pub(super) positions: u64,
    /// Of the layer before.
    pub(super) dead_ends: u64,
    /// Keys as they are written, or `none`.
    pub(super) goal: String,
    pub(super) least: String,
    /// Without keys where it has no file.
    buckets: Vec<Claimed>,
}

/// What a manifest says of a bucket.
#[derive(Clone, Default)]
pub(super) struct Claimed {
    pub(super) keys: u64,
    pub(super) bytes: u64,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub(super) hash: String,
}

/// What a layer is found to be.
#[derive(Default)]
pub(super) struct Found {
    pub(super) positions: u64,
    pub(super) dead_ends: u64,
    /// The least goal and the least key of all, as they are written, or `none`.
    pub(super) keys: [String; 2],
}

/// A folder with what its manifests say.
pub(super) struct Folder<'a> {
    path: &'a Path,
    pub(super) width: usize,
    pub(super) layers: Vec<Layer>,
    /// The SHA-256 of head and manifests.
    pub(super) root: String,
}

/// The bytes of a small file.
fn read(path: &Path) -> Checked<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
    read.or_else(|error| unreadable(&error))?;
    ensure(bytes.len() as u64 <= LONGEST, "the file is too long")?;
    Ok(bytes)
}

fn text(payload: &[u8]) -> Checked<&str> {
    std::str::from_utf8(payload).or_refuse("not ASCII")
}

impl Head {
    pub(super) fn read(folder: &Path) -> Checked<Self> {
        read(&folder.join("sweep")).and_then(|bytes| Self::of(&bytes)).at("sweep")
    }

    fn of(bytes: &[u8]) -> Checked<Self> {
        let mut reader = Reader { bytes, at: 0 };
        ensure(reader.line()? == "saltus sweep 2", "this is not `saltus sweep 2`").at("line 1")?;
        let line = reader.header(2, "instance ", |line| Ok(line.to_string()))?;
        let width = reader.header(3, "width ", small)?;
        ensure((1..=64).contains(&width), "a key has 1 to 64 bytes").at("line 3")?;
        let right = |buckets| ensure(buckets == BUCKETS as u64, format_args!("there are {BUCKETS} buckets"));
        reader.header(4, "buckets ", |buckets| small(buckets).and_then(right))?;
        let symmetries = text(reader.payload(5)?)?.lines().map(str::to_string).collect();
        Ok(Self { line, width: width as usize, symmetries, hash: Sha256::new_with_prefix(bytes) })
    }
}

impl Layer {
    /// Reads the manifest of a layer.
    fn of(bytes: &[u8], head: &Head, layer: usize) -> Checked<Self> {
        let mut reader = Reader { bytes, at: 0 };
        let first = reader.line().at("line 1")?;
        ensure(first == "saltus sweep-layer 2", "this is not `saltus sweep-layer 2`").at("line 1")?;
        let same = |line: &str| ensure(line == head.line, "it is of another instance");
        reader.header(2, "instance ", same)?;
        let same = |number| ensure(number == layer as u64, "it is of another layer");
        reader.header(3, "layer ", |number| small(number).and_then(same))?;
        Self::read(text(reader.payload(4)?)?, head.width).at("payload")
    }

    fn read(text: &str, width: usize) -> Checked<Self> {
        let mut lines = text.lines();
        let mut field = |key: &str| after(lines.next().unwrap_or_default(), key);
        let [keys, positions] = [field("keys ")?, field("positions ")?];
        let [dead_ends, goal, least] = [field("dead-ends-before ")?, field("goal ")?, field("least ")?];
        let key = |text: &str| {
            ensure(text == "none" || is_key(text, width), "that is no key")?;
            Ok(text.to_string())
        };
        let mut layer = Self {
            keys: small(keys)?,
            positions: small(positions)?,
            dead_ends: small(dead_ends)?,
            goal: key(goal)?,
            least: key(least)?,
            buckets: vec![Claimed::default(); BUCKETS],
        };
        let (mut all, mut after) = (0u128, 0);
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let ["bucket", bucket, keys, bytes, hash] = words[..] else {
                return refuse(format_args!("`bucket ..` expected, found {}", quote(line)));
            };
            let number = usize::from_str_radix(bucket, 16).ok().filter(|&number| (after..BUCKETS).contains(&number));
            let number = number.or_refuse(format_args!("there is no bucket {} after those before", quote(bucket)))?;
            let row = Claimed { keys: small(keys)?, bytes: small(bytes)?, hash: hash.to_string() };
            all += u128::from(row.keys);
            (layer.buckets[number], after) = (row, number + 1);
        }
        ensure(all == layer.keys.into(), format_args!("the buckets have {all} keys"))?;
        Ok(layer)
    }
}

impl<'a> Folder<'a> {
    /// Reads all manifests. Refuses a folder with a layer too few, with a file too many, or that ends before the last layer and before the
    /// nearest goals.
    pub(super) fn read(path: &'a Path, head: &Head) -> Checked<Self> {
        let mut folder = Self { path, width: head.width, layers: Vec::new(), root: String::new() };
        let mut hash = head.hash.clone();
        let mut there = 0;
        for name in names(path)? {
            there += usize::from(name.starts_with("layer-") && !name.contains(".part-"));
        }
        for number in 0..there {
            let name = format!("layer-{number:05}");
            let manifest = read(&path.join(&name).join("manifest")).and_then(|bytes| {
                hash.update(&bytes);
                Layer::of(&bytes, head, number)
            });
            let layer = manifest.at(format_args!("{name}/manifest"))?;
            let known = |other: &String| {
                let bucket = other.strip_prefix("bucket-").and_then(|number| usize::from_str_radix(number, 16).ok());
                let listed = bucket.and_then(|bucket| layer.buckets.get(bucket)).is_some_and(|row| row.keys > 0);
                other == "manifest" || listed
            };
            let stray = names(&path.join(&name)).at(&name)?.into_iter().find(|other| !known(other));
            let why = || format!("{name}/{}: the manifest knows no such file", stray.clone().unwrap_or_default());
            ensure(stray.is_none(), why())?;
            folder.layers.push(layer);
        }
        // The last layer is the empty one after the farthest positions, and the only one without keys; or goals are all that was wanted.
        match folder.layers.iter().position(|layer| layer.keys == 0) {
            Some(empty @ 1..) if empty + 1 == there => {}
            None if folder.layers.iter().any(|layer| layer.goal != "none") => {}
            None if there == 0 => return refuse("layer-00000: the layer is missing"),
            Some(empty) => return refuse(format_args!("layer-{empty:05}/manifest: the layer has no keys")),
            None => {
                let last = there - 1;
                return resource(format_args!(
                    "layer-{last:05} is the last one and has keys: the sweep is not finished"
                ));
            }
        }
        folder.root = hex_digits(&hash.finalize());
        Ok(folder)
    }

    /// The keys of a layer in a bucket, if there are any. If `hashed`, it is compared with its SHA-256 when its last key has been read.
    pub(super) fn bucket<const N: usize>(&self, tag: [usize; 2], hashed: bool) -> Checked<Option<Bucket<N>>> {
        match self.layers.get(tag[0]).map(|layer| &layer.buckets[tag[1]]) {
            None | Some(Claimed { keys: 0, .. }) => Ok(None),
            Some(row) => Bucket::open(self.path, tag, self.width, row, hashed).map(Some),
        }
    }

    /// Compares what was found of a layer with what the manifests say.
    pub(super) fn verify_layer(&self, layer: usize, found: &Found) -> Checked<()> {
        let Layer { positions, goal, least, .. } = &self.layers[layer];
        let place = format!("layer-{layer:05}/manifest");
        let there = found.positions;
        ensure(*positions == there, format_args!("{positions} positions claimed, there are {there}")).at(&place)?;
        for (what, claimed, found) in [("goal", goal, &found.keys[0]), ("least key", least, &found.keys[1])] {
            ensure(claimed == found, format_args!("the {what} is {found}, and not {claimed}")).at(&place)?;
        }
        let Some(Layer { dead_ends: claimed, .. }) = self.layers.get(layer + 1) else { return Ok(()) };
        let there = found.dead_ends;
        let why = format_args!("{claimed} dead ends in the layer before claimed, there are {there}");
        ensure(*claimed == there, why).at(format_args!("layer-{:05}/manifest", layer + 1))
    }

    /// Keys of a bucket.
    pub(super) fn keys(&self, layer: usize, bucket: usize) -> u64 {
        self.layers[layer].buckets[bucket].keys
    }
}

/// The names in a folder.
fn names(folder: &Path) -> Checked<Vec<String>> {
    let names = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(PathBuf::from(entry?.file_name()).display().to_string())).collect());
    names.or_else(|error| unreadable(&error))
}
