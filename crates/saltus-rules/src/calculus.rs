//! Evidence as lines of a certificate of format 2 (docs/calculus.md).

use saltus_core::evidence::{Block, CALCULUS, CannotCertify, Evidence, closed_set_reason};
use saltus_core::family::{Because, EXHAUSTED};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::Certified as _;
use saltus_core::proof::set_lines;
use saltus_core::puzzle::{Bound, Puzzle as _, Zero};
use saltus_core::search::{Halted, closed_set};

use crate::definition::Definition;
use crate::rules::Rules;
use crate::solvers;

/// What a certificate says of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EvidenceLines {
    /// The evidence by name.
    pub(crate) kind: String,
    pub(crate) text: String,
    /// One sentence for people.
    pub(crate) because: String,
}

impl EvidenceLines {
    /// That a move captures at most this many pieces.
    pub(crate) fn pieces(definition: &Definition) -> Self {
        let most = definition.rules().map(|rule| rule.loss().unwrap_or(0)).max().unwrap_or(0).max(1);
        let because = format!("the number of pieces falls by at most {most} in a move");
        let text = format!("bound scale {most}\n  weights\n    {}: 1\n", definition.pieces.join(" "));
        EvidenceLines { kind: "bound".into(), text, because }
    }
}

impl Evidence for EvidenceLines {
    fn kind(&self) -> String {
        self.kind.clone()
    }

    fn reason(&self, _: bool) -> String {
        self.because.clone()
    }

    fn blocks(&self, _: Option<u32>, _: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        Ok(vec![(CALCULUS, self.text.clone().into_bytes())])
    }
}

/// All positions that are nearer than what is claimed, but for those from which weights or views show that it costs as much; or all that can be
/// reached.
#[derive(Debug)]
pub(crate) struct Nearer(Rules);

impl Nearer {
    pub(crate) fn of(rules: &Rules) -> Box<dyn Evidence> {
        Box::new(Nearer(rules.clone()))
    }
}

/// No solution, after a search of all positions.
pub(crate) fn exhausted(rules: &Rules) -> Because {
    (EXHAUSTED.into(), Nearer::of(rules))
}

/// Positions that are listed without a look at views, which take time, too.
const FEW: u64 = 1 << 12;

impl Evidence for Nearer {
    fn kind(&self) -> String {
        "set".into()
    }

    fn reason(&self, pieces: bool) -> String {
        match self.0.definition().fewest() {
            Some(_) => "in no position that can be reached are fewer left".into(),
            None => closed_set_reason(pieces),
        }
    }

    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        // Every play costs, and leaves, nothing at least.
        if cost == Some(0) {
            return Ok(vec![(CALCULUS, Vec::new())]);
        }
        let rules = &self.0;
        let definition = rules.definition();
        let cost = cost.filter(|_| definition.fewest().is_none());
        let potential = cost.and_then(|_| solvers::potential(rules, limits));
        let mut bound: &dyn Bound<Rules> = &Zero;
        let mut text = String::new();
        if let Some(potential) = potential {
            (bound, text) = (potential, potential.lines(definition).text);
        }
        let mut nodes = limits.nodes.min(FEW);
        let set = loop {
            match closed_set::below(rules, bound, cost, &Limits { nodes, ..*limits }) {
                Ok(set) => break set,
                Err(Halted { stop: Stop::Nodes, .. }) if nodes < limits.nodes => nodes = limits.nodes,
                Err(halted) => return Err(halted.stop.into()),
            }
            if let Some(views) = cost.and_then(|_| solvers::views(rules, limits))
                && views.at_start(definition) >= bound.of(rules, &rules.start())
            {
                (bound, text) = (views, views.lines(definition, 0).text);
            }
        };
        set_lines(set.into_iter().map(|(state, paid)| (rules.key(&state), paid)).collect(), &mut text);
        Ok(vec![(CALCULUS, text.into_bytes())])
    }
}
