//! Statements of *15 Puzzle Game: Existence Of The Solution* (cp-algorithms.com), by breadth-first search of small
//! boards.
//!
//! The rule of the article looks at a start only: N, the number of inversions, and K, the row of the vacancy from the
//! top, counted from 1. Goals here are `1 2 ..` with the vacancy on any cell.

use std::collections::{HashSet, VecDeque};

use saltus::limits::{Limits, Meter};
use saltus::puzzle::Puzzle;
use saltus::row::Row;
use saltus::tiles::{GAP, Tiles};

use super::{Contradiction, Statement, Verified};

pub(super) const ALL: &[Statement] = &[
    Statement { name: "solution-exists", upto: 9, verify: solution_exists },
    Statement { name: "other-boards", upto: 3, verify: other_boards },
    Statement { name: "implementation", upto: 9, verify: implementation },
    Statement { name: "johnson", upto: 14, verify: johnson },
    Statement { name: "story", upto: 8, verify: story },
];

/// "The solution exists iff N + K is even": on all boards of up to so many cells with an even width, for goals with the
/// vacancy in a row of even number, as on the article's board.
fn solution_exists(upto: usize, limits: &Limits<'_>) -> Verified {
    for_every_start(upto, limits, |board, start| {
        let told = (inversions(start.cells) + row_of_vacancy(board.width, start.cells)).is_multiple_of(2);
        agree(board, start, told, "N + K")
    })
}

/// The program of the article says what the search finds, where its rule is right.
fn implementation(upto: usize, limits: &Limits<'_>) -> Verified {
    for_every_start(upto, limits, |board, start| {
        let told = program(board.width, start.cells) == "Solution Exists";
        agree(board, start, told, "the program")
    })
}

/// For goals `1 2 ..` with the vacancy anywhere, on boards with at least two rows and columns: with even width the rule
/// is right for every start if K of the goal is even, and wrong for every start if it is odd; with odd width it is
/// wrong for exactly the starts with K odd. In a single row or column it is wrong for some start. On all boards of up
/// to so many rows and columns.
fn other_boards(upto: usize, limits: &Limits<'_>) -> Verified {
    let mut cases = 0;
    for (height, width) in (1..=upto).flat_map(|height| (1..=upto).map(move |width| (height, width))) {
        let board = Board::new(height, width, limits)?;
        for gap in 0..board.cells() {
            let goal = ascending(board.cells(), gap);
            let class = board.class(&goal);
            let mut is_wrong_for_some = false;
            for (start, &found) in board.starts.iter().zip(&board.classes) {
                let row = row_of_vacancy(width, start);
                let is_right = (inversions(start) + row).is_multiple_of(2) == (found == class);
                is_wrong_for_some |= !is_right;
                let expected = if width % 2 == 0 { row_of_vacancy(width, &goal) } else { row }.is_multiple_of(2);
                if height > 1 && width > 1 && is_right != expected {
                    let (right, other) = if is_right { ("right", "wrong") } else { ("wrong", "right") };
                    let why = format!("{height}x{width}: {start:?} to {goal:?}: the rule is {right}, not {other}");
                    return Err(Contradiction::Case(why));
                }
                cases += 1;
            }
            if (height == 1 || width == 1) && !is_wrong_for_some {
                return Err(Contradiction::Case(format!(
                    "{height}x{width} to {goal:?}: the rule is right for all starts"
                )));
            }
        }
    }
    Ok(cases)
}

/// Johnson: if N + K is odd, there is no solution. All boards of 4x4 at most so many moves away from the goal have an
/// even N + K.
fn johnson(upto: usize, limits: &Limits<'_>) -> Verified {
    let goal = ascending(16, 15);
    let puzzle = Tiles::new(4, 4, &goal, &goal);
    let mut meter = Meter::new(limits, "boards");
    let mut seen = HashSet::from([puzzle.start()]);
    let mut open = VecDeque::from([(puzzle.start(), 0)]);
    let mut moves = Vec::new();
    while let Some((state, away)) = open.pop_front() {
        meter.node(|| (seen.len() * 2 * size_of::<Row<u16>>()) as u64).map_err(Contradiction::Stop)?;
        let sum = inversions(state.cells()) + row_of_vacancy(4, state.cells());
        if !sum.is_multiple_of(2) {
            let why = format!("{:?} is {away} moves away from the goal, with N + K = {sum}", state.cells());
            return Err(Contradiction::Case(why));
        }
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
    Ok(meter.nodes())
}

/// Story: all positions with N + K even have a solution. On the boards of even height and width of up to so many cells,
/// with the vacancy last in the goal.
fn story(upto: usize, limits: &Limits<'_>) -> Verified {
    let mut cases = 0;
    for (height, width) in sizes(upto).filter(|(height, width)| height % 2 == 0 && width % 2 == 0) {
        let board = Board::new(height, width, limits)?;
        let class = board.class(&ascending(board.cells(), board.cells() - 1));
        for (start, &found) in board.starts.iter().zip(&board.classes) {
            if !(inversions(start) + row_of_vacancy(width, start)).is_multiple_of(2) {
                continue;
            }
            if found != class {
                let why = format!("{height}x{width}: {start:?} has an even N + K and does not reach the goal");
                return Err(Contradiction::Case(why));
            }
            cases += 1;
        }
    }
    Ok(cases)
}

/// A start, its goal, and whether it reaches it.
struct Start<'a> {
    cells: &'a [u16],
    goal: &'a [u16],
    is_solvable: bool,
}

/// Looks at every start on the boards of even width of up to so many cells, for every goal with the vacancy in a row of
/// even number.
fn for_every_start(
    upto: usize,
    limits: &Limits<'_>,
    look: impl Fn(&Board, &Start<'_>) -> Result<(), Contradiction>,
) -> Verified {
    let mut cases = 0;
    for (height, width) in sizes(upto).filter(|(_, width)| width % 2 == 0) {
        let board = Board::new(height, width, limits)?;
        let goals = (0..board.cells()).map(|gap| ascending(board.cells(), gap));
        for goal in goals.filter(|goal| row_of_vacancy(width, goal).is_multiple_of(2)) {
            let class = board.class(&goal);
            for (cells, &found) in board.starts.iter().zip(&board.classes) {
                look(&board, &Start { cells, goal: &goal, is_solvable: found == class })?;
                cases += 1;
            }
        }
    }
    Ok(cases)
}

fn agree(board: &Board, start: &Start<'_>, told: bool, by: &str) -> Result<(), Contradiction> {
    if told == start.is_solvable {
        return Ok(());
    }
    let word = |is_solvable| if is_solvable { "solvable" } else { "unsolvable" };
    let (height, width) = (board.height, board.width);
    let (found, told) = (word(start.is_solvable), word(told));
    let (cells, goal) = (start.cells, start.goal);
    Err(Contradiction::Case(format!("{height}x{width}: {cells:?} to {goal:?} is {found}, and by {by} {told}")))
}

/// All arrangements of a board, in lexicographic order, each with its class: two are in one class if one is reached
/// from the other. Every move can be taken back, so a class is what a search from one of its members finds.
struct Board {
    height: usize,
    width: usize,
    starts: Vec<Vec<u16>>,
    classes: Vec<usize>,
}

impl Board {
    fn new(height: usize, width: usize, limits: &Limits<'_>) -> Result<Self, Contradiction> {
        let cells = height * width;
        let count = (1..=cells as u64).try_fold(1u64, u64::checked_mul).unwrap_or(u64::MAX);
        limits.afford(count.saturating_mul(64)).map_err(Contradiction::Stop)?;
        let mut starts = vec![(0..cells as u16).collect::<Vec<u16>>()];
        while let Some(next) = next_arrangement(&starts[starts.len() - 1]) {
            starts.push(next);
        }
        let classes = classes(height, width, &starts, limits)?;
        Ok(Board { height, width, starts, classes })
    }

    fn cells(&self) -> usize {
        self.height * self.width
    }

    /// The class of an arrangement.
    fn class(&self, cells: &[u16]) -> usize {
        self.classes[rank(cells)]
    }
}

/// The class of each arrangement: the rank of the first in it.
fn classes(height: usize, width: usize, starts: &[Vec<u16>], limits: &Limits<'_>) -> Result<Vec<usize>, Contradiction> {
    let mut meter = Meter::new(limits, "boards");
    let mut classes: Vec<Option<usize>> = vec![None; starts.len()];
    let mut moves = Vec::new();
    for first in 0..starts.len() {
        if classes[first].is_some() {
            continue;
        }
        let puzzle = Tiles::new(height, width, &starts[first], &starts[first]);
        classes[first] = Some(first);
        let mut open = VecDeque::from([puzzle.start()]);
        while let Some(state) = open.pop_front() {
            meter.node(|| (starts.len() * 64) as u64).map_err(Contradiction::Stop)?;
            moves.clear();
            puzzle.moves(&state, &mut moves);
            for slide in &moves {
                let mut next = state.clone();
                puzzle.play(&mut next, slide);
                let class = &mut classes[rank(next.cells())];
                if class.is_none() {
                    *class = Some(first);
                    open.push_back(next);
                }
            }
        }
    }
    Ok(classes.into_iter().map(|class| class.expect("each arrangement is in a class")).collect())
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
        let verdict = for_every_start(4, &Limits::DEFAULT, |board, start| {
            agree(board, start, inversions(start.cells).is_multiple_of(2), "N")
        });
        assert!(matches!(verdict, Err(Contradiction::Case(_))));
    }

    #[test]
    fn limits_are_kept() {
        let limits = Limits { nodes: 100, ..Limits::DEFAULT };
        assert!(matches!(solution_exists(9, &limits), Err(Contradiction::Stop(_))));
        assert!(matches!(other_boards(4, &Limits::DEFAULT), Err(Contradiction::Stop(_))));
    }
}
