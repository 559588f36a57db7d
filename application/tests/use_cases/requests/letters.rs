//! The approval letter of a request (decisions G3).

use aditus_application::procedures::letter::{TemplateForm, TemplateRecords};
use aditus_application::records::change;
use aditus_application::requests::letters::{export_pdf, read};
use aditus_application::{Failure, Kind};
use aditus_domain::procedures::LetterNumber;
use aditus_domain::roles::Role;
use chrono::TimeDelta;

use crate::story::Story;

fn template(story: &Story, body: &str) {
    let form = TemplateForm {
        heading: "Approval {{letter_number}}".to_owned(),
        body: body.to_owned(),
    };
    let id = story.default_procedure();
    let caller = story.world.confirmed(&story.super_user);
    change::<TemplateRecords>(&story.world.ports, &caller, id, None, form).unwrap();
}

#[test]
fn the_letter_is_issued_with_the_last_approval() {
    let story = Story::begin();
    let request = story.submitted();
    let read_it = || read::execute(&story.world.ports, &story.requester, request);
    for role in Role::STAFF {
        let none = read_it().unwrap_err();
        assert_eq!(
            (none.kind(), none.to_string().as_str()),
            (Kind::NotFound, "This Data Request has no approval letter.")
        );
        story.world.wait(TimeDelta::days(1));
        story.decides(role, request, true).unwrap();
    }
    let letter = read_it().unwrap();
    assert_eq!(
        (letter.number, letter.made_on),
        (LetterNumber(1), story.world.now())
    );
    assert_eq!(
        letter.text.heading,
        format!("Approval of Data Request REQ{request:0>6}")
    );
    for text in [
        "Dear Amara Okello,",
        "\"Malaria in the highlands\"",
        "Data sources: Household Survey",
        "Variables: 3",
        "under the procedure \"Default procedure\"",
        "Access review: approved by the Data Access Reviewer on ",
        "Data release: approved by the Data Officer on ",
        "National Health Data Authority",
        "protocol P-2026-7",
    ] {
        assert!(
            letter.text.body.contains(text),
            "{text:?} is not in {}",
            letter.text.body
        );
    }
    assert!(!letter.text.body.contains("{{"));
    assert!(
        !letter.text.body.contains("Abena"),
        "who decided is not the requester's to know from it"
    );
}

#[test]
fn the_letter_is_of_the_template_of_the_day_of_the_approval() {
    let story = Story::begin();
    let request = story.submitted();
    template(&story, "Of the day: {{request_title}}");
    story.all_approve(request);
    template(&story, "Too late");
    let letter = read::execute(&story.world.ports, &story.requester, request).unwrap();
    assert_eq!(letter.text.heading, "Approval AL-000001");
    assert_eq!(letter.text.body, "Of the day: Malaria in the highlands");
    let second = story.submitted_by(&story.other_requester);
    story.all_approve(second);
    let letter = read::execute(&story.world.ports, &story.other_requester, second).unwrap();
    assert_eq!(
        (letter.number, letter.text.body.as_str()),
        (LetterNumber(2), "Too late")
    );
}

#[test]
fn the_letter_is_of_the_procedure_that_the_request_was_submitted_under() {
    let story = Story::begin();
    template(&story, "Under the old one");
    let request = story.submitted();
    story.use_procedure(&crate::review::procedures::linear_procedure(&[Role::DataOfficer]));
    template(&story, "Under the new one");
    story.all_approve(request);
    let letter = read::execute(&story.world.ports, &story.requester, request).unwrap();
    assert_eq!(letter.text.body, "Under the old one");
}

#[test]
fn readers_of_a_request_may_read_its_letter() {
    let story = Story::begin();
    let request = story.submitted();
    story.all_approve(request);
    for caller in [
        &story.requester,
        &story.super_user,
        story.staff(Role::DataAccessReviewer),
    ] {
        let file = export_pdf::execute(&story.world.ports, caller, request).unwrap();
        assert_eq!(file.file_name, "AL-000001.pdf");
        let text = String::from_utf8(file.bytes).unwrap();
        assert!(
            text.contains("Dear Amara Okello,") && !text.contains("specimen"),
            "{text}"
        );
    }
    for caller in [&story.other_requester, &story.outsider, &story.org_user] {
        let refused = export_pdf::execute(&story.world.ports, caller, request).unwrap_err();
        assert_eq!(refused.kind(), Kind::NotFound);
        let refused = read::execute(&story.world.ports, caller, request).unwrap_err();
        assert_eq!(refused.kind(), Kind::NotFound);
    }
}

#[test]
fn a_denied_request_has_no_letter() {
    let story = Story::begin();
    let request = story.submitted();
    story.decides(Role::DataAccessReviewer, request, false).unwrap();
    let refused = read::execute(&story.world.ports, &story.super_user, request).unwrap_err();
    assert_eq!(refused.kind(), Kind::NotFound);
}
