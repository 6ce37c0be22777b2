//! Which solver answers which question about Solitaire Clobber.
//!
//! The fewest pawns left are what counts, not the fewest moves: a verdict's lower bound is one on
//! the pawns left.

mod command;
mod explain;
mod solvers;
mod surveys;
pub mod word;

use std::io::{Read, Write};
use std::sync::Arc;

use dashu_int::UBig;

use crate::bounds::{Components, LowerBound};
use crate::closed::letters::Form;
use crate::evidence;
use crate::rules::{Clobber, Colour, Instance, Pawns, Shape, Turns};
use crate::search::keyed::BoardKeys;
use saltus_core::answers::{Answers, CannotSurvey, CannotTabulate, Count, Listing, Survey, Table};
use saltus_core::evidence::Evidence;
use saltus_core::fact::Fact;
use saltus_core::family::{ByRules as _, Family, SolutionsFound, Solver, stop_for};
use saltus_core::graph::{self, Graph};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{self, Instance as _, Unread, Word};
use saltus_core::own::Command;
use saltus_core::puzzle::{Keyed, Puzzle};
use saltus_core::scene::Told;
use saltus_core::search::shortest_paths::{self, ShortestPlays};
use saltus_core::verdict::{Outcome, Verdict};

impl Family for Instance {
    const COMMANDS: &'static [Command] = &[command::WORD];

    const DRAWS: bool = true;

    fn line_of_board(rows: &[&str]) -> Option<String> {
        let wide = rows.first()?.len();
        let is_row = |row: &&str| row.len() == wide && row.bytes().all(|cell| b"bw.".contains(&cell));
        let shape = if rows.len() > 1 { "grid" } else { "line" };
        let is_board = wide > 0 && rows.iter().all(is_row);
        is_board.then(|| format!("{} {shape} {}", Self::NAME, notation::joined(rows, "/")))
    }

    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "division", solve: solvers::division },
        Solver { name: "multipartite", solve: solvers::multipartite },
        Solver { name: "trees", solve: solvers::trees },
        Solver { name: "balanced-walk", solve: solvers::balanced_walk },
        Solver { name: "peeling", solve: solvers::peeling },
        Solver { name: "forest", solve: solvers::forest },
        Solver { name: "search", solve: solvers::search },
    ];

    const BY_NAME: &'static [Solver<Self>] = &[
        Solver { name: "letter-pairs", solve: solvers::letter_pairs },
        Solver { name: "cuts", solve: solvers::cuts },
        Solver { name: "section-4", solve: solvers::section_4 },
    ];

    fn parse_stream(
        before: &[Word<'_>],
        stream: &mut dyn Read,
        after: Vec<Word<'_>>,
        limits: &Limits<'_>,
    ) -> Option<Result<Self, Unread>> {
        Instance::read_stream(before, stream, after, limits)
    }
}

impl Answers for Instance {
    fn pieces(&self) -> Option<[&'static str; 2]> {
        Some(["pawn", "pawns"])
    }

    fn told(&self) -> Option<Told> {
        let turns = if self.turns == Turns::Free { "" } else { " The colours take turns." };
        Some(Told {
            name: "Clobber".into(),
            goal: "Leave as few as you can.".into(),
            rule: format!("A piece takes a neighbour of the other colour.{turns}"),
            act: "a piece, then its neighbour",
            stage: "clay",
            figure: "disc",
            // As the outline has the cells.
            seat: if let Shape::Line | Shape::Grid { .. } = self.shape { "square" } else { "ring" },
            stuck: &[],
            random: None,
        })
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        match self.best_plays(limits) {
            Err((stop, lower)) => Count::GaveUp { stop, lower },
            Ok((plays, target)) => Count::Solutions {
                length: UBig::from(plays.length()),
                left: target.most().map(UBig::from),
                paid: None,
                solutions: plays.count(),
                by: "search",
            },
        }
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        match self.best_plays(limits) {
            Err((stop, _)) => Listing::GaveUp(stop),
            Ok((plays, puzzle)) => Listing::Solutions(Box::new(SolutionsFound { plays, puzzle })),
        }
    }

    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact> {
        explain::facts(self, limits)
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        surveys::survey(self, limits)
    }

    fn survey_bytes(&self) -> Option<u64> {
        surveys::bytes(self)
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        let puzzle = (!notation::Instance::is_set(self)).then(|| self.puzzle().ok())??;
        Some(Arc::new(BoardKeys::new(puzzle)?))
    }

    /// The best plays are sought, not the shortest.
    fn graph(&self, limits: &Limits<'_>) -> Result<Graph, graph::Failure> {
        let target = self.target(limits).map_err(|(stop, _)| stop)?;
        graph::explore(self, &target, limits)
    }

    fn tabulate(&self, table: Table, out: &mut dyn Write, limits: &Limits<'_>) -> Result<(), CannotTabulate> {
        surveys::tabulate(self, table, out, limits)
    }

    fn weaker_evidence(&self) -> Option<(UBig, Box<dyn Evidence>)> {
        let puzzle = self.puzzle().ok()?;
        let found = LowerBound::of(puzzle.board(), puzzle.start().cells(), &Limits::DEFAULT);
        Some((UBig::from(found.least), evidence::bound(found)))
    }
}

impl Instance {
    /// The pawns of an instance that is not a set: front ends refuse sets before they ask for
    /// anything but a survey.
    fn pawns(&self) -> &std::sync::Arc<Pawns> {
        self.configuration().expect("a set of configurations is surveyed, not played")
    }

    /// How a line or a cycle ends.
    fn form(&self) -> Option<Form> {
        match self.shape {
            Shape::Line => Some(Form::Line),
            Shape::Cycle => Some(Form::Cycle),
            _ => None,
        }
    }

    /// The same where any pawn may move at any time.
    fn free_form(&self) -> Option<Form> {
        self.form().filter(|_| self.turns == Turns::Free)
    }

    /// The colours of a line or a cycle that has no empty cell, where any pawn may move at any
    /// time.
    fn colours(&self) -> Option<Vec<Colour>> {
        self.free_form()?;
        self.pawns().iter().collect()
    }

    /// The game with its value as the goal.
    fn target(&self, limits: &Limits<'_>) -> Result<Clobber, (Stop, UBig)> {
        let puzzle = self.puzzle().map_err(|too_large| (stop_for(&too_large), UBig::ZERO))?;
        match self.solve(limits) {
            Verdict { outcome: Outcome::Solved { plan, lower }, .. } if plan.cost() == lower => {
                Ok(puzzle.until(usize::try_from(&lower).expect("no more than pawns")))
            }
            Verdict { outcome: Outcome::Solved { lower, .. }, limit, .. } => Err((limit.unwrap_or(Stop::Nodes), lower)),
            Verdict { outcome: Outcome::GaveUp { stop, lower }, .. } => Err((stop, lower)),
            Verdict { outcome: Outcome::Unsolvable { .. }, .. } => unreachable!("every play ends"),
        }
    }

    /// All best plays, as the shortest ones to as few pawns as possible.
    fn best_plays(&self, limits: &Limits<'_>) -> Result<(Plays, Clobber), (Stop, UBig)> {
        let target = self.target(limits)?;
        let most = target.most().expect("a goal");
        let length = target.start().count() - most;
        match shortest_paths::build(&target, &Components, length as u32, limits) {
            Ok(plays) => Ok((plays.expect("a play to the value was found before"), target)),
            Err(halted) => Err((halted.stop, UBig::from(most))),
        }
    }
}

type Plays = ShortestPlays<<Clobber as Puzzle>::Move>;
