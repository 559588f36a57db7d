//! Saving what review changes of a request: only the rows that differ are written.

use aditus_application::ports::StoreError;
use aditus_application::requests::Request;
use aditus_domain::review::HistoryEntry;
use diesel::prelude::*;

use super::counters::Changes;
use super::rows::{self, AnswerColumns};
use super::states::{self, StoredState};
use super::{bindings, labels, load, standing, tabs};
use crate::connection::AnyConnection;
use crate::dialect::insert_rows;
use crate::error::Outcome;
use crate::schema::{data_requests, request_history, request_states, requested_datasets};
use crate::times::At;

/// Saves the chain, the release dates and what happened.
pub(super) fn save(
    connection: &mut AnyConnection,
    request: &Request,
    happened: &[HistoryEntry],
) -> Outcome<()> {
    let this_version = data_requests::table
        .find(request.id.0)
        .filter(data_requests::version.eq(request.version));
    let before: Option<(String, i32)> = this_version
        .select((data_requests::status_tab, data_requests::content_version))
        .first(connection)
        .optional()?;
    let Some((status_tab_before, content_version)) = before else {
        return Err(StoreError::Conflict.into());
    };
    let stored = states::of_request(connection, request.id)?;
    let turns = turns(request, happened, &stored);
    write_request(connection, request, turns.iter().copied().flatten().min())?;
    write_states(connection, request, &stored, &turns)?;
    let ids = states::ids(&stored)?;
    insert_rows!(
        connection,
        request_history::table,
        rows::history(request.id, happened, &ids, content_version)?
    )?;
    write_release_dates(connection, request)?;
    let mut changes = Changes::default();
    let status_tab = tabs::status_tab(request.chain.status());
    if status_tab != status_tab_before {
        changes.status(request.owner, &status_tab_before, -1);
        changes.status(request.owner, status_tab, 1);
    }
    bindings::update(connection, request.id, &request.chain, &ids, &mut changes)?;
    changes.write(connection, request.id)
}

/// Since when it is the turn of each stage, by number.
fn turns(request: &Request, happened: &[HistoryEntry], stored: &[StoredState]) -> Vec<Option<At>> {
    let before = |number: u16| {
        let state = stored.iter().find(|state| state.number == i32::from(number));
        state
            .and_then(|state| state.unattended_since)
            .map(|since| since.0)
    };
    let stages = request.chain.stages().iter();
    stages
        .map(|stage| standing::unattended_since(stage, happened, before(stage.number.0)).map(At::from))
        .collect()
}

fn write_request(
    connection: &mut AnyConnection,
    request: &Request,
    waiting_since: Option<At>,
) -> Outcome<()> {
    let status = request.chain.status();
    let this_version = data_requests::table
        .find(request.id.0)
        .filter(data_requests::version.eq(request.version));
    let written = diesel::update(this_version)
        .set((
            data_requests::status.eq(status.name()),
            data_requests::status_tab.eq(tabs::status_tab(status)),
            data_requests::round.eq(rows::round(request.chain.round())?),
            data_requests::waiting_for.eq(labels::to_column(&standing::waiting_for(&request.chain))?),
            data_requests::waiting_since.eq(waiting_since),
            data_requests::last_responded_on.eq(request.chain.last_response().map(At::from)),
            data_requests::version.eq(request.version + 1),
        ))
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
    turns: &[Option<At>],
) -> Outcome<()> {
    for ((stage, turn), stored) in request.chain.stages().iter().zip(turns).zip(stored) {
        let now = AnswerColumns::of(stage, *turn);
        if !now.is_stored_in(stored) {
            diesel::update(request_states::table.find(stored.id))
                .set(&now)
                .execute(connection)?;
        }
    }
    Ok(())
}

fn write_release_dates(connection: &mut AnyConnection, request: &Request) -> Outcome<()> {
    let stored = load::datasets(connection, request.id)?;
    for dataset in request
        .datasets
        .iter()
        .filter(|dataset| !stored.contains(dataset))
    {
        diesel::update(requested_datasets::table.find(dataset.id.0))
            .filter(requested_datasets::request_id.eq(request.id.0))
            .set(requested_datasets::release_date.eq(dataset.release_date))
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
