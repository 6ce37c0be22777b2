//! Evidence as lines of a certificate of format 2 (docs/calculus.md).

use saltus_core::evidence::{Block, CALCULUS, CannotCertify, Evidence};
use saltus_core::limits::Limits;

use crate::definition::Definition;

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
