//! A comment and its life cycle, from writing to resolution.

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::section::{Section, UnknownSection};
use crate::ids::{AssignedRoleId, CommentId, UserId};
use crate::review::remark::{Remark, RemarkError};

/// The author of a comment, and their role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommentAuthor {
    /// The person.
    pub user: UserId,
    /// The assigned role of the author (`author` in the API).
    pub assigned_role: AssignedRoleId,
}

/// A valid new comment. The caller checks with [`Chain::why_no_decision`](crate::review::Chain::why_no_decision),
/// without a block, that the author may comment at their stage now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    section: Section,
    text: Remark,
    action_required: bool,
}

/// A stored comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The section that it is about.
    pub section: Section,
    /// Its text.
    pub text: String,
    /// Its author.
    pub author: CommentAuthor,
    /// True if it requires action from the requester.
    pub action_required: bool,
    /// Its resolution; `None` while it is open.
    pub resolved: Option<Resolution>,
    /// The time when it was written.
    pub created_on: DateTime<Utc>,
}

/// The resolution of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolution {
    /// The person who resolved it.
    pub by: UserId,
    /// The time.
    pub on: DateTime<Utc>,
}

/// A validation error of a new comment.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommentFault {
    /// There is no such section.
    #[error(transparent)]
    Section(#[from] UnknownSection),
    /// The text is empty.
    #[error("Comment is required")]
    Required,
    /// The text is not valid.
    #[error(transparent)]
    Text(#[from] RemarkError),
    /// Comments on this section cannot require action (decisions C9).
    #[error("Action cannot be required on the section \"{section}\".")]
    ActionNotAllowed {
        /// The section.
        section: Section,
    },
}

/// The reason why a comment cannot be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// The person is neither the owner of the request nor the author of the comment.
    #[error("Only the requester or the author of the comment can resolve it.")]
    NotAllowed,
    /// It is resolved already.
    #[error("This comment is already resolved.")]
    AlreadyResolved,
}

/// The reason why a comment cannot be reopened (decisions C17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReopenError {
    /// The person is neither the owner of the request, nor the author of the comment, nor the
    /// person who resolved it.
    #[error("Only the requester, the author of the comment or the person who resolved it can reopen it.")]
    NotAllowed,
    /// It is not resolved.
    #[error("This comment is not resolved.")]
    NotResolved,
    /// A decision was made after it was resolved.
    #[error("This comment can no longer be reopened, because a decision was made after it was resolved.")]
    Decided,
}

impl CommentFault {
    /// Returns the name of the API field that is invalid.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Section(_) => "section",
            Self::Required | Self::Text(_) => "comment",
            Self::ActionNotAllowed { .. } => "action_required",
        }
    }
}

impl NewComment {
    /// Parses the API fields `section`, `comment` and `action_required`. An error contains at least
    /// one fault.
    pub fn parse(section: &str, text: &str, action_required: bool) -> Result<Self, Vec<CommentFault>> {
        let text = match Remark::parse(text) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(CommentFault::Required),
            Err(error) => Err(error.into()),
        };
        let section = match Section::parse(section) {
            Ok(section) if action_required && !section.may_demand_action() => {
                Err(CommentFault::ActionNotAllowed { section })
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

    /// The section that it is about.
    pub const fn section(&self) -> Section {
        self.section
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// True if it requires action from the requester.
    pub const fn action_required(&self) -> bool {
        self.action_required
    }
}

impl Comment {
    /// Returns the reason why this person may not resolve the comment, or `None` if they may. The
    /// owner of the request and the author of the comment may resolve it (decisions, "Requests").
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

    /// Returns the reason why this person may not reopen the comment, or `None` if they may. The
    /// owner of the request, the author of the comment and the person who resolved it may reopen it
    /// until the next decision on the request (decisions C17).
    pub fn why_not_reopened_by(
        &self,
        by: UserId,
        owner: UserId,
        last_decision_at: Option<DateTime<Utc>>,
    ) -> Option<ReopenError> {
        let resolver = self.resolved.map(|resolution| resolution.by);
        if by != owner && by != self.author.user && Some(by) != resolver {
            return Some(ReopenError::NotAllowed);
        }
        let Some(resolution) = self.resolved else {
            return Some(ReopenError::NotResolved);
        };
        let is_decided = last_decision_at.is_some_and(|decided| decided >= resolution.on);
        is_decided.then_some(ReopenError::Decided)
    }

    /// Reopens the comment.
    pub fn reopen(
        &mut self,
        by: UserId,
        owner: UserId,
        last_decision_at: Option<DateTime<Utc>>,
    ) -> Result<(), ReopenError> {
        if let Some(refused) = self.why_not_reopened_by(by, owner, last_decision_at) {
            return Err(refused);
        }
        self.resolved = None;
        Ok(())
    }
}
