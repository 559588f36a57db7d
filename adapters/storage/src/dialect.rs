//! SQL that differs between the two databases, for all slices.

use diesel::connection::{AnsiTransactionManager, SimpleConnection};
use diesel::deserialize::QueryableByName;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::query_dsl::RunQueryDsl;
use diesel::result::{Error, QueryResult};
use diesel::sql_types::{BigInt, Bool, Text};

use crate::connection::{AnyConnection, MultiBackend};
use crate::search::Term;
use crate::times::{Timestamp, UtcTime};

/// Runs the same source on the actual connection, compiled once for each database. Needed for
/// features that Diesel's common dialect lacks, such as inserts of many rows.
macro_rules! per_backend {
    ($connection:expr, $c:ident => $body:expr) => {
        match $connection {
            $crate::connection::AnyConnection::Postgres($c) => $body,
            $crate::connection::AnyConnection::Sqlite($c) => $body,
        }
    };
}
pub(crate) use per_backend;

/// Like [`per_backend`], with a value for each database, PostgreSQL's first.
macro_rules! per_backend_with {
    ($connection:expr, $c:ident => ($postgres:expr, $sqlite:expr), $value:ident => $body:expr) => {
        match $connection {
            $crate::connection::AnyConnection::Postgres($c) => {
                let $value = $postgres;
                $body
            }
            $crate::connection::AnyConnection::Sqlite($c) => {
                let $value = $sqlite;
                $body
            }
        }
    };
}
pub(crate) use per_backend_with;

/// Returns true if the statement is written for PostgreSQL.
pub(crate) fn is_postgres(out: &AstPass<'_, '_, MultiBackend>) -> bool {
    matches!(out.backend(), MultiBackend::Postgres(_))
}

#[derive(QueryableByName)]
struct Now {
    #[diesel(sql_type = UtcTime)]
    at: Timestamp,
}

/// Returns the current time of the database, for rows without a given time.
pub(crate) fn now(connection: &mut AnyConnection) -> QueryResult<Timestamp> {
    let now: Now = per_backend_with!(
        connection,
        c => ("SELECT now() AS at", "SELECT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now') AS at"),
        statement => diesel::sql_query(statement).get_result(c)
    )?;
    Ok(now.at)
}

/// Returns the current time of the database server, or `None` on SQLite, which uses the clock of
/// this machine.
pub(crate) fn server_time(connection: &mut AnyConnection) -> QueryResult<Option<Timestamp>> {
    if connection.is_postgres() {
        now(connection).map(Some)
    } else {
        Ok(None)
    }
}

/// Begins a transaction for reads that all see one snapshot: on SQLite that of the first read.
/// PostgreSQL does not end it while it is idle.
pub(crate) fn begin_snapshot(connection: &mut AnyConnection) -> QueryResult<()> {
    match connection {
        // The server would end transactions that are idle between two statements. The scan reads
        // files in these pauses.
        AnyConnection::Postgres(c) => {
            AnsiTransactionManager::begin_transaction_sql(
                c,
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            )?;
            c.batch_execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        }
        AnyConnection::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN"),
    }
}

/// Returns the first row of a query, locked until the transaction ends as by an update. An actual
/// update would also write to the search indexes. SQLite has a single writer anyway.
macro_rules! first_locked {
    ($connection:expr, $query:expr) => {
        match $connection {
            $crate::connection::AnyConnection::Postgres(c) => $query.for_no_key_update().first(c),
            $crate::connection::AnyConnection::Sqlite(c) => $query.first(c),
        }
    };
}
pub(crate) use first_locked;

/// Like [`first_locked`], for all rows.
macro_rules! all_locked {
    ($connection:expr, $query:expr) => {
        match $connection {
            $crate::connection::AnyConnection::Postgres(c) => $query.for_no_key_update().load(c),
            $crate::connection::AnyConnection::Sqlite(c) => $query.load(c),
        }
    };
}
pub(crate) use all_locked;

/// Advisory-lock key for migrations. Arbitrary, but unique in this file.
const MIGRATION_LOCK: i64 = 0x0061_6469_7475_7300;

/// Advisory-lock key for changes of procedures and for submissions that copy one.
const PROCEDURE_LOCK: i64 = MIGRATION_LOCK + 1;

/// Advisory-lock key for changes of reference data and for submissions that refer to it.
const REFERENCE_LOCK: i64 = MIGRATION_LOCK + 2;

/// Advisory-lock key for appending to the transparency log.
const LOG_LOCK: i64 = MIGRATION_LOCK + 17;

/// Advisory-lock key for scheduled backups.
pub(crate) const BACKUP_LOCK: i64 = MIGRATION_LOCK + 16;

/// These locks are held until the transaction ends.
const EXCLUSIVE: &str = "SELECT pg_advisory_xact_lock($1)";
const SHARED: &str = "SELECT pg_advisory_xact_lock_shared($1)";

/// Waits for the exclusive migration lock. SQLite has none: nodes cannot share a file.
pub(crate) fn lock_migrations(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, "SELECT pg_advisory_lock($1)", MIGRATION_LOCK)
}

pub(crate) fn unlock_migrations(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, "SELECT pg_advisory_unlock($1)", MIGRATION_LOCK)
}

/// Takes the exclusive advisory lock on procedures until the transaction ends. Others can then
/// neither change procedures nor copy one. SQLite has a single writer anyway.
pub(crate) fn lock_procedures(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, EXCLUSIVE, PROCEDURE_LOCK)
}

/// Takes the shared advisory lock on procedures until the transaction ends, so that they do not
/// change. SQLite has a single writer anyway.
pub(crate) fn lock_procedures_shared(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, SHARED, PROCEDURE_LOCK)
}

/// Takes the exclusive advisory lock on reference data until the transaction ends. SQLite has a
/// single writer anyway.
pub(crate) fn lock_reference_data(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, EXCLUSIVE, REFERENCE_LOCK)
}

/// Takes the shared advisory lock on reference data until the transaction ends, so that it does not
/// change. SQLite has a single writer anyway.
pub(crate) fn lock_reference_data_shared(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, SHARED, REFERENCE_LOCK)
}

#[derive(QueryableByName)]
struct LockAttempt {
    #[diesel(sql_type = Bool)]
    acquired: bool,
}

/// Tries to take the exclusive lock on the transparency log until the transaction ends. Returns
/// false if another node holds it. SQLite has a single writer anyway.
pub(crate) fn try_lock_log(connection: &mut AnyConnection) -> QueryResult<bool> {
    match connection {
        AnyConnection::Postgres(c) => {
            let attempt: LockAttempt = diesel::sql_query("SELECT pg_try_advisory_xact_lock($1) AS acquired")
                .bind::<BigInt, _>(LOG_LOCK)
                .get_result(c)?;
            Ok(attempt.acquired)
        }
        AnyConnection::Sqlite(_) => Ok(true),
    }
}

/// Takes the exclusive advisory lock with this key until the transaction ends. Keys may collide
/// with those of other locks, in which case both sides wait without need. SQLite has a single
/// writer anyway.
pub(crate) fn lock_key(connection: &mut AnyConnection, key: i64) -> QueryResult<()> {
    advisory(connection, EXCLUSIVE, key)
}

fn advisory(connection: &mut AnyConnection, statement: &str, lock: i64) -> QueryResult<()> {
    match connection {
        AnyConnection::Postgres(c) => diesel::sql_query(statement)
            .bind::<BigInt, _>(lock)
            .execute(c)
            .map(drop),
        AnyConnection::Sqlite(_) => Ok(()),
    }
}

/// Makes PostgreSQL plan each statement for its values until the transaction ends. It would
/// otherwise keep a plan from the time when an import had just begun to fill empty tables, which
/// scans them.
pub(crate) fn force_custom_plans(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL plan_cache_mode = force_custom_plan")
}

/// Ends the effect of [`force_custom_plans`]. Per-row checks, such as those of foreign keys, would otherwise
/// be planned for every row.
pub(crate) fn force_generic_plans(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL plan_cache_mode = force_generic_plan")
}

/// Defers merging into PostgreSQL's GIN indexes until [`merge_gin_indexes`] or the end of the
/// transaction. Each word is then looked up once for many rows.
pub(crate) fn defer_gin_merge(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL gin_pending_list_limit = '64MB'")
}

/// Merges the pending lists of these GIN indexes, which every search scans. Only the owner of an
/// index may do so, so the server's role calls a function of the owner.
pub(crate) fn merge_gin_indexes(connection: &mut AnyConnection, indexes: &[&'static str]) -> QueryResult<()> {
    indexes
        .iter()
        .try_for_each(|index| on_postgres(connection, &format!("SELECT merge_search_index('{index}')")))
}

/// Makes the commit of this transaction return before it is on disk, for work that is repeated
/// after a crash. The next durable commit makes it durable as well. SQLite always waits.
pub(crate) fn commit_asynchronously(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL synchronous_commit = off")
}

/// Executes a statement on PostgreSQL only.
pub(crate) fn on_postgres(connection: &mut AnyConnection, statement: &str) -> QueryResult<()> {
    match connection {
        AnyConnection::Postgres(c) => diesel::sql_query(statement).execute(c).map(drop),
        AnyConnection::Sqlite(_) => Ok(()),
    }
}

#[derive(QueryableByName)]
struct NewId {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Returns new ids of a table in ascending order, for rows that are inserted with explicit ids. Ids
/// are never reused; on SQLite this requires AUTOINCREMENT.
pub(crate) fn new_ids(
    connection: &mut AnyConnection,
    table: &'static str,
    number: usize,
) -> QueryResult<Vec<i64>> {
    let number = i64::try_from(number).map_err(|error| Error::SerializationError(Box::new(error)))?;
    match connection {
        AnyConnection::Postgres(c) => {
            let new = diesel::sql_query(
                "SELECT nextval((SELECT pg_get_serial_sequence($1, 'id')::regclass)) AS id FROM generate_series(1, $2)",
            )
            .bind::<Text, _>(table)
            .bind::<BigInt, _>(number)
            .load::<NewId>(c)?;
            let mut ids: Vec<i64> = new.into_iter().map(|new| new.id).collect();
            ids.sort_unstable();
            Ok(ids)
        }
        AnyConnection::Sqlite(c) => {
            let last =
                diesel::sql_query("SELECT COALESCE(MAX(seq), 0) AS id FROM sqlite_sequence WHERE name = $1")
                    .bind::<Text, _>(table)
                    .get_result::<NewId>(c)?;
            Ok((last.id + 1..=last.id + number).collect())
        }
    }
}

/// Maximum number of values of one list in a statement. SQLite binds at most 32,766 values per
/// statement, over all lists.
pub(crate) const VALUES_AT_ONCE: usize = 10_000;

/// Maximum number of rows of one INSERT. With at most 60 columns per table, it stays below the
/// limit on bound values.
pub(crate) const ROWS_AT_ONCE: usize = 500;

/// INSERTs of at most this number of rows stay prepared. Each number of rows is a statement of its
/// own.
pub(crate) const FEW_ROWS: usize = 8;

/// Inserts any number of rows in batches of some hundred:
/// `insert_rows!(connection, devices::table, &rows)?`. The rows must implement `Insertable` with
/// `#[diesel(treat_none_as_default_value = false)]`.
macro_rules! insert_rows {
    ($connection:expr, $table:expr, $rows:expr) => {{
        let mut done: diesel::QueryResult<()> = Ok(());
        for chunk in $rows.chunks($crate::dialect::ROWS_AT_ONCE) {
            let inserted = match &mut *$connection {
                $crate::connection::AnyConnection::Postgres(c)
                    if chunk.len() <= $crate::dialect::FEW_ROWS =>
                {
                    let insert = diesel::insert_into($table).values(chunk);
                    diesel::RunQueryDsl::execute($crate::prepared::Prepared::new(insert), c).map(drop)
                }
                $crate::connection::AnyConnection::Postgres(c) => {
                    diesel::RunQueryDsl::execute(diesel::insert_into($table).values(chunk), c).map(drop)
                }
                // Inserts the rows one by one, because the statement for a single row stays
                // prepared.
                $crate::connection::AnyConnection::Sqlite(c) if chunk.len() <= $crate::dialect::FEW_ROWS => {
                    chunk.iter().try_for_each(|row| {
                        diesel::RunQueryDsl::execute(diesel::insert_into($table).values(row), &mut *c)
                            .map(drop)
                    })
                }
                $crate::connection::AnyConnection::Sqlite(c) => {
                    diesel::RunQueryDsl::execute(diesel::insert_into($table).values(chunk), c).map(drop)
                }
            };
            if let Err(error) = inserted {
                done = Err(error);
                break;
            }
        }
        done
    }};
}
pub(crate) use insert_rows;

/// Like [`insert_rows`], for imports of hundreds of thousands of rows: PostgreSQL receives them by
/// `COPY` and need not parse a statement with thousands of values. Every field of the rows must be
/// a column; none may be embedded.
macro_rules! copy_rows {
    ($connection:expr, $table:expr, $rows:expr) => {{
        let rows = $rows.as_slice();
        match &mut *$connection {
            $crate::connection::AnyConnection::Postgres(_) if rows.is_empty() => Ok(()),
            $crate::connection::AnyConnection::Postgres(c) => diesel::prelude::ExecuteCopyFromDsl::execute(
                diesel::copy_from($table).from_insertable(rows),
                c,
            )
            .map(drop),
            $crate::connection::AnyConnection::Sqlite(c) => {
                rows.chunks($crate::dialect::ROWS_AT_ONCE).try_for_each(|chunk| {
                    diesel::RunQueryDsl::execute(diesel::insert_into($table).values(chunk), &mut *c).map(drop)
                })
            }
        }
    }};
}
pub(crate) use copy_rows;

/// Like [`insert_rows`], and returns the ids in the order of the rows. Both databases assign ids in
/// that order but may return them in another, hence the sorting.
macro_rules! insert_rows_returning {
    ($connection:expr, $table:expr, $rows:expr, $id:expr) => {{
        let mut ids: diesel::QueryResult<Vec<i64>> = Ok(Vec::with_capacity($rows.len()));
        for chunk in $rows.chunks($crate::dialect::ROWS_AT_ONCE) {
            let inserted: diesel::QueryResult<Vec<i64>> = $crate::dialect::per_backend!(&mut *$connection, c => {
                diesel::RunQueryDsl::get_results(diesel::insert_into($table).values(chunk).returning($id), c)
            });
            match (inserted, &mut ids) {
                (Ok(mut inserted), Ok(ids)) => {
                    inserted.sort_unstable();
                    ids.append(&mut inserted);
                }
                (Err(error), _) => {
                    ids = Err(error);
                    break;
                }
                (Ok(_), Err(_)) => break,
            }
        }
        ids
    }};
}
pub(crate) use insert_rows_returning;

/// Makes a handwritten SQL fragment usable in Diesel queries that name the table of the given
/// column, with the given SQL type: `fragment_on!(SearchCondition, Bool, data_requests::id)`.
macro_rules! fragment_on {
    ($fragment:ty, $kind:ty, $column:path) => {
        impl diesel::expression::Expression for $fragment {
            type SqlType = $kind;
        }

        impl diesel::expression::ValidGrouping<()> for $fragment {
            type IsAggregate = diesel::expression::is_aggregate::No;
        }

        impl<S> diesel::expression::AppearsOnTable<S> for $fragment where
            $column: diesel::expression::AppearsOnTable<S>
        {
        }

        impl<S> diesel::expression::SelectableExpression<S> for $fragment where
            $column: diesel::expression::SelectableExpression<S>
        {
        }

        impl diesel::query_builder::QueryId for $fragment {
            type QueryId = ();
            const HAS_STATIC_QUERY_ID: bool = false;
        }
    };
}
pub(crate) use fragment_on;

/// Condition that the indexed text of a row contains a term.
///
/// `column` contains text made by [`crate::search::indexed`]. `key` is the row's id. `index` is the
/// name of SQLite's FTS5 table for the column (tokenizer `trigram`, external content, rowid = id).
/// PostgreSQL has a GIN index with `gin_trgm_ops` on the column itself. Both look up the whole term
/// and read only the index. [`Term`] explains how terms of one or two characters match.
pub(crate) fn contains<C, K>(column: C, key: K, index: &'static str, term: &Term) -> Contains<C, K>
where
    C: Expression<SqlType = Text>,
    K: Expression,
{
    Contains {
        column,
        key,
        index,
        like: term.like_pattern(),
        phrase: term.phrase(),
    }
}

/// Condition returned by [`contains`].
#[derive(Debug, Clone)]
pub(crate) struct Contains<C, K> {
    column: C,
    key: K,
    index: &'static str,
    like: String,
    phrase: String,
}

impl<C, K> Expression for Contains<C, K> {
    type SqlType = Bool;
}

impl<C, K> ValidGrouping<()> for Contains<C, K> {
    type IsAggregate = is_aggregate::No;
}

impl<C: AppearsOnTable<S>, K: AppearsOnTable<S>, S> AppearsOnTable<S> for Contains<C, K> {}

impl<C: AppearsOnTable<S>, K: AppearsOnTable<S>, S> SelectableExpression<S> for Contains<C, K> {}

impl<C, K> QueryId for Contains<C, K> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C, K> QueryFragment<MultiBackend> for Contains<C, K>
where
    C: QueryFragment<MultiBackend>,
    K: QueryFragment<MultiBackend>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        match out.backend() {
            MultiBackend::Postgres(_) => {
                self.column.walk_ast(out.reborrow())?;
                out.push_sql(" LIKE ");
                out.push_bind_param::<Text, String>(&self.like)
            }
            MultiBackend::Sqlite(_) => {
                self.key.walk_ast(out.reborrow())?;
                out.push_sql(" IN (SELECT rowid FROM ");
                out.push_identifier(self.index)?;
                out.push_sql(" WHERE ");
                out.push_identifier(self.index)?;
                out.push_sql(" MATCH ");
                out.push_bind_param::<Text, String>(&self.phrase)?;
                out.push_sql(")");
                Ok(())
            }
        }
    }
}

/// Hides a column from indexes: `COALESCE("c", "c")` always equals the column, but neither database
/// simplifies it.
///
/// In a search, the full-text index must be read first. It finds a few rows, whereas a condition
/// such as `published` matches nearly all. By themselves, both databases prefer to walk the other
/// index: SQLite because it has no statistics, PostgreSQL because it makes one plan for every term
/// and expects to fill the page early.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct WithoutIndex<C>(pub(crate) C);

impl<C: Expression> Expression for WithoutIndex<C> {
    type SqlType = C::SqlType;
}

impl<C> ValidGrouping<()> for WithoutIndex<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C: AppearsOnTable<S>, S> AppearsOnTable<S> for WithoutIndex<C> {}

impl<C: SelectableExpression<S>, S> SelectableExpression<S> for WithoutIndex<C> {}

impl<C: QueryFragment<MultiBackend>> QueryFragment<MultiBackend> for WithoutIndex<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("COALESCE(");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}
