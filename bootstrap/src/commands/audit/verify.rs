//! `aditus audit verify`: compares the stored data with the signed audit log.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use aditus_application::audit::verify::kept::{self as kept_checkpoints, CheckpointFile, MAX_FILE_SIZE};
use aditus_application::audit::verify::{self, VerifyEvent};
use aditus_application::integrity::scan::Finding;
use serde_json::json;

use super::NOT_PROVED;
use crate::clean_failure::CleanFailure;
use crate::commands::check::Report;
use crate::console;
use crate::setup::Setup;
use crate::wiring::Wiring;

/// The interval of progress messages.
const EVERY: Duration = Duration::from_secs(5);

/// Verifies everything. Prints a line for each subject, and one for each difference.
pub(super) fn run(setup: &Setup, kept: &[PathBuf], json: bool) -> Result<ExitCode, CleanFailure> {
    let mut kept = kept
        .iter()
        .map(|file| read(file))
        .collect::<Result<Vec<_>, _>>()?;
    let wiring = Wiring::read_only(setup)?;
    kept.extend(own(&wiring.log_checkpoint)?);
    let mut findings: Vec<Finding> = Vec::new();
    let mut report = Report::default();
    let mut last_report = Instant::now();
    let mut on_progress = |event| match event {
        VerifyEvent::Progress { subject, done, all } if last_report.elapsed() >= EVERY => {
            last_report = Instant::now();
            let all = all.map(|all| format!(" of {all}")).unwrap_or_default();
            console::print_error(&format!("… {subject}: {done}{all}"));
        }
        VerifyEvent::Progress { .. } => {}
        VerifyEvent::Done(finding) => {
            if !json {
                report.finding(&finding);
            }
            findings.push(finding);
        }
    };
    let verified = verify::execute(&wiring.ports, &mut on_progress).and_then(|()| {
        if !kept.is_empty() {
            on_progress(VerifyEvent::Done(kept_checkpoints::execute(
                &wiring.ports,
                &kept,
            )?));
        }
        Ok(())
    });
    verified.map_err(|error| CleanFailure::because("the audit log cannot be verified", &error))?;
    let wrong: u64 = findings.iter().map(|finding| finding.wrong_in_all).sum();
    if json {
        console::print(&as_json(&findings, wrong).to_string());
    }
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_PROVED)
    })
}

/// Returns the newest checkpoint that a server with this data folder has signed, or `None` if the
/// file does not exist.
fn own(file: &Path) -> Result<Option<CheckpointFile>, CleanFailure> {
    if file.exists() {
        read(file).map(Some)
    } else {
        Ok(None)
    }
}

/// Reads a checkpoint, without parsing it.
fn read(file: &Path) -> Result<CheckpointFile, CleanFailure> {
    let name = file.display().to_string();
    let unreadable = |error: std::io::Error| CleanFailure::because(&name, &error);
    let mut bytes = Vec::new();
    // One byte above the limit suffices to detect a file that is no checkpoint.
    File::open(file)
        .map_err(unreadable)?
        .take(MAX_FILE_SIZE + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    Ok(CheckpointFile {
        note: String::from_utf8_lossy(&bytes).into_owned(),
        name,
    })
}

fn as_json(findings: &[Finding], wrong: u64) -> serde_json::Value {
    let subjects = findings.iter().map(|finding| {
        json!({
            "subject": finding.subject,
            "checked": finding.checked,
            // The old name, until the next version.
            "looked_at": finding.checked,
            "wrong_in_all": finding.wrong_in_all,
            "wrong": finding.wrong,
            "remarks": finding.remarks,
        })
    });
    json!({ "verified": wrong == 0, "subjects": subjects.collect::<Vec<_>>() })
}
