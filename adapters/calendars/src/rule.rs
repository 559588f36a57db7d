//! Rules of repetition for whole days (RFC 5545, section 3.3.10).
//!
//! The time for a rule is bounded by the days that are examined, also if no day ever matches.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use aditus_application::ports::Omission;
use chrono::{Datelike, Days, NaiveDate, Weekday};

use crate::work::Work;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

/// A rule with the start of its event.
///
/// The start always is the first date, also if the rule does not match it. Empty lists match every
/// day.
#[derive(Debug)]
pub(crate) struct Rule {
    start: NaiveDate,
    frequency: Frequency,
    interval: i64,
    /// The number of dates, including the start.
    count: Option<u64>,
    /// The last day on which there may be a date.
    until: Option<NaiveDate>,
    months: BTreeSet<i64>,
    week_numbers: BTreeSet<i64>,
    year_days: BTreeSet<i64>,
    month_days: BTreeSet<i64>,
    /// Weekdays from Monday (0), each with its number in the month or year; 0 stands for every one.
    weekdays: BTreeSet<(i64, u32)>,
    /// Chosen places among the days of a period.
    positions: BTreeSet<i64>,
    week_start: Weekday,
}

impl Rule {
    /// Parses the value of a property `RRULE`.
    pub(crate) fn parse(text: &str, start: NaiveDate) -> Result<Self, Omission> {
        const INVALID: Omission = Omission::InvalidRule;
        let text = text.trim().to_ascii_uppercase();
        let mut seen = BTreeSet::new();
        let mut frequency = None;
        let mut rule = Self {
            start,
            frequency: Frequency::Daily,
            interval: 1,
            count: None,
            until: None,
            months: BTreeSet::new(),
            week_numbers: BTreeSet::new(),
            year_days: BTreeSet::new(),
            month_days: BTreeSet::new(),
            weekdays: BTreeSet::new(),
            positions: BTreeSet::new(),
            week_start: Weekday::Mon,
        };
        for part in text.split(';').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or(INVALID)?;
            if !seen.insert(name) {
                return Err(INVALID);
            }
            match name {
                "FREQ" => frequency = Some(parse_frequency(value)?),
                "INTERVAL" => rule.interval = parse_number(value, 1..=i64::from(u32::MAX)).ok_or(INVALID)?,
                "COUNT" => {
                    let count = parse_number(value, 1..=i64::from(u32::MAX)).ok_or(INVALID)?;
                    rule.count = Some(count.unsigned_abs());
                }
                "UNTIL" => rule.until = Some(parse_until(value).ok_or(INVALID)?),
                "BYMONTH" => rule.months = parse_list(value, |item| parse_number(item, 1..=12))?,
                "BYWEEKNO" => rule.week_numbers = parse_list(value, |item| parse_place(item, 53))?,
                "BYYEARDAY" => rule.year_days = parse_list(value, |item| parse_place(item, 366))?,
                "BYMONTHDAY" => rule.month_days = parse_list(value, |item| parse_place(item, 31))?,
                "BYDAY" => rule.weekdays = parse_list(value, parse_weekday)?,
                "BYSETPOS" => rule.positions = parse_list(value, |item| parse_place(item, 366))?,
                "WKST" => rule.week_start = weekday_of(value).ok_or(INVALID)?,
                // Must be ignored for events of whole days.
                "BYHOUR" | "BYMINUTE" | "BYSECOND" => {}
                _ => return Err(INVALID),
            }
        }
        rule.frequency = frequency.ok_or(INVALID)?;
        if !rule.is_consistent() {
            return Err(INVALID);
        }
        rule.derive_from_start();
        Ok(rule)
    }

    /// Returns true if the parts may be combined.
    fn is_consistent(&self) -> bool {
        use Frequency::{Monthly, Weekly, Yearly};
        let is_numbered = self.weekdays.iter().any(|(number, _)| *number != 0);
        let may_be_numbered = match self.frequency {
            Monthly => true,
            Yearly => self.week_numbers.is_empty(),
            _ => false,
        };
        let has_days = self.has_days() || !self.months.is_empty();
        !(self.count.is_some() && self.until.is_some()
            || is_numbered && !may_be_numbered
            || !self.week_numbers.is_empty() && self.frequency != Yearly
            || !self.year_days.is_empty() && self.frequency != Yearly
            || !self.month_days.is_empty() && self.frequency == Weekly
            || !self.positions.is_empty() && !has_days)
    }

    fn has_days(&self) -> bool {
        !(self.week_numbers.is_empty()
            && self.year_days.is_empty()
            && self.month_days.is_empty()
            && self.weekdays.is_empty())
    }

    /// Takes what the rule does not say from the start.
    fn derive_from_start(&mut self) {
        let weekday = (0, self.start.weekday().num_days_from_monday());
        let month_day = i64::from(self.start.day());
        if self.has_days() {
            if self.weekdays.is_empty() && self.month_days.is_empty() && self.year_days.is_empty() {
                self.weekdays.insert(weekday);
            }
            return;
        }
        match self.frequency {
            Frequency::Daily => {}
            Frequency::Weekly => {
                self.weekdays.insert(weekday);
            }
            Frequency::Monthly => {
                self.month_days.insert(month_day);
            }
            Frequency::Yearly => {
                if self.months.is_empty() {
                    self.months.insert(i64::from(self.start.month()));
                }
                self.month_days.insert(month_day);
            }
        }
    }

    /// Returns the dates after the start that are within these days.
    pub(crate) fn repetitions(
        &self,
        within: RangeInclusive<NaiveDate>,
        work: &mut Work,
    ) -> Result<Vec<NaiveDate>, Omission> {
        let (first, last) = within.into_inner();
        let last = self.until.map_or(last, |until| until.min(last));
        let mut dates = Vec::new();
        let mut left = self.count.map(|count| count - 1);
        // Dates have to be counted from the start.
        let mut number = if left.is_none() {
            self.periods_before(first)
        } else {
            0
        };
        while let Some((begin, end)) = self.period(number) {
            if begin > last || left == Some(0) {
                break;
            }
            work.spend((end - begin).num_days().unsigned_abs() + 2)?;
            for day in self.chosen(begin, end) {
                if day <= self.start {
                    continue;
                }
                if day > last || left == Some(0) {
                    return Ok(dates);
                }
                left = left.map(|left| left - 1);
                if day >= first {
                    dates.push(day);
                }
            }
            number += 1;
        }
        Ok(dates)
    }

    /// Returns a number of periods that end before this day.
    fn periods_before(&self, day: NaiveDate) -> i64 {
        let distance = match self.frequency {
            Frequency::Daily => (day - self.start).num_days(),
            Frequency::Weekly => (day - self.start).num_days() / 7,
            Frequency::Monthly => months(day) - months(self.start),
            Frequency::Yearly => i64::from(day.year() - self.start.year()),
        };
        (distance / self.interval - 1).max(0)
    }

    /// Returns the first and the last day of a period, counted from 0; `None` after the last year
    /// of dates.
    fn period(&self, number: i64) -> Option<(NaiveDate, NaiveDate)> {
        let distance = number.checked_mul(self.interval)?;
        match self.frequency {
            Frequency::Daily => {
                let day = days_after(self.start, distance)?;
                Some((day, day))
            }
            Frequency::Weekly => {
                let begin = days_after(self.first_of_week(self.start)?, distance.checked_mul(7)?)?;
                Some((begin, days_after(begin, 6)?))
            }
            Frequency::Monthly => {
                let begin = month_begin(months(self.start).checked_add(distance)?)?;
                Some((begin, last_of_month(begin)?))
            }
            Frequency::Yearly => {
                let year = i32::try_from(i64::from(self.start.year()).checked_add(distance)?).ok()?;
                Some((
                    NaiveDate::from_ymd_opt(year, 1, 1)?,
                    NaiveDate::from_ymd_opt(year, 12, 31)?,
                ))
            }
        }
    }

    /// Returns the matching days of a period, at the chosen positions.
    fn chosen(&self, begin: NaiveDate, end: NaiveDate) -> Vec<NaiveDate> {
        let days: Vec<NaiveDate> = begin
            .iter_days()
            .take_while(|day| *day <= end)
            .filter(|day| self.matches(*day))
            .collect();
        if self.positions.is_empty() {
            return days;
        }
        let all = days.len();
        days.into_iter()
            .enumerate()
            .filter(|(index, _)| is_at(&self.positions, to_i64(index + 1), to_i64(all)))
            .map(|(_, day)| day)
            .collect()
    }

    fn matches(&self, day: NaiveDate) -> bool {
        let month_length = || last_of_month(day).map_or(31, |last| i64::from(last.day()));
        let year_length = || if day.leap_year() { 366 } else { 365 };
        let (month_day, year_day) = (i64::from(day.day()), i64::from(day.ordinal()));
        let is_in = |list: &BTreeSet<i64>, place: i64, length: &dyn Fn() -> i64| {
            list.is_empty() || is_at(list, place, length())
        };
        (self.months.is_empty() || self.months.contains(&i64::from(day.month())))
            && is_in(&self.month_days, month_day, &month_length)
            && is_in(&self.year_days, year_day, &year_length)
            && (self.weekdays.is_empty() || {
                let weekday = day.weekday().num_days_from_monday();
                let is_monthly = self.frequency == Frequency::Monthly || !self.months.is_empty();
                let (place, length) = if is_monthly {
                    (month_day, month_length())
                } else {
                    (year_day, year_length())
                };
                let from_end = -((length - place) / 7 + 1);
                [0, (place - 1) / 7 + 1, from_end]
                    .iter()
                    .any(|number| self.weekdays.contains(&(*number, weekday)))
            })
            && (self.week_numbers.is_empty()
                || self
                    .week_of(day)
                    .is_some_and(|(week, weeks)| is_at(&self.week_numbers, week, weeks)))
    }

    /// Returns the number of the week of this day, and the number of weeks of the year to which the
    /// week belongs: that of most of its days.
    fn week_of(&self, day: NaiveDate) -> Option<(i64, i64)> {
        let first_week = |year| self.first_of_week(NaiveDate::from_ymd_opt(year, 1, 4)?);
        let mut year = day.year();
        if day < first_week(year)? {
            year -= 1;
        } else if day >= first_week(year + 1)? {
            year += 1;
        }
        let (begin, end) = (first_week(year)?, first_week(year + 1)?);
        Some(((day - begin).num_days() / 7 + 1, (end - begin).num_days() / 7))
    }

    fn first_of_week(&self, day: NaiveDate) -> Option<NaiveDate> {
        let into_week = day.weekday().days_since(self.week_start);
        day.checked_sub_days(Days::new(into_week.into()))
    }
}

/// Returns true if the list has this place, counted from 1, or the same place counted from the end.
fn is_at(list: &BTreeSet<i64>, place: i64, length: i64) -> bool {
    list.contains(&place) || list.contains(&(place - length - 1))
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn days_after(day: NaiveDate, days: i64) -> Option<NaiveDate> {
    day.checked_add_days(Days::new(u64::try_from(days).ok()?))
}

/// The number of the month, counted from that of the year 0.
fn months(day: NaiveDate) -> i64 {
    i64::from(day.year()) * 12 + i64::from(day.month0())
}

fn month_begin(number: i64) -> Option<NaiveDate> {
    let year = i32::try_from(number.div_euclid(12)).ok()?;
    let month = u32::try_from(number.rem_euclid(12)).ok()? + 1;
    NaiveDate::from_ymd_opt(year, month, 1)
}

fn last_of_month(day: NaiveDate) -> Option<NaiveDate> {
    month_begin(months(day) + 1)?.pred_opt()
}

fn parse_frequency(value: &str) -> Result<Frequency, Omission> {
    match value {
        "DAILY" => Ok(Frequency::Daily),
        "WEEKLY" => Ok(Frequency::Weekly),
        "MONTHLY" => Ok(Frequency::Monthly),
        "YEARLY" => Ok(Frequency::Yearly),
        "HOURLY" | "MINUTELY" | "SECONDLY" => Err(Omission::RepeatsWithinADay),
        _ => Err(Omission::InvalidRule),
    }
}

fn parse_list<T: Ord>(value: &str, parse: impl Fn(&str) -> Option<T>) -> Result<BTreeSet<T>, Omission> {
    value
        .split(',')
        .map(|item| parse(item.trim()).ok_or(Omission::InvalidRule))
        .collect()
}

fn parse_number(text: &str, range: RangeInclusive<i64>) -> Option<i64> {
    text.trim().parse().ok().filter(|number| range.contains(number))
}

/// Reads a place that is counted from 1, or from the end if it is negative.
fn parse_place(text: &str, most: i64) -> Option<i64> {
    parse_number(text, -most..=most).filter(|place| *place != 0)
}

/// Reads a weekday such as `MO`, `3MO` or `-1FR`.
fn parse_weekday(text: &str) -> Option<(i64, u32)> {
    let (number, weekday) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let weekday = weekday_of(weekday)?.num_days_from_monday();
    if number.is_empty() {
        Some((0, weekday))
    } else {
        Some((parse_place(number, 53)?, weekday))
    }
}

fn weekday_of(text: &str) -> Option<Weekday> {
    Some(match text {
        "MO" => Weekday::Mon,
        "TU" => Weekday::Tue,
        "WE" => Weekday::Wed,
        "TH" => Weekday::Thu,
        "FR" => Weekday::Fri,
        "SA" => Weekday::Sat,
        "SU" => Weekday::Sun,
        _ => return None,
    })
}

/// Reads a date. Of a point in time, which does not fit events of whole days, it takes the date.
fn parse_until(value: &str) -> Option<NaiveDate> {
    crate::event::Moment::parse(value).day()
}
