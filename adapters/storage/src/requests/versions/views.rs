//! The list of versions.

use aditus_application::requests::versions::views::VersionView;
use aditus_domain::ids::{CommentId, RequestId, UserId};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use diesel::prelude::*;

use super::number::number;
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{assigned_roles, organisation_roles, request_versions, users};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = request_versions)]
struct Line {
    number: i32,
    author_id: i64,
    created_on: Timestamp,
    section: Option<String>,
    comment_id: Option<i64>,
}

pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<VersionView>> {
    let lines: Vec<(Line, String, String, i64)> = request_versions::table
        .inner_join(users::table.on(users::id.eq(request_versions::author_id)))
        .inner_join(assigned_roles::table.on(assigned_roles::id.eq(request_versions::author_role_id)))
        .inner_join(organisation_roles::table.on(organisation_roles::id.eq(assigned_roles::org_role_id)))
        .filter(request_versions::request_id.eq(request.0))
        .order(request_versions::number)
        .select((
            Line::as_select(),
            users::fname,
            users::sname,
            organisation_roles::role_id,
        ))
        .load(connection)?;
    lines
        .into_iter()
        .map(|(line, author_fname, author_sname, role)| {
            let section = line.section.as_deref().map(Section::parse).transpose();
            Ok(VersionView {
                number: number(line.number)?,
                author: UserId(line.author_id),
                author_fname,
                author_sname,
                author_role: Role::from_id(role).map_err(unreadable("role of an author"))?,
                at: line.created_on.0,
                section: section.map_err(unreadable("section of a version"))?,
                comment: line.comment_id.map(CommentId),
            })
        })
        .collect()
}
