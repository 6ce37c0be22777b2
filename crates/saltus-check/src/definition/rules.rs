//! Rules: what their tokens say.

use super::text::{is_name, is_piece};
use crate::board::Cell;
use crate::outcome::{Checked, OrRefuse, all, ensure, quote, refuse};
use crate::text::joined;

/// What stands on cells: 0 is nothing, pieces count from 1.
pub(super) const EMPTY: Cell = 0;

/// The pieces and classes of a definition.
pub(super) struct Names {
    /// The first one is piece 1.
    pub(super) pieces: Vec<String>,
    /// With their pieces in ascending order.
    pub(super) classes: Vec<(String, Vec<Cell>)>,
}

impl Names {
    /// What a word of a picture means.
    pub(super) fn content(&self, word: &str) -> Checked<Cell> {
        if word == "." {
            return Ok(EMPTY);
        }
        let at = self.pieces.iter().position(|piece| piece == word);
        let why = if is_piece(word) { "is no piece of this puzzle" } else { "cannot be a piece" };
        Ok(at.or_refuse(format_args!("{} {why}", quote(word)))? as Cell + 1)
    }

    pub(super) fn class(&self, word: &str) -> Option<usize> {
        self.classes.iter().position(|(name, _)| name == word)
    }

    pub(super) fn piece(&self, word: &str) -> Checked<Cell> {
        ensure(word != ".", "`.` is no piece")?;
        self.content(word)
    }

    /// Some pieces, in ascending order.
    pub(super) fn pieces(&self, words: &[String]) -> Checked<Vec<Cell>> {
        let mut pieces = all(words.iter().map(|word| self.piece(word)))?;
        pieces.sort_unstable();
        Ok(pieces)
    }

    pub(super) fn add_class(&mut self, name: &str, words: &[String]) -> Checked<()> {
        ensure(is_name(name), format_args!("{} is no name of a class", quote(name)))?;
        let new = self.class(name).is_none() && !self.pieces.iter().any(|piece| piece == name);
        ensure(new, format_args!("{} names something else, too", quote(name)))?;
        self.classes.push((name.to_string(), self.pieces(words)?));
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// A piece, or nothing.
    Content(Cell),
    Class(usize),
    /// `*`
    Any,
    /// `?`
    Unseen,
}

impl What {
    /// Whether it says that a piece is there, and which or which ones.
    pub(crate) fn names_piece(self) -> bool {
        matches!(self, Self::Content(1..) | Self::Class(_))
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) struct Token {
    pub(super) what: What,
    /// One cell or more.
    pub(super) run: bool,
}

impl Token {
    fn read(word: &str, names: &Names) -> Checked<Self> {
        let (name, run) = word.strip_suffix('+').map_or((word, false), |name| (name, true));
        let what = match name {
            "*" if !run => What::Any,
            "?" if !run => What::Unseen,
            _ => match names.class(name) {
                Some(class) => What::Class(class),
                None => What::Content(names.content(name)?),
            },
        };
        Ok(Self { what, run })
    }
}

pub(super) struct Rule {
    pub(super) left: Vec<Token>,
    pub(super) right: Vec<Token>,
    /// Whether the line has no cell beyond.
    pub(super) ends: bool,
    /// Classes that stand for different pieces.
    pub(super) different: Vec<(usize, usize)>,
    pub(super) ways: Vec<usize>,
    pub(super) chain: bool,
    /// Whether its moves cost nothing.
    pub(super) free: bool,
}

impl Rule {
    /// `chain` and `free` are what its statement says, and `turns` whether there are any.
    pub(super) fn read(row: &str, names: &Names, ways: &[usize], [chain, free, turns]: [bool; 3]) -> Checked<Self> {
        let words: Vec<&str> = row.split_ascii_whitespace().collect();
        let condition = words.iter().position(|word| *word == "where");
        let (rule, condition) = words.split_at(condition.unwrap_or(words.len()));
        let arrow = rule.iter().position(|word| *word == "->").or_refuse("a rule has no `->`")?;
        let (left, ends) = pattern(&rule[..arrow], names)?;
        let (right, ends_after) = pattern(&rule[arrow + 1..], names)?;
        ensure(ends == ends_after && left.len() == right.len(), "the two patterns have not the same length")?;
        verify_tokens(&left, &right)?;
        let ways = ways.to_vec();
        let mut rule = Self { left, right, ends, different: Vec::new(), ways, chain, free };
        ensure(!chain || rule.left[0].what.names_piece(), "no piece is on the first cell of a `chain` rule")?;
        let moves = rule.left.iter().any(|token| token.what.names_piece());
        ensure(!turns || moves, "with `turns` a rule names the piece that moves")?;
        if let Some((_, condition)) = condition.split_first() {
            rule.read_condition(&joined(condition, " "), names)?;
        }
        Ok(rule)
    }

    fn read_condition(&mut self, text: &str, names: &Names) -> Checked<()> {
        for part in text.split(',') {
            let why = format!("{} is not `x != y` with two classes of the left side", quote(part));
            let (one, other) = part.split_once("!=").or_refuse(&why)?;
            let class = |name: &str| {
                let class = names.class(name.trim());
                class.filter(|&class| self.left.iter().any(|token| token.what == What::Class(class)))
            };
            let (Some(one), Some(other)) = (class(one), class(other)) else { return refuse(why) };
            ensure(one != other, why)?;
            self.different.push((one, other));
        }
        Ok(())
    }
}

/// The tokens of a pattern, and whether `|` ends it.
fn pattern(words: &[&str], names: &Names) -> Checked<(Vec<Token>, bool)> {
    let (words, ends) = match words.split_last() {
        Some((&"|", words)) => (words, true),
        _ => (words, false),
    };
    ensure(!words.is_empty(), "a pattern has no cell")?;
    Ok((all(words.iter().map(|word| Token::read(word, names)))?, ends))
}

/// Refuses a right side that does not go with the left one.
fn verify_tokens(left: &[Token], right: &[Token]) -> Checked<()> {
    let runs = |tokens: &[Token]| tokens.iter().filter(|token| token.run).count();
    let any = |tokens: &[Token]| tokens.iter().filter(|token| token.what == What::Any).count();
    let again = runs(left) == runs(right) && any(left) == any(right);
    ensure(again, "every `*` and every run of the left side comes again on the right one")?;
    for (index, token) in right.iter().enumerate() {
        match token.what {
            What::Class(_) => {
                let known = left.iter().any(|other| other.what == token.what);
                ensure(known, "a class of the right side is not on the left one")?;
            }
            What::Unseen => {
                let same = left[index] == *token && runs(&left[..index]) == runs(&right[..index]);
                ensure(same, "a `?` of the right side is not at the place of one on the left")?;
            }
            What::Content(_) | What::Any => {}
        }
    }
    Ok(())
}
