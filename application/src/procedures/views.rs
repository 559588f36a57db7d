//! Read models of approval procedures (3 §2.7, §3).

use aditus_domain::ids::{NextStageId, ProcedureId, StageId, StageTypeId, UserId};
use aditus_domain::procedures::{Place, SourcePlaces, StageDetails};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::repository::{StoredProcedure, StoredStageType, StoredWhole};
use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A stage with the names of what it refers to.
#[derive(Debug, Clone, PartialEq)]
pub struct StageRow {
    /// Its id.
    pub stage_id: StageId,
    /// The name of its procedure.
    pub procedure: String,
    /// The name of its type.
    pub stage_type_name: String,
    /// The fields that a Super User fills in.
    pub details: StageDetails,
    /// The version of this state.
    pub row_version: RowVersion,
}

/// A link with the names of what it refers to.
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

/// What procedures are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProcedureSort {
    /// Whatever its case and marks.
    #[default]
    Name,
    /// Whether it is active.
    Active,
    /// Whether it is the default.
    Default,
}

/// What stage types are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StageTypeSort {
    /// In the order in which they were added, those that are built in first.
    #[default]
    Added,
    /// Whatever its case and marks.
    Name,
}

/// What stages are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StageSort {
    /// Stage order, then id.
    #[default]
    Order,
    /// What happens there.
    Activity,
    /// The rank of the role.
    Role,
    /// The type's name.
    StageType,
    /// 0 or 1.
    BranchLevel,
}

/// What links are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NextStageSort {
    /// The orders of the two stages.
    #[default]
    Order,
    /// The activity of the stage that comes first.
    Current,
    /// The activity of the stage that follows.
    Next,
    /// The procedure's name.
    Procedure,
}

/// Which stages are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageQuery {
    /// Those of one procedure only.
    pub procedure: Option<ProcedureId>,
    /// The roles whose names hold what is searched for.
    pub roles: Vec<Role>,
    /// The rest: what is searched for stands in the activity, or in the names of type and procedure.
    pub list: ListQuery<StageSort>,
}

/// Which links are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextStageQuery {
    /// Those of one procedure only.
    pub procedure: Option<ProcedureId>,
    /// The rest: what is searched for stands in the activities of both stages, or in the name of the procedure.
    pub list: ListQuery<NextStageSort>,
}

/// What the history of procedures is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChangeSort {
    /// The newest change first.
    #[default]
    Newest,
    /// When it was made, the oldest first.
    ChangedOn,
}

/// Which changes of procedures are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeQuery {
    /// Those of one procedure only; of all of them, deleted ones too, when nothing is said.
    pub procedure: Option<ProcedureId>,
    /// The rest: what is searched for stands in the lines, in the name of the procedure, or in that of who made the change.
    pub list: ListQuery<ChangeSort>,
}

/// A line of the history of procedures, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ProcedureChangeRow {
    pub procedure_change_id: i64,
    pub approval_procedure: ProcedureId,
    /// What the procedure was called after the change.
    pub procedure: String,
    pub user_id: UserId,
    pub fname: String,
    pub sname: String,
    pub at: DateTime<Utc>,
    /// What was changed.
    pub lines: Vec<String>,
}

/// Read models of approval procedures.
pub trait ProcedureViews {
    /// Procedures, found by name and description.
    fn procedures(&mut self, query: &ListQuery<ProcedureSort>) -> Result<Paged<StoredProcedure>, StoreError>;
    /// The procedure with this id.
    fn procedure(&mut self, id: ProcedureId) -> Result<Option<StoredProcedure>, StoreError>;
    /// Who decides on requests for the data of each published source, by its name: the organisation of its first custodian (a broker
    /// first, then the lowest id), then the organisation of the name `provider`, each where there is one (decisions C5). A place MUST
    /// hold the roles of the six that decide that it offers now, each with the number of those who may use it.
    fn who_decides(&mut self, provider: &str) -> Result<Vec<SourcePlaces>, StoreError>;
    /// The same of the organisation of this name alone, if it exists.
    fn deciding_place(&mut self, organisation: &str) -> Result<Option<Place>, StoreError>;
    /// Everything of the procedure with this id.
    fn whole(&mut self, id: ProcedureId) -> Result<Option<StoredWhole>, StoreError>;
    /// The history of procedures.
    fn history(&mut self, query: &ChangeQuery) -> Result<Paged<ProcedureChangeRow>, StoreError>;
    /// The default procedure, if there is one.
    fn default_procedure(&mut self) -> Result<Option<StoredProcedure>, StoreError>;
    /// Stage types, found by name.
    fn stage_types(&mut self, query: &ListQuery<StageTypeSort>)
    -> Result<Paged<StoredStageType>, StoreError>;
    /// The stage type with this id.
    fn stage_type(&mut self, id: StageTypeId) -> Result<Option<StoredStageType>, StoreError>;
    /// Stages.
    fn stages(&mut self, query: &StageQuery) -> Result<Paged<StageRow>, StoreError>;
    /// The stage with this id.
    fn stage(&mut self, id: StageId) -> Result<Option<StageRow>, StoreError>;
    /// Links.
    fn next_stages(&mut self, query: &NextStageQuery) -> Result<Paged<NextStageRow>, StoreError>;
    /// The link with this id.
    fn next_stage(&mut self, id: NextStageId) -> Result<Option<NextStageRow>, StoreError>;
}
