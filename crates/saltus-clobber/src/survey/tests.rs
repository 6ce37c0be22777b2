//! Surveys against what is known of all sizes. (Against exhaustive search they are in `saltus/tests/it/clobber_answers.rs`.)

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use super::*;
use saltus_core::limits::{Progress, Report};

fn survey(form: Form, n: usize) -> Values {
    survey_clobber(form, n, &Limits::default()).expect("no limit")
}

#[test]
fn few_pawns_have_a_survey_too() {
    for form in [Form::Line, Form::Cycle] {
        for (n, counts) in [&[1u8][..], &[0, 2], &[0, 2, 2]].into_iter().enumerate() {
            let survey = survey(form, n);
            assert_eq!(survey.counts, counts.iter().map(|&count| UBig::from(count)).collect::<Vec<_>>());
            assert_eq!(survey.maximum().value, n);
            assert_eq!(survey.maximum().count, survey.counts[n]);
            assert_eq!(survey.extreme.map(|extreme| extreme.first.to_string()), (n == 2).then(|| "bw".to_owned()));
        }
    }
    assert_eq!(survey(Form::Line, 3).maximum().first.to_string(), "bbb");
}

#[test]
fn all_configurations_are_counted() {
    for (form, n) in [(Form::Line, 65), (Form::Line, 200), (Form::Cycle, 64), (Form::Cycle, 80)] {
        let survey = survey(form, n);
        assert_eq!(survey.counts.iter().sum::<UBig>(), survey.configurations());
        assert_eq!(survey.counts[n], UBig::from(2u8), "one colour");
    }
}

#[test]
fn easy_configurations_are_counted_by_formula() {
    for n in 5..=40 {
        assert_eq!(survey(Form::Line, n).counts[1], UBig::from(2 * (n - 1)), "{n}");
        assert_eq!(survey(Form::Cycle, n).counts[1], UBig::from(2 * n * (n - 3)), "{n}");
    }
}

/// Whether a fraction is that one, but for less than 0.83^n.
///
/// The second eigenvalue of the ten classes in which nearly all words end has an absolute value of
/// 0.8297.
fn is_near((a, b): &(UBig, UBig), (c, d): (usize, usize), n: usize) -> bool {
    let (left, right) = (a * UBig::from(d), b * UBig::from(c));
    let off = if left > right { left - right } else { right - left };
    off * UBig::from(100u8).pow(n) < b * UBig::from(d) * UBig::from(83u8).pow(n)
}

#[test]
fn moments_of_lines_grow_as_they_should() {
    for n in [40, 120, 200] {
        let survey = survey(Form::Line, n);
        // 5n/27 + 214/243 and 142n/6561 + 10058/59049.
        assert!(is_near(&survey.mean(), (45 * n + 214, 243), n), "{n}");
        assert!(is_near(&survey.variance(), (1278 * n + 10_058, 59_049), n), "{n}");
        assert!(!is_near(&survey.mean(), (45 * n + 215, 243), n), "{n}");
    }
}

#[test]
fn moments_are_those_of_the_values() {
    // 000 .. 111: 3 1 2 1 1 2 1 3.
    let survey = survey(Form::Line, 3);
    assert_eq!(survey.mean(), (7u8.into(), 4u8.into()));
    assert_eq!(survey.variance(), (11u8.into(), 16u8.into()));
    assert_eq!(decimal(&survey.variance()), "0.687500");
}

#[test]
fn maxima_are_the_extremes_of_surveys() {
    for (form, least) in [(Form::Line, 2), (Form::Cycle, 3)] {
        let maxima = maxima(form, 36, &Limits::default()).expect("no limit");
        for (n, extreme) in (least..).zip(&maxima) {
            assert_eq!(survey(form, n).extreme.as_ref(), Some(extreme), "{form:?} {n}");
        }
        assert_eq!(maxima.len(), 37 - least);
    }
}

#[test]
fn the_worst_line_loses_half_of_its_pawns() {
    for (n, extreme) in (2usize..).zip(maxima(Form::Line, 100, &Limits::default()).expect("no limit")) {
        assert_eq!((extreme.value, extreme.first.cells()), (n.div_ceil(2), n));
    }
}

#[test]
fn the_worst_cycle_keeps_a_third_of_its_pawns() {
    let cycles = maxima(Form::Cycle, 60, &Limits::default()).expect("no limit");
    for (n, extreme) in (3..).zip(&cycles) {
        assert_eq!(extreme.value, if n == 4 || n == 5 { 2 } else { n / 3 }, "{n}");
        if n >= 12 && n % 3 == 0 {
            // bbw repeated, its rotations, and the other colours.
            assert_eq!((extreme.first.to_string(), &extreme.count), ("bbw".repeat(n / 3), &UBig::from(6u8)));
        }
    }
    let above = |c| first_above(&cycles, c).map(|extreme| extreme.first.cells());
    // n/3 > n/4 + c from n = 12c + 3 on.
    assert_eq!([1, 2, 3, 4, 5].map(above), [Some(15), Some(27), Some(39), Some(51), None]);
}

#[test]
fn the_memory_needed_is_known_before() {
    fn held<C: Class>(form: Form, n: usize) -> u64 {
        let mut census = WordCensus::<C>::new(Counted::All, letters(form, n));
        census.grow_to(letters(form, n), "", n, &Limits::default()).expect("no limit");
        census.bytes()
    }
    for n in [10, 30, 90, 250] {
        let (held, estimate) = (held::<LineClass>(Form::Line, n), survey_bytes(Form::Line, n));
        assert!(held <= estimate && estimate < 3 * held, "{n}: {held} {estimate}");
    }
    for n in [15, 30, 80] {
        let (held, estimate) = (held::<CycleClass>(Form::Cycle, n), survey_bytes(Form::Cycle, n));
        assert!(held <= estimate && estimate < 3 * held, "{n}: {held} {estimate}");
    }
    for (form, n) in [(Form::Line, 50_000), (Form::Cycle, 3_000), (Form::Line, usize::MAX), (Form::Cycle, usize::MAX)] {
        let refused = Stop::Memory { needed: survey_bytes(form, n) };
        assert_eq!(survey_clobber(form, n, &Limits::default()), Err(refused));
        assert_eq!(maxima(form, n, &Limits::default()), Err(refused));
    }
    let boundless = Limits { memory: u64::MAX, ..Limits::default() };
    assert_eq!(survey_clobber(Form::Line, 60_001, &boundless), Err(Stop::Cells { most: 60_000 }));
    assert_eq!(maxima(Form::Cycle, 4_001, &boundless), Err(Stop::Cells { most: 4_000 }));
}

#[test]
fn memory_is_asked_for_layer_by_layer() {
    let mut census = WordCensus::<LineClass>::new(Counted::All, 99);
    let limits = Limits { memory: 100_000, ..Limits::default() };
    assert!(matches!(census.grow_to(99, "", 99, &limits), Err(Stop::Memory { needed }) if needed > 100_000));
    assert!(census.bytes() <= 100_000);
}

#[test]
fn limits_are_kept() {
    let cancel = AtomicBool::new(true);
    let cancelled = Limits { cancel: Some(&cancel), ..Limits::default() };
    let late = Limits { deadline: Some(saltus_core::clock::Instant::now()), ..Limits::default() };
    let few = Limits { nodes: 500, ..Limits::default() };
    for (limits, stop) in [(&cancelled, Stop::Cancelled), (&late, Stop::Time), (&few, Stop::Nodes)] {
        for form in [Form::Line, Form::Cycle] {
            assert_eq!(survey_clobber(form, 40, limits), Err(stop));
            assert_eq!(maxima(form, 40, limits), Err(stop));
        }
    }
}

#[test]
fn progress_knows_the_end() {
    struct Heard(Mutex<Vec<(u64, Option<u64>)>>);
    impl Progress for Heard {
        fn report(&self, report: &Report<'_>) {
            self.0.lock().expect("no panic").push((report.done, report.total));
        }
    }
    let heard = Heard(Mutex::new(Vec::new()));
    survey_clobber(Form::Cycle, 7, &Limits { progress: Some(&heard), ..Limits::default() }).expect("no limit");
    assert_eq!(heard.0.into_inner().expect("no panic"), (0..7).map(|done| (done, Some(7))).collect::<Vec<_>>());
}
