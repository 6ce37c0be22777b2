//! The text of a definition as statements: keyword, headwords, and the rows of a body, each word with its place.
//!
//! There are two forms. In a *file* a statement begins at the first column, and indented lines go on with its body. On *one line*
//! statements are parted by the word `;` and rows by the word `/`. docs/definitions.md is the format.

use std::fmt::{self, Display};

use saltus_core::notation::{self, BadInput, Word};

/// What is wrong with a definition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; 0 when it concerns the whole text.
    pub column: usize,
    /// One sentence without the place.
    pub why: String,
}

impl Mistake {
    /// A mistake of the whole text.
    pub(crate) fn whole(why: impl Into<String>) -> Self {
        Mistake { line: 1, column: 0, why: why.into() }
    }

    /// The mistake with its line of the text and a caret below the place, for people.
    ///
    /// ```
    /// let text = "board: t . f\nmove rihgt: t . -> . t\ngoal: f . t";
    /// let mistake = saltus_rules::Definition::from_text(text).unwrap_err();
    /// assert!(mistake.shown(text).ends_with("\n  move rihgt: t . -> . t\n       ^"));
    /// ```
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        match text.lines().nth(self.line - 1) {
            Some(line) if self.column > 0 => format!("{self}\n  {line}\n  {:>column$}", '^', column = self.column),
            _ => self.to_string(),
        }
    }
}

impl Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => f.write_str(&self.why),
            column => write!(f, "line {}, column {column}: {}", self.line, self.why),
        }
    }
}

impl std::error::Error for Mistake {}

/// A word and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    /// Of its first character, from 1.
    pub(crate) column: usize,
}

impl Token<'_> {
    /// A mistake in this word; the sentence goes on after it.
    pub(crate) fn fault(&self, why: impl Display) -> Mistake {
        self.at(0, format!("\"{}\" {why}", self.text))
    }

    /// Its line and column.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// A mistake at one character of this word.
    pub(crate) fn at(&self, offset: usize, why: impl Into<String>) -> Mistake {
        Mistake { line: self.line, column: self.column + offset, why: why.into() }
    }
}

/// A row of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextRow<'a> {
    pub(crate) words: Vec<Token<'a>>,
    /// The column in which pictures begin.
    pub(crate) margin: usize,
}

/// A statement. Its rows are not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement<'a> {
    pub(crate) keyword: Token<'a>,
    pub(crate) heads: Vec<Token<'a>>,
    pub(crate) rows: Vec<TextRow<'a>>,
}

impl<'a> Statement<'a> {
    /// Splits `KEYWORD HEADWORD ..:` from the words that follow it.
    fn begin(words: &[Token<'a>]) -> Result<(Self, usize), Mistake> {
        let end = words.iter().position(|word| word.text.ends_with(':'));
        let end =
            end.ok_or_else(|| words[0].fault("begins a statement, which needs a colon: KEYWORD HEADWORDS: BODY"))?;
        let mut heads = words[..=end].to_vec();
        let last = &mut heads[end];
        last.text = &last.text[..last.text.len() - 1];
        if last.text.is_empty() {
            heads.pop();
        }
        let Some(keyword) = heads.first().copied() else {
            return Err(words[0].at(0, "a statement begins with a keyword, and then the colon"));
        };
        heads.remove(0);
        Ok((Statement { keyword, heads, rows: Vec::new() }, end + 1))
    }

    /// All words of the body.
    pub(crate) fn words(&self) -> impl Iterator<Item = Token<'a>> + '_ {
        self.rows.iter().flat_map(|row| row.words.iter().copied())
    }

    /// A mistake of the whole statement.
    pub(crate) fn fault(&self, why: impl Display) -> Mistake {
        self.keyword.at(0, format!("`{}`: {why}", self.keyword.text))
    }
}

/// A file without the mark of its encoding with which some editors begin it.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether a line of a file is a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with(COMMENT)
}

/// Begins what is left out of the rest of a line, at its beginning or after a blank.
pub(crate) const COMMENT: &str = "//";

/// The words of one line of a file, without its comment.
fn words(text: &str, line: usize) -> Result<Vec<Token<'_>>, Mistake> {
    let end = if is_comment(text) { 0 } else { text.find(" //").unwrap_or(text.len()) };
    let uncommented = &text[..end];
    if let Some(at) = uncommented.find('\t') {
        let column = notation::width(&uncommented[..at]) + 1;
        return Err(Mistake { line, column, why: "a tab has no width here; use blanks".into() });
    }
    let words = notation::words_of_text(uncommented);
    let words = words.map_err(|BadInput { column, why }| Mistake { line, column, why })?;
    Ok(words.into_iter().map(|Word { text, column }| Token { text, line, column }).collect())
}

/// The statements of a file.
pub(crate) fn of_file(text: &str) -> Result<Vec<Statement<'_>>, Mistake> {
    let text = unmarked(text);
    let mut statements: Vec<Statement<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let found = words(line, number)?;
        let Some(first) = found.first().copied() else { continue };
        if first.column > 1 {
            let Some(last) = statements.last_mut() else {
                return Err(first.at(0, "a statement begins at the first column; an indented line goes on with one"));
            };
            last.rows.push(TextRow { words: found, margin: 0 });
            continue;
        }
        let (mut statement, end) = Statement::begin(&found)?;
        if end < found.len() {
            // A margin of its own.
            statement.rows.push(TextRow { words: found[end..].to_vec(), margin: found[end].column });
        }
        statements.push(statement);
    }
    for statement in &mut statements {
        let indented = || statement.rows.iter().filter(|row| row.margin == 0);
        let margin = indented().map(|row| row.words[0].column).min().unwrap_or(1);
        statement.rows.iter_mut().filter(|row| row.margin == 0).for_each(|row| row.margin = margin);
    }
    Ok(statements)
}

/// The statements of a definition on one line.
pub(crate) fn of_words<'a>(words: &[Word<'a>]) -> Result<Vec<Statement<'a>>, Mistake> {
    let tokens: Vec<Token<'a>> =
        words.iter().map(|word| Token { text: word.text, line: 1, column: word.column }).collect();
    let mut statements = Vec::new();
    for part in tokens.split(|word| word.text == ";") {
        if part.is_empty() {
            return Err(Mistake::whole("there is no statement before, between or after \";\""));
        }
        let (mut statement, end) = Statement::begin(part)?;
        let body = &part[end..];
        let body = if body.first().is_some_and(|word| word.text == "/") { &body[1..] } else { body };
        let is_bar = |at: usize| body.get(at).is_none_or(|word| word.text == "/");
        if let Some(at) = (0..body.len()).find(|&at| is_bar(at) && (at == 0 || is_bar(at + 1))) {
            return Err(body[at].at(0, "there is no row before or after this /"));
        }
        let rows = body.split(|word| word.text == "/").filter(|row| !row.is_empty());
        statement.rows = rows.map(|row| TextRow { words: row.to_vec(), margin: row[0].column }).collect();
        statements.push(statement);
    }
    Ok(statements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::notation;

    #[test]
    fn both_forms_say_the_same() {
        let file = "title: A row // of two\n\n// nothing\nboard:\n    a.\n      b\nmove right left:\n  a . -> . a\n";
        let line = "title: A row ; board: / a. / ##b ; move right left: a . -> . a";
        let (file, words) = (of_file(file).unwrap(), notation::words(line).unwrap());
        let line = of_words(&words).unwrap();
        let texts = |statement: &Statement<'_>| {
            let of = |words: &[Token<'_>]| words.iter().map(|word| word.text.to_owned()).collect::<Vec<_>>();
            (statement.keyword.text.to_owned(), of(&statement.heads), statement.rows.len())
        };
        assert_eq!(file.iter().map(texts).collect::<Vec<_>>(), line.iter().map(texts).collect::<Vec<_>>());
        assert_eq!((file[1].rows[1].margin, file[1].rows[1].words[0].column), (5, 7));
    }

    #[test]
    fn places_of_mistakes() {
        for (text, line, column) in [
            ("  a", 1, 3),
            ("board: a\nmove", 2, 1),
            (": a", 1, 1),
            ("board: a\n\tb", 2, 1),
            ("board: \u{e9} \u{200b}", 1, 10),
        ] {
            let mistake = of_file(text).unwrap_err();
            assert_eq!((mistake.line, mistake.column), (line, column), "{text:?}: {mistake}");
        }
    }
}
