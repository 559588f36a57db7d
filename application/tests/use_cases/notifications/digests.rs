//! Digests of notifications (decisions N6).

use aditus_application::access::Caller;
use aditus_application::deadlines::change_calendar;
use aditus_application::notifications::digests::send;
use aditus_application::notifications::notify::notify_of_request;
use aditus_application::notifications::preferences::{self, Choice, Command};
use aditus_application::ports::MailMessage;
use aditus_domain::deadlines::{RawCalendar, WorkingDays};
use aditus_domain::ids::RequestId;
use aditus_domain::notifications::{Delivery, NotificationKind, Occasion};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;

use crate::both_databases::Database;
use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

on_both_databases!(
    a_daily_digest_has_the_notifications_by_request,
    a_weekly_digest_comes_on_monday,
    one_mail_has_what_is_due_of_both_digests,
    mails_that_are_not_wanted_do_not_wait,
    after_downtime_one_mail_has_everything,
    seven_is_that_of_the_calendar,
    runs_at_the_same_time_send_each_digest_once,
    a_new_choice_applies_to_what_waits,
    a_clock_that_was_set_back_sends_no_digest_twice,
    codes_are_mailed_at_once,
    a_digest_that_fails_does_not_hold_up_others,
    reminders_of_the_last_day_for_an_answer_do_not_wait,
);

/// A story on Tuesday, 2 March 2027, in UTC.
pub(super) fn story(database: Database) -> Story {
    let story = Story::on(database());
    set(&story, "2027-03-02T09:00:00Z");
    story
}

fn set(story: &Story, time: &str) {
    story.world.clock.set(time.parse().unwrap());
}

/// Queues what is due at this time, and returns the number of mails.
pub(super) fn sent_at(story: &Story, time: &str) -> u64 {
    set(story, time);
    send::execute(&story.world.ports).unwrap()
}

fn choose_for(story: &Story, caller: &Caller, occasions: &[Occasion], delivery: Delivery) {
    let choices = occasions.iter().map(|occasion| Choice {
        kind: occasion.name().to_owned(),
        delivery: Some(delivery.name().to_owned()),
        by_mail: None,
    });
    let command = Command {
        choices: choices.collect(),
    };
    preferences::save(&story.world.ports, caller, &command).unwrap();
}

/// Chooses the same for all kinds.
pub(super) fn choose(story: &Story, caller: &Caller, delivery: Delivery) {
    choose_for(story, caller, &Occasion::ALL, delivery);
}

/// Returns the digests that the person got, oldest first.
pub(super) fn digests_to(story: &Story, caller: &Caller) -> Vec<MailMessage> {
    let mut mails = story.world.mails_to(&story.address(caller));
    mails.retain(|mail| mail.subject.contains("notification"));
    mails
}

pub(super) fn submitted(request: RequestId) -> String {
    NotificationKind::Submitted { round: 1 }.message(request)
}

fn a_daily_digest_has_the_notifications_by_request(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Daily);
    let mailed_before = story.mailed(&story.requester).len();
    let (first, second) = (story.submitted(), story.submitted());
    story.comments(REVIEWER, first, Section::Devices, true).unwrap();
    let required = NotificationKind::ActionRequired {
        section: Section::Devices,
        answer_by: None,
    }
    .message(first);
    let expected = [submitted(first), submitted(second), required.clone()];
    assert_eq!(story.notifications_of(&story.requester), expected, "at once");
    assert_eq!(sent_at(&story, "2027-03-03T06:59:59Z"), 0);
    assert_eq!(story.mailed(&story.requester).len(), mailed_before);
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 1);
    assert_eq!(sent_at(&story, "2027-03-03T07:01:00Z"), 0);
    assert_eq!(sent_at(&story, "2027-03-04T07:00:00Z"), 0, "nothing is left");
    let mails = digests_to(&story, &story.requester);
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Aditus: 3 notifications");
    let section = |request: RequestId, messages: &str, action: &str| {
        format!(
            "Data Request REQ{:06}\n{messages}\n  {action}: \
             https://aditus.example/requester/singlerequest?request_id={request}&as=Data+Requester",
            request.0
        )
    };
    let messages = format!("- {}\n- {required}", submitted(first));
    let text = &mails[0].text;
    for expected in [
        section(first, &messages, "Follow your request"),
        section(second, &format!("- {}", submitted(second)), "Follow your request"),
    ] {
        assert!(text.contains(&format!("\n\n{expected}\n\n")), "{text}");
    }
}

fn a_weekly_digest_comes_on_monday(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Weekly);
    story.submitted();
    for (time, expected) in [
        ("2027-03-03T07:00:00Z", 0),
        ("2027-03-07T23:59:59Z", 0),
        ("2027-03-08T06:59:59Z", 0),
        ("2027-03-08T07:00:00Z", 1),
        ("2027-03-15T07:00:00Z", 0),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
    let subjects: Vec<_> = digests_to(&story, &story.requester)
        .into_iter()
        .map(|mail| mail.subject)
        .collect();
    assert_eq!(subjects, ["Aditus: 1 notification"]);
}

fn one_mail_has_what_is_due_of_both_digests(database: Database) {
    let story = story(database);
    choose_for(&story, &story.requester, &[Occasion::Submitted], Delivery::Weekly);
    choose_for(
        &story,
        &story.requester,
        &[Occasion::ActionRequired],
        Delivery::Daily,
    );
    let request = story.submitted();
    assert_eq!(sent_at(&story, "2027-03-05T12:00:00Z"), 0);
    set(&story, "2027-03-07T12:00:00Z");
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(sent_at(&story, "2027-03-08T07:00:00Z"), 1);
    assert_eq!(
        digests_to(&story, &story.requester)[0].subject,
        "Aditus: 2 notifications"
    );
}

fn mails_that_are_not_wanted_do_not_wait(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Never);
    let mailed_before = story.mailed(&story.requester).len();
    let request = story.submitted();
    assert_eq!(sent_at(&story, "2027-03-08T07:00:00Z"), 0);
    assert_eq!(story.mailed(&story.requester).len(), mailed_before);
    assert_eq!(story.notifications_of(&story.requester), [submitted(request)]);
}

fn after_downtime_one_mail_has_everything(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Daily);
    let mut expected = Vec::new();
    for time in [
        "2027-03-02T10:00:00Z",
        "2027-03-03T10:00:00Z",
        "2027-03-05T10:00:00Z",
    ] {
        set(&story, time);
        expected.push(submitted(story.submitted()));
    }
    assert_eq!(sent_at(&story, "2027-03-10T15:00:00Z"), 1);
    assert_eq!(sent_at(&story, "2027-03-10T15:01:00Z"), 0);
    let mails = digests_to(&story, &story.requester);
    assert_eq!(mails.len(), 1);
    for message in expected {
        assert!(mails[0].text.contains(&message), "{}", mails[0].text);
    }
}

fn seven_is_that_of_the_calendar(database: Database) {
    let story = story(database);
    let command = change_calendar::Command {
        form: RawCalendar {
            working_days: WorkingDays::default().iter().collect(),
            time_zone: "Europe/Brussels".to_owned(),
            holidays: Vec::new(),
        },
        seen: None,
    };
    change_calendar::execute(&story.world.ports, &story.super_user, &command).unwrap();
    choose(&story, &story.requester, Delivery::Daily);
    story.submitted();
    assert_eq!(sent_at(&story, "2027-03-03T05:59:59Z"), 0);
    assert_eq!(sent_at(&story, "2027-03-03T06:00:00Z"), 1);
}

fn runs_at_the_same_time_send_each_digest_once(database: Database) {
    let story = story(database);
    let people = [&story.requester, story.staff(REVIEWER), &story.second_reviewer];
    for person in people {
        choose(&story, person, Delivery::Daily);
    }
    for _ in 0..5 {
        story.submitted();
    }
    set(&story, "2027-03-03T07:00:00Z");
    let ports = &story.world.ports;
    let runs: Vec<u64> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| send::execute(ports).unwrap()))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_eq!(runs.iter().sum::<u64>(), 3);
    for person in people {
        let subjects: Vec<_> = digests_to(&story, person)
            .into_iter()
            .map(|mail| mail.subject)
            .collect();
        assert_eq!(subjects, ["Aditus: 5 notifications"]);
    }
}

fn a_digest_that_fails_does_not_hold_up_others(database: Database) {
    let story = story(database);
    let (reviewer, broken) = (story.staff(REVIEWER), &story.second_reviewer);
    for person in [&story.requester, reviewer, broken] {
        choose(&story, person, Delivery::Daily);
    }
    story.submitted();
    let set_address = |value: &str| {
        story.world.execute(&format!(
            "UPDATE users SET org_email = {value} WHERE id = {}",
            broken.user
        ));
    };
    set_address("'no address'");
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 2);
    assert_eq!(sent_at(&story, "2027-03-03T07:01:00Z"), 0);
    set_address("email_key");
    assert_eq!(sent_at(&story, "2027-03-03T07:02:00Z"), 1);
    for person in [&story.requester, reviewer, broken] {
        assert_eq!(digests_to(&story, person).len(), 1);
    }
}

fn a_new_choice_applies_to_what_waits(database: Database) {
    let story = story(database);
    let requester = &story.requester;
    choose(&story, requester, Delivery::Weekly);
    story.submitted();
    assert_eq!(sent_at(&story, "2027-03-02T10:00:00Z"), 0);
    choose(&story, requester, Delivery::Immediately);
    assert_eq!(sent_at(&story, "2027-03-02T10:01:00Z"), 1);
    choose(&story, requester, Delivery::Weekly);
    story.submitted();
    choose(&story, requester, Delivery::Daily);
    assert_eq!(sent_at(&story, "2027-03-02T10:02:00Z"), 0);
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 1);
    story.submitted();
    choose(&story, requester, Delivery::Never);
    assert_eq!(sent_at(&story, "2027-03-08T07:00:00Z"), 0);
    assert_eq!(digests_to(&story, requester).len(), 2);
}

fn a_clock_that_was_set_back_sends_no_digest_twice(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Daily);
    story.submitted();
    for (time, expected) in [
        ("2027-03-03T07:00:00Z", 1),
        ("2027-03-02T12:00:00Z", 0),
        ("2027-03-03T06:59:00Z", 0),
        ("2027-03-03T07:00:00Z", 0),
        ("2027-03-04T07:00:00Z", 0),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
}

fn codes_are_mailed_at_once(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    choose(&story, reviewer, Delivery::Weekly);
    // Reads the code in the mailbox.
    story.decides(REVIEWER, request, true).unwrap();
    assert!(digests_to(&story, reviewer).is_empty());
}

fn reminders_of_the_last_day_for_an_answer_do_not_wait(database: Database) {
    let story = story(database);
    let request = story.submitted();
    let requester = &story.requester;
    let kind = NotificationKind::AnswerDue {
        section: Section::Devices,
        answer_by: "2027-03-03".parse().unwrap(),
    };
    let mailed = || {
        let before = story.mailed(requester).len();
        let now = story.world.now();
        story.world.write(|transaction| {
            notify_of_request(
                &story.world.ports,
                transaction,
                &[requester.user],
                kind,
                request,
                now,
            )
            .unwrap();
        });
        story.mailed(requester).len() - before
    };
    for delivery in [Delivery::Daily, Delivery::Weekly, Delivery::Immediately] {
        choose(&story, requester, delivery);
        assert_eq!(mailed(), 1, "{}", delivery.name());
    }
    choose(&story, requester, Delivery::Never);
    assert_eq!(mailed(), 0);
    assert_eq!(sent_at(&story, "2027-03-08T07:00:00Z"), 0, "nothing waits");
}
