//! Which solver answers which question about sliding tiles.

mod arrays;

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use dashu_int::UBig;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::bounds::{BOUNDS, Kinds, LinearConflict, Manhattan};
use crate::closed::construction::construct;
use crate::closed::position::Position;
use crate::closed::row::RowWalk;
use crate::closed::solvability::{Rule, Textbook, because, distance, exchanged, is_solvable, rule};
use crate::evidence::PatternSet;
use crate::notation::formats::{FORMATS, JUDGES};
use crate::rules::{Goal, Instance, Metric, Slide, Tiles, VACANCY, vacancy};
use crate::runs;
use crate::search::beam::{self, beam};
use crate::search::ida::schedule::Tier;
use crate::search::ida::{closed_set, schedule};
use crate::search::parts::Parts;
use crate::search::space::{self, Space, disk};
use crate::tables::PatternTables;
use saltus_core::answers::{Answers, By, CannotSurvey, Count, Listing, Obstruction, Solutions, Solvability, Survey};
use saltus_core::clock::Instant;
use saltus_core::engine;
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::fact::{self, Fact, Value};
use saltus_core::family::{
    ByRules, Family, NamedBound, Solver, count_by_search, exhausted, gave_up, list_by_search, searched, solved,
    stop_for, unsolvable,
};
use saltus_core::limits::{Limits, Stop};
use saltus_core::lists::{Format, Judge};
use saltus_core::notation::{self, BadInput, Instance as _};
use saltus_core::own::Array;
use saltus_core::parts::Divided;
use saltus_core::plan::{Moves, Picture, Plan};
use saltus_core::puzzle::{Bound, Keyed, Puzzle, Repeats};
use saltus_core::row::{Row, RowKeys};
use saltus_core::scene::{ANYWHERE, AS_SHOWN, Draw, Told};
use saltus_core::search::erased::{Abilities, Typed};
use saltus_core::search::shortest_paths::{self, ShortestPlays};
use saltus_core::search::{Found, Halted, Search, a_star, bidirectional, ida_star};
use saltus_core::tables::Source;
use saltus_core::verdict::Verdict;
use saltus_draw::text;

/// Boards up to this many cells have so few arrangements (1814400) that all of them are explored.
const FEW_CELLS: usize = 10;
/// The most cells of a board whose short plays are shown by a closed set, or by a search of the checker's; beyond them by a
/// transcript.
const MOST_IN_SETS: usize = 16;
/// A closed set is promised as evidence where a depth-first search expanded no more nodes than
/// this.
const MOST_CERTIFIED: u64 = 1 << 18;

impl Family for Instance {
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("8-puzzle", "tiles 3x3"), ("15-puzzle", "tiles 4x4"), ("24-puzzle", "tiles 5x5"), ("n-puzzle", "tiles")];

    const FORMATS: &'static [Format] = FORMATS;

    const JUDGES: &'static [Judge] = JUDGES;

    /// A browser has no folder for them.
    const TABLES: Option<&'static dyn Source> = if cfg!(target_family = "wasm") { None } else { Some(&PatternTables) };

    const ARRAYS: &'static [Array] = arrays::ARRAYS;

    const DRAWS: bool = true;

    /// A row alone is one of numbered reversal.
    fn line_of_board(rows: &[&str]) -> Option<String> {
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split_ascii_whitespace().collect()).collect();
        let wide = rows.first()?.len();
        let is_tile = |word: &&str| *word == VACANCY || word.bytes().all(|byte| byte.is_ascii_digit());
        let is_board = rows.len() > 1 && rows.iter().all(|row| row.len() == wide && row.iter().all(is_tile));
        is_board.then(|| format!("{} {}x{wide} {}", Self::NAME, rows.len(), notation::joined(&rows.concat(), " ")))
    }

    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "invariant", solve: invariant },
        Solver { name: "row", solve: |instance, limits| by(row, instance, limits) },
        Solver { name: "state-space", solve: |instance, limits| by(state_space, instance, limits) },
        Solver { name: "pattern-databases", solve: |instance, limits| by(tables, instance, limits) },
        Solver { name: "a-star", solve: |instance, limits| by(best_first, instance, limits) },
        Solver { name: "ida-star", solve: |instance, limits| by(depth_first, instance, limits) },
        Solver { name: "beam", solve: |instance, limits| by(by_beam, instance, limits) },
        Solver { name: "construction", solve: |instance, limits| by(constructed, instance, limits) },
        Solver { name: "bidirectional", solve: by_both_ends },
        Solver { name: "runs", solve: by_merging },
        // What these cannot answer has no answer: this one is for who asks for it.
        Solver { name: "pattern-databases-7-8", solve: |instance, limits| by(largest_tables, instance, limits) },
    ];

    const BOUNDS: &'static [NamedBound<Tiles>] = BOUNDS;

    fn erase(typed: Typed<'_, Tiles>) -> Abilities<'_> {
        Abilities::Traceable(Box::new(typed))
    }
}

impl Answers for Instance {
    fn told(&self) -> Option<Told> {
        let runs = if self.metric == Metric::Runs { " All that slide at once are one move." } else { "" };
        Some(Told {
            name: "Sliding tiles".into(),
            goal: match self.goal {
                Goal::BlankLast => "Put the tiles in order.",
                Goal::BlankFirst => "Put the tiles in order, after the gap.",
                Goal::Cells(_) => AS_SHOWN,
            }
            .into(),
            rule: format!("{{Tap}} a tile in line with the gap.{runs}"),
            act: "",
            stage: "wood",
            figure: "tile",
            seat: "tray",
            stuck: &[("", ANYWHERE, "Not in line with it.")],
            random: Some(format!("tiles {}x{} random seed=", self.height, self.width)),
        })
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        if !is_solvable(self) {
            return Count::Unsolvable { because: because(self) };
        }
        if self.metric == Metric::Runs {
            return ByRules::count_by_search(self, limits);
        }
        if let Some(walk) = self.walk() {
            return Count::Solutions { length: walk.moves(), left: None, paid: None, solutions: UBig::ONE, by: "row" };
        }
        match self.puzzle() {
            Err(too_large) => Count::GaveUp { stop: stop_for(&too_large), lower: UBig::ZERO },
            Ok(puzzle) => count_by_search(self.plays(&puzzle, limits), &puzzle, exhausted),
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        if !is_solvable(self) {
            return Listing::Unsolvable(because(self));
        }
        if self.metric == Metric::Runs {
            return ByRules::list_by_search(self, limits);
        }
        if let Some(walk) = self.walk() {
            return Listing::Solutions(Box::new(Only(walk)));
        }
        match self.puzzle() {
            Err(too_large) => Listing::GaveUp(stop_for(&too_large)),
            Ok(puzzle) => list_by_search(self.plays(&puzzle, limits), puzzle, exhausted),
        }
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        let goal = self.goal_cells();
        let (here, there) = (vacancy(&self.start), vacancy(&goal));
        let place = |cell: usize| -> Value { [cell / self.width + 1, cell % self.width + 1].into_iter().collect() };
        let way = distance(self.width, here, there);
        let mut facts = vec![
            Fact::new("solvable", is_solvable(self)).because(because(self)),
            Fact::new("vacancy", place(here)).of("the start").because("row and column"),
            Fact::new("vacancy", place(there)).of("the goal").because("row and column"),
        ];
        if self.metric == Metric::Single {
            let parity = if way.is_multiple_of(2) { "even" } else { "odd" };
            let because = format!("as the vacancy's way home is: {way}");
            facts.push(Fact::new("parity", parity).of("the moves").because(because));
        }
        if rule(self) != Rule::Equal {
            facts.push(textbook(self));
        }
        facts.extend(self.lower_bounds());
        facts
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        if let Some(position) = self.of_space() {
            return self.survey_space(&position, limits);
        }
        let (mut survey, _) = self.surveyed(limits)?;
        // There are none: every move can be taken back.
        survey.facts.retain(|fact| fact.topic != "dead-ends");
        Ok(survey)
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        let puzzle = self.puzzle().ok()?;
        let shown = puzzle.clone();
        let keys = RowKeys::new(puzzle, Repeats::Near, move |row| {
            Some(text::draw(&shown.scene(row), false).replace('\n', " / "))
        });
        Some(Arc::new(keys?))
    }

    fn surveys_on_disk(&self) -> bool {
        self.metric == Metric::Single && Position::new(self).is_some()
    }

    fn survey_bytes(&self) -> Option<u64> {
        self.of_space()?;
        let bytes = match self.metric {
            // To count layers takes one bit a state; to know distances, two.
            Metric::Single => space::space_bytes(self.height, self.width).map(|bytes| bytes / 2),
            Metric::Runs => runs::survey_bytes(self.cells()),
        };
        Some(bytes.unwrap_or(u64::MAX))
    }

    fn solvable(&self) -> Option<Solvability> {
        let because = because(self);
        Some(if is_solvable(self) { Solvability::Yes(because) } else { Solvability::No(because) })
    }

    fn obstruction(&self) -> Option<Obstruction> {
        exchanged(self)
    }

    /// On boards on which a set of all arrangements fits into memory.
    fn bounding(&self) -> Option<Box<dyn Evidence>> {
        let puzzle = self.puzzle().ok().filter(|_| self.cells() <= MOST_IN_SETS)?;
        Some(match with_tables(self) {
            _ if self.metric == Metric::Runs => Box::new(Stated::re_executed("zero")),
            Some(position) => Box::new(PatternSet::new(puzzle, position)),
            None => Box::new(ClosedSet::new(puzzle, Manhattan, "manhattan")),
        })
    }

    /// By the construction, or by narrow beams, whose plays are seldom the shortest and need no search to an end.
    fn quick_play(&self, limits: &Limits<'_>) -> Option<(&'static str, Box<dyn Plan + Send>)> {
        let puzzle = self.puzzle().ok().filter(|_| self.cells() > FEW_CELLS)?;
        let is_single = self.metric == Metric::Single;
        let least = if is_single { Manhattan.of(&puzzle, &puzzle.start()) } else { runs::least(self) };
        if least > limits.at_most {
            return None;
        }
        let limits = Limits { nodes: limits.nodes.min(BEAMS[0]), ..*limits };
        if !is_single {
            return Some(("runs", Box::new(Moves::new(puzzle, runs::some_play(self, &limits).ok()??))));
        }
        let is_short = |moves: &Vec<Slide>| moves.len() <= limits.at_most as usize;
        let built = construct(self, &limits).ok()?.filter(is_short);
        // On smaller boards a search to its end takes less than beams.
        let (solver, moves) = match built {
            None if self.cells() > MOST_IN_SETS => ("beam", beam(self, &limits).filter(is_short)?),
            built => ("construction", built?),
        };
        Some((solver, Box::new(Moves::new(puzzle, moves))))
    }

    fn divided(&self) -> Result<Box<dyn Divided + '_>, BadInput> {
        let why = "boards are searched in parts that have no two tiles alike, two rows and two columns at least, 32 cells at most, and no metric=runs";
        Ok(Box::new(Parts::new(self).ok_or_else(|| BadInput::line(why))?))
    }

    fn weaker_evidence(&self) -> Option<(UBig, Box<dyn Evidence>)> {
        if self.metric == Metric::Runs {
            return Some((UBig::from(runs::least(self)), Box::new(Stated::bound("lines"))));
        }
        let puzzle = self.puzzle().ok()?;
        let least = Manhattan.of(&puzzle, &puzzle.start());
        Some((UBig::from(least), Box::new(Stated::potential("manhattan"))))
    }

    fn picture(&self) -> Picture {
        match self.puzzle() {
            Ok(puzzle) => Picture::Drawn(puzzle.scene(&puzzle.start())),
            Err(_) => Picture::Described(format!("a board of {} rows and {} columns", self.height, self.width)),
        }
    }
}

impl Instance {
    /// All shortest plays.
    fn plays(&self, puzzle: &Tiles, limits: &Limits<'_>) -> Search<Option<ShortestPlays<Slide>>> {
        if puzzle.is_repeated() {
            let at_most = by_bound(puzzle, &Manhattan, limits)?.plan.map_or(u32::MAX, |plan| plan.len() as u32);
            return shortest_paths::build(puzzle, &Manhattan, at_most, limits);
        }
        let bound = LinearConflict::new(puzzle);
        let Some(position) = with_tables(self) else {
            let at_most = ida_star::solve(puzzle, &bound, limits)?.plan.map_or(u32::MAX, |plan| plan.len() as u32);
            return shortest_paths::build(puzzle, &bound, at_most, limits);
        };
        let length = schedule::solve(position.size(), &position.homes, limits, &mut |_| ())?.walk.len() as u32;
        if position.homes.len() > closed_set::MOST_CELLS {
            return shortest_paths::build(puzzle, &bound, length, limits);
        }
        plays_by_tables(puzzle, &position, length, limits)
    }

    /// The position whose arrangements a survey numbers.
    fn of_space(&self) -> Option<Position> {
        let is_single = self.metric == Metric::Single;
        let has_bits = self.height.min(self.width) > 1 && self.cells() <= runs::MOST_SURVEYED;
        Position::new(self).filter(|_| is_single || has_bits)
    }

    fn survey_space(&self, position: &Position, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        let (height, width, vacancy) = (self.height, self.width, vacancy(&self.start));
        let found = match limits.disk {
            _ if self.metric == Metric::Runs => runs::survey(height, width, vacancy, limits)?,
            None => space::census(height, width, vacancy, limits)?,
            Some(folder) => disk::explore(folder, height, width, vacancy, limits)?,
        };
        // The survey names a tile by where it stands at the start.
        let labels: Vec<u16> = position.labels_of(position.homes.iter().copied()).collect();
        let board = |homes: &Vec<u8>| {
            let cells: Vec<String> = homes.iter().map(|&home| labels[usize::from(home)].to_string()).collect();
            cells.chunks(width).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
        };
        let (sum, states) = found.mean();
        let example = found.farthest.first().map(board);
        let mut facts = fact::extent(found.states(), None, found.depth(), found.antipodes(), example);
        let mean = Fact::new("mean", Value::Decimal(found.mean_decimal(4))).of("the distances");
        facts.push(mean.unit("moves").because(format!("{sum}/{states}")));
        Ok(Survey {
            by: By::Distance,
            distribution: found.layers.iter().map(|&count| UBig::from(count)).collect(),
            facts,
            limit: None,
        })
    }

    /// The play on a single row or column, if the goal can be reached.
    fn walk(&self) -> Option<RowWalk> {
        if self.height.min(self.width) == 1 { RowWalk::new(self) } else { None }
    }

    fn lower_bounds(&self) -> Option<Fact> {
        let puzzle = self.puzzle().ok().filter(|_| is_solvable(self))?;
        if self.metric == Metric::Runs {
            return Some(Fact::new("lower-bound", runs::least(self)).unit("moves").because("lines"));
        }
        let start = puzzle.start();
        let manhattan = Manhattan.of(&puzzle, &start);
        let (least, because) = if puzzle.is_repeated() {
            (manhattan, "manhattan".to_owned())
        } else {
            let more = LinearConflict::new(&puzzle).of(&puzzle, &start);
            (more, format!("manhattan {manhattan}, linear conflicts {}", more - manhattan))
        };
        Some(Fact::new("lower-bound", least).unit("moves").because(because))
    }
}

/// What the rule "N + K even" says of the instance, and whether that may be believed.
fn textbook(instance: &Instance) -> Fact {
    let rule = Textbook::new(instance);
    let Textbook { inversions, row, applies, is_right } = rule;
    let says = if rule.says_solvable() { "even: solvable" } else { "odd: unsolvable" };
    let verdict = match (applies, is_right) {
        (true, _) => "the rule \"solvable if even\" applies to this board and goal",
        (false, true) => {
            "the rule \"solvable if even\" does not apply to this board and goal; here it happens to be right"
        }
        (false, false) => "the rule \"solvable if even\" does not apply to this board and goal; here it is wrong",
    };
    let because = format!("{inversions} inversions + row {row} of the vacancy, {says}; {verdict}");
    Fact::new("n-plus-k", inversions + row).because(because)
}

/// The goal cannot be reached, by an invariant of the moves.
fn invariant(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let evidence = match rule(instance) {
        Rule::Order => Stated::new("order", "pieces keep an order that the goal breaks"),
        Rule::Equal | Rule::Parity => Stated::new("parity", "every move keeps a parity that the goal breaks"),
    };
    (!is_solvable(instance)).then(|| unsolvable(because(instance), Box::new(evidence), 0))
}

/// What a solver for single moves says of a goal that can be reached.
fn by(
    solver: fn(&Instance, &Limits<'_>) -> Option<Verdict>,
    instance: &Instance,
    limits: &Limits<'_>,
) -> Option<Verdict> {
    match instance.metric {
        Metric::Runs => None,
        Metric::Single if is_solvable(instance) => solver(instance, limits),
        Metric::Single => invariant(instance, limits),
    }
}

/// The node limits of a search by runs on boards with too many arrangements for it to end, when there is no time limit: enough for most boards of 4x4
/// (2 to 7 million), and, multiplied by the square of the number of cells, for larger ones, where it gives only a bound.
const MOST_BY_RUNS: [u64; 2] = [1 << 24, 1 << 28];

/// From both ends, where runs count.
fn by_both_ends(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    if instance.metric == Metric::Single || instance.height.min(instance.width) == 1 {
        return None;
    }
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let limits = match instance.cells() {
        cells if cells <= runs::MOST_SURVEYED => *limits,
        _ if limits.deadline.is_some() => limits.part(8),
        cells if cells <= MOST_IN_SETS => Limits { nodes: limits.nodes.min(MOST_BY_RUNS[0]), ..*limits },
        cells => Limits { nodes: limits.nodes.min(MOST_BY_RUNS[1] / (cells * cells) as u64), ..*limits },
    };
    let least = runs::least(instance);
    let evidence = |_: &Tiles, length: usize| -> Box<dyn Evidence> {
        Box::new(match instance.cells() {
            _ if length == least as usize => Stated::bound("lines"),
            ..=MOST_IN_SETS => Stated::re_executed("zero"),
            _ => Stated::exhaustion(),
        })
    };
    let found = match RowKeys::new(puzzle.clone(), Repeats::Near, |_| None) {
        Some(keys) if keys.width() <= engine::WIDEST => keys.solve(&limits),
        _ => bidirectional::solve(&puzzle, &limits),
    };
    Some(searched(puzzle, found, evidence, exhausted))
}

/// A play of single moves, its straight moves made runs.
fn by_merging(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    if instance.metric == Metric::Single {
        return None;
    }
    if !is_solvable(instance) {
        return invariant(instance, limits);
    }
    let limits = Limits { nodes: limits.nodes.min(BEAMS[0]), ..*limits };
    let (puzzle, least) = (instance.puzzle().ok()?, UBig::from(runs::least(instance)));
    let play = match runs::some_play(instance, &limits) {
        Ok(play) => play,
        Err(stop) => return Some(gave_up(Halted { stop, lower: 0, expanded: 0 })),
    };
    // In a single row or column the vacancy goes to its place at once.
    let to = vacancy(&instance.start) as u32;
    let from = vacancy(&instance.goal_cells()) as u32;
    let run = Slide { tile: instance.start[from as usize] as u16, from, to };
    let at_once = || if from == to { Vec::new() } else { vec![run] };
    let moves = play.unwrap_or_else(at_once);
    Some(solved(Box::new(Moves::new(puzzle, moves)), least, Box::new(Stated::bound("lines")), 0))
}

/// A single row or column.
fn row(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let walk = instance.walk()?;
    let length = walk.moves();
    Some(solved(Box::new(walk), length, Box::new(Stated::potential("vacancy")), 0))
}

/// All arrangements of a small board, by their distance from the goal.
fn state_space(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let position = Position::new(instance).filter(|position| position.homes.len() <= FEW_CELLS)?;
    let puzzle = instance.puzzle().ok()?;
    let space = match Space::explore(position.height, position.width, position.vacancy, limits) {
        Ok(space) => space,
        Err(stop) => return Some(gave_up(Halted { stop, lower: 0, expanded: 0 })),
    };
    let moves = position.slides(&space.moves_to_goal(&position.homes).expect("the goal is within reach"));
    let least = Manhattan.of(&puzzle, &puzzle.start());
    let found = Found { plan: Some(moves), expanded: space.census().states() };
    Some(searched(puzzle, Ok(found), |puzzle, length| evidence(puzzle, length, least), exhausted))
}

/// IDA* with pattern databases.
fn tables(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let position = with_tables(instance)?;
    let tiers = schedule::tiers(position.height, position.width, position.vacancy);
    // Of larger boards most are left to beams.
    let tenths = if position.homes.len() > MOST_IN_SETS { 3 } else { 9 };
    by_tiers(instance, position, (&tiers, tenths), limits)
}

/// IDA* with the tables of 7-8.
fn largest_tables(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let position = Position::new(instance)?;
    let partition = schedule::largest(position.height, position.width, position.vacancy)?;
    by_tiers(instance, position, (&[Tier { partition, node_budget: u64::MAX }], 9), limits)
}

fn by_tiers(instance: &Instance, position: Position, tiers: (&[Tier], u32), limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok()?;
    let solved = match schedule::solve_by(tiers, position.size(), &position.homes, limits, &mut |_| ()) {
        Ok(solved) => solved,
        Err(halted) => return Some(gave_up(halted)),
    };
    let least = Manhattan.of(&puzzle, &puzzle.start());
    let found = Found { plan: Some(position.slides(&solved.walk)), expanded: solved.expanded };
    let evidence = |puzzle: &Tiles, length: usize| -> Box<dyn Evidence> {
        match position.homes.len() {
            _ if length == least as usize => Box::new(Stated::potential("manhattan")),
            ..=MOST_IN_SETS => Box::new(PatternSet::new(puzzle.clone(), position)),
            _ => Box::new(solved.transcript),
        }
    };
    Some(searched(puzzle, Ok(found), evidence, exhausted))
}

/// A*, where equal tiles lead to the same arrangements over and over: with pattern databases for what takes more nodes than making them.
fn best_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok().filter(Tiles::is_repeated)?;
    let few = Limits { nodes: limits.nodes.min(MOST_CERTIFIED), ..*limits };
    match by_bound(&puzzle, &Manhattan, &few) {
        Err(halted) if halted.stop == Stop::Nodes && few.nodes < limits.nodes => {
            let limits = limits.part(5);
            let found = kinds(&puzzle, &limits).and_then(|kinds| by_bound(&puzzle, &kinds, &limits));
            Some(settled(puzzle, found, false))
        }
        found => Some(settled(puzzle, found, true)),
    }
}

/// A*, compiled once for all bounds.
fn by_bound(puzzle: &Tiles, bound: &dyn Bound<Tiles>, limits: &Limits<'_>) -> Search<Found<Slide>> {
    a_star::solve(puzzle, bound, limits)
}

/// The pattern databases of equal tiles, for a search.
fn kinds(puzzle: &Tiles, limits: &Limits<'_>) -> Search<Kinds> {
    Kinds::new(puzzle, limits).map_err(|stop| Halted { stop, lower: 0, expanded: 0 })
}

/// The answer of a search. The closed set by [`Manhattan`] shows it if `has_room`: else the checker searches by itself, on boards that it has room for.
fn settled(puzzle: Tiles, found: Search<Found<Slide>>, has_room: bool) -> Verdict {
    let least = Manhattan.of(&puzzle, &puzzle.start());
    let has_room = has_room && found.as_ref().is_ok_and(|found| found.expanded <= MOST_CERTIFIED);
    let cells = puzzle.goal().cells().len();
    let evidence = |puzzle: &Tiles, length| match cells {
        _ if has_room || length == least as usize => evidence(puzzle, length, least),
        ..=MOST_IN_SETS => Box::new(Stated::re_executed("manhattan")) as Box<dyn Evidence>,
        _ => Box::new(Stated::exhaustion()),
    };
    searched(puzzle, found, evidence, exhausted)
}

/// IDA*, which needs no memory.
fn depth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    // Of boards that are too large for tables only easy ones are solved.
    let limits = limits.part(2);
    let found = if puzzle.is_repeated() {
        kinds(&puzzle, &limits).and_then(|kinds| ida_star::solve(&puzzle, &kinds, &limits))
    } else {
        ida_star::solve(&puzzle, &LinearConflict::new(&puzzle), &limits)
    };
    let has_room = !puzzle.is_repeated();
    Some(settled(puzzle, found, has_room))
}

/// The nodes of beams where no time is left for them, and where no limit on time ends them.
const BEAMS: [u64; 2] = [1 << 18, 1 << 22];

/// What beams find that look at pattern databases.
fn beam_by_tables(instance: &Instance, limits: &Limits<'_>, within: &Limits<'_>) -> Option<Vec<Slide>> {
    let position = with_tables(instance)?;
    let views = schedule::views_in_time(position.size(), limits)?;
    Some(position.slides(&beam::tables::beam(&views, &position.homes, within)?))
}

/// The shortest play that beams find, where no search for a shortest one has ended.
fn by_beam(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let is_late = limits.deadline.is_some_and(|deadline| deadline <= Instant::now());
    let within = match limits.deadline {
        Some(_) if is_late => Limits { deadline: None, nodes: limits.nodes.min(BEAMS[0]), ..*limits },
        Some(_) => *limits,
        None => Limits { nodes: limits.nodes.min(BEAMS[1]), ..*limits },
    };
    // Late, only tables that are at hand are in time.
    let by_tables = beam_by_tables(instance, limits, &within);
    played(instance, by_tables.or_else(|| beam(instance, &within))?)
}

/// A play of which nothing is known but that it is one.
fn played(instance: &Instance, moves: Vec<Slide>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok()?;
    let least = UBig::from(Manhattan.of(&puzzle, &puzzle.start()));
    Some(solved(Box::new(Moves::new(puzzle, moves)), least, Box::new(Stated::potential("manhattan")), 0))
}

/// A play line by line, where no search has ended.
fn constructed(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    match construct(instance, limits) {
        Ok(moves) => played(instance, moves?),
        Err(stop) => Some(gave_up(Halted { stop, lower: 0, expanded: 0 })),
    }
}

/// What shows that no play is shorter.
fn evidence(puzzle: &Tiles, length: usize, least: u32) -> Box<dyn Evidence> {
    if length == least as usize {
        Box::new(Stated::potential("manhattan"))
    } else {
        Box::new(ClosedSet::new(puzzle.clone(), Manhattan, "manhattan"))
    }
}

/// The position of a board for which there are tables.
fn with_tables(instance: &Instance) -> Option<Position> {
    Position::new(instance).filter(|position| schedule::serves(position.height, position.width))
}

/// All shortest plays of a board with tables, of which one has `length` moves.
fn plays_by_tables(
    puzzle: &Tiles,
    position: &Position,
    length: u32,
    limits: &Limits<'_>,
) -> Search<Option<ShortestPlays<Slide>>> {
    let set = schedule::below(position.size(), &position.homes, length + 1, limits);
    let set = set.map_err(|stop| Halted { stop, lower: length, expanded: 0 })?;
    let set: HashSet<u64, FxBuildHasher> = set.into_iter().map(|(board, _)| board).collect();
    let home = |tile: u16| puzzle.homes(tile)[0] as u8;
    let inside = |state: &Row<u16>, _| {
        let homes: SmallVec<[u8; closed_set::MOST_CELLS]> = state.cells().iter().map(|&tile| home(tile)).collect();
        set.contains(&closed_set::pack(&homes))
    };
    shortest_paths::build_inside(puzzle, &inside, length, limits)
}

/// The one shortest play of a single row or column.
struct Only(RowWalk);

impl Solutions for Only {
    fn count(&self) -> UBig {
        UBig::ONE
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> io::Result<bool>) -> io::Result<()> {
        if from.is_zero() { visit(&self.0).map(|_| ()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::verdict::Outcome;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_sweep_of_boards_finds_what_the_survey_does() {
        let metric = "tiles 2x3 0 1 2 3 4 5 metric=runs";
        for line in ["tiles 2x3 1 2 3 0 4 5", "tiles 2x3 1 1 3 0 4 4 to 4 4 3 1 1 0", "tiles 1x4 1 0 2 3", metric] {
            saltus_core::laws::keys_are_surveyed(&crate::read(line).expect("a board"));
        }
        let bytes = |line: &str| crate::read(line).expect("a board").keyed().map(|keyed| keyed.width());
        // Sixteen cells of four bits; 81 of seven would take 71 bytes.
        assert_eq!([bytes("tiles 4x4 random seed=1"), bytes("tiles 9x9 random seed=1")], [Some(8), None]);
    }

    #[test]
    fn a_space_that_has_no_room_is_refused_at_once() {
        let limits = Limits { nodes: 1_000, ..Limits::DEFAULT };
        let space = |line: &str| crate::read(line).expect("a board").space(&limits).map(|space| space.positions());
        for line in ["tiles 4x4", "tiles 6x6"] {
            assert!(matches!(space(line), Err(Stop::Memory { .. })), "{line}");
        }
        assert_eq!((space("tiles 2x3"), space("tiles 1x20")), (Ok(360), Ok(20)));
        // Few arrangements of many cells.
        assert_eq!(space("tiles 4x4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 to 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0"), Ok(16));
        assert_eq!(space("tiles 3x3"), Err(Stop::Nodes));
    }

    /// A solver that is selected by name never searches for what does not exist.
    #[test]
    fn every_solver_knows_what_cannot_be_solved() {
        let board = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
        for line in [format!("tiles 4x4 {board}"), "tiles 2x2 2 1 3 0".into(), "tiles 1x3 2 1 0".into()] {
            let instance = crate::read(&line).expect("a board");
            for solver in Instance::SOLVERS.iter().filter(|solver| !["bidirectional", "runs"].contains(&solver.name)) {
                let verdict = (solver.solve)(&instance, &Limits::default()).expect("an answer");
                assert!(matches!(verdict.outcome, Outcome::Unsolvable { .. }), "{line} {}", solver.name);
            }
        }
    }

    /// Who stops a search gets the play that is there at once.
    #[test]
    fn a_search_that_is_stopped_has_a_play() {
        let cancel = AtomicBool::new(true);
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        for line in ["tiles 5x5 random seed=1", "tiles 6x6 random seed=1", "tiles 4x4 random seed=1 metric=runs"] {
            let Verdict { outcome, limit, .. } = ByRules::solve(&crate::read(line).expect("a board"), &limits);
            let Outcome::Solved { plan, lower } = outcome else { panic!("{line}") };
            assert!(plan.replay(&plan.moves()).is_ok() && lower < plan.moves(), "{line}");
            assert_eq!(limit, Some(Stop::Cancelled), "{line}");
        }
    }

    /// Databases of equal tiles serve where Manhattan takes more nodes than making them.
    #[test]
    fn equal_tiles_by_databases() {
        let line = "tiles 4x4 2 5 3 4 0 1 7 6 4 6 5 2 1 8 7 3 to 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 0";
        let verdict = ByRules::solve(&crate::read(line).expect("a board"), &Limits::default());
        let Outcome::Solved { plan, lower } = &verdict.outcome else { panic!() };
        assert_eq!((plan.moves(), lower), (UBig::from(47u8), &UBig::from(47u8)));
        assert_eq!((verdict.solver, &*verdict.evidence.kind()), ("a-star", "re-executed manhattan"));
    }
}
