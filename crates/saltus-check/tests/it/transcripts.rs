//! Transcripts, against a search that keeps to the definitions.

use crate::refusals::assert_refuted;
use crate::sliding::{NaiveViews, Size, distances, line, place};
use crate::support::{Dice, Row, arrangements, certificate, outcome};
use crate::truth::damage;
use saltus_check::{Limits, Outcome, check};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Directions of the vacancy.
type Word = Vec<usize>;

/// All forbidden words by the cell where they begin: every word of up to that many moves, in the
/// order of their lengths and then of words, of which an earlier one has the same effect.
fn forbidden(size: Size, longest: usize) -> HashSet<(usize, Word)> {
    let mut forbidden = HashSet::new();
    for start in 0..size.cells() {
        let mut effects = HashSet::new();
        // Words with the board after them and the vacancy.
        let mut words: Vec<(Word, Vec<usize>, usize)> = vec![(Vec::new(), (0..size.cells()).collect(), start)];
        for _ in 0..=longest {
            let mut longer = Vec::new();
            for (word, board, vacancy) in &words {
                if !effects.insert(board.clone()) {
                    forbidden.insert((start, word.clone()));
                }
                for (direction, to) in size.ways(*vacancy) {
                    let mut board = board.clone();
                    board.swap(*vacancy, to);
                    longer.push(([word.as_slice(), &[direction]].concat(), board, to));
                }
            }
            words = longer;
        }
    }
    forbidden
}

/// What a transcript counts.
struct Counts {
    above: u64,
    below: Vec<u64>,
    reaches_goal: bool,
}

struct Definition<'a> {
    size: Size,
    goal: &'a [u8],
    views: &'a NaiveViews,
    forbidden: &'a HashSet<(usize, Word)>,
    threshold: u32,
    /// Bounds of boards, once known.
    bounds: HashMap<Row, Option<i64>>,
}

impl Definition<'_> {
    fn counts(&mut self, start: &[u8], depth: usize) -> Counts {
        let mut counts = Counts { above: 0, below: Vec::new(), reaches_goal: false };
        self.visit(start, &mut vec![place(start, 0)], &mut Vec::new(), depth, &mut counts);
        counts
    }

    /// `cells` are where the vacancy was, `word` its moves.
    fn visit(&mut self, row: &[u8], cells: &mut Vec<usize>, word: &mut Word, depth: usize, counts: &mut Counts) {
        let (goal, views) = (self.goal, self.views);
        let bound = *self.bounds.entry(row.to_vec()).or_insert_with(|| views.of(row, goal));
        let factors = (0..=word.len()).any(|from| self.forbidden.contains(&(cells[from], word[from..].to_vec())));
        if factors || bound.is_none_or(|bound| word.len() as i64 + bound > i64::from(self.threshold)) {
            return;
        }
        counts.reaches_goal |= row == goal;
        if word.len() < depth {
            counts.above += 1;
        } else {
            if word.len() == depth {
                counts.below.push(0);
            }
            *counts.below.last_mut().unwrap() += 1;
        }
        let vacancy = place(row, 0);
        for (direction, to) in self.size.ways(vacancy) {
            let mut after = row.to_vec();
            after.swap(vacancy, to);
            cells.push(to);
            word.push(direction);
            self.visit(&after, cells, word, depth, counts);
            cells.pop();
            word.pop();
        }
    }
}

/// The payload of the block, with equal lines written once.
fn block(longest: usize, threshold: u32, depth: usize, counts: &Counts) -> String {
    let above = counts.above;
    let mut text = format!("words {longest}\nthreshold {threshold}\ndepth {depth}\nabove {above}\n");
    for alike in counts.below.chunk_by(|a, b| a == b) {
        match alike.len() {
            1 => writeln!(text, "below {}", alike[0]).unwrap(),
            repeat => writeln!(text, "below {} {repeat}", alike[0]).unwrap(),
        }
    }
    text
}

fn file(line: &str, claim: &str, tables: &str, transcript: &str) -> Vec<u8> {
    let blocks: &[(&str, &[u8])] = &[("tables", tables.as_bytes()), ("transcript", transcript.as_bytes())];
    certificate(line, claim, "transcript", blocks)
}

/// What transcripts are about.
struct Case {
    size: Size,
    line: String,
    start: Row,
    goal: Row,
    optimum: Option<u32>,
    views: NaiveViews,
    tables: String,
}

impl Case {
    fn new(size: Size, start: &[u8], goal: &[u8], views: &[Vec<Vec<usize>>]) -> Self {
        let views = NaiveViews::new(size, goal, views);
        let optimum = distances(size, start).get(goal).copied();
        let (line, tables) = (line(size, start, goal), views.block());
        Self { size, line, start: start.to_vec(), goal: goal.to_vec(), optimum, views, tables }
    }

    fn counts(&self, forbidden: &HashSet<(usize, Word)>, threshold: u32, depth: usize) -> Counts {
        let (size, goal, views) = (self.size, self.goal.as_slice(), &self.views);
        Definition { size, goal, views, forbidden, threshold, bounds: HashMap::new() }.counts(&self.start, depth)
    }
}

fn cases() -> Vec<Case> {
    let mut dice = Dice(31);
    let mut cases = Vec::new();
    for (size, count) in [(Size(1, 4), 4), (Size(2, 2), 6), (Size(2, 3), 8), (Size(3, 2), 4), (Size(2, 4), 3)] {
        let n = size.cells() as u8;
        let rows = if n <= 6 { arrangements(&(0..n).collect::<Row>()) } else { Vec::new() };
        for number in 0..count {
            let goal = if number % 2 == 0 || n > 6 { size.usual_goal() } else { rows[dice.below(rows.len())].clone() };
            let start = if n <= 6 { rows[dice.below(rows.len())].clone() } else { walk(size, &goal, 14, &mut dice) };
            let homes: Vec<usize> = (0..size.cells()).filter(|&home| home != place(&goal, 0)).collect();
            let (low, high) = homes.split_at(homes.len() / 2);
            let every_other = homes.iter().copied().step_by(2).collect();
            let views = [vec![low.to_vec(), high.to_vec()], vec![every_other]];
            let views = if number % 3 == 2 || n > 6 { &views[..1] } else { &views };
            cases.push(Case::new(size, &start, &goal, views));
        }
    }
    cases
}

/// A board some moves away.
fn walk(size: Size, goal: &[u8], moves: usize, dice: &mut Dice) -> Row {
    let mut row = goal.to_vec();
    for _ in 0..moves {
        let ways = size.ways(place(&row, 0));
        let (vacancy, to) = (place(&row, 0), ways[dice.below(ways.len())].1);
        row.swap(vacancy, to);
    }
    row
}

#[test]
fn right_transcripts_are_verified() {
    let words: HashMap<(usize, usize, usize), _> = [Size(1, 4), Size(2, 2), Size(2, 3), Size(3, 2), Size(2, 4)]
        .into_iter()
        .flat_map(|size| [0, 1, 2, 6, 7].map(|longest| ((size.0, size.1, longest), forbidden(size, longest))))
        .collect();
    let (mut verified, mut refused) = (0, 0);
    for case in cases() {
        let truth = case.optimum.unwrap_or(16);
        let steps = distances(case.size, &case.start);
        let parity = steps.iter().find(|(row, _)| place(row, 0) == place(&case.goal, 0)).unwrap().1 % 2;
        for threshold in truth.saturating_sub(3)..=truth + 1 {
            for (longest, depth) in [(0, 2), (1, 0), (2, 3), (6, 1), (7, 4), (7, 30)] {
                // Without forbidden words there are too many nodes to count slowly.
                if longest < 2 && threshold > 12 {
                    continue;
                }
                let counts = case.counts(&words[&(case.size.0, case.size.1, longest)], threshold, depth);
                let text = block(longest, threshold, depth, &counts);
                // No play of this parity is shorter.
                let bound = threshold + 1 + (threshold + 1 + parity) % 2;
                let check = |bound: u32| outcome(&file(&case.line, &format!("at-least {bound}"), &case.tables, &text));
                if counts.reaches_goal {
                    refused += 1;
                    assert!(case.optimum.unwrap() <= threshold);
                    assert_refuted(&check(bound), "a goal is among the nodes");
                    continue;
                }
                verified += 1;
                assert!(case.optimum.is_none_or(|optimum| bound <= optimum), "{} {text}", case.line);
                assert!(matches!(check(bound), Outcome::Verified(_)), "{} {text} {}", case.line, check(bound));
                assert_refuted(&check(bound + 1), &format!("the transcript proves no more than {bound}"));
            }
        }
    }
    assert!(verified > 200 && refused > 50, "{verified} {refused}");
}

/// A transcript with lines of all kinds, of a board as far from the goal as any.
fn sample() -> (Case, String) {
    let size = Size(2, 4);
    let goal = size.usual_goal();
    let start = distances(size, &goal).into_iter().max_by_key(|(_, moves)| *moves).unwrap().0;
    let case = Case::new(size, &start, &goal, &[vec![vec![0, 1, 2, 3], vec![4, 5, 6]]]);
    let threshold = case.optimum.unwrap() - 2;
    let counts = case.counts(&forbidden(size, 6), threshold, 14);
    (case, block(6, threshold, 14, &counts))
}

#[test]
fn every_changed_count_is_refused() {
    let (case, good) = sample();
    let optimum = case.optimum.unwrap();
    let check = |text: &str| outcome(&file(&case.line, &format!("at-least {optimum}"), &case.tables, text));
    assert!(matches!(check(&good), Outcome::Verified(_)), "{good}{}", check(&good));
    assert!(good.lines().filter(|line| line.starts_with("below")).count() > 10, "{good}");
    assert!(good.lines().any(|line| line.split(' ').count() == 3), "{good}");
    let lines: Vec<&str> = good.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        for (place, word) in line.split(' ').enumerate().skip(1) {
            let number: u64 = word.parse().unwrap();
            for other in [number + 1, number.wrapping_sub(1), 0, 10 * number + 7] {
                if other > 1_000_000 || other == number {
                    continue;
                }
                let mut words: Vec<String> = line.split(' ').map(Into::into).collect();
                words[place] = other.to_string();
                let mut lines = lines.clone();
                let changed = words.join(" ");
                lines[index] = &changed;
                let text = lines.join("\n") + "\n";
                // A threshold of the other parity lets in no other nodes, and there may be no words
                // of one length.
                let same = index < 2 && number.abs_diff(other) == 1;
                assert!(same || matches!(check(&text), Outcome::Refuted(_)), "{text}{}", check(&text));
            }
        }
        // A line less, and a line more.
        let without = [&lines[..index], &lines[index + 1..]].concat().join("\n") + "\n";
        assert!(matches!(check(&without), Outcome::Refuted(_)), "{without}");
        let twice = [&lines[..=index], &lines[index..]].concat().join("\n") + "\n";
        assert!(matches!(check(&twice), Outcome::Refuted(_)), "{twice}");
    }
    for length in 0..good.len() {
        assert!(matches!(check(&good[..length]), Outcome::Refuted(_)), "{length}");
    }
}

#[test]
fn malformed_transcripts() {
    let (case, good) = sample();
    let check = |text: &str| outcome(&file(&case.line, "at-least 1", &case.tables, text));
    for (from, to, part) in [
        ("words 6\n", "", "line 1: `words ..` expected"),
        ("words 6\n", "words 06\n", "line 1: "),
        ("words 6\n", "words  6\n", "line 1: "),
        ("words 6\n", "words 6 \n", "line 1: "),
        ("words 6\n", "words\n", "line 1: "),
        ("words 6\n", "words 99999999999999999999\n", "line 1: "),
        ("depth 14\n", "depths 5\n", "line 3: "),
        ("depth 14\n", "depth -5\n", "line 3: "),
        ("below", "above", "line 5: "),
        ("below ", "below 0", "line 5: "),
        ("below ", "below 1 1\nbelow ", "a line is repeated at least once"),
        ("below ", "below 1 0\nbelow ", "a line is repeated at least once"),
        ("below ", "below 1 2 2\nbelow ", "line 5: "),
        ("below ", "below 7\nbelow 7 2\nbelow ", "line 6: two lines in a row have the same count"),
        ("below ", "\nbelow ", "line 5: "),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        assert_refuted(&check(&bad), "transcript, ");
        assert_refuted(&check(&bad), part);
    }
    assert_refuted(&check("words 6\nthreshold 1\n"), "transcript: `depth ..` is missing");
    assert_refuted(&check(good.trim_end()), "the line is not ended");
    let other =
        certificate("shift 1 1", "at-least 1", "transcript", &[("tables", b""), ("transcript", good.as_bytes())]);
    assert_refuted(&outcome(&other), "line 4: this evidence is about tiles");
    let order = certificate(&case.line, "at-least 1", "transcript", &[("transcript", b""), ("tables", b"")]);
    assert_refuted(&outcome(&order), "a block `tables` expected");
    let alike =
        file("tiles 2x2 1 1 2 0 to 1 2 1 0", "at-least 1", &case.tables, "words 0\nthreshold 0\ndepth 0\nabove 0\n");
    assert_refuted(&outcome(&alike), "no two tiles are alike");
}

#[test]
fn work_is_limited() {
    let (case, good) = sample();
    let file = |text: &str| file(&case.line, "at-least 1", &case.tables, text);
    let with = |limits: Limits, text: &str| check(&file(text), &limits);
    let numbers = |line: &str| line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect::<Vec<u64>>();
    let nodes: u64 = good.lines().skip(3).map(|line| numbers(line).iter().product::<u64>()).sum();
    let limits = |nodes| Limits { nodes, ..Limits::default() };
    assert!(matches!(with(limits(nodes), &good), Outcome::Verified(_)));
    let text = with(limits(nodes - 1), &good).to_string();
    assert_eq!(text, format!("RESOURCE a transcript of {nodes} nodes, {} allowed", nodes - 1));
    for text in [
        good.replacen("above ", "above 9999999999", 1),
        good.clone() + &format!("below {0} {0}\n", u64::MAX),
        good.replacen("threshold ", "threshold 9", 1).replacen("threshold 9", "threshold 999", 1),
    ] {
        assert!(matches!(with(Limits::default(), &text), Outcome::Resource(_)), "{}", with(Limits::default(), &text));
    }
    // Many words, and no words on a board of many cells.
    let words = good.replace("words 6", "words 100");
    assert!(matches!(with(Limits { memory: 1 << 22, ..Limits::default() }, &words), Outcome::Resource(_)));
    for part in [(0, 1), (1, 0), (3, 2)] {
        assert!(matches!(with(Limits { part, ..Limits::default() }, &good), Outcome::Resource(_)));
    }
}

#[test]
fn parts_agree_but_prove_nothing() {
    let (case, good) = sample();
    let check = |text: &str, part| {
        check(&file(&case.line, "at-least 1", &case.tables, text), &Limits { part, ..Limits::default() }).to_string()
    };
    for part in 1..=3 {
        assert_eq!(check(&good, (part, 3)), format!("RESOURCE part {part} of 3 re-executed, agrees"));
    }
    // A count that is wrong is found in one of the parts.
    let last = good.trim_end().rfind(' ').unwrap();
    let bad = format!("{}{}\n", &good[..=last], good.trim_end()[last + 1..].parse::<u64>().unwrap() + 1);
    let found = (1..=3).filter(|&part| check(&bad, (part, 3)).starts_with("REFUTED")).count();
    assert_eq!(found, 1, "{bad}");
}

#[test]
fn words_do_not_end_on_small_boards() {
    // Few effects there are, but words of any length.
    let case = Case::new(Size(2, 2), &[1, 2, 3, 0], &[1, 2, 3, 0], &[vec![vec![0]]]);
    let text = |words: u64| format!("words {words}\nthreshold 0\ndepth 0\nabove 0\nbelow 1\n");
    for words in [0, 1, 20, u64::MAX] {
        assert_refuted(
            &outcome(&file(&case.line, "at-least 1", &case.tables, &text(words))),
            "a goal is among the nodes",
        );
    }
}

#[test]
fn damaged_transcripts_never_prove_what_is_false() {
    let size = Size(2, 3);
    let goal = size.usual_goal();
    let case = Case::new(size, &[4, 1, 2, 5, 0, 3], &goal, &[vec![vec![0, 1], vec![3, 4]]]);
    let optimum = case.optimum.unwrap();
    let counts = case.counts(&forbidden(size, 5), optimum - 2, 3);
    let good = block(5, optimum - 2, 3, &counts);
    let mut dice = Dice(32);
    let mut proved = 0;
    for _ in 0..3000 {
        let mut text = good.clone().into_bytes();
        for _ in 0..dice.below(3) {
            damage(&mut text, &mut dice);
        }
        let lower = optimum - 1 + dice.below(3) as u32;
        let blocks: &[(&str, &[u8])] = &[("tables", case.tables.as_bytes()), ("transcript", &text)];
        let limits = Limits { nodes: 1 << 20, memory: 1 << 26, ..Limits::default() };
        let file = certificate(&case.line, &format!("at-least {lower}"), "transcript", blocks);
        if matches!(check(&file, &limits), Outcome::Verified(_)) {
            proved += 1;
            assert!(lower <= optimum);
        }
    }
    assert!(proved > 300, "{proved}");
}
