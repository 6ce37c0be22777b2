//! Statements of the sources, verified again by brute force.

mod article;
mod clobber;
mod gaps;
mod graphs;
mod heights;
mod leapfrogging;
mod paper;
mod thesis;

use saltus::limits::{Limits, Meter, Stop};

/// A statement, and what verifies it.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The name of its item.
    pub name: &'static str,
    /// The size up to which it is verified, unless another is asked for.
    pub upto: usize,
    /// Verifies it up to a size: how many cases there were, or the first that contradicts it.
    pub verify: fn(usize, &Limits<'_>) -> Verified,
}

/// In how many cases a statement was verified, or why it was not.
pub type Verified = Result<u64, Contradiction>;

/// Why a statement was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The case that contradicts it.
    Case(String),
    /// A limit was reached.
    Stop(Stop),
}

/// A statement being verified: its limits, and the cases so far.
struct Checking<'a> {
    meter: Meter<'a>,
    cases: u64,
}

impl<'a> Checking<'a> {
    fn new(limits: &'a Limits<'a>) -> Self {
        Checking { meter: Meter::new(limits, "verifying"), cases: 0 }
    }

    /// One more position is looked at.
    fn node(&mut self) -> Result<(), Contradiction> {
        self.meter.node(|| 0).map_err(Contradiction::Stop)
    }

    /// Counts a case. One that does not hold contradicts the statement.
    fn ensure(&mut self, holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Contradiction> {
        self.node()?;
        self.cases += 1;
        if holds { Ok(()) } else { Err(Contradiction::Case(otherwise())) }
    }
}

/// The statements of a source.
pub fn of(source: &str) -> &'static [Statement] {
    match source {
        "article" => article::ALL,
        "clobber" => clobber::ALL,
        "paper" => paper::ALL,
        "saltus" => gaps::ALL,
        "thesis" => thesis::ALL,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_holds() {
        for statement in ["article", "clobber", "paper", "saltus", "thesis"].into_iter().flat_map(of) {
            let cases = (statement.verify)(statement.upto, &Limits::DEFAULT);
            assert!(cases.as_ref().is_ok_and(|&cases| cases > 0), "{}: {cases:?}", statement.name);
        }
    }
}
