//! Ctrl-C and its kin: a running search is told to stop, and says what it knows.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

use crate::exit::Code;

/// Set by any signal that asks to stop.
static CANCEL: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static TERMINATED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The flag that limits carry.
pub fn cancel() -> &'static AtomicBool {
    &CANCEL
}

/// Whether somebody asked to stop.
pub fn asked_to_stop() -> bool {
    CANCEL.load(Ordering::Relaxed)
}

/// The exit code of the signal that came, if one did.
pub fn code() -> Option<Code> {
    asked_to_stop().then(|| if TERMINATED.load(Ordering::Relaxed) { Code(143) } else { Code(130) })
}

/// Listens from now on.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> std::io::Result<()> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // The second time the signal ends the program at once: somebody is in a hurry.
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, CANCEL.clone())?;
        signal_hook::flag::register(signal, CANCEL.clone())?;
    }
    signal_hook::flag::register(SIGTERM, TERMINATED.clone())?;
    // A file-size limit is then an error of the write, which is reported, instead of a silent end.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}
