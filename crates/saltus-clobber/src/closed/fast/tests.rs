//! Every machine against the plain recurrence.

use super::*;
use saltus_core::random::Random;

/// Letter after letter.
fn plain_line(alternates: impl Iterator<Item = bool>) -> u64 {
    alternates.map(|alternates| Letter::of(alternates.into())).fold(Registers::START, Registers::step).value()
}

/// The value of a configuration cell by cell, cut after an empty cell where it is a cycle with one.
fn plain(pawns: &Pawns, cyclic: bool) -> u64 {
    let mut cells: Vec<_> = pawns.iter().collect();
    let n = cells.len();
    if cyclic && n >= 3 {
        match cells.iter().position(Option::is_none) {
            Some(empty) => cells.rotate_left(empty),
            None if cells.windows(2).all(|pair| pair[0] == pair[1]) => return n as u64,
            None => {
                let around = |register| {
                    let letters = (0..n).map(|i| Letter::of((cells[i] != cells[(i + 1) % n]).into()));
                    letters.fold(Registers::only(register), Registers::step).get(register)
                };
                return Register::ALL.into_iter().map(around).min().unwrap();
            }
        }
    }
    let pieces = cells.split(Option::is_none).filter(|piece| !piece.is_empty());
    pieces.map(|piece| plain_line(piece.windows(2).map(|pair| pair[0] != pair[1]))).sum()
}

fn machines() -> impl Iterator<Item = Machine> {
    std::iter::once(Machine::portable()).chain(Machine::with_avx2()).chain(Machine::with_avx512())
}

fn agrees(pawns: &Pawns) {
    for cyclic in [false, true] {
        let expected = plain(pawns, cyclic);
        for machine in machines() {
            for threads in [1, 3] {
                assert_eq!(
                    value(&machine, pawns, cyclic, threads),
                    expected,
                    "{pawns} cyclic {cyclic} threads {threads}"
                );
            }
        }
    }
}

#[test]
fn all_short_ones() {
    for n in 0..=9u32 {
        for number in 0..3usize.pow(n) {
            let digit = |i: u32| number / 3usize.pow(i) % 3;
            let letters: String = (0..n).map(|i| ["b", "w", "."][digit(i)]).collect();
            let pawns: Pawns = letters.parse().unwrap();
            for cyclic in [false, true] {
                assert_eq!(value(&MACHINE, &pawns, cyclic, 1), plain(&pawns, cyclic), "{letters} cyclic {cyclic}");
            }
        }
    }
}

/// Random pawns, in runs of about the given length, with one cell in `empty` empty.
fn random(random: &mut Random, cells: usize, run: usize, empty: usize) -> Pawns {
    let mut colour = crate::rules::Colour::Black;
    (0..cells)
        .map(|_| {
            if random.below(run) == 0 {
                colour = colour.other();
            }
            (empty == 0 || random.below(empty) > 0).then_some(colour)
        })
        .collect()
}

#[test]
fn random_ones() {
    let mut numbers = Random::new(7);
    for cells in (1..150).chain([500, 4096, 4097, 4160, 8192, 20_000, 40_001]) {
        for run in [1, 2, 3, 10, 200] {
            for empty in [0, 2, 10, 100] {
                let pawns = random(&mut numbers, cells, run, empty);
                for cyclic in [false, true] {
                    let expected = plain(&pawns, cyclic);
                    assert_eq!(
                        value(&MACHINE, &pawns, cyclic, 1),
                        expected,
                        "{cells} cells, runs of {run}, cyclic {cyclic}"
                    );
                }
            }
        }
    }
}

#[test]
fn long_ones_by_every_machine_and_several_threads() {
    let mut numbers = Random::new(8);
    for run in [2, 6] {
        agrees(&random(&mut numbers, 64 * 64 * 64 * 3 + 1234, run, 0));
    }
    agrees(&random(&mut numbers, 64 * WORDS_FOR_A_THREAD * 3 + 77, 2, 0));
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
