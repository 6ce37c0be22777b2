//! Answers and faults as HTTP has them.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use saltus_api::{Kind, Reply};
use serde::Serialize;

/// Why the server does not answer a request. It is shown as JSON.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    /// Seconds until it may be worth another try.
    retry_after: Option<u32>,
    error: Cow<'static, str>,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, error: impl Into<Cow<'static, str>>) -> Self {
        Fault { status, retry_after: None, error: error.into() }
    }

    /// The request makes no sense.
    pub(crate) fn bad(error: impl Into<Cow<'static, str>>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, error)
    }

    /// Something here went wrong.
    pub(crate) fn bug() -> Self {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "this is a bug of saltus; the terminal of the server says more")
    }

    /// Everything is taken; soon something may be free.
    pub(crate) fn busy(status: StatusCode, error: impl Into<Cow<'static, str>>) -> Self {
        Fault { retry_after: Some(1), ..Fault::new(status, error) }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        serde_json::json!({ "error": self.error }).fmt(f)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = bytes("application/json", self.to_string());
        *response.status_mut() = self.status;
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A reply as an answer.
pub(crate) fn replied(reply: Reply) -> Response {
    let mut response = bytes(reply.kind.media_type(), reply.bytes);
    *response.status_mut() = match reply.kind {
        Kind::Unknown => StatusCode::NOT_FOUND,
        Kind::Bad => StatusCode::BAD_REQUEST,
        Kind::TooMuch => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::Bug => StatusCode::INTERNAL_SERVER_ERROR,
        Kind::Json | Kind::Svg | Kind::Png | Kind::Gif | Kind::Certificate => StatusCode::OK,
    };
    if let Some(name) = reply.file {
        let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")).expect("a plain name");
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
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
