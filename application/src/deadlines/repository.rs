//! The port of the calendar.

use aditus_domain::deadlines::Calendar;

use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// The calendar with its row version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCalendar {
    /// The calendar.
    pub calendar: Calendar,
    /// The row version for the next save.
    pub row_version: RowVersion,
}

/// The calendar of the installation. There is always exactly one: [`Calendar::default`] with row
/// version 1 until it is changed.
pub trait Calendars {
    /// Returns the calendar. Working days, holidays, time zone and row version MUST be of the same
    /// save.
    fn calendar(&mut self) -> Result<StoredCalendar, StoreError>;

    /// Replaces working days, time zone and all holidays, and keeps the row version.
    ///
    /// The caller MUST have incremented the row version in this transaction, which also excludes
    /// other writers until its end.
    fn replace(&mut self, calendar: &Calendar) -> Result<(), StoreError>;
}
