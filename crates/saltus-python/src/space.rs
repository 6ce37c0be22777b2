//! All positions that can be reached from a start, as arrays.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus::answers::Answers;
use saltus::limits::Limits;
use saltus::plan::Picture;
use saltus::space::Space as Positions;

use crate::FAMILIES;
use crate::waiting::{Costs, bug, heard, start};

/// A number for "out of reach".
const NONE: u16 = u16::MAX;

/// The positions of a line. They live on a thread of their own, which answers one question after another.
#[pyclass(frozen, module = "saltus._core")]
pub(crate) struct Space {
    questions: Mutex<Option<Sender<Question>>>,
    cancel: Arc<AtomicBool>,
    #[pyo3(get)]
    positions: usize,
    arrays: Arrays,
}

struct Arrays {
    from_start: Vec<u16>,
    to_goal: Vec<u16>,
    starts: Vec<u64>,
    next: Vec<u32>,
    /// For each of these whether it is a best move: one of a shortest play.
    best: Vec<u8>,
}

type Question = Box<dyn FnOnce(&mut Known<'_>) + Send>;

/// What the thread knows.
struct Known<'a> {
    instance: &'a dyn Answers,
    positions: Positions<'a>,
    limits: Limits<'a>,
    /// The positions of all lines, as soon as somebody asks for one.
    by_line: Option<HashMap<String, u32>>,
}

/// Tells the arrays first, and then answers. Where there is no space, why.
fn live(
    line: &str,
    costs: Costs,
    cancel: &AtomicBool,
    tell: &Sender<PyResult<Arrays>>,
    questions: &Receiver<Question>,
) -> PyResult<()> {
    let instance = FAMILIES.parse(line).map_err(|bad| PyValueError::new_err(bad.why))?;
    let positions = instance.space(&costs.limits(cancel)).map_err(stopped)?;
    // Where nobody listens any more the next question does not come.
    let _ = tell.send(Ok(arrays(&positions)));
    // The time is for the search; later questions take what they take.
    let limits = Costs { seconds: None, ..costs }.limits(cancel);
    let mut known = Known { instance: &*instance, positions, limits, by_line: None };
    while let Ok(question) = questions.recv() {
        question(&mut known);
    }
    Ok(())
}

fn stopped(why: impl Display) -> PyErr {
    PyMemoryError::new_err(why.to_string())
}

fn arrays(positions: &Positions<'_>) -> Arrays {
    let all = 0..positions.positions();
    let (mut starts, mut next, mut best) = (vec![0], Vec::new(), Vec::new());
    for at in all.clone() {
        let is_best = |to: &u32| positions.best(at).any(|best| best == *to as usize);
        best.extend(positions.moves(at).iter().map(|to| u8::from(is_best(to))));
        next.extend_from_slice(positions.moves(at));
        starts.push(next.len() as u64);
    }
    let short = |number: u32| u16::try_from(number).unwrap_or(NONE);
    let from_start = all.clone().map(|at| short(positions.from_start(at))).collect();
    let to_goal = all.map(|at| positions.to_goal(at).map_or(NONE, |(cost, _)| short(cost))).collect();
    Arrays { from_start, to_goal, starts, next, best }
}

impl Known<'_> {
    fn line(&self, at: usize) -> Option<String> {
        self.positions.instance(at).map(|instance| instance.to_string())
    }

    fn position(&mut self, line: &str) -> Option<usize> {
        let line = FAMILIES.parse(line).ok()?.to_string();
        if self.by_line.is_none() {
            let mut by_line = HashMap::new();
            for at in 0..self.positions.positions() {
                if at % 1024 == 0 {
                    self.limits.spend(0, 0).ok()?;
                }
                by_line.extend(self.line(at).map(|line| (line, at as u32)));
            }
            self.by_line = Some(by_line);
        }
        self.by_line.as_ref()?.get(&line).map(|&at| at as usize)
    }

    /// A code for each cell: the place of its label among the labels, those of the puzzle's material first.
    fn boards(&self) -> PyResult<(Vec<String>, usize, Vec<u8>)> {
        let material = self.instance.material().map_err(stopped)?;
        let mut labels: Vec<String> = material.palette.into_iter().map(|spot| spot.label).collect();
        let mut codes = Vec::new();
        for at in 0..self.positions.positions() {
            if at % 1024 == 0 {
                self.limits.spend(0, codes.len() as u64).map_err(stopped)?;
            }
            let Some(Picture::Drawn(scene)) = self.positions.instance(at).map(|instance| instance.picture()) else {
                let why = "not every position of this puzzle can be written as a line of its own";
                return Err(PyValueError::new_err(why));
            };
            for spot in scene.spots() {
                let code = labels.iter().position(|label| *label == spot.label).unwrap_or_else(|| {
                    labels.push(spot.label.clone());
                    labels.len() - 1
                });
                let code = u8::try_from(code);
                codes.push(code.map_err(|_| PyValueError::new_err("there are more than 256 kinds of cells"))?);
            }
        }
        Ok((labels, codes.len() / self.positions.positions(), codes))
    }
}

/// The bytes of numbers, as the machine has them.
macro_rules! bytes {
    ($py:expr, $numbers:expr) => {{
        let bytes: Vec<u8> = $numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
        PyBytes::new($py, &bytes)
    }};
}

impl Space {
    /// Asks the thread.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut Known<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let Some(questions) = self.questions.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Err(PyValueError::new_err(
                "this space was interrupted, or another thread asks it at the same time",
            ));
        };
        let (send, answer) = mpsc::channel();
        questions.send(Box::new(move |known| drop(send.send(question(known))))).map_err(|_| bug())?;
        let (_, answer) = heard(py, answer, &self.cancel)?;
        *self.questions.lock().unwrap_or_else(PoisonError::into_inner) = Some(questions);
        Ok(answer)
    }
}

#[pymethods]
impl Space {
    #[new]
    #[pyo3(signature = (line, *, seconds, memory, nodes))]
    fn new(py: Python<'_>, line: String, seconds: Option<f64>, memory: u64, nodes: u64) -> PyResult<Self> {
        let (questions, asked) = mpsc::channel();
        let (tell, told) = mpsc::channel();
        let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds, memory, nodes, threads: 1 });
        let stop = Arc::clone(&cancel);
        start(move || {
            if let Err(why) = live(&line, costs, &stop, &tell, &asked) {
                let _ = tell.send(Err(why));
            }
        })?;
        let (_, arrays) = heard(py, told, &cancel)?;
        let arrays = arrays?;
        Ok(Space { questions: Mutex::new(Some(questions)), cancel, positions: arrays.from_start.len(), arrays })
    }

    /// Distances from the start and to the goal, as numbers of 16 bits.
    fn distances<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        (bytes!(py, self.arrays.from_start), bytes!(py, self.arrays.to_goal))
    }

    /// Where the moves of each position begin, of 64 bits, where all moves lead, of 32 bits, and whether they are best, of 8 bits.
    fn moves<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        (bytes!(py, self.arrays.starts), bytes!(py, self.arrays.next), PyBytes::new(py, &self.arrays.best))
    }

    /// The line of a position, where the notation has it.
    fn line(&self, py: Python<'_>, at: usize) -> PyResult<Option<String>> {
        if at >= self.positions {
            return Err(PyIndexError::new_err(format!("there are only {} positions", self.positions)));
        }
        self.ask(py, move |known| known.line(at))
    }

    /// The position of a line, if it is one of them.
    fn position(&self, py: Python<'_>, line: String) -> PyResult<Option<usize>> {
        self.ask(py, move |known| known.position(&line))
    }

    /// The labels, the number of cells, and for each cell of every position the place of its label.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<(Vec<String>, usize, Bound<'py, PyBytes>)> {
        let (labels, cells, codes) = self.ask(py, |known| known.boards())??;
        Ok((labels, cells, PyBytes::new(py, &codes)))
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
