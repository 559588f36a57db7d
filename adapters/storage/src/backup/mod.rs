//! Backups of the database while it is in use, and restores into an empty database.

mod content;
mod failure;
mod moving;
mod postgres;
mod rights;
mod sqlite;
mod tools;

use std::path::Path;

use aditus_application::ports::{
    BackupError, DatabaseBackup, DatabaseCopy, DatabaseState, ExclusiveLock, RestorableCopy, Stop,
};

pub use self::moving::{MovedTable, move_to_postgres};
use crate::connection::Target;
use crate::database::Store;
use crate::migrate::known_migrations;

/// The kinds of copies, which are also part of their file names.
const SQLITE: &str = "sqlite";
const POSTGRES: &str = "postgresql";

/// Checks a copy made by a database of this kind. Returns a description of the check, or `None` for
/// unknown kinds and if `pg_restore` is not available.
pub fn examine_copy(kind: &str, file: &Path) -> Option<Result<String, BackupError>> {
    match kind {
        SQLITE => Some(sqlite::examine(file)),
        POSTGRES => postgres::examine(file).transpose(),
        _ => None,
    }
}

/// Only servers take the backup lock. A SQLite database has a single one, so the lock is always
/// free.
struct NoLock;

impl ExclusiveLock for NoLock {}

impl DatabaseBackup for Store {
    fn kind(&self) -> &'static str {
        match self.target() {
            Target::Sqlite(_) => SQLITE,
            Target::Postgres(_) => POSTGRES,
        }
    }

    fn ready(&self) -> Result<String, BackupError> {
        match self.target() {
            Target::Sqlite(_) => Ok(sqlite::version()),
            Target::Postgres(url) => postgres::ready(url),
        }
    }

    fn try_lock(&self) -> Result<Option<Box<dyn ExclusiveLock>>, BackupError> {
        match self.target() {
            Target::Sqlite(_) => Ok(Some(Box::new(NoLock))),
            Target::Postgres(url) => postgres::try_lock(url),
        }
    }

    fn copy(&self, file: &Path, stop: Stop<'_>) -> Result<DatabaseCopy, BackupError> {
        let copy = match self.target() {
            Target::Sqlite(path) => sqlite::copy(path, file, stop),
            Target::Postgres(url) => postgres::copy(url, file, stop),
        }?;
        if stop() {
            return Err(BackupError::Stopped);
        }
        Ok(copy)
    }

    fn state(&self) -> Result<DatabaseState, BackupError> {
        match self.target() {
            Target::Sqlite(path) => sqlite::state(path),
            Target::Postgres(url) => postgres::state(url),
        }
    }

    fn refuse_to_restore(&self, copy: &RestorableCopy<'_>) -> Result<(), BackupError> {
        refuse_unknown_migrations(self.target(), copy.migrations)?;
        match self.target() {
            Target::Sqlite(path) => sqlite::refuse_unless_empty(path),
            Target::Postgres(url) => postgres::refuse_to_restore(url, copy),
        }
    }

    fn restore(&self, copy: &RestorableCopy<'_>) -> Result<DatabaseState, BackupError> {
        self.refuse_to_restore(copy)?;
        match self.target() {
            Target::Sqlite(path) => sqlite::restore(path, copy.file),
            Target::Postgres(url) => postgres::restore(url, copy.file),
        }
    }
}

fn refuse_unknown_migrations(target: &Target, migrations: &[String]) -> Result<(), BackupError> {
    let known = known_migrations(target).map_err(|cause| BackupError::failed("the migrations", cause))?;
    let unknown: Vec<&str> = migrations
        .iter()
        .map(String::as_str)
        .filter(|migration| !known.iter().any(|known| known == migration))
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    Err(BackupError::Refused(format!(
        "the backup is of a newer version of Aditus: this one does not know the migrations {}; restore it with the version that made it, or a \
         newer one",
        unknown.join(", ")
    )))
}
