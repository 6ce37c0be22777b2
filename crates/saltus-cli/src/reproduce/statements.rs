//! Statements of the sources, verified again by brute force.

mod article;
mod clobber;
mod paper;
mod thesis;

use saltus::limits::Limits;

/// A statement, and what verifies it.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The name of its item.
    pub name: &'static str,
    /// The size up to which it is verified, unless another is asked for.
    pub upto: usize,
    /// Verifies it up to a size: how many cases there were, or the first that contradicts it.
    pub verify: fn(usize, &Limits<'_>) -> Result<u64, Contradiction>,
}

/// Why a statement was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The case that contradicts it.
    Case(String),
    /// A limit was reached.
    Stop(saltus::limits::Stop),
}

/// The statement of an item.
pub fn find(source: &str, name: &str) -> Option<Statement> {
    let all = match source {
        "article" => article::ALL,
        "clobber" => clobber::ALL,
        "paper" => paper::ALL,
        "thesis" => thesis::ALL,
        _ => &[],
    };
    all.iter().find(|statement| statement.name == name).copied()
}
