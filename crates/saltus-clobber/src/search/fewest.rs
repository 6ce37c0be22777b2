//! Whether some play leaves at most a given number of pawns: depth-first, with a memory of known
//! positions.
//!
//! A play is sought in rounds: each may expand a fixed number of positions, twice that of the one before,
//! and tries moves in an order that is more and more random. What a round has refuted stays
//! refuted, so the rounds end in a proof if there is no such play.
//!
//! Cells with the same neighbours, *twins*, are not distinguished: a position stands for all that differ
//! only in which twins hold their pawns ([`Graph::canonical`]), and a play found on these is made on
//! the true cells at the end.

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

/// On boards of at least this many words of cells the moves of one position take long.
const SLOW: usize = 4;

/// What is known about a position.
#[derive(Clone, Copy)]
struct KnownPosition {
    /// Every play leaves at least this many pawns.
    low: u16,
    /// A play leaves no more; [`u16::MAX`] when none is known.
    high: u16,
    /// The first move of that play.
    from: u16,
    to: u16,
}

const NOTHING: KnownPosition = KnownPosition { low: 1, high: u16::MAX, from: 0, to: 0 };

/// The result of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is such a play.
    Yes,
    /// There is no such play.
    No,
    /// The round ended first.
    Open,
}

/// A move to be tried; the least score first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    score: i32,
    from: u16,
    to: u16,
}

/// The smallest pieces first, since they are soon known; those of one size in their order. There are few.
fn small_first<const W: usize>(pieces: &mut [(Position<W>, usize)]) {
    for sorted in 1..pieces.len() {
        let mut at = sorted;
        while at > 0 && pieces[at - 1].0.count() > pieces[at].0.count() {
            pieces.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// What a move leaves: pieces that are asked about one after the other, each with what is wanted of
/// it.
#[derive(Default)]
struct Rest<const W: usize> {
    pieces: Vec<(Position<W>, usize)>,
    /// The piece that is asked about.
    at: usize,
    /// What is wanted of all pieces, and what those of one colour leave.
    least: usize,
    /// No more may be left.
    target: usize,
    /// The moves of the play before this move's.
    begun: usize,
}

impl<const W: usize> Rest<W> {
    /// The result of the move, where no piece needs to be asked about.
    fn at_once(&self) -> Option<Answer> {
        match (self.least > self.target, self.pieces.is_empty()) {
            (true, _) => Some(Answer::No),
            (false, true) => Some(Answer::Yes),
            (false, false) => None,
        }
    }

    /// The result of the move after this reply; none when there is more to ask.
    fn hear(&mut self, reply: Answer) -> Option<Answer> {
        match reply {
            Answer::Yes => {
                self.at += 1;
                (self.at == self.pieces.len()).then_some(Answer::Yes)
            }
            Answer::No if self.least < self.target => {
                self.pieces[self.at].1 += 1;
                self.least += 1;
                None
            }
            answer => Some(answer),
        }
    }
}

/// A question whose moves are being tried: does a play from the position leave no more than the
/// target?
struct Question<const W: usize> {
    position: Position<W>,
    target: usize,
    /// Whether the only move is the first of a play that is known.
    is_known: bool,
    moves: Vec<Candidate>,
    /// The move that is tried next.
    next: usize,
    /// What the move before that leaves.
    rest: Rest<W>,
}

impl<const W: usize> Question<W> {
    fn heap_bytes(&self) -> u64 {
        let pieces = self.rest.pieces.capacity() * size_of::<(Position<W>, usize)>();
        (self.moves.capacity() * size_of::<Candidate>() + pieces) as u64
    }
}

/// A search on one graph.
pub(super) struct Search<'a, const W: usize> {
    graph: &'a Graph<W>,
    /// Whether the colours take turns. Then the own pawns of a position move next.
    by_turns: bool,
    limits: &'a Limits<'a>,
    pub(super) meter: Meter<'a>,
    known: HashMap<Position<W>, KnownPosition, FxBuildHasher>,
    /// The play that was found, its last move first, with whether an own pawn moves.
    play: Vec<(Move, bool)>,
    /// The questions under way, the latest on top, each asked by the one below it; and the bytes that they hold in addition to themselves.
    under_way: Vec<Question<W>>,
    held: u64,
    /// Where the round ends.
    end: u64,
    random: Random,
    noise: usize,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(super) fn new(graph: &'a Graph<W>, by_turns: bool, limits: &'a Limits<'a>) -> Self {
        Search {
            graph,
            by_turns,
            limits,
            meter: Meter::new(limits, "search"),
            known: HashMap::default(),
            play: Vec::new(),
            under_way: Vec::new(),
            held: 0,
            end: 0,
            random: Random::new(0),
            noise: 0,
        }
    }

    /// The play of the last question that was answered with yes, from this position, which it was
    /// about.
    pub(super) fn take_play(&mut self, start: &Position<W>) -> Vec<Move> {
        let play = std::mem::take(&mut self.play).into_iter().rev();
        let mut position = *start;
        play.map(|(mv, is_own)| {
            let sides = if is_own { position } else { position.swapped() };
            let cell = |cell: Cell, pawns: Bits<W>| {
                let there = self.graph.twins_of(cell as usize) & pawns;
                there.first().expect("as many pawns as on the cells that stand for them")
            };
            let (from, to) = (cell(mv.from, sides.own), cell(mv.to, sides.other));
            position = position.after(from, to);
            if self.by_turns {
                position = position.swapped();
            }
            Move { from: from as Cell, to: to as Cell }
        })
        .collect()
    }

    /// Searches in one round, numbered from 0.
    pub(super) fn ask(&mut self, position: &Position<W>, target: usize, round: u32) -> Result<Answer, Stop> {
        let nodes = (FIRST_ROUND * position.count() as u64).saturating_mul(1u64.checked_shl(round).unwrap_or(u64::MAX));
        self.end = self.meter.nodes().saturating_add(nodes);
        self.random = Random::new(u64::from(round));
        self.noise = 12 * round as usize;
        self.play.clear();
        self.leaves(position, target)
    }

    /// Whether a play from here leaves no more than `target` pawns; if so, its moves come after
    /// those of `play`.
    ///
    /// With free turns the pawns are connected. A move leads to questions about what it leaves, as
    /// deep as there are pawns: the questions under way are on the heap.
    fn leaves(&mut self, position: &Position<W>, target: usize) -> Result<Answer, Stop> {
        self.under_way.clear();
        self.held = 0;
        let mut reply = self.begin(position, target)?;
        while let Some(mut question) = self.under_way.pop() {
            self.held -= question.heap_bytes();
            reply = self.go_on(&mut question, reply)?;
            if reply.is_none() {
                let (piece, wanted) = question.rest.pieces[question.rest.at];
                self.put(question);
                reply = self.begin(&piece, wanted)?;
            }
        }
        Ok(reply.expect("the first question is answered last"))
    }

    /// The answer to a question that needs no moves; any other is put on top of those under way.
    fn begin(&mut self, position: &Position<W>, target: usize) -> Result<Option<Answer>, Stop> {
        let position = &self.graph.canonical(position);
        if position.count() <= target {
            return Ok(Some(Answer::Yes));
        }
        if self.least(position) > target {
            return Ok(Some(Answer::No));
        }
        let known = self.known.get(&self.key(position)).copied().unwrap_or(NOTHING);
        if usize::from(known.low) > target {
            return Ok(Some(Answer::No));
        }
        let is_known = usize::from(known.high) <= target;
        let moves = if is_known {
            vec![Candidate { score: 0, from: known.from, to: known.to }]
        } else {
            if self.meter.nodes() >= self.end {
                return Ok(Some(Answer::Open));
            }
            let bytes = self.bytes();
            self.meter.node(|| bytes)?;
            self.candidates(position, target, self.limits)?
        };
        self.put(Question { position: *position, target, is_known, moves, next: 0, rest: Rest::default() });
        self.limits.afford(self.bytes())?;
        Ok(None)
    }

    /// Continues a question, at its start or after the reply about the piece of its rest that was asked about: the answer, or none where the next
    /// piece is to be asked about.
    fn go_on(&mut self, question: &mut Question<W>, reply: Option<Answer>) -> Result<Option<Answer>, Stop> {
        let mut of_move = None;
        if let Some(reply) = reply {
            of_move = question.rest.hear(reply);
            if of_move.is_none() {
                return Ok(None);
            }
        }
        loop {
            match of_move {
                Some(Answer::Yes) => {
                    let Candidate { from, to, .. } = question.moves[question.next - 1];
                    let is_own = question.position.own.has(usize::from(from));
                    self.play.push((Move { from: Cell::from(from), to: Cell::from(to) }, is_own));
                    if !question.is_known {
                        let high = question.target as u16;
                        self.learn(&question.position, &|known| {
                            *known = KnownPosition { low: known.low, high, from, to }
                        })?;
                    }
                    return Ok(of_move);
                }
                Some(_) => {
                    self.play.truncate(question.rest.begun);
                    if of_move == Some(Answer::Open) || question.is_known {
                        return Ok(of_move);
                    }
                }
                None => {}
            }
            let Some(&Candidate { from, to, .. }) = question.moves.get(question.next) else {
                self.learn(&question.position, &|known| known.low = known.low.max(question.target as u16 + 1))?;
                return Ok(Some(Answer::No));
            };
            question.next += 1;
            let after = question.position.after(usize::from(from), usize::from(to));
            question.rest = self.rest(&after, question.target);
            of_move = question.rest.at_once();
            if of_move.is_none() {
                return Ok(None);
            }
        }
    }

    /// What a move leaves. With free turns each piece is a game of its own, and together they leave no more than the target. With
    /// turns pieces of one colour are out of the game, and the others are one game, in which the other colour moves next.
    fn rest(&self, after: &Position<W>, target: usize) -> Rest<W> {
        let (dead, mut live) = self.pieces(after);
        let mut least = dead;
        for (_, of_piece) in &live {
            least += of_piece;
        }
        if self.by_turns {
            if least <= target {
                let mut cells = Bits::NONE;
                for (piece, _) in &live {
                    cells |= piece.pawns();
                }
                live = vec![(after.within(cells).swapped(), target - dead)];
            }
            // It has all that the target allows from the beginning.
            least = least.max(target);
        } else if live.len() > 1 {
            small_first(&mut live);
        }
        Rest { pieces: live, at: 0, least, target, begun: self.play.len() }
    }

    fn put(&mut self, question: Question<W>) {
        self.held += question.heap_bytes();
        self.under_way.push(question);
    }

    /// Bytes held.
    fn bytes(&self) -> u64 {
        self.known_bytes() + (self.under_way.capacity() * size_of::<Question<W>>()) as u64 + self.held
    }

    /// Bytes of what is known.
    fn known_bytes(&self) -> u64 {
        (self.known.capacity() * (size_of::<(Position<W>, KnownPosition)>() + 1)) as u64
    }

    /// A lower bound on what every play leaves.
    fn least(&self, position: &Position<W>) -> usize {
        if !self.by_turns {
            return self.graph.bound(position);
        }
        // Own pawns take others and are taken in turn: of m more moves (m + 1) / 2 take others and
        // m / 2 take own ones.
        let (own, other) = (position.own.count(), position.other.count());
        (own + other).saturating_sub((2 * own + 1).min(2 * other)).max(1)
    }

    /// How many pawns are in pieces of one colour, and the other pieces, each with what it leaves at least.
    fn pieces(&self, position: &Position<W>) -> (usize, Vec<(Position<W>, usize)>) {
        let (mut dead, mut live) = (0, Vec::new());
        let mut left = position.pawns();
        while let Some(seed) = left.first() {
            let cells = self.graph.piece(seed, left);
            left = left - cells;
            let piece = position.within(cells);
            if piece.is_monochromatic() {
                dead += cells.count();
            } else {
                live.push((piece, self.graph.bound(&piece)));
            }
        }
        (dead, live)
    }

    /// The moves, the most promising first: pawns at the rim move, what is left stays together, and
    /// both colours last.
    ///
    /// To leave a single one of connected pawns, no pawn that holds the others together may move.
    pub(super) fn candidates(
        &mut self,
        position: &Position<W>,
        target: usize,
        limits: &Limits<'_>,
    ) -> Result<Vec<Candidate>, Stop> {
        let pawns = position.pawns();
        let total = pawns.count() as i32;
        let (leaves, twos) = self.graph.thin(pawns);
        let mut found = Vec::new();
        let sides = [(position.own, position.other), (position.other, position.own)];
        for (movers, taken) in sides.into_iter().take(if self.by_turns { 1 } else { 2 }) {
            let rarer = movers.count().min(taken.count().saturating_sub(1)) as i32;
            for from in self.graph.without_twins(movers).cells() {
                if W >= SLOW {
                    limits.spend(0, 0)?;
                }
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
                for to in self.graph.without_twins(around & taken).cells() {
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
        Ok(found)
    }

    /// A play that takes the most promising move every time, until there is none; when the time of `limits` is spent, any move.
    pub(super) fn greedy(&mut self, position: &Position<W>, limits: &Limits<'_>) -> Vec<Move> {
        self.noise = 0;
        let (mut position, mut play) = (*position, Vec::new());
        loop {
            let next = match self.candidates(&position, usize::MAX, limits) {
                Ok(moves) => moves.first().map(|&Candidate { from, to, .. }| (usize::from(from), usize::from(to))),
                Err(_) => self.first_move(&position),
            };
            let Some((from, to)) = next else { return play };
            play.push(Move { from: from as Cell, to: to as Cell });
            position = position.after(from, to);
            if self.by_turns {
                position = position.swapped();
            }
        }
    }

    fn first_move(&self, position: &Position<W>) -> Option<(usize, usize)> {
        let Position { own, other } = *position;
        let sides = [(own, other), (other, own)].into_iter().take(if self.by_turns { 1 } else { 2 });
        let mut moves = sides.flat_map(|(movers, taken)| movers.cells().map(move |from| (from, taken)));
        moves.find_map(|(from, taken)| Some((from, (self.graph.around[from] & taken).first()?)))
    }

    /// With free turns the colours may be exchanged; not among twins, where that changes the cells
    /// that stand for the others.
    fn key(&self, position: &Position<W>) -> Position<W> {
        if self.by_turns || self.graph.has_twins() { *position } else { (*position).min(position.swapped()) }
    }

    fn learn(&mut self, position: &Position<W>, learn: &dyn Fn(&mut KnownPosition)) -> Result<(), Stop> {
        if self.known.len() == self.known.capacity() {
            // While a table grows, the old one is in memory as well.
            self.limits.afford(2 * self.known_bytes() + self.bytes())?;
        }
        let key = self.key(position);
        learn(self.known.entry(key).or_insert(NOTHING));
        Ok(())
    }
}
