//! Comments on sections of requests, replies to them, and counts of comments.

use std::collections::BTreeMap;

use aditus_application::access::RequestScope;
use aditus_application::ports::{Signal, StoreError};
use aditus_application::review::views::{CommentView, SectionCount};
use aditus_application::review::{Comments, NewComment, NewReply, StoredComment};
use aditus_domain::ids::{AssignedRoleId, CommentId, ReplyId, RequestId, StateId, UserId};
use aditus_domain::review::comments::{CommentAuthor, OpenDemands, Resolution, Section};
use aditus_domain::roles::Role;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;

use super::decisions;
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::prepared::{columns_of, load_directly, load_prepared, padded};
use crate::requests::scope::in_scope;
use crate::requests::versions::number::number;
use crate::schema::{
    assigned_roles, comment_replies, data_requests, demand_pauses, organisation_roles, state_comments, users,
};
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Queryable, Selectable)]
#[diesel(table_name = state_comments)]
struct Stored {
    id: i64,
    request_id: i64,
    state_id: i64,
    author_id: i64,
    author_role_id: i64,
    section: String,
    comment: String,
    action_required: bool,
    created_on: Timestamp,
    resolved_on: Option<Timestamp>,
    resolved_by: Option<i64>,
    round: i32,
    version: i32,
    answer_by: Option<NaiveDate>,
    answered_on: Option<Timestamp>,
}

impl Comments for WriteTransaction {
    fn add(&mut self, comment: &NewComment) -> Result<CommentId, StoreError> {
        self.run(|connection| {
            let version: i32 = data_requests::table
                .find(comment.request.0)
                .select(data_requests::content_version)
                .first(connection)?;
            let id = diesel::insert_into(state_comments::table)
                .values((
                    state_comments::request_id.eq(comment.request.0),
                    state_comments::state_id.eq(comment.state.0),
                    state_comments::author_id.eq(comment.author.0),
                    state_comments::author_role_id.eq(comment.author_role.0),
                    state_comments::section.eq(comment.section.name()),
                    state_comments::comment.eq(&comment.comment),
                    state_comments::action_required.eq(comment.action_required),
                    state_comments::created_on.eq(Timestamp::from(comment.created_on)),
                    state_comments::round.eq(stored_round(comment.round)?),
                    state_comments::version.eq(version),
                ))
                .returning(state_comments::id)
                .get_result(connection)?;
            Ok(CommentId(id))
        })
    }

    fn get(&mut self, id: CommentId) -> Result<Option<StoredComment>, StoreError> {
        self.run(|connection| {
            let stored: Option<Stored> = state_comments::table
                .find(id.0)
                .select(Stored::as_select())
                .first(connection)
                .optional()?;
            stored.map(Stored::comment).transpose()
        })
    }

    fn open_demands(&mut self, request: RequestId) -> Result<Vec<StoredComment>, StoreError> {
        self.run(|connection| {
            let open = state_comments::table
                .filter(state_comments::request_id.eq(request.0))
                .filter(state_comments::action_required.eq(true))
                .filter(state_comments::resolved_on.is_null())
                .order(state_comments::id)
                .select(columns_of::<Stored>());
            let stored: Vec<Stored> = load_directly(open, connection)?;
            stored.into_iter().map(Stored::comment).collect()
        })
    }

    fn resolve(&mut self, id: CommentId, by: UserId, at: DateTime<Utc>) -> Result<bool, StoreError> {
        self.run(|connection| {
            let open = state_comments::table
                .find(id.0)
                .filter(state_comments::resolved_on.is_null());
            let resolved = diesel::update(open)
                .set((
                    state_comments::resolved_on.eq(Timestamp::from(at)),
                    state_comments::resolved_by.eq(by.0),
                ))
                .execute(connection)?;
            Ok(resolved == 1)
        })
    }

    fn reopen(&mut self, id: CommentId, at: DateTime<Utc>) -> Result<bool, StoreError> {
        self.run(|connection| {
            keep_pause(connection, id)?;
            let resolved = state_comments::table
                .find(id.0)
                .filter(state_comments::resolved_on.is_not_null());
            let reopened = diesel::update(resolved)
                .set((
                    state_comments::resolved_on.eq(None::<Timestamp>),
                    state_comments::resolved_by.eq(None::<i64>),
                    state_comments::reopened_on.eq(Timestamp::from(at)),
                    state_comments::reminders.eq(0),
                    state_comments::completion_weeks.eq(None::<i32>),
                    state_comments::answer_by.eq(None::<NaiveDate>),
                    state_comments::answer_calendar_version.eq(None::<i64>),
                    state_comments::answered_on.eq(None::<Timestamp>),
                    state_comments::answer_reminders.eq(0),
                ))
                .execute(connection)?;
            Ok(reopened == 1)
        })
    }

    fn last_decision_at(&mut self, request: RequestId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| decisions::last_decision_at(connection, request))
    }

    fn add_reply(&mut self, reply: &NewReply) -> Result<ReplyId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(comment_replies::table)
                .values((
                    comment_replies::comment_id.eq(reply.comment.0),
                    comment_replies::author_id.eq(reply.author.user.0),
                    comment_replies::author_role_id.eq(reply.author.assigned_role.0),
                    comment_replies::reply.eq(&reply.reply),
                    comment_replies::created_on.eq(Timestamp::from(reply.created_on)),
                ))
                .returning(comment_replies::id)
                .get_result(connection)?;
            Ok(ReplyId(id))
        })
    }

    fn repliers(&mut self, comment: CommentId) -> Result<Vec<CommentAuthor>, StoreError> {
        self.run(|connection| {
            // Returns each person once, with the role of their first reply.
            let all: Vec<(i64, i64)> = comment_replies::table
                .filter(comment_replies::comment_id.eq(comment.0))
                .order(comment_replies::id)
                .select((comment_replies::author_id, comment_replies::author_role_id))
                .load(connection)?;
            let mut authors: Vec<CommentAuthor> = Vec::new();
            for (user, assigned_role) in all {
                if authors.iter().all(|known| known.user.0 != user) {
                    authors.push(CommentAuthor {
                        user: UserId(user),
                        assigned_role: AssignedRoleId(assigned_role),
                    });
                }
            }
            Ok(authors)
        })
    }

    fn announce(&mut self, user: UserId) -> Result<(), StoreError> {
        self.will_signal(Signal::CommentsChanged(user));
        Ok(())
    }
}

/// Keeps the pause of clocks that ended with the resolution of a comment, because the columns of the comment
/// have the one that begins by its reopening.
fn keep_pause(connection: &mut AnyConnection, id: CommentId) -> DbResult<()> {
    let ended: Option<(i64, Timestamp, Option<Timestamp>, Option<Timestamp>)> = state_comments::table
        .find(id.0)
        .filter(state_comments::action_required)
        .select((
            state_comments::request_id,
            state_comments::created_on,
            state_comments::reopened_on,
            state_comments::resolved_on,
        ))
        .first(connection)
        .optional()?;
    let Some((request, created_on, reopened_on, Some(resolved_on))) = ended else {
        return Ok(());
    };
    diesel::insert_into(demand_pauses::table)
        .values((
            demand_pauses::comment_id.eq(id.0),
            demand_pauses::request_id.eq(request),
            demand_pauses::began_on.eq(reopened_on.unwrap_or(created_on)),
            demand_pauses::ended_on.eq(resolved_on),
        ))
        .execute(connection)?;
    Ok(())
}

/// Returns the requests that have open demands written after the given time.
pub(crate) fn demands_of(
    connection: &mut AnyConnection,
    requests: &[RequestId],
    after: DateTime<Utc>,
) -> DbResult<Vec<(RequestId, OpenDemands)>> {
    let ids: Vec<i64> = requests.iter().map(|request| request.0).collect();
    let open = state_comments::table
        .filter(state_comments::request_id.eq_any(padded(&ids)))
        .filter(state_comments::action_required)
        .filter(state_comments::resolved_on.is_null())
        .filter(state_comments::created_on.gt(Timestamp::from(after)))
        .select((state_comments::request_id, state_comments::created_on));
    let rows: Vec<(i64, Timestamp)> = load_prepared(open, connection)?;
    let mut written: BTreeMap<i64, Vec<DateTime<Utc>>> = BTreeMap::new();
    for (request, at) in rows {
        written.entry(request).or_default().push(at.0);
    }
    let demands = |(request, times): (i64, Vec<DateTime<Utc>>)| {
        let (oldest, newest) = times.iter().min().zip(times.iter().max())?;
        Some((
            RequestId(request),
            OpenDemands::written(times.len() as u64, *oldest, *newest),
        ))
    };
    Ok(written.into_iter().filter_map(demands).collect())
}

/// Returns the comments on a request, or on one of its sections, oldest first.
pub(super) fn of_request(
    connection: &mut AnyConnection,
    request: RequestId,
    section: Option<Section>,
) -> DbResult<Vec<CommentView>> {
    let mut query = state_comments::table
        .inner_join(users::table.on(users::id.eq(state_comments::author_id)))
        .inner_join(assigned_roles::table.on(assigned_roles::id.eq(state_comments::author_role_id)))
        .inner_join(organisation_roles::table.on(organisation_roles::id.eq(assigned_roles::org_role_id)))
        .inner_join(data_requests::table.on(data_requests::id.eq(state_comments::request_id)))
        .filter(state_comments::request_id.eq(request.0))
        .order(state_comments::id)
        .select((
            Stored::as_select(),
            users::fname,
            users::sname,
            organisation_roles::role_id,
            data_requests::owner_id,
        ))
        .into_boxed();
    if let Some(section) = section {
        query = query.filter(state_comments::section.eq(section.name()));
    }
    let rows: Vec<(Stored, String, String, i64, i64)> = query.load(connection)?;
    rows.into_iter()
        .map(|(stored, fname, sname, role, owner)| stored.view(fname, sname, role, owner))
        .collect()
}

/// Returns the number of comments per section, on one request or on all in scope, and the number of
/// open demands among them that were written after the given time.
pub(super) fn by_section(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    request: Option<RequestId>,
    demanded_after: DateTime<Utc>,
) -> DbResult<Vec<SectionCount>> {
    let all = count_by_section(connection, scope, request, None)?;
    let demands = count_by_section(connection, scope, request, Some(demanded_after))?;
    all.into_iter()
        .map(|(name, comments)| {
            let demands = demands.iter().find(|(section, _)| *section == name);
            Ok(SectionCount {
                section: Section::parse(&name).map_err(unreadable("section of a comment"))?,
                comments: u64::try_from(comments).unwrap_or_default(),
                demands: demands.map_or(0, |(_, number)| u64::try_from(*number).unwrap_or_default()),
            })
        })
        .collect()
}

fn count_by_section(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    request: Option<RequestId>,
    demanded_after: Option<DateTime<Utc>>,
) -> DbResult<Vec<(String, i64)>> {
    let mut query = state_comments::table
        .inner_join(data_requests::table.on(data_requests::id.eq(state_comments::request_id)))
        .filter(in_scope(scope))
        .group_by(state_comments::section)
        .select((state_comments::section, count_star()))
        .into_boxed();
    if let Some(request) = request {
        query = query.filter(state_comments::request_id.eq(request.0));
    }
    if let Some(after) = demanded_after {
        query = query
            .filter(state_comments::action_required.eq(true))
            .filter(state_comments::resolved_on.is_null())
            .filter(state_comments::created_on.gt(Timestamp::from(after)));
    }
    Ok(query.load(connection)?)
}

fn stored_round(round: u32) -> DbResult<i32> {
    i32::try_from(round).map_err(unreadable("round"))
}

impl Stored {
    fn round(&self) -> DbResult<u32> {
        u32::try_from(self.round).map_err(unreadable("round"))
    }

    fn resolution(&self) -> Option<Resolution> {
        let (on, by) = self.resolved_on.zip(self.resolved_by)?;
        Some(Resolution {
            by: UserId(by),
            on: on.0,
        })
    }

    fn section(&self) -> DbResult<Section> {
        Section::parse(&self.section).map_err(unreadable("section of a comment"))
    }

    fn comment(self) -> DbResult<StoredComment> {
        Ok(StoredComment {
            id: CommentId(self.id),
            resolved: self.resolution(),
            comment: NewComment {
                request: RequestId(self.request_id),
                round: self.round()?,
                state: StateId(self.state_id),
                author: UserId(self.author_id),
                author_role: AssignedRoleId(self.author_role_id),
                section: self.section()?,
                comment: self.comment,
                action_required: self.action_required,
                created_on: self.created_on.0,
            },
        })
    }

    fn view(self, fname: String, sname: String, role: i64, owner: i64) -> DbResult<CommentView> {
        Ok(CommentView {
            comment_id: CommentId(self.id),
            request_state: StateId(self.state_id),
            data_request: RequestId(self.request_id),
            round: self.round()?,
            request_owner: UserId(owner),
            section: self.section()?,
            resolved: self.resolution(),
            comment: self.comment,
            action_required: self.action_required,
            answer_by: self.answer_by,
            answered_on: self.answered_on.map(|at| at.0),
            version: number(self.version)?,
            author_role_id: AssignedRoleId(self.author_role_id),
            author_user_id: UserId(self.author_id),
            author_fname: fname,
            author_sname: sname,
            author_role: Role::from_id(role).map_err(unreadable("role of an author"))?,
            created_on: self.created_on.0,
        })
    }
}
