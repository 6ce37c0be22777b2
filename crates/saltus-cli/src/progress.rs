//! Progress on standard error: a bar on a terminal, lines elsewhere, and nothing for work that ends
//! within a second.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use saltus::clock::Instant;
use saltus::limits::{Progress, Report};

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    /// A bar when standard error is a terminal, otherwise nothing
    Auto,
    /// A line every few seconds
    Plain,
    /// A JSON object a line every few seconds
    Json,
    /// Nothing
    None,
}

/// Shows the progress of searches, and of the batch that they are for.
pub struct Display {
    mode: Mode,
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    bar: Option<ProgressBar>,
    /// When a line was written last.
    shown: Option<Instant>,
    search: Pace,
    /// When a search was heard last.
    heard: Option<Instant>,
    batch: Pace,
    /// The progress of the batch, if it is shown with the progress of a search.
    answered: Option<Answered>,
}

/// How far a batch is.
#[derive(Clone, Copy)]
struct Answered {
    done: u64,
    total: Option<u64>,
    rate: Option<f64>,
}

/// How fast a phase goes on.
#[derive(Default)]
struct Pace {
    phase: String,
    /// When it was heard first, and how far it was.
    since: Option<(Instant, u64)>,
    last: u64,
}

impl Pace {
    /// Before that, a rate says little.
    const LEAST: Duration = Duration::from_millis(200);

    /// Work a second since the phase was heard first, and how long ago that is. What was done before it, and how long that took, is another
    /// phase's; a phase that falls far back has begun anew. (Reports of several threads may overtake each other a little.)
    fn note(&mut self, report: &Report<'_>, now: Instant) -> (Option<f64>, Duration) {
        if self.phase != report.phase || report.done < self.last / 2 {
            *self = Pace { phase: report.phase.to_owned(), ..Pace::default() };
        }
        self.last = report.done;
        let (begun, first) = *self.since.get_or_insert((now, report.done));
        let time = now.saturating_duration_since(begun);
        let rate = report.done.saturating_sub(first) as f64 / time.as_secs_f64();
        (Some(rate).filter(|_| time >= Self::LEAST), time)
    }
}

impl Display {
    const PATIENCE: Duration = Duration::from_secs(1);
    const BETWEEN_LINES: Duration = Duration::from_secs(2);

    /// Progress in this mode; None when nothing is to be shown.
    pub fn new(mode: Mode) -> Option<Self> {
        let mode = match mode {
            Mode::None => return None,
            Mode::Auto if !std::io::stderr().is_terminal() => return None,
            mode => mode,
        };
        Some(Display { mode, begun: Instant::now(), state: Mutex::default() })
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.state.lock().ok().and_then(|mut state| state.bar.take()) {
            bar.finish_and_clear();
        }
    }

    /// How far a batch is, of which so much was known before: shown with what a search tells of itself, and alone where none does.
    pub fn batch(&self, report: &Report<'_>, known: u64) {
        let (now, Ok(mut state)) = (Instant::now(), self.state.lock()) else { return };
        let (rate, time) = state.batch.note(&Report { done: report.done - known, ..*report }, now);
        let heard = state.heard.is_some_and(|heard| now.duration_since(heard) < Self::BETWEEN_LINES);
        state.answered = heard.then_some(Answered { done: report.done, total: report.total, rate });
        if !heard {
            self.show(&mut state, report, rate, time);
        }
    }

    fn show(&self, state: &mut State, report: &Report<'_>, rate: Option<f64>, time: Duration) {
        if self.begun.elapsed() < Self::PATIENCE {
            return;
        }
        if self.mode == Mode::Auto {
            let has_end = |bar: &ProgressBar| bar.length().is_some();
            if let Some(bar) = state.bar.take_if(|bar| has_end(bar) != report.total.is_some()) {
                bar.finish_and_clear();
            }
            let answered = answered(state.answered);
            let bar = state.bar.get_or_insert_with(|| bar(report));
            if let Some(total) = report.total {
                bar.set_length(total);
            }
            bar.set_prefix(format!("{answered}{}", report.phase));
            bar.set_message(told(report, rate).join(", "));
            bar.set_position(report.done);
        } else if state.shown.is_none_or(|shown| shown.elapsed() >= Self::BETWEEN_LINES) {
            state.shown = Some(Instant::now());
            self.line(state.answered, report, rate, time);
        }
    }

    fn line(&self, batch: Option<Answered>, report: &Report<'_>, rate: Option<f64>, time: Duration) {
        let Report { phase, done, total } = report;
        let line = if self.mode == Mode::Json {
            let mut record = serde_json::json!({
                "progress": phase, "done": done, "total": total, "seconds": time.as_secs_f64(), "rate": rate
            });
            if let Some(Answered { done, total, .. }) = batch {
                record["answered"] = done.into();
                record["puzzles"] = total.into();
            }
            record.to_string()
        } else {
            let of = total.map_or(String::new(), |total| format!(" of {total}"));
            let mut told = told(report, rate);
            told.insert(0, format!("{}{phase}: {done}{of}", answered(batch)));
            told.join(", ")
        };
        // If progress cannot be written, that is not an error.
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

/// How far a batch is, before what a search tells.
fn answered(batch: Option<Answered>) -> String {
    let Some(Answered { done, total, rate }) = batch else { return String::new() };
    let Some(total) = total else { return format!("{done} answered; ") };
    let to_go = rate.and_then(|rate| to_go(done, total, rate)).map_or(String::new(), |to_go| format!(", {to_go}"));
    format!("{done} of {total} answered{to_go}; ")
}

/// How fast it goes, and how long the rest will take, where that is known.
fn told(report: &Report<'_>, rate: Option<f64>) -> Vec<String> {
    let Some(rate) = rate else { return Vec::new() };
    let to_go = report.total.and_then(|total| to_go(report.done, total, rate));
    std::iter::once(speed(rate)).chain(to_go).collect()
}

/// A rate with one digit at least.
fn speed(rate: f64) -> String {
    match rate {
        10.0.. => format!("{rate:.0} a second"),
        0.1.. | 0.0 => format!("{rate:.1} a second"),
        _ if rate * 60.0 >= 0.1 => format!("{:.1} a minute", rate * 60.0),
        _ => format!("{:.1} an hour", rate * 3600.0),
    }
}

/// How long the rest will take, if it goes on like this.
fn to_go(done: u64, total: u64, rate: f64) -> Option<String> {
    const YEAR: f64 = 3.2e7;
    let seconds = total.saturating_sub(done) as f64 / rate;
    if seconds <= YEAR {
        return Some(format!("{} to go", HumanDuration(Duration::from_secs_f64(seconds))));
    }
    // Nothing was done meanwhile: that may change.
    Some("years to go".into()).filter(|_| rate > 0.0)
}

fn bar(report: &Report<'_>) -> ProgressBar {
    let (length, template) = match report.total {
        Some(total) => (Some(total), "{prefix} {wide_bar} {human_pos}/{human_len} {msg}"),
        None => (None, "{spinner} {prefix} {human_pos} {msg}"),
    };
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    bar.set_style(ProgressStyle::with_template(template).expect("a valid template"));
    bar
}

impl Progress for Display {
    fn report(&self, report: &Report<'_>) {
        let Ok(mut state) = self.state.try_lock() else { return };
        let now = Instant::now();
        state.heard = Some(now);
        let (rate, time) = state.search.note(report, now);
        self.show(&mut state, report, rate, time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rate after reports of (milliseconds, phase, done).
    fn rate(reports: &[(u64, &str, u64)]) -> Option<f64> {
        let (mut pace, begun) = (Pace::default(), Instant::now());
        let mut rate = None;
        for &(time, phase, done) in reports {
            rate = pace.note(&Report { phase, done, total: None }, begun + Duration::from_millis(time)).0;
        }
        rate
    }

    #[test]
    fn a_phase_is_measured_by_its_own_clock() {
        assert_eq!(rate(&[(0, "a", 0), (1000, "a", 50)]), Some(50.0));
        // An hour of another phase before it.
        assert_eq!(rate(&[(0, "a", 0), (3_600_000, "b", 10), (3_602_000, "b", 50)]), Some(20.0));
        // The same search once more.
        assert_eq!(rate(&[(0, "a", 0), (90_000, "a", 900), (91_000, "a", 1), (92_000, "a", 31)]), Some(30.0));
        // One thread's report was late.
        assert_eq!(rate(&[(0, "a", 0), (900, "a", 900), (1000, "a", 890)]), Some(890.0));
        // Too early to tell.
        assert_eq!(rate(&[(0, "a", 7)]), None);
        assert_eq!(rate(&[(0, "a", 7), (100, "a", 9)]), None);
    }

    #[test]
    fn slow_and_fast() {
        let told: Vec<_> = [0.0, 1e4, 10.0, 0.25, 0.05, 1e-4].map(speed).into();
        let expected = ["0.0 a second", "10000 a second", "10 a second", "0.2 a second", "3.0 a minute", "0.4 an hour"];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_told_before_a_search() {
        let batch = |total, rate| answered(Some(Answered { done: 57, total, rate }));
        assert_eq!(batch(Some(60), Some(0.1)), "57 of 60 answered, 30 seconds to go; ");
        assert_eq!(batch(Some(60), None), "57 of 60 answered; ");
        assert_eq!(batch(None, Some(0.1)), "57 answered; ");
        assert_eq!(batch(Some(60), Some(0.0)), "57 of 60 answered; ");
        assert_eq!(batch(Some(60), Some(1e-9)), "57 of 60 answered, years to go; ");
        assert_eq!(answered(None), "");
    }
}
