//! What those who run Aditus watch it by (design O1): metrics in the text format of Prometheus, on an address of their own.
//!
//! [`Metrics`] counts what happens and says it; what is found out only when somebody asks comes in a [`Snapshot`]. Labels are names of the
//! code and of the configuration, never anything that a caller sent: neither their number nor their content is a caller's to choose.
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
    Backups, Certificate, Database, Disk, Outbox, Queue, Record, Snapshot, Websockets,
};
pub use metrics::{CallMeter, Metrics, MetricsError, SentMessages, SignInOutcome, UseCaseMeter};
pub use server::serve;
pub use traces::{TraceHeader, TraceSettings, TraceSettingsError, Traces, TracesError};
