//! The list of topics: `GET data_dictionary/topics/` (2 §7; 3 §2.8).

use aditus_domain::roles::Role;

use super::super::views::{TopicRecord, TopicSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of topics: all of them for a Super User, and the active ones for everybody else, guests included.
pub fn execute(
    ports: &Ports,
    caller: Option<&Caller>,
    query: ListQuery<TopicSort>,
) -> Result<Paged<TopicRecord>, Error> {
    let active_only = !caller.is_some_and(|caller| caller.holds(Role::SuperUser));
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .topic_records(&query, active_only)?)
}
