//! Trial writes, which check that the database can store data.
//!
//! Reads still work on a full disk and on a read-only file system, so a readiness probe that only
//! reads would not notice either.

use aditus_application::ports::StoreError;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel::sql_types::{Binary, Bool, Nullable};

use super::ROW;
use crate::connection::AnyConnection;
use crate::error::DbResult;
use crate::schema::installation;

/// Writes at least 64 KiB that neither a database nor a file system can compress, and removes them
/// again. The caller commits.
pub(crate) fn try_out(connection: &mut AnyConnection) -> DbResult<()> {
    let random = match connection {
        AnyConnection::Postgres(postgres) => {
            let may_create = "has_database_privilege(current_database(), 'TEMPORARY')";
            if diesel::select(sql::<Bool>(may_create)).get_result(postgres)? {
                postgres.batch_execute(NEW_TABLE)?;
                return Ok(());
            }
            "(SELECT decode(string_agg(replace(gen_random_uuid()::text, '-', ''), ''), 'hex') FROM generate_series(1, 4096))"
        }
        AnyConnection::Sqlite(_) => "randomblob(65536)",
    };
    diesel::update(installation::table.find(ROW))
        .set(installation::trial.eq(sql::<Nullable<Binary>>(random)))
        .execute(connection)?;
    diesel::update(installation::table.find(ROW))
        .set(installation::trial.eq(None::<Vec<u8>>))
        .execute(connection)?;
    Ok(())
}

/// A new table needs new pages, whereas rows of an existing one may fit into pages that earlier
/// trials left free. 2,048 random rows take some 90 KiB in the tablespace of the database. The
/// commit drops the table.
const NEW_TABLE: &str = "SET LOCAL temp_tablespaces = ''; \
     CREATE TEMPORARY TABLE aditus_room_trial ON COMMIT DROP AS \
     SELECT gen_random_uuid() AS content FROM generate_series(1, 2048);";

/// Returns true if a trial failed because the schema is empty or of an earlier version.
pub(crate) fn is_of_another_version(error: &StoreError) -> bool {
    let StoreError::Internal(cause) = error else {
        return false;
    };
    let Some(DieselError::DatabaseError(_, information)) = cause.downcast_ref::<DieselError>() else {
        return false;
    };
    let signs = ["no such table", "no such column", "does not exist"];
    signs.iter().any(|sign| information.message().contains(sign))
}

#[cfg(test)]
mod tests {
    use diesel::sql_types::BigInt;

    use super::*;
    use crate::testing::TestDatabase;

    fn size(connection: &mut AnyConnection) -> Option<i64> {
        let AnyConnection::Postgres(postgres) = connection else {
            panic!("a connection to PostgreSQL");
        };
        let size = "pg_relation_size(to_regclass('pg_temp.aditus_room_trial'))";
        diesel::select(sql::<Nullable<BigInt>>(size))
            .get_result(postgres)
            .unwrap()
    }

    #[test]
    fn a_trial_on_postgres_takes_new_pages_and_leaves_nothing_behind() {
        let database = TestDatabase::postgres();
        let mut connection = database.connection();
        connection.batch_execute("BEGIN").unwrap();
        try_out(&mut connection).unwrap();
        assert!(size(&mut connection) >= Some(64 * 1024));
        connection.batch_execute("COMMIT").unwrap();
        assert_eq!(size(&mut connection), None);
    }

    #[test]
    fn a_trial_without_the_right_to_temporary_tables_writes_a_row() {
        let database = TestDatabase::postgres();
        let mut connection = database.connection();
        // A superuser has every right, so the trial runs as a role with only these rights.
        connection
            .batch_execute(
                "DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;
                 BEGIN; CREATE ROLE aditus_without_temporary; GRANT SELECT, UPDATE ON installation TO aditus_without_temporary;
                 SET LOCAL ROLE aditus_without_temporary;",
            )
            .unwrap();
        try_out(&mut connection).unwrap();
        assert_eq!(size(&mut connection), None);
        connection.batch_execute("ROLLBACK").unwrap();
    }
}
