//! The list of data sources: `GET data_dictionary/data_source/` (3 §2.8).

use aditus_domain::roles::Role;

use super::super::views::{SourceRecord, SourceSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of data sources, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    query: ListQuery<SourceSort>,
) -> Result<Paged<SourceRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .source_records(&query)?)
}
