//! The span of a call, in which all its log lines stand.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HOST, HeaderName, USER_AGENT};
use actix_web::{Error, HttpMessage};
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{DefaultRootSpanBuilder, RequestId, RootSpanBuilder};

use crate::caller_address::network_address_of;

/// Tells of a call what the library's own span does, but for the caller's address: that believes whatever a header says,
/// and this one only what a trusted proxy says.
pub(crate) struct CallSpan;

fn header(request: &ServiceRequest, name: HeaderName) -> &str {
    let value = request.headers().get(name);
    value.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

impl RootSpanBuilder for CallSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(ToString::to_string);
        let route = request.match_pattern();
        tracing::info_span!(
            "HTTP request",
            http.method = %request.method(),
            http.route = route.as_deref().unwrap_or("default"),
            http.host = header(request, HOST),
            http.client_ip = network_address_of(request),
            http.user_agent = header(request, USER_AGENT),
            // Without the query: addresses of documents hold signatures there.
            http.target = request.uri().path(),
            http.status_code = Empty,
            otel.kind = "server",
            otel.status_code = Empty,
            call_id = id.unwrap_or_default(),
            exception.message = Empty,
            exception.details = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        DefaultRootSpanBuilder::on_request_end(span, outcome);
    }
}
