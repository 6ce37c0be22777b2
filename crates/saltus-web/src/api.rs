//! The addresses of what `saltus-api` answers. Most requests are posted; those for files can be
//! links. A short call waits for a place in its lane, a search needs a ticket. What each call may
//! cost is defined here.

use std::error::Error;
use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{self, Request};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use http_body_util::LengthLimitError;
use saltus_api::limits::Limits;
use saltus_api::{Effort, Method, Operation, Reply, Reports, call, solve_in_part};
use serde::{Serialize, Serializer as _};
use serde_json::Value;

use crate::admission::Interest;
use crate::answer::{Fault, bytes, json, replied};
use crate::server::{Client, State};
use crate::settings::Settings;
use crate::work::{Cost, apart, during, within};
use crate::{assets, events, guard};

/// The body of a request may be so long, in bytes.
const LONGEST_BODY: usize = 1 << 16;
/// The body with a certificate.
const LONGEST_CERTIFICATE: usize = 1 << 20;

/// Passes each request to its handler.
pub(crate) fn router(state: Arc<State>) -> Router {
    let mut router = Router::new()
        .route("/api/solve", get(follow).post(solve))
        .route("/api/certificate", get(certificate))
        .route("/api/status", get(status));
    for operation in saltus_api::operations().iter().filter(|operation| operation.effort != Effort::Search) {
        let path = format!("/api/{}", operation.name);
        router = match operation.method {
            Method::Get => router.route(
                &path,
                get(move |extract::State(state): extract::State<Arc<State>>, uri: Uri| async move {
                    short(&state, operation, asked(&uri)).await
                }),
            ),
            Method::Post => router.route(
                &path,
                post(move |extract::State(state): extract::State<Arc<State>>, request: Request| async move {
                    let longest = if operation.name == "check" { LONGEST_CERTIFICATE } else { LONGEST_BODY };
                    short(&state, operation, body(&state, request, longest).await?).await
                }),
            ),
        };
    }
    router.method_not_allowed_fallback(no_such_method).fallback(file).with_state(state)
}

async fn file(extract::State(state): extract::State<Arc<State>>, request: Request) -> Result<Response, Fault> {
    if !request.method().is_safe() {
        return no_such_method().await;
    }
    let Settings { assets, modules, .. } = &state.settings;
    Ok(assets::file(request.uri().path(), assets.as_deref(), modules.as_ref(), request.headers()))
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

/// A call that is short, in its lane.
async fn short(state: &State, operation: &'static Operation, request: Bytes) -> Result<Response, Fault> {
    let (lane, cost) = match operation.effort {
        Effort::Light | Effort::Search => (&state.admission.light, Cost::QUICK),
        Effort::Picture => (&state.admission.pictures, Cost::PICTURE),
        Effort::Check => (&state.admission.moderate, Cost::CHECK),
        Effort::Short => (&state.admission.moderate, Cost::HINT),
    };
    let families = Arc::clone(&state.families);
    within(lane, move |lost| call(&families, operation.name, &request, &cost.limits(lost))).await.map(replied)
}

/// A call that searches, with leave.
async fn long(state: &State, client: Client, name: &'static str, request: Bytes) -> Result<Response, Fault> {
    let (ticket, grant) = (state.admission.ticket(client.0)?, state.grant.clone());
    let families = Arc::clone(&state.families);
    during(ticket, move |lost| call(&families, name, &request, &grant.limits(lost))).await.map(replied)
}

/// The answer to what is easy, which needs no leave; none to what is not.
async fn at_once(state: &State, request: Bytes) -> Result<Option<Reply>, Fault> {
    let (families, grant) = (Arc::clone(&state.families), state.grant.clone());
    let solved = move |lost: &_| solve_in_part(&families, &request, &Cost::QUICK.limits(lost), &grant.limits(lost));
    within(&state.admission.quick, solved).await
}

/// The record of an answer.
async fn solve(
    extract::State(state): extract::State<Arc<State>>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Response, Fault> {
    let request = body(&state, request, LONGEST_BODY).await?;
    match at_once(&state, request.clone()).await? {
        Some(reply) => Ok(replied(reply)),
        None => long(&state, client, "solve", request).await,
    }
}

/// The same with reports on the way to it, as events.
async fn follow(
    extract::State(state): extract::State<Arc<State>>,
    Extension(client): Extension<Client>,
    uri: Uri,
) -> Result<Response, Fault> {
    let request = asked(&uri);
    match at_once(&state, request.clone()).await? {
        Some(reply) if reply.kind.is_answer() => return Ok(bytes("text/event-stream", events::last(&reply))),
        Some(refused) => return Ok(replied(refused)),
        None => {}
    }
    let (ticket, grant) = (state.admission.ticket(client.0)?, state.grant.clone());
    let families = Arc::clone(&state.families);
    let interest = Interest::default();
    let lost = interest.lost();
    let (sender, response) = events::stream(interest);
    tokio::spawn(async move {
        let listener = sender.clone();
        let reply = apart(move || {
            let _ticket = ticket;
            let reports = Reports::new(|report: String| events::send(&listener, events::event("progress", &report)));
            call(&families, "solve", &request, &Limits { progress: Some(&reports), ..grant.limits(&lost) })
        });
        let kept = reply.await.and_then(|reply| state.admission.keep(events::last(&reply)));
        events::send(&sender, kept.unwrap_or_else(|fault| events::event("failed", &fault.to_string())));
    });
    Ok(response)
}

/// The certificate of an answer.
async fn certificate(
    extract::State(state): extract::State<Arc<State>>,
    Extension(client): Extension<Client>,
    uri: Uri,
) -> Result<Response, Fault> {
    long(&state, client, "certificate", asked(&uri)).await
}

/// The request that an address makes: moves are set apart by commas or blanks there.
fn asked(uri: &Uri) -> Bytes {
    // The token is for the guard.
    let pairs = guard::query(uri).filter(|(key, _)| key != "token").map(|(key, value)| {
        let moves = || value.split([',', ' ']).filter(|mv| !mv.is_empty()).collect::<Vec<_>>().into();
        let value = if key == "moves" { moves() } else { Value::from(&*value) };
        (key, value)
    });
    let mut request = Vec::new();
    serde_json::Serializer::new(&mut request).collect_map(pairs).expect("texts and lists");
    request.into()
}

/// The body of a request, which is JSON.
async fn body(state: &State, request: Request, longest: usize) -> Result<Bytes, Fault> {
    if !is_json(request.headers()) {
        return Err(Fault::bad("the body of this request is application/json, and its Content-Type says so"));
    }
    let too_long =
        || Fault::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body of a request has at most {longest} bytes"));
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > longest as u64) {
        return Err(too_long());
    }
    let read = tokio::time::timeout(state.settings.body_time, to_bytes(request.into_body(), longest)).await;
    let slow = Fault::new(StatusCode::REQUEST_TIMEOUT, "the body of the request took too long");
    read.map_err(|_| slow)?.map_err(|error| {
        let is_long = error.source().is_some_and(<dyn Error>::is::<LengthLimitError>);
        if is_long { too_long() } else { Fault::bad("the body of the request ended too soon") }
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches have routes of their own.
    #[test]
    fn every_name_has_a_route() {
        let long = saltus_api::operations().iter().filter(|operation| operation.effort == Effort::Search);
        assert!(long.map(|operation| operation.name).eq(["solve", "certificate"]));
    }

    #[test]
    fn addresses_are_requests() {
        let request = |query: &str| asked(&format!("/api/draw?{query}").parse().unwrap());
        assert_eq!(request(""), "{}");
        assert_eq!(request("line=shift+1+1&token=0"), r#"{"line":"shift 1 1"}"#);
        assert_eq!(request("moves=1-2,+3-1&as=svg"), r#"{"moves":["1-2","3-1"],"as":"svg"}"#);
        assert_eq!(request("line=a&line=b"), r#"{"line":"a","line":"b"}"#, "refused there");
    }
}
