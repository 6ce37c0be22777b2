//! Certificates of sliding tiles: every answer about a small board has one that the checker
//! accepts, with each kind of evidence that fits it; and no evidence proves too much.

use std::collections::{HashMap, VecDeque};

use crate::common::{arrangements, sizes_of_boards};
use saltus::evidence::CannotCertify;
use saltus::evidence::{ClosedSet, Evidence, Stated};
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::notation::Instance as _;
use saltus::tiles::bounds::{Manhattan, Vacancy};
use saltus::tiles::closed::position::Position;
use saltus::tiles::search::ida::schedule::{self, Partition};
use saltus::tiles::search::ida::{self as tiles, Setting};
use saltus::tiles::{Goal, Instance};
use saltus::verdict::Outcome;
use saltus_check::{Limits as CheckLimits, Outcome as Checked, check, check_record};

/// The certificate of the answer, by its own evidence or by another.
fn certificate(instance: &Instance, evidence: Option<Box<dyn Evidence>>) -> Vec<u8> {
    let subject = saltus::parse(&instance.to_string()).unwrap_or_else(|bad| panic!("{instance}: {bad}"));
    let mut verdict = subject.solve(&Limits::default());
    verdict.evidence = evidence.unwrap_or(verdict.evidence);
    let certificate = subject.certificate(&verdict, &Limits::default());
    let mut bytes = Vec::new();
    certificate.unwrap_or_else(|why| panic!("{instance}: {why}")).write(&mut bytes).expect("memory takes all");
    bytes
}

/// A closed set by one of the bounds that need no tables.
fn closed_set(instance: &Instance, bound: &str) -> Box<dyn Evidence> {
    let puzzle = instance.puzzle().expect("a small board");
    match bound {
        "manhattan" => Box::new(ClosedSet::new(puzzle, Manhattan, "manhattan")),
        "vacancy" => Box::new(ClosedSet::new(puzzle, Vacancy, "vacancy")),
        _ => Box::new(ClosedSet::of_all(puzzle)),
    }
}

/// What the checker says of a certificate.
fn checked(bytes: &[u8]) -> Checked {
    check(bytes, &CheckLimits::default())
}

/// It is accepted, for this line, and settles the matter.
fn is_accepted(instance: &Instance, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().skip(1);
    assert_eq!(lines.next(), Some(format!("puzzle {instance}").as_str()));
    let claim = lines.next().and_then(|line| line.strip_prefix("claim ")).expect("a claim");
    assert!(claim == "unsolvable" || claim.starts_with("optimal "), "{instance}: only {claim}");
    match checked(bytes) {
        Checked::Verified(what) => assert_eq!(format!("{} {}", what.claim, what.puzzle), format!("{claim} {instance}")),
        other => panic!("{instance}: {other}\n{text}"),
    }
}

fn manhattan(instance: &Instance, start: &[u32]) -> u32 {
    let goal = instance.goal_cells();
    let way = |a: usize, b: usize| {
        (a / instance.width).abs_diff(b / instance.width) + (a % instance.width).abs_diff(b % instance.width)
    };
    let nearest = |(cell, tile): (usize, &u32)| {
        (0..goal.len()).filter(|&home| goal[home] == *tile).map(|home| way(cell, home)).min().expect("a home")
    };
    start.iter().enumerate().filter(|(_, tile)| **tile != 0).map(nearest).sum::<usize>() as u32
}

/// Its own evidence, and all other that must do.
fn every_evidence_is_accepted(instance: &Instance) {
    is_accepted(instance, &certificate(instance, None));
    let subject = saltus::parse(&instance.to_string()).expect("an instance");
    for bound in ["manhattan", "vacancy", "zero"] {
        let length = match subject.solve(&Limits::default()).outcome {
            Outcome::Solved { lower, .. } => u32::try_from(&lower).ok(),
            Outcome::Unsolvable { .. } if bound == "zero" => None,
            _ => continue,
        };
        is_accepted(instance, &certificate(instance, Some(closed_set(instance, bound))));
        if bound == "manhattan" && length == Some(manhattan(instance, &instance.start)) {
            is_accepted(instance, &certificate(instance, Some(Box::new(Stated::potential("manhattan")))));
        }
    }
}

/// Goals over different tiles, over two kinds, three, and one.
fn goals(height: usize, width: usize, random: &mut Random) -> Vec<Vec<u32>> {
    let cells = (height * width) as u32;
    let mut goals = vec![Goal::BlankLast.cells(cells as usize), Goal::BlankFirst.cells(cells as usize)];
    for kinds in [cells, 1, 2, 3] {
        let mut goal: Vec<u32> = (1..cells).map(|tile| tile % kinds.max(1) + 1).chain([0]).collect();
        random.shuffle(&mut goal);
        goals.push(goal);
    }
    goals
}

#[test]
fn every_small_board() {
    let mut random = Random::new(1);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let starts = arrangements(&goal);
            for start in starts.iter().step_by(starts.len() / 60 + 1) {
                every_evidence_is_accepted(&Instance::new(height, width, start.clone(), goal.clone()));
            }
        }
    }
}

#[test]
fn eight_and_nine_cells() {
    let mut random = Random::new(2);
    for (height, width) in [(3, 3), (2, 4), (4, 2), (1, 9), (8, 1)] {
        for goal in goals(height, width, &mut random) {
            for _ in 0..4 {
                let mut start = goal.clone();
                random.shuffle(&mut start);
                let instance = Instance::new(height, width, start, goal.clone());
                is_accepted(&instance, &certificate(&instance, None));
            }
        }
    }
}

/// The proofs of one move, of many cells, and of boards that nobody could search.
#[test]
fn large_boards() {
    for line in [
        "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
        "tiles 4x4 5 1 2 3 0 6 7 4 9 10 11 8 13 14 15 12",
        "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0",
        "tiles 4x4 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        "tiles 5x5 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 0 23 24",
        "tiles 1x30 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29",
        "tiles 4x4 1 1 1 1 2 2 2 0 3 3 3 2 4 4 4 3 to 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 0",
        "tiles 2x3 65535 7 9 0 7 9 to 7 9 0 7 9 65535",
    ] {
        let instance = saltus::tiles::read(line).expect("an instance");
        is_accepted(&instance, &certificate(&instance, None));
    }
    let mut swapped = Goal::BlankLast.cells(10_000);
    swapped.swap(0, 1);
    let odd = Instance::new(100, 100, swapped, Goal::BlankLast.cells(10_000));
    is_accepted(&odd, &certificate(&odd, None));
}

/// Records of plays, with numbers and with ways.
#[test]
fn records_are_replayed() {
    for line in ["tiles 3x3 8 6 7 2 5 4 3 0 1", "tiles 2x3 1 1 2 2 0 3 to 3 2 2 1 1 0", "tiles 4x1 0 1 2 3"] {
        let verdict = saltus::parse(line).unwrap().solve(&Limits::default());
        let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("{line}") };
        let moves: Vec<String> = crate::common::moves(&**plan).iter().map(|mv| format!("\"{mv}\"")).collect();
        let record = |count: usize| {
            let (list, length) = (moves[..count].join(","), count);
            format!(r#"{{"puzzle":"{line}","status":"solved","length":{length},"moves":[{list}]}}"#)
        };
        assert!(matches!(check_record(&record(moves.len()), &CheckLimits::default()), Checked::Verified(_)), "{line}");
        assert!(
            matches!(check_record(&record(moves.len() - 1), &CheckLimits::default()), Checked::Refuted(_)),
            "{line}"
        );
    }
}

/// Moves from every board to the goal, with rules of its own.
fn distances(height: usize, width: usize, goal: &[u32]) -> HashMap<Vec<u32>, u32> {
    let mut known = HashMap::from([(goal.to_vec(), 0)]);
    let mut queue = VecDeque::from([goal.to_vec()]);
    while let Some(board) = queue.pop_front() {
        let distance = known[&board];
        let gap = board.iter().position(|&tile| tile == 0).expect("a vacancy");
        let near = |other: &usize| (other / width).abs_diff(gap / width) + (other % width).abs_diff(gap % width) == 1;
        for other in (0..height * width).filter(near) {
            let mut next = board.clone();
            next.swap(gap, other);
            if !known.contains_key(&next) {
                known.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

/// All evidence that a checker may be shown for tiles, none of it good enough for what is false.
const EVIDENCE: [&str; 9] = [
    "witness",
    "parity",
    "order",
    "potential manhattan",
    "potential vacancy",
    "closed-set zero",
    "closed-set manhattan",
    "closed-set vacancy",
    "theorem winnable",
];

#[test]
fn no_evidence_proves_too_much() {
    let mut random = Random::new(3);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let known = distances(height, width, &goal);
            for start in arrangements(&goal).into_iter().step_by(7) {
                let Some(distance) = known.get(&start) else { continue };
                let instance = Instance::new(height, width, start, goal.clone());
                for claim in ["unsolvable".to_owned(), format!("at-least {}", distance + 1)] {
                    for by in EVIDENCE {
                        let set = if by.starts_with("closed-set") { "block set 0 00000000\n\n" } else { "" };
                        let bytes =
                            format!("saltus certificate 1\npuzzle {instance}\nclaim {claim}\nby {by}\n{set}end\n");
                        let outcome = checked(bytes.as_bytes());
                        assert!(!matches!(outcome, Checked::Verified(_)), "{instance}: {claim} by {by}");
                    }
                }
            }
        }
    }
}

/// What is true of unsolvable boards is accepted by the right rule alone.
#[test]
fn parity_and_order_where_they_hold() {
    let mut random = Random::new(4);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let known = distances(height, width, &goal);
            let row = height.min(width) == 1;
            for start in arrangements(&goal).into_iter().step_by(5) {
                let solvable = known.contains_key(&start);
                let instance = Instance::new(height, width, start, goal.clone());
                for (by, holds) in [("parity", !solvable && !row), ("order", !solvable && row)] {
                    let bytes = format!("saltus certificate 1\npuzzle {instance}\nclaim unsolvable\nby {by}\nend\n");
                    let accepted = matches!(checked(bytes.as_bytes()), Checked::Verified(_));
                    assert_eq!(accepted, holds, "{instance} by {by}");
                }
            }
        }
    }
}

/// A bound that leaves the checker's potential is certified by what the format has room for.
#[test]
fn boards_beyond_the_keys_have_weaker_certificates() {
    // 36 cells have no key in 128 bits.
    let mut start = Goal::BlankLast.cells(36);
    start.swap(0, 1);
    start.swap(1, 2);
    let instance = Instance::new(6, 6, start, Goal::BlankLast.cells(36));
    let subject = saltus::parse(&instance.to_string()).expect("an instance");
    let limits = Limits { nodes: 200_000, ..Limits::default() };
    let verdict = subject.solve(&limits);
    match subject.certificate(&verdict, &limits) {
        Ok(certificate) => {
            let mut bytes = Vec::new();
            certificate.write(&mut bytes).expect("memory takes all");
            assert!(matches!(checked(&bytes), Checked::Verified(_)));
        }
        Err(why) => assert_eq!(why, CannotCertify::NoAnswer),
    }
}

/// A certificate taken apart.
#[derive(Clone)]
struct Parts {
    puzzle: String,
    claim: String,
    by: String,
    blocks: Vec<(String, Vec<u8>)>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Self {
        let mut rest = bytes;
        let mut line = || {
            let end = rest.iter().position(|&byte| byte == b'\n').expect("a line");
            let line = String::from_utf8(rest[..end].to_vec()).expect("ASCII");
            rest = &rest[end + 1..];
            // A block's payload has its length in the line before it.
            let length = line.strip_prefix("block ").map(|block| block.split(' ').nth(1).expect("a length"));
            let length = length.map(|length| length.parse::<usize>().expect("a number"));
            let payload = length.map(|length| rest[..length].to_vec());
            rest = &rest[length.map_or(0, |length| length + 1)..];
            (line, payload)
        };
        let mut word = |name: &str| line().0.strip_prefix(name).expect("its line").to_owned();
        assert_eq!(word("saltus certificate "), "1");
        let (puzzle, claim, by) = (word("puzzle "), word("claim "), word("by "));
        let mut blocks = Vec::new();
        while let (header, Some(payload)) = line() {
            blocks.push((header.split(' ').nth(1).expect("a name").to_owned(), payload));
        }
        Parts { puzzle, claim, by, blocks }
    }

    fn bytes(&self) -> Vec<u8> {
        let Parts { puzzle, claim, by, blocks } = self;
        let mut bytes = format!("saltus certificate 1\npuzzle {puzzle}\nclaim {claim}\nby {by}\n").into_bytes();
        for (name, payload) in blocks {
            bytes.extend(format!("block {name} {} {:08x}\n", payload.len(), crc32fast::hash(payload)).bytes());
            bytes.extend(payload);
            bytes.push(b'\n');
        }
        bytes.extend(b"end\n");
        bytes
    }

    /// The lower bound alone, or another one by the same evidence.
    fn at_least(&self, moves: u32) -> Self {
        let mut parts = self.clone();
        parts.claim = format!("at-least {moves}");
        parts.blocks.retain(|(name, _)| name != "moves");
        parts
    }

    fn length(&self) -> u32 {
        self.claim.strip_prefix("optimal ").and_then(|length| length.parse().ok()).expect("an optimal play")
    }

    fn block(&self, name: &str) -> &[u8] {
        &self.blocks.iter().find(|(other, _)| other == name).expect("the block").1
    }

    fn with(&self, name: &str, payload: Vec<u8>) -> Self {
        let mut parts = self.clone();
        parts.blocks.iter_mut().find(|(other, _)| other == name).expect("the block").1 = payload;
        parts
    }

    fn is_verified(&self) -> bool {
        matches!(checked(&self.bytes()), Checked::Verified(_))
    }

    fn is_refuted(&self) -> bool {
        matches!(checked(&self.bytes()), Checked::Refuted(_))
    }
}

/// A goal, and a board `moves` random moves away; no move turns back.
fn walked(height: usize, width: usize, goal: Vec<u32>, moves: usize, random: &mut Random) -> Instance {
    let (mut start, mut last) = (goal.clone(), usize::MAX);
    for _ in 0..moves {
        let gap = start.iter().position(|&tile| tile == 0).expect("a vacancy");
        let near = |other: &usize| (other / width).abs_diff(gap / width) + (other % width).abs_diff(gap % width) == 1;
        let ways: Vec<usize> = (0..start.len()).filter(near).filter(|&other| other != last).collect();
        start.swap(gap, ways[random.below(ways.len())]);
        last = gap;
    }
    Instance::new(height, width, start, goal)
}

/// A goal in no order with the vacancy on this cell.
fn mixed(cells: u32, gap: usize, random: &mut Random) -> Vec<u32> {
    let mut goal: Vec<u32> = (1..cells).collect();
    random.shuffle(&mut goal);
    goal.insert(gap, 0);
    goal
}

/// Its certificate is accepted, and the same evidence does not prove more.
fn proves_no_more(instance: &Instance, kind: &str) -> Parts {
    let bytes = certificate(instance, None);
    is_accepted(instance, &bytes);
    let parts = Parts::of(&bytes);
    assert_eq!((parts.bytes(), &parts.by), (bytes, &kind.to_owned()));
    let length = parts.length();
    assert!(parts.at_least(length).is_verified(), "{instance}");
    assert!(parts.at_least(length + 2).is_refuted(), "{instance}");
    parts
}

/// The bytes of each entry of a block `set` as numbers: the step from the key before, and g.
fn entries(payload: &[u8]) -> Vec<(u128, u128)> {
    let (mut numbers, mut shift, mut number) = (Vec::new(), 0, 0);
    for byte in payload {
        number |= u128::from(byte & 127) << shift;
        shift += 7;
        if byte & 128 == 0 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

fn leb128(entries: &[(u128, u128)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for mut number in entries.iter().flat_map(|(step, g)| [*step, *g]) {
        while number > 127 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
    }
    bytes
}

/// Without an entry the set is left; with a g that is too small or too large it does not begin, or
/// does not go on, as it must.
fn every_entry_counts(parts: &Parts) {
    let all = entries(parts.block("set"));
    assert_eq!(leb128(&all), parts.block("set"));
    for place in (0..all.len()).step_by(all.len() / 3 + 1) {
        let mut fewer = all.clone();
        let (step, g) = fewer.remove(place);
        if let Some(next) = fewer.get_mut(place) {
            next.0 += step;
        }
        assert!(parts.with("set", leb128(&fewer)).is_refuted(), "{}: without entry {place}", parts.puzzle);
        let mut later = all.clone();
        later[place].1 = g + 1;
        assert!(parts.with("set", leb128(&later)).is_refuted(), "{}: entry {place} is late", parts.puzzle);
    }
}

/// 4x4 alone takes tables of some size.
#[test]
fn sets_with_tables() {
    let (mut random, mut seen) = (Random::new(5), 0);
    for (height, width, gap, moves) in [(4, 4, 0, 40), (3, 4, 11, 60), (3, 4, 6, 30), (2, 6, 11, 60), (2, 6, 8, 35)] {
        let cells = height * width;
        let goal = match gap {
            0 => Goal::BlankFirst.cells(cells),
            11 => Goal::BlankLast.cells(cells),
            _ => mixed(cells as u32, gap, &mut random),
        };
        let instance = walked(height, width, goal, moves, &mut random);
        let parts = proves_no_more(&instance, "closed-set patterns");
        if cells < 16 {
            every_entry_counts(&parts);
        }
        seen += entries(parts.block("set")).len();
    }
    assert!(seen > 100, "{seen}");
}

/// Other tables than the checker's own.
#[test]
fn tables_are_not_believed() {
    let mut random = Random::new(6);
    let instance = walked(2, 6, Goal::BlankLast.cells(12), 30, &mut random);
    let parts = proves_no_more(&instance, "closed-set patterns");
    let text = String::from_utf8(parts.block("tables").to_vec()).expect("ASCII");
    let last = text.trim_end().len() - 1;
    let digit = if text.as_bytes()[last] == b'0' { '1' } else { '0' };
    let mut wrong = text.clone();
    wrong.replace_range(last..=last, &digit.to_string());
    let twice = text.lines().next().map(|view| format!("{view} {}", &view[5..])).expect("a view");
    for tables in [wrong, text.replacen(text.lines().next().expect("a view"), &twice, 1), String::new()] {
        assert!(parts.with("tables", tables.clone().into_bytes()).is_refuted(), "{tables}");
    }
}

/// Every change of one number of a block `transcript`.
fn every_count_counts(parts: &Parts) {
    let text = String::from_utf8(parts.block("transcript").to_vec()).expect("ASCII");
    let lines: Vec<&str> = text.lines().collect();
    // The threshold is for `proves_no_more`; more words and other depths may by chance give the
    // same counts.
    for place in (3..lines.len()).step_by(lines.len() / 3 + 1) {
        let mut words = lines[place].split(' ');
        let (name, count) = (words.next().expect("a name"), words.next().expect("a count"));
        let count: u64 = count.parse().expect("a number");
        for other in [Some(count + 1), count.checked_sub(1)].into_iter().flatten() {
            let mut changed = lines.clone();
            let line = [&[name, &other.to_string()], &words.clone().collect::<Vec<_>>()[..]].concat().join(" ");
            changed[place] = &line;
            let changed = parts.with("transcript", (changed.join("\n") + "\n").into_bytes());
            assert!(changed.is_refuted(), "{}: {line} for {}", parts.puzzle, lines[place]);
        }
        if name == "below" {
            let mut fewer = lines.clone();
            fewer.remove(place);
            let fewer = parts.with("transcript", (fewer.join("\n") + "\n").into_bytes());
            assert!(fewer.is_refuted(), "{}: without {}", parts.puzzle, lines[place]);
        }
    }
    let threshold: u32 = lines[1].strip_prefix("threshold ").and_then(|number| number.parse().ok()).expect("a number");
    let raised = text.replacen(lines[1], &format!("threshold {}", threshold + 2), 1);
    assert!(parts.with("transcript", raised.into_bytes()).at_least(threshold + 4).is_refuted(), "{}", parts.puzzle);
}

#[test]
fn transcripts() {
    let (mut random, mut counted) = (Random::new(7), 0);
    for (height, width, gap, moves) in [(5, 5, 24, 30), (4, 5, 0, 40), (5, 4, 9, 40)] {
        let cells = height * width;
        let goal = match gap {
            0 => Goal::BlankFirst.cells(cells),
            _ => mixed(cells as u32, gap, &mut random),
        };
        let instance = walked(height, width, goal, moves, &mut random);
        let parts = proves_no_more(&instance, "transcript");
        if parts.block("transcript").split(|&byte| byte == b'\n').count() > 5 {
            counted += 1;
            every_count_counts(&parts);
        }
    }
    assert!(counted > 1, "{counted} transcripts with nodes");
}

/// With small tables: an iteration that is cut into thousands of subtrees.
#[test]
fn a_cut_transcript() {
    let line = "tiles 4x4 13 11 4 12 1 8 9 15 6 5 14 2 7 3 10 0 to blank-first";
    let instance = saltus::tiles::read(line).expect("an instance");
    let subject = saltus::parse(line).expect("an instance");
    let position = Position::new(&instance).expect("different tiles");
    let limits = Limits::default();
    let patterns = [&[1, 2, 3][..], &[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14, 15]].map(<[u8]>::to_vec).to_vec();
    let small = Partition { name: "3-4-4-4".into(), patterns, reflected: false };
    let (views, words) =
        (small.views(4, 4, 0, &limits).expect("no limit"), schedule::words(4, 4, schedule::LONGEST_WORD));
    let setting = Setting { views: &views, words: &words, from: 0, node_budget: u64::MAX, part: None };
    let searched = tiles::solve(&position.homes, setting, &limits, &mut |_| ()).expect("no limit");
    let mut verdict = subject.solve(&limits);
    let transcript = searched.transcript.expect("an iteration without a play");
    verdict.evidence = Box::new(transcript);
    let mut bytes = Vec::new();
    let certificate = subject.certificate(&verdict, &limits).expect("an answer with a transcript");
    certificate.write(&mut bytes).expect("memory takes all");
    is_accepted(&instance, &bytes);
    let parts = Parts::of(&bytes);
    let lines = parts.block("transcript").split(|&byte| byte == b'\n').count();
    assert!(lines > 1_000, "{lines} lines");
    assert!(parts.at_least(parts.length() + 2).is_refuted());
    every_count_counts(&parts);
}
