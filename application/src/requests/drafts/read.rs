//! Reads a draft for further editing.

use aditus_domain::ids::DraftId;
use chrono::{DateTime, Utc};

use super::{Draft, Error};
use crate::access::Caller;
use crate::ports::Ports;

/// Selects the draft.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// Returns the draft, and the time at which it will be deleted unless it is changed.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<(Draft, DateTime<Utc>), Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?;
    let end = ports.settings.draft_life.end(draft.changed_on, draft.told_on);
    Ok((draft, end))
}
