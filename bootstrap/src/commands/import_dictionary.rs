//! `aditus import-dictionary`: brings a dictionary from two CSV files into the database.

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use aditus_application::dictionary::NewDataSource;
use aditus_application::dictionary::import::{self, Answer, Command, Importer, Remark, Tally};
use aditus_domain::dictionary::ImportFormat;

use crate::clean_failure::{CleanFailure, chain};
use crate::command_line::{Format, ImportDictionary};
use crate::configuration::Configuration;
use crate::console;
use crate::dictionary_files::{self, FileFault};
use crate::wiring::Wiring;

/// The exit code of an import that ran and took not a single row of a file.
const NOTHING_TAKEN: u8 = 1;

/// Imports, and reports what became of the rows.
pub(crate) fn run(
    configuration: &Configuration,
    arguments: &ImportDictionary,
) -> Result<ExitCode, CleanFailure> {
    let format = match arguments.format {
        Format::Aditus => ImportFormat::Aditus,
        Format::Omop => ImportFormat::Omop,
    };
    let tables = read(&arguments.tables, |file| dictionary_files::tables(format, file))?;
    let variables = read(&arguments.variables, |file| {
        dictionary_files::variables(format, file)
    })?;
    let ports = Wiring::assemble(configuration)?.ports;
    let command = Command {
        source: NewDataSource::named(&arguments.source),
        tables,
        variables,
    };
    let answer = import::execute(&ports, Importer::Operator, command).map_err(|error| {
        let stopped = "the import stopped; what went in before stays, and running it again brings the rest";
        CleanFailure::because(stopped, &error)
    })?;
    report(arguments, &answer);
    let is_refused = |tally: Tally| tally.read > 0 && tally.refused == tally.read;
    let is_empty = answer.tables.read + answer.variables.read == 0;
    Ok(
        if is_empty || is_refused(answer.tables) || is_refused(answer.variables) {
            ExitCode::from(NOTHING_TAKEN)
        } else {
            ExitCode::SUCCESS
        },
    )
}

fn read<Rows>(path: &Path, rows: impl FnOnce(File) -> Result<Rows, FileFault>) -> Result<Rows, CleanFailure> {
    let file =
        File::open(path).map_err(|error| CleanFailure::because(&path.display().to_string(), &error))?;
    rows(file).map_err(|fault| CleanFailure::new(format!("{}: {}", path.display(), chain(&fault))))
}

fn report(arguments: &ImportDictionary, answer: &Answer) {
    let added = if answer.source_added {
        "added"
    } else {
        "known already"
    };
    console::say(&format!("Source {:?}: {added}", arguments.source.trim()));
    console::say(&tally("Tables", answer.tables));
    console::say(&tally("Variables", answer.variables));
    for remark in &answer.refused {
        console::say(&format!("refused: {}", told(arguments, remark)));
    }
    for remark in &answer.notes {
        console::say(&format!("note: {}", told(arguments, remark)));
    }
}

fn tally(
    what: &str,
    Tally {
        read,
        added,
        changed,
        refused,
    }: Tally,
) -> String {
    format!("{what}: {read} read, {added} added, {changed} changed, {refused} refused")
}

fn told(arguments: &ImportDictionary, remark: &Remark) -> String {
    let path = match remark.file {
        import::File::Tables => &arguments.tables,
        import::File::Variables => &arguments.variables,
    };
    format!("{} line {}: {}", path.display(), remark.line, remark.text)
}
