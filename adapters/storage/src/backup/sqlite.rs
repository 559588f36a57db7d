//! SQLite's online backup, which copies a snapshot of the database's pages while others write.

use std::path::Path;
use std::time::Duration;

use aditus_application::ports::{BackupError, DatabaseCopy, DatabaseState, Stop, StoreError};
use diesel::{Connection as _, SqliteConnection};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::content;
use super::failure::statement_failed;
use crate::connection::{AnyConnection, Target};
use crate::read_only;

/// Number of pages copied between two checks for cancellation: some milliseconds of work.
const PAGES_AT_ONCE: i32 = 1024;

/// Maximum wait for locks of other processes.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Describes the program that makes copies.
pub(super) fn version() -> String {
    format!("SQLite {}", rusqlite::version())
}

pub(super) fn failed(what: &'static str) -> impl FnOnce(rusqlite::Error) -> BackupError {
    move |error| match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(Box::new(error)).into(),
        _ => BackupError::failed(what, error),
    }
}

pub(super) fn open(path: impl AsRef<Path>) -> Result<Connection, BackupError> {
    // Not opened read-only, because readers of a WAL database have to write to the files beside it.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection =
        Connection::open_with_flags(path, flags).map_err(failed("the database cannot be opened"))?;
    connection
        .busy_timeout(MAX_WAIT)
        .map_err(failed("the database cannot be opened"))?;
    Ok(connection)
}

/// Opens the database with Diesel, to read it by the statements of this crate.
fn open_with_diesel(path: &str) -> Result<AnyConnection, BackupError> {
    SqliteConnection::establish(&read_only::address(path))
        .map(AnyConnection::Sqlite)
        .map_err(|error| BackupError::failed("the database cannot be opened", error))
}

/// Copies the database as of the beginning of the read. The transaction around the copy does not
/// see later commits, and does not block them.
pub(super) fn copy(path: &str, file: &Path, stop: Stop<'_>) -> Result<DatabaseCopy, BackupError> {
    let source = open(read_only::address(path))?;
    source
        .execute_batch("BEGIN")
        .map_err(failed("the database cannot be read"))?;
    source
        .query_row("SELECT count(*) FROM sqlite_master", (), |_| Ok(()))
        .map_err(failed("the database cannot be read"))?;
    let mut destination = open(file)?;
    copy_pages(&source, &mut destination, stop)?;
    drop(source);
    // Makes the copy a single file that can be read without writing beside it.
    destination
        .query_row("PRAGMA journal_mode = DELETE", (), |_| Ok(()))
        .map_err(failed("the copy cannot be closed"))?;
    check(&destination, "quick_check")?;
    drop(destination);
    let mut copy = open_with_diesel(&utf8(file)?)?;
    content::refuse_another_version(&mut copy, &Target::Sqlite(path.to_owned()))?;
    Ok(DatabaseCopy {
        state: content::state(&mut copy)?,
        documents: content::documents(&mut copy).map_err(StoreError::from)?,
        made_with: version(),
    })
}

fn copy_pages(source: &Connection, destination: &mut Connection, stop: Stop<'_>) -> Result<(), BackupError> {
    let what = "the pages of the database cannot be copied";
    let backup = Backup::new(source, destination).map_err(failed(what))?;
    loop {
        if stop() {
            return Err(BackupError::Stopped);
        }
        match backup.step(PAGES_AT_ONCE).map_err(failed(what))? {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            // Another process may lock the destination briefly. The source is never locked, because
            // its transaction has begun.
            _ => std::thread::sleep(Duration::from_millis(25)),
        }
    }
}

/// Runs one of SQLite's checks of the database file.
fn check(connection: &Connection, pragma: &str) -> Result<(), BackupError> {
    let said: String = connection
        .query_row(&format!("PRAGMA {pragma}(1)"), (), |row| row.get(0))
        .map_err(|error| BackupError::Damaged(error.to_string()))?;
    if said == "ok" {
        Ok(())
    } else {
        Err(BackupError::Damaged(said))
    }
}

/// Checks the integrity of a whole copy.
pub(super) fn examine(file: &Path) -> Result<String, BackupError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copy =
        Connection::open_with_flags(file, flags).map_err(|error| BackupError::Damaged(error.to_string()))?;
    check(&copy, "integrity_check")?;
    Ok(format!("the integrity check of {}", version()))
}

/// Returns an error if the database has been used or another process has it open. Taking exclusive
/// access proves the latter, and leaves an empty database empty.
pub(super) fn refuse_unless_empty(path: &str) -> Result<(), BackupError> {
    open_exclusive(path)?;
    let mut connection = open_with_diesel(path)?;
    let what = "the database cannot be read";
    let tables = content::tables(&mut connection).map_err(statement_failed(what))?;
    if tables.is_empty() {
        return Ok(());
    }
    let untouched = content::is_untouched(&mut connection, &tables).map_err(statement_failed(what))?;
    content::refuse_unless_untouched(untouched)
}

/// Opens the database and leaves WAL mode, which fails if another process has it open.
fn open_exclusive(path: &str) -> Result<Connection, BackupError> {
    let connection = open(path)?;
    match connection.query_row("PRAGMA journal_mode = DELETE", (), |row| row.get::<_, String>(0)) {
        Ok(mode) if mode.eq_ignore_ascii_case("delete") => Ok(connection),
        Err(error)
            if !matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
            ) =>
        {
            Err(failed("the database cannot be opened")(error))
        }
        _ => Err(BackupError::Refused(
            "another program has the database open: stop the server, and all else that uses it".to_owned(),
        )),
    }
}

/// Writes the pages of the copy in one transaction. A process that ends before the commit leaves
/// the database empty.
pub(super) fn restore(path: &str, file: &Path) -> Result<DatabaseState, BackupError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(file, flags).map_err(failed("the copy cannot be opened"))?;
    let mut destination = open_exclusive(path)?;
    copy_pages(&source, &mut destination, &|| false)?;
    drop(destination);
    state(path)
}

pub(super) fn state(path: &str) -> Result<DatabaseState, BackupError> {
    content::state(&mut open_with_diesel(path)?)
}

fn utf8(path: &Path) -> Result<String, BackupError> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        BackupError::Refused(format!(
            "{} is no folder for a backup: its name is no UTF-8",
            path.display()
        ))
    })
}
