//! What is known of a folder and of each whole layer in it.
//!
//! ```text
//! sweep                    which space this is, and its symmetries
//! layer-00012/manifest     what the layer is: written last, so that a layer with a manifest is whole
//! layer-00012/bucket-0a3   the keys of a bucket; buckets without keys have no file
//! layer-00013.part-...     a layer that is being made, by the run of that number
//! lock, run                who works here
//! ```
//!
//! `sweep` and `manifest` have the form of all files that outlive a process (`saltus_core::store`).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use saltus_core::fs;
use saltus_core::limits::Limits;
use saltus_core::puzzle::Keyed;
use saltus_core::store::{Fault, Header, Kind, Lease, Reader};
use sha2::{Digest, Sha256};

use crate::layer::{BUCKETS, Bucket, hex, told};

const SWEEP: Kind = Kind { name: "sweep", format: 2, code: 1, lines: &["instance", "width", "buckets"] };
const LAYER: Kind = Kind { name: "sweep-layer", format: 2, code: 1, lines: &["instance", "layer"] };

/// The name of the file that says which space a folder is of.
const HEAD: &str = "sweep";

/// No head and no manifest has a longer payload.
const MOST_READ: u64 = 1 << 20;

/// What follows the name of a layer that is being made.
const PART: &str = ".part-";

/// A layer, or what a worker has made of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) keys: u64,
    /// Positions.
    pub(crate) weight: u64,
    /// Positions of the layer before without a move, and which are no goals.
    pub(crate) dead_ends: u64,
    /// The least key that is a goal.
    pub(crate) goal: Option<Vec<u8>>,
    /// The least key.
    pub(crate) least: Option<Vec<u8>>,
    /// Each bucket that has keys, ascending.
    pub(crate) buckets: Vec<Bucket>,
}

/// The lesser of two, of which there may be none.
pub(crate) fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn key_text(key: Option<&Vec<u8>>) -> String {
    key.map_or("none".into(), |key| hex(key))
}

impl Manifest {
    /// Adds what another worker has made of the same layer.
    pub(crate) fn add(&mut self, other: Manifest) {
        self.keys += other.keys;
        self.weight += other.weight;
        self.dead_ends += other.dead_ends;
        self.goal = least(self.goal.take(), other.goal);
        self.least = least(self.least.take(), other.least);
        self.buckets.extend(other.buckets);
        self.buckets.sort_unstable();
    }

    /// Bytes of a bucket; 0 where it has no keys.
    pub(crate) fn bytes(&self, bucket: usize) -> u64 {
        self.buckets.binary_search_by_key(&bucket, |row| row.number).map_or(0, |at| self.buckets[at].bytes)
    }

    /// Keys of the buckets of one of `workers` workers.
    pub(crate) fn keys_of(&self, worker: usize, workers: usize) -> u64 {
        self.buckets.iter().filter(|row| row.number % workers == worker).map(|row| row.keys).sum()
    }

    pub(crate) fn text(&self) -> String {
        let Manifest { keys, weight, dead_ends, goal, least, buckets } = self;
        let mut text = format!(
            "keys {keys}\npositions {weight}\ndead-ends-before {dead_ends}\ngoal {}\nleast {}\n",
            key_text(goal.as_ref()),
            key_text(least.as_ref())
        );
        for Bucket { number, keys, bytes, hash } in buckets {
            writeln!(text, "bucket {number:03x} {keys} {bytes} {hash}").expect("a text takes everything");
        }
        text
    }

    /// None where the text is no manifest.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut value = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix(' ');
        let number = |text: &str| text.parse::<u64>().ok();
        let key = |text: &str| {
            if text == "none" {
                return Some(None);
            }
            let byte = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
            (0..text.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>().map(Some)
        };
        let mut manifest = Manifest {
            keys: number(value("keys")?)?,
            weight: number(value("positions")?)?,
            dead_ends: number(value("dead-ends-before")?)?,
            goal: key(value("goal")?)?,
            least: key(value("least")?)?,
            buckets: Vec::new(),
        };
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let ["bucket", bucket, keys, bytes, hash] = words[..] else { return None };
            let bucket = usize::from_str_radix(bucket, 16).ok().filter(|&bucket| bucket < BUCKETS)?;
            let (keys, bytes, hash) = (number(keys)?, number(bytes)?, hash.to_owned());
            manifest.buckets.push(Bucket { number: bucket, keys, bytes, hash });
        }
        let is_sound = manifest.buckets.is_sorted_by(|a, b| a.number < b.number)
            && manifest.buckets.iter().map(|row| row.keys).sum::<u64>() == manifest.keys
            && manifest.least.is_some() == (manifest.keys > 0);
        is_sound.then_some(manifest)
    }
}

/// A folder, and the space that it is for.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// The line of the instance.
    pub(crate) instance: String,
    pub(crate) width: usize,
    /// What [`Keyed::symmetries`] tells, a line for each.
    pub(crate) symmetries: String,
}

impl Folder {
    /// The folder at `path` for the space of an instance.
    pub(crate) fn new(keyed: &dyn Keyed, path: &Path, instance: &str) -> Self {
        let symmetries = keyed.symmetries().into_iter().map(|line| line + "\n").collect();
        Folder { path: path.to_owned(), instance: instance.to_owned(), width: keyed.width(), symmetries }
    }

    /// The folder of a whole layer.
    pub(crate) fn layer(&self, layer: usize) -> PathBuf {
        self.path.join(format!("layer-{layer:05}"))
    }

    /// The folder of a layer that is being made.
    pub(crate) fn part(&self, layer: usize, run: &str) -> PathBuf {
        self.path.join(format!("layer-{layer:05}{PART}{run}"))
    }

    /// The file of a bucket of a whole layer.
    pub(crate) fn bucket(&self, layer: usize, bucket: usize) -> PathBuf {
        bucket_in(&self.layer(layer), bucket)
    }

    /// Finds out that the folder is for this space, or makes it so where it is for none; removes what killed runs have left.
    /// To be called under the lock.
    pub(crate) fn prepare(&self) -> Result<(), String> {
        let (path, values) = (self.path.join(HEAD), self.values());
        if path.exists() {
            self.compare(&values)?;
        } else {
            write(&SWEEP, &path, &values, &self.symmetries)?;
        }
        let reading = |error| told(&self.path, "reading the folder", error);
        let mut whole = 0;
        for entry in fs::read_dir(&self.path).map_err(reading)? {
            let path = entry.map_err(reading)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.starts_with("layer-") && name.contains(PART) {
                fs::remove_dir_all(&path).map_err(|error| told(&path, "removing", error))?;
            } else {
                whole += usize::from(name.starts_with("layer-"));
            }
        }
        let known = self.layers()?.len();
        if whole != known {
            let path = self.path.display();
            return Err(format!("{path}: layer {known} is missing, and later ones are there: remove these as well"));
        }
        Ok(())
    }

    /// The layers of a sweep that is done; none where it is not, or where there is anything to find fault with. Nothing is written.
    pub(crate) fn done(&self, nearest: bool) -> Result<Option<Vec<Manifest>>, String> {
        if !self.path.join(HEAD).exists() {
            return Ok(None);
        }
        self.compare(&self.values())?;
        Ok(self.layers().ok().filter(|layers| !layers.is_empty() && is_done(layers, nearest)))
    }

    fn values(&self) -> [String; 3] {
        [self.instance.clone(), self.width.to_string(), BUCKETS.to_string()]
    }

    fn compare(&self, values: &[String]) -> Result<(), String> {
        let path = self.path.join(HEAD);
        let (header, text) = file(&SWEEP, &path).map_err(|fault| fault.to_string())?;
        let path = path.display();
        match header.values.iter().zip(values).zip(SWEEP.lines).find(|((found, own), _)| found != own) {
            None if text == self.symmetries.as_bytes() => Ok(()),
            None => Err(format!("{path}: this folder is of another sweep: its symmetries are others")),
            Some(((found, own), line)) => {
                Err(format!("{path}: this folder is of another sweep: its {line} is \"{found}\", and not \"{own}\""))
            }
        }
    }

    /// The whole layers from the first one on.
    pub(crate) fn layers(&self) -> Result<Vec<Manifest>, String> {
        let mut layers = Vec::new();
        while let Some(manifest) = self.read(layers.len())? {
            layers.push(manifest);
        }
        Ok(layers)
    }

    /// The root of a sweep, as far as it has come: the SHA-256 of its head and of its manifests, which hold those of the buckets.
    pub(crate) fn root(&self, layers: usize) -> Result<String, String> {
        let mut hash = Sha256::new();
        let manifests = (0..layers).map(|layer| (&LAYER, self.manifest(layer)));
        for (kind, path) in std::iter::once((&SWEEP, self.path.join(HEAD))).chain(manifests) {
            // What was compared with its checksums, and not the file once more.
            let (header, text) = file(kind, &path).map_err(|fault| fault.to_string())?;
            hash.update(header.text(kind));
            hash.update(text);
        }
        Ok(hex(&hash.finalize()))
    }

    fn manifest(&self, layer: usize) -> PathBuf {
        self.layer(layer).join("manifest")
    }

    fn read(&self, layer: usize) -> Result<Option<Manifest>, String> {
        if !self.layer(layer).exists() {
            return Ok(None);
        }
        let path = self.manifest(layer);
        let corrupt = |why: &str| Fault::corrupt(&path, "the manifest", why);
        let read = || {
            let (header, text) = file(&LAYER, &path)?;
            if header.values != [self.instance.clone(), layer.to_string()] {
                return Err(corrupt("it is of another layer"));
            }
            let manifest = String::from_utf8(text).ok().and_then(|text| Manifest::read(&text));
            manifest.ok_or_else(|| corrupt("it is none that is written"))
        };
        read().map(Some).map_err(|fault| fault.to_string())
    }

    /// Makes a layer whole: writes the manifest into its part folder, and gives that its name.
    pub(crate) fn commit(&self, layer: usize, run: &str, manifest: &Manifest) -> Result<(), String> {
        let (part, whole) = (self.part(layer, run), self.layer(layer));
        let values = [self.instance.clone(), layer.to_string()];
        write(&LAYER, &part.join("manifest"), &values, &manifest.text())?;
        fs::rename(&part, &whole).map_err(|error| told(&whole, "renaming", error))?;
        // Where folders cannot be opened, the system looks after them itself.
        if let Ok(folder) = fs::File::open(&self.path) {
            folder.sync_all().map_err(|error| told(&self.path, "writing", error))?;
        }
        Ok(())
    }
}

/// Whether nothing follows these layers; if only the nearest goals are wanted, nothing that matters.
pub(crate) fn is_done(layers: &[Manifest], nearest: bool) -> bool {
    layers.last().is_none_or(|last| last.keys == 0) || nearest && layers.iter().any(|layer| layer.goal.is_some())
}

/// Writes a whole file.
fn write(kind: &Kind, path: &Path, values: &[String], text: &str) -> Result<(), String> {
    let write = || {
        let mut writer = Lease::take(kind, path, &Limits::default())?.writer(values)?;
        writer.write(text.as_bytes())?;
        writer.finish()
    };
    write().map(drop).map_err(|fault| fault.to_string())
}

/// Header and payload of a head or a manifest.
fn file(kind: &Kind, path: &Path) -> Result<(Header, Vec<u8>), Fault> {
    let mut reader = Reader::open(kind, path)?;
    let mut text = vec![0; reader.header().bytes.min(MOST_READ) as usize];
    reader.read(&mut text)?;
    Ok((reader.finish()?, text))
}

/// The file of a bucket in the folder of a layer.
pub(crate) fn bucket_in(folder: &Path, bucket: usize) -> PathBuf {
    folder.join(bucket_name(bucket))
}

fn bucket_name(bucket: usize) -> String {
    format!("bucket-{bucket:03x}")
}

/// Has the system write what it keeps of these buckets in memory, so that a layer with a manifest outlasts the machine.
pub(crate) fn sync(folder: &Path, buckets: impl IntoIterator<Item = usize>) -> Result<(), String> {
    let names = buckets.into_iter().map(bucket_name);
    fs::sync_files(folder, names).map_err(|error| told(folder, "writing", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_reads_back() {
        let bucket = |number, keys, bytes| Bucket { number, keys, bytes, hash: hex(&[number as u8; 32]) };
        let manifest = Manifest {
            keys: 12,
            weight: 40,
            dead_ends: 1,
            goal: None,
            least: Some(vec![0, 255, 16]),
            buckets: vec![bucket(0, 2, 9), bucket(0xa3, 10, 70)],
        };
        assert_eq!(Manifest::read(&manifest.text()), Some(manifest.clone()));
        assert_eq!((manifest.bytes(0xa3), manifest.bytes(1), manifest.keys_of(1, 2)), (70, 0, 10));
        for (from, to) in [("keys 12", "keys 13"), ("0a3", "100"), ("least 00ff10", "least none"), ("bucket 000", "x")]
        {
            assert_eq!(Manifest::read(&manifest.text().replace(from, to)), None, "{to}");
        }
        let mut all = Manifest::default();
        all.add(Manifest {
            buckets: vec![bucket(7, 1, 5)],
            keys: 1,
            weight: 2,
            least: Some(vec![0, 3, 0]),
            ..all.clone()
        });
        all.add(manifest);
        assert_eq!((all.keys, all.weight, all.least, all.buckets.len()), (13, 42, Some(vec![0, 3, 0]), 3));
    }
}
