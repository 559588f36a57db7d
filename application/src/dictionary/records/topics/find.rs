//! One topic: `GET data_dictionary/topics/{id}/`.

use aditus_domain::ids::TopicId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::TopicRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The topic with this id, active or not, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: TopicId) -> Result<TopicRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.dictionary_records().topic_record(id)?;
    found.ok_or(Error::NotFound(Record::Topic))
}
