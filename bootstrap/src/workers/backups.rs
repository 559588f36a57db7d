//! Makes backups at regular intervals, if a folder for them is configured.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::backup::{Installed, repeat, take};
use aditus_application::ports::{BackupError, MigratableDatabase};
use aditus_backup::FolderShelf;
use aditus_watching::Metrics;

use super::StopSignal;
use crate::commands::backup::VERSION;
use crate::configuration::Backups;

/// The longest wait before the folder is examined again: backups may have been removed from it.
const MAX_PAUSE: Duration = Duration::from_hours(1);

/// The wait while another node makes a backup, and the wait after a failure.
const WHILE_ANOTHER_NODE_RUNS: Duration = Duration::from_mins(1);
const AFTER_A_FAILURE: Duration = Duration::from_mins(10);

/// The resources of the worker.
pub(crate) struct BackupWorker {
    /// The database, which can be copied.
    pub(crate) database: Arc<dyn MigratableDatabase>,
    /// The folder and the interval.
    pub(crate) backups: Backups,
    /// Records the last backup, for `aditus check`.
    pub(crate) note: Box<dyn Fn(chrono::DateTime<chrono::Utc>, PathBuf) + Send>,
    /// Counts failed backups.
    pub(crate) metrics: Option<Arc<Metrics>>,
}

/// Makes a backup whenever one is due, until the stop signal. A backup that is interrupted by the
/// signal is removed.
pub(super) fn run(ports: &Ports, worker: &BackupWorker, stop: &StopSignal) {
    let Some(database) = worker.database.backup() else {
        return;
    };
    let installed = Installed {
        database,
        files: ports.files.as_ref(),
        keys: ports.keys.as_ref(),
        clock: ports.clock.as_ref(),
        version: VERSION,
    };
    let shelf = FolderShelf::at(&worker.backups.dir);
    let plan = worker.backups.plan;
    let every = plan.every.to_std().unwrap_or(MAX_PAUSE);
    loop {
        let pause = match repeat::execute(&installed, &shelf, plan, &|| stop.is_set()) {
            Ok(repeat::Answer::NotYet(next)) => (next - ports.clock.now())
                .to_std()
                .unwrap_or_default()
                .min(MAX_PAUSE),
            Ok(repeat::Answer::Elsewhere) => WHILE_ANOTHER_NODE_RUNS.min(every),
            Ok(repeat::Answer::Made(made)) => {
                let manifest = &made.backup.manifest;
                tracing::info!(
                    made_on = %manifest.origin.made_on,
                    rows = manifest.state.rows(),
                    documents = manifest.documents.len(),
                    bytes = manifest.size(),
                    new_bytes = made.backup.own_size(),
                    removed = made.removed.as_ref().map_or(0, Vec::len),
                    "backup made"
                );
                if let Err(error) = &made.removed {
                    tracing::error!(
                        error = error as &dyn std::error::Error,
                        "cannot delete older backups; the next backup tries again, but the disk may fill up"
                    );
                    if let Some(metrics) = &worker.metrics {
                        metrics.backup_failed();
                    }
                }
                for key in &manifest.lost {
                    tracing::error!(
                        document = key.as_str(),
                        "the file of a document is missing; new backups do not contain it"
                    );
                }
                for key in &manifest.altered {
                    tracing::error!(
                        document = key.as_str(),
                        "the file of a document does not match the database"
                    );
                }
                let shared = &made.backup.shared;
                for key in &shared.damaged {
                    tracing::error!(
                        document = key.as_str(),
                        backup = ?shared.with,
                        "a document is missing or damaged in the previous backup; this one has its own copy"
                    );
                }
                (worker.note)(manifest.origin.made_on, worker.backups.dir.clone());
                Duration::ZERO
            }
            Err(repeat::Error::Take(take::Error::Database(BackupError::Stopped))) => return,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "backup failed, retrying within 10 minutes"
                );
                if let Some(metrics) = &worker.metrics {
                    metrics.backup_failed();
                }
                AFTER_A_FAILURE.min(every)
            }
        };
        if stop.wait(pause) {
            return;
        }
    }
}
