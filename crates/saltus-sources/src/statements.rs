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
use saltus::search::Halted;

/// A statement, and what verifies it.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The name of its item.
    pub name: &'static str,
    /// The size up to which it is verified, unless another is asked for.
    pub upto: usize,
    verify: fn(usize, &mut Checking<'_>) -> Verified,
}

impl Statement {
    /// Verifies it up to a size: how many cases there were.
    ///
    /// # Errors
    /// The first case that contradicts it, or a limit.
    pub fn verify(&self, upto: usize, limits: &Limits<'_>) -> Result<u64, Contradiction> {
        let mut checking = Checking::new(limits);
        (self.verify)(upto, &mut checking)?;
        Ok(checking.cases)
    }
}

/// Nothing, where what was looked at holds, or why it was not verified.
type Verified = Result<(), Contradiction>;

/// Why a statement was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The case that contradicts it.
    Case(String),
    /// A limit was reached.
    Stop(Stop),
}

impl From<Stop> for Contradiction {
    fn from(stop: Stop) -> Self {
        Contradiction::Stop(stop)
    }
}

impl From<Halted> for Contradiction {
    fn from(halted: Halted) -> Self {
        Contradiction::Stop(halted.stop)
    }
}

/// A statement being verified: its limits, and the cases so far.
struct Checking<'a> {
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    cases: u64,
}

impl<'a> Checking<'a> {
    fn new(limits: &'a Limits<'a>) -> Self {
        Checking { limits, meter: Meter::new(limits, "verifying"), cases: 0 }
    }

    /// One more position is looked at.
    fn node(&mut self) -> Verified {
        Ok(self.meter.node(|| 0)?)
    }

    /// Counts a case, and a position. One that does not hold contradicts the statement.
    fn ensure(&mut self, holds: bool, otherwise: impl FnOnce() -> String) -> Verified {
        self.node()?;
        self.case((!holds).then(otherwise))
    }

    /// Counts a case of a position that was counted before, and why it does not hold.
    fn case(&mut self, otherwise: Option<String>) -> Verified {
        self.cases += 1;
        otherwise.map_or(Ok(()), |why| Err(Contradiction::Case(why)))
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
            let cases = statement.verify(statement.upto, &Limits::DEFAULT);
            assert!(cases.as_ref().is_ok_and(|&cases| cases > 0), "{}: {cases:?}", statement.name);
        }
    }
}
