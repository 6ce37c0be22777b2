//! The cycle as lines: Blondel, Hendrickx and Jungers (2008), Theorem 12.
//!
//! Take two neighbours of different colours, 1 and 2 = the next to the right. In a game either one
//! of them moves first of all to one side, or neither moves before it is taken:
//!
//! | situation | separation that no pawn crosses | cut |
//! |---|---|---|
//! | pawn 1 moves to the right | in front of 1 | A: the line begins at 1 |
//! | pawn 1 moves to the left | between 1 and 2 | B: it begins at 2 |
//! | pawn 2 moves to the right | between 1 and 2 | B |
//! | pawn 2 moves to the left | after 2 | C: it begins at 3 |
//! | the first pawn right of 2 that has the colour of 1 comes back to 2 | after that pawn | D: it begins after it |
//! | the first pawn left of 1 that has the colour of 2 comes to 1 | in front of that pawn | E: it begins at it |
//!
//! These are the paper's six situations; two lead to the same line, so five cuts are enough, and
//! the value of the cycle is the smallest of the values of five lines, whichever neighbours are
//! taken.
//!
//! The paper only states that "one has only to compute" six values. In fact A, B, C and one of D
//! and E are enough (tested on every cycle of up to nine pawns); without A, without B, without C,
//! or without both D and E it is not: `wwbwbb` shows each, with its four pairs of neighbours. A
//! cycle of one colour has no such neighbours, and no moves.

use super::letter_pairs::{self, Solution};
use super::words::{Form, Mark, Symbol, letters};
use crate::rules::Colour;

/// A cut that Theorem 12 asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// In front of pawn 1.
    A,
    /// Between pawn 1 and pawn 2.
    B,
    /// After pawn 2.
    C,
    /// After the first pawn right of 2 with the colour of 1.
    D,
    /// In front of the first pawn left of 1 with the colour of 2.
    E,
}

impl Cut {
    /// All five.
    pub const ALL: [Cut; 5] = [Cut::A, Cut::B, Cut::C, Cut::D, Cut::E];

    /// The place where the line begins, from 0, when pawn 1 stands on `first`.
    ///
    /// # Panics
    /// When the pawn on `first` and the next one do not differ.
    pub fn start(self, cycle: &[Colour], first: usize) -> usize {
        let places = cycle.len();
        let at = |offset: usize| cycle[(first + offset) % places];
        assert!(at(0) != at(1), "pawns 1 and 2 differ in colour");
        let offset = match self {
            Cut::A => 0,
            Cut::B => 1,
            Cut::C => 2,
            Cut::D => (2..=places).find(|&offset| at(offset) == at(0)).expect("pawn 1 is reached again") + 1,
            Cut::E => (1..places).rfind(|&offset| at(offset) == at(1)).expect("pawn 2 is such a pawn"),
        };
        (first + offset) % places
    }
}

/// The first place whose pawn differs from the next one, from 0; none on a cycle of one colour.
pub fn first_pair(cycle: &[Colour]) -> Option<usize> {
    cycle.windows(2).position(|pair| pair[0] != pair[1])
}

/// What the cuts of a cycle give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The fewest pawns that can be left on the cycle.
    pub value: usize,
    /// The first of the best cuts; none where nothing is to be cut: on a cycle of one colour, or of
    /// fewer than three pawns.
    pub cut: Option<Cut>,
    /// The place where the line of this value begins, from 0.
    pub start: usize,
}

/// The fewest pawns that can be left on a cycle, and the cut that shows it, given the fewest on a
/// line. Five lines are solved.
///
/// ```
/// use saltus_clobber::sources::{cuts, letter_pairs};
/// use saltus_clobber::rules::Colour::{Black, White};
///
/// let cycle = [White, White, Black, White, Black, Black];
/// let best = cuts::best(&cycle, letter_pairs::value);
/// assert_eq!((best.value, best.cut), (1, Some(cuts::Cut::C)));
/// ```
pub fn best(cycle: &[Colour], line: impl Fn(&[Colour]) -> usize) -> Best {
    if cycle.len() < 3 {
        return Best { value: line(cycle), cut: None, start: 0 };
    }
    match first_pair(cycle) {
        None => Best { value: cycle.len(), cut: None, start: 0 },
        Some(first) => best_at(cycle, first, &Cut::ALL, line),
    }
}

/// The best of some cuts next to chosen neighbours; with all five it is the value of the cycle.
///
/// # Panics
/// When the pawn on `first` and the next one do not differ, or there are no cuts.
pub fn best_at(cycle: &[Colour], first: usize, cuts: &[Cut], line: impl Fn(&[Colour]) -> usize) -> Best {
    let mut cycle_from = cycle.to_vec();
    let mut begins = 0;
    let of_cut = |&cut: &Cut| {
        let start = cut.start(cycle, first);
        let places = cycle.len();
        cycle_from.rotate_left((start + places - begins) % places);
        begins = start;
        Best { value: line(&cycle_from), cut: Some(cut), start }
    };
    cuts.iter().map(of_cut).min_by_key(|best| best.value).expect("some cuts")
}

/// The fewest pawns that can be left on a cycle of at least three, and the word of a game that leaves them: its best line by
/// letter pairs. Linear time.
///
/// ```
/// use saltus_clobber::sources::{cuts, words::Text};
/// use saltus_clobber::rules::Colour::{Black, White};
///
/// let solution = cuts::solve(&[White, White, Black, White]);
/// assert_eq!((solution.value, Text(&solution.word).to_string()), (1, ">s |a >a >s".to_owned()));
/// ```
///
/// # Panics
/// When the cycle has fewer than three pawns.
pub fn solve(cycle: &[Colour]) -> Solution {
    assert!(cycle.len() >= 3, "a cycle has at least three places");
    let best = best(cycle, letter_pairs::value);
    let mut word: Vec<Symbol> = letters(Form::Cycle, cycle).map(|letter| Symbol { mark: Mark::Bar, letter }).collect();
    if best.cut.is_some() {
        let line = [&cycle[best.start..], &cycle[..best.start]].concat();
        // The last separation is the cut then, where the bar stays.
        word.rotate_left(best.start);
        word[..line.len() - 1].copy_from_slice(&letter_pairs::solve(&line).word);
        word.rotate_right(best.start);
    }
    Solution { value: best.value, word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Colour::{Black, White};
    use crate::sources::letter_pairs::value;
    use crate::sources::words::{Text, admissible};

    fn pawns(text: &str) -> Vec<Colour> {
        text.chars().map(|letter| if letter == 'b' { Black } else { White }).collect()
    }

    #[test]
    fn cuts_stand_where_the_table_says() {
        let starts = |text: &str, first| Cut::ALL.map(|cut| cut.start(&pawns(text), first));
        // 1 is the black pawn on place 2 (from 0) and 2 the white one after it.
        assert_eq!(starts("wwbwwbbw", 2), [2, 3, 4, 6, 1]);
        // The only pawn of its colour is its own first one; then D and E are B.
        assert_eq!(starts("bwww", 0), [0, 1, 2, 1, 3]);
        assert_eq!(starts("bbbw", 3), [3, 0, 1, 0, 2]);
        assert_eq!(starts("bw", 1), [1, 0, 1, 0, 0]);
    }

    /// The cycle `wwbwbb` of value 1 needs A, B, C and one of D and E, each with other neighbours.
    #[test]
    fn no_cut_but_one_of_the_last_two_can_be_left_out() {
        let cycle = pawns("wwbwbb");
        let values = |first| Cut::ALL.map(|cut| best_at(&cycle, first, &[cut], value).value);
        assert_eq!(values(3), [1, 2, 2, 2, 2]);
        assert_eq!(values(2), [2, 1, 2, 2, 2]);
        assert_eq!(values(1), [2, 2, 1, 2, 2]);
        assert_eq!(values(5), [2, 2, 2, 1, 1]);
    }

    #[test]
    fn what_is_not_cut() {
        let whole = |text: &str| best(&pawns(text), value);
        for (text, value) in [("", 0), ("b", 1), ("bw", 1), ("bb", 2), ("www", 3)] {
            assert_eq!(whole(text), Best { value, cut: None, start: 0 }, "{text}");
        }
        assert_eq!(whole("bww").value, 1);
    }

    #[test]
    fn the_word_has_its_bar_at_the_cut() {
        let cycle = pawns("wwbw");
        let best = best(&cycle, value);
        assert_eq!((best.value, best.cut, best.start), (1, Some(Cut::B), 2));
        let Solution { word, .. } = solve(&cycle);
        assert_eq!(Text(&word).to_string(), ">s |a >a >s");
        assert_eq!(admissible(Form::Cycle, &word), Ok(()));
    }
}
