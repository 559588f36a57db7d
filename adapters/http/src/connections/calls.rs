//! Tracks the open calls of a connection.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Bytes;

use super::networks::ConnectionSlot;

/// The calls of one connection. The connection's stream and the middleware share it.
#[derive(Clone)]
pub(super) struct Calls(Rc<State>);

struct State {
    slot: ConnectionSlot,
    /// The number of calls that have begun, which is the number of complete request heads.
    begun: Cell<u64>,
    /// The number of calls whose response is not complete.
    open: Cell<usize>,
}

impl Calls {
    pub(super) fn new(slot: ConnectionSlot) -> Self {
        Self(Rc::new(State {
            slot,
            begun: Cell::new(0),
            open: Cell::new(0),
        }))
    }

    pub(super) fn begun(&self) -> u64 {
        self.0.begun.get()
    }

    /// Returns true between the end of a response and the complete head of the next request.
    pub(super) fn are_all_answered(&self) -> bool {
        self.0.begun.get() > 0 && self.0.open.get() == 0
    }

    fn begin(&self) -> OpenCall {
        self.0.slot.note_request();
        self.0.begun.set(self.0.begun.get() + 1);
        self.0.open.set(self.0.open.get() + 1);
        OpenCall(self.clone())
    }
}

/// A call until the end of its response.
struct OpenCall(Calls);

impl Drop for OpenCall {
    fn drop(&mut self) {
        let open = &self.0.0.open;
        open.set(open.get().saturating_sub(1));
    }
}

/// Notifies the connection of the start of a call and the end of its response. This must be the
/// outermost middleware.
pub(crate) async fn track_calls<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<TrackedBody>, Error> {
    let open = request.request().conn_data::<Calls>().map(Calls::begin);
    let response = next.call(request).await?;
    Ok(response
        .map_into_boxed_body()
        .map_body(|_, body| TrackedBody { body, _open: open }))
}

/// A response body. The call is open until this is dropped, which the server does after the last
/// byte.
pub(crate) struct TrackedBody {
    body: BoxBody,
    _open: Option<OpenCall>,
}

impl MessageBody for TrackedBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}
