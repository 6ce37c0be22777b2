//! The bounds `components`, `independent` and `forest`: pawns never leave the part of the graph that they
//! stand on, and a part of two colours keeps one pawn, or two where an invariant says so
//! (E. D. Demaine, M. L. Demaine, R. Fleischer 2004), or as many as the balance of a set of cells
//! says of which no two are adjacent, or as prices on its edges say. docs/certificates.md has the proofs.

use super::prices;
use crate::board::Cell;
use crate::closed_set::Bound;
use crate::families::clobber::configuration::{BLACK, Clobber, NONE, other};
use crate::families::clobber::shape::Shape;
use crate::outcome::{Checked, Limits, Place, ensure};

/// Room to evaluate the bound on many configurations of one graph.
pub(crate) struct Components<'a> {
    shape: &'a Shape,
    /// By cell, the side of a bipartition that it was put on, as if it were a colour.
    side: Vec<u8>,
    to_visit: Vec<usize>,
    /// Whether a cell is in the set of which no two are adjacent; empty for the bound `components`.
    set: Vec<bool>,
    /// What a root costs by prices on edges, and by cell what it costs at least; empty but for the bound `forest`.
    scale: i64,
    costs: Vec<i64>,
    /// How many neighbours were looked at so far.
    visits: u64,
}

impl<'a> Components<'a> {
    /// `set` is the block `independent`: a bit a cell, the low ones first; and `prices` is the block of that name.
    pub(crate) fn new(
        clobber: &'a Clobber,
        set: Option<&[u8]>,
        prices: Option<&[u8]>,
        limits: &Limits,
    ) -> Checked<Self> {
        let shape = &clobber.shape;
        // The components of a complete multipartite graph are counted, not walked.
        let steps = if shape.parts().is_some() { shape.cells as u128 } else { shape.visits() };
        limits.steps(steps, "the components")?;
        let side = limits.vector(shape.cells, "the components")?;
        let to_visit = limits.vector(shape.cells, "the components")?;
        let mut this = Self { shape, side, to_visit, set: Vec::new(), scale: 1, costs: Vec::new(), visits: 0 };
        if let Some(set) = set {
            this.read_set(clobber, set, limits).at("independent")?;
        }
        if let Some(prices) = prices {
            (this.scale, this.costs) = prices::read(clobber, prices, limits)?;
        }
        Ok(this)
    }

    fn read_set(&mut self, clobber: &Clobber, payload: &[u8], limits: &Limits) -> Checked<()> {
        let cells = self.shape.cells;
        ensure(payload.len() == cells.div_ceil(8), "it does not have a bit for each cell")?;
        self.set = limits.vector(cells, "the set")?;
        self.set.extend((0..cells).map(|cell| payload[cell / 8] >> (cell % 8) & 1 == 1));
        let unused = payload.last().is_some_and(|last| !cells.is_multiple_of(8) && last >> (cells % 8) > 0);
        ensure(!unused, "an unused bit is set")?;
        let pawns = self.set.iter().zip(&clobber.start).all(|(&inside, &pawn)| !inside || pawn != NONE);
        ensure(pawns, "a cell of it has no pawn")?;
        ensure(self.has_no_edge(), "two of its cells are next to each other")
    }

    /// Whether no two cells of the set are next to each other.
    fn has_no_edge(&self) -> bool {
        let mut cells = (0..self.set.len()).filter(|&cell| self.set[cell]);
        if self.shape.parts().is_some() {
            return cells.next().is_none_or(|first| cells.all(|cell| !self.shape.are_adjacent(first, cell)));
        }
        let mut apart = true;
        cells.for_each(|cell| self.shape.each_neighbour(cell, |next| apart &= !self.set[next]));
        apart
    }

    /// The pawns that every play from there leaves at least, or a part of them that is no less than
    /// `enough`.
    pub(crate) fn bound<P: Copy + Into<Cell>>(&mut self, pawns: &[P], enough: u64) -> u64 {
        if let Some(ends) = self.shape.parts() {
            self.visits += pawns.len() as u64;
            return self.of_parts(pawns, ends);
        }
        self.side.clear();
        self.side.resize(pawns.len(), NONE);
        let mut sum = 0;
        for cell in 0..pawns.len() {
            if !stands(pawns, NONE, cell) && self.side[cell] == NONE && sum < enough {
                sum += self.component(pawns, cell).least(self.scale);
            }
        }
        sum
    }

    /// The same for parts of which all cells are adjacent to those of all others.
    fn of_parts<P: Copy + Into<Cell>>(&self, pawns: &[P], ends: &[usize]) -> u64 {
        let mut tally = Tally::default();
        let (mut parts, mut begin) = (0, 0);
        for &end in ends {
            let before = tally.count;
            for cell in (begin..end).filter(|&cell| !stands(pawns, NONE, cell)) {
                // Clashing are the blacks of the first part that has pawns and the whites elsewhere.
                tally.add(stands(pawns, BLACK, cell), parts == 0, self.is_inside(cell));
            }
            parts += u32::from(tally.count > before);
            begin = end;
        }
        tally.bipartite = parts == 2;
        // In a single part each pawn is a component.
        if parts < 2 { tally.count } else { tally.least(self.scale) }
    }

    fn is_inside(&self, cell: usize) -> bool {
        self.set.get(cell).is_some_and(|&inside| inside)
    }

    /// The same as the bound of a closed set.
    pub(crate) fn into_bound(mut self, enough: u64) -> Bound<'a> {
        Box::new(move |digits| {
            // Without whose turn it is.
            let (pawns, before) = (&digits[..self.shape.cells], self.visits);
            (self.bound(pawns, enough), self.visits - before)
        })
    }

    /// The component of a cell.
    fn component<P: Copy + Into<Cell>>(&mut self, pawns: &[P], first: usize) -> Tally {
        let mut tally = Tally { bipartite: true, ..Tally::default() };
        self.side[first] = BLACK;
        self.to_visit.push(first);
        while let Some(cell) = self.to_visit.pop() {
            tally.add(stands(pawns, BLACK, cell), self.side[cell] == BLACK, self.is_inside(cell));
            tally.cost += i128::from(self.costs.get(cell).copied().unwrap_or(0));
            let Self { shape, side, to_visit, visits, .. } = self;
            let here = side[cell];
            shape.each_neighbour(cell, |next| {
                *visits += 1;
                let empty = stands(pawns, NONE, next);
                if !empty && side[next] == NONE {
                    side[next] = other(here);
                    to_visit.push(next);
                }
                tally.bipartite &= empty || side[next] != here;
            });
        }
        tally
    }
}

/// What a component is made of.
#[derive(Default)]
struct Tally {
    count: u64,
    blacks: u64,
    clashing: u64,
    bipartite: bool,
    /// The blacks and the whites inside the set.
    inside: [u64; 2],
    /// What its cells cost at least.
    cost: i128,
}

impl Tally {
    fn add(&mut self, is_black: bool, is_first_side: bool, is_inside: bool) {
        self.count += 1;
        self.blacks += u64::from(is_black);
        self.clashing += u64::from(is_black == is_first_side);
        self.inside[usize::from(!is_black)] += u64::from(is_inside);
    }

    /// What every play leaves of it, if a root costs `scale`.
    fn least(&self, scale: i64) -> u64 {
        if self.blacks == 0 || self.blacks == self.count {
            return self.count;
        }
        let plain = if self.bipartite && (self.count + self.clashing).is_multiple_of(3) { 2 } else { 1 };
        let [black, white] = [self.blacks, self.count - self.blacks].map(|all| all as i64);
        let [black_inside, white_inside] = self.inside.map(|inside| inside as i64);
        let (black_outside, white_outside) = (black - black_inside, white - white_inside);
        let for_black = black_inside - white_inside + 2 - black_outside - 2 * white_outside;
        let for_white = white_inside - black_inside + 2 - white_outside - 2 * black_outside;
        let priced = (self.cost.max(0) as u128).div_ceil(scale as u128) as i64;
        for_black.max(for_white).max(plain).max(priced) as u64
    }
}

/// Whether that is on a cell.
fn stands<P: Copy + Into<Cell>>(pawns: &[P], what: u8, cell: usize) -> bool {
    pawns[cell].into() == Cell::from(what)
}
