//! Server-sent events: what a search says while somebody listens.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http_body::Frame;
use saltus::limits::{Progress, Report};
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Interval;

use crate::admission::Interest;
use crate::answer::bytes;

/// From one report to the next.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);
/// A comment is sent this often, so that both sides know of each other.
const BETWEEN_SIGNS: Duration = Duration::from_secs(5);

/// An event as it is sent. `data` is one line.
pub(crate) fn event(name: &str, data: &str) -> Bytes {
    format!("event: {name}\ndata: {}\n\n", data.trim_end()).into()
}

/// Where a search sends its events.
pub(crate) struct Sender {
    events: UnboundedSender<Bytes>,
    /// When the next report may be sent. Reports are few, so that what waits for a slow reader is bounded by the time of the search.
    next: Mutex<Instant>,
}

#[derive(Serialize)]
struct Reported<'a> {
    phase: &'a str,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<f64>,
}

impl Sender {
    pub(crate) fn send(&self, event: Bytes) {
        // Who does not listen any more has been told to the search.
        let _ = self.events.send(event);
    }
}

impl Progress for Sender {
    fn report(&self, report: &Report<'_>) {
        let Ok(mut next) = self.next.try_lock() else { return };
        let now = Instant::now();
        if now < *next {
            return;
        }
        *next = now + BETWEEN_REPORTS;
        let fraction = report.total.map(|total| report.done as f64 / total.max(1) as f64);
        let reported = Reported { phase: report.phase, nodes: report.done, fraction };
        self.send(event("progress", &serde_json::to_string(&reported).expect("texts and numbers")));
    }
}

/// An answer to which events are added, and where to send them.
pub(crate) fn stream(interest: Interest) -> (Sender, Response) {
    let (sender, events) = unbounded_channel();
    let signs = tokio::time::interval(BETWEEN_SIGNS);
    let body = Stream { events, signs, _interest: interest };
    let sender = Sender { events: sender, next: Mutex::new(Instant::now() + BETWEEN_REPORTS) };
    (sender, bytes("text/event-stream", Body::new(body)))
}

/// The body of such an answer. When it is dropped, nobody listens any more.
struct Stream {
    events: UnboundedReceiver<Bytes>,
    signs: Interval,
    _interest: Interest,
}

impl http_body::Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            return Poll::Ready(event.map(|event| Ok(Frame::data(event))));
        }
        self.signs.poll_tick(context).map(|_| Some(Ok(Frame::data(Bytes::from_static(b":\n\n")))))
    }
}
