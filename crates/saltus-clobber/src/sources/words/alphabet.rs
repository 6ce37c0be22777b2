//! The alphabets of the paper: six symbols that are a mark and a letter (section 2), and five where
//! a bar has no letter (Theorem 10). The paper writes an arrow or a bar above the letter.
//!
//! In text an arrow is `>` or `<` and a bar `|`; then follows the letter. Symbols are separated by
//! blanks: `<s <a |s >a`.

use std::fmt::{self, Display};

pub use crate::closed::letters::Mark;
use crate::rules::Colour;
use saltus_core::notation::{self, BadInput, Word};

/// Whether the two pawns next to a separation have the same colour at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// They have: `s`.
    Same,
    /// The colours alternate: `a`.
    Alternate,
}

impl Letter {
    /// Both.
    pub const ALL: [Letter; 2] = [Letter::Same, Letter::Alternate];

    /// The letter between two pawns.
    pub fn between(left: Colour, right: Colour) -> Letter {
        if left == right { Letter::Same } else { Letter::Alternate }
    }

    /// The pawn next to this one.
    pub fn beside(self, pawn: Colour) -> Colour {
        if self == Letter::Same { pawn } else { pawn.other() }
    }

    /// `s` or `a`.
    pub fn sign(self) -> char {
        ['s', 'a'][self as usize]
    }
}

/// A symbol of the paper's alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// What happens at the separation.
    pub mark: Mark,
    /// What is next to it at the start.
    pub letter: Letter,
}

impl Symbol {
    /// All six.
    pub fn all() -> impl Iterator<Item = Symbol> {
        Mark::ALL.into_iter().flat_map(|mark| Letter::ALL.map(|letter| Symbol { mark, letter }))
    }

    /// The same in the simplified alphabet.
    pub fn simple(self) -> Seen {
        if self.mark == Mark::Bar { Seen::BORDER } else { self.into() }
    }
}

/// A mark, and a letter or `x` where it does not matter or is not known: a place in a pattern, or a
/// symbol of either alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seen {
    /// The mark.
    pub mark: Mark,
    /// The letter; none is `x`.
    pub letter: Option<Letter>,
}

impl Seen {
    /// A separation at which nothing happens: the border of a word.
    pub const BORDER: Seen = Seen { mark: Mark::Bar, letter: None };

    /// The simplified alphabet, `|`, `>s`, `>a`, `<s` and `<a`: a bar has no information about the pawns next to it.
    pub const SIMPLE: [Seen; 5] = [
        Self::BORDER,
        Self::arrow(Mark::Right, Letter::Same),
        Self::arrow(Mark::Right, Letter::Alternate),
        Self::arrow(Mark::Left, Letter::Same),
        Self::arrow(Mark::Left, Letter::Alternate),
    ];

    const fn arrow(mark: Mark, letter: Letter) -> Seen {
        Seen { mark, letter: Some(letter) }
    }

    /// Whether this place of a pattern stands for `symbol`.
    pub fn stands_for(self, symbol: Seen) -> bool {
        self.mark == symbol.mark && (self.letter.is_none() || self.letter == symbol.letter)
    }
}

impl From<Symbol> for Seen {
    fn from(symbol: Symbol) -> Seen {
        Seen { mark: symbol.mark, letter: Some(symbol.letter) }
    }
}

impl Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mark.sign(), self.letter.sign())
    }
}

impl Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mark.sign(), self.letter.map_or('x', Letter::sign))
    }
}

/// Reads a word: symbols separated by blanks. No symbols are the word of a line of one pawn.
///
/// # Errors
/// The column and what is wrong there.
pub fn read(text: &str) -> Result<Vec<Symbol>, BadInput> {
    let symbol = |word: &Word<'_>| {
        let found = Symbol::all().find(|symbol| symbol.to_string() == word.text);
        found.ok_or_else(|| word.fault("is no symbol; there are: |s |a >s >a <s <a"))
    };
    notation::words(text)?.iter().map(symbol).collect()
}

/// A word as text that [`read`] reads.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a, S>(pub &'a [S]);

impl<S: Display> Display for Text<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(at, symbol)| write!(f, "{}{symbol}", if at == 0 { "" } else { " " }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_printed() {
        let all = "|s |a >s >a <s <a";
        assert_eq!(Text(&read(all).unwrap()).to_string(), all);
        assert_eq!(Text(&Seen::SIMPLE).to_string(), "|x >s >a <s <a");
        assert_eq!(Text(&read(" <s\t>a ").unwrap()).to_string(), "<s >a");
        assert_eq!(read(" "), Ok(Vec::new()));
    }

    #[test]
    fn faults_name_the_column() {
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!((fault(">a  sa").column, fault("<s <").column, fault(">a |s ><").column), (5, 4, 7));
        assert!(fault(">x").why.contains("\">x\" is no symbol; there are: |s |a"));
        assert_eq!(fault(">a \u{2190}s").column, 4);
        assert_eq!(fault("|s |").column, 4);
        assert!(read(">a>s").is_err());
    }

    #[test]
    fn symbols_keep_what_they_are_in_the_simplified_alphabet() {
        for symbol in Symbol::all() {
            let (seen, simple) = (Seen::from(symbol), symbol.simple());
            assert_eq!(simple.mark, seen.mark);
            assert!(simple == seen || simple == Seen::BORDER, "only bars lose their letter");
            assert!(Seen::SIMPLE.contains(&simple), "{simple}");
        }
    }
}
