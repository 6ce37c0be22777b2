//! Notation: what is read prints in one form, and nothing that is typed makes the reader panic.

use dashu_int::UBig;
use proptest::collection::vec;
use proptest::prelude::*;
use saltus::reverse;
use saltus::shift;
use saltus::shift::{BLACK, Classes, GAP, WHITE};
use saltus_adversary::{line_is_canonical, line_is_stable};

/// The order of n items.
fn order(most: usize) -> impl Strategy<Value = Vec<u16>> {
    (0..most).prop_flat_map(|n| Just((0..=n as u16).collect::<Vec<_>>()).prop_shuffle())
}

/// A number of any size, small ones as often as large ones.
fn number() -> impl Strategy<Value = UBig> {
    let large = vec(any::<u8>(), 0..40).prop_map(|bytes| UBig::from_le_bytes(&bytes));
    prop_oneof![(0u8..4).prop_map(UBig::from), any::<u64>().prop_map(UBig::from), large]
}

fn classes() -> impl Strategy<Value = Classes> {
    prop_oneof![Just(Classes::Forward), Just(Classes::Back), Just(Classes::All)]
}

/// Two boards with the same checkers.
fn boards() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let cells = vec(prop_oneof![Just(BLACK), Just(WHITE)], 0..40).prop_map(|mut cells| {
        cells.push(GAP);
        cells
    });
    cells.prop_flat_map(|cells| (Just(cells.clone()).prop_shuffle(), Just(cells).prop_shuffle()))
}

fn settings() -> ProptestConfig {
    ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn classical_instances(n in number(), m in number(), classes in classes(), white_first in any::<bool>()) {
        let instance = shift::Instance::classical(n.clone(), m.clone(), classes);
        line_is_canonical(&instance.to_string());
        prop_assert_eq!(shift::read(&instance.to_string()), Ok(instance.clone()));
        let line = format!("{instance} first={}", if white_first { "w" } else { "b" });
        line_is_stable(&line);
        // The option stays exactly where it means something.
        let printed = shift::read(&line).unwrap().to_string();
        prop_assert_eq!(printed.contains("first=w"), white_first && !n.is_zero() && !m.is_zero());
    }

    #[test]
    fn instances_of_boards((start, goal) in boards(), classes in classes()) {
        let instance = shift::Instance::boards(start.clone(), goal.clone(), classes);
        line_is_canonical(&instance.to_string());
        prop_assert_eq!(shift::read(&instance.to_string()), Ok(instance.clone()));
        let long = format!(" shift\t{} to  {}  moves=forward", shift::text(&start), shift::text(&goal));
        let forward = shift::Instance { classes: Classes::Forward, ..instance };
        prop_assert_eq!(shift::read(&long), Ok(forward));
    }

    #[test]
    fn reversals(n in number(), gaps in number(), from in number(), to in proptest::option::of(number())) {
        let below = |left: UBig| if left <= n { left } else { left % (&n + UBig::ONE) };
        let one = reverse::Instance::reversal(n.clone(), below(from), to.map(below));
        let instance = reverse::Instance { gaps: gaps + UBig::ONE, ..one };
        line_is_canonical(&instance.to_string());
        prop_assert_eq!(reverse::read(&instance.to_string()), Ok(instance));
    }

    #[test]
    fn arrangements(start in order(30), spare in 0usize..3, goal in 0u8..4, other in any::<u64>()) {
        let start = [start, vec![reverse::GAP; spare]].concat();
        let mut cells = start.clone();
        cells.rotate_left((other % start.len() as u64) as usize);
        let goal = match goal {
            0 => None,
            1 => Some(cells),
            // Descending: the form that has a shorter name.
            _ => {
                cells.sort_unstable_by(|a, b| b.cmp(a));
                cells.rotate_right((other % start.len() as u64) as usize);
                Some(cells)
            }
        };
        let instance = reverse::Instance::arrangements(start, goal);
        line_is_canonical(&instance.to_string());
        prop_assert_eq!(reverse::read(&instance.to_string()), Ok(instance));
    }

    #[test]
    fn anything_typed(line in any::<String>()) {
        line_is_stable(&line);
        line_is_stable(&format!("shift {line}"));
        line_is_stable(&format!("reverse {line}"));
        line_is_stable(&format!("tiles {line}"));
    }

    #[test]
    fn nearly_notation(line in "(shift|reverse)( (to|from=[0-9]?|to=[0-9a]{0,3}|moves=[a-z]{0,4}|[0-9]{1,3}|[bw]{0,3}_[bw]{0,3}|_)){0,6} ?") {
        line_is_stable(&line);
    }

    #[test]
    fn nearly_tiles(line in "tiles ([1-3]x[1-3]|[0-9x]{1,4})( (to|random|blank-first|blank-last|seed=[0-9]{0,3}|[0-4]|[0-9]{1,5})){0,9} ?") {
        line_is_stable(&line);
    }

    #[test]
    fn random_tiles(height in 1usize..6, width in 1usize..6, seed: u64, goal in prop_oneof![Just(""), Just(" to blank-first")]) {
        line_is_stable(&format!("tiles {height}x{width} random seed={seed}{goal}"));
    }

    #[test]
    fn control_characters_are_refused(head in "(shift|reverse) [0-9]", odd in "[\\x00-\\x08\\x0a-\\x1f\\x7f-\\u{9f}\\u{200b}\\u{feff}]", tail in " ?[0-9]") {
        let bad = saltus::parse(&format!("{head}{odd}{tail}")).map(|subject| subject.to_string()).unwrap_err();
        prop_assert_eq!(bad.column, head.len() + 1);
    }
}

#[test]
fn faults_are_where_they_stand() {
    for (line, column) in [
        ("shift 3 x", 9),
        ("shift bb_wx", 11),
        ("shift bb_w to bbw_w", 15),
        ("shift 3 3 moves=", 11),
        ("shift 3 3 moves=some", 17),
        ("shift 3 3 first=x", 17),
        ("shift 3 3 seed=1", 11),
        ("reverse 4 to=5", 14),
        ("reverse 1 _ 1", 13),
        ("reverse 1 _ 2 to 1 _", 0),
        ("shift", 0),
        ("chess e4", 1),
        ("", 0),
        ("   ", 0),
    ] {
        let bad = saltus::parse(line).map(|subject| subject.to_string()).unwrap_err();
        assert_eq!(bad.column, column, "{line:?}: {bad}");
    }
}
