//! Metrics of calls, by route and status.

use std::sync::OnceLock;
use std::time::Duration;

use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, Opts, Registry};

use super::{MetricsError, SECONDS};

/// The statuses with which Aditus answers. Any other, which only a library can produce, counts as
/// `other`.
const STATUSES: [u16; 27] = [
    101, 200, 201, 202, 204, 206, 301, 304, 400, 401, 403, 404, 405, 406, 408, 409, 412, 413, 415, 416, 422,
    429, 431, 500, 501, 503, 504,
];

pub(super) struct Calls {
    total: IntCounterVec,
    seconds: HistogramVec,
}

impl Calls {
    pub(super) fn register(registry: &Registry) -> Result<Self, MetricsError> {
        let total = IntCounterVec::new(
            Opts::new(
                "aditus_http_calls_total",
                "Answered calls, by declared route and status",
            ),
            &["method", "route", "status"],
        )?;
        let seconds = HistogramVec::new(
            HistogramOpts::new(
                "aditus_http_call_duration_seconds",
                "Time from the head of a call to the beginning of its answer",
            )
            .buckets(SECONDS.to_vec()),
            &["method", "route"],
        )?;
        registry.register(Box::new(total.clone()))?;
        registry.register(Box::new(seconds.clone()))?;
        Ok(Self { total, seconds })
    }

    pub(super) fn meter(&self, method: &'static str, route: &str) -> CallMeter {
        let meter = CallMeter {
            method,
            route: route.to_owned(),
            total: self.total.clone(),
            seconds: self.seconds.with_label_values(&[method, route]),
            by_status: [const { OnceLock::new() }; STATUSES.len()],
            other: OnceLock::new(),
        };
        // Creates the series at 0. Prometheus computes no increase for a series whose first sample
        // is 1, so the first error would go unnoticed.
        meter.counter(500);
        meter
    }
}

/// Metrics of the calls with one method and route.
pub struct CallMeter {
    method: &'static str,
    route: String,
    total: IntCounterVec,
    seconds: Histogram,
    by_status: [OnceLock<IntCounter>; STATUSES.len()],
    other: OnceLock<IntCounter>,
}

impl CallMeter {
    pub(super) fn record(&self, status: u16, took: Duration) {
        self.seconds.observe(took.as_secs_f64());
        self.counter(status).inc();
    }

    fn counter(&self, status: u16) -> &IntCounter {
        let labelled = |status: &str| {
            self.total
                .with_label_values(&[self.method, self.route.as_str(), status])
        };
        match STATUSES.binary_search(&status) {
            Ok(index) => self.by_status[index].get_or_init(|| labelled(&status.to_string())),
            Err(_) => self.other.get_or_init(|| labelled("other")),
        }
    }
}
