//! Stage types (3 §2.7, §7).

use aditus_application::procedures::stage_types::StageTypeRecords;
use aditus_application::procedures::views::StageTypeSort;
use aditus_domain::ids::StageTypeId;

use super::PAGE_SIZE;
use super::body::{StageTypeBody, StageTypeInputBody};
use crate::records::{RecordsQuery, record_calls};
use crate::sort::Columns;

pub(super) use calls::configure;

type StageTypesQuery = RecordsQuery<StageTypeSort>;

impl Columns for StageTypeSort {
    const COLUMNS: &'static [(&'static str, Self)] =
        &[("stage_type", Self::Name), ("stage_type_id", Self::Added)];
}

record_calls! {
    StageTypeRecords, StageTypeId as "id", tag "procedures";

    /// Lists the stage types: three built-in ones, and those that Super Users added.
    list stage_types at "/data_requests/stage_type": StageTypesQuery by PAGE_SIZE -> StageTypeBody;

    /// Adds a stage type.
    ///
    /// It behaves like Junction.
    add add_stage_type at "/data_requests/stage_type": StageTypeInputBody
        -> 201 StageTypeBody "Successfully created a stage type",
        409 "there is another one with this name";

    /// Returns a stage type.
    one stage_type at "/data_requests/stage_type/{id}" -> StageTypeBody;

    /// Renames a stage type that a Super User added.
    change rename_stage_type at "/data_requests/stage_type/{id}": StageTypeInputBody
        -> Done "Successfully updated the stage type",
        409 "it is built in, or there is another one with this name";

    /// Deletes a stage type that no stage uses.
    remove delete_stage_type at "/data_requests/stage_type/{id}",
        409 "it is built in, or used; the message says by what";
}
