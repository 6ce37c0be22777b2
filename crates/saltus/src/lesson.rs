//! Lessons (docs/lessons.md): chapters, each about a position of any puzzle, with words and a question.
//!
//! ```
//! let text = "saltus lesson 1\ntitle: Three and three\nchapter: 1\npuzzle: shift 3 3\nmoves: 3-4 5-3\nask: move";
//! let lesson = saltus::lesson::read(text).unwrap();
//! assert_eq!((lesson.title.as_str(), lesson.chapters.len()), ("Three and three", 1));
//! assert_eq!(lesson.chapters[0].moves, ["3-4", "5-3"]);
//! assert_eq!(saltus::lesson::read("title: A game").err().unwrap().to_string(), "line 1: a lesson begins with \"saltus lesson 1\"");
//! ```

use std::fmt::{self, Display};

use crate::answers::Answers;

/// How a lesson begins.
pub const HEAD: &str = "saltus lesson 1";
/// The greatest size of a lesson in bytes.
pub const MOST_BYTES: usize = 200_000;
/// The most chapters.
pub const MOST_CHAPTERS: usize = 50;

/// The words with which lines begin.
const KEYS: [&str; 9] = ["title", "chapter", "puzzle", "moves", "draw", "text", "ask", "tree", "allow"];

/// What somebody has written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Its title; empty for none.
    pub title: String,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// A position, what is said of it, and what is asked. Marks and the tree of moves are left to those who draw and play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// Its title; empty for none.
    pub title: String,
    /// A line of notation.
    pub puzzle: String,
    /// The moves that are already made.
    pub moves: Vec<String>,
    /// Its paragraphs.
    pub texts: Vec<String>,
    /// The question, if there is one.
    pub ask: Option<Ask>,
    /// The line of the text in which its position is named, from 1.
    pub line: usize,
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// One right move.
    Move,
    /// A play that wins.
    Win,
    /// A shortest play.
    Shortest,
    /// How many moves are left.
    Number,
    /// Whether the goal can be reached.
    YesOrNo,
}

impl Ask {
    const ALL: [(&str, Ask); 5] = [
        ("move", Ask::Move),
        ("win", Ask::Win),
        ("shortest", Ask::Shortest),
        ("number", Ask::Number),
        ("yes or no", Ask::YesOrNo),
    ];
}

/// Why a text is no lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// One sentence.
    pub why: String,
}

impl Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Mistake {}

/// Reads a lesson.
///
/// # Errors
/// The line and what is wrong with it.
pub fn read(text: &str) -> Result<Lesson, Mistake> {
    let wrong = |line: usize, why: String| Err(Mistake { line, why });
    if text.len() > MOST_BYTES {
        return wrong(1, format!("a lesson has at most {MOST_BYTES} bytes, and this one has {}", text.len()));
    }
    if text.lines().next().map(str::trim) != Some(HEAD) {
        return wrong(1, format!("a lesson begins with {HEAD:?}"));
    }
    let mut lesson = Lesson::default();
    for (line, key, words) in statements(text)? {
        if key == "title" {
            lesson.title = words;
        } else if key == "chapter" {
            if lesson.chapters.len() == MOST_CHAPTERS {
                return wrong(line, format!("a lesson has at most {MOST_CHAPTERS} chapters"));
            }
            let puzzle = lesson.chapters.last().map_or_else(String::new, |chapter| chapter.puzzle.clone());
            lesson.chapters.push(Chapter { title: words, puzzle, line, ..Chapter::default() });
        } else if let Some(chapter) = lesson.chapters.last_mut() {
            match key {
                "puzzle" => (chapter.puzzle, chapter.line) = (words, line),
                "moves" => {
                    chapter.line = line;
                    let moves = words.split([' ', ',', '\t']).filter(|word| !word.is_empty());
                    chapter.moves = moves.map(str::to_owned).collect();
                }
                "text" => chapter.texts.push(words),
                "ask" => {
                    let Some((_, ask)) = Ask::ALL.iter().find(|(name, _)| *name == words) else {
                        let all = Ask::ALL.map(|(name, _)| name).join(", ");
                        return wrong(line, format!("{words:?} is no question; there are {all}"));
                    };
                    chapter.ask = Some(*ask);
                }
                _ => {}
            }
        } else {
            return wrong(line, format!("\"{key}:\" stands before the first \"chapter:\""));
        }
    }
    match lesson.chapters.iter().find(|chapter| chapter.puzzle.is_empty()) {
        _ if lesson.chapters.is_empty() => wrong(text.lines().count(), "a lesson has at least one chapter".into()),
        Some(Chapter { line, .. }) => wrong(*line, "this chapter has no puzzle, nor has one before it".into()),
        None => Ok(lesson),
    }
}

/// The lines after the first, each with its number, its word and what follows it; a line that begins with a blank continues the one before.
fn statements(text: &str) -> Result<Vec<(usize, &str, String)>, Mistake> {
    let mut statements: Vec<(usize, &str, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        if line.trim().is_empty() || line.starts_with("//") {
            continue;
        }
        if let (true, Some((.., words))) = (line.starts_with([' ', '\t']), statements.last_mut()) {
            words.push(' ');
            words.push_str(line.trim());
            continue;
        }
        let statement = line.split_once(':').filter(|(key, _)| KEYS.contains(key));
        let (key, words) = statement.ok_or_else(|| Mistake {
            line: number,
            why: format!("a line of a lesson begins with one of {}", KEYS.join(", ")),
        })?;
        statements.push((number, key, words.trim().to_owned()));
    }
    Ok(statements)
}

/// The title of a worksheet about this: its goal where that is known in words, else the line.
pub fn title(material: &dyn Answers, line: &str) -> String {
    material.told().map_or_else(|| line.to_owned(), |told| told.goal.trim_end_matches('.').to_owned())
}

/// How a worksheet of new puzzles begins, in which [`chapter`]s follow.
pub fn begin(title: &str, count: usize, seed: u64) -> String {
    format!("{HEAD}\ntitle: {title}\n// {count} puzzles, seed {seed}\n")
}

/// A chapter that asks for a shortest play.
pub fn chapter(number: usize, puzzle: &str) -> String {
    format!("\nchapter: {number}\npuzzle: {puzzle}\ntext: {{left}} moves are enough.\nask: shortest\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = begin("tiles 2x2", 2, 1) + &chapter(1, "tiles 2x2 1 2 0 3") + &chapter(2, "tiles 2x2 0 1 3 2");
        let lesson = read(&text).unwrap();
        assert_eq!(lesson.title, "tiles 2x2");
        let [first, second] = &lesson.chapters[..] else { panic!("there are two chapters") };
        assert_eq!((&*first.puzzle, first.ask, first.line), ("tiles 2x2 1 2 0 3", Some(Ask::Shortest), 6));
        assert_eq!((&*second.title, &*second.texts[0]), ("2", "{left} moves are enough."));
    }

    #[test]
    fn lines_that_begin_with_a_blank_go_on() {
        let lesson =
            read("saltus lesson 1\nchapter: A\npuzzle: shift 1 1\ntext: One\n  two\n// three\n\n  four\nchapter: B")
                .unwrap();
        assert_eq!(lesson.chapters[0].texts, ["One two four"]);
        assert_eq!(lesson.chapters[1].puzzle, "shift 1 1");
    }

    #[test]
    fn mistakes_are_named_with_their_lines() {
        for (text, why) in [
            ("", "line 1: a lesson begins with"),
            ("saltus lesson 1", "line 1: a lesson has at least one chapter"),
            ("saltus lesson 1\nchapter: A", "line 2: this chapter has no puzzle"),
            ("saltus lesson 1\npuzzle: shift 1 1", "line 2: \"puzzle:\" stands before"),
            ("saltus lesson 1\nchapter: A\nask: why", "line 3: \"why\" is no question"),
            ("saltus lesson 1\nhello", "line 2: a line of a lesson begins with one of title"),
        ] {
            let told = read(text).unwrap_err().to_string();
            assert!(told.starts_with(why), "{told}");
        }
    }
}
