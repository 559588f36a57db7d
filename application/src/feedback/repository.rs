//! The store of feedback.

use aditus_domain::feedback::Feedback;
use aditus_domain::ids::RequestId;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// The store of feedback: at most one per request, under the request's id (2 §3).
pub trait FeedbackEntries {
    /// Adds feedback; a second one for the request MUST be [`StoreError::Duplicate`].
    fn add(&mut self, request: RequestId, feedback: &Feedback, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Replaces feedback. Returns true if there was any.
    fn replace(&mut self, request: RequestId, feedback: &Feedback) -> Result<bool, StoreError>;
    /// Returns the feedback on a request.
    fn of_request(&mut self, request: RequestId) -> Result<Option<Feedback>, StoreError>;
}
