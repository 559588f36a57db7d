//! Retention: documents of identity, finished requests, feedback and notifications are removed when they were kept for as long as the
//! configuration says. [`plan`] lists what is due, [`apply`] removes it and leaves entries in the audit log. Everything else that expires is
//! removed by [`crate::accounts::housekeeping`] and [`crate::requests::drafts::end`].

pub mod apply;
pub mod plan;
pub mod repository;

use aditus_domain::requests::retention::{FINISHED, identification_is_past, removed_before};
use chrono::{DateTime, TimeDelta, Utc};

pub use repository::{Passed, PastDocument, PastKind, PastRequest, Retentions};

use crate::ports::{Ports, StoreError};

/// As many documents are looked at together.
const AT_ONCE: u32 = 200;

/// As many requests are removed in one transaction. Each has some hundred rows, and others wait to write meanwhile.
const REQUESTS_AT_ONCE: u32 = 20;

/// Those of a batch of documents that were kept for long enough.
fn past(documents: &[PastDocument], kept: TimeDelta, now: DateTime<Utc>) -> Vec<PastDocument> {
    let is_past = |document: &&PastDocument| {
        identification_is_past(document.status, document.last_happened_on, kept, now)
    };
    documents.iter().filter(is_past).cloned().collect()
}

/// Walks over the documents of identity that were uploaded before the time that they are kept for, batch by batch, the oldest first; nothing
/// where they are kept for as long as the requests.
fn each_batch<E: From<StoreError>>(
    ports: &Ports,
    mut work: impl FnMut(Vec<PastDocument>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(kept) = ports.settings.retention.identification else {
        return Ok(());
    };
    let now = ports.clock.now();
    let mut after = None;
    loop {
        let mut transaction = ports.database.begin()?;
        let looked_at = transaction
            .retentions()
            .documents_before(now - kept, after, AT_ONCE)?;
        drop(transaction);
        let Some(last) = looked_at.last() else {
            return Ok(());
        };
        after = Some((last.uploaded_on, last.id));
        let due = past(&looked_at, kept, now);
        if !due.is_empty() {
            work(due)?;
        }
        ports.database.let_others_write();
    }
}

/// Walks over the finished requests that are old enough to be due, batch by batch, the oldest of each status first; nothing where requests are
/// kept for ever. `work` is told the time that requests are kept for.
fn each_batch_of_requests<E: From<StoreError>>(
    ports: &Ports,
    mut work: impl FnMut(&[PastRequest], TimeDelta) -> Result<(), E>,
) -> Result<(), E> {
    let Some(kept) = ports.settings.retention.requests else {
        return Ok(());
    };
    let before = removed_before(kept, ports.clock.now());
    for status in FINISHED {
        let mut after = None;
        loop {
            let mut transaction = ports.database.begin()?;
            let looked_at =
                transaction
                    .retentions()
                    .finished_before(status, before, after, REQUESTS_AT_ONCE)?;
            drop(transaction);
            let Some(last) = looked_at.last() else { break };
            after = Some((last.date_created, last.id));
            work(&looked_at, kept)?;
            ports.database.let_others_write();
        }
    }
    Ok(())
}
