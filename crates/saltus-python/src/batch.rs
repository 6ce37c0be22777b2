//! Many requests on several threads, answered in their order.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus::pending::{Most, NextAnswer, Pending, TakenJob};
use saltus_api::limits::MemoryPool;
use saltus_api::{Reply, local};

use crate::waiting::{Costs, STEP, bug, start};
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
    costs: Costs,
    memory: MemoryPool,
    cancel: Arc<AtomicBool>,
    /// The numbers of requests, and their answers; none where answering panicked.
    pending: Pending<usize, Option<Reply>, Arc<AtomicBool>>,
}

impl Shared {
    fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.pending.wake();
    }

    /// What one thread does: tells the others which requests there are.
    fn ask(&self) {
        let numbers = 0..self.requests.len();
        numbers.take_while(|_| !self.cancel.load(Ordering::Relaxed)).for_each(|number| self.pending.push(number, 0));
        self.pending.end();
    }

    /// What each of the others does.
    fn work(&self) {
        while let Some(TakenJob { number, job, .. }) = self.pending.take() {
            let whole = || self.costs.limits(&self.cancel);
            let answer = || {
                self.memory
                    .share(1, &whole, &mut |limits| local::call(&FAMILIES, &self.name, &self.requests[job], limits))
            };
            self.pending.done(number, panic::catch_unwind(AssertUnwindSafe(answer)).ok(), 0);
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (name, requests, *, memory, nodes, threads))]
    fn new(name: String, requests: Vec<Vec<u8>>, memory: u64, nodes: u64, threads: usize) -> PyResult<Self> {
        let threads = threads.clamp(1, requests.len().max(1));
        let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds: None, memory, nodes, threads: 1 });
        let pending = Pending::new(Most { slots: AHEAD, bytes: u64::MAX }, Arc::clone(&cancel));
        let shared = Arc::new(Shared { name, requests, costs, memory: MemoryPool::new(threads), cancel, pending });
        let batch = Batch(Arc::clone(&shared));
        let asking = Arc::clone(&shared);
        start(move || asking.ask())?;
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            start(move || shared.work())?;
        }
        Ok(batch)
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<(&'static str, Bound<'py, PyBytes>)>> {
        loop {
            match py.detach(|| self.0.pending.next(STEP)) {
                NextAnswer::End => return Ok(None),
                NextAnswer::Answer(Some(Reply { kind, bytes, .. })) => {
                    return Ok(Some((word(kind), PyBytes::new(py, &bytes))));
                }
                NextAnswer::Answer(None) => return Err(bug()),
                NextAnswer::NotYet(_) => py.check_signals().inspect_err(|_| self.0.stop())?,
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
