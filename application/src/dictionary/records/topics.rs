//! Topics, which group tables (3 §2.8, §5, §7).

use aditus_domain::dictionary::{RawTopic, TopicDetails};
use aditus_domain::ids::TopicId;
use aditus_domain::roles::Role;

use super::views::{TopicRecord, TopicSort};
use super::{Error, Record, value_taken, while_unused};
use crate::access::Caller;
use crate::failure::Refused;
use crate::paging::{ListQuery, Paged};
use crate::ports::{Ports, StoreError};
use crate::records::{
    self, Addable, Change, HasForm, Kind, Loadable, Readable, Reading, Removable, Updatable,
};
use crate::row_versions::Versioned;

/// Topics, active or not.
pub enum TopicRecords {}

impl Kind for TopicRecords {
    type Id = TopicId;
    type Error = Error;

    fn recorded(id: TopicId) -> (Record, i64) {
        (Record::Topic, id.0)
    }
}

impl Readable for TopicRecords {
    type One = TopicRecord;

    fn read(reading: &mut Reading<'_>, id: TopicId) -> Result<TopicRecord, Error> {
        let found = reading.views().dictionary_records().topic_record(id, false)?;
        found.ok_or(Error::NotFound(Record::Topic))
    }
}

impl Loadable for TopicRecords {
    type Loaded = TopicDetails;

    fn load(change: &mut Change<'_>, id: TopicId) -> Result<TopicDetails, Error> {
        let found = change.transaction().dictionary_records().topic(id)?;
        found.ok_or(Error::NotFound(Record::Topic))
    }
}

impl HasForm for TopicRecords {
    type Form = RawTopic;
    type Checked = RawTopic;

    fn check(_: &Caller, form: RawTopic) -> Result<RawTopic, Error> {
        Ok(form)
    }
}

impl Addable for TopicRecords {
    fn add(change: &mut Change<'_>, form: RawTopic) -> Result<TopicId, Error> {
        // A new topic is active by default.
        let topic = form.check(true)?;
        let now = change.ports.clock.now();
        let records = change.transaction().dictionary_records();
        records.add_topic(&topic, now).map_err(name_taken())
    }
}

impl Updatable for TopicRecords {
    fn versioned(id: TopicId) -> Versioned {
        Versioned::Topic(id)
    }

    fn change(
        change: &mut Change<'_>,
        id: TopicId,
        known: TopicDetails,
        form: RawTopic,
    ) -> Result<(), Error> {
        let topic = form.check(known.active)?;
        let records = change.transaction().dictionary_records();
        records.update_topic(id, &topic).map_err(name_taken())
    }
}

impl Removable for TopicRecords {
    fn remove(change: &mut Change<'_>, id: TopicId, _: TopicDetails) -> Result<(), Error> {
        change
            .transaction()
            .dictionary_tables()
            .topic_references(id)?
            .none()?;
        let records = change.transaction().dictionary_records();
        Ok(records.remove_topic(id).map_err(while_unused)?)
    }
}

/// Returns the caller if they may see all topics: a Super User who asks for `all` (2 §7; decisions
/// T5). Other callers, including guests, see published topics only. A topic is published if it is
/// active and has published tables of published sources.
pub(super) fn super_user_with_all(caller: Option<&Caller>, all: bool) -> Option<&Caller> {
    caller.filter(|caller| all && caller.holds(Role::SuperUser))
}

/// Lists topics: all for a Super User with `all`, otherwise the published ones.
pub fn list(
    ports: &Ports,
    caller: Option<&Caller>,
    all: bool,
    query: ListQuery<TopicSort>,
) -> Result<Paged<TopicRecord>, Refused> {
    let published_only = super_user_with_all(caller, all).is_none();
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .topic_records(&query, published_only)?)
}

/// Returns a topic: any for a Super User with `all`, otherwise a published one.
pub fn find(ports: &Ports, caller: Option<&Caller>, all: bool, id: TopicId) -> Result<TopicRecord, Error> {
    if let Some(super_user) = super_user_with_all(caller, all) {
        return records::find::<TopicRecords>(ports, super_user, id);
    }
    let found = ports
        .database
        .read()?
        .dictionary_records()
        .topic_record(id, true)?;
    found.ok_or(Error::NotFound(Record::Topic))
}

fn name_taken() -> impl FnOnce(StoreError) -> Error {
    value_taken("topic", "There is already a topic with this name.")
}
