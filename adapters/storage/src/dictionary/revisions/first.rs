//! The first revisions of what was there before revisions were kept.

use std::collections::BTreeSet;

use aditus_domain::dictionary::revision::Revised;
use diesel::connection::Connection;
use diesel::prelude::*;

use super::{VARIABLE, make_revisions, pins, read};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::records_without_revision;

/// The rows of one transaction, so that others who write wait no longer than for these.
const ROWS_AT_ONCE: i64 = 500;

/// Makes them, and has requests ask for them. They bear nobody's name, and the time of this.
pub(crate) fn make_first_revisions(connection: &mut AnyConnection) -> Outcome<()> {
    while connection.transaction(make_some)? > 0 {}
    Ok(())
}

fn make_some(connection: &mut AnyConnection) -> Outcome<usize> {
    let rows: Vec<(String, i64)> = records_without_revision::table
        .order((
            records_without_revision::record,
            records_without_revision::record_id,
        ))
        .limit(ROWS_AT_ONCE)
        .load(connection)?;
    let these = rows
        .iter()
        .map(|(record, id)| read(record, *id))
        .collect::<Outcome<BTreeSet<Revised>>>()?;
    if these.is_empty() {
        return Ok(0);
    }
    make_revisions(connection, &these, None)?;
    let variables: Vec<i64> = rows
        .iter()
        .filter(|(record, _)| record == VARIABLE)
        .map(|(_, id)| *id)
        .collect();
    pins::pin_variables(connection, &variables)?;
    for (record, id) in &rows {
        diesel::delete(records_without_revision::table.find((record, id))).execute(connection)?;
    }
    Ok(rows.len())
}
