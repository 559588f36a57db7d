//! Due dates: the calendar of the installation, the clocks of stages, the terms of requests,
//! completion windows, reminders, and calendar feeds.

mod calendar_feeds;
mod calendars;
mod clocks;
mod due_stages;
pub(crate) mod integrity;
#[cfg(test)]
mod plans;
mod reminders;
pub(crate) mod terms;
pub(crate) mod windows;
