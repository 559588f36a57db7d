//! Views of the transparency log: its latest state, and everything in parts for
//! `aditus audit verify`.

use std::collections::HashMap;

use aditus_application::audit::log::views::{
    AuditLogViews, CheckpointId, CommittedEntry, Extent, LogKeyView, LoggedEntry, LoggedLeaf, Pending,
    StuckEntry, WriteProtection,
};
use aditus_application::audit::log::witness::NamedWitness;
use aditus_application::audit::log::{Checkpoint, PendingEntry};
use aditus_application::ports::{IndexedFacts, StoreError};
use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use diesel::dsl::{exists, max, min, not};
use diesel::prelude::*;

use super::log::{Stored, count, hash, hashes, newest, number, present_hashes};
use super::row::salted;
use super::{guard, witnesses};
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::read_session::ReadSession;
use crate::schema::{
    audit_checkpoints, audit_entries, audit_leaves, audit_log_keys, audit_pending, audit_tree, audit_values,
};
use crate::times::{Timestamp, TimestampIfValid};

impl AuditLogViews for ReadSession {
    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError> {
        self.run(newest)
    }

    fn keys(&mut self) -> Result<Vec<LogKeyView>, StoreError> {
        self.run(|connection| {
            let found: Vec<(String, String, Timestamp)> = audit_log_keys::table
                .order(audit_log_keys::id.desc())
                .select((
                    audit_log_keys::origin,
                    audit_log_keys::verifier_key,
                    audit_log_keys::made_at,
                ))
                .load(connection)?;
            let keys = found
                .into_iter()
                .map(|(origin, verifier_key, made_at)| LogKeyView {
                    origin,
                    verifier_key,
                    made_at: made_at.0,
                });
            Ok(keys.collect())
        })
    }

    fn is_pending(&mut self) -> Result<bool, StoreError> {
        self.run(|connection| {
            let one: Option<i64> = audit_pending::table
                .select(audit_pending::entry_id)
                .first(connection)
                .optional()?;
            Ok(one.is_some())
        })
    }

    fn pending(&mut self) -> Result<Pending, StoreError> {
        self.run(|connection| {
            let entries: i64 = audit_pending::table.count().get_result(connection)?;
            let oldest: Option<Timestamp> = audit_pending::table
                .inner_join(audit_entries::table)
                .order(audit_pending::entry_id)
                .select(audit_entries::at)
                .first(connection)
                .optional()?;
            Ok(Pending {
                entries: u64::try_from(entries).unwrap_or_default(),
                oldest: oldest.map(|at| at.0),
            })
        })
    }

    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError> {
        self.run(|connection| hashes(connection, nodes))
    }

    fn extent(&mut self) -> Result<Extent, StoreError> {
        self.run(|connection| {
            // Reads the leaves first, so that every leaf read has a checkpoint by the time the
            // checkpoints are read.
            let last: Option<i64> = audit_leaves::table
                .select(max(audit_leaves::leaf_index))
                .first(connection)?;
            let signed: Option<i64> = audit_checkpoints::table
                .select(max(audit_checkpoints::size))
                .first(connection)?;
            let counted = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
            Ok(Extent {
                leaves: counted(last).map_or(0, |last| last + 1),
                signed: counted(signed).unwrap_or_default(),
            })
        })
    }

    fn present_hashes(&mut self, nodes: &[Node]) -> Result<HashMap<Node, Option<TreeHash>>, StoreError> {
        self.run(|connection| {
            let found = present_hashes(connection, nodes)?;
            Ok(found
                .into_iter()
                .map(|(node, bytes)| (node, hash(&bytes).ok()))
                .collect())
        })
    }

    fn rightmost_hashes(&mut self) -> Result<Vec<Node>, StoreError> {
        self.run(|connection| {
            let found: Vec<(i64, Option<i64>)> = audit_tree::table
                .group_by(audit_tree::level)
                .order(audit_tree::level)
                .select((audit_tree::level, max(audit_tree::place)))
                .load(connection)?;
            // A row with an invalid level or place belongs to no tree and is never read.
            let nodes = found.into_iter().filter_map(|(level, place)| {
                Some(Node {
                    level: u8::try_from(level).ok()?,
                    place: u64::try_from(place?).ok()?,
                })
            });
            Ok(nodes.collect())
        })
    }

    fn logged(&mut self, from: u64, limit: u32) -> Result<Vec<LoggedLeaf>, StoreError> {
        self.run(|connection| {
            // Uses a range instead of a limit. With a limit, PostgreSQL would plan for a tenth of
            // the remaining leaves and read all entries for each part.
            let (from, until) = (number(from)?, number(from.saturating_add(u64::from(limit)))?);
            let leaves: Vec<(i64, i64)> = audit_leaves::table
                .filter(audit_leaves::leaf_index.ge(from))
                .filter(audit_leaves::leaf_index.lt(until))
                .order(audit_leaves::leaf_index)
                .select((audit_leaves::leaf_index, audit_leaves::entry_id))
                .load(connection)?;
            let entries: Vec<WrittenRow> = audit_leaves::table
                .inner_join(audit_entries::table)
                .filter(audit_leaves::leaf_index.ge(from))
                .filter(audit_leaves::leaf_index.lt(until))
                .select(WrittenRow::as_select())
                .load(connection)?;
            let mut entries: HashMap<i64, WrittenRow> =
                entries.into_iter().map(|row| (row.id, row)).collect();
            leaves
                .into_iter()
                .map(|(index, id)| {
                    Ok(LoggedLeaf {
                        index: count(index)?,
                        id: AuditEntryId(id),
                        entry: entries.remove(&id).map(WrittenRow::entry),
                    })
                })
                .collect()
        })
    }

    fn next_index(&mut self, from: u64) -> Result<Option<u64>, StoreError> {
        self.run(|connection| {
            let from = number(from)?;
            let leaf: Option<i64> = audit_leaves::table
                .filter(audit_leaves::leaf_index.ge(from))
                .select(min(audit_leaves::leaf_index))
                .first(connection)?;
            let hash: Option<i64> = audit_tree::table
                .filter(audit_tree::level.eq(0_i64))
                .filter(audit_tree::place.ge(from))
                .select(min(audit_tree::place))
                .first(connection)?;
            leaf.into_iter().chain(hash).min().map(count).transpose()
        })
    }

    fn waiting(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<PendingEntry>, StoreError> {
        self.run(|connection| waiting(connection, after, limit))
    }

    fn unlogged(&mut self, limit: u32) -> Result<Vec<(AuditEntryId, String)>, StoreError> {
        self.run(|connection| {
            // Negative positions are in no tree.
            let is_logged = exists(
                audit_leaves::table
                    .filter(audit_leaves::entry_id.eq(audit_entries::id))
                    .filter(audit_leaves::leaf_index.ge(0_i64)),
            );
            let waits = exists(audit_pending::table.filter(audit_pending::entry_id.eq(audit_entries::id)));
            let found: Vec<(i64, String)> = audit_entries::table
                .filter(not(is_logged))
                .filter(not(waits))
                .order(audit_entries::id)
                .limit(i64::from(limit))
                .select((audit_entries::id, audit_entries::canonical))
                .load(connection)?;
            Ok(found
                .into_iter()
                .map(|(id, canonical)| (AuditEntryId(id), canonical))
                .collect())
        })
    }

    fn stuck(&mut self, limit: u32) -> Result<Vec<StuckEntry>, StoreError> {
        self.run(|connection| {
            let is_logged =
                exists(audit_leaves::table.filter(audit_leaves::entry_id.eq(audit_pending::entry_id)));
            let is_there = exists(audit_entries::table.filter(audit_entries::id.eq(audit_pending::entry_id)));
            let logged: Vec<i64> = audit_pending::table
                .filter(is_logged)
                .order(audit_pending::entry_id)
                .limit(i64::from(limit))
                .select(audit_pending::entry_id)
                .load(connection)?;
            let lost: Vec<i64> = audit_pending::table
                .filter(not(is_there))
                .order(audit_pending::entry_id)
                .limit(i64::from(limit))
                .select(audit_pending::entry_id)
                .load(connection)?;
            let named = |ids: Vec<i64>, is_logged| {
                let named = ids.into_iter().map(AuditEntryId);
                named.map(move |id| StuckEntry { id, is_logged })
            };
            Ok(named(logged, true).chain(named(lost, false)).collect())
        })
    }

    fn checkpoints(
        &mut self,
        after: Option<CheckpointId>,
        limit: u32,
    ) -> Result<Vec<(CheckpointId, Option<Checkpoint>)>, StoreError> {
        self.run(|connection| {
            let found: Vec<Stored> = audit_checkpoints::table
                .filter(audit_checkpoints::id.gt(after.map_or(i64::MIN, |id| id.0)))
                .order(audit_checkpoints::id)
                .limit(i64::from(limit))
                .select(Stored::as_select())
                .load(connection)?;
            let read = found
                .into_iter()
                .map(|stored| (CheckpointId(stored.id), stored.checkpoint().ok()));
            Ok(read.collect())
        })
    }

    fn witnesses(&mut self) -> Result<Vec<NamedWitness>, StoreError> {
        self.run(witnesses::all)
    }

    fn write_protection(&mut self) -> Result<WriteProtection, StoreError> {
        self.run(guard::write_protection)
    }

    fn committed(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<CommittedEntry>, StoreError> {
        self.run(|connection| committed(connection, after, limit))
    }
}

/// The row of an entry, which may contain invalid values after tampering.
#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_entries)]
struct WrittenRow {
    id: i64,
    at: TimestampIfValid,
    kind: String,
    user_id: Option<i64>,
    concerns_id: Option<i64>,
    request_id: Option<i64>,
    canonical: String,
}

impl WrittenRow {
    fn entry(self) -> LoggedEntry {
        LoggedEntry {
            indexed: self.at.0.map(|at| IndexedFacts {
                at,
                kind: self.kind,
                user: self.user_id.map(UserId),
                concerns: self.concerns_id.map(UserId),
                request: self.request_id.map(RequestId),
            }),
            canonical: self.canonical,
        }
    }
}

/// Returns the next entries, after the given one, that are not in the tree yet.
pub(super) fn waiting(
    connection: &mut AnyConnection,
    after: AuditEntryId,
    limit: u32,
) -> DbResult<Vec<PendingEntry>> {
    let found: Vec<(i64, String, Vec<u8>)> = audit_pending::table
        .inner_join(audit_entries::table)
        .filter(audit_pending::entry_id.gt(after.0))
        .order(audit_pending::entry_id)
        .limit(i64::from(limit))
        .select((audit_entries::id, audit_entries::canonical, audit_pending::mac))
        .load(connection)?;
    let waiting = found.into_iter().map(|(id, canonical, mac)| PendingEntry {
        id: AuditEntryId(id),
        canonical,
        mac,
    });
    Ok(waiting.collect())
}

/// A row of `audit_values` with the entry that it belongs to.
type Committed = (i64, String, Vec<u8>, Vec<u8>, String);

/// Returns the entries with values beside them from the next range of `limit` ids that has any.
fn committed(
    connection: &mut AnyConnection,
    after: AuditEntryId,
    limit: u32,
) -> DbResult<Vec<CommittedEntry>> {
    let first: Option<i64> = audit_values::table
        .select(min(audit_values::entry_id))
        .first(connection)?;
    let last: Option<i64> = audit_values::table
        .select(max(audit_values::entry_id))
        .first(connection)?;
    let mut after = after.0.max(first.map_or(0, |first| first.saturating_sub(1)));
    let mut found: Vec<Committed> = Vec::new();
    // Reads by ranges of ids. With a limit, PostgreSQL might read all remaining rows for each part.
    while found.is_empty() && last.is_some_and(|last| after < last) {
        let until = after.saturating_add(i64::from(limit));
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
        if entries.last().is_none_or(|entry| entry.id.0 != id) {
            entries.push(CommittedEntry {
                id: AuditEntryId(id),
                canonical,
                values: Vec::new(),
                unreadable: 0,
            });
        }
        let Some(entry) = entries.last_mut() else { continue };
        match salted(&commitment, &salt, value) {
            Ok(value) => entry.values.push(value),
            Err(_) => entry.unreadable += 1,
        }
    }
    Ok(entries)
}
