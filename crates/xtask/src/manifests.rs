//! Tests: every crate has what a registry asks for, and the version is the same wherever it stands.

use crate::metadata::{self, list, text};
use crate::root;
use serde_json::Value;
use std::fs;

/// Slugs of <https://crates.io/category_slugs> that are in use here.
const CATEGORIES: [&str; 6] =
    ["algorithms", "command-line-utilities", "games", "mathematics", "visualization", "web-programming::http-server"];

#[test]
fn every_crate_can_be_published() {
    let ours = metadata::read().expect("cargo tells").ours;
    assert!(ours.len() >= 13, "the crates were found");
    let is_published = |package: &&Value| package["publish"].is_null();
    let names: Vec<&str> =
        ours.iter().filter(|package| !is_published(package)).map(|package| text(&package["name"])).collect();
    assert_eq!(
        names,
        ["saltus-adversary", "saltus-check-wasm", "saltus-python", "saltus-wasm", "xtask"],
        "what is no package"
    );
    for package in ours.iter().filter(is_published) {
        let name = text(&package["name"]);
        for field in ["description", "license", "repository", "rust_version"] {
            assert!(!text(&package[field]).is_empty(), "{name} has no {field}");
        }
        assert!(
            !list(&package["authors"]).map(text).any(str::is_empty) && list(&package["authors"]).count() > 0,
            "{name}"
        );
        let folder = root().join("crates").join(name);
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).is_file(), "{name} has no {file}");
        }
        let readme = fs::read_to_string(folder.join("README.md")).expect("readable");
        assert!(text(&package["readme"]) == "README.md" && readme.starts_with(&format!("# {name}\n")), "{name}");
        let keywords: Vec<&str> = list(&package["keywords"]).map(text).collect();
        let is_keyword = |word: &&str| word.len() <= 20 && word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
        assert!((1..=5).contains(&keywords.len()) && keywords.iter().all(is_keyword), "{name}: {keywords:?}");
        let categories: Vec<&str> = list(&package["categories"]).map(text).collect();
        assert!((1..=5).contains(&categories.len()), "{name}");
        assert!(categories.iter().all(|category| CATEGORIES.contains(category)), "{name}: {categories:?}");
        let documented = &package["metadata"]["docs"]["rs"];
        assert_eq!(documented["all-features"], true, "{name}");
    }
}

#[test]
fn the_version_is_one() {
    let version = env!("CARGO_PKG_VERSION");
    let has_line = |file: &str, line: &str| {
        let text = fs::read_to_string(root().join(file)).expect("readable");
        assert!(text.lines().any(|other| other == line), "{file} has no line `{line}`");
    };
    has_line("CITATION.cff", &format!("version: {version}"));
    has_line("CHANGELOG.md", &format!("## {version}"));
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("readable");
    let oldest = concat!("CI runs with Rust ", env!("CARGO_PKG_RUST_VERSION"), ", the oldest");
    assert!(fs::read_to_string(root().join("CONTRIBUTING.md")).expect("readable").contains(oldest), "{oldest}");
    for line in manifest.lines().filter(|line| line.contains("path = \"crates/")) {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}
