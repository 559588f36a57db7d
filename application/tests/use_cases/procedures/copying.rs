//! Duplicating, exporting and importing procedures.

use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::duplicate;
use aditus_application::procedures::exchange::{export, import};
use aditus_application::procedures::letter::{TemplateForm, TemplateRecords};
use aditus_application::records::{change, remove};
use aditus_application::{Failure, Kind};
use aditus_domain::deadlines::{RawTerm, TermUnit};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{PortableProcedure, StageTypeName};

use super::scene::sent;
use crate::story::Story;

fn copy(story: &Story, procedure: ProcedureId, name: Option<&str>) -> Result<ProcedureId, duplicate::Error> {
    let command = duplicate::Command {
        procedure,
        name: name.map(str::to_owned),
    };
    duplicate::execute(&story.world.ports, &story.super_user, &command)
}

fn exported(story: &Story, procedure: ProcedureId) -> PortableProcedure {
    export::execute(&story.world.ports, &story.super_user, procedure)
        .unwrap()
        .procedure
}

fn imported(
    story: &Story,
    file: PortableProcedure,
    name: Option<&str>,
) -> Result<ProcedureId, import::Error> {
    let mut file = file;
    if let Some(name) = name {
        name.clone_into(&mut file.text.name);
    }
    let command = import::Command {
        file,
        keep_faults: false,
    };
    import::execute(&story.world.ports, &story.super_user, &command)
}

/// The default procedure with a term, a completion window, a custom stage type, a target and a
/// custom letter template.
fn own(story: &Story) -> ProcedureId {
    let id = story.default_procedure();
    let own = story.world.write(|transaction| {
        let name = StageTypeName::parse("Appeal").unwrap();
        transaction.stage_types().add(&name).unwrap()
    });
    let mut form = sent(&story.drawn(id).whole.drawing);
    form.stages[3].form.stage_type = Some(own.0);
    form.stages[3].form.target = Some(Some(10));
    story.draw(id, form).unwrap();
    let form = TemplateForm {
        heading: "Approval {{letter_number}}".to_owned(),
        body: "Dear {{requester_name}}".to_owned(),
    };
    change::<TemplateRecords>(&story.world.ports, &story.super_user, id, None, form).unwrap();
    let text = story.drawn(id).whole.text;
    let form = ProcedureForm {
        name: text.name,
        description: text.description,
        term: Some(Some(RawTerm {
            unit: TermUnit::Months,
            count: 3,
        })),
        completion_window: Some(Some(4)),
        is_active: None,
        is_default: None,
    };
    change::<ProcedureRecords>(&story.world.ports, &story.super_user, id, None, form).unwrap();
    id
}

#[test]
fn a_copy_is_the_same_procedure_and_is_not_active() {
    let story = Story::begin();
    let id = own(&story);
    let original = story.drawn(id).whole;
    let first = copy(&story, id, None).unwrap();
    let copied = story.drawn(first).whole;
    assert_eq!(copied.text.name, "Copy of Default procedure");
    assert_eq!(copied.text.description, original.text.description);
    assert!(copied.text.term.is_some());
    assert_eq!(copied.text.term, original.text.term);
    assert!(copied.text.completion_window.is_some());
    assert_eq!(copied.text.completion_window, original.text.completion_window);
    assert_eq!(copied.drawing.as_new(), original.drawing.as_new());
    assert_eq!(copied.letter, original.letter);
    assert!(!copied.status.is_active && !copied.status.is_default);
    assert_eq!(
        story.history_of(first),
        [["Copied from \"Default procedure\" with 9 stages and 8 links."]]
    );
    let second = copy(&story, id, None).unwrap();
    assert_eq!(
        story.drawn(second).whole.text.name,
        "Copy of Default procedure (2)"
    );
    let refused = copy(&story, id, Some("copy of DEFAULT procedure")).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.fields()[0].0.as_str()),
        (Kind::Conflict, "name")
    );
    let missing = copy(&story, ProcedureId(4711), None).unwrap_err();
    assert_eq!(missing.kind(), Kind::NotFound);
}

#[test]
fn export_and_import_keep_the_procedure() {
    let story = Story::begin();
    let id = own(&story);
    let file = exported(&story, id);
    assert_eq!(
        export::execute(&story.world.ports, &story.super_user, id)
            .unwrap()
            .file_name,
        "Default procedure.procedure.json"
    );
    let taken = imported(&story, file.clone(), None).unwrap_err();
    assert_eq!(
        (taken.kind(), taken.fields()[0].0.as_str()),
        (Kind::Conflict, "name")
    );
    let again = imported(&story, file.clone(), Some("Imported")).unwrap();
    let (original, stored) = (story.drawn(id).whole, story.drawn(again).whole);
    assert_eq!(stored.drawing.as_new(), original.drawing.as_new());
    assert_eq!(stored.letter, original.letter);
    assert_eq!(stored.text.term, original.text.term);
    assert_eq!(stored.text.completion_window, original.text.completion_window);
    assert!(!stored.status.is_active);
    let mut second = exported(&story, again);
    second.text.name.clone_from(&file.text.name);
    assert_eq!(second, file);
    assert_eq!(
        story.history_of(again),
        [["Imported from a file with 9 stages and 8 links."]]
    );

    // The other installation does not have this stage type.
    let elsewhere = Story::begin();
    let refused = imported(&elsewhere, file, Some("Imported")).unwrap_err();
    assert_eq!(refused.fields()[0].0, "stages[3].stage_type");
}

#[test]
fn a_file_with_faults_is_refused_with_all_faults() {
    let story = Story::begin();
    let file = exported(&story, story.default_procedure());
    let names = || {
        story
            .world
            .read_in_transaction(|transaction| transaction.procedures().names().unwrap())
    };
    let before = names();
    let mut circle = file.clone();
    circle.links[7].next = Some(3);
    let refused = imported(&story, circle.clone(), Some("Circle")).unwrap_err();
    assert_eq!(refused.kind(), Kind::Invalid);
    assert!(refused.fields().iter().any(|(place, _)| place == "stages[8]"));
    let mut typed = file.clone();
    typed.stages[2].role = "Wizard".to_owned();
    typed.text.description = String::new();
    let refused = imported(&story, typed, Some("Typed")).unwrap_err();
    let fields = refused.fields();
    let places: Vec<&str> = fields.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["description", "stages[2].role"]);
    assert_eq!(names(), before);
    // With `keep_faults`, the Super User imports it to correct it here.
    circle.text.name = "Circle".to_owned();
    let command = import::Command {
        file: circle,
        keep_faults: true,
    };
    let id = import::execute(&story.world.ports, &story.super_user, &command).unwrap();
    assert!(!story.drawn(id).faults.is_empty());
}

#[test]
fn a_procedure_with_requests_cannot_be_deleted() {
    let story = Story::begin();
    let old = story.default_procedure();
    story.submitted();
    let other = copy(&story, old, Some("New")).unwrap();
    story.world.execute(&format!(
        "UPDATE approval_procedures SET is_default = FALSE, is_active = FALSE WHERE id = {old};
         UPDATE approval_procedures SET is_default = TRUE, is_active = TRUE WHERE id = {other};"
    ));
    let nothing = aditus_domain::procedures::RawDrawing::default();
    story.draw_from(old, None, nothing, true).unwrap();
    let refused = remove::<ProcedureRecords>(&story.world.ports, &story.super_user, old).unwrap_err();
    assert_eq!(refused.kind(), Kind::Conflict);
    assert!(
        refused.to_string().ends_with("used by 1 data request."),
        "{refused}"
    );
}

#[test]
fn only_super_users_copy_procedures() {
    let story = Story::begin();
    let id = story.default_procedure();
    let file = exported(&story, id);
    for caller in story.callers_without_procedures() {
        let ports = &story.world.ports;
        let command = duplicate::Command {
            procedure: id,
            name: None,
        };
        assert_eq!(
            duplicate::execute(ports, caller, &command).unwrap_err().kind(),
            Kind::Forbidden
        );
        assert_eq!(
            export::execute(ports, caller, id).unwrap_err().kind(),
            Kind::Forbidden
        );
        let command = import::Command {
            file: file.clone(),
            keep_faults: false,
        };
        assert_eq!(
            import::execute(ports, caller, &command).unwrap_err().kind(),
            Kind::Forbidden
        );
    }
}
