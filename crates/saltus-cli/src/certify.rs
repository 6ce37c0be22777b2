//! `saltus solve --cert FILE`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use saltus::catalog::{CannotCertify, Subject};
use saltus::limits::Limits;
use saltus::verdict::Verdict;

use crate::exit::Code;
use crate::{Session, signals};

/// Writes the certificate of an answer; what the search has left in the folder `disk` is used.
///
/// # Errors
/// When standard output fails; of another file it is said here.
pub fn write(
    session: &mut Session,
    subject: &dyn Subject,
    verdict: &Verdict,
    file: &Path,
    disk: Option<&Path>,
) -> io::Result<Code> {
    let certificate = subject.certificate(verdict, &Limits { disk, ..session.limits() });
    session.clear_progress();
    let certificate = match certificate {
        Ok(certificate) => certificate,
        Err(why) => {
            session.complain(format_args!("no certificate: {why}"));
            return Ok(match why {
                CannotCertify::Stop(stop) => Code::stopped(stop),
                _ => Code::UNPROVED,
            });
        }
    };
    if file.as_os_str() == "-" || session.out.is(file) {
        certificate.write(&mut session.out)?;
        return Ok(Code::OK);
    }
    Ok(match replace(file, |out| certificate.write(out)) {
        Ok(()) => Code::OK,
        Err(error) => {
            session.complain(format_args!("{}: {error}", file.display()));
            Code::IO
        }
    })
}

/// Writes a file beside its place and renames it, so that a half-written one never stands there.
pub fn replace(file: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if std::fs::metadata(file).is_ok_and(|found| !found.is_file()) {
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
    let placed = written.and_then(|()| std::fs::rename(temporary, &file));
    if placed.is_err() {
        // What failed to be written is of no use; failing to remove it changes nothing for the caller.
        let _ = std::fs::remove_file(temporary);
    }
    signals::unfinished(None);
    placed
}
