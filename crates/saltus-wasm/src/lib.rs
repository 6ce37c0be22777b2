//! What `saltus-api` answers, as a WebAssembly module with a plain C interface (docs/web.md).
//!
//! The host gives three functions: `now` (milliseconds), `report` (the place and length of JSON: how far a search is), and
//! `check`, which asks the checker's module: the checker is no part of this one. The module has one thread and no files.

pub mod exchange;

use std::sync::LazyLock;
use std::time::Duration;

use saltus_api::clock::Instant;
use saltus_api::limits::Limits;
use saltus_api::registry::Registry;
use saltus_api::{Kind, Reply, Reports};

static FAMILIES: LazyLock<Registry> = LazyLock::new(|| {
    host::has_checker();
    saltus_api::registry()
});

/// Answers the request that lies where `allocate` said, whose first `name` bytes are the name of what is asked for. Returns
/// the number of the reply's kind, in the order of [`Kind`].
#[allow(unsafe_code)]
// SAFETY: no other function of the module has this name.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn call(name: usize) -> u32 {
    exchange::answered(name, |name, request| {
        let reports = Reports::new(|report: String| tell(&report));
        let Reply { kind, bytes, .. } =
            saltus_api::call(&FAMILIES, name, request, &Limits { progress: Some(&reports), ..limits(name) });
        (number(kind), bytes)
    })
}

/// What a call may cost. Whoever waits for a search can end it, and with it the module; the other calls are made by the page
/// while people play.
pub fn limits(name: &str) -> Limits<'static> {
    /// A tab has 2 GiB for everything, and a growing table is there twice for a moment.
    const MEMORY: u64 = 1 << 30;
    let whole = Limits { memory: MEMORY, ..Limits::DEFAULT };
    match name {
        "solve" | "certificate" | "count" | "list" | "survey" => whole,
        // Whoever makes a sheet waits for it.
        "new" | "sheet" => Limits { deadline: Some(Instant::now() + Duration::from_secs(20)), ..whole },
        _ => Limits { deadline: Some(Instant::now() + Duration::from_secs(2)), nodes: 2_000_000, ..whole },
    }
}

/// The number of a kind of reply.
pub fn number(kind: Kind) -> u32 {
    match kind {
        Kind::Json => 0,
        Kind::Svg => 1,
        Kind::Png => 2,
        Kind::Gif => 3,
        Kind::Certificate => 4,
        Kind::Unknown => 5,
        Kind::Bad => 6,
        Kind::TooMuch => 7,
        Kind::Bug => 8,
    }
}

/// Hands JSON to the host.
fn tell(json: &str) {
    host::report(json.as_ptr(), json.len());
}

#[cfg(target_family = "wasm")]
mod host {
    use saltus_api::gate::{self, CheckLimits, Checked, Verified};
    use serde::Deserialize;

    use crate::exchange;

    #[expect(unsafe_code)]
    // SAFETY: the host promises functions of these types. They read the bytes while they are called, and keep nothing.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        pub(super) safe fn report(bytes: *const u8, length: usize);
        /// Leaves the reply of the checker's module where `allocate` says.
        safe fn check(name: *const u8, length: usize, certificate: *const u8, bytes: usize);
    }

    /// What the checker's module says (`saltus_check::Outcome::json`).
    #[derive(Default, Deserialize)]
    struct Told {
        told: String,
        claim: Option<String>,
        theorems: Vec<String>,
        because: Option<String>,
    }

    /// From now on certificates go to the checker's module.
    pub(super) fn has_checker() {
        gate::check_by(checked);
    }

    fn checked(certificate: &[u8], limits: &CheckLimits) -> Checked {
        let CheckLimits { memory, moves, cells, nodes, .. } = limits;
        let name = format!("check {memory} {moves} {cells} {nodes}");
        check(name.as_ptr(), name.len(), certificate.as_ptr(), certificate.len());
        let Told { told, claim, theorems, because } = serde_json::from_slice(&exchange::taken()).unwrap_or_default();
        let because = because.unwrap_or_else(|| "the checker's module does not answer".into());
        match told.split(' ').next() {
            Some("VERIFIED") => Checked::Verified(Verified {
                claim: claim.unwrap_or_default(),
                puzzle: String::new(),
                costs: false,
                by: String::new(),
                assumes: theorems,
            }),
            Some("REFUTED") => Checked::Refuted(because),
            _ => Checked::Resource(because),
        }
    }
}

/// Without a host nobody hears of it, and the checker is a part of the library.
#[cfg(not(target_family = "wasm"))]
mod host {
    pub(super) fn report(_: *const u8, _: usize) {}

    pub(super) fn has_checker() {}
}
