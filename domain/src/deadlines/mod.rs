//! Due dates: the calendar with its working days, the clocks of stages, terms and completion windows,
//! and reminders (decisions N1 to N5).
//!
//! All clocks count days of the calendar's time zone. A day counts if the clock runs at its end, so
//! a pause of some hours on one day changes nothing, and daylight saving has no effect.

mod calendar;
mod clock;
mod extension;
mod holiday;
mod holiday_years;
#[cfg(test)]
mod independent;
mod pauses;
#[cfg(test)]
mod properties;
mod raw_calendar;
mod reminder;
mod target;
mod term;
#[cfg(test)]
mod testing;
mod weekday;

pub use calendar::{Calendar, NoWorkingDay, WorkingDays};
pub use clock::{Due, DueDates, DueState};
pub use extension::{
    CheckedExtension, Extension, ExtensionError, ExtensionRefused, RawExtension, ReasonedExtension,
};
pub use holiday::{Holiday, HolidayName, HolidayNameError};
pub use holiday_years::HolidayYears;
pub use pauses::{Pause, Pauses};
pub use raw_calendar::{RawCalendar, RawHoliday};
pub use reminder::{
    DueReminders, ReminderCutoffs, ReminderTime, SentReminders, StageReminder, UnknownReminder,
};
pub use target::{Target, TargetError};
pub use term::{
    CompletionWindow, CompletionWindowError, RawTerm, Term, TermError, TermUnit, UnknownTermUnit, is_over,
};
pub use weekday::weekday_name;
