//! Digests of notifications (decisions N6).

use aditus_application::access::Caller;
use aditus_application::accounts::erasure::erase;
use aditus_application::deadlines::change_calendar;
use aditus_application::notifications::digests::send;
use aditus_application::notifications::notify::{Notice, Recipient, notify, notify_of_request};
use aditus_application::notifications::preferences::{self, Choice, Command};
use aditus_application::ports::MailMessage;
use aditus_application::review::resolve_comment;
use aditus_domain::accounts::AccountState;
use aditus_domain::deadlines::{RawCalendar, WorkingDays};
use aditus_domain::ids::RequestId;
use aditus_domain::notifications::{AccountOccasion, Delivery, NotificationKind, Occasion};
use aditus_domain::review::Section;
use aditus_domain::roles::{Role, RoleStatus};

use crate::both_databases::Database;
use crate::story::Story;
use crate::world::people::{PASSWORD, address_of};

const REVIEWER: Role = Role::DataAccessReviewer;

on_both_databases!(
    a_daily_digest_has_the_notifications_by_request,
    a_weekly_digest_comes_on_monday,
    one_mail_has_what_is_due_of_both_digests,
    mails_that_are_not_wanted_do_not_wait,
    after_downtime_one_mail_has_everything,
    seven_is_that_of_the_calendar,
    runs_at_the_same_time_send_each_digest_once,
    disabled_people_get_no_digest,
    a_digest_leaves_out_what_needs_a_lost_role,
    erased_people_get_no_digest,
    a_new_choice_applies_to_what_waits,
    a_clock_that_was_set_back_sends_no_digest_twice,
    codes_are_mailed_at_once,
    a_digest_leaves_out_what_is_settled,
    a_digest_leaves_out_requests_of_a_role_lost_at_one_organisation,
    a_digest_that_fails_does_not_hold_up_others,
    reminders_of_the_last_day_for_an_answer_do_not_wait,
);

/// A story on Tuesday, 2 March 2027, in UTC.
fn story(database: Database) -> Story {
    let story = Story::on(database());
    set(&story, "2027-03-02T09:00:00Z");
    story
}

fn set(story: &Story, time: &str) {
    story.world.clock.set(time.parse().unwrap());
}

/// Queues what is due at this time, and returns the number of mails.
fn sent_at(story: &Story, time: &str) -> u64 {
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
fn choose(story: &Story, caller: &Caller, delivery: Delivery) {
    choose_for(story, caller, &Occasion::ALL, delivery);
}

/// Returns the digests that the person got, oldest first.
fn digests_to(story: &Story, caller: &Caller) -> Vec<MailMessage> {
    let mut mails = story.world.mails_to(&story.address(caller));
    mails.retain(|mail| mail.subject.contains("notification"));
    mails
}

fn submitted(request: RequestId) -> String {
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

fn disabled_people_get_no_digest(database: Database) {
    let story = story(database);
    choose(&story, &story.requester, Delivery::Daily);
    story.submitted();
    let set_state = |state| {
        let user = story.requester.user;
        story.world.change_account(user, |account| account.state = state);
    };
    set_state(AccountState::Disabled);
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 0);
    set_state(AccountState::Active);
    assert_eq!(sent_at(&story, "2027-03-03T07:01:00Z"), 0, "it is too late");
    story.submitted();
    assert_eq!(sent_at(&story, "2027-03-04T07:00:00Z"), 1);
    assert_eq!(
        digests_to(&story, &story.requester)[0].subject,
        "Aditus: 1 notification"
    );
}

fn a_digest_leaves_out_what_needs_a_lost_role(database: Database) {
    let story = story(database);
    let reviewer = &story.second_reviewer;
    choose(&story, reviewer, Delivery::Daily);
    story.submitted();
    let notice = Notice::for_account(&AccountOccasion::Activated);
    let recipient = Recipient {
        user: reviewer.user,
        role: Role::OrgUser,
    };
    let ports = &story.world.ports;
    let now = story.world.now();
    story.world.write(|transaction| {
        notify(ports, transaction, &[recipient], &notice, now).unwrap();
        let held = reviewer.role(REVIEWER).unwrap().id;
        let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
        let change = assigned
            .change(RoleStatus::Deactivated, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 1);
    let mails = digests_to(&story, reviewer);
    assert_eq!(mails[0].subject, "Aditus: 1 notification");
    assert!(mails[0].text.contains("- Your account was activated."));
}

fn a_digest_leaves_out_requests_of_a_role_lost_at_one_organisation(database: Database) {
    let story = story(database);
    let reviewer = &story.second_reviewer;
    choose(&story, reviewer, Delivery::Daily);
    let elsewhere = story.world.organisation("Bureau of Invented Figures");
    story.world.grant(reviewer.user, elsewhere, REVIEWER);
    story.submitted();
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 1, "held at both");
    story.submitted();
    let now = story.world.now();
    story.world.write(|transaction| {
        let held = reviewer.role(REVIEWER).unwrap().id;
        let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
        let change = assigned
            .change(RoleStatus::Deactivated, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    assert_eq!(sent_at(&story, "2027-03-04T07:00:00Z"), 0);
    assert_eq!(digests_to(&story, reviewer).len(), 1);
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

fn a_digest_leaves_out_what_is_settled(database: Database) {
    let story = story(database);
    let colleague = &story.second_reviewer;
    choose(&story, colleague, Delivery::Daily);
    choose(&story, &story.requester, Delivery::Daily);
    let [decided, open] = [story.submitted(), story.submitted()];
    let comment = story.comments(REVIEWER, open, Section::Devices, true).unwrap();
    story.decides(REVIEWER, decided, true).unwrap();
    let command = resolve_comment::Command { comment };
    resolve_comment::execute(&story.world.ports, &story.requester, command).unwrap();
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 2);
    let mails = digests_to(&story, colleague);
    assert_eq!(mails[0].subject, "Aditus: 1 notification");
    assert!(
        mails[0].text.contains(&format!("request_id={open}&")),
        "{}",
        mails[0].text
    );
    let of_requester = &digests_to(&story, &story.requester)[0].text;
    assert!(of_requester.contains(&submitted(open)), "{of_requester}");
    assert!(!of_requester.contains("requires your action"), "{of_requester}");
}

fn erased_people_get_no_digest(database: Database) {
    let story = story(database);
    choose(&story, &story.org_user, Delivery::Daily);
    let notice = Notice::for_account(&AccountOccasion::Activated);
    let recipient = Recipient {
        user: story.org_user.user,
        role: Role::OrgUser,
    };
    let ports = &story.world.ports;
    let now = story.world.now();
    story.world.write(|transaction| {
        notify(ports, transaction, &[recipient], &notice, now).unwrap();
    });
    let command = erase::Command {
        user: story.org_user.user,
        password: PASSWORD.to_owned(),
        confirmation: address_of("Olu"),
        reason: "Asked for by letter of 2 March".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    let super_user = story.world.confirmed(&story.super_user);
    erase::execute(ports, &super_user, &command).unwrap();
    let waiting = story.world.columns_containing(&["Your account was activated."]);
    assert!(waiting.is_empty(), "{waiting:?}");
    assert_eq!(sent_at(&story, "2027-03-03T07:00:00Z"), 0);
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
