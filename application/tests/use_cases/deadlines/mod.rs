//! The calendar of the installation, the due dates of stages, and reminders.

mod calendar;
mod due_dates;
mod preview_holidays;
mod reminders;
