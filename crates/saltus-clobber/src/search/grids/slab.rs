//! Two outer rows, or columns, that one pawn clears.
//!
//! All pawns of the two rows have one colour but for one of the other colour, or that one comes from
//! the row beside them. It goes to one end along its row and back along the other one; then up
//! and down to some column, from there to the other end, and back again. At last it goes inside,
//! or, where a pawn of its own colour stands there, the last pawn of the slab takes it and goes
//! inside instead. On its way in it may have a pawn of the slab beside it go inside first.

use super::{Field, Rect, Side, other};
use saltus_core::board::Cell;
use saltus_core::random::Random;

/// How many ways are tried.
const WAYS: usize = 8;

/// The cells of a slab and those beside it, from one end to the other.
struct Slab {
    /// The row inside, the inner and the outer row.
    rows: [Vec<Cell>; 3],
}

impl Slab {
    fn of(field: &Field, rect: Rect, side: Side) -> Slab {
        let row = |deep: usize| -> Vec<Cell> {
            match side {
                Side::Top => (rect.left..rect.right).map(|at| field.cell(rect.top + deep, at)).collect(),
                Side::Bottom => (rect.left..rect.right).map(|at| field.cell(rect.bottom - 1 - deep, at)).collect(),
                Side::Left => (rect.top..rect.bottom).map(|at| field.cell(at, rect.left + deep)).collect(),
                Side::Right => (rect.top..rect.bottom).map(|at| field.cell(at, rect.right - 1 - deep)).collect(),
            }
        };
        Slab { rows: [row(2), row(1), row(0)] }
    }

    /// Where the pawn is that can clear it, by row and place.
    fn walker(&self, field: &Field, random: &mut Random) -> Option<(usize, usize)> {
        let mut found: [Vec<(usize, usize)>; 3] = Default::default();
        for row in [1, 2] {
            for (place, cell) in self.rows[row].iter().enumerate() {
                found[usize::from(field.at(*cell))].push((row, place));
            }
        }
        let [empty, one, two] = found;
        match (empty.len(), one.len(), two.len()) {
            (0, 1, _) => Some(one[0]),
            (0, _, 1) => Some(two[0]),
            (0, 0, _) | (0, _, 0) => {
                let wanted = if one.is_empty() { 1 } else { 2 };
                let beside: Vec<usize> =
                    (0..self.rows[0].len()).filter(|place| field.at(self.rows[0][*place]) == wanted).collect();
                (!beside.is_empty()).then(|| (0, beside[random.below(beside.len())]))
            }
            _ => None,
        }
    }
}

/// Clears two rows of some side and returns what is left.
pub(super) fn clear(field: &mut Field, rect: Rect, random: &mut Random) -> Option<Rect> {
    let mut sides = Side::ALL.to_vec();
    sides.retain(|side| rect.deep(*side) >= 5);
    random.shuffle(&mut sides);
    for side in sides {
        let mut slab = Slab::of(field, rect, side);
        for _ in 0..WAYS {
            if random.below(2) == 0 {
                slab.rows.iter_mut().for_each(|row| row.reverse());
            }
            let Some((row, place)) = slab.walker(field, random) else { break };
            let begun = field.play.len();
            if walk(field, &slab, row, place, random) {
                return Some(rect.split(side, 2).0);
            }
            field.undo(begun);
        }
    }
    None
}

/// The pawn of a row and place clears the slab.
fn walk(field: &mut Field, slab: &Slab, row: usize, place: usize, random: &mut Random) -> bool {
    let end = slab.rows[0].len();
    let walker = field.at(slab.rows[row][place]);
    let mut way: Vec<(usize, usize)> = Vec::with_capacity(2 * end + 1);
    let first = row.max(1);
    if row == 0 {
        way.push((row, place));
    }
    way.extend((0..=place).rev().map(|at| (first, at)));
    way.extend((0..=place).map(|at| (3 - first, at)));
    let (mut row, mut at) = (3 - first, place + 1);
    if way[0].0 == 0 && at < end && field.at(slab.rows[0][at]) == walker && random.below(2) == 0 {
        field.take(slab.rows[1][at], slab.rows[0][at]);
        way.push((2, at));
        at += 1;
    }
    if at < end {
        for at in at..at + random.below(end - at) {
            way.extend([(row, at), (3 - row, at)]);
            row = 3 - row;
        }
        at = way[way.len() - 1].1 + 1;
        way.extend((at..end).map(|at| (row, at)));
        way.extend((at..end).rev().map(|at| (3 - row, at)));
    }
    let [.., before, last] = way[..] else { return false };
    let beside = |(row, at): (usize, usize)| if row == 1 { field.at(slab.rows[0][at]) } else { super::EMPTY };
    let cell = |(row, at): (usize, usize)| slab.rows[row][at];
    if beside(last) == other(walker) {
        way.push((0, last.1));
    } else if beside(before) == walker && way[0] != (0, before.1) {
        way.pop();
        for pair in way.windows(2) {
            field.take(cell(pair[0]), cell(pair[1]));
        }
        way = vec![last, before, (0, before.1)];
    } else {
        return false;
    }
    for pair in way.windows(2) {
        field.take(cell(pair[0]), cell(pair[1]));
    }
    true
}
