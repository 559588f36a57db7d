//! Who changed which procedure, when and what: `GET data_requests/approval_procedures/history/`.
//!
//! The query: `approval_procedure` (of all procedures, deleted ones too, where it is left out), `page`, `page_size`. The rows:
//! `{procedure_change_id, approval_procedure, procedure, user_id, fname, sname, changed_on, lines}`, newest first.

use aditus_domain::ids::ProcedureId;

use super::editing::require;
pub use super::views::ProcedureChangeRow;
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Page, Paged};
use crate::ports::Ports;

/// Which lines.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Those of one procedure only.
    pub procedure: Option<ProcedureId>,
    /// Which page.
    pub page: Page,
}

/// A page of the history.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Paged<ProcedureChangeRow>, Error> {
    require(caller)?;
    let mut views = ports.database.read()?;
    Ok(views.procedures().history(query.procedure, query.page)?)
}
