//! Beam search: of each number of moves only the boards that look nearest to the goal are kept.
//!
//! It finds short plays of boards that are too large for a proof, and proves nothing. How far a board looks is its Manhattan distance with linear
//! conflicts. Beams are twice as wide as the one before until a limit is reached, and the shortest play counts. On boards of more than
//! some forty cells narrow beams find nothing: then the construction (`closed::construction`) has the only play.

use rustc_hash::FxHashSet;
use saltus_core::limits::{Limits, Meter};

use crate::closed::construction::homes;
use crate::rules::{Instance, Slide, vacancy};

/// The most cells of a board.
const MOST_CELLS: usize = 64;

/// The longest line of a board.
const MOST_IN_LINE: usize = 16;

/// The width of the first beam.
const NARROW: usize = 64;

/// A board that may be kept.
struct Candidate {
    /// How far it looks.
    far: u32,
    hash: u64,
    /// Its number among the boards before, and the cell that the vacancy comes to.
    before: u32,
    to: u8,
}

/// A short play; none where beams within the limits find none.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::beam::beam;
///
/// let instance = saltus_tiles::read("tiles 5x5 random seed=1")?;
/// let limits = Limits { nodes: 1 << 16, ..Limits::default() };
/// let play = beam(&instance, &limits).expect("a play");
/// assert!(play.len() < 160);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn beam(instance: &Instance, limits: &Limits<'_>) -> Option<Vec<Slide>> {
    let (height, width) = (instance.height, instance.width);
    if height * width > MOST_CELLS || height.max(width) > MOST_IN_LINE || height.min(width) == 1 {
        return None;
    }
    let grid = Grid::new(instance);
    let mut meter = Meter::new(limits, "beam");
    let (mut best, mut wide): (Option<Vec<u8>>, usize) = (None, NARROW);
    loop {
        let most = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
        match grid.beam(wide, most, limits, &mut meter) {
            Ok(found) => best = found.or(best),
            Err(()) => break,
        }
        wide *= 2;
    }
    let goal = instance.goal_cells();
    let (mut cells, mut at) = (instance.start.clone(), vacancy(&instance.start));
    let slide = |&from: &u8| {
        let from = usize::from(from);
        let slide = Slide { tile: cells[from] as u16, from: from as u32, to: at as u32 };
        cells.swap(from, at);
        at = from;
        slide
    };
    let play: Vec<Slide> = best?.iter().map(slide).collect();
    debug_assert_eq!(cells, goal);
    Some(play)
}

/// What does not change in play. A tile is named by the cell that it belongs on, the vacancy, too.
struct Grid {
    height: usize,
    width: usize,
    start: Vec<u8>,
    /// The name of the vacancy.
    gap: u8,
    /// Numbers drawn at random for each cell and tile: a board has the sum of its tiles'.
    random: Vec<u64>,
}

impl Grid {
    fn new(instance: &Instance) -> Self {
        let goal = instance.goal_cells();
        let cells = goal.len();
        let mut random = saltus_core::random::Random::new(1);
        Grid {
            height: instance.height,
            width: instance.width,
            start: homes(instance, &goal).into_iter().map(|home| home as u8).collect(),
            gap: vacancy(&goal) as u8,
            random: (0..cells * cells).map(|_| random.number()).collect(),
        }
    }

    /// One beam: the cells that the vacancy goes to, at most so many. None when it loses its way; an error when a limit is reached.
    fn beam(
        &self,
        wide: usize,
        most: usize,
        limits: &Limits<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u8>>, ()> {
        let cells = self.start.len();
        let mut met: FxHashSet<u64> = FxHashSet::default();
        // The boards of a layer one after another, and for all layers where each board came from.
        let (mut boards, mut next) = (self.start.clone(), Vec::new());
        let mut looks = vec![(self.far(&self.start), self.hash(&self.start))];
        let mut ways: Vec<Vec<(u32, u8)>> = Vec::new();
        met.insert(looks[0].1);
        let mut candidates: Vec<Candidate> = Vec::new();
        loop {
            if let Some(home) = looks.iter().position(|&(far, _)| far == 0) {
                return Ok(Some(Self::way(&ways, home)));
            }
            if looks.is_empty() || ways.len() == most {
                return Ok(None);
            }
            candidates.clear();
            for (before, (board, &(far, hash))) in (0..).zip(boards.chunks_exact(cells).zip(&looks)) {
                self.each_move(board, far, hash, |to, far, hash| {
                    if met.insert(hash) {
                        candidates.push(Candidate { far, hash, before, to });
                    }
                });
                let held = || (met.capacity() * 9 + 2 * boards.capacity() + ways.len() * wide * 8) as u64;
                meter.node(held).map_err(|_| ())?;
            }
            limits.afford((met.len() * 18 + candidates.len() * 24 + ways.len() * wide * 8) as u64).map_err(|_| ())?;
            if candidates.len() > wide {
                candidates.select_nth_unstable_by_key(wide, |board| (board.far, board.hash));
                candidates.truncate(wide);
            }
            next.clear();
            looks.clear();
            for &Candidate { far, hash, before, to } in &candidates {
                let begin = next.len();
                next.extend_from_slice(&boards[before as usize * cells..][..cells]);
                let board = &mut next[begin..];
                let at = board.iter().position(|&tile| tile == self.gap).expect("a vacancy");
                board.swap(at, to.into());
                looks.push((far, hash));
            }
            ways.push(candidates.iter().map(|board| (board.before, board.to)).collect());
            std::mem::swap(&mut boards, &mut next);
        }
    }

    /// The cells that the vacancy went to, to a board of the last layer.
    fn way(ways: &[Vec<(u32, u8)>], mut at: usize) -> Vec<u8> {
        let back = ways.iter().rev().map(|layer| {
            let (before, to) = layer[at];
            at = before as usize;
            to
        });
        let mut way: Vec<u8> = back.collect();
        way.reverse();
        way
    }

    fn random(&self, cell: usize, tile: u8) -> u64 {
        self.random[cell * self.start.len() + usize::from(tile)]
    }

    fn hash(&self, board: &[u8]) -> u64 {
        board.iter().enumerate().fold(0, |sum: u64, (cell, &tile)| sum.wrapping_add(self.random(cell, tile)))
    }

    fn far(&self, board: &[u8]) -> u32 {
        let tiles = board.iter().enumerate().filter(|&(_, &tile)| tile != self.gap);
        let manhattan: u32 = tiles.map(|(cell, &tile)| self.distance(cell, tile)).sum();
        let rows: u32 = (0..self.height).map(|row| self.conflicts(board, row, true)).sum();
        let columns: u32 = (0..self.width).map(|column| self.conflicts(board, column, false)).sum();
        manhattan + rows + columns
    }

    fn distance(&self, cell: usize, tile: u8) -> u32 {
        let (home, width) = (usize::from(tile), self.width);
        ((cell / width).abs_diff(home / width) + (cell % width).abs_diff(home % width)) as u32
    }

    /// What the conflicts of a row or column add: tiles that belong there and stand in a wrong order have to leave it and to come back.
    fn conflicts(&self, board: &[u8], line: usize, is_row: bool) -> u32 {
        let (length, first, step) =
            if is_row { (self.width, line * self.width, 1) } else { (self.height, line, self.width) };
        let (mut places, mut tiles) = ([0; MOST_IN_LINE], 0);
        // The longest row of tiles in order that ends with each.
        let (mut longest, mut most) = ([0u32; MOST_IN_LINE], 0);
        for cell in (0..length).map(|at| first + at * step) {
            let home = usize::from(board[cell]);
            let (home_line, place) =
                if is_row { (home / self.width, home % self.width) } else { (home % self.width, home / self.width) };
            if home_line == line && board[cell] != self.gap {
                let before = (0..tiles).filter(|&other| places[other] < place).map(|other| longest[other]).max();
                (places[tiles], longest[tiles]) = (place, before.unwrap_or(0) + 1);
                most = most.max(longest[tiles]);
                tiles += 1;
            }
        }
        2 * (tiles as u32 - most)
    }

    /// Hands each move to `visit`: where the vacancy comes to, how far the board looks then, and its hash.
    fn each_move(&self, board: &[u8], far: u32, hash: u64, mut visit: impl FnMut(u8, u32, u64)) {
        let at = board.iter().position(|&tile| tile == self.gap).expect("a vacancy");
        let (row, column, width) = (at / self.width, at % self.width, self.width);
        let beside = [
            (row > 0).then(|| at - width),
            (row + 1 < self.height).then(|| at + width),
            (column > 0).then(|| at - 1),
            (column + 1 < width).then(|| at + 1),
        ];
        let mut after: smallvec::SmallVec<[u8; MOST_CELLS]> = smallvec::SmallVec::from_slice(board);
        for to in beside.into_iter().flatten() {
            let tile = board[to];
            // A tile that goes up or down changes two rows, and no order in its column.
            let is_row = to.abs_diff(at) == width && width > 1 && to / width != at / width;
            let lines = if is_row { [row, to / width] } else { [column, to % width] };
            let conflicts =
                |board: &[u8]| -> u32 { lines.iter().map(|&line| self.conflicts(board, line, is_row)).sum() };
            let before = conflicts(board) + self.distance(to, tile);
            after.swap(at, to);
            let now = conflicts(&after) + self.distance(at, tile);
            after.swap(at, to);
            let changed = hash
                .wrapping_sub(self.random(at, self.gap))
                .wrapping_sub(self.random(to, tile))
                .wrapping_add(self.random(to, self.gap))
                .wrapping_add(self.random(at, tile));
            visit(to as u8, far + now - before, changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Tiles;
    use saltus_core::puzzle::Puzzle;

    /// Plays are legal and reach the goal, also of boards with equal tiles; wider beams find no longer ones.
    #[test]
    fn plays_of_random_boards() {
        for (size, nodes) in [("3x3", 1 << 12), ("3x5", 1 << 14), ("4x4", 1 << 14), ("5x5", 1 << 17), ("5x4", 1 << 15)]
        {
            for seed in 0..4 {
                let instance = crate::read(&format!("tiles {size} random seed={seed}")).unwrap();
                let length = |nodes| {
                    let play = beam(&instance, &Limits { nodes, ..Limits::default() }).expect("a play");
                    let puzzle: Tiles = instance.laid_out().unwrap();
                    let mut state = puzzle.start();
                    for slide in &play {
                        assert_eq!(puzzle.check(&state, slide), Ok(()));
                        puzzle.play(&mut state, slide);
                    }
                    assert!(puzzle.is_goal(&state));
                    play.len()
                };
                assert!(length(nodes) >= length(4 * nodes), "{instance}");
            }
        }
        let line = "tiles 4x4 1 1 0 1 2 2 2 2 1 1 1 1 2 2 2 2 to 2 2 2 2 1 1 1 1 2 2 2 2 1 1 1 0";
        let instance = crate::read(line).unwrap();
        assert!(beam(&instance, &Limits { nodes: 1 << 14, ..Limits::default() }).is_some());
    }

    /// How far a board looks is changed by a move as it is counted anew.
    #[test]
    fn looks_are_kept_up() {
        let instance = crate::read("tiles 4x6 random seed=3").unwrap();
        let grid = Grid::new(&instance);
        let (mut board, mut random) = (grid.start.clone(), saltus_core::random::Random::new(2));
        for _ in 0..500 {
            let mut moves = Vec::new();
            grid.each_move(&board, grid.far(&board), grid.hash(&board), |to, far, hash| moves.push((to, far, hash)));
            let (to, far, hash) = moves[random.below(moves.len())];
            let at = board.iter().position(|&tile| tile == grid.gap).unwrap();
            board.swap(at, to.into());
            assert_eq!((far, hash), (grid.far(&board), grid.hash(&board)));
        }
    }
}
