//! Tables under topics, with their positions on the map: `data_dictionary/topic_tables/` (3 §2.12,
//! §5, §7; decisions T5). Reading and removing a single assignment are additions to the
//! specification.

use aditus_domain::dictionary::{NO_TABLE, NO_TOPIC, RawTableTopic, TableTopicDetails};
use aditus_domain::form::FormFaults;
use aditus_domain::ids::{TableTopicId, TopicId};

use super::topics::super_user_with_all;
use super::views::{TableTopicRecord, TableTopicSort};
use super::{Error, Record, value_taken};
use crate::access::Caller;
use crate::failure::Refused;
use crate::paging::{ListQuery, Paged};
use crate::ports::{Ports, StoreError, Transaction};
use crate::records::{Addable, Change, HasForm, Kind, Loadable, Readable, Reading, Removable, Updatable};
use crate::row_versions::Versioned;

/// Tables under topics. The assignment time is always that of the call; the caller cannot set it.
pub enum TableTopicRecords {}

impl Kind for TableTopicRecords {
    type Id = TableTopicId;
    type Error = Error;

    fn recorded(id: TableTopicId) -> (Record, i64) {
        (Record::TableTopic, id.0)
    }
}

impl Readable for TableTopicRecords {
    type One = TableTopicRecord;

    fn read(reading: &mut Reading<'_>, id: TableTopicId) -> Result<TableTopicRecord, Error> {
        let found = reading.views().dictionary_variables().table_topic_record(id)?;
        found.ok_or(Error::NotFound(Record::TableTopic))
    }
}

impl Loadable for TableTopicRecords {
    type Loaded = ();

    fn load(change: &mut Change<'_>, id: TableTopicId) -> Result<(), Error> {
        if change.transaction().dictionary_tables().has_table_topic(id)? {
            Ok(())
        } else {
            Err(Error::NotFound(Record::TableTopic))
        }
    }
}

impl HasForm for TableTopicRecords {
    type Form = RawTableTopic;
    type Checked = TableTopicDetails;

    fn check(_: &Caller, form: RawTableTopic) -> Result<TableTopicDetails, Error> {
        Ok(form.check()?)
    }
}

impl Addable for TableTopicRecords {
    fn add(change: &mut Change<'_>, assignment: TableTopicDetails) -> Result<TableTopicId, Error> {
        refuse_unknown(change.transaction(), &assignment)?;
        let now = change.ports.clock.now();
        let tables = change.transaction().dictionary_tables();
        tables.add_table_topic(&assignment, now).map_err(pair_taken())
    }
}

impl Updatable for TableTopicRecords {
    fn versioned(id: TableTopicId) -> Versioned {
        Versioned::TableTopic(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: TableTopicId,
        (): (),
        assignment: TableTopicDetails,
    ) -> Result<(), Error> {
        refuse_unknown(change.transaction(), &assignment)?;
        let tables = change.transaction().dictionary_tables();
        tables.update_table_topic(id, &assignment).map_err(pair_taken())
    }
}

impl Removable for TableTopicRecords {
    fn remove(change: &mut Change<'_>, id: TableTopicId, (): ()) -> Result<(), Error> {
        Ok(change.transaction().dictionary_tables().remove_table_topic(id)?)
    }
}

/// Lists the tables under a topic, or under all topics. A Super User with `all` gets every table.
/// Other callers get published tables of published sources under active topics, as on the map.
pub fn list(
    ports: &Ports,
    caller: Option<&Caller>,
    all: bool,
    topic: Option<TopicId>,
    query: ListQuery<TableTopicSort>,
) -> Result<Paged<TableTopicRecord>, Refused> {
    let published_only = super_user_with_all(caller, all).is_none();
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_variables()
        .table_topic_records(topic, published_only, &query)?)
}

fn refuse_unknown(transaction: &mut dyn Transaction, assignment: &TableTopicDetails) -> Result<(), Error> {
    if transaction.dictionary_tables().table(assignment.tbl)?.is_none() {
        return Err(FormFaults::one("tbl", NO_TABLE).into());
    }
    if transaction
        .dictionary_records()
        .topic(assignment.topic)?
        .is_none()
    {
        return Err(FormFaults::one("topic", NO_TOPIC).into());
    }
    Ok(())
}

fn pair_taken() -> impl FnOnce(StoreError) -> Error {
    value_taken("tbl", "This table is already under the topic.")
}
