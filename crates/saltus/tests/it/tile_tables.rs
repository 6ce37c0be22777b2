//! A folder of tables whose checksums are right and whose entries are not.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use saltus::limits::{Limits, Observer};
use saltus::store::Trouble;
use saltus::store::{Lease, Reader};
use saltus::tiles::bounds::patterns::file::KIND;
use saltus::tiles::search::ida::schedule;

/// A board that no other test has tables of, by the cells where its tiles belong: rows, columns, and the vacancy's cell at the end.
const SIZE: (usize, usize, usize) = (3, 7, 8);

/// The vacancy has gone this way from its cell.
fn board() -> Vec<u8> {
    let (mut board, mut vacancy) = ((0..21).collect::<Vec<u8>>(), SIZE.2);
    for (step, times) in [(1, 4), (-7, 1), (-1, 3), (7, 2), (1, 3), (-7, 1), (-1, 2)] {
        for _ in 0..times {
            let next = (vacancy as i32 + step) as usize;
            board.swap(vacancy, next);
            vacancy = next;
        }
    }
    board
}

#[derive(Default)]
struct Ear(Mutex<Vec<String>>);

impl Observer for Ear {
    fn remark(&self, what: &str) {
        self.0.lock().expect("no panic").push(what.to_owned());
    }
    fn unfinished(&self, _: Option<&Path>) {}
}

/// Writes a table anew with its entries in reverse order: all checksums are those of what is there.
fn reverse(path: &Path) {
    let mut reader = Reader::open(&KIND, path).expect("it has just been built");
    let mut payload = vec![0; reader.header().bytes as usize];
    reader.read(&mut payload).expect("it is whole");
    let values = reader.finish().expect("it is whole").values;
    payload.reverse();
    let mut writer = Lease::take(&KIND, path, &Limits::DEFAULT).expect("nobody has it").writer(&values).expect("room");
    writer.write(&payload).expect("room");
    writer.finish().expect("room");
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("saltus-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_lying_table_changes_no_answer() {
    let folder = folder("lying-tables");
    let limits = Limits::default();
    for table in saltus::registry().tables("tiles 3x7 4-4-4-4-4 vacancy=9").expect("tables") {
        table.build(&folder, false, &limits).expect("room");
        reverse(&folder.join(table.name()));
        assert!(table.summary(&folder).is_ok() && table.read(&folder, &limits).is_ok(), "its checksums are right");
        let refuted = table.verify(&folder, &limits).expect_err("its entries are wrong");
        assert!(matches!(refuted.trouble, Trouble::Corrupt { .. }), "{refuted}");
    }
    let (ear, deadline) = (Ear::default(), Some(Instant::now() + Duration::from_mins(10)));
    let limits = Limits { cache: Some(&folder), observer: Some(&ear), deadline, threads: 2, ..limits };
    let solved = schedule::solve(SIZE, &board(), &limits, &mut |_| ()).expect("it ends");
    let alone = Limits { cache: None, observer: None, ..limits };
    assert_eq!(Ok(solved), schedule::solve(SIZE, &board(), &alone, &mut |_| ()));
    let remarks = ear.0.into_inner().expect("no panic");
    assert!(!remarks.is_empty(), "a table was read");
    for remark in remarks {
        let named = saltus::registry()
            .table_names(&folder)
            .expect("a folder")
            .iter()
            .any(|name| remark.contains(name.as_str()));
        assert!(named && remark.contains("they are corrupt"), "{remark}");
    }
    fs::remove_dir_all(&folder).expect("it is ours");
}
