//! `aditus migrate-database`: moves an installation from SQLite to PostgreSQL.

use std::process::ExitCode;

use super::format::format_count;
use crate::clean_failure::{CleanFailure, chain};
use crate::configuration::{Environment, SecretUrl};
use crate::console;
use crate::data_folder::DataFolder;
use crate::setup::Setup;
use crate::termination::TerminationSignal;
use crate::wiring::{self, OpenedBy};

/// The variable that holds the address of the new database, so that its password appears in no list
/// of processes.
const VARIABLE: &str = "ADITUS_NEW_DATABASE_URL";
/// The variable that names a file with that address.
const FILE_VARIABLE: &str = "ADITUS_NEW_DATABASE_URL_FILE";

/// Copies everything, compares the copy, and prints the next steps. The configured database stays
/// unchanged.
pub(crate) fn run(
    setup: &Setup,
    to: Option<String>,
    environment: &Environment,
) -> Result<ExitCode, CleanFailure> {
    if setup.own.database.is_some() {
        return Err(CleanFailure::new(format!(
            "{} is an adapter of this program, and only a SQLite database can be moved",
            setup.database_name()
        )));
    }
    let to = new_address(to, environment)?;
    let folder = DataFolder::open(&setup.configuration.data_dir)?;
    folder.refuse_unfinished_restore()?;
    let from = &setup.configuration.database_url;
    wiring::refuse_another_version(setup, wiring::open_database(setup, OpenedBy::Command)?.as_ref())?;
    let termination = TerminationSignal::listen();
    console::print(&format!(
        "Copying {from} to {to}. Do not start the server until this is done."
    ));
    let moved = wiring::move_to_postgres(from, &to, &|| termination.was_received()).map_err(|error| {
        CleanFailure::new(format!(
            "nothing was moved, and {from} is unchanged; fix the cause and run the same command again: {}",
            to.redacted(&setup.redacted(&chain(&error)))
        ))
    })?;
    let keep = match folder.note_move(&to.to_string()) {
        Ok(()) => "A server no longer starts on it, because PostgreSQL would not get what it stores there.",
        Err(error) => {
            tracing::warn!(%error, "cannot mark the SQLite file as moved");
            "Do not start a server on it: PostgreSQL would not get what it stores there."
        }
    };
    let rows = moved.iter().map(|table| table.rows).sum();
    console::print(&format!(
        "Copied {} in {} tables. The number of rows and the digest of each table are the same in both databases.",
        format_count(rows, "row"),
        moved.len()
    ));
    let data = setup.configuration.data_dir.display();
    for line in [
        "What to do next:".to_owned(),
        format!("  1. Set database_url (ADITUS_DATABASE_URL) to {to}, with its password. Documents, secrets and mails stay in {data}."),
        "  2. If the server uses a separate database role, run grants.sql as the owner, and set database_url to the address with that role.".to_owned(),
        "  3. Run `aditus check --deep` and `aditus audit verify`: neither should find anything wrong.".to_owned(),
        "  4. Start the server, and make a backup. Earlier backups contain SQLite and can be restored only into SQLite.".to_owned(),
        format!("  5. Keep {from} until then. {keep}"),
    ] {
        console::print(&line);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the address of the new database, which exactly one of the three sources must give.
fn new_address(to: Option<String>, environment: &Environment) -> Result<SecretUrl, CleanFailure> {
    let variable = environment.get(VARIABLE).map(str::to_owned);
    let file = environment.get(FILE_VARIABLE);
    let address = match (to, variable, file) {
        (Some(address), None, None) | (None, Some(address), None) => address,
        (None, None, Some(file)) => std::fs::read_to_string(file).map_err(|error| {
            CleanFailure::because(&format!("{FILE_VARIABLE}: {file} cannot be read"), &error)
        })?,
        (None, None, None) => {
            return Err(CleanFailure::new(format!(
                "give the address of the new database with --to URL, in {VARIABLE}, or in a file named by {FILE_VARIABLE}"
            )));
        }
        _ => {
            return Err(CleanFailure::new(format!(
                "the address of the new database is given more than once; use one of --to, {VARIABLE} and {FILE_VARIABLE}"
            )));
        }
    };
    Ok(SecretUrl::new(address.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "postgres://ada:s3cret@db.example/aditus";

    fn named(to: Option<&str>, environment: &Environment) -> Result<String, String> {
        new_address(to.map(str::to_owned), environment)
            .map(|address| address.expose().to_owned())
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn the_new_database_is_named_by_an_option_a_variable_or_a_file() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("address");
        std::fs::write(&file, format!("{ADDRESS}\n")).unwrap();
        let file = file.to_str().unwrap();
        for (to, variables) in [
            (Some(ADDRESS), vec![]),
            (None, vec![(VARIABLE, ADDRESS)]),
            (None, vec![(FILE_VARIABLE, file)]),
        ] {
            assert_eq!(named(to, &variables.into_iter().collect()).unwrap(), ADDRESS);
        }
    }

    #[test]
    fn a_new_database_that_is_named_twice_or_not_at_all_is_refused() {
        let refused = named(None, &Environment::default()).unwrap_err();
        assert!(
            refused.contains("with --to URL, in ADITUS_NEW_DATABASE_URL, or"),
            "{refused}"
        );
        let both = Environment::from([(VARIABLE, ADDRESS)]);
        let refused = named(Some(ADDRESS), &both).unwrap_err();
        assert!(
            refused.contains("given more than once") && !refused.contains("s3cret"),
            "{refused}"
        );
        let missing = Environment::from([(FILE_VARIABLE, "/nowhere/address")]);
        let refused = named(None, &missing).unwrap_err();
        assert!(refused.contains("/nowhere/address cannot be read"), "{refused}");
    }
}
