//! Where tables are kept, and how much room there is.

use std::env;
use std::path::{Path, PathBuf};

use crate::system;

/// The folder of the flag, else of `SALTUS_CACHE_DIR`, else in the user's cache folder; none when
/// the user has no home.
pub fn folder(flag: Option<&Path>) -> Option<PathBuf> {
    // An empty variable counts as not set.
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The convention is that relative paths there are to be ignored.
    let users = |name| variable(name).filter(|path| path.is_absolute());
    flag.map(Path::to_owned)
        .or_else(|| variable("SALTUS_CACHE_DIR"))
        .or_else(|| users("XDG_CACHE_HOME").map(|folder| folder.join("saltus")))
        .or_else(|| users("HOME").map(|home| home.join(".cache/saltus")))
}

/// The bytes that the disk of a folder has left, if the system reports it; the folder need not
/// exist yet.
pub fn free(folder: &Path) -> Option<u64> {
    let absolute = std::path::absolute(folder).ok()?;
    let there = absolute.ancestors().find(|folder| folder.is_dir())?;
    system::free(there)
}
