//! Distances and shortest plays, read back from one bit a state.
//!
//! The bit says whether the distance is 2 or 3 modulo 4 rather than 0 or 1, and the colour of the
//! vacancy's cell says whether it is odd. So every neighbour is known to be nearer or further.

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::{Space, plan};
use saltus_core::limits::{Limits, Meter, Stop};

/// A shortest play under way.
struct RankedBoard {
    board: Vec<u8>,
    rank: u64,
    residue: u32,
}

impl Space {
    /// The directions of the vacancy in the least of all shortest plays from a board to the goal,
    /// if there is one.
    pub fn moves_to_goal(&self, board: &[u8]) -> Option<Vec<u8>> {
        let mut place = self.place(board.to_vec())?;
        let mut directions = Vec::new();
        while !self.is_goal(place.rank) {
            let (direction, nearer) = self.nearer(&place).next().expect("what is reached has a nearer neighbour");
            directions.push(direction);
            place = nearer;
        }
        Some(directions)
    }

    /// The exact number of shortest plays from a board to the goal; 0 if it cannot be reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn shortest_plays(&self, board: &[u8], limits: &Limits<'_>) -> Result<UBig, Stop> {
        let Some(rank) = self.plan.boards.rank(board) else { return Ok(UBig::ZERO) };
        let mut meter = Meter::new(limits, "counting shortest plays");
        let mut layer = FxHashMap::from_iter([(rank, UBig::ONE)]);
        loop {
            if let Some((_, plays)) = layer.iter().find(|(rank, _)| self.is_goal(**rank)) {
                return Ok(plays.clone());
            }
            layer = self.nearer_layer(&layer, &mut meter)?;
        }
    }

    /// The nearer neighbours of some states, each with the plays to all of those next to it.
    fn nearer_layer(&self, layer: &FxHashMap<u64, UBig>, meter: &mut Meter<'_>) -> Result<FxHashMap<u64, UBig>, Stop> {
        let mut nearer = FxHashMap::<u64, UBig>::default();
        for (&rank, plays) in layer {
            meter.node(|| ((layer.capacity() + nearer.capacity()) * ENTRY) as u64)?;
            let place = self.place(self.plan.boards.unrank(rank)).expect("a state that is reached");
            for (_, next) in self.nearer(&place) {
                *nearer.entry(next.rank).or_default() += plays;
            }
        }
        Ok(nearer)
    }

    fn is_goal(&self, rank: u64) -> bool {
        let (cell, order) = self.plan.boards.split(rank);
        cell == self.plan.boards.vacancy && order == 0
    }

    fn place(&self, board: Vec<u8>) -> Option<RankedBoard> {
        let boards = &self.plan.boards;
        let rank = boards.rank(&board)?;
        let (cell, order) = boards.split(rank);
        let black = boards.is_black(cell);
        let word = self.late[usize::from(black)].word(plan::slot(cell), (order / boards.orders.bits) as usize);
        let late = word >> (order % boards.orders.bits) & 1;
        let odd = black != boards.is_black(boards.vacancy);
        Some(RankedBoard { board, rank, residue: u32::from(odd) + 2 * late as u32 })
    }

    /// The moves that lead nearer to the goal, in the order of their directions.
    fn nearer(&self, place: &RankedBoard) -> impl Iterator<Item = (u8, RankedBoard)> {
        let residue = (place.residue + 3) % 4;
        self.plan.boards.moves(&place.board).filter_map(move |(direction, board)| {
            self.place(board).filter(|next| next.residue == residue).map(|next| (direction, next))
        })
    }
}

/// Bytes of one state and its count of plays, most of which take fewer than 128 bits.
const ENTRY: usize = size_of::<(u64, UBig)>() + 1;
