//! The span of a call, in which all its log lines stand, and the line that says how the call ended.
//!
//! Nothing that a caller sends is in the log: neither the path nor the query nor a header, which may hold codes, secrets and
//! personal data. What is there is the route, the network address, who calls, and what became of it.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::{Error, HttpMessage, HttpRequest};
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use crate::caller_address::network_address_of;
use crate::problem::Problem;

/// Begins the span of a call and, at its end, logs what changes something and what is refused.
pub(crate) struct CallSpan;

/// What takes every path that nothing else takes: screens, and the files that they are made of.
const SCREENS: &str = "/{path}";

/// What a route is called that there is not.
const NO_ROUTE: &str = "none";

/// The route as it is declared, such as `/api/v1/users/sessions/{id}`. It is known once the call has been led there: of two that
/// fit a path, the method may decide, and slashes that were sent too many are taken away before.
fn route(request: &HttpRequest) -> String {
    let path = request.path();
    let pattern = request.match_pattern().unwrap_or_default();
    let route = pattern.replace(":.*}", "}");
    let is_call = ["/api/", "/files/", "/health/", "/ws/"]
        .iter()
        .any(|begin| path.starts_with(begin));
    match route.as_str() {
        "" => NO_ROUTE.to_owned(),
        SCREENS if is_call => NO_ROUTE.to_owned(),
        _ => route,
    }
}

/// The method; one that the protocol does not have is a word of the caller's own.
fn method(request: &ServiceRequest) -> &'static str {
    match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

impl RootSpanBuilder for CallSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(ToString::to_string);
        tracing::info_span!(
            "call",
            http.method = method(request),
            http.route = Empty,
            http.client_ip = network_address_of(request),
            call_id = id.unwrap_or_default(),
            // Noted by whoever finds out, as the route is at the end: `aditus_application::access`.
            user_id = Empty,
            session_id = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        match outcome {
            Ok(response) => {
                span.record("http.route", route(response.request()));
                let method = response.request().method();
                let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
                tell(response.status(), changes, response.response().error());
            }
            Err(error) => tell(error.as_response_error().status_code(), true, Some(error)),
        }
    }
}

/// One line for each call that changes something, sign-ins among them, and for each that is refused or fails.
fn tell(status: StatusCode, changes: bool, error: Option<&Error>) {
    let code = status.as_u16();
    // The messages of other errors are those of libraries, which may repeat what was sent.
    let reason = error
        .and_then(|error| error.as_error::<Problem>())
        .map(Problem::reason);
    if status.is_server_error() {
        tracing::error!(http.status_code = code, outcome = "failed", reason, "call failed");
    } else if status.is_client_error() {
        tracing::info!(
            http.status_code = code,
            outcome = "refused",
            reason,
            "call refused"
        );
    } else if changes {
        tracing::info!(http.status_code = code, outcome = "done", "call done");
    }
}
