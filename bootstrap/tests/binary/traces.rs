//! Tests of the traces that a collector receives from a running server (decisions O1).

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{self, Receiver};

use aditus_application::testing::http::{ReceivedRequest, start_server};

use crate::installation::{Installation, Server, exchange, stdout_text};

/// Returns true if a body contains a text: protobuf stores texts verbatim.
fn holds(posted: &ReceivedRequest, text: &str) -> bool {
    posted
        .body
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

/// Starts a collector that answers everything with this status.
fn collector(status: &'static str) -> (String, Receiver<ReceivedRequest>) {
    let (sender, posted) = mpsc::channel();
    let address = start_server(move |asked| {
        let _ = sender.send(asked);
        format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n")
    });
    (format!("http://{address}"), posted)
}

/// Sends a call within an existing trace.
fn call_within(server: &Server, path: &str, traceparent: &str) {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let call = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
    write!(stream, "{call}traceparent: {traceparent}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[test]
fn a_call_is_traced_under_the_id_that_its_answer_and_its_log_lines_have() {
    let (address, posted) = collector("200 OK");
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_TRACES_ENDPOINT", &address);
    installation.configure("ADITUS_TRACES_SECRET", "Bearer s3cret");
    installation.configure("ADITUS_TRACES_PERCENT", "100");
    installation.configure("ADITUS_TRUSTED_PROXIES", "127.0.0.1");
    let place = tempfile::tempdir().unwrap();
    let log = place.path().join("log");
    let file = std::fs::File::create(&log).unwrap();
    let server = Server::logging_to(file.into(), &installation, &[]);
    let body = r#"{"username":"nobody@health.example","password":"Wrong-passphrase-1"}"#;
    let (head, _) = exchange(
        server.address(),
        "POST",
        "/api/v1/users/signin/",
        None,
        Some(body),
    );
    let id = head
        .lines()
        .find_map(|line| {
            line.to_lowercase()
                .strip_prefix("x-request-id: ")
                .map(str::to_owned)
        })
        .unwrap();
    // A trace begun by a trusted proxy is continued, sampled or not.
    call_within(
        &server,
        "/health/live",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    );
    call_within(
        &server,
        "/health/ready",
        "00-0af7651916cd43dd8448eb211c80319d-b7ad6b7169203331-00",
    );
    assert_eq!(server.end("-TERM"), Some(0));

    let all: Vec<ReceivedRequest> = posted.try_iter().collect();
    assert!(!all.is_empty());
    let found = |text: &str| all.iter().any(|posted| holds(posted, text));
    for text in [
        "POST /api/v1/users/signin",
        "accounts::sign_in_call",
        "GET /health/live",
        id.as_str(),
        "service.version",
    ] {
        assert!(found(text), "{text}");
    }
    let begun: [u8; 16] = 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c_u128.to_be_bytes();
    assert!(
        all.iter()
            .any(|posted| posted.body.windows(16).any(|part| part == begun))
    );
    for never in ["nobody@health.example", "Wrong-passphrase-1", "GET /health/ready"] {
        assert!(!found(never), "{never}");
    }
    for posted in &all {
        assert_eq!(
            (posted.method.as_str(), posted.path.as_str()),
            ("POST", "/v1/traces")
        );
        assert_eq!(posted.headers["authorization"], "Bearer s3cret");
        assert_eq!(posted.headers["content-type"], "application/x-protobuf");
    }
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains(&id) && !log.contains("s3cret"), "{log}");
}

#[test]
fn a_failing_collector_is_reported_and_delays_no_calls() {
    let (address, posted) = collector("403 Forbidden");
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_TRACES_ENDPOINT", &address);
    installation.configure("ADITUS_TRACES_PERCENT", "100");
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains(&format!("WRONG  traces: {address}")) && check.contains("the collector answered 403"),
        "{check}"
    );
    assert_eq!(posted.recv().unwrap().body, b"");
    let place = tempfile::tempdir().unwrap();
    let log = place.path().join("log");
    let file = std::fs::File::create(&log).unwrap();
    let server = Server::logging_to(file.into(), &installation, &[]);
    // Other callers cannot control sampling: this one tries to turn it off.
    let begun = 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c_u128.to_be_bytes();
    call_within(
        &server,
        "/health/live",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
    );
    assert_eq!(server.end("-TERM"), Some(0));
    let posted = posted.recv().unwrap();
    assert!(holds(&posted, "GET /health/live"));
    assert!(!posted.body.windows(16).any(|part| part == begun));
    let log = std::fs::read_to_string(log).unwrap();
    assert!(
        log.contains("cannot send traces to the collector; they are lost until it accepts them"),
        "{log}"
    );

    installation.configure("ADITUS_TRACES_ENDPOINT", "http://user:s3cret@127.0.0.1:1");
    let check = stdout_text(&installation.run(&["check"]));
    assert!(
        check.contains("WRONG  traces: http://user:***@127.0.0.1:1"),
        "{check}"
    );
    assert!(!check.contains("s3cret"), "{check}");
}
