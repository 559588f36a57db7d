//! The content of audit entries about a request, as far as the replay needs it.

use chrono::{DateTime, Utc};

use crate::audit::Kind;
use crate::ids::{AssignedRoleId, AuditEntryId, CommentId, DocumentId, ReplyId, StateId, UserId};
use crate::procedures::LetterNumber;
use crate::requests::VersionNumber;
use crate::requests::content::{Personal, Sha256};
use crate::review::{Outcome, OverallStatus, Section, StageNumber};

/// A version of the content of a request in an audit entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedVersion {
    /// The number of the version.
    pub version: VersionNumber,
    /// The digest of the version.
    pub digest: Sha256,
}

/// The content of the audit entry of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedLetter {
    /// The number of the letter.
    pub number: LetterNumber,
    /// The time of the approval.
    pub made_on: DateTime<Utc>,
    /// The heading, unless it was erased.
    pub heading: Personal,
    /// The body, unless it was erased.
    pub body: Personal,
}

/// The texts of a decision in its audit entry, unless they were erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedTexts {
    /// The reason.
    pub reason: Option<Personal>,
    /// The recommendation.
    pub recommendation: Option<Personal>,
}

/// The content of the audit entry of an extended term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedExtension {
    /// The round whose term was extended.
    pub round: u32,
    /// The number of weeks or months.
    pub count: u32,
    /// The name of the unit.
    pub unit: String,
    /// The reason, unless it was erased.
    pub reason: Personal,
}

/// The content of the audit entry of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedComment {
    /// The id of the comment.
    pub comment: CommentId,
    /// The state of the stage at which the comment was written.
    pub state: StateId,
    /// The section that the comment is about.
    pub section: Section,
    /// True if the comment requires action.
    pub action_required: bool,
    /// The text of the comment, unless it was erased.
    pub text: Personal,
}

/// The content of the audit entry of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedReply {
    /// The id of the reply.
    pub reply: ReplyId,
    /// The id of the comment.
    pub comment: CommentId,
    /// The text of the reply, unless it was erased.
    pub text: Personal,
}

/// An act on a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestAct {
    /// The request was submitted.
    Submitted(RecordedVersion),
    /// The content was edited.
    Edited {
        /// The new version of the content.
        content: RecordedVersion,
        /// The edited section.
        section: Option<Section>,
        /// The comment that was resolved by the edit.
        resolved: Option<CommentId>,
    },
    /// A stage was approved or denied.
    Decided {
        /// The id of the stage's state.
        state: StateId,
        /// The number of the stage.
        stage: StageNumber,
        /// The round of the decision.
        round: u32,
        /// The outcome.
        outcome: Outcome,
        /// The version of the content that was decided on.
        content: RecordedVersion,
        /// The reason and the recommendation.
        texts: RecordedTexts,
        /// The resulting status of the request.
        status: OverallStatus,
    },
    /// The preceding decision released the data.
    Released,
    /// The letter of approval was issued.
    LetterIssued(RecordedLetter),
    /// The request was recalled.
    Recalled {
        /// The round of the recall.
        round: u32,
        /// The stages that were waiting for a decision.
        stages: Vec<StageNumber>,
        /// The resulting status of the request.
        status: OverallStatus,
        /// The reason of a recall by the system; none if a person recalled it.
        texts: RecordedTexts,
    },
    /// The request was resubmitted.
    Resubmitted {
        /// The new round.
        round: u32,
        /// True if all stages have to decide again: no approval of an earlier round stands.
        anew: bool,
        /// The version of the content that was resubmitted.
        content: RecordedVersion,
        /// The requester's note to the reviewers, unless it was erased.
        note: Option<Personal>,
    },
    /// The term of the request was extended.
    TermExtended(RecordedExtension),
    /// A comment on a section was added.
    Commented(RecordedComment),
    /// A reply to a comment was added.
    Replied(RecordedReply),
    /// A comment was resolved.
    CommentResolved {
        /// The id of the comment.
        comment: CommentId,
    },
    /// A resolved comment was reopened.
    CommentReopened {
        /// The id of the comment.
        comment: CommentId,
    },
    /// Feedback was given.
    FeedbackGiven {
        /// The stage that the feedback approved.
        stage: StageNumber,
        /// The round of the feedback.
        round: u32,
    },
    /// Feedback was removed at the end of its retention period.
    FeedbackRemoved,
    /// The request was removed at the end of its retention period.
    Removed,
    /// Identity documents were removed at the end of their retention period.
    DocumentsRemoved {
        /// The ids of the documents.
        documents: Vec<DocumentId>,
    },
    /// The account of the owner was erased.
    OwnerErased {
        /// The removed identity documents, of all requests of the owner.
        documents: Vec<DocumentId>,
    },
}

impl RequestAct {
    /// The kinds of entries about a request that contain such an act. [`Self::OWNER_ERASED`] is the
    /// kind about its owner.
    pub const KINDS: [Kind; 16] = [
        Kind::RequestSubmitted,
        Kind::RequestEdited,
        Kind::RequestDecided,
        Kind::DataReleased,
        Kind::LetterIssued,
        Kind::RequestRecalled,
        Kind::RequestResubmitted,
        Kind::TermExtended,
        Kind::FeedbackGiven,
        Kind::FeedbackRemoved,
        Kind::RequestRemoved,
        Kind::RetentionApplied,
        Kind::CommentAdded,
        Kind::ReplyAdded,
        Kind::CommentResolved,
        Kind::CommentReopened,
    ];

    /// The kinds of entries that commit to texts shown at the request.
    pub const WITH_TEXTS: [Kind; 6] = [
        Kind::RequestDecided,
        Kind::LetterIssued,
        Kind::RequestResubmitted,
        Kind::TermExtended,
        Kind::CommentAdded,
        Kind::ReplyAdded,
    ];

    /// The kind of entries about the owner of a request that contain such an act.
    pub const OWNER_ERASED: Kind = Kind::AccountErased;

    /// The kind of the first entry of a request.
    pub const FIRST_KIND: Kind = Kind::RequestSubmitted;

    /// The kind of the last entry of a request: its removal at the end of its retention period.
    pub const LAST_KIND: Kind = Kind::RequestRemoved;

    /// The version of the content that the entry refers to, if any.
    pub fn content(&self) -> Option<RecordedVersion> {
        match self {
            Self::Submitted(content)
            | Self::Edited { content, .. }
            | Self::Decided { content, .. }
            | Self::Resubmitted { content, .. } => Some(*content),
            Self::Released
            | Self::LetterIssued(_)
            | Self::Recalled { .. }
            | Self::TermExtended(_)
            | Self::FeedbackGiven { .. }
            | Self::FeedbackRemoved
            | Self::Removed
            | Self::Commented(_)
            | Self::Replied(_)
            | Self::CommentResolved { .. }
            | Self::CommentReopened { .. }
            | Self::DocumentsRemoved { .. }
            | Self::OwnerErased { .. } => None,
        }
    }

    /// Returns true for acts on comments. They are recorded without waiting for a concurrent
    /// decision, so their entries may be interleaved with its entries.
    pub(super) const fn is_about_a_comment(&self) -> bool {
        matches!(
            self,
            Self::Commented(_)
                | Self::Replied(_)
                | Self::CommentResolved { .. }
                | Self::CommentReopened { .. }
        )
    }
}

/// An audit entry about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestEntry {
    /// The id of the entry.
    pub id: AuditEntryId,
    /// The time of the act.
    pub at: DateTime<Utc>,
    /// The user who did it, if it was a user.
    pub user: Option<UserId>,
    /// The role that the user acted in.
    pub role: Option<AssignedRoleId>,
    /// The act.
    pub act: RequestAct,
}
