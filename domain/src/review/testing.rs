//! People, procedures and chains for the tests of this module.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Attendant, Chain, ChainStage, Decision, DecisionConstraints, Event, StageNumber, StageState};
use crate::ids::{AssignedRoleId, OrganisationRoleId, StageId, UserId};
use crate::procedures::{Link, Position, Procedure, Stage, StageType, default_procedure};
use crate::roles::Role;

pub const OWNER: Attendant = person(1, 10);
pub const SUPER_USER: Attendant = person(2, 1);

pub const fn person(user: i64, org_role: i64) -> Attendant {
    Attendant {
        user: UserId(user),
        assigned_role: AssignedRoleId(user),
        org_role: OrganisationRoleId(org_role),
    }
}

/// Binds every role to the organisation role with the same id.
pub fn org_role(role: Role) -> OrganisationRoleId {
    OrganisationRoleId(role.id())
}

/// A person who may decide at this stage.
pub fn holder(stage: &ChainStage) -> Attendant {
    person(100 + stage.org_role.0, stage.org_role.0)
}

pub fn day(days: i64) -> DateTime<Utc> {
    DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(20_000 + days)
}

pub fn approve() -> Decision {
    Decision::parse(true, None, None, false).unwrap()
}

pub fn deny() -> Decision {
    Decision::parse(false, Some("No agreement"), Some("Attach it"), false).unwrap()
}

pub fn stage(id: i64, stage_type: StageType, role: Role) -> Stage {
    Stage {
        id: StageId(id),
        role,
        stage_type,
        order: 1,
        activity: format!("Stage {id}"),
        branch_level: 0,
        position: Position { x: 0.5, y: 0.5 },
        icon: "Circle".to_owned(),
        target: None,
    }
}

pub fn procedure(stages: Vec<Stage>, links: &[(i64, i64)]) -> Procedure {
    Procedure {
        id: None,
        name: "Tested".to_owned(),
        description: "For tests".to_owned(),
        term: None,
        completion_window: None,
        stages,
        links: links
            .iter()
            .map(|(from, to)| Link {
                from: StageId(*from),
                to: StageId(*to),
            })
            .collect(),
    }
}

/// A procedure with two parallel branches, an access reviewer and a security reviewer: 0 Initial, 1
/// and 2 the branches, 3 the officer, 4 Terminal.
pub fn branched() -> Procedure {
    procedure(
        vec![
            stage(1, StageType::Initial, Role::DataRequester),
            stage(2, StageType::Junction, Role::DataAccessReviewer),
            stage(3, StageType::Junction, Role::DataSecurityReviewer),
            stage(4, StageType::Junction, Role::DataOfficer),
            stage(5, StageType::Terminal, Role::DataRequester),
        ],
        &[(1, 2), (1, 3), (2, 4), (3, 4), (4, 5)],
    )
}

pub fn started(procedure: &Procedure) -> (Chain, Vec<Event>) {
    Chain::start(
        &procedure.validate().unwrap(),
        |role| Some(org_role(role)),
        OWNER,
        day(0),
    )
    .unwrap()
}

pub fn default_chain() -> Chain {
    started(&default_procedure()).0
}

/// Decides at this stage as a holder of its role.
pub fn decided(chain: &mut Chain, number: u16, decision: Decision, days: i64) -> Vec<Event> {
    let by = holder(chain.stage(StageNumber(number)).unwrap());
    chain
        .decide(
            StageNumber(number),
            decision,
            &by,
            DecisionConstraints::default(),
            day(days),
        )
        .unwrap()
}

pub fn states(chain: &Chain) -> Vec<StageState> {
    chain.stages().iter().map(|stage| stage.state).collect()
}
