//! The thesis's search, corrected: depth first by the heuristics, with cutoff, until it has looked
//! at what it was to look at.
//!
//! The thesis plays a game, always the move of greatest value. Then it goes back from the end,
//! keeps for each turn the number of best moves already passed over there, and tries the next. It
//! cuts a game off when the turns played and the lower bound exceed the cutoff, which is the length
//! of the best game known. Once a game is found only shorter ones are looked for. This search does
//! the same with these differences.
//!
//! - *It does not cycle.* The thesis's program moved a man, undid this in the player's next turn,
//!   and so on to the end. Here no player undoes its own last move, and no position comes twice in
//!   a game, unless [`Options::cycles`] says so.
//! - *It ends.* Going back from the end through all moves takes longer than anyone waits for. Here
//!   the numbers of moves passed over, added up over the turns, are bounded by 0, then by 1, 2, ..
//!   up to [`Options::passed`]: each such round is finite. (W. D. Harvey, M. L. Ginsberg, *Limited
//!   Discrepancy Search*, 1995, bound a search by the same sum.)
//! - *Its bound holds.* (2) as printed would cut off games that are short enough: see
//!   [`Thesis::printed_bound`]. What is taken is [`Thesis::lower_bound`]; the critical move is its
//!   case of no man in the goal, and needs no search of its own.
//!
//! A game that is found is a game. That none is found proves nothing, except where
//! [`ThesisOutcome::is_complete`] says so.

use std::collections::HashSet;

use super::Thesis;
use super::heuristics::MoveValues;
use super::measures::critical_move;
use crate::rules::{Move, Player, State};
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::puzzle::{Puzzle, Undo};

/// What to look for, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// The upper bound `U_B`: the turns of a game that is known, or thought to be. Only shorter
    /// ones are looked for.
    pub upper: u32,
    /// The last round: the most moves passed over in a game, added up.
    pub passed: u32,
    /// What orders the moves.
    pub values: MoveValues,
    /// What games are cut off by.
    pub cutoff: Cutoff,
    /// Whether moves to and fro are played, as printed: a player may undo its last move, and positions may repeat.
    pub cycles: bool,
}

/// A bound on the turns that remain: where it and the turns played exceed the cutoff, a game is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutoff {
    /// [`Thesis::lower_bound`]
    Sound,
    /// [`Thesis::printed_bound`], which also cuts off games that are short enough.
    Printed,
}

/// How many moves were not tried, or games not played on, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Too late for the cutoff.
    pub late: u64,
    /// The move undoes the player's last. Where such moves are played, they are counted.
    pub undone: u64,
    /// The position occurs in the game already.
    pub repeated: u64,
    /// Too many moves would be passed over.
    pub passed: u64,
}

impl Options {
    /// The thesis's upper bound: 58 turns are known; the values that lead to games; and three rounds after the first.
    pub const DEFAULT: Self =
        Options { upper: 58, passed: 3, values: MoveValues::Together, cutoff: Cutoff::Sound, cycles: false };
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// All turns.
    pub moves: Vec<Move>,
    /// The turn, from 1, after which the winner first had a man in the goal; 0 if at the start.
    pub entered: u32,
    /// The critical move for its length.
    pub critical: Option<u32>,
    /// Positions expanded when it was found, and what was cut off until then.
    pub nodes: u64,
    /// What was cut off until then.
    pub cuts: Cuts,
}

/// What happens in a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A round begins: games with at most this many moves passed over and at most this many turns.
    Round {
        /// Moves passed over.
        passed: u32,
        /// Turns.
        cutoff: u32,
    },
    /// A game, shorter than all before.
    Found(&'a Game),
    /// The round has looked at all that it was to look at.
    Exhausted {
        /// Moves passed over.
        passed: u32,
        /// Positions expanded so far, in all rounds.
        nodes: u64,
    },
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThesisOutcome {
    /// The shortest game found.
    pub best: Option<Game>,
    /// No game has fewer turns: [`Thesis::lower_bound`] at the start.
    pub lower: u32,
    /// The last round that came to its end: with this many moves passed over there is no shorter game
    /// than the best, or than the upper bound.
    pub exhausted: Option<u32>,
    /// Whether nothing was left out in that round: among games in which no position comes twice and
    /// no player undoes its own last move, none is shorter than the best, or than the upper bound.
    pub is_complete: bool,
    /// Positions expanded.
    pub nodes: u64,
    /// What was cut off.
    pub cuts: Cuts,
    /// The limit that ended it, if one did.
    pub stop: Option<Stop>,
}

/// Searches, and reports to the observer what happens. The same search always goes the same way.
///
/// It ends when [`Options::passed`] is exhausted, when nothing is left, or at a limit.
pub fn search(
    thesis: &Thesis,
    options: &Options,
    limits: &Limits<'_>,
    observer: &mut dyn FnMut(Event<'_>),
) -> ThesisOutcome {
    let start = thesis.puzzle().start();
    let lower = thesis.lower_bound(&start);
    let cuts = Cuts::default();
    let mut outcome =
        ThesisOutcome { best: None, lower, exhausted: None, is_complete: false, nodes: 0, cuts, stop: None };
    if thesis.puzzle().is_goal(&start) {
        let none = Game { moves: Vec::new(), entered: 0, critical: None, nodes: 0, cuts };
        return ThesisOutcome { best: (options.upper > 0).then_some(none), is_complete: true, ..outcome };
    }
    let mut run = ThesisRun::new(thesis, options, limits, observer);
    for passed in 0..=options.passed {
        (run.observer)(Event::Round { passed, cutoff: run.cutoff });
        let round = run.round(passed);
        (outcome.nodes, outcome.cuts) = (run.meter.nodes(), run.cuts);
        if let Err(stop) = round {
            outcome.stop = Some(stop);
            break;
        }
        (run.observer)(Event::Exhausted { passed, nodes: outcome.nodes });
        outcome.exhausted = Some(passed);
        outcome.is_complete = !run.left_out;
        if outcome.is_complete {
            break;
        }
    }
    outcome.best = run.best;
    outcome
}

/// A turn of the game under way.
struct TurnUnderWay {
    /// The moves to try, best first.
    moves: Vec<Move>,
    /// How many were tried.
    tried: usize,
    /// How many moves may be passed over from here on.
    passes: u32,
}

struct ThesisRun<'a> {
    thesis: &'a Thesis,
    options: &'a Options,
    meter: Meter<'a>,
    observer: &'a mut dyn FnMut(Event<'_>),
    /// The most turns of a game that is looked for.
    cutoff: u32,
    best: Option<Game>,
    state: State,
    played: Vec<Move>,
    /// The positions of the game under way.
    seen: HashSet<State>,
    cuts: Cuts,
    /// Whether the round left out a move because too many were passed over.
    left_out: bool,
}

impl<'a> ThesisRun<'a> {
    fn new(
        thesis: &'a Thesis,
        options: &'a Options,
        limits: &'a Limits<'a>,
        observer: &'a mut dyn FnMut(Event<'_>),
    ) -> Self {
        let state = thesis.puzzle().start();
        let seen = HashSet::from([state.clone()]);
        ThesisRun {
            thesis,
            options,
            meter: Meter::new(limits, "playing by the heuristics"),
            observer,
            cutoff: options.upper.saturating_sub(1),
            best: None,
            state,
            played: Vec::new(),
            seen,
            cuts: Cuts::default(),
            left_out: false,
        }
    }

    /// Turns that remain at least, or are taken to.
    fn remaining(&self) -> u32 {
        match self.options.cutoff {
            Cutoff::Sound => self.thesis.lower_bound(&self.state),
            Cutoff::Printed => self.thesis.printed_bound(&self.state),
        }
    }

    /// All games with at most `passes` moves passed over.
    fn round(&mut self, passes: u32) -> Result<(), Stop> {
        self.left_out = false;
        let first = self.turn(passes)?;
        let mut turns = vec![first];
        while let Some(turn) = turns.last_mut() {
            let Some(mv) = turn.moves.get(turn.tried).cloned() else {
                turns.pop();
                self.take_back();
                continue;
            };
            let passes = turn.passes - turn.tried as u32;
            turn.tried += 1;
            self.cuts.undone += u64::from(self.undoes(&mv));
            self.thesis.puzzle().play(&mut self.state, &mv);
            self.played.push(mv);
            self.seen.insert(self.state.clone());
            if self.thesis.puzzle().is_goal(&self.state) {
                self.found();
            } else if self.is_in_time() {
                let next = self.turn(passes)?;
                turns.push(next);
                continue;
            } else {
                self.cuts.late += 1;
            }
            self.take_back();
        }
        Ok(())
    }

    /// Takes back the last turn, if there is one.
    fn take_back(&mut self) {
        if let Some(mv) = self.played.pop() {
            self.seen.remove(&self.state);
            self.thesis.puzzle().undo(&mut self.state, &mv);
        }
    }

    /// Whether a game of at most `cutoff` turns may come of the position.
    fn is_in_time(&self) -> bool {
        self.played.len() as u32 + self.remaining() <= self.cutoff
    }

    /// The moves to try in the position, no more than may be passed over and one.
    fn turn(&mut self, passes: u32) -> Result<TurnUnderWay, Stop> {
        // A game has as many turns as the cutoff at most, each with a position and a list of moves.
        let each = self.state.cells().len() as u64 + 64 * u64::from(passes).min(1 << 10);
        let bytes = self.played.len() as u64 * each;
        self.meter.node(|| bytes)?;
        let ranked = self.thesis.ranked(&self.state, self.options.values);
        let mut moves = Vec::new();
        for (mv, _) in ranked {
            if self.ends(&mv) {
                moves.insert(0, mv);
            } else if self.may_be_played(&mv) {
                moves.push(mv);
            }
        }
        let most = (passes as usize).saturating_add(1);
        self.left_out |= moves.len() > most;
        self.cuts.passed += moves.len().saturating_sub(most) as u64;
        moves.truncate(most);
        Ok(TurnUnderWay { moves, tried: 0, passes })
    }

    /// Whether a move ends the game.
    fn ends(&self, mv: &Move) -> bool {
        let thesis = self.thesis;
        thesis.puzzle().mover(&self.state) == Player::WINNER
            && thesis.arrived(&self.state) + 1 == thesis.men
            && thesis.is_goal_cell(mv.to())
            && !thesis.is_goal_cell(mv.from())
    }

    /// Whether a move neither undoes its player's last nor brings a position again, and leaves time
    /// enough.
    fn may_be_played(&mut self, mv: &Move) -> bool {
        let cycles = self.options.cycles;
        if !cycles && self.undoes(mv) {
            self.cuts.undone += 1;
            return false;
        }
        self.thesis.puzzle().play(&mut self.state, mv);
        let is_late = self.played.len() as u32 + 1 + self.remaining() > self.cutoff;
        let is_repeated = !is_late && !cycles && self.seen.contains(&self.state);
        self.thesis.puzzle().undo(&mut self.state, mv);
        self.cuts.late += u64::from(is_late);
        self.cuts.repeated += u64::from(is_repeated);
        !is_late && !is_repeated
    }

    /// Whether a move undoes its player's last.
    fn undoes(&self, mv: &Move) -> bool {
        let before = self.played.len().checked_sub(self.thesis.players());
        before.is_some_and(|turn| (self.played[turn].from(), self.played[turn].to()) == (mv.to(), mv.from()))
    }

    /// The game just played is the best.
    fn found(&mut self) {
        let turns = self.played.len() as u32;
        if turns > self.cutoff {
            return;
        }
        let thesis = self.thesis;
        let mut state = thesis.puzzle().start();
        let mut entered = 0;
        for (turn, mv) in (1..).zip(&self.played) {
            if thesis.arrived(&state) > 0 {
                break;
            }
            thesis.puzzle().play(&mut state, mv);
            entered = turn;
        }
        let critical = critical_move(turns, thesis.players() as u32, thesis.men as u32);
        let (nodes, cuts) = (self.meter.nodes(), self.cuts);
        let game = Game { moves: self.played.clone(), entered, critical, nodes, cuts };
        (self.observer)(Event::Found(&game));
        self.best = Some(game);
        self.cutoff = turns - 1;
    }
}

#[cfg(test)]
mod tests;
