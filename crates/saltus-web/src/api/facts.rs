//! What is known without a search, or with a short one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{self, Request};
use axum::response::Response;
use saltus::catalog::{FAMILIES, Fact, Solvability};
use serde::{Deserialize, Serialize};

use super::body;
use crate::answer::{Fault, json};
use crate::server::State;
use crate::work::{Cost, parse, within};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) line: String,
}

#[derive(Serialize)]
struct FamilyShown {
    name: &'static str,
    notation: &'static str,
    rules: &'static str,
    examples: &'static [&'static str],
}

#[derive(Serialize)]
struct FactShown<'a> {
    topic: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct Checked {
    /// None where it is not known.
    solvable: Option<bool>,
    because: String,
}

pub(super) async fn families() -> Response {
    let families = FAMILIES.iter().map(|entry| FamilyShown {
        name: entry.name(),
        notation: entry.notation(),
        rules: entry.rules(),
        examples: entry.examples(),
    });
    json(&families.collect::<Vec<_>>())
}

pub(super) async fn explain(
    extract::State(state): extract::State<Arc<State>>,
    request: Request,
) -> Result<Response, Fault> {
    let Asked { line } = body(&state, request).await?;
    let explained = move |lost: &AtomicBool| {
        let facts = parse(&line)?.explain(&Cost::HINT.limits(lost));
        let shown = facts.iter().map(|Fact { topic, text }| FactShown { topic, text });
        Ok(json(&shown.collect::<Vec<_>>()))
    };
    within(&state.admission.moderate, explained).await
}

pub(super) async fn check(
    extract::State(state): extract::State<Arc<State>>,
    request: Request,
) -> Result<Response, Fault> {
    let Asked { line } = body(&state, request).await?;
    let checked = move |lost: &AtomicBool| {
        let (solvable, because) = match parse(&line)?.check(&Cost::CHECK.limits(lost)) {
            Solvability::Yes(because) => (Some(true), because),
            Solvability::No(because) => (Some(false), because),
            Solvability::GaveUp(stop) => (None, stop.to_string()),
        };
        Ok(json(&Checked { solvable, because }))
    };
    within(&state.admission.moderate, checked).await
}
