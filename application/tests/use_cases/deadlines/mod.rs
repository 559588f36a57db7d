//! The calendar of the installation.

mod calendar;
mod preview_holidays;
