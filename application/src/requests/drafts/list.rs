//! The drafts of a person, most recently saved first.

use chrono::{DateTime, Utc};

use super::{DraftRow, Error};
use crate::access::Caller;
use crate::ports::Ports;

/// The caller's drafts. There is no page, because an account has few drafts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// Returns the drafts, each with the time at which it will be deleted unless it is changed.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    _query: Query,
) -> Result<Vec<(DraftRow, DateTime<Utc>)>, Error> {
    let life = ports.settings.draft_life;
    let rows = ports.database.read()?.drafts().list(caller.user)?;
    let ending = rows.into_iter().map(|row| {
        let end = life.end(row.changed_on, row.told_on);
        (row, end)
    });
    Ok(ending.collect())
}
