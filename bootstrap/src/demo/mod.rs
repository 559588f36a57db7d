//! The demonstration: an empty database is filled with an invented country's people, data and requests, and the mails that
//! are sent can be read on a page.
//!
//! Everything goes through the use cases and repositories that the product itself uses, with a clock that is set back by
//! some weeks and walks through them.

mod accounts;
mod dictionary;
mod mailbox;
mod organisations;
mod papers;
mod past;
mod requests;
mod stories;

use std::sync::Arc;

use aditus_application::ports::{Mailer, StoreError};
use aditus_http::demo::{Demo, DemoAccount, DemoMail};
use thiserror::Error;

use self::mailbox::{ListeningMailer, Mailbox};
use crate::clean_failure::{CleanFailure, chain};
use crate::configuration::Configuration;
use crate::data_folder::DataFolder;
use crate::wiring::{self, Wiring};

/// The password of all accounts of the demonstration.
pub(crate) const PASSWORD: &str = "Demo-2026!";

/// What a demonstration shows beside the product.
pub(crate) struct Demonstration {
    mailbox: Arc<Mailbox>,
    accounts: Vec<DemoAccount>,
}

/// Why the database could not be filled.
#[derive(Debug, Error)]
pub(crate) enum FillError {
    /// The database refused.
    #[error("the database refused")]
    Store(#[from] StoreError),
    /// A use case refused what the demonstration asked of it.
    #[error("{0}")]
    Refused(String),
}

impl FillError {
    /// A use case refused.
    fn refused(what: &str, error: &dyn std::error::Error) -> Self {
        Self::Refused(format!("{what}: {}", chain(error)))
    }
}

/// Fills the database if it is empty; one that is not stays as it is. Either way the accounts that exist are offered.
pub(crate) fn prepare(configuration: &Configuration, wiring: &Wiring) -> Result<Demonstration, CleanFailure> {
    let mailbox = Arc::new(Mailbox::new(Arc::clone(&wiring.ports.clock)));
    let failed = |error: FillError| {
        CleanFailure::new(format!(
            "the database could not be filled with the demonstration's data: {}",
            configuration.database_url.cleaned(&chain(&error))
        ))
    };
    if is_empty(wiring).map_err(|error| failed(error.into()))? {
        fill(configuration, &mailbox).map_err(|error| match error {
            Filling::Clean(failure) => failure,
            Filling::Fill(error) => failed(error),
        })?;
        tracing::info!("the empty database was filled with the demonstration's data");
    }
    let accounts = accounts::that_exist(&wiring.ports).map_err(|error| failed(error.into()))?;
    Ok(Demonstration { mailbox, accounts })
}

/// Whether nobody has begun to use the database: no account, no provider, no published source.
fn is_empty(wiring: &Wiring) -> Result<bool, StoreError> {
    let database = wiring.ports.database.as_ref();
    let sources = database.read()?.dictionary().sources(
        None,
        aditus_application::paging::Direction::Ascending,
        aditus_application::paging::Page::new(1, 1),
    )?;
    let mut transaction = database.begin()?;
    let provider = transaction
        .organisations()
        .by_name(&wiring.ports.settings.provider_organisation)?;
    let first_account = transaction.accounts().by_id(aditus_domain::ids::UserId(1))?;
    Ok(sources.total == 0 && provider.is_none() && first_account.is_none())
}

enum Filling {
    Clean(CleanFailure),
    Fill(FillError),
}

impl<E: Into<FillError>> From<E> for Filling {
    fn from(error: E) -> Self {
        Self::Fill(error.into())
    }
}

/// Fills the database over connections that do not wait for the disk at each of the hundreds of commits: what a power cut
/// could spoil here is invented, and can be invented again.
fn fill(configuration: &Configuration, mailbox: &Arc<Mailbox>) -> Result<(), Filling> {
    let folder = DataFolder::open(&configuration.data_dir).map_err(Filling::Clean)?;
    let options = aditus_storage::Options {
        durable: false,
        ..wiring::store_options(configuration)
    };
    let store = wiring::open_store(configuration, &options).map_err(Filling::Clean)?;
    let wiring = Wiring::around(configuration, &folder, Arc::new(store)).map_err(Filling::Clean)?;
    let past = past::Past::before(&wiring.ports, mailbox);
    let people = accounts::add(past.ports(), &organisations::add(past.ports())?)?;
    dictionary::add(past.ports())?;
    requests::add(&past, &people)?;
    Ok(())
}

impl Demonstration {
    /// A mailer that keeps what it passes on.
    pub(crate) fn listening_to(&self, mailer: Arc<dyn Mailer>) -> Arc<dyn Mailer> {
        Arc::new(ListeningMailer::new(Arc::clone(&self.mailbox), mailer))
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
