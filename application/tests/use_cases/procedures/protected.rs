//! Changes of procedures in use and of their letters require a recent password.

use aditus_application::access::{Caller, PASSWORD_NEEDED};
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::drawing::{DrawingForm, DrawingRecords};
use aditus_application::procedures::letter::{TemplateForm, TemplateRecords};
use aditus_application::procedures::stages::insert;
use aditus_application::procedures::{duplicate, letter};
use aditus_application::records::{change, find, remove};
use aditus_application::{Failure, Kind};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::RawStage;
use aditus_domain::roles::Role;

use super::scene::sent;
use crate::story::Story;

fn asks_for_password<T, E: Failure>(result: Result<T, E>) {
    let error = result.err().unwrap();
    assert_eq!(
        (error.kind(), error.code()),
        (Kind::Forbidden, Some(PASSWORD_NEEDED)),
        "{error}"
    );
}

fn copy(story: &Story) -> ProcedureId {
    let command = duplicate::Command {
        procedure: story.default_procedure(),
        name: Some("New".to_owned()),
    };
    let unconfirmed = story.world.unconfirmed(&story.super_user);
    duplicate::execute(&story.world.ports, &unconfirmed, &command).unwrap()
}

fn status(story: &Story, id: ProcedureId) -> (bool, bool) {
    let status = story.drawn(id).whole.status;
    (status.is_active, status.is_default)
}

#[test]
fn activating_deactivating_and_making_the_default_need_the_password() {
    let story = Story::begin();
    let (old, new) = (story.default_procedure(), copy(&story));
    let unconfirmed = story.world.unconfirmed(&story.super_user);
    let save = |caller: &Caller, name: &str, is_active: bool, is_default: bool| {
        let form = ProcedureForm {
            name: name.to_owned(),
            description: "For small requests".to_owned(),
            term: None,
            completion_window: None,
            is_active: Some(is_active),
            is_default: Some(is_default),
        };
        change::<ProcedureRecords>(&story.world.ports, caller, new, None, form)
    };
    save(&unconfirmed, "Newer", false, false).unwrap();
    for (is_active, is_default) in [(true, false), (false, false), (true, true)] {
        let before = status(&story, new);
        asks_for_password(save(&unconfirmed, "Newer", is_active, is_default));
        assert_eq!((status(&story, new), story.default_procedure()), (before, old));
        save(&story.super_user, "Newer", is_active, is_default).unwrap();
        assert_eq!(status(&story, new), (is_active, is_default));
    }
    assert_eq!(story.default_procedure(), new);
}

#[test]
fn redrawing_an_active_procedure_needs_the_password() {
    let story = Story::begin();
    let unconfirmed = story.world.unconfirmed(&story.super_user);
    let redraw = |caller: &Caller, id: ProcedureId| {
        let mut drawing = sent(&story.drawn(id).whole.drawing);
        drawing.stages[2].form.stage_activity = "First look".to_owned();
        let form = DrawingForm {
            drawing,
            keep_faults: false,
        };
        change::<DrawingRecords>(&story.world.ports, caller, id, None, form)
    };
    let activity = |id: ProcedureId| story.drawn(id).whole.drawing.stages[2].activity.clone();
    let (default, inactive) = (story.default_procedure(), copy(&story));
    redraw(&unconfirmed, inactive).unwrap();
    asks_for_password(redraw(&unconfirmed, default));
    assert_ne!(activity(default), "First look");
    redraw(&story.super_user, default).unwrap();
    assert_eq!(activity(default), "First look");
}

#[test]
fn a_single_stage_of_an_active_procedure_needs_the_password() {
    let story = Story::begin();
    let id = story.default_procedure();
    let links = story.links(id);
    let command = insert::Command {
        link: links[3].next_stage_id,
        seen: None,
        form: RawStage {
            role: Some(Role::DataAccessReviewer.id()),
            stage_type: Some(2),
            stage_order: Some(4),
            stage_activity: "Legal review".to_owned(),
            branch_level: Some(0),
            icon: "Gavel".to_owned(),
            ..RawStage::default()
        },
    };
    let before = story.drawn(id).whole.drawing.stages.len();
    let unconfirmed = story.world.unconfirmed(&story.super_user);
    asks_for_password(insert::execute(&story.world.ports, &unconfirmed, &command));
    assert_eq!(story.drawn(id).whole.drawing.stages.len(), before);
    insert::execute(&story.world.ports, &story.super_user, &command).unwrap();
    assert_eq!(story.drawn(id).whole.drawing.stages.len(), before + 1);
}

#[test]
fn saving_and_removing_a_letter_template_need_the_password() {
    let story = Story::begin();
    let id = story.default_procedure();
    let unconfirmed = story.world.unconfirmed(&story.super_user);
    let (ports, super_user) = (&story.world.ports, &story.super_user);
    let form = || TemplateForm {
        heading: "Approval".to_owned(),
        body: "Approved".to_owned(),
    };
    let shown = || -> letter::ShownTemplate { find::<TemplateRecords>(ports, super_user, id).unwrap() };
    asks_for_password(change::<TemplateRecords>(ports, &unconfirmed, id, None, form()));
    assert!(shown().is_standard);
    change::<TemplateRecords>(ports, super_user, id, None, form()).unwrap();
    let saved = shown();
    asks_for_password(remove::<TemplateRecords>(ports, &unconfirmed, id));
    assert_eq!(shown(), saved);
    remove::<TemplateRecords>(ports, super_user, id).unwrap();
    assert!(shown().is_standard);
}
