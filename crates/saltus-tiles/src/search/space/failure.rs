//! Why arrangements could not be explored in a folder, as text.

use std::fmt::Display;
use std::path::Path;

use saltus_core::answers::CannotSurvey;
use saltus_core::store::{Fault, Trouble};

/// A file or folder cannot be read or written, or something else is in it.
pub(super) fn unusable(path: &Path, why: impl Display) -> CannotSurvey {
    CannotSurvey::Storage(format!("{}: {why}", path.display()))
}

/// A file is not as it was written.
pub(super) fn damaged(path: &Path, why: impl Display) -> CannotSurvey {
    CannotSurvey::Storage(format!("{} is damaged: {why}; remove the folder to start anew", path.display()))
}

/// What is wrong with a file of the store.
pub(super) fn of_store(fault: Fault) -> CannotSurvey {
    let path = &fault.file;
    match fault.trouble {
        Trouble::Stop(stop) => CannotSurvey::Stop(stop),
        Trouble::System { error, .. } => unusable(path, error),
        Trouble::Corrupt { place, why } | Trouble::Outdated { place, why } => damaged(path, format!("{place}: {why}")),
        Trouble::Missing(what) => damaged(path, format!("there is no {what}")),
        Trouble::Locked(_) => unusable(path, "another process is writing it"),
    }
}
