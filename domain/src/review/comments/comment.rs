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
    /// Whether it was marked as resolved.
    pub resolved: bool,
    /// When it was written.
    pub created_on: DateTime<Utc>,
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
            self.resolved.then_some(ResolveError::AlreadyResolved)
        }
    }

    /// Marks the comment as resolved.
    pub fn resolve(&mut self, by: UserId, owner: UserId) -> Result<(), ResolveError> {
        if let Some(refused) = self.why_not_resolved_by(by, owner) {
            return Err(refused);
        }
        self.resolved = true;
        Ok(())
    }
}
