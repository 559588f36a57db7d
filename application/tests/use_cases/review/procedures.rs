//! Custom procedures of tests, and steps of requests through them.

use aditus_application::access::Caller;
use aditus_application::review::views::StateView;
use aditus_application::review::{decide, send_code};
use aditus_domain::ids::{RequestId, StageId};
use aditus_domain::procedures::{Link, Position, Procedure, Stage, StageType};
use aditus_domain::roles::Role;

use crate::story::Story;

/// A procedure whose stages between its two ends belong to these roles. Stages are numbered from 0.
pub fn procedure(between: &[Role], links: &[(i64, i64)]) -> Procedure {
    let end = i64::try_from(between.len()).unwrap() + 1;
    let mut stages = vec![stage(0, StageType::Initial, Role::DataRequester)];
    stages.extend(
        (1..)
            .zip(between)
            .map(|(id, role)| stage(id, StageType::Junction, *role)),
    );
    stages.push(stage(end, StageType::Terminal, Role::DataRequester));
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

/// A procedure with these stages in a row.
pub fn linear_procedure(between: &[Role]) -> Procedure {
    let end = i64::try_from(between.len()).unwrap() + 1;
    procedure(between, &(0..end).map(|id| (id, id + 1)).collect::<Vec<_>>())
}

fn stage(id: i64, stage_type: StageType, role: Role) -> Stage {
    Stage {
        id: StageId(id),
        role,
        stage_type,
        order: i32::try_from(id).unwrap() + 1,
        activity: format!("Stage {id}"),
        branch_level: 0,
        position: Position { x: 0.5, y: 0.5 },
        icon: "Circle".to_owned(),
        target: None,
    }
}

impl Story {
    /// Makes this the default procedure despite its faults, like one that an earlier version
    /// accepted.
    pub fn use_procedure(&self, procedure: &Procedure) {
        self.world
            .write(|transaction| transaction.procedures().add(procedure, true, true).unwrap());
    }

    /// Returns the stage with this number.
    pub fn stage(&self, request: RequestId, number: u16) -> StateView {
        let mut states = self.states(request).into_iter();
        states.find(|state| state.number == number).expect("a stage")
    }

    /// Requests a code for the stage with this number.
    pub fn requests_code_at(
        &self,
        caller: &Caller,
        request: RequestId,
        number: u16,
    ) -> Result<(), send_code::Error> {
        let state = self.stage(request, number).request_state_id;
        send_code::execute(
            &self.world.ports,
            caller,
            send_code::Command {
                state,
                approve: true,
                unless_sent: false,
            },
        )
        .map(drop)
    }

    /// Approves at the stage with this number, with a code from the mailbox if one was sent.
    pub fn approves_at(
        &self,
        caller: &Caller,
        request: RequestId,
        number: u16,
    ) -> Result<decide::Answer, decide::Error> {
        let state = self.stage(request, number);
        let otp = match self.requests_code_at(caller, request, number) {
            Ok(()) => self.world.code_mailed_to(&self.address(caller)),
            Err(_) => "123456".to_owned(),
        };
        let held = caller.at(state.org_role_id).expect("the role of the stage");
        let command = decide::Command {
            state: state.request_state_id,
            request,
            assigned_role: held.id,
            org_role: held.org_role,
            approve: true,
            reason: None,
            recommendation: None,
            otp,
            passkey: None,
        };
        decide::execute(&self.world.ports, caller, &command)
    }
}
