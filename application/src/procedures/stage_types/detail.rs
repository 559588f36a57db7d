//! One stage type: `GET data_requests/stage_type/{id}/` (3 §7).

use aditus_domain::ids::StageTypeId;

pub use super::super::editing::Error;
use super::super::editing::{Record, require};
use super::super::repository::StoredStageType;
use crate::access::Caller;
use crate::ports::Ports;

/// The stage type.
pub fn execute(ports: &Ports, caller: &Caller, id: StageTypeId) -> Result<StoredStageType, Error> {
    require(caller)?;
    let found = ports.database.read()?.procedures().stage_type(id)?;
    found.ok_or(Error::NotFound(Record::StageType))
}
