//! Read models of feedback.

use aditus_domain::feedback::Feedback;
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};

use crate::access::RequestScope;
use crate::paging::{Page, Paged};
use crate::ports::StoreError;

/// Feedback as it is shown (2 §3).
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FeedbackView {
    pub request_id: RequestId,
    pub title: String,
    pub owner: UserId,
    pub feedback: Feedback,
    pub date_created: DateTime<Utc>,
}

/// How often feedback says what, for the cards of the dashboard (3 §2.14, §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeedbackTally {
    /// All of it.
    pub total: u64,
    /// With the process experience Excellent.
    pub excellent: u64,
    /// With the process experience Poor.
    pub poor: u64,
    /// Of people who would come back.
    pub would_return: u64,
}

/// Read models of feedback.
pub trait FeedbackViews {
    /// The feedback on a request, if the request is in scope.
    fn of_request(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<FeedbackView>, StoreError>;
    /// All feedback on requests in scope, newest first.
    fn list(&mut self, scope: &RequestScope, page: Page) -> Result<Paged<FeedbackView>, StoreError>;
    /// The numbers of the dashboard over requests in scope, by one query.
    fn tally(&mut self, scope: &RequestScope) -> Result<FeedbackTally, StoreError>;
}
