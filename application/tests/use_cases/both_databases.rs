//! Tests that run on SQLite and on PostgreSQL.

use aditus_storage::testing::TestDatabase;

/// Runs each function as one test on SQLite and one on PostgreSQL. The argument is a [`Database`]
/// factory.
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

/// Creates a database for a test.
pub type Database = fn() -> TestDatabase;
