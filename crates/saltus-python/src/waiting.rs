//! Long calls: on a thread of their own, while the thread that asked listens to signals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use saltus_api::clock::Instant;
use saltus_api::limits::Limits;

/// How often signals are looked for.
pub(crate) const STEP: Duration = Duration::from_millis(50);

/// As much as the first thread of a program has; a search may go as deep as its play is long.
const STACK: usize = 8 << 20;

/// What an answer may cost.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    pub(crate) seconds: Option<f64>,
    pub(crate) memory: u64,
    pub(crate) nodes: u64,
    pub(crate) threads: usize,
}

impl Costs {
    /// From now on, until `cancel` is set.
    pub(crate) fn limits<'a>(&self, cancel: &'a AtomicBool) -> Limits<'a> {
        let time = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        // A time that no clock shows is none.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let Costs { memory, nodes, threads, .. } = *self;
        Limits { deadline, memory, nodes, threads, cancel: Some(cancel), ..Limits::DEFAULT }
    }
}

/// A panic as an exception; its message is on standard error already.
pub(crate) fn bug() -> PyErr {
    PyRuntimeError::new_err("this is a bug of saltus; please report it with the message on standard error")
}

/// What `work` gives, on a thread of its own.
pub(crate) fn waiting<T: Send + 'static>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (send, found) = mpsc::channel();
    start(move || drop(send.send(work())))?;
    heard(py, found, cancel).map(|(_, found)| found)
}

/// Starts a thread. Where nobody listens any more it was stopped; a panic is the end of what it sends.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> PyResult<()> {
    thread::Builder::new().name("saltus".into()).stack_size(STACK).spawn(work)?;
    Ok(())
}

/// Waits for what another thread sends, with Python's lock released. When a signal raises an exception, `cancel` is set, and the exception goes on when the
/// work has ended, or after another step: what does not hear of it at once ends later, and what it gives is thrown away.
pub(crate) fn heard<T: Send>(py: Python<'_>, mut from: Receiver<T>, cancel: &AtomicBool) -> PyResult<(Receiver<T>, T)> {
    // The receiver comes back, since only one thread may have it.
    let step = |from: Receiver<T>| {
        py.detach(move || {
            let found = from.recv_timeout(STEP);
            (from, found)
        })
    };
    loop {
        let (again, found) = step(from);
        from = again;
        match found {
            Ok(found) => return Ok((from, found)),
            Err(RecvTimeoutError::Disconnected) => return Err(bug()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(raised) = py.check_signals() {
            cancel.store(true, Ordering::Relaxed);
            drop(step(from));
            return Err(raised);
        }
    }
}
