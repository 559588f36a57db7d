//! The pauses of a clock.

use chrono::{DateTime, NaiveDate, Utc};

use super::calendar::{Calendar, days_from};

/// The time in which an action-required comment was unresolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// The time of the comment.
    pub from: DateTime<Utc>,
    /// The time at which it was resolved; `None` if it is unresolved.
    pub to: Option<DateTime<Utc>>,
}

/// The days at whose end the clock did not run: ranges without their last day, sorted and apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pauses {
    ranges: Vec<(NaiveDate, NaiveDate)>,
    /// The first day of a pause that has not ended.
    open_from: Option<NaiveDate>,
}

impl Pauses {
    /// Merges pauses, which may overlap. A pause that ends before it begins, because a clock was
    /// set back, has no effect.
    pub fn new(pauses: &[Pause], calendar: &Calendar) -> Self {
        let open_from = pauses
            .iter()
            .filter(|pause| pause.to.is_none())
            .map(|pause| calendar.date_of(pause.from))
            .min();
        let mut days: Vec<_> = pauses
            .iter()
            .filter_map(|pause| Some((calendar.date_of(pause.from), calendar.date_of(pause.to?))))
            .filter(|(from, to)| from < to)
            .collect();
        days.sort_unstable();
        let mut ranges: Vec<(NaiveDate, NaiveDate)> = Vec::new();
        for (from, to) in days {
            match ranges.last_mut() {
                Some((_, end)) if from <= *end => *end = to.max(*end),
                _ => ranges.push((from, to)),
            }
        }
        Self { ranges, open_from }
    }

    /// Returns the days from `first` on at whose end the clock runs, until a pause that has not
    /// ended.
    pub(super) fn running_days_from(&self, first: NaiveDate) -> impl Iterator<Item = NaiveDate> {
        let is_paused = |day: NaiveDate| self.ranges.iter().any(|(from, to)| (*from..*to).contains(&day));
        days_from(first)
            .take_while(|day| self.open_from.is_none_or(|from| *day < from))
            .filter(move |day| !is_paused(*day))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, calendar, day};
    use super::*;

    fn running(pauses: &[(&str, Option<&str>)]) -> Vec<NaiveDate> {
        let pauses: Vec<_> = pauses
            .iter()
            .map(|(from, to)| Pause {
                from: at(from),
                to: to.map(at),
            })
            .collect();
        Pauses::new(&pauses, &calendar("Europe/Brussels", &[]))
            .running_days_from(day("2027-01-04"))
            .take_while(|running| *running < day("2027-01-10"))
            .collect()
    }

    fn days(numbers: &[u32]) -> Vec<NaiveDate> {
        numbers
            .iter()
            .map(|number| NaiveDate::from_ymd_opt(2027, 1, *number).unwrap())
            .collect()
    }

    #[test]
    fn a_day_counts_if_the_clock_runs_at_its_end() {
        let within_a_day = ("2027-01-05T08:00:00Z", Some("2027-01-05T22:59:00Z"));
        assert_eq!(running(&[within_a_day]), days(&[4, 5, 6, 7, 8, 9]));
        let past_midnight = ("2027-01-05T08:00:00Z", Some("2027-01-05T23:00:00Z"));
        assert_eq!(running(&[past_midnight]), days(&[4, 6, 7, 8, 9]));
    }

    #[test]
    fn overlapping_pauses_count_once() {
        let first = ("2027-01-05T08:00:00Z", Some("2027-01-07T08:00:00Z"));
        let second = ("2027-01-06T08:00:00Z", Some("2027-01-08T08:00:00Z"));
        let inner = ("2027-01-05T09:00:00Z", Some("2027-01-06T08:00:00Z"));
        let expected = days(&[4, 8, 9]);
        assert_eq!(running(&[first, second, inner]), expected);
        assert_eq!(running(&[inner, second, first]), expected);
    }

    #[test]
    fn no_day_counts_from_an_open_pause_on() {
        let open = ("2027-01-07T08:00:00Z", None);
        assert_eq!(running(&[open]), days(&[4, 5, 6]));
        let later = ("2027-01-08T08:00:00Z", None);
        assert_eq!(running(&[later, open]), days(&[4, 5, 6]));
    }

    #[test]
    fn a_pause_that_ends_before_it_begins_has_no_effect() {
        let backwards = ("2027-01-07T08:00:00Z", Some("2027-01-05T08:00:00Z"));
        assert_eq!(running(&[backwards]), days(&[4, 5, 6, 7, 8, 9]));
    }
}
