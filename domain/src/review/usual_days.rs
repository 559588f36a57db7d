//! How many days decisions take, for the figures of Super Users.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};

use super::wording::days_between;

/// Number of the latest decisions that count.
const LATEST: usize = 20;

/// Minimum number of decisions. The median of fewer says little.
const FEWEST: usize = 5;

/// The times of a decided request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// Time of the first submission.
    pub submitted_on: DateTime<Utc>,
    /// Time of the last decision.
    pub decided_on: DateTime<Utc>,
}

/// Returns the median of the full days from submission to decision, over the latest 20 decisions.
/// None for fewer than five.
pub fn usual_days(mut decided: Vec<Decided>) -> Option<u64> {
    if decided.len() < FEWEST {
        return None;
    }
    decided.sort_by_key(|request| Reverse(request.decided_on));
    decided.truncate(LATEST);
    let mut days: Vec<u64> = decided
        .iter()
        .map(|request| days_between(request.submitted_on, request.decided_on))
        .collect();
    days.sort_unstable();
    let upper = days.get(days.len() / 2)?;
    let lower = days.get((days.len() - 1) / 2)?;
    Some(lower.midpoint(*upper))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    /// Returns a request that was decided on this day after the start, and took this many days.
    fn decided(day: i64, took: i64) -> Decided {
        let decided_on = DateTime::UNIX_EPOCH + TimeDelta::days(day);
        Decided {
            submitted_on: decided_on - TimeDelta::days(took) - TimeDelta::hours(1),
            decided_on,
        }
    }

    #[test]
    fn the_median_needs_five_decisions() {
        let four: Vec<_> = [3, 9, 4, 40].map(|took| decided(100, took)).into();
        assert_eq!(usual_days(four.clone()), None);
        let five = [four, vec![decided(101, 8)]].concat();
        assert_eq!(usual_days(five.clone()), Some(8), "not the mean of 12.8");
        let six = [five, vec![decided(102, 11)]].concat();
        assert_eq!(usual_days(six), Some(8), "half days are rounded down");
    }

    #[test]
    fn only_the_latest_decisions_count() {
        let early = (0..30).map(|day| decided(day, 90));
        let late = (30..50).map(|day| decided(day, 7));
        assert_eq!(usual_days(late.chain(early).collect()), Some(7));
    }
}
