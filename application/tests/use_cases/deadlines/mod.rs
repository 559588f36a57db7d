//! The calendar of the installation, and the due dates of stages.

mod calendar;
mod due_dates;
mod preview_holidays;
