//! What answers a comment in its completion window, and what does not.

use aditus_application::deadlines::lapse;
use aditus_application::requests::edits::{EditBasis, patch_request};
use aditus_application::review::{recall, reopen_comment, resolve_comment};
use aditus_application::{Failure, Kind, Reason};
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::notifications::NotificationKind;
use aditus_domain::requests::RawPrincipal;
use aditus_domain::review::{OverallStatus, Section};

use super::lapse::{answer_by, comment, date, demand, lapsed_at, resubmit, set, status};
use super::{REVIEWER, reply, resolve, story_with_window};
use crate::both_databases::Database;
use crate::story::Story;

on_both_databases!(
    an_answer_keeps_the_request,
    an_edit_without_a_resolution_is_an_answer,
    a_reply_of_staff_is_no_answer,
    a_reopened_comment_has_its_window_anew,
    a_comment_of_an_earlier_round_is_reopened_without_a_window,
    an_answer_at_the_same_moment_wins_or_is_refused,
);

/// Changes the principal investigator as the requester. The comment asked for it, and is resolved or not.
fn edit(story: &Story, request: RequestId, comment: CommentId, resolve: bool) {
    let text = |text: &str| Some(text.to_owned());
    let edit = patch_request::Command {
        request,
        patch: patch_request::Patch::Principal(RawPrincipal {
            principal_fname: text("Nia"),
            principal_sname: text("Tembo"),
            principal_email: text("professor@people.example"),
            principal_phone: text("+256700000123"),
            principal_institution: text("Lake University"),
            principal_occupation: text("Professor"),
        }),
        basis: EditBasis {
            comment: Some(comment),
            resolve,
            ..EditBasis::default()
        },
    };
    patch_request::execute(&story.world.ports, &story.requester, edit).unwrap();
}

fn an_answer_keeps_the_request(database: Database) {
    let story = story_with_window(database, 4);
    let [replied, resolved, edited, unanswered] = [0; 4].map(|_| story.submitted());
    let comments = [replied, resolved, edited, unanswered]
        .map(|request| demand(&story, request, Section::PrincipalInvestigator));
    set(&story, "2027-03-29T23:00:00Z");
    reply(&story, &story.requester, comments[0]);
    resolve(&story, comments[1]);
    edit(&story, edited, comments[2], true);
    assert_eq!(lapsed_at(&story, "2027-05-30T00:00:00Z"), 1);
    assert_eq!(status(&story, unanswered), OverallStatus::Recalled);
    for request in [replied, resolved, edited] {
        assert_eq!(status(&story, request), OverallStatus::Pending);
    }
    let answered = comment(&story, replied, comments[0]);
    assert_eq!(
        answered.answered_on,
        Some("2027-03-29T23:00:00Z".parse().unwrap())
    );
    assert_eq!(answered.resolved, None, "it is the turn of the staff");
}

fn an_edit_without_a_resolution_is_an_answer(database: Database) {
    let story = story_with_window(database, 4);
    let [edited, unchanged] = [0; 2].map(|_| story.submitted());
    let comments = [edited, unchanged].map(|request| demand(&story, request, Section::PrincipalInvestigator));
    // The request has the new content before it is asked for.
    edit(&story, unchanged, comments[1], true);
    let same = demand(&story, unchanged, Section::PrincipalInvestigator);
    set(&story, "2027-03-29T23:00:00Z");
    edit(&story, edited, comments[0], false);
    edit(&story, unchanged, same, false);
    let answered = comment(&story, edited, comments[0]);
    assert_eq!(
        (answered.answered_on, answered.resolved),
        (Some("2027-03-29T23:00:00Z".parse().unwrap()), None)
    );
    assert_eq!(lapsed_at(&story, "2027-05-30T00:00:00Z"), 1);
    assert_eq!(status(&story, edited), OverallStatus::Pending);
    assert_eq!(status(&story, unchanged), OverallStatus::Recalled);
}

fn a_reply_of_staff_is_no_answer(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    let comment = demand(&story, request, Section::Devices);
    reply(&story, story.staff(REVIEWER), comment);
    assert_eq!(lapsed_at(&story, "2027-03-30T09:00:00Z"), 1);
}

fn a_reopened_comment_has_its_window_anew(database: Database) {
    let story = story_with_window(database, 4);
    let request = story.submitted();
    let id = demand(&story, request, Section::Devices);
    set(&story, "2027-03-10T09:00:00Z");
    reply(&story, &story.requester, id);
    resolve(&story, id);
    set(&story, "2027-03-12T09:00:00Z");
    let reviewer = story.staff(REVIEWER);
    reopen_comment::execute(
        &story.world.ports,
        reviewer,
        reopen_comment::Command { comment: id },
    )
    .unwrap();
    let reopened = comment(&story, request, id);
    assert_eq!(
        (reopened.answer_by, reopened.answered_on),
        (Some(date("2027-04-09")), None)
    );
    let asked = NotificationKind::ActionRequired {
        section: Section::Devices,
        answer_by: Some(date("2027-04-09")),
    };
    let notified = story.notifications_of(&story.requester);
    assert_eq!(notified.last(), Some(&asked.message(request)));
    assert_eq!(lapsed_at(&story, "2027-04-09T23:59:59Z"), 0);
    assert_eq!(lapsed_at(&story, "2027-04-10T00:00:00Z"), 1);
}

fn a_comment_of_an_earlier_round_is_reopened_without_a_window(database: Database) {
    let story = story_with_window(database, 4);
    let ports = &story.world.ports;
    let request = story.submitted();
    let id = demand(&story, request, Section::Devices);
    resolve(&story, id);
    recall::execute(ports, &story.requester, recall::Command { request }).unwrap();
    resubmit(&story, request);
    let command = reopen_comment::Command { comment: id };
    reopen_comment::execute(ports, story.staff(REVIEWER), command).unwrap();
    assert_eq!(answer_by(&story, request, id), None);
    let asked = NotificationKind::ActionRequired {
        section: Section::Devices,
        answer_by: None,
    };
    let notified = story.notifications_of(&story.requester);
    assert_eq!(notified.last(), Some(&asked.message(request)));
    assert_eq!(lapsed_at(&story, "2027-05-30T09:00:00Z"), 0);
}

fn an_answer_at_the_same_moment_wins_or_is_refused(database: Database) {
    let story = story_with_window(database, 4);
    let ports = &story.world.ports;
    for _ in 0..4 {
        set(&story, "2027-03-01T09:00:00Z");
        let request = story.submitted();
        let id = demand(&story, request, Section::Devices);
        set(&story, "2027-03-30T09:00:00Z");
        let command = resolve_comment::Command { comment: id };
        let (lapsed, answered) = std::thread::scope(|scope| {
            let lapsed = scope.spawn(|| lapse::execute(ports).unwrap());
            let answered = scope.spawn(|| resolve_comment::execute(ports, &story.requester, command));
            (lapsed.join().unwrap(), answered.join().unwrap())
        });
        let is_resolved = comment(&story, request, id).resolved.is_some();
        assert_eq!(is_resolved, answered.is_ok());
        if lapsed == 0 {
            assert!(is_resolved);
            assert_eq!(status(&story, request), OverallStatus::Pending);
        } else {
            assert_eq!(status(&story, request), OverallStatus::Recalled);
        }
        // A comment on a request that was recalled before can be resolved, too.
        if let Err(refused) = answered {
            assert_eq!(
                (refused.kind(), refused.reason()),
                (Kind::Conflict, Reason::RowChanged)
            );
        }
    }
}
