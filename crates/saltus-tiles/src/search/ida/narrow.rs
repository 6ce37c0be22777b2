//! The engine for boards of 16 cells: a position is a few numbers of 64 bits, which stay in
//! registers.
//!
//! One number holds the tile of every cell; for each view, one the cell of every tile and one the
//! deltas of every tile, 4 bits each. The tiles of a pattern lie side by side, so its part of the
//! second number is its place in the table.

use super::dive::{Budget, Engine, Gauge, Node, Shared};
use super::views::{View, Views};
use crate::bounds::patterns::deltas::Numbering;
use crate::bounds::patterns::symmetry::Symmetry;
use crate::search::words::Transitions;

/// What a view knows of a tile.
#[derive(Clone, Copy)]
struct Tile<'a> {
    table: &'a [u32],
    /// Where its pattern begins in both numbers, and how wide it is.
    field: u32,
    mask: u32,
}

/// See the [module](self).
///
/// With WIDTH other than 0 the first view lies as the board does, which has so many columns: what
/// depends on directions is then known to the compiler.
pub(super) struct Narrow<'a, R, const VIEWS: usize, const WIDTH: usize> {
    rows: &'a [R],
    start: u32,
    position: [u8; 16],
    goal: u8,
    /// Four times the cells from one direction to the next.
    ways: [u32; 4],
    /// The number that each tile has in the first view, by its goal cell. Everything below is by
    /// this number.
    numbers: [u8; 16],
    tiles: [[Tile<'a>; 16]; VIEWS],
    /// Four times the number that a tile has in a view.
    shifts: [[u8; 16]; VIEWS],
    /// What the cell of a tile changes by, seen by a view.
    deltas: [[u64; 4]; VIEWS],
    /// Where each cell lies in the tables of a view, and each direction.
    cells: [[u8; 16]; VIEWS],
    directions: [[u32; 4]; VIEWS],
    /// The bounds of the start.
    bounds: [u32; VIEWS],
    gauge: Gauge<'a>,
}

/// The automaton's state in 32 bits, four times the vacancy's cell in 8, and the budget in 24.
#[derive(Clone, Copy)]
pub(super) struct Rest(u64);

impl Rest {
    fn new(state: u32, vacancy: u32, budget: Budget<8>) -> Self {
        Rest(u64::from(state) | u64::from(vacancy) << 32 | budget.0 << 40)
    }

    fn state(self) -> usize {
        self.0 as u32 as usize
    }

    fn vacancy(self) -> u32 {
        (self.0 >> 32) as u32 & 63
    }

    fn budget(self) -> Budget<8> {
        Budget(self.0 >> 40)
    }
}

/// Whether this engine can use the tables.
pub(super) fn suits(views: &Views) -> bool {
    let simple = |view: &View| {
        let one_map = view.parts.windows(2).all(|pair| pair[0].map == pair[1].map);
        one_map && view.parts.iter().all(|part| part.deltas.numbering == Numbering::Words)
    };
    views.height * views.width == 16 && views.list.len() <= 2 && views.list.iter().all(simple)
}

/// Whether the first view lies as the board does.
pub(super) fn is_straight(views: &Views) -> bool {
    views.list[0].parts.iter().all(|part| part.map == Symmetry::identity(views.height, views.width))
}

impl<'a, R: Transitions, const VIEWS: usize, const WIDTH: usize> Narrow<'a, R, VIEWS, WIDTH> {
    pub(super) fn new(
        (position, bounds): (&[u8], &[u32]),
        views: &'a Views,
        rows: &'a [R],
        start: u32,
        shared: &'a Shared<'a>,
    ) -> Self {
        let width = views.width as u32;
        let map = |view: usize| &views.list[view].parts[0].map;
        let numbers = shifts(&views.list[0]).map(|shift| shift / 4);
        let deltas = std::array::from_fn(|view| {
            let deltas = deltas(u64::from(width));
            [0, 1, 2, 3].map(|direction| deltas[map(view).direction(direction)])
        });
        Narrow {
            rows,
            start,
            position: position.try_into().expect("16 cells"),
            goal: views.vacancy as u8,
            ways: ways(width),
            numbers,
            tiles: std::array::from_fn(|view| by_number(&numbers, &tiles(&views.list[view]))),
            shifts: std::array::from_fn(|view| by_number(&numbers, &shifts(&views.list[view]))),
            deltas,
            cells: std::array::from_fn(|view| std::array::from_fn(|cell| map(view).cell(cell) as u8)),
            directions: std::array::from_fn(|view| std::array::from_fn(|way| map(view).direction(way) as u32)),
            bounds: bounds.try_into().expect("a bound for each view"),
            gauge: Gauge::new(shared),
        }
    }
}

/// Four times the number of each tile in a view, by goal cell. Later tiles of a pattern come first.
fn shifts(view: &View) -> [u8; 16] {
    let mut shifts = [60; 16];
    let homes = view.parts.iter().flat_map(|part| part.homes.iter().rev());
    homes.zip((0..).step_by(4)).for_each(|(&home, shift)| shifts[usize::from(home)] = shift);
    shifts
}

/// Tiles by goal cell.
fn tiles(view: &View) -> [Tile<'_>; 16] {
    let mut tiles = [Tile { field: 0, mask: 0, table: &[] }; 16];
    let mut field = 0;
    for part in &view.parts {
        let width = 4 * part.homes.len() as u32;
        for &home in &part.homes {
            tiles[usize::from(home)] = Tile { field, mask: (1 << width) - 1, table: &part.deltas.words };
        }
        field += width;
    }
    tiles
}

/// What stands by goal cell, by number.
fn by_number<T: Copy>(numbers: &[u8; 16], by_home: &[T; 16]) -> [T; 16] {
    let mut sorted = *by_home;
    numbers.iter().zip(by_home).for_each(|(&number, item)| sorted[usize::from(number)] = *item);
    sorted
}

/// Four times the cells from one direction to the next.
const fn ways(width: u32) -> [u32; 4] {
    [4u32.wrapping_neg(), 4, (4 * width).wrapping_neg(), 4 * width]
}

/// What the cell of a tile changes by when the vacancy goes in a direction: the tile goes against
/// it.
const fn deltas(width: u64) -> [u64; 4] {
    [1, 1u64.wrapping_neg(), width, width.wrapping_neg()]
}

impl<R, const VIEWS: usize, const WIDTH: usize> Narrow<'_, R, VIEWS, WIDTH> {
    #[inline(always)]
    fn way(&self, direction: usize) -> u32 {
        if WIDTH > 0 { (const { ways(WIDTH as u32) })[direction] } else { self.ways[direction] }
    }

    #[inline(always)]
    fn direction(&self, view: usize, direction: usize) -> u32 {
        if WIDTH > 0 && view == 0 { direction as u32 } else { self.directions[view][direction] }
    }

    #[inline(always)]
    fn delta(&self, view: usize, direction: usize) -> u64 {
        if WIDTH > 0 && view == 0 { (const { deltas(WIDTH as u64) })[direction] } else { self.deltas[view][direction] }
    }
}

impl<'a, R: Transitions, const VIEWS: usize, const WIDTH: usize> Engine<'a> for Narrow<'a, R, VIEWS, WIDTH> {
    /// The tile on each cell, nothing on the vacancy; and the rest.
    type First = (u64, Rest);
    /// The cells and the deltas of the tiles, in the first view.
    type Second = (u64, u64);
    /// In the second view.
    type Third = (u64, u64);
    type Undo = ();
    type Transitions = R;
    /// Boards of 4x4 need 80, boards of 2x8 need 140.
    const MOST_MOVES: u32 = 255;

    fn root(&mut self, threshold: u32) -> Option<Node<'a, Self>> {
        let vacancy = self.position.iter().position(|&home| home == self.goal)?;
        if self.bounds.iter().any(|&bound| bound > threshold) {
            return None;
        }
        let budget = Budget::new(threshold, self.bounds);
        let (mut board, mut views) = (0, [(0, 0); 2]);
        for (cell, &home) in self.position.iter().enumerate().filter(|(cell, _)| *cell != vacancy) {
            let number = self.numbers[usize::from(home)];
            board |= u64::from(number) << (4 * cell);
            for view in 0..VIEWS {
                views[view].0 |= u64::from(self.cells[view][cell]) << self.shifts[view][usize::from(number)];
            }
        }
        for view in 0..VIEWS {
            for tile in self.tiles[view].iter().filter(|tile| !tile.table.is_empty()) {
                let word = tile.table[(views[view].0 >> tile.field) as usize & tile.mask as usize];
                views[view].1 |= u64::from(word) << tile.field;
            }
        }
        Some(((board, Rest::new(self.start, 4 * vacancy as u32, budget)), views[0], views[1]))
    }

    #[inline(always)]
    fn row(&self, ((_, rest), ..): Node<'a, Self>) -> R {
        self.rows[rest.state()]
    }

    #[inline(always)]
    fn step(
        &mut self,
        ((board, rest), first, second): Node<'a, Self>,
        direction: usize,
        state: u32,
    ) -> Option<(Node<'a, Self>, ())> {
        let from = rest.vacancy().wrapping_add(self.way(direction)) & 63;
        let number = board >> from & 15;
        let mut views = [first, second];
        let shift = |view: usize| match view {
            0 => 4 * number as u32,
            _ => u32::from(self.shifts[view][number as usize]),
        };
        let lower: [u64; VIEWS] =
            std::array::from_fn(|view| views[view].1 >> ((shift(view) + self.direction(view, direction)) & 63) & 1);
        let budget = rest.budget().after(lower)?;
        for view in 0..VIEWS {
            let Tile { table, field, mask } = self.tiles[view][number as usize];
            let (cells, deltas) = &mut views[view];
            *cells = cells.wrapping_add(self.delta(view, direction) << (shift(view) & 63));
            let word = table[(*cells >> (field & 63)) as usize & mask as usize];
            *deltas = *deltas & !(u64::from(mask) << (field & 63)) | u64::from(word) << (field & 63);
        }
        let board = board ^ number << from ^ number << rest.vacancy();
        Some((((board, Rest::new(state, from, budget)), views[0], views[1]), ()))
    }

    #[inline(always)]
    fn back(&mut self, (): ()) {}

    #[inline(always)]
    fn is_spent(((_, rest), ..): Node<'a, Self>) -> bool {
        rest.budget().is_spent()
    }

    #[inline(always)]
    fn gauge(&mut self) -> &mut Gauge<'a> {
        &mut self.gauge
    }
}
