//! The families that the program knows: what its `main` gave.

use std::sync::OnceLock;

use saltus::answers::Answers;
use saltus::notation::BadInput;
use saltus::registry::Registry;

static ALL: OnceLock<Registry> = OnceLock::new();

/// Sets them, before anybody asks.
pub fn set(registry: Registry) {
    assert!(ALL.set(registry).is_ok(), "the families are set once");
}

/// All of them; those of the library, where nobody has set others.
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
