//! Faults of a request and its audit entries.

use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use crate::ids::{
    AssignedRoleId, AuditEntryId, CommentId, DatasetId, DocumentId, OrganisationRoleId, ReplyId, StateId,
    UserId,
};
use crate::procedures::LetterNumber;
use crate::requests::VersionNumber;
use crate::review::{BrokenChain, OverallStatus, StageNumber, StageState};

/// A contradiction between a request and its audit entries, or within the entries.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say what each one is")]
pub enum Fault {
    #[error("no entry says that it was submitted")]
    NotSubmitted,
    #[error("entry {0} records the submission a second time")]
    SubmittedTwice(AuditEntryId),
    #[error("entry {0} is about it, but comes before its submission")]
    BeforeSubmission(AuditEntryId),
    #[error("its stages and links do not form a chain: {0}")]
    Chain(BrokenChain),
    #[error("entry {0} does not say who did it")]
    NoActor(AuditEntryId),
    #[error("the act of entry {entry} was not possible at that time: {why}")]
    Refused { entry: AuditEntryId, why: String },
    #[error("entry {entry} says that it was {recorded} since, and by the entries it was {expected}")]
    WrongStatus {
        entry: AuditEntryId,
        recorded: OverallStatus,
        expected: OverallStatus,
    },
    #[error("entry {entry} says round {recorded}, and by the entries it was round {expected}")]
    WrongRound {
        entry: AuditEntryId,
        recorded: u32,
        expected: u32,
    },
    #[error("entry {entry} names state {state}, which is not that of stage {stage}")]
    WrongState {
        entry: AuditEntryId,
        state: StateId,
        stage: StageNumber,
    },
    #[error("entry {0} says that it was recalled at other stages than those whose turn it was")]
    WrongStages(AuditEntryId),

    #[error(
        "state {state} (stage {stage}) is {stored}, and no entry says so: by the entries it is {expected}"
    )]
    State {
        state: StateId,
        stage: StageNumber,
        stored: StageState,
        expected: StageState,
    },
    #[error("state {state} (stage {stage}) is {stored_state} by {}, and its entry says by {}", account_text(*.stored), account_text(*.recorded))]
    Attendant {
        state: StateId,
        stage: StageNumber,
        stored_state: StageState,
        stored: Option<UserId>,
        recorded: Option<UserId>,
    },
    #[error("state {state} (stage {stage}) is attended in {}, and its entry says in {}", role_text(*.stored), role_text(*.recorded))]
    AttendantRole {
        state: StateId,
        stage: StageNumber,
        stored: Option<AssignedRoleId>,
        recorded: Option<AssignedRoleId>,
    },
    #[error(
        "state {state} (stage {stage}) is attended for another organisation role than the one that it is bound to, {bound}"
    )]
    AttendedFor {
        state: StateId,
        stage: StageNumber,
        bound: OrganisationRoleId,
    },
    #[error("state {state} (stage {stage}) is attended at {}, and its entry says at {}", time_text(*.stored), time_text(*.recorded))]
    Time {
        state: StateId,
        stage: StageNumber,
        stored: Option<DateTime<Utc>>,
        recorded: Option<DateTime<Utc>>,
    },
    #[error("its status is {stored}, and by the last entry it is {expected}")]
    Status {
        stored: OverallStatus,
        expected: OverallStatus,
    },
    #[error("its round is {stored}, and by the entries it is {expected}")]
    Round { stored: u32, expected: u32 },
    #[error("line {0} of its history is not what the entries say")]
    History(usize),
    #[error("its history has {stored} lines, and by the entries it has {expected}")]
    HistoryLength { stored: usize, expected: usize },

    #[error(
        "it is stored as another person's or in another role than entry {0} says that it was submitted by"
    )]
    Owner(AuditEntryId),
    #[error("it is stored as submitted at another time than entry {0} says")]
    SubmittedOn(AuditEntryId),
    #[error("no entry says how version {0} of its content came about")]
    VersionUnrecorded(VersionNumber),
    #[error("entry {entry} names version {version} of its content, which is not there")]
    NoVersion {
        entry: AuditEntryId,
        version: VersionNumber,
    },
    #[error("version {version} of its content has another digest than entry {entry} says")]
    Digest {
        entry: AuditEntryId,
        version: VersionNumber,
    },
    #[error(
        "version {version} of its content is by another person, or of another section, than entry {entry} says"
    )]
    Author {
        entry: AuditEntryId,
        version: VersionNumber,
    },
    #[error("the version of its content that it names as the last one is not the last one that is kept")]
    Newest,

    #[error("the decision of entry {0} released the data, and no entry says so")]
    ReleaseUnrecorded(AuditEntryId),
    #[error("entry {0} says that the data was released, and no decision before it did that")]
    ReleaseUnfounded(AuditEntryId),
    #[error("dataset {dataset} was released on {on}, and no entry says that data was released that day")]
    ReleaseDate { dataset: DatasetId, on: NaiveDate },
    #[error("dataset {0} has no release date, and by the entries its data was released")]
    NotReleased(DatasetId),
    #[error("it has a letter of approval, and no entry says so")]
    LetterUnrecorded,
    #[error("it has no letter of approval, and by the entries it has one")]
    NoLetter,
    #[error("entry {0} says that a letter was issued, and it was not approved, or had one")]
    LetterUnfounded(AuditEntryId),
    #[error("its letter of approval is {stored}, and entry {entry} issued {recorded}")]
    LetterNumber {
        entry: AuditEntryId,
        stored: LetterNumber,
        recorded: LetterNumber,
    },
    #[error("its letter of approval is of another day or time than entry {0} says")]
    LetterDate(AuditEntryId),
    #[error("its letter of approval has other words than those that entry {0} commits to")]
    LetterText(AuditEntryId),
    #[error(
        "the words of its letter of approval are no longer kept beside entry {0}, and no one whom they name was erased"
    )]
    LetterUnproved(AuditEntryId),

    #[error("document {0} is marked as erased with its owner's account, and no entry says so")]
    ErasureUnrecorded(DocumentId),
    #[error("document {0} is marked as removed after its retention, and no entry says so")]
    RemovalUnrecorded(DocumentId),
    #[error("document {document} is marked as gone since another time than that of entry {entry}")]
    RemovalDate {
        document: DocumentId,
        entry: AuditEntryId,
    },
    #[error("document {0} is marked as gone, but is not an identity document")]
    NoIdentification(DocumentId),
    #[error(
        "document {document} was removed after its retention by entry {entry}, but is marked as present, or as gone for another reason"
    )]
    DocumentNotRemoved {
        document: DocumentId,
        entry: AuditEntryId,
    },

    #[error("the {what} of state {state} (stage {stage}) is not what entry {entry} commits to")]
    Text {
        state: StateId,
        stage: StageNumber,
        what: DecisionText,
        entry: AuditEntryId,
    },
    #[error("state {state} (stage {stage}) has a {what}, and no entry commits to it")]
    TextUnrecorded {
        state: StateId,
        stage: StageNumber,
        what: DecisionText,
    },
    #[error("the {what} in line {line} of its history (stage {stage}) is not what entry {entry} commits to")]
    LineText {
        line: usize,
        stage: StageNumber,
        what: DecisionText,
        entry: AuditEntryId,
    },
    #[error("line {line} of its history (stage {stage}) has a {what}, and no entry commits to it")]
    LineTextUnrecorded {
        line: usize,
        stage: StageNumber,
        what: DecisionText,
    },
    #[error(
        "nothing proves the {what} of a decision at stage {stage}: what entry {entry} commits to is no longer kept beside it"
    )]
    TextUnproved {
        stage: StageNumber,
        what: DecisionText,
        entry: AuditEntryId,
    },

    #[error("entry {entry} says that round {round} began, and it is not there")]
    NoRound { round: u32, entry: AuditEntryId },
    #[error("no entry says that round {0} began")]
    RoundUnrecorded(u32),
    #[error("round {round} was begun by another person, or at another time, than entry {entry} says")]
    RoundBegun { round: u32, entry: AuditEntryId },
    #[error("the note of round {round} is not what entry {entry} commits to")]
    Note { round: u32, entry: AuditEntryId },
    #[error("round {0} has a note, and no entry commits to it")]
    NoteUnrecorded(u32),
    #[error(
        "nothing proves the note of round {round}: what entry {entry} commits to is no longer kept beside it"
    )]
    NoteUnproved { round: u32, entry: AuditEntryId },

    #[error("the extension of the term of round {round} is not what entry {entry} says")]
    Extension { round: u32, entry: AuditEntryId },
    #[error("the term of round {0} is extended, and no entry says so")]
    ExtensionUnrecorded(u32),
    #[error(
        "nothing proves the reason of the extension in round {round}: what entry {entry} commits to is no longer kept beside it"
    )]
    ExtensionUnproved { round: u32, entry: AuditEntryId },

    #[error("entry {entry} names comment {comment}, which is not there")]
    NoComment { comment: CommentId, entry: AuditEntryId },
    #[error("no entry says how comment {0} came about")]
    CommentUnrecorded(CommentId),
    #[error("the {part} of comment {comment}{} is not what entry {entry} says", stage_suffix(*.stage))]
    Comment {
        comment: CommentId,
        stage: Option<StageNumber>,
        part: Part,
        entry: AuditEntryId,
    },
    #[error(
        "nothing proves the text of comment {comment}: what entry {entry} commits to is no longer kept beside it"
    )]
    CommentUnproved { comment: CommentId, entry: AuditEntryId },
    #[error("comment {comment} is resolved by another person, or at another time, than entry {entry} says")]
    Resolution { comment: CommentId, entry: AuditEntryId },
    #[error("comment {comment} is not resolved, and entry {entry} says that it was")]
    NotResolved { comment: CommentId, entry: AuditEntryId },
    #[error("entry {entry} resolves comment {comment}, which was resolved already")]
    ResolvedTwice { comment: CommentId, entry: AuditEntryId },
    #[error("entry {entry} reopens comment {comment}, which no entry had resolved")]
    ReopenedOpen { comment: CommentId, entry: AuditEntryId },
    #[error("comment {0} is resolved, and no entry says so")]
    ResolvedUnrecorded(CommentId),
    #[error("entry {entry} names reply {reply} to comment {comment}, which is not there")]
    NoReply {
        reply: ReplyId,
        comment: CommentId,
        entry: AuditEntryId,
    },
    #[error("no entry says how reply {reply} to comment {comment} came about")]
    ReplyUnrecorded { reply: ReplyId, comment: CommentId },
    #[error("the {part} of reply {reply} to comment {comment} is not what entry {entry} says")]
    Reply {
        reply: ReplyId,
        comment: CommentId,
        part: Part,
        entry: AuditEntryId,
    },
    #[error(
        "nothing proves the text of reply {reply}: what entry {entry} commits to is no longer kept beside it"
    )]
    ReplyUnproved { reply: ReplyId, entry: AuditEntryId },

    #[error("it is there, and entry {0} says that it was removed")]
    Removed(AuditEntryId),
    #[error("it has feedback, and no entry says so")]
    FeedbackUnrecorded,
    #[error("it has no feedback, and by the entries it has")]
    NoFeedback,
}

/// A text of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are called what they are")]
pub enum DecisionText {
    Reason,
    Recommendation,
}

impl std::fmt::Display for DecisionText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Reason => "reason",
            Self::Recommendation => "recommendation",
        })
    }
}

/// A part of a comment or a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are called what they are")]
pub enum Part {
    Author,
    Role,
    State,
    Section,
    Demand,
    Comment,
    Time,
    Text,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Author => "author",
            Self::Role => "role of the author",
            Self::State => "stage",
            Self::Section => "section",
            Self::Demand => "demand for action",
            Self::Comment => "comment",
            Self::Time => "time",
            Self::Text => "text",
        })
    }
}

fn stage_suffix(stage: Option<StageNumber>) -> String {
    stage.map_or_else(String::new, |stage| format!(" (stage {stage})"))
}

fn account_text(user: Option<UserId>) -> String {
    user.map_or_else(|| "nobody".to_owned(), |user| format!("account {user}"))
}

fn role_text(role: Option<AssignedRoleId>) -> String {
    role.map_or_else(|| "no role".to_owned(), |role| format!("role {role}"))
}

fn time_text(time: Option<DateTime<Utc>>) -> String {
    time.map_or_else(
        || "no time".to_owned(),
        |time| time.to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
    )
}
