//! What each system is asked in its own way. Where one is asked nothing here, the program does without.

use std::io;
use std::path::Path;
#[cfg(any(feature = "reproduce", feature = "sweep"))]
use std::{ffi::OsString, process::Command, sync::OnceLock};

use saltus::fs::File;

/// A pipe of this size saves most of the switches between writer and reader.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

/// Standard output as a file.
///
/// # Errors
/// What the system says.
pub fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    let file = File::from(own);
    // The system may refuse a larger pipe; others than Linux cannot be asked.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(&file, PIPE);
    Ok(file)
}

/// Whether `path` is this open file, such as `/dev/stdout`.
#[cfg(unix)]
pub fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(this), Ok(other)) = (file.metadata(), saltus::fs::metadata(path)) else { return false };
    (this.dev(), this.ino()) == (other.dev(), other.ino())
}

/// Windows has no name for an open file.
#[cfg(not(unix))]
pub fn is_same(_: &File, _: &Path) -> bool {
    false
}

/// Rows and columns of the terminal that standard output is; 24 and 80 where it does not tell them.
pub fn terminal_size() -> (usize, usize) {
    let told = terminal_size::terminal_size_of(io::stdout());
    let told = told.map(|(width, height)| (height.0.into(), width.0.into()));
    told.filter(|&(rows, columns)| rows > 0 && columns > 0).unwrap_or((24, 80))
}

/// The words that run this program, where it is a part of another one.
#[cfg(any(feature = "reproduce", feature = "sweep"))]
static ITSELF: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says with which words this program is run, before it runs: those of the file of this process are another program's.
#[cfg(any(feature = "reproduce", feature = "sweep"))]
pub fn is_run_by(words: Vec<OsString>) {
    assert!(ITSELF.set(words).is_ok(), "the words are set once");
}

/// This program, to be run once more, without words on its command line.
///
/// # Errors
/// When the system does not tell its file.
#[cfg(any(feature = "reproduce", feature = "sweep"))]
pub fn itself() -> io::Result<Command> {
    Ok(match ITSELF.get().map(Vec::as_slice) {
        Some([program, words @ ..]) => {
            let mut command = Command::new(program);
            command.args(words);
            command
        }
        _ => Command::new(std::env::current_exe()?),
    })
}

/// The signal that ended a process, if one did.
#[cfg(all(unix, feature = "sweep"))]
pub fn signal(end: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&end)
}

#[cfg(all(not(unix), feature = "sweep"))]
pub fn signal(_: std::process::ExitStatus) -> Option<i32> {
    None
}

/// The bytes that the disk of a folder that is there has left, if the system reports it.
#[cfg(unix)]
pub fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
pub fn free(_: &Path) -> Option<u64> {
    None
}
