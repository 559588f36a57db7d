//! Lists the documents that a restore left out, on the terminal and in a file of the data folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use aditus_application::backup::restore::Losses;
use aditus_application::integrity::{FileDocument, name_files};
use aditus_application::ports::FileKey;

use crate::clean_failure::{CleanFailure, chain};
use crate::commands::format::format_count;
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::wiring::{self, OpenedBy};

/// Prints each lost document and writes the list. Without losses, removes the list of an earlier
/// restore.
pub(super) fn write_list(
    setup: &Setup,
    folder: &DataFolder,
    backup: &Path,
    losses: &Losses,
) -> Result<(), CleanFailure> {
    let list = folder.losses();
    let failed = |error: std::io::Error| CleanFailure::because(&list.display().to_string(), &error);
    if losses.is_empty() {
        return match fs::remove_file(&list) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(()),
        };
    }
    let documents = documents(setup, losses);
    let lines: Vec<String> = losses
        .iter()
        .map(|(key, fault)| line(key, documents.get(key), fault))
        .collect();
    let head = format!(
        "# Not restored from {}, because they are missing or damaged in the backup\n",
        backup.display()
    );
    fs::write(&list, format!("{head}{}\n", lines.join("\n"))).map_err(failed)?;
    for line in &lines {
        console::print(&format!("LOST   {line}"));
    }
    console::print(&format!(
        "{} could not be restored; {} and `aditus check --deep` list them too. Look in older backups: the file is documents/KEY there, \
         and goes into the file store under the same key.",
        format_count(losses.len() as u64, "document"),
        list.display()
    ));
    Ok(())
}

/// Looks up the lost documents in the restored database. If that is of an earlier version and
/// cannot answer before it is migrated, the keys are listed all the same.
fn documents(setup: &Setup, losses: &Losses) -> BTreeMap<FileKey, FileDocument> {
    let keys: BTreeSet<FileKey> = losses.keys().cloned().collect();
    // The database is opened again: the earlier handle has seen the empty one.
    let found = wiring::open_database(setup, OpenedBy::Command)
        .map_err(|error| error.to_string())
        .and_then(|database| {
            name_files::execute(database.as_ref(), &keys).map_err(|error| setup.redacted(&chain(&error)))
        });
    found.unwrap_or_else(|error| {
        console::print_error(&format!(
            "The database cannot be read yet, so the requests of the documents are unknown ({error}): run `aditus migrate`, and then `aditus check --deep`"
        ));
        BTreeMap::new()
    })
}

fn line(key: &FileKey, document: Option<&FileDocument>, fault: &str) -> String {
    match document {
        Some(document) => format!("{document}: {fault}"),
        None => format!("{}: {fault}", key.as_str()),
    }
}
