//! Lists imports by pages: `GET data_dictionary/import/`. The search covers the name of the source.
//! Each import has the form described in [`find`](super::find), without `refused` and `notes`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::Error;
use super::repository::{ImportJob, ImportSort};
use crate::access::Caller;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Retention period of an import after its end.
pub const KEPT: TimeDelta = TimeDelta::days(90);

/// Lists imports, for Super Users.
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
