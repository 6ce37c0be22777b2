//! Plays from boards on which every black stands left of every white, whatever cells are vacant, to boards on which every white stands left of
//! every black: the checkers gather around one vacancy, swap sides in the classical way as if there were no other, and spread.
//!
//! Where a black and a white are neighbours in the middle, one of them first jumps over the other; that is where the classical play is
//! after two moves. docs/theorems.md has the proof.

use super::sections::Sections;
use crate::shift::bounds::places;
use crate::shift::rules::{BLACK, GAP, WHITE, census, sides};
use saltus_core::row::Hop;

/// A play between such boards.
///
/// ```
/// use saltus_shifting::shift::closed::sorted::SortedLine;
///
/// assert_eq!(SortedLine::new(b"_bw__", b"w___b").unwrap().hops().len(), 4);
/// assert!(SortedLine::new(b"bbww__", b"ww__bb").is_none()); // frozen
/// ```
#[derive(Clone, Debug)]
pub struct SortedLine<'a> {
    start: &'a [u8],
    goal: &'a [u8],
    /// Vacancies on the left while the sides are swapped.
    before: usize,
    jump: Option<Hop>,
    black_first: bool,
}

impl<'a> SortedLine<'a> {
    /// The play between two boards of the same checkers, in an order that forward moves can bring about; none if they are no
    /// such boards, or this way does not lead from one to the other.
    pub fn new(start: &'a [u8], goal: &'a [u8]) -> Option<Self> {
        let line = SortedLine { start, goal, before: 0, jump: None, black_first: true };
        let last = |cells: &[u8], colour| cells.iter().rposition(|&cell| cell == colour);
        let first = |cells: &[u8], colour| cells.iter().position(|&cell| cell == colour);
        let (Some(black), Some(white)) = (last(start, BLACK), first(start, WHITE)) else { return Some(line) };
        let (left, right) = (last(goal, WHITE)?, first(goal, BLACK)?);
        if black > white || left > right {
            return None;
        }
        let gaps = |cells: &[u8], end: usize| cells[..end].iter().filter(|&&cell| cell == GAP).count();
        // While the sides are swapped, the number of vacancies left of them is at least the first number and less than the second.
        let (least, most) = (gaps(goal, left), gaps(goal, right));
        let fits = |before: &usize| (least..most).contains(before);
        let (after_black, before_white) = (gaps(start, black), gaps(start, white));
        let before = after_black.max(least);
        if before < before_white && fits(&before) {
            return Some(SortedLine { before, ..line });
        }
        let is_vacant = |cell: Option<usize>| cell.and_then(|cell| start.get(cell)) == Some(&GAP);
        let over_white = white == black + 1 && is_vacant(Some(white + 1));
        if over_white && fits(&after_black) {
            let jump = Hop { from: black as u32, to: white as u32 + 1 };
            return Some(SortedLine { before: after_black, jump: Some(jump), black_first: false, ..line });
        }
        let to = black.checked_sub(1).filter(|&to| white == black + 1 && is_vacant(Some(to)))?;
        let before = Some(after_black - 1).filter(fits)?;
        Some(SortedLine { before, jump: Some(Hop { from: white as u32, to: to as u32 }), ..line })
    }

    /// Its moves.
    pub fn hops(&self) -> Vec<Hop> {
        let (mut hops, mut cells) = (Vec::new(), self.start.to_vec());
        if let Some(jump) = self.jump {
            cells.swap(jump.from as usize, jump.to as usize);
            hops.push(jump);
        }
        let (n, m) = census(&cells);
        if n > 0 && m > 0 {
            let play = Sections::new(n as u64, m as u64, self.black_first);
            let (end, mut gathered) = (self.before + n + m + 1, vec![GAP; cells.len()]);
            // A section begins with a slide; the jump after it is the one that was made.
            let mut made = if self.jump.is_some() { 2 } else { 0 };
            let board = Sections::new(n.into(), m.into(), self.black_first).board(&made.into());
            gathered[self.before..end].copy_from_slice(&board.cells(n + m + 1).expect("as many cells"));
            glide(&cells, &gathered, &mut hops);
            let mut to = play.cell(&made);
            while made < *play.total() {
                made += 1;
                let from = play.cell(&made);
                let cell = |cell: u64| (cell - 1) as u32 + self.before as u32;
                hops.push(Hop { from: cell(from), to: cell(to) });
                to = from;
            }
            gathered[self.before..end].copy_from_slice(&sides(WHITE, m, BLACK, n));
            cells = gathered;
        }
        glide(&cells, self.goal, &mut hops);
        hops
    }
}

/// Slides all checkers forward to their cells on another board, those first that are ahead.
fn glide(here: &[u8], there: &[u8], hops: &mut Vec<Hop>) {
    let (blacks, targets) = (places(here, BLACK), places(there, BLACK));
    for number in (0..blacks.len()).rev() {
        for cell in blacks[number] as u32..targets[number] as u32 {
            hops.push(Hop { from: cell, to: cell + 1 });
        }
    }
    let (whites, targets) = (places(here, WHITE), places(there, WHITE));
    for number in 0..whites.len() {
        for cell in (targets[number] as u32..whites[number] as u32).rev() {
            hops.push(Hop { from: cell + 1, to: cell });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::closed::winnable::frozen;
    use crate::shift::rules::{Classes, Shift, packed};
    use saltus_core::puzzle::Puzzle;

    /// Boards of `cells` cells on which one colour stands left of the other: each cell is a vacancy or the next checker.
    fn sorted_boards(cells: u32, [left, right]: [u8; 2], [first, second]: [usize; 2]) -> Vec<Vec<u8>> {
        let sets = (0..1u32 << cells).filter(|set| set.count_ones() as usize == first + second);
        let board = |set: u32| {
            let mut checkers = packed(left, first, 0, right, second).into_iter();
            (0..cells).map(|cell| if set >> cell & 1 == 1 { checkers.next().expect("as many") } else { GAP }).collect()
        };
        sets.map(board).collect()
    }

    #[test]
    fn lines_lead_from_every_sorted_start_that_can_be_won() {
        let (mut played, mut others) = (0, 0);
        for (n, m, gaps) in (0..=4).flat_map(|n| (0..=4).flat_map(move |m| (1..=4).map(move |gaps| (n, m, gaps)))) {
            let cells = n + m + gaps;
            if cells > 8 {
                continue;
            }
            let usual = packed(WHITE, m, gaps, BLACK, n);
            let goals = sorted_boards(cells as u32, [WHITE, BLACK], [m, n]);
            for start in sorted_boards(cells as u32, [BLACK, WHITE], [n, m]) {
                for goal in goals.iter().filter(|goal| crate::shift::bounds::in_order(&start, goal)) {
                    let Some(line) = SortedLine::new(&start, goal) else {
                        assert!(*goal != usual || frozen(&start).is_some(), "{}", start.escape_ascii());
                        others += 1;
                        continue;
                    };
                    let puzzle = Shift::new(&start, goal, Classes::Forward);
                    let mut state = puzzle.start();
                    for hop in line.hops() {
                        assert_eq!(puzzle.check(&state, &hop), Ok(()), "{}", start.escape_ascii());
                        puzzle.play(&mut state, &hop);
                    }
                    assert!(puzzle.is_goal(&state), "{} to {}", start.escape_ascii(), goal.escape_ascii());
                    played += 1;
                }
            }
        }
        assert!(played > 5_000 && others > 500, "{played} {others}");
    }
}
