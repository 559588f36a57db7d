//! What an import would do: `POST data_dictionary/import/` with `dry_run`, and `aditus import-dictionary --dry-run`. Nothing is changed.
//!
//! The call takes the fields `source` (a name; required), `format` (`aditus`, which is the default, `omop` or `redcap`), `dry_run`,
//! `leave_unknown` and `publish`, and the two files `tables` and `variables`, of 64 MiB together; `redcap` has no file of tables. With
//! `dry_run` it answers 200 with `{source, data_source, tables, variables, unknown, wrong, added, altered, refused, notes}`: `tables` and
//! `variables` are tallies `{read, added, altered, refused}` of all rows; `unknown` is `[{file, columns}]`, the columns that the format
//! does not know, which are left aside with `leave_unknown`; `wrong` is `[{file, text}]`, and with anything in it the import would be
//! refused as a whole; `added` is `[{file, line, name}]`, `altered` is `[{file, line, name, fields: [{field, before, after}]}]`, `refused` and
//! `notes` are `[{file, line, text}]`. Of each list the first [`MOST_TOLD`] are answered; the tallies and `notes_count` tell how many there are.

use aditus_domain::dictionary::ImportFormat;
use aditus_domain::ids::DataSourceId;

use super::files::{Files, check_size};
use super::plan::Plan;
use super::{Added, Altered, Error, Importer, Remark, Tally, UnknownColumns, WrongFile, source_name};
use crate::ports::Ports;

/// As many lines of each kind are told one by one; the rest is counted.
pub const MOST_TOLD: usize = 500;

/// What would be imported.
#[derive(Debug, Clone)]
pub struct Command {
    /// The name of the source.
    pub source: String,
    /// The format of the files.
    pub format: ImportFormat,
    /// Columns that the format does not know are left aside; otherwise the files are refused.
    pub leave_unknown: bool,
    /// The files.
    pub files: Files,
}

/// What the import would do, as the dictionary is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The name of the source, tidied up.
    pub source: String,
    /// The source; none where the import would add it.
    pub data_source: Option<DataSourceId>,
    /// The tables.
    pub tables: Tally,
    /// The variables.
    pub variables: Tally,
    /// The columns that the format does not know, by file.
    pub unknown: Vec<UnknownColumns>,
    /// Why the import would be refused as a whole, by file. The rest tells what could be read all the same.
    pub wrong: Vec<WrongFile>,
    /// The first rows that would be added: tables first, by line.
    pub added: Vec<Added>,
    /// The first rows that would be altered.
    pub altered: Vec<Altered>,
    /// The first lines that would not be taken, and why.
    pub refused: Vec<Remark>,
    /// The first lines of which something would be left out, such as a dependency that leads nowhere.
    pub notes: Vec<Remark>,
    /// How many such lines there are.
    pub notes_count: usize,
}

/// Compares the files with what is stored.
pub fn execute(ports: &Ports, importer: Importer<'_>, command: Command) -> Result<Answer, Error> {
    importer.check()?;
    let source = source_name(&command.source)?;
    check_size(command.files.size())?;
    let read = command.files.read(command.format, command.leave_unknown);
    drop(command.files);
    let data_source = ports
        .database
        .read()?
        .dictionary_imports()
        .source_by_name(&source)?;
    let (unknown, wrong) = (read.unknown.clone(), read.wrong.clone());
    let mut plan = Plan::make(ports, data_source, read, MOST_TOLD)?;
    let (tables, variables) = (plan.tables_tally(), plan.variables_tally());
    let notes_count = plan.notes.len();
    plan.refused.truncate(MOST_TOLD);
    plan.notes.truncate(MOST_TOLD);
    Ok(Answer {
        source,
        data_source,
        tables,
        variables,
        unknown,
        wrong,
        added: plan.added,
        altered: plan.altered,
        refused: plan.refused,
        notes: plan.notes,
        notes_count,
    })
}
