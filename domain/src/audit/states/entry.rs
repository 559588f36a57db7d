//! What entries say of a request, as far as its states follow from it.

use chrono::{DateTime, Utc};

use crate::audit::Kind;
use crate::ids::{AssignedRoleId, AuditEntryId, CommentId, DocumentId, ReplyId, StateId, UserId};
use crate::procedures::LetterNumber;
use crate::requests::VersionNumber;
use crate::requests::content::{Personal, Sha256};
use crate::review::{Outcome, OverallStatus, Section, StageNumber};

/// A version of the content of a request, as an entry names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentNamed {
    /// Its number.
    pub version: VersionNumber,
    /// Its digest.
    pub digest: Sha256,
}

/// What the entry of a letter says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterSaid {
    /// Its number.
    pub number: LetterNumber,
    /// When the request was approved.
    pub made_on: DateTime<Utc>,
    /// Its heading, as far as it is still kept beside the entry.
    pub heading: Personal,
    /// Its words.
    pub body: Personal,
}

/// The words of a decision as its entry commits to them, as far as they are still kept beside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordsSaid {
    /// The comment.
    pub reason: Option<Personal>,
    /// The recommendation.
    pub recommendation: Option<Personal>,
}

/// What the entry of a comment says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentSaid {
    /// The comment.
    pub comment: CommentId,
    /// The stage at which it was made.
    pub state: StateId,
    /// On what.
    pub section: Section,
    /// Whether it demands action.
    pub action_required: bool,
    /// What it says, as far as that is still kept beside the entry.
    pub text: Personal,
}

/// What the entry of a reply says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplySaid {
    /// The reply.
    pub reply: ReplyId,
    /// To which comment.
    pub comment: CommentId,
    /// What it says, as far as that is still kept beside the entry.
    pub text: Personal,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestAct {
    /// It was submitted.
    Submitted(ContentNamed),
    /// Its content was changed.
    Edited {
        /// What it is since.
        content: ContentNamed,
        /// The section that was changed.
        section: Option<Section>,
        /// The comment that was resolved with it.
        resolved: Option<CommentId>,
    },
    /// A stage was approved or denied.
    Decided {
        /// The id of its state.
        state: StateId,
        /// The stage.
        stage: StageNumber,
        /// In which round.
        round: u32,
        /// How.
        outcome: Outcome,
        /// On what.
        content: ContentNamed,
        /// With what words.
        words: WordsSaid,
        /// The status of the request since.
        status: OverallStatus,
    },
    /// The decision before it released the data.
    Released,
    /// The letter of approval was issued.
    LetterIssued(LetterSaid),
    /// It was recalled.
    Recalled {
        /// In which round.
        round: u32,
        /// The stages whose turn it was.
        stages: Vec<StageNumber>,
        /// The status of the request since.
        status: OverallStatus,
    },
    /// It was resubmitted.
    Resubmitted {
        /// The round that began.
        round: u32,
        /// Whether no approval of an earlier round stands any more.
        anew: bool,
        /// Its content from there on.
        content: ContentNamed,
        /// What the requester told the reviewers, as far as that is still kept beside the entry.
        note: Option<Personal>,
    },
    /// A section was commented on.
    Commented(CommentSaid),
    /// A comment was replied to.
    Replied(ReplySaid),
    /// A comment was resolved.
    CommentResolved {
        /// Which.
        comment: CommentId,
    },
    /// A resolved comment was reopened.
    CommentReopened {
        /// Which.
        comment: CommentId,
    },
    /// Feedback was given.
    FeedbackGiven {
        /// The stage that it approved.
        stage: StageNumber,
        /// In which round.
        round: u32,
    },
    /// Feedback was removed when it was kept for long enough.
    FeedbackRemoved,
    /// The request was removed when it was kept for long enough.
    Removed,
    /// Documents of identity were removed when they were kept for long enough.
    DocumentsRemoved {
        /// Which.
        documents: Vec<DocumentId>,
    },
    /// The account of who owns it was erased.
    OwnerErased {
        /// The documents of identity that were removed, of whichever request of the person.
        documents: Vec<DocumentId>,
    },
}

impl RequestAct {
    /// The kinds of entries about a request that say such an act. [`Self::OF_OWNERS`] are those about its owner.
    pub const KINDS: [Kind; 15] = [
        Kind::RequestSubmitted,
        Kind::RequestEdited,
        Kind::RequestDecided,
        Kind::DataReleased,
        Kind::LetterIssued,
        Kind::RequestRecalled,
        Kind::RequestResubmitted,
        Kind::FeedbackGiven,
        Kind::FeedbackRemoved,
        Kind::RequestRemoved,
        Kind::RetentionApplied,
        Kind::CommentAdded,
        Kind::ReplyAdded,
        Kind::CommentResolved,
        Kind::CommentReopened,
    ];

    /// Those that commit to texts which people read at the request.
    pub const WITH_TEXTS: [Kind; 5] = [
        Kind::RequestDecided,
        Kind::LetterIssued,
        Kind::RequestResubmitted,
        Kind::CommentAdded,
        Kind::ReplyAdded,
    ];

    /// The kind of entries about the owner of a request that say such an act.
    pub const OF_OWNERS: Kind = Kind::AccountErased;

    /// The kind of the entry that begins the entries of a request.
    pub const BEGINNING: Kind = Kind::RequestSubmitted;

    /// The kind of the entry that ends the entries of a request: it was removed when it was kept for long enough.
    pub const END: Kind = Kind::RequestRemoved;

    /// The version that it names.
    pub fn content(&self) -> Option<ContentNamed> {
        match self {
            Self::Submitted(content)
            | Self::Edited { content, .. }
            | Self::Decided { content, .. }
            | Self::Resubmitted { content, .. } => Some(*content),
            Self::Released
            | Self::LetterIssued(_)
            | Self::Recalled { .. }
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

    /// Whether it is about a comment. People comment without waiting for who decides at the same moment, so that its entry may stand
    /// between two of one decision.
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

/// An entry about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestEntry {
    /// The entry.
    pub id: AuditEntryId,
    /// When.
    pub at: DateTime<Utc>,
    /// Who did it, where it was somebody with an account.
    pub user: Option<UserId>,
    /// In which role.
    pub role: Option<AssignedRoleId>,
    /// What was done.
    pub act: RequestAct,
}
