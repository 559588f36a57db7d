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
    failing: GaugeVec,
    /// The old name of `failing`, until the next version.
    trouble: GaugeVec,
}

impl LogGauges {
    pub(super) fn register(all: &Registrar<'_>) -> Result<Self, MetricsError> {
        let gauge = |name, help| all.gauges(name, help, &[]);
        Ok(Self {
            waiting: gauge(
                "aditus_audit_waiting_entries",
                "Entries of the audit log that are not in the transparency log yet",
            )?,
            lag: gauge("aditus_audit_lag_seconds", "Waiting time of the oldest of them")?,
            entries: gauge(
                "aditus_audit_log_entries",
                "Entries in the log, according to its newest checkpoint",
            )?,
            checkpoint: gauge(
                "aditus_audit_checkpoint_time_seconds",
                "Time of the signature of the newest checkpoint, in seconds since 1970",
            )?,
            stopped: all.int_gauge(
                "aditus_audit_log_stopped",
                "1 if this node failed at its last attempt to continue the log, else 0",
            )?,
            witnessed: gauge(
                "aditus_audit_witness_entries",
                "Entries in the log at the last signature of the witness",
            )?,
            agreed: gauge(
                "aditus_audit_witness_time_seconds",
                "Time of the last signature of the witness, in seconds since 1970",
            )?,
            failing: all.gauges(
                "aditus_audit_witness_failing",
                "1 for the reason of the last missing signature of the witness, else 0",
                &["reason"],
            )?,
            trouble: all.gauges(
                "aditus_audit_witness_trouble",
                "Old name of aditus_audit_witness_failing",
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
        let families = [&self.failing, &self.trouble];
        let Some(witness) = witness else {
            return families.into_iter().for_each(GaugeVec::reset);
        };
        let found = witness.trouble.as_ref().map(|trouble| trouble.kind);
        for kind in TroubleKind::ALL {
            let is_it = found == Some(kind);
            for family in families {
                family
                    .with_label_values(&[kind.name()])
                    .set(if is_it { 1.0 } else { 0.0 });
            }
        }
    }
}
