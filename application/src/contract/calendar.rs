//! The contract of the calendar of the installation.

use std::sync::Barrier;

use aditus_domain::deadlines::{Calendar, RawCalendar, RawHoliday, WorkingDays};
use chrono::{Days, NaiveDate, Weekday};

use super::seed::{commit, unrecorded_in_test};
use crate::deadlines::repository::StoredCalendar;
use crate::ports::{Database, StoreError};
use crate::row_versions::{RowVersion, Versioned};

/// Returns a calendar with these holidays, each on the day after the one before.
fn calendar(working_days: &[Weekday], time_zone: &str, holidays: &[&str]) -> Calendar {
    let first = NaiveDate::from_ymd_opt(2027, 12, 24).unwrap();
    let form = RawCalendar {
        working_days: working_days.to_vec(),
        time_zone: time_zone.to_owned(),
        holidays: (0..)
            .zip(holidays)
            .map(|(later, name)| RawHoliday {
                day: first.checked_add_days(Days::new(later)).unwrap(),
                name: (*name).to_owned(),
            })
            .collect(),
    };
    form.check().unwrap()
}

fn save(database: &dyn Database, calendar: &Calendar) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    transaction.row_versions().advance(Versioned::Calendar, None)?;
    transaction.calendars().replace(calendar)?;
    transaction.commit(unrecorded_in_test())
}

/// Reads the calendar in a transaction and without one.
fn stored(database: &dyn Database) -> StoredCalendar {
    let stored = commit(database, |transaction| {
        transaction.calendars().calendar().unwrap()
    });
    let shown = database.read().unwrap().deadlines().calendar().unwrap();
    assert_eq!(shown, stored);
    stored
}

/// Monday to Friday in UTC, without holidays.
pub fn a_new_installation_has_the_default_calendar(database: &dyn Database) {
    let expected = StoredCalendar {
        calendar: Calendar::default(),
        row_version: RowVersion(1),
    };
    assert_eq!(stored(database), expected);
}

/// Each weekday, a time zone, and holidays that are added, renamed and removed.
pub fn a_calendar_is_read_as_it_was_saved(database: &dyn Database) {
    let mut calendars: Vec<Calendar> = WorkingDays::WEEK
        .into_iter()
        .map(|day| calendar(&[day], "Africa/Gaborone", &[]))
        .collect();
    calendars.extend([
        calendar(
            &WorkingDays::WEEK,
            "America/Argentina/ComodRivadavia",
            &["Éid", "祭日"],
        ),
        calendar(
            &[Weekday::Sun, Weekday::Mon],
            "Etc/GMT-14",
            &["Eid", "祭日", "Eid"],
        ),
        Calendar::default(),
    ]);
    for (version, calendar) in (2..).zip(calendars) {
        save(database, &calendar).unwrap();
        let expected = StoredCalendar {
            calendar,
            row_version: RowVersion(version),
        };
        assert_eq!(stored(database), expected);
    }
}

/// More rows than one statement takes.
pub fn a_calendar_has_as_many_holidays_as_the_domain_allows(database: &dyn Database) {
    let names = vec!["Day of rest"; RawCalendar::MAX_HOLIDAYS];
    let longest = calendar(&[Weekday::Wed], "Asia/Tokyo", &names);
    save(database, &longest).unwrap();
    assert_eq!(stored(database).calendar, longest);
}

/// Each save without an expected version succeeds, and one of them is stored as a whole.
pub fn concurrent_saves_are_not_mixed(database: &dyn Database) {
    let names: Vec<String> = (0..8).map(|number| format!("Holiday {number}")).collect();
    let calendars: Vec<Calendar> = (0..)
        .zip(&names)
        .map(|(number, name)| {
            let zone = if number % 2 == 0 {
                "Asia/Tokyo"
            } else {
                "America/Lima"
            };
            calendar(&[Weekday::Mon], zone, &vec![name.as_str(); number])
        })
        .collect();
    let start = Barrier::new(calendars.len());
    std::thread::scope(|scope| {
        for calendar in &calendars {
            scope.spawn(|| {
                start.wait();
                save(database, calendar).unwrap();
            });
        }
    });
    let last = stored(database);
    assert_eq!(last.row_version, RowVersion(9));
    assert!(calendars.contains(&last.calendar), "{last:?}");
}
