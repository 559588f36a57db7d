//! Read models of feedback.

use aditus_domain::feedback::{AnswerCounts, Feedback};
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};

use crate::access::RequestScope;
use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;

/// Feedback as shown (2 §3).
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FeedbackView {
    pub request_id: RequestId,
    pub title: String,
    pub owner: UserId,
    pub feedback: Feedback,
    pub date_created: DateTime<Utc>,
}

/// The sort key of a list of feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum FeedbackSort {
    #[default]
    DateCreated,
    RequestTitle,
    ProcessExperience,
    WouldRecommendOthers,
    ExpectationsMet,
    WouldComeBack,
}

/// Counts of feedback for the cards of the dashboard (3 §2.14, §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeedbackTally {
    /// All feedback.
    pub total: u64,
    /// Feedback with the process experience Excellent.
    pub excellent: u64,
    /// Feedback with the process experience Poor.
    pub poor: u64,
    /// Feedback of people who would come back.
    pub would_return: u64,
}

/// Read models of feedback.
pub trait FeedbackViews {
    /// Returns the feedback on a request, if the request is in scope.
    fn of_request(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
    ) -> Result<Option<FeedbackView>, StoreError>;
    /// Returns feedback on requests in scope that match the search text. Ties are broken by
    /// request.
    fn list(
        &mut self,
        scope: &RequestScope,
        query: &ListQuery<FeedbackSort>,
    ) -> Result<Paged<FeedbackView>, StoreError>;
    /// Returns the counts over requests in scope, in one query.
    fn tally(&mut self, scope: &RequestScope) -> Result<FeedbackTally, StoreError>;
    /// Counts the answers on requests in scope by option, for feedback that was given from `from`
    /// on and before `until`, in one query.
    fn answers(
        &mut self,
        scope: &RequestScope,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<AnswerCounts, StoreError>;
}
