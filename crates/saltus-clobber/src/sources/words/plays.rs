//! The game of a word: Proposition 9, and Theorem 4's moves in linear time.
//!
//! Bars cut a word into *segments*, which are played apart (Lemma 8). A segment of an admissible
//! word is `>^p <^q`: from its ends two pawns go towards each other, the first p times to the
//! right, the last q times to the left, and no other pawn moves. They end on one place, and their
//! colours differ, so exactly one of them differs from the pawn that stands there at the start.
//! That one goes its whole way first, the other one follows and takes it. The first pawn is the one
//! if it has an odd number of letters `a` on its way.
//!
//! The patterns leave the segments (none); `a s^i`; its mirror image; `a s^i a s^j a` with the arms
//! meeting at either side of the letter in the middle. A word around a cycle has a bar, and its
//! segments may run over the seam.

use std::iter;

use super::Form;
use super::admissible::{Fault, admissible};
use super::alphabet::{Letter, Mark, Symbol};
use crate::rules::Move;
use saltus_core::board::Cell;

/// Neighbours of which one pawn is left at the end: those between two bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSegment {
    /// The place of its first pawn, from 0.
    pub first: usize,
    /// How often the first pawn moves to the right.
    pub right: usize,
    /// How often the last pawn moves to the left.
    pub left: usize,
    /// Whether the first pawn goes before the last one.
    pub right_begins: bool,
    /// How many places there are in all; after the last comes the first.
    pub(in crate::sources) places: usize,
}

impl WordSegment {
    /// How many pawns it has at the start: p + q + 1.
    pub fn pawns(&self) -> usize {
        self.right + self.left + 1
    }

    /// Its move number i, from 0, i < p + q. O(1).
    fn mv(&self, i: usize) -> Move {
        let begins = if self.right_begins { self.right } else { self.left };
        let to_the_right = (i < begins) == self.right_begins;
        let step = if i < begins { i } else { i - begins };
        let last = self.right + self.left;
        let (from, to) = if to_the_right { (step, step + 1) } else { (last - step, last - step - 1) };
        let place = |offset: usize| ((self.first + offset) % self.places) as Cell;
        Move { from: place(from), to: place(to) }
    }

    /// Its moves, in an order in which all are legal.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        (0..self.right + self.left).map(move |i| self.mv(i))
    }
}

/// The segments of an admissible word, from left to right; on the cycle from the first bar on. Linear time, constant memory.
///
/// # Errors
/// What makes the word inadmissible.
///
/// # Panics
/// When there are more places than cells can be numbered, 2^32.
pub fn segments(form: Form, word: &[Symbol]) -> Result<impl Iterator<Item = WordSegment> + '_, Fault> {
    admissible(form, word)?;
    // On the cycle the next place may lie after the last one, once around.
    let (places, mut next) = match form {
        Form::Line => (word.len() + 1, 0),
        Form::Cycle => {
            let bar = word.iter().position(|symbol| symbol.mark == Mark::Bar);
            (word.len(), bar.expect("an admissible word around a cycle has a bar") + 1)
        }
    };
    assert!(Cell::try_from(places).is_ok(), "cells are numbered in 32 bits");
    let end = next + places;
    Ok(iter::from_fn(move || {
        if next >= end {
            return None;
        }
        let first = next % places;
        let (mut right, mut left, mut alternations) = (0, 0, 0);
        // After the last place of a line there is no symbol, as little as after a bar.
        while let Some(symbol) = word.get(next % places).filter(|symbol| symbol.mark != Mark::Bar) {
            if symbol.mark == Mark::Right {
                right += 1;
                alternations += usize::from(symbol.letter == Letter::Alternate);
            } else {
                left += 1;
            }
            next += 1;
        }
        next += 1;
        Some(WordSegment { first, right, left, right_begins: alternations % 2 == 1, places })
    }))
}

/// The moves of a game with this word, in an order in which all are legal, for both configurations
/// with its letters (Theorem 4): one for each arrow, segment by segment.
///
/// The game obeys Proposition 1. Linear time, each move as it is asked for, constant memory.
///
/// # Errors
/// What makes the word inadmissible.
///
/// # Panics
/// When there are more places than cells can be numbered, 2^32.
pub fn moves(form: Form, word: &[Symbol]) -> Result<impl Iterator<Item = Move> + '_, Fault> {
    Ok(segments(form, word)?.flat_map(WordSegment::moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::words::read;

    fn text(form: Form, word: &str) -> String {
        let word: Vec<Symbol> = read(word).unwrap();
        let moves = moves(form, &word).unwrap();
        moves.map(|mv| format!("{}-{}", mv.from + 1, mv.to + 1)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_cases_of_proposition_9() {
        assert_eq!(text(Form::Line, ""), "");
        assert_eq!(text(Form::Line, ">a >s >s"), "1-2 2-3 3-4", "bwww");
        assert_eq!(text(Form::Line, "<s <s <a"), "4-3 3-2 2-1", "bbbw");
        assert_eq!(text(Form::Line, ">a >s <a <s <a"), "1-2 2-3 6-5 5-4 4-3", "bwwbbw");
        assert_eq!(text(Form::Line, ">a >s >a <s <a"), "6-5 5-4 1-2 2-3 3-4", "bwwbbw, the other way");
    }

    /// One arrow to the right and at least two to the left, which the proof leaves out, and its
    /// mirror image.
    #[test]
    fn the_case_that_the_proof_leaves_out() {
        assert_eq!(text(Form::Line, ">a <a <s <a"), "1-2 5-4 4-3 3-2", "bwbbw");
        assert_eq!(text(Form::Line, ">a >s >a <a"), "5-4 1-2 2-3 3-4", "bwwbw");
    }

    #[test]
    fn segments_run_over_the_seam() {
        assert_eq!(text(Form::Cycle, "<s <a |a <s"), "3-2 2-1 1-4", "wwbw");
        assert_eq!(text(Form::Cycle, "<a |a >a >s <a <s"), "3-4 4-5 2-1 1-6 6-5", "bwbwwb");
        assert_eq!(text(Form::Cycle, "|s |s |s"), "");
    }

    #[test]
    fn segments_tell_the_places() {
        let word: Vec<Symbol> = read("<s <a |s >a |s").unwrap();
        let found: Vec<WordSegment> = segments(Form::Line, &word).unwrap().collect();
        let segment = |first, right, left| WordSegment { first, right, left, right_begins: right > 0, places: 6 };
        assert_eq!(found, [segment(0, 0, 2), segment(3, 1, 0), segment(5, 0, 0)]);
        assert_eq!(found.iter().map(WordSegment::pawns).sum::<usize>(), 6);
    }
}
