//! A database as an earlier version had it.

use aditus_storage::testing::TestDatabase;
use diesel::prelude::*;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};

/// Reverts this migration, named by its digits, and all after it.
pub fn revert_to_before(database: &TestDatabase, migration: &str) {
    macro_rules! revert {
        ($connection:expr, $folder:literal) => {{
            let mut connection = $connection;
            let files = FileBasedMigrations::from_path($folder).unwrap();
            while connection
                .applied_migrations()
                .unwrap()
                .iter()
                .any(|version| version.to_string().as_str() >= migration)
            {
                connection.revert_last_migration(files.clone()).unwrap();
            }
        }};
    }
    if let Some(path) = database.url().strip_prefix("sqlite://") {
        revert!(
            SqliteConnection::establish(path).unwrap(),
            "../../migrations/sqlite"
        );
    } else {
        revert!(
            PgConnection::establish(database.url()).unwrap(),
            "../../migrations/postgres"
        );
    }
}
