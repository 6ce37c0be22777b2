//! The graph as masks, and what the pawns on it are: connected pieces, what they leave at least,
//! cells that hold them together.

use super::bits::Bits;
use crate::bounds::balance;
use crate::rules::Colour;
use saltus_core::board::{Board, Cell};
use saltus_core::random::Random;

/// Pawns of two kinds: with free turns the black and the white ones, with alternate turns those of
/// the colour to move and the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position<const W: usize> {
    pub(super) own: Bits<W>,
    pub(super) other: Bits<W>,
}

impl<const W: usize> Position<W> {
    /// The black pawns are the own ones.
    pub(super) fn of(contents: &[Option<Colour>]) -> Self {
        let mut position = Position { own: Bits::NONE, other: Bits::NONE };
        for (cell, content) in contents.iter().enumerate() {
            match content {
                Some(Colour::Black) => position.own.add(cell),
                Some(Colour::White) => position.other.add(cell),
                None => {}
            }
        }
        position
    }

    #[inline]
    pub(super) fn pawns(&self) -> Bits<W> {
        self.own | self.other
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.pawns().count()
    }

    /// The pawns of some cells.
    #[inline]
    pub(super) fn within(&self, cells: Bits<W>) -> Self {
        Position { own: self.own & cells, other: self.other & cells }
    }

    /// The same with the kinds exchanged.
    #[inline]
    pub(super) fn swapped(&self) -> Self {
        Position { own: self.other, other: self.own }
    }

    /// Whether all pawns have one colour.
    #[inline]
    pub(super) fn is_monochromatic(&self) -> bool {
        self.own.is_empty() || self.other.is_empty()
    }

    /// After a pawn of either kind has taken one of the other kind.
    #[inline]
    pub(super) fn after(&self, from: usize, to: usize) -> Self {
        let change = Bits::of(from) | Bits::of(to);
        if self.own.has(from) {
            Position { own: self.own ^ change, other: self.other - change }
        } else {
            Position { own: self.own - change, other: self.other ^ change }
        }
    }
}

/// Cells of which each set has the same neighbours, unless sums of random numbers collide.
fn likely_twins(board: &Board) -> Vec<Vec<usize>> {
    let mut random = Random::new(1);
    let numbers: Vec<u64> = (0..board.cells()).map(|_| random.number()).collect();
    let sum =
        |cell: usize| board.neighbours(cell as Cell).fold(0u64, |sum, next| sum.wrapping_add(numbers[next as usize]));
    let mut cells: Vec<(u64, usize)> = (0..board.cells()).map(|cell| (sum(cell), cell)).collect();
    cells.sort_unstable();
    let classes = cells.chunk_by(|one, other| one.0 == other.0).filter(|class| class.len() > 1);
    classes.map(|class| class.iter().map(|&(_, cell)| cell).collect()).collect()
}

/// A graph.
pub(super) struct Graph<const W: usize> {
    /// The neighbours of each cell, itself not among them.
    pub(super) around: Vec<Bits<W>>,
    /// One side of the bipartition, where the whole graph has one.
    side: Option<Bits<W>>,
    /// Cells that have the same neighbours, where there are two or more. No move tells them apart.
    twins: Vec<Bits<W>>,
}

impl<const W: usize> Graph<W> {
    pub(super) fn new(board: &Board) -> Self {
        let mut around = vec![Bits::NONE; board.cells()];
        for (cell, around) in around.iter_mut().enumerate() {
            for next in board.neighbours(cell as Cell) {
                if next as usize != cell {
                    around.add(next as usize);
                }
            }
        }
        let mut graph = Graph { around, side: None, twins: Vec::new() };
        graph.side = graph.side_of_all();
        for cells in likely_twins(board) {
            let around = graph.around[cells[0]];
            let twins: Bits<W> = cells.into_iter().filter(|&cell| graph.around[cell] == around).collect();
            if twins.count() > 1 {
                graph.twins.push(twins);
            }
        }
        graph
    }

    /// Whether some cells have the same neighbours.
    pub(super) fn has_twins(&self) -> bool {
        !self.twins.is_empty()
    }

    /// The cells with the same neighbours as this one, itself among them.
    pub(super) fn twins_of(&self, cell: usize) -> Bits<W> {
        self.twins.iter().copied().find(|class| class.has(cell)).unwrap_or(Bits::of(cell))
    }

    /// The position that stands for all that differ only in which of some twins hold their pawns:
    /// among twins the own pawns come first, then the others, then the empty cells.
    pub(super) fn canonical(&self, position: &Position<W>) -> Position<W> {
        let mut found = *position;
        for &class in &self.twins {
            let (own, other) = (position.own & class, position.other & class);
            found = Position { own: found.own - class, other: found.other - class };
            let mut cells = class.cells();
            cells.by_ref().take(own.count()).for_each(|cell| found.own.add(cell));
            cells.take(other.count()).for_each(|cell| found.other.add(cell));
        }
        found
    }

    /// Of twins among some cells only the first.
    #[inline]
    pub(super) fn without_twins(&self, cells: Bits<W>) -> Bits<W> {
        let mut found = cells;
        for &class in &self.twins {
            if let Some(first) = (cells & class).first() {
                found = (found - class) | Bits::of(first);
            }
        }
        found
    }

    /// One side of every component, where the whole graph is bipartite.
    fn side_of_all(&self) -> Option<Bits<W>> {
        let mut left: Bits<W> = (0..self.around.len()).collect();
        let mut side = Bits::NONE;
        while let Some(seed) = left.first() {
            side |= self.side_from(seed, left)?;
            left = left - self.piece(seed, left);
        }
        Some(side)
    }

    /// The cells at even distance from a cell of a connected piece; none where the piece is not
    /// bipartite.
    fn side_from(&self, seed: usize, piece: Bits<W>) -> Option<Bits<W>> {
        let mut reached = Bits::of(seed);
        let (mut front, mut side, mut even) = (reached, reached, true);
        while !front.is_empty() {
            let next = self.around_all(front) & piece;
            if next.meets(&front) {
                return None;
            }
            front = next - reached;
            reached |= front;
            even = !even;
            if even {
                side |= front;
            }
        }
        Some(side)
    }

    #[inline]
    fn around_all(&self, cells: Bits<W>) -> Bits<W> {
        let mut all = Bits::NONE;
        for cell in cells.cells() {
            all |= self.around[cell];
        }
        all
    }

    /// The connected piece of a cell within some cells.
    pub(super) fn piece(&self, seed: usize, within: Bits<W>) -> Bits<W> {
        self.flood(seed, within, within)
    }

    /// The connected piece of a cell within some cells, or a part of it that holds all of `wanted`.
    fn flood(&self, seed: usize, within: Bits<W>, wanted: Bits<W>) -> Bits<W> {
        let mut reached = Bits::of(seed);
        let mut front = reached;
        while !front.is_empty() && !(wanted - reached).is_empty() {
            front = (self.around_all(front) & within) - reached;
            reached |= front;
        }
        reached
    }

    /// Whether the piece that a cell belongs to falls apart without it.
    pub(super) fn is_cut(&self, cell: usize, pawns: Bits<W>) -> bool {
        let ends = self.around[cell] & pawns;
        ends.first().is_some_and(|seed| !(ends - self.flood(seed, pawns - Bits::of(cell), ends)).is_empty())
    }

    /// The cells with exactly one neighbour, and those with exactly two.
    pub(super) fn thin(&self, pawns: Bits<W>) -> (Bits<W>, Bits<W>) {
        let (mut one, mut two, mut three) = (Bits::NONE, Bits::NONE, Bits::NONE);
        for cell in pawns.cells() {
            let around = self.around[cell];
            three |= two & around;
            two |= one & around;
            one |= around;
        }
        ((one - two) & pawns, (two - three) & pawns)
    }

    /// What every play leaves of a connected piece at least: the bound
    /// [`Components`](crate::bounds::Components), and [`LowerBound`](crate::bounds::LowerBound) by
    /// the sides of a bipartite piece, else by twins.
    pub(super) fn bound(&self, piece: &Position<W>) -> usize {
        if piece.is_monochromatic() {
            return piece.count();
        }
        let pawns = piece.pawns();
        let all = [piece.own.count(), piece.other.count()];
        let split = |set: Bits<W>| {
            let inside = [(piece.own & set).count(), (piece.other & set).count()];
            (inside, [all[0] - inside[0], all[1] - inside[1]])
        };
        let own_side = || pawns.first().and_then(|seed| self.side_from(seed, pawns));
        let mut most = 1;
        if let Some(side) = self.side.or_else(own_side) {
            let (here, there) = split(side);
            // Pawns and clashing pawns.
            if (all[0] + all[1] + here[0] + there[1]).is_multiple_of(3) {
                most = 2;
            }
            most = most.max(balance(here, there)).max(balance(there, here));
        } else {
            for &class in &self.twins {
                let (inside, outside) = split(class);
                most = most.max(balance(inside, outside));
            }
        }
        most as usize
    }
}
