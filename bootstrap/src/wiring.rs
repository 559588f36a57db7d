//! Creates the adapters that the configuration selects. It contains no rules of its own.

use std::cell::OnceCell;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::installation::in_use;
use aditus_application::ports::{
    BackupError, Clock, Countries, Database, Documents, ExclusiveLock, FileKey, FileScanner, FileStore,
    IdentityProviders, Keys, Mailer, MigratableDatabase, OfferedProvider, Passkeys, Stop, StoreError,
    TextMessages,
};
use aditus_application::settings::Settings;
use aditus_calendars::{IcalendarFeeds, IcalendarFiles};
use aditus_canonical::CanonicalJson;
use aditus_documents::{FontFiles, PdfDocuments};
use aditus_domain::accounts::identity::MultiFactorRule;
use aditus_domain::accounts::passkey::ConfirmBy;
use aditus_files::{AddressError, Addresses, ClamdScanner, ContentInspector, FolderFiles, ObjectStoreFiles};
use aditus_http::{SignedFileError, SignedFiles};
use aditus_log::{C2spLog, HttpWitness};
use aditus_mail::{Sender, SmtpMailer, SmtpSettings, SpoolMailer};
use aditus_openid::{OpenIdProvider, OpenIdSettings};
use aditus_storage::{MovedTable, Options, Store};
use aditus_system::{
    Argon2Passwords, ConfiguredCountry, DocumentThreads, HashingThreads, KeyFileError, KeyFiles,
    LibPhoneRules, MaxMindCountries, PrivateFileError, SecretKeys, SystemEntropy, ZxcvbnPasswordStrength,
    require_private,
};
use aditus_text_messages::HttpGateway;
use aditus_webauthn::{RelyingParty, WebauthnPasskeys};

use crate::adapters::{self, AdapterInputs, Files, OwnWorker};
use crate::clean_failure::{CleanFailure, chain};
use crate::configuration::{self, Configuration, SecretUrl, SignInProvider};
use crate::data_folder::DataFolder;
use crate::first_start::{ensure_default_procedure, record_seeded_rows, warn_of_faulty_procedures};
use crate::setup::Setup;
use crate::workers;

/// The parts that are created before a command begins its work.
pub(crate) struct Wiring {
    /// The ports of the use cases.
    pub(crate) ports: Ports,
    /// The same database, for backups and migrations.
    pub(crate) database: Arc<dyn MigratableDatabase>,
    /// The mailer.
    pub(crate) mailer: Arc<dyn Mailer>,
    /// The text message gateway, if there is one.
    pub(crate) gateway: Option<Arc<dyn TextMessages>>,
    /// The witness of the transparency log, if there is one.
    pub(crate) witness: Option<workers::witness::WitnessWorker>,
    /// The server of the documents' addresses.
    pub(crate) documents: ServedBy,
    /// The fonts of this machine for the built-in documents adapter. `None` if the program replaces
    /// that.
    pub(crate) fonts: Option<FontFiles>,
    /// The file of the newest checkpoint that this node has signed.
    pub(crate) log_checkpoint: PathBuf,
}

/// The behaviour of a command if the master secret is missing and the installation is not in use.
/// In an installation in use, a missing secret is an error in both cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissingKey {
    /// Creates the secret.
    Create,
    /// Uses a temporary secret, which ends with the process. For commands that must not create one.
    UseTemporary,
}

/// The server of the documents' addresses (decisions F2).
#[derive(Clone)]
pub(crate) enum ServedBy {
    /// Aditus, which signed the addresses itself.
    Aditus(Arc<dyn SignedFiles>),
    /// The object store, at this origin.
    ObjectStore(String),
}

impl Wiring {
    /// Opens the data folder and its content, and upgrades the database to this version. In a new
    /// installation, adds the audit entries of the built-in records.
    pub(crate) fn assemble(setup: &Setup) -> Result<Self, CleanFailure> {
        let folder = DataFolder::open(&setup.configuration.data_dir)?;
        folder.refuse_unfinished_restore()?;
        let database = open_database(setup, OpenedBy::Command)?;
        migrate(setup, database.as_ref())?;
        let wiring = Self::for_database(setup, &folder, database, MissingKey::Create)?;
        record_seeded(setup, &wiring.ports)?;
        Ok(wiring)
    }

    /// Like [`Wiring::assemble`], for a server. The audit entries of the built-in records are added
    /// later, because those of a demonstration belong to its past. If the database allows only one
    /// server, the second value holds its lock until it is dropped.
    pub(crate) fn assemble_for_server(setup: &Setup) -> Result<(Self, Box<dyn ExclusiveLock>), CleanFailure> {
        let folder = DataFolder::open(&setup.configuration.data_dir)?;
        folder.refuse_unfinished_restore()?;
        let database = open_database(setup, OpenedBy::Server)?;
        if setup.uses_sqlite() {
            folder.refuse_moved()?;
        }
        let claim = claim_for_server(setup, database.as_ref())?;
        migrate(setup, database.as_ref())?;
        if setup.uses_sqlite() {
            refuse_read_only(setup, database.as_ref())?;
        }
        let wiring = Self::for_database(setup, &folder, database, MissingKey::Create)?;
        Ok((wiring, claim))
    }

    /// Like [`Wiring::assemble`], for a database that already has to be of this version: beside a
    /// running server, or to report, a command must not start an upgrade.
    pub(crate) fn without_migrating(setup: &Setup, missing: MissingKey) -> Result<Self, CleanFailure> {
        let folder = DataFolder::open(&setup.configuration.data_dir)?;
        Self::of_this_version(setup, &folder, missing)
    }

    /// Like [`Wiring::without_migrating`], for a command that only reads: neither the data folder
    /// nor a SQLite file need be writable.
    pub(crate) fn read_only(setup: &Setup) -> Result<Self, CleanFailure> {
        let folder = DataFolder::open_to_read(&setup.configuration.data_dir)?;
        Self::of_this_version(setup, &folder, MissingKey::UseTemporary)
    }

    fn of_this_version(
        setup: &Setup,
        folder: &DataFolder,
        missing: MissingKey,
    ) -> Result<Self, CleanFailure> {
        folder.refuse_unfinished_restore()?;
        let database = open_database(setup, OpenedBy::Command)?;
        refuse_another_version(setup, database.as_ref())?;
        Self::for_database(setup, folder, database, missing)
    }

    /// Creates the remaining parts for a database.
    pub(crate) fn for_database(
        setup: &Setup,
        folder: &DataFolder,
        database: Arc<dyn MigratableDatabase>,
        missing: MissingKey,
    ) -> Result<Self, CleanFailure> {
        let configuration = &setup.configuration;
        let clock = setup.clock();
        let keys = keys(setup, folder, database.as_ref(), missing)?;
        let passwords = Argon2Passwords::new(configuration.password_cost)
            .map_err(|error| CleanFailure::because("ADITUS_ARGON2_*", &error))?;
        let passwords = HashingThreads::start(Arc::new(passwords))
            .map_err(|error| CleanFailure::because("the threads for passwords cannot be started", &error))?;
        let inputs = AdapterInputs {
            clock: &clock,
            keys: &keys,
            data_dir: &configuration.data_dir,
            authorities: &configuration.trust.authorities,
            configured_keys: &setup.configured_keys,
        };
        let mailer = mailer(setup, &inputs, folder)?;
        let gateway = gateway(setup, &inputs)?;
        let (files, served_by) = files(setup, &inputs, folder)?;
        let scanner = scanner(setup, &inputs)?;
        let (documents, fonts) = documents(setup, &inputs)?;
        let documents = DocumentThreads::start(documents, configuration.load.heavy.slots)
            .map_err(|error| CleanFailure::because("the threads for documents cannot be started", &error))?;
        let settings = Settings {
            text_messages: gateway.is_some(),
            confirm_by: confirm_by(configuration),
            ..configuration.settings.clone()
        };
        Ok(Self {
            ports: Ports {
                database: Arc::clone(&database) as Arc<dyn Database>,
                entropy: Arc::new(SystemEntropy),
                passwords: Arc::new(passwords),
                password_strength: Arc::new(ZxcvbnPasswordStrength),
                files,
                inspector: Arc::new(ContentInspector),
                scanner,
                encoding: Arc::new(CanonicalJson),
                log: Arc::new(C2spLog),
                documents: Arc::new(documents),
                phones: Arc::new(LibPhoneRules),
                countries: countries(configuration)?,
                holiday_files: Arc::new(IcalendarFiles),
                feed_format: Arc::new(IcalendarFeeds),
                identity_providers: Arc::new(identity_providers(configuration)?),
                passkeys: passkeys(configuration)?,
                mail_route: Arc::default(),
                settings: Arc::new(settings),
                clock,
                keys,
            },
            database,
            mailer,
            gateway,
            witness: witness(configuration)?,
            documents: served_by,
            fonts,
            log_checkpoint: folder.log_checkpoint(),
        })
    }
}

/// The largest number of connections to the database.
pub(crate) fn connections(configuration: &Configuration) -> u32 {
    configuration
        .database_connections
        .unwrap_or_else(|| Options::default().connections)
}

/// The process that opens the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpenedBy {
    /// A server, whose callers do not wait long for a SQLite file that a command has locked.
    Server,
    /// A command. It waits longer for the write lock, which a busy server rarely leaves free.
    Command,
    /// The fill of a demonstration, whose commits do not wait for the disk.
    DemoFill,
}

impl OpenedBy {
    fn is_durable(self) -> bool {
        self != Self::DemoFill
    }

    fn write_lock_timeout(self) -> Duration {
        match self {
            Self::Command => Duration::from_mins(1),
            Self::Server | Self::DemoFill => Options::default().write_lock_timeout,
        }
    }
}

/// Opens the database without changing its schema.
pub(crate) fn open_database(
    setup: &Setup,
    by: OpenedBy,
) -> Result<Arc<dyn MigratableDatabase>, CleanFailure> {
    let connections = connections(&setup.configuration);
    let built_in = || -> Result<Arc<dyn MigratableDatabase>, CleanFailure> {
        let url = &setup.configuration.database_url;
        refuse_readable_database(url)?;
        refuse_linked_database(url)?;
        let options = Options {
            connections,
            durable: by.is_durable(),
            write_lock_timeout: by.write_lock_timeout(),
            ..Options::default()
        };
        let store = Store::connect(url.expose(), &options).map_err(|error| {
            CleanFailure::new(format!(
                "ADITUS_DATABASE_URL: the database {url} cannot be opened: {}",
                setup.database_failure(&error)
            ))
        })?;
        Ok(Arc::new(store))
    };
    match &setup.own.database {
        Some(own) => adapters::open(
            own,
            (connections, by.is_durable()),
            setup.clock(),
            &setup.configured_keys,
            &built_in,
        ),
        None => built_in(),
    }
}

/// Takes the exclusive lock of the server, if the database allows only one.
pub(crate) fn claim_for_server(
    setup: &Setup,
    database: &dyn MigratableDatabase,
) -> Result<Box<dyn ExclusiveLock>, CleanFailure> {
    let name = setup.database_name();
    match database.claim_for_server() {
        Ok(Some(claim)) => Ok(claim),
        Ok(None) => Err(CleanFailure::new(format!(
            "another server uses the database {name}, which only one server can use: stop that one first (`systemctl stop aditus`, or end the \
             other `aditus serve`), or set another database in ADITUS_DATABASE_URL. Several servers can share a database on PostgreSQL; \
             `aditus migrate-database` moves an installation there"
        ))),
        Err(error) => Err(unusable_database(setup, &error)),
    }
}

/// Refuses to serve from a read-only database.
fn refuse_read_only(setup: &Setup, database: &dyn MigratableDatabase) -> Result<(), CleanFailure> {
    match database.ping() {
        Err(error @ StoreError::ReadOnly(_)) => Err(unusable_database(setup, &error)),
        _ => Ok(()),
    }
}

fn unusable_database(setup: &Setup, error: &StoreError) -> CleanFailure {
    CleanFailure::new(format!(
        "the database {} cannot be used: {}",
        setup.database_name(),
        setup.database_failure(error)
    ))
}

/// Refuses a SQLite file that other accounts may read. The data folder itself is closed to them.
fn refuse_readable_database(url: &SecretUrl) -> Result<(), CleanFailure> {
    let Some(path) = url.expose().strip_prefix("sqlite://") else {
        return Ok(());
    };
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let file = PathBuf::from(format!("{path}{suffix}"));
        match require_private(&file) {
            // A missing file will be created for this account alone. The last program that closes
            // the database removes the journal.
            Err(PrivateFileError::Unreadable { cause, .. }) if cause.kind() == ErrorKind::NotFound => {}
            result => result.map_err(|error| CleanFailure::because("ADITUS_DATABASE_URL", &error))?,
        }
    }
    Ok(())
}

/// Refuses a SQLite file that has several names. SQLite derives the names of the journal and of the
/// server's lock from the name that was opened, so programs with different names would damage the
/// database.
fn refuse_linked_database(url: &SecretUrl) -> Result<(), CleanFailure> {
    let Some(path) = url.expose().strip_prefix("sqlite://") else {
        return Ok(());
    };
    let names = fs::metadata(path).map_or(1, |about| about.nlink());
    if names <= 1 {
        return Ok(());
    }
    Err(CleanFailure::new(format!(
        "ADITUS_DATABASE_URL: the file {path} has {names} names (hard links), and programs that open it by different names damage the database. \
         Remove all names but one; `find / -samefile {path}` lists them"
    )))
}

/// Upgrades the schema to this version and adds the data that every installation needs. Returns the
/// names of the applied migrations.
pub(crate) fn migrate(setup: &Setup, database: &dyn MigratableDatabase) -> Result<Vec<String>, CleanFailure> {
    let failed = |error: StoreError| {
        CleanFailure::new(format!(
            "the database {} cannot be migrated to this version: {}",
            setup.database_name(),
            setup.database_failure(&error)
        ))
    };
    if let Some(newest) = database.unknown_migrations().map_err(failed)?.pop() {
        return Err(CleanFailure::new(format!(
            "the database {} {}",
            setup.database_name(),
            of_a_newer_version(&newest)
        )));
    }
    let applied = database.migrate().map_err(failed)?;
    ensure_default_procedure(database).map_err(failed)?;
    warn_of_faulty_procedures(database).map_err(failed)?;
    Ok(applied)
}

/// Adds the audit entries of the built-in records, in a new installation.
pub(crate) fn record_seeded(setup: &Setup, ports: &Ports) -> Result<(), CleanFailure> {
    record_seeded_rows(ports).map_err(|error| {
        CleanFailure::new(format!(
            "the first entries of the audit log cannot be added in the database {}: {}",
            setup.database_name(),
            setup.database_failure(&error)
        ))
    })
}

/// Refuses a database of another version, without changing it.
pub(crate) fn refuse_another_version(
    setup: &Setup,
    database: &dyn MigratableDatabase,
) -> Result<(), CleanFailure> {
    let name = setup.database_name();
    let found = another_version(database).map_err(|error| {
        CleanFailure::new(format!(
            "the database {name} cannot be read: {}",
            setup.redacted(&chain(&error))
        ))
    })?;
    match found {
        Some(words) => Err(CleanFailure::new(format!("the database {name} {words}"))),
        None => Ok(()),
    }
}

/// Describes a database of another version. Returns `None` if it is of this version.
pub(crate) fn another_version(database: &dyn MigratableDatabase) -> Result<Option<String>, StoreError> {
    if let Some(newest) = database.unknown_migrations()?.pop() {
        return Ok(Some(of_a_newer_version(&newest)));
    }
    let missing = database.missing_migrations()?;
    Ok(missing.first().map(|first| {
        format!(
            "is not of this version yet: the migration {first} was not applied ({} in all); run `aditus migrate`",
            missing.len()
        )
    }))
}

/// Describes a database with a migration that this version does not know.
fn of_a_newer_version(migration: &str) -> String {
    format!(
        "is of a newer version of Aditus: it has the migration {migration}, which version {} does not know. Start the newer version, \
         or restore an older backup",
        env!("CARGO_PKG_VERSION")
    )
}

/// Loads the secrets from the data folder. If there are none, refuses a database in use, and else
/// does as `missing` says.
pub(crate) fn keys(
    setup: &Setup,
    folder: &DataFolder,
    database: &dyn MigratableDatabase,
    missing: MissingKey,
) -> Result<Arc<dyn Keys>, CleanFailure> {
    if let Some(keys) = stored_keys(folder)? {
        return Ok(keys);
    }
    match (in_use::execute(database), missing) {
        (Ok(true), _) => Err(CleanFailure::new(format!(
            "{} is missing, and the database {} contains data that was encrypted with it. Put your copy of it there (mode 0600, owned by the account \
             of the server), or that of another node; KEYS.md says how, and what to do if it is permanently lost (`aditus keys \
             replace-lost`)",
            folder.master_key().display(),
            setup.database_name()
        ))),
        (Err(error), MissingKey::Create) => Err(CleanFailure::new(format!(
            "the database {} cannot be read: {}",
            setup.database_name(),
            setup.redacted(&chain(&error))
        ))),
        (Ok(false), MissingKey::Create) => make_key(folder),
        // A database without tables is reported by the code that needs them.
        (Ok(false) | Err(_), MissingKey::UseTemporary) => Ok(keys_of_this_process()),
    }
}

/// Returns the secrets in the data folder, if there are any.
pub(crate) fn stored_keys(folder: &DataFolder) -> Result<Option<Arc<dyn Keys>>, CleanFailure> {
    let files = KeyFiles::at(folder.master_key());
    if !files.exists().map_err(|error| unusable_keys(&error))? {
        return Ok(None);
    }
    let keys = files.load().map_err(|error| unusable_keys(&error))?;
    Ok(Some(Arc::new(keys)))
}

/// Creates the master secret if it is missing.
pub(crate) fn make_key(folder: &DataFolder) -> Result<Arc<dyn Keys>, CleanFailure> {
    let files = KeyFiles::at(folder.master_key());
    files.create().map_err(|error| unusable_keys(&error))?;
    let keys = files.load().map_err(|error| unusable_keys(&error))?;
    Ok(Arc::new(keys))
}

/// Returns temporary secrets that are stored nowhere.
pub(crate) fn keys_of_this_process() -> Arc<dyn Keys> {
    Arc::new(SecretKeys::of_this_process())
}

/// The failure of a file with a master secret.
pub(crate) fn unusable_keys(error: &KeyFileError) -> CleanFailure {
    CleanFailure::because("the secrets of this installation cannot be used", error)
}

/// The parts beside the database that backups need.
pub(crate) struct BackupParts {
    pub(crate) keys: Arc<dyn Keys>,
    pub(crate) files: Arc<dyn FileStore>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl BackupParts {
    /// Opens the file store and nothing else: an installation that is being restored may have no
    /// more yet.
    pub(crate) fn open(
        setup: &Setup,
        folder: &DataFolder,
        keys: Arc<dyn Keys>,
    ) -> Result<Self, CleanFailure> {
        let clock = setup.clock();
        let inputs = AdapterInputs {
            clock: &clock,
            keys: &keys,
            data_dir: &setup.configuration.data_dir,
            authorities: &setup.configuration.trust.authorities,
            configured_keys: &setup.configured_keys,
        };
        let (files, _) = files(setup, &inputs, folder)?;
        Ok(Self { keys, files, clock })
    }
}

/// Examines the copy of a database of this kind, if the built-in adapters make such copies.
pub(crate) fn examine_copy(kind: &str, file: &Path) -> Option<Result<String, BackupError>> {
    aditus_storage::examine_copy(kind, file)
}

/// Moves an installation from the built-in SQLite to the built-in PostgreSQL adapter.
pub(crate) fn move_to_postgres(
    from: &SecretUrl,
    to: &SecretUrl,
    stop: Stop<'_>,
) -> Result<Vec<MovedTable>, BackupError> {
    aditus_storage::move_to_postgres(from.expose(), to.expose(), stop)
}

fn mailer(
    setup: &Setup,
    inputs: &AdapterInputs<'_>,
    folder: &DataFolder,
) -> Result<Arc<dyn Mailer>, CleanFailure> {
    let configuration = &setup.configuration;
    let built_in = || -> Result<Arc<dyn Mailer>, CleanFailure> {
        let sender = Sender::parse(&configuration.mail_from, Arc::clone(inputs.clock))
            .map_err(|error| CleanFailure::because("ADITUS_MAIL_FROM", &error))?;
        if let Some(url) = &configuration.smtp_url {
            let settings = SmtpSettings {
                authorities: configuration.trust.authorities.clone(),
                ..SmtpSettings::new(url.expose())
            };
            let mailer = SmtpMailer::new(&settings, sender).map_err(|error| {
                CleanFailure::new(format!("ADITUS_SMTP_URL: {}", url.redacted(&chain(&error))))
            })?;
            return Ok(Arc::new(mailer));
        }
        let mailer = SpoolMailer::open(folder.mail(), sender).map_err(|error| {
            CleanFailure::because("ADITUS_DATA_DIR: the folder for mails cannot be used", &error)
        })?;
        Ok(Arc::new(mailer))
    };
    let is_built_in_key = |key: &str| matches!(key, "smtp_url" | "mail_from");
    adapters::create(setup.own.mailer.as_ref(), inputs, is_built_in_key, &built_in)
}

/// Creates the workers of the program, for existing ports.
pub(crate) fn own_workers(setup: &Setup, ports: &Ports) -> Result<Vec<OwnWorker>, CleanFailure> {
    let inputs = AdapterInputs {
        clock: &ports.clock,
        keys: &ports.keys,
        data_dir: &setup.configuration.data_dir,
        authorities: &setup.configuration.trust.authorities,
        configured_keys: &setup.configured_keys,
    };
    adapters::workers(&setup.own.workers, &inputs)
}

/// Creates the witness, if one is configured.
fn witness(configuration: &Configuration) -> Result<Option<workers::witness::WitnessWorker>, CleanFailure> {
    let Some(witnessing) = &configuration.witness else {
        return Ok(None);
    };
    let witness = HttpWitness::new(&witnessing.settings)
        .map_err(|error| CleanFailure::because("ADITUS_AUDIT_WITNESS_URL", &error))?;
    Ok(Some(workers::witness::WitnessWorker {
        witness: Arc::new(witness),
        every: witnessing.every,
    }))
}

/// Creates the virus scanner. Without one, documents are accepted unscanned.
fn scanner(setup: &Setup, inputs: &AdapterInputs<'_>) -> Result<Option<Arc<dyn FileScanner>>, CleanFailure> {
    let built_in = || -> Result<Option<Arc<dyn FileScanner>>, CleanFailure> {
        let address = setup.configuration.virus_scanner.clone();
        Ok(address.map(|address| Arc::new(ClamdScanner::at(address)) as _))
    };
    let is_built_in_key = |key: &str| key == "virus_scanner";
    adapters::create(setup.own.scanner.as_ref(), inputs, is_built_in_key, &built_in)
}

/// Creates the documents adapter, and returns the fonts of this machine if it is the built-in one.
fn documents(
    setup: &Setup,
    inputs: &AdapterInputs<'_>,
) -> Result<(Arc<dyn Documents>, Option<FontFiles>), CleanFailure> {
    let fonts = OnceCell::new();
    let built_in = || -> Result<Arc<dyn Documents>, CleanFailure> {
        let found = fonts.get_or_init(|| FontFiles::find(&setup.configuration.fonts));
        Ok(Arc::new(PdfDocuments::with_fonts(found)))
    };
    let is_built_in_key = |key: &str| key == "documents.fonts";
    let own = setup.own.documents.as_ref();
    let documents = adapters::create(own, inputs, is_built_in_key, &built_in)?;
    Ok((documents, fonts.into_inner()))
}

/// Returns the address to which sign-in providers send the browser back: a page of the frontend.
pub(crate) fn return_address(public_url: &str) -> String {
    format!("{public_url}/sign-in/return")
}

/// Creates the sign-in providers. A provider that does not answer fails only its own sign-ins.
fn identity_providers(configuration: &Configuration) -> Result<IdentityProviders, CleanFailure> {
    let public_url = &configuration.settings.public_url;
    let offer = |provider: &SignInProvider| {
        let adapter = OpenIdProvider::new(OpenIdSettings {
            issuer: provider.issuer.clone(),
            client_id: provider.client_id.clone(),
            client_secret: provider.client_secret.clone(),
            scopes: provider.scopes.clone(),
            required_acr: provider.required_acr.clone(),
            redirect_address: return_address(public_url),
            back_to: public_url.clone(),
            authorities: configuration.trust.authorities.clone(),
        });
        let adapter = adapter.map_err(|error| {
            CleanFailure::because(
                &format!("the sign-in provider {} cannot be used", provider.id),
                &error,
            )
        })?;
        Ok(OfferedProvider {
            id: provider.id.clone(),
            label: provider.label.clone(),
            issuer: provider.issuer.clone(),
            multi_factor: MultiFactorRule::new(provider.multi_factor_acr.clone()),
            email_domains: provider.email_domains.clone(),
            only_for: provider.only_for.clone(),
            adapter: Arc::new(adapter),
        })
    };
    let offered: Result<Vec<_>, _> = configuration.sign_in_providers.iter().map(offer).collect();
    offered.map(IdentityProviders)
}

/// Sets up passkeys for the public address, unless browsers have none there.
fn passkeys(configuration: &Configuration) -> Result<Option<Arc<dyn Passkeys>>, CleanFailure> {
    let Some(relying_party) = &configuration.relying_party else {
        return Ok(None);
    };
    let passkeys = WebauthnPasskeys::new(&RelyingParty {
        id: &relying_party.id,
        origin: &relying_party.origin,
        name: &configuration.settings.product_name,
    });
    let passkeys = passkeys.map_err(|error| CleanFailure::because("ADITUS_PUBLIC_URL", &error))?;
    Ok(Some(Arc::new(passkeys)))
}

/// Returns the ways in which decisions can be confirmed: no passkey where browsers have none.
fn confirm_by(configuration: &Configuration) -> ConfirmBy {
    let configured = configuration.settings.confirm_by;
    ConfirmBy {
        passkey: configured.passkey && configuration.relying_party.is_some(),
        ..configured
    }
}

fn countries(configuration: &Configuration) -> Result<Arc<dyn Countries>, CleanFailure> {
    let Some(file) = &configuration.geoip_file else {
        return Ok(Arc::new(ConfiguredCountry(configuration.country)));
    };
    let countries = MaxMindCountries::open(file, configuration.country).map_err(|error| {
        CleanFailure::because(
            &format!("ADITUS_GEOIP_FILE: {} cannot be used", file.display()),
            &error,
        )
    })?;
    Ok(Arc::new(countries))
}

fn gateway(setup: &Setup, inputs: &AdapterInputs<'_>) -> Result<Option<Arc<dyn TextMessages>>, CleanFailure> {
    if !setup.sends_text_messages {
        return Ok(None);
    }
    let built_in = || -> Result<Option<Arc<dyn TextMessages>>, CleanFailure> {
        let Some(settings) = &setup.configuration.text_gateway else {
            return Ok(None);
        };
        let gateway = HttpGateway::new(settings)
            .map_err(|error| CleanFailure::because("ADITUS_TEXT_GATEWAY_URL", &error))?;
        Ok(Some(Arc::new(gateway)))
    };
    let is_built_in_key = |key: &str| key.starts_with("text_gateway.");
    adapters::create(
        setup.own.text_messages.as_ref(),
        inputs,
        is_built_in_key,
        &built_in,
    )
}

fn files(
    setup: &Setup,
    inputs: &AdapterInputs<'_>,
    folder: &DataFolder,
) -> Result<(Arc<dyn FileStore>, ServedBy), CleanFailure> {
    let AdapterInputs { keys, clock, .. } = inputs;
    let built_in = || -> Result<Files, CleanFailure> {
        match &setup.configuration.files {
            configuration::Files::Folder => {
                let files = FolderFiles::open(folder.files(), Arc::clone(keys), Arc::clone(clock));
                let files = files.map_err(|error| {
                    CleanFailure::because("ADITUS_DATA_DIR: the folder for documents cannot be used", &error)
                })?;
                Ok(Files::ServedHere(Arc::new(files)))
            }
            configuration::Files::S3(settings) => {
                let failed = |error| CleanFailure::because("files: the object store cannot be used", &error);
                let store = ObjectStoreFiles::s3(settings).map_err(failed)?;
                let origin = store.origin().map_err(failed)?;
                let store = Arc::new(store);
                Ok(Files::ServedAt { origin, store })
            }
        }
    };
    let is_built_in_key = |key: &str| key.starts_with("files.");
    let own = setup.own.files.as_ref();
    Ok(match adapters::create(own, inputs, is_built_in_key, &built_in)? {
        Files::ServedHere(files) => {
            let signed = LocalSignedFiles {
                addresses: Addresses::new(Arc::clone(keys), Arc::clone(clock)),
                clock: Arc::clone(clock),
            };
            (files, ServedBy::Aditus(Arc::new(signed)))
        }
        Files::ServedAt { origin, store } => (store, ServedBy::ObjectStore(origin)),
    })
}

/// Checks the addresses of files that Aditus itself serves (decisions F2).
struct LocalSignedFiles {
    addresses: Addresses,
    clock: Arc<dyn Clock>,
}

impl SignedFiles for LocalSignedFiles {
    fn verify(
        &self,
        key: &str,
        name: &str,
        expires: i64,
        signature: &str,
    ) -> Result<FileKey, SignedFileError> {
        let key = FileKey::parse(key).map_err(|_| SignedFileError::Forged)?;
        self.addresses
            .verify(&key, name, expires, signature, self.clock.now())
            .map_err(|error| match error {
                AddressError::Forged => SignedFileError::Forged,
                AddressError::Expired => SignedFileError::Expired,
            })?;
        Ok(key)
    }
}
