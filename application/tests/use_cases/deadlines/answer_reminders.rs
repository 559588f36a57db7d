//! Reminders of the last day for an answer.

use aditus_application::deadlines::remind::{self, Sent};
use aditus_application::review::reopen_comment;
use aditus_domain::ids::RequestId;
use aditus_domain::notifications::NotificationKind;
use aditus_domain::review::Section;

use super::{REVIEWER, reply, resolve, story_with_window};
use crate::both_databases::Database;
use crate::story::Story;

on_both_databases!(
    the_requester_is_reminded_7_days_and_1_day_before_the_last_day,
    a_window_of_one_week_has_one_reminder,
    answered_comments_have_no_reminder,
    a_reopened_comment_is_reminded_anew,
    one_mail_has_the_last_day_instead_of_the_other_reminder,
    runs_at_the_same_time_remind_once,
);

/// Sends what is due at this time, and returns the number of notifications of requesters.
fn sent_at(story: &Story, time: &str) -> u64 {
    story.world.clock.set(time.parse().unwrap());
    remind::execute(&story.world.ports).unwrap().requesters
}

fn answer_due(request: RequestId, section: Section, day: &str) -> String {
    let answer_by = day.parse().unwrap();
    NotificationKind::AnswerDue { section, answer_by }.message(request)
}

/// Returns the reminders that the requester got, oldest first.
fn reminders(story: &Story) -> Vec<String> {
    let mut notifications = story.notifications_of(&story.requester);
    notifications.retain(|message| message.starts_with("Answer the comment") || message.contains(" still "));
    notifications
}

fn the_requester_is_reminded_7_days_and_1_day_before_the_last_day(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    // After 24 and 40 hours.
    assert_eq!(sent_at(&story, "2027-03-02T09:00:00Z"), 1);
    assert_eq!(sent_at(&story, "2027-03-03T08:00:00Z"), 1);
    for (time, expected) in [
        ("2027-03-19T12:00:00Z", 0),
        ("2027-03-22T07:59:59Z", 0),
        ("2027-03-22T08:00:00Z", 1),
        ("2027-03-22T08:01:00Z", 0),
        // The day before the last one is a Sunday, so it is the Friday before.
        ("2027-03-26T07:59:59Z", 0),
        ("2027-03-26T08:00:00Z", 1),
        ("2027-03-28T12:00:00Z", 0),
        ("2027-03-29T08:00:00Z", 0),
        ("2027-03-29T17:00:00Z", 0),
        ("2027-03-30T08:00:00Z", 0),
    ] {
        assert_eq!(sent_at(&story, time), expected, "{time}");
    }
    let due = answer_due(request, Section::Devices, "2027-03-29");
    assert_eq!(reminders(&story)[2..], [due.clone(), due]);
    let subjects = story.mailed(&story.requester);
    assert!(
        subjects
            .last()
            .unwrap()
            .ends_with("The time to answer a comment on your Data Request ends soon")
    );
}

fn a_window_of_one_week_has_one_reminder(database: Database) {
    let story = story_with_window(database, 1);
    let request = story.submitted();
    story.world.clock.set("2027-03-03T09:00:00Z".parse().unwrap());
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(sent_at(&story, "2027-03-05T09:00:00Z"), 1, "after 40 hours");
    assert_eq!(sent_at(&story, "2027-03-08T12:00:00Z"), 0);
    assert_eq!(sent_at(&story, "2027-03-09T08:00:00Z"), 1);
    assert_eq!(sent_at(&story, "2027-03-10T08:00:00Z"), 0);
    let due = answer_due(request, Section::Devices, "2027-03-10");
    assert_eq!(reminders(&story).last(), Some(&due));
}

fn answered_comments_have_no_reminder(database: Database) {
    let story = story_with_window(database, 4);
    let [replied, resolved] = [0; 2].map(|_| story.submitted());
    let comments =
        [replied, resolved].map(|request| story.comments(REVIEWER, request, Section::Devices, true).unwrap());
    assert_eq!(sent_at(&story, "2027-03-03T08:00:00Z"), 2);
    reply(&story, &story.requester, comments[0]);
    resolve(&story, comments[1]);
    assert_eq!(sent_at(&story, "2027-03-22T08:00:00Z"), 0);
    assert_eq!(sent_at(&story, "2027-03-29T08:00:00Z"), 0);
}

fn a_reopened_comment_is_reminded_anew(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(sent_at(&story, "2027-03-29T08:00:00Z"), 1);
    resolve(&story, comment);
    let command = reopen_comment::Command { comment };
    reopen_comment::execute(&story.world.ports, story.staff(REVIEWER), command).unwrap();
    assert_eq!(sent_at(&story, "2027-03-31T08:00:00Z"), 1, "after 40 hours");
    assert_eq!(sent_at(&story, "2027-04-19T08:00:00Z"), 1);
    let due = answer_due(request, Section::Devices, "2027-04-26");
    assert_eq!(reminders(&story).last(), Some(&due));
}

fn one_mail_has_the_last_day_instead_of_the_other_reminder(database: Database) {
    let story = story_with_window(database, 2);
    let request = story.submitted();
    let comment = |section| story.comments(REVIEWER, request, section, true).unwrap();
    comment(Section::Devices);
    story.world.clock.set("2027-03-05T09:00:00Z".parse().unwrap());
    comment(Section::Staff);
    let mailed = story.mailed(&story.requester).len();
    // Both reminders of the first comment have become due in the downtime, and one of the second.
    assert_eq!(sent_at(&story, "2027-03-08T09:00:00Z"), 2);
    let due = answer_due(request, Section::Devices, "2027-03-15");
    let still = NotificationKind::ActionStillRequired {
        section: Section::Staff,
    };
    assert_eq!(reminders(&story), [due, still.message(request)]);
    let mails = story.mailed(&story.requester);
    assert_eq!(mails.len(), mailed + 1);
    let subject = mails.last().unwrap();
    assert!(
        subject.ends_with("The time to answer a comment on your Data Request ends soon"),
        "{subject}"
    );
}

fn runs_at_the_same_time_remind_once(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    assert_eq!(sent_at(&story, "2027-03-03T08:00:00Z"), 1);
    story.world.clock.set("2027-03-22T08:00:00Z".parse().unwrap());
    let ports = &story.world.ports;
    let runs: Vec<Sent> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| remind::execute(ports).unwrap()))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_eq!(runs.iter().map(|run| run.requesters).sum::<u64>(), 1);
    assert_eq!(reminders(&story).len(), 2);
}
