//! `solve --cert`: where certificates go, and that the checker takes every one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::support::{Run, run, run_with, run_words, shell};

fn certify(puzzle: &str, file: &Path) -> Run {
    run_words(&["solve", puzzle, "--cert", file.to_str().expect("text")])
}

fn verify(file: &Path) -> Run {
    run_words(&["check", file.to_str().expect("text")])
}

#[test]
fn every_proved_answer_has_its_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c");
    for (puzzle, claim) in [
        ("shift 3 3", "optimal 15"),
        ("shift 3 3 first=w", "optimal 15"),
        ("shift 3 2 moves=back", "optimal 11"),
        ("shift 3 2 moves=all", "optimal 11"),
        ("shift 0 4", "optimal 4"),
        ("shift 4 0 moves=all", "optimal 2"),
        ("shift 0 0", "optimal 0"),
        ("shift 1000000000000000000000 7", "optimal 8000000000000000000007"),
        ("shift bwb_w", "optimal 6"),
        ("shift bb_ww to bbw_w", "optimal 1"),
        ("shift bb_ww to b_bww moves=back", "optimal 1"),
        ("shift _b to b_", "unsolvable"),
        ("reverse 4", "optimal 10"),
        ("reverse 2 1 _ 3", "optimal "),
    ] {
        let solved = certify(puzzle, &file);
        assert!(matches!(solved.code, 0 | 10) && solved.err.is_empty(), "{puzzle}: {solved:?}");
        let verified = verify(&file);
        assert_eq!(verified.code, 0, "{puzzle}: {verified:?}");
        assert!(verified.out.starts_with(&format!("verified: {claim}")), "{puzzle}: {}", verified.out);
    }
}

#[test]
fn places_that_cannot_be_written() {
    for (file, why) in [("/nonexistent/x", "No such file"), ("/dev/full", "No space left"), ("/proc/x", "/proc/x: ")] {
        let run = certify("shift 3 3", Path::new(file));
        assert_eq!(run.code, 74, "{file}: {run:?}");
        assert!(run.err.contains(why), "{file}: {}", run.err);
        assert!(run.out.starts_with("shift 3 3: 15 moves"), "the answer is there all the same");
    }
    assert_eq!(certify("shift 3 3", Path::new(".")).code, 74);
}

#[test]
fn nothing_is_left_behind_when_writing_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    let puzzle = "reverse 4 1 6 3 2 _ 5";
    let run = shell(&format!("cd {path}; ulimit -f 0; \"$0\" solve {puzzle} --cert c >/dev/null"));
    assert_eq!(run.code, 74, "{run:?}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn standard_output_as_the_place() {
    let alone = run("solve shift 3 3 --cert -");
    assert!(alone.out.starts_with("saltus certificate 1\n") && alone.out.ends_with("\nend\n"), "{}", alone.out);
    assert_eq!(run_with("check", alone.out.as_bytes()).out, "verified: optimal 15 shift 3 3 by potential forward\n");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    for redirection in ["| cat", ">f; cat f", ">>f; cat f"] {
        let run = shell(&format!("cd {path}; rm -f f; \"$0\" solve shift 3 3 --cert /dev/stdout {redirection}"));
        assert!(
            run.out.starts_with("shift 3 3: 15 moves") && run.out.ends_with(&alone.out),
            "{redirection}: {}",
            run.out
        );
    }
}

#[test]
fn a_link_stays_a_link_and_a_file_is_replaced_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "x".repeat(100_000)).expect("written");
    symlink(&file, &link).expect("a link");
    assert_eq!(certify("shift 3 3", &link).code, 0);
    assert!(link.is_symlink());
    assert_eq!(verify(&file).code, 0);
}

#[test]
fn no_answer_no_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c");
    let line = format!("solve {} --node-limit 10 --cert {}", crate::support::HARD, file.display());
    let run = run(&line);
    assert_eq!(run.code, 22);
    assert!(run.err.contains("no certificate") && !file.exists(), "{}", run.err);
}

#[test]
fn whoever_closes_the_pipe_still_gets_the_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("c");
    shell(&format!("\"$0\" solve shift 500 500 --format moves --cert {} | head -n 1", file.display()));
    // The shell waits only for `head`, in principle.
    let waited = (0..6000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(if file.exists() { 0 } else { 100 }));
        file.exists()
    });
    assert!(waited && verify(&file).code == 0);
}

/// The tutorial's sentence about the word *proved*: the checker has read the certificate in the same run, or the line says that it has not.
#[test]
fn what_is_called_proved_is_checked_or_says_so() {
    let classics = concat!(env!("CARGO_MANIFEST_DIR"), "/../saltus-rules/classics");
    let files = std::fs::read_dir(classics).expect("the classics").map(|file| file.expect("a file").path());
    let mut names: Vec<String> = files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    let records = run_with("solve --in - --format json --node-limit 3000", names.join("\n").as_bytes()).records();
    assert!(names.len() >= 76 && records.len() == names.len());
    let mut met = [0, 0];
    for (name, record) in names.iter().zip(&records) {
        let text = run(&format!("solve {name} --node-limit 3000"));
        let Some(proved) = text.lines().into_iter().find(|line| line.starts_with("proved: ")) else {
            assert_ne!(record["proof"]["label"], "proved", "{name}: {text:?}");
            continue;
        };
        let checked = record["proof"]["checked"] == true;
        assert_eq!(record["proof"]["label"], "proved", "{name}");
        assert_eq!(proved.ends_with("] (certificate not yet checked: --check)"), !checked, "{name}: {proved}");
        met[usize::from(checked)] += 1;
        if !checked && met[0] == 1 {
            let text = run(&format!("solve {name} --node-limit 100000 --check")).out;
            assert!(text.contains("\nproved: ") && !text.contains("not yet checked"), "{name}: {text}");
        }
    }
    assert!(met.iter().all(|&count| count > 5), "{met:?}");
}
