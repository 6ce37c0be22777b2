//! Distances and shortest plays, read back from one bit a state.
//!
//! The bit says whether the distance is 2 or 3 modulo 4 rather than 0 or 1, and the colour of the
//! vacancy's cell says whether it is odd. So every neighbour is known to be nearer or further.

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::Failure;
use super::boards::Boards;
use saltus_core::limits::{Limits, Meter};

/// A finished search, read through its bits.
pub(super) struct Plays<'a, L> {
    pub(super) boards: &'a Boards,
    /// The largest distance.
    pub(super) depth: u32,
    /// The bit of a state.
    pub(super) late: L,
}

/// A shortest play under way.
struct Place {
    board: Vec<u8>,
    rank: u64,
    residue: u32,
}

impl<L: Fn(u64) -> Result<bool, Failure>> Plays<'_, L> {
    /// The directions of the vacancy in the least of all shortest plays to the goal, if one leads
    /// there.
    pub(super) fn least(&self, board: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        let Some(mut place) = self.place(board.to_vec())? else { return Ok(None) };
        let mut directions = Vec::new();
        while !self.is_goal(place.rank) {
            let (direction, nearer) = self.nearer(&place).next().unwrap_or(Err(Failure::Lost))?;
            directions.push(direction);
            place = nearer;
            if directions.len() > self.depth as usize {
                return Err(Failure::Lost);
            }
        }
        Ok(Some(directions))
    }

    /// How many shortest plays lead from a board to the goal.
    pub(super) fn count(&self, board: &[u8], limits: &Limits<'_>) -> Result<UBig, Failure> {
        let Some(rank) = self.boards.rank(board) else { return Ok(UBig::ZERO) };
        let mut meter = Meter::new(limits, "counting shortest plays");
        let (mut layer, mut steps) = (FxHashMap::from_iter([(rank, UBig::ONE)]), 0);
        loop {
            if let Some(plays) = layer.keys().find(|rank| self.is_goal(**rank)).map(|goal| layer[goal].clone()) {
                return Ok(plays);
            }
            layer = self.nearer_layer(&layer, &mut meter)?;
            steps += 1;
            if layer.is_empty() || steps > self.depth {
                return Err(Failure::Lost);
            }
        }
    }

    /// The nearer neighbours of some states, each with the plays to all of those next to it.
    fn nearer_layer(
        &self,
        layer: &FxHashMap<u64, UBig>,
        meter: &mut Meter<'_>,
    ) -> Result<FxHashMap<u64, UBig>, Failure> {
        let mut nearer = FxHashMap::<u64, UBig>::default();
        for (&rank, plays) in layer {
            meter.node(|| ((layer.capacity() + nearer.capacity()) * ENTRY) as u64)?;
            let place = self.place(self.boards.unrank(rank))?.expect("a state that is reached");
            for next in self.nearer(&place) {
                *nearer.entry(next?.1.rank).or_default() += plays;
            }
        }
        Ok(nearer)
    }

    fn is_goal(&self, rank: u64) -> bool {
        let (cell, order) = self.boards.split(rank);
        cell == self.boards.vacancy() && order == 0
    }

    fn place(&self, board: Vec<u8>) -> Result<Option<Place>, Failure> {
        let Some(rank) = self.boards.rank(&board) else { return Ok(None) };
        let black = |cell| self.boards.is_black(cell);
        let odd = black(self.boards.split(rank).0) != black(self.boards.vacancy());
        let residue = u32::from(odd) + 2 * u32::from((self.late)(rank)?);
        Ok(Some(Place { board, rank, residue }))
    }

    /// The moves that lead nearer to the goal, in the order of their directions.
    fn nearer(&self, place: &Place) -> impl Iterator<Item = Result<(u8, Place), Failure>> {
        let residue = (place.residue + 3) % 4;
        self.boards.moves(&place.board).filter_map(move |(direction, board)| {
            let next = self.place(board).map(|next| next.filter(|next| next.residue == residue));
            next.map(|next| next.map(|next| (direction, next))).transpose()
        })
    }
}

/// Bytes of one state and its count of plays, most of which take fewer than 128 bits.
const ENTRY: usize = size_of::<(u64, UBig)>() + 1;
