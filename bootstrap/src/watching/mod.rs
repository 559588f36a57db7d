//! Watches the server (decisions O1): counts events as they happen, and takes a snapshot when
//! metrics are requested.

mod sampler;
mod snapshots;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use aditus_application::Kind;
use aditus_application::notifications::Channel;
use aditus_application::notifications::delivery::Answer;
use aditus_application::ports::Clock;
use aditus_http::{Watch, use_case_name};
use aditus_watching::traces::{self, CallSampler};
use aditus_watching::{Metrics, SentMessages, SignInOutcome};
use tracing::Span;

use crate::clean_failure::CleanFailure;
use crate::configuration::Configuration;
use crate::listening;

use sampler::Sampler;
pub(crate) use snapshots::{SnapshotSource, WatchedLog, WatchedParts};

/// The metrics and their listener, which is bound at the start.
pub(crate) struct MetricsListener {
    pub(crate) listener: TcpListener,
    /// The bound address.
    pub(crate) address: SocketAddr,
    pub(crate) metrics: Arc<Metrics>,
}

impl MetricsListener {
    /// Binds the address, if one is configured.
    pub(crate) fn open(
        configuration: &Configuration,
        clock: &dyn Clock,
    ) -> Result<Option<Self>, CleanFailure> {
        let Some(wanted) = configuration.metrics else {
            return Ok(None);
        };
        let (listener, address) = listening::bind("ADITUS_METRICS_ADDRESS", wanted)?;
        let metrics = Metrics::new(env!("CARGO_PKG_VERSION"), clock.now())
            .map_err(|error| CleanFailure::because("the metrics cannot be counted", &error))?;
        Ok(Some(Self {
            listener,
            address,
            metrics: Arc::new(metrics),
        }))
    }
}

/// Forwards events to the metrics and the traces.
pub(crate) struct Watcher {
    metrics: Option<Arc<Metrics>>,
    sampler: Option<CallSampler>,
}

impl Watcher {
    /// Returns `None` if there are neither metrics nor traces.
    pub(crate) fn new(metrics: Option<&Arc<Metrics>>, sampler: Option<CallSampler>) -> Option<Arc<Self>> {
        let metrics = metrics.cloned();
        (metrics.is_some() || sampler.is_some()).then(|| Arc::new(Self { metrics, sampler }))
    }
}

impl Watch for Watcher {
    fn call(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        if let Some(metrics) = &self.metrics {
            metrics.call(method, route, status, took);
        }
    }

    fn use_case(&self, raw: &'static str, failure: Option<Kind>, took: Duration) {
        if let Some(metrics) = &self.metrics {
            metrics.use_case(raw, use_case_name, failure, took);
        }
    }

    fn waited(&self, queue: &'static str, time: Duration) {
        if let Some(metrics) = &self.metrics {
            metrics.waited(queue, time);
        }
    }

    fn sign_in(&self, status: u16) {
        if let (Some(metrics), Some(outcome)) = (&self.metrics, SignInOutcome::from_status(status)) {
            metrics.sign_in(outcome);
        }
    }

    fn access_refused(&self, status: u16) {
        if let Some(metrics) = &self.metrics {
            metrics.access_refused(status);
        }
    }

    fn audit_exported(&self) {
        if let Some(metrics) = &self.metrics {
            metrics.audit_exported();
        }
    }

    fn traces(&self, traceparent: Option<&str>) -> bool {
        self.sampler
            .as_ref()
            .is_some_and(|sampler| sampler.samples(traceparent))
    }

    fn name(&self, call: &Span, name: String) {
        traces::rename_span(call, name);
    }

    fn continue_trace(&self, call: &Span, traceparent: &str) {
        traces::continue_trace(call, traceparent);
    }
}

/// Counts the messages that a worker of the outbox has delivered.
pub(crate) fn count_delivered(metrics: Option<&Arc<Metrics>>, channel: Channel, delivered: &Answer) {
    if let Some(metrics) = metrics {
        let messages = SentMessages {
            sent: delivered.sent,
            postponed: delivered.postponed,
            given_up: delivered.given_up,
            dropped: delivered.dropped,
        };
        metrics.messages(channel, messages);
    }
}
