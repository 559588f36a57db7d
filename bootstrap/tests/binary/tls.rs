//! Tests of a server that speaks TLS itself, with certificates of a test authority (decisions O3).

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tempfile::TempDir;

use crate::installation::{Installation, Server, converse, stderr_text, stdout_text, until};

const HOST: &str = "data.health.example";

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// An authority, and the folder of the server's certificate files.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    place: TempDir,
}

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        Self {
            issuer,
            place: tempfile::tempdir_in("/tmp").unwrap(),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Returns a certificate that is valid between the beginnings of two years, in PEM, and its
    /// key.
    fn issue(&self, host: &str, from: i32, to: i32) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([host.to_owned()]).unwrap();
        params.not_before = date_time_ymd(from, 1, 1);
        params.not_after = date_time_ymd(to, 1, 1);
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }

    /// Replaces the two files one after the other, each atomically, as renewal programs do.
    fn hand_over(&self, certificate: &str, key: &str) {
        for (name, text) in [("certificate.pem", certificate), ("key.pem", key)] {
            let new = self.file(&format!("{name}.new"));
            fs::write(&new, text).unwrap();
            set_mode(&new, 0o600);
            fs::rename(new, self.file(name)).unwrap();
        }
    }

    fn configure(&self, installation: &mut Installation) {
        for (variable, file) in [
            ("ADITUS_TLS_CERTIFICATE", "certificate.pem"),
            ("ADITUS_TLS_KEY", "key.pem"),
        ] {
            installation.configure(variable, self.file(file).to_str().unwrap());
        }
        installation.configure("ADITUS_PUBLIC_URL", &format!("https://{HOST}"));
    }

    /// Connects as a client that trusts only this authority.
    fn connect(&self, server: &Server, protocols: &[&str]) -> StreamOwned<ClientConnection, TcpStream> {
        let mut roots = RootCertStore::empty();
        roots
            .add(CertificateDer::from(self.issuer.der().to_vec()))
            .unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let name = ServerName::try_from(HOST).unwrap();
        let connection = ClientConnection::new(Arc::new(config), name).unwrap();
        StreamOwned::new(connection, TcpStream::connect(server.address()).unwrap())
    }

    /// Returns the head of the answer, and the server's certificate.
    fn ask(&self, server: &Server) -> (String, Vec<u8>) {
        let mut stream = self.connect(server, &[]);
        let (head, _) = converse(&mut stream, HOST, "GET", "/health/live", None, None);
        let shown = stream.conn.peer_certificates().unwrap()[0].to_vec();
        (head, shown)
    }
}

fn years() -> (i32, i32) {
    (2020, 2090)
}

#[test]
fn the_server_speaks_tls_and_sends_hsts() {
    let authority = Authority::new();
    let (from, to) = years();
    let (certificate, key) = authority.issue(HOST, from, to);
    authority.hand_over(&certificate, &key);
    let mut installation = Installation::on_sqlite();
    authority.configure(&mut installation);
    let server = Server::start(&installation, &[]);

    let (head, _) = authority.ask(&server);
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let head = head.to_lowercase();
    assert!(
        head.contains("strict-transport-security: max-age=31536000; includesubdomains"),
        "{head}"
    );

    // A client that supports HTTP/2 negotiates HTTP/1.1.
    let mut stream = authority.connect(&server, &["h2", "http/1.1"]);
    let (head, _) = converse(&mut stream, HOST, "GET", "/health/live", None, None);
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    assert_eq!(stream.conn.alpn_protocol(), Some(b"http/1.1".as_slice()));

    // Unencrypted requests get no answer.
    let mut plain = TcpStream::connect(server.address()).unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP/"), "{answer:?}");

    let health = installation
        .aditus(&["health"])
        .env("ADITUS_PORT", server.port())
        .output()
        .unwrap();
    assert_eq!(health.status.code(), Some(0), "{}", stdout_text(&health));
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn a_running_server_reloads_valid_certificates_only() {
    let authority = Authority::new();
    let (from, to) = years();
    let first = authority.issue(HOST, from, to);
    authority.hand_over(&first.0, &first.1);
    let mut installation = Installation::on_sqlite();
    authority.configure(&mut installation);
    installation.configure("ADITUS_METRICS_ADDRESS", "127.0.0.1:0");
    let server = Server::start(&installation, &[]);
    let (_, shown) = authority.ask(&server);
    let reported = |metric: &str, value: &str| {
        let line = format!("aditus_tls_certificate_{metric} {value}");
        until(|| {
            server
                .metrics()
                .lines()
                .any(|reported| reported == line)
                .then_some(())
        });
    };
    reported("refused", "0");

    // A wrong key, an expired certificate and an invalid one are refused: the old certificate
    // stays.
    let other = authority.issue(HOST, from, to);
    let ended = authority.issue(HOST, 2020, 2021);
    for (certificate, key) in [
        (&other.0, &first.1),
        (&ended.0, &ended.1),
        (&"no certificate".to_owned(), &other.1),
    ] {
        authority.hand_over(certificate, key);
        reported("refused", "1");
        assert_eq!(authority.ask(&server).1, shown);
        authority.hand_over(&first.0, &first.1);
        reported("refused", "0");
    }

    authority.hand_over(&other.0, &other.1);
    until(|| (authority.ask(&server).1 != shown).then_some(()));
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn sighup_reloads_the_certificate_without_ending_the_server() {
    let authority = Authority::new();
    let (from, to) = years();
    let (first, other) = (
        authority.issue(HOST, from, to),
        authority.issue("elsewhere.example", from, to),
    );
    authority.hand_over(&first.0, &first.1);
    let mut installation = Installation::on_sqlite();
    authority.configure(&mut installation);
    let path = authority.file("log");
    let log = fs::File::create(&path).unwrap();
    let server = Server::logging_to(log.into(), &installation, &[]);
    let logged = |words: &str| {
        until(|| {
            let log = fs::read_to_string(&path).unwrap();
            log.contains(words).then_some(())
        });
    };
    server.signal("-HUP");
    logged("SIGHUP: reloading certificates");
    logged("the certificate files have not changed");
    let (_, shown) = authority.ask(&server);

    authority.hand_over(&other.0, &other.1);
    server.signal("-HUP");
    // A certificate for another host only causes a warning.
    logged("which is not for the host of public_url, so browsers reject it");
    authority.hand_over(&first.0, &first.1);
    server.signal("-HUP");
    logged("loaded a renewed certificate ends=");
    assert_eq!(authority.ask(&server).1, shown);
    assert_eq!(server.end("-TERM"), Some(0));
}

#[test]
fn an_invalid_certificate_is_reported_at_the_start_and_by_check() {
    let authority = Authority::new();
    let (from, to) = years();
    let good = authority.issue(HOST, from, to);
    let other = authority.issue(HOST, from, to);
    let mut installation = Installation::on_sqlite();
    authority.configure(&mut installation);
    let check = || {
        let reported = stdout_text(&installation.run(&["check"]));
        let line = reported.lines().find(|line| line.contains("certificate: "));
        line.unwrap_or_else(|| panic!("{reported}")).to_owned()
    };
    let refused = || {
        let output = installation.run(&["serve"]);
        assert_eq!(output.status.code(), Some(2));
        stderr_text(&output)
    };

    assert!(refused().contains("certificate.pem cannot be read"));
    assert!(check().starts_with("WRONG "), "{}", check());
    authority.hand_over(&good.0, &other.1);
    for reported in [refused(), check()] {
        assert!(
            reported.contains("key.pem does not fit the certificate in "),
            "{reported}"
        );
    }
    for (certificate, key, reported) in [
        (good.0.as_str(), "no key", "key.pem holds no private key in PEM"),
        (
            "none",
            good.1.as_str(),
            "certificate.pem contains no PEM certificate",
        ),
        (
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            good.1.as_str(),
            "is damaged",
        ),
    ] {
        authority.hand_over(certificate, key);
        assert!(refused().contains(reported), "{}", refused());
        assert!(check().contains(reported), "{}", check());
    }

    authority.hand_over(&good.0, &good.1);
    // The key is readable for other accounts; only the test's folder protects it.
    set_mode(&authority.file("key.pem"), 0o644);
    set_mode(authority.place.path(), 0o755);
    for reported in [refused(), check()] {
        assert!(
            reported.contains("other accounts of this machine may read or change")
                && reported.contains("key.pem"),
            "{reported}"
        );
    }
    set_mode(authority.place.path(), 0o700);
    assert!(
        check().starts_with("OK     certificate: valid until 2090-01-01"),
        "{}",
        check()
    );
    let elsewhere = authority.issue("elsewhere.example", from, to);
    authority.hand_over(&elsewhere.0, &elsewhere.1);
    assert!(
        check().contains(&format!("is not for {HOST}, the host of ADITUS_PUBLIC_URL")),
        "{}",
        check()
    );
    let early = authority.issue(HOST, 2089, to);
    authority.hand_over(&early.0, &early.1);
    assert!(
        check().contains("it is not valid before 2089-01-01"),
        "{}",
        check()
    );

    // An expired certificate can still be renewed while the server runs.
    let ended = authority.issue(HOST, 2020, 2021);
    authority.hand_over(&ended.0, &ended.1);
    assert!(check().contains("it expired on 2021-01-01"), "{}", check());
    let log = fs::File::create(authority.file("log")).unwrap();
    let server = Server::logging_to(log.into(), &installation, &[]);
    assert_eq!(server.end("-TERM"), Some(0));
    let log = fs::read_to_string(authority.file("log")).unwrap();
    assert!(log.contains("the certificate is not valid now"), "{log}");
}
