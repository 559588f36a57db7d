//! `aditus migrate`: upgrades the database to the schema of this version, as `serve` does when it
//! starts.

use std::process::ExitCode;

use crate::clean_failure::CleanFailure;
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::wiring::{self, OpenedBy};

/// Applies the missing migrations and names them.
pub(crate) fn run(setup: &Setup) -> Result<ExitCode, CleanFailure> {
    DataFolder::open(&setup.configuration.data_dir)?.refuse_unfinished_restore()?;
    let database = wiring::open_database(setup, OpenedBy::Command)?;
    let applied = wiring::migrate(setup, database.as_ref())?;
    for name in &applied {
        console::print(&format!("applied {name}"));
    }
    if applied.is_empty() {
        console::print("The database is up to date.");
    }
    Ok(ExitCode::SUCCESS)
}
