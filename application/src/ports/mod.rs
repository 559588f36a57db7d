//! Ports: the interfaces that use cases need from the outside. The documentation of each port
//! states what an adapter MUST do. Each port MUST have a test in [`crate::contract`].
//!
//! # Stability
//!
//! These ports are stable for integrators: [`Mailer`], [`TextMessages`], [`FileStore`],
//! [`FileScanner`], [`Documents`], and the methods of [`Database`] and [`MigratableDatabase`] that
//! a wrapper writes itself ([`forward_database!`](crate::forward_database),
//! [`forward_transaction!`](crate::forward_transaction)). Until 1.0.0 they change only with a new
//! minor version, and the changelog explains the migration. Workers (`aditus::Worker`) are stable,
//! too.
//!
//! The repositories of [`Transaction`], the views of [`Views`], [`DatabaseBackup`] and the
//! integrity scan of `check --deep` may change with any version until 1.0.0, because a new field of
//! a record changes them. The other ports are for the adapters of Aditus and for tests.
//!
//! `docs/EXTENDING.md` ("Versions") lists both.

mod authorities;
mod backup;
mod calendar_feeds;
mod clock;
mod countries;
mod crypto;
mod database;
mod documents;
mod encoding;
mod entropy;
mod files;
mod forward_database;
mod forward_transaction;
mod holiday_files;
mod identity_provider;
mod installation;
mod log;
mod mail;
mod passkeys;
mod phones;
mod repositories;
mod store_error;
mod text_messages;
mod witness;

use std::sync::Arc;

pub use authorities::Authorities;
pub use backup::{
    BackupError, BackupFolderError, BackupShelf, CompleteBackup, DatabaseBackup, DatabaseCopy, DatabaseState,
    ExclusiveLock, FileDigest, ListedBackup, NewBackup, RestorableCopy, SharedDocuments, Stop, TableState,
};
pub use calendar_feeds::{CalendarFeed, FeedEvent, FeedFormat};
pub use clock::Clock;
pub use countries::Countries;
pub use crypto::{
    KeyPurpose, Keys, PasswordError, PasswordHasher, PasswordStrength, SealError, SealedPlace, Weakness,
};
pub use database::{Database, MigratableDatabase, Signal, SignalError, Signals, Transaction, Views};
pub use documents::{DocumentError, Documents, LetterSheet, PrintedEntry, PrintedProof, PublicPdf};
pub use encoding::{
    ContentEncoding, Encoded, EncodedEntry, EncodingError, EnrolmentEvidence, EntryFacts, Evidence,
    IndexedFacts, PasskeyConfirmation, PasskeyEnrolment, SaltedValue,
};
pub use entropy::Entropy;
pub use files::{
    ExaminationError, FILE_PART, FileError, FileInspector, FileKey, FilePart, FileScanner, FileStore,
    SignedPath, StoredFile,
};
pub use holiday_files::{
    HolidayFile, HolidayFileError, HolidayFiles, MAX_HOLIDAY_FILE_BYTES, MAX_LISTED_OMISSIONS, Omission,
    OmittedEvent,
};
pub use identity_provider::{
    AuthenticatedPerson, IdentityProvider, IdentityProviders, OfferedProvider, ProviderError, ProviderLogout,
    SignInSecrets,
};
pub use installation::{DemonstrationMark, Installation};
pub use log::{LeafProof, LogError, NewLogKey, ReadHashes, SignedHead, TransparencyLog, TreeUpdate};
pub use mail::{MailError, MailMessage, MailRoute, Mailer};
pub use passkeys::{
    KnownPasskey, MadePasskey, PasskeyError, PasskeyEvidence, PasskeyOwner, Passkeys, SignatureFault,
    UnverifiedResponse, VerifiedResponse,
};
pub use phones::PhoneRules;
pub use store_error::StoreError;
pub use text_messages::{TextMessage, TextMessageError, TextMessages};
pub use witness::{Submission, Witness, WitnessError, WitnessResponse};

use crate::settings::Settings;

/// The ports that use cases need, assembled once at start.
#[derive(Clone)]
pub struct Ports {
    /// The database.
    pub database: Arc<dyn Database>,
    /// The current time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub entropy: Arc<dyn Entropy>,
    /// Password hashes.
    pub passwords: Arc<dyn PasswordHasher>,
    /// Strength estimation for new passwords.
    pub password_strength: Arc<dyn PasswordStrength>,
    /// Keyed hashes and sealing.
    pub keys: Arc<dyn Keys>,
    /// Uploaded documents.
    pub files: Arc<dyn FileStore>,
    /// Type detection for uploaded files.
    pub inspector: Arc<dyn FileInspector>,
    /// Virus scanner for uploaded documents, if one is configured.
    pub scanner: Option<Arc<dyn FileScanner>>,
    /// Stored form of versions and audit entries.
    pub encoding: Arc<dyn ContentEncoding>,
    /// Format of the transparency log.
    pub log: Arc<dyn TransparencyLog>,
    /// Renderer of PDF and CSV documents.
    pub documents: Arc<dyn Documents>,
    /// Validity rules for phone numbers.
    pub phones: Arc<dyn PhoneRules>,
    /// Country lookup for network addresses.
    pub countries: Arc<dyn Countries>,
    /// Files of holidays.
    pub holiday_files: Arc<dyn HolidayFiles>,
    /// Format of calendar feeds.
    pub feed_format: Arc<dyn FeedFormat>,
    /// Identity providers with which people sign in.
    pub identity_providers: Arc<IdentityProviders>,
    /// Passkeys; `None` if the public address cannot have any (an IP address, or no TLS).
    pub passkeys: Option<Arc<dyn Passkeys>>,
    /// Latest known state of mail delivery.
    pub mail_route: Arc<MailRoute>,
    /// Configuration.
    pub settings: Arc<Settings>,
}
