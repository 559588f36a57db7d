//! Finds the requests that wait for their owner (decisions C16).

use std::collections::BTreeMap;

use aditus_application::requests::views::OwnTask;
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::review::Tab;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::status::pending_tab;
use crate::connection::{AnyConnection, MultiBackend};
use crate::deadlines::windows;
use crate::error::DbResult;
use crate::review::comments::demands_of;
use crate::schema::{data_requests, state_comments};
use crate::times::Timestamp;

pub(super) fn own_tasks(
    connection: &mut AnyConnection,
    owner: UserId,
    demanded_after: DateTime<Utc>,
    feedback_at_most: u32,
) -> DbResult<Vec<OwnTask>> {
    let mut tasks = demanded(connection, owner, demanded_after)?;
    tasks.extend(without_feedback(connection, owner, feedback_at_most)?);
    Ok(tasks)
}

/// Returns the pending requests with open demands, or with an open completion window. There are few of
/// both, so each is looked up through its own index.
fn demanded(
    connection: &mut AnyConnection,
    owner: UserId,
    demanded_after: DateTime<Utc>,
) -> DbResult<Vec<OwnTask>> {
    let open = || {
        state_comments::table
            .inner_join(data_requests::table.on(data_requests::id.eq(state_comments::request_id)))
            .filter(state_comments::action_required)
            .filter(state_comments::resolved_on.is_null())
            .filter(data_requests::owner_id.eq(owner.0))
            .filter(data_requests::status_tab.eq(pending_tab()))
            .select((data_requests::id, data_requests::title))
            .into_boxed::<MultiBackend>()
    };
    let mut titles: Vec<(i64, String)> = open()
        .filter(state_comments::created_on.gt(Timestamp::from(demanded_after)))
        .load(connection)?;
    let with_window: Vec<(i64, String)> = open()
        .filter(state_comments::answer_by.is_not_null())
        .filter(state_comments::answered_on.is_null())
        .filter(state_comments::round.eq(data_requests::round))
        .load(connection)?;
    titles.extend(with_window);
    titles.sort_unstable();
    titles.dedup();
    let requests: Vec<_> = titles.iter().map(|(id, _)| RequestId(*id)).collect();
    let demands: BTreeMap<_, _> = demands_of(connection, &requests, demanded_after)?
        .into_iter()
        .collect();
    let last_days: BTreeMap<_, _> = windows::first_last_days(connection, &requests)?
        .into_iter()
        .collect();
    let mut tasks: Vec<OwnTask> = titles
        .into_iter()
        .map(|(id, title)| OwnTask {
            request: RequestId(id),
            title,
            demands: demands.get(&RequestId(id)).copied(),
            answer_by: last_days.get(&RequestId(id)).copied(),
        })
        .collect();
    tasks.sort_by_key(|task| {
        let until = task.demands.map(|demands| demands.until);
        (until.is_none(), until, task.answer_by, task.request)
    });
    Ok(tasks)
}

fn without_feedback(connection: &mut AnyConnection, owner: UserId, at_most: u32) -> DbResult<Vec<OwnTask>> {
    let rows: Vec<(i64, String)> = data_requests::table
        .filter(data_requests::owner_id.eq(owner.0))
        .filter(data_requests::status_tab.eq(Tab::Approved.name()))
        .filter(data_requests::has_feedback.eq(false))
        .order((data_requests::date_created.desc(), data_requests::id.desc()))
        .limit(i64::from(at_most))
        .select((data_requests::id, data_requests::title))
        .load(connection)?;
    let tasks = rows.into_iter().map(|(request, title)| OwnTask {
        request: RequestId(request),
        title,
        demands: None,
        answer_by: None,
    });
    Ok(tasks.collect())
}
