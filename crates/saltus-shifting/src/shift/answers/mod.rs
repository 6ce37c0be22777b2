//! Who answers what about shifting checkers.

mod explain;
#[cfg(feature = "by-name")]
mod named;
mod obstruction;

use std::sync::Arc;

use dashu_int::UBig;

use crate::shift::bounds::{BOUNDS, BestBound, Chain, Displacement, Vacancy};
use crate::shift::bounds::{chain_applies, has_classical_goal, in_order, inversions};
use crate::shift::closed::counts;
use crate::shift::closed::one_white::OneWhite;
use crate::shift::closed::plans::{Classical, MOST_DRAWN, RowPlan, RowPlay, VacancyWalk};
use crate::shift::closed::sorted::SortedLine;
use crate::shift::closed::winnable::{Loss, WinningLine, why_lost};
use crate::shift::notation::{usual_goal, usual_start};
use crate::shift::rules::{Classes, GAP, Instance, Setup, Shift, census, text};
use saltus_core::answers::{Answers, CannotSurvey, Count, Listing, Obstruction, Solutions, Survey};
use saltus_core::evidence::{ClosedSet, Evidence, Stated};
use saltus_core::fact::Fact;
use saltus_core::family::{
    Because, ByRules as _, Family, NamedBound, Solver, count_by_search, exhausted, gave_up, list_by_search, searched,
    solved, stop_for, unsolvable,
};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Instance as _;
use saltus_core::plan::{Moves, Picture, Plan};
use saltus_core::puzzle::{Bound, Keyed, Puzzle, Repeats};
use saltus_core::row::{Hop, RowKeys};
use saltus_core::scene::{ANYWHERE, AS_SHOWN, Stuck, Told};
use saltus_core::search::erased::{Abilities, Typed};
use saltus_core::search::shortest_paths::{self, ShortestPlays};
use saltus_core::search::{Found, Halted, Search, a_star};
use saltus_core::verdict::Verdict;

/// The most cells on which a play with several vacancies and jumps over the own colour is searched for unless asked.
const MOST_SEARCHED: u32 = 18;

const OUT_OF_ORDER: &str = "forward moves keep the order within a colour and bring black to the right, white to the left; \
                            here some checker would have to go the other way";

impl Family for Instance {
    const ALIASES: &'static [(&'static str, &'static str)] = &[("frogs", "shift"), ("toads", "shift")];

    fn line_of_board(rows: &[&str]) -> Option<String> {
        let &[row] = rows else { return None };
        let is_row = row.contains('_') && row.trim().bytes().all(|cell| b"bw_".contains(&cell));
        is_row.then(|| format!("{} {}", Self::NAME, row.trim()))
    }

    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "sections", solve: sections },
        Solver { name: "walk", solve: walk },
        Solver { name: "winning-line", solve: winning_line },
        Solver { name: "a-star", solve: search },
        Solver { name: "sections-open", solve: open_sections },
    ];

    #[cfg(feature = "by-name")]
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
            Classes::Forward => ("one. Nobody goes back.", &STUCK[..]),
            Classes::Back => ("one of the others. All may go back.", &STUCK[2..]),
            Classes::All => ("anybody. All may go back.", &STUCK[2..]),
        };
        let gap = if self.has_one_gap() { "the" } else { "a" };
        let is_usual = match &self.setup {
            Setup::Boards { start, goal } => *goal == usual_goal(start),
            Setup::Classical { .. } => true,
        };
        Some(Told {
            name: "Toads and Frogs".into(),
            goal: if is_usual { "Swap the two sides." } else { AS_SHOWN }.into(),
            rule: format!("Slide into {gap} gap or hop over {rule}"),
            act: "a toad or a frog",
            stage: "pond",
            figure: "hopper",
            seat: "pad",
            stuck,
            random: None,
        })
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        let known = |length, solutions, by| Count::Solutions { length, left: None, paid: None, solutions, by };
        if let Some(walk) = self.walk().filter(|_| self.blocked().is_none()) {
            return known(walk.total(), walk.ways(), "walk");
        }
        if let Setup::Classical { n, m, gaps, .. } = &self.setup
            && self.own_jumps().is_none()
        {
            let length = n * m + gaps * (n + m);
            let (least, most) = (n.min(m), n.max(m));
            let needed = if gaps.is_one() && least.is_one() { fibonacci_bytes(most) } else { 0 };
            if let Err(stop) = limits.afford(needed) {
                return Count::GaveUp { stop, lower: length };
            }
            if let Some(solutions) = counts::solutions(n, m, gaps) {
                return known(length, solutions, if gaps.is_one() { "theorem 4" } else { "formula" });
            }
        }
        match self.puzzle() {
            Err(too_large) => Count::GaveUp { stop: stop_for(&too_large), lower: UBig::ZERO },
            Ok(puzzle) => count_by_search(plays(&puzzle, limits), &puzzle, because),
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        let known = match (self.two_colours(), self.walk().filter(|_| self.blocked().is_none())) {
            (Some((n, m, _)), _) if n.is_one() || m.is_one() => match self.against_one(n.max(m), n < m, limits) {
                Err(stop) => return Listing::GaveUp(stop),
                Ok(plays) => Some(plays),
            },
            (Some((n, m, _)), _) => Some(two(n.clone(), m.clone())),
            (None, walk) => walk.map(|walk| {
                let count = walk.ways();
                let nth = move |k: &UBig| Some(Box::new(RowPlan::new(walk.nth(k)?)) as Box<dyn Plan>);
                ByNumber { count, nth: Box::new(nth) }
            }),
        };
        if let Some(plays) = known {
            return Listing::Solutions(Box::new(plays));
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
        let mut survey = self.survey_by_search(limits)?;
        survey.facts.extend(closed_forms(self).unwrap_or_default());
        Ok(survey)
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        // A forward move removes exactly one of the inversions under w < _ < b; in the other classes each move can be taken back.
        let repeats = if self.classes == Classes::Forward { Repeats::Never } else { Repeats::Near };
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
        } else if puzzle.gaps() == 1 {
            (UBig::from(Vacancy::new(&puzzle).of(&puzzle, &start)), Box::new(Stated::potential("vacancy")))
        } else if self.classes == Classes::All {
            (UBig::from(Displacement.of(&puzzle, &start)), Box::new(Stated::potential("displacement")))
        } else {
            let least = inversions(start.cells()).saturating_sub(inversions(puzzle.goal().cells()));
            (UBig::from(least), Box::new(Stated::potential("forward")))
        })
    }

    fn picture(&self) -> Picture {
        match &self.setup {
            Setup::Classical { n, m, gaps, .. } => {
                RowPlan::new(Classical::new(n.clone(), m.clone(), gaps, true)).picture(&UBig::ZERO)
            }
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
    fn has_one_gap(&self) -> bool {
        match &self.setup {
            Setup::Classical { gaps, .. } => gaps.is_one(),
            Setup::Boards { start, .. } => start.iter().filter(|&&cell| cell == GAP).count() == 1,
        }
    }

    /// The vacancy's way, where all checkers have one colour.
    fn walk(&self) -> Option<VacancyWalk> {
        if !self.has_one_gap() {
            return None;
        }
        let jumps = self.classes == Classes::All;
        let (black, from, to) = match &self.setup {
            Setup::Classical { n, m, .. } if n.is_zero() || m.is_zero() => (m.is_zero(), n + UBig::ONE, m + UBig::ONE),
            Setup::Classical { .. } => return None,
            Setup::Boards { start, goal } => {
                let (n, m) = census(start);
                if n > 0 && m > 0 {
                    return None;
                }
                let vacancy =
                    |cells: &[u8]| UBig::from(cells.iter().position(|&cell| cell == GAP).map_or(0, |at| at + 1));
                (n > 0, vacancy(start), vacancy(goal))
            }
        };
        Some(VacancyWalk::new(self.cells(), black, from, to, jumps))
    }

    /// Whether forward moves are forbidden to reach the goal by the order of a colour.
    fn blocked(&self) -> Option<&'static str> {
        let Setup::Boards { start, goal } = &self.setup else { return None };
        let blocked = self.classes == Classes::Forward && !in_order(start, goal);
        blocked.then_some(OUT_OF_ORDER)
    }

    /// The classical instance with one vacancy and both colours.
    fn two_colours(&self) -> Option<(&UBig, &UBig, bool)> {
        match &self.setup {
            Setup::Classical { n, m, gaps, white_first } if gaps.is_one() && !n.is_zero() && !m.is_zero() => {
                Some((n, m, !white_first))
            }
            _ => None,
        }
    }

    /// The F(k + 2) shortest plays of k against one; mirrored if the single checker is black.
    fn against_one(&self, many: &UBig, mirrored: bool, limits: &Limits<'_>) -> Result<ByNumber, Stop> {
        // The plays are held move by move, in addition to two boards and numbers as long as F(k).
        const BYTES_A_CHECKER: u64 = 100;
        limits.afford(u64::try_from(many).unwrap_or(u64::MAX).saturating_mul(BYTES_A_CHECKER))?;
        let puzzle = self.puzzle().map_err(|too_large| stop_for(&too_large))?;
        let many = usize::try_from(many).expect("below the cells");
        let nth = move |k: &UBig| {
            let play = OneWhite::nth(many, mirrored, k)?;
            let cell = |i| play.cell(i) as u32 - 1;
            let hops = (1..=play.moves()).map(|i| Hop { from: cell(i), to: cell(i - 1) }).collect();
            Some(Box::new(Moves::new(puzzle.clone(), hops)) as Box<dyn Plan>)
        };
        Ok(ByNumber { count: counts::fibonacci(many + 2), nth: Box::new(nth) })
    }

    /// The game with several vacancies and jumps over the own colour, of which no formula is known.
    fn own_jumps(&self) -> Option<(&UBig, &UBig, &UBig)> {
        match &self.setup {
            Setup::Classical { n, m, gaps, .. } if self.classes == Classes::All && !gaps.is_one() => Some((n, m, gaps)),
            _ => None,
        }
    }

    /// What shows that a classical play is shortest.
    fn potential(&self) -> Box<dyn Evidence> {
        let forward = self.classes == Classes::Forward || !self.has_one_gap();
        Box::new(if forward { Stated::potential("forward") } else { chain() })
    }
}

/// The classical play, in closed form (Zhu et al. 2015, Theorems 2 and 3, for one vacancy). With several, jumps over the own colour are shorter.
fn sections(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let Setup::Classical { n, m, gaps, white_first } = &instance.setup else { return None };
    let applies = if gaps.is_one() { !n.is_zero() && !m.is_zero() } else { instance.classes != Classes::All };
    if !applies {
        return None;
    }
    let plan = RowPlan::new(Classical::new(n.clone(), m.clone(), gaps, !white_first));
    let total = plan.moves();
    Some(solved(Box::new(plan), total, instance.potential(), 0))
}

/// The same play where a shorter one may exist, and nobody can search for it.
fn open_sections(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let (n, m, gaps) = instance.own_jumps()?;
    let plan = RowPlan::new(Classical::new(n.clone(), m.clone(), gaps, true));
    let least = n * m + ((gaps * (n + m) + UBig::ONE) >> 1);
    Some(solved(Box::new(plan), least, Box::new(Stated::potential("displacement")), 0))
}

/// One colour only: the vacancy walks.
fn walk(instance: &Instance, _: &Limits<'_>) -> Option<Verdict> {
    let walk = instance.walk()?;
    if let Some(because) = instance.blocked() {
        return Some(unsolvable(because, order(), 0));
    }
    let plan = RowPlan::new(walk);
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
    // Backwards in time and in a mirror, a play from the usual start is one to the usual goal.
    let is_usual = *goal == usual_goal(start);
    let is_mirrored = !is_usual && *start == usual_start(start);
    let reversed: Vec<u8> = goal.iter().rev().copied().collect();
    let (from, to) = if is_mirrored { (&reversed, &usual_goal(start)) } else { (start, goal) };
    if let Some(why) = why_lost(from).filter(|_| is_usual || is_mirrored) {
        let whose = if is_mirrored {
            format!("read backwards, the goal {} cannot be won: ", text(from))
        } else {
            String::new()
        };
        return Some(unsolvable(format!("{whose}{why}"), theorem(&why), 0));
    }
    let sorted = if instance.has_one_gap() {
        if is_usual || is_mirrored { None } else { return None }
    } else {
        Some(SortedLine::new(from, to)?)
    };
    let moves = inversions(start) - inversions(goal);
    let needed = moves.saturating_mul(size_of::<Hop>() as u64);
    if let Err(stop) = limits.afford(needed) {
        return Some(gave_up(Halted { stop, lower: u32::try_from(moves).unwrap_or(u32::MAX), expanded: 0 }));
    }
    let won = || WinningLine::new(from).expect("it can be won").collect();
    let mut hops = sorted.map_or_else(won, |line| line.hops());
    if is_mirrored {
        // Backwards in time the checker returns from `to`; in the mirror cell c is the last cell minus c.
        let mirror = |cell: u32| goal.len() as u32 - 1 - cell;
        hops.reverse();
        hops.iter_mut().for_each(|hop| *hop = Hop { from: mirror(hop.to), to: mirror(hop.from) });
    }
    let plan = Moves::new(Shift::new(start, goal, Classes::Forward), hops);
    Some(solved(Box::new(plan), UBig::from(moves), Box::new(Stated::potential("forward")), 0))
}

/// The theorem that says that a board is lost.
fn theorem(why: &Loss) -> Box<dyn Evidence> {
    Box::new(Stated::theorem(if matches!(why, Loss::Frozen(_)) { "frozen" } else { "winnable" }))
}

/// Everything else, by A*.
///
/// A board so far from its goal that a play could not be held is refused at once; bounds then fit their 32 bits.
fn search(instance: &Instance, limits: &Limits<'_>) -> Option<Verdict> {
    if instance.own_jumps().is_some() && instance.cells() > UBig::from(MOST_SEARCHED) {
        return None;
    }
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Some(gave_up(at_once(stop_for(&too_large)))),
    };
    if let Err(halted) = playable(&puzzle, limits) {
        return Some(gave_up(halted));
    }
    let best = BestBound::new(&puzzle);
    let at_start = best.of(&puzzle, &puzzle.start());
    let found = by_bound(&puzzle, &best, limits);
    let evidence = |puzzle: &Shift, length: usize| -> Box<dyn Evidence> {
        let assume = |stated: Stated| if matches!(best, BestBound::Chain) { stated.assuming("chain") } else { stated };
        // The vacancy's way home is seldom all.
        if length == at_start as usize && !matches!(best, BestBound::Vacancy(_)) {
            Box::new(assume(Stated::potential(best.name())))
        } else {
            let name = best.name();
            let set = ClosedSet::new(puzzle.clone(), best.clone(), name);
            Box::new(if matches!(best, BestBound::Chain) { set.assuming("chain") } else { set })
        }
    };
    Some(searched(puzzle, found, evidence, because))
}

/// A*, compiled once for all bounds.
fn by_bound(puzzle: &Shift, bound: &dyn Bound<Shift>, limits: &Limits<'_>) -> Search<Found<Hop>> {
    a_star::solve(puzzle, bound, limits)
}

/// A search that did not begin.
fn at_once(stop: Stop) -> Halted {
    Halted { stop, lower: 0, expanded: 0 }
}

/// Refuses a puzzle whose shortest play would not fit in memory.
fn playable(puzzle: &Shift, limits: &Limits<'_>) -> Result<(), Halted> {
    let (start, best) = (puzzle.start(), BestBound::new(puzzle));
    let moves = match best {
        BestBound::Forward(_) => inversions(start.cells()).saturating_sub(inversions(puzzle.goal().cells())),
        BestBound::Chain => Chain::potential(start.cells()),
        BestBound::Displacement | BestBound::Vacancy(_) => 0,
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
    if puzzle.classes() == Classes::Forward {
        if !in_order(start.cells(), puzzle.goal().cells()) {
            return (OUT_OF_ORDER.into(), order());
        }
        if let Some(why) = why_lost(start.cells()).filter(|_| has_classical_goal(puzzle)) {
            return (why.to_string(), theorem(&why));
        }
    }
    exhausted(puzzle)
}

/// All shortest plays of two boards.
fn plays(puzzle: &Shift, limits: &Limits<'_>) -> Search<Option<ShortestPlays<Hop>>> {
    playable(puzzle, limits)?;
    let best = BestBound::new(puzzle);
    // Forward, all plays are shortest.
    let at_most = if puzzle.classes() == Classes::Forward {
        u32::MAX
    } else {
        by_bound(puzzle, &best, limits)?.plan.map_or(u32::MAX, |plan| plan.len() as u32)
    };
    shortest_paths::build(puzzle, &best, at_most, limits)
}

/// The play of a number, counted from 0.
type Nth = dyn Fn(&UBig) -> Option<Box<dyn Plan>>;

/// Shortest plays of which a formula gives each.
struct ByNumber {
    count: UBig,
    nth: Box<Nth>,
}

impl Solutions for ByNumber {
    fn count(&self) -> UBig {
        self.count.clone()
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> std::io::Result<bool>) -> std::io::Result<()> {
        let mut k = from.clone();
        while let Some(plan) = (self.nth)(&k) {
            if !visit(&*plan)? {
                break;
            }
            k += UBig::ONE;
        }
        Ok(())
    }
}

/// The two shortest plays of min(n, m) >= 2. Black's first move leaves the lower cell.
fn two(n: UBig, m: UBig) -> ByNumber {
    let nth = move |k: &UBig| {
        let black_first = k.is_zero();
        let plan = || RowPlan::new(Classical::new(n.clone(), m.clone(), &UBig::ONE, black_first));
        (black_first || k.is_one()).then(|| Box::new(plan()) as Box<dyn Plan>)
    };
    ByNumber { count: UBig::from(2u8), nth: Box::new(nth) }
}

/// The closed forms for what a survey counts.
fn closed_forms(instance: &Instance) -> Option<Vec<Fact>> {
    let Setup::Classical { n, m, gaps, .. } = &instance.setup else { return None };
    let small = |number: &UBig| u64::try_from(number).ok();
    let (n, m, gaps) = (small(n)?, small(m)?, small(gaps)?);
    let (most, least) = (n.max(m), n.min(m));
    if gaps == 1 && least == 0 {
        return None;
    }
    let form = |of: &str, value: UBig| Fact::new("closed-form", value).of(of);
    let (eccentricity, formula) = match instance.classes {
        Classes::Forward => {
            let proved = |of, value| form(of, value).because("by formula, proved in docs/theorems.md");
            let (positions, winning) = counts::reachable(n, m, gaps)?;
            let mut facts = vec![proved("positions", positions), proved("winning", winning)];
            if gaps == 1 {
                facts.insert(1, proved("dead-ends", counts::dead_ends(n, m)));
            }
            return Some(facts);
        }
        // The formulas for these are known from search only (n + m <= 20).
        _ if most == 1 || gaps > 1 => return None,
        Classes::Back => (n * m + 2 * most + least - 2, "nm + 2 max + min - 2"),
        Classes::All => (n * m + 3 * most / 2 + least - 1, "nm + floor(3 max / 2) + min - 1"),
    };
    let conjectured = form("eccentricity", eccentricity.into()).unit("moves");
    Some(vec![conjectured.because(format!("{formula}, conjectured"))])
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
