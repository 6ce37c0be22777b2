//! The checker `saltus-check` as a WebAssembly module of its own, so that a page can confirm answers by a program that shares no
//! code with the solver. Its interface is that of the other module (docs/web.md), with one name, `check`.

// The way of bytes into a module and out of it, which is no code of the solver.
#[path = "../../saltus-wasm/src/exchange.rs"]
pub mod exchange;

use saltus_check::{Limits, check};

/// The kinds of replies, as the other module numbers them.
const JSON: u32 = 0;
const UNKNOWN: u32 = 5;

/// Answers the request that lies where `allocate` said: the name `check`, whose length is given, and a certificate.
#[allow(unsafe_code)]
// SAFETY: no other function of the module has this name.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn call(name: usize) -> u32 {
    exchange::answered(name, |name, certificate| match name {
        "check" => (JSON, check(certificate, &limits()).json().into()),
        _ => (UNKNOWN, br#"{"error":"nothing of that name can be asked for"}"#.into()),
    })
}

/// What a tab has room for.
fn limits() -> Limits {
    Limits { memory: 1 << 30, ..Limits::default() }
}
