//! From a word to its moves, in an order in which the colours alternate.

use crate::closed::letters::Mark;
use crate::rules::{Colour, Move};

/// Pawns in a row or a ring, and their cells.
pub(super) struct BoardRow {
    pub(super) pawns: Vec<Colour>,
    pub(super) cells: Vec<u32>,
}

/// The moves of one pawn: from the pawn's place `steps` places on, to the right or to the left.
#[derive(Clone, Copy, Debug)]
struct Arm {
    source: usize,
    right: bool,
    steps: usize,
}

impl Arm {
    /// The place after `steps` steps.
    fn place(self, steps: usize, places: usize) -> usize {
        (self.source + if self.right { steps } else { places - steps }) % places
    }
}

/// The arms of a segment: the one that makes the last move, and the one that has to be through
/// before.
struct Segment {
    last: Arm,
    before: Option<Arm>,
}

/// The segments with moves.
fn segments(row: &BoardRow, marks: &[Mark]) -> Vec<Segment> {
    let places = row.pawns.len();
    let bar = marks.iter().rposition(|&mark| mark == Mark::Bar).expect("a pawn is left, so a bar as well");
    let at = |index: usize| (bar + 1 + index) % places;
    let mut segments = Vec::new();
    let mut first = 0;
    while first < places {
        let length = (first..places).take_while(|&index| marks[at(index)] != Mark::Bar).count();
        let rights = (first..first + length).take_while(|&index| marks[at(index)] == Mark::Right).count();
        let right = Arm { source: at(first), right: true, steps: rights };
        let left = Arm { source: at(first + length), right: false, steps: length - rights };
        segments.extend(segment(row, at(first + rights), right, left));
        first += length + 1;
    }
    segments
}

fn segment(row: &BoardRow, meeting: usize, right: Arm, left: Arm) -> Option<Segment> {
    let (one, two) = match (right.steps, left.steps) {
        (0, 0) => return None,
        (_, 0) => return Some(Segment { last: right, before: None }),
        (0, _) => return Some(Segment { last: left, before: None }),
        // The second to arrive has the colour of the pawn that stood there, which the first one
        // took.
        _ if row.pawns[right.source] == row.pawns[meeting] => (right, left),
        _ => (left, right),
    };
    Some(Segment { last: one, before: Some(two) })
}

/// The moves of a word in an order in which the colours alternate and the last one is `last`.
///
/// They are found from the last to the first. A segment's second arm is played first of all, as far
/// as there are such segments: that sets free the moves of the other arm, which are of the other
/// colour.
pub(super) fn moves(row: &BoardRow, marks: &[Mark], last: Colour) -> Vec<Move> {
    let places = row.pawns.len();
    let (mut locks, mut ready) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for Segment { last, before } in segments(row, marks) {
        let colour = row.pawns[last.source] as usize;
        match before {
            None => ready[colour].push(last),
            Some(before) => locks[colour].push((last, before)),
        }
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
        moves.push(Move { from: row.cells[arm.place(arm.steps, places)], to: row.cells[to] });
        if arm.steps > 0 {
            ready[colour].push(arm);
        }
        colour = 1 - colour;
    }
    moves.reverse();
    moves
}
