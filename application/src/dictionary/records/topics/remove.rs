//! A topic is deleted: `DELETE data_dictionary/topics/{id}/` (decisions, "Administration").

use aditus_domain::ids::TopicId;

pub use super::super::Error;
use super::super::{Record, while_unused};
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// Deletes a topic under which no table stands.
pub fn execute(ports: &Ports, caller: &Caller, id: TopicId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    if transaction.dictionary_records().topic(id)?.is_none() {
        return Err(Error::NotFound(Record::Topic));
    }
    transaction.dictionary_tables().topic_references(id)?.none()?;
    transaction
        .dictionary_records()
        .remove_topic(id)
        .map_err(while_unused)?;
    Ok(transaction.commit()?)
}
