//! Begins an import: `POST data_dictionary/import/` without `dry_run`.
//!
//! The call takes what [`preview`](super::preview) takes, answers 202 with the import as [`find`](super::find) answers it, and carries
//! it out afterwards by [`run`](super::run) on a thread of its own, with ports whose database marks no idempotency key: the call is carried out
//! once the import has begun. 409 where an import into the same source runs.

use aditus_domain::audit::Act;
use aditus_domain::dictionary::ImportFormat;
use chrono::TimeDelta;

use super::files::check_size;
use super::repository::{Lease, NewImport};
use super::{Error, Importer, MOST_AT_ONCE, source_name};
use crate::audit;
use crate::ports::{Ports, StoreError};

/// An import that was not renewed for so long is abandoned: its process died. It must be longer than any step of an import takes.
pub const LEASE: TimeDelta = TimeDelta::seconds(60);

/// What is to be imported.
#[derive(Debug, Clone)]
pub struct Command<'a> {
    /// The name of the source, which is added where there is none of this name.
    pub source: &'a str,
    /// The format of the files.
    pub format: ImportFormat,
    /// Columns that the format does not know are left aside; otherwise the files are refused.
    pub leave_unknown: bool,
    /// A source that the import adds is published.
    pub publish: bool,
    /// The bytes of both files together. They are not read yet.
    pub size: usize,
}

/// Begins it; answers the right to carry it out.
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
    // The one import that keeps this one from running is told before how many there are.
    if open >= MOST_AT_ONCE {
        return Err(Error::TooMany);
    }
    let started = Act::ImportStarted {
        import,
        format: command.format.name(),
        bytes: i64::try_from(command.size).unwrap_or(i64::MAX),
    };
    let recorded = audit::record(ports, transaction.as_mut(), importer.by(), started)?;
    transaction.commit(recorded)?;
    Ok(Lease { import, holder })
}
