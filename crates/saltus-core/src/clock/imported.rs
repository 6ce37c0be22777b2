//! A point in time on systems without a clock: whoever loads the module gives it a function `now`.

use std::ops::Add;
use std::time::Duration;

/// A point in time that later points are compared with.
///
/// It has what the library uses of `std::time::Instant`, under the same names. As there, a difference
/// that would be negative is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The time that it is.
    pub fn now() -> Self {
        let milliseconds = host::now();
        Instant(Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default())
    }

    /// The time from an earlier point to this one.
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time that went by since this point.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// A later point; none where no clock could show it.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Instant(self.0 + time)
    }
}

#[cfg(not(test))]
mod host {
    #[expect(unsafe_code)]
    // SAFETY: the host promises a function of this type. It takes nothing and gives a number, and any number will do.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since some fixed point, as `performance.now()` tells them.
        pub(super) safe fn now() -> f64;
    }
}

#[cfg(test)]
mod host {
    use std::cell::Cell;

    thread_local! {
        pub(super) static TIME: Cell<f64> = const { Cell::new(0.0) };
    }

    pub(super) fn now() -> f64 {
        TIME.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_host() {
        host::TIME.set(1500.25);
        let begun = Instant::now();
        host::TIME.set(1750.5);
        assert_eq!(begun.elapsed(), Duration::from_micros(250_250));
        assert_eq!(begun.saturating_duration_since(Instant::now()), Duration::ZERO);
        assert_eq!(Some(begun + Duration::from_secs(1)), begun.checked_add(Duration::from_secs(1)));
        assert_eq!(begun.checked_add(Duration::MAX), None);
        assert!(begun < Instant::now());
    }

    /// A clock that is wrong must not end a search with a panic.
    #[test]
    fn any_number_will_do() {
        for wrong in [f64::NAN, f64::INFINITY, -1.0, f64::MAX] {
            host::TIME.set(wrong);
            assert_eq!(Instant::now().saturating_duration_since(Instant::now()), Duration::ZERO, "{wrong}");
        }
    }
}
