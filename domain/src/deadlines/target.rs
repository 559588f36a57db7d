//! The target of a stage.

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::calendar::Calendar;
use super::clock::{Clock, Due, DueDates};
use super::pauses::Pauses;

/// The number of working days in which a stage should be decided (decisions N2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target(u16);

/// The error for a target out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Enter {} to {} working days, or nothing for a stage without a target.",
    Target::MIN,
    Target::MAX
)]
pub struct TargetError;

impl Target {
    /// The shortest target in working days.
    pub const MIN: u16 = 1;
    /// The longest target in working days.
    pub const MAX: u16 = 250;

    /// Checks a number of working days.
    pub fn new(working_days: i64) -> Result<Self, TargetError> {
        u16::try_from(working_days)
            .ok()
            .filter(|days| (Self::MIN..=Self::MAX).contains(days))
            .map(Self)
            .ok_or(TargetError)
    }

    /// The number of working days.
    pub const fn working_days(self) -> u16 {
        self.0
    }

    /// Returns the due date, at the time `now`, of a stage that became Unattended at `since`. The
    /// day of that event does not count.
    pub fn due(self, since: DateTime<Utc>, pauses: &Pauses, now: DateTime<Utc>, calendar: &Calendar) -> Due {
        Clock::new(since, now, pauses, calendar).due_after_working_days(u32::from(self.0))
    }

    /// Returns the dates on which the state of a stage changes that became Unattended at `since`.
    pub fn due_dates(self, since: DateTime<Utc>, pauses: &Pauses, calendar: &Calendar) -> DueDates {
        Clock::new(since, since, pauses, calendar).dates_after_working_days(u32::from(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at, calendar, day};
    use super::super::{DueState, Pause};
    use super::*;

    fn due(days: i64, pauses: &[Pause], now: &str) -> (Option<String>, u32, DueState) {
        let calendar = calendar("Europe/Brussels", &["2027-03-29"]);
        let pauses = Pauses::new(pauses, &calendar);
        // A Monday.
        let since = at("2027-03-22T09:00:00Z");
        let due = Target::new(days).unwrap().due(since, &pauses, at(now), &calendar);
        (due.on.map(|day| day.to_string()), due.left, due.state)
    }

    #[test]
    fn targets_have_1_to_250_working_days() {
        for days in [i64::MIN, -1, 0, 251, i64::MAX] {
            assert_eq!(Target::new(days), Err(TargetError));
        }
        assert_eq!(Target::new(250).unwrap().working_days(), 250);
        assert_eq!(
            TargetError.to_string(),
            "Enter 1 to 250 working days, or nothing for a stage without a target."
        );
    }

    #[test]
    fn a_stage_is_due_soon_in_its_last_fifth_and_overdue_after_its_last_day() {
        // Easter Monday does not count.
        let last = || Some("2027-04-06".to_owned());
        for (now, left, state) in [
            ("2027-03-22T10:00:00Z", 10, DueState::OnTime),
            ("2027-03-23T10:00:00Z", 10, DueState::OnTime),
            ("2027-04-02T10:00:00Z", 3, DueState::OnTime),
            ("2027-04-03T10:00:00Z", 2, DueState::DueSoon),
            ("2027-04-05T10:00:00Z", 2, DueState::DueSoon),
            // The clocks went forward on 28 March: the day ends at 22:00 UTC.
            ("2027-04-06T21:59:59Z", 1, DueState::DueSoon),
            ("2027-04-06T22:00:00Z", 0, DueState::Overdue),
            ("2099-01-01T00:00:00Z", 0, DueState::Overdue),
        ] {
            assert_eq!(due(10, &[], now), (last(), left, state), "{now}");
        }
    }

    #[test]
    fn a_target_of_one_day_is_due_soon_from_the_start() {
        assert_eq!(
            due(1, &[], "2027-03-22T10:00:00Z"),
            (Some("2027-03-23".to_owned()), 1, DueState::DueSoon)
        );
    }

    #[test]
    fn a_paused_stage_has_no_due_date_and_keeps_what_is_left() {
        let open = Pause {
            from: at("2027-03-24T10:00:00Z"),
            to: None,
        };
        for now in ["2027-03-24T11:00:00Z", "2027-05-24T11:00:00Z"] {
            assert_eq!(due(5, &[open], now), (None, 4, DueState::OnTime));
        }
        let resolved = Pause {
            to: Some(at("2027-03-26T10:00:00Z")),
            ..open
        };
        // Wednesday and Thursday did not count.
        assert_eq!(
            due(5, &[resolved], "2027-03-26T11:00:00Z"),
            (Some("2027-04-01".to_owned()), 4, DueState::OnTime)
        );
    }

    #[test]
    fn a_pause_after_the_due_date_changes_nothing() {
        let late = Pause {
            from: at("2027-03-25T10:00:00Z"),
            to: None,
        };
        assert_eq!(
            due(2, &[late], "2027-04-24T11:00:00Z"),
            (Some("2027-03-24".to_owned()), 0, DueState::Overdue)
        );
    }

    #[test]
    fn a_clock_that_was_set_back_counts_no_day() {
        assert_eq!(
            due(5, &[], "2026-01-01T00:00:00Z"),
            (Some("2027-03-30".to_owned()), 5, DueState::OnTime)
        );
    }

    #[test]
    fn an_overdue_stage_stays_overdue_after_a_change_of_the_calendar() {
        let since = at("2027-03-22T09:00:00Z");
        let today = day("2027-03-24");
        let of = |days, holidays: &[&str]| {
            let calendar = calendar("Europe/Brussels", holidays);
            let target = Target::new(days).unwrap();
            target.due_dates(since, &Pauses::default(), &calendar)
        };
        let (before, after) = (of(1, &[]), of(1, &["2027-03-23"]));
        assert_eq!(before.state(today), DueState::Overdue);
        assert_eq!(after.due_on, Some(day("2027-03-24")));
        assert_eq!(after.computed_again(before, today), before);
        let (before, after) = (of(2, &[]), of(2, &["2027-03-23"]));
        assert_eq!(after.computed_again(before, today), after);
    }

    #[test]
    fn a_request_has_the_dates_of_the_stage_that_is_due_first() {
        let dates = |due_soon_on: &str, due_on: Option<&str>| DueDates {
            due_soon_on: Some(day(due_soon_on)),
            due_on: due_on.map(day),
        };
        let paused = dates("2027-03-24", None);
        let running = dates("2027-04-01", Some("2027-04-06"));
        let both = dates("2027-03-24", Some("2027-04-06"));
        assert_eq!(paused.earliest(running), both);
        assert_eq!(running.earliest(paused), both);
        assert_eq!(DueDates::default().earliest(running), running);
    }
}
