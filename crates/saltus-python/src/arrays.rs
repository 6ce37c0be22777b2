//! Arrays of a family, as bytes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus::notation::Unread;

use crate::FAMILIES;
use crate::waiting::{Costs, waiting};

/// The array that a family has by this name, for these numbers.
#[pyfunction]
#[pyo3(signature = (family, name, numbers, *, memory, threads))]
pub(crate) fn array<'py>(
    py: Python<'py>,
    family: &str,
    name: &str,
    numbers: Vec<usize>,
    memory: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let entry = FAMILIES.family(family).and_then(|entry| entry.arrays.iter().find(|array| array.name == name));
    let find = entry.ok_or_else(|| PyValueError::new_err(format!("{family} has no array {name}")))?.find;
    let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds: None, memory, nodes: u64::MAX, threads });
    let stop = Arc::clone(&cancel);
    match waiting(py, &cancel, move || find(&numbers, &costs.limits(&stop)))? {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
        Err(Unread::Stop(stop)) => Err(PyMemoryError::new_err(stop.to_string())),
        Err(Unread::Bad(bad)) => Err(PyValueError::new_err(bad.to_string())),
        Err(Unread::Input(error)) => Err(error.into()),
    }
}
