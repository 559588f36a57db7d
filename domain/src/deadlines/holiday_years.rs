//! The range of years for which holidays are imported.

use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};

use super::raw_calendar::RawCalendar;
use crate::form::{Form, FormFaults};

/// A range of at most [`HolidayYears::MAX`] years, all within [`RawCalendar::YEARS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HolidayYears {
    first: i32,
    last: i32,
}

impl HolidayYears {
    /// The maximum number of years.
    pub const MAX: i32 = 20;
    /// The number of years after the first one, if the last one is not chosen.
    const AFTER_THE_FIRST: i32 = 5;

    /// Parses the form. Without a first year, the range begins with `this_year`, or with the last
    /// year if that is earlier. Without a last year, it has 5 years more.
    pub fn check(first: Option<i32>, last: Option<i32>, this_year: i32) -> Result<Self, FormFaults> {
        let years = RawCalendar::YEARS;
        let mut form = Form::default();
        for (field, year) in [("first_year", first), ("last_year", last)] {
            if year.is_some_and(|year| !years.contains(&year)) {
                form.note(
                    field,
                    format!("Enter a year between {} and {}.", years.start(), years.end()),
                );
            }
        }
        if [first, last]
            .into_iter()
            .flatten()
            .any(|year| !years.contains(&year))
        {
            return form.finish(None);
        }
        let this_year = this_year.clamp(*years.start(), *years.end());
        let first = first.unwrap_or_else(|| last.map_or(this_year, |last| last.min(this_year)));
        let last = last.unwrap_or_else(|| (first + Self::AFTER_THE_FIRST).min(*years.end()));
        if last < first {
            form.note("last_year", "The last year must not be before the first one.");
        } else if last - first >= Self::MAX {
            form.note("last_year", format!("Choose at most {} years.", Self::MAX));
        }
        form.finish(Some(Self { first, last }))
    }

    /// The first year.
    pub fn first(self) -> i32 {
        self.first
    }

    /// The last year.
    pub fn last(self) -> i32 {
        self.last
    }

    /// All days of these years.
    pub fn days(self) -> RangeInclusive<NaiveDate> {
        let first = NaiveDate::from_ymd_opt(self.first, 1, 1).unwrap_or_default();
        let last = NaiveDate::from_ymd_opt(self.last, 12, 31).unwrap_or_default();
        first..=last
    }

    /// Returns true if the day is in one of these years.
    pub fn contains(self, day: NaiveDate) -> bool {
        (self.first..=self.last).contains(&day.year())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::day;
    use super::*;

    fn range(first: Option<i32>, last: Option<i32>) -> (i32, i32) {
        let years = HolidayYears::check(first, last, 2026).unwrap();
        (years.first(), years.last())
    }

    fn faults(first: i32, last: i32) -> Vec<(String, String)> {
        HolidayYears::check(Some(first), Some(last), 2026)
            .unwrap_err()
            .by_field()
    }

    #[test]
    fn the_range_begins_this_year_and_has_five_years_more() {
        assert_eq!(range(None, None), (2026, 2031));
        assert_eq!(range(Some(2028), None), (2028, 2033));
        assert_eq!(range(None, Some(2027)), (2026, 2027));
        assert_eq!(range(None, Some(2024)), (2024, 2024));
        assert_eq!(range(Some(2198), None), (2198, 2199));
        let far = HolidayYears::check(None, None, 2300).unwrap();
        assert_eq!((far.first(), far.last()), (2199, 2199));
    }

    #[test]
    fn the_days_are_those_of_whole_years() {
        let years = HolidayYears::check(Some(2026), Some(2027), 2026).unwrap();
        assert_eq!(years.days(), day("2026-01-01")..=day("2027-12-31"));
        assert!(years.contains(day("2027-12-31")));
        assert!(!years.contains(day("2028-01-01")));
    }

    #[test]
    fn a_range_has_at_most_20_years_in_the_right_order() {
        assert_eq!(range(Some(2026), Some(2045)), (2026, 2045));
        let last = |message: &str| [("last_year".to_owned(), message.to_owned())];
        assert_eq!(faults(2026, 2046), last("Choose at most 20 years."));
        assert_eq!(
            faults(2027, 2026),
            last("The last year must not be before the first one.")
        );
    }

    #[test]
    fn years_that_a_calendar_cannot_have_are_refused() {
        let message = "Enter a year between 2000 and 2199.";
        for (first, last, field) in [(1999, 2001, "first_year"), (2190, 2200, "last_year")] {
            assert_eq!(faults(first, last), [(field.to_owned(), message.to_owned())]);
        }
        assert_eq!(faults(i32::MIN, i32::MAX).len(), 2);
    }
}
