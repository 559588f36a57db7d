//! The history of changes of procedures.

use aditus_application::procedures::history::ChangeRecords;
use aditus_application::procedures::views::{ChangeQuery, ChangeSort, ProcedureChangeRow};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::PAGE_SIZE;
use super::body::OfProcedureQuery;
use crate::problem::Problem;
use crate::records::{ListParameters, record_calls};
use crate::sort::Columns;

pub(super) use calls::configure;

type ChangesQuery = OfProcedureQuery<ChangeSort>;

impl Columns for ChangeSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[("changed_on", Self::ChangedOn)];
}

impl ListParameters for OfProcedureQuery<ChangeSort> {
    type Query = ChangeQuery;

    fn read(self, page_size: u32) -> Result<ChangeQuery, Problem> {
        let (procedure, list) = self.parts(page_size)?;
        Ok(ChangeQuery { procedure, list })
    }
}

/// A change of a procedure.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProcedureChangeBody {
    pub procedure_change_id: i64,
    /// The id of the procedure, which may have been deleted.
    pub approval_procedure: i64,
    /// The name of the procedure after the change.
    pub procedure: String,
    /// The author of the change.
    pub user_id: i64,
    pub fname: String,
    pub sname: String,
    pub changed_on: DateTime<Utc>,
    /// The changes, one sentence each.
    pub lines: Vec<String>,
}

impl From<ProcedureChangeRow> for ProcedureChangeBody {
    fn from(row: ProcedureChangeRow) -> Self {
        Self {
            procedure_change_id: row.procedure_change_id,
            approval_procedure: row.approval_procedure.0,
            procedure: row.procedure,
            user_id: row.user_id.0,
            fname: row.fname,
            sname: row.sname,
            changed_on: row.at,
            lines: row.lines,
        }
    }
}

record_calls! {
    ChangeRecords, i64 as "id", tag "procedures";

    /// Lists the history of all procedures, including deleted ones, or of one procedure; newest
    /// first.
    list procedure_changes at "/data_requests/approval_procedures/history": ChangesQuery by PAGE_SIZE -> ProcedureChangeBody;
}
