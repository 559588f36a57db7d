//! `aditus inspect-document`: the process in which the server inspects an uploaded file.

use std::process::ExitCode;

use crate::clean_failure::CleanFailure;
use crate::command_line::INSPECT_DOCUMENT;

/// Inspects the file on standard input. Needs neither configuration nor database, and writes no log.
pub(crate) fn run(limited: bool) -> Result<ExitCode, CleanFailure> {
    aditus_files::answer_inspector(INSPECT_DOCUMENT, limited)
        .map(|()| ExitCode::SUCCESS)
        .map_err(|error| CleanFailure::because("the file cannot be inspected", &error))
}
