//! The properties of an event (RFC 5545, section 3.6.1).

use std::borrow::Cow;

use aditus_application::ports::Omission;
use chrono::{Days, NaiveDate};
use icalendar::parser::Property;

/// The longest event, in days.
const MAX_LENGTH: u64 = 366;

/// The names of the properties that are read. Others are skipped, because errors of the library are
/// slow.
const NAMES: [&str; 11] = [
    "UID",
    "SUMMARY",
    "DTSTART",
    "DTEND",
    "DURATION",
    "STATUS",
    "RRULE",
    "EXRULE",
    "RDATE",
    "EXDATE",
    "RECURRENCE-ID",
];

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// A date of an event, or a point in time. The zone of a time has no effect, because events with a
/// time are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    Day(NaiveDate),
    /// A time of this day.
    Time(NaiveDate),
    Invalid,
}

impl Moment {
    /// Reads `20270930`, `20270930T080000` or `20270930T080000Z`.
    pub(crate) fn parse(value: &str) -> Self {
        let value = value.trim();
        let (date, time) = match value.split_once(['T', 't']) {
            Some((date, time)) => (date, Some(time)),
            None => (value, None),
        };
        match (parse_day(date), time) {
            (Some(day), None) => Self::Day(day),
            (Some(day), Some(time)) if is_time(time) => Self::Time(day),
            _ => Self::Invalid,
        }
    }

    pub(crate) fn day(self) -> Option<NaiveDate> {
        match self {
            Self::Day(day) | Self::Time(day) => Some(day),
            Self::Invalid => None,
        }
    }
}

/// Reads `20270930`.
fn parse_day(text: &str) -> Option<NaiveDate> {
    if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u32 = text.parse().ok()?;
    let year = i32::try_from(number / 10_000).ok()?;
    NaiveDate::from_ymd_opt(year, number / 100 % 100, number % 100)
}

fn is_time(text: &str) -> bool {
    let digits = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The properties of an event that matter for holidays. If a property that may occur once occurs
/// twice, the first one counts.
#[derive(Debug, Default)]
pub(crate) struct Event {
    pub(crate) uid: Option<String>,
    pub(crate) summary: Option<String>,
    pub(crate) start: Option<Moment>,
    pub(crate) is_cancelled: bool,
    pub(crate) rules: Vec<String>,
    pub(crate) has_excluding_rule: bool,
    pub(crate) added: Vec<Moment>,
    pub(crate) excluded: Vec<Moment>,
    /// True if the event replaces a date of another one and all later ones.
    pub(crate) replaces_later_dates: bool,
    end: Option<Moment>,
    duration: Option<String>,
    replaced: Option<Moment>,
}

impl Event {
    pub(crate) fn read(lines: &[&str]) -> Self {
        let mut event = Self::default();
        for line in lines {
            let line = with_upper_case_name(line);
            if NAMES.contains(&name_of(&line))
                && let Ok(property) = Property::try_from(line.as_ref())
            {
                event.set(&property);
            }
        }
        event
    }

    fn set(&mut self, property: &Property<'_>) {
        let value = property.val.as_str();
        match property.name.as_str() {
            "UID" => set_once(&mut self.uid, || value.trim().to_owned()),
            "SUMMARY" => set_once(&mut self.summary, || value.to_owned()),
            "DTSTART" => set_once(&mut self.start, || Moment::parse(value)),
            "DTEND" => set_once(&mut self.end, || Moment::parse(value)),
            "DURATION" => set_once(&mut self.duration, || value.to_owned()),
            "STATUS" => self.is_cancelled |= value.trim().eq_ignore_ascii_case("CANCELLED"),
            "RRULE" => self.rules.push(value.to_owned()),
            "EXRULE" => self.has_excluding_rule = true,
            "RDATE" => self.added.extend(value.split(',').map(Moment::parse)),
            "EXDATE" => self.excluded.extend(value.split(',').map(Moment::parse)),
            "RECURRENCE-ID" => {
                set_once(&mut self.replaced, || Moment::parse(value));
                self.replaces_later_dates |= property.params.iter().any(|parameter| {
                    let is = |text: &str, name| text.eq_ignore_ascii_case(name);
                    is(parameter.key.as_str(), "RANGE")
                        && parameter
                            .val
                            .as_ref()
                            .is_some_and(|range| is(range.as_str(), "THISANDFUTURE"))
                });
            }
            _ => {}
        }
    }

    /// Returns true if the event may have other dates than that of its start.
    pub(crate) fn repeats(&self) -> bool {
        !self.rules.is_empty() || !self.added.is_empty()
    }

    /// The date of another event with the same UID that this event replaces.
    pub(crate) fn replaced_day(&self) -> Option<NaiveDate> {
        self.replaced.and_then(Moment::day)
    }

    /// Returns the number of days of the event that starts on this day. The end is the day after
    /// the last one; an event without an end has one day (section 3.6.1). Some programs write the
    /// first day as the end.
    pub(crate) fn length(&self, start: NaiveDate) -> Result<u64, Omission> {
        let days = match (self.end, &self.duration) {
            (Some(Moment::Day(end)), _) => {
                u64::try_from((end - start).num_days()).map_err(|_| Omission::InvalidEnd)?
            }
            (Some(Moment::Time(_)), _) => return Err(Omission::TimeOfDay),
            (Some(Moment::Invalid), _) => return Err(Omission::InvalidEnd),
            (None, Some(duration)) => parse_days(duration).ok_or(Omission::InvalidEnd)?,
            (None, None) => 1,
        };
        if days > MAX_LENGTH {
            Err(Omission::TooLong)
        } else {
            Ok(days.max(1))
        }
    }

    /// Returns true if one of the days may be within these.
    pub(crate) fn concerns(&self, start: NaiveDate, first: NaiveDate, last: NaiveDate) -> bool {
        let length = self.length(start).unwrap_or(1);
        let end = start.checked_add_days(Days::new(length)).unwrap_or(start);
        start <= last && (self.repeats() || end > first)
    }
}

fn set_once<T>(place: &mut Option<T>, value: impl FnOnce() -> T) {
    if place.is_none() {
        *place = Some(value());
    }
}

fn name_of(line: &str) -> &str {
    line.split([':', ';']).next().unwrap_or_default()
}

/// The library unescapes the values of upper-case names alone, but names have no case (section
/// 3.1).
fn with_upper_case_name(line: &str) -> Cow<'_, str> {
    let name = name_of(line);
    match line.strip_prefix(name) {
        Some(rest) if name.bytes().any(|byte| byte.is_ascii_lowercase()) => {
            Cow::Owned(format!("{}{rest}", name.to_ascii_uppercase()))
        }
        _ => Cow::Borrowed(line),
    }
}

/// Reads a duration such as `P1D`, `P2W` or `PT24H` (section 3.3.6), if it has whole days.
fn parse_days(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_uppercase();
    let text = text.strip_prefix('+').unwrap_or(&text).strip_prefix('P')?;
    let mut seconds: u64 = 0;
    let mut number = None;
    for letter in text.chars() {
        let unit = match (letter.to_digit(10), letter) {
            (Some(digit), _) => {
                let before: u64 = number.unwrap_or_default();
                number = Some(before.checked_mul(10)?.checked_add(digit.into())?);
                continue;
            }
            (None, 'T') if number.is_none() => continue,
            (None, 'W') => 7 * SECONDS_A_DAY,
            (None, 'D') => SECONDS_A_DAY,
            (None, 'H') => 60 * 60,
            (None, 'M') => 60,
            (None, 'S') => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(number.take()?.checked_mul(unit)?)?;
    }
    (number.is_none() && seconds.is_multiple_of(SECONDS_A_DAY)).then_some(seconds / SECONDS_A_DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_of_whole_days_are_read() {
        for (text, days) in [
            ("P1D", Some(1)),
            ("p2w", Some(14)),
            ("+P1DT24H0M0S", Some(2)),
            ("PT1440M", Some(1)),
            ("P", Some(0)),
            ("PT1H", None),
            ("-P1D", None),
            ("P1", None),
            ("PD", None),
            ("1D", None),
            ("P1Y", None),
            ("P99999999999999999999D", None),
            ("", None),
        ] {
            assert_eq!(parse_days(text), days, "{text}");
        }
    }

    #[test]
    fn moments_are_days_or_times() {
        let day = NaiveDate::from_ymd_opt(2028, 2, 29).unwrap_or_default();
        for (text, moment) in [
            ("20280229", Moment::Day(day)),
            ("20280229T080000", Moment::Time(day)),
            (" 20280229T080000Z ", Moment::Time(day)),
            ("20270229", Moment::Invalid),
            ("2028-02-29", Moment::Invalid),
            ("20280229T0800", Moment::Invalid),
            ("20280229T080000Z/PT1H", Moment::Invalid),
            ("２０２８", Moment::Invalid),
            ("", Moment::Invalid),
        ] {
            assert_eq!(Moment::parse(text), moment, "{text}");
        }
    }
}
