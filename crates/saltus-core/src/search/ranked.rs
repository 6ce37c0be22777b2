//! Breadth-first search over all ranks, 2 bits per state, on all cores.
//!
//! R. E. Korf, *Minimizing disk I/O in two-bit breadth-first search* (2008), and before him G.
//! Cooperman and L. Finkelstein, *New methods for using Cayley graphs in interconnection networks*
//! (1992), keep a table of 2 bits a state instead of open and closed lists: unseen, this layer,
//! next layer, done; or the distance modulo 3. This search needs a [`Bipartite`] graph. The side of
//! a state distinguishes this layer from the next, so one code serves both, and two codes are left
//! for states that are done: with the side they give the distance modulo 4. Each neighbour is
//! thereby known to be nearer or further, so shortest plays are read back from any state when the
//! search is over, and counted.
//!
//! A layer is one pass over the table in chunks that the threads take in turn. A state of this
//! layer is no neighbour of another, and setting a bit twice is setting it once: what is found does
//! not depend on the threads.
//!
//! ```
//! use saltus_core::limits::Limits;
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::{Puzzle, Ranked};
//! use saltus_shifting::reverse;
//! use saltus_core::search::ranked;
//!
//! let puzzle = reverse::read("reverse 1 2 3 _ 4 5 6").unwrap().puzzle().unwrap();
//! let start = puzzle.rank(&puzzle.start());
//! let distances = ranked::explore(&puzzle, start, &[], &Limits::default()).unwrap();
//! assert_eq!((distances.depth(), distances.layers().iter().sum()), (25, puzzle.count()));
//! let antipode = distances.farthest()[0];
//! assert_eq!(distances.distance(antipode), Some(25));
//! ```

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::{Halted, Search};
use crate::limits::{Limits, Meter, Stop, Tally};
use crate::puzzle::Bipartite;
use crate::threads;

/// Bytes of the table for this many states.
///
/// ```
/// use saltus_core::search::ranked::table_bytes;
///
/// assert_eq!(table_bytes(362_880 / 2), 45_360); // half of all boards of the 8-puzzle
/// ```
pub fn table_bytes(states: u64) -> u64 {
    states.div_ceil(PER_WORD) * size_of::<u64>() as u64
}

/// Finds the distances of all states from `start`, or only up to the first layer by which these targets are reached, which is found but not
/// expanded. Layers are always whole.
///
/// # Errors
/// The limit that was reached. Then some state that was asked for is at least `lower` moves away.
///
/// # Panics
/// When `start` or a target is no rank.
pub fn explore<'g, G: Bipartite>(
    graph: &'g G,
    start: u64,
    targets: &[u64],
    limits: &Limits<'_>,
) -> Search<Distances<'g, G>> {
    explore_by(CHUNK, graph, start, targets, limits)
}

fn explore_by<'g, G: Bipartite>(
    chunk: usize,
    graph: &'g G,
    start: u64,
    targets: &[u64],
    limits: &Limits<'_>,
) -> Search<Distances<'g, G>> {
    let states = graph.states();
    assert!(start < states && targets.iter().all(|&rank| rank < states), "ranks are below {states}");
    let table = Table::new(states, limits).map_err(|stop| Halted { stop, lower: 0, expanded: 0 })?;
    let mut distances = Distances::of_start(graph, start, table);
    while !distances.are_enough(targets) {
        match distances.grow(chunk, limits) {
            Ok(true) => {}
            Ok(false) => break,
            Err(stop) => return Err(distances.halted(stop, targets)),
        }
    }
    Ok(distances)
}

/// How far every state is from one of them, modulo 4, and what follows from that.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::{Backward, Puzzle, Ranked}};
/// use saltus_core::search::ranked;
/// use saltus_shifting::reverse;
///
/// let puzzle = reverse::read("reverse 2").unwrap().puzzle().unwrap(); // _ 1 2 to _ 2 1
/// let (start, goal) = (puzzle.rank(&puzzle.start()), puzzle.rank(&puzzle.goals()[0]));
/// let limits = Limits::default();
/// let distances = ranked::explore(&puzzle, start, &[], &limits).unwrap();
/// assert!(distances.is_complete() && distances.is_reached(goal));
/// assert_eq!(distances.distance(goal), Some(3));
/// assert_eq!(distances.shortest_plays(goal, &limits), Ok(2u8.into()));
/// ```
pub struct Distances<'g, G> {
    graph: &'g G,
    start: u64,
    start_side: bool,
    table: Table,
    layers: Vec<u64>,
    farthest: Vec<u64>,
    complete: bool,
}

impl<'g, G: Bipartite> Distances<'g, G> {
    fn of_start(graph: &'g G, start: u64, table: Table) -> Self {
        table.discover(start);
        let mut cursor = graph.cursor();
        graph.seek(&mut cursor, start);
        let start_side = graph.side(&cursor);
        Distances { graph, start, start_side, table, layers: vec![1], farthest: Vec::new(), complete: false }
    }

    /// How many states there are at distance 0, 1, 2, and so on.
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The distance of the last layer.
    pub fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Whether every state that can be reached has been.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// A few states of the last layer, those of least rank; none while the exploration is not
    /// complete.
    pub fn farthest(&self) -> &[u64] {
        &self.farthest
    }

    /// Whether a state has been reached.
    pub fn is_reached(&self, rank: u64) -> bool {
        self.table.code(rank) != UNSEEN
    }

    /// The distance of a state, if it has been reached.
    pub fn distance(&self, rank: u64) -> Option<u32> {
        self.is_reached(rank).then(|| self.descent(rank).count() as u32 - 1)
    }

    /// The exact number of shortest plays from the start to a state; 0 if it has not been reached.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn shortest_plays(&self, rank: u64, limits: &Limits<'_>) -> Result<UBig, Stop> {
        if !self.is_reached(rank) {
            return Ok(UBig::ZERO);
        }
        if let Some(plays) = self.count_plays(rank, 1u64, |a, b| a.checked_add(*b), limits)? {
            return Ok(plays.into());
        }
        let plays = self.count_plays(rank, UBig::ONE, |a, b| Some(a + b), limits)?;
        Ok(plays.expect("big integers hold every sum"))
    }

    /// Counts plays backwards, two layers at a time; `None` when a sum has no room.
    fn count_plays<C>(
        &self,
        rank: u64,
        one: C,
        sum: impl Fn(&C, &C) -> Option<C>,
        limits: &Limits<'_>,
    ) -> Result<Option<C>, Stop>
    where
        C: Clone,
    {
        let (mut meter, mut cursor) = (Meter::new(limits, "counting shortest plays"), self.graph.cursor());
        let mut layer = FxHashMap::from_iter([(rank, one)]);
        while !layer.contains_key(&self.start) {
            let mut nearer = FxHashMap::<u64, C>::default();
            for (&rank, plays) in &layer {
                let entries = layer.capacity() + nearer.capacity();
                meter.node(|| self.table.bytes() + (entries * (size_of::<(u64, C)>() + 1)) as u64)?;
                let mut room = true;
                self.for_nearer(&mut cursor, rank, |rank| match nearer.get_mut(&rank) {
                    None => drop(nearer.insert(rank, plays.clone())),
                    Some(known) => match sum(known, plays) {
                        Some(sum) => *known = sum,
                        None => room = false,
                    },
                });
                if !room {
                    return Ok(None);
                }
            }
            layer = nearer;
        }
        Ok(layer.remove(&self.start))
    }

    /// From a state that has been reached to the start, nearer by one each time.
    fn descent(&self, rank: u64) -> impl Iterator<Item = u64> {
        let mut cursor = self.graph.cursor();
        let mut nearer = move |&rank: &u64| {
            let mut first = None;
            self.for_nearer(&mut cursor, rank, |rank| first = first.or(Some(rank)));
            first
        };
        std::iter::successors(Some(rank), move |rank| if *rank == self.start { None } else { nearer(rank) })
    }

    /// Visits the neighbours of a reached state that are nearer to the start.
    fn for_nearer(&self, cursor: &mut G::Cursor, rank: u64, mut visit: impl FnMut(u64)) {
        self.graph.seek(cursor, rank);
        let side = self.graph.side(cursor);
        let residue = self.residue(rank, side).expect("reached");
        self.graph.neighbours(cursor, |rank| {
            if self.residue(rank, !side) == Some((residue + 3) % 4) {
                visit(rank);
            }
        });
    }

    fn residue(&self, rank: u64, side: bool) -> Option<u32> {
        match self.table.code(rank) {
            UNSEEN => None,
            FRESH => Some(self.depth() % 4),
            DONE => Some(u32::from(side != self.start_side)),
            _ => Some(u32::from(side != self.start_side) + 2),
        }
    }

    /// Expands the last layer; false when nothing new was found.
    fn grow(&mut self, chunk: usize, limits: &Limits<'_>) -> Result<bool, Stop> {
        let depth = self.depth();
        let sweep = LayerPass {
            graph: self.graph,
            table: &self.table,
            side: self.start_side != (depth % 2 == 1),
            done: if depth % 4 < 2 { DONE } else { DONE_LATER },
            chunk,
            limits,
            expanded: Tally::default(),
        };
        sweep.expanded.add(self.expanded());
        let found = sweep.run()?;
        if found.new == 0 {
            (self.farthest, self.complete) = (found.least, true);
        } else {
            self.layers.push(found.new);
        }
        Ok(!self.complete)
    }

    /// States of all layers but the last.
    fn expanded(&self) -> u64 {
        self.layers[..self.depth() as usize].iter().sum()
    }

    fn are_enough(&self, targets: &[u64]) -> bool {
        !targets.is_empty() && targets.iter().all(|&rank| self.is_reached(rank))
    }

    fn halted(&self, stop: Stop, targets: &[u64]) -> Halted {
        let beyond = !targets.is_empty(); // than the last layer some target must be
        Halted { stop, lower: self.depth() + u32::from(beyond), expanded: self.expanded() }
    }
}

/// States whose codes are in one word.
const PER_WORD: u64 = 32;
/// The low bits of all codes of a word.
const LOW: u64 = u64::MAX / 3;

/// The code of a state that has not been reached.
const UNSEEN: u64 = 0b00;
/// On the layer being expanded, or on the next.
const FRESH: u64 = 0b01;
/// Worked, at distance 0 or 1 modulo 4.
const DONE: u64 = 0b10;
/// Worked, at distance 2 or 3 modulo 4.
const DONE_LATER: u64 = 0b11;

/// The codes of all states.
struct Table(Vec<AtomicU64>);

impl Table {
    fn new(states: u64, limits: &Limits<'_>) -> Result<Self, Stop> {
        let needed = table_bytes(states);
        limits.afford(needed)?;
        let mut words = Vec::new();
        let len = usize::try_from(states.div_ceil(PER_WORD)).map_err(|_| Stop::Memory { needed })?;
        words.try_reserve_exact(len).map_err(|_| Stop::Memory { needed })?;
        words.resize_with(len, AtomicU64::default);
        Ok(Table(words))
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.0.as_slice()) as u64
    }

    #[inline]
    fn place(&self, rank: u64) -> (&AtomicU64, u64) {
        (&self.0[(rank / PER_WORD) as usize], rank % PER_WORD * 2)
    }

    #[inline]
    fn code(&self, rank: u64) -> u64 {
        let (word, shift) = self.place(rank);
        word.load(Relaxed) >> shift & 0b11
    }

    /// Makes an unseen state fresh; returns whether it was unseen.
    #[inline]
    fn discover(&self, rank: u64) -> bool {
        let (word, shift) = self.place(rank);
        // Most neighbours are known, and to look is cheaper than to write. Another thread may be as
        // quick, but only to make the state fresh: so one bit is asked for, which is one
        // instruction.
        word.load(Relaxed) >> shift & 0b11 == UNSEEN && word.fetch_or(1 << shift, Relaxed) & (1 << shift) == 0
    }
}

/// The low bits of the fresh codes in a word.
#[inline]
fn fresh(word: u64) -> u64 {
    word & !(word >> 1) & LOW
}

/// The shifts of these codes, lowest first.
#[inline]
fn shifts(mut codes: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let shift = codes.trailing_zeros();
        codes &= codes.wrapping_sub(1);
        (shift < u64::BITS).then_some(shift)
    })
}

/// Words that a thread takes at once: 64 KiB.
const CHUNK: usize = 1 << 13;
/// States of the last layer that are named.
const EXAMPLES: usize = 4;

/// One pass over the table, which expands one layer.
struct LayerPass<'a, G> {
    graph: &'a G,
    table: &'a Table,
    /// The side of the layer's states.
    side: bool,
    /// The code that they get.
    done: u64,
    chunk: usize,
    limits: &'a Limits<'a>,
    /// States expanded, earlier layers included.
    expanded: Tally,
}

/// What a thread found in its part of a pass.
#[derive(Default)]
struct Worked {
    /// States expanded.
    expanded: u64,
    /// States reached first by this thread.
    new: u64,
    /// Of those expanded, the least ranks in ascending order.
    least: Vec<u64>,
}

impl Worked {
    fn and(mut self, other: Worked) -> Worked {
        self.expanded += other.expanded;
        self.new += other.new;
        self.least.extend(other.least);
        self.least.sort_unstable();
        self.least.truncate(EXAMPLES);
        self
    }
}

impl<G: Bipartite> LayerPass<'_, G> {
    fn run(&self) -> Result<Worked, Stop> {
        let next = AtomicUsize::new(0);
        let chunks = self.table.0.len().div_ceil(self.chunk);
        let parts = threads::gather(self.limits.threads.min(chunks), |_| self.work(&next));
        parts.into_iter().try_fold(Worked::default(), |all, part| Ok(all.and(part?)))
    }

    /// Expands chunk after chunk until none is left.
    fn work(&self, next: &AtomicUsize) -> Result<Worked, Stop> {
        let (mut cursor, mut found) = (self.graph.cursor(), Worked::default());
        let words = self.table.0.len();
        loop {
            let first = next.fetch_add(1, Relaxed) * self.chunk;
            if first >= words {
                return Ok(found);
            }
            let before = found.expanded;
            for at in first..words.min(first + self.chunk) {
                self.expand_word(at, &mut cursor, &mut found);
            }
            self.account(found.expanded - before)?;
        }
    }

    #[inline]
    fn expand_word(&self, at: usize, cursor: &mut G::Cursor, found: &mut Worked) {
        let fresh = fresh(self.table.0[at].load(Relaxed));
        if fresh == 0 {
            return;
        }
        let first = at as u64 * PER_WORD;
        let mut layer = 0;
        for shift in shifts(fresh) {
            self.graph.seek(cursor, first + u64::from(shift / 2));
            if self.graph.side(cursor) == self.side {
                layer |= 1 << shift;
                self.graph.neighbours(cursor, |rank| found.new += u64::from(self.table.discover(rank)));
            }
        }
        if layer != 0 {
            // The other codes of this word may be changing: all are flipped in place.
            self.table.0[at].fetch_xor(layer * (FRESH ^ self.done), Relaxed);
            found.expanded += u64::from(layer.count_ones());
            let room = EXAMPLES - found.least.len();
            found.least.extend(shifts(layer).take(room).map(|shift| first + u64::from(shift / 2)));
        }
    }

    /// Reports one more chunk, and asks whether to go on.
    fn account(&self, expanded: u64) -> Result<(), Stop> {
        let done = self.expanded.add(expanded);
        self.limits.report("breadth-first search", done, Some(self.graph.states()));
        self.limits.spend(done, self.table.bytes())
    }
}

#[cfg(test)]
mod tests;
