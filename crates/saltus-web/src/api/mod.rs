//! What can be asked for. Every answer is JSON, but for pictures, certificates and events.

mod facts;
mod hint;
mod pictures;
mod play;
mod search;

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{self, Request};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{get, post};
use http_body_util::LengthLimitError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answer::{Fault, json};
use crate::server::State;
use crate::{assets, guard};

/// The body of a request may be so long, in bytes.
const LONGEST_BODY: usize = 1 << 16;

/// Leads each request to the one who answers it.
pub(crate) fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/api/families", get(facts::families))
        .route("/api/explain", post(facts::explain))
        .route("/api/check", post(facts::check))
        .route("/api/play", post(play::play))
        .route("/api/arrange", post(play::arrange))
        .route("/api/hint", post(hint::hint))
        .route("/api/solve", get(search::follow).post(search::solve))
        .route("/api/certificate", get(search::certificate))
        .route("/api/draw", get(pictures::draw))
        .route("/api/graph", get(pictures::graph))
        .route("/api/status", get(status))
        .method_not_allowed_fallback(no_such_method)
        .fallback(file)
        .with_state(state)
}

async fn file(extract::State(state): extract::State<Arc<State>>, request: Request) -> Result<Response, Fault> {
    if !request.method().is_safe() {
        return no_such_method().await;
    }
    Ok(assets::file(request.uri().path(), state.settings.assets.as_deref(), request.headers()))
}

async fn no_such_method() -> Result<Response, Fault> {
    Err(Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this is not answered to that method"))
}

/// What the server does.
#[derive(Serialize)]
struct Status {
    /// Searches that were asked for.
    searches: usize,
    /// Shorter pieces of work.
    short: usize,
    connections: usize,
}

async fn status(extract::State(state): extract::State<Arc<State>>) -> Response {
    let (searches, short) = state.admission.running();
    let connections = state.connections.load(std::sync::atomic::Ordering::Relaxed);
    json(&Status { searches, short, connections })
}

/// The body of a request, which is JSON.
async fn body<T: DeserializeOwned>(state: &State, request: Request) -> Result<T, Fault> {
    if !is_json(request.headers()) {
        return Err(Fault::bad("the body of this request is application/json, and its Content-Type says so"));
    }
    let too_long = || Fault::too_much(format!("the body of a request has at most {LONGEST_BODY} bytes"));
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > LONGEST_BODY as u64) {
        return Err(too_long());
    }
    let read = tokio::time::timeout(state.settings.body_time, to_bytes(request.into_body(), LONGEST_BODY)).await;
    let slow = Fault::new(StatusCode::REQUEST_TIMEOUT, "the body of the request took too long");
    let bytes = read.map_err(|_| slow)?.map_err(|error| {
        let is_long = error.source().is_some_and(<dyn Error>::is::<LengthLimitError>);
        if is_long { too_long() } else { Fault::bad("the body of the request ended too soon") }
    })?;
    serde_json::from_slice(&bytes).map_err(|error| Fault::bad(format!("the body is not what is expected: {error}")))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// The only value of a key behind the question mark.
fn asked(uri: &Uri, key: &str) -> Result<String, Fault> {
    value(uri, key)?.ok_or_else(|| Fault::bad(format!("the address has no {key}=")))
}

/// The same, or another value where there is none.
fn asked_or(uri: &Uri, key: &str, other: &str) -> Result<String, Fault> {
    Ok(value(uri, key)?.unwrap_or_else(|| other.to_owned()))
}

fn value(uri: &Uri, key: &str) -> Result<Option<String>, Fault> {
    let mut pairs = HashMap::new();
    for (key, value) in guard::query(uri) {
        if pairs.insert(key, value).is_some() {
            return Err(Fault::bad("the address gives a key twice"));
        }
    }
    Ok(pairs.remove(key).map(std::borrow::Cow::into_owned))
}
