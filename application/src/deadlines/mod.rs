//! Due dates: the calendar of the installation, the clocks of stages, the terms of requests,
//! reminders, and calendar feeds (decisions N1, N2, N3, N5, N7).

pub mod change_calendar;
pub mod due_dates;
pub mod extend_term;
pub mod feed;
pub mod preview_holidays;
pub mod read_calendar;
pub mod remind;
pub mod repository;
pub mod terms;
pub mod views;

pub use repository::{CalendarFeeds, Calendars, Reminders, StageClocks};
pub use terms::RequestTerms;
