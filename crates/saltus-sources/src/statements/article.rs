//! Statements of *15 Puzzle Game: Existence Of The Solution* (cp-algorithms.com), by breadth-first search of small
//! boards.
//!
//! The rule of the article looks at a start only: N, the number of inversions, and K, the row of the vacancy from the
//! top, counted from 1. Goals here are `1 2 ..` with the vacancy on any cell.

use std::collections::{HashSet, VecDeque};

use saltus::limits::Limits;
use saltus::puzzle::Puzzle;
use saltus::row::Row;
use saltus::search::breadth_first::{self, Until};
use saltus::tiles::{GAP, Tiles};

use super::{Checking, Contradiction, Statement, Verified};

pub(super) const ALL: &[Statement] = &[
    Statement { name: "solution-exists", upto: 9, verify: solution_exists },
    Statement { name: "other-boards", upto: 3, verify: other_boards },
    Statement { name: "implementation", upto: 9, verify: implementation },
    Statement { name: "johnson", upto: 14, verify: johnson },
    Statement { name: "story", upto: 8, verify: story },
];

/// "The solution exists iff N + K is even": on all boards of up to so many cells with an even width, for goals with the
/// vacancy in a row of even number, as on the article's board.
fn solution_exists(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for_every_start(upto, checking, "N + K", is_even)
}

/// The program of the article says what the search finds, where its rule is right.
fn implementation(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for_every_start(upto, checking, "the program", |width, cells| program(width, cells) == "Solution Exists")
}

/// For goals `1 2 ..` with the vacancy anywhere, on boards with at least two rows and columns: with even width the rule
/// is right for every start if K of the goal is even, and wrong for every start if it is odd; with odd width it is
/// wrong for exactly the starts with K odd. In a single row or column it is wrong for some start. On all boards of up
/// to so many rows and columns.
fn other_boards(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (height, width) in (1..=upto).flat_map(|height| (1..=upto).map(move |width| (height, width))) {
        let board = Board::new(height, width, checking.limits)?;
        for gap in 0..board.cells {
            let goal = ascending(board.cells, gap);
            let mut is_wrong_for_some = false;
            for (start, is_solvable) in board.starts(&goal) {
                let is_right = is_even(width, start) == is_solvable;
                is_wrong_for_some |= !is_right;
                let row = row_of_vacancy(width, if width % 2 == 0 { &goal } else { start });
                let differs = height > 1 && width > 1 && is_right != row.is_multiple_of(2);
                checking.case(differs.then(|| {
                    let (right, other) = if is_right { ("right", "wrong") } else { ("wrong", "right") };
                    format!("{height}x{width}: {start:?} to {goal:?}: the rule is {right}, not {other}")
                }))?;
            }
            if (height == 1 || width == 1) && !is_wrong_for_some {
                return Err(Contradiction::Case(format!(
                    "{height}x{width} to {goal:?}: the rule is right for all starts"
                )));
            }
        }
    }
    Ok(())
}

/// Johnson: if N + K is odd, there is no solution. All boards of 4x4 at most so many moves away from the goal have an
/// even N + K.
fn johnson(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let goal = ascending(16, 15);
    let puzzle = Tiles::new(4, 4, &goal, &goal);
    let mut seen = HashSet::from([puzzle.start()]);
    let mut open = VecDeque::from([(puzzle.start(), 0)]);
    let mut moves = Vec::new();
    while let Some((state, away)) = open.pop_front() {
        checking.meter.node(|| (seen.len() * 2 * size_of::<Row<u16>>()) as u64)?;
        let cells = state.cells();
        let sum = || inversions(cells) + row_of_vacancy(4, cells);
        let why = || format!("{cells:?} is {away} moves away from the goal, with N + K = {}", sum());
        checking.case((!is_even(4, cells)).then(why))?;
        if away == upto {
            continue;
        }
        moves.clear();
        puzzle.moves(&state, &mut moves);
        for slide in &moves {
            let mut next = state.clone();
            puzzle.play(&mut next, slide);
            if seen.insert(next.clone()) {
                open.push_back((next, away + 1));
            }
        }
    }
    Ok(())
}

/// Story: all positions with N + K even have a solution. On the boards of even height and width of up to so many cells,
/// with the vacancy last in the goal.
fn story(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (height, width) in sizes(upto).filter(|(height, width)| height % 2 == 0 && width % 2 == 0) {
        let board = Board::new(height, width, checking.limits)?;
        let goal = ascending(board.cells, board.cells - 1);
        for (start, is_solvable) in board.starts(&goal).filter(|(start, _)| is_even(width, start)) {
            let why = || format!("{height}x{width}: {start:?} has an even N + K and does not reach the goal");
            checking.case((!is_solvable).then(why))?;
        }
    }
    Ok(())
}

/// Compares what a rule tells with what the search finds for each start, on boards of up to so many cells with an even
/// width and for each goal with the vacancy in a row of even number.
fn for_every_start(
    upto: usize,
    checking: &mut Checking<'_>,
    by: &str,
    rule: impl Fn(usize, &[u16]) -> bool,
) -> Verified {
    let word = |is_solvable| if is_solvable { "solvable" } else { "unsolvable" };
    for (height, width) in sizes(upto).filter(|(_, width)| width % 2 == 0) {
        let board = Board::new(height, width, checking.limits)?;
        let goals = (0..board.cells).map(|gap| ascending(board.cells, gap));
        for goal in goals.filter(|goal| row_of_vacancy(width, goal).is_multiple_of(2)) {
            for (start, is_solvable) in board.starts(&goal) {
                let (found, told) = (word(is_solvable), word(rule(width, start)));
                let why = || format!("{height}x{width}: {start:?} to {goal:?} is {found}, and by {by} {told}");
                checking.case((found != told).then(why))?;
            }
        }
    }
    Ok(())
}

/// All arrangements of a board, in lexicographic order, each with its class, the rank of the first in it: two are in one
/// class if one is reached from the other. Every move can be taken back, so a class is what a search from one of its
/// members finds.
struct Board {
    cells: usize,
    starts: Vec<Vec<u16>>,
    classes: Vec<usize>,
}

impl Board {
    fn new(height: usize, width: usize, limits: &Limits<'_>) -> Result<Self, Contradiction> {
        let cells = height * width;
        let count = (1..=cells as u64).try_fold(1u64, u64::checked_mul).unwrap_or(u64::MAX);
        limits.afford(count.saturating_mul(64))?;
        let mut starts = vec![(0..cells as u16).collect::<Vec<u16>>()];
        while let Some(next) = next_arrangement(&starts[starts.len() - 1]) {
            starts.push(next);
        }
        let mut classes = vec![usize::MAX; starts.len()];
        for (first, start) in starts.iter().enumerate() {
            if classes[first] == usize::MAX {
                let reached =
                    breadth_first::explore(&Tiles::new(height, width, start, start), Until::Everything, limits)?;
                reached.states().iter().for_each(|state| classes[rank(state.cells())] = first);
            }
        }
        Ok(Board { cells, starts, classes })
    }

    /// The arrangements, and whether a goal can be reached from each.
    fn starts(&self, goal: &[u16]) -> impl Iterator<Item = (&[u16], bool)> {
        let class = self.classes[rank(goal)];
        self.starts.iter().zip(&self.classes).map(move |(start, &found)| (&**start, found == class))
    }
}

/// All boards with at least two rows and columns and at most so many cells.
fn sizes(cells: usize) -> impl Iterator<Item = (usize, usize)> {
    let sizes = (2..=cells / 2).flat_map(move |height| (2..=cells / 2).map(move |width| (height, width)));
    sizes.filter(move |(height, width)| height * width <= cells)
}

/// `1 2 ..` with the vacancy on a cell.
fn ascending(cells: usize, gap: usize) -> Vec<u16> {
    let mut board: Vec<u16> = (1..cells as u16).collect();
    board.insert(gap, GAP);
    board
}

/// The place of an arrangement of 0, 1, .. in lexicographic order, from 0.
fn rank(cells: &[u16]) -> usize {
    let smaller = |at: usize| cells[at + 1..].iter().filter(|&&other| other < cells[at]).count();
    (0..cells.len()).fold(0, |rank, at| rank * (cells.len() - at) + smaller(at))
}

/// The next arrangement in lexicographic order.
fn next_arrangement(cells: &[u16]) -> Option<Vec<u16>> {
    let at = (1..cells.len()).rev().find(|&at| cells[at - 1] < cells[at])? - 1;
    let other = (at + 1..cells.len()).rev().find(|&other| cells[other] > cells[at])?;
    let mut next = cells.to_vec();
    next.swap(at, other);
    next[at + 1..].reverse();
    Some(next)
}

/// N: the pairs of tiles of which the greater comes first.
fn inversions(cells: &[u16]) -> usize {
    let tiles: Vec<u16> = cells.iter().copied().filter(|&tile| tile != GAP).collect();
    (0..tiles.len()).map(|at| tiles[at + 1..].iter().filter(|&&later| later < tiles[at]).count()).sum()
}

/// K = (z - 1) div w + 1 for the vacancy on cell z.
fn row_of_vacancy(width: usize, cells: &[u16]) -> usize {
    let z = cells.iter().position(|&tile| tile == GAP).expect("a board has a vacancy") + 1;
    (z - 1) / width + 1
}

/// Whether N + K is even.
fn is_even(width: usize, cells: &[u16]) -> bool {
    (inversions(cells) + row_of_vacancy(width, cells)).is_multiple_of(2)
}

/// The program of the article, loop by loop, with the width for 4 and the number of cells for 16.
fn program(width: usize, a: &[u16]) -> &'static str {
    let mut inv = 0;
    for i in 0..a.len() {
        if a[i] != 0 {
            for j in 0..i {
                if a[j] > a[i] {
                    inv += 1;
                }
            }
        }
    }
    for (i, &tile) in a.iter().enumerate() {
        if tile == 0 {
            inv += 1 + i / width;
        }
    }
    if inv & 1 == 1 { "No Solution" } else { "Solution Exists" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_have_their_ranks() {
        let board = Board::new(2, 3, &Limits::DEFAULT).unwrap();
        assert_eq!(board.starts.len(), 720);
        assert!(board.starts.iter().enumerate().all(|(at, start)| rank(start) == at));
        assert_eq!(board.classes.iter().filter(|&&class| class == 0).count(), 360);
    }

    /// N alone decides nothing where the width is even.
    #[test]
    fn a_false_rule_is_contradicted() {
        let verdict = for_every_start(4, &mut Checking::new(&Limits::DEFAULT), "N", |_, start| {
            inversions(start).is_multiple_of(2)
        });
        assert!(matches!(verdict, Err(Contradiction::Case(_))));
    }

    #[test]
    fn limits_are_kept() {
        let limits = Limits { nodes: 100, ..Limits::DEFAULT };
        assert!(matches!(solution_exists(9, &mut Checking::new(&limits)), Err(Contradiction::Stop(_))));
        assert!(matches!(other_boards(4, &mut Checking::new(&Limits::DEFAULT)), Err(Contradiction::Stop(_))));
    }
}
