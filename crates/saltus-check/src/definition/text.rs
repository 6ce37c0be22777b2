//! The one-line form: statements with their headwords and rows, names, and lists of names.

use super::set::Set;
use crate::outcome::{Checked, OrRefuse, all, ensure, limit, quote, refuse};
use crate::text::{base, characters, hex_digits, is_printable, joined};
use sha2::{Digest, Sha256};

/// Most cells of a board, pieces, and names in a list.
pub(crate) const MOST: usize = 4096;

/// Longest text, and most statements: what is built from them stays small.
const LENGTH: usize = 1 << 18;
const STATEMENTS: usize = 1000;

const KEYWORDS: [&str; 11] =
    ["board", "cells", "lines", "start", "pieces", "class", "turns", "move", "cycle", "blocks", "goal"];

/// `KEYWORD HEADWORD ..: ROW / ROW ..`
pub(super) struct Statement<'a> {
    pub(super) keyword: &'a str,
    pub(super) heads: Vec<&'a str>,
    pub(super) rows: Vec<&'a str>,
}

impl<'a> Statement<'a> {
    fn read(text: &'a str) -> Checked<Self> {
        let (head, body) = text.split_once(':').or_refuse(format_args!("{} has no colon", quote(text)))?;
        let mut heads: Vec<&str> = head.split(' ').collect();
        let keyword = heads.remove(0);
        let readers = ["source", "known", "text"].contains(&keyword);
        ensure(!readers, format_args!("`{keyword}` is left out on one line"))?;
        ensure(KEYWORDS.contains(&keyword), format_args!("{} is no keyword", quote(keyword)))?;
        if body.is_empty() {
            return Ok(Self { keyword, heads, rows: Vec::new() });
        }
        let body = body.strip_prefix(' ').or_refuse(format_args!("no blank after the colon of `{keyword}`"))?;
        let rows: Vec<&str> = body.split(" / ").map(str::trim_end).collect();
        let right = rows.iter().all(|row| !row.is_empty() && !row.starts_with(' '));
        ensure(right, format_args!("a row of `{keyword}` is empty or begins with a blank"))?;
        Ok(Self { keyword, heads, rows })
    }

    /// Refuses headwords.
    pub(super) fn plain(&self) -> Checked<&Self> {
        match self.heads.first() {
            Some(head) => refuse(format_args!("{} does not go with `{}`", quote(head), self.keyword)),
            None => Ok(self),
        }
    }

    /// The words of the body, with all names that ranges stand for. There is at least one.
    pub(super) fn list(&self) -> Checked<Vec<String>> {
        let mut names = Vec::new();
        for word in self.rows.iter().flat_map(|row| row.split_ascii_whitespace()) {
            match word.split_once("..") {
                Some((from, to)) => range(from, to, &mut names)?,
                None => names.push(word.to_string()),
            }
            few(names.len(), "names in a list")?;
        }
        ensure(!names.is_empty(), format_args!("nothing follows `{}`", self.keyword))?;
        Ok(names)
    }

    /// The same, with no name twice.
    pub(super) fn set(&self) -> Checked<Vec<String>> {
        let names = self.list()?;
        let mut seen = Set::default();
        match names.iter().find(|name| !seen.insert(*name)) {
            Some(name) => refuse(format_args!("{} comes twice in `{}`", quote(name), self.keyword)),
            None => Ok(names),
        }
    }
}

/// A set or map, filled item by item: `collect` sorts first, and a sort is compiled for each type.
pub(super) fn filled<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

/// Stops undecided if there are too many.
pub(super) fn few(count: usize, what: &str) -> Checked<()> {
    limit(count <= MOST, format_args!("a definition with more than {MOST} {what}"))
}

/// All numbers, or all letters of one case, from the one to the other.
fn range(from: &str, to: &str, names: &mut Vec<String>) -> Checked<()> {
    let why = format!("`{}..{}` is no range", from.escape_default(), to.escape_default());
    let plain = |word: &str| word == "0" || !word.starts_with('0') && !word.starts_with('+');
    if let (Ok(low), Ok(high)) = (from.parse::<u32>(), to.parse::<u32>()) {
        ensure(plain(from) && plain(to) && low <= high, why)?;
        few((high - low) as usize, "names in a list")?;
        names.extend((low..=high).map(|number| number.to_string()));
        return Ok(());
    }
    let (&[low], &[high]) = (from.as_bytes(), to.as_bytes()) else { return refuse(why) };
    let lower = low.is_ascii_lowercase() && high.is_ascii_lowercase();
    let upper = low.is_ascii_uppercase() && high.is_ascii_uppercase();
    ensure((lower || upper) && low <= high, why)?;
    names.extend((low..=high).map(|letter| char::from(letter).to_string()));
    Ok(())
}

/// A definition, divided.
pub(super) struct Text<'a> {
    statements: Vec<Statement<'a>>,
    /// The SHA-256 of its line without a title, which says nothing about the puzzle.
    pub(super) digest: String,
}

impl<'a> Text<'a> {
    /// Reads what follows the word `rules`.
    pub(super) fn read(text: &'a str) -> Checked<Self> {
        limit(text.len() <= LENGTH, format_args!("a definition of more than {LENGTH} characters"))?;
        ensure(characters(text).all(is_printable), "a character that is not printable")?;
        ensure(unicode_normalization::is_nfc(text), "a text that is not in normal form C")?;
        let few = text.split(" ; ").count() <= STATEMENTS;
        limit(few, format_args!("a definition of more than {STATEMENTS} statements"))?;
        let parts: Vec<&str> = text.split(" ; ").filter(|part| !part.starts_with("title: ")).collect();
        let digest = hex_digits(&Sha256::digest(format!("rules {}", joined(&parts, " ; "))));
        Ok(Self { statements: all(parts.into_iter().map(Statement::read))?, digest })
    }

    pub(super) fn all(&self, keyword: &str) -> impl Iterator<Item = &Statement<'a>> {
        self.statements.iter().filter(move |statement| statement.keyword == keyword)
    }

    /// The statement of a kind of which there is one at most.
    pub(super) fn one(&self, keyword: &str) -> Checked<Option<&Statement<'a>>> {
        ensure(self.all(keyword).count() < 2, format_args!("there are two statements `{keyword}`"))?;
        Ok(self.all(keyword).next())
    }
}

/// Whether a word may name a class or a cell.
pub(super) fn is_name(word: &str) -> bool {
    !word.is_empty() && characters(word).all(|character| base(character).is_alphanumeric())
}

/// Whether a word may be a piece.
pub(super) fn is_piece(word: &str) -> bool {
    is_name(word) || characters(word).count() == 1 && !" .#*?|+->=!,:;()/".contains(base(word))
}
