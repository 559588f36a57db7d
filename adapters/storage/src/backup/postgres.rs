//! Backups by `pg_dump` in its custom format, and restores by `pg_restore`.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use aditus_application::ports::{
    BackupError, DatabaseCopy, DatabaseState, ExclusiveLock, RestorableCopy, Stop, StoreError,
};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text};

use super::content;
use super::failure::statement_failed;
use super::rights::refuse_to_restore_without_rights;
use super::tools::{Tool, major_in};
use crate::connection::{AnyConnection, Target};
use crate::dialect::BACKUP_LOCK;

/// Maximum wait for the end of connections that are just closing.
const MAX_WAIT: Duration = Duration::from_secs(2);

#[derive(QueryableByName)]
struct Value {
    #[diesel(sql_type = Text)]
    value: String,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = Integer)]
    number: i32,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[derive(QueryableByName)]
struct LockAttempt {
    #[diesel(sql_type = Bool)]
    acquired: bool,
}

/// Opens a connection that may be idle for as long as a copy takes. Values have the same text form,
/// independent of the server's settings.
pub(super) fn connect(url: &str) -> Result<PgConnection, BackupError> {
    let what = "the database cannot be reached";
    let mut connection = PgConnection::establish(url).map_err(|error| BackupError::failed(what, error))?;
    connection
        .batch_execute(
            "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = '30s'; SET timezone = 'UTC'; \
             SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1;",
        )
        .map_err(statement_failed(what))?;
    Ok(connection)
}

fn server_version(connection: &mut PgConnection) -> Result<u32, BackupError> {
    let number: Number =
        diesel::sql_query("SELECT current_setting('server_version_num')::integer / 10000 AS number")
            .get_result(connection)
            .map_err(statement_failed("the version of the server cannot be read"))?;
    Ok(u32::try_from(number.number).unwrap_or_default())
}

/// Finds a `pg_dump` that supports the version of this server.
fn dump_for(connection: &mut PgConnection) -> Result<(Tool, String), BackupError> {
    let (tool, server) = (Tool::find("pg_dump")?, server_version(connection)?);
    if tool.major < server {
        return Err(BackupError::Refused(format!(
            "pg_dump is of PostgreSQL {}, and the server of PostgreSQL {server}: install the package postgresql-client-{server}, or a newer one",
            tool.major
        )));
    }
    let made_with = format!("pg_dump {} of PostgreSQL {server}", tool.major);
    Ok((tool, made_with))
}

/// Parses the versions of program and server from the text that [`dump_for`] created.
fn versions(made_with: &str) -> Option<(u32, u32)> {
    let (tool, server) = made_with.split_once(" of PostgreSQL ")?;
    Some((major_in(tool)?, major_in(server)?))
}

/// Checks that a `pg_dump` is available that can copy the database. Returns its description.
pub(super) fn ready(url: &str) -> Result<String, BackupError> {
    dump_for(&mut connect(url)?).map(|(_, made_with)| made_with)
}

/// Holds the backup lock, which the server releases when the connection ends for any reason.
struct HeldLock {
    _connection: PgConnection,
}

impl ExclusiveLock for HeldLock {}

pub(super) fn try_lock(url: &str) -> Result<Option<Box<dyn ExclusiveLock>>, BackupError> {
    let mut connection = connect(url)?;
    let attempt: LockAttempt = diesel::sql_query("SELECT pg_try_advisory_lock($1) AS acquired")
        .bind::<BigInt, _>(BACKUP_LOCK)
        .get_result(&mut connection)
        .map_err(statement_failed("the backup lock cannot be taken"))?;
    Ok(attempt.acquired.then(|| {
        Box::new(HeldLock {
            _connection: connection,
        }) as Box<dyn ExclusiveLock>
    }))
}

/// Copies the database by `pg_dump` with the snapshot of a transaction, and reads the rest in the
/// same transaction.
pub(super) fn copy(url: &str, file: &Path, stop: Stop<'_>) -> Result<DatabaseCopy, BackupError> {
    let what = "the database cannot be read";
    let mut connection = connect(url)?;
    let (tool, made_with) = dump_for(&mut connection)?;
    connection
        .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .map_err(statement_failed(what))?;
    let snapshot: Value = diesel::sql_query("SELECT pg_export_snapshot() AS value")
        .get_result(&mut connection)
        .map_err(statement_failed(what))?;
    let mut connection = AnyConnection::Postgres(connection);
    content::refuse_another_version(&mut connection, &Target::Postgres(url.to_owned()))?;
    let arguments = [
        OsString::from("--format=custom"),
        "--no-owner".into(),
        "--no-privileges".into(),
        "--lock-wait-timeout=30s".into(),
        format!("--snapshot={}", snapshot.value).into(),
        "--file".into(),
        file.into(),
    ];
    tool.run(url, &arguments, stop)?;
    Ok(DatabaseCopy {
        state: content::state(&mut connection)?,
        documents: content::documents(&mut connection).map_err(StoreError::from)?,
        made_with,
    })
}

/// Lists the content of a copy as a check. Returns `None` if `pg_restore` is not available.
pub(super) fn examine(file: &Path) -> Result<Option<String>, BackupError> {
    let Ok(tool) = Tool::find("pg_restore") else {
        return Ok(None);
    };
    let listed = Command::new("pg_restore")
        .arg("--list")
        .arg(file)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| BackupError::failed("pg_restore cannot be run", cause))?;
    if listed.status.success() {
        return Ok(Some(format!("the list that pg_restore {} reads", tool.major)));
    }
    let said = String::from_utf8_lossy(&listed.stderr);
    Err(BackupError::Damaged(
        said.split_whitespace().collect::<Vec<_>>().join(" "),
    ))
}

/// Returns an error if the role lacks rights, the database is in use or has a server connected, or
/// the copy is too new for the programs or the server.
pub(super) fn refuse_to_restore(url: &str, copy: &RestorableCopy<'_>) -> Result<(), BackupError> {
    let mut connection = connect(url)?;
    let tool = Tool::find("pg_restore")?;
    let here = server_version(&mut connection)?;
    if let Some((by, from)) = versions(copy.made_with) {
        if tool.major < by {
            return Err(BackupError::Refused(format!(
                "pg_restore is of PostgreSQL {}, and the copy was made by pg_dump {by}: install the package postgresql-client-{by}, or a newer one",
                tool.major
            )));
        }
        if here < from {
            return Err(BackupError::Refused(format!(
                "the backup is of a server of PostgreSQL {from}, and this one is of PostgreSQL {here}: restore into one that is not older"
            )));
        }
    }
    refuse_to_restore_without_rights(&mut connection)?;
    refuse_other_sessions(&mut connection)?;
    let mut connection = AnyConnection::Postgres(connection);
    let what = "the database cannot be read";
    let tables = content::tables(&mut connection).map_err(statement_failed(what))?;
    if tables.is_empty() {
        return Ok(());
    }
    let untouched = content::is_untouched(&mut connection, &tables).map_err(statement_failed(what))?;
    content::refuse_unless_untouched(untouched)
}

/// Counts connections of servers. A server keeps one while it runs, with the same role or another
/// one that may write to the tables. Superusers also may, but only monitor. The type of another
/// role's connection is hidden by PostgreSQL.
const OTHER_SESSIONS: &str = "SELECT count(*) AS count FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid \
     WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() \
       AND coalesce(a.backend_type, 'client backend') = 'client backend' \
       AND (a.usename = current_user \
            OR (NOT r.rolsuper AND has_table_privilege(a.usesysid, to_regclass('users')::oid, 'INSERT')))";

pub(super) fn refuse_other_sessions(connection: &mut PgConnection) -> Result<(), BackupError> {
    let until = Instant::now() + MAX_WAIT;
    loop {
        let others: Count = diesel::sql_query(OTHER_SESSIONS)
            .get_result(connection)
            .map_err(statement_failed("it cannot be seen who uses the database"))?;
        if others.count == 0 {
            return Ok(());
        }
        if Instant::now() >= until {
            return Err(BackupError::Refused(format!(
                "a server is connected to the database ({} connections by its role or by this one): stop every server that uses it",
                others.count
            )));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Removes the objects that the start of a server created in an empty database, and fills it in one
/// transaction.
pub(super) fn restore(url: &str, file: &Path) -> Result<DatabaseState, BackupError> {
    let mut connection = connect(url)?;
    drop_leftovers(&mut connection)?;
    drop(connection);
    let arguments = [
        OsString::from("--single-transaction"),
        "--exit-on-error".into(),
        "--no-owner".into(),
        "--no-privileges".into(),
        // Only the owner of an extension may set its comment, and there are no other comments.
        "--no-comments".into(),
        file.into(),
    ];
    Tool::find("pg_restore")?.run(url, &arguments, &|| false)?;
    let mut connection = AnyConnection::Postgres(connect(url)?);
    let state = content::state(&mut connection)?;
    // Updates the statistics. Without them, the first searches would scan whole tables.
    connection
        .batch_execute("ANALYZE")
        .map_err(statement_failed("the tables cannot be analysed"))?;
    Ok(state)
}

/// Returns the current content, from one snapshot.
pub(super) fn state(url: &str) -> Result<DatabaseState, BackupError> {
    let mut connection = connect(url)?;
    connection
        .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .map_err(statement_failed("the database cannot be read"))?;
    content::state(&mut AnyConnection::Postgres(connection))
}

/// Selects the statements that remove these objects. Extensions are left alone, because a role that
/// may create one need not be allowed to drop it. Objects owned by a table, such as its id
/// sequence, are dropped with it.
const DROP_LEFTOVERS: &str = "
    SELECT format('DROP %s IF EXISTS %s CASCADE', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END,
                  c.oid::regclass) AS value
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                        AND d.deptype IN ('a', 'e', 'i'))
    UNION ALL
    SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', p.oid::regprocedure)
    FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')";

fn drop_leftovers(connection: &mut PgConnection) -> Result<(), BackupError> {
    let what = "what the start of a server has made cannot be removed";
    connection
        .transaction(|connection| {
            let statements: Vec<Value> = diesel::sql_query(DROP_LEFTOVERS).load(connection)?;
            statements
                .iter()
                .try_for_each(|statement| connection.batch_execute(&statement.value))
        })
        .map_err(statement_failed(what))
}
