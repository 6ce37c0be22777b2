//! What is known of a position: the number that plays are judged by, from below and from above. It is the number of moves; where some moves
//! cost nothing, what they cost; and the pieces left where these count.

use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::clock::Instant;
use saltus::gate::{self, Answer};
use saltus::limits::Limits;
use saltus::record::Whole;
use saltus::registry::Registry;
use saltus::verdict::Outcome;

use crate::known;
use crate::ranking::shown;
use crate::reply::Fault;

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// No play has less; none where no play reaches the goal.
    pub(crate) lower: Option<UBig>,
    /// What a play has, if one is known, and its moves; zero for these where the pieces left count, and moves tell no play from another.
    pub(crate) upper: Option<(UBig, UBig)>,
}

impl Bounds {
    /// Nothing is known.
    pub(crate) fn open() -> Self {
        Bounds { lower: Some(UBig::ZERO), upper: None }
    }

    /// No play reaches the goal.
    pub(crate) fn lost() -> Self {
        Bounds::default()
    }

    pub(crate) fn exactly(number: UBig, moves: UBig) -> Self {
        Bounds { lower: Some(number.clone()), upper: Some((number, moves)) }
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.lower.is_none()
    }

    /// The number, where it is known exactly.
    pub(crate) fn settled(&self) -> Option<&UBig> {
        let (upper, _) = self.upper.as_ref()?;
        (self.lower.as_ref() == Some(upper)).then_some(upper)
    }

    /// No play has less, and one has so much, where that is known; written in full.
    pub(crate) fn shown(&self) -> [Option<Whole>; 2] {
        [self.lower.as_ref(), self.upper.as_ref().map(|(number, _)| number)].map(shown)
    }

    /// Takes over what else is known of the same position.
    pub(crate) fn narrow(&mut self, other: &Bounds) {
        // None, for what no play reaches, is more than any number here.
        if other.is_lost() || self.is_lost() {
            *self = Bounds::lost();
            return;
        }
        self.raise(other.lower.as_ref());
        let both = self.upper.iter().chain(&other.upper);
        self.upper = both.min().cloned();
    }

    /// No play has less than this.
    pub(crate) fn raise(&mut self, lower: Option<&UBig>) {
        match (&mut self.lower, lower) {
            (Some(least), Some(lower)) => *least = (&*least).max(lower).clone(),
            _ => *self = Bounds::lost(),
        }
    }

    /// What an answer says.
    pub(crate) fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Unsolvable { .. } => Bounds::lost(),
            Outcome::GaveUp { lower, .. } => Bounds { lower: Some(lower.clone()), upper: None },
            Outcome::Solved { plan, lower } => {
                let moves = plan.left().map_or_else(|| plan.moves(), |_| UBig::ZERO);
                Bounds { lower: Some(lower.clone()), upper: Some((plan.cost(), moves)) }
            }
        }
    }
}

/// What is known of a position, and the answer of a search, after the check of every answer. There is none where a recorded play needs no
/// search or is better than what it found.
pub(crate) fn found(
    families: &Registry,
    instance: &dyn Answers,
    limits: &Limits<'_>,
) -> Result<(Bounds, Option<Answer>), Fault> {
    let mut bounds = known::at(families, instance).map_or_else(Bounds::open, |known| known.bounds());
    if bounds.settled().is_some() {
        return Ok((bounds, None));
    }
    let answer = gate::solve(instance, limits)?;
    let by_search = Bounds::of(&answer.verdict().outcome);
    bounds.narrow(&by_search);
    let is_best = bounds.upper == by_search.upper;
    Ok((bounds, Some(answer).filter(|_| is_best)))
}

/// Limits that several searches share, one after the other: what one leaves of its time is for the others.
pub(crate) struct Shares<'a> {
    whole: Limits<'a>,
    nodes: u64,
    searches: u32,
}

impl<'a> Shares<'a> {
    pub(crate) fn new(whole: &Limits<'a>, searches: usize) -> Self {
        let searches = u32::try_from(searches).unwrap_or(u32::MAX).max(1);
        Shares { whole: *whole, nodes: whole.nodes / u64::from(searches), searches }
    }

    /// The limits of the next search; none when nothing is left.
    pub(crate) fn next(&mut self) -> Option<Limits<'a>> {
        self.whole.spend(0, 0).ok()?;
        let now = Instant::now();
        let part = |deadline: Instant| now + deadline.saturating_duration_since(now) / self.searches;
        let deadline = self.whole.deadline.map(part);
        self.searches = (self.searches - 1).max(1);
        Some(Limits { deadline, nodes: self.nodes, ..self.whole })
    }
}
