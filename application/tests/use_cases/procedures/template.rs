//! The template of the approval letter of a procedure (decisions G3).

use aditus_application::procedures::letter::{TemplateForm, TemplateRecords, preview};
use aditus_application::records::{change, find, remove};
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind};
use aditus_domain::procedures::{Placeholder, standard_template};

use crate::story::Story;

fn template(heading: &str, body: &str) -> TemplateForm {
    TemplateForm {
        heading: heading.to_owned(),
        body: body.to_owned(),
    }
}

#[test]
fn a_procedure_has_the_standard_template_until_it_has_its_own() {
    let story = Story::begin();
    let (ports, caller) = (&story.world.ports, &story.super_user);
    let id = story.default_procedure();
    let shown = find::<TemplateRecords>(ports, caller, id).unwrap();
    assert!(shown.is_standard);
    assert_eq!(shown.template, standard_template());
    assert_eq!(shown.placeholders, Placeholder::ALL);
    let seen = Some(shown.letter_version);
    let own = template("Approval {{letter_number}}", "Dear {{requester_name}}");
    change::<TemplateRecords>(ports, caller, id, seen, own.clone()).unwrap();
    let shown = find::<TemplateRecords>(ports, caller, id).unwrap();
    assert!(!shown.is_standard);
    assert_eq!(shown.template.heading(), "Approval {{letter_number}}");
    assert_eq!(shown.letter_version, RowVersion(2));
    let stale = change::<TemplateRecords>(ports, caller, id, seen, own).unwrap_err();
    assert_eq!(stale.kind(), Kind::Conflict);
    remove::<TemplateRecords>(ports, caller, id).unwrap();
    assert!(find::<TemplateRecords>(ports, caller, id).unwrap().is_standard);
}

#[test]
fn a_placeholder_that_does_not_exist_is_an_error_at_saving() {
    let story = Story::begin();
    let id = story.default_procedure();
    let form = template("Approval", "Dear\n{{salary}}");
    let refused =
        change::<TemplateRecords>(&story.world.ports, &story.super_user, id, None, form).unwrap_err();
    assert_eq!(refused.kind(), Kind::Invalid);
    let message = "Line 2: there is no such placeholder. Please choose one from the list.";
    assert_eq!(refused.fields(), [("body".to_owned(), message.to_owned())]);
    let shown = find::<TemplateRecords>(&story.world.ports, &story.super_user, id).unwrap();
    assert!(shown.is_standard, "nothing is stored");
}

#[test]
fn previewing_a_template_stores_nothing() {
    let story = Story::begin();
    let (ports, caller) = (&story.world.ports, &story.super_user);
    let id = story.default_procedure();
    let shown =
        |body: &str| preview::execute(ports, caller, id, &template("Approval {{letter_number}}", body));
    let bytes = shown("By {{provider}}, {{procedure}}").unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("(specimen)"), "{text}");
    assert!(text.contains("Approval AL-000001"));
    assert!(text.contains("By National Health Data Authority, Default procedure"));
    let form = template("Approval {{letter_number}}", "By {{provider}}");
    let text = preview::text(ports, caller, id, &form).unwrap();
    assert_eq!(
        (text.heading.as_str(), text.body.as_str()),
        ("Approval AL-000001", "By National Health Data Authority")
    );
    let refused = shown("{{salary}}").unwrap_err();
    assert_eq!(
        (refused.kind(), refused.fields()[0].0.as_str()),
        (Kind::Invalid, "body")
    );
    assert!(find::<TemplateRecords>(ports, caller, id).unwrap().is_standard);
}

#[test]
fn only_super_users_edit_the_template() {
    let story = Story::begin();
    let id = story.default_procedure();
    for caller in story.callers_without_procedures() {
        let ports = &story.world.ports;
        assert_eq!(
            find::<TemplateRecords>(ports, caller, id).unwrap_err().kind(),
            Kind::Forbidden
        );
        assert_eq!(
            remove::<TemplateRecords>(ports, caller, id).unwrap_err().kind(),
            Kind::Forbidden
        );
        let form = template("H", "B");
        assert_eq!(
            change::<TemplateRecords>(ports, caller, id, None, form.clone())
                .unwrap_err()
                .kind(),
            Kind::Forbidden
        );
        assert_eq!(
            preview::execute(ports, caller, id, &form).unwrap_err().kind(),
            Kind::Forbidden
        );
        assert_eq!(
            preview::text(ports, caller, id, &form).unwrap_err().kind(),
            Kind::Forbidden
        );
    }
}
