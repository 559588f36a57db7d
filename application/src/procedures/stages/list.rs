//! Stages: `GET data_requests/stage/` and `GET data_requests/stage/create/` (3 §2.7, §7).

use aditus_domain::dictionary::search::fold;
use aditus_domain::ids::ProcedureId;
use aditus_domain::roles::Role;

use super::super::editing::require;
use super::super::views::{StageQuery, StageRow, StageSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, ListQuery, Page, Paged, searched_for};
use crate::ports::Ports;

/// Which stages are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Those of one procedure only.
    pub procedure: Option<ProcedureId>,
    /// Text in the activity, or in the name of role, type or procedure.
    pub search: Option<String>,
    /// The order.
    pub sort: StageSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of stages.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<StageRow>, Error> {
    require(caller)?;
    let search = searched_for(query.search.as_deref());
    let holds = |role: &Role| {
        search
            .as_deref()
            .is_some_and(|text| fold(role.name()).contains(text))
    };
    let wanted = StageQuery {
        procedure: query.procedure,
        roles: Role::ALL.into_iter().filter(holds).collect(),
        list: ListQuery {
            search: search.clone(),
            sort: query.sort,
            direction: query.direction,
            page: query.page,
        },
    };
    Ok(ports.database.read()?.procedures().stages(&wanted)?)
}
