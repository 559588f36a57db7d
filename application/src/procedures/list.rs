//! Approval procedures: `GET data_requests/approval_procedures/` (3 §2.7, §7).

use super::editing::require;
use super::repository::StoredProcedure;
use super::views::ProcedureSort;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Which procedures: the text stands in name or description.
pub type Query = ListQuery<ProcedureSort>;

/// A page of procedures, with all that their faults are found in.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<StoredProcedure>, Error> {
    require(caller)?;
    let wanted = query.folded();
    Ok(ports.database.read()?.procedures().procedures(&wanted)?)
}
