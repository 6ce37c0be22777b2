//! `--cert FILE`.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use saltus::evidence::CannotCertify;
use saltus::fs::File;
use saltus::proof::Certificate;

use crate::exit::{Code, Done};
use crate::{Session, files};

/// Writes a certificate, in a batch after those of the lines before; or says why there is none.
///
/// # Errors
/// When standard output fails; a failure of another file is reported here.
pub fn place(session: &mut Session, certificate: Result<Certificate, CannotCertify>, file: &Path) -> Done {
    session.clear_progress();
    let certificate = match certificate {
        Ok(certificate) => certificate,
        Err(why) => {
            let place = session.origin.line.map_or(String::new(), |line| format!("line {line}: "));
            session.complain(format_args!("{place}no certificate: {why}"));
            return Ok(match why {
                CannotCertify::Stop(stop) => Code::stopped(stop),
                _ => Code::OPEN,
            });
        }
    };
    if !session.is_batch() || file.as_os_str() == "-" {
        return files::place(session, file, |out| certificate.write(out));
    }
    // What stands there of the batch so far is whole, whatever ends the next one.
    let bundle = match &mut session.bundle {
        Some(bundle) => Ok(bundle),
        none => File::create(file).map(|created| none.insert(created)),
    };
    let written = bundle.and_then(|bundle| {
        let mut out = BufWriter::new(bundle);
        certificate.write(&mut out)?;
        out.flush()
    });
    Ok(match written {
        Ok(()) => Code::OK,
        Err(error) => session.failed(Code::IO, format_args!("{}: {error}", file.display())),
    })
}
