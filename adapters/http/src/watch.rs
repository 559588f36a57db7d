//! Observation of the server, for metrics and traces. It contains no names of persons and no input
//! of callers.

use std::any::type_name;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::{Failure, Kind};
use tracing::Span;
use tracing::field::Empty;

/// An observer. It is called for all calls, from many threads concurrently, so an implementation
/// should neither block nor fail.
pub trait Watch: Send + Sync {
    /// Reports a completed call. The route is the declared one, or a placeholder if there is none.
    fn call(&self, method: &'static str, route: &str, status: u16, took: Duration);

    /// Reports a completed use case with the kind of its failure, if any. [`use_case_name`]
    /// converts `raw` to its name.
    fn use_case(&self, raw: &'static str, failure: Option<Kind>, took: Duration);

    /// Reports the time that a use case waited in this queue.
    fn waited(&self, queue: &'static str, time: Duration);

    /// Reports the status of a sign-in.
    fn sign_in(&self, status: u16);

    /// Reports the rejection of a call with a session token: 403 or 404.
    fn access_refused(&self, status: u16);

    /// Reports an export of the audit log.
    fn audit_exported(&self);

    /// Returns true if a new call is traced; its spans then have the target [`TRACED`].
    /// `traceparent` is the header of that name from a trusted proxy.
    fn traces(&self, _traceparent: Option<&str>) -> bool {
        false
    }

    /// Sets the name of a traced call, because its route is only known after routing.
    fn name(&self, _call: &Span, _name: String) {}

    /// Continues the trace of a trusted proxy, which sent it in the header `traceparent`.
    fn continue_trace(&self, _call: &Span, _traceparent: &str) {}
}

/// The target of exported spans. Other calls use the default target, so that exporters can skip
/// them.
pub const TRACED: &str = "aditus_http::traced";

/// Returns true if this span is exported.
pub(crate) fn is_traced(span: &Span) -> bool {
    span.metadata()
        .is_some_and(|metadata| metadata.target() == TRACED)
}

/// Creates a span that is exported if the condition is true.
macro_rules! span_traced_if {
    ($condition:expr, $($span:tt)*) => {
        if $condition {
            tracing::info_span!(target: $crate::watch::TRACED, $($span)*)
        } else {
            tracing::info_span!($($span)*)
        }
    };
}
pub(crate) use span_traced_if;

/// The state of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueState {
    /// The name of the queue, as in [`Watch::waited`].
    pub name: &'static str,
    /// Maximum number of running calls.
    pub slots: usize,
    /// Number of running calls.
    pub running: usize,
    /// Number of waiting calls, if known.
    pub waiting: Option<usize>,
}

/// The queue of reads.
pub(crate) const READS: &str = "reads";
/// The queue of all other use cases.
pub(crate) const USE_CASES: &str = "use_cases";
/// The queue of calls that generate documents.
pub(crate) const DOCUMENTS: &str = "documents";
/// The queue of calls whose files are inspected.
pub(crate) const INSPECTIONS: &str = "inspections";
/// The queue of calls that hash passwords.
pub(crate) const PASSWORDS: &str = "passwords";

/// The queue of calls that ask an identity provider.
pub(crate) const PROVIDERS: &str = "providers";

/// The error of a use case with its type erased.
pub(crate) type UseCaseError = Box<dyn Failure + Send>;

/// The measurement of a use case.
pub(crate) struct Measurement {
    watch: Option<(Arc<dyn Watch>, Instant)>,
    raw: &'static str,
    queue: &'static str,
    /// The waiting time, set when the use case gets its slot.
    waited: Option<Duration>,
}

impl Measurement {
    /// Starts the measurement of the waiting time. The type of the calling function or closure
    /// identifies the use case.
    pub(crate) fn begin<F>(_: &F, watch: Option<&Arc<dyn Watch>>, queue: &'static str) -> Self {
        Self {
            watch: watch.map(|watch| (Arc::clone(watch), Instant::now())),
            raw: type_name::<F>(),
            queue,
            waited: None,
        }
    }

    /// Ends the wait in this queue and starts the wait in the next one.
    pub(crate) fn enter_queue(mut self, queue: &'static str) -> Self {
        if let Some((watch, since)) = &mut self.watch {
            watch.waited(self.queue, since.elapsed());
            *since = Instant::now();
        }
        self.queue = queue;
        self
    }

    /// Ends the wait; other work precedes the use case.
    pub(crate) fn end_wait(&mut self) {
        if let Some((_, since)) = &self.watch {
            self.waited = Some(since.elapsed());
        }
    }

    /// Ends the wait and runs the use case.
    pub(crate) fn run<T>(
        self,
        use_case: impl FnOnce() -> Result<T, UseCaseError>,
    ) -> Result<T, UseCaseError> {
        let Some((watch, since)) = &self.watch else {
            return use_case();
        };
        let begun = Instant::now();
        let waited = self.waited.unwrap_or_else(|| begun.duration_since(*since));
        watch.waited(self.queue, waited);
        // The span is not entered, so logs and records of the use case belong to the call's span.
        let span = if is_traced(&Span::current()) {
            self.span(waited)
        } else {
            Span::none()
        };
        let result = use_case();
        let failure = result.as_ref().err().map(|error| error.kind());
        if let Some(kind) = failure {
            span.record("failure", tracing::field::debug(kind));
        }
        watch.use_case(self.raw, failure, begun.elapsed());
        result
    }
}

impl Measurement {
    fn span(&self, waited: Duration) -> Span {
        tracing::info_span!(
            target: TRACED,
            "use case",
            otel.name = use_case_name(self.raw),
            queue = self.queue,
            waited_seconds = waited.as_secs_f64(),
            failure = Empty,
        )
    }
}

/// Returns the name of a use case from the type name of the calling function or closure:
/// `accounts::sign_in_call`, or `records::list of TopicRecords` if one function serves many kinds
/// of records.
pub fn use_case_name(raw: &str) -> String {
    // A handler is a type whose methods contain the function: `<path::handler as
    // Trait>::register::handler::{{closure}}`.
    let own = match raw.strip_prefix('<') {
        Some(inner) => inner.split(" as ").next().unwrap_or(inner),
        None => raw,
    };
    let (path, kinds) = own.split_once('<').unwrap_or((own, ""));
    let path = path.trim_end_matches("::{{closure}}");
    let path = path.split("::{{closure}}").next().unwrap_or(path);
    let path = ["aditus_http::", "aditus_application::"]
        .iter()
        .find_map(|krate| path.strip_prefix(krate))
        .unwrap_or(path);
    let path = path.strip_suffix("::execute").unwrap_or(path);
    // The first of several type parameters is the kind of records.
    let kind = kinds.split(['>', ',']).next().unwrap_or_default();
    match kind.rsplit("::").next() {
        Some(kind) if !kind.is_empty() => format!("{path} of {kind}"),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_case_names_come_from_handlers_and_use_cases() {
        for (raw, name) in [
            (
                "<aditus_http::accounts::sign_in_call as actix_web::service::HttpServiceFactory>::register::sign_in_call::{{closure}}::{{closure}}",
                "accounts::sign_in_call",
            ),
            ("aditus_application::requests::all::execute", "requests::all"),
            (
                "aditus_application::records::list<aditus_application::dictionary::records::topics::TopicRecords>",
                "records::list of TopicRecords",
            ),
            (
                "aditus_http::records::add<aditus_application::dictionary::records::topics::TopicRecords, aditus_http::x::Form>::{{closure}}::{{closure}}",
                "records::add of TopicRecords",
            ),
            (
                "aditus_http::untrusted_proxy::report::{{closure}}::{{closure}}::{{closure}}",
                "untrusted_proxy::report",
            ),
        ] {
            assert_eq!(use_case_name(raw), name, "{raw}");
        }
    }
}
