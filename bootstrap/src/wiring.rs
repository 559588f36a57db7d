//! Puts the adapters together as the configuration says. Nothing here decides anything.

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::ports::{
    Clock, Countries, Database, FileKey, FileScanner, FileStore, Keys, Mailer, TextMessages,
};
use aditus_canonical::CanonicalJson;
use aditus_documents::{FontFiles, PdfDocuments};
use aditus_files::{AddressError, ClamdScanner, ContentInspector, FolderFiles, ObjectStoreFiles};
use aditus_http::{SignedFileError, SignedFiles};
use aditus_mail::{Sender, SmtpMailer, SmtpSettings, SpoolMailer};
use aditus_storage::{Options, Store};
use aditus_system::{
    Argon2Passwords, ConfiguredCountry, DocumentThreads, GuessedPasswords, HashingThreads, LibPhoneRules,
    MaxMindCountries, SecretKeys, SystemClock, SystemEntropy,
};
use aditus_text_messages::HttpGateway;

use crate::clean_failure::{CleanFailure, chain};
use crate::configuration::{Configuration, Files};
use crate::data_folder::DataFolder;
use crate::first_start::{ensure_default_procedure, tell_of_unsound_procedures};

/// Everything that is put together before a command begins its work.
pub(crate) struct Wiring {
    /// What use cases need.
    pub(crate) ports: Ports,
    /// How mails leave.
    pub(crate) mailer: Arc<dyn Mailer>,
    /// How text messages leave; none where no gateway is configured.
    pub(crate) gateway: Option<Arc<dyn TextMessages>>,
    /// Who answers the addresses of documents.
    pub(crate) documents: ServedBy,
    /// The fonts of this machine that documents are printed with.
    pub(crate) fonts: FontFiles,
}

/// Who answers the addresses of documents (decisions F2).
#[derive(Clone)]
pub(crate) enum ServedBy {
    /// Aditus, which signed them itself.
    Aditus(Arc<dyn SignedFiles>),
    /// The object store, at this origin.
    ObjectStore(String),
}

impl Wiring {
    /// Opens the data folder and everything in it, and the database with the schema of this version.
    pub(crate) fn assemble(configuration: &Configuration) -> Result<Self, CleanFailure> {
        let folder = DataFolder::open(&configuration.data_dir)?;
        let store = open_store(configuration, &store_options(configuration))?;
        migrate(configuration, &store)?;
        Self::around(configuration, &folder, Arc::new(store))
    }

    /// Puts the rest around a database.
    pub(crate) fn around(
        configuration: &Configuration,
        folder: &DataFolder,
        database: Arc<dyn Database>,
    ) -> Result<Self, CleanFailure> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let keys: Arc<dyn Keys> =
            Arc::new(SecretKeys::load_or_create(&folder.master_key()).map_err(|error| {
                CleanFailure::because("the secrets of this installation cannot be used", &error)
            })?);
        let passwords = Argon2Passwords::new(configuration.password_cost)
            .map_err(|error| CleanFailure::because("ADITUS_ARGON2_*", &error))?;
        let passwords = HashingThreads::start(Arc::new(passwords))
            .map_err(|error| CleanFailure::because("the threads for passwords cannot be started", &error))?;
        let threads = configuration.load.heavy.slots;
        let fonts = FontFiles::find(&configuration.fonts);
        let made = DocumentThreads::start(Arc::new(PdfDocuments::with_fonts(&fonts)), threads)
            .map_err(|error| CleanFailure::because("the threads for documents cannot be started", &error))?;
        let mailer = mailer(configuration, folder, &clock)?;
        let gateway = gateway(configuration)?;
        let (files, documents) = files(configuration, folder, &keys, &clock)?;
        Ok(Self {
            ports: Ports {
                database,
                clock,
                entropy: Arc::new(SystemEntropy),
                passwords: Arc::new(passwords),
                password_strength: Arc::new(GuessedPasswords),
                keys,
                files,
                inspector: Arc::new(ContentInspector),
                scanner: scanner(configuration),
                encoding: Arc::new(CanonicalJson),
                documents: Arc::new(made),
                phones: Arc::new(LibPhoneRules),
                countries: countries(configuration)?,
                mail_route: Arc::default(),
                settings: Arc::new(configuration.settings.clone()),
            },
            mailer,
            gateway,
            documents,
            fonts,
        })
    }
}

/// How the database is used by a server.
pub(crate) fn store_options(configuration: &Configuration) -> Options {
    let options = Options::default();
    Options {
        connections: configuration.database_connections.unwrap_or(options.connections),
        ..options
    }
}

/// Opens the database; its schema is left as it is.
pub(crate) fn open_store(configuration: &Configuration, options: &Options) -> Result<Store, CleanFailure> {
    let url = &configuration.database_url;
    Store::connect(url.expose(), options).map_err(|error| {
        CleanFailure::new(format!(
            "ADITUS_DATABASE_URL: the database {url} cannot be opened: {}",
            url.cleaned(&chain(&error))
        ))
    })
}

/// Brings the schema to that of this version and adds what every installation needs. Answers the names of the migrations
/// that were applied.
pub(crate) fn migrate(configuration: &Configuration, store: &Store) -> Result<Vec<String>, CleanFailure> {
    let url = &configuration.database_url;
    let failed = |error: aditus_application::ports::StoreError| {
        CleanFailure::new(format!(
            "the database {url} cannot be brought to this version: {}",
            url.cleaned(&chain(&error))
        ))
    };
    let applied = store.migrate().map_err(failed)?;
    ensure_default_procedure(store).map_err(failed)?;
    tell_of_unsound_procedures(store).map_err(failed)?;
    Ok(applied)
}

fn mailer(
    configuration: &Configuration,
    folder: &DataFolder,
    clock: &Arc<dyn Clock>,
) -> Result<Arc<dyn Mailer>, CleanFailure> {
    let sender = Sender::parse(&configuration.mail_from, Arc::clone(clock))
        .map_err(|error| CleanFailure::because("ADITUS_MAIL_FROM", &error))?;
    if let Some(url) = &configuration.smtp_url {
        let mailer = SmtpMailer::new(&SmtpSettings::new(url.expose()), sender).map_err(|error| {
            CleanFailure::new(format!("ADITUS_SMTP_URL: {}", url.cleaned(&chain(&error))))
        })?;
        return Ok(Arc::new(mailer));
    }
    let mailer = SpoolMailer::open(folder.mail(), sender).map_err(|error| {
        CleanFailure::because("ADITUS_DATA_DIR: the folder for mails cannot be used", &error)
    })?;
    Ok(Arc::new(mailer))
}

/// Where none is configured, documents are taken unscanned.
fn scanner(configuration: &Configuration) -> Option<Arc<dyn FileScanner>> {
    let address = configuration.virus_scanner.clone()?;
    Some(Arc::new(ClamdScanner::at(address)))
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

fn gateway(configuration: &Configuration) -> Result<Option<Arc<dyn TextMessages>>, CleanFailure> {
    let Some(settings) = &configuration.text_gateway else {
        return Ok(None);
    };
    let gateway = HttpGateway::new(settings)
        .map_err(|error| CleanFailure::because("ADITUS_TEXT_GATEWAY_URL", &error))?;
    Ok(Some(Arc::new(gateway)))
}

fn files(
    configuration: &Configuration,
    folder: &DataFolder,
    keys: &Arc<dyn Keys>,
    clock: &Arc<dyn Clock>,
) -> Result<(Arc<dyn FileStore>, ServedBy), CleanFailure> {
    match &configuration.files {
        Files::Folder => {
            let files =
                FolderFiles::open(folder.files(), Arc::clone(keys), Arc::clone(clock)).map_err(|error| {
                    CleanFailure::because("ADITUS_DATA_DIR: the folder for documents cannot be used", &error)
                })?;
            let files = Arc::new(files);
            let signed = SignedFolder {
                files: Arc::clone(&files),
                clock: Arc::clone(clock),
            };
            Ok((files, ServedBy::Aditus(Arc::new(signed))))
        }
        Files::S3(settings) => {
            let failed = |error| CleanFailure::because("files: the object store cannot be used", &error);
            let files = ObjectStoreFiles::s3(settings).map_err(failed)?;
            let origin = files.origin().map_err(failed)?;
            Ok((Arc::new(files), ServedBy::ObjectStore(origin)))
        }
    }
}

/// Files of the folder, by addresses that it signed itself (decisions F2).
struct SignedFolder {
    files: Arc<FolderFiles>,
    clock: Arc<dyn Clock>,
}

impl SignedFiles for SignedFolder {
    fn open(&self, key: &str, expires: i64, signature: &str) -> Result<Vec<u8>, SignedFileError> {
        let key = FileKey::parse(key).map_err(|_| SignedFileError::Forged)?;
        self.files
            .verify(&key, expires, signature, self.clock.now())
            .map_err(|error| match error {
                AddressError::Forged => SignedFileError::Forged,
                AddressError::Expired => SignedFileError::Expired,
            })?;
        self.files.get(&key).map_err(SignedFileError::Lost)
    }
}
