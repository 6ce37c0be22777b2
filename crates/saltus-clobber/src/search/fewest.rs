//! Does a play leave no more than so many pawns? Depth-first, with what is known of positions kept.
//!
//! A play is sought in rounds: each may expand so many positions, twice as many as the one before, and tries moves in an order that is more
//! and more left to chance. What a round has refuted stays refuted, so the rounds end in a proof if there is no such play.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::bits::Bits;
use super::graph::{Graph, Position};
use crate::rules::Move;
use saltus_core::board::Cell;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::random::Random;

/// Positions that the first round may expand, for each pawn.
const FIRST_ROUND: u64 = 16;

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    /// Every play leaves at least so many pawns.
    low: u16,
    /// A play leaves no more; [`u16::MAX`] when none is known.
    high: u16,
    /// The first move of that play.
    from: u16,
    to: u16,
}

const NOTHING: Known = Known { low: 1, high: u16::MAX, from: 0, to: 0 };

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is such a play.
    Yes,
    /// There is none.
    No,
    /// The round ended first.
    Open,
}

impl Answer {
    fn of(yes: bool) -> Self {
        if yes { Answer::Yes } else { Answer::No }
    }
}

/// A move to be tried; the least score first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    score: i32,
    from: u16,
    to: u16,
}

/// The pieces that pawns of both colours have fallen into, and how many pawns are in those of one colour.
struct Pieces<const W: usize> {
    dead: usize,
    live: Vec<(Position<W>, usize)>,
}

impl<const W: usize> Pieces<W> {
    /// What every play leaves at least.
    fn least(&self) -> usize {
        self.dead + self.live.iter().map(|(_, least)| least).sum::<usize>()
    }
}

/// A search on one graph; with `TURNS` the colours take turns and the own pawns of a position move next.
pub(super) struct Search<'a, const W: usize, const TURNS: bool> {
    graph: &'a Graph<W>,
    limits: &'a Limits<'a>,
    pub(super) meter: Meter<'a>,
    known: HashMap<Position<W>, Known, FxBuildHasher>,
    /// The play that was found, its last move first.
    play: Vec<Move>,
    /// Where the round ends.
    end: u64,
    random: Random,
    noise: usize,
}

impl<'a, const W: usize, const TURNS: bool> Search<'a, W, TURNS> {
    pub(super) fn new(graph: &'a Graph<W>, limits: &'a Limits<'a>) -> Self {
        Search {
            graph,
            limits,
            meter: Meter::new(limits, "search"),
            known: HashMap::default(),
            play: Vec::new(),
            end: 0,
            random: Random::new(0),
            noise: 0,
        }
    }

    /// The play of the last question that was answered with yes.
    pub(super) fn take_play(&mut self) -> Vec<Move> {
        self.play.reverse();
        std::mem::take(&mut self.play)
    }

    /// Asks in one round, numbered from 0.
    pub(super) fn ask(&mut self, position: &Position<W>, target: usize, round: u32) -> Result<Answer, Stop> {
        let nodes = (FIRST_ROUND * position.count() as u64).saturating_mul(1u64.checked_shl(round).unwrap_or(u64::MAX));
        self.end = self.meter.nodes().saturating_add(nodes);
        self.random = Random::new(u64::from(round));
        self.noise = 12 * round as usize;
        self.play.clear();
        self.leaves(position, target)
    }

    /// Whether a play from here leaves no more than `target` pawns; if so, its moves are behind those of `play`.
    ///
    /// With free turns the pawns are connected. No deeper than there are pawns.
    fn leaves(&mut self, position: &Position<W>, target: usize) -> Result<Answer, Stop> {
        if position.count() <= target {
            return Ok(Answer::Yes);
        }
        if self.least(position) > target {
            return Ok(Answer::No);
        }
        let known = self.look_up(position);
        if usize::from(known.low) > target {
            return Ok(Answer::No);
        }
        if usize::from(known.high) <= target {
            let mv = Move { from: Cell::from(known.from), to: Cell::from(known.to) };
            return self.follow(position, target, mv);
        }
        if self.meter.nodes() >= self.end {
            return Ok(Answer::Open);
        }
        let entry = size_of::<(Position<W>, Known)>() + 1;
        let bytes = (self.known.capacity() * entry) as u64;
        self.meter.node(|| bytes)?;
        let mut open = false;
        for Candidate { from, to, .. } in self.candidates(position, target) {
            let mv = Move { from: Cell::from(from), to: Cell::from(to) };
            match self.follow(position, target, mv)? {
                Answer::Yes => {
                    self.learn(position, |known| *known = Known { low: known.low, high: target as u16, from, to })?;
                    return Ok(Answer::Yes);
                }
                Answer::No => {}
                Answer::Open => {
                    open = true;
                    break;
                }
            }
        }
        if open {
            return Ok(Answer::Open);
        }
        self.learn(position, |known| known.low = known.low.max(target as u16 + 1))?;
        Ok(Answer::No)
    }

    /// Whether a play that begins with this move leaves no more than `target` pawns.
    fn follow(&mut self, position: &Position<W>, target: usize, mv: Move) -> Result<Answer, Stop> {
        let after = position.after(mv.from as usize, mv.to as usize);
        let answer = if TURNS { self.turns(&after, target)? } else { self.parts(&after, target)? };
        if answer == Answer::Yes {
            self.play.push(mv);
        }
        Ok(answer)
    }

    /// After a move by turns: pieces of one colour are out of the game, and the others are next to move.
    fn turns(&mut self, after: &Position<W>, target: usize) -> Result<Answer, Stop> {
        let pieces = self.pieces(after);
        if pieces.least() > target {
            return Ok(Answer::No);
        }
        let cells = pieces.live.iter().fold(Bits::NONE, |cells, (piece, _)| cells | piece.pawns());
        self.leaves(&after.within(cells).swapped(), target - pieces.dead)
    }

    /// After a move with free turns: each piece is a game of its own, and together they leave no more than the target.
    fn parts(&mut self, after: &Position<W>, target: usize) -> Result<Answer, Stop> {
        let mut pieces = self.pieces(after);
        let mut least = pieces.least();
        if least > target {
            return Ok(Answer::No);
        }
        // Small pieces are soon known.
        pieces.live.sort_by_key(|(piece, _)| piece.count());
        let begun = self.play.len();
        for (piece, mut wanted) in pieces.live {
            loop {
                match self.leaves(&piece, wanted)? {
                    Answer::Yes => break,
                    Answer::No if least < target => {
                        wanted += 1;
                        least += 1;
                    }
                    answer => {
                        self.play.truncate(begun);
                        return Ok(answer);
                    }
                }
            }
        }
        Ok(Answer::of(least <= target))
    }

    /// What every play leaves at least.
    fn least(&self, position: &Position<W>) -> usize {
        if !TURNS {
            return self.graph.bound(position);
        }
        // Own pawns take others and are taken in turn: of m more moves (m + 1) / 2 take others and m / 2 take own ones.
        let (own, other) = (position.own.count(), position.other.count());
        (own + other).saturating_sub((2 * own + 1).min(2 * other)).max(1)
    }

    fn pieces(&self, position: &Position<W>) -> Pieces<W> {
        let mut pieces = Pieces { dead: 0, live: Vec::new() };
        let mut left = position.pawns();
        while let Some(seed) = left.first() {
            let cells = self.graph.piece(seed, left);
            left = left - cells;
            let piece = position.within(cells);
            if piece.is_monochromatic() {
                pieces.dead += cells.count();
            } else {
                pieces.live.push((piece, self.graph.bound(&piece)));
            }
        }
        pieces
    }

    /// The moves, the most promising first: pawns at the rim move, what is left stays together, and both colours last.
    ///
    /// To leave a single pawn of connected ones none may move that holds the others together.
    fn candidates(&mut self, position: &Position<W>, target: usize) -> Vec<Candidate> {
        let pawns = position.pawns();
        let total = pawns.count() as i32;
        let (leaves, twos) = self.graph.thin(pawns);
        let mut found = Vec::new();
        let sides = [(position.own, position.other), (position.other, position.own)];
        for (movers, taken) in sides.into_iter().take(if TURNS { 1 } else { 2 }) {
            let rarer = movers.count().min(taken.count().saturating_sub(1)) as i32;
            for from in movers.cells() {
                let around = self.graph.around[from];
                if !around.meets(&taken) {
                    continue;
                }
                let is_cut = self.graph.is_cut(from, pawns);
                if is_cut && target == 1 {
                    continue;
                }
                let leaves = (leaves - Bits::of(from)) | (twos & around);
                let base = 10 * (around & pawns).count() as i32
                    + 3 * leaves.count() as i32
                    + 100 * i32::from(is_cut)
                    + total / (rarer + 1);
                // A leaf of a colour is taken by a pawn of the other, or takes one.
                let spare = |one: Bits<W>, other: Bits<W>| other.count() as i32 - (leaves & one).count() as i32;
                for to in (around & taken).cells() {
                    let (ours, theirs) = ((movers - Bits::of(from)) | Bits::of(to), taken - Bits::of(to));
                    let slack = spare(ours, theirs).min(spare(theirs, ours)).max(0);
                    let beside = self.graph.around[to];
                    let noise = if self.noise > 0 { self.random.below(self.noise) as i32 } else { 0 };
                    let score = base
                        + 6 * (beside & pawns).count() as i32
                        + 4 * (beside & movers).count() as i32
                        + 23 / (slack + 1)
                        + noise;
                    found.push(Candidate { score, from: from as u16, to: to as u16 });
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// A play that takes the most promising move every time, until there is none.
    pub(super) fn greedy(&mut self, position: &Position<W>) -> Vec<Move> {
        self.noise = 0;
        let (mut position, mut play) = (*position, Vec::new());
        while let Some(&Candidate { from, to, .. }) = self.candidates(&position, usize::MAX).first() {
            play.push(Move { from: Cell::from(from), to: Cell::from(to) });
            position = position.after(usize::from(from), usize::from(to));
            if TURNS {
                position = position.swapped();
            }
        }
        play
    }

    /// With free turns the colours may be exchanged.
    fn key(position: &Position<W>) -> Position<W> {
        if TURNS { *position } else { (*position).min(position.swapped()) }
    }

    fn look_up(&self, position: &Position<W>) -> Known {
        self.known.get(&Self::key(position)).copied().unwrap_or(NOTHING)
    }

    fn learn(&mut self, position: &Position<W>, learn: impl FnOnce(&mut Known)) -> Result<(), Stop> {
        if self.known.len() == self.known.capacity() {
            let entry = size_of::<(Position<W>, Known)>() + 1;
            // A table that grows stands beside the one that it came from.
            self.limits.afford((3 * self.known.capacity() * entry) as u64)?;
        }
        learn(self.known.entry(Self::key(position)).or_insert(NOTHING));
        Ok(())
    }
}
