//! Tests of the gateway client against the contract of the port, with a real server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

mod gateway_server;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use aditus_application::contract::text_messages::{CONTRACT, ReceivedMessage, TestGateway};
use aditus_application::ports::{Authorities, TextMessage, TextMessageError, TextMessages};
use aditus_application::testing::http::ReceivedRequest;
use aditus_text_messages::{Body, GatewaySettings, HttpGateway, SecretHeader, SettingsError};
use gateway_server::GatewayServer;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

const JSON: &str = r#"{"to":"{to}","text":"{text}","from":"{from}"}"#;
const FORM: &str = "To={to}&From={from}&Body={text}";
const SECRET: &str = "Bearer s3cret";

fn settings(url: &str, body: &str) -> GatewaySettings {
    GatewaySettings {
        url: url.into(),
        header: Some(SecretHeader::new("Authorization", SECRET).unwrap()),
        sender: "Aditus".to_owned(),
        body: Body::parse(body).unwrap(),
        timeout: Duration::from_secs(10),
        authorities: Authorities::default(),
    }
}

fn gateway(url: &str) -> HttpGateway {
    HttpGateway::new(&settings(url, JSON)).unwrap()
}

fn message() -> TextMessage {
    TextMessage {
        to: "+256772000111".to_owned(),
        text: "482913 is your code".to_owned(),
    }
}

/// The client with a server that records its requests.
struct Real {
    gateway: HttpGateway,
    server: GatewayServer,
    /// Extracts number and text from the body of a request.
    read: fn(&str) -> (String, String),
}

impl Real {
    fn new(body: &str, read: fn(&str) -> (String, String)) -> Self {
        let server = GatewayServer::start();
        Self {
            gateway: HttpGateway::new(&settings(&server.url(), body)).unwrap(),
            server,
            read,
        }
    }
}

impl TestGateway for Real {
    fn gateway(&self) -> &dyn TextMessages {
        &self.gateway
    }

    fn received(&self) -> Vec<ReceivedMessage> {
        let posts = self.server.asked().into_iter();
        posts
            .filter(|asked| asked.method == "POST")
            .map(|asked| {
                let (to, text) = (self.read)(asked.text());
                let reference = asked.headers["idempotency-key"].clone();
                ReceivedMessage { to, text, reference }
            })
            .collect()
    }

    fn refuse_next_permanently(&self) {
        self.server.will_answer("400 Bad Request");
    }

    fn refuse_next_for_now(&self) {
        self.server.will_answer("503 Service Unavailable");
    }

    fn secrets(&self) -> Vec<&str> {
        vec!["s3cret", "in-the-address"]
    }
}

fn json(body: &str) -> (String, String) {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    (text("to"), text("text"))
}

fn form(body: &str) -> (String, String) {
    let url = reqwest::Url::parse(&format!("http://form.invalid/?{body}")).unwrap();
    let value = |wanted: &str| {
        let mut pairs = url.query_pairs();
        pairs.find(|(name, _)| name == wanted).unwrap().1.into_owned()
    };
    (value("To"), value("Body"))
}

#[test]
fn satisfies_the_contract_with_json_and_with_a_form() {
    for (name, clause) in CONTRACT {
        eprintln!("{name}");
        clause(&Real::new(JSON, json));
        clause(&Real::new(FORM, form));
    }
}

#[test]
fn a_message_is_posted_with_secret_sender_and_reference() {
    let server = GatewayServer::start();
    gateway(&server.url()).send(&message(), "reference-1").unwrap();
    let ReceivedRequest {
        method,
        path,
        headers,
        body,
    } = server.asked().remove(0);
    assert_eq!(
        (method.as_str(), path.as_str()),
        ("POST", "/messages?key=in-the-address")
    );
    for (name, value) in [
        ("authorization", SECRET),
        ("content-type", "application/json"),
        ("idempotency-key", "reference-1"),
    ] {
        assert_eq!(headers[name], value);
    }
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        body,
        serde_json::json!({ "to": "+256772000111", "text": "482913 is your code", "from": "Aditus" })
    );
}

#[test]
fn a_message_can_be_sent_again_after_a_temporary_error() {
    let server = GatewayServer::start();
    let gateway = gateway(&server.url());
    server.will_answer("500 Internal Server Error");
    let failed = gateway.send(&message(), "1").unwrap_err();
    assert!(matches!(failed, TextMessageError::Temporary(_)), "{failed:?}");
    gateway.send(&message(), "1").unwrap();
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn refusals_of_the_message_are_permanent_and_others_temporary() {
    let server = GatewayServer::start();
    let gateway = gateway(&server.url());
    for (status, is_permanent) in [
        ("400 Bad Request", true),
        ("413 Payload Too Large", true),
        ("422 Unprocessable Entity", true),
        ("401 Unauthorized", false),
        ("403 Forbidden", false),
        ("404 Not Found", false),
        ("408 Request Timeout", false),
        ("429 Too Many Requests", false),
        ("502 Bad Gateway", false),
    ] {
        server.will_answer(status);
        match gateway.send(&message(), "1") {
            Err(TextMessageError::Permanent(_)) => assert!(is_permanent, "{status}"),
            Err(TextMessageError::Temporary(_)) => assert!(!is_permanent, "{status}"),
            Ok(()) => panic!("{status} is no success"),
        }
    }
}

#[test]
fn redirects_are_not_followed() {
    let (server, elsewhere) = (GatewayServer::start(), GatewayServer::start());
    let gateway = gateway(&server.url());
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"] {
        server.will_answer(&format!("{status}\r\nLocation: {}", elsewhere.url()));
        let refused = gateway.send(&message(), "1").unwrap_err();
        assert!(matches!(refused, TextMessageError::Temporary(_)), "{refused:?}");
        let TextMessageError::Temporary(cause) = refused else {
            continue;
        };
        assert!(
            cause.to_string().contains("redirects are not followed"),
            "{cause}"
        );
    }
    assert_eq!((server.asked().len(), elsewhere.asked().len()), (3, 0));
}

#[test]
fn an_unreachable_or_silent_gateway_is_a_temporary_error() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    for address in [closed, silent.local_addr().unwrap()] {
        let gateway = HttpGateway::new(&GatewaySettings {
            timeout: Duration::from_millis(200),
            ..settings(&format!("http://{address}/"), JSON)
        })
        .unwrap();
        for tried in [gateway.send(&message(), "1"), gateway.check()] {
            assert!(matches!(tried, Err(TextMessageError::Temporary(_))), "{tried:?}");
        }
    }
}

#[test]
fn the_check_does_not_send_the_secret() {
    let server = GatewayServer::start();
    server.will_answer("405 Method Not Allowed");
    gateway(&server.url()).check().unwrap();
    let asked = server.asked();
    assert_eq!((asked.len(), asked[0].method.as_str()), (1, "HEAD"));
    assert!(!asked[0].headers.contains_key("authorization"));
}

#[test]
fn invalid_settings_are_refused_and_secrets_hidden() {
    for url in ["", "gateway", "ftp://gateway.example/", "https://"] {
        assert_eq!(GatewaySettings::parse_url(url), Err(SettingsError::Url), "{url}");
    }
    let refused = |name, value| SecretHeader::new(name, value).unwrap_err();
    assert_eq!(refused("not a name", "x"), SettingsError::HeaderName);
    assert_eq!(refused("X-Key", "two\nlines"), SettingsError::HeaderValue);
    let shown = format!("{:?}", settings("https://a:s3cret@gateway.example/", JSON));
    assert!(
        !shown.contains("s3cret") && shown.contains("authorization: ***"),
        "{shown}"
    );
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new([]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A gateway that accepts every message over TLS, with a certificate of this authority.
fn gateway_over_tls(authority: &CertifiedIssuer<'static, KeyPair>) -> SocketAddr {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = StreamOwned::new(connection, stream.unwrap());
            let mut asked = Vec::new();
            let mut part = [0; 1024];
            // A client that rejects the certificate closes the connection, which reads as an error
            // or as the end.
            while let Ok(length @ 1..) = stream.read(&mut part) {
                asked.extend_from_slice(&part[..length]);
                if String::from_utf8_lossy(&asked).contains("is your code") {
                    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                    stream.write_all(answer).unwrap();
                    stream.conn.send_close_notify();
                    let _ = stream.flush();
                    break;
                }
            }
        }
    });
    address
}

#[test]
fn only_certificates_of_trusted_authorities_are_accepted() {
    let (trusted, other) = (authority(), authority());
    let url = format!("https://{}/messages", gateway_over_tls(&trusted));
    let trusting = |authorities| {
        let settings = GatewaySettings {
            authorities,
            ..settings(&url, JSON)
        };
        HttpGateway::new(&settings).unwrap()
    };
    let of = |issuer: &CertifiedIssuer<'static, KeyPair>| Authorities::new(vec![issuer.der().to_vec()]);
    let refused = trusting(of(&other)).send(&message(), "1");
    assert!(
        matches!(refused, Err(TextMessageError::Temporary(_))),
        "{refused:?}"
    );
    trusting(of(&trusted)).send(&message(), "2").unwrap();
}
