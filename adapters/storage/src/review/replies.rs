//! Lists of replies to comments.

use aditus_application::review::views::ReplyView;
use aditus_domain::ids::{AssignedRoleId, CommentId, ReplyId, RequestId, UserId};
use aditus_domain::roles::Role;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::schema::{assigned_roles, comment_replies, organisation_roles, state_comments, users};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = comment_replies)]
struct Stored {
    id: i64,
    comment_id: i64,
    author_id: i64,
    author_role_id: i64,
    reply: String,
    created_on: Timestamp,
}

pub(super) fn request_of(connection: &mut AnyConnection, comment: CommentId) -> DbResult<Option<RequestId>> {
    let found: Option<i64> = state_comments::table
        .find(comment.0)
        .select(state_comments::request_id)
        .first(connection)
        .optional()?;
    Ok(found.map(RequestId))
}

/// A reply with first name, surname and role of its author.
type Shown = (Stored, String, String, i64);

/// Returns the replies to all comments on a request, oldest first.
pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<ReplyView>> {
    let rows: Vec<Shown> = comment_replies::table
        .inner_join(state_comments::table)
        .inner_join(users::table)
        .inner_join(assigned_roles::table.inner_join(organisation_roles::table))
        .filter(state_comments::request_id.eq(request.0))
        .order(comment_replies::id)
        .select((
            Stored::as_select(),
            users::fname,
            users::sname,
            organisation_roles::role_id,
        ))
        .load(connection)?;
    rows.into_iter().map(view).collect()
}

/// Returns the replies to a comment, oldest first.
pub(super) fn of_comment(connection: &mut AnyConnection, comment: CommentId) -> DbResult<Vec<ReplyView>> {
    let rows: Vec<Shown> = comment_replies::table
        .inner_join(users::table)
        .inner_join(assigned_roles::table.inner_join(organisation_roles::table))
        .filter(comment_replies::comment_id.eq(comment.0))
        .order(comment_replies::id)
        .select((
            Stored::as_select(),
            users::fname,
            users::sname,
            organisation_roles::role_id,
        ))
        .load(connection)?;
    rows.into_iter().map(view).collect()
}

fn view((stored, fname, sname, role): Shown) -> DbResult<ReplyView> {
    Ok(ReplyView {
        reply_id: ReplyId(stored.id),
        comment: CommentId(stored.comment_id),
        reply: stored.reply,
        author_role_id: AssignedRoleId(stored.author_role_id),
        author_user_id: UserId(stored.author_id),
        author_fname: fname,
        author_sname: sname,
        author_role: Role::from_id(role).map_err(unreadable("role of an author"))?,
        created_on: stored.created_on.0,
    })
}
