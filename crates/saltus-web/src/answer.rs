//! Answers and faults as HTTP has them.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use saltus::notation::BadInput;
use serde::Serialize;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    /// Seconds until it may be worth another try.
    retry_after: Option<u32>,
    told: Told,
}

/// What is said of it.
#[derive(Debug, Serialize)]
struct Told {
    error: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<usize>,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, error: impl Into<Cow<'static, str>>) -> Self {
        Fault { status, retry_after: None, told: Told { error: error.into(), column: None, made: None } }
    }

    /// The request makes no sense.
    pub(crate) fn bad(error: impl Into<Cow<'static, str>>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, error)
    }

    /// It asks for more than is granted.
    pub(crate) fn too_much(error: impl Into<Cow<'static, str>>) -> Self {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    /// Something here went wrong.
    pub(crate) fn bug() -> Self {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "this is a bug of saltus; the terminal of the server says more")
    }

    /// Everything is taken; soon something may be free.
    pub(crate) fn busy(status: StatusCode, error: impl Into<Cow<'static, str>>) -> Self {
        Fault { retry_after: Some(1), ..Fault::new(status, error) }
    }

    /// The moves before the one that cannot be made.
    #[must_use]
    pub(crate) fn after(mut self, made: usize) -> Self {
        self.told.made = Some(made);
        self
    }

    /// What is said of it.
    pub(crate) fn error(&self) -> &str {
        &self.told.error
    }
}

impl From<BadInput> for Fault {
    fn from(bad: BadInput) -> Self {
        let mut fault = Fault::bad(bad.why);
        fault.told.column = (bad.column > 0).then_some(bad.column);
        fault
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = json(&self.told);
        *response.status_mut() = self.status;
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A value as the body of an answer.
pub(crate) fn json(value: &impl Serialize) -> Response {
    let body = serde_json::to_vec(value).expect("only texts, numbers and lists");
    bytes("application/json", body)
}

/// A body of this type.
pub(crate) fn bytes(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// The same, to be kept as a file of this name.
pub(crate) fn download(kind: &'static str, name: &str, body: impl Into<Body>) -> Response {
    let mut response = bytes(kind, body);
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")).expect("a plain name");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    response
}
