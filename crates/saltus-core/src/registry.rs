//! The list of families: front ends know only this.

use std::io::Read;

use crate::answers::Answers;
use crate::family::Family;
use crate::limits::Limits;
use crate::notation::{self, BadInput, Unread, Word};

type ReadWords = fn(Vec<Word<'_>>) -> Result<Box<dyn Answers>, BadInput>;
type ReadStream =
    fn(&[Word<'_>], &mut dyn Read, Vec<Word<'_>>, &Limits<'_>) -> Option<Result<Box<dyn Answers>, Unread>>;

/// A family in the list.
#[derive(Clone)]
pub struct Entry {
    /// The first word of its notation.
    pub name: &'static str,
    /// The forms of its notation, one a line.
    pub notation: &'static str,
    /// Its rules in prose.
    pub rules: &'static str,
    /// Lines to begin with, from small to large; each has a solution.
    pub examples: &'static [&'static str],
    /// The names of its solvers, best first.
    pub solvers: Vec<&'static str>,
    parse: ReadWords,
    parse_stream: ReadStream,
}

/// The families that a program knows.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// No family.
    pub fn new() -> Self {
        Registry::default()
    }

    /// The same with one family more, which comes last.
    ///
    /// # Panics
    /// When there is one of that name already.
    #[must_use]
    pub fn with<F: Family>(mut self) -> Self {
        assert!(self.entries.iter().all(|entry| entry.name != F::NAME), "there is a family {} already", F::NAME);
        self.entries.push(Entry {
            name: F::NAME,
            notation: F::NOTATION,
            rules: F::RULES,
            examples: F::EXAMPLES,
            solvers: F::SOLVERS.iter().chain(F::BY_NAME).map(|solver| solver.name).collect(),
            parse: |words| Ok(Box::new(F::parse(words)?)),
            parse_stream: |before, stream, after, limits| {
                let read = F::parse_stream(before, stream, after, limits)?;
                Some(read.map(|instance| Box::new(instance) as Box<dyn Answers>))
            },
        });
        self
    }

    /// The families, in the order in which they came.
    pub fn families(&self) -> &[Entry] {
        &self.entries
    }

    /// The family of this name.
    pub fn family(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Reads a line that names one position.
    ///
    /// # Errors
    /// The place and the rule broken.
    pub fn parse(&self, line: &str) -> Result<Box<dyn Answers>, BadInput> {
        let instance = self.parse_any(line)?;
        if instance.is_set() {
            return Err(BadInput::line("this names a set of positions, which only `survey` takes; name one of them"));
        }
        Ok(instance)
    }

    /// Reads a line: one position, or a set of them for a survey.
    ///
    /// # Errors
    /// The place and the rule broken.
    pub fn parse_any(&self, line: &str) -> Result<Box<dyn Answers>, BadInput> {
        let mut words = notation::words(line)?;
        if words.is_empty() {
            return Err(BadInput::line("the line is empty"));
        }
        (self.entry_of(&words.remove(0))?.parse)(words)
    }

    /// Reads a line of which one word, which may be too long to be held, comes from a stream: `before` and `after` stand
    /// around it. None when no such word can stand there; then nothing has been read of it.
    ///
    /// # Errors
    /// What is wrong, and where; when the stream fails; when it does not fit.
    pub fn parse_stream(
        &self,
        before: &str,
        stream: &mut dyn Read,
        after: &str,
        limits: &Limits<'_>,
    ) -> Option<Result<Box<dyn Answers>, Unread>> {
        let before = notation::words(before).ok()?;
        let after = notation::words(after).ok()?;
        let (first, before) = before.split_first()?;
        (self.entry_of(first).ok()?.parse_stream)(before, stream, after, limits)
    }

    fn entry_of(&self, first: &Word<'_>) -> Result<&Entry, BadInput> {
        self.family(first.text).ok_or_else(|| {
            let names: Vec<&str> = self.entries.iter().map(|entry| entry.name).collect();
            first.fault(format!("is no puzzle; there are: {}", names.join(", ")))
        })
    }
}
