//! Due dates: the calendar of the installation, the clocks of stages, and reminders (decisions N1,
//! N2, N5).

pub mod change_calendar;
pub mod due_dates;
pub mod preview_holidays;
pub mod read_calendar;
pub mod remind;
pub mod repository;
pub mod views;

pub use repository::{Calendars, Reminders, StageClocks};
