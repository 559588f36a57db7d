//! `aditus migrate-database`: moves an installation from SQLite to PostgreSQL.

use std::process::ExitCode;

use super::backup::counted;
use crate::clean_failure::{CleanFailure, chain};
use crate::configuration::SecretUrl;
use crate::console;
use crate::data_folder::DataFolder;
use crate::interrupted::Interrupted;
use crate::setup::Setup;
use crate::wiring;

/// Copies everything, compares it, and says how to go on. The database of the configuration stays as it is.
pub(crate) fn run(setup: &Setup, to: &str) -> Result<ExitCode, CleanFailure> {
    if setup.own.database.is_some() {
        return Err(CleanFailure::new(format!(
            "{} is a database of this program's own, and only one on SQLite can be moved",
            setup.database_name()
        )));
    }
    let to = SecretUrl::new(to.to_owned());
    let folder = DataFolder::open(&setup.configuration.data_dir)?;
    folder.refuse_unfinished_restore()?;
    let from = &setup.configuration.database_url;
    wiring::refuse_another_version(setup, wiring::open_database(setup, true)?.as_ref())?;
    let interrupted = Interrupted::listen();
    console::say(&format!(
        "Copying {from} to {to}. The server must not run meanwhile."
    ));
    let moved = wiring::move_to_postgres(from, &to, &|| interrupted.is_heard()).map_err(|error| {
        CleanFailure::new(format!(
            "nothing was moved, and {from} is as it was; once the reason is mended, run the same command again: {}",
            to.cleaned(&setup.cleaned(&chain(&error)))
        ))
    })?;
    let rows = moved.iter().map(|table| table.rows).sum();
    console::say(&format!(
        "Copied {} in {} tables. The number of rows and the digest of each table are the same in both databases.",
        counted(rows, "row"),
        moved.len()
    ));
    let data = setup.configuration.data_dir.display();
    for line in [
        "What to do next:".to_owned(),
        format!("  1. Set database_url (ADITUS_DATABASE_URL) to {to}, with its password. Documents, secrets and mails stay in {data}."),
        "  2. If the server works by a role of its own, run grants.sql as the owner, and set database_url to the server's address.".to_owned(),
        "  3. Run `aditus check --deep` and `aditus audit verify`: neither should find anything.".to_owned(),
        "  4. Start the server, and make a backup. Backups of before hold SQLite, and are restored into SQLite alone.".to_owned(),
        format!("  5. Keep {from} until then. Do not start a server on it again: what it stores there is not in PostgreSQL."),
    ] {
        console::say(&line);
    }
    Ok(ExitCode::SUCCESS)
}
