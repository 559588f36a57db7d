//! One approval procedure: `GET data_requests/approval_procedures/{id}/` (3 §2.7, §7).

use aditus_domain::ids::ProcedureId;

use super::assessment::{AssessedProcedure, staffing};
pub use super::editing::Error;
use super::editing::{Record, require};
use crate::access::Caller;
use crate::ports::Ports;

/// The procedure with its stages and links, its faults and warnings.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<AssessedProcedure, Error> {
    require(caller)?;
    let mut views = ports.database.read()?;
    let found = views.procedures().procedure(id)?;
    let found = found.ok_or(Error::NotFound(Record::Procedure))?;
    let staffing = staffing(ports, views.as_mut())?;
    Ok(AssessedProcedure::of(found, &staffing))
}
