//! Reminders of due dates, and of comments that require action (decisions N5).

use std::ops::Range;

use chrono::{DateTime, NaiveDate, TimeDelta, Timelike, Utc};
use thiserror::Error;

use super::calendar::{Calendar, after};
use super::clock::{DueDates, DueState};
use super::term::CompletionWindow;

/// The hours of a working day in which reminders are sent, in the zone of the calendar.
const HOURS: Range<u32> = 8..18;

/// The working days between two reminders of an overdue stage.
const REPEATED_AFTER: u16 = 2;

/// The hours after which the requester is reminded of a comment that requires action.
const DEMAND_HOURS: [i64; 2] = [24, 40];

/// The calendar days before the last day of a completion window on which the requester is reminded. Instead
/// of a non-working day, it is the last working day before it.
const ANSWER_DAYS: [u64; 2] = [7, 1];

/// A reminder of the people who can decide at a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageReminder {
    /// The stage is due soon.
    DueSoon,
    /// The stage is overdue.
    Overdue,
}

/// The error for a name of no reminder.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no reminder of this name.")]
pub struct UnknownReminder;

impl StageReminder {
    /// All reminders, in their order.
    pub const ALL: [Self; 2] = [Self::DueSoon, Self::Overdue];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DueSoon => "due_soon",
            Self::Overdue => "overdue",
        }
    }

    /// Parses the name in the database.
    pub fn parse(name: &str) -> Result<Self, UnknownReminder> {
        Self::ALL
            .into_iter()
            .find(|reminder| reminder.name() == name)
            .ok_or(UnknownReminder)
    }
}

/// The reminders that were sent since the turn of a stage came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SentReminders {
    /// The last reminder of the people who can decide, with its day.
    pub last: Option<(StageReminder, NaiveDate)>,
    /// The day on which the Admins were notified.
    pub escalated_on: Option<NaiveDate>,
}

/// The reminders of a stage that are due now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DueReminders {
    /// The reminder of the people who can decide.
    pub deciders: Option<StageReminder>,
    /// True if the Admins are notified.
    pub admins: bool,
}

impl DueReminders {
    /// True if nothing is due.
    pub const fn is_empty(self) -> bool {
        self.deciders.is_none() && !self.admins
    }
}

/// The limits of a query for the stages and comments for which a reminder may be due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderCutoffs {
    /// The day in the zone of the calendar. A reminder may be due if the stage is due soon on it
    /// without any reminder, or overdue on it without [`StageReminder::Overdue`].
    pub today: NaiveDate,
    /// An overdue stage is reminded again if [`StageReminder::Overdue`] was sent on this day or
    /// earlier.
    pub reminded_until: NaiveDate,
    /// The Admins are notified of a stage that was due on this day or earlier.
    pub due_until: NaiveDate,
    /// A comment of this time or earlier has a reminder: the first time is for comments without a
    /// reminder, the second for those with one.
    pub demanded_until: [DateTime<Utc>; 2],
    /// A comment whose completion window ends on [`Self::today`] or later, and on one of these days or
    /// earlier, has a reminder of that: the first day is for windows of two weeks or more without a
    /// reminder, the second for windows without the second reminder.
    pub answer_until: [NaiveDate; 2],
}

/// A time at which reminders are sent.
#[derive(Debug, Clone, Copy)]
pub struct ReminderTime<'a> {
    now: DateTime<Utc>,
    today: NaiveDate,
    /// The working days for which a stage is overdue before its Admins are notified.
    escalate_after: u16,
    calendar: &'a Calendar,
}

impl<'a> ReminderTime<'a> {
    /// Returns `None` outside the hours of a working day.
    pub fn at(now: DateTime<Utc>, calendar: &'a Calendar, escalate_after: u16) -> Option<Self> {
        let local = now.with_timezone(&calendar.zone());
        let today = local.date_naive();
        let is_sent = HOURS.contains(&local.hour()) && calendar.is_working(today);
        is_sent.then_some(Self {
            now,
            today,
            escalate_after,
            calendar,
        })
    }

    /// Returns the cut-offs of a query for what [`Self::of_stage`], [`Self::of_demand`] and
    /// [`Self::of_answer`] return.
    pub fn cutoffs(&self) -> ReminderCutoffs {
        let before = |count| self.calendar.before_working_days(self.today, count);
        ReminderCutoffs {
            today: self.today,
            reminded_until: before(REPEATED_AFTER),
            due_until: before(self.days_to_escalation()),
            demanded_until: DEMAND_HOURS.map(|hours| {
                self.now
                    .checked_sub_signed(TimeDelta::hours(hours))
                    .unwrap_or(DateTime::<Utc>::MIN_UTC)
            }),
            answer_until: self.answer_until(),
        }
    }

    /// Returns the reminders of a stage whose turn came at `since`. There are none while its clock
    /// is paused, even if it is overdue, because the request waits for its requester. On the day of
    /// its turn a stage is not called due soon, because that day has a notification already.
    pub fn of_stage(
        &self,
        since: DateTime<Utc>,
        dates: DueDates,
        is_paused: bool,
        sent: SentReminders,
    ) -> DueReminders {
        let Some(due_on) = dates.due_on.filter(|_| !is_paused) else {
            return DueReminders::default();
        };
        match dates.state(self.today) {
            DueState::OnTime => DueReminders::default(),
            DueState::DueSoon => {
                let is_due = sent.last.is_none() && self.calendar.date_of(since) < self.today;
                DueReminders {
                    deciders: is_due.then_some(StageReminder::DueSoon),
                    admins: false,
                }
            }
            DueState::Overdue => {
                let is_due = match sent.last {
                    Some((StageReminder::Overdue, on)) => self.has_passed(on, REPEATED_AFTER),
                    Some((StageReminder::DueSoon, _)) | None => true,
                };
                DueReminders {
                    deciders: is_due.then_some(StageReminder::Overdue),
                    admins: sent.escalated_on.is_none() && self.has_passed(due_on, self.days_to_escalation()),
                }
            }
        }
    }

    /// Returns the reminders of a stage to store once those that are due were sent.
    pub fn record(&self, due: DueReminders, sent: SentReminders) -> SentReminders {
        SentReminders {
            last: due.deciders.map(|reminder| (reminder, self.today)).or(sent.last),
            escalated_on: sent.escalated_on.or(due.admins.then_some(self.today)),
        }
    }

    /// Returns the number of reminders to store for an unresolved comment that requires action
    /// since `demanded_on`, once a reminder was sent. `None` if no reminder is due. If several
    /// reminders have become due, one is sent for all.
    pub fn of_demand(&self, demanded_on: DateTime<Utc>, sent: u8) -> Option<u8> {
        let age = self.now - demanded_on;
        let due = (1..).zip(DEMAND_HOURS);
        let due = due.filter(|(_, hours)| TimeDelta::hours(*hours) <= age);
        due.map(|(number, _)| number).last().filter(|due| sent < *due)
    }

    /// Returns the number of reminders of its last day to store for a comment with this window, once a
    /// reminder was sent. `None` if no reminder is due. A window of one week has only the second one,
    /// because the first would come with the comment. If both have become due, one is sent.
    pub fn of_answer(&self, window: CompletionWindow, last_day: NaiveDate, sent: u8) -> Option<u8> {
        if last_day < self.today {
            return None;
        }
        let has = |number: &u8| *number > 1 || window.weeks() > 1;
        let due = (1..).zip(self.answer_until());
        let due = due.filter(|(_, until)| last_day <= *until);
        let due = due.map(|(number, _)| number).filter(has);
        due.last().filter(|due| sent < *due)
    }

    /// The latest last days of which the requester is reminded today: those of which the next working day
    /// is too late.
    fn answer_until(&self) -> [NaiveDate; 2] {
        let next_working_day = self.calendar.after_working_days(self.today, 1);
        ANSWER_DAYS.map(|days| after(next_working_day, days - 1))
    }

    /// The working days from the due date to the day on which the Admins are notified. A day of
    /// which the stage is overdue counts if it is over.
    const fn days_to_escalation(&self) -> u16 {
        self.escalate_after.saturating_add(1)
    }

    /// Returns true if today is this number of working days after the day, or later.
    fn has_passed(&self, day: NaiveDate, working_days: u16) -> bool {
        self.calendar.after_working_days(day, working_days) <= self.today
    }
}

#[cfg(test)]
mod tests;
