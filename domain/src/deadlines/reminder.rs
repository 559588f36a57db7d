//! Reminders of due dates, and of comments that require action (decisions N5).

use std::ops::Range;

use chrono::{DateTime, NaiveDate, TimeDelta, Timelike, Utc};
use thiserror::Error;

use super::calendar::Calendar;
use super::clock::{DueDates, DueState};

/// The hours of a working day in which reminders are sent, in the zone of the calendar.
const HOURS: Range<u32> = 8..18;

/// The working days between two reminders of an overdue stage.
const REPEATED_AFTER: u16 = 2;

/// The hours after which the requester is reminded of a comment that requires action.
const DEMAND_HOURS: [i64; 2] = [24, 40];

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

    /// Returns the cut-offs of a query for what [`Self::of_stage`] and [`Self::of_demand`] return.
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
mod tests {
    use super::super::testing::{at, calendar, day};
    use super::super::{Pauses, Target};
    use super::*;

    const ESCALATE_AFTER: u16 = 5;

    /// Easter Monday is a holiday.
    fn brussels() -> Calendar {
        calendar("Europe/Brussels", &["2027-03-29"])
    }

    /// A stage with a target whose turn came on a Monday.
    struct Stage {
        dates: DueDates,
        is_paused: bool,
        sent: SentReminders,
    }

    const SINCE: &str = "2027-03-15T09:00:00Z";

    impl Stage {
        fn new(target: i64) -> Self {
            let target = Target::new(target).unwrap();
            Self {
                dates: target.due_dates(at(SINCE), &Pauses::default(), &brussels()),
                is_paused: false,
                sent: SentReminders::default(),
            }
        }

        /// Sends what is due at this time.
        fn remind(&mut self, now: DateTime<Utc>) -> DueReminders {
            let calendar = brussels();
            let Some(time) = ReminderTime::at(now, &calendar, ESCALATE_AFTER) else {
                return DueReminders::default();
            };
            let due = time.of_stage(at(SINCE), self.dates, self.is_paused, self.sent);
            self.sent = time.record(due, self.sent);
            due
        }

        /// Sends what is due at each minute of a period, and returns it with its times.
        fn remind_from(&mut self, from: &str, to: &str) -> Vec<(String, DueReminders)> {
            let minutes = (at(to) - at(from)).num_minutes();
            (0..minutes)
                .map(|minute| at(from) + TimeDelta::minutes(minute))
                .map(|now| (now.format("%FT%R").to_string(), self.remind(now)))
                .filter(|(_, due)| !due.is_empty())
                .collect()
        }
    }

    fn deciders(reminder: StageReminder) -> DueReminders {
        DueReminders {
            deciders: Some(reminder),
            admins: false,
        }
    }

    const ADMINS: DueReminders = DueReminders {
        deciders: None,
        admins: true,
    };

    fn sent(times: &[(&str, DueReminders)]) -> Vec<(String, DueReminders)> {
        let each = times.iter();
        each.map(|(time, due)| ((*time).to_owned(), *due)).collect()
    }

    #[test]
    fn reminder_names_parse_back() {
        for reminder in StageReminder::ALL {
            assert_eq!(StageReminder::parse(reminder.name()), Ok(reminder));
        }
        assert_eq!(StageReminder::parse("Overdue"), Err(UnknownReminder));
    }

    #[test]
    fn reminders_are_sent_in_the_hours_of_working_days() {
        let calendar = brussels();
        for (now, expected) in [
            ("2027-03-26T06:59:59Z", false),
            ("2027-03-26T07:00:00Z", true),
            ("2027-03-26T16:59:59Z", true),
            ("2027-03-26T17:00:00Z", false),
            // A weekend, in which the clocks go forward, and a holiday.
            ("2027-03-27T10:00:00Z", false),
            ("2027-03-28T10:00:00Z", false),
            ("2027-03-29T10:00:00Z", false),
            ("2027-03-30T05:59:59Z", false),
            ("2027-03-30T06:00:00Z", true),
        ] {
            let time = ReminderTime::at(at(now), &calendar, ESCALATE_AFTER);
            assert_eq!(time.is_some(), expected, "{now}");
        }
    }

    #[test]
    fn a_stage_has_reminders_until_it_is_decided() {
        let mut stage = Stage::new(5);
        assert_eq!(stage.dates.due_on, Some(day("2027-03-22")));
        let expected = sent(&[
            ("2027-03-22T07:00", deciders(StageReminder::DueSoon)),
            ("2027-03-23T07:00", deciders(StageReminder::Overdue)),
            ("2027-03-25T07:00", deciders(StageReminder::Overdue)),
            // The holiday does not count. The clocks have gone forward.
            ("2027-03-30T06:00", deciders(StageReminder::Overdue)),
            ("2027-03-31T06:00", ADMINS),
            ("2027-04-01T06:00", deciders(StageReminder::Overdue)),
            ("2027-04-05T06:00", deciders(StageReminder::Overdue)),
        ]);
        assert_eq!(
            stage.remind_from("2027-03-15T09:00:00Z", "2027-04-06T09:00:00Z"),
            expected
        );
    }

    #[test]
    fn after_downtime_only_the_latest_reminder_is_sent() {
        let mut stage = Stage::new(5);
        assert_eq!(
            stage.remind(at("2027-03-23T12:34:00Z")),
            deciders(StageReminder::Overdue),
            "not that it was due soon"
        );
        let both = DueReminders {
            deciders: Some(StageReminder::Overdue),
            admins: true,
        };
        assert_eq!(stage.remind(at("2027-04-14T15:00:00Z")), both);
        assert_eq!(
            stage.remind_from("2027-04-14T15:01:00Z", "2027-04-16T15:00:00Z"),
            sent(&[("2027-04-16T06:00", deciders(StageReminder::Overdue))])
        );
    }

    #[test]
    fn a_paused_clock_sends_no_reminders() {
        let mut stage = Stage::new(5);
        stage.is_paused = true;
        assert_eq!(
            stage.remind_from("2027-03-22T06:00:00Z", "2027-03-27T00:00:00Z"),
            []
        );
        stage.is_paused = false;
        assert_eq!(
            stage.remind_from("2027-03-27T00:00:00Z", "2027-03-31T00:00:00Z"),
            sent(&[("2027-03-30T06:00", deciders(StageReminder::Overdue))])
        );
        stage.dates.due_on = None;
        assert_eq!(
            stage.remind(at("2027-04-07T10:00:00Z")),
            DueReminders::default(),
            "a pause that is not seen yet has no due date"
        );
    }

    #[test]
    fn a_clock_that_was_set_back_sends_nothing_twice() {
        let mut stage = Stage::new(5);
        stage.remind_from("2027-03-22T06:00:00Z", "2027-04-01T12:00:00Z");
        assert_eq!(
            stage.remind_from("2027-03-16T06:00:00Z", "2027-04-01T12:00:00Z"),
            []
        );
        assert_eq!(
            stage.remind_from("2027-04-01T12:00:00Z", "2027-04-06T00:00:00Z"),
            sent(&[("2027-04-05T06:00", deciders(StageReminder::Overdue))])
        );
    }

    #[test]
    fn a_stage_that_is_due_soon_from_the_start_has_no_reminder_on_that_day() {
        let mut stage = Stage::new(1);
        assert_eq!(stage.dates.due_soon_on, Some(day("2027-03-15")));
        assert_eq!(
            stage.remind_from(SINCE, "2027-03-18T00:00:00Z"),
            sent(&[
                ("2027-03-16T07:00", deciders(StageReminder::DueSoon)),
                ("2027-03-17T07:00", deciders(StageReminder::Overdue)),
            ])
        );
    }

    /// The times at which the requester is reminded of a comment, with the stored numbers.
    fn of_demand(demanded_on: &str, from: &str, to: &str, mut sent: u8) -> Vec<(String, u8)> {
        let calendar = brussels();
        let minutes = (at(to) - at(from)).num_minutes();
        let mut reminders = Vec::new();
        for now in (0..minutes).map(|minute| at(from) + TimeDelta::minutes(minute)) {
            let time = ReminderTime::at(now, &calendar, ESCALATE_AFTER);
            if let Some(number) = time.and_then(|time| time.of_demand(at(demanded_on), sent)) {
                sent = number;
                reminders.push((now.format("%FT%R").to_string(), number));
            }
        }
        reminders
    }

    fn numbered(times: &[(&str, u8)]) -> Vec<(String, u8)> {
        let each = times.iter();
        each.map(|(time, number)| ((*time).to_owned(), *number)).collect()
    }

    #[test]
    fn the_requester_is_reminded_after_24_and_40_hours() {
        for (demanded_on, expected) in [
            // 40 hours end in the night.
            (
                "2027-03-16T10:30:00Z",
                &[("2027-03-17T10:30", 1), ("2027-03-18T07:00", 2)][..],
            ),
            (
                "2027-03-16T16:30:00Z",
                &[("2027-03-17T16:30", 1), ("2027-03-18T08:30", 2)],
            ),
            // Both end at the weekend.
            ("2027-03-19T16:00:00Z", &[("2027-03-22T07:00", 2)]),
        ] {
            let reminders = of_demand(demanded_on, demanded_on, "2027-03-24T00:00:00Z", 0);
            assert_eq!(reminders, numbered(expected), "{demanded_on}");
        }
    }

    #[test]
    fn a_clock_that_was_set_back_sends_no_reminder_of_a_comment_twice() {
        let (demanded_on, from, to) = (
            "2027-03-16T10:30:00Z",
            "2027-03-16T00:00:00Z",
            "2027-03-24T00:00:00Z",
        );
        assert_eq!(
            of_demand(demanded_on, from, to, 1),
            numbered(&[("2027-03-18T07:00", 2)])
        );
        assert_eq!(of_demand(demanded_on, from, to, 2), []);
        let in_the_future = of_demand("2099-01-01T00:00:00Z", from, to, 0);
        assert_eq!(in_the_future, []);
    }

    /// A stage is found by the cut-offs.
    fn is_candidate(cutoffs: &ReminderCutoffs, stage: &Stage) -> bool {
        let DueDates { due_soon_on, due_on } = stage.dates;
        let is_overdue = due_on.is_some_and(|due_on| due_on < cutoffs.today);
        let may_remind = match stage.sent.last {
            None => due_soon_on.is_some_and(|first| first <= cutoffs.today),
            Some((StageReminder::DueSoon, _)) => is_overdue,
            Some((StageReminder::Overdue, on)) => is_overdue && on <= cutoffs.reminded_until,
        };
        let may_escalate =
            stage.sent.escalated_on.is_none() && due_on.is_some_and(|due_on| due_on <= cutoffs.due_until);
        may_remind || may_escalate
    }

    #[test]
    fn the_cutoffs_find_exactly_what_is_due() {
        let calendar = brussels();
        let from = at("2027-03-16T10:00:00Z");
        let mut stage = Stage::new(5);
        for days in 0..60 {
            let now = from + TimeDelta::days(days);
            let Some(time) = ReminderTime::at(now, &calendar, ESCALATE_AFTER) else {
                continue;
            };
            let is_candidate = is_candidate(&time.cutoffs(), &stage);
            assert_eq!(is_candidate, !stage.remind(now).is_empty(), "{now}");
        }
        let cutoffs = ReminderTime::at(from, &calendar, ESCALATE_AFTER)
            .unwrap()
            .cutoffs();
        assert_eq!(
            cutoffs.demanded_until,
            [at("2027-03-15T10:00:00Z"), at("2027-03-14T18:00:00Z")]
        );
    }
}
