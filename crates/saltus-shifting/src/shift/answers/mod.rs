//! Who answers what about shifting checkers.

mod explain;
mod named;
mod obstruction;

use std::sync::Arc;

use dashu_int::UBig;

use crate::shift::bounds::{BOUNDS, Chain, Forward, Vacancy, chain_applies, has_classical_goal, in_order, inversions};
use crate::shift::closed::counts;
use crate::shift::closed::one_white::OneWhite;
use crate::shift::closed::plans::{Classical, MOST_DRAWN, RowPlan, RowPlay, Walk};
use crate::shift::closed::winnable::{WinningLine, is_winnable, why_lost};
use crate::shift::notation::usual_goal;
use crate::shift::rules::{BLACK, Classes, GAP, Instance, Setup, Shift, WHITE, census, sides, text};
use saltus_core::answers::{Answers, CannotSurvey, Count, Listing, Obstruction, Solutions, Survey};
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::fact::{self, Fact};
use saltus_core::family::{
    Because, Family, NamedBound, Solver, count_by_search, exhausted, explore, gave_up, goal_facts, list_by_search,
    searched, solved, stop_for, unsolvable,
};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::plan::{Moves, Picture, Plan};
use saltus_core::puzzle::{Bound, Keyed, Puzzle, Repeats};
use saltus_core::row::{Hop, Row, RowKeys};
use saltus_core::scene::{ANYWHERE, AS_SHOWN, Stuck, Told};
use saltus_core::search::breadth_first::Exploration;
use saltus_core::search::erased::{Abilities, Typed};
use saltus_core::search::shortest_paths::{self, ShortestPlays};
use saltus_core::search::{Found, Halted, Search, a_star};
use saltus_core::verdict::Verdict;

const OUT_OF_ORDER: &str = "forward moves keep the order within a colour and bring black to the right, white to the left; \
                            here some checker would have to go the other way";

impl Family for Instance {
    const ALIASES: &'static [(&'static str, &'static str)] = &[("frogs", "shift"), ("toads", "shift")];

    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "sections", solve: sections },
        Solver { name: "walk", solve: walk },
        Solver { name: "winning-line", solve: winning_line },
        Solver { name: "a-star", solve: search },
    ];

    const BY_NAME: &'static [Solver<Self>] = named::SOLVERS;

    const BOUNDS: &'static [NamedBound<Shift>] = BOUNDS;

    fn erase(typed: Typed<'_, Shift>) -> Abilities<'_> {
        Abilities::Traceable(Box::new(typed))
    }
}

/// Why a checker cannot move. The first two are of moves to one side only.
const STUCK: [Stuck; 5] = [
    ("b", [i32::MIN, -1], "Toads do not go back."),
    ("w", [1, i32::MAX], "Frogs do not go back."),
    ("b", [-2, 2], "Toads hop over others only."),
    ("w", [-2, 2], "Frogs hop over others only."),
    ("", ANYWHERE, "You can hop only one."),
];

impl Answers for Instance {
    fn told(&self) -> Option<Told> {
        let (rule, stuck) = match self.classes {
            Classes::Forward => ("Slide into the gap or hop over one. Nobody goes back.", &STUCK[..]),
            Classes::Back => ("Slide into the gap or hop over one of the others. All may go back.", &STUCK[2..]),
            Classes::All => ("Slide into the gap or hop over anybody. All may go back.", &STUCK[2..]),
        };
        let is_usual = match &self.setup {
            Setup::Boards { start, goal } => *goal == usual_goal(start),
            Setup::Classical { .. } => true,
        };
        Some(Told {
            name: "Toads and Frogs",
            goal: if is_usual { "Swap the two sides." } else { AS_SHOWN },
            rule: rule.into(),
            act: "a toad or a frog",
            stage: "pond",
            figure: "hopper",
            seat: "pad",
            stuck,
            random: None,
        })
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        if let Setup::Classical { n, m, .. } = &self.setup {
            let (least, most) = (n.min(m), n.max(m));
            let needed = if least.is_one() { fibonacci_bytes(most) } else { 0 };
            if let Err(stop) = limits.afford(needed) {
                return Count::GaveUp { stop, lower: n * m + n + m };
            }
            let own_jumps = self.classes == Classes::All;
            let length = self.walk().map_or_else(|| n * m + n + m, |walk| walk.total());
            let solutions = counts::solutions(n, m, own_jumps);
            return Count::Solutions { length, left: None, paid: None, solutions, by: self.known_by() };
        }
        if let Some(walk) = self.walk().filter(|_| self.blocked().is_none()) {
            return Count::Solutions {
                length: walk.total(),
                left: None,
                paid: None,
                solutions: walk.ways(),
                by: "walk",
            };
        }
        match self.puzzle() {
            Err(too_large) => Count::GaveUp { stop: stop_for(&too_large), lower: UBig::ZERO },
            Ok(puzzle) => count_by_search(plays(&puzzle, limits), &puzzle, because),
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        if let Setup::Classical { n, m, .. } = &self.setup
            && !n.is_zero()
            && !m.is_zero()
        {
            let (least, most) = (n.min(m), n.max(m));
            if least.is_one() {
                // The plays are held move by move, beside two boards and numbers as long as F(most).
                const BYTES_A_CHECKER: u64 = 100;
                let needed = u64::try_from(most).unwrap_or(u64::MAX).saturating_mul(BYTES_A_CHECKER);
                if let Err(stop) = limits.afford(needed) {
                    return Listing::GaveUp(stop);
                }
                return match self.puzzle() {
                    Err(too_large) => Listing::GaveUp(stop_for(&too_large)),
                    Ok(puzzle) => Listing::Solutions(Box::new(AgainstOne::new(puzzle))),
                };
            }
            return Listing::Solutions(Box::new(Two { n: n.clone(), m: m.clone() }));
        }
        if let Some(walk) = self.walk().filter(|_| self.blocked().is_none()) {
            return Listing::Solutions(Box::new(Walks(walk)));
        }
        match self.puzzle() {
            Err(too_large) => Listing::GaveUp(stop_for(&too_large)),
            Ok(puzzle) => list_by_search(plays(&puzzle, limits), puzzle, because),
        }
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        explain::facts(self)
    }

    fn rules(&self) -> Option<String> {
        Some(explain::rules(self))
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        let puzzle = self.puzzle().map_err(|too_large| stop_for(&too_large))?;
        let (survey, found) = explore(&puzzle, limits)?;
        Ok(Survey { facts: survey_facts(self, &found), ..survey })
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        // Forward, no move can be taken back; in the other classes each can.
        let repeats = if self.classes == Classes::Forward { Repeats::Anywhere } else { Repeats::Near };
        let keys = RowKeys::new(self.puzzle().ok()?, repeats, |row| Some(text(row.cells()).to_owned()))?;
        Some(Arc::new(keys))
    }

    fn obstruction(&self) -> Option<Obstruction> {
        obstruction::of(self)
    }

    fn weaker_evidence(&self) -> Option<(UBig, Box<dyn Evidence>)> {
        let puzzle = self.puzzle().ok()?;
        let start = puzzle.start();
        Some(if chain_applies(&puzzle) {
            (UBig::from(Chain::potential(start.cells())), Box::new(chain()))
        } else {
            (UBig::from(Vacancy::new(&puzzle).of(&puzzle, &start)), Box::new(Stated::potential("vacancy")))
        })
    }

    fn picture(&self) -> Picture {
        match &self.setup {
            Setup::Classical { n, m, .. } => RowPlan(Classical::new(n.clone(), m.clone(), true)).picture(&UBig::ZERO),
            Setup::Boards { start, .. } if start.len() > MOST_DRAWN => {
                Picture::Described(format!("a board of {} cells", start.len()))
            }
            Setup::Boards { start, .. } => Picture::Drawn(crate::shift::rules::scene(start)),
        }
    }
}

/// Bytes of F(k): it has about 0.694 k bits.
fn fibonacci_bytes(k: &UBig) -> u64 {
    u64::try_from(k).map_or(u64::MAX, |k| k / 11)
}

impl Instance {
    /// How the number of shortest plays of the classical game is known.
    fn known_by(&self) -> &'static str {
        match &self.setup {
            Setup::Classical { n, m, .. } if n.is_zero() || m.is_zero() => "walk",
            _ => "theorem 4",
        }
    }

    /// The vacancy's way, where all checkers have one colour.
    fn walk(&self) -> Option<Walk> {
        let jumps = self.classes == Classes::All;
        let (cells, black, from, to) = match &self.setup {
            Setup::Classical { n, m, .. } if m.is_zero() => (self.cells(), true, n + UBig::ONE, UBig::ONE),
            Setup::Classical { n, m, .. } if n.is_zero() => (self.cells(), false, UBig::ONE, m + UBig::ONE),
            Setup::Classical { .. } => return None,
            Setup::Boards { start, goal } => {
                let (n, m) = census(start);
                if n > 0 && m > 0 {
                    return None;
                }
                let vacancy =
                    |cells: &[u8]| UBig::from(cells.iter().position(|&cell| cell == GAP).map_or(0, |at| at + 1));
                (self.cells(), n > 0, vacancy(start), vacancy(goal))
            }
        };
        Some(Walk::new(cells, black, from, to, jumps))
    }

    /// Whether forward moves are forbidden to reach the goal by the order of a colour.
    fn blocked(&self) -> Option<&'static str> {
        let Setup::Boards { start, goal } = &self.setup else { return None };
        let blocked = self.classes == Classes::Forward && !in_order(start, goal);
        blocked.then_some(OUT_OF_ORDER)
    }

    /// The classical instance, with both colours.
    fn two_colours(&self) -> Option<(&UBig, &UBig, bool)> {
        match &self.setup {
            Setup::Classical { n, m, white_first } if !n.is_zero() && !m.is_zero() => Some((n, m, !white_first)),
            _ => None,
        }
    }

    /// What shows that a classical play is shortest.
    fn potential(&self) -> Box<dyn Evidence> {
        Box::new(if self.classes == Classes::Forward { Stated::potential("forward") } else { chain() })
    }
}

/// The classical play, in closed form (Zhu et al. 2015, Theorems 2 and 3).
fn sections(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let (n, m, black_first) = instance.two_colours()?;
    let plan = RowPlan(Classical::new(n.clone(), m.clone(), black_first));
    let total = plan.moves();
    Some(solved(Box::new(plan), total, instance.potential(), 0))
}

/// One colour only: the vacancy walks.
fn walk(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let walk = instance.walk()?;
    if let Some(because) = instance.blocked() {
        return Some(unsolvable(because, order(), 0));
    }
    let plan = RowPlan(walk);
    let total = plan.moves();
    Some(solved(Box::new(plan), total, Box::new(Stated::potential("vacancy")), 0))
}

/// Forward play to the classical goal, or from the classical start: a winning line if there is one, in linear time.
fn winning_line(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let Setup::Boards { start, goal } = &instance.setup else { return None };
    if instance.classes != Classes::Forward {
        return None;
    }
    if let Some(because) = instance.blocked() {
        return Some(unsolvable(because, order(), 0));
    }
    let (n, m) = census(start);
    let line = if *goal == sides(WHITE, m, BLACK, n) {
        line_to_goal(start)
    } else if *start == sides(BLACK, n, WHITE, m) {
        line_from_start(goal)
    } else {
        return None;
    };
    let line = match line {
        Err(why) => return Some(unsolvable(why, Box::new(Stated::theorem("winnable")), 0)),
        Ok(line) => line,
    };
    let moves = inversions(start) - inversions(goal);
    let needed = moves.saturating_mul(size_of::<Hop>() as u64);
    if let Err(stop) = limits.afford(needed) {
        return Some(gave_up(Halted { stop, lower: u32::try_from(moves).unwrap_or(u32::MAX), expanded: 0 }));
    }
    let puzzle = Shift::new(start, goal, Classes::Forward);
    let plan = Moves::new(puzzle, line.hops());
    Some(solved(Box::new(plan), UBig::from(moves), Box::new(Stated::potential("forward")), 0))
}

/// A winning line and how it is to be read.
struct Line {
    cells_left: WinningLine,
    gap: usize,
    /// The line leads from the reversed goal to the reversed start: it is read backwards, in a mirror.
    reversed_cells: Option<usize>,
}

fn line_to_goal(start: &[u8]) -> Result<Line, String> {
    let line = WinningLine::new(start).ok_or_else(|| lost(start))?;
    Ok(Line { cells_left: line, gap: gap(start), reversed_cells: None })
}

fn line_from_start(goal: &[u8]) -> Result<Line, String> {
    let reversed: Vec<u8> = goal.iter().rev().copied().collect();
    let line = WinningLine::new(&reversed)
        .ok_or_else(|| format!("read backwards, the goal {} cannot be won: {}", text(&reversed), lost(&reversed)))?;
    Ok(Line { cells_left: line, gap: gap(&reversed), reversed_cells: Some(goal.len()) })
}

fn gap(cells: &[u8]) -> usize {
    cells.iter().position(|&cell| cell == GAP).expect("a board has a vacancy")
}

fn lost(cells: &[u8]) -> String {
    why_lost(cells).map_or_else(String::new, |why| why.to_string())
}

impl Line {
    fn hops(self) -> Vec<Hop> {
        let mut gap = self.gap;
        let mut hops: Vec<Hop> = self
            .cells_left
            .map(|from| Hop { from: from as u32, to: std::mem::replace(&mut gap, from) as u32 })
            .collect();
        if let Some(cells) = self.reversed_cells {
            // Backwards in time the checker returns from `to`; in the mirror cell c is the last cell minus c.
            let mirror = |cell: u32| cells as u32 - 1 - cell;
            hops.reverse();
            hops.iter_mut().for_each(|hop| *hop = Hop { from: mirror(hop.to), to: mirror(hop.from) });
        }
        hops
    }
}

/// Everything else, by A*.
///
/// A board so far from its goal that a play could not be held is refused at once; bounds then fit their 32 bits.
fn search(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    if let Err(halted) = playable(&puzzle, limits) {
        return Some(gave_up(halted));
    }
    if instance.classes == Classes::Forward {
        let found = by_bound(&puzzle, &Forward::new(&puzzle), limits);
        return Some(searched(puzzle, found, |_, _| Box::new(Stated::potential("forward")), because));
    }
    if chain_applies(&puzzle) {
        let potential = Chain.of(&puzzle, &puzzle.start());
        let found = by_bound(&puzzle, &Chain, limits);
        let evidence = |puzzle: &Shift, length| -> Box<dyn Evidence> {
            if length == potential as usize {
                Box::new(chain())
            } else {
                Box::new(ClosedSet::new(puzzle.clone(), Chain, "chain").assuming("chain"))
            }
        };
        return Some(searched(puzzle, found, evidence, exhausted));
    }
    let found = by_bound(&puzzle, &Vacancy::new(&puzzle), limits);
    let evidence = |puzzle: &Shift, _| -> Box<dyn Evidence> {
        Box::new(ClosedSet::new(puzzle.clone(), Vacancy::new(puzzle), "vacancy"))
    };
    Some(searched(puzzle, found, evidence, exhausted))
}

/// A*, compiled once for all bounds.
fn by_bound(puzzle: &Shift, bound: &dyn Bound<Shift>, limits: &Limits<'_>) -> Search<Found<Hop>> {
    a_star::solve(puzzle, bound, limits)
}

/// Refuses a puzzle whose shortest play would not fit in memory.
fn playable(puzzle: &Shift, limits: &Limits<'_>) -> Result<(), Halted> {
    let start = puzzle.start();
    let moves = if puzzle.classes() == Classes::Forward {
        inversions(start.cells()).saturating_sub(inversions(puzzle.goal().cells()))
    } else if chain_applies(puzzle) {
        Chain::potential(start.cells())
    } else {
        0
    };
    let needed = moves.saturating_mul(size_of::<Hop>() as u64);
    let fits = if moves > u64::from(u32::MAX / 2) { Err(Stop::Memory { needed }) } else { limits.afford(needed) };
    fits.map_err(|stop| Halted { stop, lower: u32::try_from(moves).unwrap_or(u32::MAX), expanded: 0 })
}

fn chain() -> Stated {
    Stated::potential("chain").assuming("chain")
}

/// No checker can pass another of its colour.
fn order() -> Box<dyn Evidence> {
    Box::new(Stated::new("order", "pieces keep an order that the goal breaks"))
}

/// Why a search for the goal ran out.
fn because(puzzle: &Shift) -> Because {
    let start = puzzle.start();
    if puzzle.classes() == Classes::Forward && !in_order(start.cells(), puzzle.goal().cells()) {
        return (OUT_OF_ORDER.into(), order());
    }
    if puzzle.classes() == Classes::Forward && has_classical_goal(puzzle) && !is_winnable(start.cells()) {
        return (lost(start.cells()), Box::new(Stated::theorem("winnable")));
    }
    exhausted(puzzle)
}

/// All shortest plays of two boards.
fn plays(puzzle: &Shift, limits: &Limits<'_>) -> Search<Option<ShortestPlays<<Shift as Puzzle>::State, Hop>>> {
    playable(puzzle, limits)?;
    if puzzle.classes() == Classes::Forward {
        return shortest_paths::build(puzzle, &Forward::new(puzzle), u32::MAX, limits);
    }
    let length = |found: Found<Hop>| found.plan.map_or(u32::MAX, |plan| plan.len() as u32);
    if chain_applies(puzzle) {
        let at_most = length(by_bound(puzzle, &Chain, limits)?);
        shortest_paths::build(puzzle, &Chain, at_most, limits)
    } else {
        let bound = Vacancy::new(puzzle);
        let at_most = length(by_bound(puzzle, &bound, limits)?);
        shortest_paths::build(puzzle, &bound, at_most, limits)
    }
}

/// The two shortest plays of min(n, m) >= 2.
struct Two {
    n: UBig,
    m: UBig,
}

impl Solutions for Two {
    fn count(&self) -> UBig {
        UBig::from(2u8)
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> std::io::Result<bool>) -> std::io::Result<()> {
        // Black's first move leaves the lower cell.
        for (k, black_first) in [(0u8, true), (1, false)] {
            let plan = RowPlan(Classical::new(self.n.clone(), self.m.clone(), black_first));
            if UBig::from(k) >= *from && !visit(&plan)? {
                break;
            }
        }
        Ok(())
    }
}

/// The F(k + 2) shortest plays of k against one.
struct AgainstOne {
    puzzle: Shift,
    /// k
    many: usize,
    /// The single checker is black.
    mirrored: bool,
}

impl AgainstOne {
    fn new(puzzle: Shift) -> Self {
        let (n, m) = census(puzzle.goal().cells());
        AgainstOne { puzzle, many: n.max(m), mirrored: n < m }
    }
}

impl Solutions for AgainstOne {
    fn count(&self) -> UBig {
        counts::fibonacci(self.many + 2)
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> std::io::Result<bool>) -> std::io::Result<()> {
        let mut k = from.clone();
        while let Some(play) = OneWhite::nth(self.many, self.mirrored, &k) {
            let cell = |i| play.cell(i) as u32 - 1;
            let hops = (1..=play.moves()).map(|i| Hop { from: cell(i), to: cell(i - 1) }).collect();
            if !visit(&Moves::new(self.puzzle.clone(), hops))? {
                break;
            }
            k += UBig::ONE;
        }
        Ok(())
    }
}

/// The ways of the vacancy.
struct Walks(Walk);

impl Solutions for Walks {
    fn count(&self) -> UBig {
        self.0.ways()
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> std::io::Result<bool>) -> std::io::Result<()> {
        let mut k = from.clone();
        while let Some(walk) = self.0.nth(&k) {
            if !visit(&RowPlan(walk))? {
                break;
            }
            k += UBig::ONE;
        }
        Ok(())
    }
}

/// What a complete search found, beside what the closed forms say.
fn survey_facts(instance: &Instance, found: &Exploration<Row<u8>>) -> Vec<Fact> {
    let last = found.layer(found.depth());
    let example = text(found.states()[last.start].cells()).to_owned();
    let (positions, dead_ends) = (found.states().len(), found.dead_ends().len() as u64);
    let mut facts = fact::extent(positions, Some(dead_ends), found.depth(), last.len() as u64, Some(example));
    facts.extend(goal_facts(found));
    facts
        .extend(instance.two_colours().and_then(|(n, m, _)| closed_form(instance.classes, n, m)).into_iter().flatten());
    facts
}

/// The closed forms for what a survey counts.
fn closed_form(classes: Classes, n: &UBig, m: &UBig) -> Option<Vec<Fact>> {
    let (n, m) = (u64::try_from(n).ok()?, u64::try_from(m).ok()?);
    let (most, least) = (n.max(m), n.min(m));
    let (eccentricity, formula) = match classes {
        Classes::Forward => {
            let (positions, dead) = counts::reachable(n, m);
            let proved = "by formula, proved in docs/theorems.md";
            let form = |of: &str, value: UBig| Fact::new("closed-form", value).of(of).because(proved);
            let winning = form("winning", counts::on_a_winning_line(n, m).into());
            return Some(vec![form("positions", positions), form("dead-ends", dead), winning]);
        }
        // The formulas for these are known from search only (n + m <= 20).
        _ if most == 1 => return None,
        Classes::Back => (n * m + 2 * most + least - 2, "nm + 2 max + min - 2"),
        Classes::All => (n * m + 3 * most / 2 + least - 1, "nm + floor(3 max / 2) + min - 1"),
    };
    let form = Fact::new("closed-form", eccentricity).of("eccentricity").unit("moves");
    Some(vec![form.because(format!("{formula}, conjectured"))])
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_sweep_of_boards_finds_what_the_survey_does() {
        for line in ["shift 3 3", "shift 3 2 moves=back", "shift 3 3 moves=all", "shift b_bw to wb_b", "shift 2 0"] {
            saltus_core::laws::keys_are_surveyed(&crate::shift::read(line).expect("a board"));
        }
    }
}
