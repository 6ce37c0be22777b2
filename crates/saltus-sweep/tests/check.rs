//! The independent checker proves what is swept, and finds whatever was changed in it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use saltus_check::{Limits, Outcome, check_sample, check_sweep};
use saltus_core::registry::Registry;
use saltus_sweep::{Settings, Swept, sweep};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const PEGS: &str = "rules board: o o o / o . o / o o o / o o o ; move: o o . -> . . o ; goal most 1: o";
const FEWEST: &str = "rules board: . o o / o o o / o o o / o o . ; move: o o . -> . . o ; goal fewest: o";
const TOADS: &str = "rules board: t t t . f f f ; move right: t . -> . t / t f . -> . f t ; \
                     move left: f . -> . f / f t . -> . t f ; goal: f f f . t t t";
const KNIGHTS: &str = "rules board: w . w / . . . / b . b ; class x: w b ; move knight: x . -> . x ; \
                       goal: b . b / . . . / w . w";
const BLOCKS: &str = "rules board: a a b . / a a b . / c . . . ; blocks unit: a b c ; \
                      goal: ? ? ? ? / ? ? a a / ? ? a a";
const TURNS: &str = "rules board: a . b / a . b ; turns: a b ; move: a . -> . a / b . -> . b ; goal: b ? ? / ? ? ?";
const TOKENS: &str = "rules board graph: a-b a-d b-c c-d ; cells: a b c d ; start: 1 2 3 . ; cycle: (a b) ; cycle: (b c) ; \
                      goal: 3 2 1 .";

/// Puzzles of all kinds, the largest last.
const LINES: [&str; 17] = [
    PEGS,
    FEWEST,
    TOADS,
    KNIGHTS,
    BLOCKS,
    TURNS,
    TOKENS,
    "reverse 6",
    "reverse 2 _ 3 1 4",
    "reverse 3 gaps=2 from=1",
    "reverse _ 4 1 _ 2 3 to=any",
    "shift 3 3",
    "shift bbw_bww moves=back",
    "shift 4 2 moves=all",
    "tiles 2x3 1 2 3 4 5 0",
    "tiles 2x3 1 1 2 2 3 0 to 0 1 1 2 2 3",
    "tiles 3x3 8 6 7 2 5 4 3 0 1 metric=runs",
];

/// A folder that is in memory where there is such a place.
fn place() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() }
}

fn swept_with(line: &str, settings: &Settings) -> Swept {
    let families = Registry::new()
        .with::<saltus_shifting::reverse::Instance>()
        .with::<saltus_shifting::shift::Instance>()
        .with::<saltus_tiles::Instance>()
        .with::<saltus_rules::Instance>()
        .with::<saltus_clobber::rules::Instance>()
        .with::<saltus_chinese::rules::Instance>();
    let puzzle = families.parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let keyed = puzzle.keyed().expect("it has keys");
    sweep(&keyed, &puzzle.to_string(), settings, &saltus_core::limits::Limits::default()).unwrap().unwrap()
}

fn swept(line: &str, folder: &Path) -> Swept {
    swept_with(line, &Settings::new(folder))
}

fn checked(folder: &Path) -> String {
    check_sweep(folder, &Limits::default()).to_string()
}

/// What is said of a folder, also with little memory, and by shares together, of which one may refute it.
fn said(folder: &Path) -> String {
    let whole = checked(folder);
    let poor = check_sweep(folder, &Limits { memory: 60_000, ..Limits::default() }).to_string();
    assert_eq!(poor.starts_with("REFUTED"), whole.starts_with("REFUTED"), "{whole}, and with little memory {poor}");
    let part = |part| check_sweep(folder, &Limits { part, ..Limits::default() });
    let refuted = (1..=3).any(|first| matches!(part((first, 3)), Outcome::Refuted(_)));
    assert_eq!(refuted, whole.starts_with("REFUTED"), "{whole}");
    whole
}

/// What a sweep has left, to be changed and written again.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Forged {
    line: String,
    width: usize,
    symmetries: String,
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    keys: BTreeSet<u64>,
    /// What the manifest says of them.
    positions: u64,
    dead_ends_before: u64,
    goal: String,
    least: String,
}

/// The lines and the payload of a file that has a header.
fn parts(path: &Path) -> (Vec<String>, String) {
    let text = fs::read_to_string(path).unwrap();
    let (header, payload) = text.split_at(text.find("\nheader ").unwrap() + "\nheader 01234567\n".len());
    (header.lines().map(str::to_owned).collect(), payload.to_owned())
}

/// Writes a file with a header.
fn store(path: &Path, lines: &str, payload: &str) {
    let (bytes, crc) = (payload.len(), saltus_core::checksum::hash(payload.as_bytes()));
    let hash = sum(payload.as_bytes());
    let text = format!("{lines}bytes {bytes:020}\npayload {crc:08x}\nsha256 {hash}\ncode 1\n");
    fs::write(path, format!("{text}header {:08x}\n{payload}", saltus_core::checksum::hash(text.as_bytes()))).unwrap();
}

/// The SHA-256 of bytes, in hexadecimal digits.
fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

fn bucket_of(key: u64) -> usize {
    let hash = (key >> 8).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

fn bucket(folder: &Path, layer: usize, bucket: usize) -> PathBuf {
    folder.join(format!("layer-{layer:05}/bucket-{bucket:03x}"))
}

impl Forged {
    fn read(folder: &Path) -> Self {
        let (head, symmetries) = parts(&folder.join("sweep"));
        let line = head[1].strip_prefix("instance ").unwrap().to_owned();
        let width = head[2].strip_prefix("width ").unwrap().parse().unwrap();
        let mut layers = Vec::new();
        while let layer = folder.join(format!("layer-{:05}", layers.len()))
            && layer.exists()
        {
            let (_, manifest) = parts(&layer.join("manifest"));
            let mut words = manifest.split_ascii_whitespace().skip(1).step_by(2).skip(1);
            let mut word = || words.next().unwrap().to_owned();
            let (positions, dead_ends_before) = (word().parse().unwrap(), word().parse().unwrap());
            let (goal, least) = (word(), word());
            let mut keys = BTreeSet::new();
            for number in 0..256 {
                let blocks = fs::read(bucket(folder, layers.len(), number)).unwrap_or_default();
                let mut rest = &blocks[..];
                while !rest.is_empty() {
                    let count = u32::from_le_bytes(rest[..4].try_into().unwrap());
                    let mut key = rest[12..12 + width].iter().fold(0, |key, &byte| key << 8 | u64::from(byte));
                    keys.insert(key);
                    rest = &rest[12 + width..];
                    for _ in 1..count {
                        let length = rest.iter().position(|byte| byte & 128 == 0).unwrap() + 1;
                        key += rest[..length].iter().rev().fold(0, |more, &byte| more << 7 | u64::from(byte & 127));
                        keys.insert(key);
                        rest = &rest[length..];
                    }
                }
            }
            layers.push(Layer { keys, positions, dead_ends_before, goal, least });
        }
        Forged { line, width, symmetries, layers }
    }

    fn hex(&self, key: u64) -> String {
        format!("{key:0digits$x}", digits = 2 * self.width)
    }

    fn write(&self) -> TempDir {
        let (folder, Forged { line, width, .. }) = (place(), self);
        let head = format!("saltus sweep 2\ninstance {line}\nwidth {width}\nbuckets 256\n");
        store(&folder.path().join("sweep"), &head, &self.symmetries);
        for (number, layer) in self.layers.iter().enumerate() {
            let path = folder.path().join(format!("layer-{number:05}"));
            fs::create_dir(&path).unwrap();
            let (keys, Layer { positions, dead_ends_before, goal, least, .. }) = (layer.keys.len(), layer);
            let mut manifest = format!(
                "keys {keys}\npositions {positions}\ndead-ends-before {dead_ends_before}\ngoal {goal}\nleast {least}\n"
            );
            for at in 0..256 {
                let keys: Vec<u64> = layer.keys.iter().copied().filter(|&key| bucket_of(key) == at).collect();
                if !keys.is_empty() {
                    let bytes = self.block(number, at, &keys);
                    let hash = sum(&bytes);
                    writeln!(manifest, "bucket {at:03x} {} {} {hash}", keys.len(), bytes.len()).unwrap();
                    fs::write(bucket(folder.path(), number, at), bytes).unwrap();
                }
            }
            let lines = format!("saltus sweep-layer 2\ninstance {line}\nlayer {number}\n");
            store(&path.join("manifest"), &lines, &manifest);
        }
        folder
    }

    /// The only block of a small bucket.
    fn block(&self, layer: usize, bucket: usize, keys: &[u64]) -> Vec<u8> {
        let mut rest = keys[0].to_be_bytes()[8 - self.width..].to_vec();
        for pair in keys.windows(2) {
            let mut more = pair[1] - pair[0];
            while more > 127 {
                rest.push(more as u8 | 128);
                more >>= 7;
            }
            rest.push(more as u8);
        }
        let [count, bytes] = [keys.len(), rest.len() - self.width].map(|number| (number as u32).to_le_bytes());
        let tag = [layer, bucket].map(|part| (part as u64).to_le_bytes());
        let all = [&tag[0][..], &tag[1], &count, &bytes, &rest].concat();
        [&count[..], &bytes, &saltus_core::checksum::hash(&all).to_le_bytes(), &rest].concat()
    }

    /// Takes a key out of a layer, or puts it in, and says so in the manifest.
    fn change(&mut self, layer: usize, key: u64, positions: i64) {
        let hex = |key: &u64| self.hex(*key);
        let there = &mut self.layers[layer].clone();
        if positions < 0 {
            there.keys.remove(&key)
        } else {
            there.keys.insert(key)
        };
        there.positions = there.positions.checked_add_signed(positions).unwrap();
        there.least = there.keys.first().map_or("none".into(), hex);
        self.layers[layer] = there.clone();
        if layer + 1 == self.layers.len() {
            let none = || "none".to_owned();
            let (keys, goal, least) = (BTreeSet::new(), none(), none());
            self.layers.push(Layer { keys, positions: 0, dead_ends_before: 0, goal, least });
        }
    }
}

#[test]
fn sweeps_are_proved_whole_and_in_parts() {
    for line in LINES {
        let folder = place();
        let found = swept(line, folder.path());
        let (positions, keys) = (found.layers.iter().sum::<u64>(), found.keys.iter().sum::<u64>());
        let goal = match found.goal {
            Some(goal) => format!("nearest goal at {}", goal.distance),
            // Each move takes one.
            None if line == FEWEST => format!("at least {} left", 11 - found.layers.len()),
            None => "no goal".into(),
        };
        let (dead_ends, farthest) = (found.dead_ends, found.layers.len() - 1);
        // What anybody can make with `sha256sum`.
        let manifests = (0..=found.layers.len()).map(|layer| format!("layer-{layer:05}/manifest"));
        let hashed = std::iter::once("sweep".into()).chain(manifests).map(|name: String| folder.path().join(name));
        let root = sum(&hashed.flat_map(|file| fs::read(file).unwrap()).collect::<Vec<_>>());
        assert_eq!(found.root, root, "{line}");
        let right = format!(
            "VERIFIED sweep {}: {positions} positions in {keys} keys, {dead_ends} dead ends, distances to {farthest}, {goal}, root {root}",
            saltus_check::name(line)
        );
        assert_eq!(checked(folder.path()), right);
        // With little memory keys are compared more than once a layer.
        let limits = Limits { memory: 300_000, ..Limits::default() };
        assert_eq!(check_sweep(folder.path(), &limits).to_string(), right);
        for (parts, first) in (2..4).flat_map(|parts| (1..=parts).map(move |first| (parts, first))) {
            let said = check_sweep(folder.path(), &Limits { part: (first, parts), ..limits }).to_string();
            assert_eq!(said, format!("RESOURCE part {first} of {parts} re-executed, agrees, root {root}"), "{line}");
        }
        let said = check_sample(folder.path(), 200, 7, &Limits::default()).to_string();
        assert_eq!(said, "RESOURCE a sample of 200 keys agrees, which proves nothing", "{line}");
        // The forger below changes nothing else than what it says.
        let forged = Forged::read(folder.path());
        let again = forged.write();
        assert_eq!((checked(again.path()), Forged::read(again.path())), (right, forged), "{line}");
    }
}

#[test]
fn a_sweep_to_the_nearest_goals_is_proved_so_far() {
    for line in LINES {
        let folder = place();
        let found = swept_with(line, &Settings { nearest: true, ..Settings::new(folder.path()) });
        let Some(goal) = found.goal.filter(|_| line != FEWEST) else { continue };
        assert_eq!((goal.distance + 1, goal.plays), (found.layers.len(), None), "{line}");
        let (positions, keys) = (found.layers.iter().sum::<u64>(), found.keys.iter().sum::<u64>());
        let (name, root, distance) = (saltus_check::name(line), found.root, goal.distance);
        let right = format!(
            "VERIFIED sweep {name}: {positions} positions in {keys} keys up to distance {distance}, nearest goal at {distance}, root {root}"
        );
        assert_eq!(checked(folder.path()), right);
        let part = Limits { part: (2, 3), memory: 60_000, ..Limits::default() };
        let said = check_sweep(folder.path(), &part).to_string();
        assert_eq!(said, format!("RESOURCE part 2 of 3 re-executed, agrees, root {root}"), "{line}");
        let said = check_sample(folder.path(), 200, 7, &Limits::default()).to_string();
        assert_eq!(said, "RESOURCE a sample of 200 keys agrees, which proves nothing", "{line}");

        let mut last = Forged::read(folder.path());
        last.layers[distance].goal = "none".into();
        let why = format!("RESOURCE layer-{distance:05} is the last one and has keys: the sweep is not finished");
        assert_eq!(checked(last.write().path()), why, "{line}");
        let mut nearer = Forged::read(folder.path());
        if distance > 0 {
            nearer.layers.pop();
            nearer.layers[distance - 1].goal = nearer.layers[distance - 1].least.clone();
            let found = checked(nearer.write().path());
            assert!(found.starts_with("REFUTED") && found.contains("the goal is none"), "{line}: {found}");
        }
        if nearer.layers.len() > 2 {
            let mut few = Forged::read(folder.path());
            let key = *few.layers[distance].keys.last().unwrap();
            few.change(distance, key, -1);
            assert!(checked(few.write().path()).starts_with("REFUTED"), "{line}");
        }
    }
}

#[test]
fn what_the_checker_does_not_know_is_not_refuted() {
    let cases = [
        ("clobber line bwbw", None, "RESOURCE sweeps of this family"),
        ("chinese triangle:4 men=1", None, "RESOURCE sweeps of this family"),
        ("reverse 5", Some(9), "RESOURCE a sweep within 9 moves"),
    ];
    for (line, within, begin) in cases {
        let folder = place();
        swept_with(line, &Settings { within, ..Settings::new(folder.path()) });
        assert!(checked(folder.path()).starts_with(begin), "{line}: {}", checked(folder.path()));
    }
}

#[test]
fn a_key_too_few_too_many_or_too_late_is_found() {
    for line in &LINES[..14] {
        let folder = place();
        swept(line, folder.path());
        let right = Forged::read(folder.path());
        for layer in [1, 2, right.layers.len() / 2, right.layers.len() - 2] {
            for &key in right.layers[layer].keys.iter().take(4) {
                let (hex, number) = (right.hex(key), bucket_of(key));
                let (before, within) = (layer - 1, format!("bucket {number:03x}"));
                if right.layers[layer].keys.len() > 1 {
                    let mut few = right.clone();
                    few.change(layer, key, -1);
                    let led = "which is in no layer where it may be";
                    let why = format!("REFUTED layer-{before:05}, {within}: a move leads to key {hex}, {led}");
                    assert_eq!(said(few.write().path()), why, "{line}");

                    few.change(layer + 1, key, 1);
                    // What is missing in the one layer is found before what is too much in the next one.
                    assert_eq!(said(few.write().path()), why, "{line}");
                }
                let mut many = right.clone();
                many.change(before, key, 1);
                let place = format!("REFUTED layer-{before:05}, {within}, key {hex}: ");
                let why = if before == 0 {
                    "it is not the start".into()
                } else {
                    format!("no move leads there from layer {}", before - 1)
                };
                let found = said(many.write().path());
                assert!(before == 0 || found == place.clone() + &why, "{line}: {found}");
                assert!(found.starts_with("REFUTED layer-"), "{line}: {found}");

                let mut twice = right.clone();
                twice.change(layer + 1, key, 1);
                let found = said(twice.write().path());
                let place = format!("REFUTED layer-{:05}", layer + 1);
                assert!(found.starts_with(&place), "{line}: {found}");
            }
        }
    }
}

#[test]
fn what_a_manifest_says_of_a_layer_is_compared() {
    let folder = place();
    swept("shift 3 3", folder.path());
    let right = Forged::read(folder.path());
    let last = right.layers.len() - 2;
    assert_eq!(last, 15);
    let forged = |change: &dyn Fn(&mut Vec<Layer>)| {
        let mut forged = right.clone();
        change(&mut forged.layers);
        said(forged.write().path())
    };
    let ends = right.layers[7].dead_ends_before;
    assert_eq!(
        forged(&|layers| layers[7].dead_ends_before += 1),
        format!("REFUTED layer-00007/manifest: {} dead ends in the layer before claimed, there are {ends}", ends + 1)
    );
    let positions = right.layers[5].positions;
    assert_eq!(
        forged(&|layers| layers[5].positions -= 1),
        format!("REFUTED layer-00005/manifest: {} positions claimed, there are {positions}", positions - 1)
    );
    let (goal, least) = (right.layers[15].goal.clone(), right.layers[14].least.clone());
    assert_eq!(
        forged(&|layers| (layers[15].goal, layers[14].goal) = ("none".into(), goal.clone())),
        format!("REFUTED layer-00014/manifest: the goal is none, and not {goal}")
    );
    assert_eq!(
        forged(&|layers| layers[15].goal = "none".into()),
        format!("REFUTED layer-00015/manifest: the goal is {goal}, and not none")
    );
    assert_eq!(
        forged(&|layers| layers[14].least = goal.clone()),
        format!("REFUTED layer-00014/manifest: the least key is {least}, and not {goal}")
    );
    assert_eq!(
        forged(&|layers| layers[0].dead_ends_before = 1),
        "REFUTED layer-00000/manifest: there is no layer before"
    );
    assert_eq!(
        forged(&|layers| layers[16].positions = 1),
        "REFUTED layer-00016/manifest: an empty layer has no position"
    );
    assert_eq!(
        forged(&|layers| layers.truncate(15)),
        "RESOURCE layer-00014 is the last one and has keys: the sweep is not finished"
    );
    assert_eq!(forged(&|layers| layers.clear()), "REFUTED layer-00000: the layer is missing");
    let empty = right.layers[16].clone();
    assert_eq!(forged(&|layers| *layers = vec![empty.clone()]), "REFUTED layer-00000/manifest: the layer has no keys");
    assert_eq!(forged(&|layers| layers.push(empty.clone())), "REFUTED layer-00016/manifest: the layer has no keys");
}

/// Copies a folder, of which one file is then changed.
fn copy(folder: &Path) -> TempDir {
    let copy = place();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let to = copy.path().join(entry.file_name().unwrap());
        if entry.is_dir() {
            fs::create_dir(&to).unwrap();
            for file in fs::read_dir(&entry).unwrap().map(|entry| entry.unwrap().path()) {
                fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
            }
        } else {
            fs::copy(&entry, to).unwrap();
        }
    }
    copy
}

#[test]
fn files_are_named_that_are_missing_damaged_or_from_elsewhere() {
    let folder = place();
    swept("reverse 3", folder.path());
    let forged = Forged::read(folder.path());
    let (layer, key) = (2, *forged.layers[2].keys.first().unwrap());
    let number = bucket_of(key);
    let name = format!("layer-00002/bucket-{number:03x}");
    let changed = |change: &dyn Fn(&Path)| {
        let copy = copy(folder.path());
        change(copy.path());
        said(copy.path())
    };
    let missing = |name: &str| changed(&|folder| fs::remove_file(folder.join(name)).unwrap());
    assert_eq!(missing("sweep"), "REFUTED sweep: the file is missing");
    assert_eq!(missing("layer-00002/manifest"), "REFUTED layer-00002/manifest: the file is missing");
    assert_eq!(missing(&name), format!("REFUTED {name}: the file is missing"));
    let gap = changed(&|folder| fs::remove_dir_all(folder.join("layer-00002")).unwrap());
    assert_eq!(gap, "REFUTED layer-00002/manifest: the file is missing");
    let stray = changed(&|folder| fs::write(folder.join("layer-00002/bucket-fff"), "").unwrap());
    assert_eq!(stray, "REFUTED layer-00002/bucket-fff: the manifest knows no such file");

    // The same bucket of another layer, of which the manifest knows as many keys and bytes.
    let block = forged.block(
        layer + 1,
        number,
        &forged.layers[layer].keys.iter().copied().filter(|&key| bucket_of(key) == number).collect::<Vec<_>>(),
    );
    let swapped = changed(&|folder| fs::write(bucket(folder, layer, number), &block).unwrap());
    assert_eq!(
        swapped,
        format!("REFUTED {name}: the file is damaged, or was written for another place: a check sum is wrong")
    );

    // A manifest whose own checksums are right.
    let other_hash = changed(&|folder| {
        let path = folder.join("layer-00002/manifest");
        let (lines, payload) = parts(&path);
        let hash = payload.trim_end().rsplit_once(' ').unwrap().1;
        store(&path, &(lines[..3].join("\n") + "\n"), &payload.replace(hash, &"0".repeat(64)));
    });
    let (place, why) = other_hash.split_once(": ").unwrap();
    assert!(place.starts_with("REFUTED layer-00002/bucket-"), "{other_hash}");
    assert!(why.starts_with("its SHA-256 is ") && why.ends_with(&format!("says {}", "0".repeat(64))), "{other_hash}");

    // Each byte of each file.
    let copy = copy(folder.path());
    let mut names = vec!["sweep".to_owned(), "layer-00002/manifest".to_owned(), name];
    names.push("layer-00001/manifest".to_owned());
    for name in names {
        let path = copy.path().join(&name);
        let good = fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(&path, bad).unwrap();
            let found = checked(copy.path());
            assert!(found.starts_with(&format!("REFUTED {name}")), "byte {at} of {name}: {found}");
        }
        fs::write(&path, &good[..good.len() - 1]).unwrap();
        assert!(checked(copy.path()).starts_with(&format!("REFUTED {name}")), "{name}");
        fs::write(&path, good).unwrap();
    }
    assert!(checked(copy.path()).starts_with("VERIFIED"));

    let other = Forged { line: "reverse 4".into(), ..forged.clone() };
    let found = said(other.write().path());
    // The start has the same number.
    assert!(found.starts_with("REFUTED layer-0000"), "{found}");
    let other = Forged { line: "tiles 1x2 1 0".into(), ..forged.clone() };
    assert_eq!(said(other.write().path()), "REFUTED sweep: line 3: a key of this puzzle has 1 bytes");
    let other = Forged { line: "tiles 4x5 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 0".into(), ..forged.clone() };
    assert_eq!(said(other.write().path()), "REFUTED sweep: line 3: a key of this puzzle has 13 bytes");
    let other = Forged { line: "clobber line bw".into(), ..forged.clone() };
    assert_eq!(said(other.write().path()), "RESOURCE sweeps of this family are not proved here");
    let other = Forged { symmetries: "cells 1\n".into(), ..forged };
    assert_eq!(said(other.write().path()), "REFUTED sweep: payload: there are symmetries, and this family has none");
}

#[test]
fn no_symmetry_is_believed() {
    let change = |line: &str, from: &str, to: &str| {
        let folder = place();
        swept(line, folder.path());
        let mut forged = Forged::read(folder.path());
        assert!(forged.symmetries.contains(from), "{line}: {:?}", forged.symmetries);
        forged.symmetries = forged.symmetries.replacen(from, to, 1);
        said(forged.write().path())
    };
    for (line, from, to, why) in [
        (TOADS, "contents 2 1", "contents 1 2", "symmetry 1: it changes the start"),
        (TOADS, "cells 7 6 5 4 3 2 1", "cells 7 5 6 4 2 3 1", "symmetry 1: a rule becomes none of the rules"),
        (TOADS, "cells 7 6", "cells 7 7", "symmetry 1: cells: the numbers from 1 to 7 belong here, each once"),
        (TOADS, "contents", "pieces", "symmetry 1: `cells .. contents ..` expected"),
        (TOADS, " 2 1\n", " 2 1\ncells 7 6 5 4 3 2 1 contents 2 1\n", "symmetry 2: it is there already"),
        (
            PEGS,
            "cells 3 2 1 6 5 4 9 8 7 12 11 10",
            "cells 1 3 2 4 5 6 7 8 9 10 11 12",
            "symmetry 1: a rule becomes none of the rules",
        ),
        (
            KNIGHTS,
            "cells 3 2 1 6 5 4 9 8 7 contents 1 2\n",
            "",
            "the symmetries are no group: two of them, one after the other, are another one",
        ),
    ] {
        assert_eq!(change(line, from, to), format!("REFUTED sweep: payload: {why}"), "{line}");
    }
    // Without symmetries more keys are needed, and with too many of them fewer.
    let without = change(TOADS, "cells 7 6 5 4 3 2 1 contents 2 1\n", "");
    assert!(without.starts_with("REFUTED layer-0000") && without.contains("a move leads to key"), "{without}");
    let unsymmetrical = TOADS.replace("goal: f f f . t t t", "goal: f f . f t t t");
    let folder = place();
    swept(&unsymmetrical, folder.path());
    let forged = Forged { symmetries: "cells 7 6 5 4 3 2 1 contents 2 1\n".into(), ..Forged::read(folder.path()) };
    let goal = "REFUTED sweep: payload: symmetry 1: a goal becomes none of the goals";
    assert_eq!(said(forged.write().path()), goal);
}

#[test]
fn a_sample_finds_what_is_wrong_everywhere() {
    let folder = place();
    swept("reverse 4", folder.path());
    let sample = |forged: &Forged| check_sample(forged.write().path(), 300, 1, &Limits::default()).to_string();
    let mut forged = Forged::read(folder.path());
    assert!(sample(&forged).starts_with("RESOURCE"));
    // Two layers stand in each other's places.
    let keys = std::mem::take(&mut forged.layers[6].keys);
    let (six, nine) = (keys, forged.layers[9].keys.clone());
    (forged.layers[6].keys, forged.layers[9].keys) = (nine, six);
    assert!(sample(&forged).starts_with("REFUTED layer-0000"), "{}", sample(&forged));
}
