//! Saves a draft (decisions D1). Nobody overwrites what another tab or device has saved meanwhile without having seen it.

use aditus_domain::ids::DraftId;
use aditus_domain::requests::RawDraft;
use chrono::{DateTime, Utc};

use super::files::{check_named, may_write, own};
use super::{Draft, Error};
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;

/// What was typed since.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which draft.
    pub draft: DraftId,
    /// The version that it began from.
    pub began_from: i64,
    /// The whole content.
    pub content: RawDraft,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is stored as this version.
    Saved {
        /// The version.
        version: i64,
        /// When.
        changed_on: DateTime<Utc>,
    },
    /// Something else was saved since: nothing was changed.
    Changed {
        /// What is stored.
        stored: Box<Draft>,
        /// When this save came.
        sent_on: DateTime<Utc>,
    },
}

/// Whether this caller may save this draft. It is asked before the draft is received, and again when it is stored.
pub fn may_save(ports: &Ports, caller: &Caller, draft: DraftId) -> Result<(), Error> {
    own(ports, caller, draft).map(drop)
}

/// Stores the next version of the draft, unless another one was stored since.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    may_write(caller, None)?;
    let content = command.content.check()?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let drafts = transaction.drafts();
    if !drafts.hold(caller.user, command.draft)? {
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
    transaction.commit(audit::unrecorded(Unrecorded::OwnMatter))?;
    Ok(Answer::Saved {
        version,
        changed_on: now,
    })
}
