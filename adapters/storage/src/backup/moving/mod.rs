//! Moves an installation from SQLite to PostgreSQL: every row of every table, in one transaction.
//!
//! The schemas of both databases have the same tables and columns. Search indexes are derived:
//! SQLite's virtual tables are not copied, and PostgreSQL's table of search texts is filled from
//! the requests.

mod column;
mod destination;
mod digest;
mod source;
mod tables;

use aditus_application::ports::{BackupError, MigratableDatabase, Stop};

use self::destination::Destination;
use self::digest::Digest;
use self::source::Source;
use crate::connection::Target;
use crate::database::Store;
use crate::options::Options;

/// Maximum number of rows in a batch, and the size in bytes from which a batch is sent early.
const ROWS_AT_ONCE: usize = 500;
const BYTES_AT_ONCE: usize = 4 * 1024 * 1024;

/// A copied table. Its digest is the same in both databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    /// The name of the table.
    pub name: String,
    /// The number of its rows.
    pub rows: u64,
}

/// Copies a SQLite database into an unused PostgreSQL database, and compares every table before the
/// commit.
///
/// The source is locked against other processes and not changed. The target is migrated to the
/// schema of this version first. Later failures leave it without data, so that the call can be
/// repeated. Both databases must have the schema of this version.
pub fn move_to_postgres(from: &str, to: &str, stop: Stop<'_>) -> Result<Vec<MovedTable>, BackupError> {
    let refuse = |text: &str| BackupError::Refused(text.to_owned());
    let Ok(Target::Sqlite(path)) = Target::parse(from) else {
        return Err(refuse("only an installation on SQLite can be moved"));
    };
    let Ok(Target::Postgres(to)) = Target::parse(to) else {
        return Err(refuse(
            "the new database must be named by an address such as postgres://USER@HOST/NAME",
        ));
    };
    let source = Source::open_exclusive(&path)?;
    destination::refuse_to_fill(&to)?;
    bring_to_this_version(&to)?;
    let mut destination = Destination::begin(&to)?;
    let tables = destination.tables()?;
    refuse_other_tables(&source.tables()?, &tables)?;
    destination.empty_tables(&tables)?;
    let mut moved = Vec::new();
    for name in tables {
        moved.push(copy(&source, &mut destination, name, stop)?);
    }
    destination.restore_constraints()?;
    if stop() {
        return Err(BackupError::Stopped);
    }
    destination.commit()?;
    Ok(moved)
}

fn bring_to_this_version(url: &str) -> Result<(), BackupError> {
    let options = Options {
        connections: 1,
        ..Options::default()
    };
    let store = Store::connect(url, &options)
        .map_err(|error| BackupError::failed("the new database cannot be opened", error))?;
    store
        .migrate()
        .map_err(|error| BackupError::failed("the schema of the new database cannot be made", error))?;
    Ok(())
}

/// Both schemas are of this version, so a missing table is a bug. The move is refused, because rows
/// would be lost.
fn refuse_other_tables(source: &[String], destination: &[String]) -> Result<(), BackupError> {
    let strange = |of: &[String], other: &[String]| -> Option<String> {
        of.iter().find(|name| !other.contains(name)).cloned()
    };
    let found = strange(source, destination).or_else(|| strange(destination, source));
    match found {
        None => Ok(()),
        Some(name) => Err(BackupError::Refused(format!(
            "the table {name} is in one of the databases only: both have to be of this version of Aditus, without tables of others"
        ))),
    }
}

fn copy(
    source: &Source,
    destination: &mut Destination,
    name: String,
    stop: Stop<'_>,
) -> Result<MovedTable, BackupError> {
    let columns = destination.columns(&name)?;
    let mut read = Digest::default();
    let mut batch: Vec<Vec<Option<String>>> = Vec::new();
    let mut bytes = 0;
    source.each(&name, &columns, &mut |row| {
        read.add(
            columns
                .iter()
                .zip(&row)
                .map(|(column, sent)| sent.as_deref().map(|sent| column.comparable(sent))),
        );
        bytes += row.iter().flatten().map(String::len).sum::<usize>();
        batch.push(row);
        if batch.len() >= ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE {
            if stop() {
                return Err(BackupError::Stopped);
            }
            bytes = 0;
            destination.insert(&name, &columns, std::mem::take(&mut batch))?;
        }
        Ok(())
    })?;
    if !batch.is_empty() {
        destination.insert(&name, &columns, batch)?;
    }
    destination.continue_ids(&name, source.last_id(&name)?)?;
    let written = destination.digest(&name, &columns)?;
    if read != written {
        return Err(BackupError::Refused(format!(
            "the table {name} does not hold the same in both databases: {} rows were read and {} are there; nothing was kept",
            read.rows(),
            written.rows()
        )));
    }
    Ok(MovedTable {
        name,
        rows: read.rows(),
    })
}
