//! A table is put under a topic or moved: `POST data_dictionary/topic_tables/create/` and `PUT .../update/{id}/` (3 §5, §7).

use aditus_domain::dictionary::{NO_TABLE, NO_TOPIC, RawTableTopic};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::TableTopicId;

pub use super::super::Error;
use super::super::{Record, taken};
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What was chosen and typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// The place to change; none to add one.
    pub id: Option<TableTopicId>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its fields.
    pub place: RawTableTopic,
}

/// Saves the place of a table under a topic. When it was assigned is the time of the call that added it, whatever the caller says.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<TableTopicId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    if let Some(id) = command.id {
        if !transaction.dictionary_tables().has_table_topic(id)? {
            return Err(Error::NotFound(Record::TableTopic));
        }
        advance::<Error>(transaction.as_mut(), Versioned::TableTopic(id), command.seen)?;
    }
    let place = command.place.check()?;
    if transaction.dictionary_tables().table(place.tbl)?.is_none() {
        return Err(FormFaults::one("tbl", NO_TABLE).into());
    }
    if transaction.dictionary_records().topic(place.topic)?.is_none() {
        return Err(FormFaults::one("topic", NO_TOPIC).into());
    }
    let taken = taken("tbl", "This table stands under the topic already.");
    let tables = transaction.dictionary_tables();
    let id = match command.id {
        None => tables.add_table_topic(&place, ports.clock.now()).map_err(taken)?,
        Some(id) => {
            tables.update_table_topic(id, &place).map_err(taken)?;
            id
        }
    };
    transaction.commit()?;
    Ok(id)
}
