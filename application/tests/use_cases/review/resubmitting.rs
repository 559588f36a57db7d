//! Resubmission: the next round, the people who may start it, and the people notified.

use aditus_application::access::Caller;
use aditus_application::requests::detail;
use aditus_application::requests::edits::{EditBasis, patch_documents, patch_request};
use aditus_application::review::{decide, recall, resubmit};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{OrganisationId, RequestId};
use aditus_domain::requests::DocumentKind;
use aditus_domain::review::{OverallStatus, Section, StageState};
use aditus_domain::roles::{OfferChange, Role};
use chrono::TimeDelta;

use crate::story::Story;
use crate::story::form::{PDF, upload};

const REVIEWER: Role = Role::DataAccessReviewer;
const APPROVER: Role = Role::DataAccessApprover;

fn command(request: RequestId) -> resubmit::Command {
    resubmit::Command {
        request,
        note: Some(" The agreement is signed now. ".to_owned()),
        needed_on: None,
    }
}

fn resubmit(story: &Story, caller: &Caller, request: RequestId) -> Result<resubmit::Answer, resubmit::Error> {
    resubmit::execute(&story.world.ports, caller, &command(request))
}

/// Returns a request that the reviewer approved and the approver denied.
fn denied(story: &Story) -> RequestId {
    let request = story.submitted();
    story.decides(REVIEWER, request, true).unwrap();
    story.decides(APPROVER, request, false).unwrap();
    request
}

/// Offers this role at the organisation, or withdraws it.
fn offer(story: &Story, organisation: OrganisationId, role: Role, active: bool) {
    let at = story.world.now();
    story.world.write(|transaction| {
        let found = transaction
            .organisations()
            .role_of(organisation, role)
            .unwrap()
            .unwrap();
        let reason = "For the test".to_owned();
        let by = Some(story.super_user.user);
        let change = OfferChange::to(active, (found.id, !active), by, reason, at).unwrap();
        transaction.organisations().change_role(&change).unwrap();
    });
}

#[test]
fn after_a_denial_the_round_starts_where_it_was_denied() {
    use StageState::{Approved, Incoming, Unattended};
    let story = Story::begin();
    let request = denied(&story);
    let answer = resubmit(&story, &story.requester, request).unwrap();
    assert_eq!((answer.round, answer.status), (2, OverallStatus::Pending));
    assert_eq!(
        answer.message,
        "You have successfully resubmitted your Data Request."
    );
    let expected = [
        Approved, Approved, Approved, Unattended, Incoming, Incoming, Incoming, Incoming, Incoming,
    ];
    assert_eq!(story.stage_states(request), expected);
    let detail = story.detail(request);
    assert_eq!((detail.round, detail.status), (2, OverallStatus::Pending));
    let notes: Vec<_> = detail
        .rounds
        .iter()
        .map(|round| (round.round, round.note.as_deref()))
        .collect();
    assert_eq!(notes, [(1, None), (2, Some("The agreement is signed now."))]);
    assert_eq!(
        story.notifications_of(story.staff(APPROVER)).pop().unwrap(),
        format!("Data Request DAC00{request} awaits your decision as Data Access Approver.")
    );
    assert_eq!(
        story.notifications_of(story.staff(REVIEWER)).pop().unwrap(),
        format!("Data Request DAC00{request} was resubmitted (round 2). Your approval stands.")
    );
    assert_eq!(
        story.notifications_of(&story.requester).pop().unwrap(),
        format!("Your Data Request REQ{:06} was resubmitted (round 2).", request.0)
    );
    for role in Role::STAFF.into_iter().skip(1) {
        story.decides(role, request, true).unwrap();
    }
    assert_eq!(story.detail(request).status, OverallStatus::Approved);
}

#[test]
fn after_a_recall_the_round_starts_at_the_first_stage_of_the_staff() {
    use StageState::{Approved, Incoming, Unattended};
    let story = Story::begin();
    let request = story.submitted();
    story.decides(REVIEWER, request, true).unwrap();
    recall::execute(&story.world.ports, &story.requester, recall::Command { request }).unwrap();
    let earlier_count = story.notifications_of(story.staff(REVIEWER)).len();
    resubmit(&story, &story.requester, request).unwrap();
    let expected = [
        Approved, Approved, Unattended, Incoming, Incoming, Incoming, Incoming, Incoming, Incoming,
    ];
    assert_eq!(story.stage_states(request), expected);
    let notifications = story
        .notifications_of(story.staff(REVIEWER))
        .split_off(earlier_count);
    assert_eq!(
        notifications,
        [format!(
            "Data Request DAC00{request} awaits your decision as Data Access Reviewer."
        )]
    );
    story.all_approve(request);
    assert_eq!(story.detail(request).status, OverallStatus::Approved);
}

#[test]
fn only_the_requester_resubmits_and_only_what_has_ended() {
    let story = Story::begin();
    let request = denied(&story);
    let pending = story.submitted();
    let approved = story.submitted();
    story.all_approve(approved);
    for outsider in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            resubmit(&story, outsider, request).unwrap_err().kind(),
            Kind::NotFound
        );
    }
    for reader in [&story.super_user, story.staff(REVIEWER), story.staff(APPROVER)] {
        let error = resubmit(&story, reader, request).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (
                Kind::Forbidden,
                "Only the requester can resubmit this Data Request."
            )
        );
    }
    for (ended, message) in [
        (pending, "This Data Request is Pending"),
        (approved, "This Data Request is Approved"),
    ] {
        let error = resubmit(&story, &story.requester, ended).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (Kind::Conflict, message)
        );
    }
    resubmit(&story, &story.requester, request).unwrap();
    let again = resubmit(&story, &story.requester, request).unwrap_err();
    assert_eq!(
        (again.kind(), again.to_string().as_str()),
        (Kind::Conflict, "This Data Request is Pending")
    );
    assert_eq!(story.detail(request).rounds.len(), 2);
}

#[test]
fn resubmitting_needs_the_data_requester_role() {
    let story = Story::begin();
    let request = denied(&story);
    let mut caller = story.requester.clone();
    caller.roles.clear();
    let error = resubmit(&story, &caller, request).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
    assert_eq!(story.detail(request).status, OverallStatus::Denied);
}

#[test]
fn a_needed_date_that_is_too_near_must_be_renewed() {
    let story = Story::begin();
    let request = denied(&story);
    let asks = || {
        let query = detail::Query {
            with_variables: true,
            request,
            org_role: None,
        };
        let (_, caller_view) = detail::execute(&story.world.ports, &story.requester, query).unwrap();
        (caller_view.needs_new_date, caller_view.acting.why_no_resubmission)
    };
    assert_eq!(asks(), (false, None));
    story.world.wait(TimeDelta::days(17));
    assert_eq!(asks(), (true, None));
    let with = |needed_on: Option<String>| {
        let command = resubmit::Command {
            needed_on,
            ..command(request)
        };
        resubmit::execute(&story.world.ports, &story.requester, &command)
    };
    let in_days = |days| Some((story.today() + TimeDelta::days(days)).to_string());
    for (typed, message) in [
        (None, "Please enter the Date the Request will be Needed."),
        (
            in_days(13),
            "The Needed Date should be in four weeks time or greater. Preferably during the Week.",
        ),
        (
            in_days(0),
            "The selected date must be greater than the current date",
        ),
    ] {
        let error = with(typed).unwrap_err();
        assert_eq!(error.kind(), Kind::Invalid);
        assert_eq!(error.fields(), [("needed_on".to_owned(), message.to_owned())]);
    }
    with(in_days(40)).unwrap();
    assert_eq!(
        story.detail(request).details.needed_on,
        story.today() + TimeDelta::days(40)
    );
}

#[test]
fn a_code_of_the_previous_round_is_refused() {
    let story = Story::begin();
    let request = story.submitted();
    let second = &story.second_reviewer;
    let state = story.state(request, REVIEWER).request_state_id;
    let otp = story.code(second, state, true);
    let early = story.decision(second, request, REVIEWER, true, &otp);
    story.decides(REVIEWER, request, false).unwrap();
    resubmit(&story, &story.requester, request).unwrap();
    let error = decide::execute(&story.world.ports, second, &early).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (
            Kind::Conflict,
            "This Data Request has changed since you opened it. Review it again."
        )
    );
}

#[test]
fn comments_belong_to_their_round() {
    use aditus_application::review::list_comments;
    let story = Story::begin();
    let request = story.submitted();
    story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    story.decides(REVIEWER, request, false).unwrap();
    resubmit(&story, &story.requester, request).unwrap();
    story.comments(REVIEWER, request, Section::Staff, false).unwrap();
    let query = list_comments::Query {
        request,
        section: None,
    };
    let rounds: Vec<_> = list_comments::execute(&story.world.ports, &story.requester, &query)
        .unwrap()
        .into_iter()
        .map(|listed| listed.comment.round)
        .collect();
    assert_eq!(rounds, [1, 2]);
}

#[test]
fn a_stage_without_an_offered_role_is_rebound_or_blocks_the_round() {
    let story = Story::begin();
    let request = denied(&story);
    offer(&story, story.custody, Role::DataCustodian, false);
    let error = resubmit(&story, &story.requester, request).unwrap_err();
    assert_eq!(error.kind(), Kind::Conflict);
    assert!(error.to_string().contains("(Data Custodian)"), "{error}");
    assert_eq!(story.detail(request).status, OverallStatus::Denied);
    assert_eq!(story.detail(request).rounds.len(), 1);

    let elsewhere = story
        .world
        .caller_with("Ruth", story.provider, Role::DataCustodian);
    resubmit(&story, &story.requester, request).unwrap();
    assert_eq!(
        story.state(request, Role::DataCustodian).org_role_id,
        elsewhere.roles[0].org_role
    );
    let kept = story.state(request, REVIEWER);
    assert_eq!(kept.state, StageState::Approved, "the approval stands");
}

/// Pages read a request without its variables, of which there may be thousands. The permitted
/// actions must be the same.
#[test]
fn permitted_actions_are_the_same_without_the_variables() {
    let story = Story::begin();
    let same = |request: RequestId, state: &str| {
        let callers = [
            &story.requester,
            &story.super_user,
            story.staff(REVIEWER),
            story.staff(APPROVER),
        ];
        for caller in callers {
            let caller_view = |with_variables| {
                let query = detail::Query {
                    request,
                    org_role: None,
                    with_variables,
                };
                detail::execute(&story.world.ports, caller, query).unwrap().1
            };
            assert_eq!(
                caller_view(false),
                caller_view(true),
                "{state}, {:?}",
                caller.user
            );
        }
    };
    let request = story.submitted();
    assert!(
        story
            .detail(request)
            .documents
            .iter()
            .all(|document| { document.kind != DocumentKind::DataSpecification })
    );
    same(request, "pending");
    story
        .comments(REVIEWER, request, Section::DataSource, true)
        .unwrap();
    same(request, "with an action required");
    recall::execute(&story.world.ports, &story.requester, recall::Command { request }).unwrap();
    same(request, "recalled");
    resubmit(&story, &story.requester, request).unwrap();
    same(request, "in its second round");
    same(denied(&story), "denied");
    let approved = story.submitted();
    story.all_approve(approved);
    same(approved, "approved");
}

#[test]
fn a_request_without_data_cannot_be_resubmitted() {
    const MESSAGE: &str =
        "Please upload your General Data Specification Form since no variables were selected.";
    let story = Story::begin();
    let request = denied(&story);
    let ports = &story.world.ports;
    let births = story.world.source("Births");
    let custodians = story.world.org_role(story.custody, Role::DataCustodian);
    story.world.write(|transaction| {
        transaction
            .dictionary()
            .add_custodian(births, custodians, false)
            .unwrap();
    });
    let to_another = patch_request::Command {
        request,
        patch: patch_request::Patch::DataSource(births.0),
        basis: EditBasis::default(),
    };
    patch_request::execute(ports, &story.requester, to_another).unwrap();
    let why_not = || {
        let query = detail::Query {
            request,
            org_role: None,
            with_variables: false,
        };
        let (_, caller_view) = detail::execute(ports, &story.requester, query).unwrap();
        caller_view
            .acting
            .why_no_resubmission
            .map(|reason| reason.to_string())
    };
    assert_eq!(why_not().as_deref(), Some(MESSAGE));
    let refused = resubmit(&story, &story.requester, request).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.to_string().as_str()),
        (Kind::Conflict, MESSAGE)
    );
    assert_eq!(story.detail(request).status, OverallStatus::Denied);

    let form = patch_documents::Command {
        request,
        patch: patch_documents::Patch::Specification,
        uploads: vec![upload(DocumentKind::DataSpecification, None, PDF)],
        basis: EditBasis::default(),
    };
    patch_documents::execute(ports, &story.requester, &form).unwrap();
    assert_eq!(why_not(), None);
    resubmit(&story, &story.requester, request).unwrap();
}
