//! Statements that stay prepared although Diesel prepares them anew each time.

use diesel::backend::Backend;
use diesel::query_builder::{AstPass, InsertStatement, Query, QueryFragment, QueryId, UpdateStatement};
use diesel::query_dsl::RunQueryDsl;
use diesel::result::QueryResult;

/// A statement that its connection keeps prepared, under its text.
///
/// Diesel keeps no UPDATE, because a changeset may leave columns out, and no INSERT of several rows: each is parsed and planned again, and on
/// PostgreSQL takes two round trips. As the text is the key, no other statement is ever run in its place. What is kept is memory, on each
/// connection: use it where there are few texts, as without lists of any length.
pub(crate) struct Prepared<Q>(pub(crate) Q);

/// Statements that are built by Diesel, and can stay prepared.
pub(crate) trait Prepare: Sized {
    /// The statement, kept by its connection.
    fn prepared(self) -> Prepared<Self> {
        Prepared(self)
    }
}

impl<T: diesel::QuerySource, U, V, R> Prepare for UpdateStatement<T, U, V, R> {}
impl<T: diesel::QuerySource, U, O, R> Prepare for InsertStatement<T, U, O, R> {}

impl<Q, DB> QueryFragment<DB> for Prepared<Q>
where
    DB: Backend,
    Q: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    fn is_safe_to_cache_prepared(&self, _backend: &DB) -> QueryResult<bool> {
        Ok(true)
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

    use super::Prepare;
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
        queued_on: crate::times::At,
        due_on: crate::times::At,
    }

    /// PostgreSQL tells what its connections keep prepared.
    #[test]
    fn a_statement_is_prepared_once() {
        let database = TestDatabase::postgres();
        let mut writer = database.store().writer().unwrap();
        let connection = &mut writer.connection;
        let now = crate::times::At::from(chrono::DateTime::UNIX_EPOCH);
        for id in 1..=3_i64 {
            diesel::update(sessions::table.find(id))
                .set(sessions::last_used_on.eq(now))
                .prepared()
                .execute(connection)
                .unwrap();
            let row = || Row {
                channel: "mail",
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
