//! The sources of saltus, item by item: files of Markdown in `items/`, of which pages and what is run are both made; and their
//! [statements], verified by brute force.
//!
//! A file begins with a heading of level 1, the field `family`, which names the one that its items are about where their commands name none, and
//! what is to be said of the whole source. An item is a heading of level 2, `NAME: TITLE`, a list of
//! fields, and Markdown:
//!
//! | field | holds |
//! |---|---|
//! | `place` | where in the source |
//! | `kind` | statement, algorithm, table, figure, example or question |
//! | `says` | what the source states, in a sentence |
//! | `mark` | how that compares with what saltus gets: one of [`MARKS`], perhaps with `; WHY` |
//! | `time` | how long a slow one takes |
//!
//! An item that has the name of a [statement](statements) is verified by it. In the Markdown an indented line `$ saltus WORDS` is a command, and the indented lines below are what it prints: a line `...` stands for any
//! lines, and `...` within a line for any text. ` > NAME` at its end writes a file. A block of three backticks, `file NAME`, is a file that it reads.

pub mod statements;

pub use statements::{Contradiction, Statement};

/// What an item may be marked.
pub const MARKS: [&str; 7] = [
    "as printed",
    "erratum",
    "our copy is damaged",
    "open, and settled here",
    "open",
    "beyond the source",
    "quoted, and not described",
];

/// The files and their names, in the order in which pages show them.
const FILES: [(&str, &str); 6] = [
    ("paper", include_str!("../items/paper.md")),
    ("blog", include_str!("../items/blog.md")),
    ("article", include_str!("../items/article.md")),
    ("clobber", include_str!("../items/clobber.md")),
    ("thesis", include_str!("../items/thesis.md")),
    ("saltus", include_str!("../items/saltus.md")),
];

/// A source.
#[derive(Clone, Debug)]
pub struct Source {
    /// What the command line calls it.
    pub name: &'static str,
    /// What a page calls it.
    pub title: &'static str,
    /// What there is to say of all of it.
    pub about: &'static str,
    /// Its items, in its order.
    pub items: Vec<Item>,
}

/// An item of a source.
#[derive(Clone, Debug)]
pub struct Item {
    /// What the command line calls it.
    pub name: &'static str,
    /// What a page calls it.
    pub title: &'static str,
    /// Where in the source.
    pub place: Option<&'static str>,
    /// What it is, by a word of the table above.
    pub kind: &'static str,
    /// What the source states.
    pub says: &'static str,
    /// How that compares with what saltus gets.
    pub mark: &'static str,
    /// What verifies it by brute force.
    pub statement: Option<Statement>,
    /// How long it takes, where that is long.
    pub time: Option<&'static str>,
    /// The family that it is about.
    pub family: &'static str,
    /// All below the fields.
    pub text: &'static str,
    /// The files that its commands read: names, and what is in them.
    pub files: Vec<(&'static str, &'static str)>,
    /// The commands that make it again.
    pub commands: Vec<Shown>,
}

impl Item {
    /// Its mark, without why.
    pub fn mark_word(&self) -> &'static str {
        self.mark.split_once(';').map_or(self.mark, |(word, _)| word)
    }
}

/// A command and what it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// As it is typed.
    pub line: &'static str,
    /// Its words.
    pub words: Vec<String>,
    /// The file that holds what it prints.
    pub into: Option<String>,
    /// What it prints, line by line.
    pub prints: Vec<&'static str>,
}

/// All sources.
///
/// # Panics
/// Where a file is not as it should be, which a test says.
pub fn sources() -> Vec<Source> {
    FILES.iter().map(|&(name, text)| source(name, text)).collect()
}

fn source(name: &'static str, text: &'static str) -> Source {
    let mut parts = text.split("\n## ");
    let head = parts.next().unwrap_or_default();
    let (title, head) =
        head.strip_prefix("# ").and_then(|head| head.split_once("\n\n- family: ")).expect("a file begins with a title");
    let (family, about) = head.split_once('\n').expect("its family");
    Source { name, title, about: about.trim(), items: parts.map(|text| item(name, family, text)).collect() }
}

fn item(source: &str, family: &'static str, text: &'static str) -> Item {
    let (head, rest) = text.split_once("\n\n").expect("an item has a heading");
    let (name, title) = head.split_once(": ").expect("NAME: TITLE");
    let (list, text) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let fields =
        list.lines().map(|line| line.strip_prefix("- ").and_then(|line| line.split_once(": ")).expect("a field"));
    let fields: Vec<_> = fields.collect();
    let field = |name: &str| fields.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    let needed = |field: Option<&'static str>| field.unwrap_or_else(|| panic!("{name} lacks a field"));
    let text = text.trim_matches('\n');
    let files = text.split("```file ").skip(1).map(|block| {
        let (name, rest) = block.split_once('\n').expect("a file has lines");
        (name, rest.split("```").next().unwrap_or_default())
    });
    let commands = commands(text);
    let families = saltus::registry();
    let named = commands.iter().flat_map(|shown| &shown.words).find_map(|word| families.family(word));
    Item {
        name,
        title,
        family: named.map_or(family, |family| family.name),
        place: field("place"),
        kind: needed(field("kind")),
        says: needed(field("says")),
        mark: needed(field("mark")),
        statement: statements::of(source).iter().find(|statement| statement.name == name).copied(),
        time: field("time"),
        text,
        files: files.collect(),
        commands,
    }
}

fn commands(text: &'static str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut is_below = false;
    for line in text.lines() {
        if let Some(line) = line.strip_prefix("    $ saltus ") {
            let mut words = words(line);
            let into =
                words.len().checked_sub(2).filter(|&at| words[at] == ">").and_then(|at| words.split_off(at).pop());
            commands.push(Shown { line, words, into, prints: Vec::new() });
            is_below = true;
        } else if let (Some(line), true, Some(last)) = (line.strip_prefix("    "), is_below, commands.last_mut()) {
            last.prints.push(line.trim_end());
        } else {
            is_below = false;
        }
    }
    commands
}

/// The words of a command, as a shell splits them: at blanks outside of quotation marks.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote, mut is_open) = (vec![String::new()], None, false);
    for sign in line.chars() {
        match (sign, quote) {
            ('"' | '\'', None) => quote = Some(sign),
            (sign, Some(other)) if sign == other => quote = None,
            (' ', None) => {
                if is_open {
                    words.push(String::new());
                }
                is_open = false;
                continue;
            }
            _ => words.last_mut().expect("there is a word").push(sign),
        }
        is_open = true;
    }
    if !is_open {
        words.pop();
    }
    words
}

/// Whether lines are those that are shown.
pub fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line.trim() == "..." => {
            (0..=printed.len()).any(|left_out| matches(rest, &printed[left_out..]))
        }
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| is_like(line, first) && matches(rest, others))
        }
    }
}

/// Whether a line is the one that is shown.
fn is_like(shown: &str, printed: &str) -> bool {
    let Some((begin, rest)) = shown.split_once("...") else { return shown == printed };
    let Some(printed) = printed.strip_prefix(begin) else { return false };
    let mut ends = printed.char_indices().map(|(at, _)| at).chain([printed.len()]);
    ends.any(|at| is_like(rest, &printed[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(words("word \">a >s |a\"  --cycle ''"), ["word", ">a >s |a", "--cycle", ""]);
        assert_eq!(words(" a'b c'd "), ["ab cd"]);
    }

    #[test]
    fn what_is_cut_stands_for_anything() {
        assert!(matches(&["a", "...", "c"], &["a", "b", "b", "c"]));
        assert!(matches(&["ab ... e...", "..."], &["ab c d ef"]));
        for (shown, printed) in [
            (&["a"][..], &["b"][..]),
            (&["a"], &[]),
            (&["a"], &["a", "b"]),
            (&["...", "c"], &["a"]),
            (&["a ... c"], &["a b"]),
        ] {
            assert!(!matches(shown, printed), "{shown:?}");
        }
    }

    #[test]
    fn every_item_is_whole() {
        for source in sources() {
            let mut names: Vec<&str> = source.items.iter().map(|item| item.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), source.items.len(), "{} has a name twice", source.name);
            let verified = source.items.iter().filter(|item| item.statement.is_some()).count();
            assert_eq!(verified, statements::of(source.name).len(), "{} has a statement without an item", source.name);
            for item in &source.items {
                let place = format!("{} {}", source.name, item.name);
                assert!(MARKS.contains(&item.mark_word()), "{place}: {}", item.mark);
                assert!(item.statement.is_some() || !item.commands.is_empty(), "{place} has nothing to run");
                assert!(item.place.is_some() || source.name == "saltus", "{place} has no place");
            }
        }
    }
}

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
