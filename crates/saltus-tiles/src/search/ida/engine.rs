//! A position of the search, and what a move does to it.
//!
//! The board, and for each pattern of each view where its tiles stand, are held once: moves are made
//! on them and taken back. What changes with every move goes from call to call in registers.

use super::dive::Gauge;
use super::views::{PatternViews, places};
use crate::bounds::patterns::MOST_CELLS;
use crate::bounds::patterns::table::{self, PatternState, TileWay};
use saltus_core::board::Board;

/// The most views.
pub(super) const MOST_VIEWS: usize = 2;

/// The most patterns of all views together.
const MOST_PARTS: usize = 64;

/// What the threshold leaves for a position.
///
/// The lowest 16 bits count the moves that may still be made. Above, 16 bits for each view hold its
/// *room*: half of what the threshold leaves beyond moves made and bound. A move that lowers the bound
/// keeps the room, any other takes 1 of it; without room it is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget(u64);

impl Budget {
    /// The budget of a position with these bounds, one for each view, none of them above the moves
    /// that are left.
    pub(super) fn new(moves: u32, bounds: impl IntoIterator<Item = u32>) -> Self {
        let rooms = bounds.into_iter().map(|bound| u64::from(moves - bound) / 2);
        Budget(u64::from(moves) + rooms.zip(1..).map(|(room, lane)| room << (16 * lane)).sum::<u64>())
    }

    /// Whether no move is left. What is within the threshold then is the goal.
    #[inline(always)]
    pub(super) fn is_spent(self) -> bool {
        self.0 as u16 == 0
    }

    /// With a move less.
    #[inline(always)]
    pub(super) fn moved(self) -> Self {
        Budget(self.0 - 1)
    }

    /// After a move, as far as one view is concerned, whose bound it lowers by 1 or not; none when
    /// there is no room.
    #[inline(always)]
    pub(super) fn after(self, view: usize, lower: u64) -> Option<Self> {
        let lane = 16 * (view + 1);
        let next = self.0 + (lower << lane);
        (next >> lane & 0xffff != 0).then(|| Budget(next - (1 << lane)))
    }
}

/// What changes with every move.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) budget: Budget,
    vacancy: u32,
    /// The automaton's.
    state: u32,
}

/// What a move overwrote.
#[derive(Clone, Copy)]
pub(super) struct Overwritten<const VIEWS: usize> {
    from: u32,
    home: u32,
    standings: [PatternState; VIEWS],
}

/// The patterns of all views one after the other, and what a move does to each.
pub(crate) struct Lanes<'a> {
    /// Of each view, the pattern of each tile, by its goal cell.
    parts: [[u8; MOST_CELLS]; MOST_VIEWS],
    tables: Vec<table::TableView<'a>>,
    /// Of each pattern, the number of its map from the board to the table.
    maps: [u8; MOST_PARTS],
    /// By map, the vacancy's cell, and its direction: the way of the tile there.
    ways: Vec<[[TileWay; 4]; MOST_CELLS]>,
    /// From the vacancy's cell to the next one.
    steps: [i32; 4],
}

impl<'a> Lanes<'a> {
    pub(crate) fn new(views: &'a PatternViews) -> Self {
        let width = views.width as i32;
        let mut lanes = Lanes {
            parts: [[0; MOST_CELLS]; MOST_VIEWS],
            tables: Vec::new(),
            maps: [0; MOST_PARTS],
            ways: Vec::new(),
            steps: [-1, 1, -width, width],
        };
        let board = Board::grid(views.height, views.width);
        let mut maps = Vec::new();
        for (view, list) in views.list.iter().enumerate() {
            for part in list {
                let number = lanes.tables.len();
                assert!(number < MOST_PARTS, "views have few patterns");
                part.homes.iter().for_each(|&home| lanes.parts[view][usize::from(home)] = number as u8);
                let map = maps.iter().position(|map| *map == &part.map).unwrap_or(maps.len());
                if map == maps.len() {
                    maps.push(&part.map);
                    lanes.ways.push(std::array::from_fn(|vacancy| {
                        let next = |way| if vacancy < board.cells() { board.step(vacancy as u32, way) } else { None };
                        let way = |from| TileWay::new(part.map.cell(from as usize), part.map.cell(vacancy));
                        [0, 1, 2, 3].map(|direction| next(direction).map(way).unwrap_or_default())
                    }));
                }
                lanes.maps[number] = map as u8;
                lanes.tables.push(part.table.view());
            }
        }
        lanes
    }

    /// How many patterns there are.
    pub(crate) fn count(&self) -> usize {
        self.tables.len()
    }

    /// The pattern of a tile in a view.
    #[inline(always)]
    pub(crate) fn part(&self, view: usize, home: usize) -> usize {
        usize::from(self.parts[view][home & (MOST_CELLS - 1)]) & (MOST_PARTS - 1)
    }

    /// The vacancy's next cell, and the goal cell of the tile there.
    #[inline(always)]
    pub(crate) fn tile(&self, board: &[u8; MOST_CELLS], vacancy: u32, direction: usize) -> (u32, usize) {
        let from = vacancy.wrapping_add_signed(self.steps[direction]) & (MOST_CELLS as u32 - 1);
        (from, usize::from(board[from as usize]) & (MOST_CELLS - 1))
    }

    /// What a move of a tile does to its pattern.
    #[inline(always)]
    pub(crate) fn moved(
        &self,
        part: usize,
        standing: PatternState,
        vacancy: u32,
        direction: usize,
    ) -> (PatternState, u64) {
        let map = usize::from(self.maps[part]);
        self.tables[part].moved(standing, &self.ways[map][vacancy as usize & (MOST_CELLS - 1)][direction])
    }
}

/// A position that a search begins with, and what is found of it once.
pub(crate) struct Root<'a> {
    pub(crate) lanes: Lanes<'a>,
    pub(crate) position: &'a [u8],
    pub(crate) vacancy: u32,
    /// Where the tiles of each pattern stand.
    pub(crate) standings: [PatternState; MOST_PARTS],
    /// The bound of each view.
    pub(crate) bounds: Vec<u32>,
}

impl<'a> Root<'a> {
    /// None when a table is wrong.
    pub(crate) fn new(views: &'a PatternViews, position: &'a [u8]) -> Option<Self> {
        let (lanes, places) = (Lanes::new(views), places(position));
        let vacancy = places[views.vacancy].into();
        let (mut standings, mut number, mut bounds) = ([PatternState::default(); MOST_PARTS], 0, Vec::new());
        for view in &views.list {
            let mut bound = 0;
            for pattern in view {
                let value = pattern.value(&places, views.vacancy)?;
                standings[number] = pattern.standing(&places, value);
                number += 1;
                bound += value;
            }
            bounds.push(bound);
        }
        Some(Root { lanes, position, vacancy, standings, bounds })
    }
}

/// See the [module](self).
pub(super) struct Ida<'a, const VIEWS: usize> {
    rows: &'a [[u32; 4]],
    /// The automaton's state at the start.
    state: u32,
    root: &'a Root<'a>,
    board: [u8; MOST_CELLS],
    standings: [PatternState; MOST_PARTS],
    pub(super) gauge: Gauge<'a>,
}

impl<'a, const VIEWS: usize> Ida<'a, VIEWS> {
    /// More moves than any shortest play has: what is known about boards of up to 32 cells is below
    /// 1000.
    pub(super) const MOST_MOVES: u32 = 4095;

    pub(super) fn new(root: &'a Root<'a>, (rows, state): (&'a [[u32; 4]], u32), gauge: Gauge<'a>) -> Self {
        Ida { rows, state, root, board: [0; MOST_CELLS], standings: root.standings, gauge }
    }

    /// The start, with the rooms that the threshold leaves; none when it leaves none.
    pub(super) fn root(&mut self, threshold: u32) -> Option<Node> {
        let Root { position, vacancy, standings, bounds, .. } = self.root;
        if bounds.iter().any(|&bound| bound > threshold) {
            return None;
        }
        self.board[..position.len()].copy_from_slice(position);
        self.standings = *standings;
        let budget = Budget::new(threshold, bounds.iter().copied());
        Some(Node { budget, vacancy: *vacancy, state: self.state })
    }

    /// What the automaton allows.
    #[inline(always)]
    pub(super) fn row(&self, node: &Node) -> [u32; 4] {
        self.rows[node.state as usize]
    }

    /// What a move does to the pattern of its tile in a view.
    #[inline(always)]
    fn look(&self, view: usize, vacancy: u32, home: usize, direction: usize) -> (PatternState, u64) {
        let part = self.root.lanes.part(view, home);
        self.root.lanes.moved(part, self.standings[part], vacancy, direction)
    }

    /// What all moves that the automaton allows do to the first view: these reads of the tables do
    /// not wait for one another.
    #[inline(always)]
    pub(super) fn first_looks(&self, node: &Node, row: [u32; 4]) -> [(PatternState, u64); 4] {
        let mut looks = [(PatternState::default(), 0); 4];
        macro_rules! look {
            ($($direction:literal)*) => {$(
                if row[$direction] != 0 {
                    let (_, home) = self.root.lanes.tile(&self.board, node.vacancy, $direction);
                    looks[$direction] = self.look(0, node.vacancy, home, $direction);
                }
            )*};
        }
        look!(0 1 2 3);
        looks
    }

    /// Moves the vacancy, unless the threshold forbids it. `state` is the automaton's next.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        node: &Node,
        direction: usize,
        state: u32,
        first: (PatternState, u64),
    ) -> Option<(Node, Overwritten<VIEWS>)> {
        let (from, home) = self.root.lanes.tile(&self.board, node.vacancy, direction);
        let mut standings = [first.0; VIEWS];
        let mut budget = node.budget.moved().after(0, first.1)?;
        for view in 1..VIEWS {
            let (standing, lower) = self.look(view, node.vacancy, home, direction);
            standings[view] = standing;
            budget = budget.after(view, lower)?;
        }
        for (view, standing) in standings.iter_mut().enumerate() {
            std::mem::swap(standing, &mut self.standings[self.root.lanes.part(view, home)]);
        }
        self.board[node.vacancy as usize & (MOST_CELLS - 1)] = home as u8;
        Some((Node { budget, vacancy: from, state }, Overwritten { from, home: home as u32, standings }))
    }

    /// Takes a move back.
    #[inline(always)]
    pub(super) fn back(&mut self, undo: Overwritten<VIEWS>) {
        let home = undo.home as usize & (MOST_CELLS - 1);
        self.board[undo.from as usize & (MOST_CELLS - 1)] = home as u8;
        for (view, standing) in undo.standings.into_iter().enumerate() {
            self.standings[self.root.lanes.part(view, home)] = standing;
        }
    }
}
