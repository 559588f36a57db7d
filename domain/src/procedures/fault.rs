//! The faults of a procedure.

use thiserror::Error;

use super::procedure::MAX_STAGES;
use super::stage::{Link, StageType};
use crate::ids::StageId;
use crate::roles::Role;

/// A fault that keeps a procedure from being activated or made the default (decisions C1). Stages
/// are named by their activity.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum Fault {
    #[error("The procedure has no Initial stage.")]
    NoInitial,
    #[error("The procedure has more than one Initial stage: {}.", list(.stages))]
    ManyInitial { stages: Vec<String> },
    #[error("The procedure has no Terminal stage.")]
    NoTerminal,
    #[error("The procedure has more than one Terminal stage: {}.", list(.stages))]
    ManyTerminal { stages: Vec<String> },
    #[error("The stages {} form a loop.", list(.stages))]
    Cycle { stages: Vec<String> },
    #[error("The stage \"{stage}\" cannot be reached from the Initial stage.")]
    Unreachable { stage: String },
    #[error("The stage \"{stage}\" does not lead to the Terminal stage.")]
    DeadEnd { stage: String },
    #[error("The stage \"{to}\" follows \"{from}\" more than once.")]
    DoubledLink { from: String, to: String },
    #[error("A link names the stage {stage}, which is not part of this procedure.")]
    UnknownStage { stage: StageId },
    #[error("Two stages have the id {stage}.")]
    RepeatedStage { stage: StageId },
    #[error("The stage \"{stage}\" belongs to the role {role}, which does not decide on requests.")]
    RoleDoesNotDecide { stage: String, role: Role },
    #[error(
        "The {stage_type} stage \"{stage}\" belongs to the role {role}; it must belong to the Data Requester."
    )]
    NotTheRequesters {
        stage: String,
        stage_type: StageType,
        role: Role,
    },
    #[error(
        "No one decides on the path {}: at least one of its stages must decide, or data is released without approval.", list(.stages)
    )]
    NobodyDecides { stages: Vec<String> },
    #[error("The order of the stage \"{stage}\" is {order}; it must be from 1 to 8.")]
    Order { stage: String, order: i32 },
    #[error("The branch level of the stage \"{stage}\" is {branch_level}; it must be 0 or 1.")]
    BranchLevel { stage: String, branch_level: i32 },
    #[error("The position of the stage \"{stage}\" must be two numbers that are not negative.")]
    Position { stage: String },
    #[error("The procedure has {count} stages. The limit is {MAX_STAGES}.")]
    TooManyStages { count: usize },
}

/// A fault with the stages and links that it is about, for the editor of the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedFault {
    /// The fault.
    pub fault: Fault,
    /// The stages that it is about; empty if it is about links or the whole procedure.
    pub stages: Vec<StageId>,
    /// The links that it is about.
    pub links: Vec<Link>,
}

impl LocatedFault {
    pub(super) const fn for_procedure(fault: Fault) -> Self {
        Self::at_stages(fault, Vec::new())
    }

    pub(super) const fn at_stages(fault: Fault, stages: Vec<StageId>) -> Self {
        Self {
            fault,
            stages,
            links: Vec::new(),
        }
    }

    pub(super) const fn at_links(fault: Fault, links: Vec<Link>) -> Self {
        Self {
            fault,
            stages: Vec::new(),
            links,
        }
    }
}

pub(super) fn list(stages: &[String]) -> String {
    stages
        .iter()
        .map(|stage| format!("\"{stage}\""))
        .collect::<Vec<_>>()
        .join(", ")
}
