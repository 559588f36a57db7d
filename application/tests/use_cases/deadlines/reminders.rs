//! Reminders of due dates and of comments that require action.

use aditus_application::access::Caller;
use aditus_application::deadlines::remind::{self, Sent};
use aditus_application::deadlines::{change_calendar, due_dates};
use aditus_application::notifications::preferences;
use aditus_application::notifications::views::ReadFilter;
use aditus_application::paging::Page;
use aditus_application::review::reopen_comment;
use aditus_domain::accounts::AccountState;
use aditus_domain::deadlines::{RawCalendar, RawHoliday, WorkingDays};
use aditus_domain::ids::RequestId;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::NaiveDate;

use super::{APPROVER, REVIEWER, reply, resolve, story};
use crate::both_databases::Database;
use crate::story::Story;

on_both_databases!(
    an_overdue_request_is_reminded_until_it_is_decided,
    a_pause_reminds_the_requester_only,
    a_reopened_comment_is_reminded_anew,
    an_answered_comment_is_not_reminded,
    after_downtime_only_the_latest_reminder_is_sent,
    holidays_and_hours_are_those_of_the_calendar,
    runs_at_the_same_time_send_each_reminder_once,
    an_unreadable_request_does_not_hold_up_others,
    disabled_people_are_not_reminded,
    a_person_who_decided_elsewhere_is_not_reminded,
    an_admin_who_can_decide_is_reminded_once,
    a_clock_that_was_set_back_sends_nothing_twice,
    unwanted_mails_are_not_sent,
);

fn set(story: &Story, time: &str) {
    story.world.clock.set(time.parse().unwrap());
}

fn date(day: &str) -> NaiveDate {
    day.parse().unwrap()
}

/// Sends what is due at this time.
fn sent_at(story: &Story, time: &str) -> Sent {
    set(story, time);
    remind::execute(&story.world.ports).unwrap()
}

fn sent(deciders: u64, admins: u64, requesters: u64) -> Sent {
    Sent {
        deciders,
        admins,
        requesters,
    }
}

fn due_soon(request: RequestId) -> String {
    let due_on = date("2027-03-15");
    NotificationKind::DueSoon {
        role: REVIEWER,
        due_on,
    }
    .message(request)
}

fn overdue(request: RequestId) -> String {
    let due_on = date("2027-03-15");
    NotificationKind::Overdue {
        role: REVIEWER,
        due_on,
    }
    .message(request)
}

fn overdue_for_long(request: RequestId) -> String {
    let due_on = date("2027-03-15");
    NotificationKind::OverdueForLong {
        role: REVIEWER,
        due_on,
    }
    .message(request)
}

fn still_required(request: RequestId, section: Section) -> String {
    NotificationKind::ActionStillRequired { section }.message(request)
}

/// Returns the reminders that the person got, oldest first.
fn reminders_of(story: &Story, caller: &Caller) -> Vec<String> {
    let mut notifications = story.notifications_of(caller);
    notifications.retain(|message| is_reminder(message));
    notifications
}

/// Returns the number of unread reminders of the person.
fn unread(story: &Story, caller: &Caller) -> usize {
    let listed = story.world.read(|views| {
        let page = Page::new(1, 100);
        views
            .notifications()
            .list(caller.user, ReadFilter::Unread, page)
            .unwrap()
    });
    let messages = listed.items.iter().map(|notification| &notification.message);
    messages.filter(|message| is_reminder(message)).count()
}

fn is_reminder(message: &str) -> bool {
    ["due soon", "overdue", "still requires"]
        .iter()
        .any(|words| message.contains(words))
}

/// Returns true if the person got a mail with this heading.
fn was_mailed(story: &Story, caller: &Caller, heading: &str) -> bool {
    let subjects = story.mailed(caller);
    subjects.iter().any(|subject| subject.ends_with(heading))
}

fn an_overdue_request_is_reminded_until_it_is_decided(database: Database) {
    let story = story(database);
    let admin = story.world.caller_with("Adimu", story.provider, Role::Admin);
    let other_admin = story.world.caller_with("Ekua", story.custody, Role::Admin);
    let request = story.submitted();
    for (time, expected) in [
        ("2027-03-11T17:59:59Z", sent(0, 0, 0)),
        ("2027-03-12T07:59:59Z", sent(0, 0, 0)),
        ("2027-03-12T08:00:00Z", sent(2, 0, 0)),
        ("2027-03-12T08:01:00Z", sent(0, 0, 0)),
        ("2027-03-15T17:59:59Z", sent(0, 0, 0)),
        ("2027-03-16T07:59:59Z", sent(0, 0, 0)),
        ("2027-03-16T08:00:00Z", sent(2, 0, 0)),
        ("2027-03-17T12:00:00Z", sent(0, 0, 0)),
        ("2027-03-18T08:00:00Z", sent(2, 0, 0)),
        ("2027-03-19T12:00:00Z", sent(0, 0, 0)),
        // A weekend, after which the second working day begins.
        ("2027-03-20T12:00:00Z", sent(0, 0, 0)),
        ("2027-03-21T12:00:00Z", sent(0, 0, 0)),
        ("2027-03-22T08:00:00Z", sent(2, 0, 0)),
        // It has been overdue for five working days.
        ("2027-03-23T08:00:00Z", sent(0, 1, 0)),
        ("2027-03-23T08:01:00Z", sent(0, 0, 0)),
        ("2027-03-24T08:00:00Z", sent(2, 0, 0)),
        ("2027-03-25T12:00:00Z", sent(0, 0, 0)),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
    let late = || overdue(request);
    let expected = [due_soon(request), late(), late(), late(), late()];
    for reviewer in [story.staff(REVIEWER), &story.second_reviewer] {
        assert_eq!(reminders_of(&story, reviewer), expected);
        assert!(was_mailed(&story, reviewer, "A decision of yours is overdue"));
    }
    assert_eq!(reminders_of(&story, &admin), [overdue_for_long(request)]);
    assert!(was_mailed(&story, &admin, "A decision has been overdue for long"));
    for other in [
        &other_admin,
        &story.super_user,
        &story.requester,
        story.staff(APPROVER),
        &story.outsider,
    ] {
        assert_eq!(reminders_of(&story, other), [""; 0]);
    }
    assert_eq!(unread(&story, &story.second_reviewer), 5);
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(unread(&story, &story.second_reviewer), 0, "nothing is left to do");
    // The approver has until Tuesday.
    assert_eq!(sent_at(&story, "2027-03-29T08:00:00Z"), sent(0, 0, 0));
    assert_eq!(sent_at(&story, "2027-03-30T08:00:00Z"), sent(1, 0, 0));
    assert_eq!(reminders_of(&story, story.staff(APPROVER)).len(), 1);
}

fn a_pause_reminds_the_requester_only(database: Database) {
    let story = story(database);
    let request = story.submitted();
    assert_eq!(sent_at(&story, "2027-03-16T08:00:00Z"), sent(2, 0, 0));
    set(&story, "2027-03-16T09:00:00Z");
    let demand = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    for (time, expected) in [
        ("2027-03-17T08:59:59Z", sent(0, 0, 0)),
        ("2027-03-17T09:00:00Z", sent(0, 0, 1)),
        ("2027-03-17T17:59:59Z", sent(0, 0, 0)),
        // The 40 hours were over in the night.
        ("2027-03-18T08:00:00Z", sent(0, 0, 1)),
        ("2027-03-22T12:00:00Z", sent(0, 0, 0)),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
    let again = || still_required(request, Section::Devices);
    assert_eq!(reminders_of(&story, &story.requester), [again(), again()]);
    assert!(was_mailed(
        &story,
        &story.requester,
        "Your Data Request still requires your action"
    ));
    assert_eq!(unread(&story, &story.requester), 2);
    resolve(&story, demand);
    assert_eq!(unread(&story, &story.requester), 0);
    assert_eq!(sent_at(&story, "2027-03-22T12:01:00Z"), sent(2, 0, 0));
    assert_eq!(
        reminders_of(&story, &story.second_reviewer),
        [overdue(request), overdue(request)]
    );
}

fn a_reopened_comment_is_reminded_anew(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(sent_at(&story, "2027-03-02T09:00:00Z"), sent(0, 0, 1));
    resolve(&story, comment);
    assert_eq!(sent_at(&story, "2027-03-04T08:00:00Z"), sent(0, 0, 0));
    let command = reopen_comment::Command { comment };
    reopen_comment::execute(&story.world.ports, story.staff(REVIEWER), command).unwrap();
    assert_eq!(sent_at(&story, "2027-03-04T17:00:00Z"), sent(0, 0, 0));
    assert_eq!(sent_at(&story, "2027-03-05T08:00:00Z"), sent(0, 0, 1));
}

fn an_answered_comment_is_not_reminded(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    reply(&story, story.staff(REVIEWER), comment);
    assert_eq!(sent_at(&story, "2027-03-02T09:00:00Z"), sent(0, 0, 1));
    reply(&story, &story.requester, comment);
    assert_eq!(sent_at(&story, "2027-03-03T08:00:00Z"), sent(0, 0, 0));
    assert_eq!(
        sent_at(&story, "2027-03-16T08:00:00Z"),
        sent(0, 0, 0),
        "the clock of the stage is paused until the comment is resolved"
    );
    resolve(&story, comment);
    let command = reopen_comment::Command { comment };
    reopen_comment::execute(&story.world.ports, story.staff(REVIEWER), command).unwrap();
    assert_eq!(sent_at(&story, "2027-03-17T08:00:00Z"), sent(0, 0, 1));
}

fn after_downtime_only_the_latest_reminder_is_sent(database: Database) {
    let story = story(database);
    let admin = story.world.caller_with("Adimu", story.provider, Role::Admin);
    let request = story.submitted();
    let paused = story.submitted();
    for section in [Section::Devices, Section::Devices, Section::Staff] {
        story.comments(REVIEWER, paused, section, true).unwrap();
    }
    assert_eq!(sent_at(&story, "2027-03-25T12:00:00Z"), sent(2, 1, 2));
    assert_eq!(sent_at(&story, "2027-03-25T12:01:00Z"), sent(0, 0, 0));
    assert_eq!(reminders_of(&story, &story.second_reviewer), [overdue(request)]);
    assert_eq!(reminders_of(&story, &admin), [overdue_for_long(request)]);
    let expected = [Section::Devices, Section::Staff].map(|section| still_required(paused, section));
    assert_eq!(reminders_of(&story, &story.requester), expected);
}

fn holidays_and_hours_are_those_of_the_calendar(database: Database) {
    let story = story(database);
    let command = change_calendar::Command {
        form: RawCalendar {
            working_days: WorkingDays::default().iter().collect(),
            time_zone: "Europe/Brussels".to_owned(),
            holidays: vec![RawHoliday {
                day: date("2027-03-16"),
                name: "Holiday".to_owned(),
            }],
        },
        seen: None,
    };
    change_calendar::execute(&story.world.ports, &story.super_user, &command).unwrap();
    due_dates::compute_outdated(&story.world.ports).unwrap();
    story.submitted();
    for (time, expected) in [
        ("2027-03-12T06:59:59Z", sent(0, 0, 0)),
        ("2027-03-12T07:00:00Z", sent(2, 0, 0)),
        ("2027-03-16T12:00:00Z", sent(0, 0, 0)),
        ("2027-03-17T06:59:59Z", sent(0, 0, 0)),
        ("2027-03-17T17:00:00Z", sent(0, 0, 0)),
        ("2027-03-18T07:00:00Z", sent(2, 0, 0)),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
}

fn runs_at_the_same_time_send_each_reminder_once(database: Database) {
    let story = story(database);
    for _ in 0..12 {
        story.submitted();
    }
    let demand = story.submitted();
    story.comments(REVIEWER, demand, Section::Devices, true).unwrap();
    set(&story, "2027-03-16T08:00:00Z");
    let ports = &story.world.ports;
    let runs: Vec<Sent> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| remind::execute(ports).unwrap()))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    let total = |number: fn(&Sent) -> u64| runs.iter().map(number).sum::<u64>();
    assert_eq!(total(|run| run.deciders), 24);
    assert_eq!(total(|run| run.requesters), 1);
    assert_eq!(reminders_of(&story, &story.second_reviewer).len(), 12);
    assert_eq!(reminders_of(&story, &story.requester).len(), 1);
}

fn an_unreadable_request_does_not_hold_up_others(database: Database) {
    let story = story(database);
    let [first, broken, last] = [story.submitted(), story.submitted(), story.submitted()];
    // A link that leads to a stage of another request.
    let foreign = format!("(SELECT MIN(id) FROM request_states WHERE request_id = {first})");
    story.world.execute(&format!(
        "INSERT INTO request_edges (request_id, current_state, next_state)
         SELECT {broken}, MIN(id), {foreign} FROM request_states WHERE request_id = {broken}"
    ));
    let ran_on = || {
        story
            .world
            .read(|views| views.monitoring().reminders_ran_on().unwrap())
    };
    assert_eq!(sent_at(&story, "2027-03-12T08:00:00Z"), sent(4, 0, 0));
    assert_eq!(ran_on(), Some("2027-03-12T08:00:00Z".parse().unwrap()));
    let reviewer = story.staff(REVIEWER);
    assert_eq!(reminders_of(&story, reviewer), [due_soon(first), due_soon(last)]);
    assert_eq!(sent_at(&story, "2027-03-12T08:01:00Z"), sent(0, 0, 0));

    story.world.execute(&format!(
        "DELETE FROM request_edges WHERE request_id = {broken} AND next_state = {foreign}"
    ));
    assert_eq!(sent_at(&story, "2027-03-12T08:02:00Z"), sent(2, 0, 0));
}

fn disabled_people_are_not_reminded(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let paused = story.submitted();
    story.comments(REVIEWER, paused, Section::Devices, true).unwrap();
    let set_state = |caller: &Caller, state| {
        story
            .world
            .change_account(caller.user, |account| account.state = state);
    };
    set_state(&story.second_reviewer, AccountState::Disabled);
    set_state(&story.requester, AccountState::Disabled);
    assert_eq!(sent_at(&story, "2027-03-12T08:00:00Z"), sent(1, 0, 0));
    assert_eq!(reminders_of(&story, story.staff(REVIEWER)), [due_soon(request)]);
    set_state(&story.second_reviewer, AccountState::Active);
    set_state(&story.requester, AccountState::Active);
    assert_eq!(sent_at(&story, "2027-03-12T08:01:00Z"), sent(0, 0, 0));
    assert_eq!(reminders_of(&story, &story.second_reviewer), [""; 0]);
    assert_eq!(reminders_of(&story, &story.requester), [""; 0]);
    assert_eq!(sent_at(&story, "2027-03-16T08:00:00Z"), sent(2, 0, 0));
}

fn a_person_who_decided_elsewhere_is_not_reminded(database: Database) {
    let story = story(database);
    let reviewer = story.staff(REVIEWER);
    story.world.grant(reviewer.user, story.provider, APPROVER);
    let request = story.submitted();
    story.decides(REVIEWER, request, true).unwrap();
    assert_eq!(sent_at(&story, "2027-03-04T08:00:00Z"), sent(1, 0, 0));
    assert_eq!(reminders_of(&story, reviewer), [""; 0]);
    assert_eq!(reminders_of(&story, story.staff(APPROVER)).len(), 1);
}

fn an_admin_who_can_decide_is_reminded_once(database: Database) {
    let story = story(database);
    let reviewer = story.staff(REVIEWER);
    story.world.grant(reviewer.user, story.provider, Role::Admin);
    let request = story.submitted();
    assert_eq!(sent_at(&story, "2027-03-23T08:00:00Z"), sent(2, 0, 0));
    assert_eq!(reminders_of(&story, reviewer), [overdue(request)]);
    assert_eq!(sent_at(&story, "2027-03-24T08:00:00Z"), sent(0, 0, 0));
}

fn a_clock_that_was_set_back_sends_nothing_twice(database: Database) {
    let story = story(database);
    story.submitted();
    let paused = story.submitted();
    story.comments(REVIEWER, paused, Section::Devices, true).unwrap();
    for (time, expected) in [
        ("2027-03-16T08:00:00Z", sent(2, 0, 1)),
        ("2027-03-02T09:00:00Z", sent(0, 0, 0)),
        ("2027-03-12T08:00:00Z", sent(0, 0, 0)),
        ("2027-03-16T08:00:00Z", sent(0, 0, 0)),
        ("2027-03-18T08:00:00Z", sent(2, 0, 0)),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
}

fn unwanted_mails_are_not_sent(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let command = preferences::Command {
        choices: vec![preferences::Choice {
            kind: "due_soon".to_owned(),
            delivery: Some("never".to_owned()),
            by_mail: None,
        }],
    };
    preferences::save(&story.world.ports, reviewer, &command).unwrap();
    assert_eq!(sent_at(&story, "2027-03-12T08:00:00Z"), sent(2, 0, 0));
    assert_eq!(reminders_of(&story, reviewer), [due_soon(request)]);
    let heading = "A decision of yours is due soon";
    assert!(!was_mailed(&story, reviewer, heading));
    assert!(was_mailed(&story, &story.second_reviewer, heading));
    assert_eq!(sent_at(&story, "2027-03-16T08:00:00Z"), sent(2, 0, 0));
    assert!(was_mailed(&story, reviewer, "A decision of yours is overdue"));
}
