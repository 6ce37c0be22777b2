//! The checker `saltus-check` as a WebAssembly module of its own, so that a page can confirm answers by a program that shares no
//! code with the solver. Its interface is that of the other module (docs/web.md), with the name `check`, alone or with limits.

// The way of bytes into a module and out of it, which is no code of the solver.
#[path = "../../saltus-wasm/src/exchange.rs"]
pub mod exchange;

use saltus_check::{Limits, check};

/// The kinds of replies, as the other module numbers them.
const JSON: u32 = 0;
const UNKNOWN: u32 = 5;

/// Answers the request that lies where `allocate` said: the name, whose length is given, and a certificate. The name is `check`, or `check MEMORY MOVES
/// CELLS NODES` with other limits than a tab's.
#[allow(unsafe_code)]
// SAFETY: no other function of the module has this name.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn call(name: usize) -> u32 {
    exchange::answered(name, |name, certificate| match limits(name) {
        Some(limits) => (JSON, check(certificate, &limits).json().into()),
        None => (UNKNOWN, br#"{"error":"nothing of that name can be asked for"}"#.into()),
    })
}

/// The limits of a request by its name.
fn limits(name: &str) -> Option<Limits> {
    let mut words = name.split(' ');
    words.next().filter(|word| *word == "check")?;
    let numbers: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        // What a tab has room for.
        [] => Some(Limits { memory: 1 << 30, ..Limits::default() }),
        [memory, moves, cells, nodes] => Some(Limits { memory, moves, cells, nodes, ..Limits::default() }),
        _ => None,
    }
}
