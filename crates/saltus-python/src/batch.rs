//! Many requests on several threads, answered in their order.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus_api::limits::{Limits, Share};
use saltus_api::{Reply, local};

use crate::waiting::{Costs, STACK, STEP, bug};
use crate::{FAMILIES, word};

/// The greatest number of answers that wait to be taken.
const AHEAD: usize = 4096;

/// An iterator over the answers to requests of one name, each a word and its bytes.
///
/// Threads begin at once and go on until `AHEAD` answers wait. They end when the iterator is dropped.
#[pyclass(frozen, module = "saltus._core")]
pub(crate) struct Batch(Arc<Shared>);

struct Shared {
    name: String,
    requests: Vec<Vec<u8>>,
    /// Of all answers under way together.
    memory: u64,
    nodes: u64,
    threads: usize,
    cancel: AtomicBool,
    state: Mutex<State>,
    /// Answers have come, or have been taken.
    changed: Condvar,
    /// Held by an answer that needs more than its share of the memory.
    alone: Mutex<()>,
}

#[derive(Default)]
struct State {
    /// The next request to be answered.
    next: usize,
    /// The next answer to be taken.
    taken: usize,
    /// Answers that wait; none where answering panicked.
    answers: BTreeMap<usize, Option<Reply>>,
}

impl Shared {
    /// Nothing that is held across a panic is left in pieces.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// What each thread does.
    fn work(&self) {
        while let Some(number) = self.begin() {
            let reply = panic::catch_unwind(AssertUnwindSafe(|| self.answer(&self.requests[number]))).ok();
            self.state().answers.insert(number, reply);
            self.changed.notify_all();
        }
    }

    /// The next request, as soon as there is room for its answer.
    fn begin(&self) -> Option<usize> {
        let mut state = self.state();
        loop {
            if self.is_cancelled() || state.next == self.requests.len() {
                return None;
            }
            if state.next < state.taken + AHEAD {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// With a share of the memory; where that was too little, alone with all of it.
    fn answer(&self, request: &[u8]) -> Reply {
        let costs = Costs { seconds: None, memory: self.memory, nodes: self.nodes, threads: 1 };
        let (short, whole) = (AtomicBool::new(false), costs.limits(&self.cancel));
        let memory = self.memory / self.threads as u64;
        let part = Limits { memory, share: Some(Share { whole: self.memory, short: &short }), ..whole };
        let reply = local::call(&FAMILIES, &self.name, request, &part);
        if !short.load(Ordering::Relaxed) {
            return reply;
        }
        let _alone = self.alone.lock().unwrap_or_else(PoisonError::into_inner);
        local::call(&FAMILIES, &self.name, request, &whole)
    }

    /// The next answer, if it comes within a step; none where all are taken.
    fn take(&self) -> Option<Taken> {
        let mut state = self.state();
        let number = state.taken;
        if number == self.requests.len() {
            return None;
        }
        if !state.answers.contains_key(&number) {
            let waited = self.changed.wait_timeout(state, STEP);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let Some(reply) = state.answers.remove(&number) else { return Some(Taken::Nothing) };
        state.taken += 1;
        drop(state);
        self.changed.notify_all();
        Some(Taken::Reply(reply))
    }
}

enum Taken {
    Nothing,
    Reply(Option<Reply>),
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (name, requests, *, memory, nodes, threads))]
    fn new(name: String, requests: Vec<Vec<u8>>, memory: u64, nodes: u64, threads: usize) -> PyResult<Self> {
        let (cancel, state, changed) = (AtomicBool::new(false), Mutex::default(), Condvar::new());
        let threads = threads.clamp(1, requests.len().max(1));
        let alone = Mutex::default();
        let shared = Arc::new(Shared { name, requests, memory, nodes, threads, cancel, state, changed, alone });
        let batch = Batch(Arc::clone(&shared));
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("saltus".into()).stack_size(STACK).spawn(move || shared.work())?;
        }
        Ok(batch)
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<(&'static str, Bound<'py, PyBytes>)>> {
        loop {
            match py.detach(|| self.0.take()) {
                None => return Ok(None),
                Some(Taken::Reply(Some(Reply { kind, bytes, .. }))) => {
                    return Ok(Some((word(kind), PyBytes::new(py, &bytes))));
                }
                Some(Taken::Reply(None)) => return Err(bug()),
                Some(Taken::Nothing) => py.check_signals().inspect_err(|_| self.0.stop())?,
            }
        }
    }

    fn __len__(&self) -> usize {
        self.0.requests.len()
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.0.stop();
    }
}
