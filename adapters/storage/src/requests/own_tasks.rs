//! Finds the requests that wait for their owner (decisions C16).

use std::collections::BTreeMap;

use aditus_application::requests::views::OwnTask;
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::review::Tab;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::status::pending_tab;
use crate::connection::AnyConnection;
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

/// Returns the pending requests with open demands. There are few open demands, so they are looked
/// up first, through their own index.
fn demanded(
    connection: &mut AnyConnection,
    owner: UserId,
    demanded_after: DateTime<Utc>,
) -> DbResult<Vec<OwnTask>> {
    let titles: Vec<(i64, String)> = state_comments::table
        .inner_join(data_requests::table.on(data_requests::id.eq(state_comments::request_id)))
        .filter(state_comments::action_required)
        .filter(state_comments::resolved_on.is_null())
        .filter(state_comments::created_on.gt(Timestamp::from(demanded_after)))
        .filter(data_requests::owner_id.eq(owner.0))
        .filter(data_requests::status_tab.eq(pending_tab()))
        .select((data_requests::id, data_requests::title))
        .distinct()
        .load(connection)?;
    let mut titles: BTreeMap<_, _> = titles
        .into_iter()
        .map(|(id, title)| (RequestId(id), title))
        .collect();
    let requests: Vec<_> = titles.keys().copied().collect();
    let mut tasks: Vec<OwnTask> = demands_of(connection, &requests, demanded_after)?
        .into_iter()
        .map(|(request, demands)| OwnTask {
            request,
            title: titles.remove(&request).unwrap_or_default(),
            demands: Some(demands),
        })
        .collect();
    tasks.sort_by_key(|task| task.demands.map(|demands| demands.until));
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
    });
    Ok(tasks.collect())
}
