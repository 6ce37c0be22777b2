//! Ctrl-C and other signals: a running search is asked to stop and reports what it has found. A
//! task that does not stop is ended.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use crate::exit::Code;
use crate::play;

/// The time a search has to report what it has found, once it was asked to stop.
const GRACE: Duration = Duration::from_millis(600);

static CANCEL: AtomicBool = AtomicBool::new(false);
static SIGNAL: AtomicI32 = AtomicI32::new(0);
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The flag that limits carry.
pub fn cancel() -> &'static AtomicBool {
    &CANCEL
}

/// Whether the program was asked to stop.
pub fn asked_to_stop() -> bool {
    CANCEL.load(Ordering::Relaxed)
}

/// The exit code of the signal that came, if one did.
pub fn code() -> Option<Code> {
    asked_to_stop().then(|| Code(128 + SIGNAL.load(Ordering::Relaxed) as u8))
}

/// Names the file that is to be removed if the program is ended now; none when there is none any
/// more.
pub fn unfinished(file: Option<&Path>) {
    if let Ok(mut unfinished) = UNFINISHED.lock() {
        *unfinished = file.map(Path::to_owned);
    }
}

/// Listens from now on.
///
/// # Errors
/// When the system refuses.
#[cfg(unix)]
pub fn listen() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    // A file-size limit is then an error of the write, which is reported, instead of a silent end.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            came(signal);
        }
    })?;
    Ok(())
}

/// Listens from now on to Ctrl-C, which sets a flag.
///
/// # Errors
/// When the system refuses.
#[cfg(windows)]
pub fn listen() -> io::Result<()> {
    use signal_hook::consts::SIGINT;
    const BETWEEN: Duration = Duration::from_millis(20);
    let flag = std::sync::Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGINT, std::sync::Arc::clone(&flag))?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        while !flag.load(Ordering::Relaxed) {
            thread::sleep(BETWEEN);
        }
        came(SIGINT);
    })?;
    Ok(())
}

/// Asks the search to stop, and ends the program if it does not.
fn came(signal: i32) -> ! {
    SIGNAL.store(signal, Ordering::Relaxed);
    CANCEL.store(true, Ordering::Relaxed);
    thread::sleep(GRACE);
    end(signal)
}

/// Ends the program although something in it is still busy.
fn end(signal: i32) -> ! {
    play::restore_terminal();
    // Held to the end, so that no thread renames the file into its place any more.
    let unfinished = UNFINISHED.lock();
    if let Ok(Some(file)) = unfinished.as_deref() {
        // A failure to remove it cannot be reported any more.
        let _ = std::fs::remove_file(file);
    }
    std::process::exit(128 + signal)
}
