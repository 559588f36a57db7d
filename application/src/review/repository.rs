//! The store of comments. States and histories are stored with the request ([`crate::requests::Requests`]).

use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId, StateId, UserId};
use aditus_domain::review::Section;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A comment on a section of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    /// The request.
    pub request: RequestId,
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
    /// When and by whom it was resolved.
    pub resolved: Option<(DateTime<Utc>, UserId)>,
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
}
