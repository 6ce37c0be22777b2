//! All positions that can be reached from a start, as arrays.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus::answers::Answers;
use saltus::limits::Limits;
use saltus::plan::Picture;
use saltus::space::Space as Positions;

use crate::FAMILIES;
use crate::waiting::{Costs, STACK, bug, heard};

/// A number for "out of reach".
const NONE: u16 = u16::MAX;

/// The positions of a line. They live on a thread of their own, which answers one question after another.
#[pyclass(frozen, module = "saltus._core")]
pub(crate) struct Space {
    /// Questions, and their answers in the same order.
    line: Mutex<Option<(Sender<Question>, Receiver<Answer>)>>,
    cancel: Arc<AtomicBool>,
    #[pyo3(get)]
    positions: usize,
    from_start: Vec<u16>,
    to_goal: Vec<u16>,
    starts: Vec<u64>,
    next: Vec<u32>,
    /// For each of these whether it is a best move: one of a shortest play.
    best: Vec<u8>,
}

enum Question {
    /// The line of a position.
    Line(usize),
    /// The position of a line.
    Position(String),
    /// What is on each cell of every position.
    Boards,
}

enum Answer {
    /// There is no space, and why.
    Refused(String),
    Stopped(String),
    Arrays {
        from_start: Vec<u16>,
        to_goal: Vec<u16>,
        starts: Vec<u64>,
        next: Vec<u32>,
        best: Vec<u8>,
    },
    Line(Option<String>),
    Position(Option<usize>),
    Boards {
        labels: Vec<String>,
        cells: usize,
        codes: Vec<u8>,
    },
}

/// What the thread knows.
struct Known<'a> {
    positions: Positions<'a>,
    /// The positions of all lines, as soon as somebody asks for one.
    by_line: Option<HashMap<String, u32>>,
}

fn live(line: &str, costs: Costs, cancel: &AtomicBool, questions: &Receiver<Question>, answers: &Sender<Answer>) {
    // Where nobody listens any more the next question does not come.
    let give = |answer| drop(answers.send(answer));
    let instance = match FAMILIES.parse(line) {
        Ok(instance) => instance,
        Err(bad) => return give(Answer::Refused(bad.why)),
    };
    let positions = match instance.space(&costs.limits(cancel)) {
        Ok(positions) => positions,
        Err(stop) => return give(Answer::Stopped(stop.to_string())),
    };
    give(arrays(&positions));
    // The time is for the search; later questions take what they take.
    let limits = &Costs { seconds: None, ..costs }.limits(cancel);
    let mut known = Known { positions, by_line: None };
    while let Ok(question) = questions.recv() {
        give(match question {
            Question::Line(at) => Answer::Line(known.line(at)),
            Question::Position(line) => Answer::Position(known.position(&line, limits)),
            Question::Boards => known.boards(&*instance, limits),
        });
    }
}

fn arrays(positions: &Positions<'_>) -> Answer {
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
    Answer::Arrays { from_start, to_goal, starts, next, best }
}

impl Known<'_> {
    fn line(&self, at: usize) -> Option<String> {
        self.positions.instance(at).map(|instance| instance.to_string())
    }

    fn position(&mut self, line: &str, limits: &Limits<'_>) -> Option<usize> {
        let line = FAMILIES.parse(line).ok()?.to_string();
        if self.by_line.is_none() {
            let mut by_line = HashMap::new();
            for at in 0..self.positions.positions() {
                if at % 1024 == 0 {
                    limits.spend(0, 0).ok()?;
                }
                by_line.extend(self.line(at).map(|line| (line, at as u32)));
            }
            self.by_line = Some(by_line);
        }
        self.by_line.as_ref()?.get(&line).map(|&at| at as usize)
    }

    /// A code for each cell: the place of its label among the labels, those of the puzzle's material first.
    fn boards(&self, instance: &dyn Answers, limits: &Limits<'_>) -> Answer {
        let material = match instance.material() {
            Ok(material) => material,
            Err(too_large) => return Answer::Stopped(too_large.to_string()),
        };
        let mut labels: Vec<String> = material.palette.into_iter().map(|spot| spot.label).collect();
        let mut codes = Vec::new();
        for at in 0..self.positions.positions() {
            if at % 1024 == 0
                && let Err(stop) = limits.spend(0, codes.len() as u64)
            {
                return Answer::Stopped(stop.to_string());
            }
            let Some(Picture::Drawn(scene)) = self.positions.instance(at).map(|instance| instance.picture()) else {
                return Answer::Refused("not every position of this puzzle can be written as a line of its own".into());
            };
            for spot in scene.spots() {
                let code = labels.iter().position(|label| *label == spot.label).unwrap_or_else(|| {
                    labels.push(spot.label.clone());
                    labels.len() - 1
                });
                let Ok(code) = u8::try_from(code) else {
                    return Answer::Refused("there are more than 256 kinds of cells".into());
                };
                codes.push(code);
            }
        }
        Answer::Boards { labels, cells: codes.len() / self.positions.positions(), codes }
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
    fn ask(&self, py: Python<'_>, question: Question) -> PyResult<Answer> {
        let Some((questions, mut answers)) = self.line.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Err(PyValueError::new_err(
                "this space was interrupted, or another thread asks it at the same time",
            ));
        };
        questions.send(question).map_err(|_| bug())?;
        loop {
            let (again, answer) = heard(py, answers);
            answers = again;
            if let Some(answer) = answer {
                *self.line.lock().unwrap_or_else(PoisonError::into_inner) = Some((questions, answers));
                return answer;
            }
            py.check_signals().inspect_err(|_| self.cancel.store(true, Ordering::Relaxed))?;
        }
    }
}

#[pymethods]
impl Space {
    #[new]
    #[pyo3(signature = (line, *, seconds, memory, nodes))]
    fn new(py: Python<'_>, line: String, seconds: Option<f64>, memory: u64, nodes: u64) -> PyResult<Self> {
        let (questions, asked) = mpsc::channel();
        let (answers, mut told) = mpsc::channel();
        let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds, memory, nodes, threads: 1 });
        let stop = Arc::clone(&cancel);
        let work = move || {
            // After a panic nobody answers any more, which is an exception for who asks.
            let _ = panic::catch_unwind(AssertUnwindSafe(|| live(&line, costs, &stop, &asked, &answers)));
        };
        thread::Builder::new().name("saltus".into()).stack_size(STACK).spawn(work)?;
        let first = loop {
            let (again, first) = heard(py, told);
            told = again;
            if let Some(first) = first {
                break first?;
            }
            py.check_signals().inspect_err(|_| cancel.store(true, Ordering::Relaxed))?;
        };
        match first {
            Answer::Arrays { from_start, to_goal, starts, next, best } => Ok(Space {
                line: Mutex::new(Some((questions, told))),
                cancel,
                positions: from_start.len(),
                from_start,
                to_goal,
                starts,
                next,
                best,
            }),
            Answer::Stopped(why) => Err(PyMemoryError::new_err(why)),
            Answer::Refused(why) => Err(PyValueError::new_err(why)),
            Answer::Line(_) | Answer::Position(_) | Answer::Boards { .. } => Err(bug()),
        }
    }

    /// Distances from the start and to the goal, as numbers of 16 bits.
    fn distances<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        (bytes!(py, self.from_start), bytes!(py, self.to_goal))
    }

    /// Where the moves of each position begin, of 64 bits, where all moves lead, of 32 bits, and whether they are best, of 8 bits.
    fn moves<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        (bytes!(py, self.starts), bytes!(py, self.next), PyBytes::new(py, &self.best))
    }

    /// The line of a position, where the notation has it.
    fn line(&self, py: Python<'_>, at: usize) -> PyResult<Option<String>> {
        if at >= self.positions {
            return Err(PyIndexError::new_err(format!("there are only {} positions", self.positions)));
        }
        match self.ask(py, Question::Line(at))? {
            Answer::Line(line) => Ok(line),
            _ => Err(bug()),
        }
    }

    /// The position of a line, if it is one of them.
    fn position(&self, py: Python<'_>, line: String) -> PyResult<Option<usize>> {
        match self.ask(py, Question::Position(line))? {
            Answer::Position(at) => Ok(at),
            _ => Err(bug()),
        }
    }

    /// The labels, the number of cells, and for each cell of every position the place of its label.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<(Vec<String>, usize, Bound<'py, PyBytes>)> {
        match self.ask(py, Question::Boards)? {
            Answer::Boards { labels, cells, codes } => Ok((labels, cells, PyBytes::new(py, &codes))),
            Answer::Stopped(why) => Err(PyMemoryError::new_err(why)),
            Answer::Refused(why) => Err(PyValueError::new_err(why)),
            Answer::Arrays { .. } | Answer::Line(_) | Answer::Position(_) => Err(bug()),
        }
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
