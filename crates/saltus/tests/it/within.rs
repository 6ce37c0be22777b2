//! Whether there is a play of at most a given number of moves: searches that know the limit, and the length of a shortest play.

use dashu_int::UBig;
use saltus::answers::Within;
use saltus::limits::Limits;
use saltus::proof::{Certificate, Claim};
use saltus::verdict::Outcome;
use saltus_check::{Limits as CheckLimits, Outcome as Checked, check};

const LINES: &[&str] = &[
    "shift 3 3",
    "shift bw_wb to wb_bw moves=all",
    "shift bbww_",
    "reverse 6",
    "reverse 5 from=2 to=4",
    "tiles 1x4 1 0 2 3",
    "tiles 2x2 2 1 0 3",
    "tiles 2x3 random seed=4",
    "tiles 3x3 random seed=4",
    "tiles 3x3 1 1 1 2 0 2 3 3 3 to 3 3 3 2 0 2 1 1 1",
    "tiles 3x4 random seed=4",
    "tiles 4x4 random seed=4",
    "tiles 6x6 random seed=1",
    "tiles 3x3 random seed=4 metric=runs",
    "tiles 2x3 random seed=4 metric=runs",
    "tiles 1x4 1 0 2 3 metric=runs",
    "clobber line bwwbbw",
    "clobber line bwwbwbbwbw",
    "chinese triangle:3 men=1 players=2",
    "guarini",
    "tokens-star-6",
    "rush-hour-4",
];

/// The limit changes no answer, whichever solver gives it.
#[test]
fn a_limit_decides_as_a_shortest_play_does() {
    let limits = Limits { nodes: 1 << 18, ..Limits::default() };
    for line in LINES {
        let Ok(puzzle) = saltus::parse(line) else { panic!("{line}") };
        let shortest = match puzzle.solve(&limits).outcome {
            Outcome::Solved { plan, lower } if plan.cost() == lower => Some(lower),
            Outcome::Unsolvable { .. } => None,
            // Only a limit far from the true length can be answered.
            _ => {
                assert!(matches!(puzzle.within(&UBig::from(40u8), &limits), Within::No { .. }), "{line}");
                assert!(matches!(puzzle.within(&UBig::from(5000u16), &limits), Within::Yes { .. }), "{line}");
                continue;
            }
        };
        let around = shortest.clone().unwrap_or_default() + UBig::from(2u8);
        let mut most = UBig::ZERO;
        while most <= around {
            let is_far = shortest.as_ref().is_some_and(|shortest| &most + UBig::from(4u8) < *shortest);
            match puzzle.within(&most, &limits) {
                Within::Yes { plan } => {
                    assert!(shortest.as_ref().is_some_and(|shortest| *shortest <= most), "{line}: {most}");
                    assert!(plan.cost() <= most && plan.replay(&plan.moves()).is_ok(), "{line}: {most}");
                }
                Within::No { lower, .. } => {
                    let is_right = match (&shortest, lower) {
                        (Some(shortest), Some(lower)) => most < lower && lower <= *shortest,
                        (shortest, lower) => shortest.is_none() && lower.is_none_or(|lower| lower > most),
                    };
                    assert!(is_right, "{line}: {most}");
                }
                Within::GaveUp { stop, .. } => panic!("{line}: {most}: {stop}"),
            }
            most += if is_far { UBig::from(3u8) } else { UBig::ONE };
        }
    }
}

/// Every answer has a certificate that the checker accepts, and none that claims more.
#[test]
fn answers_have_certificates() {
    let limits = Limits::default();
    for line in [
        "tiles 2x3 5 4 3 2 1 0 metric=runs",
        "tiles 3x3 8 6 7 2 5 4 3 0 1",
        "tiles 3x3 1 1 1 2 0 2 3 3 3 to 3 3 3 2 0 2 1 1 1",
        "tiles 4x4 5 1 2 4 9 6 3 8 13 10 7 12 0 14 11 15",
        "guarini",
        "shift 2 2",
    ] {
        let puzzle = saltus::parse(line).expect("a line");
        let Outcome::Solved { lower, .. } = puzzle.solve(&limits).outcome else { panic!("{line}") };
        let shortest = u32::try_from(&lower).expect("a short play");
        for most in [shortest, shortest - 1, shortest - 3] {
            let most = UBig::from(most);
            let found = puzzle.within(&most, &limits);
            let Ok(certificate) = puzzle.certificate_within(&found, &most, &limits) else {
                // Shifting names no evidence that shows any bound.
                assert!(line.starts_with("shift") && matches!(found, Within::No { .. }), "{line}: {most}");
                continue;
            };
            let is_accepted = |certificate: &Certificate| {
                let mut bytes = Vec::new();
                certificate.write(&mut bytes).expect("memory");
                matches!(check(&bytes, &CheckLimits::default()), Checked::Verified(_))
            };
            assert!(is_accepted(&certificate), "{line}: {most}");
            if matches!(found, Within::No { .. }) {
                let claim = Claim::AtLeast(UBig::from(shortest + 1));
                assert!(!is_accepted(&Certificate { claim, ..certificate }), "{line}: {most}");
            }
        }
    }
}

/// A limit that no search reaches leaves it open.
#[test]
fn what_is_not_decided_is_not_told() {
    let puzzle = saltus::parse("tiles 5x5 random seed=3").expect("a line");
    let limits = Limits { nodes: 1 << 10, ..Limits::default() };
    assert!(
        matches!(puzzle.within(&UBig::from(100u8), &limits), Within::GaveUp { lower, .. } if lower <= UBig::from(100u8))
    );
}
