//! Which solver answers which question about Chinese Checkers.

mod explain;
mod solvers;

use crate::rules::Instance;
use saltus_core::answers::{Answers, CannotSurvey, Fact, Survey};
use saltus_core::family::{Family, Setting, Solver};
use saltus_core::limits::Limits;

impl Family for Instance {
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "rounds", solve: solvers::rounds },
        Solver { name: "breadth-first", solve: solvers::breadth_first },
    ];

    const BY_NAME: &'static [Solver<Self>] =
        &[Solver { name: "beam", solve: solvers::beam }, Solver { name: "thesis", solve: solvers::thesis }];

    const SETTINGS: &'static [(&'static str, &'static [Setting])] = &[("thesis", solvers::SETTINGS)];

    const PRUNING: &'static [&'static str] = &crate::bounds::Rules::NAMES;

    const BY_LAYERS: Option<&'static str> = Some("rounds");
}

impl Answers for Instance {
    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        explain::facts(self)
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        crate::survey::survey(self, limits)
    }

    /// The games of a set are searched for; the positions of one are all kept in memory.
    fn surveys_on_disk(&self) -> bool {
        saltus_core::notation::Instance::is_set(self)
    }
}
