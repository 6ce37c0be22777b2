//! What the catalog says of numbered reversal, against tables of complete search.
//!
//! The table `data/reversal_histograms_1_9.txt` was made by a program that shares no code with this one.

use dashu_int::UBig;
use saltus::answers::Count;
use saltus::limits::Limits;
use saltus::notation::Instance as _;
use saltus::reverse::survey::{Reversal, ReverseSurvey, survey_reverse};
use saltus::reverse::{self, closed::bound::length, search::excludes};
use saltus::verdict::Outcome;
use saltus_check::{Outcome as Checked, check};

/// A start of the table: `from` of the checkers 1 .. n left of the vacancy.
struct Start {
    n: usize,
    from: usize,
    /// Distance and number of plays for each end.
    reversals: Vec<(i64, i64)>,
    layers: Vec<u64>,
}

fn starts() -> Vec<Start> {
    let text = include_str!("../../../saltus-shifting/tests/data/reversal_histograms_1_9.txt");
    let numbers = |text: &str| -> Vec<i64> {
        let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let mut starts: Vec<Start> = Vec::new();
    for line in text.lines() {
        let found = numbers(line);
        match (line.split_whitespace().next(), starts.last_mut()) {
            (Some("n"), _) => {
                let (n, from) = (found[0] as usize, found[1] as usize);
                starts.push(Start { n, from, reversals: Vec::new(), layers: Vec::new() });
            }
            (Some("reverse"), Some(last)) => last.reversals = found.chunks(2).map(|pair| (pair[0], pair[1])).collect(),
            (Some("hist"), Some(last)) => last.layers = found.into_iter().map(i64::cast_unsigned).collect(),
            _ => {}
        }
    }
    // The table is wrong there, as its head says.
    starts.retain(|start| start.n > 1);
    starts
}

/// One reversal of the table.
struct Known {
    line: String,
    n: usize,
    length: u64,
    plays: u64,
}

/// Every n, start and end of the table.
fn table() -> Vec<Known> {
    let known = |start: Start| {
        let (n, from) = (start.n, start.from);
        (0..).zip(start.reversals).map(move |(to, (length, plays))| {
            let line = saltus::parse(&format!("reverse {n} from={from} to={to}")).expect("a reversal").to_string();
            Known { line, n, length: length.cast_unsigned(), plays: plays.cast_unsigned() }
        })
    };
    starts().into_iter().flat_map(known).collect()
}

#[test]
fn surveys_are_those_of_the_table_and_follow_the_known_laws() {
    let survey = |n| survey_reverse(n, &Limits { threads: 2, ..Limits::default() }).expect("no limit");
    let surveys: Vec<ReverseSurvey> = (0..=8).map(survey).collect();
    let mut checked = 0;
    for Start { n, from, reversals, layers } in starts().into_iter().filter(|start| start.n <= 8) {
        let found = &surveys[n].starts[from];
        assert_eq!(found.layers, layers, "n = {n}, p = {from}");
        let pair = |reversal: &Reversal| (reversal.distance.into(), i64::try_from(&reversal.plays).expect("few"));
        assert_eq!(found.reversals.iter().map(pair).collect::<Vec<_>>(), reversals, "n = {n}, p = {from}");
        checked += 1;
    }
    assert_eq!(checked, 23);
    for (n, survey) in surveys.iter().enumerate() {
        if n >= 3 {
            assert_eq!(survey.shortest() as usize, n * (n + 1) / 2 - 1);
            assert_eq!(survey.diameter() as usize, (n - 1) * (n + 4) / 2);
        }
        for (from, to) in (0..=n).flat_map(|from| (0..=n).map(move |to| (from, to))) {
            let reversal = survey.reversal(from, to);
            let length = length(n as u64, from as u64, to as u64);
            assert_eq!(u128::from(reversal.distance), length, "n = {n}, {from} to {to}");
            // A play backwards reverses too.
            assert_eq!(reversal, survey.reversal(to, from), "n = {n}, {from} to {to}");
        }
    }
}

#[test]
fn catalog_answers_as_the_table() {
    let mut read = 0;
    for known in table().iter().filter(|known| known.n <= 8) {
        let subject = saltus::parse(&known.line).unwrap();
        let length = UBig::from(known.length);
        match subject.solve(&Limits::default()).outcome {
            Outcome::Solved { plan, lower } => assert_eq!((plan.moves(), lower), (length.clone(), length), "{subject}"),
            _ => panic!("{subject} is not solved"),
        }
        read += 1;
    }
    assert!(read > 100, "the table was read");
}

#[test]
fn counts_are_those_of_the_table() {
    for known in table().iter().filter(|known| known.n <= 7) {
        let subject = saltus::parse(&known.line).unwrap();
        match subject.count(&Limits::default()) {
            Count::Solutions { length, solutions, .. } => {
                assert_eq!((length, solutions), (known.length.into(), known.plays.into()), "{subject}");
            }
            other => panic!("{subject}: {other:?}"),
        }
    }
}

/// The largest bound up to `most` that the checker believes of a reversal by some evidence.
fn believed(line: &str, by: &str, most: u64) -> u64 {
    let is_believed = |k: &u64| {
        let text = format!("saltus certificate 1\npuzzle {line}\nclaim at-least {k}\nby {by}\nend\n");
        matches!(check(text.as_bytes(), &saltus_check::Limits::default()), Checked::Verified(_))
    };
    (0..=most).rev().find(is_believed).unwrap_or(0)
}

/// Whatever is true of the nearest of all goals is what is true of all of them.
#[test]
fn the_theorem_for_any_end_is_that_for_the_nearest() {
    for (n, from) in (0..=16u64).flat_map(|n| (0..=n).map(move |from| (n, from))) {
        let canonical = |to| saltus::parse(&format!("reverse {n} from={from} to={to}")).unwrap().to_string();
        let bound = |to: String| believed(&canonical(to), "theorem reversal", n * (n + 1) + 2);
        let nearest = (0..=n).map(|to| bound(to.to_string())).min();
        assert_eq!(Some(bound("any".into())), nearest, "reverse {n} from={from}");
    }
}

#[test]
fn theorem_and_potentials_prove_no_more_than_the_table() {
    let (mut exact, mut all) = (0, 0);
    for known in table() {
        for by in ["theorem reversal", "potential colours", "potential inversions"] {
            let bound = believed(&known.line, by, known.length + 20);
            assert!(bound <= known.length, "{}: {bound} by {by}, but {} moves suffice", known.line, known.length);
            exact += usize::from(by.starts_with("theorem") && bound == known.length);
        }
        all += 1;
    }
    println!("the theorem is exact for {exact} of {all} reversals");
    assert!(exact > 0 && all > 150, "the table was read");
}

/// The layers that docs/proofs keeps, as far as they are quickly found again.
#[test]
fn kept_layers_of_the_search_to_the_middle() {
    let kept = include_str!("../../../../docs/proofs/reversal_layers.csv");
    for n in [5u64, 7, 9] {
        let puzzle = reverse::read(&format!("reverse {n} from=1 to=1")).unwrap().puzzle().unwrap();
        let most = u32::try_from(length(n, 1, 1)).unwrap() - 1;
        let (excluded, layers) = excludes(&puzzle, most, &Limits::default()).unwrap();
        let rows = (0..).zip(&layers).map(|(made, layer)| format!("{n},{made},{},{}", layer.positions, layer.sum));
        let of_this_size = kept.lines().filter(|line| line.starts_with(&format!("{n},")));
        assert!(excluded && rows.eq(of_this_size), "{n}");
    }
}

/// With several vacancies a search is begun where it is short, and a row that its own replay could not hold has no answer.
#[test]
fn long_rows_with_several_vacancies() {
    let solved = |line: &str| {
        let verdict = saltus::parse(line).unwrap().solve(&Limits::default());
        matches!(verdict.outcome, Outcome::Solved { .. }).then_some(verdict.expanded)
    };
    assert!(solved("reverse 8 gaps=3 from=8") > Some(0));
    for line in ["reverse 65000 gaps=2 from=5 to=any", "reverse 100000000 gaps=50 from=5", "reverse 1 gaps=65535 to=1"]
    {
        assert_eq!(solved(line), Some(0), "{line}");
    }
    for line in ["reverse 0 gaps=2000000000", "reverse 2 gaps=65536", "reverse 2 gaps=99999999999999999999"] {
        assert_eq!(solved(line), None, "{line}");
    }
}
