//! `aditus keys …`: changes the master secret of the installation (docs/operating/KEYS.md).

use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::audit::log::rotate;
use aditus_application::installation::in_use;
use aditus_application::installation::secrets::{self, Change};
use aditus_application::sealed_values::reseal::{self, Remaining};
use aditus_system::{KeyFileError, KeyFiles, Rotation};

use super::format::{format_count, format_entries};
use crate::clean_failure::{CleanFailure, chain};
use crate::command_line::Keys;
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::wiring::{self, MissingKey, OpenedBy, Wiring, unusable_keys};

/// Runs the subcommand.
pub(crate) fn run(setup: &Setup, command: Keys) -> Result<ExitCode, CleanFailure> {
    let data_dir = &setup.configuration.data_dir;
    let folder = match command {
        Keys::Status => DataFolder::open_to_read(data_dir)?,
        Keys::Prepare | Keys::Rotate | Keys::ReplaceLost => DataFolder::open(data_dir)?,
    };
    folder.refuse_unfinished_restore()?;
    let files = KeyFiles::at(folder.master_key());
    match command {
        Keys::Status => status(setup, &files)?,
        Keys::Prepare => prepare(setup, &files)?,
        Keys::Rotate => rotate(setup, &files)?,
        Keys::ReplaceLost => replace_lost(setup, &folder, &files)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the installation for a change of its secret.
fn opened(setup: &Setup, files: &KeyFiles) -> Result<Wiring, CleanFailure> {
    let wiring = Wiring::without_migrating(setup, MissingKey::UseTemporary)?;
    refuse_without_secret(files)?;
    Ok(wiring)
}

fn refuse_without_secret(files: &KeyFiles) -> Result<(), CleanFailure> {
    if files.exists().map_err(|error| unusable_keys(&error))? {
        return Ok(());
    }
    Err(CleanFailure::new(format!(
        "{} is missing, and this installation is not in use yet: its first start creates the secret",
        files.current().display()
    )))
}

fn failed(setup: &Setup, error: &dyn std::error::Error) -> CleanFailure {
    CleanFailure::new(format!(
        "the secrets in the database {}: {}",
        setup.database_name(),
        setup.redacted(&chain(error))
    ))
}

fn prepare(setup: &Setup, files: &KeyFiles) -> Result<(), CleanFailure> {
    opened(setup, files)?;
    files.prepare().map_err(|error| unusable_keys(&error))?;
    let next = files.next().display();
    for line in [
        format!("The next secret is in {next}. It is not in use yet. What to do next:"),
        "  1. With several nodes: copy that file into the folder secrets of each (mode 0600, owned by the account of the server).".to_owned(),
        "  2. Restart every server, so that it knows the next secret.".to_owned(),
        "  3. Run `aditus keys rotate`, on each node.".to_owned(),
    ] {
        console::print(&line);
    }
    Ok(())
}

fn rotate(setup: &Setup, files: &KeyFiles) -> Result<(), CleanFailure> {
    let mut wiring = opened(setup, files)?;
    let rotation = files.rotation().map_err(|error| unusable_keys(&error))?;
    match rotation {
        Rotation::Prepared => {
            secrets::record_change(&wiring.ports, Change::Rotated).map_err(|error| failed(setup, &error))?;
            files.promote().map_err(|error| unusable_keys(&error))?;
            let keys = files.load().map_err(|error| unusable_keys(&error))?;
            wiring.ports.keys = Arc::new(keys);
            console::print(&format!(
                "The prepared secret is now in use, in {}. The former one is in {} and stays valid.",
                files.current().display(),
                files.former().display()
            ));
        }
        // An earlier run has put the secret into use.
        Rotation::Begun => {}
        Rotation::None => {
            return Err(unusable_keys(&KeyFileError::NotPrepared {
                next: files.next().to_owned(),
            }));
        }
    }
    let answer = reseal::execute(&wiring.ports).map_err(|error| failed(setup, &error))?;
    console::print(&format!(
        "Re-encrypted: {}. Queued entries of the log that were authenticated again: {}.",
        format_count(answer.resealed, "value"),
        answer.entries
    ));
    if rotation == Rotation::Begun {
        return print_remaining(setup, files, &wiring.ports);
    }
    // Servers that are not restarted yet keep sealing with the former secret, so the output does
    // not say yet that it can be removed.
    console::print(
        "Restart this server. After you have run `aditus keys rotate` on every node and restarted all servers, run it once more: it re-encrypts \
         what servers encrypted with the former secret in the meantime.",
    );
    Ok(())
}

fn status(setup: &Setup, files: &KeyFiles) -> Result<(), CleanFailure> {
    let wiring = Wiring::read_only(setup)?;
    refuse_without_secret(files)?;
    match files.rotation().map_err(|error| unusable_keys(&error))? {
        Rotation::None => console::print(&format!("{} is the only secret.", files.current().display())),
        Rotation::Prepared => console::print(&format!(
            "{} is prepared and not in use yet. After every server was restarted with it, run `aditus keys rotate`.",
            files.next().display()
        )),
        Rotation::Begun => console::print(&format!(
            "{} is in use, and {} is still valid.",
            files.current().display(),
            files.former().display()
        )),
    }
    print_remaining(setup, files, &wiring.ports)
}

/// Prints the number of values that still need the former secret.
fn print_remaining(setup: &Setup, files: &KeyFiles, ports: &Ports) -> Result<(), CleanFailure> {
    let Remaining {
        values,
        entries: waiting,
        unreadable,
    } = reseal::count_remaining(ports).map_err(|error| failed(setup, &error))?;
    if unreadable > 0 {
        console::print_error(&format!(
            "{} cannot be decrypted with any valid secret. This is expected only after the loss of a secret; see KEYS.md.",
            format_count(unreadable, "encrypted value")
        ));
    }
    let rotation = files.rotation().map_err(|error| unusable_keys(&error))?;
    if rotation != Rotation::Begun {
        return Ok(());
    }
    let former = files.former().display();
    if values > 0 || waiting > 0 {
        console::print(&format!(
            "The former secret is still needed, for {} and {} in the queue of the log: keep {former}, and run `aditus keys rotate` again.",
            format_count(values, "encrypted value"),
            format_entries(waiting)
        ));
        return Ok(());
    }
    console::print("The former secret is no longer needed.");
    let ends = secrets::former_hashes_end(ports).map_err(|error| failed(setup, &error))?;
    let until = ends.map_or_else(String::new, |ends| {
        format!(
            " From {} on, there are none left.",
            ends.format("%Y-%m-%d %H:%M UTC")
        )
    });
    console::print(&format!(
        "After every server was restarted since the rotation, delete {former} on every node and restart the servers again. This ends \
         sessions and links in mails from before the rotation.{until} After a leak, do it now. Earlier backups need it: keep a copy with the \
         copy of the secret."
    ));
    Ok(())
}

fn replace_lost(setup: &Setup, folder: &DataFolder, files: &KeyFiles) -> Result<(), CleanFailure> {
    let path = files.current().display();
    if files.exists().map_err(|error| unusable_keys(&error))? {
        return Err(CleanFailure::new(format!(
            "{path} exists and was not changed. If it is not the secret of this installation, replace it with the right one; if that is permanently \
             lost, move {path} away first"
        )));
    }
    let database = wiring::open_database(setup, OpenedBy::Command)?;
    wiring::refuse_another_version(setup, database.as_ref())?;
    if !in_use::execute(database.as_ref()).map_err(|error| failed(setup, &error))? {
        return Err(CleanFailure::new(format!(
            "{path} is missing, and this installation is not in use yet: nothing is lost, and its first start creates the secret"
        )));
    }
    // Held until the end of the command.
    let _claim = wiring::claim_for_server(setup, database.as_ref())?;
    wiring::make_key(folder)?;
    let ports = Wiring::without_migrating(setup, MissingKey::UseTemporary)?.ports;
    secrets::record_change(&ports, Change::Replaced).map_err(|error| failed(setup, &error))?;
    let key = rotate::execute(&ports).map_err(|error| failed(setup, &error))?;
    for line in [
        format!("{path} is a new secret. Keep a copy of it elsewhere. Lost with the former one:"),
        "  - sessions: everyone has to sign in again; their passwords stay valid".to_owned(),
        "  - codes, links in sent mails, and mails and text messages that are waiting to be sent".to_owned(),
        "  - second factors: a person who has one can sign in again after `aditus reset-second-factor`".to_owned(),
        "  - database passwords of data sources: enter them again (Super User, data sources)".to_owned(),
        "  - stored responses to repeated calls, and the secret of the key that signed the transparency log".to_owned(),
        format!("The log is signed by a new key from now on: {key}. Publish it where you published the former one."),
        "Restore earlier backups with `aditus restore --without-key`. With several nodes: copy the new file to each, and restart them.".to_owned(),
    ] {
        console::print(&line);
    }
    Ok(())
}
