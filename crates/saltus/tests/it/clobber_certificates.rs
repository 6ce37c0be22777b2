//! The block `dual` in whole certificates: the checker accepts it for the value of a line or a cycle, and for nothing above.

use crate::clobber::with_gaps;
use saltus::clobber::closed::dual;
use saltus::clobber::closed::letters::Ends;
use saltus::clobber::closed::registers::value;
use saltus::clobber::{Instance, Pawns};
use saltus::laws::Random;
use saltus_check::{Limits, Outcome, check};

/// A row, as both boards it can be.
fn boards(pawns: &Pawns) -> [(Instance, Ends); 2] {
    [(Instance::line(pawns.clone()), Ends::Open), (Instance::cycle(pawns.clone()), Ends::Joined)]
}

/// The checker's outcome for the claim that every play leaves `claimed` pawns.
fn checked(instance: &Instance, claimed: u64, block: &[u8]) -> Outcome {
    let head = format!("saltus certificate 1\npuzzle {instance}\nclaim value-at-least {claimed}\nby dual\n");
    let name = format!("block dual {} {:08x}\n", block.len(), crc32fast::hash(block));
    check(&[head.as_bytes(), name.as_bytes(), block, b"\nend\n"].concat(), &Limits::default())
}

/// The block proves the value and what is below, but not one more.
fn proves_the_value(instance: &Instance, pawns: &Pawns, ends: Ends) {
    let (value, block) = (value(pawns, ends), dual::block(pawns, ends).expect("few entries"));
    for claimed in [value.saturating_sub(1), value] {
        let outcome = checked(instance, claimed, &block);
        let verified = format!(
            "VERIFIED value-at-least {claimed} {instance} by dual, assuming theorem dual (docs/theorems.md#dual)"
        );
        assert_eq!(outcome.to_string(), verified, "{}", String::from_utf8_lossy(&block));
    }
    let outcome = checked(instance, value + 1, &block);
    assert!(matches!(outcome, Outcome::Refuted(_)), "{}: {outcome}", value + 1);
}

#[test]
fn all_small_rows() {
    for pawns in (1..=7).flat_map(with_gaps) {
        for (instance, ends) in boards(&pawns) {
            proves_the_value(&instance, &pawns, ends);
        }
    }
}

/// Rows whose registers are far apart, and random ones with runs and gaps of many lengths.
#[test]
fn long_rows() {
    let [run, one] = ["b".repeat(700), "w".to_owned()];
    let mut rows = vec![
        run.clone(),
        [&*run, &one, &run].concat(),
        [&*run, &one, &one, &run].concat(),
        [&*run, &one, &run, ".", &run, &one].concat(),
        "bw".repeat(500),
        "bw".repeat(500) + "b",
        "bww".repeat(300),
        "bbww".repeat(300),
    ];
    let mut random = Random::new(8);
    for round in 0..60 {
        let (run, gaps, mut white) = (1 + round % 9, round % 4 * 10, false);
        rows.push(
            (0..300)
                .map(|_| {
                    white ^= random.below(run) == 0;
                    match gaps > 0 && random.below(gaps) == 0 {
                        true => '.',
                        false if white => 'w',
                        false => 'b',
                    }
                })
                .collect(),
        );
    }
    for pawns in rows.iter().map(|letters| letters.parse::<Pawns>().expect("letters of pawns")) {
        for (instance, ends) in boards(&pawns) {
            proves_the_value(&instance, &pawns, ends);
        }
    }
}

/// The block of one row is not accepted for more than the value of another.
#[test]
fn blocks_of_other_rows() {
    let rows: Vec<Pawns> = with_gaps(5).collect();
    let mut random = Random::new(9);
    let mut accepted = 0;
    for pawns in &rows {
        for (instance, ends) in boards(pawns) {
            for _ in 0..20 {
                let other = &rows[random.below(rows.len())];
                let (claimed, block) = (value(other, ends), dual::block(other, ends).expect("few entries"));
                match checked(&instance, claimed, &block) {
                    Outcome::Verified(_) => {
                        assert!(claimed <= value(pawns, ends), "{instance} by the block of {other}");
                        accepted += 1;
                    }
                    Outcome::Refuted(_) => {}
                    outcome @ Outcome::Resource(_) => panic!("{instance}: {outcome}"),
                }
            }
        }
    }
    assert!(accepted > 0);
}
