//! One stage: `GET data_requests/stage/{id}/` (3 §7).

use aditus_domain::ids::StageId;

pub use super::super::editing::Error;
use super::super::editing::{Record, require};
use super::super::views::StageRow;
use crate::access::Caller;
use crate::ports::Ports;

/// The stage.
pub fn execute(ports: &Ports, caller: &Caller, id: StageId) -> Result<StageRow, Error> {
    require(caller)?;
    let found = ports.database.read()?.procedures().stage(id)?;
    found.ok_or(Error::NotFound(Record::Stage))
}
