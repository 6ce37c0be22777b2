//! The stages of a beam, and how far a board looks in each.

use smallvec::SmallVec;

use super::{BeamBoard, NONE};

/// How far a board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Far {
    /// A lower bound on the moves to the goal of the stage, where it is 0.
    pub(super) stage: u32,
    /// The order of boards: lower ones are kept.
    pub(super) order: u32,
}

/// What a move changes of [`Far`].
#[derive(Clone, Copy)]
pub(super) struct FarChange {
    pub(super) stage: i32,
    pub(super) order: i32,
}

impl Far {
    pub(super) fn after(self, change: FarChange) -> Self {
        Far { stage: self.stage.wrapping_add_signed(change.stage), order: self.order.wrapping_add_signed(change.order) }
    }
}

/// In which stage each tile is to be at home.
pub(super) struct Stages {
    of: Vec<u16>,
    pub(super) number: usize,
}

impl Stages {
    /// A row or column of the longer side at a time, of those that are left the one farther from where the vacancy belongs, until a small board is left.
    pub(super) fn new(grid: &BeamBoard, last: usize) -> Self {
        let mut of = vec![u16::MAX; grid.start.len()];
        let home = grid.place(grid.gap).map(usize::from);
        let mut sides = [(0, grid.height), (0, grid.width)];
        let mut number = 0;
        loop {
            let [rows, columns] = sides.map(|(first, end)| end - first);
            if rows.max(columns) <= last {
                break;
            }
            let side = usize::from(rows < columns);
            let (first, end) = &mut sides[side];
            let line = if home[side] - *first >= *end - 1 - home[side] {
                *first += 1;
                *first - 1
            } else {
                *end -= 1;
                *end
            };
            for (tile, place) in of.iter_mut().zip(&grid.places) {
                if usize::from(place[side]) == line {
                    *tile = (*tile).min(number);
                }
            }
            number += 1;
        }
        of.iter_mut().for_each(|of| *of = (*of).min(number));
        Stages { of, number: usize::from(number) + 1 }
    }
}

/// The Manhattan distance, with linear conflicts of the tiles that are to be at home in a stage. Where there is only one stage, outer tiles count more: what
/// is settled from the outside in is not disturbed again.
pub(super) struct BeamStage<'a> {
    grid: &'a BeamBoard,
    /// Whether each tile is to be at home; never the vacancy.
    is_asked: Vec<bool>,
    /// The row and the column where each tile belongs; none for those that are not to be at home yet.
    homes: Vec<[u16; 2]>,
    /// What a step of each tile counts.
    weights: Vec<i32>,
}

/// What a step of a tile counts in the order of boards, if it is to be at home in the stage.
const WEIGHT: i32 = 8;

/// What a step of another tile counts. With more, stages end later and the play is longer; with less, the tiles that are left are led astray.
const REST: i32 = 3;

/// In the only stage a step counts one more for each line that would be solved between that of the tile and a board of such sides.
const CORE: usize = 3;

/// The longest side of the board that is left to the last stage. Smaller ones are no better: each stage asks for boards that no shortest play needs
/// to pass.
pub(super) const LAST: usize = 6;

/// The same for the first play.
pub(super) const FIRST_LAST: usize = 4;

impl<'a> BeamStage<'a> {
    pub(super) fn new(grid: &'a BeamBoard, stages: &Stages, stage: usize) -> Self {
        let is_asked = (0..).zip(&stages.of).map(|(tile, &of)| usize::from(of) <= stage && tile != grid.gap);
        let is_asked: Vec<bool> = is_asked.collect();
        let homes =
            grid.places.iter().zip(&is_asked).map(|(&place, &is_asked)| if is_asked { place } else { [NONE; 2] });
        let weights = is_asked.iter().map(|&is_asked| if is_asked { WEIGHT } else { REST });
        let mut weights: Vec<i32> = weights.collect();
        if stages.number == 1 {
            let lines = Stages::new(grid, CORE);
            let outer = lines.of.iter().map(|&of| lines.number as i32 - 1 - i32::from(of));
            weights.iter_mut().zip(outer).for_each(|(weight, outer)| *weight += outer);
        }
        BeamStage { grid, homes: homes.collect(), is_asked, weights }
    }

    /// Whether the place of this tile distinguishes boards.
    pub(super) fn is_told(&self, tile: u16) -> bool {
        self.is_asked[usize::from(tile)] || tile == self.grid.gap
    }

    /// The places in a line of the tiles that stand there and are to be at home there, in the order in which they stand.
    fn places(&self, board: &[u16], line: u16, is_row: bool) -> impl Iterator<Item = (u16, u16)> {
        let (side, along) = (usize::from(!is_row), usize::from(is_row));
        let (length, first, step) = if is_row {
            (self.grid.width, usize::from(line) * self.grid.width, 1)
        } else {
            (self.grid.height, usize::from(line), self.grid.width)
        };
        let homes = board[first..].iter().step_by(step).take(length).map(|&tile| self.homes[usize::from(tile)]);
        (0..).zip(homes).filter(move |(_, home)| home[side] == line).map(move |(at, home)| (at, home[along]))
    }

    /// What the conflicts of a row or column add: tiles that belong there and stand in a wrong order have to leave it and to come back.
    fn conflicts(&self, board: &[u16], line: usize, is_row: bool) -> u32 {
        let (mut order, mut tiles) = (Order::default(), 0);
        for (_, place) in self.places(board, line as u16, is_row) {
            order.push(place);
            tiles += 1;
        }
        2 * (tiles - order.longest())
    }

    /// What a tile on a cell of its line adds to the conflicts there.
    fn conflicts_of(&self, board: &[u16], tile: u16, cell: u16, is_row: bool) -> u32 {
        let (side, along) = (usize::from(!is_row), usize::from(is_row));
        let (line, home) = (self.homes[usize::from(tile)][side], self.homes[usize::from(tile)][along]);
        let here = self.grid.place(cell)[along];
        // Where it stands, and where it is to go to, there is the vacancy or the tile itself.
        let others = || self.places(board, line, is_row).filter(|&(at, _)| at != here);
        if others().fold(true, |is_right, (at, place)| is_right && (at < here) == (place < home)) {
            return 0;
        }
        let (mut with, mut without) = (Order::default(), Order::default());
        let mut is_before = true;
        for (at, place) in others() {
            if is_before && at > here {
                with.push(home);
                is_before = false;
            }
            with.push(place);
            without.push(place);
        }
        if is_before {
            with.push(home);
        }
        2 * (1 + without.longest() - with.longest())
    }
}

impl BeamStage<'_> {
    /// How far a board looks.
    pub(super) fn far(&self, board: &[u16]) -> Far {
        let rows: u32 = (0..self.grid.height).map(|row| self.conflicts(board, row, true)).sum();
        let columns: u32 = (0..self.grid.width).map(|column| self.conflicts(board, column, false)).sum();
        let mut far = Far { stage: rows + columns, order: WEIGHT as u32 * (rows + columns) };
        for (cell, &tile) in (0..).zip(board).filter(|&(_, &tile)| tile != self.grid.gap) {
            let distance = self.grid.distance(cell, tile);
            far.order += self.weights[usize::from(tile)] as u32 * distance;
            if self.is_asked[usize::from(tile)] {
                far.stage += distance;
            }
        }
        far
    }

    /// How a move changes that: of the tile on `from` to the cell `to` of the vacancy, up or down or not.
    #[inline]
    pub(super) fn change(&self, board: &[u16], from: u16, to: u16, is_vertical: bool) -> FarChange {
        let side = usize::from(!is_vertical);
        let tile = board[usize::from(from)];
        let [home, line, next] = [tile, from, to].map(|cell| self.grid.place(cell)[side]);
        let step = if home.abs_diff(next) < home.abs_diff(line) { -1 } else { 1 };
        let order = step * self.weights[usize::from(tile)];
        if !self.is_asked[usize::from(tile)] {
            return FarChange { stage: 0, order };
        }
        // It changes no order but that of the line where it belongs, if it comes or goes there.
        let conflicts = if home == next {
            self.conflicts_of(board, tile, to, is_vertical) as i32
        } else if home == line {
            -(self.conflicts_of(board, tile, from, is_vertical) as i32)
        } else {
            0
        };
        FarChange { stage: step + conflicts, order: order + WEIGHT * conflicts }
    }
}

/// The longest increasing subsequence of numbers that are given one after another: the least last number for each length.
#[derive(Default)]
struct Order(SmallVec<[u16; 16]>);

impl Order {
    fn push(&mut self, number: u16) {
        let length = self.0.iter().position(|&last| last > number).unwrap_or(self.0.len());
        if length == self.0.len() {
            self.0.push(number);
        } else {
            self.0[length] = number;
        }
    }

    fn longest(&self) -> u32 {
        self.0.len() as u32
    }
}
