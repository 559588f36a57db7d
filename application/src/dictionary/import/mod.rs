//! Imports a dictionary (decisions T4): `aditus import-dictionary`, `POST data_dictionary/import/`,
//! and the sources of the demonstration.
//!
//! Stored rows are matched by name, ignoring case. Changed rows are updated and nothing is removed,
//! so repeating an import changes nothing. Invalid rows are reported with their lines, and the
//! others are imported. A file that cannot be read to its end is refused as a whole.
//!
//! Rows are written in batches, each in its own transaction, so that other writers wait only for a
//! batch. The import stores its files before it writes the first batch ([`run`]). If it is
//! interrupted, the files are imported again ([`take_over`]), so either nothing or everything is
//! imported.

pub mod cancel;
mod files;
pub mod find;
pub mod list;
mod plan;
pub mod preview;
mod report;
pub mod repository;
pub mod run;
pub mod start;
mod store;
pub mod take_over;

use aditus_domain::audit::Actor;
use aditus_domain::csv::check_beginning;
pub use aditus_domain::dictionary::ImportLine as Line;
use aditus_domain::dictionary::{
    DataSource, ImportFileFault, MAX_IMPORT_BYTES, TableRow, VariableRow, name_of_source,
};
use aditus_domain::ids::{DataSourceId, UserId};
use aditus_domain::roles::Role;
use thiserror::Error;

pub use self::files::Files;
use self::files::ParsedFiles;
use self::plan::Plan;
pub use self::report::{Added, Altered, File, Remark, Tally, UnknownColumns, WrongFile};
pub use self::repository::{
    DictionaryImports, ImportJob, ImportSort, ImportViews, Lease, LeasedImport, NewImport, RemarkKind,
    StoredRemark,
};
use self::store::store;
use crate::access::{AccessError, Caller};
use crate::audit::{Unrecorded, unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError, Transaction};

/// The initiator of an import.
#[derive(Debug, Clone, Copy)]
pub enum Importer<'a> {
    /// The operator, who runs commands on the server.
    Operator,
    /// A signed-in caller, who must be a Super User.
    Caller(&'a Caller),
}

impl Importer<'_> {
    fn check(self) -> Result<(), AccessError> {
        match self {
            Self::Operator => Ok(()),
            Self::Caller(caller) => caller.require(Role::SuperUser).map(drop),
        }
    }

    fn actor(self) -> Actor {
        match self {
            Self::Operator => Actor::System,
            Self::Caller(caller) => caller.into(),
        }
    }

    /// Returns the author of the revisions. None for a command on the server.
    fn user(self) -> Option<UserId> {
        match self {
            Self::Operator => None,
            Self::Caller(caller) => Some(caller.user),
        }
    }
}

/// An import of parsed rows.
#[derive(Debug, Clone)]
pub struct Command {
    /// Source of the dictionary. It is matched by name; the other fields count only if it must be
    /// added.
    pub source: DataSource,
    /// Rows of the file of tables.
    pub tables: Vec<Line<TableRow>>,
    /// Rows of the file of variables.
    pub variables: Vec<Line<VariableRow>>,
}

/// The result of the import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Id of the source.
    pub source: DataSourceId,
    /// True if the import added the source.
    pub source_added: bool,
    /// Tally of the tables.
    pub tables: Tally,
    /// Tally of the variables.
    pub variables: Tally,
    /// Refused lines with their reasons: tables first, ordered by line.
    pub refused: Vec<Remark>,
    /// Lines that were imported without a dangling dependency.
    pub notes: Vec<Remark>,
}

/// The import was refused or failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is not a Super User.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The name of the source is invalid.
    #[error("{0}")]
    Source(String),
    /// The files are too large.
    #[error("The two files must not be larger than {} MiB together", MAX_IMPORT_BYTES / 1024 / 1024)]
    TooLarge,
    /// A file is empty or cannot be decoded.
    #[error("{}", .0.first().map_or("", |wrong| wrong.text.as_str()))]
    Unreadable(Vec<WrongFile>),
    /// An import into this source is already running.
    #[error("An import into this data source is running. Wait until it has ended.")]
    Running,
    /// The maximum number of imports is running. Another one would use too much memory.
    #[error("{MAX_CONCURRENT} imports are running. Wait until one of them has ended.")]
    TooMany,
    /// The import does not exist.
    #[error("This import does not exist")]
    NotFound,
    /// The import has ended, or has begun to write.
    #[error("This import can no longer be cancelled")]
    NotCancellable,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

/// Maximum number of concurrent imports on all nodes. Each may use 200 MiB of memory.
pub const MAX_CONCURRENT: u64 = 2;

failure! {
    Error {
        forwards Access, Store;
        Source(_) => Invalid, reason: InvalidFields, field: "source";
        Unreadable(wrong) => Invalid, reason: ImportFilesInvalid, fields: wrong
            .iter()
            .map(|wrong| (wrong.file.name().to_owned(), wrong.text.clone()))
            .collect();
        TooLarge => TooLarge, reason: FilesTooLarge, params: { most_mib: MAX_IMPORT_BYTES / 1024 / 1024 };
        Running => Conflict, reason: ImportRunning;
        TooMany => Conflict, reason: TooManyImports, params: { most: MAX_CONCURRENT };
        NotCancellable => Conflict, reason: ImportEnded;
        NotFound => NotFound, reason: ImportNotFound;
    }
}

/// Checks that the caller may import, before files are received.
pub fn may_import(caller: &Caller) -> Result<(), Error> {
    Ok(Importer::Caller(caller).check()?)
}

/// Refuses files that cannot be decoded, by their first bytes, before an import begins.
pub fn refuse_unreadable(beginnings: &[(File, &[u8])]) -> Result<(), Error> {
    let fault = |beginning: &[u8]| {
        if beginning.is_empty() {
            return Some(ImportFileFault::Empty.to_string());
        }
        check_beginning(beginning).err().map(|fault| fault.to_string())
    };
    let wrong: Vec<WrongFile> = beginnings
        .iter()
        .filter_map(|(file, beginning)| fault(beginning).map(|text| WrongFile { file: *file, text }))
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::Unreadable(wrong))
    }
}

fn source_name(typed: &str) -> Result<String, Error> {
    name_of_source(typed).map_err(Error::Source)
}

/// Finds the source by name, or adds it. The flag is true if it was added.
fn find_or_add(
    transaction: &mut dyn Transaction,
    source: &DataSource,
) -> Result<(DataSourceId, bool), StoreError> {
    match transaction.dictionary().source_by_name(&source.source)? {
        Some(id) => Ok((id, false)),
        None => Ok((transaction.dictionary().add_source(source)?, true)),
    }
}

/// Imports rows at once, without an import record. The demonstration uses it.
pub fn execute(ports: &Ports, importer: Importer<'_>, command: Command) -> Result<Answer, Error> {
    importer.check()?;
    let Command {
        mut source,
        tables,
        variables,
    } = command;
    source.source = source_name(&source.source)?;
    let mut transaction = ports.database.begin()?;
    let (id, source_added) = find_or_add(transaction.as_mut(), &source)?;
    transaction.commit(unrecorded(Unrecorded::DemoOrTest))?;
    let read = ParsedFiles {
        tables,
        variables,
        ..ParsedFiles::default()
    };
    let plan = Plan::make(ports, Some(id), read, 0)?;
    store(ports, id, importer.user(), &plan, &|_, _| Ok(()))?;
    Ok(Answer {
        source: id,
        source_added,
        tables: plan.tables_tally(),
        variables: plan.variables_tally(),
        refused: plan.refused,
        notes: plan.notes,
    })
}
