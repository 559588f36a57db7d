//! All metrics. `docs/operating/WATCHING.md` explains each; a test compares the two.

mod calls;
mod gauges;
mod log_gauges;
pub(crate) mod snapshot;
mod use_cases;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aditus_application::Kind;
use aditus_application::notifications::Channel;
use chrono::{DateTime, Utc};
use prometheus::{
    Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, Opts, Registry, TextEncoder,
};
use thiserror::Error;

pub use self::calls::CallMeter;
use self::calls::Calls;
use self::gauges::Gauges;
use self::snapshot::Snapshot;
pub use self::use_cases::UseCaseMeter;
use self::use_cases::UseCases;
use crate::meters::Meters;

/// Buckets of durations, in seconds: from a millisecond, in which a list is answered, to ten
/// seconds, after which users give up.
const SECONDS: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// Statuses that count as refused access. 404 is one of them, because requests outside a caller's
/// scope do not exist for the caller.
const REFUSED: [&str; 2] = ["403", "404"];

/// The metrics cannot be registered or encoded, which is a programming error.
#[derive(Debug, Error)]
#[error("the metrics contradict each other")]
pub struct MetricsError(#[from] prometheus::Error);

/// Outcome of a sign-in attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInOutcome {
    /// The caller is signed in.
    Done,
    /// The password was wrong, or the account does not exist or is disabled, or a sign-in provider
    /// did not confirm the person.
    Refused,
    /// Refused because of earlier failures, or because too many attempts are waiting.
    Limited,
    /// The server failed.
    Failed,
}

impl SignInOutcome {
    const ALL: [Self; 4] = [Self::Done, Self::Refused, Self::Limited, Self::Failed];

    const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Limited => "limited",
            Self::Failed => "failed",
        }
    }

    /// Returns the outcome for the status of an answer, or `None` for any other, such as
    /// 202 (the second factor is pending) and 400.
    pub const fn from_status(status: u16) -> Option<Self> {
        Some(match status {
            200 => Self::Done,
            401 => Self::Refused,
            429 => Self::Limited,
            500.. => Self::Failed,
            _ => return None,
        })
    }
}

/// Outcomes of the messages that were due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SentMessages {
    /// The next server has accepted them.
    pub sent: u32,
    /// They will be retried.
    pub postponed: u32,
    /// They failed permanently.
    pub given_up: u32,
    /// They were obsolete and not sent.
    pub dropped: u32,
}

/// All metrics. All methods except [`Metrics::encode`] may be called from any thread at any rate,
/// because they do not block.
pub struct Metrics {
    registry: Registry,
    calls: Calls,
    call_meters: Meters<CallMeter>,
    use_cases: UseCases,
    use_case_meters: Meters<UseCaseMeter>,
    waits: HistogramVec,
    wait_meters: Meters<Histogram>,
    sign_ins: IntCounterVec,
    access_refused: IntCounterVec,
    audit_exports: IntCounter,
    backup_failures: IntCounter,
    messages: IntCounterVec,
    /// Locked while the metrics are written, so that concurrent requests do not mix their values.
    gauges: Mutex<Gauges>,
}

impl Metrics {
    /// Creates metrics that have counted nothing. `version` is that of the program, `started` the
    /// time of its start.
    pub fn new(version: &str, started: DateTime<Utc>) -> Result<Self, MetricsError> {
        let registry = Registry::new();
        let waits = HistogramVec::new(
            HistogramOpts::new(
                "aditus_use_case_wait_seconds",
                "Waiting time of use cases, by queue",
            )
            .buckets(SECONDS.to_vec()),
            &["queue"],
        )?;
        let sign_ins = IntCounterVec::new(
            Opts::new("aditus_sign_ins_total", "Attempts to sign in, by outcome"),
            &["outcome"],
        )?;
        let messages = IntCounterVec::new(
            Opts::new("aditus_messages_total", "Mails and text messages, by outcome"),
            &["channel", "outcome"],
        )?;
        let access_refused = IntCounterVec::new(
            Opts::new(
                "aditus_access_refused_total",
                "Calls of signed-in people that were answered with 403 or 404",
            ),
            &["status"],
        )?;
        let audit_exports = IntCounter::new("aditus_audit_exports_total", "Exports of the audit log")?;
        let backup_failures = IntCounter::new(
            "aditus_backup_failures_total",
            "Failed attempts of the server to make a backup or to delete older ones",
        )?;
        registry.register(Box::new(access_refused.clone()))?;
        registry.register(Box::new(audit_exports.clone()))?;
        registry.register(Box::new(backup_failures.clone()))?;
        registry.register(Box::new(waits.clone()))?;
        registry.register(Box::new(sign_ins.clone()))?;
        registry.register(Box::new(messages.clone()))?;
        let metrics = Self {
            calls: Calls::register(&registry)?,
            call_meters: Meters::default(),
            use_cases: UseCases::register(&registry)?,
            use_case_meters: Meters::default(),
            wait_meters: Meters::default(),
            gauges: Mutex::new(Gauges::register(&registry, version, started)?),
            registry,
            waits,
            sign_ins,
            access_refused,
            audit_exports,
            backup_failures,
            messages,
        };
        // Creates these series at 0. Prometheus computes no increase for a series whose first
        // sample is above 0.
        for outcome in SignInOutcome::ALL {
            metrics.sign_ins.with_label_values(&[outcome.name()]);
        }
        for status in REFUSED {
            metrics.access_refused.with_label_values(&[status]);
        }
        for channel in Channel::ALL {
            metrics.messages(channel, SentMessages::default());
        }
        Ok(metrics)
    }

    /// Records an answered call. `route` is the declared route, never the path of the request.
    pub fn call(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let make = || self.calls.meter(method, route);
        if let Some(meter) = self.call_meters.get_or_create(method, route, make) {
            meter.record(status, took);
        }
    }

    /// Records a finished use case. `raw` identifies it; `name` derives its metric name from that
    /// at the first call.
    pub fn use_case(
        &self,
        raw: &'static str,
        name: fn(&str) -> String,
        failure: Option<Kind>,
        took: Duration,
    ) {
        let make = || self.use_cases.meter(&name(raw));
        if let Some(meter) = self.use_case_meters.get_or_create("", raw, make) {
            meter.record(failure, took);
        }
    }

    /// Records the time that a use case waited in a queue.
    pub fn waited(&self, queue: &'static str, time: Duration) {
        let make = || self.waits.with_label_values(&[queue]);
        if let Some(meter) = self.wait_meters.get_or_create("", queue, make) {
            meter.observe(time.as_secs_f64());
        }
    }

    /// Records a sign-in attempt.
    pub fn sign_in(&self, outcome: SignInOutcome) {
        self.sign_ins.with_label_values(&[outcome.name()]).inc();
    }

    /// Records the status of an answer to a signed-in user. Only 403 and 404 count.
    pub fn access_refused(&self, status: u16) {
        let status = status.to_string();
        if REFUSED.contains(&status.as_str()) {
            self.access_refused.with_label_values(&[status.as_str()]).inc();
        }
    }

    /// Records an export of the audit log.
    pub fn audit_exported(&self) {
        self.audit_exports.inc();
    }

    /// Records a failed backup, or a failed removal of older ones.
    pub fn backup_failed(&self) {
        self.backup_failures.inc();
    }

    /// Records the outcomes of messages.
    pub fn messages(&self, channel: Channel, messages: SentMessages) {
        for (outcome, count) in [
            ("sent", messages.sent),
            ("postponed", messages.postponed),
            ("given_up", messages.given_up),
            ("dropped", messages.dropped),
        ] {
            let counter = self.messages.with_label_values(&[channel.name(), outcome]);
            counter.inc_by(u64::from(count));
        }
    }

    /// Returns all metrics in the text format of Prometheus, version 0.0.4.
    pub fn encode(&self, snapshot: &Snapshot) -> Result<String, MetricsError> {
        let mut gauges = self.gauges.lock().unwrap_or_else(PoisonError::into_inner);
        gauges.set(snapshot);
        let families = self.registry.gather();
        Ok(TextEncoder::new().encode_to_string(&families)?)
    }
}
