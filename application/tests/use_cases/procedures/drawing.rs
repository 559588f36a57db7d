//! A drawing is saved as one change, and stages can be inserted into an active procedure.

use aditus_application::procedures::drawing::{DrawingForm, DrawingRecords};
use aditus_application::procedures::stages::{StageRecords, insert};
use aditus_application::records::{change, find};
use aditus_application::row_versions::RowVersion;
use aditus_application::{Failure, Kind};
use aditus_domain::deadlines::Target;
use aditus_domain::ids::StageId;
use aditus_domain::procedures::{DrawnStage, RawDrawing, RawStage};
use aditus_domain::roles::Role;

use super::scene::sent;
use crate::story::Story;

fn form() -> RawStage {
    RawStage {
        approval_procedure: None,
        role: Some(Role::DataAccessReviewer.id()),
        stage_type: Some(2),
        stage_order: Some(4),
        stage_activity: "Legal review".to_owned(),
        branch_level: Some(0),
        pos_x: None,
        pos_y: None,
        icon: "Gavel".to_owned(),
        target: None,
    }
}

#[test]
fn a_stage_comes_into_an_active_procedure_by_a_drawing() {
    let story = Story::begin();
    let id = story.default_procedure();
    let shown = story.drawn(id);
    assert_eq!(shown.faults, []);
    let before = shown.whole.drawing;
    let link = before.links[2];
    let added = DrawnStage {
        id: StageId(0),
        activity: "Legal review".to_owned(),
        ..before.stages[2].clone()
    };
    let after = before.with_stage_in(link, added).unwrap();
    story.draw(id, sent(&after)).unwrap();
    let stored = story.drawn(id);
    assert_eq!(stored.whole.drawing.stages.len(), 10);
    assert_eq!(stored.faults, []);
    assert!(stored.whole.status.is_default);
    assert_eq!(
        story.history_of(id)[0],
        [
            "Stage \"Legal review\" added: Junction, Data Access Reviewer, order 3.",
            "Link from \"Access review\" to \"Legal review\" added.",
            "Link from \"Legal review\" to \"Access approval\" added.",
            "Link from \"Access review\" to \"Access approval\" removed.",
        ]
    );
    // A request submitted now passes the stage; one submitted earlier does not.
    let request = story.submitted();
    assert_eq!(story.states(request).len(), 10);
}

#[test]
fn a_running_request_keeps_its_own_chain() {
    let story = Story::begin();
    let request = story.submitted();
    let id = story.default_procedure();
    let mut form = sent(&story.drawn(id).whole.drawing);
    form.stages[2].form.stage_activity = "Another review".to_owned();
    story.draw(id, form).unwrap();
    assert_eq!(
        story.state(request, Role::DataAccessReviewer).stage_activity,
        "Access review"
    );
}

#[test]
fn a_drawing_of_an_active_procedure_is_valid_or_refused_with_every_fault_at_its_place() {
    let story = Story::begin();
    let id = story.default_procedure();
    let before = story.drawn(id);
    let mut form = sent(&before.whole.drawing);
    form.links.remove(4);
    for keep_faults in [false, true] {
        let refused = story.draw_from(id, None, form.clone(), keep_faults).unwrap_err();
        assert_eq!(refused.kind(), Kind::Invalid, "what is active stays valid");
        let fields = refused.fields();
        let places: Vec<&str> = fields.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(
            places,
            [
                "stages[5]",
                "stages[6]",
                "stages[7]",
                "stages[8]",
                "stages[0]",
                "stages[1]",
                "stages[2]",
                "stages[3]",
                "stages[4]"
            ]
        );
    }
    let mut form = sent(&before.whole.drawing);
    form.stages[2].form.icon = String::new();
    form.stages[4].form.role = None;
    let refused = story.draw(id, form).unwrap_err();
    assert_eq!(
        refused.fields(),
        [
            ("stages[2].icon".to_owned(), "Icon is required.".to_owned()),
            ("stages[4].role".to_owned(), "Role is required.".to_owned()),
        ]
    );
    assert_eq!(story.drawn(id), before, "nothing of it is stored");
    assert_eq!(story.history_of(id), Vec::<Vec<String>>::new());
}

#[test]
fn an_inactive_procedure_can_be_saved_with_faults() {
    let story = Story::begin();
    let id = story.bare_procedure("Fast track");
    let default = story.drawn(story.default_procedure()).whole.drawing;
    let mut form = sent(&default.as_new());
    form.links.clear();
    assert_eq!(story.draw(id, form.clone()).unwrap_err().kind(), Kind::Invalid);
    assert_eq!(story.drawn(id).whole.drawing.stages.len(), 0);
    story.draw_from(id, None, form, true).unwrap();
    let stored = story.drawn(id);
    assert_eq!(stored.whole.drawing.stages.len(), 9);
    assert!(!stored.faults.is_empty());
    assert!(stored.faults.iter().any(|fault| fault.places.len() == 1));
}

#[test]
fn the_second_of_two_concurrent_drawings_is_refused() {
    let story = Story::begin();
    let id = story.default_procedure();
    let seen = story.drawn(id);
    let mut form = sent(&seen.whole.drawing);
    form.stages[2].form.pos_x = Some(0.42);
    story.draw(id, form.clone()).unwrap();
    form.stages[2].form.pos_x = Some(0.43);
    let refused = story
        .draw_from(id, Some(seen.drawing_version), form, false)
        .unwrap_err();
    assert_eq!(
        (refused.kind(), refused.fields()[0].0.as_str()),
        (Kind::Conflict, "row_version")
    );
    assert!((story.drawn(id).whole.drawing.stages[2].position.x - 0.42).abs() < f64::EPSILON);
}

#[test]
fn saving_a_stage_makes_an_open_drawing_stale() {
    let story = Story::begin();
    let id = story.default_procedure();
    let seen = story.drawn(id);
    let stage = seen.whole.drawing.stages[3].clone();
    let (ports, caller) = (&story.world.ports, &story.super_user);
    let dialog = RawStage {
        approval_procedure: Some(id.0),
        stage_activity: "Second look".to_owned(),
        pos_x: Some(0.3),
        pos_y: Some(0.3),
        role: Some(stage.role.id()),
        ..form()
    };
    let save =
        |version, form| change::<StageRecords>(ports, caller, stage.id, Some(RowVersion(version)), form);
    save(1, dialog.clone()).unwrap();
    let refused = story
        .draw_from(id, Some(seen.drawing_version), sent(&seen.whole.drawing), false)
        .unwrap_err();
    assert_eq!(refused.kind(), Kind::Conflict);
    // A drawing that changes the stage makes an open dialog stale.
    let mut drawn = sent(&story.drawn(id).whole.drawing);
    drawn.stages[3].form.stage_activity = "Third look".to_owned();
    story.draw(id, drawn).unwrap();
    assert_eq!(save(2, dialog).unwrap_err().kind(), Kind::Conflict);
}

#[test]
fn a_stage_is_put_into_a_link_of_an_active_procedure() {
    let story = Story::begin();
    let id = story.default_procedure();
    let links = story.links(id);
    let link = &links[3];
    let command = insert::Command {
        link: link.next_stage_id,
        seen: Some(link.row_version),
        form: RawStage {
            target: Some(Some(10)),
            ..form()
        },
    };
    let added = insert::execute(&story.world.ports, &story.super_user, &command).unwrap();
    let drawn = story.drawn(id);
    assert_eq!(drawn.faults, []);
    let stage = drawn.whole.drawing.stage(added).unwrap();
    assert_eq!((stage.activity.as_str(), stage.order), ("Legal review", 4));
    assert_eq!(stage.target, Target::new(10).ok());
    assert!((stage.position.y - 0.4).abs() < 1e-9, "in the middle of the link");
    assert_eq!(story.history_of(id)[0].len(), 4);
    // The link no longer exists, and the open version of the drawing is stale.
    let again = insert::execute(&story.world.ports, &story.super_user, &command).unwrap_err();
    assert_eq!(
        (again.kind(), again.to_string().as_str()),
        (Kind::NotFound, "Next Stage not found.")
    );
    let nothing = insert::Command {
        link: links[0].next_stage_id,
        seen: None,
        form: RawStage::default(),
    };
    let refused = insert::execute(&story.world.ports, &story.super_user, &nothing).unwrap_err();
    assert_eq!(refused.kind(), Kind::Invalid);
    assert!(
        refused
            .fields()
            .iter()
            .all(|(field, _)| !field.starts_with("pos_"))
    );
}

#[test]
fn targets_are_set_kept_and_removed_in_a_drawing() {
    let story = Story::begin();
    let id = story.default_procedure();
    let draw = |target| {
        let mut form = sent(&story.drawn(id).whole.drawing);
        form.stages[2].form.target = target;
        story.draw(id, form).unwrap();
        story.drawn(id).whole.drawing.stages[2].target
    };
    let ten = Target::new(10).ok();
    assert_eq!(draw(Some(Some(10))), ten);
    assert_eq!(
        story.history_of(id)[0],
        ["Stage \"Access review\": target none became 10 working days."]
    );
    assert_eq!(draw(None), ten, "it was not sent");
    assert_eq!(story.history_of(id).len(), 1, "nothing changed");
    assert_eq!(draw(Some(None)), None);
    let mut form = sent(&story.drawn(id).whole.drawing);
    form.stages[1].form.target = Some(Some(10));
    form.stages[2].form.target = Some(Some(0));
    let refused = story.draw(id, form).unwrap_err();
    let fields = refused.fields();
    let places: Vec<&str> = fields.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["stages[1].target", "stages[2].target"]);
}

#[test]
fn a_stage_without_a_decision_is_inserted_without_a_target() {
    let story = Story::begin();
    let links = story.links(story.default_procedure());
    let insert_with = |target| {
        let command = insert::Command {
            link: links[3].next_stage_id,
            seen: None,
            form: RawStage {
                role: Some(Role::DataRequester.id()),
                target,
                ..form()
            },
        };
        insert::execute(&story.world.ports, &story.super_user, &command)
    };
    let refused = insert_with(Some(Some(10))).unwrap_err();
    assert_eq!(
        refused.fields(),
        [(
            "target".to_owned(),
            "Only a stage with a decision can have a target.".to_owned()
        )]
    );
    insert_with(None).unwrap();
}

#[test]
fn only_super_users_draw_procedures() {
    let story = Story::begin();
    let id = story.default_procedure();
    for caller in story.callers_without_procedures() {
        let ports = &story.world.ports;
        assert_eq!(
            change::<DrawingRecords>(
                ports,
                caller,
                id,
                None,
                DrawingForm {
                    drawing: RawDrawing::default(),
                    keep_faults: true
                }
            )
            .unwrap_err()
            .kind(),
            Kind::Forbidden
        );
        assert_eq!(
            find::<DrawingRecords>(ports, caller, id).unwrap_err().kind(),
            Kind::Forbidden
        );
        let command = insert::Command {
            link: aditus_domain::ids::NextStageId(1),
            seen: None,
            form: form(),
        };
        assert_eq!(
            insert::execute(ports, caller, &command).unwrap_err().kind(),
            Kind::Forbidden
        );
    }
}
