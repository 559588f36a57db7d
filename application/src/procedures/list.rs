//! Approval procedures: `GET data_requests/approval_procedures/` (3 §2.7, §7).

use super::editing::{require, searched_for};
use super::repository::StoredProcedure;
use super::views::{ListQuery, ProcedureSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Which procedures are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Text in name or description.
    pub search: Option<String>,
    /// The order.
    pub sort: ProcedureSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of procedures, with all that their faults are found in.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<StoredProcedure>, Error> {
    require(caller)?;
    let wanted = ListQuery {
        search: searched_for(query.search.as_deref()),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.procedures().procedures(&wanted)?)
}
