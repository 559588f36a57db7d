//! Tests of the spool folder: the contract of the port, and its permissions.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use crate::decoded::{decoded_mail, decoded_parts, decoded_subject};
use aditus_application::contract::mail::{CONTRACT, RAW_CONTRACT, RawTestMailbox, ReceivedMail, TestMailbox};
use aditus_application::ports::{Clock, MailError, MailMessage, Mailer};
use aditus_mail::{Sender, SpoolMailer};
use chrono::{DateTime, Utc};

struct Noon;

impl Clock for Noon {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }
}

fn open(folder: &Path) -> SpoolMailer {
    let sender = Sender::parse("Aditus <no-reply@aditus.example>", Arc::new(Noon)).unwrap();
    SpoolMailer::open(folder, sender).unwrap()
}

/// A spool folder as the mailbox of the contract. It has one file per reference, so a mail that is
/// sent again counts once.
struct Folder {
    mailer: SpoolMailer,
    place: tempfile::TempDir,
}

impl TestMailbox for Folder {
    fn mailer(&self) -> &dyn Mailer {
        &self.mailer
    }

    fn received(&self) -> Vec<ReceivedMail> {
        self.bytes().iter().map(|mail| decoded_mail(mail)).collect()
    }
}

impl RawTestMailbox for Folder {
    fn bytes(&self) -> Vec<String> {
        let mut files: Vec<_> = fs::read_dir(self.place.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(
            files
                .iter()
                .all(|file| file.extension().is_some_and(|extension| extension == "eml")),
            "{files:?}"
        );
        files
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect()
    }
}

#[test]
fn satisfies_the_contract() {
    let mailbox = || {
        let place = tempfile::tempdir().unwrap();
        Folder {
            mailer: open(place.path()),
            place,
        }
    };
    for (name, clause) in CONTRACT {
        eprintln!("{name}");
        clause(&mailbox());
    }
    for (name, clause) in RAW_CONTRACT {
        eprintln!("{name}");
        clause(&mailbox());
    }
}

fn mail() -> MailMessage {
    MailMessage {
        to: "nora.field@aditus.example".to_owned(),
        subject: "Grüße".to_owned(),
        text: "Ihr Code für Київ: 482913\n.\nEnde".to_owned(),
        html: "<p>Ihr Code für Київ: <b>482913</b></p>".to_owned(),
        ..MailMessage::default()
    }
}

#[test]
fn spooled_mails_are_private_to_the_owner() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("data/mail");
    open(&folder).send(&mail(), "7").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join("7.eml")), 0o600);
}

#[test]
fn the_parts_of_a_mail_round_trip() {
    let place = tempfile::tempdir().unwrap();
    open(place.path()).send(&mail(), "7").unwrap();
    let written = fs::read_to_string(place.path().join("7.eml")).unwrap();
    let parts = decoded_parts(&written);
    assert_eq!(parts[0].replace("\r\n", "\n").trim_end(), mail().text);
    assert_eq!(parts[1].trim_end(), mail().html);
    assert!(
        written.contains("Date: Mon, 21 Sep 2026 14:13:20 +0000"),
        "{written}"
    );
    assert!(
        written.contains("From: Aditus <no-reply@aditus.example>")
            || written.contains("From: \"Aditus\" <no-reply@aditus.example>")
    );
    assert!(written.contains("Auto-Submitted: auto-generated"));
}

#[test]
fn subject_and_body_support_any_script() {
    let names = "Kofi ንጉሥ, Ɛsi Ŋuyen, محمد الأمين, שָׁלוֹם, हर्षिता, สมศักดิ์, ߒߞߏ, 𞤀𞤣𞤢𞤥, 王小明, 👩🏽\u{200d}🔬";
    let mail = MailMessage {
        subject: format!("Data Request of {names}"),
        text: format!("Dear {names},\n\n{}\n{names}", names.repeat(40)),
        html: format!("<p>Dear {names}</p>"),
        ..mail()
    };
    let place = tempfile::tempdir().unwrap();
    open(place.path()).send(&mail, "7").unwrap();
    let written = fs::read_to_string(place.path().join("7.eml")).unwrap();
    assert_eq!(decoded_subject(&written), mail.subject);
    let parts = decoded_parts(&written);
    assert_eq!(parts[0].trim_end(), mail.text);
    assert_eq!(parts[1].trim_end(), mail.html);
}

#[test]
fn a_missing_folder_is_a_temporary_error() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("mail");
    let mailer = open(&folder);
    fs::remove_dir_all(&folder).unwrap();
    assert!(matches!(mailer.check(), Err(MailError::Temporary(_))));
    assert!(matches!(mailer.send(&mail(), "7"), Err(MailError::Temporary(_))));
}

#[test]
fn an_invalid_sender_is_quoted_in_the_error() {
    let refusal = Sender::parse("nobody", Arc::new(Noon)).err().unwrap();
    assert!(refusal.to_string().contains("\"nobody\""));
}

#[test]
fn only_old_mails_are_removed() {
    let place = tempfile::tempdir().unwrap();
    let mailer = open(place.path());
    let mail = MailMessage {
        to: "ada@people.example".to_owned(),
        subject: "A subject".to_owned(),
        text: "A text".to_owned(),
        html: "<p>A text</p>".to_owned(),
        ..MailMessage::default()
    };
    mailer.send(&mail, "1").unwrap();
    for other in [".abc.part", "notes.txt"] {
        fs::write(place.path().join(other), b"x").unwrap();
    }
    let written = DateTime::<Utc>::from(
        fs::metadata(place.path().join("1.eml"))
            .unwrap()
            .modified()
            .unwrap(),
    );
    let hour = chrono::TimeDelta::hours(1);
    assert_eq!(mailer.delete_expired(written - hour).unwrap(), 0);
    assert_eq!(mailer.delete_expired(written + hour).unwrap(), 2);
    let left: Vec<_> = fs::read_dir(place.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["notes.txt"]);
}
