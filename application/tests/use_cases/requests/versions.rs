//! Effects of a new version of a request on issued codes, on viewers, and on its export.

use aditus_application::access::Caller;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::requests::versions::{Change, RecordError, begin, record};
use aditus_application::requests::{detail, export_pdf};
use aditus_application::review::{decide, resubmit};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::VersionNumber;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;

use crate::story::Story;

impl Story {
    /// Changes rows of a request as an edit does. Returns the version that was stored.
    fn changes(&self, caller: &Caller, request: RequestId, statements: &str) -> Result<u32, RecordError> {
        self.world.execute(statements);
        let mut transaction = self.world.ports.database.begin().unwrap();
        let change = Change {
            section: Some(Section::DataFormat),
            comment: None,
        };
        let ports = &self.world.ports;
        begin(transaction.as_mut(), request)?;
        let kept = record(ports, transaction.as_mut(), caller, request, change, None)?;
        transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
        Ok(kept.number.0)
    }

    fn changed_since(&self, caller: &Caller, request: RequestId) -> Option<u32> {
        let query = detail::Query {
            with_variables: true,
            request,
            org_role: None,
        };
        let (_, caller_view) = detail::execute(&self.world.ports, caller, query).unwrap();
        caller_view.changed_since.map(|version| version.0)
    }
}

const FORMAT: &str = "UPDATE request_answers SET data_format = 'Paper-based'";

#[test]
fn a_code_for_an_older_version_is_refused() {
    let story = Story::begin();
    let id = story.submitted();
    let reviewer = story.staff(Role::DataAccessReviewer);
    let state = story.state(id, Role::DataAccessReviewer).request_state_id;
    let otp = story.code(reviewer, state, true);
    assert_eq!(story.changes(&story.requester, id, FORMAT).unwrap(), 2);
    let decision = story.decision(reviewer, id, Role::DataAccessReviewer, true, &otp);
    let refused = decide::execute(&story.world.ports, reviewer, &decision);
    assert!(matches!(refused, Err(decide::Error::Changed)), "{refused:?}");
}

#[test]
fn a_save_without_changes_does_not_void_codes() {
    let story = Story::begin();
    let id = story.submitted();
    let reviewer = story.staff(Role::DataAccessReviewer);
    let state = story.state(id, Role::DataAccessReviewer).request_state_id;
    let otp = story.code(reviewer, state, true);
    let same = "UPDATE request_answers SET data_format = data_format";
    assert_eq!(story.changes(&story.requester, id, same).unwrap(), 1);
    let decision = story.decision(reviewer, id, Role::DataAccessReviewer, true, &otp);
    decide::execute(&story.world.ports, reviewer, &decision).unwrap();
}

#[test]
fn earlier_deciders_are_notified_of_changes() {
    let story = Story::begin();
    let id = story.submitted();
    story.decides(Role::DataAccessReviewer, id, true).unwrap();
    story.changes(&story.requester, id, FORMAT).unwrap();
    let since = |role| story.changed_since(story.staff(role), id);
    assert_eq!(since(Role::DataAccessReviewer), Some(1));
    assert_eq!(since(Role::DataAccessApprover), None);
    story.decides(Role::DataAccessApprover, id, false).unwrap();
    assert_eq!(since(Role::DataAccessApprover), None, "it was denied as it is");
    let title = "UPDATE data_requests SET title = 'Malaria in the lowlands'";
    assert_eq!(story.changes(&story.super_user, id, title).unwrap(), 3);
    assert_eq!(since(Role::DataAccessApprover), Some(2));
    assert_eq!(
        since(Role::DataOfficer),
        Some(2),
        "who has not answered is told what changed since the denial"
    );
    assert_eq!(story.changed_since(&story.requester, id), None);
}

#[test]
fn only_edits_in_scope_store_versions() {
    let story = Story::begin();
    let id = story.submitted();
    let reviewer = story.staff(Role::DataAccessReviewer);
    let refused = story.changes(reviewer, id, FORMAT);
    assert!(matches!(refused, Err(RecordError::Access(_))), "{refused:?}");
    let nothing = story.changes(&story.requester, RequestId(987_654), FORMAT);
    assert!(matches!(nothing, Err(RecordError::NotFound)), "{nothing:?}");
    let detail = story.detail(id);
    assert_eq!(detail.content_version, VersionNumber::FIRST);
}

#[test]
fn the_export_lists_the_changes_of_a_round() {
    let story = Story::begin();
    let id = story.submitted();
    let export = || {
        let query = export_pdf::Query { request: id };
        let answer = export_pdf::execute(&story.world.ports, &story.requester, query).unwrap();
        String::from_utf8(answer.bytes).unwrap()
    };
    assert!(export().contains("0 rounds with changes"));
    story.changes(&story.requester, id, FORMAT).unwrap();
    assert!(export().contains("1 rounds with changes"));
}

#[test]
fn the_export_puts_corrections_into_the_round_that_they_are_made_for() {
    let story = Story::begin();
    let id = story.submitted();
    let export = || {
        let query = export_pdf::Query { request: id };
        let answer = export_pdf::execute(&story.world.ports, &story.requester, query).unwrap();
        let text = String::from_utf8(answer.bytes).unwrap();
        text.lines()
            .filter(|line| line.starts_with("round "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    story.decides(Role::DataAccessReviewer, id, true).unwrap();
    story.decides(Role::DataAccessApprover, id, false).unwrap();
    assert_eq!(export(), [""; 0], "the stages of the present round tell it");
    story.changes(&story.requester, id, FORMAT).unwrap();
    assert_eq!(export(), ["round 2: 1 to 2"], "they wait to be submitted");
    let command = resubmit::Command {
        request: id,
        note: None,
        needed_on: None,
    };
    resubmit::execute(&story.world.ports, &story.requester, &command).unwrap();
    let decisions = "Approved by Data Access Reviewer, Denied by Data Access Approver";
    assert_eq!(
        export(),
        [
            format!("round 1: 1 to 1, {decisions}"),
            "round 2: 1 to 2".to_owned()
        ]
    );
}
