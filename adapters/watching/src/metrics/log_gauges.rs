//! Metrics of the audit log's transparency log and its witness.

use aditus_application::audit::log::witness::TroubleKind;
use prometheus::{GaugeVec, IntGauge};

use super::MetricsError;
use super::gauges::{Gauges, Registrar, float, seconds_of};
use super::snapshot::Snapshot;

/// The gauges of the log. They are families, so that a series can be removed while its value is
/// unknown.
pub(super) struct LogGauges {
    waiting: GaugeVec,
    lag: GaugeVec,
    entries: GaugeVec,
    checkpoint: GaugeVec,
    stopped: IntGauge,
    witnessed: GaugeVec,
    agreed: GaugeVec,
    trouble: GaugeVec,
}

impl LogGauges {
    pub(super) fn register(all: &Registrar<'_>) -> Result<Self, MetricsError> {
        let gauge = |name, help| all.gauges(name, help, &[]);
        Ok(Self {
            waiting: gauge(
                "aditus_audit_waiting_entries",
                "Entries of the audit log that are not in its log yet",
            )?,
            lag: gauge(
                "aditus_audit_lag_seconds",
                "For how long the oldest of them waits",
            )?,
            entries: gauge(
                "aditus_audit_log_entries",
                "Entries in the log, as its newest checkpoint says",
            )?,
            checkpoint: gauge(
                "aditus_audit_checkpoint_time_seconds",
                "When that was signed, in seconds since 1970",
            )?,
            stopped: all.int_gauge(
                "aditus_audit_log_stopped",
                "1 where this node failed when it last tried to continue the log, else 0",
            )?,
            witnessed: gauge(
                "aditus_audit_witness_entries",
                "Entries in the log when the witness last signed it",
            )?,
            agreed: gauge(
                "aditus_audit_witness_time_seconds",
                "When the witness last signed, in seconds since 1970",
            )?,
            trouble: all.gauges(
                "aditus_audit_witness_trouble",
                "1 for the reason why the witness did not sign when it was last asked, else 0",
                &["reason"],
            )?,
        })
    }

    pub(super) fn set(&self, now: &Snapshot) {
        self.stopped.set(i64::from(now.log_is_stopped));
        let log = now.audit_log.as_ref();
        let newest = log.and_then(|log| log.newest);
        let witness = log.and_then(|log| log.witness.as_ref());
        let agreed = witness.and_then(|witness| witness.agreed.as_ref());
        for (family, value) in [
            (&self.waiting, log.map(|log| float(log.pending.entries))),
            (&self.lag, log.map(|log| log.lag(now.now).as_secs_f64())),
            (
                &self.entries,
                log.map(|_| float(newest.map_or(0, |(size, _)| size))),
            ),
            (&self.checkpoint, newest.map(|(_, at)| seconds_of(at))),
            (
                &self.witnessed,
                witness.map(|_| float(agreed.map_or(0, |agreed| agreed.size))),
            ),
            (&self.agreed, agreed.map(|agreed| seconds_of(agreed.at))),
        ] {
            Gauges::set_or_remove(family, value);
        }
        let Some(witness) = witness else {
            return self.trouble.reset();
        };
        let found = witness.trouble.as_ref().map(|trouble| trouble.kind);
        for kind in TroubleKind::ALL {
            let is_it = found == Some(kind);
            self.trouble
                .with_label_values(&[kind.name()])
                .set(if is_it { 1.0 } else { 0.0 });
        }
    }
}
