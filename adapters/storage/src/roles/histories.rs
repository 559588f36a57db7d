//! The histories of assigned roles.

use aditus_application::roles::views::StatusLine;
use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, UserId};
use aditus_domain::roles::RoleStatus;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{assigned_role_statuses, users};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = assigned_role_statuses)]
struct Line {
    id: i64,
    assigned_role_id: i64,
    status_id: i64,
    changed_by: Option<i64>,
    reason: Option<String>,
    changed_on: Timestamp,
}

/// Returns the history of these roles, latest first.
pub(super) fn load(
    connection: &mut AnyConnection,
    assigned: &[AssignedRoleId],
) -> DbResult<Vec<(AssignedRoleId, StatusLine)>> {
    let ids: Vec<i64> = assigned.iter().map(|id| id.0).collect();
    let lines: Vec<(Line, Option<(String, String)>)> = assigned_role_statuses::table
        .left_join(users::table.on(assigned_role_statuses::changed_by.eq(users::id.nullable())))
        .filter(assigned_role_statuses::assigned_role_id.eq_any(ids))
        .order(assigned_role_statuses::id.desc())
        .select((Line::as_select(), (users::fname, users::sname).nullable()))
        .load(connection)?;
    lines
        .into_iter()
        .map(|(line, name)| {
            let by = line
                .changed_by
                .zip(name)
                .map(|(id, (fname, sname))| (UserId(id), format!("{fname} {sname}")));
            Ok((
                AssignedRoleId(line.assigned_role_id),
                StatusLine {
                    id: AssignedRoleStatusId(line.id),
                    status: RoleStatus::from_id(line.status_id).map_err(unreadable("role status"))?,
                    by,
                    reason: line.reason,
                    at: line.changed_on.0,
                },
            ))
        })
        .collect()
}
