//! Iterative deepening with pattern databases in parts, whose counts are those of a transcript.

use super::ida::{self, End, Setting, schedule, views::PatternViews};
use crate::closed::position::Position;
use crate::evidence::Transcript;
use crate::rules::{Instance, Metric, Tiles};
use saltus_core::answers::Answers as _;
use saltus_core::board::Board;
use saltus_core::evidence::Evidence;
use saltus_core::family::{ByRules as _, solved};
use saltus_core::limits::Limits;
use saltus_core::notation::Instance as _;
use saltus_core::parts::{Divided, End as Ended, Fault, Iteration, Part};
use saltus_core::plan::Moves;
use saltus_core::puzzle::Puzzle as _;
use saltus_core::search::Halted;
use saltus_core::verdict::Verdict;

/// The solver that searches in parts.
const SOLVER: &str = "pattern-databases";

/// A board that is searched in parts.
pub(crate) struct Parts<'a> {
    instance: &'a Instance,
    puzzle: Tiles,
    position: Position,
    /// The tables, once the search has begun.
    views: Option<PatternViews>,
}

impl<'a> Parts<'a> {
    /// None where there is no such search.
    pub(crate) fn new(instance: &'a Instance) -> Option<Self> {
        let position = Position::new(instance).filter(|_| instance.metric == Metric::Single)?;
        let puzzle = instance.puzzle().ok().filter(|_| schedule::serves(position.height, position.width))?;
        Some(Parts { instance, puzzle, position, views: None })
    }
}

impl Divided for Parts<'_> {
    fn solver(&self) -> &'static str {
        SOLVER
    }

    fn step(&self) -> u32 {
        2
    }

    fn begin(&mut self, number: u64, of: u64, limits: &Limits<'_>) -> Result<Part, Fault> {
        let (height, width, vacancy) = self.position.size();
        let views = schedule::certifying(height, width, vacancy).views(height, width, vacancy, limits);
        let views = &*self.views.insert(views.map_err(Fault::Stop)?);
        let bound = views.bound(&self.position.homes).ok_or(Fault::Contradicted)?;
        let from_one = |pattern: &Vec<u8>| pattern.iter().map(|cell| cell + 1).collect();
        let views = views.patterns().iter().map(|view| view.iter().map(from_one).collect()).collect();
        let words = schedule::words(height, width, schedule::LONGEST_WORD).longest();
        Ok(Part { number, of, words, views, bound, iterations: Vec::new() })
    }

    fn iterate(&self, part: &Part, threshold: u32, limits: &Limits<'_>) -> Result<(Ended, u64), Halted> {
        let views = self.views.as_ref().expect("the part was begun");
        let words = schedule::words(self.position.height, self.position.width, schedule::LONGEST_WORD);
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let share = Some((number(part.number), number(part.of)));
        let setting = Setting { views, words: &words, from: threshold, node_budget: 0, part: share };
        let found = ida::solve(&self.position.homes, setting, limits, &mut |_| ())?;
        let end = match (found.end, found.transcript) {
            (End::Found(walk), _) => Ended::Play(walk),
            (End::BudgetSpent(_), Some(Transcript { depth, above, below, .. })) => {
                Ended::Nothing(Iteration { threshold, depth, above, below })
            }
            (End::Contradicted | End::BudgetSpent(_), _) => Ended::Contradicted,
        };
        Ok((end, found.expanded))
    }

    fn quick(&self, limits: &Limits<'_>) -> Option<Verdict> {
        self.instance.solve_by("beam", &limits.part(1)).ok()
    }

    /// The vacancy's directions.
    fn choices(&self, moves: &[String]) -> Option<Vec<u8>> {
        let cells = Board::grid(self.position.height, self.position.width);
        let mut labels = self.puzzle.start().cells().to_vec();
        let mut vacancy = labels.iter().position(|&label| label == 0)? as u32;
        let step = |text: &String| {
            let next = |direction: u8| Some((direction, cells.step(vacancy, direction.into())?));
            let is_meant = |&(_, cell): &(u8, u32)| labels[cell as usize].to_string() == *text;
            let (direction, cell) = (0..4).filter_map(next).find(is_meant)?;
            labels.swap(vacancy as usize, cell as usize);
            vacancy = cell;
            Some(direction)
        };
        moves.iter().map(step).collect()
    }

    fn played(&self, choices: &[u8], expanded: u64) -> Verdict {
        let plan = Moves::new(self.puzzle.clone(), self.position.slides(choices));
        let (least, evidence) = self.instance.weaker_evidence().expect("tiles have a bound");
        Verdict { solver: SOLVER, ..solved(Box::new(plan), least, evidence, expanded) }
    }

    fn evidence(&self, part: &Part, last: Option<(&Iteration, &[u64])>) -> Box<dyn Evidence> {
        let from_zero = |pattern: &Vec<u8>| pattern.iter().map(|cell| cell.wrapping_sub(1)).collect();
        let views = part.views.iter().map(|view| view.iter().map(from_zero).collect()).collect();
        Box::new(match last {
            None => Transcript::nothing(views, part.words, part.bound.saturating_sub(2)),
            Some((&Iteration { threshold, depth, above, .. }, counts)) => {
                Transcript::of(views, (part.words, threshold, depth), above, counts)
            }
        })
    }
}
