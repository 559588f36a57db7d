//! Allowances such as "10 in 15 minutes".

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use crate::accounts::TooMany;

/// A maximum number of events within a sliding time window, such as "10 in 15 minutes".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    max_events: u32,
    window: TimeDelta,
}

/// The text is not a valid allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "must be a number of times and a time, such as \"10 in 15 minutes\": at least 1, at most 1000000 in 31 days"
)]
pub struct AllowanceError;

const UNITS: [(&str, i64); 4] = [("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400)];

impl Allowance {
    const MAX_EVENTS: u32 = 1_000_000;
    const MAX_SECONDS: i64 = 31 * 86_400;

    pub(super) const fn new(max_events: u32, window: TimeDelta) -> Self {
        Self { max_events, window }
    }

    /// Parses an allowance in the notation of the configuration: `10 in 15 minutes`, `1 in 1 day`.
    pub fn parse(text: &str) -> Result<Self, AllowanceError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [max_events, "in", length, unit] = words[..] else {
            return Err(AllowanceError);
        };
        let max_events: u32 = max_events.parse().map_err(|_| AllowanceError)?;
        let length: i64 = length.parse().map_err(|_| AllowanceError)?;
        let unit = unit.strip_suffix('s').unwrap_or(unit);
        let (_, seconds) = UNITS
            .iter()
            .find(|(name, _)| *name == unit)
            .ok_or(AllowanceError)?;
        let seconds = length.checked_mul(*seconds).ok_or(AllowanceError)?;
        if !(1..=Self::MAX_EVENTS).contains(&max_events) || !(1..=Self::MAX_SECONDS).contains(&seconds) {
            return Err(AllowanceError);
        }
        Ok(Self::new(max_events, TimeDelta::seconds(seconds)))
    }

    /// The maximum number of events within the window.
    pub const fn max_events(&self) -> u32 {
        self.max_events
    }

    /// The length of the window.
    pub const fn window(&self) -> TimeDelta {
        self.window
    }

    /// Checks if one more event is allowed `now`.
    ///
    /// `oldest_that_counts` is the time of the [`Allowance::max_events`]th event, counted back from the
    /// latest, or `None` if there were fewer. An error says how long to wait until that event
    /// leaves the window.
    pub fn check(
        &self,
        oldest_that_counts: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<(), TooMany> {
        let free_again = oldest_that_counts.map(|oldest| oldest + self.window);
        free_again
            .filter(|then| now < *then)
            .map_or(Ok(()), |then| Err(TooMany::until(then, now)))
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.window.num_seconds();
        let mut largest_first = UNITS.iter().rev();
        let (name, unit) = largest_first
            .find(|(_, unit)| seconds % unit == 0)
            .unwrap_or(&UNITS[0]);
        let length = seconds / unit;
        let plural = if length == 1 { "" } else { "s" };
        write!(f, "{} in {length} {name}{plural}", self.max_events)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limit;
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn wait_lasts_until_the_oldest_event_leaves_the_window() {
        let allowance = Allowance::parse("10 in 15 minutes").unwrap();
        assert_eq!(allowance.check(None, at(0)), Ok(()));
        let refused = allowance.check(Some(at(0)), at(100)).unwrap_err();
        assert_eq!(refused.retry_after_seconds(), 800);
        assert_eq!(allowance.check(Some(at(0)), at(900)), Ok(()));
    }

    #[test]
    fn allowances_round_trip() {
        for limit in Limit::ALL {
            let written = limit.default_allowance().to_string();
            assert_eq!(
                Allowance::parse(&written),
                Ok(limit.default_allowance()),
                "{written}"
            );
        }
        for (text, same) in [
            (" 1  in 1 days", "1 in 1 day"),
            ("5 in 90 seconds", "5 in 90 seconds"),
        ] {
            assert_eq!(Allowance::parse(text).unwrap().to_string(), same);
        }
    }

    #[test]
    fn invalid_allowances_are_refused() {
        for text in [
            "",
            "10",
            "10 in",
            "0 in 1 hour",
            "-1 in 1 hour",
            "10 in 0 hours",
            "10 in 1 year",
            "10 per 1 hour",
            "10 in 32 days",
            "1000001 in 1 hour",
            "10 in 9223372036854775807 days",
            "10 in 1 hour or so",
        ] {
            assert_eq!(Allowance::parse(text), Err(AllowanceError), "{text:?}");
        }
    }
}
