//! Read models of versions. Whatever takes a [`RequestScope`] MUST answer as if requests outside it did not exist.

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
    /// The section that was changed; none at submission.
    pub section: Option<Section>,
    /// The comment that asked for the change.
    pub comment: Option<CommentId>,
}

/// Read models of versions.
pub trait VersionViews {
    /// The versions of a request, oldest first; none if it is not in scope.
    fn versions(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<VersionView>>, StoreError>;
    /// Two versions of a request; none if it is not in scope, or has no such version.
    fn two_versions(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        numbers: (VersionNumber, VersionNumber),
    ) -> Result<Option<(Encoded, Encoded)>, StoreError>;
    /// Every document that belongs to a request or did so in an earlier version; none if it is not in scope.
    fn documents(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<Vec<DocumentView>>, StoreError>;
}
