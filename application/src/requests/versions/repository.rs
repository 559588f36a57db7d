//! The store of versions.

use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId, UserId};
use aditus_domain::requests::{Content, VersionNumber};
use aditus_domain::review::Section;
use chrono::{DateTime, Utc};

use crate::ports::{Encoded, StoreError};

/// A locked request, with the owner and the role that versions record as their author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockedRequest {
    /// Owner of the request.
    pub owner: UserId,
    /// Role in which it was submitted.
    pub requester_role: AssignedRoleId,
    /// Time of the submission.
    pub submitted_on: DateTime<Utc>,
}

/// A stored version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVersion {
    /// Its number.
    pub number: VersionNumber,
    /// Its content.
    pub encoded: Encoded,
}

/// A version that is about to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// Id of the request.
    pub request: RequestId,
    /// Its number.
    pub number: VersionNumber,
    /// Its content.
    pub encoded: Encoded,
    /// Author of the change.
    pub author: UserId,
    /// Role of the author.
    pub author_role: AssignedRoleId,
    /// Time of the change.
    pub at: DateTime<Utc>,
    /// The changed section. None at submission, and for a change of the request as a whole.
    pub section: Option<Section>,
    /// The comment that asked for the change.
    pub comment: Option<CommentId>,
}

/// The store of versions. A version does not change, and is removed only together with its request,
/// after the audit entry of that ([`crate::installation::retention::Retentions::remove_requests`]).
/// There is no method to update or delete one, and an adapter MUST make the database refuse it to
/// every client.
pub trait RequestVersions {
    /// Locks the request against other changes until the transaction ends. Reads after this call
    /// see the changes of earlier holders of the lock. None if the request does not exist.
    fn lock_request(&mut self, request: RequestId) -> Result<Option<LockedRequest>, StoreError>;
    /// Returns the present content in its order, with current names. None if the request does not
    /// exist.
    fn content(&mut self, request: RequestId) -> Result<Option<Content>, StoreError>;
    /// Returns the latest version, with all values that are stored beside the versions of the
    /// request.
    fn latest(&mut self, request: RequestId) -> Result<Option<StoredVersion>, StoreError>;
    /// Adds a version. Its number MUST be free, and its digest becomes the digest of the request. A
    /// later save of a request that was read before MUST return [`StoreError::Conflict`].
    fn add(&mut self, version: &NewVersion) -> Result<(), StoreError>;
}
