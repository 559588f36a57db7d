//! Due dates: the calendar of the installation, and the clocks of stages.

mod calendars;
mod clocks;
