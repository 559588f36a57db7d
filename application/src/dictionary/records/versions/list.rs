//! The list of versions: `GET data_dictionary/version/` (3 §2.8).

use aditus_domain::roles::Role;

use super::super::views::{VersionRecord, VersionSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of versions, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    query: ListQuery<VersionSort>,
) -> Result<Paged<VersionRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .version_records(&query)?)
}
