//! Every machine against the plain recurrence.

use super::super::registers;
use super::*;
use crate::samples::{all, drawn};

fn machines() -> impl Iterator<Item = Machine> {
    std::iter::once(Machine::portable()).chain(Machine::with_avx2()).chain(Machine::with_avx512())
}

fn agrees(pawns: &Pawns) {
    for form in [Form::Line, Form::Cycle] {
        let expected = registers::value(pawns, form);
        for machine in machines() {
            for threads in [1, 3] {
                assert_eq!(machine.value(pawns, form, threads), expected, "{pawns} {form:?} threads {threads}");
            }
        }
    }
}

#[test]
fn all_short_ones() {
    for pawns in (0..=9).flat_map(all) {
        for form in [Form::Line, Form::Cycle] {
            assert_eq!(value(&pawns, form, 1), registers::value(&pawns, form), "{pawns} {form:?}");
        }
    }
}

#[test]
fn random_ones() {
    for cells in (1..150).chain([500, 4096, 4097, 4160, 8192, 20_000, 40_001]) {
        for run in [1, 2, 3, 10, 200] {
            for empty in [0, 2, 10, 100] {
                let pawns = drawn(cells, run, empty, cells as u64);
                for form in [Form::Line, Form::Cycle] {
                    let expected = registers::value(&pawns, form);
                    assert_eq!(value(&pawns, form, 1), expected, "{cells} cells, runs of {run}, {form:?}");
                }
            }
        }
    }
}

#[test]
fn long_ones_by_every_machine_and_several_threads() {
    for run in [2, 6] {
        agrees(&drawn(64 * 64 * 64 * 3 + 1234, run, 0, 8));
    }
    agrees(&drawn(64 * WORDS_FOR_A_THREAD * 3 + 77, 2, 0, 9));
}

#[test]
fn periodic_ones_never_forget() {
    for period in ["bw", "bww", "bbw", "bbww", "bwwbbww", "bbbwbwb", "wbbbbbbwb", "b", "bbbbbbbbbbbbbbbbbbbbbbw"] {
        for extra in 0..3 {
            let letters = period.repeat((64 * 64 * 64 + 9000) / period.len()) + &"w".repeat(extra);
            agrees(&letters.parse().unwrap());
        }
    }
}

#[test]
fn long_runs_are_steps() {
    for (left, right) in [(1, 1), (3, 3), (1000, 1000), (70_000, 70_001), (300_000, 5)] {
        let letters = "b".repeat(left) + "w" + &"b".repeat(right);
        agrees(&letters.parse().unwrap());
    }
}
