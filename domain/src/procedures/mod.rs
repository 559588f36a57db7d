//! Approval procedures: stages and next-stage links as a graph, what makes one valid, and the default of nine stages
//! (3 §2.7; decisions C1, C2).

mod default;
mod editing;
mod fault;
mod fault_finding;
pub(crate) mod graph;
mod in_use;
mod procedure;
mod stage;
mod standing;
#[cfg(test)]
mod tests;
mod warning;

pub use default::default_procedure;
pub use editing::{
    MAX_DESCRIPTION, MAX_ICON, MAX_NAME, MAX_STAGE_TYPE, ProcedureText, RawStage, StageDetails, StageTypeName,
};
pub use fault::Fault;
pub use in_use::InUse;
pub use procedure::{MAX_STAGES, Procedure, ValidProcedure};
pub use stage::{Link, Position, Stage, StageType, UnknownStageType};
pub use standing::{Broken, Standing, StandingError};
pub use warning::{Staffing, Warning};
