//! Refused calls create no entries, except for wrong codes.

use aditus_application::access::Caller;
use aditus_application::feedback::{give, update};
use aditus_application::requests::edits::EditBasis;
use aditus_application::requests::{document_address, export_pdf, export_variables, read_document, submit};
use aditus_application::review::{add_comment, decide, recall, resubmit, send_code};
use aditus_domain::audit::Kind;
use aditus_domain::review::Section;

use super::recorded_entry::entries_of_refusal;
use super::{APPROVER, REVIEWER, document, edit, reply, resolve, resubmission};
use crate::story::Story;
use crate::story::steps::content;

#[test]
fn refused_decisions_create_no_entries_except_wrong_codes() {
    let story = Story::begin();
    let ports = &story.world.ports;
    let request = story.submitted();
    let reviewer = story.staff(REVIEWER);
    let state = story.state(request, REVIEWER).request_state_id;
    let otp = story.code(reviewer, state, false);
    let decision = story.decision(reviewer, request, REVIEWER, false, &otp);
    let refused = |caller: &Caller, command: &decide::Command| {
        entries_of_refusal(&story.world, || decide::execute(ports, caller, command))
    };
    let mut without_reason = decision.clone();
    without_reason.reason = None;
    assert_eq!(refused(reviewer, &without_reason), []);
    assert_eq!(refused(&story.outsider, &decision), []);
    assert_eq!(refused(&story.requester, &decision), []);
    let approver = story.staff(APPROVER);
    let too_early = story.decision(approver, request, APPROVER, true, &otp);
    assert_eq!(refused(approver, &too_early), []);
    let code = send_code::Command {
        state: too_early.state,
        approve: true,
        unless_sent: false,
    };
    let no_code = entries_of_refusal(&story.world, || send_code::execute(ports, approver, code));
    assert_eq!(no_code, []);

    let mut wrong = decision.clone();
    wrong.otp = if otp == "000000" { "000001" } else { "000000" }.to_owned();
    let recorded = refused(reviewer, &wrong);
    let [refusal] = &recorded[..] else { panic!("{recorded:?}") };
    assert_eq!(
        (refusal.kind, refusal.by, refusal.request),
        (Kind::CodeRefused, Some(reviewer.user), Some(request))
    );
    decide::execute(ports, reviewer, &decision).unwrap();
}

#[test]
fn refused_comments_and_replies_create_no_entries() {
    let story = Story::begin();
    let request = story.submitted();
    let approver = story.staff(APPROVER);
    let early = entries_of_refusal(&story.world, || {
        story.comments(APPROVER, request, Section::Devices, true)
    });
    assert_eq!(early, []);
    let reviewer = story.staff(REVIEWER);
    let blank = add_comment::Command {
        state: story.state(request, REVIEWER).request_state_id,
        request,
        author: reviewer.roles[0].id,
        section: Section::Devices.name().to_owned(),
        comment: "  ".to_owned(),
        action_required: false,
    };
    let refused = || add_comment::execute(&story.world.ports, reviewer, &blank);
    assert_eq!(entries_of_refusal(&story.world, refused), []);
    let comment = story.comments(REVIEWER, request, Section::Devices, true).unwrap();
    for stranger in [&story.other_requester, &story.outsider] {
        let replied = entries_of_refusal(&story.world, || reply(&story, stranger, comment, "Signed"));
        assert_eq!(replied, []);
        let resolved = entries_of_refusal(&story.world, || resolve(&story, stranger, comment));
        assert_eq!(resolved, []);
    }
    let resolved = entries_of_refusal(&story.world, || resolve(&story, approver, comment));
    assert_eq!(resolved, [], "neither hers nor her request");
    let blank = entries_of_refusal(&story.world, || reply(&story, reviewer, comment, " "));
    assert_eq!(blank, []);
}

#[test]
fn refused_acts_of_requesters_create_no_entries() {
    let story = Story::begin();
    let (world, ports) = (&story.world, &story.world.ports);
    let requester = &story.requester;
    let mut form = story.filled_in(requester);
    form.submission.title = None;
    assert_eq!(
        entries_of_refusal(world, || submit::execute(ports, requester, form)),
        []
    );
    let request = story.submitted();
    let unasked = || edit(&story, requester, request, "Nia", EditBasis::default());
    assert_eq!(entries_of_refusal(world, unasked), []);
    let pending = resubmission(&story, request);
    let resubmitted = || resubmit::execute(ports, requester, &pending);
    assert_eq!(entries_of_refusal(world, resubmitted), []);
    let early = give::Command {
        request,
        answers: content(),
    };
    assert_eq!(
        entries_of_refusal(world, || give::execute(ports, requester, &early)),
        []
    );
    let nothing = update::Command {
        request,
        answers: content(),
    };
    assert_eq!(
        entries_of_refusal(world, || update::execute(ports, requester, &nothing)),
        []
    );
    for stranger in [&story.other_requester, story.staff(REVIEWER)] {
        let recalled = || recall::execute(ports, stranger, recall::Command { request });
        assert_eq!(entries_of_refusal(world, recalled), []);
    }
}

#[test]
fn refused_reads_create_no_entries() {
    let story = Story::begin();
    let (world, ports) = (&story.world, &story.world.ports);
    let request = story.submitted();
    let query = document(&story, request);
    let address = document_address::Query {
        path: query.path.clone(),
    };
    for stranger in [&story.other_requester, &story.outsider, &story.org_user] {
        assert_eq!(
            entries_of_refusal(world, || read_document::execute(ports, stranger, &query)),
            []
        );
        let given = || document_address::execute(ports, stranger, &address);
        assert_eq!(entries_of_refusal(world, given), []);
        let pdf = || export_pdf::execute(ports, stranger, export_pdf::Query { request });
        assert_eq!(entries_of_refusal(world, pdf), []);
        let csv = || export_variables::execute(ports, stranger, export_variables::Query { request });
        assert_eq!(entries_of_refusal(world, csv), []);
    }
}
