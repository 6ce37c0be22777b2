//! An answer, and its evidence.

use std::fmt::{self, Display, Formatter};

use dashu_int::UBig;

use crate::evidence::{Evidence, Stated};
use crate::limits::Stop;
use crate::plan::Plan;

/// The result.
pub enum Outcome {
    /// A play, and a lower bound.
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

/// Statistics that a search reports with its answer: numbers with their names.
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
    /// The statistics of the search, in its order. Most have none.
    pub notes: Vec<Note>,
}

impl Verdict {
    /// The play, if there is one.
    pub fn plan(&self) -> Option<&(dyn Plan + Send)> {
        match &self.outcome {
            Outcome::Solved { plan, .. } => Some(&**plan),
            Outcome::Unsolvable { .. } | Outcome::GaveUp { .. } => None,
        }
    }

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

    /// Whether it settles the question: the best play, or that there is none.
    pub fn is_settled(&self) -> bool {
        self.optimal() || matches!(self.outcome, Outcome::Unsolvable { .. })
    }

    /// Takes over what a search that gave up has shown: a lower bound above the one given here.
    pub fn keep_lower(&mut self, before: &Verdict) {
        let Outcome::GaveUp { lower: shown, .. } = &before.outcome else { return };
        if let Outcome::Solved { plan, lower } = &mut self.outcome
            && shown > lower
        {
            *lower = shown.clone().min(plan.cost());
            self.evidence = Box::new(Stated::exhaustion());
        }
    }

    /// Whether it settles the question by evidence that a certificate can carry in full. Only the gate (in the crate `saltus`) decides whether it is
    /// *proved*.
    pub fn is_provable(&self) -> bool {
        self.is_settled() && self.evidence.is_carried()
    }
}
