//! The id of a call, which appears in the log, in the header `X-Request-Id` and in every error
//! response.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use tracing_actix_web::RequestId;

tokio::task_local! {
    static CURRENT: String;
}

/// Returns the id of the call that the current task handles, if any.
pub(crate) fn current() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Wraps work so that it keeps the id of the current call when it runs on another task.
pub(crate) fn with_current_id<F: Future>(work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(current().unwrap_or_default(), work)
}

/// Makes the id available to the handler, and sends it to the client.
pub(crate) async fn add_header<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let id = request
        .extensions()
        .get::<RequestId>()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut response = CURRENT.scope(id.clone(), next.call(request)).await?;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response
            .headers_mut()
            .insert(HeaderName::from_static("x-request-id"), value);
    }
    Ok(response)
}
