//! The remarks that the library makes besides its answers.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use crate::{progress, signals};

/// Puts remarks on standard error, and keeps in mind what is to be removed when the program is
/// ended.
pub struct Observer {
    quiet: bool,
    progress: Option<Arc<progress::Display>>,
}

/// One sentence on standard error.
pub fn say(what: &dyn Display) {
    // That standard error is closed cannot be reported.
    let _ = writeln!(io::stderr(), "saltus: {what}");
}

impl Observer {
    /// Nothing is said when only errors are wanted; the progress bar makes room.
    pub fn new(quiet: bool, progress: Option<Arc<progress::Display>>) -> Self {
        Observer { quiet, progress }
    }

    /// Takes the progress bar away before something is said.
    pub fn clear_progress(&self) {
        if let Some(display) = &self.progress {
            display.finish();
        }
    }

    /// One sentence on standard error, without the progress bar.
    pub fn complain(&self, what: &dyn Display) {
        self.clear_progress();
        say(what);
    }
}

impl saltus::limits::Observer for Observer {
    fn remark(&self, what: &str) {
        if !self.quiet {
            self.complain(&what);
        }
    }

    fn unfinished(&self, file: Option<&Path>) {
        signals::unfinished(file);
    }
}
