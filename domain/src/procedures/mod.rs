//! Approval procedures: a graph of stages and next-stage links, its validation, and the default
//! procedure of nine stages (3 §2.7; decisions C1, C2).

mod decision_makers;
mod default;
mod drawing;
mod editing;
mod fault;
mod fault_finding;
pub(crate) mod graph;
mod history;
mod in_use;
mod letter;
mod portable;
mod procedure;
mod stage;
mod status;
#[cfg(test)]
mod tests;
mod text;
mod warning;

pub use decision_makers::{
    DecidingOrganisation, DecisionMakers, SourceDeciders, SourceDecisionMakers, first_with_holder, staffing,
};
pub use default::default_procedure;
pub use drawing::{
    Drawing, DrawingChange, DrawingFault, DrawingFaults, DrawnStage, KnownType, MAX_LINKS, RawDrawing,
    RawDrawnStage, RawLink,
};
pub use editing::{
    MAX_DESCRIPTION, MAX_ICON, MAX_NAME, MAX_STAGE_TYPE, RawStage, StageDetails, StageTypeName,
};
pub use fault::{Fault, LocatedFault};
pub use history::{Origin, WholeProcedure};
pub use in_use::InUse;
pub use letter::{
    LetterNumber, LetterTemplate, LetterText, LetterValues, MAX_BODY, MAX_HEADING, MAX_RENDERED, Placeholder,
    specimen, standard_template,
};
pub use portable::{PROCEDURE_SCHEMA, PortableLetter, PortableLink, PortableProcedure, PortableStage};
pub use procedure::{MAX_STAGES, Procedure, ValidProcedure};
pub use stage::{Link, Position, Stage, StageType, UnknownStageType};
pub use status::{ActiveProcedureBroken, ProcedureStatus, ProcedureStatusError};
pub use text::{ProcedureText, RawProcedure};
pub use warning::{Staffing, Warning};
