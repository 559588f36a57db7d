//! SQLite keeps the contract of the database.

use aditus_application::contract::DatabaseClause;
use aditus_storage::testing::TestDatabase;
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{Connection, QueryResult, RunQueryDsl, SqliteConnection};

fn run(clause: DatabaseClause) {
    let database = TestDatabase::sqlite();
    clause(&*database.store());
}

aditus_application::database_contract!(run);

/// Without it every bound LIMIT has SQLite plan its statement anew at each call: see `.cargo/config.toml`.
#[test]
fn statements_are_planned_once() {
    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    let stable: QueryResult<bool> =
        diesel::select(sql::<Bool>("sqlite_compileoption_used('ENABLE_QPSG')")).get_result(&mut connection);
    assert_eq!(stable, Ok(true));
}
