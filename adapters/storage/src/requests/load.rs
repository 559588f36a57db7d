//! Reads a request as the review rules need it.

use aditus_application::requests::{Dataset, Request};
use aditus_domain::ids::{AssignedRoleId, DataSourceId, DatasetId, RequestId, UserId};
use aditus_domain::review::Chain;
use chrono::NaiveDate;
use diesel::prelude::*;

use super::states;
use super::versions::number::number;
use crate::connection::AnyConnection;
use crate::error::{DbResult, unreadable};
use crate::prepared::{columns_of, load_directly, one_directly};
use crate::schema::{data_requests, requested_datasets};
use crate::times::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = data_requests)]
struct Stored {
    owner_id: i64,
    requester_role_id: i64,
    title: String,
    round: i32,
    content_digest: Vec<u8>,
    content_version: i32,
    date_created: Timestamp,
    needed_on: NaiveDate,
    version: i64,
}

pub(super) fn get(connection: &mut AnyConnection, id: RequestId) -> DbResult<Option<Request>> {
    let found = data_requests::table.find(id.0).select(columns_of::<Stored>());
    let stored: Option<Stored> = one_directly(found, connection)?;
    let Some(stored) = stored else { return Ok(None) };
    Ok(Some(Request {
        id,
        owner: UserId(stored.owner_id),
        requester_role: AssignedRoleId(stored.requester_role_id),
        title: stored.title,
        needed_on: stored.needed_on,
        datasets: datasets(connection, id)?,
        chain: states::chain(connection, id, stored.round)?,
        content_digest: digest(&stored.content_digest)?,
        content_version: number(stored.content_version)?,
        date_created: stored.date_created.0,
        version: stored.version,
    }))
}

/// Returns the chain of an existing request.
pub(crate) fn chain(connection: &mut AnyConnection, id: RequestId) -> DbResult<Chain> {
    let round = data_requests::table
        .find(id.0)
        .select(data_requests::round)
        .first(connection)?;
    states::chain(connection, id, round)
}

pub(super) fn datasets(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<Dataset>> {
    let stored = requested_datasets::table
        .filter(requested_datasets::request_id.eq(request.0))
        .order(requested_datasets::id)
        .select((
            requested_datasets::id,
            requested_datasets::data_source_id,
            requested_datasets::release_date,
        ));
    let stored: Vec<(i64, i64, Option<NaiveDate>)> = load_directly(stored, connection)?;
    Ok(stored
        .into_iter()
        .map(|(id, source, release_date)| Dataset {
            id: DatasetId(id),
            source: DataSourceId(source),
            release_date,
        })
        .collect())
}

pub(super) fn digest(bytes: &[u8]) -> DbResult<[u8; 32]> {
    bytes.try_into().map_err(unreadable("digest of a request"))
}
