//! What is stored of a request, as it is: nothing of it has to agree with the rest.

use chrono::{DateTime, NaiveDate, Utc};

use crate::ids::{
    AssignedRoleId, CommentId, DatasetId, DocumentId, OrganisationRoleId, ReplyId, StateId, UserId,
};
use crate::procedures::{LetterNumber, LetterText, Position, StageType};
use crate::requests::content::Sha256;
use crate::requests::{DocumentKind, Gone, VersionNumber};
use crate::review::{ChainStage, OverallStatus, Section, StageNumber, StageState};
use crate::roles::Role;

/// A request as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRequest {
    /// Who owns it.
    pub owner: UserId,
    /// The role in which it was submitted.
    pub requester_role: AssignedRoleId,
    /// When it was submitted.
    pub submitted_on: DateTime<Utc>,
    /// The status that lists show.
    pub status: OverallStatus,
    /// The present round.
    pub round: u32,
    /// Its stages.
    pub stages: Vec<StoredStage>,
    /// The links between them.
    pub links: Vec<(StageNumber, StageNumber)>,
    /// The lines of its history, oldest first.
    pub history: Vec<StoredLine>,
    /// The versions of its content, by number.
    pub versions: Vec<KeptVersion>,
    /// The version that it names as the last one, with its digest.
    pub newest: (VersionNumber, Sha256),
    /// Its datasets, with the days on which their data was released.
    pub datasets: Vec<(DatasetId, Option<NaiveDate>)>,
    /// Its letter.
    pub letter: Option<StoredLetter>,
    /// Whether it has feedback.
    pub has_feedback: bool,
    /// Its documents of which the files were removed on purpose.
    pub gone: Vec<GoneDocument>,
    /// Its rounds, the first one first.
    pub rounds: Vec<StoredRound>,
    /// The comments on it, by id.
    pub comments: Vec<StoredComment>,
    /// The replies to these, by id.
    pub replies: Vec<StoredReply>,
}

/// The words of a decision as they are stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredWords {
    /// The comment.
    pub reason: Option<String>,
    /// The recommendation.
    pub recommendation: Option<String>,
}

/// A round as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRound {
    /// From 1.
    pub round: u32,
    /// Who began it.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
    /// What the requester told the reviewers.
    pub note: Option<String>,
}

/// A comment as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComment {
    /// The comment.
    pub id: CommentId,
    /// The stage at which it was made.
    pub state: StateId,
    /// Who made it.
    pub author: UserId,
    /// In which role.
    pub role: AssignedRoleId,
    /// On what.
    pub section: Section,
    /// Whether it demands action.
    pub action_required: bool,
    /// What it says.
    pub text: String,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// Who resolved it.
    pub resolved_by: Option<UserId>,
    /// When.
    pub resolved_on: Option<DateTime<Utc>>,
}

/// A reply as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReply {
    /// The reply.
    pub id: ReplyId,
    /// To which comment.
    pub comment: CommentId,
    /// Who made it.
    pub author: UserId,
    /// In which role.
    pub role: AssignedRoleId,
    /// What it says.
    pub text: String,
    /// When it was made.
    pub at: DateTime<Utc>,
}

/// A letter as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLetter {
    /// Its number.
    pub number: LetterNumber,
    /// When the request was approved.
    pub made_on: DateTime<Utc>,
    /// What it says.
    pub text: LetterText,
}

/// A document of which the file was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoneDocument {
    /// The document.
    pub id: DocumentId,
    /// What it was.
    pub kind: DocumentKind,
    /// Why it was removed.
    pub why: Gone,
    /// When.
    pub on: DateTime<Utc>,
}

/// A stage as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredStage {
    /// The id of its state.
    pub id: StateId,
    /// Its number in the chain.
    pub number: StageNumber,
    /// What it is for.
    pub stage_type: StageType,
    /// The role that decides here.
    pub role: Role,
    /// The organisation role that it is bound to.
    pub org_role: OrganisationRoleId,
    /// Its state.
    pub state: StageState,
    /// Who answered and when.
    pub answer: StoredAnswer,
    /// With what words.
    pub words: StoredWords,
}

/// Who answered and when, as far as that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredAnswer {
    /// The person.
    pub user: Option<UserId>,
    /// The role as they hold it.
    pub role: Option<AssignedRoleId>,
    /// The role as the organisation offers it.
    pub org_role: Option<OrganisationRoleId>,
    /// When.
    pub at: Option<DateTime<Utc>>,
}

/// A line of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLine {
    /// In which round.
    pub round: u32,
    /// The stage that changed.
    pub stage: StageNumber,
    /// The state that it changed to.
    pub state: StageState,
    /// Who answered.
    pub user: Option<UserId>,
    /// In which role.
    pub role: Option<AssignedRoleId>,
    /// When.
    pub at: DateTime<Utc>,
    /// With what words.
    pub words: StoredWords,
}

/// A version of the content as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptVersion {
    /// Its number.
    pub number: VersionNumber,
    /// Its digest.
    pub digest: Sha256,
    /// Whose change it is.
    pub author: UserId,
    /// The section that was changed; none for what was submitted or resubmitted.
    pub section: Option<Section>,
}

impl StoredStage {
    /// As a chain has it. What a stage looks like decides nothing.
    pub(super) fn in_chain(&self) -> ChainStage {
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
