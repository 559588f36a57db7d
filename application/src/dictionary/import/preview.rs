//! Previews an import without changes: `POST data_dictionary/import/` with `dry_run`, and `aditus
//! import-dictionary --dry-run`.
//!
//! The call has the fields `source` (a name; required), `format` (`aditus`, which is the default,
//! `omop` or `redcap`), `dry_run`, `leave_unknown` and `publish`, and the two files `tables` and
//! `variables`, of 64 MiB together; `redcap` has no file of tables.
//!
//! With `dry_run` it returns 200 with `{source, data_source, tables, variables, unknown, wrong,
//! added, altered, refused, notes}`:
//!
//! - `tables` and `variables` are tallies `{read, added, altered, refused}` of all rows;
//! - `unknown` is `[{file, columns}]`: the columns that the format does not know, which
//!   `leave_unknown` ignores;
//! - `wrong` is `[{file, text}]`: the errors for which the import would be refused as a whole;
//! - `added` is `[{file, line, name}]`;
//! - `altered` is `[{file, line, name, fields: [{field, before, after}]}]`;
//! - `refused` and `notes` are `[{file, line, text}]`.
//!
//! Each list contains the first [`MAX_REPORTED`] entries; the tallies and `notes_count` are the
//! total numbers.

use aditus_domain::dictionary::ImportFormat;
use aditus_domain::ids::DataSourceId;

use super::files::{Files, check_size};
use super::plan::Plan;
use super::{Added, Altered, Error, Importer, Remark, Tally, UnknownColumns, WrongFile, source_name};
use crate::ports::Ports;

/// Maximum number of reported lines of each kind. The rest is only counted.
pub const MAX_REPORTED: usize = 500;

/// An import to preview.
#[derive(Debug, Clone)]
pub struct Command {
    /// Name of the source.
    pub source: String,
    /// Format of the files.
    pub format: ImportFormat,
    /// Ignores unknown columns. Otherwise they refuse the files.
    pub leave_unknown: bool,
    /// Uploaded files.
    pub files: Files,
}

/// The effects of the import on the current dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Normalised name of the source.
    pub source: String,
    /// Id of the source. None if the import would add it.
    pub data_source: Option<DataSourceId>,
    /// Tally of the tables.
    pub tables: Tally,
    /// Tally of the variables.
    pub variables: Tally,
    /// Unknown columns by file.
    pub unknown: Vec<UnknownColumns>,
    /// Errors by file for which the import would be refused as a whole. The other fields still
    /// cover the readable rows.
    pub wrong: Vec<WrongFile>,
    /// First added rows: tables first, ordered by line.
    pub added: Vec<Added>,
    /// First altered rows.
    pub altered: Vec<Altered>,
    /// First refused lines with their reasons.
    pub refused: Vec<Remark>,
    /// First lines that would be imported in part, for example without a dangling dependency.
    pub notes: Vec<Remark>,
    /// Total number of notes.
    pub notes_count: usize,
}

/// Compares the files with the stored dictionary.
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
    let mut plan = Plan::make(ports, data_source, read, MAX_REPORTED)?;
    let (tables, variables) = (plan.tables_tally(), plan.variables_tally());
    let notes_count = plan.notes.len();
    plan.refused.truncate(MAX_REPORTED);
    plan.notes.truncate(MAX_REPORTED);
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
