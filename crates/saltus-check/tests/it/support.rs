//! Certificates to order, and the truth about small puzzles by breadth-first search. The rules are
//! written here a second time, as patterns of cells, so that a slip in the checker's rules shows.

use dashu_int::UBig;
use saltus_check::{Limits, Outcome, check};
use std::collections::{BTreeMap, VecDeque};

/// 0 is the vacancy; shift: 1 black, 2 white; reverse: the checker's number.
pub(crate) type Row = Vec<u8>;

/// The families with their move sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    Forward,
    Back,
    All,
    Reverse,
}

pub(crate) const SHIFTS: [Rules; 3] = [Rules::Forward, Rules::Back, Rules::All];

/// One change of two or three neighbouring cells, read from left to right.
fn pattern_allowed(rules: Rules, before: &[u8], after: &[u8]) -> bool {
    const FORWARD: [(&[u8], &[u8]); 4] =
        [(&[1, 0], &[0, 1]), (&[0, 2], &[2, 0]), (&[1, 2, 0], &[0, 2, 1]), (&[0, 1, 2], &[2, 1, 0])];
    let forward = |from: &[u8], to: &[u8]| FORWARD.contains(&(from, to));
    match rules {
        Rules::Reverse => true,
        Rules::Forward => forward(before, after),
        Rules::Back => forward(before, after) || forward(after, before),
        Rules::All => {
            let own = before.len() == 3 && (before[1] == before[0] || before[1] == before[2]);
            own || forward(before, after) || forward(after, before)
        }
    }
}

/// Every board one move away, with the cell (from 1) that the move leaves.
pub(crate) fn successors(rules: Rules, row: &[u8]) -> Vec<(usize, Row)> {
    let mut found = Vec::new();
    for width in [2, 3] {
        for left in 0..(row.len() + 1).saturating_sub(width) {
            let before = &row[left..left + width];
            let right = left + width - 1;
            if row[left] != 0 && row[right] != 0 {
                continue;
            }
            let mut after = row.to_vec();
            after.swap(left, right);
            if pattern_allowed(rules, before, &after[left..=right]) {
                found.push((if row[left] == 0 { right + 1 } else { left + 1 }, after));
            }
        }
    }
    found
}

/// Everything that can be reached, with its distance.
pub(crate) fn distances(rules: Rules, start: &[u8]) -> BTreeMap<Row, u32> {
    let mut distance = BTreeMap::from([(start.to_vec(), 0)]);
    let mut queue = VecDeque::from([start.to_vec()]);
    while let Some(row) = queue.pop_front() {
        let next = distance[&row] + 1;
        for (_, after) in successors(rules, &row) {
            if !distance.contains_key(&after) {
                distance.insert(after.clone(), next);
                queue.push_back(after);
            }
        }
    }
    distance
}

/// All orders of the given cells, without repetition.
pub(crate) fn arrangements(cells: &[u8]) -> Vec<Row> {
    let mut rows = vec![Row::new()];
    for _ in cells {
        rows = rows.iter().flat_map(|row| extensions(cells, row)).collect();
    }
    rows
}

fn extensions(cells: &[u8], row: &[u8]) -> Vec<Row> {
    let mut kinds = cells.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.retain(|&kind| count(row, kind) < count(cells, kind));
    kinds.into_iter().map(|kind| [row, &[kind]].concat()).collect()
}

pub(crate) fn shift_start(n: usize, m: usize) -> Row {
    [vec![1; n], vec![0], vec![2; m]].concat()
}

pub(crate) fn shift_goal(n: usize, m: usize) -> Row {
    [vec![2; m], vec![0], vec![1; n]].concat()
}

/// The canonical line of an instance of shift.
pub(crate) fn shift_line(rules: Rules, start: &[u8], goal: &[u8]) -> String {
    let (n, m) = (count(start, 1), count(start, 2));
    let letters = |row: &[u8]| row.iter().map(|&cell| ['_', 'b', 'w'][cell as usize]).collect::<String>();
    let mut line = match (start == shift_start(n, m), goal == shift_goal(n, m)) {
        (true, true) => format!("shift {n} {m}"),
        (_, true) => format!("shift {}", letters(start)),
        (_, false) => format!("shift {} to {}", letters(start), letters(goal)),
    };
    match rules {
        Rules::Back => line += " moves=back",
        Rules::All => line += " moves=all",
        Rules::Forward | Rules::Reverse => {}
    }
    line
}

/// The canonical line of an instance of reverse, with one goal.
pub(crate) fn reverse_line(start: &[u8], goal: &[u8]) -> String {
    let n = start.len() - 1;
    let words = |row: &[u8]| {
        let words = row.iter().map(|&cell| if cell == 0 { "_".to_string() } else { cell.to_string() });
        words.collect::<Vec<_>>().join(" ")
    };
    let vacancy = |row: &[u8]| row.iter().position(|&cell| cell == 0).unwrap();
    let unless_zero = |key: &str, side: usize| {
        if side == 0 { String::new() } else { format!(" {key}={side}") }
    };
    let to = unless_zero("to", vacancy(goal));
    let up = (1..=n as u8).collect::<Row>();
    let down = (1..=n as u8).rev().collect::<Row>();
    let checkers = |row: &[u8]| row.iter().copied().filter(|&cell| cell != 0).collect::<Row>();
    match (checkers(start) == up, checkers(goal) == down) {
        (true, true) => format!("reverse {n}{}{to}", unless_zero("from", vacancy(start))),
        (_, true) => format!("reverse {}{to}", words(start)),
        (_, false) => format!("reverse {} to {}", words(start), words(goal)),
    }
}

/// The canonical line with the goals of `to=any`.
pub(crate) fn reverse_anywhere_line(start: &[u8]) -> String {
    let first: Row = [0].into_iter().chain((1..start.len() as u8).rev()).collect();
    reverse_line(start, &first) + " to=any"
}

pub(crate) fn count(row: &[u8], cell: u8) -> usize {
    row.iter().map(|&other| usize::from(other == cell)).sum()
}

/// A certificate with the right lengths and check sums.
pub(crate) fn certificate(puzzle: &str, claim: &str, by: &str, blocks: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = format!("saltus certificate 1\npuzzle {puzzle}\nclaim {claim}\nby {by}\n").into_bytes();
    for (name, payload) in blocks {
        file.extend(block(name, payload));
    }
    file.extend(b"end\n");
    file
}

/// The end of an outcome's text after evidence that rests on a theorem.
pub(crate) fn assuming(by: &str) -> String {
    let theorem = by.split(' ').find(|word| saltus_check::THEOREMS.contains(word));
    theorem.map_or(String::new(), |name| format!(", assuming theorem {name} (docs/theorems.md#{name})"))
}

pub(crate) fn block(name: &str, payload: &[u8]) -> Vec<u8> {
    let mut block = format!("block {name} {} {:08x}\n", payload.len(), crc32fast::hash(payload)).into_bytes();
    block.extend(payload);
    block.push(b'\n');
    block
}

/// The key of a state of any size.
pub(crate) fn wide_key(digits: impl IntoIterator<Item = u64>, base: u64) -> UBig {
    digits.into_iter().fold(UBig::ZERO, |key, digit| key * base + digit)
}

/// The payload of a block `set` with keys of any size, in the order given.
pub(crate) fn wide_payload(entries: &[(UBig, u32)]) -> Vec<u8> {
    let mut last = UBig::ZERO;
    let mut bytes = Vec::new();
    for (key, g) in entries {
        let mut step = key - &last;
        while step > UBig::from(127u8) {
            bytes.push((&step % 128u8) + 128);
            step /= 128u8;
        }
        bytes.push(&step % 128u8);
        bytes.extend(leb128(u128::from(*g)));
        last.clone_from(key);
    }
    bytes
}

pub(crate) fn key(row: &[u8], base: usize) -> u128 {
    row.iter().fold(0, |key, &cell| key * base as u128 + u128::from(cell))
}

pub(crate) fn leb128(mut value: u128) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 127 {
        bytes.push((value % 128) as u8 + 128);
        value /= 128;
    }
    bytes.push(value as u8);
    bytes
}

/// The payload of a block `set`; the entries in the order given.
pub(crate) fn payload(entries: &[(u128, u32)]) -> Vec<u8> {
    let mut last = 0;
    let mut bytes = Vec::new();
    for &(key, g) in entries {
        bytes.extend(leb128(key - last));
        bytes.extend(leb128(u128::from(g)));
        last = key;
    }
    bytes
}

/// The payload of a block `moves`: a shortest play, a move a line.
pub(crate) fn shortest_play(rules: Rules, start: &[u8], goal: &[u8]) -> String {
    let distance = distances(rules, start);
    let mut row = goal.to_vec();
    let mut cells = Vec::new();
    while row != start {
        let before = distance.iter().find_map(|(before, &d)| {
            let hit = |(from, after): (usize, Row)| (after == row && d + 1 == distance[&row]).then_some(from);
            successors(rules, before).into_iter().find_map(hit).map(|from| (before.clone(), from))
        });
        let (before, from) = before.unwrap();
        cells.push(from.to_string() + "\n");
        row = before;
    }
    cells.into_iter().rev().collect()
}

pub(crate) fn outcome(file: &[u8]) -> Outcome {
    check(file, &Limits::default())
}

pub(crate) fn is_verified(file: &[u8]) -> bool {
    matches!(outcome(file), Outcome::Verified(_))
}

/// The bound that a certificate without a block proves, as the refusal of too high a claim tells
/// it; None when the evidence does not apply.
pub(crate) fn proved_bound(puzzle: &str, by: &str) -> Option<i64> {
    let claim = |bound: i64| certificate(puzzle, &format!("at-least {bound}"), by, &[]);
    let text = outcome(&claim(i64::MAX)).to_string();
    let (_, bound) = text.split_once("proves no more than ")?;
    let bound = bound.parse().unwrap();
    assert!(bound < 0 || is_verified(&claim(bound)), "{puzzle}: {bound} by {by}");
    assert!(bound < -1 || !is_verified(&claim(bound + 1)), "{puzzle}: {bound} by {by}");
    Some(bound)
}

/// Numbers that look random and are the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Of a certificate that is cut short nothing is verified.
pub(crate) fn every_truncation_is_refused(good: &[u8]) {
    for length in 0..good.len() {
        assert!(matches!(outcome(&good[..length]), Outcome::Refuted(_)), "{length}");
    }
}

/// What is said of a certificate with one bit changed, for each bit.
pub(crate) fn changed_bits(good: &[u8]) -> impl Iterator<Item = (usize, Outcome)> + '_ {
    (0..8 * good.len()).map(|bit| {
        let mut file = good.to_vec();
        file[bit / 8] ^= 1 << (bit % 8);
        (bit, outcome(&file))
    })
}
