//! `aditus check`: checks that the configuration and everything it points to can be used.

mod backups;
mod deep;
mod passkeys;
mod record;
mod report;
mod secrets;
mod sign_in;
mod watched;
mod weak;

use std::net::IpAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use aditus_application::installation::demonstration;
use aditus_application::installation::monitoring::clock_skew;
use aditus_application::ports::{FileKey, FileScanner, MigratableDatabase, StoreError};
use aditus_application::procedures::assessment::{FaultyProcedure, faulty_procedures};
use aditus_application::reference::first_request;
use aditus_application::untrusted_proxies;
use aditus_documents::FontFiles;
use aditus_domain::limits::is_internal;

use self::report::Level;
pub(super) use self::report::Report;
use crate::clean_failure::{CleanFailure, chain};
use crate::command_line::Check;
use crate::configuration::{Configuration, Files, SecretUrl};
use crate::data_folder::DataFolder;
use crate::first_start;
use crate::setup::Setup;
use crate::unwritable;
use crate::wiring::{self, MissingKey, OpenedBy, Wiring};

/// The sender of mails until one is configured.
const DEFAULT_SENDER: &str = "no-reply@aditus.example";

/// Runs all checks and prints a line for each. The schema of the database stays unchanged.
pub(crate) fn run(setup: &Setup, arguments: Check) -> ExitCode {
    let mut report = Report::new(arguments.json);
    check_all(setup, arguments, &mut report);
    report.finish()
}

fn check_all(setup: &Setup, arguments: Check, report: &mut Report) {
    let configuration = &setup.configuration;
    report.line(
        "configuration",
        Ok(format!("answers at {}", configuration.settings.public_url)),
    );
    for warning in &setup.warnings {
        report.add(Level::Warning, "configuration", warning);
    }
    let folder = DataFolder::open_to_read(&configuration.data_dir);
    let found = folder.as_ref().map_err(ToString::to_string);
    report.line(
        "data folder",
        found.and_then(|_| data_folder(&configuration.data_dir)),
    );
    if folder.is_err() {
        // Opening a database there would create one if there is none, and perhaps as the wrong
        // account.
        return;
    }
    if let Ok(Err(unfinished)) = folder.as_ref().map(DataFolder::refuse_unfinished_restore) {
        report.line("restore", Err(unfinished.to_string()));
    }
    if let Some(losses) = folder.as_ref().ok().and_then(DataFolder::losses_of_restore) {
        report.add(Level::Warning, "restore", &losses);
    }
    report.line("disk space", watched::disk_space(&configuration.data_dir));
    report.line("certificate", watched::certificate(setup));
    report.line("authorities", Ok(watched::authorities(configuration)));
    report.line("metrics", Ok(watched::metrics(configuration)));
    report.line("traces", watched::traces(configuration));
    weak::check(setup, report);
    let opened = wiring::open_database(setup, OpenedBy::Command);
    let (found, is_of_this_version) = database(setup, &opened);
    report.line("database", found);
    if let Ok(database) = &opened {
        let database = database.as_ref();
        check_demonstration(setup, database, report);
        if let Ok(faulty_procedures) = faulty_procedures(database) {
            report.line("approval procedures", procedures(&faulty_procedures));
        }
        // An error of the database was reported already.
        if let Ok(skew) = clock_skew(database, setup.clock().as_ref()) {
            report.line("clock", watched::clock(skew));
        }
        if let Ok(backlog) = watched::backlog(database) {
            report.line("outbox", watched::outbox(&backlog, setup.clock().now()));
        }
        if let Ok(ran_on) = watched::reminders_ran_on(database) {
            match watched::reminders(ran_on, setup.clock().now()) {
                Ok(text) => report.line("reminders", Ok(text)),
                Err(text) => report.add(Level::Warning, "reminders", &text),
            }
        }
    }
    if let (Ok(folder), Ok(database)) = (folder, opened) {
        match Wiring::for_database(setup, &folder, database, MissingKey::UseTemporary) {
            Ok(wiring) => {
                secrets::check(&folder, &wiring, report);
                report.line("file store", files(setup, &wiring));
                report.line("proxies", proxies(configuration, &wiring));
                match &wiring.ports.scanner {
                    Some(scanner) => report.line("virus scanner", virus_scanner(setup, scanner.as_ref())),
                    None => report.add(
                        Level::Warning,
                        "virus scanner",
                        "none is configured, so documents are not scanned; see ADITUS_VIRUS_SCANNER",
                    ),
                }
                documents(setup, &wiring, report);
                report.line("mail", mail(setup, &wiring));
                if configuration.smtp_url.is_some() && configuration.mail_from.contains(DEFAULT_SENDER) {
                    let missing = format!(
                        "mail_from is not set: mails would come from {DEFAULT_SENDER}, which is not your address"
                    );
                    report.add(Level::ToDo, "sender of mails", &missing);
                }
                report.line("text messages", text_messages(setup, &wiring));
                sign_in::check(setup, &wiring, report);
                passkeys::check(&setup.configuration, report);
                workers(setup, &wiring, report);
                report.line("countries", Ok(countries(configuration)));
                match backups::check(setup, &folder, &wiring) {
                    backups::Found::Fine(text) => report.line("backups", Ok(text)),
                    backups::Found::ToDo(text) => report.add(Level::ToDo, "backups", &text),
                    backups::Found::Warning(text) => report.add(Level::Warning, "backups", &text),
                    backups::Found::Wrong(text) => report.line("backups", Err(text)),
                }
                if is_of_this_version && let Err(error) = record::check(&wiring, report) {
                    report.line("transparency log", Err(setup.redacted(&chain(&error))));
                }
                // A database of another version was reported already.
                if let Ok(missing) = first_request::missing(&wiring.ports) {
                    report.first_request(&missing, &configuration.settings.public_url);
                }
                if arguments.deep && is_of_this_version {
                    deep::check(&wiring.ports, arguments.repair, report);
                }
            }
            Err(error) => report.line(
                "secrets, file store, mail, text messages and countries",
                Err(error.to_string()),
            ),
        }
    }
}

fn check_demonstration(setup: &Setup, database: &dyn MigratableDatabase, report: &mut Report) {
    let found = match demonstration::check(database, false) {
        Ok(()) => Ok("the database is not a demonstration".to_owned()),
        // A database of another version was reported already.
        Err(demonstration::Error::Store(_)) => return,
        Err(error) => Err(format!(
            "{}: {error}; `aditus serve` refuses to start on it without --demo",
            setup.database_name()
        )),
    };
    report.line("demonstration", found);
}

fn data_folder(path: &Path) -> Result<String, String> {
    let name = path.display();
    match unwritable::folder(path) {
        None => Ok(name.to_string()),
        Some(reason) => Err(format!("ADITUS_DATA_DIR: {name} is read-only: {reason}")),
    }
}

/// Returns the line about the database, and true if it is of this version, so that the remaining
/// checks can read it. A database that refuses writes is still checked.
fn database(
    setup: &Setup,
    opened: &Result<Arc<dyn MigratableDatabase>, CleanFailure>,
) -> (Result<String, String>, bool) {
    let database = match opened {
        Ok(database) => database.as_ref(),
        Err(error) => return (Err(error.to_string()), false),
    };
    let refused = match database.ping() {
        Ok(()) => None,
        Err(error @ (StoreError::Full(_) | StoreError::ReadOnly(_))) => Some(ping_failure(setup, &error)),
        Err(error) => return (Err(ping_failure(setup, &error)), false),
    };
    match (of_this_version(setup, database), refused) {
        (Ok(_), Some(refused)) => (Err(refused), true),
        (found, _) => {
            let is_of_this_version = found.is_ok();
            (found, is_of_this_version)
        }
    }
}

/// Returns the name of the database if it is of this version.
fn of_this_version(setup: &Setup, database: &dyn MigratableDatabase) -> Result<String, String> {
    let name = setup.database_name();
    let unreadable = |error: &StoreError| format!("{name}: {}", setup.redacted(&chain(error)));
    match wiring::another_version(database) {
        Ok(None) => {}
        Ok(Some(words)) => return Err(format!("{name} {words}")),
        // The error names missing rights of the account.
        Err(error) => return Err(unreadable(&error)),
    }
    let migrated = database
        .begin()
        .and_then(|mut transaction| transaction.procedures().default_procedure());
    match migrated {
        Ok(Some(_)) => Ok(name),
        Ok(None) => Err(format!("{name} is not of this version yet; run `aditus migrate`")),
        Err(error) => Err(unreadable(&error)),
    }
}

fn ping_failure(setup: &Setup, error: &StoreError) -> String {
    let text = format!("{}: {}", setup.database_name(), setup.database_failure(error));
    match error {
        StoreError::Full(_) | StoreError::ReadOnly(_) => text,
        _ => format!("{text}. Is the database server running?"),
    }
}

/// Reports active procedures with faults. They are no error of the configuration, but need repair:
/// with a faulty default procedure no Data Request can be submitted.
fn procedures(faulty_procedures: &[FaultyProcedure]) -> Result<String, String> {
    if faulty_procedures.is_empty() {
        return Ok("active procedures have no faults".to_owned());
    }
    Err(faulty_procedures
        .iter()
        .map(first_start::describe)
        .collect::<Vec<_>>()
        .join("; "))
}

/// Reports recent clients that sent the header of a proxy and are not trusted. An address in an
/// internal network is probably a proxy of the deployer's, and is a fault. Any other address is
/// only listed.
fn proxies(configuration: &Configuration, wiring: &Wiring) -> Result<String, String> {
    let trusted = &configuration.trusted_proxies;
    // A database of another version was reported already.
    let seen = untrusted_proxies::seen(&wiring.ports).unwrap_or_default();
    let untrusted = seen.into_iter().filter(|address| !trusted.trusts(*address));
    let (internal, others): (Vec<IpAddr>, Vec<IpAddr>) = untrusted.partition(|address| is_internal(*address));
    let listed = |addresses: &[IpAddr]| {
        let texts: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        texts.join(", ")
    };
    let header = trusted.header_name();
    if !internal.is_empty() {
        return Err(format!(
            "{} sent {header} within the last week and is not trusted, so all people behind it count as one; add it to \
             ADITUS_TRUSTED_PROXIES if it is your proxy",
            listed(&internal)
        ));
    }
    if !others.is_empty() {
        return Ok(format!(
            "{} sent {header} within the last week and is not trusted; if it is your proxy, add it to ADITUS_TRUSTED_PROXIES",
            listed(&others)
        ));
    }
    Ok(format!("no untrusted caller sent {header} within the last week"))
}

fn files(setup: &Setup, wiring: &Wiring) -> Result<String, String> {
    let mut random = [0; 16];
    wiring.ports.entropy.fill(&mut random);
    let key = format!("checks/{:032x}.txt", u128::from_be_bytes(random));
    let files = wiring.ports.files.as_ref();
    let place = match (&setup.own.files, &setup.configuration.files) {
        (Some(own), _) => own.name.clone(),
        (None, Files::Folder) => "the data folder".to_owned(),
        (None, Files::S3(settings)) => format!("the bucket {}", settings.bucket),
    };
    FileKey::parse(&key)
        .and_then(|key| {
            files.put(&key, b"check")?;
            files.get(&key)?;
            files.signed_address(&key, "check", Duration::from_secs(1))?;
            files.remove(&key)
        })
        .map_err(|error| {
            let why = chain(&error);
            match (&setup.own.files, &setup.configuration.files) {
                (Some(_), _) => format!("{place}: {why}"),
                (None, Files::Folder) => format!("{why}; {}", unwritable::in_data_folder(&error)),
                (None, Files::S3(_)) => format!("{why}; check the keys that begin with ADITUS_FILES_"),
            }
        })?;
    Ok(format!("wrote, read and deleted a file in {place}"))
}

fn virus_scanner(setup: &Setup, scanner: &dyn FileScanner) -> Result<String, String> {
    let checked = scanner.check();
    match (&setup.own.scanner, &setup.configuration.virus_scanner) {
        (None, Some(address)) => checked
            .map(|()| format!("clamd answers at {address}"))
            .map_err(|error| format!("{address}: {}; check ADITUS_VIRUS_SCANNER", chain(&error))),
        (own, _) => answered(own.as_ref().map(|own| own.name.as_str()), checked),
    }
}

/// Reports the result of an adapter's own check.
fn answered<E: std::error::Error>(name: Option<&str>, checked: Result<(), E>) -> Result<String, String> {
    let name = name.unwrap_or("the adapter of this program");
    checked
        .map(|()| format!("{name} answers"))
        .map_err(|error| format!("{name}: {}", chain(&error)))
}

/// Reports the program's own adapter if there is one, and the fonts of the built-in adapter if that
/// is created.
fn documents(setup: &Setup, wiring: &Wiring, report: &mut Report) {
    if let Some(own) = &setup.own.documents {
        report.line("printed documents", Ok(format!("made by {}", own.name)));
    }
    if wiring.fonts.is_some() {
        report.line("fonts", fonts(&setup.configuration));
    }
}

fn fonts(configuration: &Configuration) -> Result<String, String> {
    let files = FontFiles::find(&configuration.fonts);
    let scripts = files
        .scripts()
        .map(|(script, file)| (script, file.map(Path::to_owned)));
    let faults = files.verified();
    if !faults.is_empty() {
        let described: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(format!("{}; check ADITUS_DOCUMENTS_FONTS", described.join("; ")));
    }
    let (found, missing): (Vec<_>, Vec<_>) = scripts.into_iter().partition(|(_, file)| file.is_some());
    let found = found
        .into_iter()
        .filter_map(|(script, file)| Some(format!("{script} is printed from {}", file?.display())));
    let missing: Vec<&str> = missing.into_iter().map(|(script, _)| script).collect();
    let missing = (!missing.is_empty()).then(|| {
        format!(
            "no font for {}: such text is printed as code points; install fonts-noto-cjk or set ADITUS_DOCUMENTS_FONTS",
            missing.join(", ")
        )
    });
    Ok(found.chain(missing).collect::<Vec<_>>().join("; "))
}

fn mail(setup: &Setup, wiring: &Wiring) -> Result<String, String> {
    let checked = wiring.mailer.check();
    if let Some(own) = &setup.own.mailer {
        return answered(Some(&own.name), checked);
    }
    match &setup.configuration.smtp_url {
        Some(url) => checked
            .map(|()| format!("{url} answers"))
            .map_err(|error| format!("{url}: {}; check ADITUS_SMTP_URL", url.redacted(&chain(&error)))),
        None => checked
            .map(|()| "no mail server is configured: mails are written to the data folder".to_owned())
            .map_err(|error| format!("{}; {}", chain(&error), unwritable::in_data_folder(&error))),
    }
}

fn text_messages(setup: &Setup, wiring: &Wiring) -> Result<String, String> {
    let Some(gateway) = &wiring.gateway else {
        return Ok("no gateway is configured: codes for phone numbers go by email".to_owned());
    };
    let checked = gateway.check();
    match (&setup.own.text_messages, &setup.configuration.text_gateway) {
        (None, Some(settings)) => {
            let url = SecretUrl::from(settings.url.clone());
            checked
                .map(|()| format!("{url} answers; nothing was sent"))
                .map_err(|error| {
                    format!(
                        "{url}: {}; check ADITUS_TEXT_GATEWAY_URL",
                        url.redacted(&chain(&error))
                    )
                })
        }
        (own, _) => answered(own.as_ref().map(|own| own.name.as_str()), checked),
    }
}

/// Reports each worker of the program.
fn workers(setup: &Setup, wiring: &Wiring, report: &mut Report) {
    match wiring::own_workers(setup, &wiring.ports) {
        Ok(workers) => {
            for own in workers {
                let checked = own.worker.check().map_err(CleanFailure::from_error);
                report.line("worker", answered(Some(&own.name), checked));
            }
        }
        Err(error) => report.line("worker", Err(error.to_string())),
    }
}

fn countries(configuration: &Configuration) -> String {
    let name = configuration.country.name;
    match &configuration.geoip_file {
        Some(file) => format!(
            "addresses are looked up in {}; unknown ones count as {name}",
            file.display()
        ),
        None => format!("all callers count as {name}"),
    }
}
