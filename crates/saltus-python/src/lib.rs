//! The Python package `saltus`: the module `saltus._core`, a thin shell around [`saltus_api::local`].
//!
//! Questions and answers are JSON, which the Python side (python/saltus) turns into values of its own. What is not JSON is here:
//! batches ([`batch`]), streams ([`stream`]), arrays ([`arrays`], [`space`]), rules that are written in Python ([`own`]), and the programs ([`program`]).
//!
//! A search runs on a thread of its own with Python's lock released, and the thread that asked listens to signals ([`waiting`]). No
//! thread of ours ever holds that lock, and a panic ends as an exception.
#![cfg(feature = "python")]

mod arrays;
mod batch;
mod own;
mod program;
mod space;
mod stream;
mod waiting;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use saltus_api::registry::Registry;
use saltus_api::{Kind, Reply, local};

use waiting::{Costs, waiting};

/// The families, once for all calls.
static FAMILIES: LazyLock<Registry> = LazyLock::new(saltus_api::registry);

/// The word of a reply for the Python side: an answer is "json" or "bytes", all others say why there is none.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Json => "json",
        Kind::Svg | Kind::Png | Kind::Gif | Kind::Certificate => "bytes",
        Kind::Unknown | Kind::Bad => "bad",
        Kind::TooMuch => "too-much",
        Kind::Bug => "bug",
    }
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::arrays::array;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::own::search;
    #[pymodule_export]
    use super::program::{checker, program};
    #[pymodule_export]
    use super::space::Space;
    #[pymodule_export]
    use super::stream::Plays;
    #[pymodule_export]
    use super::{call, check, site};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Answers a request: a word for what came out, and its bytes.
#[pyfunction]
#[pyo3(signature = (name, request, *, memory, nodes, threads))]
fn call(
    py: Python<'_>,
    name: String,
    request: Vec<u8>,
    memory: u64,
    nodes: u64,
    threads: usize,
) -> PyResult<(&'static str, Bound<'_, PyBytes>)> {
    let (cancel, costs) = (Arc::new(AtomicBool::new(false)), Costs { seconds: None, memory, nodes, threads });
    let stop = Arc::clone(&cancel);
    let answer = move || local::call(&FAMILIES, &name, &request, &costs.limits(&stop));
    let Reply { kind, bytes, .. } = waiting(py, &cancel, answer)?;
    Ok((word(kind), PyBytes::new(py, &bytes)))
}

/// What the independent checker says of a certificate, as JSON.
#[pyfunction]
#[pyo3(signature = (certificate, *, memory, steps))]
fn check(py: Python<'_>, certificate: Vec<u8>, memory: u64, steps: u64) -> PyResult<String> {
    let limits = saltus_check::Limits { memory, moves: steps, nodes: steps, ..saltus_check::Limits::default() };
    // The checker hears nobody; its steps are bounded.
    waiting(py, &AtomicBool::new(false), move || saltus_check::check(&certificate, &limits).json())
}

/// The files of the page with its modules; none where this was built without them.
#[pyfunction]
fn site(py: Python<'_>) -> Option<Vec<(String, Bound<'_, PyBytes>)>> {
    let modules = saltus_web::Modules::built_in()?;
    Some(
        saltus_web::site::files(&modules, None, None, &[])
            .into_iter()
            .map(|(name, file)| (name, PyBytes::new(py, &file)))
            .collect(),
    )
}
