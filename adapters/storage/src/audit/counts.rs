//! How often something was read out within an hour, beside the entry of the first time.

use std::collections::HashMap;

use aditus_application::audit::ReadOut;
use aditus_domain::ids::AuditEntryId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::audit_counts;
use crate::times::At;

pub(super) fn again(connection: &mut AnyConnection, read: &ReadOut) -> Outcome<bool> {
    let counted = diesel::update(
        audit_counts::table
            .filter(audit_counts::user_id.eq(read.user.0))
            .filter(audit_counts::hour.eq(At::from(read.hour)))
            .filter(audit_counts::act.eq(read.act.0.as_slice())),
    )
    .set((
        audit_counts::times.eq(audit_counts::times + 1),
        audit_counts::last_at.eq(At::from(read.at)),
    ))
    .execute(connection)?;
    Ok(counted > 0)
}

pub(super) fn beside(connection: &mut AnyConnection, entry: AuditEntryId, read: &ReadOut) -> Outcome<()> {
    diesel::insert_into(audit_counts::table)
        .values((
            audit_counts::entry_id.eq(entry.0),
            audit_counts::user_id.eq(read.user.0),
            audit_counts::act.eq(read.act.0.as_slice()),
            audit_counts::hour.eq(At::from(read.hour)),
            audit_counts::times.eq(1_i64),
            audit_counts::last_at.eq(At::from(read.at)),
        ))
        .execute(connection)?;
    Ok(())
}

/// The counts beside these entries, of those that have one.
pub(super) fn of(connection: &mut AnyConnection, entries: &[i64]) -> Outcome<HashMap<i64, u64>> {
    if entries.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, i64)> = audit_counts::table
        .filter(audit_counts::entry_id.eq_any(entries))
        .select((audit_counts::entry_id, audit_counts::times))
        .load(connection)?;
    let counts = found
        .into_iter()
        .map(|(entry, times)| (entry, times.unsigned_abs()));
    Ok(counts.collect())
}
