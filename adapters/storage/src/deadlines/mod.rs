//! Due dates: the calendar of the installation, the clocks of stages, and reminders.

mod calendars;
mod clocks;
#[cfg(test)]
mod plans;
mod reminders;
