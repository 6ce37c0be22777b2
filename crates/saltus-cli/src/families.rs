//! The families of the program: those that its `main` passed.

use std::sync::OnceLock;

use saltus::answers::Answers;
use saltus::notation::BadInput;
use saltus::registry::Registry;

static ALL: OnceLock<Registry> = OnceLock::new();

/// Sets them, before anybody asks.
pub fn set(registry: Registry) {
    assert!(ALL.set(registry).is_ok(), "the families are set once");
}

/// All of them; those of the library if no others were set.
pub fn all() -> &'static Registry {
    ALL.get_or_init(saltus::registry)
}

/// Reads a line that names one position.
pub fn parse(line: &str) -> Result<Box<dyn Answers>, BadInput> {
    all().parse(line)
}

/// Reads a line: one position, or a set of them for a survey.
pub fn parse_any(line: &str) -> Result<Box<dyn Answers>, BadInput> {
    all().parse_any(line)
}
