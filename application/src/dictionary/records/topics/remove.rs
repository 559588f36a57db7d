//! A topic is deleted: `DELETE data_dictionary/topics/{id}/` (decisions, "Administration").

use aditus_domain::ids::TopicId;

pub use super::super::Error;
use super::super::Record;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// Deletes a topic.
pub fn execute(ports: &Ports, caller: &Caller, id: TopicId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let records = transaction.dictionary_records();
    if records.topic(id)?.is_none() {
        return Err(Error::NotFound(Record::Topic));
    }
    records.remove_topic(id)?;
    Ok(transaction.commit()?)
}
