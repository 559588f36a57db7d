//! Each change of a procedure creates a history line with its author, time and content.

use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::duplicate;
use aditus_application::procedures::history::ChangeRecords;
use aditus_application::procedures::letter::{TemplateForm, TemplateRecords};
use aditus_application::procedures::next_stages::{LinkForm, NextStageRecords};
use aditus_application::procedures::stages::StageRecords;
use aditus_application::records::{add, change, list, remove};
use aditus_application::{Failure, Kind};
use aditus_domain::deadlines::{RawTerm, TermUnit};
use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::RawStage;
use chrono::TimeDelta;

use super::scene::changes;
use crate::story::Story;

fn stage(procedure: ProcedureId, activity: &str) -> RawStage {
    RawStage {
        approval_procedure: Some(procedure.0),
        role: Some(4),
        stage_type: Some(2),
        stage_order: Some(1),
        stage_activity: activity.to_owned(),
        branch_level: Some(0),
        pos_x: Some(0.5),
        pos_y: Some(0.5),
        icon: "FactCheck".to_owned(),
        target: None,
    }
}

#[test]
fn every_change_adds_a_history_line() {
    let story = Story::begin();
    let id = story.bare_procedure("Fast track");
    story.world.wait(TimeDelta::hours(1));
    let (ports, caller) = (&story.world.ports, &story.world.confirmed(&story.super_user));
    let add_stage = |form| add::<StageRecords>(ports, caller, form).unwrap();
    let first = add_stage(stage(id, "Review"));
    let second = add_stage(stage(id, "Release"));
    let link = LinkForm {
        current_stage: Some(first.0),
        next: Some(second.0),
    };
    let link = add::<NextStageRecords>(ports, caller, link).unwrap();
    for _ in 0..2 {
        change::<StageRecords>(ports, caller, first, None, stage(id, "First review")).unwrap();
    }
    remove::<NextStageRecords>(ports, caller, link).unwrap();
    remove::<StageRecords>(ports, caller, second).unwrap();
    let text = ProcedureForm {
        name: "Faster track".to_owned(),
        description: "For small requests".to_owned(),
        term: Some(Some(RawTerm {
            unit: TermUnit::Months,
            count: 3,
        })),
        completion_window: Some(Some(4)),
        is_active: None,
        is_default: None,
    };
    change::<ProcedureRecords>(ports, caller, id, None, text).unwrap();
    let template = TemplateForm {
        heading: "Approval".to_owned(),
        body: "Approved".to_owned(),
    };
    change::<TemplateRecords>(ports, caller, id, None, template).unwrap();
    remove::<TemplateRecords>(ports, caller, id).unwrap();
    remove::<StageRecords>(ports, caller, first).unwrap();
    remove::<ProcedureRecords>(ports, caller, id).unwrap();
    assert_eq!(
        story.history_of(id).concat(),
        [
            "Deleted.",
            "Stage \"First review\" removed.",
            "Approval template set back to the standard one.",
            "Approval template changed.",
            "Renamed from \"Fast track\" to \"Faster track\".",
            "Term none became 3 months.",
            "Completion window none became 4 weeks.",
            "Stage \"Release\" removed.",
            "Link from \"First review\" to \"Release\" removed.",
            "Stage \"Review\": activity \"Review\" became \"First review\".",
            "Link from \"Review\" to \"Release\" added.",
            "Stage \"Release\" added: Junction, Data Officer, order 1.",
            "Stage \"Review\" added: Junction, Data Officer, order 1.",
            "Added.",
        ],
        "what changed nothing is no line"
    );
    let lines = story.procedure_changes(Some(id), None);
    let newest = &lines[0];
    assert_eq!(
        (newest.user_id, newest.procedure.as_str(), newest.at),
        (caller.user, "Faster track", story.world.now())
    );
    assert_eq!(newest.fname, "Suubi");
    assert_eq!(lines.last().unwrap().at, story.world.now() - TimeDelta::hours(1));
    let found = |search| story.procedure_changes(None, Some(search)).len();
    assert_eq!(
        [
            found("renamed FROM"),
            found("faster track"),
            found("suubi"),
            found("nobody")
        ],
        [1, 5, 12, 0],
        "by what was done, the name of the procedure, and who it was"
    );
}

#[test]
fn the_former_default_gets_a_history_line() {
    let story = Story::begin();
    let old = story.default_procedure();
    let command = duplicate::Command {
        procedure: old,
        name: Some("New".to_owned()),
    };
    let new = duplicate::execute(&story.world.ports, &story.super_user, &command).unwrap();
    let form = ProcedureForm {
        name: "New".to_owned(),
        description: story.drawn(new).whole.text.description,
        term: None,
        completion_window: None,
        is_active: Some(true),
        is_default: Some(true),
    };
    change::<ProcedureRecords>(&story.world.ports, &story.super_user, new, None, form).unwrap();
    assert_eq!(story.history_of(new)[0], ["Activated.", "Made the default."]);
    assert_eq!(story.history_of(old)[0], ["No longer the default."]);
}

#[test]
fn a_moved_stage_has_a_line_in_both_procedures() {
    let story = Story::begin();
    let (ports, caller) = (&story.world.ports, &story.super_user);
    let [left, joined] = ["Left", "Joined"].map(|name| story.bare_procedure(name));
    let id = add::<StageRecords>(ports, caller, stage(left, "Review")).unwrap();
    change::<StageRecords>(ports, caller, id, None, stage(joined, "Review")).unwrap();
    assert_eq!(story.history_of(left)[0], ["Stage \"Review\" removed."]);
    assert_eq!(
        story.history_of(joined)[0],
        ["Stage \"Review\" added: Junction, Data Officer, order 1."]
    );
}

#[test]
fn only_super_users_read_the_history() {
    let story = Story::begin();
    for caller in story.callers_without_procedures() {
        let query = changes(None, None);
        let refused = list::<ChangeRecords>(&story.world.ports, caller, query).unwrap_err();
        assert_eq!(refused.kind(), Kind::Forbidden);
    }
}
