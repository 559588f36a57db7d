//! Due dates: the calendar of the installation, the clocks of stages, the terms of requests, and
//! reminders.

mod calendars;
mod clocks;
#[cfg(test)]
mod plans;
mod reminders;
pub(crate) mod terms;
