//! A draft, to go on with it.

use aditus_domain::ids::DraftId;
use chrono::{DateTime, Utc};

use super::{Draft, Error};
use crate::access::Caller;
use crate::ports::Ports;

/// Which draft is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Its id.
    pub draft: DraftId,
}

/// The draft, and when it is deleted unless it is changed.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<(Draft, DateTime<Utc>), Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?;
    let end = ports.settings.draft_life.end(draft.changed_on, draft.told_on);
    Ok((draft, end))
}
