//! All shortest plays of a puzzle, one after the other, however many there are.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus::answers::Listing;
use saltus::record::Moves;
use serde_json::{Value, json};

use crate::FAMILIES;
use crate::waiting::{Costs, bug, heard, start};

/// Plays are handed over when they take this many bytes.
const BYTES: usize = 1 << 16;
/// The number of these that may wait.
const AHEAD: usize = 4;

/// An iterator over pieces of the list: each a list of plays as JSON. The first piece tells how many plays there are, or why there are none.
#[pyclass(frozen, module = "saltus._core")]
pub(crate) struct Plays {
    pieces: Mutex<Option<Receiver<Piece>>>,
    cancel: Arc<AtomicBool>,
}

/// None at the end; an error where a play failed its replay.
type Piece = Option<Result<Vec<u8>, String>>;

/// Lists the plays of a line, the first left out that are before `from`, counted from 0.
fn list(line: &str, from: u64, costs: Costs, cancel: &AtomicBool, send: &SyncSender<Piece>) {
    // Where nobody listens any more there is nothing to be done.
    let give = |told: Value| send.send(Some(Ok(told.to_string().into_bytes()))).is_ok();
    let instance = match FAMILIES.parse(line) {
        Ok(instance) => instance,
        Err(bad) => {
            give(json!({ "status": "bad", "column": bad.column, "because": bad.why }));
            return;
        }
    };
    let plays = match instance.list(&costs.limits(cancel)) {
        Listing::Solutions(plays) => plays,
        Listing::Unsolvable(because) => {
            give(json!({ "status": "unsolvable", "because": because }));
            return;
        }
        Listing::GaveUp(stop) => {
            give(json!({ "status": "gave-up", "because": stop.to_string() }));
            return;
        }
    };
    if !give(json!({ "status": "solved", "count": plays.count().to_string() })) {
        return;
    }
    let mut piece = Vec::new();
    let visited = plays.visit(&from.into(), &mut |play| {
        play.replay(&play.moves()).map_err(|fault| io::Error::other(fault.to_string()))?;
        piece.push(if piece.is_empty() { b'[' } else { b',' });
        serde_json::to_writer(&mut piece, &Moves::all(play))?;
        if piece.len() < BYTES {
            return Ok(!cancel.load(Ordering::Relaxed));
        }
        piece.push(b']');
        Ok(send.send(Some(Ok(std::mem::take(&mut piece)))).is_ok())
    });
    if let Err(error) = visited {
        let _ = send.send(Some(Err(error.to_string())));
        return;
    }
    if !piece.is_empty() {
        piece.push(b']');
        let _ = send.send(Some(Ok(piece)));
    }
}

#[pymethods]
impl Plays {
    #[new]
    #[pyo3(signature = (line, after, *, seconds, memory, nodes, threads))]
    fn new(line: String, after: u64, seconds: Option<f64>, memory: u64, nodes: u64, threads: usize) -> PyResult<Self> {
        let (send, pieces) = mpsc::sync_channel(AHEAD);
        let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds, memory, nodes, threads });
        let stop = Arc::clone(&cancel);
        start(move || {
            list(&line, after, costs, &stop, &send);
            let _ = send.send(None);
        })?;
        Ok(Plays { pieces: Mutex::new(Some(pieces)), cancel })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        // Another thread that asks meanwhile finds nothing.
        let Some(pieces) = self.held().take() else { return Ok(None) };
        match heard(py, pieces, &self.cancel)? {
            (_, None) => Ok(None),
            (_, Some(Err(_))) => Err(bug()),
            (pieces, Some(Ok(piece))) => {
                *self.held() = Some(pieces);
                Ok(Some(PyBytes::new(py, &piece)))
            }
        }
    }
}

impl Plays {
    fn held(&self) -> std::sync::MutexGuard<'_, Option<Receiver<Piece>>> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Plays {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
