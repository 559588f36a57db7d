//! A table is taken from under a topic: `DELETE data_dictionary/topic_tables/{id}/`, which is ours.

use aditus_domain::ids::TableTopicId;

pub use super::super::Error;
use super::super::Record;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// Takes a table from under a topic. Nothing refers to its place.
pub fn execute(ports: &Ports, caller: &Caller, id: TableTopicId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let tables = transaction.dictionary_tables();
    if !tables.has_table_topic(id)? {
        return Err(Error::NotFound(Record::TableTopic));
    }
    tables.remove_table_topic(id)?;
    Ok(transaction.commit()?)
}
