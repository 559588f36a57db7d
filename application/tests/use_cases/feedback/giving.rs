//! Giving feedback, and changing it.

use aditus_application::access::Caller;
use aditus_application::feedback::{Answers, give, read, update};
use aditus_application::{Failure, Kind};
use aditus_domain::feedback::Experience;
use aditus_domain::ids::RequestId;
use aditus_domain::roles::Role;

use crate::story::Story;
use crate::story::steps::content;

fn give(
    story: &Story,
    caller: &Caller,
    request: RequestId,
    answers: Answers,
) -> Result<give::Answer, give::Error> {
    give::execute(&story.world.ports, caller, &give::Command { request, answers })
}

#[test]
fn only_the_owner_of_an_approved_request_gives_feedback() {
    let story = Story::begin();
    let request = story.submitted();
    let early = give(&story, &story.requester, request, content()).unwrap_err();
    assert_eq!(early.kind(), Kind::Conflict);
    assert!(early.to_string().contains("Pending"), "{early}");
    story.all_approve(request);
    for stranger in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            give(&story, stranger, request, content()).unwrap_err().kind(),
            Kind::NotFound
        );
    }
    for reader in [&story.super_user, story.staff(Role::DataOfficer)] {
        assert_eq!(
            give(&story, reader, request, content()).unwrap_err().kind(),
            Kind::Forbidden
        );
    }
    assert_eq!(
        give(&story, &story.requester, request, content())
            .unwrap()
            .request_id,
        request
    );
    let again = give(&story, &story.requester, request, content()).unwrap_err();
    assert_eq!(
        (again.kind(), again.to_string().as_str()),
        (Kind::Conflict, "Feedback on this Data Request was already given.")
    );
}

#[test]
fn a_denied_request_gets_no_feedback() {
    let story = Story::begin();
    let request = story.submitted();
    story.decides(Role::DataAccessReviewer, request, false).unwrap();
    assert_eq!(
        give(&story, &story.requester, request, content())
            .unwrap_err()
            .kind(),
        Kind::Conflict
    );
}

#[test]
fn missing_answers_are_listed_in_form_order() {
    let story = Story::begin();
    let request = story.submitted();
    story.all_approve(request);
    let error = give(&story, &story.requester, request, Answers::default()).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (
            Kind::Invalid,
            "Please select the Data Request Process Experience."
        )
    );
    let fields: Vec<String> = error.fields().into_iter().map(|(field, _)| field).collect();
    assert_eq!(
        fields,
        [
            "data_request_process_experience",
            "would_recommend_others",
            "reasonable_response_timeframe",
            "study_questions_answered_by_request",
            "expectations_met",
            "improvement_suggestion",
            "would_you_come_back",
        ]
    );
}

#[test]
fn the_owner_changes_the_feedback() {
    let story = Story::begin();
    let request = story.submitted();
    story.all_approve(request);
    let poor = Answers {
        data_request_process_experience: Some("Poor".to_owned()),
        ..content()
    };
    let change = |caller: &Caller| {
        let command = update::Command {
            request,
            answers: poor.clone(),
        };
        update::execute(&story.world.ports, caller, &command)
    };
    assert_eq!(
        change(&story.requester).unwrap_err().kind(),
        Kind::NotFound,
        "there is none yet"
    );
    give(&story, &story.requester, request, content()).unwrap();
    assert_eq!(change(&story.other_requester).unwrap_err().kind(), Kind::NotFound);
    assert_eq!(
        change(story.staff(Role::DataOfficer)).unwrap_err().kind(),
        Kind::Forbidden
    );
    change(&story.requester).unwrap();
    let seen = read::execute(&story.world.ports, &story.requester, read::Query { request }).unwrap();
    assert_eq!(seen.feedback.process_experience, Experience::Poor);
    assert_eq!(seen.owner, story.requester.user);
    let hidden = read::execute(
        &story.world.ports,
        &story.other_requester,
        read::Query { request },
    );
    assert_eq!(hidden.unwrap_err().kind(), Kind::NotFound);
}
