//! The stages whose turn it is and that have a due date, for calendar feeds.

use aditus_application::deadlines::views::DueStage;
use aditus_domain::deadlines::DueDates;
use aditus_domain::ids::{OrganisationRoleId, RequestId, StateId};
use aditus_domain::review::StageState;
use chrono::NaiveDate;
use diesel::prelude::*;

use crate::connection::{AnyConnection, MultiBackend};
use crate::error::DbResult;
use crate::schema::request_states;
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_states)]
struct DueStageRow {
    id: i64,
    request_id: i64,
    org_role_id: i64,
    created_on: Timestamp,
    unattended_since: Option<Timestamp>,
    due_soon_on: Option<NaiveDate>,
    due_on: Option<NaiveDate>,
}

impl From<DueStageRow> for DueStage {
    fn from(row: DueStageRow) -> Self {
        Self {
            state: StateId(row.id),
            request: RequestId(row.request_id),
            org_role: OrganisationRoleId(row.org_role_id),
            since: row.unattended_since.unwrap_or(row.created_on).0,
            dates: DueDates {
                due_soon_on: row.due_soon_on,
                due_on: row.due_on,
            },
        }
    }
}

/// Returns the stages at these organisation roles that are due first.
pub(super) fn first(
    connection: &mut AnyConnection,
    org_roles: &[OrganisationRoleId],
    at_most: u32,
) -> DbResult<Vec<DueStage>> {
    let rows: Vec<DueStageRow> = selection(org_roles, at_most)
        .select(DueStageRow::as_select())
        .load(connection)?;
    Ok(rows.into_iter().map(DueStage::from).collect())
}

/// Selects the stages through the index of due dates, which has no stages without one.
pub(super) fn selection<'a>(
    org_roles: &[OrganisationRoleId],
    at_most: u32,
) -> request_states::BoxedQuery<'a, MultiBackend> {
    let ids: Vec<i64> = org_roles.iter().map(|role| role.0).collect();
    request_states::table
        .filter(request_states::org_role_id.eq_any(ids))
        .filter(request_states::due_on.is_not_null())
        .filter(request_states::state.eq(StageState::Unattended.name()))
        .order((request_states::due_on, request_states::id))
        .limit(i64::from(at_most))
        .into_boxed()
}
