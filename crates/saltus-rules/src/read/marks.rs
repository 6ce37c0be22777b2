//! Words of pictures and lists, ranges written out.

use crate::text::{Mistake, Statement, Token};

/// Characters with a meaning of their own.
const RESERVED: &str = ".#*?|+->=!,:;()/";

/// A word that may come out of a range, with the place of that.
#[derive(Clone, Debug)]
pub(super) struct Mark<'a> {
    pub(super) text: String,
    pub(super) token: Token<'a>,
}

impl<'a> Mark<'a> {
    pub(super) fn of(token: Token<'a>) -> Self {
        Mark { text: token.text.to_owned(), token }
    }

    pub(super) fn fault(&self, why: &str) -> Mistake {
        self.token.at(0, format!("\"{}\" {why}", self.text))
    }

    /// Whether it can be a name.
    pub(super) fn name(&self) -> Result<(), Mistake> {
        if saltus_core::notation::is_name(&self.text, RESERVED) {
            return Ok(());
        }
        Err(self.fault(
            "is no name: a name is a word of letters and digits, or one other character that means nothing else",
        ))
    }
}

pub(super) fn spell<'a>(tokens: &[Token<'a>]) -> Vec<Mark<'a>> {
    tokens.iter().copied().map(Mark::of).collect()
}

/// The words of a body, ranges written out.
pub(super) fn ranges<'a>(statement: &Statement<'a>, most: usize) -> Result<Vec<Mark<'a>>, Mistake> {
    let mut marks = Vec::new();
    for token in statement.words() {
        let Some((first, last)) =
            token.text.split_once("..").filter(|(first, last)| !first.is_empty() && !last.is_empty())
        else {
            marks.push(Mark::of(token));
            continue;
        };
        let letter = |word: &str| match *word.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(u32::from(letter)),
            _ => None,
        };
        let number = |word: &str| saltus_core::notation::number(word).and_then(|number| u32::try_from(&number).ok());
        let (texts, ends): (fn(u32) -> String, _) = match (letter(first), letter(last)) {
            (Some(first), Some(last)) => (|code| char::from(code as u8).to_string(), Some((first, last))),
            _ => (|number| number.to_string(), number(first).zip(number(last))),
        };
        let ends = ends.filter(|&(first, last)| first <= last && last - first < most as u32);
        let (first, last) = ends.ok_or_else(|| {
            token.fault(format!("is no range of letters or numbers, from the lower to the higher, at most {most}"))
        })?;
        marks.extend((first..=last).map(|code| Mark { text: texts(code), token }));
    }
    let again = marks.iter().enumerate().find(|(at, mark)| marks[..*at].iter().any(|other| other.text == mark.text));
    if let Some((_, again)) = again {
        return Err(again.fault("is there twice"));
    }
    Ok(marks)
}
