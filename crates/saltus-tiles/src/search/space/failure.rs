//! Why arrangements could not be explored or looked up.

use std::io;
use std::path::{Path, PathBuf};

use saltus_core::limits::Stop;
use saltus_core::store::{Fault, Trouble};

/// Why arrangements could not be explored or looked up.
#[derive(Debug)]
pub enum Failure {
    /// A limit was reached.
    Stop(Stop),
    /// A file or folder cannot be read or written.
    File {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is not as it was written.
    Damaged {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// The folder is in use, or something else is in it.
    Folder {
        /// Its path.
        path: PathBuf,
        /// What prevents it.
        reason: String,
    },
}

impl Failure {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Failure::File { path: path.to_owned(), error }
    }

    pub(super) fn damaged(path: &Path, fault: String) -> Self {
        Failure::Damaged { path: path.to_owned(), fault }
    }

    pub(super) fn folder(path: &Path, reason: String) -> Self {
        Failure::Folder { path: path.to_owned(), reason }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stop(stop)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let Fault { file: path, trouble } = fault;
        match trouble {
            Trouble::Stop(stop) => Failure::Stop(stop),
            Trouble::System { error, .. } => Failure::File { path, error },
            Trouble::Corrupt { place, why } | Trouble::Outdated { place, why } => {
                Failure::Damaged { path, fault: format!("{place}: {why}") }
            }
            Trouble::Missing(what) => Failure::Damaged { path, fault: format!("there is no {what}") },
            Trouble::Locked(_) => Failure::Folder { path, reason: "another process is writing it".into() },
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Stop(stop) => stop.fmt(f),
            Failure::File { path, error } => write!(f, "{}: {error}", path.display()),
            Failure::Damaged { path, fault } => {
                write!(f, "{} is damaged: {fault}; remove the folder to start anew", path.display())
            }
            Failure::Folder { path, reason } => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for Failure {}
