//! Stage types: `GET data_requests/stage_type/` (3 §2.7, §7).

use super::super::editing::require;
use super::super::repository::StoredStageType;
use super::super::views::StageTypeSort;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// Which stage types: the text stands in the name.
pub type Query = ListQuery<StageTypeSort>;

/// A page of stage types.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<StoredStageType>, Error> {
    require(caller)?;
    let wanted = query.folded();
    Ok(ports.database.read()?.procedures().stage_types(&wanted)?)
}
