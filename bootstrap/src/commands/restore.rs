//! `aditus restore`: restores a backup into an empty installation.

mod log;
mod losses;

use std::path::Path;
use std::process::ExitCode;

use aditus_application::backup::restore::{Documents, Losses};
use aditus_application::backup::{Installed, Manifest, restore};
use aditus_application::ports::CompleteBackup;
use aditus_backup::CompleteFolderBackup;

use super::backup::{VERSION, failed, no_backup, print_content, print_losses};
use super::verify_backup::print_explanation;
use crate::clean_failure::CleanFailure;
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::termination::TerminationSignal;
use crate::wiring::{self, BackupParts, OpenedBy};

/// The backup kind of PostgreSQL, the database that has roles.
const POSTGRES: &str = "postgresql";

/// The exit code when the backup was restored without some of its documents.
const WITH_LOSSES: u8 = 1;

/// Restores the backup. All checks come first, and nothing is changed until all of them pass.
pub(crate) fn run(
    setup: &Setup,
    path: &Path,
    without_key: bool,
    documents: Documents,
) -> Result<ExitCode, CleanFailure> {
    let refused = |error: &dyn std::error::Error| failed(setup, "nothing was restored or changed", error);
    let kept = CompleteFolderBackup::open(path).map_err(|error| refused(&error))?;
    let folder = DataFolder::open(&setup.configuration.data_dir)?;
    if !without_key {
        refuse_without_key(&folder)?;
    }
    let database = wiring::open_database(setup, OpenedBy::Command)?;
    let into = database.backup().ok_or_else(|| no_backup(setup))?;
    // Missing secrets are created once everything is restored: until then nothing is changed.
    let keys = wiring::stored_keys(&folder)?.unwrap_or_else(wiring::keys_of_this_process);
    let parts = BackupParts::open(setup, &folder, keys)?;
    let installed = Installed {
        database: into,
        files: parts.files.as_ref(),
        keys: parts.keys.as_ref(),
        clock: parts.clock.as_ref(),
        version: VERSION,
    };
    let has_its_secrets = restore::has_its_secrets(&installed, kept.manifest());
    if !without_key && !has_its_secrets {
        return Err(CleanFailure::new(format!(
            "nothing was restored or changed: {} is not the secret of the backed-up installation. Replace it with the right one, or, if that \
             is lost, add --without-key",
            folder.master_key().display()
        )));
    }
    let termination = TerminationSignal::listen();
    let stop = || termination.was_received();
    if folder.has_unfinished_restore()
        && restore::is_done(&kept, &installed).map_err(|error| refused(&error))?
    {
        let verified = restore::verified(&kept, documents, &wiring::examine_copy, &stop)
            .and_then(|verified| restore::losses(&kept, &installed, &verified.damaged));
        let losses = verified.map_err(|error| refused(&error))?;
        losses::write_list(setup, &folder, path, &losses)?;
        wiring::make_key(&folder)?;
        folder.end_restore()?;
        console::print("Everything was already restored; only the final mark was missing.");
        log::print_state(setup, &folder, &parts);
        return Ok(exit_code(&losses));
    }
    let verified = restore::check(&kept, &installed, documents, &wiring::examine_copy, &stop)
        .map_err(|error| refused(&error))?;
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    folder.begin_restore(&place)?;
    let answer = restore::carry_out(&kept, &installed, &verified.damaged, &stop).map_err(|error| {
        let what =
            "the restore was interrupted, and the server does not start until it is complete. Run the same command again";
        failed(setup, what, &error)
    })?;
    console::print(&format!(
        "Restored from {}, as of {}:",
        path.display(),
        kept.manifest().origin.made_on.format("%Y-%m-%d %H:%M:%S UTC")
    ));
    print_content(kept.manifest());
    if !answer.losses.is_empty() {
        console::print(&format!(
            "  {} of the documents are damaged in the backup and were skipped",
            answer.losses.len()
        ));
    }
    if answer.present > 0 {
        console::print(&format!(
            "  {} of the documents were already in the file store, unchanged",
            answer.present
        ));
    }
    losses::write_list(setup, &folder, path, &answer.losses)?;
    wiring::make_key(&folder)?;
    folder.end_restore()?;
    print_explanation(&verified);
    print_missing_content(kept.manifest(), has_its_secrets);
    log::print_state(setup, &folder, &parts);
    print_losses(kept.manifest());
    Ok(exit_code(&answer.losses))
}

fn refuse_without_key(folder: &DataFolder) -> Result<(), CleanFailure> {
    let key = folder.master_key();
    if key.exists() {
        return Ok(());
    }
    Err(CleanFailure::new(format!(
        "nothing was restored or changed: {} is missing. Copy the secret of the backed-up installation there (mode 0600, owned by the \
         account of the server), or, if it is lost, add --without-key",
        key.display()
    )))
}

fn print_missing_content(manifest: &Manifest, has_its_secrets: bool) {
    console::print("Every table of the database has its content from the backup.");
    if !has_its_secrets {
        console::print(
            "Without the key of the backed-up installation, sessions have ended, codes and waiting mails are void, and the database passwords of \
             data sources must be entered again. People's own passwords stay valid.",
        );
    }
    console::print(
        "Not included and not restored: the configuration, and mails stored as files. Everything after the backup is lost. The next \
         start migrates the database to this version.",
    );
    if manifest.origin.kind == POSTGRES {
        console::print(
            "If the server uses a separate database role: run `aditus migrate` with this same address, and then grants.sql, before anything else. \
             A backup does not include rights; see GRANTS.md.",
        );
    }
}

fn exit_code(losses: &Losses) -> ExitCode {
    if losses.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(WITH_LOSSES)
    }
}
