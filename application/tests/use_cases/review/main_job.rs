//! The main job: from submission through six decisions to the release of the data and the feedback.

use std::collections::BTreeSet;

use aditus_application::feedback::{give, read};
use aditus_application::review::{resolve_comment, tracking};
use aditus_domain::ids::RequestId;
use aditus_domain::review::{OverallStatus, Section, StageState};
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;
use crate::story::steps::content;

#[test]
fn a_request_runs_from_submission_to_feedback() {
    use StageState::{Approved, Incoming, Unattended};
    let story = Story::begin();
    let ports = &story.world.ports;
    let request = story.submitted();
    for (passed, role) in Role::STAFF.into_iter().enumerate() {
        let mut expected = vec![Approved; 2 + passed];
        expected.push(Unattended);
        expected.resize(9, Incoming);
        assert_eq!(story.stage_states(request), expected);
        assert!(story.detail(request).requested_datasets[0].release_date.is_none());
        if role == Role::DataSecurityReviewer {
            let comment = story
                .comments(role, request, Section::EthicsApproval, true)
                .unwrap();
            resolve_comment::execute(ports, &story.requester, resolve_comment::Command { comment }).unwrap();
        }
        story.world.wait(TimeDelta::hours(20));
        let answer = story.decides(role, request, true).unwrap();
        assert_eq!(
            (answer.message, answer.approved),
            (
                "request state updated successfully",
                Some("You have successfully approved this request.")
            )
        );
        let approved = format!(
            "Your Data Request REQ{:06} was approved by the {role}.",
            request.0
        );
        let notifications = story.notifications_of(&story.requester);
        assert_eq!(
            notifications.contains(&approved),
            role != Role::DataOfficer,
            "{notifications:?}"
        );
        let mails = story.mailed(&story.requester);
        assert_eq!(mails.len(), notifications.len(), "{mails:?}");
    }

    let released = story.detail(request);
    assert_eq!(released.status, OverallStatus::Approved);
    assert_eq!(released.requested_datasets[0].release_date, Some(story.today()));
    assert!(!released.has_feedback);
    let last = story.notifications_of(&story.requester).pop().unwrap();
    assert!(last.contains("is released"), "{last}");
    assert_eq!(
        story.mailed(&story.requester).pop().unwrap(),
        format!("REQ{:06}: The data of your Data Request is released", request.0)
    );
    assert_eq!(
        story.stage_states(request)[8],
        Incoming,
        "the terminal stage waits for feedback"
    );

    let command = give::Command {
        request,
        answers: content(),
    };
    let given = give::execute(ports, &story.requester, &command).unwrap();
    assert_eq!(given.message, "Successfully created a Data Request Feedback");
    assert_eq!(story.stage_states(request), [Approved; 9]);
    assert!(story.detail(request).has_feedback);
    let feedback = read::execute(ports, story.staff(Role::DataOfficer), read::Query { request }).unwrap();
    assert_eq!(feedback.feedback.improvement_suggestion.as_str(), "Shorter forms");
    for role in Role::STAFF {
        let notification = story.notifications_of(story.staff(role)).pop().unwrap();
        assert_eq!(
            notification,
            format!("The requester gave feedback on Data Request DAC00{request}."),
            "{role}"
        );
    }

    let history = tracking::history(ports, &story.requester, request).unwrap();
    assert!(history.windows(2).all(|pair| pair[0].at <= pair[1].at));
    let answered = history.iter().filter(|entry| entry.state == Approved).count();
    assert_eq!(
        (
            answered,
            history.iter().filter(|entry| entry.state == Unattended).count()
        ),
        (9, 6)
    );
    assert!(history.iter().all(|entry| entry.round == 1));

    story.world.deliver();
    assert_mails_name(&story, request);
}

/// Asserts that all mails of a request are in one thread, and that a link names the request and the
/// role in which it opens.
fn assert_mails_name(story: &Story, request: RequestId) {
    let threads: BTreeSet<_> = story
        .world
        .mailer
        .sent()
        .into_iter()
        .map(|sent| sent.mail.thread)
        .collect();
    assert_eq!(threads, BTreeSet::from([Some(format!("request-{request}"))]));
    let links: Vec<String> = story
        .world
        .mailer
        .sent()
        .iter()
        .filter_map(|sent| {
            let (_, link) = sent.mail.text.split_once("https://aditus.example/")?;
            link.lines().next().map(str::to_owned)
        })
        .collect();
    assert!(links.len() > 12, "{links:?}");
    for link in links {
        assert!(link.contains(&format!("request_id={request}&as=Data+")), "{link}");
    }
}
