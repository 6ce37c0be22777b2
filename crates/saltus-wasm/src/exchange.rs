//! How a host and a module hand bytes to each other (docs/web.md): the host writes a request where [`allocate`] says,
//! calls, and reads the reply at [`reply`], as long as [`length`] says. Both modules have this file.
//!
//! Elsewhere than in a module the functions have no such names: `free` is one of the system's.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a request of this many bytes: its name, followed by its body.
// SAFETY: no other function of the module has this name; so it is with those below.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; length];
        request.as_mut_ptr()
    })
}

/// Where the reply to the last call is.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn reply() -> *const u8 {
    REPLY.with_borrow(Vec::as_ptr)
}

/// How long it is, in bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn length() -> usize {
    REPLY.with_borrow(Vec::len)
}

/// Gives the room of the reply back.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn free() {
    REPLY.take();
}

/// What the host has left where [`allocate`] said.
#[allow(dead_code, reason = "only one of the modules asks its host")]
pub(crate) fn taken() -> Vec<u8> {
    REQUEST.take()
}

/// Answers the request, whose first bytes are the name; what `answer` returns besides the reply.
pub(crate) fn answered<T>(name: usize, answer: impl FnOnce(&str, &[u8]) -> (T, Vec<u8>)) -> T {
    let request = taken();
    let (name, request) = request.split_at_checked(name).unwrap_or_default();
    let (told, reply) = answer(std::str::from_utf8(name).unwrap_or_default(), request);
    REPLY.set(reply);
    told
}
