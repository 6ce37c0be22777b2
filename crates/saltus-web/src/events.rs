//! Server-sent events: what a search reports while a client is connected.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http_body::Frame;
use saltus_api::Reply;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Interval;

use crate::admission::Interest;
use crate::answer::bytes;

/// A comment is sent this often, so that both sides know of each other.
const BETWEEN_SIGNS: Duration = Duration::from_secs(5);

/// An event as it is sent. `data` is one line.
pub(crate) fn event(name: &str, data: &str) -> Bytes {
    format!("event: {name}\ndata: {}\n\n", data.trim_end()).into()
}

/// The reply to a search, which is its last event.
pub(crate) fn last(reply: &Reply) -> Bytes {
    event(if reply.kind.is_answer() { "answer" } else { "failed" }, &String::from_utf8_lossy(&reply.bytes))
}

/// Sends an event. A search learns elsewhere that its client has gone.
pub(crate) fn send(sender: &UnboundedSender<Bytes>, event: Bytes) {
    let _ = sender.send(event);
}

/// An answer to which events are added, and where to send them.
pub(crate) fn stream(interest: Interest) -> (UnboundedSender<Bytes>, Response) {
    let (sender, events) = unbounded_channel();
    let signs = tokio::time::interval(BETWEEN_SIGNS);
    let body = Stream { events, signs, _interest: interest };
    (sender, bytes("text/event-stream", Body::new(body)))
}

/// The body of such an answer. When it is dropped, the client has gone.
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
