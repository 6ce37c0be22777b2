//! The potentials `inversions` and `colours` of reversals.

use crate::board::{Cell, VACANT};
use crate::families::reverse::{Reverse, Standing};
use crate::outcome::{Checked, Limits, OrRefuse, limit};
use dashu_int::UBig;

/// Counts the pairs of checkers that stand in the other order than at the goal.
pub(super) struct Inversions {
    /// By checker, its place among the checkers at the goal, from 1.
    rank: Vec<u32>,
    /// A Fenwick tree: how many of the checkers passed have a rank that the node covers.
    passed: Vec<u32>,
}

impl Inversions {
    pub(super) fn new(reverse: &Reverse, limits: &Limits) -> Checked<Self> {
        let length = &reverse.n + UBig::ONE;
        let (mut rank, passed) = (limits.row(&length)?, limits.row(&length)?);
        let end = u32::try_from(&length).or_refuse("no board")?;
        rank.extend((0..end).map(|checker| end - checker));
        if let Standing::Written(goal) = &reverse.goal {
            for (place, checker) in (1..).zip(goal.checkers()) {
                rank[checker as usize] = place;
            }
        }
        Ok(Self { rank, passed })
    }

    pub(super) fn of(&mut self, board: &[Cell]) -> u64 {
        self.passed.clear();
        self.passed.resize(self.rank.len(), 0);
        let mut pairs = 0;
        for (before, &checker) in (0..).zip(board.iter().filter(|&&checker| checker != VACANT)) {
            pairs += before - self.pass(self.rank[checker as usize] as usize);
        }
        pairs
    }

    /// Adds a checker; how many of lower rank were passed before it.
    fn pass(&mut self, rank: usize) -> u64 {
        let (mut lower, mut node) = (0, rank);
        while node > 0 {
            lower += u64::from(self.passed[node]);
            node &= node - 1;
        }
        node = rank;
        while let Some(count) = self.passed.get_mut(node) {
            *count += 1;
            node += node & node.wrapping_neg();
        }
        lower
    }
}

/// Inversions, and what the checkers still have to slide: a jump keeps a checker on cells of one
/// parity, its colour, and in order with the others there, so that only slides help those of the
/// wrong colour or in the wrong order.
pub(super) struct Colours {
    inversions: Inversions,
    /// The cells of the goal's checkers from left to right; where the vacancies may be anywhere, if they are first.
    homes: Vec<usize>,
    /// The most of them that stand left of the vacancies instead, on the first cells, in some goal.
    last: usize,
    /// By colour, the ends of the best subsequences: at index i the lowest place at the goal that
    /// one of length i + 1 can end with.
    ends: [Vec<u32>; 2],
}

impl Colours {
    pub(super) fn new(reverse: &Reverse, limits: &Limits) -> Checked<Self> {
        let inversions = Inversions::new(reverse, limits)?;
        let cells = limits.length(&reverse.cells())?;
        let (mut homes, mut last) = (limits.vector(cells, "colours")?, 0);
        if let Some(goal) = reverse.goal(limits)? {
            homes.extend((0..cells).filter(|&cell| goal.cells()[cell] != VACANT));
        } else {
            // About as many goals as cells, each of which costs a pass over the board.
            let (few, most) = ((cells as u64).saturating_pow(2) <= limits.moves, limits.moves);
            limit(few, format_args!("colours for {cells} goals: more than {most} steps"))?;
            homes.extend((0..cells).skip(limits.length(&reverse.gaps)?));
            last = homes.len();
        }
        let ends = [limits.vector(cells, "colours")?, limits.vector(cells, "colours")?];
        Ok(Self { inversions, homes, last, ends })
    }

    pub(super) fn of(&mut self, board: &[Cell]) -> u64 {
        let least = (0..=self.last).map(|left| self.slides(board, left)).min();
        self.inversions.of(board) + least.unwrap_or(0)
    }

    /// W + 2 (K - D) + 2 (K' - D') for the goal whose first checkers, as many as `left`, stand on the first cells.
    fn slides(&mut self, board: &[Cell], left: usize) -> u64 {
        let (mut wrong, mut kept) = (0, 0);
        self.ends.iter_mut().for_each(Vec::clear);
        for (cell, &checker) in board.iter().enumerate().filter(|&(_, &checker)| checker != VACANT) {
            let place = self.inversions.rank[checker as usize] - 1;
            let home = if (place as usize) < left { place as usize } else { self.homes[place as usize] };
            if (cell + home) % 2 == 1 {
                wrong += 1;
                continue;
            }
            kept += 1;
            let ends = &mut self.ends[cell % 2];
            let length = ends.partition_point(|&end| end < place);
            match ends.get_mut(length) {
                Some(end) => *end = place,
                None => ends.push(place),
            }
        }
        wrong + 2 * (kept - self.ends.iter().map(|ends| ends.len() as u64).sum::<u64>())
    }
}
