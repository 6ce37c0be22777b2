//! The only clock: every time limit, progress report and measurement reads it.
//!
//! WebAssembly has no clock of its own: there [`Instant`] asks whoever loaded the module.
//!
//! Several answers may be under way at once, so that neither the time since the program began nor the processor time of the process says
//! what one of them cost. [`measured`] does: it counts the thread that it is called on and those that [`crate::threads`] made for it.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, expect(unreachable_pub, reason = "on other systems it is only tested"))]
mod imported;

use std::cell::Cell;
use std::ops::AddAssign;
use std::time::Duration;

/// A point in time that later points are compared with.
///
/// ```
/// use saltus_core::clock::Instant;
///
/// let begun = Instant::now();
/// assert!(Instant::now() >= begun);
/// ```
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use imported::Instant;

/// How long something took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Time that went by.
    pub time: Duration,
    /// Time of processors, of all its threads together; none where the system does not tell.
    pub processor: Option<Duration>,
}

impl Spent {
    /// Nothing.
    pub const ZERO: Self = Spent { time: Duration::ZERO, processor: Some(Duration::ZERO) };
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.time += other.time;
        self.processor = self.processor.zip(other.processor).map(|(one, other)| one + other);
    }
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} s", self.time.as_secs_f64())?;
        self.processor.map_or(Ok(()), |processor| write!(f, ", processor {:.3} s", processor.as_secs_f64()))
    }
}

/// Does something, and says how long that took.
///
/// ```
/// use saltus_core::{clock, threads};
///
/// let (sums, spent) = clock::measured(|| threads::gather(2, |number| (0..1000 + number).sum::<usize>()));
/// assert_eq!(sums, [499_500, 500_500]);
/// // Both threads count.
/// println!("{spent}");
/// ```
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    let (begun, before) = (Instant::now(), processor());
    let done = work();
    let processor = processor().zip(before).map(|(after, before)| after.saturating_sub(before));
    (done, Spent { time: begun.elapsed(), processor })
}

thread_local! {
    /// Processor time of other threads that worked for this one and have ended.
    static HELPED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Processor time of this thread and of those that worked for it.
pub(crate) fn processor() -> Option<Duration> {
    Some(own()? + HELPED.get())
}

/// Counts what other threads did as done by this one.
pub(crate) fn helped(by: Duration) {
    HELPED.set(HELPED.get() + by);
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn own() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn own() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads;

    /// Works until its thread has had so much of a processor, however busy the machine is.
    fn work(least: Duration) {
        while own().is_some_and(|spent| spent < least) {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn every_thread_that_worked_for_an_answer_counts() {
        const EACH: Duration = Duration::from_millis(2);
        let ends = || work(EACH);
        let both = |_| threads::with_helpers(1, &|_| ends(), &mut { ends });
        let ((), spent) = measured(|| threads::with_helpers(2, &both, &mut || ()));
        assert!(spent.processor.is_none_or(|spent| spent >= 4 * EACH), "{spent:?}");
        // What this thread and its helpers did before is not counted again.
        assert!(processor().zip(spent.processor).is_none_or(|(all, spent)| all >= spent));
        let ((), none) = measured(|| ());
        assert!(none.processor.is_none_or(|none| none < 4 * EACH), "{none:?}");
    }

    #[test]
    fn spans_add_up_and_what_is_not_known_stays_unknown() {
        let second = Spent { time: Duration::from_secs(1), processor: Some(Duration::from_millis(1500)) };
        let mut all = Spent::ZERO;
        all += second;
        all += second;
        assert_eq!(all.to_string(), "2.000 s, processor 3.000 s");
        all += Spent { processor: None, ..second };
        assert_eq!(all.to_string(), "3.000 s");
    }
}
