//! Imports: `GET data_dictionary/import/`, by pages; searched by the name of the source. Each is answered as [`find`](super::find) does, without
//! `refused` and `notes`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::Error;
use super::repository::{ImportJob, ImportSort};
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// As long an import is kept after its end.
pub const KEPT: TimeDelta = TimeDelta::days(90);

/// A page of imports, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    query: ListQuery<ImportSort>,
) -> Result<Paged<ImportJob>, Error> {
    caller.require(Role::SuperUser)?;
    Ok(ports
        .database
        .read()?
        .dictionary_imports()
        .imports(&query.folded())?)
}
