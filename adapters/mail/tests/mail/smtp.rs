//! Tests of the SMTP mailer against a real server in a process of its own.

use std::error::Error as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::decoded::{decoded_mail, decoded_parts};
use aditus_application::contract::mail::{CONTRACT, RAW_CONTRACT, RawTestMailbox, ReceivedMail, TestMailbox};
use aditus_application::ports::{Authorities, Clock, MailError, MailMessage, Mailer};
use aditus_mail::{Sender, SmtpMailer, SmtpSettings};
use chrono::{DateTime, Utc};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

struct Noon;

impl Clock for Noon {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }
}

/// A server that ends when its standard input is closed, that is, when this value is dropped.
struct SmtpServer {
    process: Child,
    port: u16,
    folder: tempfile::TempDir,
}

impl SmtpServer {
    fn start(arguments: &[&str]) -> Self {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smtp_server");
        assert!(
            home.join("node_modules/smtp-server").is_dir(),
            "the SMTP server for tests is not installed; run: npm ci --prefix {}",
            home.display()
        );
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new("node")
            .arg(home.join("server.mjs"))
            .arg(folder.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node.js must be installed: the SMTP server for tests runs on it");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let port = line.trim().parse().expect("the SMTP server did not start");
        Self {
            process,
            port,
            folder,
        }
    }

    fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    fn mails(&self) -> Vec<String> {
        let mut files: Vec<_> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "eml"));
        files.sort();
        files
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect()
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        self.process.wait().unwrap();
    }
}

struct SmtpMailbox {
    mailer: SmtpMailer,
    server: SmtpServer,
}

impl TestMailbox for SmtpMailbox {
    fn mailer(&self) -> &dyn Mailer {
        &self.mailer
    }

    fn received(&self) -> Vec<ReceivedMail> {
        self.bytes().iter().map(|mail| decoded_mail(mail)).collect()
    }

    fn refused_address(&self) -> Option<&str> {
        Some("refused-550@aditus.example")
    }

    fn deferred_address(&self) -> Option<&str> {
        Some("deferred-451@aditus.example")
    }
}

impl RawTestMailbox for SmtpMailbox {
    fn bytes(&self) -> Vec<String> {
        self.server.mails()
    }
}

fn mailer(url: &str) -> SmtpMailer {
    mailer_trusting(url, Authorities::default())
}

fn mailer_trusting(url: &str, authorities: Authorities) -> SmtpMailer {
    let sender = Sender::parse("Aditus <no-reply@aditus.example>", Arc::new(Noon)).unwrap();
    SmtpMailer::new(
        &SmtpSettings {
            timeout: Duration::from_secs(10),
            authorities,
            ..SmtpSettings::new(url)
        },
        sender,
    )
    .unwrap()
}

fn to(address: &str) -> MailMessage {
    MailMessage {
        to: address.to_owned(),
        subject: "Your code".to_owned(),
        text: "Код для Київ: 482913\n.\n..the end".to_owned(),
        html: "<p>Код: <b>482913</b></p>".to_owned(),
        ..MailMessage::default()
    }
}

#[test]
fn satisfies_the_contract() {
    let mailbox = || {
        let server = SmtpServer::start(&[]);
        SmtpMailbox {
            mailer: mailer(&server.url()),
            server,
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

#[test]
fn a_mail_has_one_recipient_and_round_trips() {
    let server = SmtpServer::start(&[]);
    mailer(&server.url())
        .send(&to("nora.field@aditus.example"), "7")
        .unwrap();
    let envelope = fs::read_to_string(server.folder.path().join("000001.json")).unwrap();
    assert_eq!(
        envelope,
        r#"{"from":"no-reply@aditus.example","to":["nora.field@aditus.example"]}"#
    );
    let parts = decoded_parts(&server.mails()[0]);
    assert_eq!(parts[0].trim_end(), to("").text);
    assert_eq!(parts[1].trim_end(), to("").html);
}

#[test]
fn refusals_of_the_mail_are_permanent_and_others_temporary() {
    let server = SmtpServer::start(&[]);
    let mailer = mailer(&server.url());
    for (address, is_permanent) in [
        ("refused-550@aditus.example", true),
        ("refused-553@aditus.example", true),
        ("full-552@aditus.example", true),
        ("full-554@aditus.example", true),
        ("deferred-421@aditus.example", false),
        ("deferred-450@aditus.example", false),
        ("full-452@aditus.example", false),
        ("refused-530@aditus.example", false),
    ] {
        match mailer.send(&to(address), "7") {
            Err(MailError::Permanent(_)) => assert!(is_permanent, "{address}"),
            Err(MailError::Temporary(_)) => assert!(!is_permanent, "{address}"),
            Err(error @ MailError::Unreachable(_)) => panic!("{address} was answered: {error}"),
            Ok(()) => panic!("{address} was taken"),
        }
    }
    assert!(server.mails().is_empty());
}

#[test]
fn a_wrong_or_missing_password_is_a_temporary_error() {
    let server = SmtpServer::start(&["--user", "aditus", "--password", "p@ss word"]);
    let url = |password: &str| format!("smtp://aditus:{password}@127.0.0.1:{}", server.port);
    mailer(&url("p%40ss%20word"))
        .send(&to("nora.field@aditus.example"), "7")
        .unwrap();
    assert_eq!(server.mails().len(), 1);
    for mailer in [mailer(&url("wrong")), mailer(&server.url())] {
        let sent = mailer.send(&to("nora.field@aditus.example"), "8");
        assert!(matches!(sent, Err(MailError::Temporary(_))), "{sent:?}");
    }
    assert!(matches!(
        mailer(&url("wrong")).check(),
        Err(MailError::Temporary(_))
    ));
}

#[test]
fn no_mail_is_sent_if_required_tls_is_missing_or_offered_tls_is_untrusted() {
    let plain = SmtpServer::start(&[]);
    let unproven = SmtpServer::start(&["--tls"]);
    for (server, query) in [
        (&plain, "?tls=required"),
        (&unproven, "?tls=required"),
        (&unproven, "?tls=opportunistic"),
    ] {
        let sent = mailer(&format!("{}{query}", server.url())).send(&to("nora.field@aditus.example"), "7");
        assert!(matches!(sent, Err(MailError::Temporary(_))), "{query}: {sent:?}");
        assert!(server.mails().is_empty());
    }
    mailer(&format!("{}?tls=opportunistic", plain.url()))
        .send(&to("nora.field@aditus.example"), "7")
        .unwrap();
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new([]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

#[test]
fn mails_are_sent_over_tls_to_servers_with_trusted_certificates() {
    let (trusted, other) = (authority(), authority());
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &trusted).unwrap();
    let place = tempfile::tempdir().unwrap();
    let written = |name: &str, text: String| {
        let file = place.path().join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let (certificate, key) = (
        written("certificate.pem", certificate.pem()),
        written("key.pem", key.serialize_pem()),
    );
    let of = |issuer: &CertifiedIssuer<'static, KeyPair>| Authorities::new(vec![issuer.der().to_vec()]);
    for (mode, scheme, query) in [
        ("--tls", "smtp", "?tls=required"),
        ("--tls", "smtp", "?tls=opportunistic"),
        ("--smtps", "smtps", ""),
    ] {
        let server = SmtpServer::start(&[mode, "--certificate", &certificate, "--key", &key]);
        let url = format!("{scheme}://127.0.0.1:{}{query}", server.port);
        for untrusting in [mailer(&url), mailer_trusting(&url, of(&other))] {
            let sent = untrusting.send(&to("nora.field@aditus.example"), "7");
            assert!(matches!(sent, Err(MailError::Temporary(_))), "{url}: {sent:?}");
        }
        assert!(server.mails().is_empty());
        let trusting = mailer_trusting(&url, of(&trusted));
        trusting.check().unwrap();
        trusting.send(&to("nora.field@aditus.example"), "7").unwrap();
        assert_eq!(server.mails().len(), 1, "{url}");
    }
}

#[test]
fn configured_authorities_do_not_enable_tls() {
    let server = SmtpServer::start(&["--tls"]);
    let authorities = Authorities::new(vec![authority().der().to_vec()]);
    mailer_trusting(&server.url(), authorities)
        .send(&to("nora.field@aditus.example"), "7")
        .unwrap();
    assert_eq!(server.mails().len(), 1);
}

#[test]
fn a_closed_port_is_temporary_and_a_silent_server_unreachable() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent_address = silent.local_addr().unwrap();
    for (address, is_silent) in [(closed, false), (silent_address, true)] {
        let as_expected = |result: &Result<(), MailError>| match result {
            Err(MailError::Temporary(_)) => !is_silent,
            Err(MailError::Unreachable(_)) => is_silent,
            _ => false,
        };
        let sender = Sender::parse("no-reply@aditus.example", Arc::new(Noon)).unwrap();
        let settings = SmtpSettings {
            timeout: Duration::from_millis(200),
            ..SmtpSettings::new(format!("smtp://{address}"))
        };
        let mailer = SmtpMailer::new(&settings, sender).unwrap();
        let sent = mailer.send(&to("nora.field@aditus.example"), "7");
        assert!(as_expected(&sent), "{address}: {sent:?}");
        let checked = mailer.check();
        assert!(as_expected(&checked), "{address}: {checked:?}");
        for refused in [sent.unwrap_err(), checked.unwrap_err()] {
            let cause = refused.source().unwrap().to_string();
            let is_said = cause == format!("{address} did not answer within 0.2 seconds");
            assert_eq!(is_said, is_silent, "{cause}");
        }
    }
}

#[test]
fn a_broken_pooled_connection_is_a_temporary_error() {
    let first = SmtpServer::start(&[]);
    let kept = mailer(&first.url());
    kept.send(&to("nora.field@aditus.example"), "7").unwrap();
    drop(first);
    assert!(matches!(
        kept.send(&to("nora.field@aditus.example"), "8"),
        Err(MailError::Temporary(_))
    ));
}

#[test]
fn an_invalid_address_is_refused_without_showing_its_password() {
    let sender = Sender::parse("no-reply@aditus.example", Arc::new(Noon)).unwrap();
    for url in [
        "",
        "mail.example",
        "http://user:hush@mail.example",
        "smtp://user:hush@mail.example?tls=perhaps",
    ] {
        let refusal = SmtpMailer::new(&SmtpSettings::new(url), sender.clone())
            .err()
            .unwrap();
        let shown = format!("{refusal} {refusal:?}");
        assert!(shown.contains("smtps://") && !shown.contains("hush"), "{shown}");
    }
}
