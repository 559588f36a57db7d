//! One stage of one request, and how it was answered.

use chrono::{DateTime, Utc};

use super::state::{Outcome, StageState};
use crate::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use crate::procedures::{Position, StageType};
use crate::roles::Role;

/// The number of a stage within one request, from 0; each stage has a higher number than its predecessors. The
/// database's `StateId` is looked up from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageNumber(pub u16);

/// Counts from 1, as screens, histories and PDFs do.
impl std::fmt::Display for StageNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (u32::from(self.0) + 1).fmt(f)
    }
}

/// A person in the role in which they act. That the account is Active and the role Activated is for the caller to see to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attendant {
    /// The person.
    pub user: UserId,
    /// The role as the person holds it.
    pub assigned_role: AssignedRoleId,
    /// The role as the organisation offers it.
    pub org_role: OrganisationRoleId,
}

/// How a stage was answered, by whom and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What the answer was; the stage's state says the same.
    pub outcome: Outcome,
    /// Who answered.
    pub by: Attendant,
    /// When.
    pub at: DateTime<Utc>,
    /// The comment; always there when denied.
    pub reason: Option<String>,
    /// What is recommended to the requester; always there when denied.
    pub recommendation: Option<String>,
}

/// One stage of a request: the stage of the procedure as it was at submission (decisions C3), and its state.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainStage {
    /// Its number in the chain.
    pub number: StageNumber,
    /// What the stage is for.
    pub stage_type: StageType,
    /// The role that decides here.
    pub role: Role,
    /// The organisation role it is bound to (decisions C5); a requester's own stage is bound to the requester's.
    pub org_role: OrganisationRoleId,
    /// 1 to 8; it sorts and labels.
    pub order: i32,
    /// What happens here, in a few words.
    pub activity: String,
    /// 0 or 1.
    pub branch_level: i32,
    /// Where it is drawn.
    pub position: Position,
    /// The name of an MUI icon.
    pub icon: String,
    /// Its state; `Approved`, `Denied` and `Recalled` go with an answer, the others without.
    pub state: StageState,
    /// When the request was submitted.
    pub created_on: DateTime<Utc>,
    /// How it was answered in the present round, or in an earlier one whose approval stands.
    pub answer: Option<Answer>,
}

impl ChainStage {
    /// Whether this stage is the requester's own: nobody decides here. It is approved by submitting, a Terminal one by
    /// feedback (decisions C3).
    pub fn is_requesters(&self) -> bool {
        self.stage_type != StageType::Junction || self.role == Role::DataRequester
    }

    /// Whether the requester's feedback ends the chain here.
    pub fn is_terminal(&self) -> bool {
        self.stage_type == StageType::Terminal
    }
}
