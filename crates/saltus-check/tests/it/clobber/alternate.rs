//! The theorem `alternate`, on all short lines and cycles.

use super::{Board, Truth, Turns, count, moves_text};
use crate::refusals::assert_refuted;
use crate::support::{certificate, is_verified, outcome};
use saltus_check::{Limits, check};

const FIRSTS: [u8; 3] = [0, 1, 2];

fn at_least(puzzle: &str, lower: usize) -> Vec<u8> {
    certificate(puzzle, &format!("value-at-least {lower}"), "theorem alternate", &[])
}

/// The greatest bound that is accepted, as the refusal of more than all pawns tells it.
#[track_caller]
fn assert_bound(puzzle: &str, bound: usize) {
    assert!(is_verified(&at_least(puzzle, bound)), "{puzzle}");
    assert_refuted(&outcome(&at_least(puzzle, bound + 1)), &format!("line 4: alternate proves no more than {bound}"));
}

/// Asserts that of all claims with the beginnings of a best play the true one is accepted.
fn assert_values(board: &Board, pawns: &[u8], first: u8, truth: &mut Truth<'_>) {
    let turns = Turns::Alternate(first);
    let play = truth.best_play(pawns, first);
    let value = truth.fewest(pawns, first);
    for length in 0..=play.len() {
        let left = count(pawns) - length;
        let moves = moves_text(&play[..length]);
        let accepts = |claim: &str| {
            let blocks: &[(&str, &[u8])] = &[("moves", moves.as_bytes())];
            is_verified(&board.file((pawns, turns), claim, "theorem alternate", blocks))
        };
        assert_eq!(accepts(&format!("value {left}")), left == value, "{} {left}", board.text(pawns, turns));
        assert!(accepts(&format!("value-between {value} {left}")), "{} {left}", board.text(pawns, turns));
        assert!(!accepts(&format!("value {}", left + 1)) && (left == 0 || !accepts(&format!("value {}", left - 1))));
    }
}

#[test]
fn the_theorem_tells_the_value_of_every_line_and_cycle() {
    for board in (1..=8).map(Board::line).chain((1..=7).map(Board::cycle)) {
        let mut truth = Truth::new(&board, true);
        for pawns in board.all_pawns() {
            for first in FIRSTS {
                let value = truth.fewest(&pawns, first);
                assert_bound(&board.text(&pawns, Turns::Alternate(first)), value);
                if board.cells < 7 {
                    (0..value).for_each(|lower| {
                        assert!(is_verified(&at_least(&board.text(&pawns, Turns::Alternate(first)), lower)));
                    });
                    assert_values(&board, &pawns, first, &mut truth);
                }
            }
        }
    }
}

#[test]
fn longer_ones_without_gaps() {
    for board in [Board::line(10), Board::line(11), Board::cycle(9), Board::cycle(10)] {
        let mut truth = Truth::new(&board, true);
        for index in 0..1 << board.cells {
            let pawns: Vec<u8> = (0..board.cells).map(|cell| 1 + (index >> cell & 1) as u8).collect();
            for first in FIRSTS {
                assert_bound(&board.text(&pawns, Turns::Alternate(first)), truth.fewest(&pawns, first));
            }
        }
    }
}

/// Pieces `w^k b^k` for k = 4 m a and each a of m numbers: paragraph 5 in docs/theorems.md. Half of
/// the pawns can be taken if and only if the numbers can be parted into two sets of equal sum; the
/// balance then goes as far as the sum of a set.
#[test]
fn large_balances() {
    let pieces = |numbers: &[usize]| {
        let piece = |&a: &usize| (a * 4 * numbers.len(), ["w", "b"]);
        let text = numbers.iter().map(piece).map(|(k, letters)| letters.map(|letter| letter.repeat(k)).concat());
        text.collect::<Vec<_>>().join(".")
    };
    let sum = |numbers: &[usize]| 4 * numbers.len() * numbers.iter().sum::<usize>();
    for numbers in [&[1, 2, 3][..], &[7, 3, 4], &[5, 5, 6, 4], &[1, 1]] {
        for board in ["line ", "line ..", "cycle ", "cycle ."] {
            assert_bound(&format!("clobber {board}{}. turns=alternate", pieces(numbers)), sum(numbers));
        }
    }
    for numbers in [&[1, 2, 4][..], &[7, 3, 5], &[5, 5, 6, 6, 1, 2, 4], &[1, 2]] {
        let puzzle = format!("clobber line {} turns=alternate", pieces(numbers));
        assert!(is_verified(&at_least(&puzzle, sum(numbers) + 1)), "{puzzle}");
    }
}

#[test]
fn other_instances() {
    for (puzzle, part) in [
        ("line bw", "line 4: the theorem is about turns=alternate"),
        ("cycle bwb", "line 4: the theorem is about turns=alternate"),
        ("grid bw turns=alternate", "line 4: the theorem is about a line or a cycle"),
        ("cube bw turns=alternate first=b", "line 4: the theorem is about a line or a cycle"),
        ("graph bw 1-2 turns=alternate", "line 4: the theorem is about a line or a cycle"),
    ] {
        assert_refuted(&outcome(&at_least(&format!("clobber {puzzle}"), 0)), part);
    }
    let word = certificate("clobber line bw turns=alternate", "value 1", "theorem alternate", &[("word", &[1])]);
    assert_refuted(&outcome(&word), "word: a word is a play with turns=free");
    let leaves =
        certificate("clobber line bw turns=alternate", "leaves 1", "theorem alternate", &[("moves", b"1-2\n")]);
    assert_refuted(&outcome(&leaves), "line 4: this evidence does not go with this claim");
}

#[test]
fn limits() {
    // A line of 100 pawns, and two walks past each with 103 places for balances; a cycle of 100 has
    // eight.
    for (board, steps) in [("line", 2 * 100 * 103), ("cycle", 8 * 100 * 103)] {
        let file = at_least(&format!("clobber {board} {} turns=alternate", "bw".repeat(50)), 1);
        let with = |nodes: u64, memory: u64| check(&file, &Limits { nodes, memory, ..Limits::default() }).to_string();
        assert!(with(steps, 1 << 20).starts_with("VERIFIED "));
        assert_eq!(with(steps - 1, 1 << 20), format!("RESOURCE walks of {steps} steps, {} allowed", steps - 1));
        assert!(with(steps, 2 * 8 * 103 * 4 - 1).starts_with("RESOURCE the walks: 6592 bytes"));
    }
    // The time is known before it is spent.
    let long = at_least(&format!("clobber line {} turns=alternate", "bw".repeat(500_000)), 1);
    assert!(outcome(&long).to_string().starts_with("RESOURCE walks of 200000"));
}
