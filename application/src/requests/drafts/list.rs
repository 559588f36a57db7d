//! A person's drafts, the one saved last first.

use chrono::{DateTime, Utc};

use super::{DraftRow, Error};
use crate::access::Caller;
use crate::ports::Ports;

/// All of them: there are never many.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query;

/// The drafts, each with when it is deleted unless it is changed.
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
