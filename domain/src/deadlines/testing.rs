//! Fixtures of the tests of due dates.

use chrono::{DateTime, NaiveDate, Utc};

use super::{Calendar, RawCalendar, RawHoliday, WorkingDays};

/// Parses a date.
pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Parses a time.
pub fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A calendar from Monday to Friday.
pub fn calendar(zone: &str, holidays: &[&str]) -> Calendar {
    RawCalendar {
        working_days: WorkingDays::default().iter().collect(),
        time_zone: zone.to_owned(),
        holidays: holidays
            .iter()
            .map(|date| RawHoliday {
                day: day(date),
                name: "Holiday".to_owned(),
            })
            .collect(),
    }
    .check()
    .unwrap()
}
