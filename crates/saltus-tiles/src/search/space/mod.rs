//! All arrangements of a small board, by their distance from the goal.
//!
//! Breadth-first search with a few bits a state: G. Cooperman and L. Finkelstein, *New methods for
//! using Cayley graphs in interconnection networks* (1992); for sliding tiles R. E. Korf and P.
//! Schultze, *Large-scale parallel breadth-first search* (2005). This search works on whole bit
//! sets. For each cell of the vacancy there is one bit for each order of the tiles, row by row, up
//! to parity. A move along a row leaves the order as it is: it takes the bits of one cell to the
//! next as they are. A move up or down takes one tile past `width - 1` others, and that takes long
//! runs of words to other places, or a few groups of bits to other places of their words. So a
//! layer is found by streaming through the bits of the last two layers, never state by state.
//!
//! One bit a state is enough to find all layers: those before and after a layer share their cells.
//! One more bit gives distances modulo 4, from which every distance and all shortest plays are read
//! back.
//!
//! A board is the goal cell of whatever is on each cell, row by row; the vacancy has one, too.
//!
//! ```
//! use saltus_tiles::search::space::Space;
//! use saltus_core::limits::Limits;
//!
//! // The goal 1 2 3 / 4 5 0.
//! let space = Space::explore(2, 3, 5, &Limits::default()).unwrap();
//! assert_eq!((space.census().depth(), space.census().states()), (21, 360));
//! // 4 5 0 / 1 2 3 is the arrangement farthest away.
//! assert_eq!(space.census().farthest, [[3, 4, 5, 0, 1, 2]]);
//! assert_eq!(space.distance(&[0, 1, 5, 3, 4, 2]), Some(1));
//! assert_eq!(space.distance(&[1, 0, 2, 3, 4, 5]), None);
//! ```

mod bit_store;
mod boards;
pub mod disk;
mod failure;
mod files;
mod journal;
mod maxima;
mod orders;
mod plan;
mod plays;
mod sweep;
mod turns;

#[cfg(test)]
mod tests;

pub use crate::survey::Census;
use bit_store::{BitStore, Memory};
use boards::BoardNumbers;
use plan::SpacePlan;
use saltus_core::answers::CannotSurvey;
use saltus_core::limits::{Limits, Stop, Tally};
use sweep::Sweep;

/// The most boards that are named.
pub const EXAMPLES: usize = 32;

/// Tiles of whose orders a piece in memory is made: 3024 words, 24 KiB.
const PIECE_TILES: usize = 9;

/// The distances of all arrangements of a board.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::space::Space;
///
/// let space = Space::explore(2, 3, 5, &Limits::default()).unwrap();
/// let farthest = [3, 4, 5, 0, 1, 2];
/// assert_eq!(space.moves_to_goal(&farthest).unwrap().len(), 21);
/// assert!(space.shortest_plays(&farthest, &Limits::default()).unwrap() > 1u8.into());
/// assert!(space.local_maxima(&Limits::default()).unwrap() >= 1);
/// ```
#[derive(Debug)]
pub struct Space {
    plan: SpacePlan,
    /// For each state, in white cells and in black ones, whether its distance is 2 or 3 modulo 4.
    late: [Memory; 2],
    census: Census,
}

/// Bytes that [`Space::explore`] needs, two bits a state; half of it is kept, and half is all that
/// [`census`] needs.
///
/// ```
/// use saltus_tiles::search::space::space_bytes;
///
/// assert!(space_bytes(3, 3).unwrap() < 100_000); // two bits for each of 181440 arrangements
/// assert_eq!(space_bytes(9, 9), None); // 64 bits do not count them
/// ```
pub fn space_bytes(height: usize, width: usize) -> Option<u64> {
    boards::bits_bytes(height, width)?.checked_mul(2)
}

/// Counts all arrangements by their distance from the goal.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::space::census;
///
/// let census = census(3, 3, 8, &Limits::default()).unwrap();
/// assert_eq!(census.layers.len(), 32); // no board of the 8-puzzle is more than 31 moves away
/// assert_eq!(census.farthest.len(), 2);
/// ```
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When there are no cells or the vacancy belongs in none of them.
pub fn census(height: usize, width: usize, vacancy: usize, limits: &Limits<'_>) -> Result<Census, Stop> {
    let needed = boards::bits_bytes(height, width);
    in_memory(explore(&prepare((height, width, vacancy), PIECE_TILES, needed, limits)?, None, limits))
}

/// The plan of a board, if it fits into the given bytes of memory; none if there are more bytes than can be
/// counted.
fn prepare(
    (height, width, vacancy): (usize, usize, usize),
    piece_tiles: usize,
    needed: Option<u64>,
    limits: &Limits<'_>,
) -> Result<SpacePlan, Stop> {
    let cells = height.saturating_mul(width);
    assert!(vacancy < cells, "the vacancy belongs in one of {height} x {width} cells");
    if cells > boards::MOST_CELLS {
        return Err(Stop::Cells { most: boards::MOST_CELLS as u64 });
    }
    limits.afford(needed.unwrap_or(u64::MAX))?;
    // Whatever is laid out, its bytes are counted by numbers of the machine's size.
    let counted = boards::bits_bytes(height, width).is_some_and(|bytes| usize::try_from(bytes).is_ok());
    let boards = BoardNumbers::new(height, width, vacancy).filter(|_| counted);
    Ok(SpacePlan::new(boards.ok_or(Stop::Memory { needed: u64::MAX })?, piece_tiles))
}

/// Without files nothing else can fail.
fn in_memory<T>(result: Result<T, CannotSurvey>) -> Result<T, Stop> {
    result.map_err(|failure| match failure {
        CannotSurvey::Stop(stop) => stop,
        CannotSurvey::Storage(why) => unreachable!("memory keeps what is written: {why}"),
    })
}

/// Finds all layers, the last two in memory, and notes the states that are late.
fn explore(plan: &SpacePlan, late: Option<&[Memory; 2]>, limits: &Limits<'_>) -> Result<Census, CannotSurvey> {
    let bits = [Memory::new(plan.pieces(false))?, Memory::new(plan.pieces(true))?];
    let goal = plan.boards.is_black(plan.boards.vacancy);
    plant(plan, &bits[usize::from(goal)])?;
    let mut layers = vec![1];
    loop {
        let (last, black) = (layers.len() - 1, goal != (layers.len() % 2 == 1));
        let known = Tally::default();
        limits.spend(known.add(layers.iter().sum()), 0)?;
        let next = &bits[usize::from(black)];
        let late = late.map(|late| &late[usize::from(black)] as &dyn BitStore).filter(|_| is_late(last + 1));
        let sweep =
            Sweep { plan, black, before: Some(next), last: &bits[usize::from(!black)], next, late, limits, known };
        match sweep.run()? {
            0 => {
                let farthest = examples(plan, !black, &bits[usize::from(!black)])?;
                return Ok(Census { layers, farthest });
            }
            new => layers.push(new),
        }
    }
}

/// Whether a distance is 2 or 3 modulo 4.
fn is_late(distance: usize) -> bool {
    distance % 4 >= 2
}

/// Writes layer 0.
fn plant(plan: &SpacePlan, layer: &dyn BitStore) -> Result<(), CannotSurvey> {
    let mut piece = vec![0; plan.piece];
    piece[0] = 1;
    layer.access()?.write(plan::slot(plan.boards.vacancy), 0, &piece)
}

/// The first boards of a layer, which has the vacancy in cells of one colour.
fn examples(plan: &SpacePlan, black: bool, layer: &dyn BitStore) -> Result<Vec<Vec<u8>>, CannotSurvey> {
    let (words, bits) = (plan.boards.orders.words, plan.boards.orders.bits);
    let (mut access, mut piece) = (layer.access()?, vec![0; plan.piece]);
    let mut ranks = Vec::new();
    for cell in plan.cells(black) {
        for first in (0..words as usize).step_by(plan.piece) {
            if ranks.len() < EXAMPLES && access.read(plan::slot(cell), first, &mut piece)? {
                let word_of = |at: usize| cell as u64 * words + (first + at) as u64;
                let in_word = |(at, &word): (usize, &u64)| {
                    (0..bits).filter(move |bit| word >> bit & 1 == 1).map(move |bit| word_of(at) * bits + bit)
                };
                ranks.extend(piece.iter().enumerate().filter(|entry| *entry.1 != 0).flat_map(in_word));
            }
        }
    }
    ranks.truncate(EXAMPLES);
    let mut boards: Vec<Vec<u8>> = ranks.into_iter().map(|rank| plan.boards.unrank(rank)).collect();
    boards.sort_unstable();
    Ok(boards)
}

impl Space {
    /// Finds the distance of every arrangement from the goal, where the vacancy is on cell
    /// `vacancy`, from 0.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// When there are no cells or the vacancy belongs in none of them.
    pub fn explore(height: usize, width: usize, vacancy: usize, limits: &Limits<'_>) -> Result<Self, Stop> {
        Self::explore_by(PIECE_TILES, (height, width, vacancy), limits)
    }

    fn explore_by(piece_tiles: usize, board: (usize, usize, usize), limits: &Limits<'_>) -> Result<Self, Stop> {
        let plan = prepare(board, piece_tiles, space_bytes(board.0, board.1), limits)?;
        let late = [Memory::new(plan.pieces(false))?, Memory::new(plan.pieces(true))?];
        let census = in_memory(explore(&plan, Some(&late), limits))?;
        Ok(Space { plan, late, census })
    }

    /// How many arrangements there are at each distance, and those farthest away.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The distance of a board; none when it is no arrangement of this board, or one that cannot be
    /// reached.
    pub fn distance(&self, board: &[u8]) -> Option<u32> {
        self.moves_to_goal(board).map(|moves| moves.len() as u32)
    }

    /// How many arrangements are further away than all their neighbours.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn local_maxima(&self, limits: &Limits<'_>) -> Result<u64, Stop> {
        in_memory(maxima::count(&self.plan, &self.late, limits))
    }
}
