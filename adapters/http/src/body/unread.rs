//! Handles bodies that no handler has read to the end.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage};
use futures_util::Stream;

/// Closes the connection after a response that was sent before the body was complete. The server
/// does so itself if the length was announced, but would read a chunked body for as long as the
/// client sends.
pub(crate) async fn close_connection<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, Closing>>, Error> {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let shared = Shared(Rc::new(RefCell::new(Some(payload))));
    request.set_payload(Payload::Stream {
        payload: Box::pin(shared.clone()),
    });
    let response = next.call(request).await?;
    let rest = shared.0;
    // A websocket continues to read after its response has begun.
    if rest.borrow().is_none() || response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return Ok(response.map_into_left_body());
    }
    Ok(response
        .map_into_boxed_body()
        .map_body(|_, body| EitherBody::Right {
            body: Closing { body, _rest: rest },
        }))
}

/// The body, shared between the handler that reads it and the response; `None` once it is complete
/// or interrupted.
#[derive(Clone)]
struct Shared(Rc<RefCell<Option<Payload>>>);

impl Stream for Shared {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut kept = self.0.borrow_mut();
        let Some(payload) = kept.as_mut() else {
            return Poll::Ready(None);
        };
        let polled = Pin::new(payload).poll_next(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            *kept = None;
        }
        polled
    }
}

/// A response body that keeps the unread request body until it is sent. The server then closes the
/// connection.
pub(crate) struct Closing {
    body: BoxBody,
    _rest: Rc<RefCell<Option<Payload>>>,
}

impl MessageBody for Closing {
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
