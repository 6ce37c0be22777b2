//! The list of families: front ends know only this.

use std::io::Read;

use crate::answers::{Answers, Exported};
use crate::family::{Family, Setting, bounds_of, by_name};
use crate::limits::Limits;
use crate::lists::{Fault, Format, Judge};
use crate::notation::{self, BadInput, Unread, Word};
use crate::own::{Array, Command};
use crate::tables::Source;

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
    /// The settings of solvers, by the solver's name.
    pub settings: &'static [(&'static str, &'static [Setting])],
    /// Other names of its boards, and the words that they stand for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The bounds that a generic search can use: names, and what each counts. Every family also has `zero`.
    pub bounds: Vec<(&'static str, &'static str)>,
    /// Instances with a name of their own, and their texts.
    pub named: &'static [(&'static str, &'static str)],
    /// The formats of lists that it reads.
    pub formats: &'static [Format],
    /// The judges of programs that have a problem of its puzzles.
    pub judges: &'static [Judge],
    /// Its tables that outlive the process.
    pub tables: Option<&'static dyn Source>,
    /// Commands of the program that it has.
    pub commands: &'static [Command],
    /// Arrays that programs ask for.
    pub arrays: &'static [Array],
    draws: bool,
    has_names: bool,
    line_of_text: fn(&str) -> Option<Result<String, String>>,
    line_of_board: fn(&[&str]) -> Option<String>,
    warnings: fn(&str) -> Vec<Fault>,
    parse: ReadWords,
    parse_stream: ReadStream,
}

impl Entry {
    fn read(&self, words: Vec<Word<'_>>) -> Result<Box<dyn Answers>, BadInput> {
        (self.parse)(if self.has_names { words } else { notation::plain(words)? })
    }
}

/// The families that a program knows.
///
/// ```
/// use saltus_core::{limits::Limits, registry::Registry};
/// use saltus_shifting::{reverse, shift};
///
/// let registry = Registry::new().with::<shift::Instance>().with::<reverse::Instance>();
/// assert_eq!(registry.families().len(), 2);
/// assert_eq!(registry.family("shift").unwrap().examples[0], "shift 1 1");
/// assert!(registry.parse("shift 2 2").unwrap().solve(&Limits::default()).optimal());
/// assert_eq!(registry.parse("shift 2 x").err().unwrap().column, 9);
/// ```
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
            solvers: F::SOLVERS.iter().chain(by_name::<F>()).map(|solver| solver.name).collect(),
            settings: F::SETTINGS,
            aliases: F::ALIASES,
            bounds: bounds_of::<F>().iter().map(|bound| (bound.name, bound.says)).collect(),
            named: F::NAMED,
            formats: F::FORMATS,
            judges: F::JUDGES,
            tables: F::TABLES,
            // The module for a browser has no use for them, and is to be short.
            commands: if cfg!(target_family = "wasm") { &[] } else { F::COMMANDS },
            arrays: if cfg!(target_family = "wasm") { &[] } else { F::ARRAYS },
            draws: F::DRAWS,
            has_names: F::HAS_NAMES,
            line_of_text: F::line_of_text,
            // A page has no files with boards.
            line_of_board: if cfg!(target_family = "wasm") { |_| None } else { F::line_of_board },
            warnings: F::warnings,
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

    /// Whether `random` and `seed=S` are words of a line that begins like this: in a definition they are its author's.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// assert!(!Registry::new().with::<shift::Instance>().draws("shift 3 3"));
    /// ```
    pub fn draws(&self, line: &str) -> bool {
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        let is_first = |entry: &&Entry| entry.name == first || entry.aliases.iter().any(|(other, _)| *other == first);
        self.entries.iter().find(is_first).is_some_and(|entry| entry.draws)
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

    /// A puzzle in the format of this name: its family's, or else what its definition says. None if neither knows the format.
    ///
    /// # Errors
    /// When the format cannot express it, or a limit is reached.
    pub fn exported(
        &self,
        instance: &dyn Answers,
        format: &str,
        limits: &Limits<'_>,
    ) -> Option<Result<Vec<Exported>, Unread>> {
        instance.export(format, limits).or_else(|| match instance.definition() {
            Ok(line) if format == "rules" => Some(Ok(vec![Exported { name: "rules.txt", text: line + "\n" }])),
            Ok(line) => match self.parse(&line) {
                Ok(defined) => defined.export(format, limits),
                Err(bad) => Some(Err(bad.into())),
            },
            Err(bad) => Some(Err(bad.into())),
        })
    }

    /// Reads a line: one position, or a set of them for a survey.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let registry = Registry::new().with::<shift::Instance>();
    /// let puzzle = registry.parse_any("shift  b_w  to  w_b").unwrap();
    /// assert_eq!(puzzle.to_string(), "shift 1 1"); // the canonical line
    /// assert!(!puzzle.is_set()); // so `parse` takes it too
    /// ```
    ///
    /// # Errors
    /// The place and the rule broken.
    pub fn parse_any(&self, line: &str) -> Result<Box<dyn Answers>, BadInput> {
        let line = notation::normal(line);
        let mut words = notation::words_of_text(&line)?;
        if words.is_empty() {
            return Err(BadInput::line("the line is empty"));
        }
        let first = words.remove(0);
        let Some(whole) = self.line_named(first.text) else { return self.entry_of(&first)?.read(words) };
        // What is wrong with such a line is wrong with its name.
        let spelled = notation::words_of_text(&whole)?.into_iter().map(|word| Word { column: first.column, ..word });
        let mut spelled: Vec<Word<'_>> = spelled.collect();
        let family = spelled.remove(0);
        self.entry_of(&family)?.read(spelled.into_iter().chain(words).collect())
    }

    /// The line of the instance that has this name of its own, or the words of which it is another name.
    fn line_named(&self, name: &str) -> Option<String> {
        let alias = |entry: &Entry| entry.aliases.iter().find(|(other, _)| *other == name).map(|&(_, words)| words);
        if let Some(words) = self.entries.iter().find_map(alias) {
            return Some(self.line_named(words).unwrap_or_else(|| words.to_owned()));
        }
        let named = |entry: &Entry| entry.named.iter().find(|(other, _)| *other == name).map(|&(_, text)| text);
        let text = self.entries.iter().find_map(named)?;
        Some(self.line_of_text(text)?.expect("what comes with the program can be read"))
    }

    /// The line of an instance that a text of several lines gives, where a family has such a form and this text is in it.
    ///
    /// # Errors
    /// What is wrong with the text, with the place.
    pub fn line_of_text(&self, text: &str) -> Option<Result<String, String>> {
        self.entries.iter().find_map(|entry| (entry.line_of_text)(text))
    }

    /// The lines that begin at a board of which these are the rows, one of each family that draws such a board.
    pub fn lines_of_board(&self, rows: &[&str]) -> Vec<String> {
        self.entries.iter().filter_map(|entry| (entry.line_of_board)(rows)).collect()
    }

    /// What is no mistake in a text or a line and still cannot be meant, with the number of its line from 1.
    pub fn warnings(&self, text: &str) -> Vec<Fault> {
        self.entries.iter().flat_map(|entry| (entry.warnings)(text)).collect()
    }

    /// Reads a line of which one word, which may be too long to be held, comes from a stream:
    /// `before` and `after` are the words around it. None when no such word can occur there; then
    /// nothing has been read of it.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let registry = Registry::new().with::<shift::Instance>();
    /// let (mut stream, limits) = (&b"bb_ww"[..], Limits::default());
    /// let read = registry.parse_stream("shift", &mut stream, "moves=all", &limits);
    /// assert!(read.is_none()); // this family takes no word from a stream
    /// ```
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
            let others = self.entries.iter().flat_map(|entry| entry.aliases.iter().chain(entry.named));
            let known: Vec<&str> = names.iter().copied().chain(others.map(|(name, _)| *name)).collect();
            let meant = begun(first.text, &known);
            if !meant.is_empty() {
                return first.fault(format!("is no puzzle; did you mean {}?", meant.join(", ")));
            }
            if let Some(near) = notation::nearest(first.text, known) {
                return first.fault(format!("is no puzzle; did you mean {near}?"));
            }
            let more = if self.entries.iter().any(|entry| !entry.named.is_empty()) {
                ", and those that `saltus puzzles` lists by name"
            } else {
                ""
            };
            first.fault(format!("is no puzzle; there are: {}{more}", names.join(", ")))
        })
    }
}

/// The names that begin with a word, or the one that is that word, whatever its hyphens and capital letters: `rushhour` begins `rush-hour-4` and others. No page
/// says more than that one is meant.
fn begun<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
    let plain = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    let word = plain(word);
    if cfg!(target_family = "wasm") || word.len() < 2 {
        return Vec::new();
    }
    match names.iter().find(|name| plain(name) == word) {
        Some(same) => vec![same],
        None => names.iter().copied().filter(|name| plain(name).starts_with(&word)).collect(),
    }
}
