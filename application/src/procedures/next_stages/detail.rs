//! One next-stage link: `GET data_requests/next_stage/{id}/` (3 §7).

use aditus_domain::ids::NextStageId;

pub use super::super::editing::Error;
use super::super::editing::{Record, require};
use super::super::views::NextStageRow;
use crate::access::Caller;
use crate::ports::Ports;

/// The link.
pub fn execute(ports: &Ports, caller: &Caller, id: NextStageId) -> Result<NextStageRow, Error> {
    require(caller)?;
    let found = ports.database.read()?.procedures().next_stage(id)?;
    found.ok_or(Error::NotFound(Record::NextStage))
}
