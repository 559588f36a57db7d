//! Printed documents state their entry and its place in the log.

use aditus_application::access::Caller;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::requests::edits::EditBasis;
use aditus_application::requests::{export_pdf, letters};
use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;

use super::super::entries;
use super::super::log::continued;
use super::{REVIEWER, edit};
use crate::story::Story;

fn letter(story: &Story, caller: &Caller, request: RequestId) -> String {
    let file = letters::export_pdf::execute(&story.world.ports, caller, request).unwrap();
    String::from_utf8(file.bytes).unwrap()
}

fn pdf(story: &Story, caller: &Caller, request: RequestId) -> String {
    let file = export_pdf::execute(&story.world.ports, caller, export_pdf::Query { request }).unwrap();
    String::from_utf8(file.bytes).unwrap()
}

/// Returns the id of the newest entry of this kind, and its place in the log.
fn entry(story: &Story, kind: Kind) -> (String, String) {
    let found = entries(&story.world)
        .into_iter()
        .rev()
        .find(|entry| entry.kind == kind);
    let found = found.unwrap();
    let index = found
        .log_index
        .map_or("none yet".to_owned(), |index| index.to_string());
    (found.id.to_string(), index)
}

fn log(story: &Story) {
    continued(&story.world, &InMemoryCheckpoint::default());
}

#[test]
fn a_letter_prints_its_entry_and_the_decision_before_it() {
    let story = Story::begin();
    let request = story.submitted();
    story.all_approve(request);
    let waiting = letter(&story, &story.requester, request);
    let (issued, _) = entry(&story, Kind::LetterIssued);
    for line in [
        "log aditus.example/log\n".to_owned(),
        format!("entry {issued} request.letter_issued of version 0, index none yet\n"),
        format!("address https://aditus.example/log?entry={issued}&request={request}\n"),
    ] {
        assert!(waiting.contains(&line), "{line} is not in {waiting}");
    }

    log(&story);
    let printed = letter(&story, &story.requester, request);
    let (issued, index) = entry(&story, Kind::LetterIssued);
    let (decided, before) = entry(&story, Kind::RequestDecided);
    let (_, proof) = printed.split_once("log aditus.example/log\n").unwrap();
    assert_eq!(
        proof,
        format!(
            "entry {issued} request.letter_issued of version 0, index {index}\n\
             entry {decided} request.decided of version 1, index {before}\n\
             version 1\n\
             address https://aditus.example/log?entry={issued}&index={index}&request={request}\n"
        )
    );
    // The print is the same for every reader, however much the log has grown.
    log(&story);
    let reader = story.staff(REVIEWER);
    assert_eq!(letter(&story, reader, request), printed);
}

#[test]
fn a_letter_older_than_the_audit_log_has_no_proof() {
    let story = Story::begin();
    let request = story.submitted();
    story.world.execute(&format!(
        "INSERT INTO approval_letters (request_id, number, made_on, heading, body)
         VALUES ({request}, 7, '2025-01-02T03:04:05.000000Z', 'Approval', 'Of before')"
    ));
    let printed = letter(&story, &story.requester, request);
    assert!(printed.ends_with("\nOf before\n"), "{printed}");
}

#[test]
fn a_request_prints_its_newest_decision_and_version() {
    let story = Story::begin();
    let request = story.submitted();
    log(&story);
    let proof = || {
        let printed = pdf(&story, &story.requester, request);
        let (_, proof) = printed.split_once("log aditus.example/log\n").unwrap();
        proof.to_owned()
    };
    let address = |(id, index): &(String, String)| {
        format!("address https://aditus.example/log?entry={id}&index={index}&request={request}\n")
    };
    let made = entry(&story, Kind::RequestSubmitted);
    assert_eq!(
        proof(),
        format!(
            "entry {} request.submitted of version 1, index {}\nversion 1\n{}",
            made.0,
            made.1,
            address(&made)
        )
    );

    story.decides(REVIEWER, request, false).unwrap();
    log(&story);
    let decided = entry(&story, Kind::RequestDecided);
    let decision = format!(
        "entry {} request.decided of version 1, index {}\n",
        decided.0, decided.1
    );
    assert_eq!(proof(), format!("{decision}version 1\n{}", address(&decided)));

    // No decision was made on the changed version yet.
    edit(&story, &story.super_user, request, "Nia", EditBasis::default()).unwrap();
    log(&story);
    let edited = entry(&story, Kind::RequestEdited);
    assert_eq!(
        proof(),
        format!(
            "{decision}entry {} request.edited of version 2, index {}\nversion 2\n{}",
            edited.0,
            edited.1,
            address(&decided)
        )
    );
    let staff = pdf(&story, story.staff(Role::DataOfficer), request);
    assert!(staff.contains(&decision), "{staff}");
}
