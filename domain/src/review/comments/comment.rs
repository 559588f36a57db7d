//! A comment, from what was written to its resolution.

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::section::{Section, UnknownSection};
use crate::ids::{AssignedRoleId, CommentId, UserId};
use crate::review::remark::{Remark, RemarkError};

/// Who wrote a comment, in which role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommentAuthor {
    /// The person.
    pub user: UserId,
    /// The role as the person holds it: `author` in the API.
    pub assigned_role: AssignedRoleId,
}

/// A comment that may be added. That the author may comment at their stage now is for
/// [`Chain::why_not`](crate::review::Chain::why_not) to say, without a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    section: Section,
    text: Remark,
    action_required: bool,
}

/// A comment as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// What it is about.
    pub section: Section,
    /// What it says.
    pub text: String,
    /// Who wrote it.
    pub author: CommentAuthor,
    /// Whether it demands action of the requester.
    pub action_required: bool,
    /// The person who resolved it, and the time, if it is resolved.
    pub resolved: Option<Resolution>,
    /// When it was written.
    pub created_on: DateTime<Utc>,
}

/// The person who resolved a comment, and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolution {
    /// The person.
    pub by: UserId,
    /// When.
    pub on: DateTime<Utc>,
}

/// What is wrong with a comment as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommentFault {
    /// There is no such section.
    #[error(transparent)]
    Section(#[from] UnknownSection),
    /// Nothing was written.
    #[error("Comment is required")]
    Required,
    /// The text cannot be stored.
    #[error(transparent)]
    Text(#[from] RemarkError),
    /// Nobody may demand action here (decisions C9).
    #[error("Action cannot be required on the section \"{section}\".")]
    NoActionHere {
        /// The section.
        section: Section,
    },
}

/// Why a comment cannot be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// Neither the owner of the request nor the comment's author.
    #[error("Only the requester or the author of the comment can resolve it.")]
    NotAllowed,
    /// It was resolved before.
    #[error("This comment is already resolved.")]
    AlreadyResolved,
}

/// Why a resolved comment cannot be reopened (decisions C17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReopenError {
    /// Neither the owner of the request, nor the comment's author, nor the person who resolved it.
    #[error("Only the requester, the author of the comment or the person who resolved it can reopen it.")]
    NotAllowed,
    /// It is open.
    #[error("This comment is not resolved.")]
    NotResolved,
    /// A decision was made after it was resolved.
    #[error("This comment can no longer be reopened, because a decision was made after it was resolved.")]
    Decided,
}

impl CommentFault {
    /// The field of the API at fault.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Section(_) => "section",
            Self::Required | Self::Text(_) => "comment",
            Self::NoActionHere { .. } => "action_required",
        }
    }
}

impl NewComment {
    /// The comment of the API's fields `section`, `comment` and `action_required`. There is at least one fault in an error.
    pub fn parse(section: &str, text: &str, action_required: bool) -> Result<Self, Vec<CommentFault>> {
        let text = match Remark::parse(text) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(CommentFault::Required),
            Err(error) => Err(error.into()),
        };
        let section = match Section::parse(section) {
            Ok(section) if action_required && !section.may_demand_action() => {
                Err(CommentFault::NoActionHere { section })
            }
            Ok(section) => Ok(section),
            Err(error) => Err(error.into()),
        };
        match (text, section) {
            (Ok(text), Ok(section)) => Ok(Self {
                section,
                text,
                action_required,
            }),
            (text, section) => Err(text.err().into_iter().chain(section.err()).collect()),
        }
    }

    /// What it is about.
    pub const fn section(&self) -> Section {
        self.section
    }

    /// What it says.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// Whether it demands action of the requester.
    pub const fn action_required(&self) -> bool {
        self.action_required
    }
}

impl Comment {
    /// Why this person may not mark the comment as resolved; `None` when they may. The owner of the request and the comment's
    /// author may (decisions, "Requests").
    pub fn why_not_resolved_by(&self, by: UserId, owner: UserId) -> Option<ResolveError> {
        if by != owner && by != self.author.user {
            Some(ResolveError::NotAllowed)
        } else {
            self.resolved.map(|_| ResolveError::AlreadyResolved)
        }
    }

    /// Marks the comment as resolved.
    pub fn resolve(&mut self, by: UserId, owner: UserId, on: DateTime<Utc>) -> Result<(), ResolveError> {
        if let Some(refused) = self.why_not_resolved_by(by, owner) {
            return Err(refused);
        }
        self.resolved = Some(Resolution { by, on });
        Ok(())
    }

    /// Why this person may not reopen the comment; `None` when they may. The owner of the request, the comment's author and the
    /// person who resolved it may, until the next decision on the request (decisions C17).
    pub fn why_not_reopened_by(
        &self,
        by: UserId,
        owner: UserId,
        last_decision: Option<DateTime<Utc>>,
    ) -> Option<ReopenError> {
        let resolver = self.resolved.map(|resolution| resolution.by);
        if by != owner && by != self.author.user && Some(by) != resolver {
            return Some(ReopenError::NotAllowed);
        }
        let Some(resolution) = self.resolved else {
            return Some(ReopenError::NotResolved);
        };
        let is_decided = last_decision.is_some_and(|decided| decided >= resolution.on);
        is_decided.then_some(ReopenError::Decided)
    }

    /// Opens the comment again, as it was before it was resolved.
    pub fn reopen(
        &mut self,
        by: UserId,
        owner: UserId,
        last_decision: Option<DateTime<Utc>>,
    ) -> Result<(), ReopenError> {
        if let Some(refused) = self.why_not_reopened_by(by, owner, last_decision) {
            return Err(refused);
        }
        self.resolved = None;
        Ok(())
    }
}
