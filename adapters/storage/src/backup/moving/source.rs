//! The SQLite database that is copied. Other processes cannot open it meanwhile.

use aditus_application::ports::BackupError;
use rusqlite::{Connection, ErrorCode, OptionalExtension};

use super::column::{Column, quoted};
use super::tables::is_copied;
use crate::backup::content::SQLITE_TABLES;
use crate::backup::sqlite::{failed, open};

/// A connection that holds an exclusive lock on the whole file.
pub(super) struct Source {
    connection: Connection,
}

impl Source {
    /// Opens the database. Returns an error if another process has it open, because its later
    /// commits would be lost.
    pub(super) fn open_exclusive(path: &str) -> Result<Self, BackupError> {
        let connection = open(path)?;
        // In WAL mode, every open connection holds a shared lock on the file, so the exclusive lock
        // is refused.
        let locked = connection
            .execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA query_only = ON;");
        locked.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => BackupError::Refused(
                "another program has the database open: stop the server, and all else that uses it"
                    .to_owned(),
            ),
            _ => failed("the database cannot be read")(error),
        })?;
        Ok(Self { connection })
    }

    pub(super) fn tables(&self) -> Result<Vec<String>, BackupError> {
        let what = "the tables cannot be listed";
        let mut statement = self.connection.prepare(SQLITE_TABLES).map_err(failed(what))?;
        let names = statement
            .query_map((), |row| row.get(0))
            .and_then(Iterator::collect::<Result<Vec<String>, _>>)
            .map_err(failed(what))?;
        Ok(names.into_iter().filter(|name| is_copied(name)).collect())
    }

    pub(super) fn each(
        &self,
        table: &str,
        columns: &[Column],
        take: &mut dyn FnMut(Vec<Option<String>>) -> Result<(), BackupError>,
    ) -> Result<(), BackupError> {
        self.refuse_other_columns(table, columns)?;
        let what = "a table cannot be read";
        let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
        let statement = format!("SELECT {} FROM {}", names.join(", "), quoted(table));
        let mut statement = self.connection.prepare(&statement).map_err(failed(what))?;
        let mut rows = statement.query(()).map_err(failed(what))?;
        while let Some(row) = rows.next().map_err(failed(what))? {
            let values: Result<Vec<Option<String>>, BackupError> = columns
                .iter()
                .enumerate()
                .map(|(place, column)| column.encode(row.get_ref(place).map_err(failed(what))?))
                .collect();
            let values = values
                .map_err(|error| BackupError::failed(format!("the table {table} cannot be read"), error))?;
            take(values)?;
        }
        Ok(())
    }

    /// Returns an error for a column that exists only in SQLite, because its values would be lost.
    fn refuse_other_columns(&self, table: &str, columns: &[Column]) -> Result<(), BackupError> {
        let what = "a table cannot be read";
        let mut statement = self
            .connection
            .prepare("SELECT name FROM pragma_table_info(?1)")
            .map_err(failed(what))?;
        let names = statement
            .query_map((table,), |row| row.get(0))
            .and_then(Iterator::collect::<Result<Vec<String>, _>>)
            .map_err(failed(what))?;
        let is_known = |name: &String| columns.iter().any(|column| column.name == *name);
        match names.iter().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(BackupError::Refused(format!(
                "the column {name} of the table {table} is not in the new database: both have to be of this version of Aditus"
            ))),
        }
    }

    /// Returns the highest id that a table has ever used, if its ids are never reused.
    pub(super) fn last_id(&self, table: &str) -> Result<Option<i64>, BackupError> {
        self.connection
            .query_row(
                "SELECT seq FROM sqlite_sequence WHERE name = ?1",
                (table,),
                |row| row.get(0),
            )
            .optional()
            .map_err(failed("the ids of a table cannot be read"))
    }
}
