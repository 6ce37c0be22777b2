//! Replay: a play is checked by the rules alone. This module imports no solver.

use crate::notation::MoveText;
use crate::puzzle::Puzzle;

/// The first thing wrong with a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move that is none, or not legal.
    Move {
        /// Its number, from 1.
        number: u64,
        /// What is wrong with it.
        why: String,
    },
    /// All moves are legal, but the last state is no goal.
    End {
        /// Moves made.
        moves: u64,
    },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Move { number, why } => write!(f, "move {number}: {why}"),
            Fault::End { moves } => write!(f, "after {moves} legal moves the goal is not reached"),
        }
    }
}

impl std::error::Error for Fault {}

/// Plays moves given as text from the start, and asks for the goal at the end. Gives the number of
/// moves.
///
/// ```
/// use saltus_core::{notation::Instance, verify::{self, Fault}};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let replay = |moves: &str| verify::replay(&puzzle, moves.split(' '));
/// assert_eq!(replay("1-2 3-1 2-3"), Ok(3));
/// assert_eq!(replay("1-2 3-1"), Err(Fault::End { moves: 2 }));
/// ```
///
/// # Errors
/// The first fault.
pub fn replay<'a, P: MoveText>(puzzle: &P, moves: impl Iterator<Item = &'a str>) -> Result<u64, Fault> {
    play_out(puzzle, moves).map(|(made, _)| made.len() as u64)
}

/// The same: the moves, and the state at the end.
///
/// # Errors
/// The first fault.
pub(crate) fn play_out<'a, P: MoveText>(
    puzzle: &P,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(Vec<P::Move>, P::State), Fault> {
    let mut made = Vec::new();
    let state = play_each(puzzle, moves, |mv, _| made.push(mv.clone()))?;
    if puzzle.may_end(&state) { Ok((made, state)) } else { Err(Fault::End { moves: made.len() as u64 }) }
}

/// Plays moves given as text from the start and shows each, with the state after it, to `visit`.
/// Gives the last state, goal or not.
///
/// # Errors
/// The first fault.
pub(crate) fn play_each<'a, P: MoveText>(
    puzzle: &P,
    moves: impl Iterator<Item = &'a str>,
    mut visit: impl FnMut(&P::Move, &P::State),
) -> Result<P::State, Fault> {
    let mut state = puzzle.start();
    for (number, text) in (1..).zip(moves) {
        let refuse = |why: String| Fault::Move { number, why };
        let mv = puzzle.read_move(&state, text).map_err(|bad| refuse(bad.to_string()))?;
        puzzle.check(&state, &mv).map_err(|refusal| refuse(refusal.to_string()))?;
        puzzle.play(&mut state, &mv);
        visit(&mv, &state);
    }
    Ok(state)
}

/// Plays moves from the start by the rules, and asks for the goal at the end. Gives the last state.
///
/// ```
/// use saltus_core::{notation::Instance, puzzle::Puzzle, row::Hop, verify};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let play = [(0, 1), (2, 0), (1, 2)].map(|(from, to)| Hop { from, to });
/// let end = verify::play_all(&puzzle, play.into_iter()).unwrap();
/// assert!(puzzle.is_goal(&end));
/// ```
///
/// # Errors
/// The first fault.
pub fn play_all<P: Puzzle>(puzzle: &P, moves: impl Iterator<Item = P::Move>) -> Result<P::State, Fault> {
    let mut state = puzzle.start();
    let mut number = 0;
    for mv in moves {
        number += 1;
        puzzle.check(&state, &mv).map_err(|refusal| Fault::Move { number, why: refusal.to_string() })?;
        puzzle.play(&mut state, &mv);
    }
    // Where the pieces left count, every play has an end.
    if puzzle.is_goal(&state) || puzzle.left(&state).is_some() { Ok(state) } else { Err(Fault::End { moves: number }) }
}
