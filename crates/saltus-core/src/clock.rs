//! The one clock: every time limit, progress report and measurement reads it.
//!
//! A target without a clock of its own puts another [`Instant`] here, and nothing else changes.

/// A point in time that later points are compared with.
///
/// ```
/// use saltus_core::clock::Instant;
///
/// let begun = Instant::now();
/// assert!(Instant::now() >= begun);
/// ```
pub use std::time::Instant;
