//! Purposes of requests.

use aditus_application::requests::views::PurposeView;
use aditus_domain::ids::{PurposeId, RequestId};
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::{purposes, request_purposes};

/// Returns the purposes of a request, in the order in which they were chosen.
pub(super) fn of_request(connection: &mut AnyConnection, request: RequestId) -> DbResult<Vec<PurposeView>> {
    let stored: Vec<(i64, String, Option<String>)> = request_purposes::table
        .inner_join(purposes::table)
        .filter(request_purposes::request_id.eq(request.0))
        .order(request_purposes::position)
        .select((
            purposes::id,
            purposes::purpose,
            request_purposes::purpose_description,
        ))
        .load(connection)?;
    let view = |(id, purpose, purpose_description)| PurposeView {
        purpose_id: PurposeId(id),
        purpose,
        purpose_description,
    };
    Ok(stored.into_iter().map(view).collect())
}
