//! Acts on requests create audit entries.

mod changes;
mod printed;
mod read_out;
mod recorded_entry;
mod refusals;

use aditus_application::access::Caller;
use aditus_application::feedback::{give, update};
use aditus_application::requests::edits::{EditBasis, Edited, Error, patch_request};
use aditus_application::requests::{export_pdf, read_document};
use aditus_application::review::{add_reply, resolve_comment, resubmit};
use aditus_domain::audit::Kind;
use aditus_domain::hex;
use aditus_domain::ids::{CommentId, RequestId};
use aditus_domain::requests::RawPrincipal;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use self::recorded_entry::{RecordedEntry, entries_of_success, of_request};
use crate::story::Story;
use crate::story::steps::content;

const REVIEWER: Role = Role::DataAccessReviewer;
const APPROVER: Role = Role::DataAccessApprover;

/// Makes another person the principal investigator.
fn edit(
    story: &Story,
    caller: &Caller,
    request: RequestId,
    principal: &str,
    basis: EditBasis,
) -> Result<Edited, Error> {
    let text = |text: &str| Some(text.to_owned());
    let patch = patch_request::Patch::Principal(RawPrincipal {
        principal_fname: text(principal),
        principal_sname: text("Tembo"),
        principal_email: text("professor@people.example"),
        principal_phone: text("+256700000123"),
        principal_institution: text("Lake University"),
        principal_occupation: text("Professor"),
    });
    let command = patch_request::Command {
        request,
        patch,
        basis,
    };
    patch_request::execute(&story.world.ports, caller, command)
}

/// The basis of an edit that answers this comment and resolves it.
fn answering(comment: CommentId) -> EditBasis {
    EditBasis {
        comment: Some(comment),
        resolve: true,
        ..EditBasis::default()
    }
}

fn reply(
    story: &Story,
    caller: &Caller,
    comment: CommentId,
    text: &str,
) -> Result<add_reply::Answer, add_reply::Error> {
    let command = add_reply::Command {
        comment,
        author: caller.roles[0].id,
        reply: text.to_owned(),
    };
    add_reply::execute(&story.world.ports, caller, &command)
}

fn resolve(
    story: &Story,
    caller: &Caller,
    comment: CommentId,
) -> Result<resolve_comment::Answer, resolve_comment::Error> {
    resolve_comment::execute(&story.world.ports, caller, resolve_comment::Command { comment })
}

fn resubmission(story: &Story, request: RequestId) -> resubmit::Command {
    resubmit::Command {
        request,
        note: Some("The agreement is signed now.".to_owned()),
        needed_on: Some((story.today() + TimeDelta::days(45)).to_string()),
    }
}

/// Returns the path of one of the documents of a request.
fn document(story: &Story, request: RequestId) -> read_document::Query {
    let path = story.detail(request).documents[0].key.as_str().to_owned();
    read_document::Query { path }
}

#[test]
fn each_step_of_a_request_creates_entries() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let requester = &story.requester;
    let request = story.submitted();
    story.decides(REVIEWER, request, true).unwrap();
    let comment = story
        .comments(APPROVER, request, Section::PrincipalInvestigator, true)
        .unwrap();
    reply(&story, requester, comment, "He has left the university").unwrap();
    edit(&story, requester, request, "Nia", answering(comment)).unwrap();
    let other = story
        .comments(APPROVER, request, Section::Devices, false)
        .unwrap();
    resolve(&story, story.staff(APPROVER), other).unwrap();
    story.decides(APPROVER, request, false).unwrap();
    story.world.wait(TimeDelta::hours(1));
    resubmit::execute(ports, requester, &resubmission(&story, request)).unwrap();
    for role in &Role::STAFF[1..] {
        story.decides(*role, request, true).unwrap();
    }
    let answers = content();
    let command = give::Command { request, answers };
    give::execute(ports, requester, &command).unwrap();
    let mut answers = content();
    answers.improvement_suggestion = Some("Faster reviews".to_owned());
    let command = update::Command { request, answers };
    update::execute(ports, requester, &command).unwrap();
    read_document::execute(ports, story.staff(REVIEWER), &document(&story, request)).unwrap();
    export_pdf::execute(ports, requester, export_pdf::Query { request }).unwrap();

    let own = (requester, Role::DataRequester);
    let staff = |role: Role| (story.staff(role), role);
    let decision = |role: Role| {
        [
            (Kind::DecisionCodeSent, staff(role)),
            (Kind::RequestDecided, staff(role)),
        ]
    };
    let mut expected = vec![(Kind::RequestSubmitted, own)];
    expected.extend(decision(REVIEWER));
    expected.push((Kind::CommentAdded, staff(APPROVER)));
    expected.push((Kind::ReplyAdded, own));
    expected.push((Kind::RequestEdited, own));
    expected.push((Kind::CommentAdded, staff(APPROVER)));
    expected.push((Kind::CommentResolved, staff(APPROVER)));
    expected.extend(decision(APPROVER));
    expected.push((Kind::RequestResubmitted, own));
    for role in &Role::STAFF[1..] {
        expected.extend(decision(*role));
    }
    expected.push((Kind::DataReleased, staff(Role::DataOfficer)));
    expected.push((Kind::LetterIssued, staff(Role::DataOfficer)));
    expected.push((Kind::FeedbackGiven, own));
    expected.push((Kind::FeedbackChanged, own));
    expected.push((Kind::DocumentOpened, staff(REVIEWER)));
    expected.push((Kind::RequestExported, own));

    let recorded = of_request(&story.world, request);
    let kinds: Vec<_> = recorded.iter().map(|seen| seen.kind).collect();
    assert_eq!(kinds, expected.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
    for (seen, (kind, (caller, role))) in recorded.iter().zip(expected) {
        assert_eq!(seen.by, Some(caller.user), "{kind:?}");
        assert!(seen.in_session(caller), "{kind:?}");
        assert!(
            seen.in_role(caller.role(role).unwrap().id),
            "{kind:?}: {}",
            seen.who
        );
    }
}

/// Returns the entries of this kind.
fn only(recorded: &[RecordedEntry], kind: Kind) -> Vec<&RecordedEntry> {
    recorded.iter().filter(|seen| seen.kind == kind).collect()
}

/// Returns the digest and the number of the current version of a request, as entries write them.
fn version(story: &Story, request: RequestId) -> [String; 2] {
    let detail = story.detail(request);
    let digest = hex::encode(&detail.content_digest);
    [
        format!("\"content\":\"{digest}\""),
        format!("\"version\":{}", detail.content_version.0),
    ]
}

#[test]
fn a_decision_names_the_version_that_it_was_made_on() {
    let story = Story::begin();
    let request = story.submitted();
    let first = version(&story, request);
    let comment = story
        .comments(REVIEWER, request, Section::PrincipalInvestigator, true)
        .unwrap();
    let own_state = story.state(request, REVIEWER);
    edit(&story, &story.requester, request, "Nia", answering(comment)).unwrap();
    let second = version(&story, request);
    assert_ne!(first, second);
    story.decides(REVIEWER, request, false).unwrap();
    let requester = &story.requester;
    let command = resubmission(&story, request);
    let resubmitted = || resubmit::execute(&story.world.ports, requester, &command);
    let (_, resubmitted) = entries_of_success(&story.world, resubmitted);
    let third = version(&story, request);
    assert_ne!(second, third, "another day is another content");

    let recorded = of_request(&story.world, request);
    let [submitted] = only(&recorded, Kind::RequestSubmitted)[..] else {
        panic!()
    };
    assert!(submitted.contains_all(&first), "{}", submitted.act);
    let [edited] = only(&recorded, Kind::RequestEdited)[..] else {
        panic!()
    };
    let section = format!("\"section\":\"{}\"", Section::PrincipalInvestigator.name());
    let answered = [
        section,
        format!("\"comment\":{comment}"),
        "\"resolved\":true".to_owned(),
    ];
    assert!(
        edited.contains_all(&second) && edited.contains_all(&answered),
        "{}",
        edited.act
    );
    let state = format!("\"state\":{}", own_state.request_state_id);
    for kind in [Kind::DecisionCodeSent, Kind::RequestDecided] {
        let [decided] = only(&recorded, kind)[..] else {
            panic!()
        };
        assert!(
            decided.contains_all(&second) && decided.contains(&state),
            "{}",
            decided.act
        );
        assert!(decided.contains("\"outcome\":\"Denied\""), "{}", decided.act);
    }
    let [decided] = only(&recorded, Kind::RequestDecided)[..] else {
        panic!()
    };
    assert!(decided.contains("\"round\":1") && decided.contains("\"status\":\"Denied\""));
    assert!(
        decided.contains_all(&["\"stage\":2", "\"reason\":\"", "\"recommendation\":\""]),
        "{}",
        decided.act
    );
    let [resubmitted] = &resubmitted[..] else { panic!() };
    assert!(resubmitted.contains_all(&third) && resubmitted.contains("\"round\":2"));
    let needed_on = format!("\"needed_on\":\"{}\"", story.today() + TimeDelta::days(45));
    assert!(resubmitted.contains(&needed_on) && resubmitted.contains("\"note\":\""));
}
