//! The ladders of the page: what is said of each level is counted again.

use std::fs;
use std::path::Path;

use saltus::limits::Limits;
use saltus::luck::Hardness;

/// The start of a level's line, before what is counted.
fn head(line: &str) -> Option<(&str, &str)> {
    let id = line.strip_prefix("      { id: \"")?.split('"').next()?;
    Some((id, line.split_once(", moves: ")?.0))
}

fn counted(id: &str) -> Hardness {
    let (puzzle, limits) = (saltus::parse(id).unwrap_or_else(|bad| panic!("{id}: {bad}")), Limits::default());
    let space = puzzle.space(&limits).unwrap_or_else(|stop| panic!("{id}: {stop}"));
    Hardness::of(&space, &limits).expect("memory").unwrap_or_else(|| panic!("{id} cannot be solved"))
}

#[test]
fn levels_are_counted_and_in_the_order_of_luck() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../saltus-web/assets/ladders.js");
    let text = fs::read_to_string(&file).expect("a script");
    let (mut written, mut before, mut levels) = (String::new(), 1.0, 0);
    for line in text.lines() {
        if line.contains("levels: [") {
            before = 1.0;
        }
        if let Some((id, head)) = head(line) {
            let Hardness { moves, plays, positions: (positions, lost), luck, .. } = counted(id);
            let (numerator, denominator) =
                luck.to_string().split_once('/').map(|(n, d)| (n.to_owned(), d.to_owned())).expect("a fraction");
            let chance = numerator.parse::<f64>().expect("a number") / denominator.parse::<f64>().expect("a number");
            assert!(chance <= before, "{id} is easier than the level before: 1 in {}", 1.0 / chance);
            before = chance;
            levels += 1;
            let counted =
                format!("moves: {moves}, luck: \"{luck}\", plays: \"{plays}\", positions: {positions}, lost: {lost}");
            written.extend([head, ", ", &counted, " },\n"]);
        } else {
            written += line;
            written.push('\n');
        }
    }
    assert!(levels > 60, "the levels were found");
    if std::env::var("SALTUS_UPDATE_SNAPSHOTS").is_ok_and(|value| value == "1") {
        fs::write(&file, written).expect("the script can be written");
    } else {
        assert!(text == written, "SALTUS_UPDATE_SNAPSHOTS=1 writes what is counted into {}", file.display());
    }
}
