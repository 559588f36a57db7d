//! A stage of a request, and its answer.

use chrono::{DateTime, Utc};

use super::state::{Outcome, StageState};
use crate::deadlines::Target;
use crate::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use crate::procedures::{Position, StageType};
use crate::roles::Role;

/// The number of a stage within its request, from 0. Each stage has a higher number than its
/// predecessors. The `StateId` of the database is looked up from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageNumber(pub u16);

/// Formats the number from 1, as on screens, in histories and in PDFs.
impl std::fmt::Display for StageNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (u32::from(self.0) + 1).fmt(f)
    }
}

/// A person in the role in which they act. The caller checks that the account is Active and the
/// role Activated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attendant {
    /// The person.
    pub user: UserId,
    /// The role assigned to the person.
    pub assigned_role: AssignedRoleId,
    /// The role as offered by the organisation.
    pub org_role: OrganisationRoleId,
}

/// The reason of a recall by the system (decisions N4).
pub const NO_ANSWER: &str = "No answer in time";

/// How a stage was closed: by a decision, a recall or feedback, or, for a requester's own stage,
/// when it was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The outcome, which matches the state of the stage.
    pub outcome: Outcome,
    /// The person who answered.
    pub by: Attendant,
    /// The time.
    pub at: DateTime<Utc>,
    /// The comment; required for a denial.
    pub reason: Option<String>,
    /// The recommendation to the requester; required for a denial.
    pub recommendation: Option<String>,
}

impl Answer {
    /// Returns true for a recall by the system, because no answer to a comment came in time (decisions
    /// N4). Other recalls have no reason.
    pub fn is_lapse(&self) -> bool {
        self.outcome == Outcome::Recalled && self.reason.as_deref() == Some(NO_ANSWER)
    }
}

/// One stage of a request: the stage of the procedure as it was at submission (decisions C3), and
/// its state.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainStage {
    /// Its number in the chain.
    pub number: StageNumber,
    /// Its type.
    pub stage_type: StageType,
    /// The role that decides here.
    pub role: Role,
    /// The organisation role it is bound to (decisions C5). The requester's own stages are bound to
    /// the requester's organisation role.
    pub org_role: OrganisationRoleId,
    /// 1 to 8. Used for sorting and labels.
    pub order: i32,
    /// Short description of the activity at this stage.
    pub activity: String,
    /// 0 or 1.
    pub branch_level: i32,
    /// Its position in the drawing.
    pub position: Position,
    /// The name of an MUI icon.
    pub icon: String,
    /// The number of working days in which it should be decided (decisions N2).
    pub target: Option<Target>,
    /// Its state. `Approved`, `Denied` and `Recalled` stages have an answer, the others have none.
    pub state: StageState,
    /// The time of the submission.
    pub created_on: DateTime<Utc>,
    /// The answer of the current round, or of an earlier one whose approval stands.
    pub answer: Option<Answer>,
}

impl ChainStage {
    /// Returns true if this stage is the requester's own and needs no decision. It is approved as
    /// soon as it is reached, a Terminal one by feedback (decisions C3).
    pub fn is_requesters(&self) -> bool {
        self.stage_type != StageType::Junction || self.role == Role::DataRequester
    }

    /// Returns true for the Terminal stage, which the requester's feedback approves.
    pub fn is_terminal(&self) -> bool {
        self.stage_type == StageType::Terminal
    }
}
