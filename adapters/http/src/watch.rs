//! Who is told what the server does, for those who watch over it. None of it names a person or repeats what a caller sent.

use std::any::type_name;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::{Failure, Kind};
use tracing::Span;
use tracing::field::Empty;

/// Whoever is told. It is called for every call, from many threads at once: an implementation should neither wait nor fail.
pub trait Watch: Send + Sync {
    /// A call was answered. The route is the declared one, or a word for what is none.
    fn call(&self, method: &'static str, route: &str, status: u16, took: Duration);

    /// A use case has ended, `failure` being of what kind it failed. [`use_case_name`] makes its name of `raw`.
    fn use_case(&self, raw: &'static str, failure: Option<Kind>, took: Duration);

    /// A use case has waited for its turn, in this queue.
    fn waited(&self, queue: &'static str, time: Duration);

    /// Somebody tried to sign in, and was answered with this status.
    fn sign_in(&self, status: u16);

    /// A call with the token of a session was answered with this status: 403 or 404.
    fn access_refused(&self, status: u16);

    /// The record of acts was taken out as a file.
    fn audit_exported(&self);

    /// Whether a call that begins is traced: its spans have the target [`TRACED`] then. `traceparent` is the header of that name, if a trusted
    /// proxy sent it.
    fn traces(&self, _traceparent: Option<&str>) -> bool {
        false
    }

    /// What a call that is traced is called in its trace: its route is known once it has been led there.
    fn name(&self, _call: &Span, _name: String) {}

    /// A trusted proxy has called within a trace of its own (the header `traceparent`), which the call goes on.
    fn go_on(&self, _call: &Span, _traceparent: &str) {}
}

/// The target of spans that are sent somewhere. Those of other calls have the usual one, so that whatever sends spans need not look at them.
pub const TRACED: &str = "aditus_http::traced";

/// Whether this span is sent somewhere.
pub(crate) fn is_traced(span: &Span) -> bool {
    span.metadata()
        .is_some_and(|metadata| metadata.target() == TRACED)
}

/// A span that is sent somewhere if the condition holds.
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

/// Where calls wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueState {
    /// The queue, as [`Watch::waited`] calls it.
    pub name: &'static str,
    /// So many may run at once.
    pub slots: usize,
    /// So many run.
    pub running: usize,
    /// So many wait, where that is known.
    pub waiting: Option<usize>,
}

/// The queue of those who read.
pub(crate) const READS: &str = "reads";
/// The queue of all other use cases.
pub(crate) const USE_CASES: &str = "use_cases";
/// The queue of those who make documents.
pub(crate) const DOCUMENTS: &str = "documents";
/// The queue of calls with files, which are inspected.
pub(crate) const INSPECTIONS: &str = "inspections";
/// The queue of those who hash passwords.
pub(crate) const PASSWORDS: &str = "passwords";

/// A use case that waits for its turn.
pub(crate) struct Watched {
    watch: Option<(Arc<dyn Watch>, Instant)>,
    raw: &'static str,
    queue: &'static str,
    /// Once it is its turn.
    waited: Option<Duration>,
}

impl Watched {
    /// It begins to wait. It is known by the function or closure that calls it.
    pub(crate) fn begin<F>(_: &F, watch: Option<&Arc<dyn Watch>>, queue: &'static str) -> Self {
        Self {
            watch: watch.map(|watch| (Arc::clone(watch), Instant::now())),
            raw: type_name::<F>(),
            queue,
            waited: None,
        }
    }

    /// It is its turn in a queue before the last one.
    pub(crate) fn goes_on_in(mut self, queue: &'static str) -> Self {
        if let Some((watch, since)) = &mut self.watch {
            watch.waited(self.queue, since.elapsed());
            *since = Instant::now();
        }
        self.queue = queue;
        self
    }

    /// It is its turn, and something that is not it comes first.
    pub(crate) fn its_turn(&mut self) {
        if let Some((_, since)) = &self.watch {
            self.waited = Some(since.elapsed());
        }
    }

    /// It is its turn, and it is done.
    pub(crate) fn run<T, E: Failure>(self, use_case: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let Some((watch, since)) = &self.watch else {
            return use_case();
        };
        let begun = Instant::now();
        let waited = self.waited.unwrap_or_else(|| begun.duration_since(*since));
        watch.waited(self.queue, waited);
        // Nobody enters it: what is logged and noted meanwhile stands under the call.
        let span = if is_traced(&Span::current()) {
            self.span(waited)
        } else {
            Span::none()
        };
        let result = use_case();
        let failure = result.as_ref().err().map(Failure::kind);
        if let Some(kind) = failure {
            span.record("failure", tracing::field::debug(kind));
        }
        watch.use_case(self.raw, failure, begun.elapsed());
        result
    }
}

impl Watched {
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

/// What a use case is called, by the name of the function or closure that calls it: `accounts::sign_in_call`, or `records::list
/// of TopicRecords` where one function serves many kinds of records.
pub fn use_case_name(raw: &str) -> String {
    // A handler is a type whose methods hold the function: `<path::handler as Trait>::register::handler::{{closure}}`.
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
    // Of many types the first is the kind of records.
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
    fn names_are_those_of_handlers_and_use_cases() {
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
                "aditus_http::untrusted_proxy::tell::{{closure}}::{{closure}}::{{closure}}",
                "untrusted_proxy::tell",
            ),
        ] {
            assert_eq!(use_case_name(raw), name, "{raw}");
        }
    }
}
