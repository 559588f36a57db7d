//! Trial runs of procedures, and the matrix of deciders (decisions G1).

use aditus_application::procedures::approval_procedures::{ProcedureForm, ProcedureRecords};
use aditus_application::procedures::{matrix, trial};
use aditus_application::records::change;
use aditus_application::{Failure, Kind};
use aditus_domain::ids::{DataSourceId, StageId};
use aditus_domain::procedures::DecisionMakers;
use aditus_domain::review::{OverallStatus, StageState, TrialMove};
use aditus_domain::roles::{Role, RoleStatus};

use super::scene::sent;
use crate::story::Story;

fn command(story: &Story, moves: Vec<TrialMove>) -> trial::Command {
    trial::Command {
        procedure: story.default_procedure(),
        drawing: None,
        moves,
        source: None,
    }
}

fn tried(story: &Story, command: &trial::Command) -> Result<trial::Answer, trial::Error> {
    trial::execute(&story.world.ports, &story.super_user, command)
}

/// Returns the stage of a role in the default procedure.
fn stage(story: &Story, role: Role) -> StageId {
    let drawn = story.drawn(story.default_procedure());
    let mut stages = drawn.whole.drawing.stages.into_iter();
    stages.find(|stage| stage.role == role).unwrap().id
}

#[test]
fn a_trial_sends_the_notifications_of_a_real_request() {
    let story = Story::begin();
    let moves: Vec<TrialMove> = Role::STAFF
        .iter()
        .map(|role| TrialMove {
            stage: stage(&story, *role),
            approve: true,
        })
        .collect();
    let answer = tried(&story, &command(&story, moves)).unwrap();
    assert_eq!(answer.trial.status, OverallStatus::Approved);
    // The invented people get the same notifications as real ones.
    let request = story.submitted();
    assert_eq!(request.0, 1, "a trial speaks of the request of this number");
    story.all_approve(request);
    let mut real = story.notifications_of(&story.requester);
    let mut tried: Vec<String> = answer
        .notices
        .iter()
        .flatten()
        .filter(|notice| notice.stage.is_none())
        .map(|notice| notice.message.clone())
        .collect();
    real.sort();
    tried.sort();
    assert_eq!(tried, real);
    let states: Vec<StageState> = answer.trial.stages.iter().map(|stage| stage.state).collect();
    assert_eq!(states, story.stage_states(request));
    let last = answer.notices.last().unwrap();
    assert!(last.iter().all(|notice| notice.who == "The requester"));
}

#[test]
fn nothing_of_a_trial_is_stored() {
    let story = Story::begin();
    let before = story.drawn(story.default_procedure());
    let denied = TrialMove {
        stage: stage(&story, Role::DataAccessReviewer),
        approve: false,
    };
    let answer = tried(&story, &command(&story, vec![denied])).unwrap();
    assert_eq!(answer.trial.status, OverallStatus::Denied);
    assert_eq!(story.drawn(story.default_procedure()), before);
    assert_eq!(story.history_of(story.default_procedure()).len(), 0);
    assert_eq!(story.notifications_of(&story.requester), [""; 0]);
    assert_eq!(story.submitted().0, 1, "no request was made");
}

#[test]
fn an_unsaved_drawing_can_be_tried() {
    let story = Story::begin();
    let drawn = story.drawn(story.default_procedure()).whole.drawing;
    let mut form = sent(&drawn);
    form.stages[2].form.role = Some(Role::DataOfficer.id());
    let drawing = trial::Command {
        drawing: Some(form.clone()),
        ..command(&story, Vec::new())
    };
    let answer = tried(&story, &drawing).unwrap();
    assert_eq!(answer.notices[0][1].who, "The Data Officer");
    form.links.remove(0);
    let faulty = trial::Command {
        drawing: Some(form),
        ..command(&story, Vec::new())
    };
    let refused = tried(&story, &faulty).unwrap_err();
    assert_eq!(refused.kind(), Kind::Invalid);
    assert!(refused.fields().iter().any(|(place, _)| place == "stages[1]"));
}

#[test]
fn an_impossible_move_is_refused_at_its_place() {
    let story = Story::begin();
    let early = TrialMove {
        stage: stage(&story, Role::DataOfficer),
        approve: true,
    };
    let refused = tried(&story, &command(&story, vec![early])).unwrap_err();
    assert_eq!(
        refused.fields(),
        [(
            "moves[0].stage".to_owned(),
            "This stage isn't waiting for a decision. Please decide at one that is.".to_owned()
        )]
    );
    let bare = trial::Command {
        procedure: story.bare_procedure("Bare"),
        ..command(&story, Vec::new())
    };
    assert_eq!(tried(&story, &bare).unwrap_err().kind(), Kind::Invalid);
}

#[test]
fn the_matrix_shows_deciders_and_gaps() {
    let story = Story::begin();
    story.world.source("Birth Register");
    let id = story.default_procedure();
    let answer = matrix::execute(&story.world.ports, &story.super_user, id).unwrap();
    assert_eq!(answer.stages.len(), 6);
    let names: Vec<&str> = answer.sources.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["Birth Register", "Household Survey"]);
    let asked = |line: usize, role: Role| {
        let column = answer.stages.iter().position(|stage| stage.role == role).unwrap();
        answer.sources[line].stages[column].1.clone()
    };
    let people = |organisation: &str, count| DecisionMakers::People {
        organisation: organisation.to_owned(),
        count,
    };
    assert_eq!(
        asked(1, Role::DataCustodian),
        people("Central Statistics Office", 1)
    );
    assert_eq!(
        asked(1, Role::DataAccessReviewer),
        people("National Health Data Authority", 2)
    );
    assert_eq!(asked(0, Role::DataCustodian), DecisionMakers::NotOffered);
    // A trial with a source gives the same answer.
    let with_source = trial::Command {
        source: Some(story.source),
        ..command(&story, Vec::new())
    };
    let tried = tried(&story, &with_source).unwrap();
    assert_eq!(tried.decision_makers, answer.sources[1].stages);
    // Activating the procedure warns of the gap.
    let drawn = story.drawn(id);
    let warnings: Vec<String> = drawn.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].starts_with("Requests for the data of National Health Data Authority would be refused")
    );
}

#[test]
fn a_trial_with_a_source_names_missing_deciders() {
    let story = Story::begin();
    let with_source = |source| trial::Command {
        source: Some(source),
        ..command(&story, Vec::new())
    };
    assert_eq!(tried(&story, &with_source(story.source)).unwrap().refused, None);
    let unkept = story.world.source("Birth Register");
    let refused = tried(&story, &with_source(unkept)).unwrap().refused.unwrap();
    assert_eq!(
        refused.to_string(),
        "No active organisation role was found for the stage \"Custodian approval\" (Data Custodian)."
    );
    // No reviewer is left.
    for caller in [story.staff(Role::DataAccessReviewer), &story.second_reviewer] {
        let held = caller.role(Role::DataAccessReviewer).unwrap().id;
        story.world.write(|transaction| {
            let mut assigned = transaction.roles().by_id(held).unwrap().unwrap().assigned;
            let now = story.world.now();
            let change = assigned
                .change(RoleStatus::Revoked, story.super_user.user, None, now)
                .unwrap();
            transaction.roles().change(assigned.user, &change).unwrap();
        });
    }
    let notices = tried(&story, &with_source(story.source)).unwrap().notices;
    assert_eq!(
        notices[0][1].who,
        "Every Super User, and the Admins of National Health Data Authority"
    );
    let request = story.submitted();
    assert_eq!(request.0, 1, "a trial speaks of the request of this number");
    assert_eq!(
        story.notifications_of(&story.super_user),
        [notices[0][1].message.as_str()]
    );
    let nowhere = tried(&story, &with_source(DataSourceId(4711))).unwrap_err();
    assert_eq!(
        (nowhere.kind(), nowhere.fields()[0].0.as_str()),
        (Kind::Invalid, "data_source")
    );
}

#[test]
fn a_gap_does_not_prevent_activation() {
    let story = Story::begin();
    story.world.source("Birth Register");
    let id = story.default_procedure();
    let shown = story.drawn(id);
    assert!(!shown.warnings.is_empty());
    let form = ProcedureForm {
        name: shown.whole.text.name,
        description: shown.whole.text.description,
        term: None,
        completion_window: None,
        is_active: Some(true),
        is_default: Some(true),
    };
    change::<ProcedureRecords>(&story.world.ports, &story.super_user, id, None, form).unwrap();
}

#[test]
fn only_super_users_run_trials() {
    let story = Story::begin();
    let id = story.default_procedure();
    for caller in story.callers_without_procedures() {
        let ports = &story.world.ports;
        let refused = trial::execute(ports, caller, &command(&story, Vec::new())).unwrap_err();
        assert_eq!(refused.kind(), Kind::Forbidden);
        assert_eq!(
            matrix::execute(ports, caller, id).unwrap_err().kind(),
            Kind::Forbidden
        );
    }
}
