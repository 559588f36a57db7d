//! Counts the requests of a list whose due date is over (decisions N2).

use aditus_domain::review::{RequestList, StageState};
use chrono::NaiveDate;
use diesel::dsl::count;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{request_bindings, request_states};

/// Counts them by the index of due dates, which has no stages without one. In the list of an
/// organisation role, only its own stage counts.
pub(super) fn number(connection: &mut AnyConnection, list: RequestList, today: NaiveDate) -> DbResult<u64> {
    let overdue = request_states::table
        .filter(request_states::due_on.lt(today))
        .filter(request_states::state.eq(StageState::Unattended.name()));
    let number: i64 = match list {
        RequestList::Owner(_) => 0,
        RequestList::OrgRole(org_role) => overdue
            .inner_join(request_bindings::table.on(request_bindings::own_state_id.eq(request_states::id)))
            .filter(request_states::org_role_id.eq(org_role.0))
            .filter(request_bindings::org_role_id.eq(org_role.0))
            .count()
            .get_result(connection)?,
        // An overdue stage was due soon before, and an index of all roles begins with that day.
        RequestList::Everything => overdue
            .filter(request_states::due_soon_on.lt(today))
            .select(count(request_states::request_id).aggregate_distinct())
            .get_result(connection)?,
    };
    u64::try_from(number).map_err(unreadable("number of requests"))
}
