//! The states of requests are those that the entries of the record lead to; what somebody altered by hand is named.

use aditus_application::audit::log::kept::KeptInMemory;
use aditus_application::feedback::give;
use aditus_application::ports::FileStore as _;
use aditus_application::review::{recall, resubmit};
use aditus_application::testing::verified;
use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use super::log::continued;
use super::verify::wrong;
use crate::story::Story;
use crate::story::steps::content;

fn resubmitted(story: &Story, request: RequestId) {
    let command = resubmit::Command {
        request,
        note: None,
        needed_on: Some((story.today() + TimeDelta::days(40)).to_string()),
    };
    resubmit::execute(&story.world.ports, &story.requester, &command).unwrap();
}

/// Recalled, resubmitted with another day, denied, resubmitted, approved by all and answered with feedback; beside one that waits.
fn lived() -> (Story, RequestId) {
    let story = Story::begin();
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
    continued(&story.world, &KeptInMemory::default());
    (story, request)
}

#[test]
fn the_whole_life_of_a_request_is_what_the_record_says() {
    let (story, _) = lived();
    let states = verified(&story.world.ports).pop().unwrap();
    assert_eq!((states.subject, states.looked_at), ("states of Data Requests", 2));
    assert_eq!((&states.wrong, &states.remarks), (&vec![], &vec![]));
}

/// What is told when one thing is altered; all of it, so that nothing else is.
#[test]
fn what_was_altered_by_hand_is_named_and_nothing_else() {
    let cases: [(&str, &[&str]); 10] = [
        (
            "UPDATE request_states SET state = 'Denied', answered_by = (SELECT min(id) FROM users), answered_in_role = (SELECT min(id) FROM
                 assigned_roles), answered_for = org_role_id, responded_on = created_on WHERE state = 'Unattended'",
            &["request 2: state 12 (stage 2) is Denied, and no entry says so: by the entries it is Unattended"],
        ),
        (
            "UPDATE request_states SET answered_by = (SELECT min(id) FROM users) WHERE request_id = 1 AND number = 3",
            &["request 1: state 4 (stage 3) is Approved by account 1, and its entry says by account 2"],
        ),
        (
            "UPDATE request_states SET responded_on = created_on WHERE request_id = 1 AND number = 3",
            &["request 1: state 4 (stage 3) is attended at"],
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
            "DROP TRIGGER IF EXISTS request_versions_are_not_altered; UPDATE request_versions SET digest = zeroblob(32)
             WHERE request_id = 2; UPDATE data_requests SET content_digest = zeroblob(32) WHERE id = 2",
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
    for (alteration, told) in cases {
        let (story, _) = lived();
        story.world.execute(alteration);
        let wrong = wrong(&story.world);
        assert_eq!(wrong.len(), told.len(), "{alteration}: {wrong:#?}");
        for (fault, told) in wrong.iter().zip(told) {
            assert!(fault.contains(told), "{told}: {wrong:#?}");
        }
    }
}

/// Who takes the salts away takes no proof away: there is one reason for which they go, which is recorded.
#[test]
fn a_letter_whose_words_are_not_kept_beside_its_entry_is_told() {
    let (story, _) = lived();
    story.world.execute(
        "DELETE FROM audit_values WHERE entry_id IN (SELECT id FROM audit_entries WHERE kind = 'request.letter_issued');
         UPDATE approval_letters SET body = 'Refused'",
    );
    let wrong = wrong(&story.world);
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    let told = "request 1: the words of its letter of approval are not kept beside entry";
    assert!(wrong[0].starts_with(told), "{wrong:#?}");
}

/// The file was removed by hand, and the row says that it was by right.
#[test]
fn a_document_that_is_marked_as_gone_without_an_entry_is_told() {
    for (why, told) in [
        (
            "Erased",
            "is told to be erased with its owner's account, and no entry says so",
        ),
        (
            "Retention",
            "is told to be removed after its retention, and no entry says so",
        ),
    ] {
        let (story, request) = lived();
        let passport = story.detail(request).list_of_staff[0]
            .identification_file_path
            .clone()
            .unwrap();
        story.world.files.remove(&passport).unwrap();
        story.world.execute(&format!(
            "UPDATE request_documents SET gone_on = uploaded_on, gone_why = '{why}' WHERE file_key = '{}'",
            passport.as_str()
        ));
        let wrong = wrong(&story.world);
        assert_eq!(wrong.len(), 1, "{wrong:#?}");
        assert!(
            wrong[0].starts_with("request 1: document ") && wrong[0].ends_with(told),
            "{wrong:#?}"
        );
    }
}

/// It is read, and what it does not say is said to be unknown.
#[test]
fn the_record_of_an_earlier_version_is_followed() {
    let (story, _) = lived();
    story.world.execute(
        "DROP TRIGGER audit_entries_are_not_altered;
         DELETE FROM audit_values WHERE entry_id IN (SELECT id FROM audit_entries WHERE kind = 'request.letter_issued');
         UPDATE audit_entries SET canonical = json_remove(canonical, '$.act.letter', '$.act.made_on', '$.act.heading', '$.act.body',
             '$.act.anew') WHERE kind IN ('request.letter_issued', 'request.resubmitted')",
    );
    let states = verified(&story.world.ports).pop().unwrap();
    assert_eq!(states.wrong, Vec::<String>::new());
    assert_eq!(
        states.remarks,
        [
            "1 of the letters of approval are from before entries committed to their words, which nothing proves",
            "2 of the resubmissions are from before entries said whether earlier approvals stood: either was held right",
        ]
    );
}

#[test]
fn a_request_that_the_record_has_and_the_database_has_not_is_told() {
    let (story, _) = lived();
    story
        .world
        .execute("PRAGMA foreign_keys = OFF; DELETE FROM data_requests WHERE id = 2;");
    let wrong = wrong(&story.world);
    let told = "request 2: it is in the record and not there any more";
    assert!(wrong.iter().any(|fault| fault == told), "{wrong:#?}");
}
