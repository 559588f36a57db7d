//! The store of approval procedures and of the types of their stages.

use aditus_domain::ids::{NextStageId, ProcedureId, StageId, StageTypeId, UserId};
use aditus_domain::procedures::{
    DrawingChange, KnownType, LetterTemplate, Link, Procedure, ProcedureText, StageDetails, StageType,
    StageTypeName, Standing, WholeProcedure,
};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A procedure and whether it is used.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredProcedure {
    /// The procedure: stages by order, then id; links by id.
    pub procedure: Procedure,
    /// Whether it is used.
    pub standing: Standing,
    /// The version that a save names.
    pub row_version: RowVersion,
}

/// Everything that a Super User can change of a procedure.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredWhole {
    /// Its id.
    pub id: ProcedureId,
    /// Name, standing, stages by order, then id, links by id, and the template of its letter.
    pub whole: WholeProcedure,
    /// The version that a save of name and standing names.
    pub row_version: RowVersion,
    /// The version that a save of the drawing names.
    pub drawing_version: RowVersion,
    /// The version that a save of the letter's template names.
    pub letter_version: RowVersion,
}

/// A line of the history of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureChange {
    /// Which procedure; the line outlives it.
    pub procedure: ProcedureId,
    /// What it was called after the change.
    pub name: String,
    /// Who made the change.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
    /// What was changed, a line for each thing, one or more.
    pub lines: Vec<String>,
}

/// A type of stages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStageType {
    /// Its id.
    pub id: StageTypeId,
    /// Its name, unique.
    pub name: String,
    /// Whether it comes with the product, and stays as it is.
    pub built_in: bool,
    /// The version that a save names.
    pub row_version: RowVersion,
}

impl StoredStageType {
    /// What a stage of this type is for: a type that is not built in behaves as Junction (decisions, "Administration").
    pub fn behaves_as(&self) -> StageType {
        StageType::parse(&self.name)
            .ok()
            .filter(|_| self.built_in)
            .unwrap_or(StageType::Junction)
    }

    /// The type as drawings know it.
    pub fn known(&self) -> KnownType {
        KnownType {
            id: self.id,
            name: self.name.clone(),
            behaves_as: self.behaves_as(),
        }
    }
}

/// A stage that is of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageUse {
    /// The activity of the stage.
    pub stage: String,
    /// The name of its procedure.
    pub procedure: String,
}

/// The store of approval procedures. What a change or removal names and is not there MUST be [`StoreError::Conflict`].
pub trait Procedures {
    /// Adds a procedure with its stages and links. Ids of stages in the argument only serve to tie links to stages.
    fn add(
        &mut self,
        procedure: &Procedure,
        is_active: bool,
        is_default: bool,
    ) -> Result<ProcedureId, StoreError>;
    /// The default procedure, if there is one: stages by order, then id. It MUST be read as a whole: never partly as it was
    /// before a change that [`Procedures::take_turns`] guards, and partly as it is afterwards.
    fn default_procedure(&mut self) -> Result<Option<Procedure>, StoreError>;
    /// Waits until no other transaction that has called this is open, on whichever node. What is read afterwards MUST hold
    /// what those have committed: no two changes, each valid by itself, may leave an active procedure invalid.
    fn take_turns(&mut self) -> Result<(), StoreError>;
    /// The procedure with this id.
    fn by_id(&mut self, id: ProcedureId) -> Result<Option<StoredProcedure>, StoreError>;
    /// The names of all procedures.
    fn names(&mut self) -> Result<Vec<(ProcedureId, String)>, StoreError>;
    /// Saves what a procedure is called, what it is for and whether it is used. One that becomes the default MUST take that
    /// from the other, whose version counts on by it.
    fn save(&mut self, id: ProcedureId, text: &ProcedureText, standing: Standing) -> Result<(), StoreError>;
    /// Removes a procedure; one that has stages, or under which a request was submitted, MUST be [`StoreError::Reference`].
    fn remove(&mut self, id: ProcedureId) -> Result<(), StoreError>;
    /// The stage with this id.
    fn stage(&mut self, id: StageId) -> Result<Option<StageDetails>, StoreError>;
    /// Adds a stage; a procedure or type that does not exist MUST be [`StoreError::Reference`].
    fn add_stage(&mut self, stage: &StageDetails) -> Result<StageId, StoreError>;
    /// Saves a stage.
    fn save_stage(&mut self, id: StageId, stage: &StageDetails) -> Result<(), StoreError>;
    /// Removes a stage; one that a link names MUST be [`StoreError::Reference`].
    fn remove_stage(&mut self, id: StageId) -> Result<(), StoreError>;
    /// The link with this id.
    fn link(&mut self, id: NextStageId) -> Result<Option<Link>, StoreError>;
    /// Adds a link; a stage that does not exist MUST be [`StoreError::Reference`].
    fn add_link(&mut self, link: Link) -> Result<NextStageId, StoreError>;
    /// Saves a link.
    fn save_link(&mut self, id: NextStageId, link: Link) -> Result<(), StoreError>;
    /// Removes a link.
    fn remove_link(&mut self, id: NextStageId) -> Result<(), StoreError>;
    /// Everything of the procedure with this id.
    fn whole(&mut self, id: ProcedureId) -> Result<Option<StoredWhole>, StoreError>;
    /// Stores the change of a drawing in the order that [`DrawingChange`] names. The version of every stage that is changed by it MUST
    /// count on. A stage that the procedure does not have MUST be [`StoreError::Conflict`]. Answers the ids of the stages that were
    /// added, in their order.
    fn save_drawing(&mut self, id: ProcedureId, change: &DrawingChange) -> Result<Vec<StageId>, StoreError>;
    /// Saves the template of the letter; none lets the standard one hold.
    fn save_letter(&mut self, id: ProcedureId, template: Option<&LetterTemplate>) -> Result<(), StoreError>;
    /// How many requests were submitted under the procedure.
    fn requests_under(&mut self, id: ProcedureId) -> Result<u64, StoreError>;
    /// Adds a line to the history of a procedure. It MUST stay when the procedure is removed.
    fn note_change(&mut self, change: &ProcedureChange) -> Result<(), StoreError>;
}

/// The store of the types of stages. A new database holds the three that are built in. What a change or removal names and is
/// not there MUST be [`StoreError::Conflict`].
pub trait StageTypes {
    /// All of them, by id.
    fn all(&mut self) -> Result<Vec<StoredStageType>, StoreError>;
    /// Adds a type of a Super User's own; a name that exists MUST be [`StoreError::Duplicate`].
    fn add(&mut self, name: &StageTypeName) -> Result<StageTypeId, StoreError>;
    /// Changes the name.
    fn rename(&mut self, id: StageTypeId, name: &StageTypeName) -> Result<(), StoreError>;
    /// Removes a type; one that a stage is of MUST be [`StoreError::Reference`].
    fn remove(&mut self, id: StageTypeId) -> Result<(), StoreError>;
    /// The stages of this type, by procedure and order.
    fn stages_of(&mut self, id: StageTypeId) -> Result<Vec<StageUse>, StoreError>;
}
