//! A topic is added or changed: `POST data_dictionary/topics/create/` and `PUT data_dictionary/topics/update/{id}/` (3 §5, §7).

use aditus_domain::dictionary::RawTopic;
use aditus_domain::ids::TopicId;

pub use super::super::Error;
use super::super::{Record, taken};
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The topic to change; none to add one.
    pub id: Option<TopicId>,
    /// Its fields.
    pub topic: RawTopic,
}

/// Saves a topic.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<TopicId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let topic = command.topic.check()?;
    let records = transaction.dictionary_records();
    let taken = taken("There is a topic with this name already.");
    let id = match command.id {
        None => records.add_topic(&topic, ports.clock.now()).map_err(taken)?,
        Some(id) => {
            if !records.has_topic(id)? {
                return Err(Error::NotFound(Record::Topic));
            }
            records.update_topic(id, &topic).map_err(taken)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}
