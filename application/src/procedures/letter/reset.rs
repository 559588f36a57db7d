//! A procedure gets the standard template back: `DELETE data_requests/approval_procedures/{id}/letter/`.

use aditus_domain::ids::ProcedureId;

pub use super::super::editing::Error;
use super::super::editing::require;
use super::save::set;
use crate::access::Caller;
use crate::ports::Ports;

/// Drops the template of the procedure, so that the one that ships with the product holds.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<(), Error> {
    require(caller)?;
    set(ports, caller, (id, None), None)
}
