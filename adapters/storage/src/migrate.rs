//! Brings a database to the schema of this version.

use diesel::backend::Backend;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use thiserror::Error;

use crate::connection::{AnyConnection, Target};
use crate::dialect::{migration_lock, migration_unlock, per_backend, per_backend_with};
use crate::erased_pages;

const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");
const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

type MigrationError = Box<dyn std::error::Error + Send + Sync>;

/// Applies what is missing; answers the names. Nodes that start at once wait for each other: of four that migrated one
/// PostgreSQL without a lock, three failed.
pub(crate) fn migrate(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    migration_lock(connection)?;
    let applied = apply_missing(connection).inspect(|_| erased_pages::rewrite_if_marked(connection));
    migration_unlock(connection)?;
    applied
}

/// Diesel asks for the right to make its table even where that is there: it is left alone where nothing is missing.
fn apply_missing(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    let missing = missing(connection)?;
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    refuse_without_rights(connection, missing.len())?;
    per_backend_with!(connection, c => (POSTGRES, SQLITE), migrations => apply(c, migrations))
}

/// The migrations of this version that were not applied, in their order.
pub(crate) fn missing(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    refuse_without_grants(connection)?;
    let applied = applied(connection)?;
    let mut known = known(connection)?;
    known.retain(|name| !applied.contains(name));
    known.sort();
    Ok(known)
}

/// The server works by a role that may not change the schema, as it should (design P2), and the schema is to be changed.
#[derive(Debug, Error)]
#[error(
    "there are migrations to apply ({missing}), and the role of ADITUS_DATABASE_URL may not change the schema. Run `aditus migrate` with the \
     address of the role that owns the database, and then grants.sql once more, as GRANTS.md says"
)]
struct NoRights {
    missing: usize,
}

#[derive(QueryableByName)]
struct Rights {
    #[diesel(sql_type = Bool)]
    are_there: bool,
}

/// The owner of the first table owns the others, too.
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

/// The role of the server has no rights on tables that another role has made, by a migration or by a restore.
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
struct OutOfReach {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Tables and sequences of the owner that are not granted to the role. Only those who apply migrations write down which.
const OUT_OF_REACH: &str = "SELECT relname::text AS name FROM pg_class \
     WHERE relnamespace = current_schema()::regnamespace \
       AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations')) \
       AND CASE relkind \
             WHEN 'r' THEN NOT has_table_privilege(oid, 'SELECT') \
               OR (relname <> '__diesel_schema_migrations' AND NOT has_table_privilege(oid, 'INSERT')) \
             WHEN 'S' THEN NOT has_sequence_privilege(oid, 'USAGE') \
             ELSE false END \
     ORDER BY relkind DESC, relname";

/// Refuses to go on where a statement would fail for want of rights, perhaps not before a server has served for days.
fn refuse_without_grants(connection: &mut AnyConnection) -> Result<(), MigrationError> {
    let AnyConnection::Postgres(connection) = connection else {
        return Ok(());
    };
    let tables: Vec<OutOfReach> = diesel::sql_query(OUT_OF_REACH).load(connection)?;
    let count = tables.len();
    match tables.into_iter().next() {
        None => Ok(()),
        Some(OutOfReach { name: first }) => Err(NoGrants { first, count }.into()),
    }
}

/// Where Diesel notes what was applied; none in a database that was never migrated. Diesel would make the table to read it.
const IS_NOTED: (&str, &str) = (
    "SELECT '' AS version WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL",
    "SELECT '' AS version FROM sqlite_master WHERE type = 'table' AND name = '__diesel_schema_migrations'",
);

/// The names of the migrations that were applied, in their order.
pub(crate) fn applied(connection: &mut AnyConnection) -> QueryResult<Vec<String>> {
    let noted: Vec<Applied> = per_backend_with!(
        &mut *connection, c => (IS_NOTED.0, IS_NOTED.1), statement => diesel::sql_query(statement).load(c)
    )?;
    if noted.is_empty() {
        return Ok(Vec::new());
    }
    let applied = "SELECT version FROM __diesel_schema_migrations ORDER BY version";
    let applied: Vec<Applied> = per_backend!(connection, c => diesel::sql_query(applied).load(c))?;
    Ok(applied.into_iter().map(|applied| applied.version).collect())
}

/// Those that were applied and are unknown here.
pub(crate) fn unknown(connection: &mut AnyConnection) -> Result<Vec<String>, MigrationError> {
    refuse_without_grants(connection)?;
    let known = known(connection)?;
    let applied = applied(connection)?.into_iter();
    Ok(applied.filter(|name| !known.contains(name)).collect())
}

fn known(connection: &AnyConnection) -> Result<Vec<String>, MigrationError> {
    match connection {
        AnyConnection::Postgres(_) => names::<Pg>(&POSTGRES),
        AnyConnection::Sqlite(_) => names::<Sqlite>(&SQLITE),
    }
}

/// The names of all migrations of this version, in their order.
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
