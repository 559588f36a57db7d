//! One place of the tree of facilities.

use aditus_domain::ids::FacilityId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::PlaceRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The place, active or not, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: FacilityId) -> Result<PlaceRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.reference().place_record(id)?;
    found.ok_or(Error::NotFound(Record::Place))
}
