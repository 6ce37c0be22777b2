//! A play for every board that can be solved, without search: line by line from the outside in.
//!
//! While more than six cells are left, the longer side gives up a line: the first row or column that is left. Its tiles are brought home one
//! after the other, all but the last two. These two are brought near the end of their line, into a window of three rows and two columns (or
//! the other way round), and set right there by the shortest way. The last six cells, or four, are solved by the shortest way, too.
//! docs/theorems.md (construction) shows why every step is possible, and how many moves it takes at most.
//!
//! Equal tiles are first made distinct: each goes to one of the goal cells of its label, so that the parity is right. A goal whose vacancy is
//! not in the last cell is reached from the one where it is, by the vacancy's straight way.

use std::collections::{HashMap, VecDeque};

use saltus_core::limits::{Limits, Stop};

use crate::closed::solvability::{beside, distance, is_odd, is_solvable};
use crate::rules::{Instance, Slide, vacancy};

/// A play that reaches the goal; none when it cannot be reached, or on a single row or column. It is not a shortest one. On boards of n x n
/// cells drawn at random it has about 2.7 n^3 moves.
///
/// ```
/// use saltus_core::{limits::Limits, puzzle::Puzzle};
/// use saltus_core::notation::Instance;
/// use saltus_tiles::closed::construction::construct;
///
/// let instance = saltus_tiles::read("tiles 10x10 random seed=1")?;
/// let play = construct(&instance, &Limits::default()).unwrap().expect("a board drawn at random can be solved");
/// let puzzle = instance.puzzle()?;
/// let mut state = puzzle.start();
/// for slide in &play {
///     assert_eq!(puzzle.check(&state, slide), Ok(()));
///     puzzle.play(&mut state, slide);
/// }
/// assert!(puzzle.is_goal(&state) && play.len() < 5_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the moves have no room in memory.
pub fn construct(instance: &Instance, limits: &Limits<'_>) -> Result<Option<Vec<Slide>>, Stop> {
    if instance.height.min(instance.width) == 1 || !is_solvable(instance) {
        return Ok(None);
    }
    let long = instance.height.max(instance.width) as u64;
    limits.afford(5 * long.pow(3) * size_of::<Slide>() as u64)?;
    let mut goal = instance.goal_cells();
    // The way of the vacancy from the last cell to its goal, found backward.
    let mut way = Vec::new();
    let mut at = vacancy(&goal);
    while at != goal.len() - 1 {
        let next = if at + instance.width < goal.len() { at + instance.width } else { at + 1 };
        goal.swap(at, next);
        way.push(at);
        at = next;
    }
    let mut board = WorkBoard::new(instance, homes(instance, &goal));
    board.solve();
    way.into_iter().rev().for_each(|cell| board.step(cell));
    let label = |home: u32| goal[home as usize] as u16;
    Ok(Some(board.slides.iter().map(|slide| Slide { tile: label(slide.0), from: slide.1, to: slide.2 }).collect()))
}

/// The goal cell of what is on each cell. Of tiles that are alike the first in reading order goes to the first, and so on, but for one exchange
/// where the parity asks for it.
pub(crate) fn homes(instance: &Instance, goal: &[u32]) -> Vec<u32> {
    let sorted = |cells: &[u32]| {
        let mut order: Vec<u32> = (0..cells.len() as u32).collect();
        order.sort_by_key(|&cell| cells[cell as usize]);
        order
    };
    let (from, to) = (sorted(&instance.start), sorted(goal));
    let mut homes = vec![0; goal.len()];
    from.iter().zip(&to).for_each(|(&from, &to)| homes[from as usize] = to);
    let alike = from.windows(2).find(|pair| instance.start[pair[0] as usize] == instance.start[pair[1] as usize]);
    if let Some(&[a, b]) = alike {
        let way = distance(instance.width, vacancy(&instance.start), vacancy(goal));
        let identity: Vec<u32> = (0..goal.len() as u32).collect();
        if is_odd(&homes, &identity) != (way % 2 == 1) {
            homes.swap(a as usize, b as usize);
        }
    }
    homes
}

/// A row or column to be solved, as the first of those that are left. Cells are named by the line and the place in it, both from 0.
#[derive(Clone, Copy)]
struct LineToSolve {
    first: usize,
    /// From a cell to the next of its line.
    along: usize,
    /// From a cell to the one of the next line.
    down: usize,
    length: usize,
}

impl LineToSolve {
    fn cell(&self, (line, place): (usize, usize)) -> usize {
        self.first + line * self.down + place * self.along
    }
}

/// Line and place in it.
type LinePlace = (usize, usize);

/// Ways of a tile: to the line before, to the line after, to the place before, to the place after.
const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn moved((line, place): LinePlace, (down, along): (isize, isize)) -> LinePlace {
    (line.wrapping_add_signed(down), place.wrapping_add_signed(along))
}

struct WorkBoard {
    height: usize,
    width: usize,
    /// The goal cell of what is on each cell; the last cell for the vacancy.
    homes: Vec<u32>,
    /// Where that is which belongs on each cell.
    places: Vec<u32>,
    gap: usize,
    /// Cells that hold what they are to hold.
    is_done: Vec<bool>,
    /// What moved, from where and to where.
    slides: Vec<(u32, u32, u32)>,
    /// In which search of a way each cell was met last, and from where.
    met: Vec<(u32, u32)>,
    searches: u32,
}

impl WorkBoard {
    fn new(instance: &Instance, homes: Vec<u32>) -> Self {
        let cells = homes.len();
        let mut places = vec![0; cells];
        homes.iter().zip(0..).for_each(|(&home, cell)| places[home as usize] = cell);
        WorkBoard {
            height: instance.height,
            width: instance.width,
            gap: vacancy(&instance.start),
            homes,
            places,
            is_done: vec![false; cells],
            slides: Vec::new(),
            met: vec![(0, 0); cells],
            searches: 0,
        }
    }

    /// Takes the vacancy to a neighbouring cell.
    fn step(&mut self, to: usize) {
        let (gap, tile) = (self.gap, self.homes[to]);
        self.homes.swap(gap, to);
        self.places.swap(tile as usize, self.homes[to] as usize);
        self.gap = to;
        // There and back is nothing.
        if self.slides.last().is_some_and(|&(_, _, before)| before as usize == to) {
            self.slides.pop();
        } else {
            self.slides.push((tile, to as u32, gap as u32));
        }
    }

    fn solve(&mut self) {
        let (mut top, mut left) = (0, 0);
        loop {
            let (rows, columns) = (self.height - top, self.width - left);
            if rows * columns <= 6 {
                return self.finish(top, left);
            }
            let first = top * self.width + left;
            if rows >= columns {
                self.solve_line(LineToSolve { first, along: 1, down: self.width, length: columns });
                top += 1;
            } else {
                self.solve_line(LineToSolve { first, along: self.width, down: 1, length: rows });
                left += 1;
            }
        }
    }

    /// Solves a line of at least two cells with at least two others after it.
    fn solve_line(&mut self, line: LineToSolve) {
        for place in 0..line.length - 2 {
            let home = line.cell((0, place));
            self.bring(&line, home, (0, place), None);
            self.is_done[home] = true;
        }
        let pair = [line.length - 2, line.length - 1].map(|place| line.cell((0, place)));
        let is_near = |(line_of, place): LinePlace| line_of < 3 && place + 2 >= line.length;
        loop {
            let at = pair.map(|home| self.place_of(&line, home));
            let others = at.map(|place| line.cell(place));
            if at.into_iter().all(is_near) && self.enter(&line, &others) {
                break;
            }
            let corner = (0, line.length - 1);
            if at[0] == corner {
                let target = (at[1].0.min(2), at[1].1.max(line.length - 2));
                self.bring(&line, pair[1], target, Some(others[0]));
            } else {
                self.bring(&line, pair[0], corner, None);
            }
        }
        self.set_pair(&line, pair);
        pair.into_iter().for_each(|home| self.is_done[home] = true);
    }

    /// Where that is which belongs on a cell.
    fn place_of(&self, line: &LineToSolve, home: usize) -> LinePlace {
        let (cell, first) = (self.places[home] as usize, line.first);
        let row = cell / self.width - first / self.width;
        let column = cell % self.width - first % self.width;
        if line.along == 1 { (row, column) } else { (column, row) }
    }

    /// Brings what belongs on a cell to a place, past cells that are done, and another that stays where it is.
    fn bring(&mut self, line: &LineToSolve, home: usize, to: LinePlace, other: Option<usize>) {
        loop {
            let at = self.place_of(line, home);
            if at == to {
                return;
            }
            let wanted = |way: &(isize, isize)| {
                let (down, along) = *way;
                match (down, along) {
                    // The first line is for tiles that need not go further along it.
                    (-1, _) => at.0 > to.0 && (at.0 > 1 || at.1 >= to.1),
                    (1, _) => at.0 < to.0,
                    (_, -1) => at.1 > to.1,
                    _ => at.1 < to.1,
                }
            };
            // The way for which the vacancy has the least to go.
            let tile = line.cell(at);
            let far = |way: &(isize, isize)| {
                let cell = line.cell(moved(at, *way));
                // From the other side of the tile it goes around it.
                let around = if self.gap + cell == 2 * tile { 2 } else { 0 };
                distance(self.width, self.gap, cell) + around
            };
            let way =
                *WAYS.iter().filter(|way| wanted(way)).min_by_key(|way| far(way)).expect("a way to another place");
            let is_there = self.go(line.cell(moved(at, way)), &[Some(tile), other]);
            debug_assert!(is_there, "the vacancy gets to each side of a tile that is on the way");
            self.step(tile);
        }
    }

    /// Takes the vacancy to a cell, past cells that are done and some that stay as they are. Whether there is a way.
    fn go(&mut self, to: usize, around: &[Option<usize>]) -> bool {
        let (row, column) = (to / self.width, to % self.width);
        // Straight ways with one corner are most of all.
        for rows_first in [false, true] {
            let mut at = self.gap;
            let mut way = smallvec::SmallVec::<[usize; 32]>::new();
            while at != to {
                let (rows, columns) = (row.cmp(&(at / self.width)), column.cmp(&(at % self.width)));
                let by_row = rows.is_ne() && (rows_first || columns.is_eq());
                let (order, size) = if by_row { (rows, self.width) } else { (columns, 1) };
                at = if order.is_gt() { at + size } else { at - size };
                if self.is_done[at] || around.contains(&Some(at)) {
                    break;
                }
                way.push(at);
            }
            if at == to && way.last().is_none_or(|&last| last == to) {
                way.into_iter().for_each(|cell| self.step(cell));
                return true;
            }
        }
        self.go_around(to, around)
    }

    /// The same by search, backward from the cell.
    fn go_around(&mut self, to: usize, around: &[Option<usize>]) -> bool {
        self.searches += 1;
        self.met[to] = (self.searches, to as u32);
        let mut open = VecDeque::from([to]);
        while let Some(at) = open.pop_front() {
            if at == self.gap {
                while self.gap != to {
                    self.step(self.met[self.gap].1 as usize);
                }
                return true;
            }
            for next in beside(at, self.homes.len(), self.width).into_iter().flatten() {
                if !self.is_done[next] && !around.contains(&Some(next)) && self.met[next].0 != self.searches {
                    self.met[next] = (self.searches, at as u32);
                    open.push_back(next);
                }
            }
        }
        false
    }

    /// Takes the vacancy into the window at the end of a line, past the pair. Whether there is a way.
    fn enter(&mut self, line: &LineToSolve, pair: &[usize; 2]) -> bool {
        let window = Self::window(line);
        if window.contains(&self.gap) {
            return true;
        }
        let mut free = window.map(|cell| (distance(self.width, self.gap, cell), cell));
        free.sort_unstable();
        free.iter().any(|&(_, cell)| !pair.contains(&cell) && self.go(cell, &[Some(pair[0]), Some(pair[1])]))
    }

    /// The cells at the end of a line: three lines of two.
    fn window(line: &LineToSolve) -> [usize; 6] {
        std::array::from_fn(|at| line.cell((at / 2, line.length - 2 + at % 2)))
    }

    /// Sets the last two of a line right, with the vacancy in the window, by the shortest way.
    fn set_pair(&mut self, line: &LineToSolve, pair: [usize; 2]) {
        let window = Self::window(line);
        let number = |cell: usize| window.iter().position(|&other| other == cell).expect("a cell of the window");
        let start = [self.gap, self.places[pair[0]] as usize, self.places[pair[1]] as usize].map(number);
        let way = shortest(
            start,
            (6, 2),
            |state| state[1..] == [0, 1],
            |state, from, to| {
                let mut next = *state;
                next.iter_mut().skip(1).filter(|cell| **cell == to).for_each(|cell| *cell = from);
                next[0] = to;
                next
            },
        );
        way.into_iter().for_each(|cell| self.step(window[cell]));
    }

    /// Solves what is left, at most six cells, by the shortest way.
    fn finish(&mut self, top: usize, left: usize) {
        let (rows, columns) = (self.height - top, self.width - left);
        let cells: Vec<usize> =
            (0..rows * columns).map(|at| (top + at / columns) * self.width + left + at % columns).collect();
        let number = |cell: usize| cells.iter().position(|&other| other == cell).expect("a cell that is left");
        // The place of the vacancy, and what is on each cell; cells that there are not hold themselves.
        let mut start = [0, 0, 1, 2, 3, 4, 5];
        start[0] = number(self.gap);
        cells.iter().enumerate().for_each(|(at, &cell)| start[at + 1] = number(self.homes[cell] as usize));
        let way = shortest(
            start,
            (cells.len(), columns),
            |state| (0..6).all(|at| state[at + 1] == at),
            |state, from, to| {
                let mut next = *state;
                next.swap(from + 1, to + 1);
                next[0] = to;
                next
            },
        );
        way.into_iter().for_each(|at| self.step(cells[at]));
    }
}

/// The cells that the vacancy visits on a shortest way to a goal, on a board of this many cells and columns. The first number of a state
/// is the cell of the vacancy; `play` takes the vacancy from a cell to another.
fn shortest<const N: usize>(
    start: [usize; N],
    (cells, columns): (usize, usize),
    is_goal: impl Fn(&[usize; N]) -> bool,
    play: impl Fn(&[usize; N], usize, usize) -> [usize; N],
) -> Vec<usize> {
    let mut before = HashMap::from([(start, start)]);
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        if is_goal(&state) {
            let way = std::iter::successors(Some(state), |state| Some(before[state]).filter(|before| before != state));
            let mut way: Vec<usize> = way.map(|state| state[0]).collect();
            way.pop();
            way.reverse();
            return way;
        }
        let gap = state[0];
        for to in beside(gap, cells, columns).into_iter().flatten() {
            let next = play(&state, gap, to);
            if let std::collections::hash_map::Entry::Vacant(entry) = before.entry(next) {
                entry.insert(state);
                open.push_back(next);
            }
        }
    }
    unreachable!("a board of the right parity is solved, and two tiles come anywhere in six cells")
}

#[cfg(test)]
mod tests {
    use saltus_core::puzzle::Puzzle;
    use saltus_core::random::Random;
    use saltus_core::verify::play_all;

    use super::*;
    use crate::bounds::patterns::orders::arrangements;
    use crate::rules::Tiles;

    /// The moves of a play, which is replayed.
    fn length(instance: &Instance) -> Option<usize> {
        let play = construct(instance, &Limits::default()).unwrap()?;
        let puzzle: Tiles = instance.laid_out().unwrap();
        let end = play_all(&puzzle, play.iter().copied()).unwrap_or_else(|fault| panic!("{instance}: {fault}"));
        assert!(puzzle.is_goal(&end), "{instance}");
        Some(play.len())
    }

    fn shuffled(random: &mut Random, cells: &[u32]) -> Vec<u32> {
        let mut cells = cells.to_vec();
        random.shuffle(&mut cells);
        cells
    }

    /// Two tiles and the vacancy come anywhere in a window, in at most thirty moves.
    #[test]
    fn pairs_are_set_right_in_the_window() {
        let instance = Instance::new(3, 2, (0..6).collect(), (1..6).chain([0]).collect());
        let mut longest = 0;
        for at in 0..216usize {
            let [gap, a, b] = [at / 36, at / 6 % 6, at % 6];
            if gap == a || gap == b || a == b {
                continue;
            }
            let mut places = [a as u32, b as u32, 9, 9, 9, gap as u32];
            let mut others = (0..6).filter(|cell| ![gap, a, b].contains(cell));
            places[2..5].fill_with(|| others.next().unwrap() as u32);
            let mut homes = vec![0; 6];
            places.iter().zip(0..).for_each(|(&cell, home)| homes[cell as usize] = home);
            let mut board = WorkBoard { gap, ..WorkBoard::new(&instance, homes) };
            board.set_pair(&LineToSolve { first: 0, along: 1, down: 2, length: 2 }, [0, 1]);
            assert_eq!((board.homes[0], board.homes[1]), (0, 1));
            longest = longest.max(board.slides.len());
        }
        assert!((15..=30).contains(&longest), "{longest}");
    }

    /// All arrangements of small boards, to every goal cell of the vacancy.
    #[test]
    fn all_small_boards_are_solved() {
        for (height, width) in [(2, 2), (2, 3), (3, 2)] {
            let cells = height * width;
            for goal_gap in 0..cells {
                let mut goal: Vec<u32> = (1..cells as u32).collect();
                goal.insert(goal_gap, 0);
                for start in arrangements(cells) {
                    let start = start.into_iter().map(u32::from).collect();
                    let instance = Instance::new(height, width, start, goal.clone());
                    assert_eq!(length(&instance).is_some(), is_solvable(&instance), "{instance}");
                }
            }
        }
    }

    /// Boards of many sizes with different and with equal tiles, between arrangements drawn at random.
    #[test]
    fn boards_of_all_shapes_are_solved() {
        let mut random = Random::new(16);
        for height in 2..9 {
            for width in 2..12 {
                for round in 0..24u32 {
                    // Every third board has equal tiles, down to two kinds.
                    let kinds = if round % 3 == 0 { 1 + round / 3 } else { u32::MAX };
                    let tiles: Vec<u32> = (0..(height * width) as u32)
                        .map(|tile| if tile == 0 { 0 } else { 1 + (tile - 1) % kinds })
                        .collect();
                    let [start, goal] = [0, 1].map(|_| shuffled(&mut random, &tiles));
                    let instance = Instance::new(height, width, start, goal);
                    let found = length(&instance);
                    assert_eq!(found.is_some(), is_solvable(&instance), "{instance}");
                    let long = height.max(width);
                    assert!(found.is_none_or(|moves| moves <= 5 * long.pow(3)), "{instance}: {found:?}");
                }
            }
        }
    }

    /// The mean length on large boards.
    #[test]
    fn large_boards_take_few_moves() {
        let mut random = Random::new(7);
        for side in [10usize, 30, 60] {
            let tiles: Vec<u32> = (0..(side * side) as u32).collect();
            let goal: Vec<u32> = (1..(side * side) as u32).chain([0]).collect();
            let lengths =
                (0..8).filter_map(|_| length(&Instance::new(side, side, shuffled(&mut random, &tiles), goal.clone())));
            let lengths: Vec<usize> = lengths.collect();
            let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64 / side.pow(3) as f64;
            assert!(mean < 2.8, "{side}: {mean:.3} n^3");
        }
    }
}
