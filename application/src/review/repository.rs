//! The store of comments and replies. States and histories are stored with the request ([`crate::requests::Requests`]).

use aditus_domain::ids::{AssignedRoleId, CommentId, ReplyId, RequestId, StateId, UserId};
use aditus_domain::review::Section;
use aditus_domain::review::comments::{CommentAuthor, Resolution};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A comment on a section of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    /// The request.
    pub request: RequestId,
    /// The round of the request in which it was written (decisions C11).
    pub round: u32,
    /// The stage at which the author commented.
    pub state: StateId,
    /// Who wrote it.
    pub author: UserId,
    /// In which role.
    pub author_role: AssignedRoleId,
    /// The section.
    pub section: Section,
    /// The text.
    pub comment: String,
    /// Whether the requester has to act (decisions C9).
    pub action_required: bool,
    /// When.
    pub created_on: DateTime<Utc>,
}

/// A comment as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComment {
    /// Its id.
    pub id: CommentId,
    /// What was written.
    pub comment: NewComment,
    /// By whom and when it was resolved, if it is.
    pub resolved: Option<Resolution>,
}

/// A reply to a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReply {
    /// The comment.
    pub comment: CommentId,
    /// Who wrote it, in which role.
    pub author: CommentAuthor,
    /// The text.
    pub reply: String,
    /// When.
    pub created_on: DateTime<Utc>,
}

/// The store of comments.
pub trait Comments {
    /// Adds a comment, with the version of the content that it is written on: the last one.
    fn add(&mut self, comment: &NewComment) -> Result<CommentId, StoreError>;
    /// The comment with this id.
    fn get(&mut self, id: CommentId) -> Result<Option<StoredComment>, StoreError>;
    /// The unresolved comments on a request that demand action.
    fn open_demands(&mut self, request: RequestId) -> Result<Vec<StoredComment>, StoreError>;
    /// Marks a comment as resolved; answers false if it was resolved already.
    fn resolve(&mut self, id: CommentId, by: UserId, at: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Opens a resolved comment again; answers false if it was not resolved.
    fn reopen(&mut self, id: CommentId) -> Result<bool, StoreError>;
    /// Returns the time of the last decision on the request, in any round; none before the first.
    fn last_decision(&mut self, request: RequestId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// Adds a reply.
    fn add_reply(&mut self, reply: &NewReply) -> Result<ReplyId, StoreError>;
    /// Who replied to a comment so far, each once, in the role of their first reply; by that reply.
    fn repliers(&mut self, comment: CommentId) -> Result<Vec<CommentAuthor>, StoreError>;
    /// Has the commit signal [`crate::ports::Signal::CommentsChanged`] for this person.
    fn announce(&mut self, user: UserId) -> Result<(), StoreError>;
}
