//! The programs `saltus` and `saltus-check`, inside the module.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program and ends the process: what Python would do at its end (print an interrupt that the program has answered) is not wanted.
fn run(py: Python<'_>, program: impl FnOnce() -> u8 + Send) -> ! {
    std::process::exit(py.detach(program).into())
}

/// The program `saltus` with these words on its command line, its own name first; `run_by` are the words that run it once more. Ends the process.
#[pyfunction]
pub(crate) fn program(py: Python<'_>, words: Vec<OsString>, run_by: Vec<OsString>) {
    saltus_cli::is_run_by(run_by);
    run(py, || saltus_cli::run_with(saltus_api::registry(), words));
}

/// The program `saltus-check` with these words on its command line, its own name first. Ends the process.
#[pyfunction]
pub(crate) fn checker(py: Python<'_>, words: Vec<OsString>) {
    run(py, || saltus_check::program::run(words.into_iter().skip(1).collect()));
}
