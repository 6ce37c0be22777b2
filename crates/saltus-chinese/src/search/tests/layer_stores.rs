//! Layers in files are those in memory, and what was stopped goes on.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::laid_out;
use crate::bounds::{GameBounds, Rules};
use crate::search::bidirectional;
use crate::search::game::{Game, Key};
use crate::search::layer::Layer;
use crate::search::layer_search::{LayerSearch, LayersFound};
use crate::search::layer_store::SearchIdentity;
use saltus_core::limits::{Limits, Stop};

/// A folder that goes with this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Folder(std::env::temp_dir().join(format!("saltus-layers-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

const LINE: &str = "chinese triangle:7 men=3 players=3";
const OTHER: &str = "chinese triangle:7 men=3 players=3 order=RYB";

/// The layers of the last length without a game.
fn run(rules: Rules, disk: Option<&Path>) -> Result<LayersFound<3>, Stop> {
    let game = Game::<3>::new(&laid_out(LINE)).unwrap();
    let bounds = GameBounds::new(&game, rules);
    let limits = Limits { disk, threads: 2, ..Limits::DEFAULT };
    LayerSearch::new(&game, &bounds, 10, &limits).run()
}

fn keys(outcome: &LayersFound<3>) -> Vec<Vec<Key<3>>> {
    assert!(outcome.steps.is_none());
    outcome.layers.iter().map(|layer| layer.read(0, layer.count()).unwrap().into_owned()).collect()
}

#[test]
fn layers_in_files_are_those_in_memory() {
    let folder = Folder::new("same");
    for rules in [Rules { ahead: false, ..Rules::ALL }, Rules::NONE] {
        let (held, stored) = (run(rules, None).unwrap(), run(rules, Some(&folder.0)).unwrap());
        assert!(held.layers.len() > 1);
        assert_eq!((keys(&held), held.generated), (keys(&stored), stored.generated), "{rules:?}");
        for (layer, held) in stored.layers.iter().zip(&held.layers) {
            for first in (0..=layer.count()).step_by(999) {
                assert_eq!(layer.read(first, 5_000), held.read(first, 5_000));
            }
            let all = layer.read(0, layer.count()).unwrap();
            assert!(all.iter().all(|key| layer.contains(key).unwrap()));
            assert!(!layer.contains(&[u64::MAX; 3]).unwrap());
        }
    }
}

#[test]
fn what_is_damaged_after_it_was_written_is_not_read() {
    let folder = Folder::new("late");
    let found = run(Rules::NONE, Some(&folder.0)).unwrap();
    for entry in fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap()) {
        if let Some(last) = fs::read(entry.path()).unwrap().pop() {
            let mut file = fs::File::options().write(true).open(entry.path()).unwrap();
            file.seek(SeekFrom::End(-1)).and_then(|_| file.write_all(&[last ^ 1])).unwrap();
        }
    }
    for layer in &found.layers {
        assert_eq!(
            layer.read(layer.count() - 1, 1).map(drop),
            if layer.bytes() > 0 { Ok(()) } else { Err(Stop::Storage) }
        );
    }
}

#[test]
fn finished_layers_are_used_and_damaged_ones_are_not() {
    let folder = Folder::new("again");
    let first = run(Rules::NONE, Some(&folder.0)).unwrap();
    let again = run(Rules::NONE, Some(&folder.0)).unwrap();
    assert_eq!((keys(&again), again.generated), (keys(&first), 0));
    let is_first = |path: &PathBuf| path.to_string_lossy().ends_with("-10-1.layer");
    let file = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()).find(is_first).unwrap();
    let good = fs::read(&file).unwrap();
    for byte in 0..good.len() {
        let mut bad = good.clone();
        bad[byte] ^= 1;
        fs::write(&file, &bad).unwrap();
        let mended = run(Rules::NONE, Some(&folder.0)).unwrap();
        assert!(mended.generated > 0, "{byte}");
        assert_eq!(keys(&mended), keys(&first), "{byte}");
        assert_eq!(fs::read(&file).unwrap(), good, "{byte}");
    }
    fs::write(&file, &good[..good.len() - 1]).unwrap();
    assert_eq!(keys(&run(Rules::NONE, Some(&folder.0)).unwrap()), keys(&first));
    // Nothing else is left but what is kept: no runs, no unfinished files.
    let strange = |entry: &fs::DirEntry| !matches!(entry.path().extension(), Some(end) if end == "layer");
    let others: Vec<_> = fs::read_dir(&folder.0).unwrap().map(Result::unwrap).filter(strange).collect();
    let mut names: Vec<_> = others.iter().map(fs::DirEntry::file_name).collect();
    names.sort();
    assert_eq!(names, ["lock"]);
}

/// From both ends, one player: the same layers and the same game, and again from the files.
#[test]
fn layers_from_both_ends_in_files_are_those_in_memory() {
    for (line, turns) in [("chinese triangle:7 men=3", 9), ("chinese rhombus:3 men=6", 17)] {
        let folder = Folder::new("both-ends");
        let game = Game::<1>::new(&laid_out(line)).unwrap();
        let bounds = GameBounds::new(&game, Rules::ALL);
        for length in [turns - 1, turns] {
            let search = |disk| {
                let outcome =
                    bidirectional::search(&game, &bounds, length, &Limits { disk, threads: 2, ..Limits::DEFAULT });
                let outcome = outcome.unwrap();
                let keys = |layer: &Layer<1>| layer.read(0, layer.count()).unwrap().into_owned();
                (outcome.layers.iter().map(keys).collect::<Vec<_>>(), outcome.steps, outcome.generated)
            };
            let held = search(None);
            assert_eq!(held.1.as_ref().map(|steps| steps.len() as u32), (length == turns).then_some(turns), "{line}");
            assert_eq!(search(Some(&folder.0)), held, "{line}");
            assert_eq!(search(Some(&folder.0)), (held.0, held.1, 0), "{line}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_used_ends_the_search() {
    let folder = Folder::new("file");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(run(Rules::ALL, Some(&file)).unwrap_err(), Stop::Storage);
    let lock = fs::File::create(folder.0.join("lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(run(Rules::ALL, Some(&folder.0)).unwrap_err(), Stop::Storage);
}

/// One folder serves several searches, and no search goes on from layers of another puzzle, other
/// rules, or another version of them.
#[test]
fn each_search_has_its_own_layers() {
    let folder = Folder::new("other");
    let run = |line: &str, rules: Rules| {
        let game = Game::<3>::new(&laid_out(line)).unwrap();
        let bounds = GameBounds::new(&game, rules);
        let limits = Limits { disk: Some(&folder.0), ..Limits::DEFAULT };
        LayerSearch::new(&game, &bounds, 10, &limits).run().unwrap().generated
    };
    let searches = [(LINE, Rules::ALL), (OTHER, Rules::ALL), (LINE, Rules::NONE)];
    for (line, rules) in searches {
        assert!(run(line, rules) > 0, "{line}");
    }
    for (line, rules) in searches {
        assert_eq!(run(line, rules), 0, "{line}");
    }
    // Each header tells all that a layer depends on; a layer under the name of another is not used.
    let file = |line| {
        let game = Game::<3>::new(&laid_out(line)).unwrap();
        folder.0.join(SearchIdentity { line: &game.line, method: "layers", rules: Rules::ALL, length: 10 }.file_name(1))
    };
    let bytes = fs::read(file(LINE)).unwrap();
    let header = String::from_utf8_lossy(&bytes).into_owned();
    let part = "\nmethod layers\nrules types leave settle fills touch ahead mirror\nlength 10\nlayer 1\n";
    assert!(header.starts_with("saltus layer 3\npuzzle chinese cells:1,1R;2,1R;1,2R;"), "{header}");
    assert!(header.contains(part), "{header}");
    fs::copy(file(OTHER), file(LINE)).unwrap();
    assert!(run(LINE, Rules::ALL) > 0);
    assert_eq!(fs::read(file(LINE)).unwrap(), bytes);
}
