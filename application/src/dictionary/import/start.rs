//! Starts an import: `POST data_dictionary/import/` without `dry_run`.
//!
//! The call has the fields described in [`preview`](super::preview), and returns 202 with the
//! import as described in [`find`](super::find). Afterwards [`run`](super::run) carries the import
//! out on its own thread. Its ports have a database that marks no idempotency key, because the call
//! counts as carried out once the import has started. Returns 409 if an import into the same source
//! is running.

use aditus_domain::audit::Act;
use aditus_domain::dictionary::ImportFormat;
use chrono::TimeDelta;

use super::files::check_size;
use super::repository::{Lease, NewImport};
use super::{Error, Importer, MAX_CONCURRENT, source_name};
use crate::audit;
use crate::ports::{Ports, StoreError};

/// Duration of a lease. An import without a renewal for this time is abandoned, because its process
/// died. It must exceed the duration of any step of an import.
pub const LEASE: TimeDelta = TimeDelta::seconds(60);

/// An import to start.
#[derive(Debug, Clone)]
pub struct Command<'a> {
    /// Name of the source, which is added if it does not exist.
    pub source: &'a str,
    /// Format of the files.
    pub format: ImportFormat,
    /// Ignores unknown columns. Otherwise they refuse the files.
    pub leave_unknown: bool,
    /// Publishes the source if the import adds it.
    pub publish: bool,
    /// Size of both files together, in bytes. They are not parsed yet.
    pub size: usize,
}

/// Starts the import and returns its lease.
pub fn execute(ports: &Ports, importer: Importer<'_>, command: &Command<'_>) -> Result<Lease, Error> {
    importer.check()?;
    let source = source_name(command.source)?;
    check_size(command.size)?;
    let now = ports.clock.now();
    let mut holder = [0; 16];
    ports.entropy.fill(&mut holder);
    let new = NewImport {
        source,
        format: command.format,
        leave_unknown: command.leave_unknown,
        publish: command.publish,
        started_by: importer.user(),
        started_on: now,
        holder,
        held_until: now + LEASE,
    };
    let mut transaction = ports.database.begin()?;
    let imports = transaction.dictionary_imports();
    let open = imports.count_open()?;
    let import = imports.add(&new).map_err(|error| match error {
        StoreError::Duplicate(_) => Error::Running,
        other => Error::Store(other),
    })?;
    // Checked after the insert, so that a running import of the same source is reported first.
    if open >= MAX_CONCURRENT {
        return Err(Error::TooMany);
    }
    let started = Act::ImportStarted {
        import,
        format: command.format.name(),
        bytes: i64::try_from(command.size).unwrap_or(i64::MAX),
    };
    let recorded = audit::record(ports, transaction.as_mut(), importer.actor(), started)?;
    transaction.commit(recorded)?;
    Ok(Lease { import, holder })
}
