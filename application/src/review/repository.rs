//! The store of comments and replies. States and histories are stored with the request
//! ([`crate::requests::Requests`]).

use aditus_domain::ids::{AssignedRoleId, CommentId, ReplyId, RequestId, StateId, UserId};
use aditus_domain::review::Section;
use aditus_domain::review::comments::{CommentAuthor, Resolution};
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A comment that is about to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    /// The request.
    pub request: RequestId,
    /// Round of the request in which it was written (decisions C11).
    pub round: u32,
    /// Stage at which the author commented.
    pub state: StateId,
    /// Author of the comment.
    pub author: UserId,
    /// Role of the author.
    pub author_role: AssignedRoleId,
    /// The section.
    pub section: Section,
    /// The text.
    pub comment: String,
    /// True if the requester has to act (decisions C9).
    pub action_required: bool,
    /// Time of the comment.
    pub created_on: DateTime<Utc>,
}

/// A stored comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComment {
    /// Its id.
    pub id: CommentId,
    /// The comment as it was written.
    pub comment: NewComment,
    /// Person and time of the resolution. None if it is not resolved.
    pub resolved: Option<Resolution>,
}

/// A reply that is about to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReply {
    /// Id of the comment.
    pub comment: CommentId,
    /// Author with their role.
    pub author: CommentAuthor,
    /// The text.
    pub reply: String,
    /// Time of the reply.
    pub created_on: DateTime<Utc>,
}

/// The store of comments.
pub trait Comments {
    /// Adds a comment on the latest version of the content.
    fn add(&mut self, comment: &NewComment) -> Result<CommentId, StoreError>;
    /// Returns the comment with this id.
    fn get(&mut self, id: CommentId) -> Result<Option<StoredComment>, StoreError>;
    /// Returns the unresolved comments on a request that require action.
    fn open_demands(&mut self, request: RequestId) -> Result<Vec<StoredComment>, StoreError>;
    /// Marks a comment as resolved. Returns false if it was resolved already.
    fn resolve(&mut self, id: CommentId, by: UserId, at: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Reopens a resolved comment, whose reminders then begin anew. Its completion window is removed with
    /// its answer ([`crate::deadlines::CompletionWindows`]). The pause that its resolution ended stays among
    /// those of [`crate::deadlines::StageClocks::clocks`]. Returns false if it was not resolved.
    fn reopen(&mut self, id: CommentId, at: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Returns the time of the last decision on the request, in any round. None before the first. A
    /// comment that was resolved before it cannot be reopened.
    fn last_decision_at(&mut self, request: RequestId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// Adds a reply.
    fn add_reply(&mut self, reply: &NewReply) -> Result<ReplyId, StoreError>;
    /// Returns the authors of the replies to a comment, each once and in the role of their first
    /// reply, ordered by that reply.
    fn repliers(&mut self, comment: CommentId) -> Result<Vec<CommentAuthor>, StoreError>;
    /// Makes the commit signal [`crate::ports::Signal::CommentsChanged`] for this person.
    fn announce(&mut self, user: UserId) -> Result<(), StoreError>;
}
