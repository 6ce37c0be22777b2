//! The remarks that the library makes besides its answers.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::{progress, signals};

/// Puts remarks on standard error, and keeps in mind what is to be removed when the program is
/// ended.
pub struct Observer {
    quiet: bool,
    progress: Option<Arc<progress::Display>>,
}

impl Observer {
    /// Nothing is said when only errors are wanted; the progress bar makes room.
    pub fn new(quiet: bool, progress: Option<Arc<progress::Display>>) -> Self {
        Observer { quiet, progress }
    }
}

impl saltus::limits::Observer for Observer {
    fn remark(&self, what: &str) {
        if self.quiet {
            return;
        }
        if let Some(display) = &self.progress {
            display.finish();
        }
        // That standard error is closed cannot be reported.
        let _ = writeln!(io::stderr(), "saltus: {what}");
    }

    fn unfinished(&self, file: Option<&Path>) {
        signals::unfinished(file);
    }
}
