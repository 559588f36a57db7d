//! `aditus import-dictionary`: imports a dictionary from CSV files into the database, or previews
//! the import.

use std::path::Path;
use std::process::ExitCode;

use aditus_application::Ports;
use aditus_application::dictionary::import::{
    self, Altered, Error, Files, ImportJob, Importer, Remark, RemarkKind, StoredRemark, Tally, find, preview,
    run, start, take_over,
};
use aditus_domain::dictionary::{ImportFormat, ImportState, MAX_IMPORT_BYTES};

use crate::clean_failure::CleanFailure;
use crate::command_line::{Format, ImportDictionary};
use crate::console;
use crate::setup::Setup;
use crate::wiring::Wiring;

/// The exit code if every row of a file was refused, or the files have no rows.
const NOTHING_ACCEPTED: u8 = 1;

/// Imports the files and reports the outcome of their rows; a dry run only previews it.
pub(crate) fn run(setup: &Setup, arguments: &ImportDictionary) -> Result<ExitCode, CleanFailure> {
    let format = match arguments.format {
        Format::Aditus => ImportFormat::Aditus,
        Format::Omop => ImportFormat::Omop,
        Format::Redcap => ImportFormat::Redcap,
    };
    if let Some(tables) = arguments.tables.as_ref().filter(|_| !format.has_file_of_tables()) {
        return Err(CleanFailure::new(format!(
            "{}: a REDCap dictionary is one file; leave --tables out",
            tables.display()
        )));
    }
    let files = Files {
        tables: arguments.tables.as_deref().map_or(Ok(Vec::new()), read)?,
        variables: read(&arguments.variables)?,
    };
    let ports = Wiring::assemble(setup)?.ports;
    if arguments.dry_run {
        preview(&ports, arguments, format, files)
    } else {
        import(&ports, arguments, format, files)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CleanFailure> {
    let failed = |error: std::io::Error| CleanFailure::because(&path.display().to_string(), &error);
    let size = std::fs::metadata(path).map_err(failed)?.len();
    if size > MAX_IMPORT_BYTES as u64 {
        return Err(CleanFailure::new(format!(
            "{}: {}",
            path.display(),
            Error::TooLarge
        )));
    }
    std::fs::read(path).map_err(failed)
}

fn preview(
    ports: &Ports,
    arguments: &ImportDictionary,
    format: ImportFormat,
    files: Files,
) -> Result<ExitCode, CleanFailure> {
    let command = preview::Command {
        source: arguments.source.clone(),
        format,
        leave_unknown: arguments.leave_unknown,
        files,
    };
    let answer = preview::execute(ports, Importer::Operator, command)
        .map_err(|error| CleanFailure::because("the import cannot be previewed", &error))?;
    console::print(&format!(
        "Source {:?}: {}",
        answer.source,
        if answer.data_source.is_some() {
            "already known"
        } else {
            "would be added"
        }
    ));
    print_tallies(answer.tables, answer.variables);
    for added in &answer.added {
        let place = place(arguments, added.file, added.line);
        console::print(&format!("added: {place}: {}", added.name));
    }
    for altered in &answer.altered {
        print_altered(arguments, altered);
    }
    for remark in &answer.refused {
        console::print(&format!("refused: {}", format_remark(arguments, remark)));
    }
    for remark in &answer.notes {
        console::print(&format!("note: {}", format_remark(arguments, remark)));
    }
    console::print(&format!(
        "Nothing was changed. At most {} lines of each kind are shown.",
        preview::MAX_REPORTED
    ));
    if answer.wrong.is_empty() {
        return Ok(exit_code(answer.tables, answer.variables));
    }
    let wrong: Vec<String> = answer
        .wrong
        .iter()
        .map(|wrong| format!("{}: {}", path(arguments, wrong.file).display(), wrong.text))
        .collect();
    if !answer.unknown.is_empty() && !arguments.leave_unknown {
        console::print("With --leave-unknown, unknown columns are ignored.");
    }
    Err(CleanFailure::new(wrong.join("\n")))
}

fn print_altered(arguments: &ImportDictionary, altered: &Altered) {
    let place = place(arguments, altered.file, altered.line);
    for change in &altered.fields {
        console::print(&format!(
            "changed: {place}: {} {}: {:?} becomes {:?}",
            altered.name, change.field, change.before, change.after
        ));
    }
}

fn import(
    ports: &Ports,
    arguments: &ImportDictionary,
    format: ImportFormat,
    files: Files,
) -> Result<ExitCode, CleanFailure> {
    // An earlier command may have been killed while it wrote, with no server running that would
    // have noticed.
    take_over::execute(ports).map_err(|error| {
        CleanFailure::because("an earlier, interrupted import cannot be finished", &error)
    })?;
    let command = start::Command {
        source: &arguments.source,
        format,
        leave_unknown: arguments.leave_unknown,
        publish: arguments.publish,
        size: files.size(),
    };
    let lease = start::execute(ports, Importer::Operator, &command)
        .map_err(|error| CleanFailure::because("the import cannot start", &error))?;
    let job = run::execute(ports, &lease, files).map_err(|error| {
        let stopped =
            "the import stopped; the server or the next import finishes what it had started to write";
        CleanFailure::because(stopped, &error)
    })?;
    let found = find::execute(ports, Importer::Operator, job.id)
        .map_err(|error| CleanFailure::because("the report of the import cannot be read", &error))?;
    report(arguments, &job, &found.remarks);
    match job.state {
        ImportState::Done => Ok(exit_code(job.tables, job.variables)),
        state => Err(CleanFailure::new(
            job.message
                .unwrap_or_else(|| format!("the import was {}", state.name())),
        )),
    }
}

fn exit_code(tables: Tally, variables: Tally) -> ExitCode {
    let is_refused = |tally: Tally| tally.read > 0 && tally.refused == tally.read;
    let is_empty = tables.read + variables.read == 0;
    if is_empty || is_refused(tables) || is_refused(variables) {
        ExitCode::from(NOTHING_ACCEPTED)
    } else {
        ExitCode::SUCCESS
    }
}

fn report(arguments: &ImportDictionary, job: &ImportJob, remarks: &[StoredRemark]) {
    if job.state == ImportState::Done {
        let added = match (job.source_added, job.publish) {
            (true, true) => "added and published",
            (true, false) => "added, not published",
            (false, _) => "already known",
        };
        console::print(&format!("Source {:?}: {added}", job.source));
        print_tallies(job.tables, job.variables);
    }
    for StoredRemark { kind, remark } in remarks {
        let what = match kind {
            RemarkKind::Refused => "refused",
            RemarkKind::Note => "note",
        };
        console::print(&format!("{what}: {}", format_remark(arguments, remark)));
    }
    let shown = remarks
        .iter()
        .filter(|kept| kept.kind == RemarkKind::Refused)
        .count();
    let more = (job.tables.refused + job.variables.refused).saturating_sub(shown);
    if more > 0 {
        console::print(&format!("refused: {more} more lines"));
    }
}

fn print_tallies(tables: Tally, variables: Tally) {
    console::print(&tally("Tables", tables));
    console::print(&tally("Variables", variables));
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

fn format_remark(arguments: &ImportDictionary, remark: &Remark) -> String {
    format!("{}: {}", place(arguments, remark.file, remark.line), remark.text)
}

fn place(arguments: &ImportDictionary, file: import::File, line: u64) -> String {
    format!("{} line {line}", path(arguments, file).display())
}

fn path(arguments: &ImportDictionary, file: import::File) -> &Path {
    match file {
        // A dictionary of one file names its tables in the file of variables.
        import::File::Tables => arguments.tables.as_ref().unwrap_or(&arguments.variables),
        import::File::Variables => &arguments.variables,
    }
}
