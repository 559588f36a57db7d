//! Deletes data past their retention period. A worker calls it periodically, and
//! `aditus retention --apply` calls it, too.

use std::collections::BTreeMap;

use aditus_domain::audit::{Act, Actor};
use aditus_domain::ids::{DocumentId, RequestId};
use aditus_domain::requests::retention::{RetentionState, retention_cutoff};
use chrono::TimeDelta;
use thiserror::Error;

use super::{AT_ONCE, DocumentCandidate, RequestCandidate, each_batch_of_documents, each_batch_of_requests};
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{FileKey, Ports, StoreError};
use crate::requests::uploads::delete_unreferenced_files;

/// The number of deleted items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Identity documents of requests that are kept.
    pub documents: u64,
    /// Audit entries about such documents.
    pub entries: u64,
    /// Finished requests.
    pub requests: u64,
    /// The files of their documents.
    pub files: u64,
    /// Feedback on requests that are kept.
    pub feedback: u64,
    /// Notifications, except those about deleted requests.
    pub notifications: u64,
}

/// Errors that interrupted the deletion.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
    }
}

/// Deletes batch by batch, each in a transaction with its audit entries. Several nodes may run it;
/// the second finds nothing to delete.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let removed = remove_all(ports, &mut answer);
    // Rows deleted before an error are also erased from the files of the database.
    if answer.requests > 0 || answer.feedback > 0 || answer.notifications > 0 {
        let mut transaction = ports.database.begin()?;
        transaction.retentions().erase_remnants()?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
    removed?;
    Ok(answer)
}

fn remove_all(ports: &Ports, answer: &mut Answer) -> Result<(), Error> {
    each_batch_of_documents::<Error>(ports, |due| {
        let files = remove_documents(ports, &due, answer)?;
        delete_unreferenced_files(ports, &files);
        Ok(())
    })?;
    each_batch_of_requests::<Error>(ports, |requests, kept| {
        let files = remove_requests(ports, requests, kept, answer)?;
        delete_unreferenced_files(ports, &files);
        Ok(())
    })?;
    remove_feedback(ports, answer)?;
    remove_notifications(ports, answer)
}

/// Adds one entry per request.
fn remove_documents(
    ports: &Ports,
    due: &[DocumentCandidate],
    answer: &mut Answer,
) -> Result<Vec<FileKey>, Error> {
    let mut transaction = ports.database.begin()?;
    let now = ports.clock.now();
    let removed = transaction.retentions().remove_documents(due, now)?;
    let mut of_requests: BTreeMap<RequestId, Vec<DocumentId>> = BTreeMap::new();
    for (document, _) in &removed {
        of_requests.entry(document.request).or_default().push(document.id);
    }
    if of_requests.is_empty() {
        return Ok(Vec::new());
    }
    let (documents, entries) = (removed.len() as u64, of_requests.len() as u64);
    let acts = of_requests
        .into_iter()
        .map(|(request, documents)| Act::RetentionApplied { request, documents });
    let recorded = audit::record_at(ports, transaction.as_mut(), now, Actor::System, acts)?;
    transaction.commit(recorded)?;
    answer.documents += documents;
    answer.entries += entries;
    Ok(removed.into_iter().map(|(_, key)| key).collect())
}

/// Checks each request again while it is locked, because it may have been resubmitted or deleted in
/// the meantime. The entries are added first, because the database refuses to delete a version of a
/// request without one.
fn remove_requests(
    ports: &Ports,
    requests: &[RequestCandidate],
    kept: TimeDelta,
    answer: &mut Answer,
) -> Result<Vec<FileKey>, Error> {
    let now = ports.clock.now();
    let is_over = |request: &&RequestCandidate| request.facts.state(kept, now) == RetentionState::Expired;
    let due: Vec<RequestId> = requests
        .iter()
        .filter(is_over)
        .map(|request| request.id)
        .collect();
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let mut transaction = ports.database.begin()?;
    let locked = transaction.retentions().lock_requests(&due)?;
    let due: Vec<RequestCandidate> = locked.into_iter().filter(|request| is_over(&request)).collect();
    let ids: Vec<RequestId> = due.iter().map(|request| request.id).collect();
    let acts = due.into_iter().map(|request| Act::RequestRemoved {
        request: request.id,
        status: request.facts.status,
        last_happened_on: request.facts.last_happened_on,
        documents: request.documents,
    });
    let recorded = audit::record_at(ports, transaction.as_mut(), now, Actor::System, acts)?;
    let files = transaction.retentions().remove_requests(&ids, now)?;
    transaction.commit(recorded)?;
    answer.requests += ids.len() as u64;
    answer.files += files.len() as u64;
    Ok(files)
}

fn remove_feedback(ports: &Ports, answer: &mut Answer) -> Result<(), Error> {
    let Some(kept) = ports.settings.retention.feedback else {
        return Ok(());
    };
    let before = retention_cutoff(kept, ports.clock.now());
    loop {
        let mut transaction = ports.database.begin()?;
        let removed = transaction.retentions().remove_feedback(before, AT_ONCE)?;
        if removed.is_empty() {
            return Ok(());
        }
        let number = removed.len() as u64;
        let acts = removed
            .into_iter()
            .map(|request| Act::FeedbackRemoved { request });
        let recorded = audit::record_all(ports, transaction.as_mut(), Actor::System, acts)?;
        transaction.commit(recorded)?;
        answer.feedback += number;
        ports.database.yield_write_lock();
    }
}

fn remove_notifications(ports: &Ports, answer: &mut Answer) -> Result<(), Error> {
    let Some(kept) = ports.settings.retention.notifications else {
        return Ok(());
    };
    let before = retention_cutoff(kept, ports.clock.now());
    loop {
        let mut transaction = ports.database.begin()?;
        let removed = transaction.retentions().remove_notifications(before, AT_ONCE)?;
        if removed == 0 {
            return Ok(());
        }
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        answer.notifications += removed;
        ports.database.yield_write_lock();
    }
}
