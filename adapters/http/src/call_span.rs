//! The tracing span of a call, and the log line about its result.
//!
//! The log contains nothing that a caller sends: neither the path nor the query nor a header, which
//! may contain codes, secrets and personal data. It contains the route, the network address, the
//! caller and the result.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::AUTHORIZATION;
use actix_web::http::{Method, StatusCode};
use actix_web::{Error, HttpMessage, HttpRequest, web};
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use crate::api::Api;
use crate::caller_address::network_address_of;
use crate::problem::Problem;
use crate::watch::{Watch, is_traced, span_traced_if};

/// Opens the span of a call. At its end, logs calls that make changes and calls that are rejected.
pub(crate) struct CallSpan;

/// The catch-all route, which serves the screens and their assets.
const SCREENS: &str = "/{path}";

/// The name of an unknown route.
const UNKNOWN_ROUTE: &str = "none";

/// Returns the declared route, such as `/api/v1/users/sessions/{id}`. It is only known after
/// routing: the method may choose between two routes that match a path, and extra slashes are
/// removed first.
fn route(request: &HttpRequest) -> String {
    let path = request.path();
    let pattern = request.match_pattern().unwrap_or_default();
    let route = pattern.replace(":.*}", "}");
    let is_call = ["/api/", "/files/", "/health/", "/ws/"]
        .iter()
        .any(|begin| path.starts_with(begin));
    match route.as_str() {
        "" => UNKNOWN_ROUTE.to_owned(),
        SCREENS if is_call => UNKNOWN_ROUTE.to_owned(),
        _ => route,
    }
}

/// Returns the method. Unknown methods become "other", because the caller chooses their text.
fn method_name(method: &Method) -> &'static str {
    match *method {
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

/// The start time of the call, if an observer measures durations.
struct StartTime(Instant);

impl RootSpanBuilder for CallSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let watch = watch_of(request.request());
        if watch.is_some() {
            request.extensions_mut().insert(StartTime(Instant::now()));
        }
        let remote_parent = traceparent(request);
        let traced_by = watch.filter(|watch| watch.traces(remote_parent));
        let id = request.extensions().get::<RequestId>().map(ToString::to_string);
        let span = span_traced_if!(
            traced_by.is_some(),
            "call",
            http.method = method_name(request.method()),
            http.route = Empty,
            http.client_ip = network_address_of(request),
            call_id = id.unwrap_or_default(),
            // Recorded after authentication in `aditus_application::access`, like the route at the
            // end.
            user_id = Empty,
            session_id = Empty,
            // For traces only. The kind must be known from the start; the other fields are recorded
            // after the log line is written.
            otel.kind = traced_by.map(|_| "server"),
            otel.status_code = Empty,
            http.response.status_code = Empty,
        );
        if let (Some(watch), Some(traceparent)) = (traced_by, remote_parent) {
            watch.continue_trace(&span, traceparent);
        }
        span
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        match outcome {
            Ok(response) => {
                let request = response.request();
                let route = route(request);
                span.record("http.route", &route);
                let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
                log_outcome(response.status(), changes, response.response().error());
                if let Some(watch) = watch_of(request) {
                    report_call(watch, request, &route, response.status());
                    record_in_trace(watch, &span, request, &route, response.status());
                }
            }
            Err(error) => log_outcome(error.as_response_error().status_code(), true, Some(error)),
        }
    }
}

fn watch_of(request: &HttpRequest) -> Option<&dyn Watch> {
    let api = request.app_data::<web::Data<Api>>()?;
    api.watch().map(AsRef::as_ref)
}

/// Returns the trace context from a trusted proxy. Other callers cannot choose what is traced.
fn traceparent(request: &ServiceRequest) -> Option<&str> {
    let header = request.headers().get("traceparent")?.to_str().ok()?;
    is_from_trusted_proxy(request).then_some(header)
}

fn is_from_trusted_proxy(request: &ServiceRequest) -> bool {
    let api = request.app_data::<web::Data<Api>>();
    let proxy = request.peer_addr().map(|address| address.ip().to_canonical());
    api.zip(proxy)
        .is_some_and(|(api, proxy)| api.trusted_proxies().trusts(proxy))
}

/// Sets the name and the status of the call in its trace, by the HTTP conventions of OpenTelemetry.
fn record_in_trace(watch: &dyn Watch, span: &Span, request: &HttpRequest, route: &str, status: StatusCode) {
    if !is_traced(span) {
        return;
    }
    watch.name(span, format!("{} {route}", method_name(request.method())));
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// Returns true if a signed-in user was refused access by a declared call. An invalid token gets
/// 401 and does not count.
fn is_refused_access(request: &HttpRequest, route: &str, status: StatusCode) -> bool {
    matches!(status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND)
        && route.starts_with("/api/")
        && request.headers().contains_key(AUTHORIZATION)
}

/// Reports the duration of the call, and a refused access, to the observer.
fn report_call(watch: &dyn Watch, request: &HttpRequest, route: &str, status: StatusCode) {
    if let Some(StartTime(begun)) = request.extensions().get::<StartTime>() {
        watch.call(
            method_name(request.method()),
            route,
            status.as_u16(),
            begun.elapsed(),
        );
    }
    if is_refused_access(request, route, status) {
        watch.access_refused(status.as_u16());
    }
}

/// Logs one line for each call that makes changes, including sign-ins, and for each call that is
/// rejected or fails.
fn log_outcome(status: StatusCode, changes: bool, error: Option<&Error>) {
    let code = status.as_u16();
    // Other errors have messages of libraries, which may repeat the input.
    let reason = error
        .and_then(|error| error.as_error::<Problem>())
        .map(Problem::text_for_log);
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
