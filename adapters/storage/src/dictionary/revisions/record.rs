//! References to the records that have revisions.

use aditus_application::ports::StoreError;
use aditus_domain::dictionary::revision::Revised;
use aditus_domain::ids::{TableId, VariableId};

use crate::error::DbError;

/// Names of the record kinds in columns.
pub(super) const TABLE: &str = "table";
pub(super) const VARIABLE: &str = "variable";

/// Returns the columns `record` and `record_id` of a revised table or variable.
pub(super) const fn subject_columns(of: Revised) -> (&'static str, i64) {
    match of {
        Revised::Table(id) => (TABLE, id.0),
        Revised::Variable(id) => (VARIABLE, id.0),
    }
}

pub(super) fn read(record: &str, id: i64) -> Result<Revised, DbError> {
    match record {
        TABLE => Ok(Revised::Table(TableId(id))),
        VARIABLE => Ok(Revised::Variable(VariableId(id))),
        _ => Err(StoreError::internal("the stored kind of a revised record is unknown").into()),
    }
}
