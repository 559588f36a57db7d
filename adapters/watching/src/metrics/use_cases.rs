//! Metrics of use cases, by outcome.

use std::sync::OnceLock;
use std::time::Duration;

use aditus_application::Kind;
use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, Opts, Registry};

use super::MetricsError;

/// Buckets of durations, in seconds. There are fewer than for calls, because a dashboard shows both
/// and there are as many use cases as calls.
const SECONDS: [f64; 8] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0];

const OUTCOMES: [&str; 12] = [
    "done",
    "invalid",
    "unauthenticated",
    "forbidden",
    "not_found",
    "conflict",
    "too_large",
    "unsupported_file",
    "too_many",
    "unavailable",
    "full",
    "failed",
];

const fn outcome_index(failure: Option<Kind>) -> usize {
    match failure {
        None => 0,
        Some(Kind::Invalid) => 1,
        Some(Kind::Unauthenticated) => 2,
        Some(Kind::Forbidden) => 3,
        Some(Kind::NotFound) => 4,
        Some(Kind::Conflict) => 5,
        Some(Kind::TooLarge) => 6,
        Some(Kind::UnsupportedFile) => 7,
        Some(Kind::TooMany(_)) => 8,
        Some(Kind::Unavailable) => 9,
        Some(Kind::Full) => 10,
        Some(Kind::Internal) => 11,
    }
}

pub(super) struct UseCases {
    total: IntCounterVec,
    seconds: HistogramVec,
}

impl UseCases {
    pub(super) fn register(registry: &Registry) -> Result<Self, MetricsError> {
        let total = IntCounterVec::new(
            Opts::new("aditus_use_cases_total", "Completed use cases, by outcome"),
            &["use_case", "outcome"],
        )?;
        let seconds = HistogramVec::new(
            HistogramOpts::new(
                "aditus_use_case_duration_seconds",
                "Running time of use cases, without the time in a queue",
            )
            .buckets(SECONDS.to_vec()),
            &["use_case"],
        )?;
        registry.register(Box::new(total.clone()))?;
        registry.register(Box::new(seconds.clone()))?;
        Ok(Self { total, seconds })
    }

    pub(super) fn meter(&self, name: &str) -> UseCaseMeter {
        UseCaseMeter {
            name: name.to_owned(),
            total: self.total.clone(),
            seconds: self.seconds.with_label_values(&[name]),
            by_outcome: [const { OnceLock::new() }; OUTCOMES.len()],
        }
    }
}

/// Metrics of one use case.
pub struct UseCaseMeter {
    name: String,
    total: IntCounterVec,
    seconds: Histogram,
    by_outcome: [OnceLock<IntCounter>; OUTCOMES.len()],
}

impl UseCaseMeter {
    pub(super) fn record(&self, failure: Option<Kind>, took: Duration) {
        self.seconds.observe(took.as_secs_f64());
        let index = outcome_index(failure);
        let labelled = || {
            self.total
                .with_label_values(&[self.name.as_str(), OUTCOMES[index]])
        };
        self.by_outcome[index].get_or_init(labelled).inc();
    }
}
