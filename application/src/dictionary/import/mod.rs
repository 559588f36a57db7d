//! Imports a dictionary (T4): `aditus import-dictionary`, `POST data_dictionary/import/`, and the demonstration's own sources.
//!
//! What is stored already is matched by name, whatever the case; what differs is brought up to date and nothing is
//! removed, so that running an import twice changes nothing. Rows that cannot be taken are told with their lines, and the
//! others go in. A file that cannot be read to its end is refused as a whole.
//!
//! Rows go in by parts, each in a transaction of its own, so that others who write wait for a part and not for the whole. Before
//! the first part is written, the import keeps its files ([`run`]): should it break off, the files are imported again
//! ([`take_over`]), so that either nothing or everything goes in.

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

use aditus_domain::audit::By;
use aditus_domain::csv::check_beginning;
pub use aditus_domain::dictionary::ImportLine as Line;
use aditus_domain::dictionary::{
    DataSource, ImportFileFault, MAX_IMPORT_BYTES, TableRow, VariableRow, name_of_source,
};
use aditus_domain::ids::{DataSourceId, UserId};
use aditus_domain::roles::Role;
use thiserror::Error;

pub use self::files::Files;
use self::files::Read;
use self::plan::Plan;
pub use self::report::{Added, Altered, File, Remark, Tally, UnknownColumns, WrongFile};
pub use self::repository::{
    DictionaryImports, HeldImport, ImportJob, ImportSort, ImportViews, KeptRemark, Lease, NewImport,
    RemarkKind,
};
use self::store::store;
use crate::access::{AccessError, Caller};
use crate::audit::{Unrecorded, unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError, Transaction};

/// Who imports.
#[derive(Debug, Clone, Copy)]
pub enum Importer<'a> {
    /// Whoever can run commands on the server.
    Operator,
    /// Somebody who is signed in, who has to be a Super User.
    Caller(&'a Caller),
}

impl Importer<'_> {
    fn check(self) -> Result<(), AccessError> {
        match self {
            Self::Operator => Ok(()),
            Self::Caller(caller) => caller.require(Role::SuperUser).map(drop),
        }
    }

    /// Who does it, as the record of acts says it.
    fn by(self) -> By {
        match self {
            Self::Operator => By::Product,
            Self::Caller(caller) => caller.into(),
        }
    }

    /// Whose revisions it makes; nobody's where it is a command on the server.
    fn user(self) -> Option<UserId> {
        match self {
            Self::Operator => None,
            Self::Caller(caller) => Some(caller.user),
        }
    }
}

/// What to import.
#[derive(Debug, Clone)]
pub struct Command {
    /// The source that the dictionary is of. It is matched by its name; the rest counts only when it has to be added.
    pub source: DataSource,
    /// The file of tables.
    pub tables: Vec<Line<TableRow>>,
    /// The file of variables.
    pub variables: Vec<Line<VariableRow>>,
}

/// What the import did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The source.
    pub source: DataSourceId,
    /// The source did not exist before.
    pub source_added: bool,
    /// The tables.
    pub tables: Tally,
    /// The variables.
    pub variables: Tally,
    /// The lines that were not taken, and why: tables first, by line.
    pub refused: Vec<Remark>,
    /// Lines that were taken without a dependency that leads nowhere.
    pub notes: Vec<Remark>,
}

/// Why nothing was imported.
#[derive(Debug, Error)]
pub enum Error {
    /// Only a Super User imports.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The name of the source is none.
    #[error("{0}")]
    Source(String),
    /// The files are too large.
    #[error("The two files must not be larger than {} MiB together", MAX_IMPORT_BYTES / 1024 / 1024)]
    TooLarge,
    /// A file is no text, or empty: none of it can be read.
    #[error("{}", .0.first().map_or("", |wrong| wrong.text.as_str()))]
    Unreadable(Vec<WrongFile>),
    /// Another import into this source runs.
    #[error("An import into this data source is running. Wait until it has ended.")]
    Running,
    /// So many imports run that another would take the memory of everybody else.
    #[error("{MOST_AT_ONCE} imports are running. Wait until one of them has ended.")]
    TooMany,
    /// There is no such import.
    #[error("This import does not exist")]
    NotFound,
    /// The import has ended, or has begun to write.
    #[error("This import can no longer be cancelled")]
    NotCancellable,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

/// As many imports run at once, on all nodes together: each may take 200 MiB of memory.
pub const MOST_AT_ONCE: u64 = 2;

failure! {
    Error {
        forwards Access, Store;
        Source(_) => Invalid, field: "source";
        Unreadable(wrong) => Invalid, fields: wrong
            .iter()
            .map(|wrong| (wrong.file.name().to_owned(), wrong.text.clone()))
            .collect();
        TooLarge => TooLarge;
        Running | TooMany | NotCancellable => Conflict;
        NotFound => NotFound;
    }
}

/// Whether this person may import at all: what is asked before files are taken from anybody.
pub fn may_import(caller: &Caller) -> Result<(), Error> {
    Ok(Importer::Caller(caller).check()?)
}

/// Refuses files of which nothing can be read, by their first bytes: before an import begins that could only fail.
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

/// The name of a source, tidied up.
fn source_name(typed: &str) -> Result<String, Error> {
    name_of_source(typed).map_err(Error::Source)
}

/// The source of this name, which is added where there is none; and whether it was.
fn find_or_add(
    transaction: &mut dyn Transaction,
    source: &DataSource,
) -> Result<(DataSourceId, bool), StoreError> {
    match transaction.dictionary().source_by_name(&source.source)? {
        Some(id) => Ok((id, false)),
        None => Ok((transaction.dictionary().add_source(source)?, true)),
    }
}

/// Imports rows at once, without a record of it: what the demonstration begins with.
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
    transaction.commit(unrecorded(Unrecorded::Invented))?;
    let read = Read {
        tables,
        variables,
        ..Read::default()
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
