//! A family of puzzles: what its author writes, and what follows from that alone.
//!
//! An author writes the rules ([`Puzzle`]), the notation ([`Instance`], [`MoveText`]), how pieces
//! look ([`Draw`]), and two lines: `impl Family for Instance {}` and `impl Answers for Instance
//! {}`. Then generic search answers every question. A family overrides these defaults with what it can do
//! better: its solvers in [`Family::SOLVERS`], the other questions in [`Answers`].
//!
//! Where a definition says all of it, `saltus_rules::Defined` is a family with fewer items.

mod asked;
pub(crate) use asked::{bounds_of, by_name};
mod found;

use std::fmt::Display;
use std::io::{self, Read, Write};

use dashu_int::UBig;

use crate::answers::{
    Answers, By, CannotSurvey, CannotTabulate, Choice, Count, Listing, Material, NoSuchSolver, Play, Replayed,
    Solvability, Survey, Table, Within,
};
use crate::board::Cell;
use crate::engine::{self, Surveyed};
use crate::evidence::{Block, CannotCertify, Evidence, Stated};
use crate::fact;
use crate::graph::{self, Graph};
use crate::limits::{Limits, Stop};
use crate::lists::{Format, Judge};
use crate::notation::{BadInput, Instance, MoveText, Playable, TooLarge, Unread, Word, arranged_to, line_of};
use crate::own::{Array, Command};
use crate::plan::{Moves, Plan};
use crate::proof::{Certificate, Claim};
use crate::puzzle::{Puzzle, Zero};
use crate::scene::{Arrow, Draw, Film, Frame, View};
use crate::search::breadth_first::{self, Exploration, Until};
use crate::search::erased::{Abilities, Rules, Typed};
use crate::search::shortest_paths::{self, ShortestPlays};
use crate::search::{Halted, Search};
use crate::space::Space;
use crate::tables::Source;
use crate::verdict::{Outcome, Verdict};
use crate::verify;

pub use crate::search::named::Setting;
pub use asked::{Bounds, MakeBound, NamedBound, NoBound};
pub use found::{
    Because, EXHAUSTED, SolutionsFound, count_by_search, exhausted, gave_up, list_by_search, searched, solved,
    unsolvable,
};

/// What [`ByRules::survey_of_rules`] asks of rules.
pub type OfRules<'a> = dyn Fn(&dyn Rules, &Limits<'_>) -> Result<Survey, Stop> + 'a;

/// One way to answer `solve`.
pub struct Solver<I> {
    /// Its name in records.
    pub name: &'static str,
    /// Answers, or says that it does not apply.
    pub solve: fn(&I, &Limits<'_>) -> Option<Verdict>,
}

/// A family of puzzles: its instances, and their solvers.
///
/// ```
/// use saltus_core::{family::{ByRules, Family, Solver}, limits::Limits, notation::read_line};
/// use saltus_core::verdict::Verdict;
///
/// /// The first solver of a family that applies, for whatever family.
/// fn first<F: Family>(line: &str) -> (&'static str, Verdict) {
///     let instance: F = read_line(line).unwrap();
///     let limits = Limits::default();
///     let answer = |solver: &Solver<F>| Some((solver.name, (solver.solve)(&instance, &limits)?));
///     F::SOLVERS.iter().find_map(answer).unwrap()
/// }
///
/// assert!(first::<saltus_shifting::shift::Instance>("shift 2 2").1.optimal());
/// ```
pub trait Family: Instance<Puzzle: Playable> + Answers + Send + 'static {
    /// The solvers, best first. For every instance at least one of them applies.
    const SOLVERS: &'static [Solver<Self>] = &[Solver { name: "breadth-first", solve: by_breadth_first }];

    /// Solvers that answer only when they are selected by name.
    const BY_NAME: &'static [Solver<Self>] = &[];

    /// The settings of solvers, by the solver's name. The solver finds them in [`Limits::setting`].
    const SETTINGS: &'static [(&'static str, &'static [Setting])] = &[];

    /// The bounds that a generic search can use, the default first. Every family also has `zero`.
    const BOUNDS: &'static [NamedBound<Self::Puzzle>] = &[];

    /// Its puzzle without types, for the generic searches. A family whose moves can be taken back declares it here:
    /// `Abilities::Reversible(Box::new(typed))`; or `Traceable`, if moves can also be traced back from its goals.
    fn erase(typed: Typed<'_, Self::Puzzle>) -> Abilities<'_> {
        Abilities::Forwards(Box::new(typed))
    }

    /// The pruning rules of its search, each of which can be switched off
    /// ([`Limits::without`]).
    const PRUNING: &'static [&'static str] = &[];

    /// The solver that keeps its positions layer by layer, if there is one: of the solvers of such a family it alone supports [`Limits::disk`] and
    /// [`Limits::without`], and so does an answer by no solver in particular.
    const BY_LAYERS: Option<&'static str> = None;

    /// Instances with a name of their own, which may begin a line in place of the family's: the name, and the text
    /// ([`Family::line_of_text`]).
    const NAMED: &'static [(&'static str, &'static str)] = &[];

    /// Other names of its puzzles, and the words that they stand for: `("15-puzzle", "tiles 4x4")`.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];

    /// The formats of lists that it reads.
    const FORMATS: &'static [Format] = &[];

    /// The online judges that have a problem about its puzzles.
    const JUDGES: &'static [Judge] = &[];

    /// Its tables that outlive the process.
    const TABLES: Option<&'static dyn Source> = None;

    /// Commands of the program that it has.
    const COMMANDS: &'static [Command] = &[];

    /// Arrays for programs.
    const ARRAYS: &'static [Array] = &[];

    /// Whether its notation has the word `random`, which draws a board by the number of `seed=S`.
    const DRAWS: bool = false;

    /// The line of an instance that a text of several lines gives, if the family has such a form and this text is in it.
    ///
    /// # Errors
    /// What is wrong with the text, with the place.
    fn line_of_text(text: &str) -> Option<Result<String, String>> {
        let _ = text;
        None
    }

    /// The line of the instance that starts at a board with these rows, as the family draws it; none if they are not such a board. What the board does
    /// not show has its default.
    fn line_of_board(rows: &[&str]) -> Option<String> {
        let _ = rows;
        None
    }

    /// What is valid in a text ([`Family::line_of_text`]) or a line, but cannot be meant; nothing for a line of another family.
    fn warnings(text: &str) -> Vec<crate::lists::Fault> {
        let _ = text;
        Vec::new()
    }

    /// Reads a line in which one word, which may be too long to be held in memory, comes from a stream; none
    /// when no such word can occur there, and then nothing has been read of it.
    ///
    /// ```
    /// use saltus_core::{family::Family, limits::Limits};
    /// use saltus_shifting::shift;
    ///
    /// let (mut stream, limits) = (&b"bb_ww"[..], Limits::default());
    /// let read = shift::Instance::parse_stream(&[], &mut stream, vec![], &limits);
    /// assert!(read.is_none()); // the default
    /// ```
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
}

/// What follows from rules and notation alone, types erased. Every [`Family`] has it.
///
/// ```
/// use saltus_core::registry::Registry;
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
/// assert_eq!((puzzle.family(), puzzle.size()), ("shift", 5u8.into()));
/// assert_eq!((puzzle.is_set(), puzzle.has_letters(), puzzle.pieces()), (false, false, None));
/// assert!(puzzle.pruning().is_empty() && puzzle.by_layers().is_none());
/// ```
pub trait ByRules: Display + Send {
    /// A best play and the evidence for it.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let verdict = puzzle.solve(&Limits::default());
    /// assert!(verdict.optimal() && verdict.is_provable());
    /// ```
    fn solve(&self, limits: &Limits<'_>) -> Verdict;
    /// The answer of one solver, chosen by its name.
    ///
    /// ```
    /// use saltus_core::{answers::NoSuchSolver, limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// assert!(puzzle.solve_by("a-star", &Limits::default()).unwrap().optimal());
    /// let none = puzzle.solve_by("guess", &Limits::default());
    /// assert!(matches!(none, Err(NoSuchSolver::Unknown { .. })));
    /// ```
    ///
    /// # Errors
    /// When there is no such solver, or it does not apply.
    fn solve_by(&self, name: &str, limits: &Limits<'_>) -> Result<Verdict, NoSuchSolver>;
    /// Whether the goal can be reached, and why (not).
    ///
    /// ```
    /// use saltus_core::{answers::Solvability, limits::Limits, registry::Registry};
    /// use saltus_shifting::reverse;
    ///
    /// let puzzle = Registry::new().with::<reverse::Instance>().parse("reverse 4").unwrap();
    /// assert!(matches!(puzzle.solvability(&Limits::default()), Solvability::Yes(_)));
    /// ```
    fn solvability(&self, limits: &Limits<'_>) -> Solvability;
    /// Whether there is a play of at most `most` moves or, if pieces count, one that leaves at most `most` pieces.
    ///
    /// ```
    /// use saltus_core::{answers::Within, limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let within = |most: u8| puzzle.within(&most.into(), &Limits::default());
    /// assert!(matches!(within(8), Within::Yes { .. }));
    /// assert!(matches!(within(7), Within::No { lower: Some(lower), .. } if lower == 8u8.into()));
    /// ```
    fn within(&self, most: &UBig, limits: &Limits<'_>) -> Within;
    /// The certificate of the answer that [`ByRules::within`] gave: its play, or that every play has more moves.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let (most, limits) = (8u8.into(), Limits::default());
    /// let certificate = puzzle.certificate_within(&puzzle.within(&most, &limits), &most, &limits).unwrap();
    /// assert_eq!(certificate.claim.to_string(), "plan 8");
    /// ```
    ///
    /// # Errors
    /// Why there is none.
    fn certificate_within(
        &self,
        found: &Within,
        most: &UBig,
        limits: &Limits<'_>,
    ) -> Result<Certificate, CannotCertify>;
    /// The certificate of an answer.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let (verdict, limits) = (puzzle.solve(&Limits::default()), Limits::default());
    /// let certificate = puzzle.certificate(&verdict, &limits).unwrap();
    /// assert_eq!(certificate.claim.to_string(), "optimal 8");
    /// ```
    ///
    /// # Errors
    /// Why there is none.
    fn certificate(&self, verdict: &Verdict, limits: &Limits<'_>) -> Result<Certificate, CannotCertify>;
    /// Replays moves by the rules alone; none if the board has too many cells to be laid out.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let replay = |moves: &str| puzzle.replay(&mut moves.split(' '));
    /// assert_eq!(replay("1-2 3-1 2-3").unwrap().expect("a small board").moves, 3);
    /// assert!(replay("1-2 2-1").err().expect("backwards").starts_with("move 2:"));
    /// ```
    ///
    /// # Errors
    /// The first fault in words.
    fn replay(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Option<Replayed>, String>;
    /// Makes moves by the rules alone, to the end of the play or not.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let play = puzzle.play(&mut ["1-2"].into_iter()).unwrap();
    /// assert_eq!((&*play.line, play.is_over), ("shift _bw", false));
    /// assert_eq!(play.choices.iter().map(|choice| &*choice.text).collect::<Vec<_>>(), ["3-1"]);
    /// ```
    ///
    /// # Errors
    /// The first fault in words; when the board has too many cells.
    fn play(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Play, String> {
        let mut frames = Vec::new();
        let mut play = self.follow(moves, &mut |frame| frames.push(frame))?;
        play.film.frames = frames;
        Ok(play)
    }
    /// The same for long plays: each frame is passed to `visit` and not kept, so that the film has none.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let mut paths = Vec::new();
    /// let play = puzzle.follow(&mut ["1-2", "3-1"].into_iter(), &mut |frame| paths.push(frame.path)).unwrap();
    /// assert_eq!((&*play.line, paths), ("shift wb_", vec![vec![0, 1], vec![2, 0]]));
    /// ```
    ///
    /// # Errors
    /// The first fault in words; when the board has too many cells.
    fn follow(&self, moves: &mut dyn Iterator<Item = &str>, visit: &mut dyn FnMut(Frame)) -> Result<Play, String>;
    /// The first word of its notation.
    fn family(&self) -> &'static str;
    /// [`Instance::definition`].
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1 moves=all").unwrap();
    /// let rules = "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x";
    /// assert_eq!(puzzle.definition().unwrap(), format!("rules board: b . w ; {rules} ; goal: w . b"));
    /// ```
    ///
    /// # Errors
    /// When no definition has room for it, or can express it.
    fn definition(&self) -> Result<String, BadInput>;
    /// A name for it, if its line has one and would be too long for people.
    fn title(&self) -> Option<&str>;
    /// Bytes of what is laid out for its searches.
    fn held(&self) -> u64;
    /// Whether it is a set of positions, to be surveyed and not solved.
    fn is_set(&self) -> bool;
    /// Whether moves can be spelled as letters of directions.
    fn has_letters(&self) -> bool;
    /// The pruning rules of its search, each of which can be switched off
    /// ([`Limits::without`]).
    fn pruning(&self) -> &'static [&'static str];
    /// The solver that supports [`Limits::disk`], if one does: it alone supports [`Limits::without`] then.
    fn by_layers(&self) -> Option<&'static str>;
    /// The number of cells of the board, which is known before it is laid out.
    fn size(&self) -> UBig;
    /// How the pieces can be arranged.
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let material = puzzle.material().unwrap();
    /// assert_eq!(material.palette.len(), 3); // vacancy, black, white
    /// assert!(material.goal.is_some());
    /// ```
    ///
    /// # Errors
    /// When the board has too many cells.
    fn material(&self) -> Result<Material, TooLarge>;
    /// The same board with other pieces on it ([`Instance::arranged`]).
    ///
    /// ```
    /// use saltus_core::registry::Registry;
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let other = puzzle.arranged(&["_", "b", "w"], None).unwrap();
    /// assert_eq!(other.to_string(), "shift _bw");
    /// ```
    ///
    /// # Errors
    /// The rule broken.
    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Box<dyn Answers>, BadInput>;
    /// [`Answers::count`] by search.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let limits = Limits::default();
    /// let (known, found) = (puzzle.count(&limits), puzzle.count_by_search(&limits));
    /// assert_ne!(known, found); // they name different sources: a formula, and the search
    /// ```
    fn count_by_search(&self, limits: &Limits<'_>) -> Count;
    /// [`Answers::list`] by search.
    ///
    /// ```
    /// use saltus_core::{answers::Listing, limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
    /// let listing = puzzle.list_by_search(&Limits::default());
    /// assert!(matches!(listing, Listing::Solutions(plays) if plays.count() == 2u8.into()));
    /// ```
    fn list_by_search(&self, limits: &Limits<'_>) -> Listing;
    /// [`Answers::tabulate`] by search: positions with their distances, as text.
    ///
    /// # Errors
    /// When the table is not text, a limit is reached, or `out` fails.
    fn tabulate_by_search(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate>;
    /// [`Answers::survey`] by search.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::reverse;
    ///
    /// let puzzle = Registry::new().with::<reverse::Instance>().parse("reverse 2").unwrap();
    /// let survey = puzzle.survey_by_search(&Limits::default()).unwrap();
    /// assert_eq!(survey.distribution.iter().sum::<dashu_int::UBig>(), 6u8.into());
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    fn survey_by_search(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey>;
    /// The same, with all counts, which are more than the facts report. By keys ([`Answers::keyed`]) if they have at most [`engine::WIDEST`] bytes.
    ///
    /// # Errors
    /// The limit that was reached.
    fn surveyed(&self, limits: &Limits<'_>) -> Result<(Survey, Surveyed), Stop>;
    /// A survey that asks for the rules alone, within what the board leaves of the limits.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry, search::random_plays::{self, Plays}};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 3 3").unwrap();
    /// let plays = Plays { count: 1000, turns: 100, seed: 1 };
    /// let found = puzzle.survey_of_rules(&Limits::default(), &|rules, limits| random_plays::survey(rules, plays, limits)).unwrap();
    /// assert!(found.facts.iter().any(|fact| fact.topic == "dead-ends")); // of these one in 256 is solved
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    fn survey_of_rules(&self, limits: &Limits<'_>, survey: &OfRules<'_>) -> Result<Survey, CannotSurvey>;
    /// [`Answers::graph`] by search.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let graph = puzzle.graph_by_search(&Limits::default()).unwrap();
    /// assert_eq!((graph.nodes.len(), graph.edges.len()), (6, 6));
    /// ```
    ///
    /// # Errors
    /// When a limit is reached, or there are too many states.
    fn graph_by_search(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure>;
    /// Every position that can be reached, with its distance to the goal; by search.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, registry::Registry};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// let space = puzzle.space(&Limits::default()).unwrap();
    /// let lengths: Vec<_> = (0..space.positions()).map(|at| space.to_goal(at).unwrap().1).collect();
    /// assert_eq!(lengths, [3, 2, 2, 1, 1, 0]);
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    fn space(&self, limits: &Limits<'_>) -> Result<Space<'_>, Stop>;
    /// The board as it lies; on request with an arrow for each step and each jump of a possible move.
    ///
    /// ```
    /// use saltus_core::{registry::Registry, scene::Arrow};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
    /// assert_eq!(puzzle.seen(true).unwrap().arrows, [Arrow::Hop(0, 1), Arrow::Hop(2, 1)]);
    /// ```
    ///
    /// # Errors
    /// When the board has too many cells.
    fn seen(&self, has_arrows: bool) -> Result<View, TooLarge>;
}

impl<F: Family> ByRules for F {
    fn solve(&self, limits: &Limits<'_>) -> Verdict {
        let limits = &match self.lay_out(limits) {
            Ok(rest) => rest,
            Err(stop) => return Verdict { solver: F::SOLVERS[0].name, ..halted_at(stop) },
        };
        let solve = |at: usize| (F::SOLVERS[at].solve)(self, limits);
        let mut answers =
            (0..F::SOLVERS.len()).filter_map(|at| Some(Verdict { solver: F::SOLVERS[at].name, ..solve(at)? }));
        let verdict = first_settled(&mut answers, &|limits| self.quick_play(limits), limits);
        if let Err(stop) = self.was_whole() { halted_at(stop) } else { verdict }
    }

    fn solve_by(&self, name: &str, limits: &Limits<'_>) -> Result<Verdict, NoSuchSolver> {
        asked::solve(self, name, limits)
    }

    fn solvability(&self, limits: &Limits<'_>) -> Solvability {
        if let Some(known) = Answers::solvable(self) {
            return known;
        }
        if self.pieces().is_some() {
            return Solvability::Yes("every play ends; how few pieces it can leave is another question".into());
        }
        match ByRules::solve(self, limits).outcome {
            Outcome::Solved { plan, .. } => Solvability::Yes(format!("there is a play of {}", moves_of(&plan.moves()))),
            Outcome::Unsolvable { because } => Solvability::No(because),
            Outcome::GaveUp { stop, .. } => Solvability::GaveUp(stop),
        }
    }

    fn within(&self, most: &UBig, limits: &Limits<'_>) -> Within {
        within(self, most, limits)
    }

    fn certificate_within(
        &self,
        found: &Within,
        most: &UBig,
        limits: &Limits<'_>,
    ) -> Result<Certificate, CannotCertify> {
        certified_within(self, found, most, &self.lay_out(limits).map_err(CannotCertify::Stop)?)
    }

    fn replay(&self, moves: &mut dyn Iterator<Item = &str>) -> Result<Option<Replayed>, String> {
        let Ok(puzzle) = self.puzzle() else { return Ok(None) };
        let (made, end) = verify::play_out(&puzzle, moves).map_err(|fault| fault.to_string())?;
        let (moves, left) = (made.len() as u64, puzzle.left(&end));
        let mut paid = 0;
        for mv in &made {
            paid += u64::from(!puzzle.is_free(mv));
        }
        let paid = puzzle.has_free_moves().then_some(paid);
        Ok(Some(Replayed { play: Box::new(Moves::new(puzzle, made)), moves, left, paid }))
    }

    fn follow(&self, moves: &mut dyn Iterator<Item = &str>, visit: &mut dyn FnMut(Frame)) -> Result<Play, String> {
        let puzzle = self.puzzle().map_err(|too_large| too_large.to_string())?;
        let text = |mv: &_| {
            let mut text = String::new();
            puzzle.write_move(mv, &mut text);
            text
        };
        let state = verify::play_each(&puzzle, moves, |mv, state| {
            visit(Frame { text: text(mv), path: puzzle.path(mv), scene: puzzle.scene(state) });
        });
        let state = state.map_err(|fault| fault.to_string())?;
        let mut choices = Vec::new();
        puzzle.moves(&state, &mut choices);
        let scene = puzzle.scene(&state);
        let turn = puzzle.turn(&state);
        let arranged = Instance::arranged(self, &scene.labels(), turn.as_deref()).map_err(|bad| bad.to_string())?;
        Ok(Play {
            film: Film { outline: puzzle.outline(), start: puzzle.scene(&puzzle.start()), frames: Vec::new() },
            line: arranged.to_string(),
            turn,
            is_over: puzzle.is_goal(&state),
            left: puzzle.left(&state),
            choices: choices
                .iter()
                .map(|mv| Choice { text: text(mv), path: puzzle.path(mv), is_free: puzzle.is_free(mv) })
                .collect(),
        })
    }

    fn size(&self) -> UBig {
        Instance::size(self)
    }

    fn held(&self) -> u64 {
        Instance::held(self)
    }

    fn material(&self) -> Result<Material, TooLarge> {
        let puzzle = self.puzzle()?;
        Ok(Material { palette: puzzle.palette(), goal: puzzle.goal() })
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Box<dyn Answers>, BadInput> {
        // One label is one word: else it would say more than what stands on its cell.
        if let Some(odd) = labels.iter().find(|label| label.is_empty() || label.contains([' ', '\t', '='])) {
            return Err(BadInput::line(format!("\"{}\" is no label of a cell", odd.escape_debug())));
        }
        let arranged = Instance::arranged(self, labels, turn);
        // There is no line to which a column could belong.
        arranged.map(|instance| Box::new(instance) as Box<dyn Answers>).map_err(|bad| BadInput::line(bad.why))
    }

    fn certificate(&self, verdict: &Verdict, limits: &Limits<'_>) -> Result<Certificate, CannotCertify> {
        certified(self, verdict, &self.lay_out(limits).map_err(CannotCertify::Stop)?)
    }

    fn family(&self) -> &'static str {
        F::NAME
    }

    fn definition(&self) -> Result<String, BadInput> {
        // The module for a browser writes no definitions, and is to be short.
        if cfg!(target_family = "wasm") {
            return Err(BadInput::line("only the program writes definitions"));
        }
        Instance::definition(self)
    }

    fn title(&self) -> Option<&str> {
        Instance::title(self)
    }

    fn is_set(&self) -> bool {
        Instance::is_set(self)
    }

    fn has_letters(&self) -> bool {
        F::Puzzle::LETTERS
    }

    fn pruning(&self) -> &'static [&'static str] {
        F::PRUNING
    }

    fn by_layers(&self) -> Option<&'static str> {
        F::BY_LAYERS
    }

    fn count_by_search(&self, limits: &Limits<'_>) -> Count {
        match shortest_plays(self, limits) {
            Err(stop) => Count::GaveUp { stop, lower: UBig::ZERO },
            Ok((puzzle, plays)) => count_by_search(plays, &puzzle, visited),
        }
    }

    fn list_by_search(&self, limits: &Limits<'_>) -> Listing {
        match shortest_plays(self, limits) {
            Err(stop) => Listing::GaveUp(stop),
            Ok((puzzle, plays)) => list_by_search(plays, puzzle, visited),
        }
    }

    fn tabulate_by_search(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
        if table != Table::Csv {
            return Err(CannotTabulate::NoTable("this table is text: its file ends in .csv".into()));
        }
        let (puzzle, limits) = laid_out(self, limits)?;
        let found = explore(&puzzle, &limits)?;
        self.was_whole()?;
        let mut write = || -> io::Result<()> {
            writeln!(out, "position,distance")?;
            for (id, state) in found.states().iter().enumerate() {
                let line = line_of(self, &puzzle.scene(state), puzzle.turn(state).as_deref()).unwrap_or_default();
                let apart = if line.contains(['"', ',']) { format!("\"{}\"", line.replace('"', "\"\"")) } else { line };
                writeln!(out, "{apart},{}", found.distance(id))?;
            }
            Ok(())
        };
        write().map_err(CannotTabulate::Output)
    }

    fn survey_by_search(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        let (mut survey, found) = self.surveyed(limits)?;
        survey.facts.extend(fact::goal(found.goal));
        Ok(survey)
    }

    fn surveyed(&self, limits: &Limits<'_>) -> Result<(Survey, Surveyed), Stop> {
        let (puzzle, limits) = laid_out(self, limits)?;
        if let Some(keyed) = self.keyed().filter(|keyed| keyed.width() <= engine::WIDEST) {
            let (found, farthest) = engine::survey_keys(&*keyed, &limits).map_err(|halted| halted.stop)?;
            return Ok((survey_of(&found, keyed.line(&farthest)), found));
        }
        let all = explore(&puzzle, &limits)?;
        self.was_whole()?;
        let state = &all.states()[all.layer(all.depth()).start];
        let found = all.surveyed();
        Ok((survey_of(&found, line_of(self, &puzzle.scene(state), puzzle.turn(state).as_deref())), found))
    }

    fn survey_of_rules(&self, limits: &Limits<'_>, survey: &OfRules<'_>) -> Result<Survey, CannotSurvey> {
        let (puzzle, limits) = laid_out(self, limits)?;
        let survey = survey(&Typed::new(&puzzle, Box::new(Zero), None), &limits)?;
        self.was_whole()?;
        Ok(survey)
    }

    fn graph_by_search(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure> {
        let (puzzle, limits) = laid_out(self, limits)?;
        let graph = graph::explore(self, &puzzle, &limits)?;
        self.was_whole()?;
        Ok(graph)
    }

    fn space(&self, limits: &Limits<'_>) -> Result<Space<'_>, Stop> {
        // A survey needs less for the same positions.
        limits.afford(self.survey_bytes().unwrap_or(0))?;
        let (puzzle, limits) = &laid_out(self, limits)?;
        let found = explore(puzzle, limits)?;
        self.was_whole()?;
        let laid_out = puzzle.clone();
        let instance = move |state: &_| arranged_to(self, &laid_out.scene(state), laid_out.turn(state).as_deref());
        let boxed = move |state: &_| instance(state).map(|instance| Box::new(instance) as Box<dyn Answers>);
        Space::new(puzzle, found, boxed, limits)
    }

    fn seen(&self, has_arrows: bool) -> Result<View, TooLarge> {
        let puzzle = self.puzzle()?;
        let (start, mut moves) = (puzzle.start(), Vec::new());
        if has_arrows {
            puzzle.moves(&start, &mut moves);
        }
        let mut hops = Vec::new();
        for path in moves.iter().map(|mv| puzzle.path(mv)) {
            hops.extend(path.windows(2).map(|ends| (ends[0], ends[1])));
        }
        Ok(View { outline: puzzle.outline(), scene: puzzle.scene(&start), arrows: arrows_of(hops) })
    }
}

/// The puzzle, laid out for a search, and what is left of the limits.
fn laid_out<'a, F: Family>(instance: &F, limits: &Limits<'a>) -> Result<(F::Puzzle, Limits<'a>), Stop> {
    /// Bytes of a cell.
    const BYTES: u64 = 24;
    let rest = instance.lay_out(limits)?;
    let cells = u64::try_from(&Instance::size(instance)).unwrap_or(u64::MAX);
    rest.afford(cells.saturating_mul(BYTES))?;
    Ok((instance.puzzle().map_err(|too_large| stop_for(&too_large))?, rest))
}

/// The arrows of hops: moves that begin alike share their first ones.
fn arrows_of(mut hops: Vec<(Cell, Cell)>) -> Vec<Arrow> {
    hops.sort_unstable();
    hops.dedup();
    hops.into_iter().map(|(from, to)| Arrow::Hop(from, to)).collect()
}

/// A search that did not begin.
fn halted_at(stop: Stop) -> Verdict {
    gave_up(Halted { stop, lower: 0, expanded: 0 })
}

const NO_RECORD: &str = "the search that says so keeps no record that a checker could read";

/// All positions that can be reached.
fn explore<P: Puzzle>(puzzle: &P, limits: &Limits<'_>) -> Result<Exploration<P::State>, Stop> {
    breadth_first::explore(puzzle, Until::Everything, limits).map_err(|halted| halted.stop)
}

/// What every survey says of positions that were counted; the example is one of the farthest.
pub fn survey_of(found: &Surveyed, example: Option<String>) -> Survey {
    let (mut distribution, mut positions, mut dead_ends) = (Vec::new(), 0u64, 0);
    for (size, dead) in found.sizes.iter().zip(&found.dead_ends) {
        distribution.push(UBig::from(*size));
        positions += size;
        dead_ends += dead;
    }
    let farthest = found.sizes[found.sizes.len() - 1];
    let facts = fact::extent(positions, Some(dead_ends), found.sizes.len() as u32 - 1, farthest, example);
    Survey { by: By::Distance, distribution, facts, limit: None }
}

// What is the same for all families is compiled once.

/// The solver of a play that is there at once, and the play.
type QuickPlay = (&'static str, Box<dyn Plan + Send>);

/// The first of a family's answers that settles the question, or what is known where none does.
fn first_settled(
    answers: &mut dyn Iterator<Item = Verdict>,
    quick_play: &dyn Fn(&Limits<'_>) -> Option<QuickPlay>,
    limits: &Limits<'_>,
) -> Verdict {
    let mut gave_up = None;
    for mut verdict in answers {
        match verdict.outcome {
            // Who stops a search still wants a play, if there is one at once.
            Outcome::GaveUp { stop: Stop::Cancelled, .. } => {
                let Some((solver, plan)) = quick_play(&Limits { cancel: None, deadline: None, ..*limits }) else {
                    return verdict;
                };
                let before = gave_up.map_or(verdict, |(_, before)| before);
                gave_up = Some((Stop::Cancelled, before));
                verdict = Verdict { solver, ..solved(plan, UBig::ZERO, Box::new(Stated::witness()), 0) };
            }
            Outcome::GaveUp { stop, .. } if stop != Stop::Length => {
                gave_up = gave_up.or(Some((stop, verdict)));
                continue;
            }
            _ => {}
        }
        if let Some((stop, before)) = gave_up {
            verdict.limit = Some(stop);
            verdict.keep_lower(&before);
        }
        return verdict;
    }
    gave_up.expect("one of a family's solvers applies").1
}

fn within(instance: &dyn Answers, most: &UBig, limits: &Limits<'_>) -> Within {
    if let Some(Solvability::No(because)) = instance.solvable() {
        return Within::No { lower: None, because };
    }
    let limits = Limits { at_most: u32::try_from(most).unwrap_or(u32::MAX), ..*limits };
    // What counts pieces is not stopped by a number of moves.
    let limits = if instance.pieces().is_some() { Limits { at_most: u32::MAX, ..limits } } else { limits };
    if let Some((_, plan)) = instance.quick_play(&limits).filter(|(_, plan)| plan.cost() <= *most) {
        return Within::Yes { plan };
    }
    let Verdict { outcome, limit, solver, .. } = instance.solve(&limits);
    let (lower, stop) = match outcome {
        Outcome::Solved { plan, .. } if plan.cost() <= *most => return Within::Yes { plan },
        Outcome::Unsolvable { because } => return Within::No { lower: None, because },
        Outcome::Solved { lower, .. } => (lower, limit.unwrap_or(Stop::Nodes)),
        Outcome::GaveUp { stop, lower } => (lower, stop),
    };
    if lower <= *most {
        return Within::GaveUp { stop, lower };
    }
    let because = match instance.pieces() {
        None => format!("every play has at least {} [{solver}]", moves_of(&lower)),
        Some([_, several]) => format!("at least {lower} {several} stay in every play [{solver}]"),
    };
    Within::No { lower: Some(lower), because }
}

fn certified_within(
    instance: &dyn Answers,
    found: &Within,
    most: &UBig,
    limits: &Limits<'_>,
) -> Result<Certificate, CannotCertify> {
    let (claim, by, blocks) = match found {
        Within::Yes { plan } => {
            let claim = Claim::of(&**plan, UBig::ZERO);
            (claim, Stated::witness().kind(), vec![(plan.evidence_block(), payload(&**plan, limits)?)])
        }
        Within::No { lower: Some(_), .. } if instance.pieces().is_none() => {
            let evidence = instance.bounding().ok_or_else(|| CannotCertify::NoRoom(NO_RECORD.into()))?;
            let claimed = most + UBig::ONE;
            let blocks = evidence.blocks(u32::try_from(&claimed).ok(), limits)?;
            (Claim::AtLeast(claimed), evidence.kind(), blocks)
        }
        Within::No { .. } => return Err(CannotCertify::NoRoom("`solve --cert` shows why there is none".into())),
        Within::GaveUp { .. } => return Err(CannotCertify::NoAnswer),
    };
    Ok(Certificate { puzzle: instance.to_string(), claim, by, blocks })
}

fn certified(instance: &dyn Answers, verdict: &Verdict, limits: &Limits<'_>) -> Result<Certificate, CannotCertify> {
    let (claim, lower, play) = match &verdict.outcome {
        Outcome::GaveUp { .. } => return Err(CannotCertify::NoAnswer),
        Outcome::Unsolvable { .. } => (Claim::Unsolvable, None, None),
        Outcome::Solved { plan, lower } => {
            let payload = payload(&**plan, limits)?;
            (Claim::of(&**plan, lower.clone()), Some(lower.clone()), Some((plan, payload)))
        }
    };
    let weaker;
    let (mut claim, mut evidence, mut lower) = (claim, &verdict.evidence, lower);
    if !evidence.is_carried() {
        let Some((plan, _)) = &play else { return Err(CannotCertify::NoRoom(NO_RECORD.into())) };
        let (least, by) = instance.weaker_evidence().unwrap_or((UBig::ZERO, Box::new(Stated::witness())));
        weaker = by;
        claim = Claim::of(&***plan, least.clone());
        (evidence, lower) = (&weaker, Some(least));
    }
    let mut blocks: Vec<Block> = play.map(|(plan, payload)| (plan.evidence_block(), payload)).into_iter().collect();
    let cost = lower.and_then(|lower| u32::try_from(&lower).ok());
    blocks.extend(evidence.blocks(cost, limits)?);
    Ok(Certificate { puzzle: instance.to_string(), claim, by: evidence.kind(), blocks })
}

/// Breadth-first search, for a family that has nothing better. No certificate carries its rules.
fn by_breadth_first<F: Family>(instance: &F, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(halted_at(stop_for(&too_large))),
    };
    let found = breadth_first::solve(&puzzle, limits);
    Some(searched(puzzle, found, |_, _| Box::new(Stated::exhaustion()), visited))
}

/// No solution, after an exhausted search by rules that no certificate carries.
fn visited<P>(_: &P) -> Because {
    (EXHAUSTED.into(), Box::new(Stated::exhaustion()))
}

type Plays<P> = Search<Option<ShortestPlays<<P as Puzzle>::Move>>>;

/// A puzzle and all its shortest plays: their length first, by breadth-first search.
fn shortest_plays<F: Family>(instance: &F, limits: &Limits<'_>) -> Result<(F::Puzzle, Plays<F::Puzzle>), Stop> {
    let (puzzle, limits) = laid_out(instance, limits)?;
    let plays = breadth_first::solve(&puzzle, &limits).and_then(|found| {
        let at_most = found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
        shortest_paths::build(&puzzle, &Zero, at_most, &limits)
    });
    instance.was_whole()?;
    Ok((puzzle, plays))
}

/// The limit that a search reports for a board without room.
///
/// ```
/// use saltus_core::{family, limits::Stop, notation::TooLarge};
///
/// let too_large = TooLarge { cells: 1_000_000_000u64.into(), most: 1 << 24 };
/// assert_eq!(family::stop_for(&too_large), Stop::Cells { most: 1 << 24 });
/// ```
pub fn stop_for(too_large: &TooLarge) -> Stop {
    Stop::Cells { most: too_large.most }
}

/// "1 move", "2 moves".
fn moves_of(count: &UBig) -> String {
    format!("{count} {}", if count.is_one() { "move" } else { "moves" })
}

/// The play of a certificate.
fn payload(plan: &dyn Plan, limits: &Limits<'_>) -> Result<Vec<u8>, CannotCertify> {
    let mut payload = Vec::new();
    let mut room = Room { payload: &mut payload, most: limits.memory };
    match plan.write_evidence(&mut room) {
        Ok(()) => Ok(payload),
        Err(_) => Err(Stop::Memory { needed: limits.memory + 1 }.into()),
    }
}

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
