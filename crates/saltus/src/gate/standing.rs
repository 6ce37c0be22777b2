//! How an answer is known. Only the gate makes these values, so whatever writes or serves one of the labels has an answer that passed the gate.

use saltus_core::record::Proof;
use saltus_core::verdict::Verdict;

/// How far an answer can be trusted without trusting the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// The play is a fact; that nothing is better is not settled.
    Claimed,
    /// A complete search says so, by rules that no certificate carries.
    Searched,
    /// There is a complete certificate, which `saltus-check` accepts.
    Proved,
}

/// How an answer is known, as records have it. Nobody else can make one that says *proved*:
///
/// ```compile_fail
/// use saltus::gate::{Label, Standing};
///
/// let forged = Standing { label: Label::Proved, kind: "witness".into(), assumes: Vec::new(), checked: true };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub(super) label: Label,
    pub(super) kind: String,
    pub(super) assumes: Vec<String>,
    pub(super) checked: bool,
}

impl Standing {
    /// An answer of this process as its evidence has it, before anybody has checked it.
    pub(super) fn of(verdict: &Verdict) -> Self {
        let label = match verdict.is_settled() {
            true if verdict.evidence.is_carried() => Label::Proved,
            true => Label::Searched,
            false => Label::Claimed,
        };
        let assumes = verdict.evidence.assumes();
        Standing { label, kind: verdict.evidence.kind(), assumes, checked: false }
    }

    /// What a file says, and nothing in this process has shown, whatever kind of evidence the file names.
    ///
    /// ```
    /// use saltus::gate::{Label, Standing};
    ///
    /// let standing = Standing::claimed("recorded", Vec::new());
    /// assert_eq!((standing.label(), standing.word(), standing.is_checked()), (Label::Claimed, "claimed", false));
    /// ```
    pub fn claimed(kind: &str, assumes: Vec<String>) -> Self {
        Standing { label: Label::Claimed, kind: kind.to_owned(), assumes, checked: false }
    }

    /// How far it can be trusted.
    pub fn label(&self) -> Label {
        self.label
    }

    /// The label's word for records and people.
    pub fn word(&self) -> &'static str {
        match self.label {
            Label::Claimed => "claimed",
            Label::Searched => "searched",
            Label::Proved => "proved",
        }
    }

    /// The kind of its evidence.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The theorems that a checker evaluates and does not prove.
    pub fn assumes(&self) -> &[String] {
        &self.assumes
    }

    /// Whether the checker has accepted its certificate in this run.
    pub fn is_checked(&self) -> bool {
        self.checked
    }
}

impl From<&Standing> for Proof {
    fn from(standing: &Standing) -> Self {
        Proof::new(standing.word(), &standing.kind, &standing.assumes, standing.checked)
    }
}
