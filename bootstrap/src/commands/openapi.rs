//! `aditus openapi`: prints the document from which the frontend's types are generated.

use std::process::ExitCode;

use crate::clean_failure::CleanFailure;
use crate::console;

/// Prints the document. It needs neither configuration nor database.
pub(crate) fn run() -> Result<ExitCode, CleanFailure> {
    let document = aditus_http::openapi_document()
        .to_pretty_json()
        .map_err(|error| CleanFailure::because("the document cannot be written", &error))?;
    console::print(&document);
    Ok(ExitCode::SUCCESS)
}
