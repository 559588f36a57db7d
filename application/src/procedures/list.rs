//! Approval procedures: `GET data_requests/approval_procedures/` (3 §2.7, §7).

use super::assessment::{AssessedProcedure, staffing};
use super::editing::require;
use super::views::ProcedureSort;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Which procedures: the text stands in name or description.
pub type Query = ListQuery<ProcedureSort>;

/// A page of procedures, each with its faults and warnings.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<AssessedProcedure>, Error> {
    require(caller)?;
    let wanted = query.folded();
    let mut views = ports.database.read()?;
    let staffing = staffing(ports, views.as_mut())?;
    let found = views.procedures().procedures(&wanted)?;
    let assessed = |stored| AssessedProcedure::of(stored, &staffing);
    Ok(Paged {
        items: found.items.into_iter().map(assessed).collect(),
        page: found.page,
        total: found.total,
    })
}
