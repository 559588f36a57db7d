//! Runs the contract of the database on PostgreSQL.

use aditus_application::contract::DatabaseClause;
use aditus_storage::testing::TestDatabase;

fn run(clause: DatabaseClause) {
    let database = TestDatabase::postgres();
    clause(&*database.store());
}

aditus_application::database_contract!(run);
