//! Saves the changes that a review makes to a request. Only rows that differ are written.

use aditus_application::ports::StoreError;
use aditus_application::requests::Request;
use aditus_domain::review::{HistoryEntry, Tab};
use chrono::NaiveDate;
use diesel::prelude::*;

use super::counters::Changes;
use super::rows::{self, AnswerColumns};
use super::states::{self, StoredState};
use super::{bindings, load, rounds};
use crate::connection::AnyConnection;
use crate::deadlines::{terms, windows};
use crate::dialect::insert_rows;
use crate::error::{DbResult, unreadable};
use crate::prepared::{Prepare, columns_of, load_directly};
use crate::schema::{data_requests, request_history, request_states, requested_datasets};
use crate::text_lists;
use crate::times::Timestamp;

/// Saves the chain, the release dates and the new history entries. If the round ends by a denial or
/// recall, it also stores the requested data sources. If the request is no longer pending, its term
/// and the completion windows of its comments end. Returns the changes of the counters.
pub(super) fn save(
    connection: &mut AnyConnection,
    request: &Request,
    happened: &[HistoryEntry],
) -> DbResult<Changes> {
    let (status_tab_before, content_version, stored) = stored_state(connection, request)?;
    let waiting_times = waiting_times(request, happened, &stored);
    write_request(connection, request, waiting_times.iter().copied().flatten().min())?;
    write_states(connection, request, &stored, &waiting_times)?;
    let ids = states::ids(&stored)?;
    insert_rows!(
        connection,
        request_history::table,
        rows::history(request.id, happened, &ids, content_version)?
    )?;
    write_release_dates(connection, request)?;
    let mut changes = Changes::default();
    let status_tab = Tab::from_status(request.chain.status());
    if status_tab != status_tab_before {
        if status_tab == Tab::Denied {
            rounds::store_sources_at_round_end(connection, request)?;
        }
        if status_tab != Tab::Pending {
            terms::end(connection, request.id)?;
            windows::end(connection, request.id)?;
        }
        changes.status(request.owner, status_tab_before, -1);
        changes.status(request.owner, status_tab, 1);
    }
    bindings::update(connection, request, &ids, &mut changes)?;
    Ok(changes)
}

/// Returns the stored tab, content version and stages. Returns a conflict if the request was saved
/// since it was read.
fn stored_state(connection: &mut AnyConnection, request: &Request) -> DbResult<(Tab, i32, Vec<StoredState>)> {
    let rows = data_requests::table
        .inner_join(request_states::table.on(request_states::request_id.eq(data_requests::id)))
        .filter(data_requests::id.eq(request.id.0))
        .filter(data_requests::version.eq(request.version))
        .order(request_states::number)
        .select((
            data_requests::status_tab,
            data_requests::content_version,
            columns_of::<StoredState>(),
        ));
    let rows: Vec<(String, i32, StoredState)> = load_directly(rows, connection)?;
    let first = rows.first().map(|(tab, version, _)| (tab.clone(), *version));
    let (status_tab, content_version) = first.ok_or(StoreError::Conflict)?;
    let status_tab = Tab::parse(&status_tab).map_err(unreadable("tab of a status"))?;
    let states = rows.into_iter().map(|(_, _, state)| state).collect();
    Ok((status_tab, content_version, states))
}

/// Returns the time since which each stage has been waiting for an answer, by stage number.
fn waiting_times(
    request: &Request,
    happened: &[HistoryEntry],
    stored: &[StoredState],
) -> Vec<Option<Timestamp>> {
    let before = |number: u16| {
        let state = stored.iter().find(|state| state.number == i32::from(number));
        state
            .and_then(|state| state.unattended_since)
            .map(|since| since.0)
    };
    let chain = &request.chain;
    let numbers = chain.stages().iter().map(|stage| stage.number);
    numbers
        .map(|number| {
            chain
                .unattended_since(number, happened, before(number.0))
                .map(Timestamp::from)
        })
        .collect()
}

fn write_request(
    connection: &mut AnyConnection,
    request: &Request,
    waiting_since: Option<Timestamp>,
) -> DbResult<()> {
    let status = request.chain.status();
    let this_version = data_requests::table
        .find(request.id.0)
        .filter(data_requests::version.eq(request.version));
    let written = diesel::update(this_version)
        .set((
            data_requests::status.eq(status.name()),
            data_requests::status_tab.eq(Tab::from_status(status).name()),
            data_requests::round.eq(rows::round(request.chain.round())?),
            data_requests::waiting_for.eq(text_lists::to_column(&request.chain.waiting_role_names())?),
            data_requests::waiting_since.eq(waiting_since),
            data_requests::last_responded_on.eq(request.chain.last_response().map(Timestamp::from)),
            data_requests::decided_on.eq(request.chain.decided_on().map(Timestamp::from)),
            data_requests::version.eq(request.version + 1),
        ))
        .prepared()
        .execute(connection)?;
    if written == 1 {
        Ok(())
    } else {
        Err(StoreError::Conflict.into())
    }
}

fn write_states(
    connection: &mut AnyConnection,
    request: &Request,
    stored: &[StoredState],
    waiting_times: &[Option<Timestamp>],
) -> DbResult<()> {
    for ((stage, since), stored) in request.chain.stages().iter().zip(waiting_times).zip(stored) {
        let now = AnswerColumns::from_stage(stage, *since);
        if !now.is_stored_in(stored) {
            diesel::update(request_states::table.find(stored.id))
                .set(&now)
                .prepared()
                .execute(connection)?;
        }
        if stored.due.target.is_some() && *since != stored.unattended_since {
            diesel::update(request_states::table.find(stored.id))
                .set((
                    request_states::due_soon_on.eq(None::<NaiveDate>),
                    request_states::due_on.eq(None::<NaiveDate>),
                    request_states::calendar_version.eq(None::<i64>),
                    request_states::reminded.eq(None::<&str>),
                    request_states::reminded_on.eq(None::<NaiveDate>),
                    request_states::escalated_on.eq(None::<NaiveDate>),
                ))
                .prepared()
                .execute(connection)?;
        }
        if stage.org_role.0 != stored.org_role_id {
            diesel::update(request_states::table.find(stored.id))
                .set(request_states::org_role_id.eq(stage.org_role.0))
                .prepared()
                .execute(connection)?;
        }
    }
    Ok(())
}

/// Writes the release dates that changed. A release date is never removed once it is set, so
/// requests without one need no query.
fn write_release_dates(connection: &mut AnyConnection, request: &Request) -> DbResult<()> {
    if request
        .datasets
        .iter()
        .all(|dataset| dataset.release_date.is_none())
    {
        return Ok(());
    }
    let stored = load::datasets(connection, request.id)?;
    for dataset in request
        .datasets
        .iter()
        .filter(|dataset| !stored.contains(dataset))
    {
        diesel::update(requested_datasets::table.find(dataset.id.0))
            .filter(requested_datasets::request_id.eq(request.id.0))
            .set(requested_datasets::release_date.eq(dataset.release_date))
            .prepared()
            .execute(connection)?;
    }
    Ok(())
}

impl AnswerColumns<'_> {
    fn is_stored_in(&self, stored: &StoredState) -> bool {
        self.state == stored.state
            && self.unattended_since == stored.unattended_since
            && self.responded_on == stored.responded_on
            && self.answered_by == stored.answered_by
            && self.answered_in_role == stored.answered_in_role
            && self.answered_for == stored.answered_for
            && self.reason == stored.reason.as_deref()
            && self.recommendation == stored.recommendation.as_deref()
    }
}
