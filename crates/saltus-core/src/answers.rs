//! The questions that can be asked of an instance, and what their answers look like.
//!
//! [`Answers`] is what a front end holds: an instance of any family. Generic search answers every
//! question; a family overrides those that it can answer better.

use std::fmt::Display;
use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use dashu_int::UBig;
use serde::Serialize;

use crate::evidence::Evidence;
use crate::fact::Fact;
use crate::family::ByRules;
use crate::graph::{self, Graph};
use crate::limits::{Limits, Stop};
use crate::notation::{self, BadInput, TooLarge, Unread};
use crate::parts::Divided;
use crate::plan::{Picture, Plan};
use crate::puzzle::Keyed;
use crate::scene::{Film, Scene, Spot, Told, View};
use crate::search::named::{self, OTHER_NAMES};

/// An instance of any family, and the questions about it. It can be sent to other threads.
///
/// [`ByRules`] has what follows from rules and notation alone.
///
/// ```
/// use saltus_core::{answers::Answers, limits::Limits, registry::Registry};
/// use saltus_shifting::reverse;
///
/// let families = Registry::new().with::<reverse::Instance>();
/// let puzzle: Box<dyn Answers> = families.parse("reverse 4").unwrap();
/// assert!(puzzle.solve(&Limits::default()).optimal());
/// assert!(puzzle.survey_bytes().is_some()); // how many arrangements there are is known
/// let (_, evidence) = puzzle.weaker_evidence().unwrap();
/// assert_eq!(evidence.kind(), "theorem reversal");
/// ```
pub trait Answers: ByRules {
    /// How many shortest plays there are.
    ///
    /// ```
    /// use saltus_core::{answers::Count, limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let count = puzzle.count(&Limits::default());
    /// let Count::Solutions { length, solutions, .. } = count else { panic!("it has plays") };
    /// assert_eq!((length, solutions), (8u8.into(), 2u8.into()));
    /// ```
    fn count(&self, limits: &Limits<'_>) -> Count {
        self.count_by_search(limits)
    }

    /// All shortest plays.
    ///
    /// ```
    /// use saltus_core::{answers::Listing, limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let Listing::Solutions(plays) = puzzle.list(&Limits::default()) else { panic!() };
    /// assert_eq!(plays.count(), 2u8.into());
    /// ```
    fn list(&self, limits: &Limits<'_>) -> Listing {
        self.list_by_search(limits)
    }

    /// The names of one piece and of several, if the number of pieces left is minimised, and not the
    /// number of moves.
    fn pieces(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// What theory states about the position.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let facts = puzzle.explain(&Limits::default());
    /// assert_eq!(facts[0].topic, "length");
    /// assert_eq!(facts[0].to_string(), "8 moves: nm + n + m (Theorems 1 and 2)");
    /// ```
    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact> {
        let _ = limits;
        let mut facts = vec![Fact::new("cells", self.size())];
        if let Ok(play) = self.play(&mut iter::empty()) {
            facts.push(Fact::new("branching", play.choices.len()).unit("moves").because("they can be made now"));
        }
        facts
    }

    /// Its rules in words, if they are its own and not those of its family.
    fn rules(&self) -> Option<String> {
        None
    }

    /// Its definition as a puzzle, if that answers for it: moves have the same names, and the evidence is about the definition.
    fn defined(&self) -> Option<&dyn Answers> {
        None
    }

    /// Its description for people, and its looks; without it a page describes what the line says and the outline shows.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let families = Registry::new().with::<shift::Instance>();
    /// assert_eq!(families.parse("shift 2 2").unwrap().told().unwrap().goal, "Swap the two sides.");
    /// ```
    fn told(&self) -> Option<Told> {
        None
    }

    /// The puzzle in the format of this name for another program: one file or several. None if its family does not write the format.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// assert!(puzzle.export("pddl", &Limits::default()).is_none());
    /// ```
    ///
    /// # Errors
    /// When the format cannot express it, or a limit is reached.
    fn export(&self, format: &str, limits: &Limits<'_>) -> Option<Result<Vec<Exported>, Unread>> {
        let _ = (format, limits);
        None
    }

    /// The moves of a plan that another program made for [what was exported](Answers::export) in this format, or what in the plan is not a move, with the
    /// place; none if there is no such format.
    ///
    /// # Errors
    /// When the format cannot express the puzzle, or a limit is reached.
    fn plan(&self, format: &str, plan: &str, limits: &Limits<'_>) -> Option<Result<Planned, Unread>> {
        let _ = (format, plan, limits);
        None
    }

    /// All positions that can be reached from the start.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let survey = puzzle.survey(&Limits::default()).unwrap();
    /// assert_eq!(survey.by.headings(), ("distance", "positions"));
    /// assert_eq!(survey.distribution, [1u8, 2, 2, 1].map(Into::into));
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        self.survey_by_search(limits)
    }

    /// Whether [`Answers::survey`] supports [`Limits::disk`].
    fn surveys_on_disk(&self) -> bool {
        false
    }

    /// Bytes that [`Answers::survey`] needs, if that is known beforehand.
    fn survey_bytes(&self) -> Option<u64> {
        None
    }

    /// The positions as keys, if the family has such a form: what a sweep needs from a space that does not fit in memory.
    ///
    /// ```
    /// use saltus_core::{answers::Answers, registry::Registry};
    /// use saltus_shifting::reverse;
    ///
    /// let puzzle = Registry::new().with::<reverse::Instance>().parse("reverse 4").unwrap();
    /// assert_eq!(puzzle.keyed().unwrap().width(), 8);
    /// ```
    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        None
    }

    /// Writes all positions of a set with their values, or all that can be reached from the start with their distances.
    ///
    /// ```
    /// use saltus_core::{answers::{CannotTabulate, Table}, limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let mut table = Vec::new();
    /// puzzle.tabulate(Table::Csv, &mut table, &Limits::default()).unwrap();
    /// assert!(table.starts_with(b"position,distance\nshift 1 1,0\n"));
    /// let table = puzzle.tabulate(Table::Parquet, &mut std::io::sink(), &Limits::default());
    /// assert!(matches!(table, Err(CannotTabulate::NoTable(_)))); // lines and cycles of Clobber have them
    /// ```
    ///
    /// # Errors
    /// When there is no such table, a limit is reached, or `out` fails.
    fn tabulate(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
        self.tabulate_by_search(table, out, limits)
    }

    /// Whether the goal can be reached, if that is known without a shortest play.
    ///
    /// ```
    /// use saltus_core::{answers::Solvability, registry::Registry};
    /// use saltus_shifting::{reverse, shift};
    ///
    /// let families = Registry::new().with::<shift::Instance>().with::<reverse::Instance>();
    /// let solvable = |line| families.parse(line).unwrap().solvable();
    /// assert!(matches!(solvable("reverse 6"), Some(Solvability::Yes(_))));
    /// assert_eq!(solvable("shift bbww_"), None); // `check` solves it
    /// ```
    fn solvable(&self) -> Option<Solvability> {
        None
    }

    /// What on the board shows that the goal can never be reached, if the family knows that in linear time. It is only for lost positions,
    /// and need not exist for all of them.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let families = Registry::new().with::<shift::Instance>();
    /// let obstruction = |line| families.parse(line).unwrap().obstruction();
    /// assert_eq!(obstruction("shift 3 3"), None);
    /// let lost = obstruction("shift b_bbwww").unwrap();
    /// assert_eq!((lost.cells, &*lost.title), (vec![2, 3], "Two toads side by side."));
    /// ```
    fn obstruction(&self) -> Option<Obstruction> {
        None
    }

    /// Some play, found immediately, and the solver that finds it, if the family has one that may be short enough for
    /// [`Limits::at_most`].
    fn quick_play(&self, limits: &Limits<'_>) -> Option<(&'static str, Box<dyn Plan + Send>)> {
        let _ = limits;
        None
    }

    /// A search for a shortest play that can be divided into parts.
    ///
    /// # Errors
    /// Why there is none.
    fn divided(&self) -> Result<Box<dyn Divided + '_>, BadInput> {
        Err(BadInput::line("its family has no search that is made in parts"))
    }

    /// Evidence for any true lower bound on the moves, if the family has such evidence.
    fn bounding(&self) -> Option<Box<dyn Evidence>> {
        None
    }

    /// A lower bound that a certificate can show, if the answer's own evidence has none.
    fn weaker_evidence(&self) -> Option<(UBig, Box<dyn Evidence>)> {
        None
    }

    /// The state graph.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let graph = puzzle.graph(&Limits::default()).unwrap();
    /// assert_eq!((graph.nodes.len(), graph.edges.len()), (6, 6));
    /// ```
    ///
    /// # Errors
    /// When a limit is reached, or there are too many states.
    fn graph(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure> {
        self.graph_by_search(limits)
    }

    /// The start as a picture.
    ///
    /// ```
    /// use saltus_core::{plan::Picture, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let families = Registry::new().with::<shift::Instance>();
    /// let picture = |line| families.parse(line).unwrap().picture();
    /// let Picture::Drawn(scene) = picture("shift 2 2") else { panic!("it is small") };
    /// assert_eq!(scene.spots().count(), 5);
    /// assert!(matches!(picture("shift 999999999999 9"), Picture::Described(_)));
    /// ```
    fn picture(&self) -> Picture {
        self.seen(false)
            .map_or_else(|too_large| Picture::Described(too_large.to_string()), |view| Picture::Drawn(view.scene))
    }

    /// Another view of the start, selected by name. Every family has `moves`: what [`ByRules::seen`] shows.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// assert_eq!(puzzle.view("moves").unwrap().arrows.len(), 2);
    /// assert_eq!(puzzle.view("stars").unwrap_err().to_string(), "there is no view \"stars\"; there are: moves");
    /// ```
    ///
    /// # Errors
    /// When there is no view of this name, or the board has too many cells.
    fn view(&self, name: &str) -> Result<View, BadInput> {
        view_of_moves(name, &[], &|| self.seen(true))
    }
}

/// What `seen` shows, if it is selected by name; a family has `others`.
///
/// # Errors
/// When there is no view of this name, or the board has too many cells.
pub fn view_of_moves(name: &str, others: &[&str], seen: &dyn Fn() -> Result<View, TooLarge>) -> Result<View, BadInput> {
    if name == "moves" {
        return seen().map_err(|too_large| BadInput::line(too_large.to_string()));
    }
    let names = [&["moves"], others].concat().join(", ");
    Err(BadInput::line(format!("there is no view \"{}\"; there are: {names}", name.escape_debug())))
}

/// The number of shortest plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The number of shortest solutions, and their length.
    Solutions {
        /// Moves of each.
        length: UBig,
        /// Pieces that each leaves, where these count.
        left: Option<UBig>,
        /// What each costs, where some moves cost nothing.
        paid: Option<UBig>,
        /// How many there are.
        solutions: UBig,
        /// Where the number comes from.
        by: &'static str,
    },
    /// None: the goal cannot be reached.
    Unsolvable {
        /// Why.
        because: String,
    },
    /// A limit was reached first.
    GaveUp {
        /// Which.
        stop: Stop,
        /// No play is shorter than this.
        lower: UBig,
    },
}

/// All shortest plays in their fixed order: ascending by the first move in which they differ.
///
/// ```
/// use saltus_core::{answers::Listing, limits::Limits, plan::Style, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
/// let Listing::Solutions(plays) = puzzle.list(&Limits::default()) else { panic!() };
/// let mut lines = Vec::new();
/// plays.visit(&0u8.into(), &mut |play| {
///     play.write(&0u8.into(), &play.moves(), Style::WORDS, &mut lines)?;
///     lines.push(b'\n');
///     Ok(true) // go on
/// }).unwrap();
/// assert_eq!(lines, b"1-2 3-1 2-3\n3-2 1-3 2-1\n");
/// ```
pub trait Solutions {
    /// How many there are.
    fn count(&self) -> UBig;

    /// Hands the plays from number `from` on (counted from 0) to `visit` until it returns false.
    ///
    /// # Errors
    /// What `visit` fails with.
    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> io::Result<bool>) -> io::Result<()>;
}

/// The result of `list`.
pub enum Listing {
    /// The shortest plays.
    Solutions(Box<dyn Solutions>),
    /// None: the goal cannot be reached.
    Unsolvable(String),
    /// A limit was reached first.
    GaveUp(Stop),
}

/// Whether the goal can be reached at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can.
    Yes(String),
    /// It cannot.
    No(String),
    /// A limit was reached first.
    GaveUp(Stop),
}

/// What on the board shows that the goal can never be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Obstruction {
    /// The cells that show it, ascending; they count from 0.
    pub cells: Vec<u32>,
    /// What is wrong with them, in two or three words.
    pub words: &'static str,
    /// The same as a sentence.
    pub title: String,
    /// Why the goal can never be reached then, as a sentence.
    pub why: String,
}

/// Whether there is a play of at most a given number of moves or, if pieces count, one that leaves at most a given number.
pub enum Within {
    /// There is this one, which need not be a shortest.
    Yes {
        /// The play.
        plan: Box<dyn Plan + Send>,
    },
    /// There is none.
    No {
        /// No play has fewer moves or leaves fewer pieces; none where no play reaches the goal.
        lower: Option<UBig>,
        /// How that is known.
        because: String,
    },
    /// A limit was reached first.
    GaveUp {
        /// Which.
        stop: Stop,
        /// No play has fewer moves, or leaves fewer pieces.
        lower: UBig,
    },
}

/// What a survey counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Positions by their distance from the start.
    Distance,
    /// Positions of a set by their value.
    Value,
    /// Members of a set by the moves of their shortest plays, where these are known and there are
    /// any.
    Length,
    /// Plays by their moves.
    Moves,
    /// Random plays by the pieces that they leave.
    Left,
}

impl By {
    /// What the numbers are, and what is counted.
    pub fn headings(self) -> (&'static str, &'static str) {
        match self {
            By::Distance => ("distance", "positions"),
            By::Value => ("value", "positions"),
            By::Length => ("length", "members"),
            By::Moves => ("moves", "plays"),
            By::Left => ("left", "plays"),
        }
    }
}

/// What is known about all positions of an instance, or of all members of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// What it counts by.
    pub by: By,
    /// How many there are of each number, from 0 on.
    pub distribution: Vec<UBig>,
    /// What else was found.
    pub facts: Vec<Fact>,
    /// The first limit that left the answer to a member open.
    pub limit: Option<Stop>,
}

/// Why there is no survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotSurvey {
    /// A limit was reached.
    Stop(Stop),
    /// The folder of the survey cannot be used.
    Storage(String),
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// As text, a row a line, set apart by commas.
    Csv,
    /// As a Parquet file.
    Parquet,
}

/// Why there is no table.
#[derive(Debug)]
pub enum CannotTabulate {
    /// A limit was reached.
    Stop(Stop),
    /// There is none of this puzzle, and why.
    NoTable(String),
    /// The output failed.
    Output(io::Error),
}

impl From<Stop> for CannotTabulate {
    fn from(stop: Stop) -> Self {
        CannotTabulate::Stop(stop)
    }
}

impl From<io::Error> for CannotTabulate {
    fn from(error: io::Error) -> Self {
        CannotTabulate::Output(error)
    }
}

impl From<Stop> for CannotSurvey {
    fn from(stop: Stop) -> Self {
        CannotSurvey::Stop(stop)
    }
}

/// A solver was selected by name that cannot answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuchSolver {
    /// The family has none of that name; these are the names there are.
    Unknown {
        /// What was asked for.
        asked: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// It is for other instances.
    DoesNotApply,
    /// It has no such setting, or the setting no such value: a sentence.
    Setting(String),
    /// It needs what this puzzle or bound does not have: a sentence that says what does without.
    Refused(String),
}

impl Display for NoSuchSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoSuchSolver::Unknown { asked, known } => {
                write!(f, "there is no such solver here")?;
                if let Some(near) = notation::meant(asked, OTHER_NAMES, known) {
                    write!(f, "; did you mean {near}?")?;
                }
                write!(f, "; there are: {}", known.join(", "))?;
                if !named::IS_BUILT {
                    f.write_str("; this program was built without searches by name (feature `by-name`)")?;
                }
                Ok(())
            }
            NoSuchSolver::DoesNotApply => f.write_str("this solver does not apply to this puzzle"),
            NoSuchSolver::Setting(why) | NoSuchSolver::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NoSuchSolver {}

/// A play that was replayed to its end.
pub struct Replayed {
    /// The play.
    pub play: Box<dyn Plan + Send>,
    /// Its moves.
    pub moves: u64,
    /// The pieces left, where these count.
    pub left: Option<u64>,
    /// How many of the moves cost something, where some cost nothing.
    pub paid: Option<u64>,
}

/// The moves of a plan, or what in it is none.
pub type Planned = Result<Vec<String>, BadInput>;

/// A file that another program reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exported {
    /// What it is, and the ending of its name, such as `domain.pddl`.
    pub name: &'static str,
    /// All of it.
    pub text: String,
}

/// A move that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// In the family's notation.
    pub text: String,
    /// The cells that the piece comes to, from the one it leaves to the one where it stays; they
    /// count from 0.
    pub path: Vec<u32>,
    /// Whether it costs nothing; only where some moves do.
    pub is_free: bool,
}

/// A play that need not be at its end: what is to be seen of it, and how it can go on.
#[derive(Debug)]
pub struct Play {
    /// The moves made.
    pub film: Film,
    /// The position after them, with its goal, as an instance of its own.
    pub line: String,
    /// The label of the pieces that have the turn, where not every piece may move at any time.
    pub turn: Option<String>,
    /// Whether this ends the play.
    pub is_over: bool,
    /// The pieces left, where these count.
    pub left: Option<u64>,
    /// The moves that may be made, in the family's order.
    pub choices: Vec<Choice>,
}

/// What the pieces of an instance can be arranged to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The possible contents of a cell, the vacancy first.
    pub palette: Vec<Spot>,
    /// The picture of the goal, where it is a single position.
    pub goal: Option<Scene>,
}
