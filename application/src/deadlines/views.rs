//! Read models of due dates.

use aditus_domain::deadlines::{DueDates, DueState, ReminderCutoffs};
use aditus_domain::ids::RequestId;
use chrono::{DateTime, NaiveDate, Utc};

use super::repository::StoredCalendar;
use crate::ports::StoreError;

/// A due date as it is shown today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDate {
    /// The last day in time; `None` while the clock is paused.
    pub on: Option<NaiveDate>,
    /// The state.
    pub state: DueState,
}

impl DueDate {
    /// Returns the due date of a clock as it is shown on this day.
    pub fn new(dates: DueDates, today: NaiveDate) -> Self {
        Self {
            on: dates.due_on,
            state: dates.state(today),
        }
    }
}

/// Reads of due dates.
pub trait DeadlineViews {
    /// Returns the calendar. Working days, holidays, time zone and row version MUST be of the same
    /// save.
    fn calendar(&mut self) -> Result<StoredCalendar, StoreError>;

    /// Returns the day of this time in the time zone of the calendar.
    fn day_of(&mut self, time: DateTime<Utc>) -> Result<NaiveDate, StoreError>;

    /// Returns the requests, by id, with a stage or a comment for which these cut-offs say that a
    /// reminder may be due. Stages with a paused clock and requests that are not pending MUST be
    /// left out. Others may be included, because the caller checks each.
    fn requests_to_remind(&mut self, cutoffs: &ReminderCutoffs) -> Result<Vec<RequestId>, StoreError>;
}
