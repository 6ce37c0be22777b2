//! From a word to its moves, in an order in which the colours alternate.

use super::letters::PawnAndNext;
use crate::closed::letters::Mark;
use crate::rules::{Colour, Move};
use saltus_core::board::Cell;

/// The moves of one pawn: from the pawn's place `steps` places on, to the right or to the left.
#[derive(Clone, Copy, Debug)]
struct PawnMoves {
    source: usize,
    right: bool,
    steps: usize,
}

impl PawnMoves {
    /// The place after `steps` steps.
    fn place(self, steps: usize, places: usize) -> usize {
        (self.source + if self.right { steps } else { places - steps }) % places
    }
}

/// The moves of a word in an order in which the colours alternate and the last one is `last`.
///
/// They are found from the last to the first. A segment's second arm is played first of all, as far
/// as there are such segments: that sets free the moves of the other arm, which are of the other
/// colour.
pub(super) fn moves(letters: &[PawnAndNext], cells: &[Cell], marks: &[Mark], last: Colour) -> Vec<Move> {
    let places = letters.len();
    let colour_of = |place: usize| letters[place].0;
    let (mut locks, mut ready) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    let bar = marks.iter().rposition(|&mark| mark == Mark::Bar).expect("a pawn is left, so a bar as well");
    let at = |index: usize| (bar + 1 + index) % places;
    let mut first = 0;
    // Segment by segment: the arm that makes the last move, and the one that has to be through before.
    while first < places {
        let length = (first..places).take_while(|&index| marks[at(index)] != Mark::Bar).count();
        let rights = (first..first + length).take_while(|&index| marks[at(index)] == Mark::Right).count();
        let right = PawnMoves { source: at(first), right: true, steps: rights };
        let left = PawnMoves { source: at(first + length), right: false, steps: length - rights };
        // The second to arrive has the colour of the pawn that stood there, which the first one took.
        let is_right_last =
            left.steps == 0 || right.steps > 0 && colour_of(right.source) == colour_of(at(first + rights));
        let (arm, before) = if is_right_last { (right, left) } else { (left, right) };
        let colour = colour_of(arm.source) as usize;
        if before.steps > 0 {
            locks[colour].push((arm, before));
        } else if arm.steps > 0 {
            ready[colour].push(arm);
        }
        first += length + 1;
    }
    let mut colour = last as usize;
    let mut moves = Vec::new();
    loop {
        let next = match locks[colour].pop() {
            Some((arm, before)) => {
                ready[1 - colour].push(before);
                Some(arm)
            }
            None => ready[colour].pop(),
        };
        let Some(mut arm) = next else { break };
        let to = arm.place(arm.steps, places);
        arm.steps -= 1;
        moves.push(Move { from: cells[arm.place(arm.steps, places)], to: cells[to] });
        if arm.steps > 0 {
            ready[colour].push(arm);
        }
        colour = 1 - colour;
    }
    moves.reverse();
    moves
}
