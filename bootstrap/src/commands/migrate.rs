//! `aditus migrate`: brings the database to the schema of this version, as `serve` does when it starts.

use std::process::ExitCode;

use crate::clean_failure::CleanFailure;
use crate::configuration::Configuration;
use crate::data_folder::DataFolder;
use crate::{console, wiring};

/// Applies what is missing and names it.
pub(crate) fn run(configuration: &Configuration) -> Result<ExitCode, CleanFailure> {
    DataFolder::open(&configuration.data_dir)?;
    let store = wiring::open_store(configuration, &wiring::store_options(configuration))?;
    let applied = wiring::migrate(configuration, &store)?;
    for name in &applied {
        console::say(&format!("applied {name}"));
    }
    if applied.is_empty() {
        console::say("The database is up to date.");
    }
    Ok(ExitCode::SUCCESS)
}
