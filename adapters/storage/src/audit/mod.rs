//! The audit log.

mod entries;
mod guard;
mod log;
mod log_views;
mod names;
#[cfg(test)]
mod plans;
mod range;
mod request_entries;
pub(crate) mod reviewed;
pub(crate) mod roles;
mod row;
pub(crate) mod stored;
mod witnesses;

use std::collections::{BTreeMap, BTreeSet};

use aditus_application::access::RequestScope;
use aditus_application::audit::views::{
    AuditViews, EntryCursor, EntryFilter, EntryPage, EntryWithValues, RecordName, RequestEntries,
};
use aditus_application::audit::{AuditEntries, CountedRead, NewEntry};
use aditus_application::ports::StoreError;
use aditus_domain::audit::{Kind, RecordRef};
use aditus_domain::ids::{AuditEntryId, RequestId, UserId};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Nullable, Text};

use crate::connection::AnyConnection;
use crate::prepared::Prepared;
use crate::read_session::ReadSession;
use crate::requests::scope::in_scope;
use crate::schema::{audit_counts, audit_entries, audit_pending, audit_values, data_requests};
use crate::times::{Timestamp, UtcTime};
use crate::transaction::WriteTransaction;

/// Inserts an entry, its row in the queue for the log, and its texts in one statement, which saves
/// a round trip per entry.
const ADD: &str = "WITH entry AS (\
     INSERT INTO audit_entries (at, kind, user_id, concerns_id, request_id, canonical) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id), \
     waits AS (INSERT INTO audit_pending (entry_id, mac) SELECT id, $7 FROM entry), \
     texts AS (INSERT INTO audit_values (entry_id, commitment, salt, value) \
     SELECT entry.id, beside.commitment, beside.salt, beside.value \
     FROM entry, unnest($8, $9, $10) AS beside (commitment, salt, value)) \
     SELECT id FROM entry";

#[derive(QueryableByName)]
struct Added {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

fn add_on_postgres(connection: &mut PgConnection, entry: &NewEntry) -> QueryResult<i64> {
    let values = &entry.encoded.values;
    let commitments: Vec<&[u8]> = values.iter().map(|value| value.commitment.0.as_slice()).collect();
    let salts: Vec<&[u8]> = values.iter().map(|value| value.salt.as_slice()).collect();
    let texts: Vec<&str> = values.iter().map(|value| value.value.as_str()).collect();
    let add = diesel::sql_query(ADD)
        .bind::<UtcTime, _>(Timestamp::from(entry.at))
        .bind::<Text, _>(entry.kind.name())
        .bind::<Nullable<BigInt>, _>(entry.user.map(|user| user.0))
        .bind::<Nullable<BigInt>, _>(entry.concerns.map(|user| user.0))
        .bind::<Nullable<BigInt>, _>(entry.request.map(|request| request.0))
        .bind::<Text, _>(&entry.encoded.canonical)
        .bind::<Binary, _>(&entry.mac[..])
        .bind::<Array<Binary>, _>(commitments)
        .bind::<Array<Binary>, _>(salts)
        .bind::<Array<Text>, _>(texts);
    let added: Added = RunQueryDsl::get_result(Prepared::new(add), connection)?;
    Ok(added.id)
}

fn add_on_sqlite(connection: &mut SqliteConnection, entry: &NewEntry) -> QueryResult<i64> {
    let id: i64 = diesel::insert_into(audit_entries::table)
        .values((
            audit_entries::at.eq(Timestamp::from(entry.at)),
            audit_entries::kind.eq(entry.kind.name()),
            audit_entries::user_id.eq(entry.user.map(|user| user.0)),
            audit_entries::concerns_id.eq(entry.concerns.map(|user| user.0)),
            audit_entries::request_id.eq(entry.request.map(|request| request.0)),
            audit_entries::canonical.eq(&entry.encoded.canonical),
        ))
        .returning(audit_entries::id)
        .get_result(connection)?;
    diesel::insert_into(audit_pending::table)
        .values((
            audit_pending::entry_id.eq(id),
            audit_pending::mac.eq(&entry.mac[..]),
        ))
        .execute(connection)?;
    // Inserts the rows one by one, because the statement for a single row stays prepared.
    for value in &entry.encoded.values {
        diesel::insert_into(audit_values::table)
            .values((
                audit_values::entry_id.eq(id),
                audit_values::commitment.eq(value.commitment.0.as_slice()),
                audit_values::salt.eq(value.salt.as_slice()),
                audit_values::value.eq(&value.value),
            ))
            .execute(connection)?;
    }
    Ok(id)
}

impl AuditEntries for WriteTransaction {
    fn add(&mut self, entry: &NewEntry) -> Result<AuditEntryId, StoreError> {
        self.run(|connection| {
            let id = match connection {
                AnyConnection::Postgres(connection) => add_on_postgres(connection, entry)?,
                AnyConnection::Sqlite(connection) => add_on_sqlite(connection, entry)?,
            };
            Ok(AuditEntryId(id))
        })
    }

    fn has_any(&mut self, kind: Kind) -> Result<bool, StoreError> {
        self.run(|connection| {
            let first = audit_entries::table
                .filter(audit_entries::kind.eq(kind.name()))
                .select(audit_entries::id)
                .first::<i64>(connection);
            Ok(first.optional()?.is_some())
        })
    }

    fn increment_count(&mut self, read: &CountedRead) -> Result<bool, StoreError> {
        self.run(|connection| {
            let counted = diesel::update(
                audit_counts::table
                    .filter(audit_counts::user_id.eq(read.user.0))
                    .filter(audit_counts::hour.eq(Timestamp::from(read.hour)))
                    .filter(audit_counts::act.eq(read.act.0.as_slice())),
            )
            .set((
                audit_counts::times.eq(audit_counts::times + 1),
                audit_counts::last_at.eq(Timestamp::from(read.at)),
            ))
            .execute(connection)?;
            Ok(counted > 0)
        })
    }

    fn start_count(&mut self, entry: AuditEntryId, read: &CountedRead) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::insert_into(audit_counts::table)
                .values((
                    audit_counts::entry_id.eq(entry.0),
                    audit_counts::user_id.eq(read.user.0),
                    audit_counts::act.eq(read.act.0.as_slice()),
                    audit_counts::hour.eq(Timestamp::from(read.hour)),
                    audit_counts::times.eq(1_i64),
                    audit_counts::last_at.eq(Timestamp::from(read.at)),
                ))
                .execute(connection)?;
            Ok(())
        })
    }
}

impl AuditViews for ReadSession {
    fn page(
        &mut self,
        filter: &EntryFilter,
        cursor: EntryCursor,
        limit: u32,
    ) -> Result<EntryPage, StoreError> {
        self.run(|connection| entries::page(connection, filter, cursor, limit))
    }

    fn request_entries(
        &mut self,
        scope: &RequestScope,
        request: RequestId,
        kinds: &[Kind],
        cursor: EntryCursor,
        limit: u32,
    ) -> Result<Option<RequestEntries>, StoreError> {
        self.run(|connection| {
            let owner: Option<i64> = data_requests::table
                .filter(data_requests::id.eq(request.0))
                .filter(in_scope(scope))
                .select(data_requests::owner_id)
                .first(connection)
                .optional()?;
            let Some(owner) = owner else { return Ok(None) };
            let filter = EntryFilter {
                request: Some(request),
                kinds: kinds.to_vec(),
                ..EntryFilter::default()
            };
            Ok(Some(RequestEntries {
                owner: UserId(owner),
                page: entries::page(connection, &filter, cursor, limit)?,
            }))
        })
    }

    fn entry_with_values(
        &mut self,
        scope: &RequestScope,
        entry: AuditEntryId,
    ) -> Result<Option<EntryWithValues>, StoreError> {
        self.run(|connection| entries::one(connection, scope, entry))
    }

    fn record_names(
        &mut self,
        records: &BTreeSet<RecordRef>,
    ) -> Result<BTreeMap<RecordRef, RecordName>, StoreError> {
        self.run(|connection| names::names(connection, records))
    }
}
