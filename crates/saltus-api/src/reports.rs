//! How far a search is, as JSON.

use std::sync::Mutex;
use std::time::Duration;

use saltus::clock::Instant;
use saltus::limits::{Progress, Report};
use serde::Serialize;

/// From one report to the next. There are few, so that what waits for a slow reader is bounded by
/// the time of the search.
const BETWEEN: Duration = Duration::from_millis(200);

/// Hands the reports of a search on, a few times a second, as JSON with `phase`, `nodes` and, where
/// it is known, `fraction`.
pub struct Reports<F> {
    tell: F,
    /// When the next may be handed on.
    next: Mutex<Instant>,
}

#[derive(Serialize)]
struct Reported<'a> {
    phase: &'a str,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<f64>,
}

impl<F: Fn(String) + Sync> Reports<F> {
    /// Hands them to `tell`, which may be called from any thread.
    ///
    /// ```
    /// use saltus_api::{Reports, call, limits::Limits};
    ///
    /// let reports = Reports::new(|report| println!("{report}"));
    /// let limits = Limits { progress: Some(&reports), ..Limits::default() };
    /// assert!(call(&saltus_api::registry(), "solve", br#"{"line": "shift 3 3"}"#, &limits).kind.is_answer());
    /// ```
    pub fn new(tell: F) -> Self {
        Reports { tell, next: Mutex::new(Instant::now() + BETWEEN) }
    }
}

impl<F: Fn(String) + Sync> Progress for Reports<F> {
    fn report(&self, report: &Report<'_>) {
        let Ok(mut next) = self.next.try_lock() else { return };
        let now = Instant::now();
        if now < *next {
            return;
        }
        *next = now + BETWEEN;
        let fraction = report.total.map(|total| report.done as f64 / total.max(1) as f64);
        let reported = Reported { phase: report.phase, nodes: report.done, fraction };
        (self.tell)(serde_json::to_string(&reported).expect("texts and numbers"));
    }
}
