//! Examples of reminders, sent minute by minute.

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

/// The times at which the requester is reminded of the last day, with the stored numbers.
fn of_answer(weeks: i64, last_day: &str, from: &str, to: &str, mut sent: u8) -> Vec<(String, u8)> {
    let calendar = brussels();
    let window = CompletionWindow::new(weeks).unwrap();
    let minutes = (at(to) - at(from)).num_minutes();
    let mut reminders = Vec::new();
    for now in (0..minutes).map(|minute| at(from) + TimeDelta::minutes(minute)) {
        let time = ReminderTime::at(now, &calendar, ESCALATE_AFTER);
        if let Some(number) = time.and_then(|time| time.of_answer(window, day(last_day), sent)) {
            sent = number;
            reminders.push((now.format("%FT%R").to_string(), number));
        }
    }
    reminders
}

#[test]
fn the_requester_is_reminded_7_days_and_1_day_before_the_last_day() {
    let (from, to) = ("2027-03-01T00:00:00Z", "2027-04-10T00:00:00Z");
    for (weeks, last_day, expected) in [
        (
            2,
            "2027-03-24",
            &[("2027-03-17T07:00", 1), ("2027-03-23T07:00", 2)][..],
        ),
        // The day before the last one is Easter Monday.
        (
            4,
            "2027-03-30",
            &[("2027-03-23T07:00", 1), ("2027-03-26T07:00", 2)],
        ),
        // Easter Monday is seven days before the last one, which is a Monday, too.
        (
            4,
            "2027-04-05",
            &[("2027-03-26T07:00", 1), ("2027-04-02T06:00", 2)],
        ),
        (1, "2027-03-24", &[("2027-03-23T07:00", 2)]),
    ] {
        let reminders = of_answer(weeks, last_day, from, to, 0);
        assert_eq!(reminders, numbered(expected), "{weeks} weeks until {last_day}");
    }
}

#[test]
fn reminders_of_a_last_day_are_sent_once_and_not_afterwards() {
    let to = "2027-04-10T00:00:00Z";
    let since = |from, sent| of_answer(4, "2027-03-24", from, to, sent);
    // After downtime, the latest one only.
    let late = "2027-03-24T12:00:00Z";
    assert_eq!(since(late, 0), numbered(&[("2027-03-24T12:00", 2)]));
    assert_eq!(since("2027-03-24T23:00:00Z", 0), []);
    // A clock that was set back sends nothing twice.
    let early = "2027-03-15T00:00:00Z";
    assert_eq!(since(early, 1), numbered(&[("2027-03-23T07:00", 2)]));
    assert_eq!(since(early, 2), []);
}

#[test]
fn the_cutoffs_find_each_last_day_with_a_reminder() {
    let calendar = brussels();
    let last_day = day("2027-03-24");
    let from = at("2027-03-08T10:00:00Z");
    let days = (0..30).map(|days| from + TimeDelta::days(days));
    for time in days.filter_map(|now| ReminderTime::at(now, &calendar, ESCALATE_AFTER)) {
        let cutoffs = time.cutoffs();
        let [first, second] = cutoffs.answer_until;
        for (weeks, sent) in [(1, 0), (4, 0), (4, 1), (4, 2)] {
            let window = CompletionWindow::new(weeks).unwrap();
            let is_first = sent == 0 && weeks > 1 && last_day <= first;
            let is_second = sent < 2 && last_day <= second;
            let is_candidate = cutoffs.today <= last_day && (is_first || is_second);
            let is_due = time.of_answer(window, last_day, sent).is_some();
            assert_eq!(
                is_candidate, is_due,
                "{weeks} weeks, {sent} sent, {}",
                cutoffs.today
            );
        }
    }
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
