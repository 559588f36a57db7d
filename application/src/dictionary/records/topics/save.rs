//! A topic is added or changed: `POST data_dictionary/topics/create/` and `PUT data_dictionary/topics/update/{id}/` (3 §5, §7).

use aditus_domain::dictionary::RawTopic;
use aditus_domain::ids::TopicId;

pub use super::super::Error;
use super::super::{Record, taken};
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The topic to change; none to add one.
    pub id: Option<TopicId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its fields.
    pub topic: RawTopic,
}

/// Saves a topic.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<TopicId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let was_active = match command.id {
        // A new topic is active unless it is said otherwise.
        None => true,
        Some(id) => {
            let known = transaction.dictionary_records().topic(id)?;
            let known = known.ok_or(Error::NotFound(Record::Topic))?;
            advance::<Error>(transaction.as_mut(), Versioned::Topic(id), command.seen)?;
            known.active
        }
    };
    let topic = command.topic.check(was_active)?;
    let records = transaction.dictionary_records();
    let taken = taken("topic", "There is a topic with this name already.");
    let id = match command.id {
        None => records.add_topic(&topic, ports.clock.now()).map_err(taken)?,
        Some(id) => {
            records.update_topic(id, &topic).map_err(taken)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}
