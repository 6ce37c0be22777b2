//! A definition that has been read: what a puzzle is, without what it is compiled to.

use std::fmt::{self, Debug, Display, Formatter};

use saltus_core::notation::BadInput;

use crate::blocks::Blocks;
use crate::geometry::{Cell, Form, Geometry};

/// What stands on a cell: 0 for nothing, else the number of a piece.
pub(crate) type Content = u8;

/// A set of contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ContentSet([u64; 4]);

impl ContentSet {
    /// The set of these contents.
    pub(crate) fn of(contents: impl IntoIterator<Item = Content>) -> Self {
        let mut set = ContentSet::default();
        contents.into_iter().for_each(|content| set.0[content as usize / 64] |= 1 << (content % 64));
        set
    }

    /// Whether a content is in it.
    #[inline]
    pub(crate) fn has(&self, content: Content) -> bool {
        self.0[content as usize / 64] >> (content % 64) & 1 == 1
    }

    /// How many contents are in it.
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// What is in both.
    pub(crate) fn and(&self, other: &ContentSet) -> Self {
        ContentSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// What is in one of them.
    pub(crate) fn or(&self, other: &ContentSet) -> Self {
        ContentSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

/// A name for any of some pieces.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub(crate) name: String,
    pub(crate) pieces: Vec<Content>,
}

/// A token of the left side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// A piece, or nothing.
    Is(Content),
    /// A piece of a class, by its number; the same piece wherever the class comes again.
    Class(usize),
    /// Whatever stands there.
    Star,
    /// Not looked at.
    Skip,
}

/// A token of the right side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Write {
    /// A piece, or nothing.
    Put(Content),
    /// The piece that a class stands for.
    Class(usize),
    /// What a `*` of the left, by its number, has read.
    Star(usize),
    /// What was there.
    Keep,
}

/// A rule: read one pattern, write the other.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// The tokens of the left side; whether each is a run of one or more.
    pub(crate) left: Vec<(Read, bool)>,
    /// As many of the right side.
    pub(crate) right: Vec<(Write, bool)>,
    /// Whether the line must have no cell beyond.
    pub(crate) edge: bool,
    /// Pairs of classes that stand for different pieces.
    pub(crate) different: Vec<(usize, usize)>,
    /// As it was written, with single blanks.
    pub(crate) text: String,
    /// Line and column of its first word.
    pub(crate) place: (usize, usize),
}

impl Rule {
    /// How many tokens of the left side are runs.
    pub(crate) fn runs(&self) -> usize {
        self.left.iter().filter(|(_, run)| *run).count()
    }

    /// The place of the piece that moves: the first piece or class of the left side.
    pub(crate) fn mover(&self) -> Option<usize> {
        self.left.iter().position(|(read, _)| match read {
            Read::Is(content) => *content != 0,
            Read::Class(_) => true,
            Read::Star | Read::Skip => false,
        })
    }

    /// Where the piece that moves comes to, by the place of its token on the right side; the last place where it is not there. In a chain it is the last
    /// cell, which may be inside a run.
    pub(crate) fn landing(&self) -> usize {
        let place = self.mover().and_then(|mover| {
            let wanted = match self.left[mover].0 {
                Read::Is(content) => Write::Put(content),
                Read::Class(class) => Write::Class(class),
                Read::Star | Read::Skip => return None,
            };
            self.right.iter().position(|(write, _)| *write == wanted)
        });
        place.unwrap_or(self.right.len() - 1)
    }

    /// How many pieces it takes at most; none where it may empty a run of pieces. A `?` that is overwritten may have been a piece.
    pub(crate) fn loss(&self) -> Option<i64> {
        let before = self.left.iter().map(|&(read, run)| (!matches!(read, Read::Is(0) | Read::Star), run));
        let after = self.right.iter().map(|&(write, run)| (!matches!(write, Write::Put(0) | Write::Star(_)), run));
        let mut runs = before.clone().filter(|(_, run)| *run).zip(after.clone().filter(|(_, run)| *run));
        let empties = runs.any(|((before, _), (after, _))| before && !after);
        let count =
            |side: &mut dyn Iterator<Item = (bool, bool)>| side.filter(|&(tells, run)| tells && !run).count() as i64;
        (!empties).then(|| count(&mut before.clone()) - count(&mut after.clone()))
    }
}

/// Rules with the directions in which they are read.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The words for the directions; none for those of the board.
    pub(crate) directions: Vec<String>,
    /// Whether a piece may go on by another such rule in the same move.
    pub(crate) chain: bool,
    /// Whether such a move costs nothing.
    pub(crate) free: bool,
    pub(crate) rules: Vec<Rule>,
}

impl Moves {
    /// The words for the directions: that of the board, where none is named.
    pub(crate) fn words(&self, board: &Geometry) -> Vec<&str> {
        if self.directions.is_empty() {
            return vec![board.default_direction()];
        }
        self.directions.iter().map(String::as_str).collect()
    }
}

/// Cells that change their contents in a ring, several rings at once.
#[derive(Clone, Debug)]
pub(crate) struct Cycle {
    pub(crate) rings: Vec<Vec<Cell>>,
    pub(crate) both: bool,
    /// Line and column of its statement.
    pub(crate) place: (usize, usize),
}

/// One of those that move by turns.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) pieces: ContentSet,
}

/// When the play is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// These contents, where one is named.
    Picture(Vec<Option<Content>>),
    /// At most this many of these pieces.
    Most(usize, Vec<Content>),
    /// No move can be made.
    Stuck,
    /// None: what counts is how many of these pieces are left.
    Fewest(Vec<Content>),
}

impl Goal {
    /// The pieces that count, and the most of them that may be left, where that is what is asked.
    pub(crate) fn counted(&self) -> Option<(usize, &[Content])> {
        match self {
            Goal::Most(most, pieces) => Some((*most, pieces)),
            Goal::Fewest(pieces) => Some((0, pieces)),
            Goal::Picture(_) | Goal::Stuck => None,
        }
    }
}

/// What a puzzle is: board, pieces, moves, goals.
///
/// Printing it gives the canonical form on one line, without the word `rules` in front.
///
/// ```
/// use saltus_rules::Definition;
///
/// let text = "title: Two and two\nboard: t.f\nmove right:\n  t . -> . t\n  t f . -> . f t\nmove left:\n  f . -> . f\n  f t . -> . t f\ngoal: f.t\n";
/// let definition = Definition::from_text(text)?;
/// assert_eq!(
///     definition.to_string(),
///     "title: Two and two ; board: t . f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: f . t"
/// );
/// # Ok::<(), saltus_rules::Mistake>(())
/// ```
#[derive(Clone)]
pub struct Definition {
    pub(crate) title: Option<String>,
    pub(crate) board: Geometry,
    /// The names of the pieces, from number 1 on. Of blocks, their letters as they were declared.
    pub(crate) pieces: Vec<String>,
    pub(crate) start: Vec<Content>,
    pub(crate) classes: Vec<Class>,
    pub(crate) turns: Vec<Side>,
    pub(crate) moves: Vec<Moves>,
    pub(crate) cycles: Vec<Cycle>,
    pub(crate) blocks: Option<Blocks>,
    pub(crate) goals: Vec<Goal>,
    /// Lines and columns of their statements, as they were read.
    pub(crate) goal_places: Vec<(usize, usize)>,
}

impl Definition {
    /// What it is called, if it says so.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// How many cells its board has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.board.cells()
    }

    /// The highest content of a cell.
    pub(crate) fn last_content(&self) -> Content {
        self.blocks.as_ref().map_or(self.pieces.len() as Content, Blocks::covered)
    }

    /// The words of a picture of these contents.
    pub(crate) fn labels(&self, contents: &[Content]) -> Vec<String> {
        let all: Vec<Option<Content>> = contents.iter().copied().map(Some).collect();
        self.goal_labels(&all)
    }

    /// The word for a content where there are no blocks.
    pub(crate) fn name(&self, content: Content) -> &str {
        match content {
            0 => ".",
            piece => &self.pieces[piece as usize - 1],
        }
    }

    /// The words for pieces.
    pub(crate) fn names(&self, pieces: &[Content]) -> String {
        pieces.iter().map(|&piece| self.name(piece)).collect::<Vec<_>>().join(" ")
    }

    /// All rules.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.moves.iter().flat_map(|moves| &moves.rules)
    }

    /// Whether some moves cost nothing.
    pub(crate) fn has_free(&self) -> bool {
        self.moves.iter().any(|moves| moves.free)
    }

    /// The pieces of which as few as possible are to be left, where that is what counts.
    pub(crate) fn fewest(&self) -> Option<&[Content]> {
        self.goals.iter().find_map(|goal| if let Goal::Fewest(pieces) = goal { Some(&pieces[..]) } else { None })
    }

    /// The same with another goal: at most `most` of the pieces that `goal fewest` names.
    pub(crate) fn at_most(&self, most: usize) -> Self {
        let goals = self.fewest().map(|pieces| Goal::Most(most, pieces.to_vec())).into_iter().collect();
        Definition { goals, ..self.clone() }
    }

    /// The pictures that are goals.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &[Option<Content>]> {
        self.goals.iter().filter_map(|goal| if let Goal::Picture(wanted) = goal { Some(&wanted[..]) } else { None })
    }

    /// The words of the picture of a goal, with `?` where it does not look.
    pub(crate) fn goal_labels(&self, contents: &[Option<Content>]) -> Vec<String> {
        if let Some(blocks) = &self.blocks {
            return blocks.goal_labels(&self.board, contents);
        }
        let label = |content: &Option<Content>| content.map_or("?", |content| self.name(content)).to_owned();
        contents.iter().map(label).collect()
    }

    /// The picture of a goal, on one line.
    pub(crate) fn goal_text(&self, goal: &Goal) -> String {
        match goal {
            Goal::Stuck => "goal stuck:".into(),
            Goal::Most(most, pieces) => format!("goal most {most}: {}", self.names(pieces)),
            Goal::Fewest(pieces) => format!("goal fewest: {}", self.names(pieces)),
            Goal::Picture(contents) => {
                let labels = self.goal_labels(contents);
                format!("goal: {}", self.board.write(&|cell| labels[cell].clone()))
            }
        }
    }

    /// Whether the pieces are numbered as the start alone would number them.
    fn start_tells_pieces(&self) -> bool {
        let mut met: Vec<Content> = Vec::new();
        for &content in &self.start {
            if content != 0 && !met.contains(&content) {
                met.push(content);
            }
        }
        met.iter().copied().eq(1..=self.pieces.len() as Content)
    }
}

/// A heading of keyword and headwords, with the colon.
fn heading(keyword: &str, heads: &[&str]) -> String {
    let words: Vec<&str> = std::iter::once(keyword).chain(heads.iter().copied()).collect();
    format!("{}:", words.join(" "))
}

impl Debug for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.title.as_ref().map(|title| format!("title: {title}")));
        self.write_board(&mut parts);
        if self.blocks.is_none() && !self.start_tells_pieces() {
            parts.push(format!("pieces: {}", self.pieces.join(" ")));
        }
        for class in &self.classes {
            parts.push(format!("class {}: {}", class.name, self.names(&class.pieces)));
        }
        if !self.turns.is_empty() {
            let sides: Vec<&str> = self.turns.iter().map(|side| side.name.as_str()).collect();
            parts.push(format!("turns: {}", sides.join(" ")));
        }
        for moves in &self.moves {
            let mut heads: Vec<&str> = moves.directions.iter().map(String::as_str).collect();
            heads.extend(moves.chain.then_some("chain"));
            heads.extend(moves.free.then_some("cost 0"));
            let rules: Vec<&str> = moves.rules.iter().map(|rule| rule.text.as_str()).collect();
            parts.push(format!("{} {}", heading("move", &heads), rules.join(" / ")));
        }
        for cycle in &self.cycles {
            let rings: Vec<String> =
                cycle.rings.iter().map(|ring| format!("({})", self.cell_names(ring).join(" "))).collect();
            let heads: &[&str] = if cycle.both { &["both"] } else { &[] };
            parts.push(format!("{} {}", heading("cycle", heads), rings.join(" ")));
        }
        if let Some(blocks) = &self.blocks {
            let axis = if blocks.axis { " axis" } else { "" };
            parts.push(format!("blocks {}{axis}: {}", blocks.metric.word(), self.pieces.join(" ")));
        }
        parts.extend(self.goals.iter().map(|goal| self.goal_text(goal)));
        f.write_str(&parts.join(" ; "))
    }
}

impl Definition {
    /// The names of cells.
    pub(crate) fn cell_names(&self, cells: &[Cell]) -> Vec<&str> {
        cells.iter().map(|&cell| self.board.names[cell as usize].as_str()).collect()
    }

    /// The statements of the board and what stands on it.
    fn write_board(&self, parts: &mut Vec<String>) {
        let labels = self.labels(&self.start);
        let picture = self.board.write(&|cell| labels[cell].clone());
        match self.board.form {
            Form::Graph => {
                let edges = (0..self.cells() as Cell).flat_map(|a| {
                    let after = self.board.neighbours[a as usize].iter().filter(move |&&b| a < b);
                    after.map(move |&b| self.cell_names(&[a, b]).join("-"))
                });
                parts.push(format!("board graph: {}", edges.collect::<Vec<_>>().join(" ")).trim_end().to_owned());
                parts.push(format!("cells: {}", self.board.names.join(" ")));
                if !self.board.lines.is_empty() {
                    let lines: Vec<String> =
                        self.board.lines.iter().map(|line| self.cell_names(line).join("-")).collect();
                    parts.push(format!("lines: {}", lines.join(" ")));
                }
                parts.push(format!("start: {picture}"));
            }
            form => {
                let mut heads = match form {
                    Form::Hex => vec!["hex"],
                    Form::Square { columns_close: true, .. } => vec!["torus"],
                    Form::Square { rows_close: true, .. } => vec!["cylinder"],
                    _ => vec![],
                };
                if self.board.says_spaced() {
                    heads.push("spaced");
                }
                parts.push(format!("{} {picture}", heading("board", &heads)));
            }
        }
    }

    /// The same with other pieces on the cells, by the labels that pictures have, and another side that begins.
    pub(crate) fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        let bad = |why: String| Err(BadInput::line(why));
        if labels.len() != self.cells() {
            return bad(format!("there are {} labels, one for each of {} cells is wanted", labels.len(), self.cells()));
        }
        let mut definition = self.clone();
        if let Some(turn) = turn {
            let Some(side) = self.turns.iter().position(|side| side.name == turn) else {
                return bad(format!("\"{turn}\" has no turn here"));
            };
            definition.turns.rotate_left(side);
        }
        definition.start = if let Some(blocks) = &mut definition.blocks {
            blocks.keep(labels);
            definition.pieces.retain(|letter| labels.contains(&letter.as_str()));
            let is_left_out = |kind: &Content| {
                let kind = (*kind as usize).checked_sub(1).and_then(|kind| blocks.kinds.get(kind));
                kind.is_some_and(|kind| kind.letters.is_empty())
            };
            if self.pictures().flatten().flatten().any(is_left_out) {
                return bad("a block of the goal is missing".into());
            }
            blocks.contents(&self.board, labels).map_err(BadInput::line)?
        } else {
            let content = |label: &&str| match self.pieces.iter().position(|piece| piece == label) {
                Some(at) => Ok(at as Content + 1),
                None if *label == "." => Ok(0),
                None => Err(BadInput::line(format!("\"{label}\" is no piece here"))),
            };
            labels.iter().map(content).collect::<Result<_, _>>()?
        };
        Ok(definition)
    }
}
