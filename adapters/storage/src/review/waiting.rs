//! Finds stages that wait for an answer but may have no eligible person left (decisions C14).

use std::collections::HashMap;

use aditus_application::review::views::{StageScope, WaitingStage};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{OrganisationId, OrganisationRoleId, RequestId, UserId};
use aditus_domain::review::{ChainStage, StageState};
use aditus_domain::roles::RoleStatus;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{BigInt, Bool, Text};

use crate::connection::{AnyConnection, MultiBackend};
use crate::dialect::fragment_on;
use crate::error::{DbResult, missing};
use crate::requests::states::StoredState;
use crate::requests::status::pending_tab;
use crate::schema::{
    assigned_roles, data_requests, organisation_roles, organisations, request_states, users,
};
use crate::text_lists;
use crate::times::Timestamp;

/// Stage, request, owner, organisation role, organisation, its name, data sources, waiting since.
type Columns = (i64, i64, i64, i64, i64, String, String, Option<Timestamp>);

/// Returns the stages, longest waiting first.
pub(crate) fn possible_vacancies(
    connection: &mut AnyConnection,
    place: StageScope<'_>,
) -> DbResult<Vec<WaitingStage>> {
    let mut filtered = request_states::table
        .inner_join(data_requests::table)
        .inner_join(organisation_roles::table.on(organisation_roles::id.eq(request_states::org_role_id)))
        .inner_join(organisations::table.on(organisations::id.eq(organisation_roles::organisation_id)))
        .filter(data_requests::status_tab.eq(pending_tab()))
        .filter(request_states::state.eq(StageState::Unattended.name()))
        .filter(AllHoldersTookPart::new())
        .order((request_states::unattended_since, request_states::id))
        .select((
            request_states::id,
            request_states::request_id,
            data_requests::owner_id,
            request_states::org_role_id,
            organisations::id,
            organisations::name,
            data_requests::source_labels,
            request_states::unattended_since,
        ))
        .into_boxed();
    match place {
        StageScope::Everywhere => {}
        StageScope::At(org_role) => filtered = filtered.filter(request_states::org_role_id.eq(org_role.0)),
        StageScope::In(requests) => {
            let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
            filtered = filtered.filter(request_states::request_id.eq_any(ids));
        }
    }
    let rows = filtered.load::<Columns>(connection)?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let stages = stages_of(connection, rows.iter().map(|row| row.1).collect())?;
    let holders = holders_of(connection, rows.iter().map(|row| row.3).collect())?;
    rows.into_iter()
        .map(|row| waiting(row, &stages, &holders))
        .collect()
}

fn waiting(
    (state, request, owner, org_role, organisation, organisation_name, sources, since): Columns,
    stages: &HashMap<i64, Vec<(i64, ChainStage)>>,
    holders: &HashMap<i64, Vec<UserId>>,
) -> DbResult<WaitingStage> {
    let all = stages.get(&request).ok_or_else(missing("stages of a request"))?;
    let (_, own) = all
        .iter()
        .find(|(id, _)| *id == state)
        .ok_or_else(missing("stage that waits"))?;
    Ok(WaitingStage {
        request: RequestId(request),
        owner: UserId(owner),
        number: own.number,
        role: own.role,
        stages: all.iter().map(|(_, stage)| stage.clone()).collect(),
        org_role: OrganisationRoleId(org_role),
        organisation: OrganisationId(organisation),
        organisation_name,
        sources: text_lists::from_column(&sources)?,
        since: since.map(|at| at.0),
        holders: holders.get(&org_role).cloned().unwrap_or_default(),
    })
}

/// Returns all stages of these requests, by number, with their ids.
fn stages_of(
    connection: &mut AnyConnection,
    mut requests: Vec<i64>,
) -> DbResult<HashMap<i64, Vec<(i64, ChainStage)>>> {
    requests.sort_unstable();
    requests.dedup();
    let mut found: HashMap<i64, Vec<(i64, ChainStage)>> = HashMap::new();
    // Large batches, but below the maximum number of parameters of a statement.
    for some in requests.chunks(500) {
        let rows: Vec<(i64, StoredState)> = request_states::table
            .filter(request_states::request_id.eq_any(some))
            .order((request_states::request_id, request_states::number))
            .select((request_states::request_id, StoredState::as_select()))
            .load(connection)?;
        for (request, state) in rows {
            let stage = (state.id, state.stage()?);
            found.entry(request).or_default().push(stage);
        }
    }
    Ok(found)
}

/// Returns the people who may use each of these organisation roles, by id.
fn holders_of(
    connection: &mut AnyConnection,
    mut org_roles: Vec<i64>,
) -> DbResult<HashMap<i64, Vec<UserId>>> {
    org_roles.sort_unstable();
    org_roles.dedup();
    let rows = assigned_roles::table
        .inner_join(users::table)
        .inner_join(organisation_roles::table.inner_join(organisations::table))
        .filter(assigned_roles::org_role_id.eq_any(org_roles))
        .filter(assigned_roles::status_id.eq(RoleStatus::Activated.id()))
        .filter(organisation_roles::active.eq(true))
        .filter(organisations::active.eq(true))
        .filter(users::state.eq(AccountState::Active.name()))
        .order(users::id)
        .select((assigned_roles::org_role_id, users::id))
        .load::<(i64, i64)>(connection)?;
    let mut found: HashMap<i64, Vec<UserId>> = HashMap::new();
    for (org_role, user) in rows {
        found.entry(org_role).or_default().push(UserId(user));
    }
    Ok(found)
}

/// Condition that everyone who may use the organisation role of a row of `request_states` either
/// owns its request, a row of `data_requests`, or has answered at a stage. Only then can a stage
/// have no eligible person left. The domain decides who is eligible.
#[derive(Debug, Clone, Copy)]
struct AllHoldersTookPart {
    activated: i64,
    active: &'static str,
}

impl AllHoldersTookPart {
    fn new() -> Self {
        Self {
            activated: RoleStatus::Activated.id(),
            active: AccountState::Active.name(),
        }
    }
}

fragment_on!(AllHoldersTookPart, Bool, request_states::org_role_id);

impl QueryFragment<MultiBackend> for AllHoldersTookPart {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql(
            "NOT EXISTS (SELECT 1 FROM \"assigned_roles\" ha JOIN \"users\" hu ON hu.\"id\" = ha.\"user_id\" \
             JOIN \"organisation_roles\" hr ON hr.\"id\" = ha.\"org_role_id\" \
             JOIN \"organisations\" ho ON ho.\"id\" = hr.\"organisation_id\" \
             WHERE ha.\"org_role_id\" = \"request_states\".\"org_role_id\" AND ha.\"status_id\" = ",
        );
        out.push_bind_param::<BigInt, i64>(&self.activated)?;
        out.push_sql(" AND hu.\"state\" = ");
        out.push_bind_param::<Text, str>(self.active)?;
        out.push_sql(" AND hr.\"active\" = ");
        out.push_bind_param::<Bool, bool>(&true)?;
        out.push_sql(" AND ho.\"active\" = ");
        out.push_bind_param::<Bool, bool>(&true)?;
        out.push_sql(
            " AND ha.\"user_id\" <> \"data_requests\".\"owner_id\" \
             AND NOT EXISTS (SELECT 1 FROM \"request_states\" hs \
             WHERE hs.\"request_id\" = \"request_states\".\"request_id\" AND hs.\"answered_by\" = ha.\"user_id\"))",
        );
        Ok(())
    }
}
