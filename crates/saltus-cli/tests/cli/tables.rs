//! Tables on disk: built, listed, verified, removed; locked, killed and spoilt.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::{PATIENCE, Run, finish, run_words, saltus, shell, signal, start};

const CORNER: &str = "tiles-4x4-v16-1.2.5.table";

/// Takes a second or more to build.
const LONG: &str = "tiles 5x5 1,2,6,7,11,12";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn tables(folder: &Path, line: &str) -> Run {
    let mut words = vec!["tables"];
    words.extend(line.split(' '));
    words.extend(["--cache-dir", folder.to_str().expect("text")]);
    run_words(&words)
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name().into_string().expect("text");
    let mut names: Vec<String> = fs::read_dir(folder).expect("a folder").map(name).collect();
    // Notes that tables were compared come when these are two seconds old.
    names.retain(|name| !name.ends_with(".compared"));
    names.sort();
    names
}

/// A builder of the table that takes long, at work.
fn builder(folder: &Path) -> Child {
    let words = ["tables", "build", LONG, "--threads", "1", "--cache-dir", folder.to_str().expect("text")];
    let child = start(saltus(words).stdout(Stdio::null()));
    let begun = Instant::now();
    while names(folder).is_empty() {
        assert!(begun.elapsed() < PATIENCE, "it never began");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_life_of_tables() {
    let folder = folder();
    let cache = folder.path().join("not/yet/there");
    assert_eq!((tables(&cache, "list").out, tables(&cache, "check").code), (String::new(), 0));
    let built = tables(&cache, "build tiles 4x4 1,2,5,6");
    let says = (0, &["tiles-4x4-v16-1.2.5.6.table: built, 58608 entries, 19.3 KiB"][..], "");
    assert_eq!((built.code, &built.lines()[..], &*built.err), says);
    assert_eq!(tables(&cache, "build tiles 4x4 2,5,6 vacancy=1").code, 0);
    // An image has the same table.
    let again = tables(&cache, "build tiles 4x4 11,12,15,16 vacancy=1");
    assert!(again.code == 0 && again.lines().iter().all(|line| line.contains(": is there already, ")), "{again:?}");
    let list = tables(&cache, "list");
    assert_eq!(
        list.lines(),
        [
            "tiles-4x4-v1-2.5.6.table             3792 entries     5.1 KiB  header ok",
            "tiles-4x4-v16-1.2.5.6.table         58608 entries    19.3 KiB  header ok"
        ]
    );
    let records = tables(&cache, "list --format json").records();
    for (record, name) in records.iter().zip(names(&cache)) {
        assert_eq!((record["table"].as_str(), record["status"].as_str()), (Some(&*name), Some("answered")));
        assert_eq!(record["bytes"].as_u64(), Some(fs::metadata(cache.join(name)).expect("there").len()));
    }
    let verified = tables(&cache, "check");
    assert_eq!(verified.code, 0);
    assert_eq!(
        verified.lines()[1],
        "verified: tiles-4x4-v16-1.2.5.6.table: 58608 entries, as they were computed again: admissible and exact"
    );
    let removed = tables(&cache, "remove tiles-4x4-v16-1.2.5.6.table");
    assert_eq!((removed.code, &*removed.out), (0, "tiles-4x4-v16-1.2.5.6.table: removed\n"));
    assert_eq!(names(&cache), ["tiles-4x4-v1-2.5.6.table"]);
    fs::write(cache.join("note"), "not a table").expect("written");
    assert_eq!(tables(&cache, "remove --all --format json").record()["removed"], true);
    assert_eq!(names(&cache), ["note"]);
}

#[test]
fn what_is_asked_for_badly() {
    let folder = folder();
    let cache = folder.path();
    for (line, code, said) in [
        ("build tiles 4x4", 65, "one word belongs after the board: 7-8, or goal cells such as 1,2,3"),
        ("build tiles 4x4 1,16", 65, "column 13: \"16\" is the goal cell of the vacancy"),
        ("build shift 3 3", 65, "column 1: \"shift\" has no tables"),
        ("build", 2, "required"),
        ("remove", 2, "required"),
        ("build tiles 5x5 1,2,3,4,5,6,7,8", 21, "it needs about 40.6 GiB, more than the memory limit"),
        (
            "build tiles 4x4 7-8 --memory-limit 500M",
            21,
            "tiles-4x4-v16-1.2.3.4.5.6.7.8.table: it needs about 686.3 MiB",
        ),
        ("build tiles 4x8 1,2,3,4,5,6,7,8", 21, "more than the memory limit"),
        ("check tiles-4x4-v16-1.2.5.table", 65, "there is no such table"),
        ("check nothing", 65, "there is no such table"),
        ("remove ../nothing", 65, "there is no such table"),
    ] {
        let run = tables(cache, line);
        assert!(run.code == code && run.err.contains(said) && run.out.is_empty(), "{line}: {run:?}");
    }
    assert_eq!(names(cache), [""; 0], "nothing was begun");
    let nowhere = run_words(&["tables", "list"]);
    assert!(nowhere.code == 2 && nowhere.err.contains("there is no folder for tables"), "{nowhere:?}");
    // A file in place of the folder.
    let file = cache.join("file");
    fs::write(&file, "").expect("written");
    for line in ["build tiles 3x3 1,2", "list", "check", "remove --all"] {
        let run = tables(&file, line);
        assert!(run.code == 74 && run.err.contains("failed: "), "{line}: {run:?}");
    }
}

#[test]
fn the_folder_is_found_by_convention() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    let asked = |set: &[(&str, &Path)], flag: Option<&Path>| {
        let mut command = saltus(["tables", "build", "tiles 3x3 1,2"]);
        command.envs(set.iter().copied());
        command.args(flag.iter().flat_map(|flag| [Path::new("--cache-dir"), flag]));
        finish(start(&mut command)).code
    };
    let (home, xdg, own, flag) = (place("home"), place("xdg"), place("own"), place("flag"));
    let nothing = Path::new("");
    assert_eq!(asked(&[("HOME", &home), ("SALTUS_CACHE_DIR", nothing), ("XDG_CACHE_HOME", nothing)], None), 0);
    assert_eq!(names(folder.path()), ["home"]);
    assert_eq!(names(&home.join(".cache/saltus")).len(), 1);
    assert_eq!(asked(&[("HOME", &home), ("XDG_CACHE_HOME", &xdg)], None), 0);
    assert_eq!(names(&xdg.join("saltus")).len(), 1);
    assert_eq!(asked(&[("HOME", &home), ("XDG_CACHE_HOME", &xdg), ("SALTUS_CACHE_DIR", &own)], None), 0);
    assert_eq!(names(&own).len(), 1);
    assert_eq!(asked(&[("SALTUS_CACHE_DIR", &own)], Some(&flag)), 0);
    assert_eq!(names(&flag).len(), 1);
    assert_eq!(asked(&[("HOME", nothing), ("XDG_CACHE_HOME", Path::new("relative"))], None), 2);
}

#[test]
fn a_spoilt_table_is_found_and_built_anew() {
    let folder = folder();
    let (cache, file) = (folder.path(), folder.path().join(CORNER));
    assert_eq!(tables(cache, "build tiles 4x4 1,2,5").code, 0);
    let whole = fs::read(&file).expect("there");
    let mut spoilt = whole.clone();
    spoilt[300] ^= 4;
    fs::write(&file, &spoilt).expect("written");
    let verified = tables(cache, "check");
    assert_eq!(verified.code, 76);
    assert!(verified.out.starts_with(&format!("refuted: {CORNER}: the entries: their checksum is ")), "{verified:?}");
    let record = tables(cache, "check --format json").record();
    assert_eq!((record["table"].as_str(), record["status"].as_str()), (Some(CORNER), Some("refuted")));
    fs::write(&file, &whole[..100]).expect("written");
    let list = tables(cache, "list");
    assert!(
        list.code == 0 && list.out.starts_with(&format!("{CORNER}  line 7: the file ends within its header")),
        "{list:?}"
    );
    let built = tables(cache, "build tiles 4x4 1,2,5");
    assert!(
        built.code == 0 && built.err.contains("the file ends within its header; the table is built anew"),
        "{built:?}"
    );
    assert_eq!(fs::read(&file).expect("there"), whole);
    // A table under the name of another.
    fs::copy(&file, cache.join("tiles-4x4-v16-1.2.6.table")).expect("copied");
    fs::write(cache.join("my.table"), "").expect("written");
    let verified = tables(cache, "check");
    assert_eq!(verified.code, 76);
    let lines = verified.lines();
    assert_eq!(lines[0], "refuted: my.table: its name: no table is called that");
    assert!(lines[1].starts_with(&format!("verified: {CORNER}: ")));
    assert_eq!(lines[2], "refuted: tiles-4x4-v16-1.2.6.table: line 4: this is the table of another pattern");
}

/// A table whose checksums are right and whose values are not.
#[test]
fn a_forged_table_is_refuted() {
    let folder = folder();
    let (cache, file) = (folder.path(), folder.path().join("tiles-1x3-v3-1.table"));
    assert_eq!(tables(cache, "build tiles 1x3 1").code, 0);
    // A bit is wrong, and the checksums are those of what is written.
    let payload: Vec<u8> = [&[2][..], &[0; 31]].concat();
    let sum = "5778f985db754c6628691f56fadae50c65fddbe8eb2e93039633fefa05d45e31";
    let header = format!(
        "saltus table 3\nboard 1x3\nvacancy 3\npattern 1\nentries 4\nbytes 00000000000000000032\npayload 21cf58b8\nsha256 {sum}\ncode 2\nheader ae423de6\n"
    );
    fs::write(&file, [header.as_bytes(), &payload].concat()).expect("written");
    let run = tables(cache, "check tiles-1x3-v3-1.table");
    assert_eq!(run.code, 76);
    assert!(tables(cache, "list").out.ends_with("  header ok\n"), "it has only been glanced at");
    assert_eq!(run.out, "refuted: tiles-1x3-v3-1.table: byte 1 of the entries: it is wrong\n");
}

#[test]
fn two_builders_do_not_do_the_same() {
    let folder = folder();
    let cache = folder.path();
    // This test stands for the other process.
    let part = File::create(cache.join(format!("{CORNER}.part"))).expect("made");
    part.lock().expect("nobody has it");
    let refused = tables(cache, "build tiles 4x4 1,2,5");
    assert!(refused.code == 75 && refused.err.contains("another process is building this table"), "{refused:?}");
    assert_eq!(tables(cache, "build tiles 4x4 1,2,5 --wait --timeout 200ms").code, 20);
    assert_eq!(tables(cache, "remove --all").code, 0);
    assert_eq!(names(cache), [format!("{CORNER}.part")], "it is in use");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| tables(cache, "build tiles 4x4 1,2,5 --wait"));
        thread::sleep(Duration::from_millis(200));
        assert!(!waiting.is_finished());
        drop(part);
        assert_eq!(waiting.join().expect("no panic").code, 0);
    });
    assert_eq!(names(cache), [CORNER]);
}

#[test]
fn whoever_is_ended_leaves_no_mess() {
    let folder = folder();
    let cache = folder.path();
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let child = builder(cache);
        signal(child.id(), name);
        assert_eq!(finish(child).code, code);
        assert_eq!(names(cache), [""; 0], "{name}");
    }
    let child = builder(cache);
    signal(child.id(), "KILL");
    assert_eq!(finish(child).code, 137);
    let left = names(cache);
    assert!(left.len() == 1 && left[0].ends_with(".table.part"), "{left:?}");
    // The next one cleans up, whatever it builds.
    assert_eq!(tables(cache, "build tiles 4x4 1,2,5").code, 0);
    assert_eq!(names(cache), [CORNER]);
}

#[test]
fn a_disk_without_room_is_reported() {
    let folder = folder();
    let cache = folder.path().display();
    let run = shell(&format!("ulimit -f 1000; \"$0\" tables build tiles 4x4 1,2,5,6,9,10 --cache-dir {cache}"));
    assert!(run.code == 74 && run.err.contains("writing failed: "), "{run:?}");
    assert_eq!(names(folder.path()), [""; 0]);
}
