//! The store of approval procedures and stage types.

use aditus_domain::ids::{NextStageId, ProcedureId, StageId, StageTypeId, UserId};
use aditus_domain::procedures::{
    DrawingChange, KnownType, LetterTemplate, Link, Procedure, ProcedureStatus, ProcedureText, StageDetails,
    StageType, StageTypeName, WholeProcedure,
};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A procedure with its flags.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredProcedure {
    /// Procedure with its stages ordered by order and id, and its links by id.
    pub procedure: Procedure,
    /// Flags of its use: active and default.
    pub status: ProcedureStatus,
    /// Row version for the next save.
    pub row_version: RowVersion,
}

/// All parts of a procedure that a Super User can change.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredWhole {
    /// Its id.
    pub id: ProcedureId,
    /// Name, term, completion window, flags, stages ordered by order and id, links by id, and the
    /// template of its letter.
    pub whole: WholeProcedure,
    /// Row version for the next save of name and flags.
    pub row_version: RowVersion,
    /// Row version for the next save of the drawing.
    pub drawing_version: RowVersion,
    /// Row version for the next save of the letter's template.
    pub letter_version: RowVersion,
}

/// A change in the history of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureChange {
    /// Id of the procedure. The change is kept after its deletion.
    pub procedure: ProcedureId,
    /// Name of the procedure after the change.
    pub name: String,
    /// Person who made the change.
    pub by: UserId,
    /// Time of the change.
    pub at: DateTime<Utc>,
    /// Descriptions of the differences, one line each and at least one.
    pub lines: Vec<String>,
}

/// A stage type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStageType {
    /// Its id.
    pub id: StageTypeId,
    /// Its name, unique.
    pub name: String,
    /// True for a type that ships with the product and cannot be changed.
    pub built_in: bool,
    /// Row version for the next save.
    pub row_version: RowVersion,
}

impl StoredStageType {
    /// Returns the behaviour of stages of this type. A type that is not built in behaves as
    /// Junction (decisions, "Administration").
    pub fn behaves_as(&self) -> StageType {
        StageType::parse(&self.name)
            .ok()
            .filter(|_| self.built_in)
            .unwrap_or(StageType::Junction)
    }

    /// Returns the type in the form that drawings use.
    pub fn known(&self) -> KnownType {
        KnownType {
            id: self.id,
            name: self.name.clone(),
            behaves_as: self.behaves_as(),
        }
    }
}

/// A stage that uses a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageUse {
    /// The activity of the stage.
    pub stage: String,
    /// The name of its procedure.
    pub procedure: String,
}

/// The store of approval procedures. A change or removal of a missing record MUST return
/// [`StoreError::Conflict`].
pub trait Procedures {
    /// Adds a procedure with its stages and links. The ids of the stages in the argument serve only
    /// to connect links with stages.
    fn add(
        &mut self,
        procedure: &Procedure,
        is_active: bool,
        is_default: bool,
    ) -> Result<ProcedureId, StoreError>;
    /// Returns the default procedure, if any, with stages ordered by order and id. The read MUST be
    /// consistent: never partly before and partly after a change under the lock
    /// [`Procedures::lock_exclusive`].
    fn default_procedure(&mut self) -> Result<Option<Procedure>, StoreError>;
    /// Takes the exclusive lock on procedures, across all nodes, until the transaction ends.
    /// Commits of earlier holders MUST be visible afterwards: two concurrent changes, each valid by
    /// itself, must not leave an active procedure invalid.
    fn lock_exclusive(&mut self) -> Result<(), StoreError>;
    /// Returns the procedure with this id.
    fn by_id(&mut self, id: ProcedureId) -> Result<Option<StoredProcedure>, StoreError>;
    /// Returns the names of all procedures.
    fn names(&mut self) -> Result<Vec<(ProcedureId, String)>, StoreError>;
    /// Saves name, description, term, completion window and flags of a procedure. A new default
    /// MUST clear the flag of the previous one and increment its row version.
    fn save(
        &mut self,
        id: ProcedureId,
        text: &ProcedureText,
        status: ProcedureStatus,
    ) -> Result<(), StoreError>;
    /// Removes a procedure. If it has stages or submitted requests, this MUST return
    /// [`StoreError::Reference`].
    fn remove(&mut self, id: ProcedureId) -> Result<(), StoreError>;
    /// Returns the stage with this id.
    fn stage(&mut self, id: StageId) -> Result<Option<StageDetails>, StoreError>;
    /// Adds a stage. An unknown procedure or type MUST return [`StoreError::Reference`].
    fn add_stage(&mut self, stage: &StageDetails) -> Result<StageId, StoreError>;
    /// Saves a stage.
    fn save_stage(&mut self, id: StageId, stage: &StageDetails) -> Result<(), StoreError>;
    /// Removes a stage. If a link refers to it, this MUST return [`StoreError::Reference`].
    fn remove_stage(&mut self, id: StageId) -> Result<(), StoreError>;
    /// Returns the link with this id.
    fn link(&mut self, id: NextStageId) -> Result<Option<Link>, StoreError>;
    /// Adds a link. An unknown stage MUST return [`StoreError::Reference`].
    fn add_link(&mut self, link: Link) -> Result<NextStageId, StoreError>;
    /// Saves a link.
    fn save_link(&mut self, id: NextStageId, link: Link) -> Result<(), StoreError>;
    /// Removes a link.
    fn remove_link(&mut self, id: NextStageId) -> Result<(), StoreError>;
    /// Returns the complete procedure with this id.
    fn whole(&mut self, id: ProcedureId) -> Result<Option<StoredWhole>, StoreError>;
    /// Stores the changes of a drawing in the order of [`DrawingChange`], and returns the ids of
    /// the added stages in their order. The row version of every changed stage MUST be incremented.
    /// A stage of another procedure MUST return [`StoreError::Conflict`].
    fn save_drawing(&mut self, id: ProcedureId, change: &DrawingChange) -> Result<Vec<StageId>, StoreError>;
    /// Saves the template of the letter. None restores the standard template.
    fn save_letter(&mut self, id: ProcedureId, template: Option<&LetterTemplate>) -> Result<(), StoreError>;
    /// Counts the requests submitted under the procedure.
    fn requests_under(&mut self, id: ProcedureId) -> Result<u64, StoreError>;
    /// Adds a change to the history of a procedure. It MUST be kept when the procedure is removed.
    fn add_change(&mut self, change: &ProcedureChange) -> Result<(), StoreError>;
}

/// The store of stage types. A new database has the three built-in types. A change or removal of a
/// missing record MUST return [`StoreError::Conflict`].
pub trait StageTypes {
    /// Returns all types, ordered by id.
    fn all(&mut self) -> Result<Vec<StoredStageType>, StoreError>;
    /// Adds a custom type. An existing name MUST return [`StoreError::Duplicate`].
    fn add(&mut self, name: &StageTypeName) -> Result<StageTypeId, StoreError>;
    /// Renames a type.
    fn rename(&mut self, id: StageTypeId, name: &StageTypeName) -> Result<(), StoreError>;
    /// Removes a type. If a stage uses it, this MUST return [`StoreError::Reference`].
    fn remove(&mut self, id: StageTypeId) -> Result<(), StoreError>;
    /// Returns the stages of this type, ordered by procedure and order.
    fn stages_of(&mut self, id: StageTypeId) -> Result<Vec<StageUse>, StoreError>;
}
