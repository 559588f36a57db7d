//! Reserves memory for large responses before they are sent.

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest, HttpResponse};
use aditus_application::Reason;

use super::answer_memory::AnswerReservation;
use crate::api::Api;
use crate::caller_address::network_address;
use crate::problem::Problem;
use crate::signed_in::caller_of;

/// Responses up to this size are not counted. Their number is limited by the number of connections.
const NOT_COUNTED: u64 = 256 * 1024;

/// `Retry-After` in seconds for responses that were rejected for lack of memory.
const RETRY_SECONDS: u64 = 5;

/// Reserves memory for a large response that is complete before it is sent.
pub(crate) async fn reserve_memory<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let is_large = matches!(response.response().body().size(), BodySize::Sized(size) if size > NOT_COUNTED);
    // The frontend is embedded in the binary and needs no memory of its own.
    if !is_large || !response.request().path().starts_with("/api/") {
        return Ok(response);
    }
    let (request, answer) = response.into_parts();
    let (head, body) = answer.into_parts();
    let bytes = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        // The body is generated while it is sent.
        Err(body) => return Ok(ServiceResponse::new(request, head.set_body(body))),
    };
    let reservation = reserve(&request, bytes.len()).await;
    // A call that changed something gets its response even without memory: the caller would repeat
    // it after a 503.
    if reservation.is_none() && request.method().is_safe() {
        return Ok(ServiceResponse::new(
            request,
            HttpResponse::from_error(memory_exhausted()),
        ));
    }
    let mut answer = head.set_body(BoxBody::new(bytes));
    if let Some(reservation) = reservation {
        answer.extensions_mut().insert(reservation);
    }
    Ok(ServiceResponse::new(request, answer))
}

async fn reserve(request: &HttpRequest, size: usize) -> Option<AnswerReservation> {
    let api = request.app_data::<Data<Api>>()?;
    let caller = caller_of(request).await.ok().flatten();
    let address = network_address(request);
    api.answer_memory()
        .reserve(caller.map(|caller| caller.user), &address, size)
        .await
}

fn memory_exhausted() -> Problem {
    Problem::new(
        StatusCode::SERVICE_UNAVAILABLE,
        Reason::ServerBusy,
        "The server is busy with other downloads. Please try again in a few seconds.",
    )
    .retry_after(RETRY_SECONDS)
}
