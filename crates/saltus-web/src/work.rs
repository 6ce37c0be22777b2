//! Work that takes a while, on threads that may be busy.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use saltus::catalog::{self, Subject};
use saltus::limits::Limits;

use crate::admission::{Interest, Lane};
use crate::answer::Fault;

/// Boards have no more cells than this.
const MOST_CELLS: u32 = 1 << 20;
/// Boards that are shown have no more.
const MOST_SHOWN: u32 = 1 << 12;

/// A short line may name a large board, which is known when it has been read; so only one is read at a time.
static READING: Mutex<()> = Mutex::new(());

/// What a piece of work may cost.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) time: Duration,
    pub(crate) memory: u64,
    pub(crate) nodes: u64,
}

impl Cost {
    /// A first look at what may turn out to be hard.
    pub(crate) const QUICK: Cost = Cost { time: Duration::from_millis(50), memory: 32 << 20, nodes: 20_000 };
    /// Whether a position can still be won.
    pub(crate) const CHECK: Cost = Cost { time: Duration::from_secs(1), memory: 64 << 20, nodes: 500_000 };
    /// A hint, or what theory says.
    pub(crate) const HINT: Cost = Cost { time: Duration::from_secs(2), memory: 128 << 20, nodes: 2_000_000 };

    /// From now on, until `lost` is set.
    pub(crate) fn limits(self, lost: &AtomicBool) -> Limits<'_> {
        Limits {
            deadline: Some(Instant::now() + self.time),
            memory: self.memory,
            nodes: self.nodes,
            cancel: Some(lost),
            ..Limits::DEFAULT
        }
    }
}

/// Reads a line.
pub(crate) fn parse(line: &str) -> Result<Box<dyn Subject>, Fault> {
    let reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
    let subject = bounded(catalog::parse(line)?, MOST_CELLS);
    drop(reading);
    subject
}

/// Reads a line that names a board to be shown.
pub(crate) fn board(line: &str) -> Result<Box<dyn Subject>, Fault> {
    bounded(parse(line)?, MOST_SHOWN)
}

fn bounded(subject: Box<dyn Subject>, most: u32) -> Result<Box<dyn Subject>, Fault> {
    if subject.size() <= most.into() {
        return Ok(subject);
    }
    Err(Fault::too_much(format!("the board has {} cells; here it may have {most}", shown(&subject.size().to_string()))))
}

/// A number that may have thousands of digits.
fn shown(number: &str) -> String {
    const MOST: usize = 30;
    if number.len() <= MOST { number.to_owned() } else { format!("a number of {} digits of", number.len()) }
}

/// Does a short piece of work in its lane; it is told when nobody waits for it any more.
pub(crate) async fn within<T: Send + 'static>(
    lane: &Lane,
    work: impl FnOnce(&AtomicBool) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let place = lane.enter().await?;
    let interest = Interest::default();
    let lost = interest.lost();
    let done = apart(move || {
        let done = work(&lost);
        drop(place);
        done
    });
    done.await
}

/// Does work on a thread that may be busy. A panic there is its own end only.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(failed) if failed.is_panic() => Err(Fault::bug()),
        Err(_) => Err(Fault::busy(StatusCode::SERVICE_UNAVAILABLE, "the server ends")),
    }
}

/// The limits of searches that were asked for.
pub(crate) struct Grant {
    pub(crate) cost: Cost,
    pub(crate) threads: usize,
    pub(crate) cache: Option<Arc<Path>>,
}

impl Grant {
    pub(crate) fn limits<'a>(&'a self, lost: &'a AtomicBool) -> Limits<'a> {
        Limits { threads: self.threads, cache: self.cache.as_deref(), ..self.cost.limits(lost) }
    }
}
