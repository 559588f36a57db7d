//! Imports a dictionary: `aditus import-dictionary` and `POST data_dictionary/import/` (issue of the main job; 3 §3).
//!
//! What is stored already is matched by name, whatever the case; what differs is brought up to date and nothing is
//! removed, so that running an import twice changes nothing. Rows that cannot be taken are told with their lines, and the
//! others go in.
//!
//! They go in by parts, each in a transaction of its own, so that others who write wait for a part and not for the whole. An
//! import that breaks off leaves the parts that went in; running it again brings the rest.

mod plan;

use std::collections::HashMap;

use aditus_domain::dictionary::{TableRow, VariableRow};
use aditus_domain::ids::{DataSourceId, TableId};
use aditus_domain::roles::Role;
use thiserror::Error;

use self::plan::{Known, Plan, name_key};
use super::{Connection, Dictionary, NewDataSource};
use crate::access::{AccessError, Caller};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// Who imports.
#[derive(Debug, Clone, Copy)]
pub enum Importer<'a> {
    /// Whoever can run commands on the server.
    Operator,
    /// Somebody who is signed in, who has to be a Super User.
    Caller(&'a Caller),
}

/// A line of a file: its row, or why it cannot be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<Row> {
    /// The line in the file, counted from 1.
    pub number: u64,
    /// The row, or what is wrong with it.
    pub row: Result<Row, String>,
}

/// What to import.
#[derive(Debug, Clone)]
pub struct Command {
    /// The source that the dictionary is of. It is matched by its name; the rest counts only when it has to be added.
    pub source: NewDataSource,
    /// The file of tables.
    pub tables: Vec<Line<TableRow>>,
    /// The file of variables.
    pub variables: Vec<Line<VariableRow>>,
}

/// One of the two files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// The tables.
    Tables,
    /// The variables.
    Variables,
}

/// What became of the rows of a file. The rest of those read was stored as it is already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Rows in the file.
    pub read: usize,
    /// Rows that were new.
    pub added: usize,
    /// Rows that were stored otherwise.
    pub changed: usize,
    /// Rows that were not taken.
    pub refused: usize,
}

/// Something to tell about a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The file.
    pub file: File,
    /// The line in it.
    pub line: u64,
    /// What there is to tell.
    pub text: String,
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
    /// The source has no name.
    #[error("Source is required")]
    NoSource,
    /// The name of the source is too long.
    #[error(
        "The source's name must not be longer than {} characters",
        NewDataSource::LONGEST_NAME
    )]
    SourceTooLong,
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::NoSource | Self::SourceTooLong => Kind::Invalid,
            Self::Store(error) => error.kind(),
        }
    }

    fn fields(&self) -> Vec<(String, String)> {
        match self {
            Self::NoSource | Self::SourceTooLong => vec![("source".to_owned(), self.to_string())],
            Self::Access(_) | Self::Store(_) => Vec::new(),
        }
    }
}

impl NewDataSource {
    /// The longest name of a source, in characters.
    pub const LONGEST_NAME: usize = 255;

    /// A published source of which nothing is known but its name: what an import adds unless it is told more.
    pub fn named(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            description: format!("The data dictionary of {source}."),
            db_type: "Relational".to_owned(),
            dbms: "Not stated".to_owned(),
            has_aggregate_data: false,
            publish: true,
            connection: Connection::default(),
        }
    }
}

/// Imports a dictionary.
pub fn execute(ports: &Ports, importer: Importer<'_>, command: Command) -> Result<Answer, Error> {
    if let Importer::Caller(caller) = importer {
        caller.require(Role::SuperUser)?;
    }
    let Command {
        mut source,
        tables,
        variables,
    } = command;
    source.source = source.source.trim().to_owned();
    if source.source.is_empty() {
        return Err(Error::NoSource);
    }
    if source.source.chars().count() > NewDataSource::LONGEST_NAME {
        return Err(Error::SourceTooLong);
    }
    let mut transaction = ports.database.begin()?;
    let (id, source_added) = match transaction.dictionary().source_by_name(&source.source)? {
        Some(id) => (id, false),
        None => (transaction.dictionary().add_source(&source)?, true),
    };
    transaction.commit()?;
    let known = {
        let mut views = ports.database.read()?;
        Known {
            tables: views.dictionary().tables_of(id)?,
            variables: views.dictionary().variables_of(id)?,
        }
    };
    let plan = Plan::make(known, tables, variables);
    carry_out(ports, id, &plan)?;
    Ok(Answer {
        source: id,
        source_added,
        tables: plan.tables_tally(),
        variables: plan.variables_tally(),
        refused: plan.refused,
        notes: plan.notes,
    })
}

/// The rows of one part.
const ROWS_AT_ONCE: usize = 200;
/// The changed tables of one part: the variables of each follow it.
const TABLES_AT_ONCE: usize = 10;

fn carry_out(ports: &Ports, source: DataSourceId, plan: &Plan) -> Result<(), StoreError> {
    by_parts(ports, &plan.changed_tables, TABLES_AT_ONCE, |dictionary, part| {
        part.iter()
            .try_for_each(|(id, table)| dictionary.update_table(*id, table))
    })?;
    let mut ids: HashMap<String, TableId> = plan.stored_tables.clone();
    by_parts(ports, &plan.added_tables, ROWS_AT_ONCE, |dictionary, part| {
        let new = dictionary.add_tables(source, part)?;
        ids.extend(part.iter().map(|table| name_key(&table.tbl_name)).zip(new));
        Ok(())
    })?;
    // A variable whose table is in neither file nor store was refused when the plan was made.
    let added = plan
        .added_variables
        .iter()
        .filter_map(|row| Some((*ids.get(&name_key(&row.tbl_name))?, row.clone())))
        .collect::<Vec<_>>();
    by_parts(ports, &added, ROWS_AT_ONCE, |dictionary, part| {
        dictionary.add_variables(part).map(drop)
    })?;
    // Changed variables come last, because they may depend on new ones.
    by_parts(
        ports,
        &plan.changed_variables,
        ROWS_AT_ONCE,
        |dictionary, part| {
            part.iter()
                .try_for_each(|(id, variable)| dictionary.update_variable(*id, variable))
        },
    )
}

/// Writes one part after the other, and lets others write in between.
fn by_parts<Row>(
    ports: &Ports,
    rows: &[Row],
    at_once: usize,
    mut write: impl FnMut(&mut dyn Dictionary, &[Row]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    for (number, part) in rows.chunks(at_once).enumerate() {
        if number > 0 {
            ports.database.let_others_write();
        }
        let mut transaction = ports.database.begin()?;
        write(transaction.dictionary(), part)?;
        transaction.commit()?;
    }
    Ok(())
}
