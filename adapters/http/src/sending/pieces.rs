//! Splits responses into pieces, which a connection sends one after the other.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};

use super::PIECE;
use super::answer_memory::AnswerReservation;
use super::pace::Connection;
use crate::api::Api;

/// Passes responses on in pieces, and counts their bytes for the connection.
pub(crate) async fn in_pieces<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_head = request.method() == Method::HEAD;
    let connection = request.conn_data::<Arc<Connection>>().cloned();
    let mut response = next.call(request).await?.map_into_boxed_body();
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        if let Some(connection) = connection {
            connection.stop_watching();
        }
        return Ok(response);
    }
    let reservation = response
        .response_mut()
        .extensions_mut()
        .remove::<AnswerReservation>();
    let sending = connection.map(Sending::begin);
    if let (Some(sending), Some(api)) = (&sending, response.request().app_data::<Data<Api>>()) {
        api.connections().watch(&sending.0);
    }
    if matches!(
        response.response().body().size(),
        BodySize::None | BodySize::Sized(0)
    ) {
        return Ok(response);
    }
    Ok(response.map_body(|_, body| {
        BoxBody::new(Pieces {
            size: body.size(),
            // A response to HEAD has no body.
            body: (!is_head).then_some(body),
            ready: VecDeque::new(),
            sending,
            _reservation: reservation,
        })
    }))
}

/// A response that is being sent on a connection.
struct Sending(Arc<Connection>);

impl Sending {
    fn begin(connection: Arc<Connection>) -> Self {
        connection.begin();
        Self(connection)
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A response body in pieces. It keeps the memory reservation until the response is sent or
/// abandoned.
struct Pieces {
    size: BodySize,
    /// `None` once the body is complete.
    body: Option<BoxBody>,
    /// Bytes that were generated, but not yet passed on.
    ready: VecDeque<Bytes>,
    sending: Option<Sending>,
    _reservation: Option<AnswerReservation>,
}

impl Pieces {
    /// Returns true if the body must be polled before a piece is passed on. Only compressed
    /// responses have no size. They are generated at once, because the compressor takes more memory
    /// than its output. Streamed files are not compressed.
    fn makes_more(&self) -> bool {
        self.ready.is_empty() || self.size == BodySize::Stream
    }

    fn next_piece(&mut self) -> Option<Bytes> {
        let first = self.ready.front_mut()?;
        if first.len() > PIECE {
            return Some(first.split_to(PIECE));
        }
        self.ready.pop_front()
    }
}

impl MessageBody for Pieces {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.size
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = &mut *self;
        while this.makes_more() {
            let Some(body) = this.body.as_mut() else { break };
            match Pin::new(body).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) if bytes.is_empty() => {}
                Poll::Ready(Some(Ok(bytes))) => this.ready.push_back(bytes),
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(None) => this.body = None,
                Poll::Pending => break,
            }
        }
        match this.next_piece() {
            Some(piece) => {
                if let Some(Sending(connection)) = &this.sending {
                    connection.count_bytes(piece.len());
                }
                Poll::Ready(Some(Ok(piece)))
            }
            None if this.body.is_none() => Poll::Ready(None),
            None => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use actix_web::body::{BodyStream, SizedStream, to_bytes};
    use futures_util::stream;

    use super::*;

    fn pieces(body: impl MessageBody + 'static) -> Pieces {
        let body = BoxBody::new(body);
        Pieces {
            size: body.size(),
            body: Some(body),
            ready: VecDeque::new(),
            sending: None,
            _reservation: None,
        }
    }

    fn next(body: &mut Pieces) -> usize {
        let mut context = Context::from_waker(std::task::Waker::noop());
        match Pin::new(body).poll_next(&mut context) {
            Poll::Ready(Some(Ok(piece))) => piece.len(),
            _ => 0,
        }
    }

    #[actix_web::test]
    async fn long_responses_are_split_and_arrive_completely() {
        let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(2 * PIECE + 5).collect();
        let mut body = pieces(bytes.clone());
        assert_eq!(
            [next(&mut body), next(&mut body), next(&mut body), next(&mut body)],
            [PIECE, PIECE, 5, 0]
        );
        let read = to_bytes(pieces(bytes.clone())).await;
        assert!(read.is_ok_and(|read| read == bytes));
    }

    #[test]
    fn a_file_is_read_only_as_fast_as_it_is_sent() {
        let parts =
            || stream::iter([1, 2, 3].map(|length| Ok::<_, Infallible>(Bytes::from(vec![0; length]))));
        let mut file = pieces(SizedStream::new(6, parts()));
        assert_eq!((next(&mut file), file.ready.len()), (1, 0));
        assert!(file.body.is_some());
        // A compressed response has no size and is generated at once.
        let mut compressed = pieces(BodyStream::new(parts()));
        assert_eq!((next(&mut compressed), compressed.ready.len()), (1, 2));
        assert!(compressed.body.is_none());
        assert_eq!((next(&mut compressed), next(&mut compressed)), (2, 3));
    }
}
