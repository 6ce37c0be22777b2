//! Lists of boards as papers and other programs write them: lines become boards.
//!
//! A [`Form`] says which lines make a board, and what they mean; a [`Reader`] takes line after line. A bad line spoils its board and no
//! other.
//!
//! ```
//! use saltus_core::{lists::{Reader, Starts}, registry::Registry};
//! use saltus_shifting::shift;
//!
//! let puzzle = Registry::new().with::<shift::Instance>().parse("shift bb_ww").unwrap();
//! let mut reader = Reader::new(Starts(puzzle));
//! let start = reader.line(1, "b_bww").unwrap().board.unwrap();
//! assert_eq!(start.to_string(), "shift b_bww");
//! assert!(reader.line(2, "b_xww").unwrap().board.is_err());
//! ```

use std::collections::VecDeque;
use std::io::{self, Write};

use crate::answers::Answers;
use crate::notation::{self, BadInput};
use crate::plan::Plan;

/// Rows and columns of a board.
pub type Size = (usize, usize);

/// A format of lists that a family reads ([`Family::FORMATS`](crate::family::Family::FORMATS)).
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// How it writes a board, in a sentence.
    pub says: &'static str,
    /// The goals that its boards may be given, the usual one first: names, and what each is. None: its boards leave neither goal nor size open.
    pub goals: &'static [(&'static str, &'static str)],
    /// The form of its boards, of this size where it is given, and with one of [`Format::goals`], or else the usual one.
    pub form: fn(size: Option<Size>, goal: Option<&str>) -> Box<dyn Form>,
}

/// A judge of programs, with a problem of a family's puzzles ([`Family::JUDGES`](crate::family::Family::JUDGES)).
pub struct Judge {
    /// Its name.
    pub name: &'static str,
    /// Where it is, and what it takes for an answer, in a sentence.
    pub says: &'static str,
    /// The name of the format of its boards.
    pub format: &'static str,
    /// The goal of its boards where none is given, if that is not the usual one.
    pub goal: Option<&'static str>,
    /// What it takes for an answer where there is no play.
    pub unsolvable: &'static str,
    /// Writes a play as it takes it.
    pub write: fn(play: &dyn Plan, out: &mut dyn Write) -> io::Result<()>,
}

/// What is wrong with one of the lines of a board, by its place among them.
pub type Fault = (usize, BadInput);

/// A board, or what is wrong with it, and the place of its line among those of the list.
pub type Placed<B = Box<dyn Answers>> = (usize, Result<B, BadInput>);

/// How a list writes its boards. By default each line is one, and a line that begins with `//` is a comment.
pub trait Form: Send {
    /// Whether a line that begins with `#` is a comment.
    fn has_comments(&self) -> bool {
        false
    }

    /// Whether a board takes several lines; else each is one.
    fn spans_lines(&self) -> bool {
        false
    }

    /// Whether a line is of a board, `within` one that has begun; else it ends that one, and says nothing.
    fn is_of_board(&self, line: &str, within: bool) -> bool {
        let _ = within;
        !line.trim().is_empty() && !line.trim_start().starts_with("//")
    }

    /// The board that these lines are, the `number`th of its list from 1.
    ///
    /// # Errors
    /// The line with the fault, its place and the rule broken.
    fn board(&self, number: u64, lines: &[(u64, String)]) -> Result<Box<dyn Answers>, Fault>;

    /// What the list calls the board of these lines, where it does.
    fn name(&self, lines: &[(u64, String)]) -> Option<String> {
        let _ = lines;
        None
    }

    /// Whether only the whole input tells where a board ends; then [`Form::boards`] is asked, and no other method.
    fn is_whole(&self) -> bool {
        false
    }

    /// The boards of all lines of the input, each with the place among them where it begins, or where its fault is.
    fn boards(&self, lines: &[(u64, String)]) -> Vec<Placed> {
        let _ = lines;
        Vec::new()
    }
}

/// The result of the lines of one board.
pub struct Listed {
    /// The number of its first line, or of the line with the fault.
    pub line: u64,
    /// That line.
    pub text: String,
    /// What the list calls the board.
    pub name: Option<String>,
    /// The board, or what is wrong with it.
    pub board: Result<Box<dyn Answers>, BadInput>,
}

/// Makes boards of lines.
pub struct Reader {
    form: Box<dyn Form>,
    /// The boards that were begun.
    boards: u64,
    /// The lines of the board that is being read.
    lines: Vec<(u64, String)>,
    /// Bytes of those.
    held: usize,
    /// What is wrong with it already.
    spoiled: Option<Listed>,
    /// The boards that are read and not given yet.
    ready: VecDeque<Listed>,
}

/// The most bytes of one board.
const MOST_HELD: usize = 1 << 28;

/// The most bytes of a list that is read as a whole.
const MOST_WHOLE: usize = 1 << 24;

impl Reader {
    /// A reader of boards of this form.
    pub fn new(form: impl Form + 'static) -> Self {
        Self::of(Box::new(form))
    }

    /// The same for a form of any type.
    pub fn of(form: Box<dyn Form>) -> Self {
        Reader { form, boards: 0, lines: Vec::new(), held: 0, spoiled: None, ready: VecDeque::new() }
    }

    /// Whether a line that begins with `#` is a comment.
    pub fn has_comments(&self) -> bool {
        self.form.has_comments()
    }

    /// Takes the next line; gives the board that it completes, if it does.
    pub fn line(&mut self, number: u64, text: &str) -> Option<Listed> {
        if !self.is_of_board(text) {
            return self.end();
        }
        let (most, what) = if self.form.is_whole() { (MOST_WHOLE, "list") } else { (MOST_HELD, "board") };
        if self.held + text.len() > most {
            return self.bad_line(number, "", BadInput::line(format!("the {what} is too long")));
        }
        self.held += text.len();
        self.lines.push((number, text.to_owned()));
        self.end_of_line()
    }

    fn is_of_board(&self, text: &str) -> bool {
        self.form.is_whole() || self.form.is_of_board(text, !self.lines.is_empty() || self.spoiled.is_some())
    }

    fn end_of_line(&mut self) -> Option<Listed> {
        if self.form.is_whole() || self.form.spans_lines() { None } else { self.end() }
    }

    /// Takes a line that is no text, or too long; the board that it belongs to is spoiled. `text` is what can be read of it.
    pub fn bad_line(&mut self, number: u64, text: &str, bad: BadInput) -> Option<Listed> {
        if !text.is_empty() && !self.is_of_board(text) {
            return self.end();
        }
        if self.form.is_whole() && !text.is_empty() && self.spoiled.is_none() {
            // It spoils the board that its words belong to, which is not known yet.
            self.lines.push((number, text.to_owned()));
            return None;
        }
        self.spoiled.get_or_insert(Listed { line: number, text: text.to_owned(), name: None, board: Err(bad) });
        self.lines.clear();
        self.held = 0;
        self.end_of_line()
    }

    /// There are no more lines; gives the last board, if one was begun, and further ones when asked again.
    pub fn end(&mut self) -> Option<Listed> {
        if let Some(next) = self.ready.pop_front() {
            return Some(next);
        }
        let lines = std::mem::take(&mut self.lines);
        self.held = 0;
        if lines.is_empty() && self.spoiled.is_none() {
            return None;
        }
        self.boards += 1;
        if let Some(spoiled) = self.spoiled.take() {
            return Some(spoiled);
        }
        if self.form.is_whole() {
            let listed = |(at, board): (usize, _)| {
                let (line, text) = lines[at].clone();
                Listed { line, text, name: None, board }
            };
            self.ready = self.form.boards(&lines).into_iter().map(listed).collect();
            return self.ready.pop_front();
        }
        let name = self.form.name(&lines);
        let (at, board) = match self.form.board(self.boards, &lines) {
            Ok(instance) => (0, Ok(instance)),
            Err((at, bad)) => (at, Err(bad)),
        };
        let (line, text) = lines[at].clone();
        Some(Listed { line, text, name, board })
    }
}

/// Starts of one puzzle, each on a line: the labels of its cells, as [`notation::labels`] reads them.
pub struct Starts(pub Box<dyn Answers>);

impl Form for Starts {
    fn board(&self, _: u64, lines: &[(u64, String)]) -> Result<Box<dyn Answers>, Fault> {
        self.0.arranged(&notation::labels(&notation::normal(&lines[0].1)), None).map_err(|bad| (0, bad))
    }
}
