//! Korf's hundred boards of the fifteen puzzle: lengths, plays and node counts.
//!
//! The lengths of `data/korf100.txt` were found by several programs that share no code with this
//! one.

use crate::common::moves;
use dashu_int::UBig;
use saltus::limits::Limits;
use saltus::verdict::Outcome;

/// The number of a board, the moves of a shortest play, and its line.
struct Row {
    number: usize,
    length: u64,
    line: String,
}

/// Blank first: the goal of the table.
fn table() -> Vec<Row> {
    let text = include_str!("../../../saltus-tiles/tests/data/korf100.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(read_row).collect()
}

fn read_row(line: &str) -> Row {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [number, length, _, ref cells @ ..] if cells.len() == 16 => Row {
            number: number.parse().expect("a number"),
            length: length.parse().expect("a length"),
            line: format!("tiles 4x4 {} to blank-first", cells.join(" ")),
        },
        _ => panic!("19 columns: {line}"),
    }
}

/// Solves a board, replays the play, and gives the nodes.
fn solved(row: &Row) -> u64 {
    let subject = saltus::parse(&row.line).unwrap_or_else(|bad| panic!("{}: {bad}", row.line));
    let verdict = subject.solve(&Limits { threads: 1, ..Limits::default() });
    assert_eq!((verdict.solver, verdict.is_provable()), ("pattern-databases", true), "{}", row.number);
    assert_eq!(verdict.evidence.kind(), "closed-set patterns", "{}", row.number);
    let Outcome::Solved { plan, lower } = &verdict.outcome else { panic!("{}: no play", row.number) };
    assert_eq!((plan.moves(), lower), (UBig::from(row.length), &UBig::from(row.length)), "{}", row.number);
    let play = moves(&**plan);
    assert_eq!(
        subject.replay(&mut play.iter().map(String::as_str)).map(|replayed| replayed.map(|replayed| replayed.moves)),
        Ok(Some(row.length)),
        "{}",
        row.number
    );
    verdict.expanded
}

/// The nodes of the first ten. Another number is another search: say in the commit why.
const NODES: [u64; 10] = [26_075, 23_405, 307_309, 37_534, 71_720, 4_996, 30_105, 25_886, 3_556, 418_065];

#[test]
fn all_hundred() {
    let rows = table();
    assert!(rows.iter().map(|row| row.number).eq(1..=100));
    assert_eq!(rows.iter().map(|row| row.length).sum::<u64>(), 5305);
    let half = |first: usize| rows[first..].iter().step_by(2).map(solved).collect::<Vec<_>>();
    // Both want the same tables at first.
    let (odd, even) = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        (half(0), other.join().expect("no panic"))
    });
    let nodes: Vec<u64> = odd.into_iter().zip(even).flat_map(|(odd, even)| [odd, even]).collect();
    assert_eq!(nodes[..10], NODES);
}
