//! Values that are read when the metrics are requested.

use std::time::Duration;

use aditus_application::audit::log::views::Pending;
use aditus_application::audit::log::witness::WitnessState;
use aditus_application::installation::monitoring::{Backlog, PoolUse};
use chrono::{DateTime, TimeDelta, Utc};

use crate::disk::DiskSpace;

/// The values at one moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Time of the snapshot.
    pub now: DateTime<Utc>,
    /// The database.
    pub database: Database,
    /// The audit log, unless its state is unknown.
    pub audit_log: Option<AuditLog>,
    /// True if this node failed in its last attempt to continue the transparency log.
    pub log_is_stopped: bool,
    /// The websocket connections.
    pub websockets: Websockets,
    /// Queues of calls.
    pub queues: Vec<Queue>,
    /// Bytes of all request bodies that are being read or processed.
    pub body_bytes: u64,
    /// Bytes of all large answers that are being sent or wait for memory.
    pub answer_bytes: u64,
    /// File systems with data.
    pub disks: Vec<Disk>,
    /// The certificate, if the server itself terminates TLS.
    pub certificate: Option<Certificate>,
    /// Backups, as far as this node knows.
    pub backups: Backups,
    /// Number of log lines that were dropped.
    pub lost_log_lines: u64,
}

/// State of the database.
#[derive(Debug, Clone)]
pub struct Database {
    /// Its connection pools.
    pub pools: Vec<PoolUse>,
    /// True if it answered the last query.
    pub is_up: bool,
    /// Time of its last answer, or `None` if it has never answered.
    pub answered: Option<DateTime<Utc>>,
    /// The outbox, as of that answer.
    pub outbox: Option<Outbox>,
    /// Number of Super Users, as of that answer.
    pub super_users: Option<u64>,
}

/// Messages that wait to be sent, and the deviation of the clocks.
#[derive(Debug, Clone)]
pub struct Outbox {
    /// Waiting messages by channel. A channel without any may be missing.
    pub backlog: Vec<Backlog>,
    /// Seconds by which this machine's clock is ahead of the database server's, if there are two.
    pub clock_skew: Option<TimeDelta>,
}

/// Progress of the audit log in its transparency log.
#[derive(Debug, Clone)]
pub struct AuditLog {
    /// Entries that are in no tree yet.
    pub pending: Pending,
    /// Size of the newest checkpoint, in entries, and the time of its signature.
    pub newest: Option<(u64, DateTime<Utc>)>,
    /// State of the witness, if one is configured.
    pub witness: Option<WitnessState>,
}

/// Websocket connections of this node.
#[derive(Debug, Clone, Copy)]
pub struct Websockets {
    /// Number of connections.
    pub connections: usize,
    /// Number of users who have them.
    pub people: usize,
}

/// A queue of calls of one kind, of which a limited number runs at a time.
#[derive(Debug, Clone, Copy)]
pub struct Queue {
    /// Name of the kind.
    pub name: &'static str,
    /// Most calls that run at once.
    pub slots: usize,
    /// Calls that are running.
    pub running: usize,
    /// Calls that are waiting, if that is known.
    pub waiting: Option<usize>,
}

/// A file system.
#[derive(Debug, Clone, Copy)]
pub struct Disk {
    /// Name of the folder on it.
    pub folder: &'static str,
    /// Its size and free space.
    pub space: DiskSpace,
}

/// The certificate of the server.
#[derive(Debug, Clone, Copy)]
pub struct Certificate {
    /// End of its validity.
    pub ends: DateTime<Utc>,
    /// True if the files contain a new certificate that is unusable.
    pub is_refused: bool,
    /// Number of renewed certificates that were loaded.
    pub renewed: u64,
}

/// Backups of the installation.
#[derive(Debug, Clone, Copy)]
pub struct Backups {
    /// Time of the last backup with the data folder of this node, or `None` if none is known.
    pub last: Option<DateTime<Utc>>,
    /// Interval of the server's own backups, or `None` if it makes none.
    pub every: Option<TimeDelta>,
}

impl AuditLog {
    pub(crate) fn lag(&self, now: DateTime<Utc>) -> Duration {
        let oldest = self.pending.oldest.map(|oldest| now - oldest);
        oldest.and_then(|lag| lag.to_std().ok()).unwrap_or_default()
    }
}

impl Snapshot {
    pub(crate) fn since_answer(&self) -> Option<Duration> {
        self.database
            .answered
            .map(|at| (self.now - at).to_std().unwrap_or_default())
    }
}
