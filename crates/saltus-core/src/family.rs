//! The one list: each family with its solvers, best first. Front ends know only this.
//!
//! A family is an [`Instance`] with a [`Family`] implementation; [`FAMILIES`] erases its types, so that a front end hands in text
//! and gets a [`Subject`]: something to solve, count, list, explain.

use std::fmt::Display;
use std::io::{self, Read, Write};

use dashu_int::UBig;

use crate::graph::{self, Graph};
use crate::limits::{Limits, Stop};
use crate::notation::{BadInput, Certified, Instance, MoveText, TooLarge, Unread, Word};
use crate::plan::{Moves, Picture, Plan};
use crate::proof::{self, Certificate, Claim};
use crate::puzzle::{Bound, Puzzle};
use crate::scene::{Draw, Film, Frame, Scene, Spot};
use crate::search::shortest_paths::ShortestPlays;
use crate::search::{Found, Halted, Search, closed_set};
use crate::verdict::{Evidence, Outcome, Verdict};
use crate::verify;

/// One way to answer `solve`.
pub struct Solver<I> {
    /// Its name in records.
    pub name: &'static str,
    /// Answers, or says that it does not apply.
    pub solve: fn(&I, &Limits<'_>) -> Option<Verdict>,
}

/// The number of shortest plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many, of so many moves.
    Solutions {
        /// Moves of each.
        length: UBig,
        /// Pieces that each leaves, where these count.
        left: Option<UBig>,
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
pub trait Solutions {
    /// How many there are.
    fn count(&self) -> UBig;

    /// Hands the plays from number `from` on (counted from 0) to `visit` until it says no.
    ///
    /// # Errors
    /// What `visit` fails with.
    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> io::Result<bool>) -> io::Result<()>;
}

/// What `list` has to say.
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

/// One thing that theory says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about, a key for records.
    pub topic: String,
    /// What is so.
    pub text: String,
}

impl Fact {
    /// A fact.
    pub fn new(topic: impl Into<String>, text: impl Into<String>) -> Self {
        Fact { topic: topic.into(), text: text.into() }
    }
}

/// What a survey counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Positions by their distance from the start.
    Distance,
    /// Configurations by their value.
    Value,
    /// Members of a set by the moves of their shortest plays, where these are known and there are any.
    Length,
}

impl By {
    /// What the numbers are, and what is counted.
    pub fn headings(self) -> (&'static str, &'static str) {
        match self {
            By::Distance => ("distance", "positions"),
            By::Value => ("value", "configurations"),
            By::Length => ("length", "members"),
        }
    }
}

/// What is known of all positions of an instance, or of all members of a set.
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

impl From<Stop> for CannotSurvey {
    fn from(stop: Stop) -> Self {
        CannotSurvey::Stop(stop)
    }
}

/// A family of puzzles: its instances, and who answers what about them.
pub trait Family: Instance<Puzzle: Certified + Draw + 'static> + Send + 'static {
    /// The solvers, best first. To every instance one of them applies.
    const SOLVERS: &'static [Solver<Self>];

    /// Solvers that answer only when they are asked for by name.
    const BY_NAME: &'static [Solver<Self>] = &[];

    /// One piece and several of them, where the pieces left are what is minimised, and not the moves.
    const PIECES: Option<[&'static str; 2]> = None;

    /// The rules by which its search leaves out what cannot matter, each of which it can do without ([`Limits::without`]).
    const PRUNING: &'static [&'static str] = &[];

    /// How many shortest plays there are.
    fn count(&self, limits: &Limits<'_>) -> Count;

    /// All shortest plays.
    fn list(&self, limits: &Limits<'_>) -> Listing;

    /// What theory says of the position.
    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact>;

    /// All positions that can be reached from the start.
    ///
    /// # Errors
    /// The limit that was reached.
    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey>;

    /// Writes all positions of a set with their values.
    ///
    /// # Errors
    /// When there is no such table, a limit is reached, or `out` fails.
    fn tabulate(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
        let _ = (table, out, limits);
        Err(CannotTabulate::NoTable("this family has no table of all its positions".into()))
    }

    /// Whether the goal can be reached, where that is known without a shortest play.
    fn solvable(&self) -> Option<Solvability> {
        None
    }

    /// The set of states behind [`Evidence::ClosedSet`] with this bound; `cost` is the bound claimed, none for unsolvability.
    ///
    /// # Errors
    /// When a limit is reached.
    fn closed_set(
        &self,
        bound: &'static str,
        cost: Option<u32>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(u128, u32)>, CannotCertify>;

    /// The blocks that evidence needs besides moves and set.
    ///
    /// # Errors
    /// Why they cannot be written.
    fn evidence_blocks(
        &self,
        by: Evidence,
        transcript: Option<&proof::Transcript>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(&'static str, Vec<u8>)>, CannotCertify> {
        let _ = (by, transcript, limits);
        Ok(Vec::new())
    }

    /// A lower bound that a certificate can show where the answer's own evidence fits in none.
    fn weaker_evidence(&self) -> Option<(UBig, Evidence)> {
        None
    }

    /// Bytes that [`Family::survey`] needs, where that is known before.
    fn survey_bytes(&self) -> Option<u64> {
        None
    }

    /// The state graph.
    ///
    /// # Errors
    /// When a limit is reached, or there are too many states.
    fn graph(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure> {
        let puzzle = self.puzzle().map_err(|too_large| graph::too_large(&too_large))?;
        explored(self, &puzzle, limits)
    }

    /// Reads a line of which one word, which may be too long to be held, comes from a stream; none when no such word can stand
    /// there, and then nothing has been read of it.
    ///
    /// # Errors
    /// What is wrong, and where; when the stream fails; when it does not fit.
    fn parse_stream(
        before: &[Word<'_>],
        stream: &mut dyn Read,
        after: Vec<Word<'_>>,
        limits: &Limits<'_>,
    ) -> Option<Result<Self, Unread>> {
        let _ = (before, stream, after, limits);
        None
    }

    /// The start as a picture.
    fn picture(&self) -> Picture {
        match self.puzzle() {
            Ok(puzzle) => Picture::Drawn(puzzle.scene(&puzzle.start())),
            Err(too_large) => Picture::Described(too_large.to_string()),
        }
    }
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotCertify {
    /// A limit was reached.
    Stop(Stop),
    /// The format has no room for it.
    NoRoom(String),
    /// There is no answer to certify.
    NoAnswer,
}

impl Display for CannotCertify {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotCertify::Stop(stop) => stop.fmt(f),
            CannotCertify::NoRoom(why) => f.write_str(why),
            CannotCertify::NoAnswer => f.write_str("there is no answer to certify"),
        }
    }
}

impl std::error::Error for CannotCertify {}

impl From<Stop> for CannotCertify {
    fn from(stop: Stop) -> Self {
        CannotCertify::Stop(stop)
    }
}

/// A solver was asked for by name that cannot answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuchSolver {
    /// The family has none of that name; these are the names there are.
    Unknown(Vec<&'static str>),
    /// It is for other instances.
    DoesNotApply,
}

impl Display for NoSuchSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoSuchSolver::Unknown(names) => write!(f, "there is no such solver here; there are: {}", names.join(", ")),
            NoSuchSolver::DoesNotApply => f.write_str("this solver does not apply to this puzzle"),
        }
    }
}

impl std::error::Error for NoSuchSolver {}

/// A play that was replayed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Its moves.
    pub moves: u64,
    /// The pieces left, where these count.
    pub left: Option<u64>,
}

/// A move that may be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// In the family's notation.
    pub text: String,
    /// The cells that the piece comes to, from the one it leaves to the one where it stays; they count from 0.
    pub path: Vec<u32>,
}

/// A play that need not be at its end: what is to be seen of it, and how it can go on.
#[derive(Debug)]
pub struct Play {
    /// The moves made.
    pub film: Film,
    /// The position behind them, with its goal, as an instance of its own.
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
    /// What may stand on a cell, the vacancy first.
    pub palette: Vec<Spot>,
    /// The picture of the goal, where it is a single position.
    pub goal: Option<Scene>,
}

/// An instance of any family. Threads may hand it on.
pub trait Subject: Display + Send {
    /// A shortest play and what proves it.
    fn solve(&self, limits: &Limits<'_>) -> Verdict;
    /// The answer of one solver, chosen by its name.
    ///
    /// # Errors
    /// When there is no such solver, or it does not apply.
    fn solve_by(&self, name: &str, limits: &Limits<'_>) -> Result<Verdict, NoSuchSolver>;
    /// How many shortest plays there are.
    fn count(&self, limits: &Limits<'_>) -> Count;
    /// All shortest plays.
    fn list(&self, limits: &Limits<'_>) -> Listing;
    /// Whether the goal can be reached, and why (not).
    fn check(&self, limits: &Limits<'_>) -> Solvability;
    /// What theory says of the position.
    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact>;
    /// All positions that can be reached from the start.
    ///
    /// # Errors
    /// The limit that was reached.
    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey>;
    /// Bytes that the survey needs, where that is known before.
    fn survey_bytes(&self) -> Option<u64>;
    /// Writes all positions of a set with their values.
    ///
    /// # Errors
    /// When there is no such table, a limit is reached, or `out` fails.
    fn tabulate(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate>;
    /// The start as a picture.
    fn picture(&self) -> Picture;
    /// Whether it is a set of positions, to be surveyed and not solved.
    fn is_set(&self) -> bool;
    /// Whether moves can be spelled as letters of directions.
    fn has_letters(&self) -> bool;
    /// One piece and several of them, where the pieces left are what is minimised, and not the moves.
    fn pieces(&self) -> Option<[&'static str; 2]>;
    /// The rules by which a search leaves out what cannot matter, each of which it can do without ([`Limits::without`]).
    fn rules(&self) -> &'static [&'static str];
    /// The certificate of an answer.
    ///
    /// # Errors
    /// Why there is none.
    fn certificate(&self, verdict: &Verdict, limits: &Limits<'_>) -> Result<Certificate, CannotCertify>;
    /// Replays moves by the rules alone.
    ///
    /// # Errors
    /// The first fault in words.
    fn replay(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Replayed, String>;
    /// Makes moves by the rules alone, to the end of the play or not.
    ///
    /// # Errors
    /// The first fault in words; when the board has too many cells.
    fn play(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Play, String>;
    /// How many cells the board has, which is known before it is laid out.
    fn size(&self) -> UBig;
    /// What the pieces can be arranged to.
    ///
    /// # Errors
    /// When the board has too many cells.
    fn material(&self) -> Result<Material, TooLarge>;
    /// The same board with other pieces on it ([`Instance::arranged`]).
    ///
    /// # Errors
    /// The rule broken.
    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Box<dyn Subject>, BadInput>;
    /// The state graph.
    ///
    /// # Errors
    /// When a limit is reached, or there are too many states.
    fn graph(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure>;
}

impl<F: Family> Subject for F {
    fn solve(&self, limits: &Limits<'_>) -> Verdict {
        let mut gave_up = None;
        for solver in F::SOLVERS {
            let Some(mut verdict) = (solver.solve)(self, limits) else { continue };
            verdict.solver = solver.name;
            match verdict.outcome {
                // Another may still have an answer, unless somebody wants no more of any.
                Outcome::GaveUp { stop, .. } if stop != Stop::Cancelled => gave_up = gave_up.or(Some((stop, verdict))),
                _ => {
                    verdict.limit = gave_up.map(|(stop, _)| stop).or(verdict.limit);
                    return verdict;
                }
            }
        }
        gave_up.expect("one of a family's solvers applies").1
    }

    fn solve_by(&self, name: &str, limits: &Limits<'_>) -> Result<Verdict, NoSuchSolver> {
        let solvers = F::SOLVERS.iter().chain(F::BY_NAME);
        let Some(solver) = solvers.clone().find(|solver| solver.name == name) else {
            return Err(NoSuchSolver::Unknown(solvers.map(|solver| solver.name).collect()));
        };
        let verdict = (solver.solve)(self, limits).ok_or(NoSuchSolver::DoesNotApply)?;
        Ok(Verdict { solver: solver.name, ..verdict })
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        Family::count(self, limits)
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        Family::list(self, limits)
    }

    fn check(&self, limits: &Limits<'_>) -> Solvability {
        if let Some(known) = self.solvable() {
            return known;
        }
        let Verdict { outcome, limit, .. } = self.solve(limits);
        if let (Some([one, several]), Outcome::Solved { plan, lower }) = (F::PIECES, &outcome) {
            return match plan.cost() {
                left if left <= UBig::ONE => Solvability::Yes(format!("{left} {one} can be left")),
                _ if *lower > UBig::ONE => Solvability::No(format!("at least {lower} {several} stay in every play")),
                _ => Solvability::GaveUp(limit.unwrap_or(Stop::Nodes)),
            };
        }
        match outcome {
            Outcome::Solved { plan, .. } => Solvability::Yes(format!("there is a play of {}", moves_of(&plan.moves()))),
            Outcome::Unsolvable { because } => Solvability::No(because),
            Outcome::GaveUp { stop, .. } => Solvability::GaveUp(stop),
        }
    }

    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact> {
        Family::explain(self, limits)
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        Family::survey(self, limits)
    }

    fn survey_bytes(&self) -> Option<u64> {
        Family::survey_bytes(self)
    }

    fn tabulate(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
        Family::tabulate(self, table, out, limits)
    }

    fn picture(&self) -> Picture {
        Family::picture(self)
    }

    fn is_set(&self) -> bool {
        Instance::is_set(self)
    }

    fn has_letters(&self) -> bool {
        F::Puzzle::LETTERS
    }

    fn pieces(&self) -> Option<[&'static str; 2]> {
        F::PIECES
    }

    fn rules(&self) -> &'static [&'static str] {
        F::PRUNING
    }

    fn certificate(&self, verdict: &Verdict, limits: &Limits<'_>) -> Result<Certificate, CannotCertify> {
        let mut blocks = Vec::new();
        let mut by = verdict.evidence;
        let (claim, cost) = match &verdict.outcome {
            Outcome::GaveUp { .. } => return Err(CannotCertify::NoAnswer),
            Outcome::Unsolvable { .. } => (Claim::Unsolvable, None),
            Outcome::Solved { plan, lower } => {
                let mut lower = lower.clone();
                if by == Evidence::Exhaustion {
                    (lower, by) = self.weaker_evidence().unwrap_or((UBig::ZERO, Evidence::Witness));
                }
                let mut payload = Vec::new();
                let mut room = Room { payload: &mut payload, most: limits.memory };
                if plan.write_evidence(&mut room).is_err() {
                    return Err(Stop::Memory { needed: limits.memory + 1 }.into());
                }
                blocks.push((plan.evidence_block(), payload));
                let cost = u32::try_from(&lower).ok();
                (Claim::of(&**plan, lower), cost)
            }
        };
        if by == Evidence::Exhaustion {
            return Err(CannotCertify::NoRoom(NO_ROOM.into()));
        }
        let transcript = verdict.transcript.as_ref();
        blocks.extend(self.evidence_blocks(by, transcript, limits)?);
        if let Evidence::ClosedSet(bound) = by {
            blocks.push(("set", proof::set_block(self.closed_set(bound, cost, limits)?)));
        }
        Ok(Certificate { puzzle: self.to_string(), claim, by, blocks })
    }

    fn replay(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Replayed, String> {
        let puzzle = self.puzzle().map_err(|too_large| too_large.to_string())?;
        let (moves, end) = verify::play_out(&puzzle, moves).map_err(|fault| fault.to_string())?;
        Ok(Replayed { moves, left: puzzle.left(&end) })
    }

    fn play(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Play, String> {
        let puzzle = self.puzzle().map_err(|too_large| too_large.to_string())?;
        let text = |mv: &_| {
            let mut text = String::new();
            puzzle.write_move(mv, &mut text);
            text
        };
        let mut frames = Vec::new();
        let state = verify::play_each(&puzzle, moves, |mv, state| {
            frames.push(Frame { text: text(mv), path: puzzle.path(mv), scene: puzzle.scene(state) });
        });
        let state = state.map_err(|fault| fault.to_string())?;
        let mut choices = Vec::new();
        puzzle.moves(&state, &mut choices);
        let scene = puzzle.scene(&state);
        let labels: Vec<&str> = scene.spots().map(|spot| spot.label.as_str()).collect();
        let turn = puzzle.turn(&state);
        let arranged = Instance::arranged(self, &labels, turn.as_deref()).map_err(|bad| bad.to_string())?;
        Ok(Play {
            film: Film { outline: puzzle.outline(), start: puzzle.scene(&puzzle.start()), frames },
            line: arranged.to_string(),
            turn,
            is_over: puzzle.is_goal(&state),
            left: puzzle.left(&state),
            choices: choices.iter().map(|mv| Choice { text: text(mv), path: puzzle.path(mv) }).collect(),
        })
    }

    fn size(&self) -> UBig {
        Instance::size(self)
    }

    fn material(&self) -> Result<Material, TooLarge> {
        let puzzle = self.puzzle()?;
        Ok(Material { palette: puzzle.palette(), goal: puzzle.goal() })
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Box<dyn Subject>, BadInput> {
        // One label is one word: else it would say more than what stands on its cell.
        if let Some(odd) = labels.iter().find(|label| label.is_empty() || label.contains([' ', '\t', '='])) {
            return Err(BadInput::line(format!("\"{}\" is no label of a cell", odd.escape_debug())));
        }
        let arranged = Instance::arranged(self, labels, turn);
        // There is no line to which a column could belong.
        arranged.map(|instance| Box::new(instance) as Box<dyn Subject>).map_err(|bad| BadInput::line(bad.why))
    }

    fn graph(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure> {
        Family::graph(self, limits)
    }
}

/// A family in the list.
pub trait Entry: Sync {
    /// The first word of its notation.
    fn name(&self) -> &'static str;
    /// The forms of its notation, one a line.
    fn notation(&self) -> &'static str;
    /// Its rules in prose.
    fn rules(&self) -> &'static str;
    /// Lines to begin with, from small to large; each has a solution.
    fn examples(&self) -> &'static [&'static str];
    /// The names of its solvers, best first.
    fn solvers(&self) -> Vec<&'static str>;
    /// Reads the words behind the name.
    ///
    /// # Errors
    /// The place and the rule broken.
    fn parse(&self, words: Vec<Word<'_>>) -> Result<Box<dyn Subject>, BadInput>;
    /// The same with one word, which may be too long to be held, from a stream; none when no such word can stand there.
    ///
    /// # Errors
    /// What is wrong, and where; when the stream fails; when it does not fit.
    fn parse_stream(
        &self,
        before: &[Word<'_>],
        stream: &mut dyn Read,
        after: Vec<Word<'_>>,
        limits: &Limits<'_>,
    ) -> Option<Result<Box<dyn Subject>, Unread>>;
}

/// A family as an entry of the list.
pub struct Listed<F>(pub std::marker::PhantomData<fn() -> F>);

impl<F: Family> Entry for Listed<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }
    fn notation(&self) -> &'static str {
        F::NOTATION
    }
    fn rules(&self) -> &'static str {
        F::RULES
    }
    fn examples(&self) -> &'static [&'static str] {
        F::EXAMPLES
    }
    fn solvers(&self) -> Vec<&'static str> {
        F::SOLVERS.iter().chain(F::BY_NAME).map(|solver| solver.name).collect()
    }
    fn parse(&self, words: Vec<Word<'_>>) -> Result<Box<dyn Subject>, BadInput> {
        Ok(Box::new(F::parse(words)?))
    }
    fn parse_stream(
        &self,
        before: &[Word<'_>],
        stream: &mut dyn Read,
        after: Vec<Word<'_>>,
        limits: &Limits<'_>,
    ) -> Option<Result<Box<dyn Subject>, Unread>> {
        let read = F::parse_stream(before, stream, after, limits)?;
        Some(read.map(|instance| Box::new(instance) as Box<dyn Subject>))
    }
}

/// The graph of a puzzle of this instance, with the line of each position.
pub fn explored<I: Instance, P: MoveText + Draw>(
    instance: &I,
    puzzle: &P,
    limits: &Limits<'_>,
) -> Result<Graph, graph::Failure> {
    let line = |scene: &Scene, turn: Option<&str>| {
        let labels: Vec<&str> = scene.spots().map(|spot| spot.label.as_str()).collect();
        instance.arranged(&labels, turn).ok().map(|instance| instance.to_string())
    };
    graph::explore(puzzle, instance.to_string(), line, limits)
}

/// What a board without room says to a search.
pub fn stop_for(too_large: &TooLarge) -> Stop {
    Stop::Cells { most: too_large.most }
}

/// "1 move", "2 moves".
fn moves_of(count: &UBig) -> String {
    format!("{count} {}", if count.is_one() { "move" } else { "moves" })
}

/// A play with what it cannot be bettered below.
pub fn solved(plan: Box<dyn Plan + Send>, lower: UBig, evidence: Evidence, expanded: u64) -> Verdict {
    Verdict { outcome: Outcome::Solved { plan, lower }, evidence, solver: "", expanded, transcript: None, limit: None }
}

/// No play reaches the goal.
pub fn unsolvable(because: impl Into<String>, evidence: Evidence, expanded: u64) -> Verdict {
    let outcome = Outcome::Unsolvable { because: because.into() };
    Verdict { outcome, evidence, solver: "", expanded, transcript: None, limit: None }
}

/// A search that a limit ended.
pub fn gave_up(halted: Halted) -> Verdict {
    let Halted { stop, lower, expanded } = halted;
    let outcome = Outcome::GaveUp { stop, lower: UBig::from(lower) };
    Verdict { outcome, evidence: Evidence::Witness, solver: "", expanded, transcript: None, limit: None }
}

/// What is said of a state that is too wide for a certificate.
pub const NO_ROOM: &str = "a state of so many cells has no room in the certificate format";

/// A payload that may not grow without end.
struct Room<'a> {
    payload: &'a mut Vec<u8>,
    most: u64,
}

impl Write for Room<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.payload.len() + bytes.len()) as u64 > self.most {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.payload.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The end of a search as a verdict. `evidence` is what the length found and its proof go by.
pub fn searched<P: Certified<Move: Send> + Draw + Send + 'static>(
    puzzle: P,
    found: Search<Found<P::Move>>,
    evidence: impl FnOnce(usize) -> Evidence,
    because: impl FnOnce(&P) -> (String, Evidence),
) -> Verdict {
    match found {
        Err(halted) => gave_up(halted),
        Ok(Found { plan: Some(moves), expanded }) => {
            let (lower, evidence) = (UBig::from(moves.len()), showable(&puzzle, evidence(moves.len())));
            solved(Box::new(Moves::new(puzzle, moves)), lower, evidence, expanded)
        }
        Ok(Found { plan: None, expanded }) => {
            let (because, evidence) = because(&puzzle);
            unsolvable(because, showable(&puzzle, evidence), expanded)
        }
    }
}

/// A closed set is evidence only where its states have room in a certificate.
pub fn showable<P: Certified>(puzzle: &P, evidence: Evidence) -> Evidence {
    let has_room = puzzle.key(&puzzle.start()).is_some();
    if matches!(evidence, Evidence::ClosedSet(_)) && !has_room { Evidence::Exhaustion } else { evidence }
}

/// The words for an exhausted search.
pub fn exhausted<P>(_: &P) -> (String, Evidence) {
    let because = "every position that can be reached was visited, and none is the goal";
    (because.into(), Evidence::ClosedSet("zero"))
}

/// Counts by search.
pub fn count_by_search<P: Puzzle>(
    plays: Search<Option<ShortestPlays<P::State, P::Move>>>,
    puzzle: &P,
    because: impl FnOnce(&P) -> (String, Evidence),
) -> Count {
    match plays {
        Err(halted) => Count::GaveUp { stop: halted.stop, lower: UBig::from(halted.lower) },
        Ok(None) => Count::Unsolvable { because: because(puzzle).0 },
        Ok(Some(plays)) => {
            Count::Solutions { length: UBig::from(plays.length()), left: None, solutions: plays.count(), by: "search" }
        }
    }
}

/// All shortest plays by search.
pub struct Searched<P: Puzzle> {
    /// The plays.
    pub plays: ShortestPlays<P::State, P::Move>,
    /// Their puzzle.
    pub puzzle: P,
}

impl<P: Certified + Draw + Clone> Solutions for Searched<P> {
    fn count(&self) -> UBig {
        self.plays.count()
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> io::Result<bool>) -> io::Result<()> {
        let mut plays = self.plays.plays_from(from);
        while let Some(moves) = plays.advance() {
            if !visit(&Moves::new(self.puzzle.clone(), moves.to_vec()))? {
                break;
            }
        }
        Ok(())
    }
}

/// Lists by search.
pub fn list_by_search<P: Certified + Draw + Clone + 'static>(
    plays: Search<Option<ShortestPlays<P::State, P::Move>>>,
    puzzle: P,
    because: impl FnOnce(&P) -> (String, Evidence),
) -> Listing {
    match plays {
        Err(halted) => Listing::GaveUp(halted.stop),
        Ok(None) => Listing::Unsolvable(because(&puzzle).0),
        Ok(Some(plays)) => Listing::Solutions(Box::new(Searched { plays, puzzle })),
    }
}

/// The closed set of a puzzle as a certificate has it.
pub fn keyed_set<P: Certified, B: Bound<P>>(
    puzzle: &P,
    bound: &B,
    cost: Option<u32>,
    limits: &Limits<'_>,
) -> Result<Vec<(u128, u32)>, CannotCertify> {
    let set = closed_set::below(puzzle, bound, cost, limits).map_err(|halted| halted.stop)?;
    set.into_iter()
        .map(|(state, g)| puzzle.key(&state).map(|key| (key, g)))
        .collect::<Option<_>>()
        .ok_or_else(|| CannotCertify::NoRoom(NO_ROOM.into()))
}
