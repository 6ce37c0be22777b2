use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::orders::{Orders, digits, lift, number, sink};
use super::*;
use crate::bounds::patterns::orders::arrangements;
use saltus_core::limits::{Progress, Report};

fn inversions(order: &[u8]) -> usize {
    (0..order.len()).map(|at| order[at..].iter().filter(|&&tile| tile < order[at]).count()).sum()
}

#[test]
fn orders_are_numbered_up_to_parity() {
    for tiles in 0..=7 {
        let orders = Orders::new(tiles).expect("few");
        let all = arrangements(tiles);
        assert_eq!(orders.words * orders.bits, (all.len() as u64 / 2).max(1));
        for (at, order) in (0..).zip(&all) {
            let odd = inversions(order) % 2 == 1;
            assert_eq!(orders.rank(order), (at / 2, odd), "{order:?}");
            assert_eq!(&orders.unrank(at / 2, odd), order);
        }
    }
    assert!(Orders::new(20).is_some() && Orders::new(24).is_none());
}

#[test]
fn parity_of_heads_is_that_of_inversions() {
    for tiles in 0..=8 {
        let orders = Orders::new(tiles).expect("few");
        for word in 0..orders.words {
            // The first order of the word: its tail is in ascending order, up to the last two
            // tiles.
            let order = [false, true].map(|odd| orders.unrank(word * orders.bits, odd));
            let even = inversions(&order[0]).min(inversions(&order[1]));
            assert_eq!(orders.head_is_odd(word), even % 2 == 1, "{tiles} tiles, {word}");
        }
    }
}

#[test]
fn digits_change_as_the_order_does() {
    for (at, order) in (0..).zip(arrangements(6)) {
        for (first, last) in (0..6).flat_map(|first| (first + 1..=6).map(move |last| (first, last))) {
            let code = |order: &[u8]| digits(Orders::new(6).expect("few").rank(order).0, 6, inversions(order) % 2 == 1);
            let (mut up, mut down) = (code(&order), code(&order));
            assert_eq!(number(&up), at / 2);
            sink(&mut up[first..last]);
            lift(&mut down[first..last]);
            let (mut raised, mut lowered) = (order.clone(), order.clone());
            raised[first..last].rotate_left(1);
            lowered[first..last].rotate_right(1);
            assert_eq!((up, down), (code(&raised), code(&lowered)), "{order:?}, {first}..{last}");
        }
    }
}

#[test]
fn boards_are_numbered_without_gaps() {
    for (height, width) in [(1, 1), (1, 4), (3, 1), (2, 2), (2, 3), (3, 2), (2, 4)] {
        for vacancy in 0..height * width {
            let boards = BoardNumbers::new(height, width, vacancy).expect("few");
            for rank in 0..boards.count() {
                assert_eq!(boards.rank(&boards.unrank(rank)), Some(rank), "{height} x {width}, {vacancy}");
            }
        }
    }
}

fn explored(piece_tiles: usize, board: (usize, usize, usize), threads: usize) -> Space {
    Space::explore_by(piece_tiles, board, &Limits { threads, ..Limits::default() }).expect("no limit")
}

/// The bits of all states, whatever the pieces are.
fn late_words(space: &Space) -> Vec<u64> {
    let words = space.plan.boards.orders.words as usize;
    let of = |cell: usize| {
        let late = &space.late[usize::from(space.plan.boards.is_black(cell))];
        (0..words).map(move |word| late.word(plan::slot(cell), word))
    };
    (0..space.plan.boards.cells()).flat_map(of).collect()
}

#[test]
fn the_same_whatever_the_threads_and_pieces() {
    for board in [(2, 5, 0), (5, 2, 9), (3, 3, 4), (2, 4, 1)] {
        let one = explored(PIECE_TILES, board, 1);
        let maxima = one.local_maxima(&Limits::default());
        for (piece_tiles, threads) in [(0, 1), (0, 2), (7, 2), (8, 1), (8, 3), (20, 2)] {
            let other = explored(piece_tiles, board, threads);
            assert_eq!(other.census, one.census, "{board:?}, {piece_tiles}");
            assert_eq!(late_words(&other), late_words(&one), "{board:?}, {piece_tiles}");
            assert_eq!(other.local_maxima(&Limits { threads, ..Limits::default() }), maxima);
        }
    }
    assert!(explored(0, (2, 5, 0), 1).plan.pieces(true).count() == 5 * 504, "they were cut");
}

/// A new folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("saltus-space-{}-{}", std::process::id(), NUMBER.fetch_add(1, Relaxed));
        Folder(std::env::temp_dir().join(name))
    }

    fn explore(&self, board: (usize, usize, usize), limits: &Limits<'_>) -> Result<Census, CannotSurvey> {
        disk::explore_by(7, &self.0, board, limits)
    }

    /// The names of the files, and what is in them.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(&self.0).expect("a folder").map(|entry| entry.expect("an entry").path());
        let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
        let mut files: Vec<_> = entries.map(|path| (name(&path), std::fs::read(&path).expect("a file"))).collect();
        files.sort();
        files
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let path = self.0.join(name);
        let mut bytes = std::fs::read(&path).expect("a file");
        change(&mut bytes);
        std::fs::write(path, bytes).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn folders_give_what_memory_gives() {
    for board in [(1, 1, 0), (1, 5, 3), (2, 2, 3), (2, 3, 1), (3, 3, 8)] {
        let (folder, space) = (Folder::new(), explored(0, board, 1));
        let found = folder.explore(board, &Limits { threads: 2, ..Limits::default() });
        assert_eq!(&found.expect("a folder"), space.census());
        // And again, from what is there.
        let files = folder.files();
        assert_eq!(files.iter().map(|file| &file.0[..]).collect::<Vec<_>>(), ["lock", "state"]);
        assert_eq!(&folder.explore(board, &Limits::default()).expect("a folder"), space.census());
        assert_eq!(folder.files(), files);
    }
}

/// Stops a search after some pieces.
struct Patience<'a> {
    left: AtomicU32,
    cancel: &'a AtomicBool,
}

impl Progress for Patience<'_> {
    fn report(&self, _: &Report<'_>) {
        if self.left.fetch_sub(1, Relaxed) == 1 {
            self.cancel.store(true, Relaxed);
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    for (board, pieces, threads) in [((4, 2, 3), 150, 1), ((3, 3, 4), 111, 2)] {
        let (folder, space, mut stops) = (Folder::new(), explored(0, board, 1), 0);
        let stored = loop {
            let cancel = AtomicBool::new(false);
            let patience = Patience { left: pieces.into(), cancel: &cancel };
            let limits = Limits { threads, cancel: Some(&cancel), progress: Some(&patience), ..Limits::default() };
            match folder.explore(board, &limits) {
                Err(CannotSurvey::Stop(Stop::Cancelled)) if stops < 100 => stops += 1,
                other => break other.expect("a folder"),
            }
            let layers = journal::Journal::read(&folder.0).expect("readable").expect("begun").layers;
            assert_eq!(layers[..], space.census().layers[..layers.len()]);
        };
        assert!(stops > 4, "{board:?}: stopped only {stops} times");
        assert_eq!(&stored, space.census());
    }
}

/// A new folder with these files.
fn copy(files: &[(String, Vec<u8>)]) -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(&folder.0).expect("a new folder");
    files.iter().for_each(|(name, bytes)| std::fs::write(folder.0.join(name), bytes).expect("a new file"));
    folder
}

#[test]
fn damaged_files_are_noticed() {
    let (board, few, all) = ((3, 3, 8), Limits { nodes: 50_000, ..Limits::default() }, Limits::default());
    let assert_refused = |files: &[(String, Vec<u8>)], name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let folder = copy(files);
        folder.change(name, change);
        match folder.explore(board, &all) {
            Err(CannotSurvey::Storage(why)) => {
                assert!(why.starts_with(&format!("{} is damaged: ", folder.0.join(name).display())), "{why}");
            }
            other => panic!("{name}: {other:?}"),
        }
    };
    let folder = Folder::new();
    assert!(matches!(folder.explore(board, &few), Err(CannotSurvey::Stop(Stop::Nodes))));
    let begun = folder.files();
    let names: Vec<&str> = begun.iter().map(|file| &file.0[..]).collect();
    assert_eq!(names, ["layer-19", "layer-20", "lock", "state"]);
    for name in ["state", "layer-19", "layer-20"] {
        for at in [0, 7, 40] {
            assert_refused(&begun, name, &|bytes| bytes[at] ^= 4);
        }
        assert_refused(&begun, name, &|bytes| bytes.truncate(bytes.len() - 1));
    }
    drop(folder.explore(board, &all).expect("a folder"));
    assert_refused(&folder.files(), "state", &|bytes| {
        let at = bytes.len() - 9;
        bytes[at] ^= 1;
    });
}

#[test]
fn folders_of_others_are_left_alone() {
    let explore = |folder: &Folder, board| {
        let found = disk::explore(&folder.0, 2, board, 3, &Limits::default());
        found.map(|census| census.layers.len())
    };
    let folder = Folder::new();
    std::fs::create_dir(&folder.0).expect("a new folder");
    std::fs::write(folder.0.join("layer-x"), "mine").expect("a file");
    let reason = |text: &str| Err(CannotSurvey::Storage(format!("{}: {text}", folder.0.display())));
    assert_eq!(explore(&folder, 2), reason("the folder holds other things and no search"));
    std::fs::remove_file(folder.0.join("layer-x")).expect("a file");
    assert_eq!(explore(&folder, 2), Ok(7));
    let other = "the folder holds the search of another board, a board of 2 x 2 cells whose vacancy belongs in cell 4";
    assert_eq!(explore(&folder, 3), reason(other));
    let lock = saltus_core::store::lock_folder(&folder.0).expect("a folder");
    assert_eq!(explore(&folder, 2), reason("another search is using the folder"));
    drop(lock);
    assert_eq!(explore(&folder, 2), Ok(7));
}

#[test]
fn folders_need_little_memory() {
    let (folder, board) = (Folder::new(), (2, 5, 0));
    let stop = |memory| match folder.explore(board, &Limits { memory, ..Limits::default() }) {
        Err(CannotSurvey::Stop(Stop::Memory { needed })) => Some(needed),
        other => other.map(|_| None).expect("a folder"),
    };
    for (height, width) in [(3, 6), (4, 5), (5, 5), (3, 200)] {
        let refused = folder.explore((height, width, 0), &Limits { memory: 1 << 24, ..Limits::default() });
        assert!(matches!(refused, Err(CannotSurvey::Stop(Stop::Memory { .. }))), "{height} x {width}");
    }
    let needed = stop(1000).expect("too little");
    // A tenth of what two and a half bits a state take.
    assert!(needed < boards::bits_bytes(2, 5).expect("few") / 4);
    assert_eq!(stop(needed), None);
    assert_eq!(&folder.explore(board, &Limits::default()).expect("a folder"), explored(0, board, 1).census());
}
