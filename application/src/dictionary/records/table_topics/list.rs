//! Tables under topics: `GET data_dictionary/topic_tables/` and `GET .../create/` (3 §2.12, §7).

use aditus_domain::ids::TopicId;
use aditus_domain::roles::Role;

use super::super::views::TableTopicRecord;
pub use super::super::views::TableTopicSort;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of the tables under a topic, or under any: all of them for a Super User; for everybody else, guests included, published
/// tables of published sources under active topics, which are what the map shows.
pub fn execute(
    ports: &Ports,
    caller: Option<&Caller>,
    topic: Option<TopicId>,
    query: ListQuery<TableTopicSort>,
) -> Result<Paged<TableTopicRecord>, Error> {
    let published_only = !caller.is_some_and(|caller| caller.holds(Role::SuperUser));
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_variables()
        .table_topic_records(topic, published_only, &query)?)
}
