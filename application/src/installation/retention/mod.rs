//! Retention: identity documents, finished requests, feedback and notifications are deleted after
//! the configured periods. [`plan`] lists the due items, [`apply`] deletes them and adds audit
//! entries. Everything else that expires is deleted by [`crate::accounts::housekeeping`] and
//! [`crate::requests::drafts::end`].

pub mod apply;
pub mod plan;
pub mod repository;

use aditus_domain::requests::retention::{FINISHED, identification_is_past, retention_cutoff};
use chrono::{DateTime, TimeDelta, Utc};

pub use repository::{DocumentCandidate, ExpiredCount, RequestCandidate, RetentionKind, Retentions};

use crate::ports::{Ports, StoreError};

/// The number of documents, feedback or notifications in one batch.
const AT_ONCE: u32 = 200;

/// The number of requests that are deleted in one transaction. Each has some hundred rows, and
/// other writers wait meanwhile.
const REQUESTS_AT_ONCE: u32 = 20;

/// Returns the documents of a batch that are past their retention period.
fn past_retention(
    documents: &[DocumentCandidate],
    kept: TimeDelta,
    now: DateTime<Utc>,
) -> Vec<DocumentCandidate> {
    let is_past = |document: &&DocumentCandidate| {
        identification_is_past(document.status, document.last_happened_on, kept, now)
    };
    documents.iter().filter(is_past).cloned().collect()
}

/// Iterates over the due identity documents in batches, oldest first. Does nothing if they are kept
/// as long as their requests.
fn each_batch_of_documents<E: From<StoreError>>(
    ports: &Ports,
    mut work: impl FnMut(Vec<DocumentCandidate>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(kept) = ports.settings.retention.identification else {
        return Ok(());
    };
    let now = ports.clock.now();
    let mut after = None;
    loop {
        let mut transaction = ports.database.begin()?;
        let batch = transaction
            .retentions()
            .documents_before(now - kept, after, AT_ONCE)?;
        drop(transaction);
        let Some(last) = batch.last() else {
            return Ok(());
        };
        after = Some((last.uploaded_on, last.id));
        let due = past_retention(&batch, kept, now);
        if !due.is_empty() {
            work(due)?;
        }
        ports.database.yield_write_lock();
    }
}

/// Iterates over the finished requests that are old enough to be due, in batches, by status and
/// age. Does nothing if requests are kept for ever. `work` also receives the retention period.
fn each_batch_of_requests<E: From<StoreError>>(
    ports: &Ports,
    mut work: impl FnMut(&[RequestCandidate], TimeDelta) -> Result<(), E>,
) -> Result<(), E> {
    let Some(kept) = ports.settings.retention.requests else {
        return Ok(());
    };
    let before = retention_cutoff(kept, ports.clock.now());
    for status in FINISHED {
        let mut after = None;
        loop {
            let mut transaction = ports.database.begin()?;
            let batch = transaction
                .retentions()
                .finished_before(status, before, after, REQUESTS_AT_ONCE)?;
            drop(transaction);
            let Some(last) = batch.last() else { break };
            after = Some((last.date_created, last.id));
            work(&batch, kept)?;
            ports.database.yield_write_lock();
        }
    }
    Ok(())
}
