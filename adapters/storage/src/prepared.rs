//! Keeps statements prepared that Diesel prepares again each time.

use std::cell::OnceCell;

use diesel::backend::Backend;
use diesel::internal::derives::multiconnection::AstPassHelper;
use diesel::pg::Pg;
use diesel::query_builder::{
    AstPass, InsertStatement, Query, QueryBuilder, QueryFragment, QueryId, UpdateStatement,
};
use diesel::query_dsl::RunQueryDsl;
use diesel::query_dsl::methods::LoadQuery;
use diesel::result::QueryResult;
use diesel::sqlite::Sqlite;
use diesel::{PgConnection, Selectable, SqliteConnection};

use crate::connection::AnyConnection;

/// A statement that its connection caches as prepared, with the text as the key.
///
/// Diesel does not cache UPDATEs, because a changeset may leave columns out, INSERTs of several
/// rows, or handwritten SQL. Each of these is parsed and planned every time, and takes two round
/// trips on PostgreSQL. As the text is the key, no other statement can be run in its place. The
/// cache takes memory on each connection: use it only for statements with few different texts, such
/// as with lists that are [`padded`].
pub(crate) struct Prepared<Q> {
    statement: Q,
    /// Cached because Diesel asks for it several times per execution.
    text: OnceCell<String>,
}

impl<Q> Prepared<Q> {
    pub(crate) fn new(statement: Q) -> Self {
        Self {
            statement,
            text: OnceCell::new(),
        }
    }
}

/// Statements built by Diesel that can stay prepared.
pub(crate) trait Prepare: Sized {
    /// Returns the statement in a form that its connection caches.
    fn prepared(self) -> Prepared<Self> {
        Prepared::new(self)
    }
}

impl<T: diesel::QuerySource, U, V, R> Prepare for UpdateStatement<T, U, V, R> {}
impl<T: diesel::QuerySource, U, O, R> Prepare for InsertStatement<T, U, O, R> {}

impl<Q: QueryFragment<Pg> + QueryFragment<Sqlite>> Prepared<Q> {
    pub(crate) fn execute(self, connection: &mut AnyConnection) -> QueryResult<usize> {
        match connection {
            AnyConnection::Postgres(connection) => RunQueryDsl::execute(self, connection),
            AnyConnection::Sqlite(connection) => RunQueryDsl::execute(self, connection),
        }
    }
}

/// Returns the list with its last value repeated until its length is a power of two, which limits
/// the number of different statements. Use it only where repeated values do no harm, as after `IN`.
pub(crate) fn padded<T: Clone>(list: &[T]) -> Vec<T> {
    let mut padded = list.to_vec();
    if let Some(last) = list.last() {
        padded.resize(list.len().next_power_of_two(), last.clone());
    }
    padded
}

/// Loads rows on the backend's own connection. Through [`AnyConnection`], Diesel builds the text of
/// a statement twice per execution, although it is prepared. Compiling the query for both backends
/// pays off for frequent statements, and for those that run while SQLite's single writer is taken.
pub(crate) fn load_directly<'query, Q, T>(query: Q, connection: &mut AnyConnection) -> QueryResult<Vec<T>>
where
    Q: LoadQuery<'query, PgConnection, T> + LoadQuery<'query, SqliteConnection, T>,
{
    match connection {
        AnyConnection::Postgres(connection) => query.internal_load(connection)?.collect(),
        AnyConnection::Sqlite(connection) => query.internal_load(connection)?.collect(),
    }
}

/// Like [`load_directly`], for a query with a list after `IN`, which has to be [`padded`]. Diesel
/// would prepare it again each time.
pub(crate) fn load_prepared<'query, Q, T>(query: Q, connection: &mut AnyConnection) -> QueryResult<Vec<T>>
where
    Prepared<Q>: LoadQuery<'query, PgConnection, T> + LoadQuery<'query, SqliteConnection, T>,
{
    load_directly(Prepared::new(query), connection)
}

/// Like [`load_directly`], for a query with at most one row.
pub(crate) fn one_directly<'query, Q, T>(query: Q, connection: &mut AnyConnection) -> QueryResult<Option<T>>
where
    Q: LoadQuery<'query, PgConnection, T> + LoadQuery<'query, SqliteConnection, T>,
{
    Ok(load_directly(query, connection)?.into_iter().next())
}

/// Returns the columns of a row type, which are the same on both databases.
pub(crate) fn columns_of<R: Selectable<Pg>>() -> R::SelectExpression {
    R::construct_selection()
}

impl<Q, DB> QueryFragment<DB> for Prepared<Q>
where
    DB: Backend,
    DB::QueryBuilder: Default,
    Q: QueryFragment<DB>,
{
    /// Diesel does not cache a statement whose `walk_ast` marks it as unsafe to cache. The inner
    /// statement is therefore walked only for its values, and its text is written as one piece.
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        if pass.bind_collector().is_some() || pass.debug_binds().is_some() {
            return self.statement.walk_ast(pass);
        }
        if let Some(text) = self.text.get() {
            pass.push_sql(text);
            return Ok(());
        }
        let mut text = DB::QueryBuilder::default();
        self.statement.to_sql(&mut text, pass.backend())?;
        pass.push_sql(self.text.get_or_init(|| text.finish()));
        Ok(())
    }
}

impl<Q> QueryId for Prepared<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, C> RunQueryDsl<C> for Prepared<Q> {}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use diesel::prelude::*;
    use diesel::sql_types::BigInt;

    use super::{Prepare, padded};
    use crate::dialect::insert_rows;
    use crate::schema::{outbox_messages, sessions};
    use crate::testing::TestDatabase;

    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }

    #[derive(Insertable)]
    #[diesel(table_name = outbox_messages, treat_none_as_default_value = false)]
    struct Row {
        channel: &'static str,
        reference: &'static str,
        sealed: Vec<u8>,
        queued_on: crate::times::Timestamp,
        due_on: crate::times::Timestamp,
    }

    #[test]
    fn lists_are_padded_with_their_last_value() {
        assert!(padded::<i32>(&[]).is_empty());
        assert_eq!(padded(&[1]), [1]);
        assert_eq!(padded(&[1, 2, 3]), [1, 2, 3, 3]);
        assert_eq!(padded(&[1, 2, 3, 4, 5]), [1, 2, 3, 4, 5, 5, 5, 5]);
    }

    /// Runs on PostgreSQL, which can list the prepared statements of a connection.
    #[test]
    fn a_statement_is_prepared_once() {
        let database = TestDatabase::postgres();
        let mut writer = database.store().writer().unwrap();
        let connection = &mut writer.connection;
        let now = crate::times::Timestamp::from(chrono::DateTime::UNIX_EPOCH);
        for id in 1..=3_i64 {
            diesel::update(sessions::table.find(id))
                .set(sessions::last_used_on.eq(now))
                .prepared()
                .execute(connection)
                .unwrap();
            let row = || Row {
                channel: "mail",
                reference: "0a0b",
                sealed: vec![1],
                queued_on: now,
                due_on: now,
            };
            insert_rows!(connection, outbox_messages::table, [row(), row()]).unwrap();
        }
        let kept = "SELECT count(*) AS number FROM pg_prepared_statements WHERE statement LIKE 'UPDATE \"sessions\"%' \
                    OR statement LIKE 'INSERT INTO \"outbox_messages\"%'";
        let kept: Number = diesel::sql_query(kept).get_result(connection).unwrap();
        assert_eq!(kept.number, 2);
    }
}
