//! Tables of sliding tiles as bytes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus::limits::{Limits, Stop};
use saltus::tiles::bounds::patterns::{MOST_CELLS, MOST_TILES, Pattern, values::values};
use saltus::tiles::search::arrangements::distances;

use crate::waiting::{Costs, waiting};

/// Bytes that a search finds, or the limit that it reached.
fn found(
    py: Python<'_>,
    memory: u64,
    threads: usize,
    search: impl FnOnce(&Limits<'_>) -> Result<Vec<u8>, Stop> + Send + 'static,
) -> PyResult<Bound<'_, PyBytes>> {
    let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds: None, memory, nodes: u64::MAX, threads });
    let stop = Arc::clone(&cancel);
    let found = waiting(py, &cancel, move || search(&costs.limits(&stop)))?;
    let bytes = found.map_err(|stop| PyMemoryError::new_err(stop.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

/// The moves to the goal of every arrangement, 255 where there are none.
#[pyfunction]
#[pyo3(signature = (height, width, vacancy, *, memory))]
pub(crate) fn arrangements(
    py: Python<'_>,
    height: usize,
    width: usize,
    vacancy: usize,
    memory: u64,
) -> PyResult<Bound<'_, PyBytes>> {
    if vacancy >= height.saturating_mul(width) {
        return Err(PyValueError::new_err("the vacancy belongs in a cell of the board"));
    }
    found(py, memory, 1, move |limits| distances(height, width, vacancy, limits))
}

/// The values of a pattern database, 255 where there are none; cells count from 0.
#[pyfunction]
#[pyo3(signature = (height, width, vacancy, cells, *, memory, threads))]
pub(crate) fn pattern_values<'py>(
    py: Python<'py>,
    height: usize,
    width: usize,
    vacancy: usize,
    cells: &[u8],
    memory: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let all = height.saturating_mul(width);
    if all > MOST_CELLS || cells.len() > MOST_TILES {
        let why = format!("a pattern has at most {MOST_TILES} tiles, on a board of at most {MOST_CELLS} cells");
        return Err(PyValueError::new_err(why));
    }
    let mut each = cells.to_vec();
    each.push(u8::try_from(vacancy).unwrap_or(u8::MAX));
    each.sort_unstable();
    if each.windows(2).any(|pair| pair[0] == pair[1]) || each.iter().any(|&cell| usize::from(cell) >= all) {
        return Err(PyValueError::new_err(
            "goal cells are cells of the board, each once, and none is that of the vacancy",
        ));
    }
    let pattern = Pattern::new(height, width, vacancy, cells);
    found(py, memory, threads, move |limits| values(&pattern, limits))
}
