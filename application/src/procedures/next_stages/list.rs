//! Next-stage links: `GET data_requests/next_stage/list` (3 §2.7, §7).

use aditus_domain::ids::ProcedureId;

use super::super::editing::require;
use super::super::views::{NextStageQuery, NextStageRow, NextStageSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, ListQuery, Page, Paged, searched_for};
use crate::ports::Ports;

/// Which links are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Those of one procedure only.
    pub procedure: Option<ProcedureId>,
    /// Text in the activities of the two stages, or in the name of the procedure.
    pub search: Option<String>,
    /// The order.
    pub sort: NextStageSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of links.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<NextStageRow>, Error> {
    require(caller)?;
    let wanted = NextStageQuery {
        procedure: query.procedure,
        list: ListQuery {
            search: searched_for(query.search.as_deref()),
            sort: query.sort,
            direction: query.direction,
            page: query.page,
        },
    };
    Ok(ports.database.read()?.procedures().next_stages(&wanted)?)
}
