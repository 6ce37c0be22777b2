//! Who answers what about sliding tiles.

use std::io;

use dashu_int::UBig;

use super::{
    CannotCertify, Count, Fact, Family, Listing, Solutions, Solvability, Solver, Survey, count_by_search, exhausted,
    gave_up, keyed_set, list_by_search, searched, solved, stop_for, unsolvable,
};
use crate::bounds::tiles::{LinearConflict, Manhattan, Vacancy};
use crate::closed::tiles::row::Walk;
use crate::closed::tiles::solvability::{Rule, Textbook, because, distance, is_solvable, rule};
use crate::draw::text;
use crate::limits::{Limits, Stop};
use crate::notation::Instance as _;
use crate::plan::{Picture, Plan};
use crate::puzzle::{Bound, Puzzle, Zero};
use crate::puzzles::tiles::{Instance, Slide, Tiles, vacancy};
use crate::scene::Draw;
use crate::search::breadth_first::{self, Until};
use crate::search::shortest_paths::{self, ShortestPlays};
use crate::search::{Found, Halted, Search, a_star, ida_star};
use crate::verdict::{Evidence, Verdict};

/// Boards up to this many cells have so few arrangements (1814400) that a search may store them.
const FEW_CELLS: usize = 10;
/// A closed set is promised as evidence where a depth-first search expanded no more nodes than this.
const MOST_CERTIFIED: u64 = 1 << 18;

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "invariant", solve: invariant },
        Solver { name: "row", solve: row },
        Solver { name: "a-star", solve: best_first },
        Solver { name: "ida-star", solve: depth_first },
    ];

    fn count(&self, limits: &Limits<'_>) -> Count {
        if !is_solvable(self) {
            return Count::Unsolvable { because: because(self) };
        }
        if let Some(walk) = self.walk() {
            return Count::Solutions { length: walk.moves(), solutions: UBig::ONE, by: "row" };
        }
        match self.puzzle() {
            Err(too_large) => Count::GaveUp { stop: stop_for(&too_large), lower: UBig::ZERO },
            Ok(puzzle) => count_by_search(plays(&puzzle, limits), &puzzle, exhausted),
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        if !is_solvable(self) {
            return Listing::Unsolvable(because(self));
        }
        if let Some(walk) = self.walk() {
            return Listing::Solutions(Box::new(Only(walk)));
        }
        match self.puzzle() {
            Err(too_large) => Listing::GaveUp(stop_for(&too_large)),
            Ok(puzzle) => list_by_search(plays(&puzzle, limits), puzzle, exhausted),
        }
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        let goal = self.goal_cells();
        let (here, there) = (vacancy(&self.start), vacancy(&goal));
        let place = |cell: usize| format!("row {}, column {}", cell / self.width + 1, cell % self.width + 1);
        let solvable = if is_solvable(self) { "yes" } else { "no" };
        let way = distance(self.width, here, there);
        let parity = if way.is_multiple_of(2) { "even" } else { "odd" };
        let mut facts = vec![
            Fact::new("solvable", format!("{solvable}: {}", because(self))),
            Fact::new("vacancy", format!("{}; at the goal {}", place(here), place(there))),
            Fact::new("moves", format!("an {parity} number, as the vacancy's way home is: {way}")),
        ];
        if rule(self) != Rule::Equal {
            facts.push(Fact::new("n-plus-k", textbook(self)));
        }
        facts.extend(self.lower_bounds());
        facts
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, Stop> {
        let puzzle = self.puzzle().map_err(|too_large| stop_for(&too_large))?;
        let found = breadth_first::explore(&puzzle, Until::Everything, limits).map_err(|halted| halted.stop)?;
        let last = found.layer(found.depth());
        let farthest = text::draw(&puzzle.scene(&found.states()[last.start]), false).replace('\n', " / ");
        let facts = vec![
            Fact::new("boards", found.states().len().to_string()),
            Fact::new("eccentricity", format!("{}, e.g. {farthest} ({} such)", found.depth(), last.len())),
        ];
        Ok(Survey { distribution: found.layers().map(|layer| UBig::from(layer.len())).collect(), facts })
    }

    fn solvable(&self) -> Option<Solvability> {
        let because = because(self);
        Some(if is_solvable(self) { Solvability::Yes(because) } else { Solvability::No(because) })
    }

    fn closed_set(
        &self,
        bound: &'static str,
        cost: Option<u32>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(u128, u32)>, CannotCertify> {
        let puzzle = self.puzzle().map_err(|too_large| CannotCertify::Stop(stop_for(&too_large)))?;
        match bound {
            "manhattan" => keyed_set(&puzzle, &Manhattan, cost, limits),
            "vacancy" => keyed_set(&puzzle, &Vacancy, cost, limits),
            _ => keyed_set(&puzzle, &Zero, cost, limits),
        }
    }

    fn weaker_evidence(&self) -> Option<(UBig, Evidence)> {
        let puzzle = self.puzzle().ok()?;
        let least = Manhattan.of(&puzzle, &puzzle.start());
        Some((UBig::from(least), Evidence::Potential("manhattan")))
    }

    fn picture(&self) -> Picture {
        match self.puzzle() {
            Ok(puzzle) => Picture::Drawn(puzzle.scene(&puzzle.start())),
            Err(_) => Picture::Described(format!("a board of {} rows and {} columns", self.height, self.width)),
        }
    }
}

impl Instance {
    /// The play on a single row or column, if the goal can be reached.
    fn walk(&self) -> Option<Walk> {
        if self.height.min(self.width) == 1 { Walk::new(self) } else { None }
    }

    fn lower_bounds(&self) -> Option<Fact> {
        let puzzle = self.puzzle().ok().filter(|_| is_solvable(self))?;
        let start = puzzle.start();
        let manhattan = Manhattan.of(&puzzle, &start);
        let text = if puzzle.is_repeated() {
            format!("{manhattan} moves (manhattan)")
        } else {
            let more = LinearConflict::new(&puzzle).of(&puzzle, &start);
            format!("{more} moves (manhattan {manhattan}, linear conflicts {})", more - manhattan)
        };
        Some(Fact::new("lower-bound", text))
    }
}

/// What the rule "N + K even" says of the instance, and whether that may be believed.
fn textbook(instance: &Instance) -> String {
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
    format!("{inversions} inversions + row {row} of the vacancy = {} ({says}); {verdict}", inversions + row)
}

/// The goal cannot be reached, by an invariant of the moves.
fn invariant(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let evidence = match rule(instance) {
        Rule::Order => Evidence::Order,
        Rule::Equal | Rule::Parity => Evidence::Parity,
    };
    (!is_solvable(instance)).then(|| unsolvable(because(instance), evidence, 0))
}

/// A single row or column.
fn row(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let walk = instance.walk()?;
    let length = walk.moves();
    Some(solved(Box::new(walk), length, Evidence::Potential("vacancy"), 0))
}

/// A*, where all arrangements can be stored, or equal tiles lead to the same ones over and over.
fn best_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = instance.puzzle().ok().filter(is_stored)?;
    let found = shortest(&puzzle, limits);
    let least = Manhattan.of(&puzzle, &puzzle.start());
    Some(searched(puzzle, found, |length| evidence(length, least), exhausted))
}

fn is_stored(puzzle: &Tiles) -> bool {
    puzzle.is_repeated() || puzzle.goal().cells().len() <= FEW_CELLS
}

/// A shortest play by the search that suits the board.
fn shortest(puzzle: &Tiles, limits: &Limits<'_>) -> Search<Found<Slide>> {
    match (is_stored(puzzle), puzzle.is_repeated()) {
        (true, true) => a_star::solve(puzzle, &Manhattan, limits),
        (true, false) => a_star::solve(puzzle, &LinearConflict::new(puzzle), limits),
        (false, _) => ida_star::solve(puzzle, &LinearConflict::new(puzzle), limits),
    }
}

/// IDA*, which needs no memory.
fn depth_first(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let found = if puzzle.is_repeated() {
        ida_star::solve(&puzzle, &Manhattan, limits)
    } else {
        ida_star::solve(&puzzle, &LinearConflict::new(&puzzle), limits)
    };
    let least = Manhattan.of(&puzzle, &puzzle.start());
    let many = found.as_ref().is_ok_and(|found| found.expanded > MOST_CERTIFIED);
    let evidence = |length| match evidence(length, least) {
        Evidence::ClosedSet(_) if many => Evidence::Exhaustion,
        evidence => evidence,
    };
    Some(searched(puzzle, found, evidence, exhausted))
}

/// What shows that no play is shorter.
fn evidence(length: usize, least: u32) -> Evidence {
    if length == least as usize { Evidence::Potential("manhattan") } else { Evidence::ClosedSet("manhattan") }
}

/// All shortest plays.
fn plays(puzzle: &Tiles, limits: &Limits<'_>) -> Search<Option<ShortestPlays<<Tiles as Puzzle>::State, Slide>>> {
    let at_most = shortest(puzzle, limits)?.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    if puzzle.is_repeated() {
        shortest_paths::build(puzzle, &Manhattan, at_most, limits)
    } else {
        shortest_paths::build(puzzle, &LinearConflict::new(puzzle), at_most, limits)
    }
}

/// The one shortest play of a single row or column.
struct Only(Walk);

impl Solutions for Only {
    fn count(&self) -> UBig {
        UBig::ONE
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> io::Result<bool>) -> io::Result<()> {
        if from.is_zero() { visit(&self.0).map(|_| ()) } else { Ok(()) }
    }
}
