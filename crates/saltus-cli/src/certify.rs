//! `saltus solve --cert FILE`.

use std::io;
use std::path::Path;

use saltus::answers::Answers;
use saltus::evidence::CannotCertify;
use saltus::limits::Limits;
use saltus::proof::Certificate;
use saltus::verdict::Verdict;

use crate::exit::Code;
use crate::{Session, files};

/// Writes the certificate of an answer; what the search has left in the folder `disk` is used.
///
/// # Errors
/// When standard output fails; a failure of another file is reported here.
pub fn write(
    session: &mut Session,
    instance: &dyn Answers,
    verdict: &Verdict,
    file: &Path,
    disk: Option<&Path>,
) -> io::Result<Code> {
    let certificate = instance.certificate(verdict, &Limits { disk, ..session.limits() });
    place(session, certificate, file)
}

/// Writes a certificate, or says why there is none.
///
/// # Errors
/// When standard output fails; a failure of another file is reported here.
pub fn place(session: &mut Session, certificate: Result<Certificate, CannotCertify>, file: &Path) -> io::Result<Code> {
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
    files::place(session, file, |out| certificate.write(out))
}
