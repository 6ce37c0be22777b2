//! The licences of dependencies: which are accepted, the list of them, and their texts.

use std::collections::BTreeMap;
use std::fs;

use crate::metadata::{self, Dependency};
use crate::{Outcome, root};

/// Licences that ask for no more than that their text and the names of the authors are handed on.
const ACCEPTED: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Whether an expression of licences can be satisfied by accepted ones: names joined by AND, OR (in old manifests `/`) and brackets.
fn is_accepted(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest) == Some(true) && rest.is_empty()
}

/// Terms joined by OR; none where a term is missing.
fn any(rest: &mut &[&str]) -> Option<bool> {
    let mut holds = all(rest)?;
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        holds |= all(rest)?;
    }
    Some(holds)
}

fn all(rest: &mut &[&str]) -> Option<bool> {
    let mut holds = one(rest)?;
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        holds &= one(rest)?;
    }
    Some(holds)
}

fn one(rest: &mut &[&str]) -> Option<bool> {
    let (holds, others) = match *rest {
        ["(", inside @ ..] => {
            let mut inside = inside;
            let holds = any(&mut inside)?;
            (holds, inside.strip_prefix(&[")"])?)
        }
        [name, "WITH", exception, others @ ..] => (ACCEPTED.contains(&&*format!("{name} WITH {exception}")), others),
        [name, others @ ..] => (ACCEPTED.contains(name), others),
        [] => return None,
    };
    *rest = others;
    Some(holds)
}

/// Those with a licence that is not accepted.
fn refused(others: &[Dependency]) -> Vec<String> {
    let told = |other: &Dependency| format!("{} {}: \"{}\"", other.name, other.version, other.licence);
    others.iter().filter(|other| !is_accepted(&other.licence)).map(told).collect()
}

/// The page.
fn page(others: &[Dependency]) -> String {
    let accepted = ACCEPTED.join(", ");
    let mut page = format!(
        "# Licences of dependencies\n\n\
         `cargo xtask licences` writes this page, and a test compares it with the dependencies. Accepted are {accepted}; where there is a choice, \
         one of them must be among it. The archive of a release holds the texts.\n"
    );
    for (title, in_programs) in [("In the programs", true), ("Only for building and testing", false)] {
        let mut by_licence: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for other in others.iter().filter(|other| other.in_programs == in_programs) {
            by_licence.entry(other.licence.replace('/', " OR ")).or_default().push(&other.name);
        }
        let row = |(licence, mut names): (String, Vec<&str>)| {
            names.dedup();
            format!("| {licence} | {} |\n", names.join(", "))
        };
        let rows: String = by_licence.into_iter().map(row).collect();
        page.extend(["\n## ", title, "\n\n| licence | crates |\n|---|---|\n", &rows]);
    }
    page
}

/// Writes docs/licences.md, unless a licence is not accepted.
pub(crate) fn write() -> Outcome<()> {
    let others = metadata::read()?.others;
    let refused = refused(&others);
    if !refused.is_empty() {
        return Err(format!("not accepted: {}", refused.join(", ")).into());
    }
    Ok(fs::write(root().join("docs/licences.md"), page(&others))?)
}

/// The texts of what is in the programs, each once, under the names of the crates that have it.
pub(crate) fn texts(others: &[Dependency]) -> Outcome<String> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for other in others.iter().filter(|other| other.in_programs) {
        let crate_name = format!("{} {} ({})", other.name, other.version, other.licence);
        let mut found = false;
        for entry in fs::read_dir(&other.folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            if path.is_file()
                && ["LICEN", "COPYING", "NOTICE", "COPYRIGHT", "UNLICENSE"].iter().any(|word| name.contains(word))
            {
                let text = String::from_utf8_lossy(&fs::read(path)?).trim().replace("\r\n", "\n");
                by_text.entry(text).or_default().push(crate_name.clone());
                found = true;
            }
        }
        if !found {
            by_text.entry("(The package has no text of its licence.)".to_owned()).or_default().push(crate_name);
        }
    }
    let mut parts: Vec<(String, String)> = by_text.into_iter().map(|(text, names)| (names.join("\n"), text)).collect();
    parts.sort();
    let line = "=".repeat(80);
    let head = "saltus contains the following crates, and the standard library of Rust (MIT OR Apache-2.0).".to_owned();
    let parts = parts.into_iter().map(|(names, text)| format!("{line}\n{names}\n{line}\n\n{text}\n"));
    Ok([head].into_iter().chain(parts).collect::<Vec<_>>().join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_accepted(good), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT)", "MIT OR", "Apache-2.0 WITH Other", "MIT MIT"] {
            assert!(!is_accepted(bad), "{bad}");
        }
    }

    #[test]
    fn all_licences_are_accepted_and_listed() {
        let others = metadata::read().expect("cargo tells").others;
        assert_eq!(refused(&others), [""; 0]);
        let kept = fs::read_to_string(root().join("docs/licences.md")).expect("the page");
        assert!(kept == page(&others), "docs/licences.md is not that of the dependencies: run `cargo xtask licences`");
    }

    #[test]
    fn texts_are_found() {
        let others = metadata::read().expect("cargo tells").others;
        let texts = texts(&others).expect("readable sources");
        for other in others.iter().filter(|other| other.in_programs) {
            assert!(texts.contains(&format!("{} {} (", other.name, other.version)), "{}", other.name);
        }
        assert!(texts.contains("Permission is hereby granted"));
    }
}
