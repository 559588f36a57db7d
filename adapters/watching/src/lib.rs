//! Monitoring (decisions O1): metrics in the text format of Prometheus, on an address of their own,
//! and traces.
//!
//! [`Metrics`] counts events and writes all metrics. Values that are read only when the metrics are
//! requested come in a [`Snapshot`]. Labels are names of the code and the configuration, never
//! input of a caller, so callers influence neither their number nor their content.
//!
//! [`Traces`] sends the spans of calls to a collector of OpenTelemetry.

pub mod disk;
mod meters;
mod metrics;
mod process;
mod server;
pub mod traces;

pub use meters::Meters;
pub use metrics::snapshot::{
    AuditLog, Backups, Certificate, Database, Disk, Outbox, Queue, Snapshot, Websockets,
};
pub use metrics::{CallMeter, Metrics, MetricsError, SentMessages, SignInOutcome, UseCaseMeter};
pub use server::serve;
pub use traces::{TraceHeader, TraceSettings, TraceSettingsError, Traces, TracesError};
