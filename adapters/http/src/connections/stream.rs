//! The stream of one connection.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_http::Extensions;
use actix_web::rt::time::{Sleep, sleep};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::calls::Calls;
use super::networks::ConnectionSlot;
use crate::sending;

/// A byte stream to a client, with or without TLS.
pub(super) trait Transport: AsyncRead + AsyncWrite + Unpin {}

impl<T: AsyncRead + AsyncWrite + Unpin> Transport for T {}

/// A connection with a deadline for the head of each request. actix-web has a deadline only for the
/// first one, so a connection that sends one byte of a later head would stay open for ever.
pub(crate) struct Connection {
    stream: Box<dyn Transport>,
    calls: Calls,
    sending: Arc<sending::Connection>,
    /// Maximum time for a request head after its first byte.
    head: Duration,
    deadline: Option<Deadline>,
}

/// The deadline of the head after the first `after` calls.
struct Deadline {
    after: u64,
    timer: Pin<Box<Sleep>>,
}

impl Connection {
    pub(super) fn new(
        stream: Box<dyn Transport>,
        slot: ConnectionSlot,
        sending: Arc<sending::Connection>,
        head: Duration,
    ) -> Self {
        Self {
            stream,
            calls: Calls::new(slot),
            sending,
            head,
            deadline: None,
        }
    }

    /// Makes this connection available to the middleware of its requests.
    pub(crate) fn share(&self, data: &mut Extensions) {
        data.insert(self.calls.clone());
        data.insert(Arc::clone(&self.sending));
    }

    /// Starts the deadline with the first byte of a head, and removes it when the head is complete.
    fn watch_head(&mut self, has_read: bool) {
        let begun = self.calls.begun();
        if self
            .deadline
            .as_ref()
            .is_some_and(|deadline| deadline.after != begun)
        {
            self.deadline = None;
        }
        if has_read && self.deadline.is_none() && self.calls.are_all_answered() {
            self.deadline = Some(Deadline {
                after: begun,
                timer: Box::pin(sleep(self.head)),
            });
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        this.watch_head(buffer.filled().len() > before);
        match &mut this.deadline {
            Some(deadline) if read.is_pending() => deadline
                .timer
                .as_mut()
                .poll(context)
                .map(|()| Err(io::ErrorKind::TimedOut.into())),
            _ => read,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
