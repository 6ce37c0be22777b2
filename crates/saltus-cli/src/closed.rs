//! Whether standard output was closed when the program began.
//!
//! When `main` runs it is too late to ask: the runtime has opened the null device in its place,
//! which cannot be distinguished from a null device that was passed on purpose. So the check is
//! made earlier, by a function in the list of those that the system's loader calls first. It makes
//! one system call and sets one flag; nothing of the runtime is needed for that.
#![allow(unsafe_code)] // only for the attribute that puts LOOK into that list

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether it was closed; on systems that this was not written for, never.
pub fn standard_output() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
#[used]
// SAFETY: `.init_array` holds pointers to C functions, which are called once each; this is one.
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
    }
    look
};
