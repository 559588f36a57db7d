//! Decisions: permitted people, form, and concurrent calls.

use std::time::Duration;

use aditus_application::access::Caller;
use aditus_application::notifications::views::ReadFilter;
use aditus_application::paging::Page;
use aditus_application::ports::Signal;
use aditus_application::review::{decide, recall, resubmit, send_code};
use aditus_application::{Failure, Kind, notifications};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, RequestId};
use aditus_domain::review::{OverallStatus, StageState};
use aditus_domain::roles::Role;

use crate::story::Story;

const REVIEWER: Role = Role::DataAccessReviewer;

/// Returns the person's unread notifications, oldest first.
fn unread(story: &Story, caller: &Caller) -> Vec<String> {
    let query = notifications::list::Query {
        user_id: None,
        filter: ReadFilter::Unread,
        page: Page::new(1, 100),
    };
    let listed = notifications::list::execute(&story.world.ports, caller, query).unwrap();
    let messages = listed.items.into_iter().rev();
    messages.map(|notification| notification.message).collect()
}

/// Two people hold the role of a stage. Once one has decided, the other is notified of it and has
/// nothing left to do.
#[test]
fn the_other_holder_of_the_role_is_notified_of_a_decision() {
    let story = Story::begin();
    let request = story.submitted();
    let (first, second) = (story.staff(REVIEWER), &story.second_reviewer);
    let state = story.state(request, REVIEWER).request_state_id;
    let otp = story.code(second, state, true);
    let awaits = format!("Data Request DAC00{request} awaits your decision as Data Access Reviewer.");
    for holder in [first, second] {
        assert_eq!(unread(&story, holder), [awaits.as_str()]);
    }
    let signals = story.world.ports.database.signals();
    story.decides(REVIEWER, request, true).unwrap();

    let mut heard = Vec::new();
    while let Ok(signal) = signals.wait(Duration::ZERO) {
        heard.push(signal);
    }
    for reader in [
        &story.requester,
        first,
        second,
        story.staff(Role::DataOfficer),
        &story.super_user,
    ] {
        assert!(heard.contains(&Signal::RequestsChanged(reader.user)), "{heard:?}");
    }
    for outsider in [&story.outsider, &story.other_requester] {
        assert!(
            !heard.contains(&Signal::RequestsChanged(outsider.user)),
            "{heard:?}"
        );
    }
    for holder in [first, second] {
        assert!(
            heard.contains(&Signal::NotificationsRead(holder.user)),
            "{heard:?}"
        );
        assert_eq!(unread(&story, holder), [""; 0], "it is nothing to do any more");
        assert_eq!(
            story.notifications_of(holder),
            [awaits.as_str()],
            "it is still listed"
        );
    }
    let approver = story.staff(Role::DataAccessApprover);
    assert_eq!(unread(&story, approver).len(), 1);

    let mails = story.mailed(second);
    let words = format!(
        "Abena Okello already approved this stage on {}.",
        story.world.now().format("%B %-d, %Y %-I:%M %p UTC")
    );
    let decision = story.decision(second, request, REVIEWER, true, &otp);
    let late = decide::execute(&story.world.ports, second, &decision).unwrap_err();
    assert_eq!((late.kind(), late.to_string()), (Kind::Conflict, words.clone()));
    let ask = send_code::Command {
        state,
        approve: false,
        unless_sent: false,
    };
    let refused = send_code::execute(&story.world.ports, second, ask).unwrap_err();
    assert_eq!((refused.kind(), refused.to_string()), (Kind::Conflict, words));
    assert_eq!(story.mailed(second), mails, "no further code");
}

/// A denial or a recall ends every pending stage. A new round opens the stage again.
#[test]
fn pending_decisions_end_with_the_round() {
    let story = Story::begin();
    let request = story.submitted();
    let second = &story.second_reviewer;
    assert_eq!(unread(&story, second).len(), 1);
    recall::execute(&story.world.ports, &story.requester, recall::Command { request }).unwrap();
    let messages = unread(&story, second);
    assert!(
        !messages.iter().any(|message| message.contains("awaits")),
        "{messages:?}"
    );
    let again = resubmit::Command {
        request,
        note: None,
        needed_on: None,
    };
    resubmit::execute(&story.world.ports, &story.requester, &again).unwrap();
    let messages = unread(&story, second);
    assert!(
        messages.iter().any(|message| message.contains("awaits")),
        "{messages:?}"
    );
    story.decides(REVIEWER, request, false).unwrap();
    let messages = unread(&story, second);
    assert!(
        !messages.iter().any(|message| message.contains("awaits")),
        "{messages:?}"
    );
}

#[test]
fn a_denial_ends_the_request_and_notifies_all_concerned() {
    use StageState::{Approved, Denied, Halted};
    let story = Story::begin();
    let request = story.submitted();
    story.decides(Role::DataAccessReviewer, request, true).unwrap();
    story.decides(Role::DataAccessApprover, request, true).unwrap();
    let answer = story.decides(Role::DataSecurityReviewer, request, false).unwrap();
    assert_eq!(
        answer,
        decide::Answer {
            status: OverallStatus::Denied,
            message: "request state updated successfully",
            approved: None
        }
    );
    let expected = [
        Approved, Approved, Approved, Approved, Denied, Halted, Halted, Halted, Halted,
    ];
    assert_eq!(story.stage_states(request), expected);

    let denied = story.state(request, Role::DataSecurityReviewer);
    assert_eq!(denied.reason.as_deref(), Some("The protocol is not complete"));
    assert_eq!(denied.recommendation.as_deref(), Some("Add the sampling plan"));
    assert_eq!(denied.responded_on, Some(story.world.now()));
    let reviewer = story.staff(Role::DataSecurityReviewer);
    assert_eq!(denied.attended_by.unwrap().user_id, reviewer.user);
    assert!(
        story
            .detail(request)
            .requested_datasets
            .iter()
            .all(|dataset| dataset.release_date.is_none())
    );

    let notification = story.notifications_of(&story.requester).pop().unwrap();
    assert!(
        notification.contains("denied by the Data Security Reviewer"),
        "{notification}"
    );
    assert_eq!(
        story.mailed(&story.requester).pop().unwrap(),
        format!("REQ{:06}: Your Data Request was denied", request.0)
    );
    let news = format!("Data Request DAC00{request} was denied by the Data Security Reviewer.");
    for role in [Role::DataAccessReviewer, Role::DataAccessApprover] {
        assert_eq!(story.notifications_of(story.staff(role)).pop().unwrap(), news);
    }
    for role in [
        Role::DataSecurityReviewer,
        Role::DataSecurityApprover,
        Role::DataOfficer,
    ] {
        assert!(!story.notifications_of(story.staff(role)).contains(&news));
    }
    let next = story.staff(Role::DataSecurityApprover);
    assert_eq!(story.notifications_of(next), [""; 0], "their turn never comes");
}

#[test]
fn a_denial_needs_reason_recommendation_and_code() {
    let story = Story::begin();
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let mut command = story.decision(reviewer, request, REVIEWER, false, "");
    command.reason = Some("  ".to_owned());
    command.recommendation = None;
    let error = decide::execute(&story.world.ports, reviewer, &command).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (Kind::Invalid, "Comment is required")
    );
    let fields: Vec<_> = error.fields();
    let expected = [
        ("reason", "Comment is required"),
        ("recommendation", "Recommendation is required"),
        ("otp", "OTP is required"),
    ];
    assert_eq!(
        fields,
        expected.map(|(field, message)| (field.to_owned(), message.to_owned()))
    );
}

#[test]
fn an_approval_needs_a_recommendation_if_configured() {
    for demanded in [false, true] {
        let mut settings = aditus_application::testing::settings();
        settings.recommendation_on_approval = demanded;
        let story = Story::configured(settings);
        let request = story.submitted();
        let reviewer = story.staff(REVIEWER);
        let otp = story.code(reviewer, story.state(request, REVIEWER).request_state_id, true);
        let mut command = story.decision(reviewer, request, REVIEWER, true, &otp);
        command.reason = None;
        command.recommendation = None;
        let result = decide::execute(&story.world.ports, reviewer, &command);
        if demanded {
            assert_eq!(result.unwrap_err().to_string(), "Recommendation is required");
            command.recommendation = Some("Go on".to_owned());
            assert!(
                decide::execute(&story.world.ports, reviewer, &command).is_ok(),
                "the code is not used up"
            );
        } else {
            assert_eq!(
                result.unwrap().approved,
                Some("You have successfully approved this request.")
            );
        }
    }
}

#[test]
fn the_call_must_name_what_the_caller_holds() {
    let story = Story::begin();
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let otp = story.code(reviewer, story.state(request, REVIEWER).request_state_id, true);
    let good = story.decision(reviewer, request, REVIEWER, true, &otp);
    let kind = |command: decide::Command| {
        decide::execute(&story.world.ports, reviewer, &command)
            .unwrap_err()
            .kind()
    };
    let foreign = story.second_reviewer.roles[0].id;
    assert_eq!(
        kind(decide::Command {
            assigned_role: foreign,
            ..good.clone()
        }),
        Kind::Forbidden
    );
    assert_eq!(
        kind(decide::Command {
            assigned_role: AssignedRoleId(9_999),
            ..good.clone()
        }),
        Kind::Forbidden
    );
    assert_eq!(
        kind(decide::Command {
            org_role: OrganisationRoleId(9_999),
            ..good.clone()
        }),
        Kind::Forbidden
    );
    assert_eq!(
        kind(decide::Command {
            request: RequestId(9_999),
            ..good.clone()
        }),
        Kind::NotFound
    );
    assert_eq!(
        kind(decide::Command {
            request: story.submitted(),
            ..good.clone()
        }),
        Kind::NotFound
    );
    assert!(
        decide::execute(&story.world.ports, reviewer, &good).is_ok(),
        "the code is not used up"
    );
}

#[test]
fn only_an_active_account_decides() {
    let story = Story::begin();
    let request = story.submitted();
    let mut reviewer = story.staff(REVIEWER).clone();
    let otp = story.code(&reviewer, story.state(request, REVIEWER).request_state_id, true);
    let command = story.decision(&reviewer, request, REVIEWER, true, &otp);
    reviewer.state = AccountState::Pending;
    let error = decide::execute(&story.world.ports, &reviewer, &command).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
}

#[test]
fn owners_cannot_decide_on_their_requests_in_any_role() {
    let story = Story::begin();
    story.world.grant(story.requester.user, story.provider, REVIEWER);
    let both = story.world.caller("Amara");
    let request = story.submitted_by(&both);
    let command = story.decision(&both, request, REVIEWER, true, "123456");
    let error = decide::execute(&story.world.ports, &both, &command).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (Kind::Forbidden, "You can't review your own Data Request.")
    );
    assert_eq!(
        story.notifications_of(&both).len(),
        1,
        "nor is it their turn: only the submission is told"
    );
}

#[test]
fn callers_out_of_scope_get_not_found() {
    let story = Story::begin();
    let request = story.submitted();
    let command = story.decision(story.staff(REVIEWER), request, REVIEWER, true, "123456");
    for outsider in [&story.outsider, &story.other_requester, &story.org_user] {
        let error = decide::execute(&story.world.ports, outsider, &command).unwrap_err();
        assert_eq!(error.kind(), Kind::NotFound);
    }
    let error = decide::execute(&story.world.ports, &story.super_user, &command).unwrap_err();
    assert_eq!(error.kind(), Kind::Forbidden);
}

#[test]
fn one_of_two_concurrent_decisions_succeeds() {
    let story = Story::begin();
    let request = story.submitted();
    let state = story.state(request, REVIEWER).request_state_id;
    let people = [story.staff(REVIEWER), &story.second_reviewer];
    let commands = people.map(|caller| {
        let approve = caller.user == story.second_reviewer.user;
        let otp = story.code(caller, state, approve);
        (caller, story.decision(caller, request, REVIEWER, approve, &otp))
    });
    let ports = &story.world.ports;
    let barrier = std::sync::Barrier::new(2);
    let results = std::thread::scope(|scope| {
        let threads = commands.each_ref().map(|(caller, command)| {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                decide::execute(ports, caller, command)
            })
        });
        threads.map(|thread| thread.join().unwrap())
    });
    let won: Vec<_> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    let lost: Vec<_> = results
        .iter()
        .filter_map(|result| result.as_ref().err())
        .collect();
    assert_eq!((won.len(), lost.len()), (1, 1), "{results:?}");
    assert_eq!(lost[0].kind(), Kind::Conflict);
    let decided = story.state(request, REVIEWER);
    let winner = if results[0].is_ok() { people[0] } else { people[1] };
    assert_eq!(decided.attended_by.unwrap().user_id, winner.user);
    assert_eq!(story.detail(request).status, won[0].status);
}
