//! One approval procedure: `GET data_requests/approval_procedures/{id}/` (3 §2.7, §7).

use aditus_domain::ids::ProcedureId;

pub use super::editing::Error;
use super::editing::{Record, require};
use super::repository::StoredProcedure;
use crate::access::Caller;
use crate::ports::Ports;

/// The procedure with its stages and links.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<StoredProcedure, Error> {
    require(caller)?;
    let found = ports.database.read()?.procedures().procedure(id)?;
    found.ok_or(Error::NotFound(Record::Procedure))
}
