//! `aditus backup`: copies the database and the documents of one moment into a folder, while the
//! server runs.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::backup::{Installed, MadeBy, Manifest, take};
use aditus_application::ports::Keys;
use aditus_backup::NewFolderBackup;
use aditus_domain::hex;

use super::format::{format_count, format_size};
use crate::clean_failure::{CleanFailure, chain};
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::termination::TerminationSignal;
use crate::wiring::{self, BackupParts, OpenedBy};

/// The version that manifests name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The exit code when documents of the installation were lost or altered before the backup.
const WITH_LOSSES: u8 = 1;

/// Makes a backup and reports its content and its omissions.
pub(crate) fn run(setup: &Setup, path: &Path) -> Result<ExitCode, CleanFailure> {
    let folder = DataFolder::open_to_read(&setup.configuration.data_dir)?;
    folder.refuse_unfinished_restore()?;
    let database = wiring::open_database(setup, OpenedBy::Command)?;
    let database_backup = database.backup().ok_or_else(|| no_backup(setup))?;
    let keys = keys(&folder)?;
    let parts = BackupParts::open(setup, &folder, keys)?;
    let new = NewFolderBackup::begin(path)
        .map_err(|error| CleanFailure::because("no backup can be made there", &error))?;
    let installed = Installed {
        database: database_backup,
        files: parts.files.as_ref(),
        keys: parts.keys.as_ref(),
        clock: parts.clock.as_ref(),
        version: VERSION,
    };
    let termination = TerminationSignal::listen();
    let made = take::execute(&installed, MadeBy::Command, Box::new(new), &|| {
        termination.was_received()
    })
    .map_err(|error| failed(setup, "no backup was made", &error))?;
    let place = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let origin = &made.manifest.origin;
    if let Err(error) = folder.note_backup(origin.made_on, &origin.kind, &place) {
        tracing::warn!(%error, "cannot record the backup, so `aditus check` and the metrics will not report it");
    }
    report(setup, path, &made);
    let manifest = &made.manifest;
    if manifest.lost.is_empty() && manifest.altered.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(WITH_LOSSES))
}

/// Returns the secrets, which identify the installation in the manifest. Without a stored secret
/// the backup is made all the same: no secret is part of a backup, and after the loss of a secret a
/// backup is most needed.
fn keys(folder: &DataFolder) -> Result<Arc<dyn Keys>, CleanFailure> {
    if let Some(keys) = wiring::stored_keys(folder)? {
        return Ok(keys);
    }
    console::print_error(&format!(
        "{} is missing: the backup counts as one of another installation, and can be restored with `aditus restore --without-key`",
        folder.master_key().display()
    ));
    Ok(wiring::keys_of_this_process())
}

/// The failure for a database of the program's own that has no backup by Aditus.
pub(crate) fn no_backup(setup: &Setup) -> CleanFailure {
    CleanFailure::new(format!(
        "Aditus cannot back up {}: back it up and restore it with its own tools, together with the documents",
        setup.database_name()
    ))
}

/// Returns the reason why no backup can be made in the folder of `backup.dir`, if there is one.
pub(crate) fn unusable(folder: &Path) -> Option<String> {
    let trial = folder.join(format!(".trial-{}", std::process::id()));
    let tried = std::fs::write(&trial, b"").and_then(|()| std::fs::remove_file(&trial));
    let error = tried.err()?;
    Some(format!(
        "ADITUS_BACKUP_DIR: the folder {} cannot be used: {error}; create it, accessible only to the account of the server",
        folder.display()
    ))
}

/// Creates a failure, without the password of the database.
pub(crate) fn failed(setup: &Setup, what: &str, error: &dyn std::error::Error) -> CleanFailure {
    CleanFailure::new(format!("{what}: {}", setup.redacted(&chain(error))))
}

fn report(setup: &Setup, path: &Path, made: &take::Answer) {
    let manifest = &made.manifest;
    console::print(&format!(
        "Backup complete in {}, as of {}:",
        path.display(),
        manifest.origin.made_on.format("%Y-%m-%d %H:%M:%S UTC")
    ));
    print_content(manifest);
    if let (Some(older), false) = (&made.shared.with, made.shared.documents.is_empty()) {
        console::print(&format!(
            "  {} of the documents are shared with {} and take no extra space: this backup takes {} more",
            made.shared.documents.len(),
            older.display(),
            format_size(made.own_size())
        ));
    }
    let data = setup.configuration.data_dir.display();
    console::print(&format!(
        "Not included: the secrets ({data}/secrets/master.key), the configuration, and emails in {data}/mail. Keep a copy of the first two elsewhere."
    ));
    console::print(&format!(
        "SHA-256 of its manifest: {}",
        hex::encode(&made.manifest_sha256.0)
    ));
    print_losses(manifest);
    if let Some(older) = &made.shared.with {
        for key in &made.shared.damaged {
            console::print_error(&format!(
                "DAMAGED the document {} is missing or damaged in {}; this backup has its own copy",
                key.as_str(),
                older.display()
            ));
        }
    }
}

/// Prints the content of a backup.
pub(crate) fn print_content(manifest: &Manifest) {
    console::print(&format!(
        "  database: {} in {} tables, {} (made with {})",
        format_count(manifest.state.rows(), "row"),
        manifest.state.tables.len(),
        format_size(manifest.database.size),
        manifest.made_with
    ));
    let documents = manifest.documents.len() as u64;
    let bytes = manifest.size() - manifest.database.size;
    console::print(&format!("  documents: {documents}, {}", format_size(bytes)));
}

/// Prints the documents that were lost or altered before the backup was made.
pub(crate) fn print_losses(manifest: &Manifest) {
    for key in &manifest.lost {
        console::print_error(&format!(
            "LOST   the document {} was missing in the file store when the backup was made",
            key.as_str()
        ));
    }
    for key in &manifest.altered {
        console::print_error(&format!(
            "ALTERED the document {} did not match the database when the backup was made",
            key.as_str()
        ));
    }
}
