//! Stored stages of requests, and the chains built from them.

use aditus_domain::deadlines::{DueDates, Target};
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, RequestId, StateId, UserId};
use aditus_domain::procedures::{Position, StageType};
use aditus_domain::review::{
    Answer, Attendant, Chain, ChainStage, Outcome as Answered, StageNumber, StageState,
};
use aditus_domain::roles::Role;
use chrono::NaiveDate;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::prepared::{columns_of, load_directly};
use crate::schema::{request_edges, request_states};
use crate::times::Timestamp;

#[derive(Debug, Clone)]
pub(super) struct StateIds(pub Vec<(StageNumber, StateId)>);

impl StateIds {
    pub(super) fn get(&self, number: StageNumber) -> Option<StateId> {
        self.0
            .iter()
            .find(|(known, _)| *known == number)
            .map(|(_, id)| *id)
    }
}

/// A stored stage. Its answer is the submission, decision or recall that gave it its state.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = request_states)]
pub(crate) struct StoredState {
    pub id: i64,
    pub number: i32,
    pub state: String,
    pub stage_type: String,
    pub role_id: i64,
    pub org_role_id: i64,
    pub stage_order: i32,
    pub stage_activity: String,
    pub branch_level: i32,
    pub pos_x: f64,
    pub pos_y: f64,
    pub icon: String,
    pub created_on: Timestamp,
    pub unattended_since: Option<Timestamp>,
    pub responded_on: Option<Timestamp>,
    pub answered_by: Option<i64>,
    pub answered_in_role: Option<i64>,
    pub answered_for: Option<i64>,
    pub reason: Option<String>,
    pub recommendation: Option<String>,
    #[diesel(embed)]
    pub due: DueColumns,
}

/// The target of a stage, and the dates of its due states.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = request_states)]
pub(crate) struct DueColumns {
    pub target: Option<i32>,
    pub due_soon_on: Option<NaiveDate>,
    pub due_on: Option<NaiveDate>,
}

impl DueColumns {
    pub(crate) fn target(&self) -> DbResult<Option<Target>> {
        let target = self.target.map(|days| Target::new(i64::from(days)));
        target.transpose().map_err(unreadable("target of a stage"))
    }

    /// The dates of the due states, if it is the turn of a stage in this state and it has a target.
    pub(crate) fn of_turn(&self, state: StageState) -> Option<DueDates> {
        let has_clock = state == StageState::Unattended && self.target.is_some();
        has_clock.then_some(self.dates())
    }

    pub(crate) const fn dates(&self) -> DueDates {
        DueDates {
            due_soon_on: self.due_soon_on,
            due_on: self.due_on,
        }
    }
}

pub(crate) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<StoredState>> {
    let states = request_states::table
        .filter(request_states::request_id.eq(request.0))
        .order(request_states::number)
        .select(columns_of::<StoredState>());
    Ok(load_directly(states, connection)?)
}

pub(crate) fn edges(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<(StateId, StateId)>> {
    let edges = request_edges::table
        .filter(request_edges::request_id.eq(request.0))
        .order((request_edges::current_state, request_edges::next_state))
        .select((request_edges::current_state, request_edges::next_state));
    let edges: Vec<(i64, i64)> = load_directly(edges, connection)?;
    Ok(edges
        .into_iter()
        .map(|(from, to)| (StateId(from), StateId(to)))
        .collect())
}

/// Returns the chain of a request. An invalid chain is an error.
pub(super) fn chain(connection: &mut AnyConnection, request: RequestId, round: i32) -> DbResult<Chain> {
    let stored = of_request(connection, request)?;
    let number_of = |id: StateId| {
        stored
            .iter()
            .find(|state| state.id == id.0)
            .ok_or_else(missing("end of a link"))
            .and_then(StoredState::number)
    };
    let links = edges(connection, request)?
        .into_iter()
        .map(|(from, to)| Ok((number_of(from)?, number_of(to)?)))
        .collect::<DbResult<Vec<_>>>()?;
    let stages = stored
        .iter()
        .map(StoredState::stage)
        .collect::<DbResult<Vec<_>>>()?;
    let round = u32::try_from(round).map_err(unreadable("round"))?;
    Chain::restore(stages, links, round).map_err(unreadable("chain"))
}

pub(super) fn ids(stored: &[StoredState]) -> DbResult<StateIds> {
    let numbered = stored
        .iter()
        .map(|state| Ok((state.number()?, StateId(state.id))));
    numbered.collect::<DbResult<Vec<_>>>().map(StateIds)
}

impl StoredState {
    pub(crate) fn number(&self) -> DbResult<StageNumber> {
        u16::try_from(self.number)
            .map(StageNumber)
            .map_err(unreadable("number of a stage"))
    }

    pub(crate) fn state(&self) -> DbResult<StageState> {
        StageState::parse(&self.state).map_err(unreadable("state of a stage"))
    }

    pub(crate) fn stage_type(&self) -> DbResult<StageType> {
        StageType::parse(&self.stage_type).map_err(unreadable("type of a stage"))
    }

    pub(crate) fn role(&self) -> DbResult<Role> {
        Role::from_id(self.role_id).map_err(unreadable("role of a stage"))
    }

    pub(crate) fn stage(&self) -> DbResult<ChainStage> {
        let state = self.state()?;
        Ok(ChainStage {
            number: self.number()?,
            stage_type: self.stage_type()?,
            role: self.role()?,
            org_role: OrganisationRoleId(self.org_role_id),
            order: self.stage_order,
            activity: self.stage_activity.clone(),
            branch_level: self.branch_level,
            position: Position {
                x: self.pos_x,
                y: self.pos_y,
            },
            icon: self.icon.clone(),
            target: self.due.target()?,
            state,
            created_on: self.created_on.0,
            answer: self.answer(state)?,
        })
    }

    fn answer(&self, state: StageState) -> DbResult<Option<Answer>> {
        let outcome = match state {
            StageState::Approved => Answered::Approved,
            StageState::Denied => Answered::Denied,
            StageState::Recalled => Answered::Recalled,
            StageState::Unattended | StageState::Incoming | StageState::Halted => return Ok(None),
        };
        let (Some(at), Some(user), Some(assigned_role), Some(org_role)) = (
            self.responded_on,
            self.answered_by,
            self.answered_in_role,
            self.answered_for,
        ) else {
            return Err(missing("person who answered")());
        };
        Ok(Some(Answer {
            outcome,
            by: Attendant {
                user: UserId(user),
                assigned_role: AssignedRoleId(assigned_role),
                org_role: OrganisationRoleId(org_role),
            },
            at: at.0,
            reason: self.reason.clone(),
            recommendation: self.recommendation.clone(),
        }))
    }
}
