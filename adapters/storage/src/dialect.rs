//! What the two databases must be told in their own ways. For all else, one statement serves both.

use diesel::connection::{AnsiTransactionManager, SimpleConnection};
use diesel::deserialize::QueryableByName;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::query_dsl::RunQueryDsl;
use diesel::result::{Error, QueryResult};
use diesel::sql_types::{BigInt, Bool, Text};

use crate::connection::{AnyConnection, MultiBackend};
use crate::search::Term;
use crate::times::{At, UtcTime};

/// Runs the same source against the connection at hand, compiled once for each database: for what the common dialect
/// lacks, such as inserting many rows at once.
macro_rules! per_backend {
    ($connection:expr, $c:ident => $body:expr) => {
        match $connection {
            $crate::connection::AnyConnection::Postgres($c) => $body,
            $crate::connection::AnyConnection::Sqlite($c) => $body,
        }
    };
}
pub(crate) use per_backend;

/// As [`per_backend`], with a value for each database: PostgreSQL's first.
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

/// Which of the two a statement is written for.
pub(crate) fn is_postgres(out: &AstPass<'_, '_, MultiBackend>) -> bool {
    matches!(out.backend(), MultiBackend::Postgres(_))
}

#[derive(QueryableByName)]
struct Now {
    #[diesel(sql_type = UtcTime)]
    at: At,
}

/// The time by the database's clock, for what nobody gave a time.
pub(crate) fn now(connection: &mut AnyConnection) -> QueryResult<At> {
    let now: Now = per_backend_with!(
        connection,
        c => ("SELECT now() AS at", "SELECT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now') AS at"),
        statement => diesel::sql_query(statement).get_result(c)
    )?;
    Ok(now.at)
}

/// The time by the clock of the database server; none on SQLite, which uses the clock of this machine.
pub(crate) fn server_time(connection: &mut AnyConnection) -> QueryResult<Option<At>> {
    if connection.is_postgres() {
        now(connection).map(Some)
    } else {
        Ok(None)
    }
}

/// Begins a transaction that only reads and sees the database as it is now, however long that takes.
pub(crate) fn begin_snapshot(connection: &mut AnyConnection) -> QueryResult<()> {
    match connection {
        // The server ends transactions that are idle between two statements. Files are read in such pauses.
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

/// The first row of a query, locked until the transaction ends as an update of it would. An update in its place would write to the search
/// indexes as well. SQLite has one writer anyway.
macro_rules! first_locked {
    ($connection:expr, $query:expr) => {
        match $connection {
            $crate::connection::AnyConnection::Postgres(c) => $query.for_no_key_update().first(c),
            $crate::connection::AnyConnection::Sqlite(c) => $query.first(c),
        }
    };
}
pub(crate) use first_locked;

/// What nodes that migrate at once queue at: any number that nothing else locks.
const MIGRATION_LOCK: i64 = 0x0061_6469_7475_7300;

/// What changes of procedures and submissions that copy one queue at.
const PROCEDURE_LOCK: i64 = MIGRATION_LOCK + 1;

/// What changes of reference data, and submissions that choose of it, queue at.
const REFERENCE_LOCK: i64 = MIGRATION_LOCK + 2;

/// What nodes that continue the transparency log take turns at.
const LOG_LOCK: i64 = MIGRATION_LOCK + 17;

/// What nodes that make backups by themselves take turns at.
pub(crate) const BACKUP_LOCK: i64 = MIGRATION_LOCK + 16;

/// Until the transaction ends.
const EXCLUSIVELY: &str = "SELECT pg_advisory_xact_lock($1)";
const SHARED: &str = "SELECT pg_advisory_xact_lock_shared($1)";

/// Waits until no other node migrates. One process alone uses a SQLite file.
pub(crate) fn migration_lock(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, "SELECT pg_advisory_lock($1)", MIGRATION_LOCK)
}

/// Lets the next node migrate.
pub(crate) fn migration_unlock(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, "SELECT pg_advisory_unlock($1)", MIGRATION_LOCK)
}

/// Until the transaction ends, nobody else changes procedures or reads one to copy it. SQLite has one writer anyway.
pub(crate) fn lock_procedures(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, EXCLUSIVELY, PROCEDURE_LOCK)
}

/// Until the transaction ends, nobody changes procedures; others may hold them too. SQLite has one writer anyway.
pub(crate) fn hold_procedures(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, SHARED, PROCEDURE_LOCK)
}

/// Until the transaction ends, nobody else changes reference data. SQLite has one writer anyway.
pub(crate) fn lock_reference_data(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, EXCLUSIVELY, REFERENCE_LOCK)
}

/// Until the transaction ends, nobody changes reference data; others may hold it too. SQLite has one writer anyway.
pub(crate) fn hold_reference_data(connection: &mut AnyConnection) -> QueryResult<()> {
    advisory(connection, SHARED, REFERENCE_LOCK)
}

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = Bool)]
    taken: bool,
}

/// Until the transaction ends, nobody else continues the transparency log; false where somebody does. SQLite has one writer anyway.
pub(crate) fn take_log(connection: &mut AnyConnection) -> QueryResult<bool> {
    match connection {
        AnyConnection::Postgres(c) => {
            let answer: Taken = diesel::sql_query("SELECT pg_try_advisory_xact_lock($1) AS taken")
                .bind::<BigInt, _>(LOG_LOCK)
                .get_result(c)?;
            Ok(answer.taken)
        }
        AnyConnection::Sqlite(_) => Ok(true),
    }
}

/// Until the transaction ends, nobody else gets beyond this call with this number. The number stands for itself: if it is by
/// chance one that something else locks, both wait without need. SQLite has one writer anyway.
pub(crate) fn lock_number(connection: &mut AnyConnection, number: i64) -> QueryResult<()> {
    advisory(connection, EXCLUSIVELY, number)
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

/// Until the transaction ends, PostgreSQL plans each statement for its values. It would keep the plan of a statement that ran five times,
/// and while an import fills empty tables that is one which reads them from end to end.
pub(crate) fn plan_anew(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL plan_cache_mode = force_custom_plan")
}

/// Ends [`plan_anew`]: statements that are checked row by row, as references are, would be planned for every row.
pub(crate) fn plan_once(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL plan_cache_mode = force_generic_plan")
}

/// Until the transaction ends, the search indexes of PostgreSQL keep back what they are given, however much it is, until
/// [`merge_search`] merges it. A word is looked up once then for many rows, and not anew for every few.
pub(crate) fn hold_search_back(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL gin_pending_list_limit = '64MB'")
}

/// Merges what these search indexes of PostgreSQL keep back: every search reads that from end to end. Only the owner of an index
/// may, and a function of theirs does it for the role of the server.
pub(crate) fn merge_search(connection: &mut AnyConnection, indexes: &[&'static str]) -> QueryResult<()> {
    indexes
        .iter()
        .try_for_each(|index| on_postgres(connection, &format!("SELECT merge_search_index('{index}')")))
}

/// Has PostgreSQL not wait for the disk when this transaction commits: for work that is done again where a crash takes it back. The next
/// commit that does wait, waits for this one too. SQLite waits always.
pub(crate) fn commit_without_waiting(connection: &mut AnyConnection) -> QueryResult<()> {
    on_postgres(connection, "SET LOCAL synchronous_commit = off")
}

/// A statement for PostgreSQL alone.
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

/// So many ids of a table that nothing has yet, in ascending order, for rows that are inserted with them. The table keeps no id that
/// was given once: on SQLite it is one with AUTOINCREMENT.
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

/// The most values of one list in a statement. SQLite binds at most 32,766 values to a statement, all lists together.
pub(crate) const VALUES_AT_ONCE: usize = 10_000;

/// The most rows of one INSERT: they are bound as such values, and no table here has more than 60 columns.
pub(crate) const ROWS_AT_ONCE: usize = 500;

/// An INSERT of at most so many rows stays prepared. Each number of rows is a statement of its own.
pub(crate) const FEW_ROWS: usize = 8;

/// Inserts any number of rows, some hundred at a time: `insert_rows!(connection, devices::table, &rows)?`. The rows
/// must implement `Insertable` with `#[diesel(treat_none_as_default_value = false)]`.
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
                // An INSERT of one row stays prepared.
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

/// As [`insert_rows`], for what an import brings by the hundred thousand: PostgreSQL takes the rows as a stream, and parses no
/// statement of thousands of values. Every field of the rows must be a column; none may be embedded.
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

/// As [`insert_rows`], and answers the ids in the order of the rows. Ids are given in that order by both databases;
/// only the order in which they are returned is not promised, hence the sorting.
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

/// Lets a fragment of SQL that is written by hand stand in queries of Diesel, with this SQL type, where the query names the table of this
/// column: `fragment_on!(Found, Bool, data_requests::id)`.
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

/// Whether the indexed text of a row contains a term.
///
/// `column` holds text made by [`crate::search::indexed`], `key` is the row's id, `index` the name of the FTS5 table
/// (tokenizer `trigram`, external content, rowid = id) that SQLite keeps over the column; PostgreSQL has a GIN index with
/// `gin_trgm_ops` on the column itself. Both are asked for the term as a whole and read the index alone. How terms of one
/// or two characters are found is said at [`Term`].
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

/// See [`contains`].
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

/// A column that no index is asked for: `COALESCE("c", "c")` is always the column itself, and no database sees it.
///
/// In a search the index of the words must come first, for it finds some rows, where a condition such as `published`
/// finds nearly all. Left alone, both databases prefer to walk the other index from end to end: SQLite because it keeps
/// no statistics, PostgreSQL because it plans once for every term, and hopes to fill the page early.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct NotByIndex<C>(pub(crate) C);

impl<C: Expression> Expression for NotByIndex<C> {
    type SqlType = C::SqlType;
}

impl<C> ValidGrouping<()> for NotByIndex<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C: AppearsOnTable<S>, S> AppearsOnTable<S> for NotByIndex<C> {}

impl<C: SelectableExpression<S>, S> SelectableExpression<S> for NotByIndex<C> {}

impl<C: QueryFragment<MultiBackend>> QueryFragment<MultiBackend> for NotByIndex<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("COALESCE(");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}
