//! Certificates of format 2: the examples of the other program that reads them, and that of the page.

use saltus_check::{Limits, Outcome, check};
use std::fs;
use std::path::Path;

fn outcome(file: &Path) -> Outcome {
    check(&fs::read(file).unwrap(), &Limits::default())
}

/// What the other program verifies is verified; what it refutes is not.
#[test]
fn examples_of_the_kernel() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../kernel/examples"));
    let expected = fs::read_to_string(folder.join("expected.txt")).unwrap();
    let (mut verified, mut refuted) = (0, 0);
    for line in expected.lines() {
        let (name, said) = line.split_once(": ").unwrap();
        let kind = name.split('.').next_back().unwrap();
        let outcome = outcome(&folder.join(name)).to_string();
        // After that comes the evidence, in words of each program.
        let claim = said.split(" by ").next().unwrap();
        if kind == "cert" {
            assert!(outcome.starts_with(&format!("{claim} by ")), "{name}: {outcome}");
            verified += 1;
        } else if kind == "bad" {
            assert!(outcome.starts_with("REFUTED "), "{name}: {outcome}");
            refuted += 1;
        }
    }
    assert!(verified > 20 && refuted > 20, "{verified} and {refuted}");
    let files = fs::read_dir(folder).unwrap().count();
    assert_eq!(files, expected.lines().count() + 1, "an example has no line in expected.txt");
}

/// The first block of the page.
#[test]
fn the_example_of_the_page() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/calculus.md")).unwrap();
    let block = page.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| line.starts_with("    "));
    let example: String = block.flat_map(|line| [&line[4..], "\n"]).collect();
    let outcome = check(example.as_bytes(), &Limits::default()).to_string();
    assert!(outcome.starts_with("VERIFIED at-least 15 rules sha256:"), "{outcome}");
}
