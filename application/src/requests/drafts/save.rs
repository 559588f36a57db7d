//! Saves a draft (decisions D1). A save based on an older version changes nothing, so that changes
//! from another tab or device are not overwritten unseen.

use aditus_domain::ids::DraftId;
use aditus_domain::requests::RawDraft;
use chrono::{DateTime, Utc};

use super::files::{check_named, may_write, own};
use super::{Draft, Error};
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;

/// The new content of the draft.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the draft.
    pub draft: DraftId,
    /// The version on which the changes are based.
    pub began_from: i64,
    /// The complete content.
    pub content: RawDraft,
}

/// The result of the save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The content was stored.
    Saved {
        /// The new version.
        version: i64,
        /// Time of the save.
        changed_on: DateTime<Utc>,
    },
    /// Another version was stored meanwhile. Nothing was changed.
    Changed {
        /// The saved version.
        stored: Box<Draft>,
        /// Time of this call.
        sent_on: DateTime<Utc>,
    },
}

/// Checks that the caller may save this draft. It is called before the draft is received, and again
/// when it is stored.
pub fn may_save(ports: &Ports, caller: &Caller, draft: DraftId) -> Result<(), Error> {
    own(ports, caller, draft).map(drop)
}

/// Stores the next version of the draft, unless another version was stored meanwhile.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    may_write(caller, None)?;
    let content = command.content.check()?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let drafts = transaction.drafts();
    if !drafts.lock(caller.user, command.draft)? {
        return Err(Error::NotFound);
    }
    let stored = drafts.get(caller.user, command.draft)?.ok_or(Error::NotFound)?;
    if stored.version != command.began_from {
        return Ok(Answer::Changed {
            stored: Box::new(stored),
            sent_on: now,
        });
    }
    check_named(&content, &stored.files)?;
    let version = drafts.save(command.draft, &content, now)?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    Ok(Answer::Saved {
        version,
        changed_on: now,
    })
}
