//! The due date and the state of a clock.

use chrono::{DateTime, NaiveDate, Utc};

use super::calendar::{Calendar, next};
use super::pauses::Pauses;

/// The state of a clock with respect to its due date (decisions N2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DueState {
    /// More than the last fifth is left.
    OnTime,
    /// The last fifth is left, at least one day.
    DueSoon,
    /// The due date is over.
    Overdue,
}

impl DueState {
    /// All states, in the order in which a clock passes through them.
    pub const ALL: [Self; 3] = [Self::OnTime, Self::DueSoon, Self::Overdue];

    /// The name on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnTime => "On time",
            Self::DueSoon => "Due soon",
            Self::Overdue => "Overdue",
        }
    }

    fn of(left: u32, length: u32) -> Self {
        if left == 0 {
            Self::Overdue
        } else if left <= (length / 5).max(1) {
            Self::DueSoon
        } else {
            Self::OnTime
        }
    }
}

/// The due date of a clock at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The last day on which an answer is in time; `None` while the clock is paused, because the
    /// date depends on the end of the pause.
    pub on: Option<NaiveDate>,
    /// The number of days that are left, counting today: working days of a target, otherwise
    /// calendar days. 0 if the clock is overdue.
    pub left: u32,
    /// The state.
    pub state: DueState,
}

impl Due {
    /// Returns the due date to store after a change of the calendar, where `before` is the one by
    /// the previous calendar. What was overdue stays so (decisions N1).
    #[must_use]
    pub fn after_calendar_change(self, before: Self) -> Self {
        if before.state == DueState::Overdue {
            before
        } else {
            self
        }
    }
}

/// A clock at one moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock<'a> {
    /// The day on which the clock started. It does not count.
    started: NaiveDate,
    /// The day on which the clock is read. It has not ended, so it does not count yet.
    today: NaiveDate,
    pauses: &'a Pauses,
    calendar: &'a Calendar,
}

impl<'a> Clock<'a> {
    /// Reads a clock that started at `since`, at the time `now`.
    pub fn new(since: DateTime<Utc>, now: DateTime<Utc>, pauses: &'a Pauses, calendar: &'a Calendar) -> Self {
        Self {
            started: calendar.date_of(since),
            today: calendar.date_of(now),
            pauses,
            calendar,
        }
    }

    /// Returns the due date if `length` working days are allowed.
    pub fn due_after_working_days(&self, length: u32) -> Due {
        let days = || self.days().filter(|day| self.calendar.is_working(*day));
        let left = length - self.passed(days(), length);
        Due {
            on: days().nth(before(length)),
            left,
            state: DueState::of(left, length),
        }
    }

    /// Returns the due date if the time until `end` is allowed, a day that has not counted the
    /// pauses. A period that ends on a non-working day ends with the next working day (Regulation
    /// 1182/71, Article 3(4)).
    pub fn due_after(&self, end: NaiveDate) -> Due {
        let length = u32::try_from((end - self.started).num_days()).unwrap_or_default();
        let last = || {
            let days = self.days().skip(before(length));
            days.filter(|day| self.calendar.is_working(*day))
        };
        let left = if self.passed(last(), 1) == 1 {
            0
        } else {
            // Non-working days after the last day belong to it.
            (length - self.passed(self.days(), length)).max(1)
        };
        Due {
            on: last().next(),
            left,
            state: DueState::of(left, length),
        }
    }

    /// The days that count.
    fn days(&self) -> impl Iterator<Item = NaiveDate> {
        self.pauses.running_days_from(next(self.started))
    }

    /// Counts how many of these days are over, up to `at_most`.
    fn passed(&self, days: impl Iterator<Item = NaiveDate>, at_most: u32) -> u32 {
        let past = days.take_while(|day| *day < self.today);
        (1..=at_most).zip(past).last().map_or(0, |(number, _)| number)
    }
}

/// The number of days before the last one of a period.
fn before(length: u32) -> usize {
    usize::try_from(length.saturating_sub(1)).unwrap_or(usize::MAX)
}
