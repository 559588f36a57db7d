//! Stage types: `GET data_requests/stage_type/` (3 §2.7, §7).

use super::super::editing::{require, searched_for};
use super::super::repository::StoredStageType;
use super::super::views::{ListQuery, StageTypeSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Which stage types are wanted.
#[derive(Debug, Clone)]
pub struct Query {
    /// Text in the name.
    pub search: Option<String>,
    /// The order.
    pub sort: StageTypeSort,
    /// Its direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of stage types.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Paged<StoredStageType>, Error> {
    require(caller)?;
    let wanted = ListQuery {
        search: searched_for(query.search.as_deref()),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.procedures().stage_types(&wanted)?)
}
