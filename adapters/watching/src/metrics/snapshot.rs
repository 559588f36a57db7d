//! What is found out when somebody asks for the metrics.

use std::time::Duration;

use aditus_application::audit::log::views::Pending;
use aditus_application::audit::log::witness::WitnessState;
use aditus_application::installation::watched::{Backlog, PoolUse};
use chrono::{DateTime, TimeDelta, Utc};

use crate::disk::Room;

/// How things stand at a moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The moment.
    pub now: DateTime<Utc>,
    /// The database.
    pub database: Database,
    /// The record of acts, unless nothing is known of it.
    pub record: Option<Record>,
    /// Whether this node failed when it last tried to continue the transparency log.
    pub log_is_stopped: bool,
    /// Who is connected.
    pub websockets: Websockets,
    /// Where calls wait for their turn.
    pub queues: Vec<Queue>,
    /// The bytes of all bodies that are being read or answered.
    pub body_bytes: u64,
    /// The bytes of all large answers that are being sent or wait for room.
    pub answer_bytes: u64,
    /// Where things are kept.
    pub disks: Vec<Disk>,
    /// The certificate, where the server itself speaks TLS.
    pub certificate: Option<Certificate>,
    /// Backups, as this node knows of them.
    pub backups: Backups,
    /// Log lines that nobody took.
    pub lost_log_lines: u64,
}

/// The database and what it holds.
#[derive(Debug, Clone)]
pub struct Database {
    /// Its connections.
    pub pools: Vec<PoolUse>,
    /// Whether it answered when it was last asked.
    pub is_up: bool,
    /// When it last answered; none where it never has.
    pub answered: Option<DateTime<Utc>>,
    /// What it answered then.
    pub outbox: Option<Outbox>,
    /// The number of people who hold the role of Super User, at that time.
    pub super_users: Option<u64>,
}

/// What waits to be sent, and the clock by which that is told.
#[derive(Debug, Clone)]
pub struct Outbox {
    /// By channel; a channel for which nothing waits may be missing.
    pub backlog: Vec<Backlog>,
    /// How far the clock of this machine is ahead of the database's, if they are two.
    pub clock_skew: Option<TimeDelta>,
}

/// How far the record of acts is in its log.
#[derive(Debug, Clone)]
pub struct Record {
    /// What is in no tree yet.
    pub pending: Pending,
    /// The entries of the newest checkpoint, and when it was signed.
    pub newest: Option<(u64, DateTime<Utc>)>,
    /// How it stands with the witness, where one is configured.
    pub witness: Option<WitnessState>,
}

/// Who is connected by a websocket.
#[derive(Debug, Clone, Copy)]
pub struct Websockets {
    /// How many connections there are.
    pub connections: usize,
    /// How many people have them.
    pub people: usize,
}

/// Calls of one kind, of which few run at a time.
#[derive(Debug, Clone, Copy)]
pub struct Queue {
    /// Of what kind.
    pub name: &'static str,
    /// So many may run at once.
    pub slots: usize,
    /// So many run.
    pub running: usize,
    /// So many wait, where that is known.
    pub waiting: Option<usize>,
}

/// A file system.
#[derive(Debug, Clone, Copy)]
pub struct Disk {
    /// What is kept there.
    pub folder: &'static str,
    /// What it has.
    pub room: Room,
}

/// The certificate that the server shows.
#[derive(Debug, Clone, Copy)]
pub struct Certificate {
    /// When it ends.
    pub ends: DateTime<Utc>,
    /// Whether the files hold another one that cannot be used.
    pub is_refused: bool,
    /// How often renewed files were taken up.
    pub renewed: u64,
}

/// Backups of the installation.
#[derive(Debug, Clone, Copy)]
pub struct Backups {
    /// The moment of the last one that was made with the data folder of this node; none where none is known.
    pub last: Option<DateTime<Utc>>,
    /// The time between two that the server makes; none where it makes none.
    pub every: Option<TimeDelta>,
}

impl Record {
    /// For how long the oldest entry waits.
    pub(crate) fn lag(&self, now: DateTime<Utc>) -> Duration {
        let oldest = self.pending.oldest.map(|oldest| now - oldest);
        oldest.and_then(|lag| lag.to_std().ok()).unwrap_or_default()
    }
}

impl Snapshot {
    /// The seconds since the database has answered.
    pub(crate) fn since_answer(&self) -> Option<Duration> {
        self.database
            .answered
            .map(|at| (self.now - at).to_std().unwrap_or_default())
    }
}
