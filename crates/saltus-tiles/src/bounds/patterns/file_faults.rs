//! Files of tables, complete and damaged, and processes that build them at the same time.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

use super::Pattern;
use super::build::TableShape;
use super::cache;
use super::file::{check, read, summary, write};
use super::naive::patterns;
use super::store;
use super::table::Table;
use crate::rules::Instance;
use saltus_core::limits::{Limits, Observer, Stop};
use saltus_core::registry::Registry;
use saltus_core::store::{Fault, Lease, Note, Trouble};

/// A folder of a test, removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("saltus-tables-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).expect("a folder of its own");
        Folder(folder)
    }

    fn names(&self) -> Vec<String> {
        let name =
            |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name().into_string().expect("text");
        let mut names: Vec<String> = fs::read_dir(&self.0).expect("a folder").map(name).collect();
        // Notes that checksums were compared come when the files are two seconds old.
        names.retain(|name| !name.ends_with(".compared"));
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Hears everything.
#[derive(Default)]
struct Ear {
    remarks: Mutex<Vec<String>>,
    unfinished: Mutex<Vec<Option<PathBuf>>>,
}

impl Observer for Ear {
    fn remark(&self, what: &str) {
        self.remarks.lock().expect("no panic").push(what.to_owned());
    }
    fn unfinished(&self, file: Option<&Path>) {
        self.unfinished.lock().expect("no panic").push(file.map(Path::to_owned));
    }
}

fn none() -> Limits<'static> {
    Limits { threads: 2, ..Limits::default() }
}

/// A table in a folder, and its file.
struct Kept {
    folder: Folder,
    shape: Arc<TableShape>,
    pattern: Pattern,
    table: Table,
    path: PathBuf,
    bytes: Vec<u8>,
}

fn put(claim: Lease<'_>, shape: &TableShape, table: &Table) -> Result<(), Fault> {
    write(claim, shape, table, &none())
}

fn kept(pattern: &Pattern) -> Kept {
    let (folder, shape) = (Folder::new(), store::shape(pattern, &none()));
    let table = Table::build(&shape, pattern, &none()).expect("no limit");
    put(cache::claim(&folder.0, pattern, &none()).expect("free"), &shape, &table).expect("written");
    let path = cache::place(&folder.0, pattern);
    let bytes = fs::read(&path).expect("it is there");
    Kept { folder, shape, pattern: pattern.clone(), table, path, bytes }
}

fn small() -> Kept {
    kept(&Pattern::new(2, 3, 5, &[0, 1]))
}

impl Kept {
    /// The result of the file, read in every way.
    fn faults(&self) -> Vec<Fault> {
        let Kept { shape, pattern, path, .. } = self;
        let ways = [read(path, shape, pattern).err(), check(path, shape, pattern, &none()).err()];
        ways.into_iter().flatten().collect()
    }

    /// The one sentence in which all ways agree that other bytes in its place are no good.
    #[track_caller]
    fn refused(&self, bytes: &[u8]) -> String {
        fs::write(&self.path, bytes).expect("written");
        let faults = self.faults();
        assert_eq!(faults.len(), 2, "{faults:?}");
        let said: Vec<String> = faults.iter().map(Fault::to_string).collect();
        let is_no_good = |fault: &Fault| matches!(fault.trouble, Trouble::Corrupt { .. } | Trouble::Outdated { .. });
        assert!(faults.iter().all(is_no_good), "{faults:?}");
        assert!(said.iter().all(|other| *other == said[0]), "{said:?}");
        let sentence = said[0].strip_prefix(&format!("{}: ", self.path.display())).expect("the file is named first");
        sentence.to_owned()
    }

    /// The file with another line (counted from 1) and checksums that fit.
    fn with_line(&self, number: usize, line: &str) -> Vec<u8> {
        let end = self.bytes.windows(7).position(|bytes| bytes == b"header ").expect("a header");
        let text = std::str::from_utf8(&self.bytes[..end]).expect("text");
        let replaced =
            |(at, old): (usize, &str)| format!("{}\n", if at + 1 == number { line.to_owned() } else { old.to_owned() });
        let header: String = text.lines().enumerate().map(replaced).collect();
        let sum = saltus_core::checksum::hash(header.as_bytes());
        [header.as_bytes(), format!("header {sum:08x}\n").as_bytes(), self.table.bytes()].concat()
    }
}

/// The note that the checksum was compared holds until the file changes; where it says anything else it does no harm.
#[test]
fn a_checksum_is_compared_again_when_the_file_changes() {
    let file = small();
    let note = Note::place(&file.path);
    let write_at = |bytes: &[u8], seconds: u64| {
        fs::write(&file.path, bytes).expect("written");
        let handle = fs::File::options().write(true).open(&file.path).expect("it is there");
        handle.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).expect("its time is set");
    };
    let is_whole = || {
        let read = read(&file.path, &file.shape, &file.pattern);
        read.map(|(_, note)| note.map(Note::write)).is_ok()
    };
    let mut damaged = file.bytes.clone();
    *damaged.last_mut().expect("an entry") ^= 1;
    write_at(&damaged, 1_000);
    assert!(!is_whole() && !note.exists());
    write_at(&file.bytes, 1_000);
    assert!(is_whole() && is_whole());
    let said = fs::read_to_string(&note).expect("it was compared");
    assert!(said.starts_with("1000000000000 "), "{said}");
    write_at(&damaged, 1_001);
    assert!(!is_whole());
    write_at(&file.bytes, 1_001);
    assert!(is_whole() && fs::read_to_string(&note).expect("it was compared") != said);
    fs::write(&note, said).expect("written");
    assert!(is_whole());
    fs::remove_file(&note).expect("it is there");
    // A folder of its name: no note can be written.
    fs::create_dir(&note).expect("made");
    assert!(is_whole());
    write_at(&damaged, 1_001);
    assert!(!is_whole());
}

#[test]
fn the_file_is_as_the_format_says() {
    let file = kept(&Pattern::new(1, 3, 2, &[0]));
    assert_eq!(file.folder.names(), ["tiles-1x3-v3-1.table"]);
    let sum = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    let header = format!(
        "saltus table 3\nboard 1x3\nvacancy 3\npattern 1\nentries 4\nbytes 00000000000000000032\npayload 190a55ad\nsha256 {sum}\ncode 2\nheader 2f8c3393\n"
    );
    assert_eq!(file.bytes, [header.as_bytes(), &[0; 32]].concat());
    // And the example of the page.
    let (page, file) = (include_str!("../../../../../docs/tables.md"), small());
    let header = std::str::from_utf8(&file.bytes[..file.bytes.len() - file.table.bytes().len()]).expect("text");
    let block = header.lines().map(|line| format!("    {line}\n")).collect::<Vec<_>>().concat();
    assert!(page.contains(&block), "{block}");
}

#[test]
fn what_is_written_is_read() {
    for pattern in patterns().iter().step_by(7).filter(|pattern| pattern.canonical().0 == **pattern) {
        let file = kept(pattern);
        let Kept { shape, path, table, .. } = &file;
        assert_eq!(read(path, shape, pattern).expect("whole").0.bytes(), table.bytes());
        assert_eq!(check(path, shape, pattern, &none()).expect("whole"), summary(path, pattern).expect("whole"));
        assert_eq!(file.folder.names(), [cache::name(pattern)]);
        assert_eq!(cache::pattern(&cache::name(pattern)).as_ref(), Some(pattern));
    }
}

#[test]
fn a_file_that_ends_early_is_refused() {
    let file = small();
    let header = file.bytes.len() - file.table.bytes().len();
    for length in 0..file.bytes.len() {
        let said = file.refused(&file.bytes[..length]);
        if length >= header {
            assert!(said.starts_with(&format!("byte {}: the file ends here", length + 1)), "{said}");
        } else {
            assert!(said.starts_with("line "), "{said}");
        }
    }
    assert_eq!(file.refused(&[]), "line 1: the file is empty");
    let longer = [&file.bytes[..], b"\n"].concat();
    assert_eq!(
        file.refused(&longer),
        format!("byte {}: the file goes on here, although its {} bytes are over", longer.len(), file.bytes.len())
    );
}

#[test]
fn every_flipped_bit_is_found() {
    let file = small();
    let header = file.bytes.len() - file.table.bytes().len();
    for bit in 0..8 * file.bytes.len() {
        let mut bytes = file.bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let said = file.refused(&bytes);
        assert_eq!(said.starts_with("the entries: "), bit / 8 >= header, "{said}");
        assert_eq!(summary(&file.path, &file.pattern).is_err(), bit / 8 < header);
    }
    // Whole again.
    fs::write(&file.path, &file.bytes).expect("written");
    assert!(file.faults().is_empty());
}

#[test]
fn other_versions_are_told_apart() {
    let file = small();
    let said = |version: &str| file.refused(&file.with_line(1, &format!("saltus table {version}")));
    let outdated = || file.faults().iter().all(|fault| matches!(fault.trouble, Trouble::Outdated { .. }));
    assert!(said("4").contains("version 4 of the format, newer than version 3"), "{}", said("4"));
    assert!(!outdated());
    assert!(said("2").contains("version 2 of the format, older than version 3"), "{}", said("2"));
    assert!(outdated());
    for no_table in ["", "x", "-1", "01 ", "1 1"] {
        assert_eq!(said(no_table), "line 1: this is no table: a table begins with \"saltus table 3\"");
    }
    assert!(file.refused(b"saltus certificate 1\n").starts_with("line 1: this is no table"));
    // What another version of the code has computed is not relied on.
    let said = file.refused(&file.with_line(9, "code 1"));
    assert_eq!(said, "line 9: version 1 of the code computed this table, and the program has version 2");
    assert!(outdated());
}

#[test]
fn lines_that_break_a_rule_are_named() {
    let file = small();
    for (number, line) in [
        (1, "saltus table 03"),
        (2, "board 2x03"),
        (2, "board 0x3"),
        (2, "board 6x6"),
        (2, "board 18446744073709551615x2"),
        (2, "board 2"),
        (2, "bord 2x3"),
        (3, "vacancy 0"),
        (3, "vacancy 7"),
        (3, "vacancy 06"),
        (3, "vacancy +6"),
        (4, "pattern 2 1"),
        (4, "pattern 1 1"),
        (4, "pattern 1  2"),
        (4, "pattern 1 2 "),
        (4, "pattern 1 7"),
        (4, "pattern 1 6"),
        (5, "entries 99999999999999999999"),
        (5, "entries -1"),
        (6, "bytes 1"),
        (7, "payload 0"),
        (7, "payload +1234567"),
        (7, "payload xyzxyzxy"),
        (8, "sha256 0"),
        (8, "sha256 xyzxyzxy"),
        (9, "code 01"),
        (9, "code"),
    ] {
        let said = file.refused(&file.with_line(number, line));
        assert!(said.starts_with(&format!("line {number}: ")), "{line}: {said}");
    }
    let many = file.with_line(4, &format!("pattern{}", " 1".repeat(40_000)));
    assert_eq!(file.refused(&many), "line 4: the line is too long");
    // The CRC-32 alone is soon forged, and alone compared when a search maps the file.
    let sum = "0".repeat(64);
    fs::write(&file.path, file.with_line(8, &format!("sha256 {sum}"))).expect("written");
    let faults = file.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].to_string().ends_with("the entries: their SHA-256 is not what line 8 says"), "{faults:?}");
}

#[test]
fn the_table_of_something_else_is_refused() {
    let file = kept(&Pattern::new(2, 3, 5, &[0, 1, 4]));
    let other = |pattern: &Pattern| file.refused(&kept(pattern).bytes);
    assert_eq!(other(&Pattern::new(3, 2, 5, &[0, 1, 4])), "line 2: this is a table for 3x2 cells");
    assert_eq!(other(&Pattern::new(2, 3, 5, &[0, 1, 3])), "line 4: this is the table of another pattern");
    // The vacancy at home on the other side of the wall.
    assert_eq!(
        other(&Pattern::new(2, 3, 3, &[0, 1, 4])),
        "line 3: this is the table for a goal with the vacancy elsewhere"
    );
    // The header of this one before the entries of another.
    let shorter = kept(&Pattern::new(2, 3, 5, &[0, 1]));
    let header = file.with_line(5, &format!("entries {}", shorter.shape.entries()));
    assert_eq!(file.refused(&header), format!("line 5: a table of this pattern has {} entries", file.shape.entries()));
}

#[test]
fn what_is_no_file_is_refused() {
    let file = small();
    fs::remove_file(&file.path).expect("removed");
    assert!(file.faults().iter().all(|fault| matches!(fault.trouble, Trouble::Missing(_))));
    fs::create_dir(&file.path).expect("a folder");
    for fault in file.faults() {
        assert!(fault.to_string().ends_with("in place of a table: there is a folder"), "{fault}");
    }
    fs::remove_dir(&file.path).expect("removed");
    let Kept { folder, shape, pattern, table, .. } = &file;
    // A file instead of the folder.
    let place = folder.0.join("file");
    fs::write(&place, "").expect("written");
    let fault = read(&cache::place(&place, pattern), shape, pattern).map(drop).expect_err("no folder");
    assert!(matches!(fault.trouble, Trouble::System { doing: "reading", .. }), "{fault}");
    let fault = cache::claim(&place, pattern, &none()).err().expect("no folder");
    assert!(matches!(fault.trouble, Trouble::System { .. }), "{fault}");
    // A folder instead of the file under construction, or of the table.
    let part = folder.0.join(format!("{}.part", cache::name(pattern)));
    fs::create_dir(&part).expect("a folder");
    assert!(matches!(cache::claim(&folder.0, pattern, &none()), Err(Fault { trouble: Trouble::System { .. }, .. })));
    cache::sweep(&folder.0).expect("it is left alone");
    fs::remove_dir(&part).expect("still there");
    fs::create_dir(&file.path).expect("a folder");
    let fault = put(cache::claim(&folder.0, pattern, &none()).expect("free"), shape, table)
        .expect_err("a folder is in the way");
    assert!(matches!(fault.trouble, Trouble::System { doing: "renaming", .. }), "{fault}");
    assert_eq!(folder.names(), ["file", &cache::name(pattern)], "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn links_and_devices() {
    use std::os::unix::fs::symlink;
    let file = small();
    let elsewhere = Folder::new();
    let other = elsewhere.0.join("moved");
    fs::rename(&file.path, &other).expect("moved");
    symlink(&other, &file.path).expect("a link");
    assert!(file.faults().is_empty(), "a link to a table is as good as the table");
    // What is written replaces the link, not what it leads to.
    fs::write(&other, "something else").expect("written");
    put(cache::claim(&file.folder.0, &file.pattern, &none()).expect("free"), &file.shape, &file.table)
        .expect("written");
    assert_eq!(fs::read(&other).expect("still there"), b"something else");
    assert!(file.faults().is_empty());
    fs::remove_file(&file.path).expect("removed");
    symlink(elsewhere.0.join("nothing"), &file.path).expect("a link");
    assert!(file.faults().iter().all(|fault| matches!(fault.trouble, Trouble::Missing(_))));
    fs::remove_file(&file.path).expect("removed");
    symlink("/dev/zero", &file.path).expect("a link");
    for fault in file.faults() {
        assert!(fault.to_string().ends_with("in place of a table: there is no regular file"), "{fault}");
    }
    // A link never makes the program write through it.
    symlink(&other, file.folder.0.join(format!("{}.part", cache::name(&file.pattern)))).expect("a link");
    assert!(cache::claim(&file.folder.0, &file.pattern, &none()).is_err());
    assert_eq!(fs::read(&other).expect("still there"), b"something else");
}

#[test]
fn one_builder_at_a_time() {
    let Kept { folder, shape, pattern, table, .. } = small();
    let other = Pattern::new(2, 3, 5, &[0]);
    let claim = cache::claim(&folder.0, &pattern, &none()).expect("free");
    let refused = cache::claim(&folder.0, &pattern, &none()).err().expect("taken");
    assert!(matches!(refused.trouble, Trouble::Locked(_)));
    assert!(refused.to_string().ends_with("another process is building this table"));
    drop(cache::claim(&folder.0, &other, &none()).expect("another table is free"));
    // A waiting builder notices that the table is no longer wanted.
    let cancel = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&cancel), ..none() };
    let given_up = cache::wait(&folder.0, &pattern, &cancelled).err().expect("taken");
    assert!(matches!(given_up.trouble, Trouble::Stop(Stop::Cancelled)));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| cache::wait(&folder.0, &pattern, &none()).map(drop));
        put(claim, &shape, &table).expect("written");
        waiting.join().expect("no panic").expect("it is free in the end");
    });
    assert_eq!(folder.names(), [cache::name(&pattern)], "nothing is left behind");
}

#[test]
fn many_builders_leave_one_table() {
    let Kept { folder, shape, pattern, table, path, bytes } = small();
    fs::remove_file(&path).expect("removed");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    put(cache::wait(&folder.0, &pattern, &none()).expect("in the end"), &shape, &table)
                        .expect("written");
                    cache::sweep(&folder.0).expect("swept");
                    read(&path, &shape, &pattern).expect("always whole");
                }
            });
        }
    });
    assert_eq!((folder.names(), fs::read(&path).expect("there")), (vec![cache::name(&pattern)], bytes));
}

#[test]
fn leftovers_are_swept_and_work_is_not() {
    let Kept { folder, shape, pattern, table, .. } = small();
    let other = Pattern::new(2, 3, 5, &[0]);
    let part = |pattern: &Pattern| format!("{}.part", cache::name(pattern));
    // A builder was killed: its file is there, its lock is gone.
    fs::write(folder.0.join(part(&other)), "half a table").expect("written");
    fs::write(folder.0.join(part(&pattern)), "half a table, and longer than the whole one".repeat(100))
        .expect("written");
    fs::write(folder.0.join("note.part"), "not ours").expect("written");
    let claim = cache::claim(&folder.0, &pattern, &none()).expect("nobody has it");
    cache::sweep(&folder.0).expect("swept");
    assert_eq!(folder.names(), ["note.part".into(), cache::name(&pattern), part(&pattern)]);
    put(claim, &shape, &table).expect("written");
    assert_eq!(folder.names(), ["note.part".into(), cache::name(&pattern)]);
    let tables = Registry::new().with::<Instance>();
    assert_eq!(tables.table_names(&folder.0).expect("a folder"), [cache::name(&pattern)]);
    assert_eq!(tables.table_names(&folder.0.join("nothing")).expect("no folder, no tables"), [""; 0]);
}

#[test]
fn whoever_is_stopped_leaves_nothing() {
    let Kept { folder, shape, pattern, table, path, .. } = small();
    fs::remove_file(&path).expect("removed");
    let (cancel, ear) = (AtomicBool::new(true), Ear::default());
    let limits = Limits { cancel: Some(&cancel), observer: Some(&ear), ..none() };
    let claim = cache::claim(&folder.0, &pattern, &limits).expect("free");
    let part = folder.0.join(format!("{}.part", cache::name(&pattern)));
    assert!(part.exists());
    let stopped = write(claim, &shape, &table, &limits).expect_err("somebody asked to stop");
    assert!(matches!(stopped.trouble, Trouble::Stop(Stop::Cancelled)));
    assert_eq!(folder.names(), [""; 0]);
    let heard = ear.unfinished.into_inner().expect("no panic");
    assert_eq!((heard.first(), heard.last()), (Some(&Some(part)), Some(&None)));
}

mod search {
    //! What a search does with the folder.

    use super::*;
    use std::collections::BTreeSet;

    use crate::bounds::patterns::store::{self, made};
    use crate::search::ida::schedule;
    use crate::search::ida::views::PatternViews;
    use crate::search::space::Space;
    use saltus_core::board::Board;
    use saltus_core::random::Random;

    fn same(file: &Kept, table: &Table) -> bool {
        table.bytes() == file.table.bytes()
    }

    #[test]
    fn large_tables_are_kept_and_read() {
        let file = small();
        let ear = Ear::default();
        let limits = Limits { cache: Some(&file.folder.0), observer: Some(&ear), ..none() };
        let ask = |kept| made(&file.shape, &file.pattern, kept, &limits).expect("no limit");
        fs::remove_file(&file.path).expect("removed");
        let entries = file.shape.entries();
        assert!(same(&file, &ask(entries)) && file.folder.names().is_empty(), "it is too small to be kept");
        assert!(same(&file, &ask(entries - 1)));
        assert_eq!(fs::read(&file.path).expect("it is kept"), file.bytes);
        // Nothing is built where memory does not even suffice for that.
        let little = Limits { memory: 100, ..limits };
        assert!(same(&file, &made(&file.shape, &file.pattern, entries, &little).expect("it is mapped")));
        assert!(ear.remarks.into_inner().expect("no panic").is_empty());
    }

    #[test]
    fn a_spoilt_table_spoils_no_answer() {
        let file = small();
        let ear = Ear::default();
        let limits = Limits { cache: Some(&file.folder.0), observer: Some(&ear), ..none() };
        let mut spoilt = file.bytes.clone();
        *spoilt.last_mut().expect("entries") ^= 1;
        fs::write(&file.path, &spoilt).expect("written");
        assert!(same(&file, &made(&file.shape, &file.pattern, 0, &limits).expect("no limit")));
        assert_eq!(fs::read(&file.path).expect("there"), spoilt, "it stays as it is");
        let remarks = ear.remarks.into_inner().expect("no panic");
        assert!(remarks.len() == 1 && remarks[0].contains("the entries: their checksum is"), "{remarks:?}");
    }

    #[test]
    fn a_folder_of_no_use_spoils_no_answer() {
        let file = small();
        let in_place = file.folder.0.join("file");
        fs::write(&in_place, "").expect("written");
        let claim = cache::claim(&file.folder.0, &file.pattern, &none()).expect("free");
        fs::remove_file(&file.path).expect("removed");
        // A file instead of a folder; and a table that another process is building.
        for folder in [&in_place, &file.folder.0] {
            let ear = Ear::default();
            let limits = Limits { cache: Some(folder), observer: Some(&ear), ..none() };
            assert!(same(&file, &made(&file.shape, &file.pattern, 0, &limits).expect("no limit")));
            assert_eq!(ear.remarks.into_inner().expect("no panic").len(), 1);
        }
        drop(claim);
        assert_eq!(file.folder.names(), ["file"]);
    }

    #[test]
    fn patterns_that_others_serve_are_not_kept() {
        let pattern = Pattern::new(2, 3, 0, &[4, 5]);
        assert_ne!(pattern.canonical().0, pattern);
        let file = small();
        let limits = Limits { cache: Some(&file.folder.0), ..none() };
        made(&file.shape, &pattern, 0, &limits).expect("no limit");
        assert_eq!(file.folder.names(), [cache::name(&file.pattern)]);
    }

    /// Puts a table into the folder whose checksums are right and whose entries are what `lie`
    /// makes of them.
    fn forge(folder: &Folder, pattern: &Pattern, lie: &mut dyn FnMut(&mut Vec<u8>)) {
        let shape = store::shape(pattern, &none());
        let right = Table::build(&shape, pattern, &none()).expect("no limit");
        let mut payload = right.bytes().to_vec();
        lie(&mut payload);
        let forged = Table::new(&shape, pattern, Box::new(payload));
        put(cache::claim(&folder.0, pattern, &none()).expect("free"), &shape, &forged).expect("written");
    }

    /// Forges all tables of a board.
    fn forge_all((height, width, vacancy): (usize, usize, usize), lie: &mut dyn FnMut(&mut Vec<u8>)) -> Folder {
        let folder = Folder::new();
        let partitions = schedule::tiers(height, width, vacancy).into_iter().map(|tier| tier.partition);
        let patterns: BTreeSet<Pattern> = partitions
            .flat_map(|partition| partition.patterns)
            .map(|cells| Pattern::new(height, width, vacancy, &cells).canonical().0)
            .collect();
        patterns.iter().for_each(|pattern| forge(&folder, pattern, lie));
        folder
    }

    /// The position after random moves from the goal.
    fn walked((height, width, vacancy): (usize, usize, usize), moves: usize, random: &mut Random) -> Vec<u8> {
        let board = Board::grid(height, width);
        let (mut position, mut now): (Vec<u8>, _) = ((0..(height * width) as u8).collect(), vacancy as u32);
        for _ in 0..moves {
            let Some(next) = board.step(now, random.below(4)) else { continue };
            position.swap(now as usize, next as usize);
            now = next;
        }
        position
    }

    fn leads_home(size: (usize, usize, usize), position: &[u8], walk: &[u8]) -> bool {
        PatternViews { height: size.0, width: size.1, vacancy: size.2, list: Vec::new() }.leads_home(position, walk)
    }

    /// The entries of every table are out of order; nothing else is wrong with the files.
    #[test]
    fn shuffled_tables_are_found_out() {
        let random = &mut Random::new(1);
        let size = (2, 5, 2);
        let folder = forge_all(size, &mut |payload| {
            random.shuffle(payload);
        });
        let ear = Ear::default();
        let limits = Limits { cache: Some(&folder.0), observer: Some(&ear), ..none() };
        for moves in [3, 30, 300] {
            let position = walked(size, moves, &mut Random::new(2));
            let solved = schedule::solve(size, &position, &limits, &mut |_| ()).expect("no limit");
            let space = Space::explore(2, 5, 2, &none()).expect("no limit");
            assert_eq!(Some(solved.walk.len() as u32), space.distance(&position), "{position:?}");
            assert!(leads_home(size, &position, &solved.walk));
        }
        let remarks = ear.remarks.into_inner().expect("no panic");
        assert_eq!(remarks.len(), folder.names().len(), "each file is named once: {remarks:?}");
        assert!(remarks.iter().all(|remark| remark.contains(".table: the entries: they are corrupt")), "{remarks:?}");
    }

    /// A single wrong entry is not found by looking at a table here and there.
    #[test]
    fn a_play_that_a_table_leads_to_is_a_play() {
        let (random, size) = (&mut Random::new(3), (2, 6, 3));
        for number in 0..8 {
            let folder = forge_all(size, &mut |payload| {
                for _ in 0..1 << number {
                    let entry = random.below(payload.len());
                    payload[entry] ^= [0x01, 0x10, 0x11, 0x33][random.below(4)];
                }
            });
            let limits = Limits { cache: Some(&folder.0), ..none() };
            for moves in [10, 50, 1000] {
                let position = walked(size, moves, &mut Random::new(number));
                let solved = schedule::solve(size, &position, &limits, &mut |_| ()).expect("no limit");
                assert!(leads_home(size, &position, &solved.walk), "{number} {position:?}");
                let set = schedule::below(size, &position, 12, &limits).expect("no limit");
                assert!(set.iter().all(|(_, g)| *g < 12), "{number} {position:?}");
            }
            store::forget();
        }
    }
}
