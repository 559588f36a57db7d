//! Read models of due dates.

use super::repository::StoredCalendar;
use crate::ports::StoreError;

/// Reads of due dates.
pub trait DeadlineViews {
    /// Returns the calendar. Working days, holidays, time zone and row version MUST be of the same
    /// save.
    fn calendar(&mut self) -> Result<StoredCalendar, StoreError>;
}
