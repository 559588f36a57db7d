//! Tests that run on SQLite and on PostgreSQL.

use aditus_storage::testing::TestDatabase;

/// Runs each function as a test on SQLite and as one on PostgreSQL. It is given what makes a database.
macro_rules! on_both_databases {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(aditus_storage::testing::TestDatabase::sqlite); })+
        }
        mod postgres {
            $(#[test] fn $test() { super::$test(aditus_storage::testing::TestDatabase::postgres); })+
        }
    };
}

/// What makes a database for a test.
pub type Database = fn() -> TestDatabase;
