//! The form of the calendar.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate, Weekday};
use chrono_tz::Tz;

use super::calendar::{Calendar, WorkingDays};
use super::holiday::HolidayName;
use crate::form::{Form, FormFaults};

/// The unvalidated form of the calendar (decisions N1).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawCalendar {
    /// The working days.
    pub working_days: Vec<Weekday>,
    /// The name of a time zone in the IANA database, for example "Africa/Gaborone".
    pub time_zone: String,
    /// The holidays in any order.
    pub holidays: Vec<RawHoliday>,
}

/// An unvalidated holiday.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawHoliday {
    /// The date.
    pub day: NaiveDate,
    /// The name.
    pub name: String,
}

impl RawCalendar {
    /// The maximum number of holidays: those of 40 years and more.
    pub const MAX_HOLIDAYS: usize = 1_000;
    /// The first and the last year of a holiday.
    pub const YEARS: std::ops::RangeInclusive<i32> = 2000..=2199;

    /// Parses the form, or returns all validation errors. Each wrong holiday has one at the field
    /// `holidays`, which names its date.
    pub fn check(&self) -> Result<Calendar, FormFaults> {
        let mut form = Form::default();
        let working_days = form.read(
            "working_days",
            WorkingDays::new(self.working_days.iter().copied()),
        );
        let zone = form.read("time_zone", parse_zone(&self.time_zone));
        let holidays = self.check_holidays(&mut form);
        let calendar = (|| {
            Some(Calendar {
                working_days: working_days?,
                zone: zone?,
                holidays,
            })
        })();
        form.finish(calendar)
    }

    fn check_holidays(&self, form: &mut Form) -> BTreeMap<NaiveDate, HolidayName> {
        const FIELD: &str = "holidays";
        let mut holidays = BTreeMap::new();
        if self.holidays.len() > Self::MAX_HOLIDAYS {
            form.note(
                FIELD,
                format!(
                    "A calendar has at most {} holidays. Remove those of past years.",
                    Self::MAX_HOLIDAYS
                ),
            );
            return holidays;
        }
        for RawHoliday { day, name } in &self.holidays {
            let shown = day.format("%d %B %Y");
            if !Self::YEARS.contains(&day.year()) {
                let (first, last) = (Self::YEARS.start(), Self::YEARS.end());
                form.note(
                    FIELD,
                    format!("{shown}: Enter a year between {first} and {last}."),
                );
                continue;
            }
            match HolidayName::parse(name) {
                Err(error) => form.note(FIELD, format!("{shown}: {error}")),
                Ok(name) => {
                    if holidays.insert(*day, name).is_some() {
                        form.note(FIELD, format!("{shown} is entered twice. Remove one of them."));
                    }
                }
            }
        }
        holidays
    }
}

fn parse_zone(name: &str) -> Result<Tz, &'static str> {
    let name = name.trim();
    if name.is_empty() {
        return Err("Choose the time zone.");
    }
    name.parse()
        .map_err(|_| "There is no such time zone. Choose one, such as Europe/Brussels.")
}

#[cfg(test)]
mod tests {
    use super::super::testing::day;
    use super::*;

    fn holiday(date: &str, name: &str) -> RawHoliday {
        RawHoliday {
            day: day(date),
            name: name.to_owned(),
        }
    }

    fn raw(holidays: Vec<RawHoliday>) -> RawCalendar {
        RawCalendar {
            working_days: vec![Weekday::Mon, Weekday::Tue, Weekday::Mon],
            time_zone: " Africa/Gaborone ".to_owned(),
            holidays,
        }
    }

    fn messages(raw: &RawCalendar) -> Vec<(String, String)> {
        raw.check().unwrap_err().by_field()
    }

    #[test]
    fn a_calendar_is_read_from_its_form() {
        let holidays = vec![
            holiday("2027-09-30", "  Botswana   Day "),
            holiday("2027-01-01", "New Year"),
        ];
        let calendar = raw(holidays).check().unwrap();
        assert_eq!(calendar.zone().name(), "Africa/Gaborone");
        assert_eq!(calendar.working_days().iter().count(), 2);
        let names: Vec<_> = calendar
            .holidays()
            .map(|holiday| holiday.name.as_str().to_owned())
            .collect();
        assert_eq!(names, ["New Year", "Botswana Day"]);
    }

    #[test]
    fn an_empty_form_names_each_missing_field() {
        assert_eq!(
            messages(&RawCalendar::default()),
            [
                ("working_days", "Choose at least one working day."),
                ("time_zone", "Choose the time zone."),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
    }

    #[test]
    fn an_unknown_time_zone_is_refused() {
        for name in ["Mars/Olympus", "UTC+25", "europe brussels", "\u{0}"] {
            let raw = RawCalendar {
                time_zone: name.to_owned(),
                ..raw(Vec::new())
            };
            let faults = messages(&raw);
            assert_eq!(faults[0].0, "time_zone");
            assert_eq!(
                faults[0].1,
                "There is no such time zone. Choose one, such as Europe/Brussels."
            );
        }
    }

    #[test]
    fn each_wrong_holiday_is_named_by_its_date() {
        let faults = messages(&raw(vec![
            holiday("2027-12-25", "Christmas"),
            holiday("2027-12-25", "Christmas Day"),
            holiday("2027-12-26", " "),
            holiday("1999-12-31", "Eve"),
            holiday("2028-01-01", &"n".repeat(101)),
        ]));
        assert!(faults.iter().all(|(field, _)| field == "holidays"));
        let texts: Vec<_> = faults.iter().map(|(_, message)| message.as_str()).collect();
        assert_eq!(
            texts,
            [
                "25 December 2027 is entered twice. Remove one of them.",
                "26 December 2027: Enter the name of the holiday.",
                "31 December 1999: Enter a year between 2000 and 2199.",
                "01 January 2028: The name of a holiday must not be longer than 100 characters.",
            ]
        );
    }

    #[test]
    fn too_many_holidays_are_refused_with_one_error() {
        let first = day("2027-01-01");
        let many = (0..1_001)
            .map(|days| RawHoliday {
                day: super::super::calendar::after(first, days),
                name: "Strike".to_owned(),
            })
            .collect();
        assert_eq!(
            messages(&raw(many))[0].1,
            "A calendar has at most 1000 holidays. Remove those of past years."
        );
    }
}
