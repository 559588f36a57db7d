//! The demonstration: fills an empty database with people, data and requests of an invented
//! country, and shows the sent mails on a page.
//!
//! All data is created through the use cases and repositories of the product, with a clock that is
//! set back by some weeks and advanced step by step.

mod accounts;
mod dictionary;
mod history;
mod mailbox;
mod organisations;
mod reference;
mod requests;
mod sample_files;
mod stories;
mod topics;

use std::sync::Arc;

use aditus_application::installation::demonstration::{self, Found};
use aditus_application::ports::{Database, Mailer, StoreError};
use aditus_domain::accounts::EmailAddress;
use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_domain::accounts::second_factor::RequiredFor;
use aditus_domain::information::ContactDetails;
use aditus_domain::roles::Role;
use aditus_http::demo::{Demo, DemoAccount, DemoMail};
use chrono::TimeDelta;
use thiserror::Error;

use self::mailbox::{CopyingMailer, Mailbox};
use crate::clean_failure::{CleanFailure, chain};
use crate::data_folder::DataFolder;
use crate::first_start::record_seeded_rows;
use crate::setup::Setup;
use crate::wiring::{self, MissingKey, OpenedBy, Wiring};

/// The password of all accounts of the demonstration.
pub(crate) const PASSWORD: &str = "Demo-2026!";

/// The parts that a demonstration shows beside the product.
pub(crate) struct Demonstration {
    mailbox: Arc<Mailbox>,
    accounts: Vec<DemoAccount>,
}

/// The reason why the database could not be filled.
#[derive(Debug, Error)]
pub(crate) enum FillError {
    /// The database returned an error.
    #[error("the database refused")]
    Store(#[from] StoreError),
    /// A use case returned an error.
    #[error("{0}")]
    Refused(String),
}

impl FillError {
    /// Creates the failure of a use case.
    fn new(what: &str, error: &dyn std::error::Error) -> Self {
        Self::Refused(format!("{what}: {}", chain(error)))
    }
}

/// Returns the setup of a demonstration: without text messages, since the phone numbers are
/// invented, with invented contact details if none are configured, without required second factors,
/// since its visitors share the accounts, and with both ways to confirm a decision: it is filled
/// with decisions by code.
pub(crate) fn adapt_setup(setup: Setup) -> Setup {
    let mut setup = setup.without_text_messages();
    let settings = &mut setup.configuration.settings;
    settings.second_factor_required_for = RequiredFor::default();
    settings.confirm_by = ConfirmBy {
        code: true,
        passkey: true,
    };
    let contact = &mut settings.contact;
    if *contact == ContactDetails::default() {
        *contact = ContactDetails {
            requests_email: EmailAddress::parse("requests@aditus.example").ok(),
            support_email: EmailAddress::parse("support@aditus.example").ok(),
            phone: Some("+1 555 0100".to_owned()),
            phone_hours: Some("Monday to Friday, 08:00 to 16:00".to_owned()),
        };
    }
    setup
}

/// Marks the database as a demonstration and fills it if it is untouched. A database with other
/// data is refused.
pub(crate) fn prepare(setup: &Setup, wiring: &Wiring) -> Result<Demonstration, CleanFailure> {
    let database = wiring.ports.database.as_ref();
    let found = demonstration::begin(database).map_err(|error| describe_refusal(setup, &error))?;
    let mailbox = Arc::new(Mailbox::new(Arc::clone(&wiring.ports.clock)));
    let failed = |error: FillError| {
        CleanFailure::new(format!(
            "the database could not be filled with demonstration data: {}",
            setup.redacted(&chain(&error))
        ))
    };
    if found == Found::Untouched {
        fill(setup, &mailbox).map_err(|error| match error {
            FillFailure::Clean(failure) => failure,
            FillFailure::Fill(error) => failed(error),
        })?;
        demonstration::complete(database).map_err(|error| failed(error.into()))?;
        tracing::info!("filled the empty database with demonstration data");
    }
    let accounts = accounts::existing(&wiring.ports).map_err(|error| failed(error.into()))?;
    Ok(Demonstration { mailbox, accounts })
}

/// Refuses a database that does not match `with_demo`, before its schema is upgraded. A database
/// whose mark cannot be read is new, or of a version without marks: it is checked again after its
/// upgrade.
pub(crate) fn check(setup: &Setup, with_demo: bool) -> Result<(), CleanFailure> {
    DataFolder::open(&setup.configuration.data_dir)?;
    let database = wiring::open_database(setup, OpenedBy::Server)?;
    match demonstration::check(database.as_ref(), with_demo) {
        Ok(()) | Err(demonstration::Error::Store(_)) => Ok(()),
        Err(error) => Err(describe_refusal(setup, &error)),
    }
}

/// Refuses a database with a demonstration: the password of its accounts is public.
pub(crate) fn refuse_demonstration(setup: &Setup, database: &dyn Database) -> Result<(), CleanFailure> {
    demonstration::check(database, false).map_err(|error| describe_refusal(setup, &error))
}

/// Describes why the database is not used, and the remedy.
fn describe_refusal(setup: &Setup, error: &demonstration::Error) -> CleanFailure {
    let name = setup.database_name();
    let what_to_do = match error {
        demonstration::Error::InUse => {
            "a demonstration needs its own database: set another ADITUS_DATABASE_URL or ADITUS_DATA_DIR"
        }
        demonstration::Error::Unfinished => "delete it, and start the demonstration again",
        demonstration::Error::Demonstration => {
            "start it with `aditus serve --demo`, or set another database in ADITUS_DATABASE_URL"
        }
        demonstration::Error::Store(error) => {
            return CleanFailure::new(format!(
                "the database {name} cannot be used: {}",
                setup.database_failure(error)
            ));
        }
    };
    CleanFailure::new(format!("the database {name} is not used: {error}; {what_to_do}"))
}

enum FillFailure {
    Clean(CleanFailure),
    Fill(FillError),
}

impl<E: Into<FillError>> From<E> for FillFailure {
    fn from(error: E) -> Self {
        Self::Fill(error.into())
    }
}

/// Fills the database over connections that do not wait for the disk at each of the hundreds of
/// commits: data lost in a power cut is invented, and can be created again.
fn fill(setup: &Setup, mailbox: &Arc<Mailbox>) -> Result<(), FillFailure> {
    let folder = DataFolder::open(&setup.configuration.data_dir).map_err(FillFailure::Clean)?;
    let database = wiring::open_database(setup, OpenedBy::DemoFill).map_err(FillFailure::Clean)?;
    let wiring =
        Wiring::for_database(setup, &folder, database, MissingKey::Create).map_err(FillFailure::Clean)?;
    let history = history::History::new(&wiring.ports, mailbox);
    record_seeded_rows(history.ports())?;
    let people = accounts::add(history.ports(), &organisations::add(history.ports())?)?;
    reference::add(history.ports())?;
    dictionary::add(history.ports())?;
    topics::add(history.ports())?;
    let committer = people.of_role(history.ports(), Role::SuperUser)?;
    dictionary::commit(history.ports(), &committer, "As first published")?;
    requests::add(&history, &people)?;
    // Requests of the previous weeks then show the changes since.
    history.set_time_before_now(TimeDelta::days(3));
    dictionary::clarify_meanings(history.ports(), &committer)?;
    dictionary::commit(history.ports(), &committer, "Clearer meanings in maternal health")?;
    Ok(())
}

impl Demonstration {
    /// Returns a mailer that stores a copy of each mail it forwards.
    pub(crate) fn copying_mailer(&self, mailer: Arc<dyn Mailer>) -> Arc<dyn Mailer> {
        Arc::new(CopyingMailer::new(Arc::clone(&self.mailbox), mailer))
    }
}

impl Demo for Demonstration {
    fn mails(&self, to: Option<&str>) -> Vec<DemoMail> {
        self.mailbox.mails(to)
    }

    fn accounts(&self) -> Vec<DemoAccount> {
        self.accounts.clone()
    }
}
