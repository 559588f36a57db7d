//! What `aditus audit verify` reads: everything, by parts.

use aditus_application::audit::log::Checkpoint;
use aditus_application::audit::log::views::{CheckpointId, CommittedEntry, LoggedEntry};
use aditus_domain::ids::AuditEntryId;
use diesel::dsl::{exists, max, min};
use diesel::prelude::*;

use super::log::{Stored, count, number};
use super::row::{EntryRow, salted};
use crate::connection::AnyConnection;
use crate::error::Outcome;
use crate::schema::{audit_checkpoints, audit_entries, audit_leaves, audit_pending, audit_values};

pub(super) fn logged(connection: &mut AnyConnection, from: u64, most: u32) -> Outcome<Vec<LoggedEntry>> {
    let found: Vec<(i64, EntryRow)> = audit_leaves::table
        .inner_join(audit_entries::table)
        .filter(audit_leaves::leaf_index.ge(number(from)?))
        // No limit: PostgreSQL would plan for a tenth of all leaves that follow, and read all entries for each part.
        .filter(audit_leaves::leaf_index.lt(number(from.saturating_add(u64::from(most)))?))
        .order(audit_leaves::leaf_index)
        .select((audit_leaves::leaf_index, EntryRow::as_select()))
        .load(connection)?;
    found
        .into_iter()
        .map(|(index, entry)| {
            Ok(LoggedEntry {
                index: count(index)?,
                id: AuditEntryId(entry.id),
                found_by: entry.found_by(),
                canonical: entry.canonical,
            })
        })
        .collect()
}

pub(super) fn unlogged(connection: &mut AnyConnection, most: u32) -> Outcome<Vec<AuditEntryId>> {
    let is_logged = exists(audit_leaves::table.filter(audit_leaves::entry_id.eq(audit_entries::id)));
    let waits = exists(audit_pending::table.filter(audit_pending::entry_id.eq(audit_entries::id)));
    let found: Vec<i64> = audit_entries::table
        .filter(diesel::dsl::not(is_logged))
        .filter(diesel::dsl::not(waits))
        .order(audit_entries::id)
        .limit(i64::from(most))
        .select(audit_entries::id)
        .load(connection)?;
    Ok(found.into_iter().map(AuditEntryId).collect())
}

pub(super) fn checkpoints(
    connection: &mut AnyConnection,
    after: Option<CheckpointId>,
    most: u32,
) -> Outcome<Vec<(CheckpointId, Checkpoint)>> {
    let found: Vec<Stored> = audit_checkpoints::table
        .filter(audit_checkpoints::id.gt(after.map_or(i64::MIN, |id| id.0)))
        .order(audit_checkpoints::id)
        .limit(i64::from(most))
        .select(Stored::as_select())
        .load(connection)?;
    found
        .into_iter()
        .map(|stored| Ok((CheckpointId(stored.id), stored.checkpoint()?)))
        .collect()
}

/// A row of `audit_values` with the entry that it belongs to.
type Committed = (i64, String, Vec<u8>, Vec<u8>, String);

pub(super) fn committed(
    connection: &mut AnyConnection,
    after: AuditEntryId,
    most: u32,
) -> Outcome<Vec<CommittedEntry>> {
    let first: Option<i64> = audit_values::table
        .select(min(audit_values::entry_id))
        .first(connection)?;
    let last: Option<i64> = audit_values::table
        .select(max(audit_values::entry_id))
        .first(connection)?;
    let mut after = after.0.max(first.map_or(0, |first| first.saturating_sub(1)));
    let mut found: Vec<Committed> = Vec::new();
    // By ranges of ids: with a limit PostgreSQL may plan to read all that follow for each part.
    while found.is_empty() && last.is_some_and(|last| after < last) {
        let until = after.saturating_add(i64::from(most));
        found = audit_values::table
            .inner_join(audit_entries::table)
            .filter(audit_values::entry_id.gt(after))
            .filter(audit_values::entry_id.le(until))
            .filter(audit_entries::id.gt(after))
            .filter(audit_entries::id.le(until))
            .order((audit_values::entry_id, audit_values::commitment))
            .select((
                audit_entries::id,
                audit_entries::canonical,
                audit_values::commitment,
                audit_values::salt,
                audit_values::value,
            ))
            .load(connection)?;
        after = until;
    }
    let mut entries: Vec<CommittedEntry> = Vec::new();
    for (id, canonical, commitment, salt, value) in found {
        let value = salted(&commitment, &salt, value)?;
        match entries.last_mut() {
            Some(entry) if entry.id.0 == id => entry.values.push(value),
            _ => entries.push(CommittedEntry {
                id: AuditEntryId(id),
                canonical,
                values: vec![value],
            }),
        }
    }
    Ok(entries)
}
