//! Which words are those of games: Theorem 3 on the line, the same patterns around the cycle, and
//! Theorem 10 in the simplified alphabet.

use std::fmt::{self, Display};
use std::iter;

use super::Form;
use super::alphabet::{Letter, Mark, Seen, Symbol};
use super::patterns::{LONGEST, PATTERNS, Pattern, SIMPLIFIED, Scan};

/// Why a word is not that of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It contains a forbidden pattern.
    Pattern {
        /// The pattern.
        pattern: Pattern,
        /// The separation where the pattern begins, from 1; 0 is the left border of a line.
        first: usize,
    },
    /// The pawns of a cycle of one colour would go round, all one way.
    RoundTrip,
    /// The colours of a cycle do not come round: its letters `a` are odd in number.
    OddAlternations,
    /// It is too short for a cycle, which has at least three places.
    NoCycle,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Pattern { pattern, first } => {
                write!(f, "class {} forbids {pattern}, which begins at ", pattern.class)?;
                match first {
                    0 => f.write_str("the left border")?,
                    first => write!(f, "separation {first}")?,
                }
                write!(f, ": {}", pattern.class.why())
            }
            Fault::RoundTrip => f.write_str("on a cycle of one colour no pawn can move"),
            Fault::OddAlternations => f.write_str("around a cycle the colours alternate an even number of times"),
            Fault::NoCycle => f.write_str("a cycle has at least three separations"),
        }
    }
}

impl std::error::Error for Fault {}

/// Whether a word is that of a game obeying Proposition 1, on a line by Theorem 3. Linear time,
/// constant memory.
///
/// # Errors
/// What the word breaks: the pattern that ends first.
pub fn admissible(form: Form, word: &[Symbol]) -> Result<(), Fault> {
    let seen = word.iter().map(|&symbol| Seen::from(symbol));
    match form {
        Form::Line => no_pattern(&PATTERNS, between_bars(1, seen), |at| at),
        Form::Cycle => around(word),
    }
}

/// Whether a word of a line in the simplified alphabet contains none of the patterns of Theorem 10
/// between two bars on each side.
///
/// Such a word, its bars given any letters, is that of a game; and among them is one with the
/// fewest bars.
///
/// # Errors
/// What the word breaks: the pattern that ends first.
pub fn admissible_simplified(word: &[Seen]) -> Result<(), Fault> {
    // Separation 0 is the second bar. No pattern begins at the first one, since none has two bars
    // in a row.
    no_pattern(&SIMPLIFIED, between_bars(2, word.iter().copied()), |at| at - 1)
}

fn between_bars(bars: usize, word: impl Iterator<Item = Seen>) -> impl Iterator<Item = Seen> {
    let border = iter::repeat_n(Seen::BORDER, bars);
    border.clone().chain(word).chain(border)
}

fn around(word: &[Symbol]) -> Result<(), Fault> {
    if word.len() < 3 {
        return Err(Fault::NoCycle);
    }
    if word.iter().filter(|symbol| symbol.letter == Letter::Alternate).count() % 2 == 1 {
        return Err(Fault::OddAlternations);
    }
    // So every pattern that begins in the word is met, also one that is longer than the cycle.
    let seen = word.iter().cycle().take(word.len() + LONGEST - 1).map(|&symbol| Seen::from(symbol));
    no_pattern(&PATTERNS, seen, |at| at % word.len() + 1)?;
    // Without a bar and without `<x >x` all arrows point one way; without `>x >a >x` the letters
    // are then all `s`.
    if word.iter().all(|symbol| symbol.mark != Mark::Bar) {
        return Err(Fault::RoundTrip);
    }
    Ok(())
}

/// Meets the first pattern, if any. `separation` numbers the symbols, which count from 0.
fn no_pattern(
    patterns: &[Pattern],
    symbols: impl Iterator<Item = Seen>,
    separation: impl Fn(usize) -> usize,
) -> Result<(), Fault> {
    let mut scan = Scan::new(patterns);
    for (at, symbol) in symbols.enumerate() {
        if let Some(&pattern) = scan.push(symbol) {
            return Err(Fault::Pattern { pattern, first: separation(at + 1 - pattern.places().len()) });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::words::read;

    fn broken(form: Form, text: &str) -> Option<(String, usize)> {
        match admissible(form, &read(text).unwrap()) {
            Err(Fault::Pattern { pattern, first }) => Some((format!("{} {pattern}", pattern.class), first)),
            Err(other) => Some((other.to_string(), usize::MAX)),
            Ok(()) => None,
        }
    }

    #[test]
    fn each_class_is_found_where_it_begins() {
        for (word, pattern, first) in [
            ("|s <a >a", "1 <x >x", 2),
            (">a >s <s <a", "2 >s <s", 2),
            (">s", "3 |x >s", 0),
            (">a <s", "5 |x >a <s", 0),
            ("|a <a |s <s", "3 <s |x", 4),
            (">a >a", "4 >x >a |x", 1),
            (">a >a >s", "4 >x >a >x", 1),
            ("<a <a", "4 |x <a <x", 0),
            ("<s <a <a", "4 <x <a <x", 1),
            (">a >s <a", "5 >s <a |x", 2),
            (">a >a <a <a", "6 >x >a <a <x", 1),
            (">a <a", "7 |x >a <a |x", 0),
        ] {
            assert_eq!(broken(Form::Line, word), Some((pattern.to_owned(), first)), "{word}");
        }
        for word in ["", "|s", "|a", ">a", "<a", ">a >s >s", "<s <a", ">a <a <s <a", "<s <a |s >a", ">a >s >a <s <a"] {
            assert_eq!(broken(Form::Line, word), None, "{word}");
        }
    }

    #[test]
    fn patterns_run_over_the_seam() {
        assert_eq!(broken(Form::Cycle, ">a |s >a"), Some(("4 >x >a |x".to_owned(), 3)));
        assert_eq!(broken(Form::Cycle, ">s |a >a"), None, "the first pawn of the line that begins at pawn 3");
        assert_eq!(broken(Form::Cycle, ">a |s <a"), Some(("1 <x >x".to_owned(), 3)));
        assert_eq!(broken(Form::Cycle, "<a |s >a"), Some(("7 |x >a <a |x".to_owned(), 2)));
    }

    #[test]
    fn cyclic_words_have_their_own_faults() {
        let fault = |text: &str| admissible(Form::Cycle, &read(text).unwrap()).unwrap_err();
        assert_eq!(fault("|s |s"), Fault::NoCycle);
        assert_eq!(fault("|s |s |a"), Fault::OddAlternations);
        assert_eq!(fault(">s >s >s"), Fault::RoundTrip);
        assert_eq!(fault("<s <s <s <s"), Fault::RoundTrip);
        assert!(matches!(fault(">s |s |s"), Fault::Pattern { .. }));
    }

    #[test]
    fn faults_are_said_in_a_sentence() {
        let fault = admissible(Form::Line, &read("|a <s |s").unwrap()).unwrap_err();
        assert!(fault.to_string().starts_with("class 3 forbids <s |x, which begins at separation 2: the pawn that"));
        let fault =
            admissible_simplified(&read("|s >a <a |s").unwrap().into_iter().map(Symbol::simple).collect::<Vec<_>>());
        let fault = fault.unwrap_err();
        assert_eq!(
            fault.to_string(),
            "class 7' forbids >a <a |x, which begins at separation 2: whatever stands before it, class 1, 6' or 7 forbids it as well"
        );
    }
}
