//! One table under a topic: `GET data_dictionary/topic_tables/{id}/`, which is ours.

use aditus_domain::ids::TableTopicId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::TableTopicRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The one with this id, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: TableTopicId) -> Result<TableTopicRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports
        .database
        .read()?
        .dictionary_variables()
        .table_topic_record(id)?;
    found.ok_or(Error::NotFound(Record::TableTopic))
}
