//! The transparency log.

use std::collections::HashMap;

use aditus_application::audit::log::witness::WitnessState;
use aditus_application::audit::log::{
    AuditLog, Checkpoint, NewLeaves, PendingEntry, SigningKey, WitnessLease,
};
use aditus_application::ports::StoreError;
use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use thiserror::Error;

use super::{log_views, witnesses};
use crate::connection::AnyConnection;
use crate::dialect::{insert_rows, try_lock_log};
use crate::error::{DbResult, missing, unreadable};
use crate::schema::{
    audit_checkpoints, audit_leaves, audit_log_keys, audit_log_secrets, audit_pending, audit_tree,
};
use crate::times::{Timestamp, TimestampIfValid};
use crate::transaction::WriteTransaction;

/// Errors for stored values of the log that are invalid.
#[derive(Debug, Error)]
enum Broken {
    #[error("a hash has {0} bytes")]
    Hash(usize),
    #[error("there is no hash at level {0}, place {1}")]
    Missing(u8, u64),
    #[error("the number {0} is out of range")]
    Number(i64),
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = audit_leaves)]
struct NewLeaf {
    leaf_index: i64,
    entry_id: i64,
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = audit_pending)]
struct NewPending<'a> {
    entry_id: i64,
    mac: &'a [u8],
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false, table_name = audit_tree)]
struct NewHash<'a> {
    level: i64,
    place: i64,
    hash: &'a [u8],
}

impl AuditLog for WriteTransaction {
    fn try_lock(&mut self) -> Result<bool, StoreError> {
        self.run(|connection| Ok(try_lock_log(connection)?))
    }

    fn signing_key(&mut self) -> Result<Option<SigningKey>, StoreError> {
        self.run(|connection| {
            let found: Option<(String, String, Vec<u8>)> = audit_log_secrets::table
                .inner_join(audit_log_keys::table)
                .select((
                    audit_log_keys::origin,
                    audit_log_keys::verifier_key,
                    audit_log_secrets::sealed,
                ))
                .first(connection)
                .optional()?;
            Ok(found.map(|(origin, verifier_key, sealed)| SigningKey {
                origin,
                verifier_key,
                sealed,
            }))
        })
    }

    fn set_signing_key(&mut self, key: &SigningKey, at: DateTime<Utc>) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(audit_log_secrets::table).execute(connection)?;
            let id: i64 = diesel::insert_into(audit_log_keys::table)
                .values((
                    audit_log_keys::origin.eq(&key.origin),
                    audit_log_keys::verifier_key.eq(&key.verifier_key),
                    audit_log_keys::made_at.eq(Timestamp::from(at)),
                ))
                .returning(audit_log_keys::id)
                .get_result(connection)?;
            diesel::insert_into(audit_log_secrets::table)
                .values((
                    audit_log_secrets::key_id.eq(id),
                    audit_log_secrets::sealed.eq(&key.sealed),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn newest(&mut self) -> Result<Option<Checkpoint>, StoreError> {
        self.run(newest)
    }

    fn pending(&mut self, after: AuditEntryId, limit: u32) -> Result<Vec<PendingEntry>, StoreError> {
        self.run(|connection| log_views::waiting(connection, after, limit))
    }

    fn set_macs(&mut self, macs: &[(AuditEntryId, [u8; 32])]) -> Result<(), StoreError> {
        self.run(|connection| {
            let ids: Vec<i64> = macs.iter().map(|(id, _)| id.0).collect();
            // The server's database role may delete pending entries but not update them.
            let waiting: Vec<i64> =
                diesel::delete(audit_pending::table.filter(audit_pending::entry_id.eq_any(ids)))
                    .returning(audit_pending::entry_id)
                    .get_results(connection)?;
            let rows: Vec<NewPending<'_>> = macs
                .iter()
                .filter(|(id, _)| waiting.contains(&id.0))
                .map(|(id, mac)| NewPending { entry_id: id.0, mac })
                .collect();
            insert_rows!(connection, audit_pending::table, &rows)?;
            Ok(())
        })
    }

    fn hashes(&mut self, nodes: &[Node]) -> Result<Vec<TreeHash>, StoreError> {
        self.run(|connection| hashes(connection, nodes))
    }

    fn append(&mut self, appended: NewLeaves<'_>) -> Result<(), StoreError> {
        self.run(|connection| {
            let ids: Vec<i64> = appended.entries.iter().map(|id| id.0).collect();
            let first = number(appended.from)?;
            let leaves: Vec<NewLeaf> = (first..)
                .zip(&ids)
                .map(|(leaf_index, entry_id)| NewLeaf {
                    leaf_index,
                    entry_id: *entry_id,
                })
                .collect();
            let tree = appended
                .nodes
                .iter()
                .map(|(node, hash)| {
                    Ok(NewHash {
                        level: i64::from(node.level),
                        place: number(node.place)?,
                        hash: &hash.0,
                    })
                })
                .collect::<DbResult<Vec<_>>>()?;
            insert_rows!(connection, audit_leaves::table, &leaves)?;
            insert_rows!(connection, audit_tree::table, &tree)?;
            diesel::delete(audit_pending::table.filter(audit_pending::entry_id.eq_any(ids)))
                .execute(connection)?;
            Ok(())
        })
    }

    fn add_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(audit_checkpoints::table)
                .values((
                    audit_checkpoints::size.eq(number(checkpoint.head.size)?),
                    audit_checkpoints::root.eq(&checkpoint.head.root.0[..]),
                    audit_checkpoints::signed_at.eq(Timestamp::from(checkpoint.signed_at)),
                    audit_checkpoints::note.eq(&checkpoint.note),
                ))
                .execute(connection)?;
            Ok(())
        })
    }

    fn try_lease_witness(&mut self, name: &str, lease: WitnessLease) -> Result<bool, StoreError> {
        self.run(|connection| witnesses::try_lease(connection, name, lease))
    }

    fn save_witness_state(&mut self, name: &str, state: &WitnessState) -> Result<(), StoreError> {
        self.run(|connection| witnesses::save(connection, name, state))
    }
}

pub(super) fn newest(connection: &mut AnyConnection) -> DbResult<Option<Checkpoint>> {
    let found: Option<Stored> = audit_checkpoints::table
        .order((audit_checkpoints::size.desc(), audit_checkpoints::id.desc()))
        .select(Stored::as_select())
        .first(connection)
        .optional()?;
    found.map(Stored::checkpoint).transpose()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_checkpoints)]
pub(super) struct Stored {
    pub(super) id: i64,
    size: i64,
    root: Vec<u8>,
    signed_at: TimestampIfValid,
    note: String,
}

impl Stored {
    pub(super) fn checkpoint(self) -> DbResult<Checkpoint> {
        Ok(Checkpoint {
            head: TreeHead {
                size: count(self.size)?,
                root: hash(&self.root)?,
            },
            signed_at: self.signed_at.0.ok_or_else(missing("time of a checkpoint"))?,
            note: self.note,
        })
    }
}

/// Returns the hashes of these nodes in order. A missing hash is an error.
pub(super) fn hashes(connection: &mut AnyConnection, nodes: &[Node]) -> DbResult<Vec<TreeHash>> {
    let found = present_hashes(connection, nodes)?;
    nodes
        .iter()
        .map(|node| {
            let missing = || unreadable("log")(Broken::Missing(node.level, node.place));
            hash(found.get(node).ok_or_else(missing)?)
        })
        .collect()
}

/// Returns the stored hashes of these nodes, without those that are missing. The nodes are grouped
/// by level, so that each level takes one statement.
pub(super) fn present_hashes(
    connection: &mut AnyConnection,
    nodes: &[Node],
) -> DbResult<HashMap<Node, Vec<u8>>> {
    let mut places_by_level: HashMap<u8, Vec<i64>> = HashMap::new();
    for node in nodes {
        places_by_level
            .entry(node.level)
            .or_default()
            .push(number(node.place)?);
    }
    let mut found = HashMap::with_capacity(nodes.len());
    for (level, places) in places_by_level {
        let rows: Vec<(i64, Vec<u8>)> = audit_tree::table
            .filter(audit_tree::level.eq(i64::from(level)))
            .filter(audit_tree::place.eq_any(places))
            .select((audit_tree::place, audit_tree::hash))
            .load(connection)?;
        for (place, bytes) in rows {
            let place = count(place)?;
            found.insert(Node { level, place }, bytes);
        }
    }
    Ok(found)
}

pub(super) fn hash(bytes: &[u8]) -> DbResult<TreeHash> {
    match bytes.try_into() {
        Ok(hash) => Ok(TreeHash(hash)),
        Err(_) => Err(unreadable("log")(Broken::Hash(bytes.len()))),
    }
}

/// Converts a stored number.
pub(super) fn count(number: i64) -> DbResult<u64> {
    u64::try_from(number).map_err(|_| unreadable("log")(Broken::Number(number)))
}

/// Converts a number for its column.
pub(super) fn number(count: u64) -> DbResult<i64> {
    i64::try_from(count).map_err(unreadable("log"))
}
