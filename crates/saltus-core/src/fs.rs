//! The file system: the only access to it for whatever outlives a process, its answers and its tables.
//!
//! It is that of the standard library. With the feature `faults` (for tests only) it can simulate failures of disks, systems and machines.

#[cfg(feature = "faults")]
mod faults;

pub use std::fs::*;

#[cfg(feature = "faults")]
pub use faults::{File, OpenOptions, plan, read, read_to_string, rename, write};

use std::io;
use std::path::Path;

/// Has the system write what it keeps in memory of some files of a folder.
///
/// # Errors
/// What the system refuses.
pub fn sync_files(folder: &Path, names: impl IntoIterator<Item = String>) -> io::Result<()> {
    // All at once where that can be: one by one, small files take longer than all else.
    #[cfg(target_os = "linux")]
    {
        let mut names = names.into_iter();
        names.next().map_or(Ok(()), |_| {
            let folder = File::open(folder)?;
            #[cfg(feature = "faults")]
            faults::sync_all_files()?;
            Ok(rustix::fs::syncfs(folder)?)
        })
    }
    // Windows syncs what is open for writing.
    #[cfg(not(target_os = "linux"))]
    names.into_iter().try_for_each(|name| File::options().write(true).open(folder.join(name))?.sync_all())
}
