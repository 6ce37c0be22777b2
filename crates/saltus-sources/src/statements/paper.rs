//! The statements of D. Zhu, Y. Wu, L. Wang, X. Wang, "Complete Solutions for a Combinatorial Puzzle in Linear Time and Its Computer Implementation"
//! (2015), compared with breadth-first search by the rules of shifting checkers.
//!
//! The sizes are those of the paper: n >= m >= 1 in its sections 3 to 5, n, m >= 1 elsewhere. A size is n + m where a board is searched,
//! and else what the function says. A play is written as the cells that its moves leave, from 1.

mod formulas;

use std::collections::{HashMap, HashSet};

use saltus::puzzle::Puzzle;
use saltus::row::Hop;
use saltus::shift::{BLACK, Classes, GAP, Shift, WHITE, sources, text};

use super::{Checking, Contradiction, Statement, Verified};
use formulas::{
    formulas_3_6, formulas_7_10, formulas_11_16, formulas_17_20, formulas_21_24, formulas_25_28, lemma_5, lemma_6,
    lemma_7, theorem_3,
};

/// All statements, in the order of the paper.
pub(super) const ALL: &[Statement] = &[
    Statement { name: "inversions", upto: 30, verify: inversions },
    Statement { name: "table-1", upto: 9, verify: table_1 },
    Statement { name: "lemma-1", upto: 13, verify: lemma_1 },
    Statement { name: "theorem-1", upto: 13, verify: theorem_1 },
    Statement { name: "algorithm-2-1", upto: 11, verify: algorithm_2_1 },
    Statement { name: "lemma-2", upto: 9, verify: lemma_2 },
    Statement { name: "algorithm-3-1", upto: 40, verify: algorithm_3_1 },
    Statement { name: "lemma-3", upto: 9, verify: lemma_3 },
    Statement { name: "algorithm-3-3", upto: 40, verify: algorithm_3_3 },
    Statement { name: "algorithm-3-4", upto: 7, verify: algorithm_3_4 },
    Statement { name: "lemma-4", upto: 14, verify: lemma_4 },
    Statement { name: "algorithm-3-5", upto: 30, verify: algorithm_3_5 },
    Statement { name: "algorithm-3-6", upto: 30, verify: algorithm_3_6 },
    Statement { name: "theorem-2", upto: 13, verify: theorem_2 },
    Statement { name: "algorithm-3-7", upto: 40, verify: algorithm_3_7 },
    Statement { name: "formulas-3-6", upto: 60, verify: formulas_3_6 },
    Statement { name: "lemma-5", upto: 1000, verify: lemma_5 },
    Statement { name: "formulas-7-10", upto: 60, verify: formulas_7_10 },
    Statement { name: "formulas-11-16", upto: 60, verify: formulas_11_16 },
    Statement { name: "lemma-6", upto: 40, verify: lemma_6 },
    Statement { name: "formulas-17-20", upto: 60, verify: formulas_17_20 },
    Statement { name: "formulas-21-24", upto: 60, verify: formulas_21_24 },
    Statement { name: "lemma-7", upto: 120, verify: lemma_7 },
    Statement { name: "formulas-25-28", upto: 60, verify: formulas_25_28 },
    Statement { name: "theorem-3", upto: 13, verify: theorem_3 },
    Statement { name: "figure-2", upto: 1, verify: figure_2 },
    Statement { name: "lemma-8", upto: 13, verify: lemma_8 },
    Statement { name: "lemma-9", upto: 13, verify: lemma_9 },
    Statement { name: "lemma-10", upto: 13, verify: lemma_10 },
    Statement { name: "lemma-11", upto: 16, verify: lemma_11 },
    Statement { name: "formulas-31-32", upto: 16, verify: formulas_31_32 },
    Statement { name: "theorem-4", upto: 13, verify: theorem_4 },
];

/// The cells of a board, one byte each.
pub(super) type Cells = Vec<u8>;

/// What search found of a board.
#[derive(Debug)]
struct Reached {
    distance: u64,
    /// The shortest plays that lead to it.
    plays: u64,
    /// The boards before it on these plays.
    before: Vec<Cells>,
}

/// All boards that a search reaches from one board.
pub(super) struct Ways(HashMap<Cells, Reached>);

impl Ways {
    /// All of them.
    pub(super) fn boards(&self) -> impl Iterator<Item = &Cells> {
        self.0.keys()
    }

    /// The distance of a board, and the number of shortest plays that lead to it.
    pub(super) fn to(&self, board: &[u8]) -> Option<(u64, u64)> {
        self.0.get(board).map(|reached| (reached.distance, reached.plays))
    }

    /// The shortest plays that lead to a board.
    fn plays(&self, to: &[u8]) -> Vec<Vec<u64>> {
        let Some(reached) = self.0.get(to) else { return Vec::new() };
        if reached.distance == 0 {
            return vec![Vec::new()];
        }
        let lists = reached.before.iter().flat_map(|before| self.plays(before));
        lists.map(|play| [play, vec![vacancy(to)]].concat()).collect()
    }
}

impl Checking<'_> {
    /// Breadth-first search from a board.
    pub(super) fn ways(&mut self, from: &[u8], classes: Classes) -> Result<Ways, Contradiction> {
        let puzzle = Shift::new(from, from, classes);
        let bytes = (4 * from.len() + 320) as u64;
        let mut found = HashMap::from([(from.to_vec(), Reached { distance: 0, plays: 1, before: Vec::new() })]);
        let mut layer = vec![puzzle.start()];
        let mut hops = Vec::new();
        for distance in 1.. {
            let mut next = Vec::new();
            for board in &layer {
                let held = found.len() as u64 * bytes;
                self.meter.node(|| held)?;
                let plays = found[board.cells()].plays;
                hops.clear();
                puzzle.moves(board, &mut hops);
                for hop in &hops {
                    let mut after = board.clone();
                    puzzle.play(&mut after, hop);
                    if let Some(reached) = found.get_mut(after.cells()) {
                        if reached.distance == distance {
                            reached.plays += plays;
                            reached.before.push(board.cells().to_vec());
                        }
                    } else {
                        let before = vec![board.cells().to_vec()];
                        found.insert(after.cells().to_vec(), Reached { distance, plays, before });
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Ok(Ways(found))
    }

    /// The boards of a play from the start on, the start first, when each move is legal by the rules of classes 1-4.
    fn replay(&mut self, n: usize, m: usize, play: &[u64]) -> Result<Vec<Cells>, Contradiction> {
        let puzzle = Shift::new(&start(n, m), &goal(n, m), Classes::Forward);
        let mut board = puzzle.start();
        let mut boards = vec![board.cells().to_vec()];
        for &cell in play {
            self.node()?;
            let from = u32::try_from(cell - 1).expect("a small board");
            let hop = Hop { from, to: board.gap() };
            if let Err(refusal) = puzzle.check(&board, &hop) {
                return Err(Contradiction::Case(format!("n = {n}, m = {m}: {refusal}")));
            }
            puzzle.play(&mut board, &hop);
            boards.push(board.cells().to_vec());
        }
        Ok(boards)
    }
}

/// Parts, each so many times.
fn board<const PARTS: usize>(parts: [(&str, usize); PARTS]) -> Cells {
    parts.iter().flat_map(|(part, times)| part.as_bytes().repeat(*times)).collect()
}

fn start(n: usize, m: usize) -> Cells {
    board([("b", n), ("_", 1), ("w", m)])
}

fn goal(n: usize, m: usize) -> Cells {
    board([("w", m), ("_", 1), ("b", n)])
}

/// The cell of the vacancy, from 1.
fn vacancy(board: &[u8]) -> u64 {
    let at = board.iter().position(|&cell| cell == GAP).expect("a vacancy");
    at as u64 + 1
}

/// n >= m >= 1 with n + m <= `upto`.
fn sizes(upto: usize) -> impl Iterator<Item = (usize, usize)> {
    both_orders(upto).filter(|(n, m)| n >= m)
}

/// n, m >= 1 with n + m <= `upto`.
fn both_orders(upto: usize) -> impl Iterator<Item = (usize, usize)> {
    (2..=upto).flat_map(|cells| (1..cells).map(move |m| (cells - m, m)))
}

/// T = nm + n + m.
fn total(n: usize, m: usize) -> u64 {
    (n * m + n + m) as u64
}

/// t (t + 1) / 2.
fn triangle(t: usize) -> usize {
    t * (t + 1) / 2
}

/// (-1)^k
fn sign(k: i128) -> i128 {
    if k.rem_euclid(2) == 0 { 1 } else { -1 }
}

/// Inversion pairs and vacancy inversion pairs by their definition.
fn pairs(board: &[u8]) -> (i64, i64) {
    let (mut inversions, mut vacant) = (0, 0);
    for (at, &left) in board.iter().enumerate() {
        for &right in &board[at + 1..] {
            inversions += i64::from(left == BLACK && right == WHITE);
            vacant += i64::from((left == BLACK && right == GAP) || (left == GAP && right == WHITE));
        }
    }
    (inversions, vacant)
}

/// Section 2: the start has nm inversion pairs and n + m vacancy inversion pairs, the goal none. A size is n, and m.
fn inversions(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in (1..=upto).flat_map(|n| (1..=upto).map(move |m| (n, m))) {
        let expected = ((n * m) as i64, (n + m) as i64);
        let counted = pairs(&start(n, m));
        checking.ensure(counted == expected, || format!("n = {n}, m = {m}: the start has {counted:?} pairs"))?;
        let counted = pairs(&goal(n, m));
        checking.ensure(counted == (0, 0), || format!("n = {n}, m = {m}: the goal has {counted:?} pairs"))?;
    }
    Ok(())
}

/// A row of Table 1: class, cells before and after the move, increments of the two kinds of pairs.
type Printed = (u8, &'static [u8], &'static [u8], i64, i64);

/// Table 1 as printed.
const PRINTED: [Printed; 12] = [
    (1, b"b_", b"_b", 0, -1),
    (2, b"_w", b"w_", 0, -1),
    (3, b"bw_", b"_wb", -1, 0),
    (4, b"_bw", b"wb_", -1, 0),
    (5, b"wb_", b"_bw", 1, 0),
    (6, b"_wb", b"bw_", 1, 0),
    (7, b"_b", b"b_", 0, 1),
    (8, b"w_", b"_w", 0, 1),
    (9, b"ww_", b"_ww", 0, 2),
    (10, b"_bb", b"bb_", 0, 2),
    (11, b"_ww", b"ww_", 0, -2),
    (12, b"bb_", b"_bb", 0, -2),
];

/// The row of Table 1 that a move belongs to.
fn row(before: &[u8], after: &[u8]) -> Option<&'static Printed> {
    let (from, to) = (vacancy(after) as usize - 1, vacancy(before) as usize - 1);
    let changed = from.min(to)..=from.max(to);
    PRINTED.iter().find(|row| row.1 == &before[changed.clone()] && row.2 == &after[changed.clone()])
}

/// Table 1: every possible move is of one of twelve classes, all of which occur, and changes the numbers of pairs as its class says. A size is the
/// number of cells; the boards are all with one vacancy.
fn table_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let mut occur = HashSet::new();
    let mut hops = Vec::new();
    for (cells, gap, colours) in (1..=upto)
        .flat_map(|cells| (0..cells).flat_map(move |gap| (0..1u64 << (cells - 1)).map(move |c| (cells, gap, c))))
    {
        let mut before: Cells = (0..cells - 1).map(|at| if colours >> at & 1 == 0 { BLACK } else { WHITE }).collect();
        before.insert(gap, GAP);
        let puzzle = Shift::new(&before, &before, Classes::All);
        checking.node()?;
        hops.clear();
        puzzle.moves(&puzzle.start(), &mut hops);
        for hop in &hops {
            let mut after = puzzle.start();
            puzzle.play(&mut after, hop);
            let after = after.cells();
            let (old, new) = (pairs(&before), pairs(after));
            let row = row(&before, after);
            occur.extend(row.map(|row| row.0));
            let holds = row.is_some_and(|row| (new.0 - old.0, new.1 - old.1) == (row.3, row.4));
            checking.ensure(holds, || format!("{} to {}: {old:?} to {new:?} pairs", text(&before), text(after)))?;
        }
    }
    checking.ensure(upto < 3 || occur.len() == PRINTED.len(), || format!("only {} classes occur", occur.len()))?;
    Ok(())
}

/// Lemma 1: the shortest plays under all twelve classes have only moves of classes 1-4.
fn lemma_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    classes_of_shortest_plays(upto, checking, 4)
}

fn classes_of_shortest_plays(upto: usize, checking: &mut Checking<'_>, highest: u8) -> Verified {
    for (n, m) in both_orders(upto) {
        let ways = checking.ways(&start(n, m), Classes::All)?;
        let mut met = HashSet::from([goal(n, m)]);
        let mut open = vec![goal(n, m)];
        while let Some(after) = open.pop() {
            for before in ways.0.get(&after).into_iter().flat_map(|reached| &reached.before) {
                let holds = row(before, &after).is_some_and(|row| row.0 <= highest);
                let why = || format!("a shortest play has the move {} to {}", text(before), text(&after));
                checking.ensure(holds, why)?;
                if met.insert(before.clone()) {
                    open.push(before.clone());
                }
            }
        }
    }
    Ok(())
}

/// Theorem 1: no play under the twelve classes has fewer than nm + n + m moves.
fn theorem_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    lower_bound(upto, checking, total)
}

fn lower_bound(upto: usize, checking: &mut Checking<'_>, bound: impl Fn(usize, usize) -> u64) -> Verified {
    for (n, m) in both_orders(upto) {
        let found = checking.ways(&start(n, m), Classes::All)?.to(&goal(n, m)).map(|(moves, _)| moves);
        let holds = found.is_none_or(|moves| moves >= bound(n, m));
        checking.ensure(holds, || format!("n = {n}, m = {m}: there is a play of {found:?} moves"))?;
    }
    Ok(())
}

/// Algorithm 2.1: BACKTRACK gives each shortest play under the twelve classes once, and no other.
fn algorithm_2_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in both_orders(upto) {
        let mut found = checking.ways(&start(n, m), Classes::All)?.plays(&goal(n, m));
        let mut given: Vec<Vec<u64>> = Vec::new();
        let output = |left: &[usize]| {
            given.push(left.iter().map(|&cell| cell as u64).collect());
            std::ops::ControlFlow::Continue(())
        };
        sources::backtrack(n, m, checking.limits, output)?;
        found.sort();
        given.sort();
        let why = || format!("n = {n}, m = {m}: it gives {} plays, search {}", given.len(), found.len());
        checking.ensure(given == found, why)?;
    }
    Ok(())
}

/// The key boards of Lemma 2, that with the vacancy at the left end first.
fn first_keys(m: usize) -> [Cells; 2] {
    [board([("_", 1), ("bw", m)]), board([("bw", m), ("_", 1)])]
}

/// The boards of Lemma 3 behind `black` black checkers and before `home` others, in the same order.
fn second_keys(black: usize, m: usize, home: usize) -> [Cells; 2] {
    [board([("b", black), ("_", 1), ("wb", m), ("b", home)]), board([("b", black), ("wb", m), ("_", 1), ("b", home)])]
}

/// Lemma 2: for n = m, m(m+1)/2 moves lead from the start to each key board. A size is m.
fn lemma_2(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto {
        let ways = checking.ways(&start(m, m), Classes::Forward)?;
        for key in first_keys(m) {
            let found = ways.to(&key).map(|(moves, _)| moves);
            let why = || format!("m = {m}: {} is {found:?} moves from the start", text(&key));
            checking.ensure(found == Some(triangle(m) as u64), why)?;
        }
    }
    Ok(())
}

/// The play of MOVE(n, m, d) for both first moves, and its boards.
fn moves_replayed(checking: &mut Checking<'_>, n: usize, m: usize) -> Result<[Vec<Cells>; 2], Contradiction> {
    let mut replay = |black_first| {
        let play = sources::recursive_move(n as u64, m as u64, black_first);
        checking.replay(n, m, &play)
    };
    Ok([replay(true)?, replay(false)?])
}

/// The board after so many moves of MOVE is one of `keys`, for both first moves.
fn ensure_key(checking: &mut Checking<'_>, boards: &[Vec<Cells>; 2], after: usize, keys: &[Cells]) -> Verified {
    for boards in boards {
        let found = boards.get(after).map_or("no board", |board| text(board));
        let holds = boards.get(after).is_some_and(|board| keys.contains(board));
        checking.ensure(holds, || format!("after {after} moves from {}: {found}", text(&boards[0])))?;
    }
    Ok(())
}

/// Algorithm 3.1: the m(m+1)/2 moves of MOVE1(m) are legal, and lead to a key board of Lemma 2. A size is m.
fn algorithm_3_1(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto {
        let boards = moves_replayed(checking, m, m)?;
        ensure_key(checking, &boards, triangle(m), &first_keys(m))?;
    }
    Ok(())
}

/// Lemma 3: for n = m, m jumps lead from a key board of Lemma 2 to one of Lemma 3, and m(m+1)/2 moves from there to the goal. A size is m.
fn lemma_3(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto {
        let mut seconds = second_keys(0, m, 0);
        seconds.reverse();
        for (first, second) in first_keys(m).iter().zip(&seconds) {
            let found = checking.ways(first, Classes::Forward)?.to(second);
            let why = || format!("from {} to {}: {found:?}", text(first), text(second));
            checking.ensure(found.is_some_and(|(moves, _)| moves == m as u64), why)?;
            let found = checking.ways(second, Classes::Forward)?.to(&goal(m, m));
            let why = || format!("from {} to the goal: {found:?}", text(second));
            checking.ensure(found.is_some_and(|(moves, _)| moves == triangle(m) as u64), why)?;
        }
    }
    Ok(())
}

/// Algorithm 3.3: the m(m+1)/2 moves of MOVE4(m) are legal, and lead from a key board of Lemma 3 to the goal. A size is m.
fn algorithm_3_3(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto {
        let boards = moves_replayed(checking, m, m)?;
        ensure_key(checking, &boards, triangle(m) + m, &second_keys(0, m, 0))?;
        ensure_key(checking, &boards, 2 * triangle(m) + m, &[goal(m, m)])?;
    }
    Ok(())
}

/// MOVE(n, m, d) is legal, reaches the goal in nm + n + m moves, and no play under the twelve classes has fewer.
fn ensure_optimal(checking: &mut Checking<'_>, n: usize, m: usize) -> Verified {
    let boards = moves_replayed(checking, n, m)?;
    let found = checking.ways(&start(n, m), Classes::All)?.to(&goal(n, m)).map(|(moves, _)| moves);
    for boards in boards {
        let moves = boards.len() as u64 - 1;
        let holds = boards.last() == Some(&goal(n, m)) && moves == total(n, m) && found == Some(moves);
        checking.ensure(holds, || format!("n = {n}, m = {m}: it has {moves} moves, search finds {found:?}"))?;
    }
    Ok(())
}

/// Algorithm 3.4: MOVE(m, d) solves n = m in m^2 + 2m moves, the fewest under the twelve classes. A size is m.
fn algorithm_3_4(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto {
        ensure_optimal(checking, m, m)?;
    }
    Ok(())
}

/// Lemma 4: for n > m, (n-m)(m+1) moves lead from each key board of Lemma 3 behind n - m black checkers to one before them.
fn lemma_4(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in sizes(upto).filter(|(n, m)| n > m) {
        for from in second_keys(n - m, m, 0) {
            let ways = checking.ways(&from, Classes::Forward)?;
            let found: Vec<_> = second_keys(0, m, n - m).iter().filter_map(|to| ways.to(to)).collect();
            let holds = found.iter().any(|&(moves, _)| moves == ((n - m) * (m + 1)) as u64);
            checking.ensure(holds, || format!("from {}: {found:?}", text(&from)))?;
        }
    }
    Ok(())
}

/// Algorithm 3.5: the (n-m)(m+1) moves of MOVE3(n-m) are legal, and lead from one board of Lemma 4 to another.
fn algorithm_3_5(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in sizes(upto).filter(|(n, m)| n > m) {
        let boards = moves_replayed(checking, n, m)?;
        let before = triangle(m) + m;
        ensure_key(checking, &boards, before, &second_keys(n - m, m, 0))?;
        ensure_key(checking, &boards, before + (n - m) * (m + 1), &second_keys(0, m, n - m))?;
    }
    Ok(())
}

/// Algorithm 3.6: the moves of MOVE(n, m, d) are legal and lead to the goal.
fn algorithm_3_6(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in sizes(upto) {
        for boards in moves_replayed(checking, n, m)? {
            checking.ensure(boards.last() == Some(&goal(n, m)), || format!("n = {n}, m = {m}: it misses the goal"))?;
        }
    }
    Ok(())
}

/// Theorem 2: MOVE(n, m, d) solves the game in nm + n + m moves, the fewest under the twelve classes.
fn theorem_2(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in sizes(upto) {
        ensure_optimal(checking, n, m)?;
    }
    Ok(())
}

/// Algorithm 3.7: `ITERATIVE_MOVE(n, m, d)` makes the moves of MOVE(n, m, d).
fn algorithm_3_7(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m, black_first) in both_firsts(upto) {
        checking.node()?;
        let (n, m) = (n as u64, m as u64);
        let same = sources::iterative_move(n, m, black_first) == sources::recursive_move(n, m, black_first);
        checking.ensure(same, || format!("n = {n}, m = {m}, black first {black_first}: they differ"))?;
    }
    Ok(())
}

fn both_firsts(upto: usize) -> impl Iterator<Item = (usize, usize, bool)> {
    sizes(upto).flat_map(|(n, m)| [(n, m, true), (n, m, false)])
}

/// x(0), x(1), .. of the play of Algorithm 3.7 as the paper counts them, x(0) = n + 1.
fn iterative(n: usize, m: usize, black_first: bool) -> Vec<i128> {
    let play = sources::iterative_move(n as u64, m as u64, black_first);
    std::iter::once(n as u64 + 1).chain(play).map(i128::from).collect()
}

/// Figure 2: for n = m = 1 the state space of classes 1-4 has six boards, six moves, and two shortest plays. There is one size.
fn figure_2(_: usize, checking: &mut Checking<'_>) -> Verified {
    let ways = checking.ways(&start(1, 1), Classes::Forward)?;
    let moves: usize = ways.0.values().map(|reached| reached.before.len()).sum();
    let found = (ways.0.len(), moves, ways.to(&goal(1, 1)));
    checking.ensure(found == (6, 6, Some((3, 2))), || format!("boards, moves, plays: {found:?}"))?;
    Ok(())
}

/// Every shortest play that begins with slide(l) passes these boards, and one shortest way leads from each to the next. By Lemma 1 classes 1-4 are
/// enough.
fn ensure_passed(checking: &mut Checking<'_>, (n, m): (usize, usize), boards: &[Cells]) -> Verified {
    let first = board([("b", n), ("w", 1), ("_", 1), ("w", m - 1)]);
    let from_first = checking.ways(&first, Classes::Forward)?;
    let all = from_first.to(&goal(n, m));
    for (at, passed) in boards.iter().enumerate() {
        let onward = checking.ways(passed, Classes::Forward)?;
        let through = from_first
            .to(passed)
            .zip(onward.to(&goal(n, m)))
            .map(|((before, plays), (after, more))| (before + after, plays * more));
        let why = || format!("{}: {through:?} moves and plays lead over {}, of {all:?}", text(&first), text(passed));
        checking.ensure(all.is_some() && through == all, why)?;
        if let Some(next) = boards.get(at + 1) {
            let found = onward.to(next);
            let why = || format!("from {} to {}: {found:?}", text(passed), text(next));
            checking.ensure(found.is_some_and(|(_, plays)| plays == 1), why)?;
        }
    }
    Ok(())
}

/// `_ (wb)^times` or `(wb)^times _`.
fn alternating(vacancy_first: bool, times: usize) -> Cells {
    if vacancy_first { board([("_", 1), ("wb", times)]) } else { board([("wb", times), ("_", 1)]) }
}

/// The board lambda(t) of Lemma 8.
fn lambda(n: usize, m: usize, t: usize) -> Cells {
    [board([("b", n - t)]), alternating(t % 2 == 1, t), board([("w", m - t)])].concat()
}

/// The board mu(t) of Lemma 9.
fn mu(n: usize, m: usize, t: usize) -> Cells {
    [board([("b", n - m - t)]), alternating((m + t) % 2 == 1, m), board([("b", t)])].concat()
}

/// The board nu(t) of Lemma 10.
fn nu(n: usize, m: usize, t: usize) -> Cells {
    [board([("w", t)]), alternating((n + t) % 2 == 1, m - t), board([("b", n - m + t)])].concat()
}

/// On boards of these sizes the plays pass certain boards, as [`ensure_passed`] says.
fn pass_over(
    sizes: impl Iterator<Item = (usize, usize)>,
    checking: &mut Checking<'_>,
    boards: impl Fn(usize, usize) -> Vec<Cells>,
) -> Verified {
    for (n, m) in sizes {
        ensure_passed(checking, (n, m), &boards(n, m))?;
    }
    Ok(())
}

/// Lemma 8: the shortest plays that begin with slide(l) pass lambda(1), .., lambda(m), with one shortest way from each to the next.
fn lemma_8(upto: usize, checking: &mut Checking<'_>) -> Verified {
    pass_over(sizes(upto), checking, |n, m| (1..=m).map(|t| lambda(n, m, t)).collect())
}

/// Lemma 9: for m > 1 the same plays pass mu(1), .., mu(n-m), with one shortest way from each to the next.
fn lemma_9(upto: usize, checking: &mut Checking<'_>) -> Verified {
    pass_over(sizes(upto).filter(|&(_, m)| m > 1), checking, |n, m| (1..=n - m).map(|t| mu(n, m, t)).collect())
}

/// Lemma 10: the same plays pass nu(1), .., nu(m), with one shortest way from each to the next.
fn lemma_10(upto: usize, checking: &mut Checking<'_>) -> Verified {
    pass_over(sizes(upto), checking, |n, m| (1..=m).map(|t| nu(n, m, t)).collect())
}

/// The boards mu(i,1) and mu(i,2) of m = 1.
fn mu_of_one_white(n: usize, i: usize) -> [Cells; 2] {
    [board([("b", n - 1 - i), ("wb", 1), ("_", 1), ("b", i)]), board([("b", n - 1 - i), ("_", 1), ("wb", 1), ("b", i)])]
}

/// Lemma 11: for m = 1, one shortest way leads from mu(i,1) to mu(i+1,2), one from mu(i,2) to mu(i+1,1) and one to mu(i+1,2), none from mu(i,1) to
/// mu(i+1,1); each mu(i,j) is on a shortest play, and each shortest play passes one of the two for each i. A size is n.
fn lemma_11(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for n in 2..=upto {
        let from_start = checking.ways(&start(n, 1), Classes::Forward)?;
        let all = from_start.to(&goal(n, 1));
        for i in 0..n {
            let mut passing = 0;
            for (j, mu) in (1..).zip(mu_of_one_white(n, i)) {
                let onward = checking.ways(&mu, Classes::Forward)?;
                let (before, after) = (from_start.to(&mu), onward.to(&goal(n, 1)));
                let through = before.zip(after).map(|((a, plays), (b, more))| (a + b, plays * more));
                let on_one = through.is_some_and(|(moves, _)| Some(moves) == all.map(|(moves, _)| moves));
                checking.ensure(on_one, || format!("{} is on no shortest play: {through:?}", text(&mu)))?;
                passing += through.map_or(0, |(_, plays)| plays);
                if i + 1 < n {
                    let found = mu_of_one_white(n, i + 1).map(|next| onward.to(&next));
                    let expected = [(j == 2).then_some((2, 1)), Some((2, 1))];
                    checking.ensure(found == expected, || format!("from {}: {found:?}", text(&mu)))?;
                }
            }
            let why = || format!("n = {n}, i = {i}: {passing} plays pass a board mu, of {all:?}");
            checking.ensure(all.is_some_and(|(_, plays)| plays == passing), why)?;
        }
    }
    Ok(())
}

/// Formulas (31) and (32), and the sum after them: the numbers p(i,j) of shortest ways from mu(i,j) to mu(n-1,1) or mu(n-1,2). A size is n.
fn formulas_31_32(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for n in 2..=upto {
        let last = mu_of_one_white(n, n - 1);
        let mut p = Vec::new();
        for i in 0..n {
            let mut of_i = [0, 0];
            for (counted, mu) in of_i.iter_mut().zip(mu_of_one_white(n, i)) {
                let ways = checking.ways(&mu, Classes::Forward)?;
                *counted = last.iter().filter_map(|end| ways.to(end)).map(|(_, plays)| plays).sum();
            }
            p.push(of_i);
        }
        checking.ensure(p[n - 2] == [1, 2], || format!("n = {n}: p(n-2,1) and p(n-2,2) are {:?}", p[n - 2]))?;
        for i in 0..n - 1 {
            let holds = p[i] == [p[i + 1][1], p[i + 1][0] + p[i + 1][1]];
            checking.ensure(holds, || format!("n = {n}, i = {i}: {:?} before {:?}", p[i], p[i + 1]))?;
            let holds = p[i] == [fibonacci(n - i), fibonacci(n - i + 1)];
            checking.ensure(holds, || format!("n = {n}: p({i},1) and p({i},2) are {:?}", p[i]))?;
        }
        let sum: u64 = p[0].iter().sum();
        checking.ensure(sum == fibonacci(n + 2), || format!("n = {n}: p(0,1) + p(0,2) = {sum}"))?;
    }
    Ok(())
}

/// F(k), with F(1) = F(2) = 1.
fn fibonacci(k: usize) -> u64 {
    (0..k).fold((0, 1), |(a, b), _| (b, a + b)).0
}

/// Theorem 4: for n >= m = 1 there are F(n+2) shortest plays under the twelve classes, for n >= m > 1 two.
fn theorem_4(upto: usize, checking: &mut Checking<'_>) -> Verified {
    number_of_plays(upto, checking, |n, m| if m == 1 { fibonacci(n + 2) } else { 2 })
}

fn number_of_plays(upto: usize, checking: &mut Checking<'_>, formula: impl Fn(usize, usize) -> u64) -> Verified {
    for (n, m) in sizes(upto) {
        let found = checking.ways(&start(n, m), Classes::All)?.to(&goal(n, m)).map(|(_, plays)| plays);
        let why = || format!("n = {n}, m = {m}: there are {found:?} shortest plays");
        checking.ensure(found == Some(formula(n, m)), why)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::formulas::{alpha, ensure_moves, ensure_section, first_part, part_ends};
    use super::*;
    use saltus::limits::Limits;

    #[test]
    fn false_statements_are_contradicted() {
        let limits = Limits::default();
        let contradicted =
            |verified: Verified| assert!(matches!(verified, Err(Contradiction::Case(_))), "{verified:?}");
        let checking = &mut Checking::new(&limits);
        contradicted(lower_bound(5, checking, |n, m| total(n, m) + 1));
        contradicted(classes_of_shortest_plays(5, checking, 3));
        contradicted(number_of_plays(5, checking, |_, _| 2)); // section 3: the construction gives all plays
        contradicted(ensure_moves(
            5,
            checking,
            |n, m| 1..=part_ends(n, m).0,
            |n, _, d, _, i| first_part(n as i128, -d, i as i128),
        ));
        contradicted(ensure_section(checking, 1..=5, alpha));
        let other = [lambda(3, 2, 1), board([("b", 1), ("_", 1), ("wb", 2)])];
        contradicted(ensure_passed(checking, (3, 2), &other));
        contradicted(checking.replay(2, 2, &[1]).map(drop));
    }

    /// What is told of the ends of sections is what the lemmas are about.
    #[test]
    fn lambda_mu_and_nu_are_told() {
        type Ends = fn(usize, usize, usize) -> Cells;
        for (n, m) in sizes(12) {
            let facts = saltus::parse(&format!("shift {n} {m} first=w")).unwrap().explain(&Limits::default());
            for (name, count, end) in [("lambda", m, lambda as Ends), ("mu", n - m, mu), ("nu", m, nu)] {
                let told = facts.iter().find(|fact| fact.subject() == format!("section-ends of {name}"));
                let boards: Vec<String> = (1..=count).map(|t| text(&end(n, m, t)).to_owned()).collect();
                assert_eq!(told.map(|fact| &fact.value), (count > 0).then(|| boards.into()).as_ref(), "{n} {m} {name}");
            }
        }
    }

    #[test]
    fn a_limit_ends_a_statement() {
        let limits = Limits { nodes: 3, ..Limits::default() };
        assert!(matches!(theorem_1(8, &mut Checking::new(&limits)), Err(Contradiction::Stop(_))));
    }
}
