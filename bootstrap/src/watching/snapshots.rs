//! Takes a snapshot of the server's state when metrics are requested.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::ports::{Clock, Database};
use aditus_http::Api;
use aditus_http::tls::Certificates;
use aditus_push::Hub;
use aditus_watching::{Backups, Certificate, Disk, Queue, Snapshot, Websockets, disk};
use chrono::{DateTime, TimeDelta, Utc};

use super::Sampler;
use crate::configuration::Configuration;
use crate::data_folder::DataFolder;
use crate::logging;
use crate::workers::LogStopped;

/// The watched state of the transparency log that is not in the database.
pub(crate) struct WatchedLog {
    /// Set while this node cannot continue the log.
    pub(crate) stopped: Arc<LogStopped>,
    /// The name of its witness, if it has one.
    pub(crate) witness: Option<String>,
}

/// The parts that are watched besides the calls and the database.
pub(crate) struct WatchedParts {
    /// The certificate, if the server itself speaks TLS.
    pub(crate) certificates: Option<Arc<Certificates>>,
    /// The data folder, which records the last backup.
    pub(crate) folder: DataFolder,
    /// The kind of the database. `None` if it has no backups by Aditus.
    pub(crate) kind: Option<&'static str>,
    pub(crate) log: WatchedLog,
}

/// The sources of the snapshots.
pub(crate) struct SnapshotSource {
    database: Arc<dyn Database>,
    sampler: Sampler,
    clock: Arc<dyn Clock>,
    api: Api,
    hub: Arc<Hub>,
    certificates: Option<Arc<Certificates>>,
    log_stopped: Arc<LogStopped>,
    folder: DataFolder,
    kind: Option<&'static str>,
    /// The interval of automatic backups. `None` if the server makes none.
    backup_every: Option<TimeDelta>,
    /// The watched folders, with their names.
    folders: [(&'static str, PathBuf); 2],
}

impl SnapshotSource {
    /// Starts the sampler. The database is not queried before the first request.
    pub(crate) fn start(
        ports: &Ports,
        api: Api,
        hub: Arc<Hub>,
        watched: WatchedParts,
        configuration: &Configuration,
    ) -> io::Result<Self> {
        let WatchedParts {
            certificates,
            folder,
            kind,
            log,
        } = watched;
        Ok(Self {
            sampler: Sampler::start(Arc::clone(&ports.database), Arc::clone(&ports.clock), log.witness)?,
            log_stopped: log.stopped,
            database: Arc::clone(&ports.database),
            clock: Arc::clone(&ports.clock),
            api,
            hub,
            certificates,
            folder,
            kind,
            backup_every: configuration.backups.as_ref().map(|backups| backups.plan.every),
            folders: [
                ("data", configuration.data_dir.clone()),
                ("temporary", std::env::temp_dir()),
            ],
        })
    }

    /// Takes a snapshot.
    pub(crate) fn take(&self) -> Snapshot {
        let sample = self.sampler.sample();
        let (connections, people) = self.hub.counts();
        let queues = self.api.queues().into_iter().map(|queue| Queue {
            name: queue.name,
            slots: queue.slots,
            running: queue.running,
            waiting: queue.waiting,
        });
        let disks = self.folders.iter().filter_map(|(folder, path)| {
            let space = disk::space(path).ok()?;
            Some(Disk { folder, space })
        });
        let certificate = self.certificates.as_ref().map(|certificates| {
            let state = certificates.state();
            Certificate {
                ends: state.ends,
                is_refused: state.is_refused,
                renewed: state.renewed,
            }
        });
        Snapshot {
            now: self.clock.now(),
            database: aditus_watching::Database {
                pools: self.database.pools(),
                is_up: sample.is_up,
                answered: sample.answered,
                outbox: sample.outbox,
                super_users: sample.super_users,
            },
            audit_log: sample.audit_log,
            log_is_stopped: self.log_stopped.is_set(),
            websockets: Websockets { connections, people },
            queues: queues.collect(),
            body_bytes: self.api.body_bytes() as u64,
            answer_bytes: self.api.answer_bytes() as u64,
            disks: disks.collect(),
            certificate,
            backups: Backups {
                last: self.last_backup(),
                every: self.backup_every,
            },
            lost_log_lines: logging::lost_lines(),
        }
    }

    /// Returns the time of the last backup, unless that is of another kind of database.
    fn last_backup(&self) -> Option<DateTime<Utc>> {
        let last = self.folder.last_backup()?;
        (last.kind == self.kind?).then_some(last.made_on)
    }
}
