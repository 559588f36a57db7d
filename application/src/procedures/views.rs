//! Read models of approval procedures (3 §2.7, §3).

use aditus_domain::ids::{NextStageId, ProcedureId, StageId, StageTypeId, UserId};
use aditus_domain::procedures::{DecidingOrganisation, SourceDeciders, StageDetails};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::repository::{StoredProcedure, StoredStageType, StoredWhole};
use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A stage with the names of its procedure and type.
#[derive(Debug, Clone, PartialEq)]
pub struct StageRow {
    /// Its id.
    pub stage_id: StageId,
    /// Name of its procedure.
    pub procedure: String,
    /// Name of its type.
    pub stage_type_name: String,
    /// Fields edited by a Super User.
    pub details: StageDetails,
    /// Row version of this state.
    pub row_version: RowVersion,
}

/// A link with the names of its procedure and stages.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct NextStageRow {
    pub next_stage_id: NextStageId,
    pub approval_procedure: ProcedureId,
    pub procedure: String,
    pub current_stage: StageId,
    pub current_stage_activity: String,
    pub next: StageId,
    pub next_stage_activity: String,
    pub row_version: RowVersion,
}

/// Order of procedures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProcedureSort {
    /// Sorted by name, ignoring case and accents.
    #[default]
    Name,
    /// Sorted by the active flag.
    Active,
    /// Sorted by the default flag.
    Default,
}

/// Order of stage types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StageTypeSort {
    /// In the order of creation, built-in types first.
    #[default]
    Added,
    /// Sorted by name, ignoring case and accents.
    Name,
}

/// Order of stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StageSort {
    /// Sorted by stage order, then id.
    #[default]
    Order,
    /// By activity.
    Activity,
    /// Sorted by the rank of the role.
    Role,
    /// Sorted by the name of the type.
    StageType,
    /// Sorted by branch level, 0 or 1.
    BranchLevel,
}

/// Order of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NextStageSort {
    /// Sorted by the orders of the two stages.
    #[default]
    Order,
    /// Sorted by the activity of the first stage.
    Current,
    /// Sorted by the activity of the following stage.
    Next,
    /// Sorted by the name of the procedure.
    Procedure,
}

/// Filter, order and page of a list of stages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageQuery {
    /// Limits the stages to this procedure.
    pub procedure: Option<ProcedureId>,
    /// Roles whose names contain the search text.
    pub roles: Vec<Role>,
    /// Search text in the activity, or in the names of type and procedure, with order and page.
    pub list: ListQuery<StageSort>,
}

/// Filter, order and page of a list of links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextStageQuery {
    /// Limits the links to this procedure.
    pub procedure: Option<ProcedureId>,
    /// Search text in the activities of both stages, or in the name of the procedure, with order
    /// and page.
    pub list: ListQuery<NextStageSort>,
}

/// Order of the history of procedures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChangeSort {
    /// Newest first.
    #[default]
    Newest,
    /// Sorted by time, oldest first.
    ChangedOn,
}

/// Filter, order and page of the history of procedures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeQuery {
    /// Limits the changes to this procedure. By default all, also of deleted procedures.
    pub procedure: Option<ProcedureId>,
    /// Search text in the lines, in the name of the procedure, or in that of the author, with order
    /// and page.
    pub list: ListQuery<ChangeSort>,
}

/// A change of a procedure for display.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ProcedureChangeRow {
    pub procedure_change_id: i64,
    pub approval_procedure: ProcedureId,
    /// Name of the procedure after the change.
    pub procedure: String,
    pub user_id: UserId,
    pub fname: String,
    pub sname: String,
    pub at: DateTime<Utc>,
    /// Descriptions of the differences.
    pub lines: Vec<String>,
}

/// Read models of approval procedures.
pub trait ProcedureViews {
    /// Returns procedures, searched by name and description.
    fn procedures(&mut self, query: &ListQuery<ProcedureSort>) -> Result<Paged<StoredProcedure>, StoreError>;
    /// Returns the procedure with this id.
    fn procedure(&mut self, id: ProcedureId) -> Result<Option<StoredProcedure>, StoreError>;
    /// Returns the deciding organisations for each published source, ordered by name: that of its
    /// first custodian (a broker first, then the lowest id), then the one named `provider`, if they
    /// exist (decisions C5). Each organisation MUST contain the offered roles among the six that
    /// decide, each with the number of people who can use it.
    fn deciders_by_source(&mut self, provider: &str) -> Result<Vec<SourceDeciders>, StoreError>;
    /// Does the same for the organisation of this name alone, if it exists.
    fn deciding_organisation(
        &mut self,
        organisation: &str,
    ) -> Result<Option<DecidingOrganisation>, StoreError>;
    /// Returns the complete procedure with this id.
    fn whole(&mut self, id: ProcedureId) -> Result<Option<StoredWhole>, StoreError>;
    /// Returns the history of procedures.
    fn history(&mut self, query: &ChangeQuery) -> Result<Paged<ProcedureChangeRow>, StoreError>;
    /// Returns the default procedure, if any.
    fn default_procedure(&mut self) -> Result<Option<StoredProcedure>, StoreError>;
    /// Returns stage types, searched by name.
    fn stage_types(&mut self, query: &ListQuery<StageTypeSort>)
    -> Result<Paged<StoredStageType>, StoreError>;
    /// Returns the stage type with this id.
    fn stage_type(&mut self, id: StageTypeId) -> Result<Option<StoredStageType>, StoreError>;
    /// Returns a page of stages.
    fn stages(&mut self, query: &StageQuery) -> Result<Paged<StageRow>, StoreError>;
    /// Returns the stage with this id.
    fn stage(&mut self, id: StageId) -> Result<Option<StageRow>, StoreError>;
    /// Returns a page of links.
    fn next_stages(&mut self, query: &NextStageQuery) -> Result<Paged<NextStageRow>, StoreError>;
    /// Returns the link with this id.
    fn next_stage(&mut self, id: NextStageId) -> Result<Option<NextStageRow>, StoreError>;
}
