//! Which part of the library may know which: reads the paths in the sources and fails on an upward import.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The lowest layer: vocabulary, in which parts may know each other.
const BASE: [&str; 9] = ["board", "limits", "notation", "plan", "proof", "puzzle", "random", "scene", "verdict"];

/// Base parts that know nothing of ours.
const ALONE: [&str; 3] = ["board", "puzzle", "random"];

/// What each part above the base may know beside the base and itself.
const MAY_USE: [(&str, &[&str]); 10] = [
    ("puzzles", &[]),
    ("search", &[]),
    ("verify", &[]),
    ("closed", &["puzzles"]),
    ("bounds", &["puzzles", "closed"]),
    ("draw", &["search"]),
    ("engines", &["puzzles", "closed", "bounds", "search"]),
    ("survey", &["puzzles", "closed", "bounds", "search", "engines", "draw", "verify"]),
    ("kit", &["search"]),
    ("catalog", &["puzzles", "closed", "bounds", "search", "engines", "draw", "verify", "survey"]),
];

/// Whether `part` may name `other`.
fn may_use(part: &str, other: &str) -> bool {
    if part == other {
        true
    } else if ALONE.contains(&part) {
        false
    } else if BASE.contains(&other) {
        true
    } else {
        let above = MAY_USE.iter().find(|(name, _)| *name == part);
        above.is_some_and(|(_, below)| below.contains(&other))
    }
}

/// The source without comments, strings and characters, each replaced by one blank.
fn bare(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = ignored(rest);
        out.push(if length > 0 { ' ' } else { first });
        rest = &rest[length.max(first.len_utf8())..];
    }
    out
}

/// How long a comment, a string or a character is that begins here; 0 when none does.
fn ignored(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    if let Some(raw) = rest.strip_prefix("r#\"") {
        return raw.find("\"#").map_or(rest.len(), |end| end + 5);
    }
    match rest.as_bytes() {
        [b'"', inside @ ..] => 1 + quoted(inside, b'"'),
        [b'\'', b'\\', inside @ ..] => 2 + quoted(&inside[1..], b'\'') + 1,
        [b'\'', _, b'\'', ..] => 3,
        _ => 0,
    }
}

/// Up to and with the closing quote.
fn quoted(inside: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while at < inside.len() && inside[at] != quote {
        at += if inside[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The source, already bare, without the modules that only tests see; and the names of such modules in other files.
fn without_tests(source: &str) -> (String, Vec<String>) {
    let (mut kept, mut test_files) = (String::new(), Vec::new());
    let mut pieces = source.split("#[cfg(test)]");
    kept.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = item_end(piece);
        let item = &piece[..end];
        if let Some(name) = item.trim().strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            test_files.push(name.trim().to_owned());
        }
        kept.push_str(&piece[end..]);
    }
    (kept, test_files)
}

/// Where the item ends that the text begins with: at a semicolon, or at the brace that closes its first one.
fn item_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == '}' || c == ';') {
            return at + 1;
        }
    }
    text.len()
}

/// The parts that a bare source names: what stands behind `crate::`, and behind the `super::` that leads to the root.
///
/// `depth` is how many modules the file's own module is below the root.
fn named_parts(source: &str, depth: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in source.match_indices("crate::") {
        found.extend(first_names(&source[at + "crate::".len()..]));
    }
    let up = "super::".repeat(depth);
    for (at, _) in source.match_indices(&up) {
        let (before, behind) = (&source[..at], &source[at + up.len()..]);
        if depth > 0 && !before.ends_with("super::") {
            found.extend(first_names(behind));
        }
    }
    found.remove("super");
    found
}

/// The first name of a path, or those of all paths in a group.
fn first_names(path: &str) -> Vec<String> {
    let name =
        |text: &str| -> String { text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut names, mut depth) = (vec![name(group)], 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&group[at + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The upward imports of one source, of which `part` is the first module below the root.
fn violations(part: &str, depth: usize, source: &str) -> Vec<String> {
    let (source, _) = without_tests(&bare(source));
    named_parts(&source, depth).into_iter().filter(|other| !may_use(part, other)).collect()
}

/// Every source file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The module path of a file: `closed/shift/mod.rs` is `closed::shift`.
fn module_of(file: &Path) -> Vec<String> {
    let path = file.with_extension("");
    let names: Vec<String> = path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.into_iter().filter(|name| name != "mod" && name != "lib").collect()
}

/// The modules that only tests see, and live in files of their own.
fn test_modules(root: &Path) -> BTreeSet<Vec<String>> {
    let of_file = |file: PathBuf| {
        let source = fs::read_to_string(&file).expect("a readable source");
        let parent = module_of(file.strip_prefix(root).expect("below the root"));
        let names = without_tests(&bare(&source)).1;
        names.into_iter().map(move |name| [&parent[..], &[name]].concat())
    };
    sources(root).into_iter().flat_map(of_file).collect()
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates").to_owned()
}

#[test]
fn no_part_imports_upward() {
    let root = crates().join("saltus/src");
    let tests_only = test_modules(&root);
    let (mut read, mut faults) = (0, Vec::new());
    for file in sources(&root) {
        let module = module_of(file.strip_prefix(&root).expect("below the root"));
        let Some(part) = module.first().filter(|_| !tests_only.contains(&module)) else { continue };
        let source = fs::read_to_string(&file).expect("a readable source");
        let known = BASE.contains(&part.as_str()) || MAY_USE.iter().any(|(name, _)| name == part);
        assert!(known, "{part} has no layer yet; give it one in this test");
        for other in violations(part, module.len(), &source) {
            faults.push(format!("{} must not know `{other}`", module.join("::")));
        }
        read += 1;
    }
    assert!(read > 35, "the sources were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_checker_knows_nothing_of_the_solver() {
    let folder = crates().join("saltus-check");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    assert!(depends_on(&manifest).iter().all(|name| !name.starts_with("saltus")), "saltus-check depends on ours");
    for file in sources(&folder.join("src")) {
        let source = fs::read_to_string(&file).expect("a readable source");
        assert!(!bare(&source).contains("saltus::"), "{} names the solver", file.display());
    }
}

/// The page is served for every family alike.
#[test]
fn the_page_knows_only_the_catalog() {
    const KNOWN: [&str; 7] = ["catalog", "draw", "limits", "notation", "plan", "scene", "verdict"];
    let mut named = 0;
    for file in sources(&crates().join("saltus-web/src")) {
        let source = bare(&fs::read_to_string(&file).expect("a readable source"));
        for (at, _) in source.match_indices("saltus::") {
            for part in first_names(&source[at + "saltus::".len()..]) {
                assert!(KNOWN.contains(&part.as_str()), "{} must not know `saltus::{part}`", file.display());
                named += 1;
            }
        }
    }
    assert!(named > 10, "the sources were found");
}

/// What the dependency tables of a manifest name.
fn depends_on(manifest: &str) -> Vec<&str> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.contains("dependencies");
            names.extend(line.trim_matches(['[', ']']).split_once("dependencies.").map(|(_, name)| name));
        } else if inside && let Some((name, _)) = line.split_once('=') {
            names.push(name.trim().split('.').next().unwrap_or_default());
        }
    }
    names
}

#[test]
fn planted_violations_are_found() {
    let one = |part, depth, source: &str| violations(part, depth, source).join(" ");
    assert_eq!(one("search", 2, "use crate::bounds::shift::Chain;"), "bounds");
    assert_eq!(one("search", 2, "use crate::{limits::{Limits, Stop}, puzzles::row};"), "puzzles");
    assert_eq!(one("verify", 1, "fn f() { crate::search::a_star::solve() }"), "search");
    assert_eq!(one("verify", 1, "use super::closed::shift;"), "closed");
    assert_eq!(one("closed", 3, "use super::super::super::bounds::shift;"), "bounds");
    assert_eq!(one("closed", 3, "use super::super::bounds;"), "", "this is closed::bounds");
    assert_eq!(one("puzzle", 1, "use crate::limits::Limits;"), "limits");
    assert_eq!(one("board", 1, "use super::puzzles;"), "puzzles");
    assert_eq!(one("survey", 2, "use crate::catalog::parse;"), "catalog");
    assert_eq!(one("kit", 1, "const QUOTE: char = '\"'; use crate::draw::text; const OTHER: char = '\"';"), "draw");
    assert_eq!(one("kit", 1, "const QUOTE: char = '\\''; use crate::draw::text; const OTHER: char = '\\'';"), "draw");
    let between = "#[cfg(test)]\nmod tests { mod inner { use crate::catalog; } }\nuse crate::kit;";
    assert_eq!(one("verify", 1, between), "kit", "only the module of tests is left out");
}

#[test]
fn what_is_allowed_passes() {
    let source = r##"
        //! See [`crate::catalog`].
        use crate::puzzles::shift; // crate::catalog
        /* crate::catalog */
        const TEXT: &str = "crate::catalog \" crate::kit";
        const RAW: &str = r#"crate::catalog " "#;
        fn lives<'a>(text: &'a str) -> &'a str { text }
        #[cfg(test)]
        mod apart;
        #[cfg(test)]
        mod tests { use crate::search; fn f() { if true { crate::kit::x() } } }
        use crate::closed::shift::winnable;
    "##;
    assert_eq!(violations("bounds", 2, source), [""; 0]);
    assert_eq!(without_tests(&bare(source)).1, ["apart"]);
    assert_eq!(
        depends_on("[package]\nname = \"a\"\n[dependencies]\nb.workspace = true\n[dev-dependencies.c]\n"),
        ["b", "c"]
    );
}
