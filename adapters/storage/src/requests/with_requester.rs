//! Counts the pending requests of a list that wait for their requester (decisions C16).

use aditus_domain::review::{RequestList, StageState};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::status::pending_tab;
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{data_requests, request_bindings, state_comments};
use crate::times::Timestamp;

/// Returns the number of requests with an open demand written after the given time. There are few
/// of these, so they are looked up first, through their own index.
pub(super) fn number(
    connection: &mut AnyConnection,
    list: RequestList,
    demanded_after: DateTime<Utc>,
) -> DbResult<u64> {
    let demanded: Vec<i64> = state_comments::table
        .filter(state_comments::action_required)
        .filter(state_comments::resolved_on.is_null())
        .filter(state_comments::created_on.gt(Timestamp::from(demanded_after)))
        .select(state_comments::request_id)
        .distinct()
        .load(connection)?;
    let mut number = 0;
    // Below the maximum number of parameters of a statement.
    for some in demanded.chunks(500) {
        number += among(connection, list, some)?;
    }
    u64::try_from(number).map_err(unreadable("number of requests"))
}

/// Counts those of these requests that are pending in the list. In the list of an organisation
/// role, only those count whose own stage waits for a decision.
fn among(connection: &mut AnyConnection, list: RequestList, requests: &[i64]) -> DbResult<i64> {
    let pending = data_requests::table
        .filter(data_requests::id.eq_any(requests))
        .filter(data_requests::status_tab.eq(pending_tab()));
    Ok(match list {
        RequestList::OrgRole(org_role) => request_bindings::table
            .filter(request_bindings::request_id.eq_any(requests))
            .filter(request_bindings::org_role_id.eq(org_role.0))
            .filter(request_bindings::own_state.eq(StageState::Unattended.name()))
            .filter(request_bindings::status_tab.eq(pending_tab()))
            .count()
            .get_result(connection)?,
        RequestList::Owner(owner) => pending
            .filter(data_requests::owner_id.eq(owner.0))
            .count()
            .get_result(connection)?,
        RequestList::Everything => pending.count().get_result(connection)?,
    })
}
