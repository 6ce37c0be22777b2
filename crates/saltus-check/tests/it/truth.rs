//! Soundness against breadth-first search, over whole state graphs of small puzzles.

use crate::support::{
    Dice, Row, Rules, SHIFTS, arrangements, assuming, certificate, distances, is_verified, key, outcome, payload,
    proved_bound, reverse_anywhere_line, reverse_line, shift_goal, shift_line, shift_start, shortest_play, successors,
    wide_key, wide_payload,
};
use dashu_int::UBig;
use saltus_check::{Limits, check};
use std::collections::BTreeMap;

fn sizes(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=most).flat_map(move |n| (0..=most - n).map(move |m| (n, m)))
}

/// The chain potential, cell by cell as `docs/certificates.md` defines it.
fn chain_by_definition(row: &[u8]) -> i64 {
    let places = |colour: u8| (0..row.len()).filter(|&i| row[i] == colour).collect::<Vec<_>>();
    let (mut blacks, whites) = (places(1), places(2));
    blacks.reverse();
    let (n, m) = (blacks.len(), whites.len());
    let done = |i: usize, j: usize| whites[j - 1] < blacks[i - 1];
    let undone = (1..=n).flat_map(|i| (1..=m).map(move |j| (i, j))).filter(|&(i, j)| !done(i, j)).count();
    let chain = (1..=m).map(|j| (1, j)).chain((2..=n).map(|i| (i, m)));
    let open: Vec<_> = chain.filter(|&(i, j)| !done(i, j)).collect();
    let g = row.iter().position(|&cell| cell == 0).unwrap() as i64;
    let delta = match open.first() {
        Some(&(i, j)) => (g - (n - i + j) as i64 - 1).rem_euclid(2),
        None => (g - m as i64).rem_euclid(2),
    };
    undone as i64 + open.len() as i64 + delta
}

/// Asserts that a function, given on all boards, is 0 or less at the goal, falls by at most 1 in a
/// move, and so is no more than the distance.
fn assert_potential(rules: Rules, values: &BTreeMap<Row, i64>, is_goal: impl Fn(&[u8]) -> bool) {
    for (row, &value) in values {
        assert!(!is_goal(row) || value <= 0, "{row:?} is a goal with {value}");
        for (_, after) in successors(rules, row) {
            assert!(value - values[&after] <= 1, "{rules:?} {row:?} -> {after:?}");
        }
    }
}

#[test]
fn shift_potentials_fall_by_at_most_one() {
    for (n, m) in sizes(6) {
        let rows = arrangements(&shift_start(n, m));
        let goals = if n + m <= 3 { rows.clone() } else { vec![shift_goal(n, m), rows[rows.len() / 3].clone()] };
        for (rules, goal) in SHIFTS.into_iter().flat_map(|rules| goals.iter().map(move |goal| (rules, goal))) {
            let usual = *goal == shift_goal(n, m);
            for (name, applies) in [
                ("forward", rules != Rules::All),
                ("displacement", true),
                ("chain", usual && n > 0 && m > 0),
                ("vacancy", true),
                ("inversions", false),
            ] {
                let by = format!("potential {name}");
                let value = |row: &Row| Some((row.clone(), proved_bound(&shift_line(rules, row, goal), &by)?));
                let values: BTreeMap<Row, i64> = rows.iter().filter_map(value).collect();
                assert_eq!(values.len(), if applies { rows.len() } else { 0 }, "{name} {rules:?} {goal:?}");
                assert_potential(rules, &values, |row| row == goal);
                if name == "chain" {
                    assert!(values.iter().all(|(row, &value)| value == chain_by_definition(row)));
                }
            }
        }
    }
}

#[test]
fn forward_moves_lower_forward_by_exactly_one() {
    for (n, m) in sizes(6) {
        let value = |row: &[u8]| {
            proved_bound(&shift_line(Rules::Forward, row, &shift_goal(n, m)), "potential forward").unwrap()
        };
        for row in arrangements(&shift_start(n, m)) {
            assert!(successors(Rules::Forward, &row).iter().all(|(_, after)| value(&row) - value(after) == 1));
        }
    }
}

#[test]
fn reverse_potentials_fall_by_at_most_one() {
    let mut dice = Dice(1);
    for (name, n) in ["inversions", "colours"].into_iter().flat_map(|name| (0..=5u8).map(move |n| (name, n))) {
        let by = format!("potential {name}");
        let rows = arrangements(&(0..=n).collect::<Row>());
        let down: Row = (1..=n).rev().collect();
        let side = dice.below(down.len() + 1);
        let in_order = [&down[..side], &[0], &down[side..]].concat();
        for goal in [&in_order, &rows[dice.below(rows.len())], &rows[dice.below(rows.len())]] {
            let value = |row: &Row| proved_bound(&reverse_line(row, goal), &by).unwrap();
            let values = rows.iter().map(|row| (row.clone(), value(row))).collect();
            assert_potential(Rules::Reverse, &values, |row| row == goal);
            assert!(name != "colours" || values.iter().all(|(row, &value)| value == colours_by_definition(row, goal)));
        }
        // The vacancy anywhere: every descending board is a goal.
        let value = |row: &Row| proved_bound(&reverse_anywhere_line(row), &by).unwrap();
        let values = rows.iter().map(|row| (row.clone(), value(row))).collect();
        assert_potential(Rules::Reverse, &values, |row| row.iter().filter(|&&cell| cell > 0).eq(&down));
    }
}

/// Searches that are made again find what one search over all boards finds, whatever bound leaves boards out.
#[test]
fn reversals_searched_again() {
    let mut dice = Dice(7);
    for n in 0..=5u8 {
        let rows = arrangements(&(0..=n).collect::<Row>());
        for _ in 0..12 {
            let (start, goal) = (&rows[dice.below(rows.len())], &rows[dice.below(rows.len())]);
            let distance = i64::from(distances(Rules::Reverse, start)[goal]);
            for bound in ["zero", "inversions", "colours"] {
                let by = format!("re-executed {bound}");
                assert_eq!(proved_bound(&reverse_line(start, goal), &by), Some(distance), "{start:?} {goal:?} {by}");
            }
        }
        assert_eq!(proved_bound(&reverse_anywhere_line(&rows[0]), "re-executed zero"), None);
    }
    // Moves of one colour do not lead both ways.
    assert_eq!(
        proved_bound(&shift_line(Rules::Forward, &shift_start(2, 2), &shift_goal(2, 2)), "re-executed zero"),
        None
    );
}

/// The potential `colours` for one goal, by trying all subsequences.
fn colours_by_definition(row: &[u8], goal: &[u8]) -> i64 {
    let place = |row: &[u8], cell: u8| row.iter().position(|&other| other == cell).unwrap();
    let n = row.len() as u8 - 1;
    let pairs = (1..=n).flat_map(|a| (1..a).map(move |b| (a, b)));
    let differ = |&(a, b): &(u8, u8)| (place(row, a) < place(row, b)) != (place(goal, a) < place(goal, b));
    let mut value = pairs.filter(differ).count() as i64;
    for colour in [0, 1] {
        let on: Row = (1..=n).filter(|&a| place(row, a) % 2 == colour).collect();
        let mut kept: Row = on.iter().copied().filter(|&a| place(goal, a) % 2 == colour).collect();
        value += (on.len() - kept.len()) as i64;
        kept.sort_by_key(|&a| place(row, a));
        let chosen = |mask: usize| (0..kept.len()).filter(move |i| mask >> i & 1 == 1);
        let in_order = |&mask: &usize| chosen(mask).is_sorted_by_key(|i| place(goal, kept[i]));
        let longest = (0..1usize << kept.len()).filter(in_order).map(usize::count_ones).max().unwrap();
        value += 2 * (kept.len() as i64 - i64::from(longest));
    }
    value
}

#[test]
fn order_refutes_only_what_cannot_be_solved() {
    let mut proved = 0;
    for (n, m) in sizes(4) {
        let rows = arrangements(&shift_start(n, m));
        for start in &rows {
            let reached = distances(Rules::Forward, start);
            for goal in &rows {
                for rules in SHIFTS {
                    let file = certificate(&shift_line(rules, start, goal), "unsolvable", "order", &[]);
                    if is_verified(&file) {
                        proved += 1;
                        assert!(rules == Rules::Forward && !reached.contains_key(goal), "{start:?} {goal:?}");
                    }
                }
            }
        }
    }
    assert!(proved > 1000, "{proved}");
}

/// The theorem `reversal` as `docs/certificates.md` states it.
fn reversal_by_definition(n: i64, p: i64, q: i64) -> i64 {
    let (k, pairs) = ((p + q - n).abs(), n * (n - 1) / 2);
    let end = |side: i64| i64::from(side == 0 || side == n);
    if n % 2 == 0 {
        let c = if n == 2 && (p, q).min((q, p)) == (0, 2) { 2 } else { 1 };
        return pairs + k + 2 * (n - k - c).max(0);
    }
    let full = pairs + n - k + 2 * (k - end(p) - end(q)).max(0);
    let exact = n <= 13 || (p, q) == (0, 0) || (p, q) == (n, n) || k <= 1;
    if exact { full } else { (full - 2).max(n * (n + 1) / 2 - 1) }
}

fn reversal_line(n: i64, p: i64, to: &str) -> String {
    let from = if p == 0 { String::new() } else { format!(" from={p}") };
    let to = if to == "0" { String::new() } else { format!(" to={to}") };
    format!("reverse {n}{from}{to}")
}

#[test]
fn the_theorem_says_what_it_says() {
    for n in 0..=30 {
        for p in 0..=n {
            let mut least = i64::MAX;
            for q in 0..=n {
                let bound = reversal_by_definition(n, p, q);
                least = least.min(bound);
                let line = reversal_line(n, p, &q.to_string());
                assert_eq!(proved_bound(&line, "theorem reversal"), Some(bound), "{line}");
            }
            let line = reversal_line(n, p, "any");
            assert_eq!(proved_bound(&line, "theorem reversal"), Some(least), "{line}");
        }
    }
}

#[test]
fn the_theorem_holds() {
    for n in 0..=7u8 {
        let with = |order: Vec<u8>, left: usize| [&order[..left], &[0], &order[left..]].concat();
        for from in 0..=usize::from(n) {
            let distance = distances(Rules::Reverse, &with((1..=n).collect(), from));
            for to in 0..=usize::from(n) {
                let truth = i64::from(distance[&with((1..=n).rev().collect(), to)]);
                let bound = reversal_by_definition(n.into(), from as i64, to as i64);
                assert!(bound <= truth, "{n} {from} {to}: {bound} > {truth}");
            }
        }
    }
}

#[test]
fn winnable_tells_which_boards_can_be_won() {
    for (n, m) in sizes(8) {
        let (first, last) = (shift_start(n, m), shift_goal(n, m));
        let reached = distances(Rules::Forward, &first);
        for row in arrangements(&first) {
            let refuted = |rules: Rules, start: &[u8], goal: &[u8]| {
                is_verified(&certificate(&shift_line(rules, start, goal), "unsolvable", "theorem winnable", &[]))
            };
            let won = distances(Rules::Forward, &row).contains_key(&last);
            assert_eq!(refuted(Rules::Forward, &row, &last), !won, "{row:?}");
            assert_eq!(refuted(Rules::Forward, &first, &row), !reached.contains_key(&row), "{row:?}");
            assert!(!refuted(Rules::Back, &row, &last) && !refuted(Rules::All, &first, &row), "{row:?}");
        }
    }
}

#[test]
fn winnable_is_about_two_kinds_of_puzzles() {
    for (n, m) in sizes(4) {
        let rows = arrangements(&shift_start(n, m));
        for (start, goal) in rows.iter().flat_map(|start| rows.iter().map(move |goal| (start, goal))) {
            let file = certificate(&shift_line(Rules::Forward, start, goal), "unsolvable", "theorem winnable", &[]);
            if is_verified(&file) {
                assert!(*start == shift_start(n, m) || *goal == shift_goal(n, m));
                assert!(!distances(Rules::Forward, start).contains_key(goal), "{start:?} {goal:?}");
            }
        }
    }
}

#[test]
fn the_construction_is_a_play() {
    for (n, m) in (0..=12).flat_map(|n| (0..=12).map(move |m| (n, m))) {
        let k = n * m + n + m;
        for (colour, there) in [("b", n > 0 || m == 0), ("w", m > 0 || n == 0)] {
            let moves = format!("construction sections first={colour}\n");
            let claim = format!("plan {k}");
            let file = certificate(&format!("shift {n} {m}"), &claim, "witness", &[("moves", moves.as_bytes())]);
            assert_eq!(is_verified(&file), there, "{n} {m} {colour}");
            let unreplayed = check(&file, &Limits { moves: 0, ..Limits::default() }).to_string();
            let remark = if n * m > 0 { ", assuming theorem sections (docs/theorems.md#sections)" } else { "" };
            assert!(
                !there || unreplayed == format!("VERIFIED plan {k} shift {n} {m} by witness{remark}"),
                "{unreplayed}"
            );
        }
    }
}

/// A puzzle with one goal, and what is true of it.
pub(crate) struct Truth {
    pub(crate) line: String,
    base: usize,
    distance: BTreeMap<Row, u32>,
    /// The moves of a shortest play, if there is a play.
    pub(crate) optimum: Option<u32>,
    /// The block `tables`, for the bound `patterns`.
    pub(crate) tables: String,
}

impl Truth {
    fn shift(rules: Rules, start: &[u8], goal: &[u8]) -> Self {
        Self::of(shift_line(rules, start, goal), 3, rules, start, goal)
    }

    fn reverse(start: &[u8], goal: &[u8]) -> Self {
        Self::of(reverse_line(start, goal), start.len(), Rules::Reverse, start, goal)
    }

    fn of(line: String, base: usize, rules: Rules, start: &[u8], goal: &[u8]) -> Self {
        Self::given(line, base, distances(rules, start), goal)
    }

    pub(crate) fn given(line: String, base: usize, distance: BTreeMap<Row, u32>, goal: &[u8]) -> Self {
        let optimum = distance.get(goal).copied();
        Self { line, base, distance, optimum, tables: String::new() }
    }

    /// The entries (key, g) with g + h below `c`, sorted.
    pub(crate) fn set(&self, h: impl Fn(&[u8]) -> i64, c: u32) -> Vec<(u128, u32)> {
        let below = |(row, &g): (&Row, &u32)| (i64::from(g) + h(row) < i64::from(c)).then(|| (key(row, self.base), g));
        let mut entries: Vec<_> = self.distance.iter().filter_map(below).collect();
        entries.sort_unstable();
        entries
    }

    pub(crate) fn file(&self, claim: &str, bound: &str, entries: &[(u128, u32)]) -> Vec<u8> {
        let set = payload(entries);
        let blocks = [("tables", self.tables.as_bytes()), ("set", &set)];
        let blocks = if bound == "patterns" { &blocks[..] } else { &blocks[1..] };
        certificate(&self.line, claim, &format!("closed-set {bound}"), blocks)
    }

    /// Asserts that a set is accepted, that it proves nothing more, and that it has no superfluous
    /// entry.
    pub(crate) fn assert_tight(&self, bound: &str, h: impl Fn(&[u8]) -> i64) {
        let c = self.optimum.unwrap();
        let set = self.set(&h, c);
        let claim = format!("at-least {c}");
        let file = self.file(&claim, bound, &set);
        let assuming = assuming(bound);
        assert_eq!(
            outcome(&file).to_string(),
            format!("VERIFIED {claim} {} by closed-set {bound}{assuming}", self.line)
        );
        assert!(!is_verified(&self.file(&format!("at-least {}", c + 1), bound, &set)), "{}", self.line);
        assert!(!is_verified(&self.file("unsolvable", bound, &set)), "{}", self.line);
        for gone in 0..set.len() {
            let mut fewer = set.clone();
            fewer.remove(gone);
            assert!(!is_verified(&self.file(&claim, bound, &fewer)), "{} without entry {gone}", self.line);
            // No board is reached later than it is.
            let mut later = set.clone();
            later[gone].1 += 1;
            assert!(!is_verified(&self.file(&claim, bound, &later)), "{} with entry {gone} later", self.line);
        }
        // A set for a lower claim does not do for a higher one, be that true or not.
        for lower in 0..c {
            let smaller = self.set(&h, lower);
            assert!(is_verified(&self.file(&format!("at-least {lower}"), bound, &smaller)), "{}", self.line);
            let raised = is_verified(&self.file(&claim, bound, &smaller));
            assert!(!raised || smaller == set, "{} from {lower}", self.line);
        }
    }
}

#[test]
fn closed_sets_of_shift() {
    for (rules, (n, m)) in SHIFTS.into_iter().flat_map(|rules| sizes(5).map(move |size| (rules, size))) {
        let rows = arrangements(&shift_start(n, m));
        for start in [&shift_start(n, m), &rows[rows.len() / 2], &rows[rows.len() / 5]] {
            for goal in [&shift_goal(n, m), &rows[rows.len() / 3]] {
                let truth = Truth::shift(rules, start, goal);
                if truth.optimum.is_none() {
                    let all: Vec<_> = truth.set(|_| 0, u32::MAX).iter().map(|&(key, _)| (key, 0)).collect();
                    assert!(is_verified(&truth.file("unsolvable", "zero", &all)), "{}", truth.line);
                    assert!(is_verified(&truth.file("at-least 99999999999999999999", "zero", &all)));
                    continue;
                }
                truth.assert_tight("zero", |_| 0);
                let place = |row: &[u8]| row.iter().position(|&cell| cell == 0).unwrap();
                let jumps = rules == Rules::All || (n > 0 && m > 0);
                let step = if jumps { 2 } else { 1 };
                truth.assert_tight("vacancy", |row| place(row).abs_diff(place(goal)).div_ceil(step) as i64);
                if n > 0 && m > 0 && *goal == shift_goal(n, m) {
                    truth.assert_tight("chain", chain_by_definition);
                }
            }
        }
    }
}

#[test]
fn closed_sets_of_reverse() {
    let mut dice = Dice(2);
    for n in 0..=4u8 {
        let rows = arrangements(&(0..=n).collect::<Row>());
        for _ in 0..8 {
            let (start, goal) = (&rows[dice.below(rows.len())], &rows[dice.below(rows.len())]);
            let truth = Truth::reverse(start, goal);
            truth.assert_tight("zero", |_| 0);
            let place = |row: &[u8], cell: u8| row.iter().position(|&other| other == cell).unwrap();
            let pairs = |row: &[u8]| {
                let pairs = (1..=n).flat_map(|a| (1..a).map(move |b| (a, b)));
                let differ = |&(a, b): &(u8, u8)| (place(row, a) < place(row, b)) != (place(goal, a) < place(goal, b));
                pairs.filter(differ).count() as i64
            };
            truth.assert_tight("inversions", pairs);
            truth.assert_tight("colours", |row| colours_by_definition(row, goal));
        }
    }
}

#[test]
fn a_set_for_several_goals_holds_none_of_them() {
    // From 1 2 3 _ some descending board is 5 moves away; a set for `to=any` has to avoid all of
    // them.
    let start = vec![1, 2, 3, 0];
    let distance = distances(Rules::Reverse, &start);
    let down = |row: &[u8]| row.iter().filter(|&&cell| cell > 0).is_sorted_by(|a, b| a > b);
    let optimum = distance.iter().filter(|(row, _)| down(row)).map(|(_, &d)| d).min().unwrap();
    let truth = Truth::reverse(&start, &[0, 3, 2, 1]);
    let file = |c: u32| {
        let set = truth.set(|_| 0, c);
        let blocks: &[(&str, &[u8])] = &[("set", &payload(&set))];
        certificate("reverse 3 from=3 to=any", &format!("at-least {c}"), "closed-set zero", blocks)
    };
    assert!(is_verified(&file(optimum)));
    assert!(!is_verified(&file(optimum + 1)));
}

#[test]
fn damaged_certificates_never_prove_what_is_false() {
    let mut dice = Dice(3);
    let mut proved = 0;
    for (rules, (n, m)) in [(Rules::Forward, (2, 2)), (Rules::Back, (1, 2)), (Rules::All, (2, 1)), (Rules::All, (3, 0))]
    {
        let (start, goal) = (shift_start(n, m), shift_goal(n, m));
        let truth = Truth::shift(rules, &start, &goal);
        let optimum = truth.optimum.unwrap();
        let moves = shortest_play(rules, &start, &goal);
        let set = payload(&truth.set(|_| 0, optimum));
        for _ in 0..20_000 {
            let (mut moves, mut set) = (moves.clone().into_bytes(), set.clone());
            for _ in 0..dice.below(3) {
                damage(&mut moves, &mut dice);
                damage(&mut set, &mut dice);
            }
            let (lower, plan) = (optimum + dice.below(3) as u32, optimum + dice.below(3) as u32);
            let claim = format!("between {lower} {plan}");
            let blocks: &[(&str, &[u8])] = &[("moves", &moves), ("set", &set)];
            if is_verified(&certificate(&truth.line, &claim, "closed-set zero", blocks)) {
                proved += 1;
                assert!(lower <= optimum && optimum <= plan, "{claim}");
            }
        }
    }
    assert!(proved > 1000, "{proved}");
}

pub(crate) fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len().max(1));
    match dice.below(3) {
        0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        _ => bytes.insert(at, dice.below(256) as u8),
    }
}

#[test]
fn keys_of_any_width() {
    // Blacks alone and the vacancy after them. A word of 64 bits holds 40 digits, two hold 80.
    for cells in [3, 39, 40, 41, 42, 80, 81, 82, 121, 122, 128, 129, 1000] {
        let file = |set: &[(UBig, u32)]| {
            let set: &[(&str, &[u8])] = &[("set", &wide_payload(set))];
            certificate(&format!("shift {} 0", cells - 1), "at-least 2", "closed-set zero", set)
        };
        let start = shift_start(cells - 1, 0);
        let after = [&start[..cells - 2], &[0, 1]].concat();
        let key = |row: &[u8]| wide_key(row.iter().map(|&cell| u64::from(cell)), 3);
        let set = [(key(&after), 1), (key(&start), 0)];
        assert!(is_verified(&file(&set)), "{cells}");
        assert!(!is_verified(&file(&set[1..])) && !is_verified(&file(&set[..1])), "{cells}");
        // A step of 1 in any digit of the key makes a board of it that is not the one needed, or
        // none.
        for digit in [0, 1, cells / 2, cells - 1] {
            let wrong = [(key(&after) + UBig::from(3u8).pow(digit), 1), (key(&start), 0)];
            assert!(wrong[0].0 >= wrong[1].0 || !is_verified(&file(&wrong)), "{cells} {digit}");
        }
        let beyond = [(key(&after), 1), (key(&start), 0), (UBig::from(3u8).pow(cells), 0)];
        assert!(!is_verified(&file(&beyond)), "{cells}");
        let far = certificate(&format!("shift {} 0", cells - 1), "at-least 2", "closed-set vacancy", &[("set", &[])]);
        assert!(is_verified(&far), "{cells}");
    }
}

/// All boards of a row too long for 128 bits, with one white among blacks that never move.
#[test]
fn sets_of_wide_keys_are_as_good_as_others() {
    let cells = 90;
    let goal = shift_goal(cells - 2, 1);
    let start: Row = [vec![1; cells - 4], vec![2, 0, 1, 1]].concat();
    let line = shift_line(Rules::Back, &start, &goal);
    let distance = distances(Rules::Back, &start);
    let key = |row: &[u8]| wide_key(row.iter().map(|&cell| u64::from(cell)), 3);
    let c = distance.get(&goal).copied();
    let set: BTreeMap<UBig, u32> = distance
        .iter()
        .filter(|&(row, &d)| *row != goal && c.is_none_or(|c| d < c))
        .map(|(row, &d)| (key(row), if c.is_some() { d } else { 0 }))
        .collect();
    let set: Vec<_> = set.into_iter().collect();
    let file = |claim: &str, set: &[(UBig, u32)]| {
        is_verified(&certificate(&line, claim, "closed-set zero", &[("set", &wide_payload(set))]))
    };
    let (claim, more) = match c {
        Some(c) => (format!("at-least {c}"), format!("at-least {}", c + 1)),
        None => ("unsolvable".into(), "plan 1".into()),
    };
    assert!(set.len() > 100 && file(&claim, &set) && !file(&more, &set), "{}", set.len());
    for gone in (0..set.len()).step_by(401) {
        let fewer = [&set[..gone], &set[gone + 1..]].concat();
        assert!(!file(&claim, &fewer), "{gone}");
    }
}

/// Sets of wide keys for one move more than there are, damaged in all ways.
#[test]
fn damaged_sets_of_wide_keys_never_prove_what_is_false() {
    let mut dice = Dice(31);
    let cells = 90;
    let line = format!("shift {} 0", cells - 1);
    let key = |vacancy: usize| wide_key((0..cells).map(|cell| u64::from(cell != vacancy)), 3);
    // The vacancy starts at the right end and goes to the left one.
    let boards: Vec<_> = (0..cells).rev().map(|vacancy| (key(vacancy), (cells - 1 - vacancy) as u32)).collect();
    let verified = |lower: usize, payload: &[u8]| {
        is_verified(&certificate(&line, &format!("at-least {lower}"), "closed-set zero", &[("set", payload)]))
    };
    let mut right = boards[..cells - 1].to_vec();
    right.sort_unstable();
    assert!(verified(cells - 1, &wide_payload(&right)) && !verified(cells, &wide_payload(&right)));
    let mut accepted = 0;
    for round in 0..2000 {
        let mut set = right.clone();
        match round % 4 {
            // A number too many from some board on.
            0 => {
                let from = dice.below(cells) as u32;
                set.iter_mut().filter(|entry| entry.1 >= from).for_each(|entry| entry.1 += 1);
            }
            1 => drop(set.remove(dice.below(cells - 1))),
            2 => set.iter_mut().for_each(|entry| entry.1 = dice.below(cells + 1) as u32),
            _ => {}
        }
        let mut payload = wide_payload(&set);
        (0..dice.below(3)).for_each(|_| damage(&mut payload, &mut dice));
        assert!(!verified(cells, &payload), "{round}");
        accepted += usize::from(verified(cells - 1, &payload));
    }
    assert!(accepted > 100, "{accepted}");
}
