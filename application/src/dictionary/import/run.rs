//! Carries out a started import on its own thread.
//!
//! The files are parsed, stored with the import, and compared with the dictionary. Until then the
//! import can be cancelled, and the dictionary is unchanged. Then the state becomes `storing`. From
//! here on the import is always completed: if this process dies,
//! [`take_over`](super::take_over) imports the stored files again.

use aditus_domain::audit::{Act, Actor};
use aditus_domain::dictionary::{DataSource, ImportState};
use thiserror::Error;

use super::files::ParsedFiles;
use super::plan::Plan;
use super::preview::MAX_REPORTED;
use super::repository::{ImportJob, Lease, RemarkKind, StoredRemark};
use super::start::LEASE;
use super::store::store;
use super::{File, Files, Remark, WrongFile, find_or_add};
use crate::audit::{self, Unrecorded, unrecorded};
use crate::dictionary::records::sources::SourceRecords;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};
use crate::records;

/// Size of one part of a stored file, in bytes.
const BYTES_AT_ONCE: usize = 1024 * 1024;

/// Maximum number of attempts when concurrent changes of the dictionary require a new comparison.
const MAX_ATTEMPTS: u32 = 5;

/// This process could not complete the import. Another one may take it over.
#[derive(Debug, Error)]
pub enum Error {
    /// The import has ended, or another process has taken it over.
    #[error("the import is carried out by another process, or has ended")]
    Lost,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        Lost => Conflict, reason: ImportEnded;
    }
}

/// Carries out the import and returns its final state.
pub fn execute(ports: &Ports, lease: &Lease, files: Files) -> Result<ImportJob, Error> {
    match prepare(ports, lease, files) {
        Ok(Prepared::Ended(job)) => Ok(job),
        Ok(Prepared::Stores(job, plan)) => finish(ports, lease, &job, *plan),
        Err(Error::Lost) => Err(Error::Lost),
        Err(Error::Store(error)) => {
            // Records the failure if possible. If the database does not answer, the lease expires.
            let message = error.message().to_owned();
            if let Err(not_recorded) = fail(ports, lease, message, &[]) {
                tracing::warn!(
                    error = &not_recorded as &dyn std::error::Error,
                    "cannot store that an import failed; another process takes it over when its lease expires"
                );
            }
            Err(Error::Store(error))
        }
    }
}

enum Prepared {
    /// The import was cancelled, or its files were refused.
    Ended(ImportJob),
    /// The import will be completed from here on.
    Stores(ImportJob, Box<Plan>),
}

fn prepare(ports: &Ports, lease: &Lease, files: Files) -> Result<Prepared, Error> {
    let job = renew(ports, lease)?;
    if job.is_cancel_asked {
        return Ok(Prepared::Ended(cancel(ports, lease)?));
    }
    let read = files.read(job.format, job.leave_unknown);
    if !read.wrong.is_empty() {
        return Ok(Prepared::Ended(refuse_files(ports, lease, read)?));
    }
    if renew(ports, lease)?.is_cancel_asked {
        return Ok(Prepared::Ended(cancel(ports, lease)?));
    }
    store_file(ports, lease, File::Tables, &files.tables)?;
    store_file(ports, lease, File::Variables, &files.variables)?;
    // Frees memory for the stored rows that are read next.
    drop(files);
    let data_source = ports
        .database
        .read()?
        .dictionary_imports()
        .source_by_name(&job.source)?;
    let plan = Plan::make(ports, data_source, read, 0)?;
    match begin_to_store(ports, lease, &plan) {
        Ok(job) => Ok(Prepared::Stores(job, Box::new(plan))),
        // A cancellation was requested in the meantime, or the lease was lost.
        Err(Error::Store(StoreError::Conflict)) => {
            if renew(ports, lease)?.is_cancel_asked {
                Ok(Prepared::Ended(cancel(ports, lease)?))
            } else {
                Err(Error::Store(StoreError::Conflict))
            }
        }
        Err(error) => Err(error),
    }
}

/// Stores a file in parts, for a process that takes over.
fn store_file(ports: &Ports, lease: &Lease, file: File, content: &[u8]) -> Result<(), Error> {
    for (number, part) in (0..).zip(content.chunks(BYTES_AT_ONCE)) {
        let mut transaction = ports.database.begin()?;
        transaction
            .dictionary_imports()
            .advance(lease, 0, ports.clock.now() + LEASE)?;
        transaction
            .dictionary_imports()
            .add_file_part(lease.import, file, number, part)?;
        transaction.commit(unrecorded(Unrecorded::PartOfRecordedOperation))?;
        ports.database.yield_write_lock();
    }
    Ok(())
}

/// Commits the import to completion: sets the state `storing`, and finds or adds the source.
fn begin_to_store(ports: &Ports, lease: &Lease, plan: &Plan) -> Result<ImportJob, Error> {
    let mut transaction = ports.database.begin()?;
    let mut job = transaction
        .dictionary_imports()
        .find_leased(lease)?
        .ok_or(Error::Lost)?;
    if job.is_cancel_asked || !job.state.may_become(ImportState::Storing) {
        return Err(Error::Store(StoreError::Conflict));
    }
    let source = DataSource {
        publish: job.publish,
        ..DataSource::named(&job.source)
    };
    let (data_source, source_added) = find_or_add(transaction.as_mut(), &source)?;
    job.data_source = Some(data_source);
    job.source_added = source_added;
    job.state = ImportState::Storing;
    job.tables = plan.tables_tally();
    job.variables = plan.variables_tally();
    job.rows_to_store = plan.rows() as u64;
    let imports = transaction.dictionary_imports();
    imports.save(lease, &job, ports.clock.now() + LEASE)?;
    imports.remark(lease.import, &remarks_of(plan))?;
    let recorded = if source_added {
        let by = job.started_by.map_or(Actor::System, Actor::person);
        let act = records::added::<SourceRecords>(data_source);
        audit::record(ports, transaction.as_mut(), by, act)?
    } else {
        unrecorded(Unrecorded::PartOfRecordedOperation)
    };
    transaction.commit(recorded)?;
    Ok(job)
}

/// Writes the remaining rows and ends the import. If concurrent changes conflict, it compares
/// again.
pub(super) fn finish(
    ports: &Ports,
    lease: &Lease,
    job: &ImportJob,
    mut plan: Plan,
) -> Result<ImportJob, Error> {
    let source = job.data_source.ok_or(Error::Lost)?;
    for attempt in 1.. {
        let stored = store(ports, source, job.started_by, &plan, &|transaction, rows| {
            transaction
                .dictionary_imports()
                .advance(lease, rows, ports.clock.now() + LEASE)
        });
        match stored {
            Ok(()) => break,
            Err(StoreError::Conflict | StoreError::Duplicate(_) | StoreError::Reference(_))
                if attempt < MAX_ATTEMPTS =>
            {
                renew(ports, lease)?;
                plan = plan_again(ports, lease, job)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    end_import(ports, lease, ImportState::Done, None, &[])
}

pub(super) fn plan_again(ports: &Ports, lease: &Lease, job: &ImportJob) -> Result<Plan, Error> {
    let files = ports.database.begin()?.dictionary_imports().files(lease.import)?;
    let read = files.read(job.format, job.leave_unknown);
    let source = job.data_source.ok_or(Error::Lost)?;
    Ok(Plan::make(ports, Some(source), read, 0)?)
}

/// Renews the lease and returns the import.
fn renew(ports: &Ports, lease: &Lease) -> Result<ImportJob, Error> {
    let mut transaction = ports.database.begin()?;
    let imports = transaction.dictionary_imports();
    let job = imports.find_leased(lease)?.ok_or(Error::Lost)?;
    imports.advance(lease, 0, ports.clock.now() + LEASE)?;
    transaction.commit(unrecorded(Unrecorded::Housekeeping))?;
    Ok(job)
}

fn cancel(ports: &Ports, lease: &Lease) -> Result<ImportJob, Error> {
    end_import(ports, lease, ImportState::Cancelled, None, &[])
}

/// Fails the import with the errors of the files and of their rows.
fn refuse_files(ports: &Ports, lease: &Lease, read: ParsedFiles) -> Result<ImportJob, Error> {
    let message = read.wrong.iter().map(file_message).collect::<Vec<_>>().join(" ");
    let plan = Plan::make(ports, None, ParsedFiles::errors_only(read), 0)?;
    fail(ports, lease, message, &remarks_of(&plan))
}

fn file_message(wrong: &WrongFile) -> String {
    format!("File of {}: {}", wrong.file.name(), wrong.text)
}

fn fail(ports: &Ports, lease: &Lease, message: String, remarks: &[StoredRemark]) -> Result<ImportJob, Error> {
    end_import(ports, lease, ImportState::Failed, Some(message), remarks)
}

pub(super) fn end_import(
    ports: &Ports,
    lease: &Lease,
    state: ImportState,
    message: Option<String>,
    remarks: &[StoredRemark],
) -> Result<ImportJob, Error> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let imports = transaction.dictionary_imports();
    let mut job = imports.find_leased(lease)?.ok_or(Error::Lost)?;
    if !job.state.may_become(state) {
        return Err(Error::Lost);
    }
    job.state = state;
    job.message = message;
    job.ended_on = Some(now);
    imports.save(lease, &job, now)?;
    imports.remark(lease.import, remarks)?;
    imports.delete_files(lease.import)?;
    let ended = Act::ImportEnded {
        import: lease.import,
        source: job.data_source,
        state: state.name(),
    };
    let recorded = audit::record(ports, transaction.as_mut(), Actor::System, ended)?;
    transaction.commit(recorded)?;
    Ok(job)
}

/// Returns the first remarks of each kind. The tallies contain the total numbers.
fn remarks_of(plan: &Plan) -> Vec<StoredRemark> {
    let kept = |kind, remarks: &[Remark]| -> Vec<StoredRemark> {
        remarks
            .iter()
            .take(MAX_REPORTED)
            .map(|remark| StoredRemark {
                kind,
                remark: remark.clone(),
            })
            .collect()
    };
    let mut all = kept(RemarkKind::Refused, &plan.refused);
    all.extend(kept(RemarkKind::Note, &plan.notes));
    all
}
