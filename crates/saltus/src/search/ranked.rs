//! Breadth-first search over all ranks, 2 bits a state, on all cores.
//!
//! R. E. Korf, *Minimizing disk I/O in two-bit breadth-first search* (2008), and before him G. Cooperman and
//! L. Finkelstein, *New methods for using Cayley graphs in interconnection networks* (1992), keep a table of 2 bits a
//! state in place of open and closed lists: unseen, this layer, next layer, done; or the distance modulo 3.
//! Ours asks for a [`Bipartite`] graph. Its side tells this layer from the next, so one code serves both, and two are
//! left for states that are done: with the side they say the distance modulo 4. Each neighbour is thereby known to be
//! nearer or further, so shortest plays are read back from any state when the search is over, and counted.
//!
//! A layer is one pass over the table in chunks that the threads take in turn. A state of this layer is no neighbour of
//! another, and setting a bit twice is setting it once: what is found does not depend on the threads.
//!
//! ```
//! use saltus::limits::Limits;
//! use saltus::notation::Instance;
//! use saltus::puzzle::{Puzzle, Ranked};
//! use saltus::puzzles::reverse;
//! use saltus::search::ranked::{self, Until};
//!
//! let puzzle = reverse::read("reverse 1 2 3 _ 4 5 6").unwrap().puzzle().unwrap();
//! let start = puzzle.rank(&puzzle.start());
//! let distances = ranked::explore(&puzzle, start, Until::Everything, &Limits::default()).unwrap();
//! assert_eq!((distances.depth(), distances.layers().iter().sum()), (25, puzzle.count()));
//! let antipode = distances.farthest()[0];
//! assert_eq!(distances.plan_to(antipode).unwrap().len(), 25);
//! ```

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::{Halted, Search, moves_along};
use crate::limits::{Limits, Meter, Report, Stop, Tally};
use crate::puzzle::{Bipartite, Ranked};

/// How far to explore. Layers are always whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until<'a> {
    /// All that can be reached.
    Everything,
    /// Up to the first layer by which all these ranks are reached, which is found but not expanded.
    Reached(&'a [u64]),
}

impl<'a> Until<'a> {
    fn targets(self) -> &'a [u64] {
        match self {
            Until::Everything => &[],
            Until::Reached(targets) => targets,
        }
    }
}

/// Bytes of the table for so many states.
pub fn table_bytes(states: u64) -> u64 {
    states.div_ceil(PER_WORD) * size_of::<u64>() as u64
}

/// Finds the distances of all states from `start`.
///
/// # Errors
/// The limit that was reached. Then some state that was asked for is at least `lower` moves away.
///
/// # Panics
/// When `start` or a target is no rank.
pub fn explore<'g, G: Bipartite>(
    graph: &'g G,
    start: u64,
    until: Until<'_>,
    limits: &Limits<'_>,
) -> Search<Distances<'g, G>> {
    explore_by(CHUNK, graph, start, until, limits)
}

fn explore_by<'g, G: Bipartite>(
    chunk: usize,
    graph: &'g G,
    start: u64,
    until: Until<'_>,
    limits: &Limits<'_>,
) -> Search<Distances<'g, G>> {
    let states = graph.states();
    assert!(start < states && until.targets().iter().all(|&rank| rank < states), "ranks are below {states}");
    let table = Table::new(states, limits).map_err(|stop| Halted { stop, lower: 0, expanded: 0 })?;
    let mut distances = Distances::of_start(graph, start, table);
    while !distances.are_enough(until) {
        match distances.grow(chunk, limits) {
            Ok(true) => {}
            Ok(false) => break,
            Err(stop) => return Err(distances.halted(stop, until)),
        }
    }
    Ok(distances)
}

/// How far every state is from one of them, modulo 4, and what follows from that.
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
        let start_side = graph.side(&cursor_at(graph, start));
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

    /// A few states of the last layer, those of least rank; none while the exploration is not complete.
    pub fn farthest(&self) -> &[u64] {
        &self.farthest
    }

    /// Whether a state has been reached.
    pub fn is_reached(&self, rank: u64) -> bool {
        self.table.code(rank) != UNSEEN
    }

    /// The distance of a state modulo 4, if it has been reached.
    pub fn modulo_4(&self, rank: u64) -> Option<u32> {
        self.residue(rank, self.graph.side(&cursor_at(self.graph, rank)))
    }

    /// The distance of a state, if it has been reached.
    pub fn distance(&self, rank: u64) -> Option<u32> {
        self.is_reached(rank).then(|| self.descent(rank).count() as u32 - 1)
    }

    /// The states of a shortest play from the start to a state, both included, if it has been reached.
    pub fn path_to(&self, rank: u64) -> Option<Vec<u64>> {
        self.is_reached(rank).then(|| {
            let mut path: Vec<u64> = self.descent(rank).collect();
            path.reverse();
            path
        })
    }

    /// A shortest plan from the start to a state, for a puzzle whose two ways to number states agree.
    pub fn plan_to(&self, rank: u64) -> Option<Vec<G::Move>>
    where
        G: Ranked,
    {
        let states: Vec<G::State> = self.path_to(rank)?.into_iter().map(|rank| self.graph.unrank(rank)).collect();
        Some(moves_along(self.graph, &states.iter().collect::<Vec<_>>()))
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
        self.count_many_plays(rank, limits)
    }

    fn count_many_plays(&self, rank: u64, limits: &Limits<'_>) -> Result<UBig, Stop> {
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
        let sweep = Sweep {
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

    fn are_enough(&self, until: Until<'_>) -> bool {
        until != Until::Everything && until.targets().iter().all(|&rank| self.is_reached(rank))
    }

    fn halted(&self, stop: Stop, until: Until<'_>) -> Halted {
        let beyond = until != Until::Everything; // than the last layer some target must be
        Halted { stop, lower: self.depth() + u32::from(beyond), expanded: self.expanded() }
    }
}

fn cursor_at<G: Bipartite>(graph: &G, rank: u64) -> G::Cursor {
    let mut cursor = graph.cursor();
    graph.seek(&mut cursor, rank);
    cursor
}

/// States whose codes stand in one word.
const PER_WORD: u64 = 32;
/// The low bits of all codes of a word.
const LOW: u64 = u64::MAX / 3;

/// The code of a state that has not been reached.
const UNSEEN: u64 = 0b00;
/// On the layer being expanded, or on the next.
const FRESH: u64 = 0b01;
/// Expanded, at distance 0 or 1 modulo 4.
const DONE: u64 = 0b10;
/// Expanded, at distance 2 or 3 modulo 4.
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

    /// Makes an unseen state fresh; tells whether it was unseen.
    #[inline]
    fn discover(&self, rank: u64) -> bool {
        let (word, shift) = self.place(rank);
        // Most neighbours are known, and to look is cheaper than to write. Another thread may be as quick, but only to
        // make the state fresh: so one bit is asked for, which is one instruction.
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
struct Sweep<'a, G> {
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
struct Found {
    /// States expanded.
    expanded: u64,
    /// States reached first by this thread.
    new: u64,
    /// Of those expanded, the least ranks in ascending order.
    least: Vec<u64>,
}

impl Found {
    fn and(mut self, other: Found) -> Found {
        self.expanded += other.expanded;
        self.new += other.new;
        self.least.extend(other.least);
        self.least.sort_unstable();
        self.least.truncate(EXAMPLES);
        self
    }
}

impl<G: Bipartite> Sweep<'_, G> {
    fn run(&self) -> Result<Found, Stop> {
        let next = AtomicUsize::new(0);
        let chunks = self.table.0.len().div_ceil(self.chunk);
        let work = || self.work(&next);
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.limits.threads.min(chunks)).map(|_| scope.spawn(work)).collect();
            let mine = work();
            let others = helpers.into_iter().map(|helper| helper.join().expect("no thread panics"));
            others.fold(mine, |all, part| Ok(all?.and(part?)))
        })
    }

    /// Expands chunk after chunk until none is left.
    fn work(&self, next: &AtomicUsize) -> Result<Found, Stop> {
        let (mut cursor, mut found) = (self.graph.cursor(), Found::default());
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
    fn expand_word(&self, at: usize, cursor: &mut G::Cursor, found: &mut Found) {
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

    /// Tells of one more chunk, and asks whether to go on.
    fn account(&self, expanded: u64) -> Result<(), Stop> {
        let done = self.expanded.add(expanded);
        if let Some(progress) = self.limits.progress {
            progress.report(&Report { phase: "breadth-first search", done, total: Some(self.graph.states()) });
        }
        self.limits.spend(done, self.table.bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::puzzles::reverse::Reverse;

    /// The cells of a grid, with a wall above row `wall`.
    struct Grid {
        width: u64,
        height: u64,
        wall: u64,
    }

    impl Bipartite for Grid {
        type Cursor = u64;

        fn states(&self) -> u64 {
            self.width * self.height
        }

        fn cursor(&self) -> u64 {
            0
        }

        fn seek(&self, cursor: &mut u64, rank: u64) {
            *cursor = rank;
        }

        fn side(&self, &cell: &u64) -> bool {
            (cell / self.width + cell % self.width) % 2 == 1
        }

        fn neighbours(&self, &cell: &u64, mut visit: impl FnMut(u64)) {
            let (y, x) = (cell / self.width, cell % self.width);
            let steps = [
                (x > 0, cell.wrapping_sub(1)),
                (x + 1 < self.width, cell + 1),
                (y > 0 && y != self.wall, cell.wrapping_sub(self.width)),
                (y + 1 < self.height && y + 1 != self.wall, cell + self.width),
            ];
            steps.into_iter().filter(|step| step.0).for_each(|step| visit(step.1));
        }
    }

    fn reversal(n: u16) -> Reverse {
        let cells: Vec<u16> = (0..=n).collect();
        Reverse::new(&cells, None)
    }

    /// Every state that can be reached: its distance, and the number of shortest plays to it.
    fn plainly<G: Bipartite>(graph: &G, start: u64) -> BTreeMap<u64, (u32, u64)> {
        let mut known = BTreeMap::from([(start, (0, 1))]);
        let mut queue = VecDeque::from([start]);
        while let Some(rank) = queue.pop_front() {
            let (distance, plays) = known[&rank];
            graph.neighbours(&cursor_at(graph, rank), |next| {
                let entry = known.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (distance + 1, 0)
                });
                if entry.0 == distance + 1 {
                    entry.1 += plays;
                }
            });
        }
        known
    }

    fn words(table: &Table) -> Vec<u64> {
        table.0.iter().map(|word| word.load(Relaxed)).collect()
    }

    fn assert_plain<G: Bipartite>(graph: &G, start: u64, plays: bool) {
        let distances = explore(graph, start, Until::Everything, &Limits::default()).expect("no limit");
        let plain = plainly(graph, start);
        let depth = plain.values().map(|entry| entry.0).max().expect("the start");
        let at_distance = |d| plain.iter().filter(move |entry| entry.1.0 == d).map(|entry| *entry.0);
        let layers: Vec<u64> = (0..=depth).map(|d| at_distance(d).count() as u64).collect();
        assert_eq!(distances.layers(), layers);
        assert_eq!(distances.farthest(), at_distance(depth).take(EXAMPLES).collect::<Vec<_>>());
        assert!(distances.is_complete());
        for rank in 0..graph.states() {
            let known = plain.get(&rank);
            assert_eq!(distances.modulo_4(rank), known.map(|entry| entry.0 % 4), "{start} to {rank}");
            assert_eq!(distances.distance(rank), known.map(|entry| entry.0), "{start} to {rank}");
            if plays {
                let counted = distances.shortest_plays(rank, &Limits::default());
                assert_eq!(counted, Ok(known.map_or(0, |entry| entry.1).into()), "{start} to {rank}");
            }
        }
    }

    #[test]
    fn agrees_with_a_plain_search_from_everywhere() {
        for n in 0..=5 {
            let puzzle = reversal(n);
            for start in 0..puzzle.states() {
                assert_plain(&puzzle, start, n <= 4);
            }
        }
        assert_plain(&reversal(6), 1234, true);
    }

    #[test]
    fn agrees_on_tables_of_any_length() {
        let sizes = [(1, 1, 9), (31, 1, 9), (1, 32, 40), (33, 1, 9), (1, 64, 33), (13, 5, 3), (8, 12, 5)];
        for (width, height, wall) in sizes {
            let grid = Grid { width, height, wall };
            for start in [0, grid.states() / 2, grid.states() - 1] {
                assert_plain(&grid, start, true);
            }
        }
    }

    #[test]
    fn the_same_whatever_the_threads_and_chunks() {
        let puzzle = reversal(5); // 720 states, 23 words
        for start in (0..puzzle.states()).step_by(101) {
            let run = |threads, chunk| {
                let limits = Limits { threads, ..Limits::default() };
                explore_by(chunk, &puzzle, start, Until::Everything, &limits).expect("no limit")
            };
            let single = run(1, CHUNK);
            for (threads, chunk) in [(1, 1), (2, 1), (3, 2), (2, 7), (3, 11), (3, 22), (2, 23), (3, 24)] {
                let other = run(threads, chunk);
                assert_eq!(words(&other.table), words(&single.table), "{threads} threads, chunks of {chunk}");
                assert_eq!((&other.layers, &other.farthest), (&single.layers, &single.farthest));
            }
        }
    }

    #[test]
    fn stops_when_all_targets_are_reached() {
        let puzzle = reversal(5);
        let plain = plainly(&puzzle, 7);
        for targets in [&[][..], &[7], &[700], &[3, 500, 211]] {
            let distances = explore(&puzzle, 7, Until::Reached(targets), &Limits::default()).expect("no limit");
            let depth = targets.iter().map(|target| plain[target].0).max().unwrap_or(0);
            assert_eq!(distances.depth(), depth);
            for (&rank, &(distance, plays)) in &plain {
                let reached = distance <= depth;
                assert_eq!(distances.distance(rank), reached.then_some(distance));
                let plays = if reached { plays } else { 0 };
                assert_eq!(distances.shortest_plays(rank, &Limits::default()), Ok(plays.into()));
            }
        }
    }

    #[test]
    fn a_target_that_cannot_be_reached() {
        let grid = Grid { width: 3, height: 4, wall: 2 };
        let distances = explore(&grid, 0, Until::Reached(&[11]), &Limits::default()).expect("no limit");
        assert!(distances.is_complete());
        assert_eq!((distances.layers(), distances.distance(11)), (&[1, 2, 2, 1][..], None));
        assert_eq!((distances.path_to(11), distances.modulo_4(11)), (None, None));
    }

    #[test]
    fn plans_are_played() {
        let puzzle = reversal(4);
        let distances = explore(&puzzle, 0, Until::Everything, &Limits::default()).expect("no limit");
        for rank in 0..puzzle.states() {
            let plan = distances.plan_to(rank).expect("all can be reached");
            let mut state = puzzle.unrank(0);
            for hop in &plan {
                assert_eq!(puzzle.check(&state, hop), Ok(()));
                puzzle.play(&mut state, hop);
            }
            assert_eq!((puzzle.rank(&state), Some(plan.len() as u32)), (rank, distances.distance(rank)));
        }
    }

    #[test]
    fn counts_beyond_64_bits() {
        let grid = Grid { width: 40, height: 40, wall: 40 };
        let distances = explore(&grid, 0, Until::Everything, &Limits::default()).expect("no limit");
        // 78 steps, 39 of them downwards.
        let binomial = (1..=39u64).fold(UBig::ONE, |product, k| product * UBig::from(39 + k) / UBig::from(k));
        assert_eq!(distances.shortest_plays(1599, &Limits::default()), Ok(binomial));
    }

    #[test]
    fn limits_stop_it() {
        let puzzle = reversal(5);
        let stopped = |limits: Limits<'_>| explore(&puzzle, 0, Until::Reached(&[719]), &limits).err();
        let layers = plainly(&puzzle, 0).values().filter(|entry| entry.0 <= 3).count() as u64;
        let halted = |stop, lower, expanded| Some(Halted { stop, lower, expanded });
        // Layers 0 to 2 have 8 states, and layer 3 has 12.
        assert_eq!(layers, 20);
        assert_eq!(stopped(Limits { nodes: 8, ..Limits::default() }), halted(Stop::Nodes, 4, 8));
        assert_eq!(stopped(Limits { nodes: 19, threads: 3, ..Limits::default() }), halted(Stop::Nodes, 4, 8));
        assert_eq!(stopped(Limits { memory: 183, ..Limits::default() }), halted(Stop::Memory { needed: 184 }, 0, 0));
        assert_eq!(stopped(Limits { memory: 184, ..Limits::default() }), None);
        let cancel = AtomicBool::new(true);
        let cancelled = Limits { cancel: Some(&cancel), ..Limits::default() };
        assert_eq!(stopped(cancelled), halted(Stop::Cancelled, 1, 0));
    }

    #[test]
    fn limits_stop_the_counting() {
        let grid = Grid { width: 100, height: 100, wall: 100 };
        let distances = explore(&grid, 0, Until::Everything, &Limits::default()).expect("no limit");
        let count = |limits| distances.shortest_plays(9999, &limits);
        let memory = table_bytes(10_000) + 1;
        assert!(matches!(count(Limits { memory, ..Limits::default() }), Err(Stop::Memory { .. })));
        assert_eq!(count(Limits { nodes: 100, ..Limits::default() }), Err(Stop::Nodes));
        assert!(count(Limits::default()).is_ok_and(|plays| plays > UBig::from(u64::MAX)));
    }

    #[test]
    fn progress_counts_up_to_all_states() {
        struct Heard(Tally);
        impl crate::limits::Progress for Heard {
            fn report(&self, report: &Report<'_>) {
                assert_eq!(report.total, Some(720));
                assert!(report.done <= 720);
                self.0.add(u64::from(report.done == 720));
            }
        }
        let heard = Heard(Tally::default());
        let limits = Limits { progress: Some(&heard), ..Limits::default() };
        explore(&reversal(5), 0, Until::Everything, &limits).expect("no limit");
        assert!(heard.0.add(0) > 0);
    }
}
