//! `aditus verify-backup`: verifies that a backup is complete and undamaged, on any machine.

use std::path::Path;
use std::process::ExitCode;

use aditus_application::backup::{MadeBy, verify};
use aditus_application::ports::CompleteBackup;
use aditus_backup::CompleteFolderBackup;
use aditus_domain::hex;

use super::backup::{print_content, print_losses};
use super::format::format_count;
use crate::clean_failure::CleanFailure;
use crate::{console, wiring};

/// The exit code of a backup that is damaged.
const DAMAGED: u8 = 1;

/// Reads the whole backup and reports the result.
pub(crate) fn run(path: &Path) -> Result<ExitCode, CleanFailure> {
    let kept =
        CompleteFolderBackup::open(path).map_err(|error| CleanFailure::because("not verified", &error))?;
    let answer = verify::execute(&kept, &wiring::examine_copy, &|| false)
        .map_err(|error| CleanFailure::because("not verified", &error))?;
    for fault in &answer.faults {
        console::print_error(&format!("WRONG  {fault}"));
    }
    if !answer.faults.is_empty() {
        let without = if answer.has_lost_only_documents() {
            " If there is none, `aditus restore --except-damaged` restores this one without these documents."
        } else {
            ""
        };
        console::print(&format!(
            "{} is damaged: {}. Use another backup.{without}",
            path.display(),
            format_count(answer.faults.len() as u64, "fault")
        ));
        return Ok(ExitCode::from(DAMAGED));
    }
    let origin = &kept.manifest().origin;
    console::print(&format!(
        "{} is complete. It is from {}, made by {} of Aditus {}:",
        path.display(),
        origin.made_on.format("%Y-%m-%d %H:%M:%S UTC"),
        match origin.made_by {
            MadeBy::Command => "the command",
            MadeBy::Server => "the server",
        },
        origin.version
    ));
    print_content(kept.manifest());
    print_explanation(&answer);
    console::print(&format!(
        "SHA-256 of its manifest: {}",
        hex::encode(&kept.manifest_sha256().0)
    ));
    print_losses(kept.manifest());
    Ok(ExitCode::SUCCESS)
}

/// Prints the scope of the verification.
pub(crate) fn print_explanation(answer: &verify::Answer) {
    let files = if answer.damaged.is_empty() {
        "every file"
    } else {
        "every other file"
    };
    match &answer.examined {
        Some(means) => console::print(&format!(
            "Verified: the SHA-256 of {files}, and the copy of the database by {means}."
        )),
        None => console::print(&format!(
            "Verified: the SHA-256 of {files}. Not verified: the content of the copy of the database, because no program on this machine can read it.",
        )),
    }
    for file in &answer.unlisted_files {
        console::print(&format!("Not part of it, and not read: {file}"));
    }
}
