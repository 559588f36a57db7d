//! The stored rows of a request, unvalidated and possibly inconsistent.

use chrono::{DateTime, NaiveDate, Utc};

use crate::ids::{
    AssignedRoleId, CommentId, DatasetId, DocumentId, OrganisationRoleId, ReplyId, StateId, UserId,
};
use crate::procedures::{LetterNumber, LetterText, Position, StageType};
use crate::requests::content::Sha256;
use crate::requests::{DocumentKind, RemovalReason, VersionNumber};
use crate::review::{ChainStage, OverallStatus, Section, StageNumber, StageState};
use crate::roles::Role;

/// A request as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRequest {
    /// The owner of the request.
    pub owner: UserId,
    /// The role in which the request was submitted.
    pub requester_role: AssignedRoleId,
    /// The time of the submission.
    pub submitted_on: DateTime<Utc>,
    /// The status shown in lists.
    pub status: OverallStatus,
    /// The current round.
    pub round: u32,
    /// The stages of the chain.
    pub stages: Vec<StoredStage>,
    /// The links between the stages.
    pub links: Vec<(StageNumber, StageNumber)>,
    /// The lines of the history, oldest first.
    pub history: Vec<StoredLine>,
    /// The versions of the content, by number.
    pub versions: Vec<StoredVersion>,
    /// The version that the request refers to as its newest, with its digest.
    pub newest: (VersionNumber, Sha256),
    /// The datasets, with the dates on which their data was released.
    pub datasets: Vec<(DatasetId, Option<NaiveDate>)>,
    /// The letter of approval.
    pub letter: Option<StoredLetter>,
    /// True if there is feedback.
    pub has_feedback: bool,
    /// The documents whose files were removed on purpose.
    pub removed_documents: Vec<RemovedDocument>,
    /// The rounds, in order.
    pub rounds: Vec<StoredRound>,
    /// The extensions of terms, by round.
    pub extensions: Vec<StoredExtension>,
    /// The comments, by id.
    pub comments: Vec<StoredComment>,
    /// The replies, by id.
    pub replies: Vec<StoredReply>,
}

/// The texts of a decision as stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredTexts {
    /// The reason.
    pub reason: Option<String>,
    /// The recommendation.
    pub recommendation: Option<String>,
}

/// A round as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRound {
    /// The number of the round, from 1.
    pub round: u32,
    /// The user who started the round.
    pub by: UserId,
    /// The time at which the round started.
    pub at: DateTime<Utc>,
    /// The requester's note to the reviewers.
    pub note: Option<String>,
}

/// The extension of the term of a round as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredExtension {
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of weeks or months.
    pub count: u32,
    /// The name of the unit.
    pub unit: String,
    /// The reason.
    pub reason: String,
}

/// A comment as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComment {
    /// The id of the comment.
    pub id: CommentId,
    /// The state of the stage at which the comment was written.
    pub state: StateId,
    /// The author.
    pub author: UserId,
    /// The role of the author.
    pub role: AssignedRoleId,
    /// The section that the comment is about.
    pub section: Section,
    /// True if the comment requires action.
    pub action_required: bool,
    /// The text.
    pub text: String,
    /// The time at which the comment was written.
    pub at: DateTime<Utc>,
    /// The user who resolved the comment.
    pub resolved_by: Option<UserId>,
    /// The time at which the comment was resolved.
    pub resolved_on: Option<DateTime<Utc>>,
}

/// A reply as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReply {
    /// The id of the reply.
    pub id: ReplyId,
    /// The id of the comment.
    pub comment: CommentId,
    /// The author.
    pub author: UserId,
    /// The role of the author.
    pub role: AssignedRoleId,
    /// The text.
    pub text: String,
    /// The time at which the reply was written.
    pub at: DateTime<Utc>,
}

/// A letter of approval as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLetter {
    /// The number of the letter.
    pub number: LetterNumber,
    /// The time of the approval.
    pub made_on: DateTime<Utc>,
    /// The text of the letter.
    pub text: LetterText,
}

/// A document whose file was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovedDocument {
    /// The id of the document.
    pub id: DocumentId,
    /// The kind of document.
    pub kind: DocumentKind,
    /// The reason for the removal.
    pub why: RemovalReason,
    /// The time of the removal.
    pub on: DateTime<Utc>,
}

/// A stage as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStage {
    /// The id of the stage's state.
    pub id: StateId,
    /// The number of the stage in the chain.
    pub number: StageNumber,
    /// The type of the stage.
    pub stage_type: StageType,
    /// The role that decides at the stage.
    pub role: Role,
    /// The organisation role that the stage is bound to.
    pub org_role: OrganisationRoleId,
    /// The state of the stage.
    pub state: StageState,
    /// The answer of the stage.
    pub answer: StoredAnswer,
    /// The texts of the decision.
    pub texts: StoredTexts,
}

/// The answer of a stage as stored. Each field may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredAnswer {
    /// The user who answered.
    pub user: Option<UserId>,
    /// The assigned role of the user.
    pub role: Option<AssignedRoleId>,
    /// The organisation role of the user.
    pub org_role: Option<OrganisationRoleId>,
    /// The time of the answer.
    pub at: Option<DateTime<Utc>>,
}

/// A line of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLine {
    /// The round.
    pub round: u32,
    /// The stage that changed.
    pub stage: StageNumber,
    /// The new state of the stage.
    pub state: StageState,
    /// The user who answered.
    pub user: Option<UserId>,
    /// The role of the user.
    pub role: Option<AssignedRoleId>,
    /// The time of the change.
    pub at: DateTime<Utc>,
    /// The texts of the decision.
    pub texts: StoredTexts,
}

/// A version of the content as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredVersion {
    /// The number of the version.
    pub number: VersionNumber,
    /// The digest of the version.
    pub digest: Sha256,
    /// The author of the change.
    pub author: UserId,
    /// The edited section; `None` for a submission or resubmission.
    pub section: Option<Section>,
}

impl StoredStage {
    /// Converts the row into a stage of a chain. Fields for display are left empty, because the
    /// rules do not use them.
    pub(super) fn to_chain_stage(&self) -> ChainStage {
        ChainStage {
            number: self.number,
            stage_type: self.stage_type,
            role: self.role,
            org_role: self.org_role,
            order: 1,
            activity: String::new(),
            branch_level: 0,
            position: Position { x: 0.0, y: 0.0 },
            icon: String::new(),
            target: None,
            state: self.state,
            created_on: DateTime::UNIX_EPOCH,
            answer: None,
        }
    }
}

impl StoredRequest {
    /// The stage with this number.
    pub(super) fn stage(&self, number: StageNumber) -> Option<&StoredStage> {
        self.stages.iter().find(|stage| stage.number == number)
    }
}
