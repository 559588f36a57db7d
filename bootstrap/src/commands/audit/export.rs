//! `aditus audit export`: the transparency log as static files.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use aditus_application::audit::log::publish::{self, Progress};
use serde_json::json;

use crate::clean_failure::CleanFailure;
use crate::console;
use crate::setup::Setup;
use crate::wiring::Wiring;

/// The interval of progress messages.
const EVERY: Duration = Duration::from_secs(5);

/// Writes the log into a folder that does not exist yet or is empty.
pub(super) fn run(setup: &Setup, folder: &Path, json: bool) -> Result<ExitCode, CleanFailure> {
    let failed = |error: &dyn std::error::Error| CleanFailure::because(&folder.display().to_string(), error);
    fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let is_empty = fs::read_dir(folder)
        .map_err(|error| failed(&error))?
        .next()
        .is_none();
    if !is_empty {
        return Err(CleanFailure::new(format!(
            "the folder {} is not empty: use an empty or a new folder",
            folder.display()
        )));
    }
    let wiring = Wiring::read_only(setup)?;
    let mut write = |path: &str, bytes: &[u8]| {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, bytes)
    };
    let mut last_report = Instant::now();
    let mut on_progress = |Progress { tiles, all }| {
        if last_report.elapsed() >= EVERY {
            last_report = Instant::now();
            console::print_error(&format!("… tiles: {tiles} of {all}"));
        }
    };
    let written =
        publish::execute(&wiring.ports, &mut write, &mut on_progress).map_err(|error| failed(&error))?;
    if json {
        let written = json!({ "folder": folder.display().to_string(), "entries": written.size, "tiles": written.tiles });
        console::print(&written.to_string());
        return Ok(ExitCode::SUCCESS);
    }
    console::print(&format!(
        "{}: the log of {} entries in {} tiles, its checkpoint and its keys. The entries themselves are not included.",
        folder.display(),
        written.size,
        written.tiles
    ));
    Ok(ExitCode::SUCCESS)
}
