//! Where numbers leave 32 and 64 bits, and where boards leave what a certificate or a machine can hold.

use std::time::{Duration, Instant};

use saltus::answers::{Answers, Solvability};
use saltus::evidence::Stated;
use saltus::limits::{Limits, Stop};
use saltus::verdict::{Outcome, Verdict};
use saltus_check::Outcome as Checked;

fn puzzle(line: &str) -> Box<dyn Answers> {
    saltus::parse(line).unwrap_or_else(|bad| panic!("{bad}"))
}

fn runs(parts: &[(&str, usize)]) -> String {
    parts.iter().map(|(cells, times)| cells.repeat(*times)).collect()
}

/// Its inversions leave 32 bits, so no search may take its bound for "never".
#[test]
fn a_board_too_far_from_its_goal_is_not_called_unsolvable() {
    let board = runs(&[("w", 1), ("b", 65_536), ("_", 1), ("w", 65_536)]);
    let little = Limits { memory: 100 << 20, ..Limits::default() };
    for moves in ["", " moves=back", " moves=all"] {
        let puzzle = puzzle(&format!("shift {board}{moves}"));
        let stopped = |outcome: &Outcome| matches!(outcome, Outcome::GaveUp { stop: Stop::Memory { .. }, .. });
        assert!(stopped(&puzzle.solve(&little).outcome), "solve{moves}");
        assert!(matches!(puzzle.solvability(&little), Solvability::GaveUp(_)), "solvability{moves}");
    }
}

#[test]
fn explanations_of_giants() {
    for line in [
        "shift 18446744073709551615 2",
        "shift 18446744073709551615 18446744073709551615",
        "shift 18446744073709551616 1",
        "reverse 18446744073709551615",
        "reverse 2147483648 from=7 to=any",
        "reverse 4294967295",
    ] {
        assert!(!puzzle(line).explain(&Limits::default()).is_empty(), "{line}");
    }
}

fn certified(puzzle: &dyn Answers, verdict: &Verdict) -> bool {
    let mut bytes = Vec::new();
    puzzle.certificate(verdict, &Limits::default()).is_ok_and(|certificate| {
        certificate.write(&mut bytes).expect("memory takes all");
        matches!(saltus_check::check(&bytes, &saltus_check::Limits::default()), Checked::Verified(_))
    })
}

/// Beyond 80 cells the states of `shift` are numbers of more than 128 bits, beyond 26 checkers those of `reverse`.
#[test]
fn every_play_has_a_certificate() {
    let far = |n: usize| {
        format!("{} to {}", runs(&[("b", n), ("w_", 1), ("w", n)]), runs(&[("b", n - 1), ("w_b", 1), ("w", n)]))
    };
    let order: Vec<String> = (1..=30).map(|checker: u32| checker.to_string()).collect();
    let swapped = format!("reverse 2 1 {} _ to {} _", order[2..].join(" "), order.join(" "));
    for line in [
        format!("shift {} moves=back", far(30)),
        format!("shift {} moves=back", far(45)),
        format!("shift {} moves=all", far(45)),
        swapped,
        "reverse 40 from=3 to=any".into(),
        "shift 400 1 moves=all".into(),
    ] {
        let puzzle = puzzle(&line);
        let verdict = puzzle.solve(&Limits::default());
        assert!(matches!(verdict.outcome, Outcome::Solved { .. }), "{line}");
        assert!(certified(&*puzzle, &verdict), "{line}");
        assert!(verdict.is_provable(), "{line}");
    }
}

/// What a search without a record says is certified as far as a bound of the start shows it: a play, and how short it could be at
/// best.
#[test]
fn a_search_without_a_record_has_a_weaker_certificate() {
    for line in ["shift b_wbw moves=all", "shift wb_ to bw_ moves=back", "reverse 3 1 _ 2", "tiles 2x3 5 4 3 2 1 0"] {
        let puzzle = puzzle(line);
        let mut verdict = puzzle.solve(&Limits::default());
        verdict.evidence = Box::new(Stated::exhaustion());
        assert!(verdict.is_settled() && !verdict.is_provable(), "{line}");
        assert!(certified(&*puzzle, &verdict), "{line}");
    }
}

/// A guard against hanging, not a measure of speed: limits are asked for even where a single node is dear.
#[test]
fn long_rows_are_stopped_in_time() {
    let many: Vec<String> = (1..=3000u32).map(|checker| checker.to_string()).collect();
    let line = format!("reverse {} _ {} to=7", many[1500..].join(" "), many[..1500].join(" "));
    let puzzle = puzzle(&line);
    let begun = Instant::now();
    let limits = Limits { deadline: Some(begun + Duration::from_millis(200)), ..Limits::default() };
    assert!(matches!(puzzle.solve(&limits).outcome, Outcome::GaveUp { stop: Stop::Time, .. }));
    assert!(begun.elapsed() < Duration::from_mins(10));
}
