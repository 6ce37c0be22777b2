//! Files that fail: whatever disk, system and machine do to a process, what it answers is right or an error, and so is what the next process
//! answers that finds its files.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{LazyLock, Mutex};

use saltus_core::fs;

use super::dice::{Bytes, Dice, pick};
use super::program::{self, Ran};

/// What is done in a folder, and what tells whether it was done right.
struct Scene {
    /// Further words for the next process, which finds the files of the one before.
    again: &'static [&'static str],
    /// The words; `@` stands for the folder.
    words: &'static [&'static str],
    /// The file that holds the answers; where there is none, standard output does.
    output: Option<&'static str>,
}

/// A batch of puzzles, two of which are wrong.
const BATCH: &str = "shift 2 2\nreverse 4\nnonsense\ntiles 2x3 5 4 3 2 1 0\nclobber line bwbwwb\nshift b_bww\ntiles 2x2 2 1 3 0\nshift 9 9 9\nreverse 3 1 _ 2\n";

const SCENES: [Scene; 8] = [
    Scene {
        words: &["solve", "--in", "@/batch", "--format", "json", "--threads", "1", "--output", "@/answers"],
        again: &["--resume"],
        output: Some("answers"),
    },
    Scene {
        words: &["solve", "--in", "@/batch", "--format", "json", "--threads", "2", "--output", "@/answers"],
        again: &["--resume"],
        output: Some("answers"),
    },
    Scene {
        words: &["survey", "reverse 5 from=0", "--disk", "@/disk", "--workers", "1", "--format", "json"],
        again: &[],
        output: None,
    },
    Scene {
        words: &[
            "survey",
            "rules board: o o . o / o o o o ; move: o o . -> . . o ; goal most 1: o",
            "--disk",
            "@/disk",
            "--workers",
            "2",
            "--format",
            "json",
        ],
        again: &[],
        output: None,
    },
    Scene { words: &["survey", "tiles 2x3", "--disk", "@/disk", "--format", "json"], again: &[], output: None },
    Scene {
        words: &["tables", "build", "tiles 3x3 4-4", "--cache-dir", "@/cache", "--format", "json"],
        again: &[],
        output: None,
    },
    Scene {
        words: &["solve", "chinese triangle:5 men=3", "--disk", "@/disk", "--format", "json"],
        again: &[],
        output: None,
    },
    Scene {
        words: &["solve", "shift 3 3", "--cert", "@/proof", "--format", "json"],
        again: &[],
        output: Some("proof"),
    },
];

const KINDS: [&str; 6] = ["short", "full", "error", "flip", "kill", "power"];

/// The answer of a process in a folder, where it says that it has one.
fn answer(scene: &Scene, folder: &Path, ran: &Ran) -> Option<Vec<String>> {
    if ![0, 1, 10, 65].contains(&ran.code) {
        return None;
    }
    let text = match scene.output {
        None => ran.out.clone(),
        Some(name) => std::fs::read_to_string(folder.join(name)).ok()?,
    };
    // A search that goes on expands fewer positions, and a table that is there is not built.
    let work = regex_lite::Regex::new(r#""(expanded":\d+|built":\w+)"#).expect("a pattern");
    let mut lines: Vec<String> = text.lines().map(|line| work.replace(line, "").into_owned()).collect();
    // A batch that is resumed writes what was missing after what was there.
    lines.sort_unstable();
    Some(lines)
}

fn run(scene: &Scene, folder: &Path, more: &[&str], fault: Option<(&str, u64, u64)>) -> Ran {
    let place = folder.to_str().expect("a name");
    let words = scene.words.iter().map(|word| word.replace('@', place)).chain(more.iter().map(|&word| word.to_owned()));
    let mut command = program::command(words);
    if let Some((kind, nth, salt)) = fault {
        let (name, value) = fs::plan(kind, nth, salt);
        command.env(name, value);
    }
    program::finish(&mut command)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("batch"), BATCH).expect("a file");
    folder
}

/// What is right: the answer of a process whose files do not fail.
fn right(number: usize) -> Vec<String> {
    static RIGHT: LazyLock<Mutex<HashMap<usize, Vec<String>>>> = LazyLock::new(Mutex::default);
    let mut known = RIGHT.lock().expect("no law panics here");
    let find = || {
        let (scene, folder) = (&SCENES[number], folder());
        let ran = run(scene, folder.path(), &[], None);
        answer(scene, folder.path(), &ran).unwrap_or_default()
    };
    known.entry(number).or_insert_with(find).clone()
}

/// A process whose files fail answers right or with an error; and so does the next one, whose files do not.
///
/// # Panics
/// When the law is broken.
pub fn failing_files_spoil_no_answer(data: &[u8]) {
    let mut dice = Bytes(data);
    let number = dice.below(SCENES.len());
    let (scene, right) = (&SCENES[number], right(number));
    assert!(!right.is_empty(), "{:?} has no answer where nothing fails", scene.words);
    let (kind, salt) = (pick(&KINDS, &mut dice), dice.below(1 << 16) as u64);
    // Nothing tells of a flipped bit in a file of answers: a line of JSON has no checksum.
    if scene.output.is_some() && kind == "flip" {
        return;
    }
    // Small numbers are as likely as large ones.
    let end = 1 << dice.below(11);
    let nth = 1 + dice.below(end) as u64;
    let folder = folder();
    let what = format!("{:?} with {kind} {nth} {salt}", scene.words);
    let first = run(scene, folder.path(), &[], Some((kind, nth, salt)));
    assert!(first.code != 70 && first.code != 101, "{what}: {first:?}");
    if let Some(told) = answer(scene, folder.path(), &first) {
        assert_eq!(told, right, "{what}: told at once: {first:?}");
    }
    let again = run(scene, folder.path(), scene.again, None);
    assert!(again.code != 70 && again.code != 101, "{what}: then {again:?}");
    let told = answer(scene, folder.path(), &again);
    // Only what lies in the files otherwise than it was written may be in the way of the next one.
    let may_refuse = told.is_none() && matches!(kind, "flip" | "power") && !again.err.is_empty();
    assert!(may_refuse || told.as_ref() == Some(&right), "{what}: the next one: {again:?} {told:?}, after {first:?}");
}
