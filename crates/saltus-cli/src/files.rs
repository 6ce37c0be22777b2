//! Files that the program writes: whole, or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use saltus::fs::{self, File};

use crate::exit::{Code, Done};
use crate::{Session, signals};

/// Writes a file, or to standard output where the file is `-`.
///
/// # Errors
/// When standard output fails; a failure of another file is reported here.
pub fn place(session: &mut Session, file: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Done {
    if file.as_os_str() == "-" || session.out.is(file) {
        write(&mut session.out)?;
        return Ok(Code::OK);
    }
    Ok(match replace(file, write) {
        Ok(()) => Code::OK,
        Err(error) => session.failed(Code::IO, format_args!("{}: {error}", file.display())),
    })
}

/// Writes a temporary file in the same folder and renames it, so that no half-written file is ever in its
/// place.
pub fn replace(file: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        // A device or a named pipe is written to, not replaced.
        return write(&mut File::options().write(true).open(file)?);
    }
    // What a link leads to is replaced, not the link.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let mut temporary = file.clone().into_os_string();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = Path::new(&temporary);
    let target = File::create_new(temporary)?;
    signals::unfinished(Some(temporary));
    let mut out = BufWriter::new(target);
    let written = write(&mut out).and_then(|()| out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all());
    let placed = written.and_then(|()| fs::rename(temporary, &file));
    if placed.is_err() {
        // A partly written file is useless; if it cannot be removed, that changes nothing for the
        // caller.
        let _ = fs::remove_file(temporary);
    }
    signals::unfinished(None);
    placed
}
