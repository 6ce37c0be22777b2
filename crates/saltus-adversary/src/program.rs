//! The program `saltus` as a process of its own: this program again, with its name in front of the words.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The first word of a process that is to be `saltus`.
pub const NAME: &str = "saltus";

/// The program that runs as `saltus` when that is its first word. To be set by whoever is not it.
pub static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// What a process said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Its exit code; 128 and more where a signal ended it.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// A process to be started, with these words.
///
/// # Panics
/// When the system does not tell which program this is.
pub fn command<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> Command {
    let program = PROGRAM.get_or_init(|| std::env::current_exe().expect("the system tells"));
    let mut command = Command::new(program);
    command.arg(NAME).args(words).stdin(Stdio::null());
    command
}

/// Starts a process and waits for its end.
///
/// # Panics
/// When it cannot be started.
pub fn finish(command: &mut Command) -> Ran {
    use std::os::unix::process::ExitStatusExt as _;
    let done = command.output().expect("a process is started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = done.status.code().unwrap_or_else(|| 128 + done.status.signal().unwrap_or(0));
    Ran { code, out: text(&done.stdout), err: text(&done.stderr) }
}

/// Runs `saltus` with these words.
///
/// # Panics
/// When it cannot be started.
pub fn run<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> Ran {
    finish(&mut command(words))
}
