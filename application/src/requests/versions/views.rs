//! Read models of versions. A method with a [`RequestScope`] MUST behave as if requests outside the
//! scope did not exist.

use aditus_domain::ids::{CommentId, RequestId, UserId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::access::RequestScope;
use crate::ports::{Encoded, StoreError};
use crate::requests::views::DocumentView;

/// A version in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct VersionView {
    pub number: VersionNumber,
    pub author: UserId,
    pub author_fname: String,
    pub author_sname: String,
    pub author_role: Role,
    pub at: DateTime<Utc>,
    /// The changed section. None at submission, and for a change of the request as a whole.
    pub section: Option<Section>,
    /// The comment that asked for the change.
    pub comment: Option<CommentId>,
}

/// Read models of versions.
pub trait VersionViews {
    /// Returns the versions of a request, oldest first. None if the request is not in scope.
    fn versions(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<VersionView>>, StoreError>;
    /// Returns two versions of a request. None if the request is not in scope, or has no such
    /// version.
    fn two_versions(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        numbers: (VersionNumber, VersionNumber),
    ) -> Result<Option<(Encoded, Encoded)>, StoreError>;
    /// Returns all documents of a request, including those of earlier versions. None if the request
    /// is not in scope.
    fn documents(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<DocumentView>>, StoreError>;
}
