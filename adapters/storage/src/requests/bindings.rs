//! Bindings: the view of a request for each organisation role that decides on it. `answered` is
//! true once the role has decided, also in an earlier round.

use std::collections::BTreeSet;

use aditus_application::requests::Request;
use aditus_domain::ids::{OrganisationRoleId, RequestId};
use aditus_domain::review::{Chain, RoleView, StageState, Tab};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::counters::Changes;
use super::rows::{self, BindingRow};
use super::states::StateIds;
use crate::connection::AnyConnection;
use crate::dialect::{VALUES_AT_ONCE, insert_rows};
use crate::error::{DbResult, missing, unreadable};
use crate::prepared::{Prepare, columns_of, load_directly};
use crate::schema::request_bindings;
use crate::times::Timestamp;

pub(super) fn add(
    connection: &mut AnyConnection,
    request: RequestId,
    chain: &Chain,
    date_created: DateTime<Utc>,
    states: &StateIds,
    changes: &mut Changes,
) -> DbResult<()> {
    let roles = chain.deciding_roles();
    add_for(connection, request, chain, date_created, states, changes, roles)
}

fn add_for(
    connection: &mut AnyConnection,
    request: RequestId,
    chain: &Chain,
    date_created: DateTime<Utc>,
    states: &StateIds,
    changes: &mut Changes,
    roles: Vec<OrganisationRoleId>,
) -> DbResult<()> {
    let status_tab = Tab::from_status(chain.status());
    let mut rows = Vec::new();
    for org_role in roles {
        let own = chain
            .own_stage(org_role)
            .ok_or_else(missing("own stage of a role"))?;
        let role_view = RoleView {
            own_state: own.state,
            answered: chain.has_decided(org_role),
            status_tab,
        };
        changes.binding(org_role, role_view, 1);
        rows.push(BindingRow {
            request_id: request.0,
            org_role_id: org_role.0,
            own_state_id: rows::state_id(states, own.number)?.0,
            own_state: role_view.own_state.name(),
            answered: role_view.answered,
            status_tab: status_tab.name(),
            date_created: Timestamp::from(date_created),
        });
    }
    insert_rows!(connection, request_bindings::table, rows)?;
    Ok(())
}

/// A binding as it was before the update.
#[derive(Queryable, Selectable)]
#[diesel(table_name = request_bindings)]
struct Stored {
    org_role_id: i64,
    own_state_id: i64,
    own_state: String,
    answered: bool,
    status_tab: String,
}

pub(super) fn role_view(own_state: &str, answered: bool, status_tab: &str) -> DbResult<RoleView> {
    Ok(RoleView {
        own_state: StageState::parse(own_state).map_err(unreadable("own state"))?,
        answered,
        status_tab: Tab::parse(status_tab).map_err(unreadable("tab of a status"))?,
    })
}

/// Returns those of these requests that are bound to one of these organisation roles.
pub(super) fn bound_to(
    connection: &mut AnyConnection,
    org_roles: &[OrganisationRoleId],
    requests: &[RequestId],
) -> DbResult<BTreeSet<RequestId>> {
    let org_roles: Vec<i64> = org_roles.iter().map(|org_role| org_role.0).collect();
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let mut bound = BTreeSet::new();
    for some in ids.chunks(VALUES_AT_ONCE) {
        let found: Vec<i64> = request_bindings::table
            .filter(request_bindings::request_id.eq_any(some))
            .filter(request_bindings::org_role_id.eq_any(&org_roles))
            .select(request_bindings::request_id)
            .load(connection)?;
        bound.extend(found.into_iter().map(RequestId));
    }
    Ok(bound)
}

/// Updates the bindings of a request to match its chain.
///
/// A role that decided in an earlier round keeps the request in its history as long as a stage is
/// bound to the role. The bindings of roles without a stage are deleted, so the request disappears
/// from their lists.
pub(super) fn update(
    connection: &mut AnyConnection,
    saved: &Request,
    states: &StateIds,
    changes: &mut Changes,
) -> DbResult<()> {
    let (request, chain) = (saved.id, &saved.chain);
    let mut added = chain.deciding_roles();
    let status_tab = Tab::from_status(chain.status());
    let bound = request_bindings::table
        .filter(request_bindings::request_id.eq(request.0))
        .order(request_bindings::org_role_id)
        .select(columns_of::<Stored>());
    let before: Vec<Stored> = load_directly(bound, connection)?;
    for row in before {
        let org_role = OrganisationRoleId(row.org_role_id);
        added.retain(|bound| *bound != org_role);
        let was = role_view(&row.own_state, row.answered, &row.status_tab)?;
        let Some(own) = chain.own_stage(org_role) else {
            changes.binding(org_role, was, -1);
            diesel::delete(request_bindings::table.find((request.0, row.org_role_id))).execute(connection)?;
            continue;
        };
        let own_state_id = rows::state_id(states, own.number)?.0;
        let is = RoleView {
            own_state: own.state,
            answered: row.answered || chain.has_decided(org_role),
            status_tab,
        };
        if row.own_state_id == own_state_id && was == is {
            continue;
        }
        changes.binding(org_role, was, -1);
        changes.binding(org_role, is, 1);
        diesel::update(request_bindings::table.find((request.0, row.org_role_id)))
            .set((
                request_bindings::own_state_id.eq(own_state_id),
                request_bindings::own_state.eq(is.own_state.name()),
                request_bindings::answered.eq(is.answered),
                request_bindings::status_tab.eq(status_tab.name()),
            ))
            .prepared()
            .execute(connection)?;
    }
    add_for(
        connection,
        request,
        chain,
        saved.date_created,
        states,
        changes,
        added,
    )
}
