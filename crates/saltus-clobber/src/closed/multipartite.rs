//! Complete multipartite graphs where any pawn may move at any time: the value by a formula, and a
//! play that reaches it, both in linear time.
//!
//! Two cells are adjacent unless they are in the same part, so only the numbers of black and white
//! pawns of each part count. Let T pawns of a colour x and T' of the other colour stand on the
//! whole graph, and of those N and N' outside a part. If both colours and at least two parts have
//! pawns, the *value* is the greatest of
//!
//! - 1, or 2 where two parts have pawns and pawns and clashing pawns are together divisible by 3
//!   (the bound [`Components`](crate::bounds::Components)),
//! - T - T' + 2 - 2 N - N' over all parts and both colours (the bound
//!   [`LowerBound`](crate::bounds::LowerBound)).
//!
//! Otherwise no pawn can move. docs/theorems.md has the proof ("Clobber on complete multipartite
//! graphs"). It also shows that parts may be merged into two or three groups without changing the
//! value: a play that moves only from group to group is a play. On three groups a move is one of
//! twelve, and the play is: always the first one after which the formula is no larger.

use saltus_core::board::{Board, Cell};

use crate::bounds::{Component, balance};
use crate::rules::{Colour, Move};

/// The pawns of a part or a group, black and white.
type PawnCount = [usize; 2];

/// What is known of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlay {
    /// The fewest pawns that any play leaves.
    pub value: usize,
    /// The part, where it is one that says that no play leaves fewer, and not the bound
    /// [`Components`](crate::bounds::Components).
    pub part: Option<Cell>,
    /// A play that leaves them.
    pub moves: Vec<Move>,
}

/// The part of each cell, if the pawns with the edges between them form a complete multipartite
/// graph; for cells without a pawn it has no meaning.
///
/// ```
/// use saltus_clobber::{Pawns, closed::multipartite};
/// use saltus_core::board::Board;
///
/// let parts = |board: &Board, pawns: &str| multipartite::parts(board, &pawns.parse::<Pawns>().unwrap().iter().collect::<Vec<_>>());
/// assert_eq!(parts(&Board::cycle(4), "bwwb"), Some(vec![0, 1, 0, 1]));
/// assert_eq!(parts(&Board::line(4), "bwwb"), None);
/// assert_eq!(parts(&Board::line(4), ".wwb"), Some(vec![0, 0, 1, 0]));
/// ```
pub fn parts(board: &Board, cells: &[Option<Colour>]) -> Option<Vec<Cell>> {
    const NONE: Cell = Cell::MAX;
    let pawns: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].is_some()).collect();
    let around =
        |cell: usize| board.neighbours(cell as Cell).map(|next| next as usize).filter(|&next| cells[next].is_some());
    let (mut part, mut sizes) = (vec![NONE; cells.len()], Vec::new());
    // The latest part whose first cell has this neighbour.
    let mut met = vec![NONE; cells.len()];
    for &first in &pawns {
        if part[first] != NONE {
            continue;
        }
        let number = sizes.len() as Cell;
        around(first).for_each(|next| met[next] = number);
        sizes.push(0);
        for &cell in pawns.iter().filter(|&&cell| met[cell] != number) {
            if part[cell] != NONE {
                return None;
            }
            part[cell] = number;
            sizes[number as usize] += 1;
        }
    }
    let joined = |&cell: &usize| {
        let size = sizes[part[cell] as usize];
        around(cell).all(|next| part[next] != part[cell]) && around(cell).count() == pawns.len() - size
    };
    pawns.iter().all(joined).then(|| part.into_iter().map(|number| if number == NONE { 0 } else { number }).collect())
}

/// The value of a configuration, and a play that reaches it; each cell belongs to the part of that
/// number.
///
/// ```
/// use saltus_clobber::{Pawns, closed::multipartite};
///
/// // Two white pawns in one part, twenty black ones in the other.
/// let pawns: Pawns = "wwbbbbbbbbbbbbbbbbbbbb".parse().unwrap();
/// let part: Vec<_> = (0..22).map(|cell| u32::from(cell >= 2)).collect();
/// let found = multipartite::solve(&part, &pawns.iter().collect::<Vec<_>>());
/// assert_eq!((found.value, found.part, found.moves.len()), (18, Some(1), 4));
/// ```
pub fn solve(part: &[Cell], cells: &[Option<Colour>]) -> BestPlay {
    let mut counts: Vec<PawnCount> = Vec::new();
    for (cell, colour) in pawns(cells) {
        let number = part[cell] as usize;
        counts.resize(counts.len().max(number + 1), PawnCount::default());
        counts[number][colour] += 1;
    }
    let (value, best) = value_of(&counts);
    let group = groups(&counts, best);
    let mut table = Table::default();
    for (cell, colour) in pawns(cells) {
        table[group[part[cell] as usize]][colour].push(cell as Cell);
    }
    let moves = (value..counts.iter().flatten().sum()).map(|_| make_move(&mut table, value)).collect();
    let part = best.filter(|_| value > plain(&counts)).map(|(number, _)| number as Cell);
    BestPlay { value, part, moves }
}

/// Each pawn's cell and colour, black 0, white 1.
fn pawns(cells: &[Option<Colour>]) -> impl Iterator<Item = (usize, usize)> + '_ {
    cells.iter().enumerate().filter_map(|(cell, content)| Some((cell, (*content)? as usize)))
}

fn total(counts: &[PawnCount]) -> PawnCount {
    counts.iter().fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
}

/// The bound by components.
fn plain(counts: &[PawnCount]) -> usize {
    let [black, white] = total(counts);
    let mut live = counts.iter().filter(|count| **count != [0, 0]);
    match (live.next(), live.next(), live.next()) {
        (Some(one), Some(other), third) => {
            let clashing = if third.is_none() { Some(one[0] + other[1]) } else { None };
            Component { pawns: black + white, black, clashing }.least()
        }
        _ => black + white,
    }
}

/// The formula; and the part that bounds it best, with its bound, where pawns can move.
fn value_of(counts: &[PawnCount]) -> (usize, Option<(usize, i64)>) {
    let all = total(counts);
    let plain = plain(counts);
    if plain == all[0] + all[1] {
        return (plain, None);
    }
    let mut best = (0, i64::MIN);
    for (number, count) in counts.iter().enumerate().filter(|(_, count)| **count != [0, 0]) {
        let bound = balance(*count, [all[0] - count[0], all[1] - count[1]]);
        if bound > best.1 {
            best = (number, bound);
        }
    }
    (best.1.max(plain as i64) as usize, Some(best))
}

/// The group of each part, of at most three, so that the formula stays the same.
fn groups(counts: &[PawnCount], best: Option<(usize, i64)>) -> Vec<usize> {
    // A play from and to this part reaches its bound.
    if let Some((number, 1..)) = best {
        return (0..counts.len()).map(|part| usize::from(part != number)).collect();
    }
    // Pawns of the colour with more of them weigh 2, the others 1: no group has too much weight if
    // the heaviest part left goes to the lightest group.
    let [black, white] = total(counts);
    let weight = |part: usize| counts[part][0] + counts[part][1] + counts[part][usize::from(white > black)];
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&part| std::cmp::Reverse(weight(part)));
    let (mut group, mut weights) = (vec![0; counts.len()], [0; 3]);
    for part in order {
        let lightest = (0..3).min_by_key(|&group| weights[group]).unwrap_or(0);
        group[part] = lightest;
        weights[lightest] += weight(part);
    }
    group
}

/// The cells of each group that hold a pawn of each colour.
type Table = [[Vec<Cell>; 2]; 3];

/// Makes a move after which the formula still says `value`.
fn make_move(table: &mut Table, value: usize) -> Move {
    let before: [PawnCount; 3] = std::array::from_fn(|group| [0, 1].map(|colour| table[group][colour].len()));
    let ways = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
    let (from, to, mover) = ways
        .into_iter()
        .flat_map(|(from, to)| [(from, to, 0), (from, to, 1)])
        .find(|&(from, to, mover)| {
            let mut after = before;
            before[from][mover] > 0 && before[to][1 - mover] > 0 && {
                after[from][mover] -= 1;
                after[to][1 - mover] -= 1;
                after[to][mover] += 1;
                value_of(&after).0 <= value
            }
        })
        .expect("some move keeps the value");
    let taken = table[to][1 - mover].pop().expect("a pawn to be taken");
    let moved = table[from][mover].pop().expect("a pawn that moves");
    table[to][mover].push(taken);
    Move { from: moved, to: taken }
}

#[cfg(test)]
mod tests;
