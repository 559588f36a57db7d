//! Due dates: the calendar of the installation, and the clocks of stages (decisions N1, N2).

pub mod change_calendar;
pub mod due_dates;
pub mod preview_holidays;
pub mod read_calendar;
pub mod repository;
pub mod views;

pub use repository::{Calendars, StageClocks};
