//! The latest finished requests of a procedure.

use aditus_domain::ids::RequestId;
use aditus_domain::review::Finished;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::data_requests;
use crate::times::Timestamp;

/// Returns the latest finished requests of the procedure of this request.
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
    let rows: Vec<(Timestamp, Option<Timestamp>)> = data_requests::table
        .filter(data_requests::procedure_id.eq(procedure))
        .filter(data_requests::decided_on.is_not_null())
        .order((data_requests::decided_on.desc(), data_requests::id.desc()))
        .limit(i64::from(at_most))
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
