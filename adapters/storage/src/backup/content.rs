//! Reads the content of a database on a connection that sees a snapshot of it.

use std::collections::BTreeMap;

use aditus_application::ports::{BackupError, DatabaseState, FileKey, TableState};
use aditus_domain::requests::content::Sha256;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::failure::statement_failed;
use crate::connection::{AnyConnection, Target};
use crate::dialect::{per_backend, per_backend_with};
use crate::error::DbResult;
use crate::migrate::{applied, known_migrations};
use crate::requests::documents::hash;
use crate::schema::{draft_files, request_documents};

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Nullable<Text>)]
    content: Option<String>,
}

/// Select the tables with data. SQLite's search tables are derived from these and left out.
const POSTGRES_TABLES: &str =
    "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename";
pub(super) const SQLITE_TABLES: &str = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' \
     AND name NOT LIKE '%~_fts' ESCAPE '~' AND name NOT LIKE '%~_fts~_%' ESCAPE '~' ORDER BY name";

/// Diesel's table of applied migrations.
pub(super) const MIGRATIONS: &str = "__diesel_schema_migrations";

pub(super) fn tables(connection: &mut AnyConnection) -> QueryResult<Vec<String>> {
    let names: Vec<Name> = per_backend_with!(
        connection,
        c => (POSTGRES_TABLES, SQLITE_TABLES),
        statement => diesel::sql_query(statement).load(c)
    )?;
    Ok(names.into_iter().map(|row| row.name).collect())
}

fn migrations(connection: &mut AnyConnection) -> Result<Vec<String>, BackupError> {
    applied(connection).map_err(statement_failed("the migrations cannot be read"))
}

/// Returns the migrations, and the row counts of all tables. On PostgreSQL it adds a digest of each
/// table: a sum of row hashes, which does not depend on the order of the rows or the version of the
/// server.
pub(super) fn state(connection: &mut AnyConnection) -> Result<DatabaseState, BackupError> {
    let names = tables(connection).map_err(statement_failed("the tables cannot be listed"))?;
    let migrations = migrations(connection)?;
    let mut states = BTreeMap::new();
    for name in names {
        let quoted = format!("\"{}\"", name.replace('"', "\"\""));
        let on_postgres = format!(
            "SELECT count(*) AS rows, coalesce(sum(('x' || left(encode(sha256(convert_to(each_row::text, 'UTF8')), 'hex'), 15))\
             ::bit(60)::bigint), 0)::text AS content FROM {quoted} AS each_row"
        );
        let on_sqlite = format!("SELECT count(*) AS rows, NULL AS content FROM {quoted}");
        let counted: Counted = per_backend_with!(
            &mut *connection,
            c => (on_postgres, on_sqlite),
            statement => diesel::sql_query(statement).get_result(c)
        )
        .map_err(statement_failed("a table cannot be read"))?;
        let state = TableState {
            rows: u64::try_from(counted.rows).unwrap_or_default(),
            content: counted.content,
        };
        states.insert(name, state);
    }
    Ok(DatabaseState {
        migrations,
        tables: states,
    })
}

/// Returns the documents that requests and drafts refer to, including those of earlier versions.
pub(super) fn documents(connection: &mut AnyConnection) -> DbResult<BTreeMap<FileKey, Option<Sha256>>> {
    // Files that were removed on purpose are not missing.
    let of_requests: Vec<(String, Vec<u8>)> = request_documents::table
        .filter(request_documents::gone_on.is_null())
        .select((request_documents::file_key, request_documents::sha256))
        .load(connection)?;
    let of_drafts: Vec<(String, Vec<u8>)> = draft_files::table
        .select((draft_files::file_key, draft_files::sha256))
        .load(connection)?;
    of_requests
        .into_iter()
        .chain(of_drafts)
        .map(|(key, sha256)| {
            let key = FileKey::parse(&key).map_err(crate::error::unreadable("key of a document"))?;
            Ok((key, Some(hash(&sha256)?)))
        })
        .collect()
}

/// Returns an error unless the database, or the copy of it, has the schema of this version, whose
/// statements are used to read it.
pub(super) fn refuse_another_version(
    connection: &mut AnyConnection,
    target: &Target,
) -> Result<(), BackupError> {
    let applied = migrations(connection)?;
    let known = known_migrations(target).map_err(|cause| BackupError::failed("the migrations", cause))?;
    if applied == known {
        return Ok(());
    }
    Err(BackupError::Refused(
        "the database is not of this version of Aditus: make the backup with the version that serves it, or run `aditus migrate` first"
            .to_owned(),
    ))
}

/// Returns true if an Aditus database contains no account and no data source, so that it has not
/// been used yet. Returns `None` if it is not an Aditus database.
pub(super) fn is_untouched(connection: &mut AnyConnection, tables: &[String]) -> QueryResult<Option<bool>> {
    let needed = [MIGRATIONS, "users", "data_sources"];
    if !needed.iter().all(|name| tables.iter().any(|table| table == name)) {
        return Ok(None);
    }
    let statement =
        "SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM data_sources) AS rows, NULL AS content";
    let counted: Counted = per_backend!(connection, c => diesel::sql_query(statement).get_result(c))?;
    Ok(Some(counted.rows == 0))
}

/// Returns an error unless the database is an Aditus database that has not been used yet.
pub(super) fn refuse_unless_untouched(untouched: Option<bool>) -> Result<(), BackupError> {
    match untouched {
        Some(true) => Ok(()),
        Some(false) => Err(BackupError::Refused(
            "the database is in use: it holds accounts or data sources; restore into a new, empty one"
                .to_owned(),
        )),
        None => Err(BackupError::Refused(
            "the database holds tables that are not those of Aditus; restore into a new, empty one"
                .to_owned(),
        )),
    }
}
