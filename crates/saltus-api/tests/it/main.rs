//! Every name that can be asked for: what comes, and what is said where nothing can come.

mod calls;
mod positions;

use std::sync::LazyLock;

use saltus_api::limits::Limits;
use saltus_api::registry::Registry;
use saltus_api::{Kind, call};
use serde_json::Value;

pub(crate) static FAMILIES: LazyLock<Registry> = LazyLock::new(saltus::registry);

/// Plays that change more cells are not shown.
pub(crate) const MOST_CHANGES: usize = 250_000;
/// An instance whose solution takes minutes.
pub(crate) const HARD: &str = "reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7";

/// What is asked for without a line.
pub(crate) const WITHOUT_LINE: [&str; 7] = ["families", "classics", "known", "definition", "qr", "check", "sheet"];

/// Everything that can be asked for.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    saltus_api::operations().iter().map(|operation| operation.name)
}

/// What docs/openapi.json says of requests and replies.
static DECLARED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../../docs/openapi.json")).expect("JSON"));

/// A reply is as it is declared.
#[track_caller]
fn is_declared(name: &str, reply: &Value) {
    let paths = DECLARED["paths"][format!("/api/{name}")].as_object().expect("a path");
    for asked in paths.values() {
        let schema = &asked["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(saltus_adversary::schema::faults(&DECLARED, schema, reply), [""; 0], "{name}: {reply}");
    }
}

/// A request that is answered with JSON.
#[track_caller]
pub(crate) fn value(name: &str, request: &Value) -> Value {
    let reply = call(&FAMILIES, name, request.to_string().as_bytes(), &Limits::default());
    assert_eq!((reply.kind, reply.file), (Kind::Json, None), "{}", String::from_utf8_lossy(&reply.bytes));
    let value = serde_json::from_slice(&reply.bytes).expect("JSON");
    is_declared(name, &value);
    value
}

/// What is said of a request that is refused.
#[track_caller]
pub(crate) fn refusal(name: &str, request: &[u8], kind: Kind) -> Value {
    let reply = call(&FAMILIES, name, request, &Limits::default());
    assert_eq!(reply.kind, kind, "{name}: {}", String::from_utf8_lossy(&reply.bytes));
    assert!(!kind.is_answer() && kind.media_type() == "application/json" && reply.file.is_none());
    serde_json::from_slice(&reply.bytes).expect("JSON")
}

/// The number of a reply; none for null.
pub(crate) fn number(value: &Value) -> Option<u64> {
    value.as_u64()
}
