//! `cargo xtask house`: how large the house is, counted from its sources.
//!
//! A line counts that is no comment, not blank and no test. Types of one name in several files of the library may be different things; those
//! that are only re-exported are not counted, as nothing defines them again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::{Outcome, root};

/// The crates of the library.
const LIBRARY: [&str; 8] = [
    "saltus",
    "saltus-chinese",
    "saltus-clobber",
    "saltus-core",
    "saltus-draw",
    "saltus-rules",
    "saltus-shifting",
    "saltus-tiles",
];

/// What is about families and no front end, and what is no part of the programs.
const OTHERS: [&str; 3] = ["saltus-adversary", "saltus-sources", "xtask"];

/// The modules of families, which only the library is to know.
const FAMILIES: [&str; 5] = ["chinese::", "clobber::", "reverse::", "shift::", "tiles::"];

/// More lines than a function is to have.
const LONG_FUNCTION: usize = 60;

/// More lines than a file is to have.
const LONG_FILE: usize = 600;

/// A file: its crate, its path from the folder of crates, and its lines without comments, blanks and tests.
struct File {
    of: String,
    path: String,
    lines: Vec<String>,
}

/// Prints the table.
pub(crate) fn print() -> Outcome<()> {
    let files = files()?;
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    files.iter().for_each(|file| *sizes.entry(&file.of).or_default() += file.lines.len());
    println!("lines without comments, blanks and tests");
    for (name, lines) in &sizes {
        println!("  {name:<20} {lines:>6}");
    }
    println!("  {:<20} {:>6}", "all", sizes.values().sum::<usize>());
    let front = files.iter().filter(|file| !LIBRARY.contains(&&*file.of) && !OTHERS.contains(&&*file.of));
    let imports: Vec<String> = front.flat_map(File::families).collect();
    say("imports of families in front ends", &imports);
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| LIBRARY.contains(&&*file.of)) {
        for name in file.types() {
            types.entry(name).or_default().insert(&file.path);
        }
    }
    let again: Vec<String> =
        types.iter().filter(|(_, places)| places.len() > 1).map(|(name, _)| (*name).into()).collect();
    say("names of types that several files of the library define", &again);
    let functions: Vec<String> = files.iter().flat_map(File::long_functions).collect();
    say(&format!("functions of more than {LONG_FUNCTION} lines"), &functions);
    let long = files.iter().filter(|file| file.lines.len() > LONG_FILE);
    let long: Vec<String> = long.map(|file| format!("{} {}", file.path, file.lines.len())).collect();
    say(&format!("files of more than {LONG_FILE} lines"), &long);
    Ok(())
}

fn say(what: &str, which: &[String]) {
    println!("{what}: {}", which.len());
    which.iter().for_each(|one| println!("  {one}"));
}

fn files() -> Outcome<Vec<File>> {
    let crates = root().join("crates");
    let mut files = Vec::new();
    let mut folders = vec![crates.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_test = ["tests", "benches", "examples", "target", "browser"].contains(&&*name);
            if path.is_dir() && !is_test {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && name != "tests.rs" {
                files.extend(file(&crates, &path)?);
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// What a file has; none where it is a module of tests.
fn file(crates: &Path, path: &PathBuf) -> Outcome<Option<File>> {
    let text = fs::read_to_string(path)?;
    let path = path.strip_prefix(crates)?.to_string_lossy().replace('\\', "/");
    let of = path.split('/').next().unwrap_or_default().to_owned();
    let stem = path.trim_end_matches(".rs").rsplit('/').next().unwrap_or_default().to_owned();
    let beside = |name| path.replace(&format!("{stem}.rs"), name);
    let parents = [path.replace(&format!("/{stem}.rs"), ".rs"), beside("mod.rs"), beside("lib.rs"), beside("main.rs")];
    let declares = |parent: &String| {
        let text = fs::read_to_string(crates.join(parent)).unwrap_or_default();
        text.contains(&format!("#[cfg(test)]\nmod {stem};"))
    };
    if parents.iter().any(declares) {
        return Ok(None);
    }
    let (mut lines, mut test) = (Vec::new(), None);
    for line in text.lines() {
        let (trimmed, indent) = (line.trim(), line.len() - line.trim_start().len());
        if test.is_some_and(|ends| indent == ends && (trimmed == "}" || trimmed.ends_with(';'))) {
            test = None;
        } else if test.is_none() && ["#[cfg(test)]", "#[cfg(doctest)]"].contains(&trimmed) {
            test = Some(indent);
        } else if test.is_none() && !trimmed.is_empty() && !trimmed.starts_with("//") {
            lines.push(line.to_owned());
        }
    }
    Ok(Some(File { of, path, lines }))
}

impl File {
    /// The lines that name the module of a family.
    fn families(&self) -> Vec<String> {
        let names = |line: &&String| FAMILIES.iter().any(|family| line.contains(&format!("saltus::{family}")));
        self.lines.iter().filter(names).map(|line| format!("{}: {}", self.path, line.trim())).collect()
    }

    /// The types that it defines.
    fn types(&self) -> impl Iterator<Item = &str> {
        // Associated types are inside of something.
        self.lines.iter().filter(|line| !line.starts_with(' ')).filter_map(|line| {
            let mut words = line.split([' ', '<', '(', '{', ';', ':', '=']).filter(|word| !word.is_empty());
            let first = words.find(|word| !["pub", "crate)", "super)"].contains(word))?;
            ["struct", "enum", "trait", "type", "union"].contains(&first).then(|| words.next()).flatten()
        })
    }

    fn long_functions(&self) -> Vec<String> {
        let (mut long, mut open) = (Vec::new(), None);
        for (at, line) in self.lines.iter().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some(name) = words.iter().position(|word| *word == "fn").and_then(|at| words.get(at + 1)) {
                open = Some((at, indent, name.split(['(', '<']).next().unwrap_or_default()));
            }
            if let Some((from, _, name)) = open.filter(|(_, of, _)| line.trim() == "}" && *of == indent) {
                if at - from >= LONG_FUNCTION {
                    long.push(format!("{} {name} {}", self.path, at - from + 1));
                }
                open = None;
            }
        }
        long
    }
}
