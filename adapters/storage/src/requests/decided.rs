//! The times of decided requests, for figures.

use aditus_application::access::RequestScope;
use aditus_domain::review::{Decided, OverallStatus, Tab};
use diesel::prelude::*;

use super::scope::in_scope;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::data_requests;
use crate::times::Timestamp;

/// Reads each tab along its index, so that the number of rows is limited.
pub(super) fn decided(
    connection: &mut AnyConnection,
    scope: &RequestScope,
    at_most: u32,
) -> DbResult<Vec<Decided>> {
    let mut decided = Vec::new();
    for status in [OverallStatus::Approved, OverallStatus::Denied] {
        let rows: Vec<(Timestamp, Option<Timestamp>)> = data_requests::table
            .filter(data_requests::status_tab.eq(Tab::from_status(status).name()))
            .filter(data_requests::status.eq(status.name()))
            .filter(in_scope(scope))
            .order((data_requests::date_created.desc(), data_requests::id.desc()))
            .limit(i64::from(at_most))
            .select((data_requests::date_created, data_requests::last_responded_on))
            .load(connection)?;
        decided.extend(rows.into_iter().filter_map(|(submitted, responded)| {
            Some(Decided {
                submitted_on: submitted.0,
                decided_on: responded?.0,
            })
        }));
    }
    Ok(decided)
}
