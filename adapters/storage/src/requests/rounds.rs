//! The rounds of requests (decisions C11).

use aditus_application::requests::views::RoundView;
use aditus_application::requests::{NewRequest, NewRound, Request};
use aditus_domain::ids::{DataSourceId, RequestId};
use chrono::NaiveDate;
use diesel::prelude::*;

use super::rows;
use crate::connection::AnyConnection;
use crate::deadlines::terms;
use crate::error::{DbResult, unreadable};
use crate::prepared::Prepare;
use crate::schema::{data_requests, request_rounds};
use crate::text_lists;
use crate::times::Timestamp;

/// Inserts the round in which a request is submitted.
pub(super) fn first(connection: &mut AnyConnection, id: RequestId, new: &NewRequest) -> DbResult<()> {
    diesel::insert_into(request_rounds::table)
        .values((
            request_rounds::request_id.eq(id.0),
            request_rounds::round.eq(rows::round(new.chain.round())?),
            request_rounds::started_by.eq(new.owner.0),
            request_rounds::started_on.eq(Timestamp::from(new.submitted_on)),
        ))
        .execute(connection)?;
    Ok(())
}

/// Inserts a later round.
pub(super) fn begin(connection: &mut AnyConnection, new: &NewRound) -> DbResult<()> {
    diesel::insert_into(request_rounds::table)
        .values((
            request_rounds::request_id.eq(new.request.0),
            request_rounds::round.eq(rows::round(new.round)?),
            request_rounds::started_by.eq(new.by.0),
            request_rounds::started_on.eq(Timestamp::from(new.started_on)),
            request_rounds::note.eq(new.note.as_deref()),
        ))
        .execute(connection)?;
    Ok(())
}

pub(super) fn set_needed_on(connection: &mut AnyConnection, id: RequestId, day: NaiveDate) -> DbResult<()> {
    diesel::update(data_requests::table.find(id.0))
        .set(data_requests::needed_on.eq(day))
        .prepared()
        .execute(connection)?;
    Ok(())
}

/// Stores the data sources of the request at the end of its round.
pub(super) fn store_sources_at_round_end(connection: &mut AnyConnection, request: &Request) -> DbResult<()> {
    let sources: Vec<String> = request
        .sources()
        .iter()
        .map(|source| source.0.to_string())
        .collect();
    let round = rows::round(request.chain.round())?;
    diesel::update(request_rounds::table.find((request.id.0, round)))
        .set(request_rounds::sources.eq(text_lists::to_column(&sources)?))
        .prepared()
        .execute(connection)?;
    Ok(())
}

/// Returns the data sources that were stored at the end of the latest round, or `None` if it has
/// not ended by a denial or recall.
pub(super) fn sources_at_the_end(
    connection: &mut AnyConnection,
    id: RequestId,
) -> DbResult<Option<Vec<DataSourceId>>> {
    let stored: Option<Option<String>> = request_rounds::table
        .filter(request_rounds::request_id.eq(id.0))
        .order(request_rounds::round.desc())
        .select(request_rounds::sources)
        .first(connection)
        .optional()?;
    let Some(column) = stored.flatten() else {
        return Ok(None);
    };
    let sources = text_lists::from_column(&column)?
        .iter()
        .map(|source| {
            source
                .parse()
                .map(DataSourceId)
                .map_err(unreadable("source of a round"))
        })
        .collect::<DbResult<Vec<_>>>()?;
    Ok(Some(sources))
}

pub(super) fn of_request(connection: &mut AnyConnection, id: RequestId) -> DbResult<Vec<RoundView>> {
    let stored: Vec<(i32, Timestamp, Option<String>)> = request_rounds::table
        .filter(request_rounds::request_id.eq(id.0))
        .order(request_rounds::round)
        .select((
            request_rounds::round,
            request_rounds::started_on,
            request_rounds::note,
        ))
        .load(connection)?;
    let mut extensions = terms::extensions(connection, id)?;
    stored
        .into_iter()
        .map(|(round, started_on, note)| {
            Ok(RoundView {
                round: u32::try_from(round).map_err(unreadable("round"))?,
                started_on: started_on.0,
                note,
                extension: extensions.remove(&round),
            })
        })
        .collect()
}
