//! Recall.

use aditus_application::access::Caller;
use aditus_application::review::{decide, recall};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::RequestId;
use aditus_domain::review::{OverallStatus, StageState};
use aditus_domain::roles::Role;

use crate::story::Story;

fn recall(story: &Story, caller: &Caller, request: RequestId) -> Result<recall::Answer, recall::Error> {
    recall::execute(&story.world.ports, caller, recall::Command { request })
}

#[test]
fn a_recall_by_the_owner_notifies_the_deciders() {
    use StageState::{Approved, Halted, Recalled};
    let story = Story::begin();
    let request = story.submitted();
    story.decides(Role::DataAccessReviewer, request, true).unwrap();
    let own = story.notifications_of(&story.requester);
    recall(&story, &story.requester, request).unwrap();
    let expected = [
        Approved, Approved, Approved, Recalled, Halted, Halted, Halted, Halted, Halted,
    ];
    assert_eq!(story.stage_states(request), expected);
    assert_eq!(story.detail(request).status, OverallStatus::Recalled);
    assert_eq!(
        story
            .notifications_of(story.staff(Role::DataAccessApprover))
            .pop()
            .unwrap(),
        format!("Data Request DAC00{request} was recalled.")
    );
    assert_eq!(
        story.notifications_of(&story.requester),
        own,
        "who recalled knows it"
    );
    let again = recall(&story, &story.requester, request).unwrap_err();
    assert_eq!(
        (again.kind(), again.to_string().as_str()),
        (Kind::Conflict, "This Data Request is Recalled")
    );
}

#[test]
fn a_recall_by_a_super_user_notifies_the_owner() {
    let story = Story::begin();
    let request = story.submitted();
    recall(&story, &story.super_user, request).unwrap();
    let notification = story.notifications_of(&story.requester).pop().unwrap();
    assert_eq!(
        notification,
        format!("Data Request REQ{:06} was recalled.", request.0)
    );
    assert_eq!(
        story.mailed(&story.requester).pop().unwrap(),
        format!("REQ{:06}: Data Request recalled", request.0)
    );
    let state = story.state(request, Role::DataAccessReviewer);
    assert_eq!(state.attended_by.unwrap().user_id, story.super_user.user);
}

#[test]
fn other_callers_cannot_recall() {
    let story = Story::begin();
    let request = story.submitted();
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            recall(&story, outsider, request).unwrap_err().kind(),
            Kind::NotFound
        );
    }
    for role in Role::STAFF {
        let error = recall(&story, story.staff(role), request).unwrap_err();
        assert_eq!(error.kind(), Kind::Forbidden);
    }
    assert_eq!(
        recall(&story, &story.super_user, RequestId(9_999))
            .unwrap_err()
            .kind(),
        Kind::NotFound
    );
    assert_eq!(story.detail(request).status, OverallStatus::Pending);
}

#[test]
fn a_decided_request_cannot_be_recalled() {
    let story = Story::begin();
    let [denied, approved] = [story.submitted(), story.submitted()];
    story.decides(Role::DataAccessReviewer, denied, false).unwrap();
    story.all_approve(approved);
    for (request, message) in [
        (denied, "This Data Request is Denied"),
        (approved, "This Data Request is Approved"),
    ] {
        let error = recall(&story, &story.requester, request).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::Conflict, message)
        );
    }
}

#[test]
fn a_recall_voids_issued_codes() {
    let story = Story::begin();
    let request = story.submitted();
    let role = Role::DataAccessReviewer;
    let reviewer = story.staff(role);
    let otp = story.code(reviewer, story.state(request, role).request_state_id, true);
    let command = story.decision(reviewer, request, role, true, &otp);
    recall(&story, &story.requester, request).unwrap();
    let error = decide::execute(&story.world.ports, reviewer, &command).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (Kind::Conflict, "This Data Request is Recalled")
    );
}
