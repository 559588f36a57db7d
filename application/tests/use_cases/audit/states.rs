//! The states of requests match the audit entries. Rows that were altered by hand are reported.

use aditus_application::access::Caller;
use aditus_application::accounts::erasure::erase;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::feedback::give;
use aditus_application::ports::FileStore as _;
use aditus_application::review::{add_reply, recall, resolve_comment, resubmit};
use aditus_application::roles::change_status;
use aditus_application::testing::verified;
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::review::Section;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;

use super::log::continued;
use super::verify::finding_texts;
use crate::both_databases::Database;
use crate::story::Story;
use crate::story::steps::content;
use crate::world::people::PASSWORD;

on_both_databases!(
    each_state_of_a_request_matches_the_audit_log,
    only_altered_rows_are_reported,
    a_letter_without_a_text_beside_its_entry_is_reported,
    a_document_marked_as_removed_without_an_entry_is_reported,
    a_request_missing_in_the_database_is_reported,
    a_request_without_a_submission_entry_is_reported,
);

fn resubmitted(story: &Story, request: RequestId) {
    let command = resubmit::Command {
        request,
        note: None,
        needed_on: Some((story.today() + TimeDelta::days(40)).to_string()),
    };
    resubmit::execute(&story.world.ports, &story.requester, &command).unwrap();
}

/// A request that was recalled, resubmitted with another day, denied, resubmitted, approved by all
/// and answered with feedback; beside a pending one.
fn completed_request(database: Database) -> (Story, RequestId) {
    let story = Story::on(database()).recorded();
    let ports = &story.world.ports;
    let request = story.submitted();
    let wait = || story.world.wait(TimeDelta::minutes(10));
    wait();
    story.decides(Role::DataAccessReviewer, request, true).unwrap();
    wait();
    recall::execute(ports, &story.super_user, recall::Command { request }).unwrap();
    wait();
    resubmitted(&story, request);
    wait();
    story.decides(Role::DataAccessReviewer, request, true).unwrap();
    wait();
    story.decides(Role::STAFF[1], request, false).unwrap();
    wait();
    resubmitted(&story, request);
    for role in &Role::STAFF[1..] {
        wait();
        story.decides(*role, request, true).unwrap();
    }
    let command = give::Command {
        request,
        answers: content(),
    };
    wait();
    give::execute(ports, &story.requester, &command).unwrap();
    story.submitted();
    continued(&story.world, &InMemoryCheckpoint::default());
    (story, request)
}

fn each_state_of_a_request_matches_the_audit_log(database: Database) {
    let (story, _) = completed_request(database);
    let states = verified(&story.world.ports).pop().unwrap();
    assert_eq!((states.subject, states.checked), ("states of Data Requests", 2));
    assert_eq!((&states.wrong, &states.remarks), (&vec![], &vec![]));
}

/// Each alteration with its complete list of findings, so that nothing else is reported.
fn only_altered_rows_are_reported(database: Database) {
    let cases: [(&str, &[&str]); 10] = [
        (
            "UPDATE request_states SET state = 'Denied', answered_by = (SELECT min(id) FROM users), answered_in_role = (SELECT min(id) FROM
                 assigned_roles), answered_for = org_role_id, responded_on = created_on WHERE state = 'Unattended'",
            &["request 2: state 12 (stage 3) is Denied, and no entry says so: by the entries it is Unattended"],
        ),
        (
            "UPDATE request_states SET answered_by = (SELECT min(id) FROM users) WHERE request_id = 1 AND number = 3",
            &["request 1: state 4 (stage 4) is Approved by account 1, and its entry says by account 2"],
        ),
        (
            "UPDATE request_states SET responded_on = created_on WHERE request_id = 1 AND number = 3",
            &["request 1: state 4 (stage 4) is attended at"],
        ),
        (
            "UPDATE data_requests SET status = 'Approved' WHERE id = 2",
            &["request 2: its status is Approved, and by the last entry it is Pending"],
        ),
        (
            "UPDATE requested_datasets SET release_date = '2026-03-01' WHERE request_id = 2",
            &["request 2: dataset 2 was released on 2026-03-01, and no entry says that data was released that day"],
        ),
        (
            "UPDATE request_versions SET digest = (SELECT root FROM audit_checkpoints WHERE id = 1) WHERE request_id = 2;
             UPDATE data_requests SET content_digest = (SELECT root FROM audit_checkpoints WHERE id = 1) WHERE id = 2",
            &[
                "version 1 of 2: its text is not that of its SHA-256",
                "request 2: version 1 of its content has another digest than entry",
            ],
        ),
        (
            "UPDATE approval_letters SET body = replace(body, 'approved', 'accepted')",
            &["request 1: its letter of approval has other words than those that entry"],
        ),
        (
            "UPDATE approval_letters SET number = 77, made_on = '2026-01-01T00:00:00.000000Z'",
            &[
                "request 1: its letter of approval is AL-000077, and entry",
                "request 1: its letter of approval is of another day or time than entry",
            ],
        ),
        (
            "DELETE FROM approval_letters",
            &["request 1: it has no letter of approval, and by the entries it has one"],
        ),
        (
            "DELETE FROM request_history WHERE id = (SELECT max(id) FROM request_history WHERE request_id = 1)",
            &["request 1: its history has"],
        ),
    ];
    for (alteration, expected) in cases {
        let (story, _) = completed_request(database);
        story.world.tamper(alteration);
        let wrong = finding_texts(&story.world);
        assert_eq!(wrong.len(), expected.len(), "{alteration}: {wrong:#?}");
        for (fault, expected) in wrong.iter().zip(expected) {
            assert!(fault.contains(expected), "{expected}: {wrong:#?}");
        }
    }
}

/// Deleting the salts does not hide the alteration: they are deleted for one reason only, and that
/// is recorded.
fn a_letter_without_a_text_beside_its_entry_is_reported(database: Database) {
    let (story, _) = completed_request(database);
    story.world.execute(
        "DELETE FROM audit_values WHERE entry_id IN (SELECT id FROM audit_entries WHERE kind = 'request.letter_issued');
         UPDATE approval_letters SET body = 'Refused'",
    );
    let wrong = finding_texts(&story.world);
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    let beginning = "request 1: the words of its letter of approval are no longer kept beside entry";
    assert!(wrong[0].starts_with(beginning), "{wrong:#?}");
}

/// The file was removed by hand, and the row claims a legitimate removal.
fn a_document_marked_as_removed_without_an_entry_is_reported(database: Database) {
    for (why, expected) in [
        (
            "Erased",
            "is marked as erased with its owner's account, and no entry says so",
        ),
        (
            "Retention",
            "is marked as removed after its retention, and no entry says so",
        ),
    ] {
        let (story, request) = completed_request(database);
        let passport = story.detail(request).list_of_staff[0]
            .identification_file_path
            .clone()
            .unwrap();
        story.world.files.remove(&passport).unwrap();
        story.world.execute(&format!(
            "UPDATE request_documents SET gone_on = uploaded_on, gone_why = '{why}' WHERE file_key = '{}'",
            passport.as_str()
        ));
        let wrong = finding_texts(&story.world);
        assert_eq!(wrong.len(), 1, "{wrong:#?}");
        assert!(
            wrong[0].starts_with("request 1: document ") && wrong[0].ends_with(expected),
            "{wrong:#?}"
        );
    }
}

fn a_request_missing_in_the_database_is_reported(database: Database) {
    let (story, _) = completed_request(database);
    story.world.tamper("DELETE FROM data_requests WHERE id = 2");
    let wrong = finding_texts(&story.world);
    let expected = "request 2: it is in the audit log, but it no longer exists";
    assert!(wrong.iter().any(|fault| fault == expected), "{wrong:#?}");
}

fn a_request_without_a_submission_entry_is_reported(database: Database) {
    let (story, _) = completed_request(database);
    story.world.tamper(
        "DELETE FROM audit_values WHERE entry_id IN (SELECT id FROM audit_entries WHERE request_id = 2);
         DELETE FROM audit_entries WHERE request_id = 2",
    );
    let wrong = finding_texts(&story.world);
    let expected = "request 2: no entry says that it was submitted";
    assert!(wrong.iter().any(|fault| fault == expected), "{wrong:#?}");
}

/// The requester answers a comment and resolves it.
fn answers_and_resolves(story: &Story, comment: CommentId) {
    let ports = &story.world.ports;
    let command = add_reply::Command {
        comment,
        author: story.requester.role(Role::DataRequester).unwrap().id,
        reply: "The signed page is attached".to_owned(),
    };
    add_reply::execute(ports, &story.requester, &command).unwrap();
    story.world.wait(TimeDelta::minutes(10));
    resolve_comment::execute(ports, &story.requester, resolve_comment::Command { comment }).unwrap();
}

/// A request with two comments by the first decider (state 3, stage 2), one of them answered and
/// resolved. It was denied, resubmitted with a note, and approved by the same person.
fn commented_request() -> (Story, RequestId) {
    let story = Story::begin().recorded();
    let request = writes(&story);
    continued(&story.world, &InMemoryCheckpoint::default());
    (story, request)
}

fn writes(story: &Story) -> RequestId {
    let ports = &story.world.ports;
    let request = story.submitted();
    let reviewer = Role::DataAccessReviewer;
    let wait = || story.world.wait(TimeDelta::minutes(10));
    wait();
    let asked = story.comments(reviewer, request, Section::Devices, true).unwrap();
    wait();
    story.comments(reviewer, request, Section::Staff, false).unwrap();
    wait();
    answers_and_resolves(story, asked);
    wait();
    story.decides(reviewer, request, false).unwrap();
    wait();
    let command = resubmit::Command {
        request,
        note: Some("Everything is signed now".to_owned()),
        needed_on: None,
    };
    resubmit::execute(ports, &story.requester, &command).unwrap();
    wait();
    story.decides(reviewer, request, true).unwrap();
    request
}

/// Compares two texts. An ellipsis in `expected` matches any number.
fn matches_pattern(fault: &str, expected: &str) -> bool {
    let mut rest = fault;
    expected.split('…').enumerate().all(|(place, part)| {
        if place > 0 {
            rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        }
        rest.strip_prefix(part).is_some_and(|behind| {
            rest = behind;
            true
        })
    }) && rest.is_empty()
}

/// Asserts that each alteration has exactly these findings. None contains a text that a person
/// wrote.
fn assert_findings(cases: &[(&str, &[&str])]) {
    for (alteration, expected) in cases {
        let (story, _) = commented_request();
        story.world.execute(alteration);
        let wrong = finding_texts(&story.world);
        assert_eq!(wrong.len(), expected.len(), "{alteration}: {wrong:#?}");
        for (fault, expected) in wrong.iter().zip(*expected) {
            assert!(matches_pattern(fault, expected), "{expected}: {wrong:#?}");
        }
    }
}

#[test]
fn altered_texts_of_decisions_are_reported() {
    let (story, _) = commented_request();
    assert_eq!(finding_texts(&story.world), [""; 0]);
    assert_findings(&[
        (
            "UPDATE request_states SET reason = 'Agreed' WHERE request_id = 1 AND number = 2",
            &["request 1: the reason of state 3 (stage 3) is not what entry … commits to"],
        ),
        (
            "UPDATE request_states SET recommendation = NULL WHERE request_id = 1 AND number = 2",
            &["request 1: the recommendation of state 3 (stage 3) is not what entry … commits to"],
        ),
        (
            "UPDATE request_states SET reason = recommendation, recommendation = reason WHERE request_id = 1 AND number = 2",
            &[
                "request 1: the reason of state 3 (stage 3) is not what entry … commits to",
                "request 1: the recommendation of state 3 (stage 3) is not what entry … commits to",
            ],
        ),
        (
            "UPDATE request_states SET reason = 'Never said' WHERE request_id = 1 AND number = 3",
            &["request 1: state 4 (stage 4) has a reason, and no entry commits to it"],
        ),
        (
            "UPDATE request_history SET reason = 'Agreed' WHERE request_id = 1 AND state = 'Denied'",
            &["request 1: the reason in line … of its history (stage 3) is not what entry … commits to"],
        ),
        (
            "UPDATE request_history SET recommendation = 'Never said' WHERE request_id = 1 AND id = (SELECT max(id) FROM request_history)",
            &["request 1: line … of its history (stage 4) has a recommendation, and no entry commits to it"],
        ),
        (
            "UPDATE request_history SET assigned_role_id = (SELECT max(id) FROM assigned_roles) WHERE request_id = 1 AND state = 'Denied'",
            &["request 1: line … of its history is not what the entries say"],
        ),
        (
            "UPDATE request_rounds SET note = 'Nothing is signed' WHERE request_id = 1 AND round = 2",
            &["request 1: the note of round 2 is not what entry … commits to"],
        ),
        (
            "UPDATE request_rounds SET started_on = (SELECT submitted_on FROM data_requests WHERE id = 1) WHERE request_id = 1",
            &["request 1: round 2 was begun by another person, or at another time, than entry … says"],
        ),
        (
            "DELETE FROM request_rounds WHERE request_id = 1 AND round = 2",
            &["request 1: entry … says that round 2 began, and it is not there"],
        ),
    ]);
}

#[test]
fn altered_comments_are_reported() {
    assert_findings(&[
        (
            "UPDATE state_comments SET comment = 'All is well' WHERE id = 1",
            &["request 1: the text of comment 1 (stage 3) is not what entry … says"],
        ),
        (
            "UPDATE state_comments SET author_id = (SELECT max(id) FROM users) WHERE id = 2",
            &["request 1: the author of comment 2 (stage 3) is not what entry … says"],
        ),
        (
            "UPDATE state_comments SET section = (SELECT section FROM state_comments WHERE id = 2), action_required = (1 = 0) WHERE id = 1",
            &[
                "request 1: the section of comment 1 (stage 3) is not what entry … says",
                "request 1: the demand for action of comment 1 (stage 3) is not what entry … says",
            ],
        ),
        (
            "UPDATE state_comments SET created_on = (SELECT submitted_on FROM data_requests WHERE id = 1) WHERE id = 2",
            &["request 1: the time of comment 2 (stage 3) is not what entry … says"],
        ),
        (
            "UPDATE state_comments SET state_id = 4 WHERE id = 2",
            &["request 1: the stage of comment 2 (stage 3) is not what entry … says"],
        ),
        (
            "DELETE FROM state_comments WHERE id = 2",
            &["request 1: entry … names comment 2, which is not there"],
        ),
        (
            "INSERT INTO state_comments (request_id, state_id, author_id, author_role_id, section, comment, action_required, created_on)
                 SELECT request_id, state_id, author_id, author_role_id, section, 'Never said', action_required, created_on
                 FROM state_comments WHERE id = 2",
            &["request 1: no entry says how comment 3 came about"],
        ),
        (
            "UPDATE state_comments SET resolved_on = created_on, resolved_by = author_id WHERE id = 2",
            &["request 1: comment 2 is resolved, and no entry says so"],
        ),
        (
            "UPDATE state_comments SET resolved_on = NULL, resolved_by = NULL WHERE id = 1",
            &["request 1: comment 1 is not resolved, and entry … says that it was"],
        ),
        (
            "UPDATE state_comments SET resolved_by = author_id WHERE id = 1",
            &["request 1: comment 1 is resolved by another person, or at another time, than entry … says"],
        ),
        (
            "UPDATE comment_replies SET reply = 'It is not signed'",
            &["request 1: the text of reply 1 to comment 1 is not what entry … says"],
        ),
        (
            "UPDATE comment_replies SET comment_id = 2",
            &["request 1: the comment of reply 1 to comment 1 is not what entry … says"],
        ),
        (
            "DELETE FROM comment_replies",
            &["request 1: entry … names reply 1 to comment 1, which is not there"],
        ),
        (
            "INSERT INTO comment_replies (comment_id, author_id, author_role_id, reply, created_on)
                 SELECT 2, author_id, author_role_id, 'Never said', created_on FROM comment_replies",
            &["request 1: no entry says how reply 2 to comment 2 came about"],
        ),
    ]);
}

/// Without the text beside its entry, the displayed text is proved by nothing.
#[test]
fn texts_missing_beside_their_entries_are_reported() {
    assert_findings(&[
        (
            "DELETE FROM audit_values WHERE entry_id IN (SELECT id FROM audit_entries WHERE kind = 'request.commented');
             UPDATE state_comments SET comment = 'All is well'",
            &[
                "request 1: nothing proves the text of comment 1: what entry … commits to is no longer kept beside it",
                "request 1: nothing proves the text of comment 2: what entry … commits to is no longer kept beside it",
            ],
        ),
        (
            "DELETE FROM audit_values WHERE entry_id = (SELECT max(id) FROM audit_entries WHERE kind = 'request.decided');
             UPDATE request_states SET reason = 'Agreed' WHERE request_id = 1 AND number = 2",
            &[
                "request 1: nothing proves the reason of a decision at stage 3: what entry … commits to is no longer kept beside it",
                "request 1: nothing proves the recommendation of a decision at stage 3: what entry … commits to is no longer kept beside it",
            ],
        ),
        (
            "DROP TRIGGER audit_values_are_not_altered; UPDATE comment_replies SET reply = 'It is not signed';
             UPDATE audit_values SET value = 'It is not signed' WHERE value IN (SELECT value FROM audit_values JOIN audit_entries ON
                 audit_entries.id = entry_id WHERE kind = 'request.replied')",
            &[
                "entry …: a text is not the one that it commits to",
                "request 1: nothing proves the text of reply 1: what entry … commits to is no longer kept beside it",
            ],
        ),
    ]);
}

/// Takes all roles of the person away and erases the account.
fn erased(story: &Story, person: &Caller) {
    let world = &story.world;
    let super_user = world.caller("Suubi");
    let address = story.address(person);
    for held in &person.roles {
        let stored =
            world.read_in_transaction(|transaction| transaction.roles().by_id(held.id).unwrap().unwrap());
        let command = change_status::Command {
            seen: stored.latest,
            role_status: Some(RoleStatus::Deactivated.id()),
            reason: "Has asked to be erased".to_owned(),
        };
        change_status::execute(&world.ports, &super_user, &command).unwrap();
    }
    let command = erase::Command {
        user: person.user,
        password: PASSWORD.to_owned(),
        confirmation: address,
        reason: "Asked for by letter of 2 March".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    erase::execute(&world.ports, &super_user, &command).unwrap();
}

/// The texts of an erased person stay and are still compared.
#[test]
fn texts_of_an_erased_author_are_no_finding() {
    let (story, request) = commented_request();
    for role in &Role::STAFF[1..] {
        story.decides(*role, request, true).unwrap();
    }
    erased(&story, story.staff(Role::DataAccessReviewer));
    assert_eq!(finding_texts(&story.world), [""; 0]);
    erased(&story, &story.requester);
    continued(&story.world, &InMemoryCheckpoint::default());
    assert_eq!(finding_texts(&story.world), [""; 0]);
    story
        .world
        .execute("UPDATE comment_replies SET reply = 'Never said'");
    let found = finding_texts(&story.world);
    assert_eq!(found.len(), 1, "{found:#?}");
    // If the value beside the entry was erased with the person, there is nothing to compare with.
    let deletion = "DELETE FROM audit_values WHERE entry_id IN (SELECT id FROM audit_entries WHERE kind = 'request.replied')";
    story.world.execute(deletion);
    assert_eq!(finding_texts(&story.world), [""; 0]);
}
