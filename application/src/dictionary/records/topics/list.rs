//! The list of topics: `GET data_dictionary/topics/` (3 §2.8).

use aditus_domain::roles::Role;

use super::super::views::{TopicRecord, TopicSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of topics, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    query: ListQuery<TopicSort>,
) -> Result<Paged<TopicRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .topic_records(&query)?)
}
