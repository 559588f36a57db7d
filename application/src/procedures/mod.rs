//! Approval procedures and their administration (3 §2.7; decisions C1, C2). Submissions copy the
//! default procedure (decisions C3), so changes here do not affect existing requests.

pub mod approval_procedures;
pub mod assessment;
pub mod drawing;
pub mod duplicate;
pub mod editing;
pub mod exchange;
pub mod history;
pub mod letter;
pub mod matrix;
pub mod next_stages;
pub mod repository;
pub mod stage_types;
pub mod stages;
pub mod trial;
pub mod views;

pub use assessment::AssessedProcedure;
pub use repository::{
    ProcedureChange, Procedures, StageTypes, StageUse, StoredProcedure, StoredStageType, StoredWhole,
};
