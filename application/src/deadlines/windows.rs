//! The completion windows of comments (decisions N4).

use aditus_domain::deadlines::CompletionWindow;
use aditus_domain::ids::{CommentId, RequestId};
use chrono::{DateTime, NaiveDate, Utc};

use super::repository::StoredCalendar;
use crate::ports::{StoreError, Transaction};
use crate::requests::Request;
use crate::row_versions::RowVersion;

/// The window of a comment that begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewWindow {
    /// The comment.
    pub comment: CommentId,
    /// The window.
    pub window: CompletionWindow,
    /// Its last day.
    pub answer_by: NaiveDate,
    /// The version of the calendar by which the last day was computed.
    pub calendar: RowVersion,
}

/// The completion windows of comments that require action. A window is open until the comment is
/// resolved or answered, or until [`crate::requests::Requests::save`] stores that the request is no longer
/// pending, which removes the window. [`super::StageClocks::clocks`] reads the open ones.
/// [`crate::review::Comments::reopen`] removes the window, with its answer and its reminders.
pub trait CompletionWindows {
    /// Returns the present window of the procedure that the request follows.
    fn window_of_procedure(&mut self, request: RequestId) -> Result<Option<CompletionWindow>, StoreError>;

    /// Begins the window of a comment that has none.
    fn begin_window(&mut self, window: &NewWindow) -> Result<(), StoreError>;

    /// Stores the time of the first answer to this comment, which ends its window, if it has one, and its
    /// reminders for good. Does nothing if the comment does not require action or is resolved.
    fn answer(&mut self, comment: CommentId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Does the same for all comments on this request that have an open window.
    fn answer_all(&mut self, request: RequestId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Stores last days that were computed by this version of the calendar.
    fn set_last_days(
        &mut self,
        days: &[(CommentId, NaiveDate)],
        calendar: RowVersion,
    ) -> Result<(), StoreError>;

    /// Stores the number of reminders of the last day of a window.
    fn set_answer_reminders(&mut self, comment: CommentId, reminders: u8) -> Result<(), StoreError>;
}

/// Begins the window of a comment that requires action since `at`, if the procedure of its request has
/// one. Returns the last day.
pub(crate) fn begin(
    transaction: &mut dyn Transaction,
    request: RequestId,
    comment: CommentId,
    at: DateTime<Utc>,
) -> Result<Option<NaiveDate>, StoreError> {
    let Some(window) = transaction.completion_windows().window_of_procedure(request)? else {
        return Ok(None);
    };
    let StoredCalendar {
        calendar,
        row_version,
    } = transaction.calendars().calendar()?;
    let answer_by = window.last_day(at, &calendar);
    transaction.completion_windows().begin_window(&NewWindow {
        comment,
        window,
        answer_by,
        calendar: row_version,
    })?;
    Ok(Some(answer_by))
}

/// Waits for others that change the request. Returns true if its status is still the one that was read
/// before, so that of an answer and the end of its window at the same moment one is refused.
pub(crate) fn hold(transaction: &mut dyn Transaction, request: &Request) -> Result<bool, StoreError> {
    transaction.stage_clocks().clocks(&[request.id])?;
    let now = transaction.requests().get(request.id)?;
    Ok(now.is_some_and(|now| now.chain.status() == request.chain.status()))
}
