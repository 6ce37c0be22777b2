//! The pictures of the documents are what their commands draw.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Run, finish, run_words, saltus, start};

/// The folder of the whole project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every command of the documents that makes a picture, with the picture's name.
fn commands() -> Vec<(String, String)> {
    let documents = ["README.md", "docs/results.md", "docs/pictures/README.md"];
    let text: String = documents.map(|file| fs::read_to_string(root().join(file)).expect("a document")).concat();
    let commands = text.lines().filter_map(|line| line.trim().strip_prefix("$ saltus "));
    let pictured = commands.filter_map(|command| {
        let name = command.split(' ').find(|word| word.starts_with("docs/pictures/"))?;
        Some((command.to_owned(), name.to_owned()))
    });
    // Two documents may show the same picture.
    let distinct: BTreeSet<(String, String)> = pictured.collect();
    distinct.into_iter().collect()
}

fn run(command: &str) -> Run {
    finish(start(saltus(command.split(' ')).current_dir(root())))
}

#[test]
fn pictures_are_what_their_commands_draw() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for (number, (command, name)) in commands().iter().enumerate() {
        let kept = fs::read(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let drawn = if let Some((command, _)) = command.split_once(" > ") {
            run(command).out.into_bytes()
        } else {
            let ending = Path::new(name).extension().expect("a type").to_string_lossy();
            let file = folder.path().join(format!("{number}.{ending}"));
            let run = run(&command.replace(name, &file.to_string_lossy()));
            assert_eq!(run.code, 0, "{command}: {}", run.err);
            fs::read(file).expect("written")
        };
        // Machines may differ in how they paint pixels, but not in how many there are.
        let compared = match Path::new(name).extension().and_then(|ending| ending.to_str()) {
            Some("gif") => 10,
            Some("png") => 24,
            _ => usize::MAX,
        };
        if drawn[..drawn.len().min(compared)] != kept[..kept.len().min(compared)] {
            wrong.push(command.clone());
        }
    }
    assert!(wrong.is_empty(), "drawn otherwise now: {wrong:#?}");
}

/// Every picture has a command, and every picture that a document shows is there.
#[test]
fn every_picture_has_its_command() {
    fn files(folder: &Path, all: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { files(&path, all) } else { all.push(path) }
        }
    }
    let mut all = Vec::new();
    files(&root().join("docs/pictures"), &mut all);
    let commands = commands();
    assert!(commands.len() >= 8, "the commands were found");
    for file in all.iter().filter(|file| file.extension().is_some_and(|ending| ending != "md")) {
        let name = file.strip_prefix(root()).expect("below it").to_string_lossy().into_owned();
        assert!(commands.iter().any(|(_, picture)| *picture == name), "{name} has no command");
    }
    for (document, below) in
        [("README.md", ""), ("docs/results.md", "docs/"), ("docs/pictures/README.md", "docs/pictures/")]
    {
        let text = fs::read_to_string(root().join(document)).expect("a document");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_picture = [".svg", ".png", ".gif"].iter().any(|ending| link.ends_with(ending));
            assert!(!is_picture || root().join(below).join(link).is_file(), "{document} shows {link}");
        }
    }
}

/// A view is of a board, and an unknown name is answered with the known ones.
#[test]
fn views_have_names() {
    let moves = run("draw shift 1 1 --view moves");
    assert_eq!((moves.code, moves.out.matches("#e0552f").count() > 2), (0, true), "{}", moves.err);
    let none = run("draw chinese star --view stars");
    assert_eq!(none.code, 2);
    assert!(
        none.err.contains("there is no view \"stars\"; there are: moves, grid, types, centroids, array"),
        "{}",
        none.err
    );
    let film = run("draw shift 1 1 --shape film --view moves");
    assert_eq!((film.code, film.err.contains("--view goes with the picture of a board")), (2, true), "{}", film.err);
}

/// A title is drawn as it is said, and without one there is no room for it; the same on a page.
#[test]
fn titles_can_be_chosen() {
    let film = |title: &[&str]| {
        let words = [&["draw", "shift", "1", "1", "--shape", "film"], title].concat();
        let run = run_words(&words);
        assert_eq!(run.code, 0, "{}", run.err);
        let size = run.out.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a size");
        let high: u32 = size.rsplit(' ').next().and_then(|high| high.parse().ok()).expect("a height");
        (high, run.out)
    };
    let ((own, _), (chosen, text), (none, bare)) = (film(&[]), film(&["--title", "Toads"]), film(&["--title", ""]));
    assert!(own == chosen && none < own && text.contains("<title>Toads</title>"));
    assert!(!bare.contains("shift 1 1"));
    let page = run_words(&["draw", "shift", "1", "1", "--title", "A", "--as", "pdf"]);
    assert!(page.out.contains("/Title <FEFF0041>"));
}

/// Words name pieces; a name of one letter is drawn on its piece, a longer one leaves the label there.
#[test]
fn pieces_have_names() {
    let drawn = |words: &str| {
        let run = run(words);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let [plain, toad, letter] =
        ["", " --pieces b=toad", " --pieces b=T"].map(|names| drawn(&format!("draw shift 1 1{names}")));
    assert!(toad.contains("<title>toad on 1</title>") && toad.contains("<title>w on 3</title>"), "{toad}");
    assert!(toad.contains("<desc>toad    _    w</desc>"), "{toad}");
    let below =
        |text: &str| text.split("<g id=\"p0\">").nth(1).and_then(|rest| rest.split("</g>").next()).map(str::to_owned);
    assert!(below(&plain).is_some() && below(&plain) == below(&toad) && below(&plain) != below(&letter));
    let film = drawn("draw shift 1 1 --pieces b=toad,w=frog --shape film");
    assert!(
        ["start", "1. toad 1-2", "2. frog 3-1"].iter().all(|said| film.contains(&format!("<title>{said}</title>")))
    );
    // A move that names its piece says the name once.
    let film = drawn("draw tiles 2x2 1 2 0 3 --pieces 3=three --shape film");
    assert!(film.contains("<title>1. three</title>"), "{film}");
}

/// On a page, where nothing can be pointed at, are the same boards and moves.
#[test]
fn state_graphs_are_pages() {
    let [svg, pdf] = ["svg", "pdf"].map(|form| run(&format!("graph shift 2 2 --as {form}")).out);
    // The point of each arrow: three corners in one of two colours.
    let (moves, lines) = (svg.matches("class=\"move\"").count(), pdf.lines().collect::<Vec<_>>());
    let is_point =
        |lines: &[&str]| lines.iter().zip([" m", " l", " l", "h", "f"]).all(|(line, end)| line.ends_with(end));
    assert_eq!((moves, lines.windows(5).filter(|lines| is_point(lines)).count()), (26, 26));
    // Boards from which the goal is out of reach are faint.
    assert_eq!(svg.contains("opacity"), pdf.contains("/Faint gs"));
    let [svg, pdf] = ["svg", "pdf"].map(|form| run(&format!("graph shift 1 0 --as {form}")).out);
    assert!(!svg.contains("opacity") && !pdf.contains("/Faint"));
}
