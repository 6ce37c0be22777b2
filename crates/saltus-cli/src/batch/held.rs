//! What answers hold until it is their turn to be written.

use std::any::Any;

use saltus::answers::{Answers, Count, Solvability, Survey, Within};
use saltus::fact::Fact;
use saltus::gate::{Answer, Standing};
use saltus::limits::Limits;
use saltus::verdict::{Outcome, Verdict};

/// Something that may have to wait.
pub trait Held: Send + 'static {
    /// Its bytes, where they can be many.
    fn bytes(&self) -> u64;
}

/// What was found, of a type that only those know who find and write it: what is between them is compiled once for all commands.
pub struct Found {
    value: Box<dyn Any + Send>,
    /// [`Held::bytes`]
    pub bytes: u64,
}

/// What finds answers, in any thread.
pub type Find = Box<dyn Fn(&dyn Answers, &Limits<'_>) -> Found + Send + Sync>;

impl Found {
    pub fn new<T: Held>(value: T) -> Self {
        Found { bytes: value.bytes(), value: Box::new(value) }
    }

    /// # Panics
    /// When it is of another type.
    pub fn value<T: Held>(self) -> T {
        *self.value.downcast().expect("what is written is what was found")
    }
}

/// Nothing is held where everything is done in turn.
impl Held for () {
    fn bytes(&self) -> u64 {
        0
    }
}

impl<T: Held> Held for Option<T> {
    fn bytes(&self) -> u64 {
        self.as_ref().map_or(0, Held::bytes)
    }
}

impl<T: Held, E: Send + 'static> Held for Result<T, E> {
    fn bytes(&self) -> u64 {
        self.as_ref().map_or(0, Held::bytes)
    }
}

impl Held for Answer {
    fn bytes(&self) -> u64 {
        self.verdict().bytes()
    }
}

impl Held for Verdict {
    fn bytes(&self) -> u64 {
        match &self.outcome {
            Outcome::Solved { plan, .. } => plan.bytes(),
            Outcome::Unsolvable { because } => because.len() as u64,
            Outcome::GaveUp { .. } => 0,
        }
    }
}

impl Held for Count {
    fn bytes(&self) -> u64 {
        use dashu_int::ops::BitTest;
        match self {
            Count::Solutions { solutions, .. } => solutions.bit_len() as u64 / 8,
            Count::Unsolvable { because } => because.len() as u64,
            Count::GaveUp { .. } => 0,
        }
    }
}

impl Held for Solvability {
    fn bytes(&self) -> u64 {
        match self {
            Solvability::Yes(because) | Solvability::No(because) => because.len() as u64,
            Solvability::GaveUp(_) => 0,
        }
    }
}

impl Held for (Within, Option<Standing>) {
    fn bytes(&self) -> u64 {
        match &self.0 {
            Within::Yes { plan } => plan.bytes(),
            Within::No { because, .. } => because.len() as u64,
            Within::GaveUp { .. } => 0,
        }
    }
}

impl Held for Vec<Fact> {
    fn bytes(&self) -> u64 {
        self.iter().map(|fact| (size_of::<Fact>() + fact.to_string().len()) as u64).sum()
    }
}

impl Held for Survey {
    fn bytes(&self) -> u64 {
        (size_of_val(self.distribution.as_slice()) as u64) + self.facts.bytes()
    }
}
