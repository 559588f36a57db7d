//! Notifies owners of abandoned drafts, and deletes the drafts later (decisions D3). Files that no
//! draft refers to are cleaned up after a day. A worker calls it periodically. With several nodes,
//! each owner is notified once.

use aditus_domain::ids::UserId;
use aditus_domain::notifications::Occasion;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::ExpiringDraft;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::installation::cleanup::UPLOADS_KEPT;
use crate::notifications::notify::{Notice, NotifyError, Recipient, notify};
use crate::ports::{Ports, StoreError};
use crate::requests::uploads::delete_unreferenced_files;

/// The number of rows of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Notices sent to owners, one for each draft.
    pub notified: u64,
    /// Deleted drafts.
    pub deleted: u64,
    /// Files without a draft that refers to them. They are removed with the files of interrupted
    /// uploads.
    pub files: u64,
}

/// A part of the work failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// A notification could not be sent.
    #[error("an owner of a draft could not be notified")]
    Notify(#[from] NotifyError),
}

failure! {
    Error {
        forwards Store, Notify;
    }
}

/// Batch size. Other writers can proceed between two batches.
const BATCH_SIZE: u32 = 100;

/// Notifies owners, deletes drafts and cleans up files as far as they are due.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let now = ports.clock.now();
    Ok(Answer {
        notified: notify_owners(ports, now)?,
        deleted: delete_ended(ports, now)?,
        files: register_orphaned_files(ports, now)?,
    })
}

fn notify_owners(ports: &Ports, now: DateTime<Utc>) -> Result<u64, Error> {
    let before = ports.settings.draft_life.notify_before(now);
    let mut notified = 0;
    loop {
        let mut transaction = ports.database.begin()?;
        let due = transaction.drafts().due_for_notice(before, BATCH_SIZE)?;
        drop(transaction);
        if due.is_empty() {
            return Ok(notified);
        }
        for ending in &due {
            let mut transaction = ports.database.begin()?;
            if !transaction.drafts().record_notice(ending, now)? {
                continue;
            }
            let owner = Recipient {
                user: ending.owner,
                role: Role::DataRequester,
            };
            notify(
                ports,
                transaction.as_mut(),
                &[owner],
                &notice(ports, ending, now),
                now,
            )?;
            transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
            notified += 1;
        }
    }
}

fn notice(ports: &Ports, ending: &ExpiringDraft, now: DateTime<Utc>) -> Notice {
    let life = ports.settings.draft_life;
    let title = if ending.title.is_empty() {
        "Your untitled draft of a Data Request".to_owned()
    } else {
        format!("Your draft of the Data Request \"{}\"", ending.title)
    };
    let end = life.end(ending.changed_on, Some(now));
    Notice {
        kind: Occasion::DraftEnds.name(),
        message: format!(
            "{title} was last changed on {}. It will be deleted on {} unless you edit it.",
            ending.changed_on.format("%d %B %Y"),
            end.format("%d %B %Y"),
        ),
        subject: "One of your drafts is about to be deleted".to_owned(),
        path: format!("/requester/submitrequest?draft={}", ending.id),
        opened_as: None,
        action: "Continue the draft",
        request: None,
        is_urgent: false,
    }
}

fn delete_ended(ports: &Ports, now: DateTime<Utc>) -> Result<u64, Error> {
    let (changed_before, notified_before) = ports.settings.draft_life.delete_before(now);
    let mut deleted = 0;
    loop {
        let mut transaction = ports.database.begin()?;
        let ended: Vec<(UserId, _)> =
            transaction
                .drafts()
                .ended(changed_before, notified_before, BATCH_SIZE)?;
        let mut keys = Vec::new();
        for (owner, id) in &ended {
            if let Some(files) = transaction.drafts().remove(*owner, *id, &[], now)? {
                keys.extend(files);
                deleted += 1;
            }
        }
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        if ended.is_empty() {
            return Ok(deleted);
        }
        delete_unreferenced_files(ports, &keys);
    }
}

/// Registers the files as uploads that began long ago, so that the next cleanup of interrupted
/// uploads removes them.
fn register_orphaned_files(ports: &Ports, now: DateTime<Utc>) -> Result<u64, Error> {
    let before = now - UPLOADS_KEPT;
    let mut registered = 0;
    loop {
        let mut transaction = ports.database.begin()?;
        let removed = transaction
            .drafts()
            .remove_unreferenced(before, BATCH_SIZE, before - UPLOADS_KEPT)?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
        if removed == 0 {
            return Ok(registered);
        }
        registered += removed;
    }
}
