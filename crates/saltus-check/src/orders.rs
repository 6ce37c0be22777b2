//! The potentials of `reverse`, evaluated on boards: how far the order of the checkers is from that
//! of a goal.

use crate::board::{Board, VACANT};
use crate::outcome::{Checked, Limits, OrRefuse, resource};
use crate::reverse::{Reverse, Standing};
use dashu_int::UBig;
use std::ops::RangeInclusive;

/// Counts the pairs of checkers that stand in the other order than at the goal.
pub(crate) struct Inversions {
    /// By checker, its place among the checkers at the goal, from 1.
    rank: Vec<u32>,
    /// A Fenwick tree: how many of the checkers passed have a rank that the node covers.
    passed: Vec<u32>,
}

impl Inversions {
    pub(crate) fn new(reverse: &Reverse, limits: &Limits) -> Checked<Self> {
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

    pub(crate) fn of(&mut self, board: &Board) -> u64 {
        self.passed.clear();
        self.passed.resize(self.rank.len(), 0);
        let mut pairs = 0;
        for (before, checker) in (0..).zip(board.checkers()) {
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
pub(crate) struct Colours {
    inversions: Inversions,
    /// Where the vacancy may be at the goal, from 0.
    vacancies: RangeInclusive<usize>,
    /// By colour, the ends of the best subsequences: at index i the lowest place at the goal that
    /// one of length i + 1 can end with.
    ends: [Vec<u32>; 2],
}

impl Colours {
    pub(crate) fn new(reverse: &Reverse, limits: &Limits) -> Checked<Self> {
        let inversions = Inversions::new(reverse, limits)?;
        let cells = limits.length(&(&reverse.n + UBig::ONE))?;
        let vacancies = match &reverse.goal {
            Standing::Written(goal) => goal.vacancy()..=goal.vacancy(),
            Standing::InOrder(before) => {
                let vacancy = limits.length(before)?;
                vacancy..=vacancy
            }
            // As many goals as cells, each of which costs a pass over the board.
            Standing::Anywhere if (cells as u64).saturating_pow(2) > limits.moves => {
                return resource(format_args!("colours for {cells} goals: more than {} steps", limits.moves));
            }
            Standing::Anywhere => 0..=cells - 1,
        };
        let ends = [limits.vector(cells, "colours")?, limits.vector(cells, "colours")?];
        Ok(Self { inversions, vacancies, ends })
    }

    pub(crate) fn of(&mut self, board: &Board) -> u64 {
        let least = self.vacancies.clone().map(|vacancy| self.slides(board, vacancy)).min();
        self.inversions.of(board) + least.unwrap_or(0)
    }

    /// W + 2 (K - D) + 2 (K' - D') for the goal with its vacancy there.
    fn slides(&mut self, board: &Board, vacancy: usize) -> u64 {
        let (mut wrong, mut kept) = (0, 0);
        self.ends.iter_mut().for_each(Vec::clear);
        for (cell, &checker) in board.cells().iter().enumerate().filter(|&(_, &checker)| checker != VACANT) {
            let place = self.inversions.rank[checker as usize] - 1;
            let home = place as usize + usize::from(place as usize >= vacancy);
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
