//! Stages (3 §2.7, §7; decisions C1).

use aditus_application::procedures::stages::StageRecords;
use aditus_application::procedures::views::StageSort;
use aditus_domain::ids::StageId;

use super::PAGE_SIZE;
use super::body::{OfProcedureQuery, StageBody, StageIdBody, StageInputBody};
use crate::records::record_calls;
use crate::sort::Columns;

pub(super) use calls::configure;

type StagesQuery = OfProcedureQuery<StageSort>;

impl Columns for StageSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("stage_order", Self::Order),
        ("stage_activity", Self::Activity),
        ("role", Self::Role),
        ("stage_type", Self::StageType),
        ("branch_level", Self::BranchLevel),
    ];
}

record_calls! {
    StageRecords, StageId as "id", tag "procedures";

    /// The stages of all procedures, or of one.
    list stages at "/data_requests/stage": StagesQuery by PAGE_SIZE -> StageBody;

    /// The same as `data_requests/stage`.
    list stages_to_choose_from at "/data_requests/stage/create": StagesQuery by PAGE_SIZE -> StageBody;

    /// Adds a stage to a procedure. One that is active has to stay without fault by it.
    add add_stage at "/data_requests/stage/create": StageInputBody
        -> 201 StageIdBody { stage_id } "Successfully created a stage",
        409 "the active procedure would have faults, which `errors` lists";

    /// One stage.
    one stage at "/data_requests/stage/{id}" -> StageBody;

    /// Changes a stage. Requests that were submitted before keep theirs.
    change change_stage at "/data_requests/stage/{id}": StageInputBody
        -> Done "Successfully updated the stage",
        409 "the active procedure would have faults, which `errors` lists; or \
        the stage is linked and cannot move to another procedure";

    /// Deletes a stage that no link names.
    remove delete_stage at "/data_requests/stage/{id}", 409 "it is linked; the message names the links";
}
