//! The history of changes of procedures: `GET data_requests/approval_procedures/history/`.

use super::views::{ChangeQuery, ProcedureChangeRow};
use crate::paging::Paged;
use crate::ports::StoreError;
use crate::records::{Kind, Listable, Reading, Record};

/// Changes of procedures. Each use case adds its own; they cannot be edited.
pub enum ChangeRecords {}

impl Kind for ChangeRecords {
    type Id = i64;
    type Error = super::editing::Error;

    fn recorded(id: i64) -> (Record, i64) {
        (Record::ProcedureChange, id)
    }
}

impl Listable for ChangeRecords {
    type Query = ChangeQuery;
    type Row = ProcedureChangeRow;

    fn rows(reading: &mut Reading<'_>, query: ChangeQuery) -> Result<Paged<ProcedureChangeRow>, StoreError> {
        let query = ChangeQuery {
            list: query.list.folded(),
            ..query
        };
        reading.views().procedures().history(&query)
    }
}
