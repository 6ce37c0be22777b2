//! How hard a puzzle is: the length of its shortest play, and what else can be done on the way.
//!
//! Where all positions can be explored, they say it. Elsewhere each move along the play is judged by itself: whether the puzzle is still
//! solvable after it, or can be solved in one move less.

use crate::answers::{Answers, Count, Play, Solvability, Within};
use crate::fact::Fact;
use crate::gate;
use crate::limits::Limits;
use crate::luck::Luck;
use crate::plan::Plan;
use crate::registry::Registry;
use crate::space::Space;
use crate::verdict::Outcome;
use dashu_int::UBig;

/// Longer plays are not judged move by move.
const MOST_MOVES: usize = 10_000;

/// A puzzle with its shortest play, proved to be one.
pub struct Solved {
    /// The puzzle.
    pub instance: Box<dyn Answers>,
    plan: Box<dyn Plan + Send>,
}

/// The moves that can be made at the positions of the shortest play.
#[derive(Default)]
struct Along {
    moves: usize,
    /// Those after which the goal is out of reach, where that is known.
    losing: Option<usize>,
    /// Those that begin a shortest play at the start, where that is known.
    first: Option<usize>,
}

/// What is known about a puzzle in addition to its length.
pub(super) struct Difficulty {
    along: Along,
    /// Positions that can be reached, and those of them without a move, where they were all visited.
    visited: Option<(usize, usize)>,
    /// The chance that random moves are a shortest play, where that is known.
    pub(super) luck: Option<Luck>,
}

/// Solves a puzzle: none where it has no play, or no play proved best within the limits.
///
/// ```
/// let limits = saltus::limits::Limits::default();
/// let solved = saltus::generate::solve(saltus::parse("shift 1 1").unwrap(), &limits).unwrap().unwrap();
/// assert_eq!(solved.moves().unwrap(), ["1-2", "3-1", "2-3"]);
/// ```
///
/// # Errors
/// An answer failed its check.
pub fn solve(instance: Box<dyn Answers>, limits: &Limits<'_>) -> Result<Option<Solved>, gate::Refuted> {
    let verdict = gate::solve(&*instance, limits)?.into_verdict();
    let is_best = verdict.optimal();
    Ok(match verdict.outcome {
        Outcome::Solved { plan, .. } if is_best => Some(Solved { instance, plan }),
        _ => None,
    })
}

impl Solved {
    /// What makes it long: what its moves cost, which is their number where none is free and where the pieces left count.
    pub fn length(&self) -> UBig {
        self.plan.paid().unwrap_or_else(|| self.plan.moves())
    }

    /// The moves of its shortest play; none where they are too many.
    pub fn moves(&self) -> Option<Vec<String>> {
        if self.plan.moves() > UBig::from(MOST_MOVES) {
            return None;
        }
        Some(gate::spelled(&*self.plan).split_ascii_whitespace().map(str::to_owned).collect())
    }

    /// How hard it is.
    pub(super) fn difficulty(&self, families: &Registry, limits: &Limits<'_>) -> Difficulty {
        let counts_pieces = self.instance.pieces().is_some();
        match if counts_pieces { None } else { self.instance.space(limits).ok() } {
            Some(space) => {
                let (positions, stuck) = (space.positions(), |at: &usize| space.moves(*at).is_empty());
                let is_dead_end = |at: &usize| stuck(at) && space.to_goal(*at) != Some((0, 0));
                let dead_ends = (0..positions).filter(is_dead_end).count();
                let luck = Luck::of(&space, limits).ok().flatten();
                Difficulty { along: along_space(&space), visited: Some((positions, dead_ends)), luck }
            }
            None => {
                Difficulty { along: self.along_play(families, limits).unwrap_or_default(), visited: None, luck: None }
            }
        }
    }

    /// Judges each move along the play; none where a position has no line of its own.
    fn along_play(&self, families: &Registry, limits: &Limits<'_>) -> Option<Along> {
        let (mut along, mut line) = (Along { losing: Some(0), ..Along::default() }, self.instance.to_string());
        for (number, chosen) in self.moves()?.iter().enumerate() {
            let here = families.parse(&line).ok()?;
            let choices = here.play(&mut std::iter::empty()).ok()?.choices;
            along.moves += choices.len();
            let after = |choice: &str| here.play(&mut [choice].into_iter()).ok();
            let plays: Vec<Play> = choices.iter().map(|choice| after(&choice.text)).collect::<Option<_>>()?;
            if number == 0 {
                let best = plays.iter().map(|play| self.is_first(families, play, limits));
                along.first = best.sum::<Option<usize>>();
            }
            let losing = plays.iter().map(|play| self.is_lost(families, play, limits)).sum::<Option<usize>>();
            along.losing = along.losing.zip(losing).map(|(all, here)| all + here);
            line = after(chosen)?.line;
        }
        Some(along)
    }

    /// 1 where a shortest play may begin with the move that led there, else 0; none where that is not known.
    fn is_first(&self, families: &Registry, after: &Play, limits: &Limits<'_>) -> Option<usize> {
        let most = match (self.plan.left(), self.plan.paid()) {
            (Some(left), _) => left,
            (None, None) => self.plan.moves() - UBig::ONE,
            (None, Some(_)) => return None,
        };
        match families.parse(&after.line).ok()?.within(&most, limits) {
            Within::Yes { .. } => Some(1),
            Within::No { .. } => Some(0),
            Within::GaveUp { .. } => None,
        }
    }

    /// 1 where the goal is out of reach, or as few pieces as could be left; else 0. None where a search would have to say it, except where
    /// pieces count.
    fn is_lost(&self, families: &Registry, after: &Play, limits: &Limits<'_>) -> Option<usize> {
        if self.plan.left().is_some() {
            return self.is_first(families, after, limits).map(|can| 1 - can);
        }
        match families.parse(&after.line).ok()?.solvable()? {
            Solvability::Yes(_) => Some(0),
            Solvability::No(_) => Some(1),
            Solvability::GaveUp(_) => None,
        }
    }

    /// The facts that report it.
    pub(super) fn facts(&self, difficulty: &Difficulty, limits: &Limits<'_>) -> Vec<Fact> {
        let Difficulty { along, visited, luck } = difficulty;
        let mut facts = vec![Fact::new("length", self.plan.moves()).unit("moves")];
        facts.extend(self.plan.paid().map(|paid| Fact::new("cost", paid)));
        facts.extend(self.plan.left().map(|left| Fact::new("value", left).unit("pieces")));
        if let Count::Solutions { solutions, .. } = self.instance.count(limits) {
            facts.push(Fact::new("solutions", solutions));
        }
        facts.extend(difficulty.is_unique().map(|unique| {
            let many = along.first.unwrap_or(0);
            Fact::new("unique-first", unique).because(format!("shortest plays begin with {many} of the first moves"))
        }));
        facts.extend(luck.as_ref().map(Luck::fact));
        let positions = usize::try_from(&self.plan.moves()).unwrap_or(0);
        if along.moves > 0 && positions > 0 {
            let all = format!("{} at {positions} positions of the shortest play", along.moves);
            facts.push(Fact::new("mean-branching", decimal(along.moves, positions)).unit("moves").because(all));
            facts.extend(along.losing.map(|losing| {
                let because = format!("{losing} of {} moves along the play lose", along.moves);
                Fact::new("losing-share", decimal(losing, along.moves)).because(because)
            }));
        }
        if let Some((positions, dead_ends)) = *visited {
            facts.push(Fact::new("positions", positions).because("they can be reached"));
            facts.push(Fact::new("dead-ends", dead_ends));
        }
        facts
    }
}

impl Difficulty {
    /// Whether only one first move begins a shortest play, where that is known.
    pub(super) fn is_unique(&self) -> Option<bool> {
        self.along.first.map(|first| first == 1)
    }

    /// Whether no move along the play loses, where that is known.
    pub(super) fn is_safe(&self) -> Option<bool> {
        self.along.losing.map(|losing| losing == 0)
    }
}

/// The moves at each position of one shortest play: the first one in the order of moves.
fn along_space(space: &Space<'_>) -> Along {
    let (mut along, mut losing, mut here) = (Along::default(), 0, 0);
    along.first = Some(space.best(0).count());
    while let Some(next) = space.best(here).next() {
        along.moves += space.moves(here).len();
        losing += space.moves(here).iter().filter(|&&to| space.to_goal(to as usize).is_none()).count();
        here = next;
    }
    Along { losing: Some(losing), ..along }
}

/// A fraction with two digits after the point, rounded, the same on every machine.
fn decimal(part: usize, whole: usize) -> crate::fact::Value {
    let hundredths = (200 * part + whole) / (2 * whole);
    crate::fact::Value::Decimal(format!("{}.{:02}", hundredths / 100, hundredths % 100))
}
