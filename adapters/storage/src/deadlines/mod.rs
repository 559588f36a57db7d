//! Due dates: the calendar of the installation.

mod calendars;
