//! Small fakes of all ports except the database, for tests of use cases and adapters. They are
//! fast, deterministic and insecure, and must not be used in an installation.

mod clock;
mod countries;
mod documents;
mod entropy;
mod feed_format;
mod files;
mod holiday_files;
pub mod http;
mod identity_provider;
mod keys;
mod mailer;
pub mod papers;
mod passkeys;
mod passwords;
mod phones;
mod recorded;
mod strength;
mod text_messages;
mod verified;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use clock::FixedClock;
pub use countries::TwoCountries;
pub use documents::PlainDocuments;
pub use entropy::CountingEntropy;
pub use feed_format::PlainFeeds;
pub use files::{ListedViruses, MagicBytes, MemoryFiles};
pub use holiday_files::PlainHolidayFiles;
pub use identity_provider::ListedIdentities;
pub use keys::TestKeys;
pub use mailer::{MailboxMailer, SentMail};
pub use passkeys::ListedPasskeys;
pub use passwords::PlainPasswords;
pub use phones::ListedPhones;
pub use recorded::record_rows;
pub use strength::ListedWeakPasswords;
pub use text_messages::ListedTextMessages;
pub use verified::verified;

use aditus_domain::accounts::SessionLifetime;
use aditus_domain::ids::UserId;
use aditus_domain::limits::{Allowance, Limit, Limits};
use chrono::TimeDelta;

use crate::ports::{ContentEncoding, Database, Ports, TransparencyLog};
use crate::settings::{Retention, Settings};

/// Ports of fakes around a database, with access to the fakes.
pub struct TestPorts {
    /// Ports for use cases.
    pub ports: Ports,
    /// Clock of the ports.
    pub clock: Arc<FixedClock>,
    /// Password hasher of the ports.
    pub passwords: Arc<PlainPasswords>,
    /// File store of the ports.
    pub files: Arc<MemoryFiles>,
    /// Phone rules of the ports.
    pub phones: Arc<ListedPhones>,
}

impl TestPorts {
    /// Makes ports around this database, encoding and log, with the default settings.
    pub fn around(
        database: Arc<dyn Database>,
        encoding: Arc<dyn ContentEncoding>,
        log: Arc<dyn TransparencyLog>,
    ) -> Self {
        Self::configured(database, encoding, log, settings())
    }

    /// Makes ports around this database, encoding and log, with the given settings.
    pub fn configured(
        database: Arc<dyn Database>,
        encoding: Arc<dyn ContentEncoding>,
        log: Arc<dyn TransparencyLog>,
        settings: Settings,
    ) -> Self {
        let clock = Arc::new(FixedClock::default());
        let passwords = Arc::new(PlainPasswords::default());
        let files = Arc::new(MemoryFiles::default());
        let phones = Arc::new(ListedPhones::default());
        let ports = Ports {
            database,
            clock: clock.clone(),
            entropy: Arc::new(CountingEntropy::default()),
            passwords: passwords.clone(),
            password_strength: Arc::new(ListedWeakPasswords),
            keys: Arc::new(TestKeys::default()),
            files: files.clone(),
            inspector: Arc::new(MagicBytes),
            scanner: None,
            encoding,
            log,
            documents: Arc::new(PlainDocuments),
            phones: phones.clone(),
            countries: Arc::new(TwoCountries),
            holiday_files: Arc::new(PlainHolidayFiles),
            feed_format: Arc::new(PlainFeeds),
            identity_providers: Arc::default(),
            passkeys: None,
            mail_route: Arc::default(),
            settings: Arc::new(settings),
        };
        Self {
            ports,
            clock,
            passwords,
            files,
            phones,
        }
    }
}

/// Returns the cookie of a browser with an earlier sign-in of this person. A sign-in without it
/// counts as one in a new browser, of which the owner is notified by mail.
pub fn known_browser(ports: &Ports, user: UserId) -> String {
    crate::accounts::known_browser_of(ports, "", user)
}

/// Returns the default limits with a higher daily one, because people in tests do within a day what
/// others do within months.
fn limits() -> Limits {
    let usual = Limits::default();
    match Allowance::parse("100000 in 1 day") {
        Ok(allowance) => usual.with(Limit::DailySubmission, allowance),
        Err(_) => usual,
    }
}

/// Returns the settings of tests.
pub fn settings() -> Settings {
    Settings {
        product_name: "Aditus".to_owned(),
        public_url: "https://aditus.example".to_owned(),
        log_origin: None,
        provider_organisation: "National Health Data Authority".to_owned(),
        recommendation_on_approval: false,
        four_eyes: true,
        text_messages: false,
        click_tracking: true,
        session_life: SessionLifetime::default(),
        known_browser_for: TimeDelta::days(90),
        second_factor_required_for: aditus_domain::accounts::second_factor::RequiredFor::default(),
        confirm_by: aditus_domain::accounts::passkey::ConfirmBy::default(),
        limits: limits(),
        stored_bytes: aditus_domain::requests::FileQuota::DEFAULT_MAX,
        retention: Retention::default(),
        draft_life: aditus_domain::requests::DraftLifetime::default(),
        escalate_after: 5,
        contact: aditus_domain::information::ContactDetails::default(),
    }
}

/// Ignores poisoning, so that a fake stays usable after a failed test.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
