//! Next-stage links (3 §2.7, §7; decisions C1).

use aditus_application::procedures::next_stages::NextStageRecords;
use aditus_application::procedures::views::NextStageSort;
use aditus_domain::ids::NextStageId;

use super::PAGE_SIZE;
use super::body::{NextStageBody, NextStageInputBody, OfProcedureQuery};
use crate::records::record_calls;
use crate::sort::Columns;

pub(super) use calls::configure;

type NextStagesQuery = OfProcedureQuery<NextStageSort>;

impl Columns for NextStageSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("stage_order", Self::Order),
        ("current_stage_activity", Self::Current),
        ("next_stage_activity", Self::Next),
        ("procedure", Self::Procedure),
    ];
}

record_calls! {
    NextStageRecords, NextStageId as "id", tag "procedures";

    /// Lists the links of all procedures or of one procedure.
    list next_stages at "/data_requests/next_stage/list": NextStagesQuery by PAGE_SIZE -> NextStageBody;

    /// Links two stages of a procedure.
    ///
    /// An active procedure must not get errors by it.
    add add_next_stage at "/data_requests/next_stage": NextStageInputBody
        -> 201 NextStageBody "Successfully created a next stage",
        409 "the active procedure would have faults, which `errors` lists";

    /// Returns a link.
    one next_stage at "/data_requests/next_stage/{id}" -> NextStageBody;

    /// Changes a link within its procedure.
    change change_next_stage at "/data_requests/next_stage/{id}": NextStageInputBody
        -> Done "Successfully updated the next stage",
        409 "the active procedure would have faults, which `errors` lists";

    /// Deletes a link.
    ///
    /// An active procedure must not get errors by it.
    remove delete_next_stage at "/data_requests/next_stage/{id}",
        409 "the active procedure would have faults, which `errors` lists";
}
