//! The engine for boards of any size that has tables: one board, on which moves are made and taken
//! back.

use super::dive::{Budget, Engine, Gauge, Node, Shared};
use super::views::{Part, Views};
use crate::bounds::patterns::deltas::Numbering;
use crate::bounds::patterns::{MOST_CELLS, symmetry::Symmetry};
use crate::search::words::Transitions;
use saltus_core::board::{Board, Cell};

/// The most patterns of all views together.
const MOST_PARTS: usize = 16;

/// What a view knows of a tile.
#[derive(Clone, Copy, Default)]
struct Tile {
    part: u8,
    /// For each direction of the vacancy, the tile's bit in its pattern's word, and what its move
    /// adds to the place.
    bits: [u8; 4],
    steps: [i32; 4],
}

/// The most cells between two neighbours of a column, in the order of cells.
const MOST_PASSED: usize = 8;

/// What it takes where places depend on the tiles passed.
struct Passes {
    /// For each view and two tiles of a pattern: what the first adds to the place when it goes down
    /// past the second.
    down: Vec<[[i32; MOST_CELLS]; MOST_CELLS]>,
    /// For each part, the vacancy's cell and its direction.
    ways: Vec<[[Way; 4]; MOST_CELLS]>,
}

/// What a tile passes on its way into the vacancy.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The cells that it passes, and from then on its own.
    cells: [u8; MOST_PASSED],
    /// Whether it goes down, in the order of the table.
    down: bool,
}

/// See the [module](self). With `FALLING`, some pattern's places depend on the tiles passed.
pub(super) struct Wide<'a, R, const VIEWS: usize, const FALLING: bool> {
    rows: &'a [R],
    start: u32,
    position: Vec<u8>,
    goal: u8,
    ways: [i32; 4],
    tiles: [[Tile; MOST_CELLS]; VIEWS],
    tables: Vec<&'a [u32]>,
    passes: Passes,
    bounds: [u32; VIEWS],
    board: [u8; MOST_CELLS],
    places: [u32; MOST_PARTS],
    words: [u32; MOST_PARTS],
    /// The parts and their places at the start.
    views: &'a Views,
    gauge: Gauge<'a>,
}

/// A position; the rest of it is on the board.
#[derive(Clone, Copy)]
pub(super) struct Place {
    budget: Budget<16>,
    vacancy: i32,
    state: u32,
}

/// What a move overwrote.
#[derive(Clone, Copy)]
pub(super) struct Undo<const VIEWS: usize> {
    from: usize,
    home: u8,
    places: [u32; VIEWS],
    words: [u32; VIEWS],
}

/// Whether some pattern's places depend on the tiles passed.
pub(super) fn is_falling(views: &Views) -> bool {
    views.list.iter().flat_map(|view| &view.parts).any(|part| part.deltas.numbering == Numbering::Falling)
}

impl<'a, R: Transitions, const VIEWS: usize, const FALLING: bool> Wide<'a, R, VIEWS, FALLING> {
    pub(super) fn new(
        (position, bounds): (&[u8], &[u32]),
        views: &'a Views,
        rows: &'a [R],
        start: u32,
        shared: &'a Shared<'a>,
    ) -> Self {
        let parts = views.list.iter().map(|view| view.parts.len()).sum::<usize>();
        assert!(parts <= MOST_PARTS, "a partition has few patterns");
        let width = views.width as i32;
        let mut wide = Wide {
            rows,
            start,
            position: position.to_vec(),
            goal: views.vacancy as u8,
            ways: [-1, 1, -width, width],
            tiles: [[Tile::default(); MOST_CELLS]; VIEWS],
            tables: Vec::new(),
            passes: Passes { down: vec![[[0; MOST_CELLS]; MOST_CELLS]; VIEWS], ways: Vec::new() },
            bounds: bounds.try_into().expect("a bound for each view"),
            board: [0; MOST_CELLS],
            places: [0; MOST_PARTS],
            words: [0; MOST_PARTS],
            views,
            gauge: Gauge::new(shared),
        };
        for (view, list) in views.list.iter().enumerate() {
            for part in &list.parts {
                wide.learn(view, part);
            }
        }
        wide
    }

    /// Lays out what a view knows of the tiles of a pattern.
    fn learn(&mut self, view: usize, part: &'a Part) {
        let (deltas, number) = (&*part.deltas, self.tables.len() as u8);
        for (tile, &home) in part.homes.iter().enumerate() {
            let weight = deltas.weights[tile] as i32;
            let there = [0, 1, 2, 3].map(|direction| part.map.direction(direction));
            self.tiles[view][usize::from(home)] = Tile {
                part: number,
                bits: there.map(|direction| deltas.bit(tile, direction) as u8),
                // The tile goes against the vacancy.
                steps: there.map(|direction| -weight * self.ways[direction]),
            };
            if deltas.numbering == Numbering::Falling {
                for (other, &other_home) in part.homes.iter().enumerate() {
                    let later = if other > tile { deltas.weights[other] as i32 } else { 0 };
                    let earlier = if other < tile { -weight } else { 0 };
                    self.passes.down[view][usize::from(home)][usize::from(other_home)] = later + earlier;
                }
            }
        }
        self.tables.push(&deltas.words);
        if FALLING {
            self.passes.ways.push(ways(&part.map, self.views));
        }
    }

    /// What the tiles passed add to the place.
    #[inline]
    fn passed(&self, view: usize, part: usize, home: usize, vacancy: usize, direction: usize) -> i32 {
        let Way { cells, down } = &self.passes.ways[part][vacancy & (MOST_CELLS - 1)][direction];
        let passes = &self.passes.down[view][home];
        let tile = |cell: &u8| usize::from(self.board[usize::from(*cell) & (MOST_CELLS - 1)]) & (MOST_CELLS - 1);
        let sum: i32 = cells[..(self.views.width - 1).min(MOST_PASSED)].iter().map(|cell| passes[tile(cell)]).sum();
        if *down { sum } else { -sum }
    }
}

/// See [`Passes::ways`].
fn ways(map: &Symmetry, views: &Views) -> [[Way; 4]; MOST_CELLS] {
    let board = Board::grid(views.height, views.width);
    std::array::from_fn(|vacancy| {
        let from = |direction| if vacancy < board.cells() { board.step(vacancy as u32, direction) } else { None };
        [0, 1, 2, 3].map(|direction| from(direction).map(|from| way(map, from, vacancy, &board)).unwrap_or_default())
    })
}

fn way(map: &Symmetry, from: Cell, vacancy: usize, board: &Board) -> Way {
    let (start, end) = (map.cell(from as usize), map.cell(vacancy));
    let between = |cell: &usize| (start.min(end) + 1..start.max(end)).contains(&map.cell(*cell));
    let mut cells = [from as u8; MOST_PASSED];
    cells.iter_mut().zip((0..board.cells()).filter(between)).for_each(|(slot, cell)| *slot = cell as u8);
    Way { cells, down: start < end }
}

impl<'a, R: Transitions, const VIEWS: usize, const FALLING: bool> Engine<'a> for Wide<'a, R, VIEWS, FALLING> {
    type First = Place;
    type Second = ();
    type Third = ();
    type Undo = Undo<VIEWS>;
    type Transitions = R;
    /// What is known about boards of up to 32 cells is below 1000.
    const MOST_MOVES: u32 = 4095;

    fn root(&mut self, threshold: u32) -> Option<Node<'a, Self>> {
        let vacancy = self.position.iter().position(|&home| home == self.goal)?;
        if self.bounds.iter().any(|&bound| bound > threshold) {
            return None;
        }
        self.board[..self.position.len()].copy_from_slice(&self.position);
        let parts = self.views.list.iter().flat_map(|view| &view.parts);
        for (number, part) in parts.enumerate() {
            self.places[number] = part.place(&self.position) as u32;
            self.words[number] = self.tables[number][self.places[number] as usize];
        }
        let budget = Budget::new(threshold, self.bounds);
        Some((Place { budget, vacancy: vacancy as i32, state: self.start }, (), ()))
    }

    #[inline(always)]
    fn row(&self, (place, (), ()): Node<'a, Self>) -> R {
        self.rows[place.state as usize]
    }

    #[inline(always)]
    fn step(
        &mut self,
        (place, (), ()): Node<'a, Self>,
        direction: usize,
        state: u32,
    ) -> Option<(Node<'a, Self>, Undo<VIEWS>)> {
        let node = place;
        let from = node.vacancy + self.ways[direction];
        let home = usize::from(self.board[from as usize & (MOST_CELLS - 1)]) & (MOST_CELLS - 1);
        let tiles: [&Tile; VIEWS] = std::array::from_fn(|view| &self.tiles[view][home]);
        let lower: [u64; VIEWS] = std::array::from_fn(|view| {
            let tile = tiles[view];
            u64::from(self.words[usize::from(tile.part) & (MOST_PARTS - 1)] >> (tile.bits[direction] & 31) & 1)
        });
        let budget = node.budget.after(lower)?;
        let mut undo = Undo { from: from as usize, home: home as u8, places: [0; VIEWS], words: [0; VIEWS] };
        for view in 0..VIEWS {
            let part = usize::from(tiles[view].part) & (MOST_PARTS - 1);
            undo.places[view] = self.places[part];
            undo.words[view] = self.words[part];
            let mut place = (self.places[part] as i32).wrapping_add(tiles[view].steps[direction]);
            if FALLING {
                place = place.wrapping_add(self.passed(view, part, home, node.vacancy as usize, direction));
            }
            self.places[part] = place as u32;
            self.words[part] = self.tables[part][place as u32 as usize];
        }
        self.board[node.vacancy as usize & (MOST_CELLS - 1)] = home as u8;
        Some(((Place { budget, vacancy: from, state }, (), ()), undo))
    }

    #[inline(always)]
    fn back(&mut self, undo: Undo<VIEWS>) {
        self.board[undo.from & (MOST_CELLS - 1)] = undo.home;
        for view in 0..VIEWS {
            let part = usize::from(self.tiles[view][usize::from(undo.home) & (MOST_CELLS - 1)].part) & (MOST_PARTS - 1);
            self.places[part] = undo.places[view];
            self.words[part] = undo.words[view];
        }
    }

    #[inline(always)]
    fn is_spent((place, (), ()): Node<'a, Self>) -> bool {
        place.budget.is_spent()
    }

    #[inline(always)]
    fn gauge(&mut self) -> &mut Gauge<'a> {
        &mut self.gauge
    }
}
