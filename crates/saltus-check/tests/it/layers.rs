//! Which module of the checker may know which.

use std::fs;
use std::path::{Path, PathBuf};

/// Every source file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")).chain(below).collect()
}

/// Only the table of evidence looks theorems up, and what definitions and the calculus say of a family is its definition.
#[test]
fn nothing_below_knows_a_theorem() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut read = 0;
    for file in sources(&root) {
        let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let paths: Vec<&str> = code.flat_map(|line| line.split("crate::").skip(1)).collect();
        if !name.starts_with("theorems/") && name != "evidence.rs" && name != "lib.rs" {
            assert!(paths.iter().all(|path| !path.starts_with("theorems")), "{name} must not know theorems");
        }
        if name.starts_with("definition/") || name.starts_with("calculus/") {
            let line = |path: &&str| path.starts_with("families::Instance") || !path.starts_with("families");
            assert!(paths.iter().all(line), "{name} must not know a family");
        }
        read += 1;
    }
    assert!(read > 50, "the sources were found");
}
