//! Progress on standard error: a bar on a terminal, lines elsewhere, and nothing for work that ends
//! within a second.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
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

/// Shows the progress of searches.
pub struct Display {
    mode: Mode,
    begun: Instant,
    state: Mutex<State>,
}

struct State {
    bar: Option<ProgressBar>,
    shown: Option<Instant>,
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
        Some(Display { mode, begun: Instant::now(), state: Mutex::new(State { bar: None, shown: None }) })
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = self.state.lock().ok().and_then(|mut state| state.bar.take()) {
            bar.finish_and_clear();
        }
    }

    fn line(&self, report: &Report<'_>) {
        let Report { phase, done, total } = report;
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = *done as f64 / seconds.max(1e-9);
        // If progress cannot be written, that is not an error.
        let _ = match (self.mode, total) {
            (Mode::Json, _) => {
                let record = serde_json::json!({
                    "progress": phase, "done": done, "total": total, "seconds": seconds, "rate": rate
                });
                writeln!(std::io::stderr(), "{record}")
            }
            (_, Some(total)) => {
                let to_go = to_go(*done, *total, rate);
                writeln!(std::io::stderr(), "{phase}: {done} of {total}, {rate:.0} a second, {to_go}")
            }
            (_, None) => writeln!(std::io::stderr(), "{phase}: {done}, {rate:.0} a second"),
        };
    }
}

/// How long the rest will take, if it goes on like this.
fn to_go(done: u64, total: u64, rate: f64) -> String {
    const YEAR: f64 = 3.2e7;
    let seconds = total.saturating_sub(done) as f64 / rate.max(1e-9);
    if seconds > YEAR {
        "years to go".into()
    } else {
        format!("{} to go", HumanDuration(Duration::from_secs_f64(seconds)))
    }
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
        if self.begun.elapsed() < Self::PATIENCE {
            return;
        }
        let Ok(mut state) = self.state.try_lock() else { return };
        if self.mode == Mode::Auto {
            let bar = state.bar.get_or_insert_with(|| bar(report));
            let rate = report.done as f64 / self.begun.elapsed().as_secs_f64();
            let to_go = report.total.map_or(String::new(), |total| format!(", {}", to_go(report.done, total, rate)));
            bar.set_prefix(report.phase.to_owned());
            bar.set_message(format!("{}/s{to_go}", HumanCount(rate as u64)));
            bar.set_position(report.done);
        } else if state.shown.is_none_or(|shown| shown.elapsed() >= Self::BETWEEN_LINES) {
            state.shown = Some(Instant::now());
            self.line(report);
        }
    }
}
