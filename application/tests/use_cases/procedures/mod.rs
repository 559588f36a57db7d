//! Assessments of procedures, and refused changes (decisions C1).

mod copying;
mod drawing;
mod history;
mod protected;
mod scene;
mod template;
mod trying;

use aditus_application::procedures::AssessedProcedure;
use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::assessment::faulty_procedures;
use aditus_application::procedures::stages::StageRecords;
use aditus_application::records::{add, change, find};
use aditus_application::{Failure, Kind};
use aditus_domain::deadlines::{CompletionWindow, RawTerm, Target, Term, TermUnit};
use aditus_domain::procedures::{RawStage, StageType, default_procedure};
use aditus_domain::roles::{Role, RoleStatus};

use crate::story::Story;

/// Returns the default procedure as a Super User sees it.
fn shown(story: &Story) -> AssessedProcedure {
    let default = story
        .world
        .read(|views| views.procedures().default_procedure().unwrap());
    let id = default.unwrap().procedure.id.unwrap();
    find::<ProcedureRecords>(&story.world.ports, &story.super_user, id).unwrap()
}

fn warnings(story: &Story) -> Vec<String> {
    shown(story).warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_stage_without_holders_at_a_custodian_is_a_warning() {
    let story = Story::begin();
    assert_eq!(
        warnings(&story),
        [""; 0],
        "the provider decides where the custodian offers no role"
    );

    let officer = story.staff(Role::DataOfficer);
    let held = officer.role(Role::DataOfficer).unwrap().id;
    story.world.write(|transaction| {
        let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
        let now = story.world.now();
        let change = assigned
            .change(RoleStatus::Revoked, story.super_user.user, None, now)
            .unwrap();
        transaction.roles().change(assigned.user, &change).unwrap();
    });
    let stage = "The stage \"Data release\" would have no one to decide: no one has the role Data Officer for the data of";
    assert_eq!(warnings(&story), [format!("{stage} Central Statistics Office.")]);

    // A source without a custodian belongs to the provider.
    story.world.source("Birth Register");
    assert_eq!(
        warnings(&story),
        [
            format!("{stage} Central Statistics Office, National Health Data Authority."),
            "Requests for the data of National Health Data Authority would be refused: no organisation offers the role Data \
             Custodian for the stage \"Custodian approval\" there, nor does the provider."
                .to_owned(),
        ]
        .into_iter()
        .rev()
        .collect::<Vec<_>>()
    );
    story
        .world
        .grant(story.org_user.user, story.custody, Role::DataOfficer);
    story
        .world
        .grant(story.org_user.user, story.provider, Role::DataCustodian);
    assert_eq!(
        warnings(&story),
        [format!("{stage} National Health Data Authority.")]
    );
}

#[test]
fn a_junction_belongs_to_a_role_that_decides() {
    let story = Story::begin();
    let procedure = ProcedureForm {
        name: "Fast track".to_owned(),
        description: "For small requests".to_owned(),
        term: None,
        completion_window: None,
        is_active: None,
        is_default: None,
    };
    let procedure = add::<ProcedureRecords>(&story.world.ports, &story.super_user, procedure).unwrap();
    let types = story
        .world
        .read_in_transaction(|transaction| transaction.stage_types().all().unwrap());
    for role in Role::ALL {
        for stage_type in &types {
            let stage = RawStage {
                approval_procedure: Some(procedure.0),
                role: Some(role.id()),
                stage_type: Some(stage_type.id.0),
                stage_order: Some(1),
                stage_activity: "Review".to_owned(),
                branch_level: Some(0),
                pos_x: Some(0.5),
                pos_y: Some(0.5),
                icon: "FactCheck".to_owned(),
                target: None,
            };
            let saved = add::<StageRecords>(&story.world.ports, &story.super_user, stage);
            let refused = stage_type.behaves_as() == StageType::Junction
                && !role.is_staff()
                && role != Role::DataRequester;
            match saved {
                Ok(_) => assert!(!refused, "{role} at {}", stage_type.name),
                Err(error) => {
                    assert!(refused, "{role} at {}: {error}", stage_type.name);
                    assert_eq!(
                        (error.kind(), error.fields()[0].0.as_str()),
                        (Kind::Invalid, "role")
                    );
                }
            }
        }
    }
}

#[test]
fn a_term_that_is_not_sent_is_kept() {
    let story = Story::begin();
    let id = story.bare_procedure("Fast track");
    let save = |term| {
        let form = ProcedureForm {
            name: "Fast track".to_owned(),
            description: "For small requests".to_owned(),
            term,
            completion_window: None,
            is_active: None,
            is_default: None,
        };
        change::<ProcedureRecords>(&story.world.ports, &story.super_user, id, None, form)
    };
    let weeks = |count| {
        Some(Some(RawTerm {
            unit: TermUnit::Weeks,
            count,
        }))
    };
    for (sent, stored) in [
        (weeks(6), Term::new(TermUnit::Weeks, 6).ok()),
        (None, Term::new(TermUnit::Weeks, 6).ok()),
        (Some(None), None),
        (None, None),
    ] {
        save(sent).unwrap();
        assert_eq!(story.drawn(id).whole.text.term, stored);
    }
    let refused = save(weeks(0)).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.fields()[0].0.as_str()),
        (Kind::Invalid, "term")
    );
}

#[test]
fn a_completion_window_that_is_not_sent_is_kept() {
    let story = Story::begin();
    let id = story.bare_procedure("Fast track");
    let save = |completion_window| {
        let form = ProcedureForm {
            name: "Fast track".to_owned(),
            description: "For small requests".to_owned(),
            term: None,
            completion_window,
            is_active: None,
            is_default: None,
        };
        change::<ProcedureRecords>(&story.world.ports, &story.super_user, id, None, form)
    };
    for (sent, stored) in [
        (Some(Some(12)), CompletionWindow::new(12).ok()),
        (None, CompletionWindow::new(12).ok()),
        (Some(None), None),
        (None, None),
    ] {
        save(sent).unwrap();
        assert_eq!(story.drawn(id).whole.text.completion_window, stored);
    }
    let refused = save(Some(Some(13))).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.fields()[0].0.as_str()),
        (Kind::Invalid, "completion_window")
    );
}

#[test]
fn only_a_stage_with_a_decision_has_a_target_and_a_missing_one_is_kept() {
    let story = Story::begin();
    let (ports, caller) = (&story.world.ports, &story.super_user);
    let procedure = story.bare_procedure("Fast track");
    let form = |role: Role, target| RawStage {
        approval_procedure: Some(procedure.0),
        role: Some(role.id()),
        stage_type: Some(2),
        stage_order: Some(1),
        stage_activity: "Review".to_owned(),
        branch_level: Some(0),
        pos_x: Some(0.5),
        pos_y: Some(0.5),
        icon: "FactCheck".to_owned(),
        target,
    };
    let id = add::<StageRecords>(ports, caller, form(Role::DataOfficer, Some(Some(10)))).unwrap();
    let save = |role, target| change::<StageRecords>(ports, caller, id, None, form(role, target));
    let stored = || find::<StageRecords>(ports, caller, id).unwrap().details.target;
    let ten = Target::new(10).ok();
    assert_eq!(stored(), ten);
    save(Role::DataOfficer, None).unwrap();
    assert_eq!(stored(), ten);
    for (role, target) in [
        (Role::DataOfficer, Some(Some(251))),
        (Role::DataRequester, Some(Some(10))),
        // It would keep the stored target.
        (Role::DataRequester, None),
    ] {
        let refused = save(role, target).unwrap_err();
        assert_eq!(
            (refused.kind(), refused.fields()[0].0.as_str()),
            (Kind::Invalid, "target")
        );
    }
    save(Role::DataRequester, Some(None)).unwrap();
    assert_eq!(stored(), None);
}

#[test]
fn active_procedures_with_faults_are_found() {
    let story = Story::begin();
    let database = story.world.ports.database.as_ref();
    assert_eq!(faulty_procedures(database).unwrap(), []);
    let mut undecided = default_procedure();
    undecided.name = "Nobody decides".to_owned();
    for stage in &mut undecided.stages {
        stage.role = Role::DataRequester;
    }
    story.world.write(|transaction| {
        transaction.procedures().add(&undecided, false, false).unwrap();
        transaction.procedures().add(&undecided, true, true).unwrap();
    });
    let found = faulty_procedures(database).unwrap();
    assert_eq!(found.len(), 1, "what is not active may have faults");
    assert_eq!(
        (found[0].name.as_str(), found[0].is_default),
        ("Nobody decides", true)
    );
    assert_eq!(found[0].faults.len(), 1);
    assert_eq!(shown(&story).faults, found[0].faults);
}
