//! Which solver answers which question about Chinese Checkers.

mod explain;
mod solvers;

use std::sync::Arc;

use crate::evidence::LayerEvidence;
use crate::rules::{Chinese, Instance, Shape};
use crate::search::keyed::TurnKeys;
use crate::sources::thesis::{Thesis, figures};
use saltus_core::answers::{Answers, CannotSurvey, Survey, view_of_moves};
use saltus_core::evidence::Evidence;
use saltus_core::fact::Fact;
use saltus_core::family::{ByRules, Family, NamedBound, Setting, Solver};
use saltus_core::limits::Limits;
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::Keyed;
use saltus_core::scene::{Told, View};
use saltus_core::search::erased::{Abilities, Typed};

impl Family for Instance {
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("chinese-checkers", "chinese"), ("sternhalma", "chinese")];

    const SOLVERS: &'static [Solver<Self>] = &[
        Solver { name: "rounds", solve: solvers::rounds },
        Solver { name: "breadth-first", solve: solvers::breadth_first },
    ];

    const BY_NAME: &'static [Solver<Self>] =
        &[Solver { name: "beam", solve: solvers::beam }, Solver { name: "thesis", solve: solvers::thesis }];

    const BOUNDS: &'static [NamedBound<Chinese>] = crate::bounds::BOUNDS;

    const SETTINGS: &'static [(&'static str, &'static [Setting])] = &[("thesis", solvers::SETTINGS)];

    fn erase(typed: Typed<'_, Chinese>) -> Abilities<'_> {
        Abilities::Reversible(Box::new(typed))
    }

    const PRUNING: &'static [&'static str] = &crate::bounds::Rules::NAMES;

    const BY_LAYERS: Option<&'static str> = Some("rounds");
}

/// How players take turns, for each number of them from two on.
const TOGETHER: [&str; 5] = [
    " Both take turns, and help.",
    " All three take turns, and help.",
    " All four take turns, and help.",
    " All five take turns, and help.",
    " All six take turns, and help.",
];

impl Answers for Instance {
    fn told(&self) -> Option<Told> {
        let together = self.order().len().checked_sub(2).map_or("", |more| TOGETHER[more]);
        Some(Told {
            name: match self.shape() {
                Shape::Star { .. } => "Star Halma",
                Shape::Triangle { .. } => "Triangle Halma",
                Shape::Rhombus { .. } => "Rhombus Halma",
                Shape::Cells(_) => "Halma",
            }
            .into(),
            goal: "Bring red to the marked corner.".into(),
            rule: format!("Step to a neighbour, or hop over one man after another.{together}"),
            act: "a red man",
            stage: "slate",
            figure: "marble",
            seat: "dent",
            stuck: &[],
            random: None,
        })
    }

    fn explain(&self, _: &Limits<'_>) -> Vec<Fact> {
        explain::facts(self)
    }

    fn bounding(&self) -> Option<Box<dyn Evidence>> {
        Some(Box::new(LayerEvidence::new(self.puzzle().ok()?, None)))
    }

    fn view(&self, name: &str) -> Result<View, BadInput> {
        let of_thesis = Thesis::new(self).ok().and_then(|thesis| figures::view(&thesis, name));
        of_thesis.map_or_else(|| view_of_moves(name, &figures::VIEWS, &|| self.seen(true)), Ok)
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        crate::survey::survey(self, limits)
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        let puzzle = (!saltus_core::notation::Instance::is_set(self)).then(|| self.puzzle().ok())??;
        Some(Arc::new(TurnKeys::new(puzzle)?))
    }

    /// The games of a set are searched for; the positions of one are all kept in memory.
    fn surveys_on_disk(&self) -> bool {
        saltus_core::notation::Instance::is_set(self)
    }
}
