//! The stages of a request and their history.

use aditus_application::review::views::{HistoryView, StateView};
use aditus_domain::ids::{OrganisationRoleId, RequestId, StateId};
use aditus_domain::review::{NO_ANSWER, StageState};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use super::people::People;
use crate::connection::AnyConnection;
use crate::error::{DbResult, missing, unreadable};
use crate::requests::states::{StoredState, edges, of_request};
use crate::requests::versions::number::number;
use crate::schema::{organisation_roles, organisations, request_history, request_states};
use crate::times::Timestamp;

pub(crate) fn states(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<StateView>> {
    let stored = of_request(connection, request)?;
    let links = edges(connection, request)?;
    let mut org_roles: Vec<i64> = stored.iter().map(|state| state.org_role_id).collect();
    org_roles.sort_unstable();
    org_roles.dedup();
    let organisations: Vec<(i64, String)> = organisation_roles::table
        .inner_join(organisations::table)
        .filter(organisation_roles::id.eq_any(org_roles))
        .select((organisation_roles::id, organisations::name))
        .load(connection)?;
    let people = People::load(connection, stored.iter().filter_map(|state| state.answered_by))?;
    stored
        .into_iter()
        .map(|state| {
            let organisation = organisations.iter().find(|(id, _)| *id == state.org_role_id);
            let (_, name) = organisation.ok_or_else(missing("organisation of a stage"))?;
            let next = links.iter().filter(|(from, _)| from.0 == state.id);
            let next = next.map(|(_, to)| *to).collect();
            view(state, name.clone(), next, &people)
        })
        .collect()
}

fn view(
    state: StoredState,
    organisation: String,
    next: Vec<StateId>,
    people: &People,
) -> DbResult<StateView> {
    Ok(StateView {
        next,
        request_state_id: StateId(state.id),
        number: state.number()?.0,
        state: state.state()?,
        target: state.due.target()?,
        due_dates: state.due.of_turn(state.state()?),
        due: None,
        stage_type: state.stage_type()?,
        role: state.role()?,
        org_role_id: OrganisationRoleId(state.org_role_id),
        organisation,
        stage_order: state.stage_order,
        branch_level: state.branch_level,
        pos_x: state.pos_x,
        pos_y: state.pos_y,
        created_on: state.created_on.0,
        unattended_since: state.unattended_since.map(|at| at.0),
        responded_on: state.responded_on.map(|at| at.0),
        attended_by: people
            .get(state.answered_by)
            .filter(|_| !is_lapse(&state.state, state.reason.as_deref())),
        stage_activity: state.stage_activity,
        icon: state.icon,
        reason: state.reason,
        recommendation: state.recommendation,
    })
}

/// Returns true for a recall by the system, which stores the requester as the person who answered.
fn is_lapse(state: &str, reason: Option<&str>) -> bool {
    state == StageState::Recalled.name() && reason == Some(NO_ANSWER)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_history)]
struct Line {
    round: i32,
    state_id: i64,
    state: String,
    happened_on: Timestamp,
    user_id: Option<i64>,
    reason: Option<String>,
    recommendation: Option<String>,
    version: i32,
}

/// Returns the history of all rounds, oldest first.
pub(super) fn history(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<HistoryView>> {
    let lines: Vec<(Line, i64, String)> = request_history::table
        .inner_join(request_states::table)
        .filter(request_history::request_id.eq(request.0))
        .order(request_history::id)
        .select((
            Line::as_select(),
            request_states::role_id,
            request_states::stage_activity,
        ))
        .load(connection)?;
    let people = People::load(connection, lines.iter().filter_map(|(line, ..)| line.user_id))?;
    lines
        .into_iter()
        .map(|(line, role, stage_activity)| {
            Ok(HistoryView {
                version: number(line.version)?,
                round: u32::try_from(line.round).map_err(unreadable("round"))?,
                request_state_id: StateId(line.state_id),
                role: Role::from_id(role).map_err(unreadable("role of a stage"))?,
                stage_activity,
                state: StageState::parse(&line.state).map_err(unreadable("state of a stage"))?,
                at: line.happened_on.0,
                by: people
                    .get(line.user_id)
                    .filter(|_| !is_lapse(&line.state, line.reason.as_deref())),
                reason: line.reason,
                recommendation: line.recommendation,
            })
        })
        .collect()
}
