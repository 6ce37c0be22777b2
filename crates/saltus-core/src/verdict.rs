//! An answer, and how it is known.

use dashu_int::UBig;

use crate::limits::Stop;
use crate::plan::Plan;
use crate::proof::Transcript;

/// How far an answer can be trusted without trusting the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// One engine says so.
    Claimed,
    /// Two engines that share no code agree: there is a transcript, which `saltus-check` executes again.
    ReExecuted,
    /// There is a complete certificate, which `saltus-check` accepts.
    Proved,
}

impl Label {
    /// The word for records and people.
    pub fn word(self) -> &'static str {
        match self {
            Label::Claimed => "claimed",
            Label::ReExecuted => "re-executed",
            Label::Proved => "proved",
        }
    }
}

/// What shows a lower bound, or that there is no solution; see docs/certificates.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Nothing beyond the play itself.
    Witness,
    /// A function that falls by at most 1 in a move.
    Potential(&'static str),
    /// A set of states that no short play leaves, with the bound used outside of it.
    ClosedSet(&'static str),
    /// Pieces keep their order: tiles in a single row or column; checkers of a colour that only move one way.
    Order,
    /// Every move exchanges the vacancy with a tile and takes it to a cell of the other colour of the chessboard.
    Parity,
    /// A theorem of docs/theorems.md.
    Theorem(&'static str),
    /// A lower bound, by name, that is known of the start.
    Bound(&'static str),
    /// Numbers that satisfy the inequalities of a recurrence, position by position.
    Dual,
    /// The node counts of the last iteration that found no play, for another engine to count again.
    Transcript,
    /// Sets of positions, round by round, that no game of at most so many turns can leave.
    Layers {
        /// The turns.
        length: u32,
    },
    /// Every shorter play was tried by one engine, which keeps no record that a checker could read.
    Exhaustion,
}

impl std::fmt::Display for Evidence {
    /// As a certificate's line `by` has it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Evidence::Witness => f.write_str("witness"),
            Evidence::Potential(name) => write!(f, "potential {name}"),
            Evidence::ClosedSet(bound) => write!(f, "closed-set {bound}"),
            Evidence::Order => f.write_str("order"),
            Evidence::Parity => f.write_str("parity"),
            Evidence::Theorem(name) => write!(f, "theorem {name}"),
            Evidence::Bound(name) => write!(f, "bound {name}"),
            Evidence::Dual => f.write_str("dual"),
            Evidence::Transcript => f.write_str("transcript"),
            Evidence::Layers { .. } => f.write_str("layers"),
            Evidence::Exhaustion => f.write_str("exhaustion"),
        }
    }
}

/// What came out.
pub enum Outcome {
    /// A play, and what it cannot be bettered below.
    Solved {
        /// The play.
        plan: Box<dyn Plan + Send>,
        /// No play has fewer moves, or leaves fewer pieces where these count ([`Plan::cost`]).
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

/// An answer of `solve`.
pub struct Verdict {
    /// The answer.
    pub outcome: Outcome,
    /// What shows the lower bound or the unsolvability.
    pub evidence: Evidence,
    /// The method that answered.
    pub solver: &'static str,
    /// States expanded on the way; 0 for closed forms.
    pub expanded: u64,
    /// What goes with [`Evidence::Transcript`].
    pub transcript: Option<Transcript>,
    /// The limit that kept a better solver from answering.
    pub limit: Option<Stop>,
}

impl Verdict {
    /// Whether the play is known to be best: shortest, or leaving the fewest pieces where these count.
    pub fn optimal(&self) -> bool {
        matches!(&self.outcome, Outcome::Solved { plan, lower } if plan.cost() == *lower)
    }

    /// How the answer is known: [`Label::Proved`] when its certificate can be written and settles the matter.
    pub fn label(&self) -> Label {
        match &self.outcome {
            _ if self.evidence == Evidence::Exhaustion => Label::Claimed,
            Outcome::Solved { .. } if self.optimal() && self.evidence == Evidence::Transcript => Label::ReExecuted,
            Outcome::Solved { .. } if self.optimal() => Label::Proved,
            Outcome::Unsolvable { .. } => Label::Proved,
            Outcome::Solved { .. } | Outcome::GaveUp { .. } => Label::Claimed,
        }
    }
}
