//! Shifting checkers and reversals with several vacancies (docs/theorems.md), compared with searches by the rules.
//!
//! A size is a number of cells, n + m + k: n black checkers, m white ones, k vacancies, one at least; in a reversal n + k.

use std::collections::{HashMap, HashSet};

use saltus::puzzle::{Backward, Puzzle, Undo};
use saltus::row::Hop;
use saltus::shift::{BLACK, Classes, GAP, Shift, WHITE, packed, text};

use super::paper::{Cells, Ways};
use super::{Checking, Contradiction, Statement, Verified, graphs, heights};

/// All of them.
pub(super) const ALL: &[Statement] = &[
    Statement { name: "shift-gaps-length", upto: 9, verify: length },
    Statement { name: "shift-gaps-play", upto: 14, verify: play },
    Statement { name: "shift-gaps-frozen", upto: 9, verify: frozen },
    Statement { name: "shift-gaps-sorted", upto: 10, verify: sorted },
    Statement { name: "shift-gaps-counts", upto: 10, verify: counts },
    Statement { name: "shift-gaps-own-jumps", upto: 9, verify: own_jumps },
    Statement { name: "reverse-gaps", upto: 7, verify: reversal },
    Statement { name: "clobber-small-graphs", upto: 6, verify: graphs::small_graphs },
    Statement { name: "clobber-heights", upto: 4, verify: heights::heights },
];

/// All n, m and k up to a size.
fn sizes(upto: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let by_cells = move |cells: usize| (0..cells).flat_map(move |n| (0..cells - n).map(move |m| (n, m, cells - n - m)));
    (1..=upto).flat_map(by_cells)
}

fn start((n, m, k): (usize, usize, usize)) -> Cells {
    packed(BLACK, n, k, WHITE, m)
}

fn goal((n, m, k): (usize, usize, usize)) -> Cells {
    packed(WHITE, m, k, BLACK, n)
}

/// All words of so many of each.
fn words((n, m, k): (usize, usize, usize)) -> Vec<Cells> {
    let mut words = vec![Vec::new()];
    for _ in 0..n + m + k {
        let longer = |word: &Cells| {
            let left = |cell: u8, all: usize| word.iter().filter(|&&other| other == cell).count() < all;
            let cells = [(BLACK, n), (GAP, k), (WHITE, m)].into_iter().filter(|&(cell, all)| left(cell, all));
            cells.map(|(cell, _)| [&word[..], &[cell]].concat()).collect::<Vec<_>>()
        };
        words = words.iter().flat_map(longer).collect();
    }
    words
}

/// The pairs of cells in the wrong order under w < _ < b.
fn pairs(word: &[u8]) -> u64 {
    let rank = |cell: u8| [WHITE, GAP, BLACK].iter().position(|&other| other == cell);
    let behind = |(at, &left): (usize, &u8)| word[at + 1..].iter().filter(|&&right| rank(right) < rank(left)).count();
    word.iter().enumerate().map(behind).sum::<usize>() as u64
}

impl Checking<'_> {
    /// The words from which forward moves lead to the goal.
    fn winning(&mut self, goal: &[u8]) -> Result<HashSet<Cells>, Contradiction> {
        let puzzle = Shift::new(goal, goal, Classes::Forward);
        let (mut found, mut open, mut hops) = (HashSet::from([goal.to_vec()]), vec![puzzle.start()], Vec::new());
        while let Some(row) = open.pop() {
            self.node()?;
            puzzle.moves_into(&row, &mut hops);
            for hop in hops.drain(..) {
                let mut before = row.clone();
                puzzle.undo(&mut before, &hop);
                if found.insert(before.cells().to_vec()) {
                    open.push(before);
                }
            }
        }
        Ok(found)
    }
}

/// The words one forward move away.
fn successors(word: &[u8]) -> Vec<Cells> {
    let puzzle = Shift::new(word, word, Classes::Forward);
    let mut hops = Vec::new();
    puzzle.moves(&puzzle.start(), &mut hops);
    let after = |hop: Hop| {
        let mut row = puzzle.start();
        puzzle.play(&mut row, &hop);
        row.cells().to_vec()
    };
    hops.into_iter().map(after).collect()
}

/// Every forward move mends one pair, and nm + k(n+m) moves are the shortest way, as many ways under classes 1-8 as under 1-4.
fn length(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for size in sizes(upto) {
        for word in words(size) {
            let mends = successors(&word).iter().all(|after| pairs(after) + 1 == pairs(&word));
            checking.ensure(mends, || format!("a move from {} does not mend one pair", text(&word)))?;
        }
        let (n, m, k) = size;
        let least = (n * m + k * (n + m)) as u64;
        let [forward, back] = [Classes::Forward, Classes::Back].map(|classes| {
            let ways = checking.ways(&start(size), classes);
            ways.map(|ways| ways.to(&goal(size)))
        });
        let (forward, back) = (forward?, back?);
        let holds = forward == back && forward.is_some_and(|(length, _)| length == least);
        checking.ensure(holds, || format!("n = {n}, m = {m}, k = {k}: {forward:?} and {back:?}, not {least} moves"))?;
    }
    Ok(())
}

/// The cells that move i of the play leaves and comes to, from 1, black first.
fn move_of((n, m, k): (usize, usize, usize), i: usize) -> (usize, usize) {
    let (spare, gathered) = (k - 1, m * (k - 1));
    let sections: Vec<usize> = (1..=n + m)
        .flat_map(|j| {
            let jumps = j.min(n).min(m).min(n + m - j);
            (0..=jumps).map(move |t| n.abs_diff(j) + 1 + 2 * if j % 2 == 1 { jumps - t } else { t })
        })
        .collect();
    if i <= gathered {
        let from = n + k + 1 + (i - 1) / spare - (i - 1) % spare;
        (from, from - 1)
    } else if i <= gathered + sections.len() {
        let at = i - gathered - 1;
        (sections[at], if at == 0 { n + 1 } else { sections[at - 1] })
    } else {
        let slides = i - gathered - sections.len() - 1;
        let from = n + m + 1 - slides / spare + slides % spare;
        (from, from + 1)
    }
}

/// The play by its formula is legal and leads to the goal.
fn play(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for size in sizes(upto) {
        let (n, m, k) = size;
        let puzzle = Shift::new(&start(size), &goal(size), Classes::Forward);
        let mut row = puzzle.start();
        for i in 1..=n * m + k * (n + m) {
            let (from, to) = move_of(size, i);
            let hop = Hop { from: from as u32 - 1, to: to as u32 - 1 };
            let refused = puzzle.check(&row, &hop);
            checking.ensure(refused.is_ok(), || format!("n = {n}, m = {m}, k = {k}, move {i}: {refused:?}"))?;
            puzzle.play(&mut row, &hop);
        }
        checking.ensure(puzzle.is_goal(&row), || format!("n = {n}, m = {m}, k = {k}: not the goal"))?;
    }
    Ok(())
}

/// Whether a word matches `(b|^w*)(bw_?)*bw(w|b*$)`.
fn is_frozen(word: &[u8]) -> bool {
    let all = |part: &[u8], cell: u8| part.iter().all(|&other| other == cell);
    let chain = |mut rest: &[u8]| {
        while let Some(behind) = rest.strip_prefix(b"bw") {
            if behind.first() == Some(&WHITE) || all(behind, BLACK) {
                return true;
            }
            rest = behind.strip_prefix(b"_").unwrap_or(behind);
        }
        false
    };
    (0..word.len()).any(|at| (all(&word[..at], WHITE) || word[at - 1] == BLACK) && chain(&word[at..]))
}

/// Frozen words are lost and stay frozen; against one or two checkers (two: k >= 2) no other word is lost; what is reached is
/// what can be won, read backwards.
fn frozen(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for size in sizes(upto) {
        let (winning, ways) = (checking.winning(&goal(size))?, checking.ways(&start(size), Classes::Forward)?);
        let few = size.0.min(size.1) + usize::from(size.2 == 1) <= 2;
        for word in words(size) {
            let (is_frozen_now, wins) = (is_frozen(&word), winning.contains(&word));
            let stays = !is_frozen_now || successors(&word).iter().all(|after| is_frozen(after));
            let holds = stays && !(is_frozen_now && wins) && (!few || is_frozen_now != wins);
            checking.ensure(holds, || format!("{}: frozen {is_frozen_now}, can be won {wins}", text(&word)))?;
            let reversed: Cells = word.iter().rev().copied().collect();
            checking.ensure(ways.to(&reversed).is_some() == wins, || format!("{}, read backwards", text(&word)))?;
        }
    }
    Ok(())
}

/// A word with all blacks left of all whites can be won unless it is frozen; C(n+m+k-3, k) of them are lost.
fn sorted(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for size in sizes(upto).filter(|(n, m, _)| *n > 0 && *m > 0) {
        let ((n, m, k), winning) = (size, checking.winning(&goal(size))?);
        let mut lost = 0;
        for word in words(size) {
            let black = word.iter().rposition(|&cell| cell == BLACK);
            if black > word.iter().position(|&cell| cell == WHITE) {
                continue;
            }
            let wins = winning.contains(&word);
            lost += u64::from(!wins);
            checking.ensure(wins != is_frozen(&word), || text(&word).to_owned())?;
        }
        let formula = if n + m == 2 { 0 } else { choose(n + m + k - 3, k) };
        checking.ensure(lost == formula, || format!("n = {n}, m = {m}, k = {k}: {lost} are lost, not {formula}"))?;
    }
    Ok(())
}

fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * (n as u64).saturating_sub(i) / (i + 1))
}

/// The boards reached, those that can be won among them, the dead ends, and the shortest plays.
fn numbers(checking: &mut Checking<'_>, size: (usize, usize, usize)) -> Result<[u64; 4], Contradiction> {
    let winning = checking.winning(&goal(size))?;
    let ways: Ways = checking.ways(&start(size), Classes::Forward)?;
    let both = ways.boards().filter(|word| winning.contains(*word)).count();
    let dead = ways.boards().filter(|word| **word != goal(size) && successors(word).is_empty()).count();
    let plays = ways.to(&goal(size)).map_or(0, |(_, plays)| plays);
    Ok([ways.boards().count() as u64, both as u64, dead as u64, plays])
}

/// The formulas for m = 0, m = 1 and n = m = 1, and that for the dead ends of m = 2.
fn counts(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for size in sizes(upto).filter(|(n, m, _)| *m <= 2 && n >= m) {
        let ((n, m, k), [reached, both, dead, plays]) = (size, numbers(checking, size)?);
        let words = choose(n + m + k, k) * choose(n + m, m);
        let lost = if m == 1 { choose(n + k - 1, k + 1) } else { 0 };
        let holds = match m {
            0 => {
                // Each hook divides what the slides before it leave.
                let hooks = (0..n).flat_map(|i| (1..=k).map(move |j| ((i * k + j) as u64, (i + j) as u64)));
                let tableaux = hooks.fold((1u128, 1u128), |(above, below), (slide, hook)| {
                    let (above, below) = (above * u128::from(slide), below * u128::from(hook));
                    let common = greatest_divisor(above, below);
                    (above / common, below / common)
                });
                [reached, both, dead] == [words, words, 0] && tableaux == (u128::from(plays), 1)
            }
            1 => {
                let formula = n > 1 || plays == 2 * choose(2 * k, k - 1);
                [reached, both, dead] == [words - lost, words - 2 * lost, n as u64 - 1] && formula
            }
            _ => 2 * dead + 2 * k as u64 == (n * n + (2 * k - 1) * n + 4) as u64,
        };
        checking.ensure(holds, || {
            format!("n = {n}, m = {m}, k = {k}: {reached} reached, {both} of them won, {dead} dead ends, {plays} plays")
        })?;
    }
    Ok(())
}

fn greatest_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// What jumps over the own colour leave of the length beyond nm, by k and n, for m = 1, 2, ..: docs/theorems.md.
const EXCESS: [(usize, usize, &[u64]); 9] = [
    (2, 1, &[4]),
    (2, 2, &[4, 6]),
    (2, 3, &[6, 7, 9]),
    (2, 4, &[7, 8, 10, 12]),
    (2, 5, &[9, 10, 12]),
    (3, 1, &[6]),
    (3, 2, &[6, 8]),
    (3, 3, &[8, 10, 12]),
    (3, 4, &[10, 11, 13]),
];

/// The length under all twelve classes is nm + ceil(k(n+m)/2) at least, for m = 0 and k >= 2 it is k ceil(n/2), and else it is that of the table.
fn own_jumps(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for size in sizes(upto).filter(|(n, m, k)| n >= m && *k > 1) {
        let (n, m, k) = size;
        let found = checking.ways(&start(size), Classes::All)?.to(&goal(size)).map(|(length, _)| length);
        let known = EXCESS.iter().find(|row| (row.0, row.1) == (k, n)).and_then(|row| row.2.get(m.checked_sub(1)?));
        let least = (n * m) as u64 + ((k * (n + m)) as u64).div_ceil(2);
        let expected =
            if m == 0 { Some((k * n.div_ceil(2)) as u64) } else { known.map(|excess| (n * m) as u64 + excess) };
        let holds = found.is_some_and(|found| found >= least && expected.is_none_or(|expected| expected == found));
        checking.ensure(holds, || format!("n = {n}, m = {m}, k = {k}: {found:?} moves"))?;
    }
    Ok(())
}

/// A row of numbered checkers, 0 where it is vacant: `checkers` in their order on the cells that `vacant` has no bit for.
fn numbered(cells: usize, vacant: usize, mut checkers: impl Iterator<Item = u8>) -> Cells {
    (0..cells).map(|cell| if vacant >> cell & 1 == 1 { 0 } else { checkers.next().expect("as many") }).collect()
}

/// The distances of all rows of numbered checkers from one, each of which slides or jumps either way.
fn distances(checking: &mut Checking<'_>, start: Cells) -> Result<HashMap<Cells, u64>, Contradiction> {
    let (mut found, mut layer) = (HashMap::from([(start.clone(), 0)]), vec![start]);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for row in layer {
            checking.node()?;
            let distance = found[&row] + 1;
            for (from, to) in (0..row.len()).flat_map(|from| (0..row.len()).map(move |to| (from, to))) {
                let over = from.abs_diff(to) == 1 || from.abs_diff(to) == 2 && row[from.midpoint(to)] != 0;
                if row[from] == 0 || row[to] != 0 || !over {
                    continue;
                }
                let mut after = row.clone();
                after.swap(from, to);
                if !found.contains_key(&after) {
                    found.insert(after.clone(), distance);
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    Ok(found)
}

/// A reversal takes as many moves as `colours` says at least, wherever the vacancies are before and after; on cells that are packed at one
/// end it takes as many as with one vacancy.
fn reversal(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, cells) in (2..=upto).flat_map(|cells| (1..cells).map(move |n| (n, cells))) {
        let places: Vec<usize> = (0..1 << cells).filter(|set: &usize| set.count_ones() as usize == cells - n).collect();
        let packed = ((1 << (cells - n)) - 1) << n;
        let order = (n * (n - 1) / 2) as u64;
        for &before in &places {
            let start = numbered(cells, before, 1..=n as u8);
            let distances = distances(checking, start.clone())?;
            for &after in &places {
                let goal = numbered(cells, after, (1..=n as u8).rev());
                let at = |row: &Cells, checker| row.iter().position(|&other| other == checker);
                let keeps = |checker: &u8| {
                    at(&start, *checker).map(|cell| cell % 2) == at(&goal, *checker).map(|cell| cell % 2)
                };
                let keepers: Vec<u8> = (1..=n as u8).filter(keeps).collect();
                let kinds: HashSet<_> =
                    keepers.iter().map(|&checker| at(&start, checker).map(|cell| cell % 2)).collect();
                let bound = order + (n - keepers.len() + 2 * (keepers.len() - kinds.len())) as u64;
                let found = distances[&goal];
                let as_with_one = if n % 2 == 0 { order + n as u64 } else { order + 2 * n.saturating_sub(2) as u64 };
                let same = (before, after) != (packed, packed) || found == as_with_one;
                let holds = found >= bound && found + 2 >= order + n as u64 && same;
                checking.ensure(holds, || format!("{start:?} to {goal:?}: {found} moves, the bound is {bound}"))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus::shift::closed::winnable::{self, Loss};

    /// The search in one pass finds the words that `frozen` speaks of.
    #[test]
    fn frozen_words_are_found_in_one_pass() {
        for word in sizes(9).flat_map(words) {
            let (found, is_frozen) = (winnable::frozen(&word).is_some(), is_frozen(&word));
            let is_told = matches!(winnable::why_lost(&word), Some(Loss::Frozen(_)));
            let has_one_gap = word.iter().filter(|&&cell| cell == GAP).count() == 1;
            assert_eq!((found, is_told), (is_frozen, is_frozen && !has_one_gap), "{}", text(&word));
        }
    }
}
