//! The calendar of an installation.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc, Weekday};
use chrono_tz::Tz;
use thiserror::Error;

use super::holiday::{Holiday, HolidayName};

/// The weekdays that are working days; never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkingDays([bool; 7]);

/// The error for a calendar in which no period would ever end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Choose at least one working day.")]
pub struct NoWorkingDay;

impl WorkingDays {
    /// All weekdays, from Monday.
    pub const WEEK: [Weekday; 7] = [
        Weekday::Mon,
        Weekday::Tue,
        Weekday::Wed,
        Weekday::Thu,
        Weekday::Fri,
        Weekday::Sat,
        Weekday::Sun,
    ];

    /// Makes these weekdays working days.
    pub fn new(days: impl IntoIterator<Item = Weekday>) -> Result<Self, NoWorkingDay> {
        let mut week = [false; 7];
        for day in days {
            if let Some(is_working) = week.get_mut(index(day)) {
                *is_working = true;
            }
        }
        if week.contains(&true) {
            Ok(Self(week))
        } else {
            Err(NoWorkingDay)
        }
    }

    /// Returns true if this weekday is a working day.
    pub fn contains(self, day: Weekday) -> bool {
        self.0.get(index(day)).copied().unwrap_or_default()
    }

    /// The working days, from Monday.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        Self::WEEK.into_iter().filter(move |day| self.contains(*day))
    }
}

impl Default for WorkingDays {
    /// Monday to Friday.
    fn default() -> Self {
        Self([true, true, true, true, true, false, false])
    }
}

const fn index(day: Weekday) -> usize {
    day.num_days_from_monday() as usize
}

/// The working days, holidays and time zone of the installation (decisions N1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    pub(super) working_days: WorkingDays,
    pub(super) holidays: BTreeMap<NaiveDate, HolidayName>,
    pub(super) zone: Tz,
}

impl Default for Calendar {
    /// Monday to Friday without holidays, in UTC.
    fn default() -> Self {
        Self {
            working_days: WorkingDays::default(),
            holidays: BTreeMap::new(),
            zone: Tz::UTC,
        }
    }
}

impl Calendar {
    /// The weekdays that are working days.
    pub const fn working_days(&self) -> WorkingDays {
        self.working_days
    }

    /// The holidays by date.
    pub fn holidays(&self) -> impl Iterator<Item = Holiday> {
        self.holidays.iter().map(|(day, name)| Holiday {
            day: *day,
            name: name.clone(),
        })
    }

    /// The time zone in which days begin and end.
    pub const fn zone(&self) -> Tz {
        self.zone
    }

    /// Returns the date of this time in the time zone of the calendar.
    pub fn date_of(&self, time: DateTime<Utc>) -> NaiveDate {
        time.with_timezone(&self.zone).date_naive()
    }

    /// Returns true if people work on this day.
    pub fn is_working(&self, day: NaiveDate) -> bool {
        self.working_days.contains(day.weekday()) && !self.holidays.contains_key(&day)
    }

    /// Returns this day if it is a working day, otherwise the next working day.
    pub fn working_day_from(&self, day: NaiveDate) -> NaiveDate {
        days_from(day)
            .find(|day| self.is_working(*day))
            .unwrap_or(NaiveDate::MAX)
    }

    /// Returns the working day that is `count` working days after this day, or the day itself if
    /// `count` is 0.
    pub fn after_working_days(&self, day: NaiveDate, count: u16) -> NaiveDate {
        (0..count).fold(day, |day, _| self.working_day_from(next(day)))
    }

    /// Returns the last day for which [`Self::after_working_days`] returns this day or an earlier
    /// one.
    pub fn before_working_days(&self, day: NaiveDate, count: u16) -> NaiveDate {
        let first = (0..count).fold(next(day), |day, _| self.working_day_before(day));
        first.pred_opt().unwrap_or(NaiveDate::MIN)
    }

    fn working_day_before(&self, day: NaiveDate) -> NaiveDate {
        std::iter::successors(day.pred_opt(), NaiveDate::pred_opt)
            .find(|day| self.is_working(*day))
            .unwrap_or(NaiveDate::MIN)
    }
}

/// Returns this day and all days after it.
pub(super) fn days_from(day: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    std::iter::successors(Some(day), NaiveDate::succ_opt)
}

/// Returns the next day.
pub(super) fn next(day: NaiveDate) -> NaiveDate {
    after(day, 1)
}

/// Returns the day that is this number of days later.
pub(super) fn after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(NaiveDate::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, calendar, day};
    use super::*;

    #[test]
    fn weekends_and_holidays_are_not_working_days() {
        let calendar = calendar("Europe/Brussels", &["2027-03-29"]);
        for (text, is_working) in [
            ("2027-03-26", true),
            ("2027-03-27", false),
            ("2027-03-28", false),
            ("2027-03-29", false),
            ("2027-03-30", true),
        ] {
            assert_eq!(calendar.is_working(day(text)), is_working, "{text}");
        }
    }

    #[test]
    fn the_working_days_can_be_sunday_to_thursday() {
        let days = [
            Weekday::Sun,
            Weekday::Mon,
            Weekday::Tue,
            Weekday::Wed,
            Weekday::Thu,
        ];
        let calendar = Calendar {
            working_days: WorkingDays::new(days).unwrap(),
            ..Calendar::default()
        };
        // A Friday.
        assert_eq!(calendar.working_day_from(day("2027-01-01")), day("2027-01-03"));
        let first = calendar.working_days().iter().next();
        assert_eq!(first, Some(Weekday::Mon));
    }

    #[test]
    fn a_calendar_without_working_days_is_refused() {
        assert_eq!(WorkingDays::new([]), Err(NoWorkingDay));
    }

    #[test]
    fn working_days_are_counted_over_weekends_and_holidays() {
        let calendar = calendar("Europe/Brussels", &["2027-03-29"]);
        let thursday = day("2027-03-25");
        for (count, expected) in [(0, "2027-03-25"), (1, "2027-03-26"), (2, "2027-03-30")] {
            assert_eq!(calendar.after_working_days(thursday, count), day(expected));
        }
    }

    #[test]
    fn working_days_are_counted_backwards_in_the_same_way() {
        let calendar = calendar("Europe/Brussels", &["2027-03-29"]);
        let days: Vec<_> = days_from(day("2027-03-15")).take(40).collect();
        for until in &days[14..] {
            for count in 0..5 {
                let found = days
                    .iter()
                    .rfind(|from| calendar.after_working_days(**from, count) <= *until);
                let before = calendar.before_working_days(*until, count);
                assert_eq!(found, Some(&before), "{count} until {until}");
            }
        }
    }

    #[test]
    fn days_begin_and_end_in_the_time_zone_of_the_calendar() {
        let night = at("2027-01-01T20:00:00Z");
        assert_eq!(calendar("Asia/Tokyo", &[]).date_of(night), day("2027-01-02"));
        assert_eq!(calendar("America/Lima", &[]).date_of(night), day("2027-01-01"));
    }

    #[test]
    fn the_last_day_of_all_is_not_exceeded() {
        let calendar = Calendar::default();
        assert_eq!(calendar.after_working_days(NaiveDate::MAX, 9), NaiveDate::MAX);
        assert_eq!(calendar.before_working_days(NaiveDate::MIN, 9), NaiveDate::MIN);
    }
}
