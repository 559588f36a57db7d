//! The times of the latest finished requests.

use aditus_application::access::RequestScope;
use aditus_domain::ids::RequestId;
use aditus_domain::review::Finished;
use diesel::prelude::*;

use super::scope::in_scope;
use crate::connection::{AnyConnection, MultiBackend};
use crate::error::DbResult;
use crate::schema::data_requests;
use crate::times::Timestamp;

type Requests<'a> = data_requests::BoxedQuery<'a, MultiBackend>;

/// Returns the times of the latest finished requests under the procedure of this request.
pub(super) fn finished_alike(
    connection: &mut AnyConnection,
    request: RequestId,
    at_most: u32,
) -> DbResult<Vec<Finished>> {
    let procedure: Option<i64> = data_requests::table
        .find(request.0)
        .select(data_requests::procedure_id)
        .first(connection)?;
    let Some(procedure) = procedure else {
        return Ok(Vec::new());
    };
    let of_procedure = data_requests::table
        .filter(data_requests::procedure_id.eq(procedure))
        .into_boxed();
    times(connection, latest(of_procedure, at_most))
}

/// Returns the times of the latest finished requests in scope.
pub(super) fn finished(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    at_most: u32,
) -> DbResult<Vec<Finished>> {
    let of_scope = data_requests::table.filter(in_scope(scope)).into_boxed();
    times(connection, latest(of_scope, at_most))
}

/// Limits these requests to the latest finished ones, the latest final decision first.
pub(super) fn latest(requests: Requests<'_>, at_most: u32) -> Requests<'_> {
    requests
        .filter(data_requests::decided_on.is_not_null())
        .order((data_requests::decided_on.desc(), data_requests::id.desc()))
        .limit(i64::from(at_most))
}

fn times(connection: &mut AnyConnection, requests: Requests<'_>) -> DbResult<Vec<Finished>> {
    let rows: Vec<(Timestamp, Option<Timestamp>)> = requests
        .select((data_requests::submitted_on, data_requests::decided_on))
        .load(connection)?;
    let finished = rows.into_iter().filter_map(|(submitted, decided)| {
        Some(Finished {
            submitted: submitted.0,
            decided: decided?.0,
        })
    });
    Ok(finished.collect())
}
