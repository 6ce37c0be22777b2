//! One connection: how long it may be silent, and that the end of one request does not end others.

use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

/// What a connection does.
pub(crate) struct Activity {
    begun: Instant,
    /// Milliseconds from the begin to the last byte in either direction.
    last: AtomicU64,
    /// Whether the head of a request has come whole.
    has_spoken: AtomicBool,
    /// Requests of which the answer has not begun.
    requests: AtomicUsize,
}

impl Activity {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Activity {
            begun: Instant::now(),
            last: AtomicU64::new(0),
            has_spoken: AtomicBool::new(false),
            requests: AtomicUsize::new(0),
        })
    }

    fn moved(&self) {
        self.last.store(self.begun.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// A request is being answered, until the mark is dropped.
    pub(crate) fn request(self: &Arc<Self>) -> Busy {
        self.has_spoken.store(true, Ordering::Relaxed);
        self.requests.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }

    /// How long the first head has been waited for; none once it has come.
    pub(crate) fn owes_head(&self) -> Option<Duration> {
        (!self.has_spoken.load(Ordering::Relaxed)).then(|| self.begun.elapsed())
    }

    /// Of several connections the one with the least goes first: the longest without a head, then the longest silent on which nothing
    /// is being answered.
    pub(crate) fn worth(&self) -> (bool, bool, Instant) {
        if self.owes_head().is_some() { (false, false, self.begun) } else { (true, self.is_busy(), self.last()) }
    }

    /// Whether a request is being answered.
    fn is_busy(&self) -> bool {
        self.requests.load(Ordering::Relaxed) > 0
    }

    /// When the last byte moved.
    fn last(&self) -> Instant {
        self.begun + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    /// Returns when nothing has moved for so long, and no request is being answered.
    pub(crate) async fn silent(&self, patience: Duration) {
        loop {
            let last = self.last();
            if !self.is_busy() && last.elapsed() >= patience {
                return;
            }
            tokio::time::sleep_until((last + patience).max(Instant::now() + patience / 8)).await;
        }
    }
}

/// A request is being answered.
pub(crate) struct Busy(Arc<Activity>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.moved();
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A stream of which each byte is noticed.
pub(crate) struct Watched {
    pub(crate) stream: TcpStream,
    pub(crate) activity: Arc<Activity>,
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before {
            self.activity.moved();
        }
        read
    }
}

impl Watched {
    fn noticed(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.activity.moved();
        }
        written
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.noticed(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.noticed(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// What a future gives; none when it panics.
pub(crate) async fn unharmed<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    // After a panic the future is not polled again.
    std::future::poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}
