//! Rules that are written in Python, for the generic searches.
//!
//! Positions are kept by Python and numbered here; a search sees the numbers. It runs on the thread that asked, with Python's lock, since every step
//! of it calls Python.

use std::cell::RefCell;
use std::fmt::{self, Debug, Formatter};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use saltus::limits::Limits;
use saltus::puzzle::{Bound as LowerBound, Puzzle, Refusal, Undo};
use saltus::search::Halted;
use saltus::search::erased::{Abilities, Typed};
use saltus::search::named::{Answer, LIST, Named, named};

use crate::waiting::Costs;

/// A puzzle in Python.
struct Own {
    rules: Py<PyAny>,
    has_bound: bool,
    has_key: bool,
    /// The number of each position, by its key.
    numbers: Py<PyDict>,
    positions: RefCell<Vec<Py<PyAny>>>,
    start: u32,
    /// What the rules raised; nothing is asked of them any more.
    raised: RefCell<Option<PyErr>>,
    cancel: AtomicBool,
}

/// A move, with the position that it is made from.
#[derive(Clone)]
struct Made {
    from: u32,
    object: Rc<Py<PyAny>>,
}

impl PartialEq for Made {
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from && Rc::ptr_eq(&self.object, &other.object)
    }
}

impl Eq for Made {}

impl Debug for Made {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "a move from position {}", self.from)
    }
}

impl Own {
    fn new(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = rules.py();
        let mut own = Own {
            rules: rules.clone().unbind(),
            has_bound: rules.hasattr("bound")?,
            has_key: rules.hasattr("key")?,
            numbers: PyDict::new(py).unbind(),
            positions: RefCell::default(),
            start: 0,
            raised: RefCell::new(None),
            cancel: AtomicBool::new(false),
        };
        own.start = own.number(rules.call_method0("start")?)?;
        Ok(own)
    }

    fn number(&self, position: Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let key = if self.has_key { self.rules.bind(py).call_method1("key", (&position,))? } else { position.clone() };
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(&key)? {
            return number.extract();
        }
        let mut positions = self.positions.borrow_mut();
        let number = positions.len() as u32;
        numbers.set_item(key, number)?;
        positions.push(position.unbind());
        Ok(number)
    }

    /// The method of a name, of a position.
    fn ask<'py>(&self, py: Python<'py>, method: &str, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let position = self.positions.borrow()[number as usize].clone_ref(py);
        self.rules.bind(py).call_method1(method, (position,))
    }

    /// What Python gives, or the other value from the first exception on.
    fn or<T>(&self, other: T, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.raised.borrow().is_some() {
            return other;
        }
        Python::attach(ask).unwrap_or_else(|raised| {
            *self.raised.borrow_mut() = Some(raised);
            self.cancel.store(true, Ordering::Relaxed);
            other
        })
    }
}

impl Puzzle for Own {
    type State = u32;
    type Move = Made;

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, &state: &u32) -> bool {
        self.or(false, |py| self.ask(py, "is_goal", state)?.is_truthy())
    }

    fn moves(&self, &state: &u32, buffer: &mut Vec<Made>) {
        let moves = self.or(Vec::new(), |py| {
            let moves = self.ask(py, "moves", state)?.try_iter()?;
            moves.map(|object| Ok(Made { from: state, object: Rc::new(object?.unbind()) })).collect()
        });
        buffer.extend(moves);
    }

    fn check(&self, _: &u32, _: &Made) -> Result<(), Refusal> {
        Ok(())
    }

    fn play(&self, state: &mut u32, mv: &Made) {
        *state = self.or(*state, |py| {
            let position = self.positions.borrow()[*state as usize].clone_ref(py);
            self.number(self.rules.bind(py).call_method1("play", (position, mv.object.bind(py)))?)
        });
    }

    fn heap_bytes(&self) -> usize {
        // An entry of a dictionary, its number, and a small object.
        200
    }
}

impl Undo for Own {
    fn undo(&self, state: &mut u32, mv: &Made) {
        *state = mv.from;
    }
}

/// The method `bound`; what knows nothing where there is none.
struct OwnBound;

impl LowerBound<Own> for OwnBound {
    fn of(&self, own: &Own, &state: &u32) -> u32 {
        if !own.has_bound {
            return 0;
        }
        own.or(0, |py| {
            let bound = own.ask(py, "bound", state)?;
            if bound.is_none() {
                return Ok(u32::MAX);
            }
            let below = || {
                PyValueError::new_err("bound gives a whole number from 0 to 2^31, or None where no goal can be reached")
            };
            bound.extract().ok().filter(|&bound| bound <= 1 << 31).ok_or_else(below)
        })
    }
}

/// The search of a name and its settings.
fn asked<'a>(name: &str, settings: &[(&'a str, &'a str)]) -> PyResult<&'static Named> {
    let search = named(name).ok_or_else(|| {
        let names: Vec<&str> = LIST.iter().map(|search| search.name).collect();
        PyValueError::new_err(format!("there is no search {name}; there are: {}", names.join(", ")))
    })?;
    let is_known = |name: &str| search.settings.iter().any(|setting| setting.name == name);
    match settings.iter().find(|(name, value)| !is_known(name) || value.parse::<u32>().is_err()) {
        None => Ok(search),
        Some((setting, value)) => {
            let known: Vec<&str> = search.settings.iter().map(|setting| setting.name).collect();
            let why = format!(
                "{name} has no setting {setting}={value}; its settings, numbers below 2^32: [{}]",
                known.join(", ")
            );
            Err(PyValueError::new_err(why))
        }
    }
}

/// What became of a search: a word, the moves, what no play is shorter than, positions expanded, and why there is no play.
type Told<'py> = (&'static str, Option<Bound<'py, PyList>>, u32, u64, Option<String>);

/// Searches by rules in Python.
#[allow(clippy::needless_pass_by_value, reason = "Python gives a list")]
#[pyfunction]
#[pyo3(signature = (rules, name, settings, *, seconds, memory, nodes))]
pub(crate) fn search<'py>(
    rules: &Bound<'py, PyAny>,
    name: &str,
    settings: Vec<(String, String)>,
    seconds: Option<f64>,
    memory: u64,
    nodes: u64,
) -> PyResult<Told<'py>> {
    let py = rules.py();
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (&**name, &**value)).collect();
    let search = asked(name, &settings)?;
    let own = Own::new(rules)?;
    let costs = Costs { seconds, memory, nodes, threads: 1 };
    let limits = Limits { settings: &settings, ..costs.limits(&own.cancel) };
    let found = panic::catch_unwind(AssertUnwindSafe(|| {
        let typed = Typed::new(&own, Box::new(OwnBound), None);
        search.run(&Abilities::Reversible(Box::new(typed)), &limits)
    }));
    if let Some(raised) = own.raised.take() {
        return Err(raised);
    }
    let found = found.map_err(|_| {
        PyRuntimeError::new_err("the rules do not give the same moves and positions each time they are asked")
    })?;
    let found = found
        .map_err(|need| PyValueError::new_err(format!("{name} needs {need}, which rules in Python do not have")))?;
    Ok(match found {
        Err(Halted { stop, lower, expanded }) => ("gave-up", None, lower, expanded, Some(stop.to_string())),
        Ok(Answer { plan: None, expanded, .. }) => ("unsolvable", None, 0, expanded, None),
        Ok(Answer { plan: Some(plan), lower, expanded }) => {
            let objects = plan.iter().map(|step| step.typed::<Made>().object.clone_ref(py));
            let moves = PyList::new(py, objects)?;
            ("solved", Some(moves), lower, expanded, None)
        }
    })
}
