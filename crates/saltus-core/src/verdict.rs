//! An answer, and how it is known.

use std::fmt::{self, Display, Formatter};

use dashu_int::UBig;

use crate::evidence::{Evidence, Stated};
use crate::limits::Stop;
use crate::plan::Plan;

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

impl Label {
    /// The word for records and people.
    pub fn word(self) -> &'static str {
        match self {
            Label::Claimed => "claimed",
            Label::Searched => "searched",
            Label::Proved => "proved",
        }
    }
}

/// What came out.
pub enum Outcome {
    /// A play, and what it cannot be bettered below.
    Solved {
        /// The play.
        plan: Box<dyn Plan + Send>,
        /// No play has fewer moves, costs less where some moves cost nothing, or leaves fewer pieces where these count
        /// ([`Plan::cost`]).
        lower: UBig,
    },
    /// No play reaches the goal.
    Unsolvable {
        /// Why, in words.
        because: String,
    },
    /// A limit was reached first.
    GaveUp {
        /// Which.
        stop: Stop,
        /// No play has fewer moves, or leaves fewer pieces where these count.
        lower: UBig,
    },
}

/// What a search tells beside its answer: numbers with their names.
///
/// ```
/// use saltus_core::verdict::Note;
///
/// let note = Note { what: "game", numbers: vec![("turns", 55), ("critical-move", 28)] };
/// assert_eq!(note.to_string(), "game: turns 55, critical-move 28");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What the numbers are about.
    pub what: &'static str,
    /// Each by its name, a key of records.
    pub numbers: Vec<(&'static str, u64)>,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        for (index, (name, number)) in self.numbers.iter().enumerate() {
            write!(f, "{}{name} {number}", if index == 0 { ": " } else { ", " })?;
        }
        Ok(())
    }
}

/// An answer of `solve`.
pub struct Verdict {
    /// The answer.
    pub outcome: Outcome,
    /// What shows the lower bound or the unsolvability.
    pub evidence: Box<dyn Evidence>,
    /// The method that answered.
    pub solver: &'static str,
    /// States expanded on the way; 0 for closed forms.
    pub expanded: u64,
    /// The limit that kept a better solver from answering.
    pub limit: Option<Stop>,
    /// What the search has to tell, in its order. Most have nothing.
    pub notes: Vec<Note>,
}

impl Verdict {
    /// Whether the play is known to be best: shortest, or leaving the fewest pieces where these
    /// count.
    pub fn optimal(&self) -> bool {
        matches!(&self.outcome, Outcome::Solved { plan, lower } if plan.cost() == *lower)
    }

    /// The limit that ended it, or kept a better solver from answering.
    pub fn stop(&self) -> Option<Stop> {
        match self.outcome {
            Outcome::GaveUp { stop, .. } => Some(stop),
            _ => self.limit,
        }
    }

    /// Whether it settles the matter: the best play, or that there is none.
    pub fn is_settled(&self) -> bool {
        self.optimal() || matches!(self.outcome, Outcome::Unsolvable { .. })
    }

    /// Takes over what a search that gave up has shown: that no play is as short as this one says one might be.
    pub(crate) fn keep_lower(&mut self, before: &Verdict) {
        let Outcome::GaveUp { lower: shown, .. } = &before.outcome else { return };
        if let Outcome::Solved { plan, lower } = &mut self.outcome
            && shown > lower
        {
            *lower = shown.clone().min(plan.cost());
            self.evidence = Box::new(Stated::exhaustion());
        }
    }

    /// How the answer is known, by its evidence.
    pub fn label(&self) -> Label {
        if self.is_settled() { self.evidence.label() } else { Label::Claimed }
    }

    /// The same with what it rests on, before anybody has checked it.
    pub fn standing(&self) -> Standing {
        let assumes = self.evidence.assumes();
        Standing { label: self.label(), kind: self.evidence.kind(), assumes, checked: false }
    }
}

/// How an answer is known, as records have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How far it can be trusted.
    pub label: Label,
    /// The kind of its evidence.
    pub kind: String,
    /// The theorems that a checker evaluates and does not prove.
    pub assumes: Vec<String>,
    /// Whether the checker has accepted its certificate in this run.
    pub checked: bool,
}
