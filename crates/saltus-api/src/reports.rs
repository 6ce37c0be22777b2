//! How far a search is, as JSON.

use std::sync::Mutex;
use std::time::Duration;

use saltus::clock::Instant;
use saltus::limits::{Progress, Report};
use saltus::plan::{Plan, Style};
use serde::Serialize;

/// From one report to the next. There are few, so that what waits for a slow reader is bounded by
/// the time of the search.
const BETWEEN: Duration = Duration::from_millis(200);

/// Plays of more moves are reported by their length alone.
const LONGEST: u64 = 10_000;

/// Hands the reports of a search on, a few times a second, as JSON with `phase`, `nodes` and, where
/// it is known, `fraction`; `lower` and `upper` bound the number by which plays are judged. A play that was found has its `moves` in the
/// report that is the first to tell of it.
pub struct Reports<F> {
    tell: F,
    state: Mutex<State>,
}

struct State {
    /// When the next may be handed on.
    next: Instant,
    lower: Option<u32>,
    upper: Option<u64>,
    /// The moves of the play that nobody has heard of yet.
    moves: Option<Vec<String>>,
}

#[derive(Serialize)]
struct Reported<'a> {
    phase: &'a str,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
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
        let state = State { next: Instant::now() + BETWEEN, lower: None, upper: None, moves: None };
        Reports { tell, state: Mutex::new(state) }
    }
}

impl<F: Fn(String) + Sync> Progress for Reports<F> {
    fn report(&self, report: &Report<'_>) {
        let Ok(mut state) = self.state.try_lock() else { return };
        let now = Instant::now();
        if now < state.next {
            return;
        }
        state.next = now + BETWEEN;
        let fraction = report.total.map(|total| report.done as f64 / total.max(1) as f64);
        let State { lower, upper, .. } = *state;
        let moves = state.moves.take();
        let reported = Reported { phase: report.phase, nodes: report.done, fraction, lower, upper, moves };
        (self.tell)(serde_json::to_string(&reported).expect("texts and numbers"));
    }

    fn at_least(&self, lower: u32) {
        let Ok(mut state) = self.state.lock() else { return };
        state.lower = state.lower.max(Some(lower));
    }

    fn found(&self, play: &dyn Plan) {
        let (Ok(mut state), Ok(number)) = (self.state.lock(), u64::try_from(&play.cost())) else { return };
        if state.upper.is_some_and(|upper| upper <= number) {
            return;
        }
        state.upper = Some(number);
        let moves = play.moves();
        let mut text = Vec::new();
        let is_short = moves <= LONGEST.into();
        let written = is_short && play.write(&0u8.into(), &moves, Style::WORDS, &mut text).is_ok();
        state.moves =
            written.then(|| String::from_utf8_lossy(&text).split_ascii_whitespace().map(str::to_owned).collect());
    }
}
