//! Beam search with pattern databases: of each number of moves only the boards whose bounds have the
//! least sum over the views are kept.
//!
//! The sum of two views tells more of a board than their maximum, although it bounds nothing. A beam
//! is as wide as the rest of the limits allows; those before it are narrow, and measure how long it
//! will take. What a bound excludes by the length of the best play is left out.

use std::time::Duration;

use crate::bounds::patterns::MOST_CELLS;
use crate::bounds::patterns::table::PatternState;
use crate::search::ida::engine::Root;
use crate::search::ida::views::PatternViews;
use saltus_core::board::Board;
use saltus_core::clock::Instant;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::random::Random;

/// The width of the first beam.
const NARROW: usize = 256;

/// The width of a beam is this many times that of the one before.
const GROWTH: usize = 4;

/// Bytes for each board of the width: two layers, children, slots of three hash tables, and 150 steps
/// that lead to it.
const BYTES: u64 = 1200;

/// A short play, as the vacancy's directions; none where no beam within the limits finds one.
pub(crate) fn beam(views: &PatternViews, position: &[u8], limits: &Limits<'_>) -> Option<Vec<u8>> {
    let mut search = Beams::new(views, position, limits)?;
    let (mut best, mut width): (Option<Vec<u8>>, usize) = (None, NARROW);
    loop {
        let begun = (Instant::now(), search.meter.nodes());
        let most = best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
        match search.run(width, most) {
            Ok(found) => best = found.or(best),
            Err(_) => break,
        }
        // What the limits leave room for, in widths of this beam.
        let nodes = search.meter.nodes() - begun.1;
        let by_nodes = (limits.nodes - search.meter.nodes().min(limits.nodes)) as f64 / nodes.max(1) as f64;
        let by_time = limits.deadline.map_or(f64::MAX, |deadline| {
            let took = begun.0.elapsed().max(Duration::from_micros(1));
            // Wider beams miss the cache more often.
            0.8 * deadline.saturating_duration_since(Instant::now()).as_secs_f64() / took.as_secs_f64()
        });
        let rest = by_nodes.min(by_time);
        let by_memory = (limits.memory / BYTES) as usize;
        let next = if rest < (2 * GROWTH) as f64 { (width as f64 * rest) as usize } else { GROWTH * width };
        let next = next.min(by_memory);
        if next <= width {
            break;
        }
        width = next;
    }
    best
}

/// A layer: boards, where the tiles of their patterns stand, the vacancies, the bounds of the two
/// views, and the hashes, each one after another.
#[derive(Default)]
struct ViewsLayer {
    boards: Vec<[u8; MOST_CELLS]>,
    standings: Vec<PatternState>,
    looks: Vec<LookedUp>,
}

impl ViewsLayer {
    fn clear(&mut self) {
        self.boards.clear();
        self.standings.clear();
        self.looks.clear();
    }
}

/// What else is known of a board.
#[derive(Clone, Copy)]
struct LookedUp {
    hash: u64,
    bounds: [u16; 2],
    vacancy: u8,
    /// The direction of the last move.
    last: u8,
}

/// A board that may be kept.
#[derive(Clone, Copy)]
struct Child {
    look: LookedUp,
    before: u32,
}

struct Beams<'a> {
    root: Root<'a>,
    views: &'a PatternViews,
    board: Board,
    /// Drawn for each cell and tile: a board has the sum of its tiles'.
    random: Vec<u64>,
    meter: Meter<'a>,
    limits: &'a Limits<'a>,
}

impl<'a> Beams<'a> {
    fn new(views: &'a PatternViews, position: &'a [u8], limits: &'a Limits<'a>) -> Option<Self> {
        let mut random = Random::new(1);
        Some(Beams {
            root: Root::new(views, position)?,
            views,
            board: Board::grid(views.height, views.width),
            random: (0..position.len() * MOST_CELLS).map(|_| random.number()).collect(),
            meter: Meter::new(limits, "beam"),
            limits,
        })
    }

    fn drawn(&self, cell: u32, home: usize) -> u64 {
        self.random[cell as usize * MOST_CELLS + home]
    }

    /// The layer of the start.
    fn first_layer(&self) -> ViewsLayer {
        let Root { position, standings, bounds, vacancy, lanes } = &self.root;
        let mut board = [0; MOST_CELLS];
        board[..position.len()].copy_from_slice(position);
        let bound = |view: usize| bounds.get(view).unwrap_or(&bounds[0]);
        let hash = position.iter().zip(0..).map(|(&home, cell)| self.drawn(cell, home.into()));
        let look = LookedUp {
            hash: hash.fold(0, u64::wrapping_add),
            bounds: [0, 1].map(|view| *bound(view) as u16),
            vacancy: *vacancy as u8,
            last: 4,
        };
        ViewsLayer { boards: vec![board], standings: standings[..lanes.count()].to_vec(), looks: vec![look] }
    }

    /// One beam, for plays of fewer than `most` moves.
    fn run(&mut self, width: usize, most: u32) -> Result<Option<Vec<u8>>, Stop> {
        self.limits.afford(BYTES * width as u64)?;
        let (mut layer, mut next) = (self.first_layer(), ViewsLayer::default());
        // For each layer where its boards come from: 4 times the place there, and the direction.
        let mut steps: Vec<Vec<u32>> = Vec::new();
        let mut met: [MetHashes; 3] = std::array::from_fn(|_| MetHashes::new(4 * width));
        let mut children = Vec::new();
        loop {
            if let Some(home) = layer.looks.iter().position(|look| look.bounds == [0, 0]) {
                return Ok(Some(walk(&steps, home)));
            }
            if layer.looks.is_empty() {
                return Ok(None);
            }
            let moves = steps.len() as u32 + 1;
            self.grow(&layer, moves, most, &mut children);
            self.meter.nodes_more(layer.looks.len() as u64, || BYTES * width as u64)?;
            select(&mut children, width, &mut met, steps.len());
            next.clear();
            for child in &children {
                self.enter(&layer, child, &mut next);
            }
            steps.push(children.iter().map(|child| child.before << 2 | u32::from(child.look.last)).collect());
            std::mem::swap(&mut layer, &mut next);
        }
    }

    /// All moves from the boards of a layer but those that take the last one back.
    fn grow(&self, layer: &ViewsLayer, moves: u32, most: u32, children: &mut Vec<Child>) {
        let parts = self.root.lanes.count();
        children.clear();
        for (before, (look, board)) in (0..).zip(layer.looks.iter().zip(&layer.boards)) {
            let standings = &layer.standings[before as usize * parts..][..parts];
            let vacancy = u32::from(look.vacancy);
            for direction in (0..4).filter(|&direction| direction as u8 ^ 1 != look.last) {
                if self.board.step(vacancy, direction).is_none() {
                    continue;
                }
                let (from, home) = self.root.lanes.tile(board, vacancy, direction);
                let mut bounds = look.bounds;
                for (view, bound) in bounds.iter_mut().enumerate().take(self.views.list.len()) {
                    let part = self.root.lanes.part(view, home);
                    let (_, lower) = self.root.lanes.moved(part, standings[part], vacancy, direction);
                    *bound = bound.wrapping_add(1).wrapping_sub(2 * lower as u16);
                }
                if self.views.list.len() == 1 {
                    bounds[1] = bounds[0];
                }
                if moves + u32::from(bounds[0].max(bounds[1])) >= most {
                    continue;
                }
                let gap = self.views.vacancy;
                let hash = look
                    .hash
                    .wrapping_sub(self.drawn(vacancy, gap))
                    .wrapping_sub(self.drawn(from, home))
                    .wrapping_add(self.drawn(from, gap))
                    .wrapping_add(self.drawn(vacancy, home));
                let look = LookedUp { hash, bounds, vacancy: from as u8, last: direction as u8 };
                children.push(Child { look, before });
            }
        }
    }

    /// Adds a child to the next layer.
    fn enter(&self, layer: &ViewsLayer, child: &Child, next: &mut ViewsLayer) {
        let (parts, before) = (self.root.lanes.count(), child.before as usize);
        let (from, to) = (usize::from(child.look.vacancy), u32::from(layer.looks[before].vacancy));
        let mut board = layer.boards[before];
        let home = usize::from(board[from]);
        board.swap(from, to as usize);
        next.boards.push(board);
        let begin = next.standings.len();
        next.standings.extend_from_slice(&layer.standings[before * parts..][..parts]);
        for view in 0..self.views.list.len() {
            let part = self.root.lanes.part(view, home);
            let standing = &mut next.standings[begin + part];
            *standing = self.root.lanes.moved(part, *standing, to, child.look.last.into()).0;
        }
        next.looks.push(child.look);
    }
}

/// The directions that lead to a board of the last layer.
fn walk(steps: &[Vec<u32>], mut at: usize) -> Vec<u8> {
    let back = steps.iter().rev().map(|layer| {
        let step = layer[at];
        at = (step >> 2) as usize;
        step as u8 & 3
    });
    let mut walk: Vec<u8> = back.collect();
    walk.reverse();
    walk
}

/// Keeps the `width` children that look nearest, none twice, and none that was in the layer before the
/// last. Of those that look alike the hash, which is as good as drawn, decides.
fn select(children: &mut Vec<Child>, width: usize, met: &mut [MetHashes; 3], layer: usize) {
    let far = |child: &Child| usize::from(child.look.bounds[0] + child.look.bounds[1]);
    let [now, before] = [layer % 3, (layer + 1) % 3];
    met[now].clear();
    // From the nearest on: a list of numbers for each distance.
    let mut counts = vec![0usize; children.iter().map(far).max().map_or(1, |most| most + 2)];
    children.iter().for_each(|child| counts[far(child) + 1] += 1);
    (1..counts.len()).for_each(|at| counts[at] += counts[at - 1]);
    let mut order = vec![0u32; children.len()];
    let mut place = counts.clone();
    for (number, child) in (0..).zip(&*children) {
        let place = &mut place[far(child)];
        order[*place] = number;
        *place += 1;
    }
    let mut kept = Vec::with_capacity(width.min(children.len()));
    for range in counts.windows(2) {
        let alike = &mut order[range[0]..range[1]];
        if kept.len() + alike.len() > width {
            alike.sort_unstable_by_key(|&number| children[number as usize].look.hash.rotate_left(21));
        }
        for &number in &*alike {
            let child = children[number as usize];
            if kept.len() < width && !met[before].has(child.look.hash) && met[now].insert(child.look.hash) {
                kept.push(child);
            }
        }
        if kept.len() == width {
            break;
        }
    }
    *children = kept;
}

/// A set of hashes with room for half its slots.
struct MetHashes {
    slots: Vec<u64>,
    shift: u32,
}

impl MetHashes {
    fn new(most: usize) -> Self {
        let slots = most.max(2).next_power_of_two();
        MetHashes { slots: vec![0; slots], shift: 64 - slots.trailing_zeros() }
    }

    fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// The slot of a hash, or the empty one where it belongs.
    fn slot(&self, hash: u64) -> usize {
        let mut slot = (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        while self.slots[slot] != 0 && self.slots[slot] != hash {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    fn has(&self, hash: u64) -> bool {
        self.slots[self.slot(hash)] == hash
    }

    /// Whether it is new.
    fn insert(&mut self, hash: u64) -> bool {
        let slot = self.slot(hash);
        std::mem::replace(&mut self.slots[slot], hash) != hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ida::schedule;

    fn solved(size: (usize, usize, usize), position: &[u8], nodes: u64) -> Option<Vec<u8>> {
        let limits = Limits { nodes, ..Limits::default() };
        let views = schedule::views_in_time(size, &Limits::default()).expect("no limit on time");
        let walk = beam(&views, position, &limits)?;
        assert!(views.leads_home(position, &walk), "{size:?} {position:?} {walk:?}");
        Some(walk)
    }

    /// The position after random moves from the goal.
    fn shuffled((height, width, vacancy): (usize, usize, usize), seed: u64) -> Vec<u8> {
        let (board, mut random) = (Board::grid(height, width), Random::new(seed));
        let mut position: Vec<u8> = (0..(height * width) as u8).collect();
        let mut now = vacancy as u32;
        for _ in 0..2000 {
            if let Some(next) = board.step(now, random.below(4)) {
                position.swap(now as usize, next as usize);
                now = next;
            }
        }
        position
    }

    /// Plays lead home; on 4x4 they are at most two moves longer than the shortest, with one view and with two.
    #[test]
    fn plays_lead_home() {
        for (number, size) in [(4, 4, 15), (4, 4, 5), (3, 5, 0), (4, 4, 12)].into_iter().enumerate() {
            for seed in 0..4 {
                let position = shuffled(size, 10 * number as u64 + seed);
                let walk = solved(size, &position, 1 << 18).expect("a play");
                let shortest =
                    schedule::solve(size, &position, &Limits::default(), &mut |_| ()).expect("no limit").walk;
                assert!(walk.len() >= shortest.len(), "{size:?} {position:?}");
                assert!(size.0 != 4 || walk.len() <= shortest.len() + 2, "{size:?} {position:?} {}", walk.len());
            }
        }
        let goal: Vec<u8> = (0..16).collect();
        assert_eq!(solved((4, 4, 15), &goal, 1 << 10), Some(Vec::new()));
    }

    /// Bounds and hashes that are kept up are those from scratch; children come once.
    #[test]
    fn layers_are_what_they_say() {
        let (size, limits) = ((3, 5, 14), Limits::default());
        let views = schedule::views_in_time(size, &limits).expect("no limit on time");
        let position = shuffled(size, 1);
        let beams = Beams::new(&views, &position, &limits).expect("right tables");
        let (mut layer, mut met) = (beams.first_layer(), std::array::from_fn(|_| MetHashes::new(64)));
        let (mut children, mut next) = (Vec::new(), ViewsLayer::default());
        for moves in 1..40 {
            beams.grow(&layer, moves, u32::MAX, &mut children);
            select(&mut children, 16, &mut met, moves as usize - 1);
            next.clear();
            children.iter().for_each(|child| beams.enter(&layer, child, &mut next));
            std::mem::swap(&mut layer, &mut next);
            let mut boards = Vec::new();
            for (board, look) in layer.boards.iter().zip(&layer.looks) {
                let board = &board[..position.len()];
                let ViewsLayer { looks, .. } = Beams::new(&views, board, &limits).expect("right tables").first_layer();
                assert_eq!((looks[0].hash, looks[0].bounds, looks[0].vacancy), (look.hash, look.bounds, look.vacancy));
                assert!(!boards.contains(&board));
                boards.push(board);
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let (size, position) = ((4, 4, 15), shuffled((4, 4, 15), 3));
        assert_eq!(solved(size, &position, 10), None);
        let views = schedule::views_in_time(size, &Limits::default()).expect("no limit on time");
        let little = Limits { memory: 1 << 16, ..Limits::default() };
        assert_eq!(beam(&views, &position, &little), None);
        let stop = std::sync::atomic::AtomicBool::new(true);
        let stopped = Limits { cancel: Some(&stop), ..Limits::default() };
        let before = std::time::Instant::now();
        let _ = beam(&views, &position, &stopped);
        assert!(before.elapsed() < Duration::from_mins(1));
    }
}
