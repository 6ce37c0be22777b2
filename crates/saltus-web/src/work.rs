//! Longer work, on threads that may block.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::http::StatusCode;
use saltus_api::clock::Instant;
use saltus_api::limits::Limits;

use crate::admission::{Interest, Lane};
use crate::answer::Fault;

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
    /// A picture: a GIF of many moves takes a second.
    pub(crate) const PICTURE: Cost = Cost { time: Duration::from_secs(10), memory: 128 << 20, nodes: 20_000 };
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

/// Does a short piece of work in its lane.
pub(crate) async fn within<T: Send + 'static>(
    lane: &Lane,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<T, Fault> {
    during(lane.enter().await?, work).await
}

/// Does work, and returns its leave; the work is cancelled when no request waits for it any more.
pub(crate) async fn during<T: Send + 'static>(
    leave: impl Send + 'static,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<T, Fault> {
    let interest = Interest::default();
    let lost = interest.lost();
    let done = apart(move || {
        let done = work(&lost);
        drop(leave);
        done
    });
    done.await
}

/// Does work on a thread that may be busy. A panic there is its own end only.
pub(crate) async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|failed| {
        if failed.is_panic() { Fault::bug() } else { Fault::busy(StatusCode::SERVICE_UNAVAILABLE, "the server ends") }
    })
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
