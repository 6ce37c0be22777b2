//! Games as words: Blondel, Hendrickx and Jungers (2008), section 2 and Theorem 10.
//!
//! An empty place is never entered again, so a *separation* between neighbouring places is crossed
//! at most once (Lemma 2). The *word* of a game has a symbol for each separation: a mark, which
//! says whether and in which direction it was crossed, and a letter, which says whether the two
//! pawns next to it had the same colour at the start. A line of n pawns has words of n - 1 symbols,
//! a cycle words of n, the last for the seam between the last pawn and the first. Every move
//! crosses one separation, so the pawns left are the separations not crossed: n less the arrows,
//! which on the line is 1 more than the bars and on the cycle the bars.
//!
//! **Proposition 1.** One may ask that no pawn that has moved is taken by one that has not:
//! [`obeying`] mends a game move by move.
//!
//! **Theorem 3.** A word is that of such a game on a line if and only if it contains, between two
//! bars, none of the patterns of the seven classes [`PATTERNS`]. **Theorem 4.** So a configuration
//! can be reduced to k pawns if and only if such a word with its letters has k - 1 bars; [`moves`]
//! finds the game in linear time.
//!
//! **Theorem 10.** For the fewest pawns it is enough to look at the patterns [`SIMPLIFIED`], of
//! three symbols at most, in an alphabet in which a bar has no letter.
//!
//! What differs from our copy of the paper, in which bars and arrows are lost:
//! - Class 4 has its first pattern twice; the second has to be `>x >a |x`, whose mirror image is there.
//! - Class 7' is `>a <a <x`, by which `bwb` could be reduced to one pawn; it has to be `>a <a |x`,
//!   since the next sentence calls the mirror image `|x >a <a` allowed.
//!
//! And from the paper:
//! - Proposition 9 says that a word without bars is some `>` followed by some `<`; its proof leaves
//!   out one `>` followed by two or more `<`, which is `bwb..bw` and can be played, and the mirror
//!   image.
//! - On the cycle the paper uses the patterns as necessary only. They are also sufficient, with one
//!   exception: all arrows one way around a cycle of one colour. The reason is that every other
//!   cyclic word without a pattern has a bar, and cut there it is a word of the line.
//!
//! ```
//! use saltus_clobber::sources::words::{self, Form, Symbol, Text};
//!
//! let word: Vec<Symbol> = words::read("<s <a |s >a").unwrap();
//! words::admissible(Form::Line, &word).unwrap();
//! let text: Vec<String> =
//!     words::moves(Form::Line, &word).unwrap().map(|mv| format!("{}-{}", mv.from + 1, mv.to + 1)).collect();
//! assert_eq!(text, ["3-2", "2-1", "4-5"], "on bbwwb");
//!
//! let bad: Vec<Symbol> = words::read(">s >s >s").unwrap();
//! let fault = words::admissible(Form::Line, &bad).unwrap_err();
//! assert!(fault.to_string().starts_with("class 3 forbids |x >s, which begins at the left border"));
//! assert_eq!(Text(&bad).to_string(), ">s >s >s");
//! ```

mod admissible;
mod alphabet;
mod games;
pub mod graph;
mod patterns;
mod plays;

pub use admissible::{Fault, admissible, admissible_simplified};
pub use alphabet::{Letter, Mark, Seen, Symbol, Text, read};
pub use games::{Game, game, obeying};
#[cfg(test)]
pub(crate) use patterns::SIMPLIFIED_MIRRORED;
pub use patterns::{Class, PATTERNS, Pattern, SIMPLIFIED, Scan};
pub use plays::{WordSegment, moves, segments};

pub use crate::closed::letters::Form;
use crate::rules::Colour;

/// The letters of a configuration, one for each separation; on the cycle the last is the seam's.
pub fn letters(form: Form, pawns: &[Colour]) -> impl Iterator<Item = Letter> + '_ {
    let inside = pawns.windows(2).map(|pair| Letter::between(pair[0], pair[1]));
    let seam = match (form, pawns) {
        (Form::Cycle, [first, .., last]) => Some(Letter::between(*last, *first)),
        _ => None,
    };
    inside.chain(seam)
}

/// The configuration that a word belongs to, given its first pawn; the only other one has all
/// colours exchanged.
///
/// None for a cyclic word whose colours do not come round.
pub fn configuration(form: Form, word: &[Symbol], first: Colour) -> Option<Vec<Colour>> {
    let mut pawns = vec![first];
    for symbol in word {
        pawns.push(symbol.letter.beside(pawns[pawns.len() - 1]));
    }
    match form {
        Form::Line => Some(pawns),
        Form::Cycle => (pawns.pop() == Some(first)).then_some(pawns),
    }
}

/// Whether a word has the letters of a configuration: the first condition of Theorem 4.
pub fn fits(form: Form, word: &[Symbol], pawns: &[Colour]) -> bool {
    letters(form, pawns).eq(word.iter().map(|symbol| symbol.letter))
}
