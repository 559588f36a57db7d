//! Migrates a database to the schema of this version.

use diesel::backend::Backend;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use thiserror::Error;

use crate::connection::{AnyConnection, Target};
use crate::dialect::{lock_migrations, per_backend, per_backend_with, unlock_migrations};
use crate::erased_pages;

const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");
const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

type MigrationError = Box<dyn std::error::Error + Send + Sync>;

/// Applies the missing migrations and returns their names. Also rewrites a SQLite file that an
/// erasure left marked. A lock serialises nodes that start at the same time: without it, three of
/// four that migrated one PostgreSQL failed.
pub(crate) fn migrate(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    lock_migrations(connection)?;
    let applied = apply_missing(connection).inspect(|_| erased_pages::rewrite_if_marked(connection));
    unlock_migrations(connection)?;
    applied
}

/// Diesel requires the right to create its table even if the table exists, so it is not called when
/// nothing is missing.
fn apply_missing(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    let missing = missing(connection)?;
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    refuse_without_rights(connection, missing.len())?;
    per_backend_with!(connection, c => (POSTGRES, SQLITE), migrations => apply(c, migrations))
}

/// Returns the migrations of this version that have not been applied, in order, or an error if the
/// role may not use the tables.
pub(crate) fn missing(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    refuse_without_grants(connection)?;
    let applied = applied(connection)?;
    let mut known = known_names(connection)?;
    known.retain(|name| !applied.contains(name));
    known.sort();
    Ok(known)
}

/// The schema must change, but the server uses a role that may not change it, as it should
/// (decisions P2).
#[derive(Debug, Error)]
#[error(
    "there are migrations to apply ({missing}), and the role of ADITUS_DATABASE_URL may not change the schema. Run `aditus migrate` with the \
     address of the role that owns the database, and then grants.sql again, as GRANTS.md says"
)]
struct NoRights {
    missing: usize,
}

#[derive(QueryableByName)]
struct Rights {
    #[diesel(sql_type = Bool)]
    are_there: bool,
}

/// The owner of the migration table is assumed to own the others as well.
const RIGHTS: &str = "SELECT coalesce( \
     (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations')), \
     has_schema_privilege(current_schema(), 'CREATE'), false) AS are_there";

fn refuse_without_rights(connection: &mut AnyConnection, missing: usize) -> Result<(), MigrationError> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(());
    };
    let rights: Rights = diesel::sql_query(RIGHTS).get_result(connection)?;
    if rights.are_there {
        return Ok(());
    }
    Err(NoRights { missing }.into())
}

#[derive(QueryableByName)]
struct Applied {
    #[diesel(sql_type = Text)]
    version: String,
}

/// The server's role has no rights on tables that another role created by a migration or a restore.
#[derive(Debug, Error)]
#[error(
    "the role of ADITUS_DATABASE_URL may not use {first} ({count} tables and sequences in all). Run grants.sql for it with the address of \
     the role that owns them, as GRANTS.md says"
)]
struct NoGrants {
    first: String,
    count: usize,
}

#[derive(QueryableByName)]
struct UngrantedRelation {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Selects the owner's tables and sequences that are not granted to the role. Only the migrating
/// role writes to the migration table.
const UNGRANTED_RELATIONS: &str = "SELECT relname::text AS name FROM pg_class \
     WHERE relnamespace = current_schema()::regnamespace \
       AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations')) \
       AND CASE relkind \
             WHEN 'r' THEN NOT has_table_privilege(oid, 'SELECT') \
               OR (relname <> '__diesel_schema_migrations' AND NOT has_table_privilege(oid, 'INSERT')) \
             WHEN 'S' THEN NOT has_sequence_privilege(oid, 'USAGE') \
             ELSE false END \
     ORDER BY relkind DESC, relname";

/// Returns an error if rights are missing. Otherwise a statement might fail for the first time
/// after the server has run for days.
fn refuse_without_grants(connection: &mut AnyConnection) -> Result<(), MigrationError> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(());
    };
    let tables: Vec<UngrantedRelation> = diesel::sql_query(UNGRANTED_RELATIONS).load(connection)?;
    let count = tables.len();
    match tables.into_iter().next() {
        None => Ok(()),
        Some(UngrantedRelation { name: first }) => Err(NoGrants { first, count }.into()),
    }
}

/// Checks that the migration table exists. It does not in a database that was never migrated, and
/// Diesel would create it to read it.
const MIGRATION_TABLE_EXISTS: (&str, &str) = (
    "SELECT '' AS version WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL",
    "SELECT '' AS version FROM sqlite_master WHERE type = 'table' AND name = '__diesel_schema_migrations'",
);

/// Returns the names of the applied migrations, in order.
pub(crate) fn applied(connection: &mut AnyConnection) -> QueryResult<Vec<String>> {
    let found: Vec<Applied> = per_backend_with!(
        &mut *connection, c => (MIGRATION_TABLE_EXISTS.0, MIGRATION_TABLE_EXISTS.1), statement => diesel::sql_query(statement).load(c)
    )?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let applied = "SELECT version FROM __diesel_schema_migrations ORDER BY version";
    let applied: Vec<Applied> = per_backend!(connection, c => diesel::sql_query(applied).load(c))?;
    Ok(applied.into_iter().map(|applied| applied.version).collect())
}

/// Returns the applied migrations that this version does not know.
pub(crate) fn unknown(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    refuse_without_grants(connection)?;
    let known = known_names(connection)?;
    let applied = applied(connection)?.into_iter();
    Ok(applied.filter(|name| !known.contains(name)).collect())
}

fn known_names(connection: &AnyConnection) -> Result<Vec<String>, MigrationError> {
    match connection {
        AnyConnection::Postgres(_) => names::<Pg>(&POSTGRES),
        AnyConnection::Sqlite(_) => names::<Sqlite>(&SQLITE),
    }
}

pub(crate) fn known_migrations(target: &Target) -> Result<Vec<String>, MigrationError> {
    let mut names = match target {
        Target::Postgres(_) => names::<Pg>(&POSTGRES)?,
        Target::Sqlite(_) => names::<Sqlite>(&SQLITE)?,
    };
    names.sort();
    Ok(names)
}

fn names<B: Backend>(migrations: &EmbeddedMigrations) -> Result<Vec<String>, MigrationError> {
    let migrations = MigrationSource::<B>::migrations(migrations)?;
    let names = migrations
        .iter()
        .map(|migration| migration.name().version().to_string());
    Ok(names.collect())
}

fn apply<B: Backend>(
    connection: &mut impl MigrationHarness<B>,
    migrations: EmbeddedMigrations,
) -> Result<Vec<String>, MigrationError> {
    let applied = connection.run_pending_migrations(migrations)?;
    Ok(applied.iter().map(ToString::to_string).collect())
}
