//! A* over the positions that a move with a cost has just led to. The positions that free moves reach in between are walked through
//! again for each of them, and not kept: in Sokoban counted by pushes, the man stands next to the box that he has just pushed.
//!
//! Plays are compared by what they cost and then by their moves, and so are positions that wait: by the least cost of a play through them, then by
//! their moves so far. The bound is consistent, so the first goal that comes up ends a play that is best.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use saltus_core::engine::{Play, Table, hash};
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::search::Halted;
use smallvec::SmallVec;

use crate::definition::Content;
use crate::matching::Matching;
use crate::packed::{Canonical, Few, Group, Key, Packed, WIDE};
use crate::potential::Potential;

/// A position that is known, and the best way there so far.
#[derive(Debug)]
struct Node {
    key: Key<WIDE>,
    /// The number of the one before.
    before: u32,
    /// Moves that cost something, and all moves.
    cost: u32,
    moves: u32,
    /// The bound of what is still to be paid.
    rest: u32,
    /// Whether nothing waits for it.
    closed: bool,
    is_end: bool,
}

/// What is known of plays from a position on.
pub(crate) struct Knows<'a> {
    pub(crate) matching: Option<&'a Matching>,
    pub(crate) potential: Option<&'a Potential>,
    pub(crate) few: Option<&'a Few>,
}

/// What moves lead to.
struct Ground<'a> {
    packed: &'a Packed<WIDE>,
    group: &'a Canonical<WIDE>,
    knows: Knows<'a>,
    /// The positions that free moves lead to, with the place of the one before and how many moves that takes.
    walked: Vec<(Key<WIDE>, u32, u32)>,
    met: Table<WIDE>,
    after: Vec<Key<WIDE>>,
}

impl Ground<'_> {
    /// Walks through all that free moves lead to.
    fn walk(&mut self, from: Key<WIDE>) -> Result<(), Stop> {
        self.walked.clear();
        self.met.clear();
        self.walked.push((from, 0, 0));
        self.met.insert(from);
        let (_, Some(free)) = self.packed.priced(false) else { return Ok(()) };
        let mut at = 0;
        while at < self.walked.len() {
            let (key, _, moves) = self.walked[at];
            self.after.clear();
            free.successors(&key, &mut self.after);
            for &next in &self.after {
                if self.met.insert(next) {
                    self.walked.push((next, at as u32, moves + 1));
                }
            }
            at += 1;
        }
        free.were_whole()
    }

    /// The positions that a move which costs something leads to from a walked one.
    fn land(&mut self, at: usize) -> Result<&[Key<WIDE>], Stop> {
        let (paid, _) = self.packed.priced(false);
        self.after.clear();
        paid.successors(&self.walked[at].0, &mut self.after);
        paid.were_whole()?;
        Ok(&self.after)
    }

    /// What is still to be paid at least from a position that follows from another one.
    fn bound(&self, before: &Key<WIDE>, key: &Key<WIDE>) -> u32 {
        let Knows { matching, potential, few } = &self.knows;
        if few.is_some_and(|few| few.is_lost(before, key)) {
            return u32::MAX;
        }
        let contents: SmallVec<[Content; 64]> = self.packed.contents(key).collect();
        let matched = matching.map_or(0, |bound| bound.bound(&contents));
        matched.max(potential.map_or(0, |bound| bound.bound(&contents)))
    }

    /// Appends the positions after one, up to the next, with as few free moves as can be.
    fn way(&mut self, from: Key<WIDE>, to: &Node, way: &mut Vec<Key<WIDE>>) -> Result<(), Stop> {
        self.walk(from)?;
        let mut at = 0;
        let group = self.group;
        let leads = |this: &mut Self, at: usize| {
            if to.is_end {
                return Ok(this.walked[at].0 == to.key);
            }
            Ok(this.land(at)?.iter().any(|key| group.least(*key) == to.key))
        };
        while !leads(self, at)? {
            at += 1;
        }
        let begin = way.len();
        while at > 0 {
            way.push(self.group.least(self.walked[at].0));
            at = self.walked[at].1 as usize;
        }
        way[begin..].reverse();
        if !to.is_end {
            way.push(to.key);
        }
        Ok(())
    }
}

/// No node.
const NONE: u32 = u32::MAX;

struct Search {
    nodes: Vec<Node>,
    /// The numbers of nodes by the hashes of their positions, with a power of two of places of which half are free.
    places: Vec<u32>,
    /// What waits, by the least cost of a play through it, and its moves.
    waiting: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

impl Search {
    fn new() -> Self {
        Search { nodes: Vec::new(), places: vec![NONE; 1 << 10], waiting: BinaryHeap::new() }
    }

    fn bytes(&self) -> u64 {
        let waiting = self.waiting.capacity() * size_of::<(u32, u32, u32)>();
        (self.nodes.capacity() * size_of::<Node>() + self.places.len() * size_of::<u32>() + waiting) as u64
    }

    /// The place of a position, or the free one where it would be.
    fn place(&self, key: &Key<WIDE>) -> usize {
        let most = self.places.len() - 1;
        let mut at = hash(key) as usize & most;
        while self.places[at] != NONE && self.nodes[self.places[at] as usize].key != *key {
            at = (at + 1) & most;
        }
        at
    }

    /// Makes room for another position.
    fn grow(&mut self) {
        if self.nodes.len() * 2 < self.places.len() {
            return;
        }
        self.places = vec![NONE; self.places.len() * 2];
        for number in 0..self.nodes.len() {
            if !self.nodes[number].is_end {
                let place = self.place(&self.nodes[number].key);
                self.places[place] = number as u32;
            }
        }
    }

    fn wait(&mut self, number: u32) {
        let Node { cost, moves, rest, .. } = self.nodes[number as usize];
        self.waiting.push(Reverse((cost + rest, moves, number)));
    }

    /// A way to a position: kept if it is the best one.
    fn reach(&mut self, key: Key<WIDE>, (before, cost, moves): (u32, u32, u32), bound: &dyn Fn() -> u32) {
        self.grow();
        let place = self.place(&key);
        let mut number = self.places[place];
        if number == NONE {
            number = self.nodes.len() as u32;
            self.places[place] = number;
            let rest = bound();
            self.nodes.push(Node { key, before, cost, moves, rest, closed: rest == u32::MAX, is_end: false });
        } else {
            let node = &mut self.nodes[number as usize];
            if node.rest == u32::MAX || (node.cost, node.moves) <= (cost, moves) {
                return;
            }
            (node.before, node.cost, node.moves, node.closed) = (before, cost, moves, false);
        }
        if !self.nodes[number as usize].closed {
            self.wait(number);
        }
    }

    /// The one that has its turn, and the least cost of a play through it.
    fn next(&mut self) -> Option<(u32, u32)> {
        while let Some(Reverse((total, moves, number))) = self.waiting.pop() {
            let node = &mut self.nodes[number as usize];
            if !node.closed && (node.cost + node.rest, node.moves) == (total, moves) {
                node.closed = true;
                return Some((number, total));
            }
        }
        None
    }
}

/// A best play; none where no goal can be reached.
pub(crate) fn landings(packed: &Packed<WIDE>, knows: Knows<'_>, limits: &Limits<'_>) -> Result<Play<WIDE>, Halted> {
    let group = packed.group(Group::Goals);
    let mut meter = Meter::new(limits, "A*");
    let held = knows.few.map_or(0, Few::bytes);
    let mut ground = Ground { packed, group, knows, walked: Vec::new(), met: Table::default(), after: Vec::new() };
    let mut search = Search::new();
    let start = packed.start();
    search.reach(group.least(start), (0, 0, 0), &|| ground.bound(&start, &start));
    let mut least = 0;
    while let Some((number, total)) = search.next() {
        least = least.max(total);
        let expanded = meter.nodes();
        let halted = |stop| Halted { stop, lower: least, expanded };
        limits.deepen(least).map_err(halted)?;
        let Node { key, cost, moves, is_end, .. } = search.nodes[number as usize];
        if is_end {
            return Ok((Some(traced(&search, number, &mut ground).map_err(halted)?), expanded));
        }
        meter.node(|| held + search.bytes()).map_err(halted)?;
        ground.walk(key).map_err(halted)?;
        let mut has_end = false;
        for at in 0..ground.walked.len() {
            let (here, _, walked) = ground.walked[at];
            let moves = moves + walked;
            if !has_end && packed.is_goal(&here) {
                has_end = true;
                let end = search.nodes.len() as u32;
                search.nodes.push(Node {
                    key: here,
                    before: number,
                    cost,
                    moves,
                    rest: 0,
                    closed: false,
                    is_end: true,
                });
                search.wait(end);
            }
            // Another landing here is no better than this one.
            if at > 0
                && let other = search.places[search.place(&group.least(here))]
                && other != NONE
                && let other = &mut search.nodes[other as usize]
                && (other.cost, other.moves) >= (cost, moves)
            {
                other.closed = true;
            }
            ground.land(at).map_err(halted)?;
            for key in &ground.after {
                search.reach(group.least(*key), (number, cost + 1, moves + 1), &|| ground.bound(&here, key));
            }
        }
    }
    Ok((None, meter.nodes()))
}

/// The positions of the play to the last one.
fn traced(search: &Search, last: u32, ground: &mut Ground<'_>) -> Result<Vec<Key<WIDE>>, Stop> {
    let mut chain = vec![last];
    let mut at = last;
    while at > 0 {
        at = search.nodes[at as usize].before;
        chain.push(at);
    }
    chain.reverse();
    let mut play = vec![search.nodes[0].key];
    for pair in chain.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|number| &search.nodes[number as usize]);
        ground.way(from.key, to, &mut play)?;
    }
    Ok(play)
}
