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
        } else if left <= last_fifth(length) {
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

/// The dates on which the state of a clock changes. They are the same on whichever day the clock is
/// read, until the next pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DueDates {
    /// The first day on which it is due soon; `None` while a pause defers that day.
    pub due_soon_on: Option<NaiveDate>,
    /// The last day on which an answer is in time; `None` while a pause defers it.
    pub due_on: Option<NaiveDate>,
}

impl DueDates {
    /// Returns the state on this day of the calendar.
    pub fn state(self, today: NaiveDate) -> DueState {
        if self.due_on.is_some_and(|last| last < today) {
            DueState::Overdue
        } else if self.due_soon_on.is_some_and(|first| first <= today) {
            DueState::DueSoon
        } else {
            DueState::OnTime
        }
    }

    /// Returns the dates of the clock that is due first, for a request with several clocks.
    #[must_use]
    pub fn earliest(self, other: Self) -> Self {
        let earlier = |one: Option<NaiveDate>, two| one.into_iter().chain(two).min();
        Self {
            due_soon_on: earlier(self.due_soon_on, other.due_soon_on),
            due_on: earlier(self.due_on, other.due_on),
        }
    }

    /// Returns the dates to store when they are computed again, where `before` are the stored ones
    /// of the same clock. What was overdue stays so, also if the calendar has changed (decisions
    /// N1).
    #[must_use]
    pub fn computed_again(self, before: Self, today: NaiveDate) -> Self {
        if before.state(today) == DueState::Overdue {
            before
        } else {
            self
        }
    }
}

/// The number of days that are left when a clock becomes due soon.
const fn last_fifth(length: u32) -> u32 {
    if length < 10 { 1 } else { length / 5 }
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

    /// Returns the dates of its states if `length` working days are allowed.
    pub fn dates_after_working_days(&self, length: u32) -> DueDates {
        let days = || self.days().filter(|day| self.calendar.is_working(*day));
        DueDates {
            due_soon_on: self.due_soon_on(days(), length),
            due_on: days().nth(before(length)),
        }
    }

    /// Returns the due date if the time until `end` is allowed, a day that has not counted the
    /// pauses. A period that ends on a non-working day ends with the next working day (Regulation
    /// 1182/71, Article 3(4)).
    pub fn due_after(&self, end: NaiveDate) -> Due {
        let length = self.days_until(end);
        let left = if self.passed(self.last_days(length), 1) == 1 {
            0
        } else {
            // Non-working days after the last day belong to it.
            (length - self.passed(self.days(), length)).max(1)
        };
        Due {
            on: self.last_days(length).next(),
            left,
            state: DueState::of(left, length),
        }
    }

    /// Returns the dates of its states if the time until `end` is allowed ([`Self::due_after`]).
    pub fn dates_after(&self, end: NaiveDate) -> DueDates {
        let length = self.days_until(end);
        DueDates {
            due_soon_on: self.due_soon_on(self.days(), length),
            due_on: self.last_days(length).next(),
        }
    }

    /// The length in calendar days of a period that ends on this day.
    fn days_until(&self, end: NaiveDate) -> u32 {
        u32::try_from((end - self.started).num_days()).unwrap_or_default()
    }

    /// The days on which a period of this length in calendar days can end: the working days from its
    /// last day on.
    fn last_days(&self, length: u32) -> impl Iterator<Item = NaiveDate> {
        let days = self.days().skip(before(length));
        days.filter(|day| self.calendar.is_working(*day))
    }

    /// Returns the first day of the last fifth of a period of this length, of which these days count.
    fn due_soon_on(&self, mut days: impl Iterator<Item = NaiveDate>, length: u32) -> Option<NaiveDate> {
        match length.saturating_sub(last_fifth(length)) {
            0 => Some(self.started),
            passed => days.nth(before(passed)).map(next),
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
