//! Due dates: the calendar of the installation, the clocks of stages, the terms of requests,
//! completion windows, reminders, and calendar feeds (decisions N1 to N5, N7).

pub mod change_calendar;
pub mod due_dates;
pub mod extend_term;
pub mod feed;
pub mod lapse;
pub mod preview_holidays;
pub mod read_calendar;
pub mod remind;
pub mod repository;
pub mod terms;
pub mod views;
pub mod windows;

pub use repository::{CalendarFeeds, Calendars, Reminders, StageClocks};
pub use terms::RequestTerms;
pub use windows::CompletionWindows;
