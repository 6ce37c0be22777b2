//! Which crate may know which: the compiler enforces what the manifests say, and this test what the manifests may say.

use std::fs;
use std::path::{Path, PathBuf};

/// What each crate of ours may depend on, tests aside.
const MAY_USE: [(&str, &[&str]); 19] = [
    ("saltus-core", &[]),
    ("saltus-draw", &["saltus-core"]),
    ("saltus-shifting", &["saltus-core", "saltus-draw"]),
    ("saltus-tiles", &["saltus-core", "saltus-draw"]),
    ("saltus-clobber", &["saltus-core", "saltus-draw"]),
    ("saltus-chinese", &["saltus-core", "saltus-draw"]),
    ("saltus-rules", &["saltus-core"]),
    ("saltus-sweep", &["saltus-core"]),
    (
        "saltus",
        &[
            "saltus-check",
            "saltus-core",
            "saltus-draw",
            "saltus-shifting",
            "saltus-tiles",
            "saltus-clobber",
            "saltus-chinese",
            "saltus-rules",
        ],
    ),
    ("saltus-check", &[]),
    ("saltus-api", &["saltus", "saltus-check"]),
    ("saltus-web", &["saltus", "saltus-api"]),
    ("saltus-sources", &["saltus"]),
    ("saltus-cli", &["saltus", "saltus-api", "saltus-check", "saltus-sources", "saltus-sweep", "saltus-web"]),
    ("saltus-python", &["saltus", "saltus-api", "saltus-check", "saltus-cli", "saltus-web"]),
    ("saltus-wasm", &["saltus-api"]),
    ("saltus-check-wasm", &["saltus-check"]),
    ("saltus-adversary", &["saltus", "saltus-check", "saltus-cli", "saltus-core"]),
    ("xtask", &[]),
];

/// What writes files that outlive a process goes through `saltus_core::fs`, which tests can make fail; these do not. A dataset is written and
/// read by the crate `parquet`, and made anew where it is not whole; the others keep no answers.
const OWN_FILES: [&str; 6] = [
    "saltus-core/src/fs",
    "saltus-sweep/src/export.rs",
    "saltus-cli/src/play/terminal.rs",
    "saltus-cli/src/schema.rs",
    "saltus-cli/src/signals.rs",
    "saltus-cli/src/site.rs",
];

/// The modules of families.
const FAMILIES: [&str; 5] = ["chinese::", "clobber::", "reverse::", "shift::", "tiles::"];

/// What rules and notation of a family must not know: they are there before any theory and any search.
const ABOVE_RULES: [&str; 6] = ["bounds", "closed", "search", "survey", "answers", "sources"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates").to_owned()
}

/// The crates of ours that the table `dependencies` of a manifest names.
fn depends_on(manifest: &str) -> Vec<&str> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside && let Some((name, _)) = line.split_once('=') {
            names.push(name.trim().split('.').next().unwrap_or_default());
        }
    }
    names.retain(|name| name.starts_with("saltus"));
    names
}

#[test]
fn no_crate_depends_upward() {
    let mut read = 0;
    for entry in fs::read_dir(crates()).expect("the folder of crates") {
        let folder = entry.expect("an entry").path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let (_, below) = MAY_USE.iter().find(|(known, _)| *known == name).expect("a crate with its layer in this test");
        for other in depends_on(&manifest) {
            assert!(below.contains(&other), "{name} must not know {other}");
        }
        read += 1;
    }
    assert!(read >= 10, "the manifests were found");
}

/// Every source file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder, "rs")
}

/// Every file below a folder whose name ends like this.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// The room of a family that a path from the root of its crate names first.
fn named_rooms(source: &str) -> impl Iterator<Item = &str> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = code.flat_map(|line| line.match_indices("crate::").map(move |(at, name)| &line[at + name.len()..]));
    let without_family =
        paths.map(|path| path.strip_prefix("shift::").or(path.strip_prefix("reverse::")).unwrap_or(path));
    without_family.map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
}

#[test]
fn rules_stand_below_theory_and_search() {
    let mut read = 0;
    for family in ["shifting/src/shift", "shifting/src/reverse", "tiles/src", "clobber/src", "chinese/src"] {
        let root = crates().join(format!("saltus-{family}"));
        for room in ["rules", "notation"] {
            let mut files: Vec<PathBuf> =
                [root.join(room).with_extension("rs")].into_iter().filter(|file| file.exists()).collect();
            if root.join(room).is_dir() {
                files.extend(sources(&root.join(room)));
            }
            for file in files.iter().filter(|file| !file.to_string_lossy().contains("tests")) {
                let source = fs::read_to_string(file).expect("a readable source");
                for other in named_rooms(&source) {
                    assert!(!ABOVE_RULES.contains(&other), "{} must not know `{other}`", file.display());
                }
                read += 1;
            }
        }
    }
    assert!(read >= 12, "the sources were found");
}

/// Whether a line of a front end names the module of a family. Definitions are what lines mean, and no family's.
fn names_a_family(line: &str) -> bool {
    let is_named = |family: &&str| line.contains(&format!("saltus::{family}"));
    !line.trim_start().starts_with("//") && FAMILIES.iter().any(is_named)
}

/// Whether a line of JavaScript names a family: as a key, or where a literal or an expression has its word, but not within a sentence and not as a method of
/// arrays. An entry of the gallery is a list of lines, and `shift 3 3` is the board of who names none.
fn script_names_a_family(line: &str) -> bool {
    let line = line.trim_start();
    if ["//", "/*", "*", "{ id: "].iter().any(|start| line.starts_with(start)) {
        return false;
    }
    let code = line.replace("\"shift 3 3\"", "");
    FAMILIES.iter().map(|family| family.trim_end_matches("::")).any(|word| {
        code.match_indices(word).any(|(at, _)| {
            let (before, after) = (code[..at].chars().next_back(), code[at + word.len()..].chars().next());
            let is_whole = ![before, after].into_iter().flatten().any(|c| c.is_alphanumeric() || c == '_');
            is_whole && (after == Some(':') || !matches!(before, Some(' ' | '.')))
        })
    })
}

#[test]
fn front_ends_know_no_family() {
    let mut read = 0;
    for name in ["saltus-api", "saltus-cli", "saltus-python", "saltus-wasm", "saltus-web"] {
        for file in sources(&crates().join(name).join("src")) {
            let text = fs::read_to_string(&file).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let named = code.lines().find(|line| names_a_family(line));
            assert_eq!(named, None, "{}", file.display());
            read += 1;
        }
    }
    assert!(read > 80, "the sources were found");
    let scripts = files(&crates().join("saltus-web/assets"), "js");
    assert!(scripts.len() > 50, "the page was found");
    for file in scripts {
        for line in fs::read_to_string(&file).expect("a script").lines() {
            assert!(!script_names_a_family(line), "{}: {line}", file.display());
        }
    }
}

#[test]
fn planted_faults_are_found() {
    assert!(names_a_family("use saltus::tiles::{self, Tiles};") && !names_a_family("// saltus::tiles::Tiles"));
    for code in [
        "if (family === \"shift\")",
        "tiles: (line) => 1,",
        "/^(?:reverse|tiles) /",
        "open(`shift ${n}`)",
        "new RegExp('^clobber')",
    ] {
        assert!(script_names_a_family(code), "{code}");
    }
    for code in [
        "// tiles: moved",
        "  { id: \"one\", line: \"tiles 3x3\" },",
        "queue.shift()?.()",
        "way.reverse()",
        "const FIRST = \"shift 3 3\";",
    ] {
        assert!(!script_names_a_family(code), "{code}");
    }
    assert_eq!(named_rooms("use crate::search::x;\n// crate::closed\n").collect::<Vec<_>>(), ["search"]);
    assert_eq!(named_rooms("f(crate::shift::closed::y)").collect::<Vec<_>>(), ["closed"]);
    let manifest =
        "[package]\nname = \"a\"\n[dependencies]\nsaltus.workspace = true\n[dev-dependencies]\nsaltus-check = 1\n";
    assert_eq!(depends_on(manifest), ["saltus"]);
}

#[test]
fn files_go_one_way() {
    let mut read = 0;
    for name in ["saltus-core", "saltus-tiles", "saltus-chinese", "saltus-sweep", "saltus-cli"] {
        for file in sources(&crates().join(name).join("src")) {
            let path = file.strip_prefix(crates()).expect("a file of a crate").to_string_lossy().into_owned();
            let is_test = path.contains("tests") || path.ends_with("file_faults.rs");
            if is_test || OWN_FILES.iter().any(|own| path.starts_with(own)) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                assert!(!line.contains("std::fs") && !line.contains("use std::{fs"), "{path}: {line}");
            }
            read += 1;
        }
    }
    assert!(read > 100, "the sources were found");
}

/// The gate states how an answer is known: nothing else makes the proof of a record, or writes one of its words.
#[test]
fn the_gate_alone_says_proved() {
    let mut makers = Vec::new();
    for krate in fs::read_dir(crates()).expect("the crates") {
        for file in sources(&krate.expect("a crate").path().join("src")) {
            let text = fs::read_to_string(&file).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_meant = |line: &&str| {
                let line = line.trim_start();
                !line.starts_with("//") && (line.contains("Proof::new(") || line.contains("=> \"proved\""))
            };
            let path = file.strip_prefix(crates()).expect("a file of a crate").to_string_lossy().into_owned();
            makers.extend(code.lines().filter(is_meant).map(|line| (path.clone(), line.trim().to_owned())));
        }
    }
    // The checker has a type of the same name for sweeps.
    makers.retain(|(path, _)| !path.starts_with("saltus-check/"));
    let [word, proof] = &makers[..] else { panic!("{makers:?}") };
    assert!([word, proof].iter().all(|(path, _)| path == "saltus/src/gate/standing.rs"), "{makers:?}");
}
