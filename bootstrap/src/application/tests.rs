use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aditus_application::forward_database;
use aditus_application::idempotency::Claim;
use aditus_application::ports::{
    Database, Documents as _, ExaminationError, FileError, FileKey, FilePart, FileStore, MailError,
    MailMessage, SignedPath, StoreError, TextMessage, TextMessageError, Transaction,
};
use aditus_application::testing::PlainDocuments;
use aditus_files::Addresses;
use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::wiring::{ServedBy, Wiring, own_workers};

/// Files in memory, whose addresses Aditus serves.
struct InMemory {
    addresses: Addresses,
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl FileStore for InMemory {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), FileError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if files.contains_key(key.as_str()) {
            return Err(FileError::Exists);
        }
        files.insert(key.as_str().to_owned(), bytes.to_owned());
        Ok(())
    }

    fn get(&self, key: &FileKey) -> Result<Vec<u8>, FileError> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.get(key.as_str()).cloned().ok_or(FileError::NotFound)
    }

    fn read_part(&self, key: &FileKey, start: u64, length: usize) -> Result<FilePart, FileError> {
        let bytes = self.get(key)?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        Ok(FilePart {
            size: bytes.len() as u64,
            bytes: bytes.into_iter().skip(start).take(length).collect(),
        })
    }

    fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.remove(key.as_str());
        Ok(())
    }

    fn signed_address(&self, key: &FileKey, name: &str, lifetime: Duration) -> Result<SignedPath, FileError> {
        Ok(self.addresses.sign(key, name, lifetime))
    }
}

struct Silent;

impl Mailer for Silent {
    fn send(&self, _: &MailMessage, _: &str) -> Result<(), MailError> {
        Ok(())
    }

    fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}

impl TextMessages for Silent {
    fn send(&self, _: &TextMessage, _: &str) -> Result<(), TextMessageError> {
        Ok(())
    }

    fn check(&self) -> Result<(), TextMessageError> {
        Ok(())
    }
}

impl FileScanner for Silent {
    fn is_infected(&self, bytes: &[u8]) -> Result<bool, ExaminationError> {
        Ok(bytes == b"infected")
    }

    fn check(&self) -> Result<(), ExaminationError> {
        Ok(())
    }
}

fn application(place: &Path, variables: &[(&str, &str)]) -> Application {
    let data = place.join("data");
    let file = place.join("aditus.toml");
    std::fs::write(&file, "argon2.memory_kib = 64\n").unwrap();
    let own = [("ADITUS_DATA_DIR", data.to_str().unwrap())];
    let environment = own.into_iter().chain(variables.iter().copied()).collect();
    Application::read(Some(&file), &environment).unwrap()
}

/// Replaces every built-in adapter but the database.
fn with_own_adapters(application: Application) -> Setup {
    application
        .with_files("memory", |context| {
            Ok(Files::ServedHere(Arc::new(InMemory {
                addresses: context.addresses(),
                files: Mutex::default(),
            })))
        })
        .with_mailer("nowhere", |_| Ok(Arc::new(Silent)))
        .with_text_messages("nowhere", |_| Ok(Some(Arc::new(Silent))))
        .with_virus_scanner("a list of one", |_| Ok(Some(Arc::new(Silent))))
        .with_documents("plain text", |_| Ok(Arc::new(PlainDocuments)))
        .finish()
        .unwrap()
}

#[test]
fn own_adapters_replace_the_built_in_ones() {
    let place = tempfile::tempdir().unwrap();
    let setup = with_own_adapters(application(place.path(), &[]));
    let wiring = Wiring::assemble(&setup).unwrap();
    let ports = &wiring.ports;
    assert!(ports.settings.text_messages && wiring.gateway.is_some());
    assert!(ports.scanner.as_ref().unwrap().is_infected(b"infected").unwrap());
    assert_eq!(
        ports.documents.audit_log_csv_heading().unwrap(),
        PlainDocuments.audit_log_csv_heading().unwrap()
    );
    assert!(wiring.fonts.is_none());
    let key = FileKey::parse("requests/letter.pdf").unwrap();
    ports.files.put(&key, b"a letter").unwrap();
    let ServedBy::Aditus(served) = &wiring.documents else {
        panic!("somebody else serves the files");
    };
    let address = ports
        .files
        .signed_address(&key, "letter.pdf", Duration::from_mins(5))
        .unwrap()
        .0;
    let (_, query) = address.split_once("?expires=").unwrap();
    let (expires, signature) = query.split_once("&name=letter%2Epdf&signature=").unwrap();
    let expires = expires.parse().unwrap();
    assert_eq!(
        served
            .verify(key.as_str(), "letter.pdf", expires, signature)
            .unwrap(),
        key
    );
    let later = served.verify(key.as_str(), "letter.pdf", expires + 1, signature);
    assert!(later.is_err());
    for ours in ["files", "mail"] {
        assert!(!place.path().join("data").join(ours).exists(), "{ours} is there");
    }
}

#[test]
fn a_demonstration_sends_no_text_messages_with_any_adapter() {
    let place = tempfile::tempdir().unwrap();
    let setup = with_own_adapters(application(place.path(), &[])).without_text_messages();
    let wiring = Wiring::assemble(&setup).unwrap();
    assert!(!wiring.ports.settings.text_messages && wiring.gateway.is_none());
}

#[test]
fn the_configured_built_in_adapter_can_be_wrapped() {
    let place = tempfile::tempdir().unwrap();
    let setup = application(place.path(), &[("ADITUS_MAIL_FROM", "no-reply@data.example")])
        .with_mailer("ours", |context| Ok(context.built_in()?))
        .with_virus_scanner("ours", |context| Ok(context.built_in()?))
        .with_text_messages("ours", |context| Ok(context.built_in()?))
        .with_database("ours", |context| Ok(context.built_in()?))
        .with_files("ours", |context| Ok(context.built_in()?))
        .with_documents("ours", |context| Ok(context.built_in()?))
        .finish()
        .unwrap();
    let wiring = Wiring::assemble(&setup).unwrap();
    assert!(wiring.gateway.is_none() && wiring.ports.scanner.is_none());
    assert!(wiring.fonts.is_some());
    for ours in ["files", "mail", "aditus.db"] {
        assert!(
            place.path().join("data").join(ours).exists(),
            "{ours} is not there"
        );
    }
}

/// A clock that is an hour ahead of another one.
struct Ahead(Arc<dyn Clock>);

impl Clock for Ahead {
    fn now(&self) -> DateTime<Utc> {
        self.0.now() + TimeDelta::hours(1)
    }
}

#[test]
fn ports_and_adapters_have_the_clock_of_the_program() {
    let place = tempfile::tempdir().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let [by_database, by_mailer] = [&seen, &seen].map(Arc::clone);
    let setup = application(place.path(), &[])
        .with_clock(|machine| Arc::new(Ahead(machine)))
        .with_database("ours", move |context| {
            by_database.lock().unwrap().push(context.clock().now());
            Ok(context.built_in()?)
        })
        .with_mailer("ours", move |context| {
            by_mailer.lock().unwrap().push(context.clock().now());
            Ok(context.built_in()?)
        })
        .finish()
        .unwrap();
    let wiring = Wiring::assemble(&setup).unwrap();
    let mut times = seen.lock().unwrap().clone();
    assert!(times.len() >= 2, "both adapters are created: {times:?}");
    times.extend([setup.clock().now(), wiring.ports.clock.now()]);
    let least = SystemClock.now() + TimeDelta::minutes(59);
    assert!(times.iter().all(|time| *time > least), "{times:?}");
}

#[test]
fn a_key_of_a_replaced_adapter_is_refused() {
    let place = tempfile::tempdir().unwrap();
    for (variable, value, key) in [
        ("ADITUS_SMTP_URL", "smtp://mail.example", "smtp_url"),
        ("ADITUS_MAIL_FROM", "no-reply@data.example", "mail_from"),
        ("ADITUS_TEXT_GATEWAY_SENDER", "Porta", "text_gateway.sender"),
        ("ADITUS_FILES_KIND", "folder", "files.kind"),
        ("ADITUS_VIRUS_SCANNER", "/run/clamav/clamd.ctl", "virus_scanner"),
        ("ADITUS_DOCUMENTS_FONTS", "/srv/fonts", "documents.fonts"),
    ] {
        let setup = with_own_adapters(application(place.path(), &[(variable, value)]));
        let failure = Wiring::assemble(&setup).err().unwrap().to_string();
        assert!(failure.starts_with(&format!("{key} has no effect")), "{failure}");
    }
    let unset = [("ADITUS_SMTP_URL", " ")];
    Wiring::assemble(&with_own_adapters(application(place.path(), &unset))).unwrap();
}

#[test]
fn an_adapter_that_cannot_be_created_is_named_in_the_failure() {
    let place = tempfile::tempdir().unwrap();
    let setup = application(place.path(), &[])
        .with_database("the vault", |_| Err("it is closed".into()))
        .finish()
        .unwrap();
    let failure = Wiring::assemble(&setup).err().unwrap().to_string();
    assert_eq!(failure, "the vault cannot be used: it is closed");
}

impl Worker for Silent {
    fn work(&self, _: &dyn Database) -> Result<Duration, BoxError> {
        Ok(Duration::from_mins(1))
    }

    fn check(&self) -> Result<(), BoxError> {
        Ok(())
    }
}

#[test]
fn every_worker_of_the_program_is_created_with_the_data_folder() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let setup = application(place.path(), &[])
        .with_worker("the register", move |context| {
            assert_eq!(context.data_dir(), data);
            Ok(Arc::new(Silent))
        })
        .with_worker("the archive", |_| Ok(Arc::new(Silent)))
        .finish()
        .unwrap();
    let wiring = Wiring::assemble(&setup).unwrap();
    let workers = own_workers(&setup, &wiring.ports).unwrap();
    let names: Vec<&str> = workers.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["the register", "the archive"]);
}

#[test]
fn a_worker_that_cannot_be_made_is_named_in_the_failure() {
    let place = tempfile::tempdir().unwrap();
    let setup = application(place.path(), &[])
        .with_worker("the register", |_| Err("its address is missing".into()))
        .finish()
        .unwrap();
    let wiring = Wiring::assemble(&setup).unwrap();
    let failure = own_workers(&setup, &wiring.ports).err().unwrap().to_string();
    assert_eq!(failure, "the register cannot be used: its address is missing");
}

/// A database with its own means of backup: it forwards everything else.
struct Vault(Arc<dyn MigratableDatabase>);

impl Database for Vault {
    forward_database!(0);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.0.begin()
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.0.begin_idempotent(claim)
    }
}

impl MigratableDatabase for Vault {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.0.migrate()
    }
}

#[test]
fn backup_and_backup_dir_refuse_a_database_that_aditus_cannot_back_up() {
    let place = tempfile::tempdir().unwrap();
    let in_vault = |variables: &[(&str, &str)]| {
        application(place.path(), variables)
            .with_database("the vault", |context| Ok(Arc::new(Vault(context.built_in()?))))
            .finish()
            .unwrap()
    };
    let folder = place.path().join("backup");
    let failure = commands::backup::run(&in_vault(&[]), &folder)
        .unwrap_err()
        .to_string();
    assert!(
        failure.starts_with("Aditus cannot back up the vault"),
        "{failure}"
    );
    assert!(!folder.exists());
    let configured = [("ADITUS_PORT", "0"), ("ADITUS_BACKUP_DIR", "/srv/backups")];
    let failure = commands::serve::run(in_vault(&configured), false)
        .unwrap_err()
        .to_string();
    assert!(
        failure.starts_with("backup.dir has no effect: Aditus cannot back up the vault"),
        "{failure}"
    );
}
