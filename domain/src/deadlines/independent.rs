//! Compares due dates with those that other programs computed for 20 time zones and 48 years.
//! `independent.py` wrote them.

use std::str::FromStr;

use super::testing::{at, day};
use super::*;

const TABLE: &str = include_str!("independent.txt");

/// Reads `2027 0101 0329` as the holidays of a year.
fn holidays(line: &str) -> Vec<RawHoliday> {
    let (year, days) = line.split_once(' ').unwrap();
    days.split(' ')
        .map(|date| RawHoliday {
            day: day(&format!("{year}-{}-{}", &date[..2], &date[2..])),
            name: "Holiday".to_owned(),
        })
        .collect()
}

/// Reads `Europe/Brussels 12345` as a time zone and its working days, where 1 is Monday.
fn read(line: &str) -> RawCalendar {
    let (zone, days) = line.split_once(' ').unwrap();
    let weekday = |digit: char| WorkingDays::WEEK[usize::from_str(&digit.to_string()).unwrap() - 1];
    RawCalendar {
        working_days: days.chars().map(weekday).collect(),
        time_zone: zone.to_owned(),
        holidays: Vec::new(),
    }
}

/// Computes the due date of a line such as `2047-06-30T10:22:00Z 246 days 2048-06-24`, and returns
/// it with the expected one.
fn compare(calendar: &Calendar, line: &str) -> (String, String) {
    let [since, count, unit, expected] = line
        .split(' ')
        .collect::<Vec<_>>()
        .try_into()
        .expect("four columns");
    let (since, count) = (at(since), count.parse().unwrap());
    let pauses = Pauses::default();
    let term = |unit| {
        let term = Term::new(unit, count).unwrap();
        term.due(since, None, &pauses, since, calendar)
    };
    let due = match unit {
        "days" => Target::new(count).unwrap().due(since, &pauses, since, calendar),
        "weeks" => term(TermUnit::Weeks),
        "months" => term(TermUnit::Months),
        other => panic!("an unknown unit: {other}"),
    };
    (due.on.unwrap().to_string(), expected.to_owned())
}

#[test]
fn due_dates_equal_those_of_other_programs() {
    let mut compared = 0;
    for section in TABLE.split("calendar ").skip(1) {
        let mut raw = read(section.lines().next().unwrap());
        let (of_years, cases): (Vec<_>, Vec<_>) = section
            .lines()
            .skip(1)
            .partition(|line| line.starts_with("holidays "));
        raw.holidays = of_years
            .into_iter()
            .flat_map(|line| holidays(&line["holidays ".len()..]))
            .collect();
        let calendar = raw.check().unwrap();
        for line in cases {
            let (due, expected) = compare(&calendar, line);
            assert_eq!(due, expected, "{}: {line}", calendar.zone());
            compared += 1;
        }
    }
    assert_eq!(compared, 20 * 48 * 3);
}
