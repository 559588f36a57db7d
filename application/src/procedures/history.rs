//! Who changed which procedure, when and what: `GET data_requests/approval_procedures/history/`.

use aditus_domain::ids::ProcedureId;

use super::views::ProcedureChangeRow;
use crate::paging::{Page, Paged};
use crate::ports::StoreError;
use crate::records::{Kind, Listed, Reading};

/// Changes of procedures, newest first. They are made by what they tell of.
pub enum ChangeRecords {}

/// Which lines.
#[derive(Debug, Clone, Copy)]
pub struct WantedChanges {
    /// Those of one procedure only; of all of them, deleted ones too, when nothing is said.
    pub procedure: Option<ProcedureId>,
    /// Which page.
    pub page: Page,
}

impl Kind for ChangeRecords {
    type Id = i64;
    type Error = super::editing::Error;
}

impl Listed for ChangeRecords {
    type Wanted = WantedChanges;
    type Row = ProcedureChangeRow;

    fn rows(
        reading: &mut Reading<'_>,
        wanted: WantedChanges,
    ) -> Result<Paged<ProcedureChangeRow>, StoreError> {
        reading
            .views()
            .procedures()
            .history(wanted.procedure, wanted.page)
    }
}
