//! Due dates: the calendar of the installation (decisions N1).

pub mod change_calendar;
pub mod preview_holidays;
pub mod read_calendar;
pub mod repository;
pub mod views;

pub use repository::Calendars;
