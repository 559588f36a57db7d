//! The store of versions.

use aditus_domain::ids::{AssignedRoleId, CommentId, RequestId, UserId};
use aditus_domain::requests::{Content, VersionNumber};
use aditus_domain::review::Section;
use chrono::{DateTime, Utc};

use crate::ports::{Encoded, StoreError};

/// Whose turn it is with a request: who submitted it, which every version of a requester is by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Who owns the request.
    pub owner: UserId,
    /// In which role it was submitted.
    pub requester_role: AssignedRoleId,
    /// When it was submitted.
    pub submitted_on: DateTime<Utc>,
}

/// A version as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVersion {
    /// Its number.
    pub number: VersionNumber,
    /// Its content.
    pub encoded: Encoded,
}

/// A version that is about to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// Of which request.
    pub request: RequestId,
    /// Its number.
    pub number: VersionNumber,
    /// Its content.
    pub encoded: Encoded,
    /// Who made the change.
    pub author: UserId,
    /// In which role.
    pub author_role: AssignedRoleId,
    /// When.
    pub at: DateTime<Utc>,
    /// The section that was changed; none at submission.
    pub section: Option<Section>,
    /// The comment that asked for the change.
    pub comment: Option<CommentId>,
}

/// The store of versions. A version is never altered, and removed only with its request, after the entry that says so
/// ([`crate::installation::retention::Retentions::remove_requests`]): there is no method for it, and an adapter MUST have the database refuse it,
/// whoever asks.
pub trait RequestVersions {
    /// Waits until nobody else changes this request, and keeps others from doing so until the transaction ends. Whatever is read of the
    /// request afterwards is as the one before has left it. None if there is no such request.
    fn take_turn(&mut self, request: RequestId) -> Result<Option<Turn>, StoreError>;
    /// The content as it stands now, in its order, with the names of this day. None if there is no such request.
    fn content(&mut self, request: RequestId) -> Result<Option<Content>, StoreError>;
    /// The last version, with every value that is kept beside the versions of the request.
    fn latest(&mut self, request: RequestId) -> Result<Option<StoredVersion>, StoreError>;
    /// Keeps a version. Its number MUST be free, its digest becomes that of the request, and whoever saves the request as it was read
    /// before MUST get [`StoreError::Conflict`].
    fn add(&mut self, version: &NewVersion) -> Result<(), StoreError>;
}
