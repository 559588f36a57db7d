//! Connections without requests, and idle connections between two calls.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use aditus_http::load::ConnectionLimits;
use aditus_http::tls::{CertificateFiles, Certificates, local_stream};
use aditus_http::{Api, LoadLimits};
use rcgen::{CertificateParams, KeyPair};
use tokio::net::TcpSocket;

use crate::server::{Running, TestServer};

/// Longer than any step of these tests.
const PATIENCE: Duration = Duration::from_secs(30);

/// More connections than actix handles concurrently by default.
const HALF_OPEN: usize = 300;

/// The first bytes of a TLS handshake.
const HANDSHAKE: [u8; 3] = [0x16, 0x03, 0x01];

/// The first line of a request, without the rest of its head.
const HALF_HEAD: &[u8] = b"GET /health/live HTTP/1.1\r\n";

/// The factor by which this machine may have more connections than another network.
const THIS_MACHINE: usize = 16;

/// Runs a test on SQLite only: these tests never reach the database.
macro_rules! on_one_database {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { crate::server::run(aditus_storage::testing::TestDatabase::sqlite(), super::$test); })+
        }
    };
}

on_one_database!(
    half_open_handshakes_keep_no_other_connection_waiting,
    a_stalled_handshake_is_dropped,
    a_network_above_its_limit_of_connections_without_a_request_is_refused,
    a_network_above_its_limit_of_half_open_handshakes_is_refused,
    a_network_above_its_limit_of_connections_is_refused,
    an_idle_connection_is_closed_after_its_timeout,
    the_head_of_every_call_has_a_timeout,
    an_idle_connection_does_not_delay_a_shutdown,
);

fn start(server: &TestServer, connections: ConnectionLimits, tls: bool) -> Running {
    let limits = LoadLimits {
        connections,
        ..LoadLimits::default()
    };
    let api = Api::new(server.ports.clone()).with_limits(limits);
    Running::start_with(api, tls.then(|| certificates(server)), Duration::ZERO)
}

fn certificates(server: &TestServer) -> Arc<Certificates> {
    let place = tempfile::tempdir().unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()])
        .unwrap()
        .self_signed(&key)
        .unwrap();
    let files = CertificateFiles {
        certificate: place.path().join("certificate.pem"),
        key: place.path().join("key.pem"),
    };
    fs::write(&files.certificate, certificate.pem()).unwrap();
    fs::write(&files.key, key.serialize_pem()).unwrap();
    Certificates::open(files, "localhost", server.clock.clone()).unwrap()
}

/// Limits under which only the test closes connections.
fn patient() -> ConnectionLimits {
    ConnectionLimits {
        handshake: Duration::from_hours(1),
        head: Duration::from_hours(1),
        keep_alive: Duration::from_hours(1),
        ..ConnectionLimits::default()
    }
}

fn connect(running: &Running) -> TcpStream {
    connect_from("127.0.0.1", running)
}

/// Connects from a loopback address; each one counts as a separate network.
fn connect_from(address: &str, running: &Running) -> TcpStream {
    let own = SocketAddr::new(address.parse().unwrap(), 0);
    let servers = running.address().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(own).unwrap();
        socket.connect(servers).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Connects and sends these bytes.
fn begin(running: &Running, bytes: &[u8]) -> TcpStream {
    let mut stream = connect(running);
    stream.write_all(bytes).unwrap();
    stream
}

/// Sends a call and returns its status; the connection stays usable.
fn call(stream: &mut TcpStream) -> u16 {
    stream.write_all(HALF_HEAD).unwrap();
    finish_call(stream)
}

/// Sends the rest of the head, and reads the answer.
fn finish_call(stream: &mut TcpStream) -> u16 {
    stream.write_all(b"host: a.example\r\n\r\n").unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let mut length = 0;
    while !line.trim_end().is_empty() {
        line.clear();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    reader.read_exact(&mut vec![0; length]).unwrap();
    status.unwrap()
}

/// Returns the status of a call over TLS.
fn call_over_tls(stream: TcpStream) -> Option<u16> {
    let mut stream = local_stream(stream).unwrap();
    stream
        .write_all(b"GET /health/live HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.split(' ').nth(1)?.parse().ok()
}

/// Reads until the server closes the connection, and returns the received text.
fn read_to_end(mut stream: &TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "it is open: {error}"),
    }
    String::from_utf8(bytes).unwrap()
}

fn is_open(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let peeked = stream.peek(&mut [0]);
    stream.set_nonblocking(false).unwrap();
    matches!(peeked, Err(error) if error.kind() == ErrorKind::WouldBlock)
}

fn half_open_handshakes_keep_no_other_connection_waiting(server: &TestServer) {
    let running = start(server, patient(), true);
    let held: Vec<_> = (0..HALF_OPEN).map(|_| begin(&running, &HANDSHAKE)).collect();
    assert_eq!(call_over_tls(connect(&running)), Some(200));
    assert!(held.iter().all(is_open), "they are still half open");
}

fn a_stalled_handshake_is_dropped(server: &TestServer) {
    let limits = ConnectionLimits {
        handshake: Duration::from_millis(100),
        ..patient()
    };
    let running = start(server, limits, true);
    assert_eq!(read_to_end(&begin(&running, &HANDSHAKE)), "");
}

fn a_network_above_its_limit_of_connections_without_a_request_is_refused(server: &TestServer) {
    let limits = ConnectionLimits {
        new_per_network: 1,
        ..patient()
    };
    let running = start(server, limits, false);
    let mut held: Vec<_> = (0..THIS_MACHINE).map(|_| begin(&running, HALF_HEAD)).collect();
    assert_eq!(read_to_end(&connect(&running)), "", "one more is closed");
    assert_eq!(call(&mut connect_from("127.0.0.2", &running)), 200);
    assert!(held.iter().all(is_open));
    assert_eq!(finish_call(&mut held[0]), 200);
    assert_eq!(call(&mut connect(&running)), 200, "there is room for one");
}

fn a_network_above_its_limit_of_half_open_handshakes_is_refused(server: &TestServer) {
    let limits = ConnectionLimits {
        new_per_network: 1,
        ..patient()
    };
    let running = start(server, limits, true);
    let held: Vec<_> = (0..THIS_MACHINE).map(|_| begin(&running, &HANDSHAKE)).collect();
    assert_eq!(read_to_end(&connect(&running)), "", "one more is closed");
    assert_eq!(call_over_tls(connect_from("127.0.0.2", &running)), Some(200));
    assert!(held.iter().all(is_open));
}

fn a_network_above_its_limit_of_connections_is_refused(server: &TestServer) {
    let limits = ConnectionLimits {
        per_network: 1,
        ..patient()
    };
    let running = start(server, limits, false);
    let mut held: Vec<_> = (0..THIS_MACHINE).map(|_| connect(&running)).collect();
    for stream in &mut held {
        assert_eq!(call(stream), 200);
    }
    assert_eq!(read_to_end(&connect(&running)), "", "one more is closed");
    assert_eq!(call(&mut connect_from("127.0.0.2", &running)), 200);
    for stream in &mut held {
        assert_eq!(call(stream), 200, "those that are there can be used");
    }
}

fn an_idle_connection_is_closed_after_its_timeout(server: &TestServer) {
    // actix takes the time from a clock that advances twice a second. A timeout that has passed
    // when it is set never fires.
    let limits = ConnectionLimits {
        keep_alive: Duration::from_secs(2),
        ..patient()
    };
    let running = start(server, limits, false);
    let mut stream = connect(&running);
    assert_eq!(call(&mut stream), 200);
    assert_eq!(read_to_end(&stream), "");
}

fn the_head_of_every_call_has_a_timeout(server: &TestServer) {
    let limits = ConnectionLimits {
        head: Duration::from_secs(2),
        ..patient()
    };
    let running = start(server, limits, false);
    let first = read_to_end(&begin(&running, HALF_HEAD));
    assert!(first.starts_with("HTTP/1.1 408 "), "{first}");
    let mut stream = connect(&running);
    assert_eq!(call(&mut stream), 200);
    assert_eq!(call(&mut stream), 200);
    stream.write_all(HALF_HEAD).unwrap();
    assert_eq!(read_to_end(&stream), "");
}

fn an_idle_connection_does_not_delay_a_shutdown(server: &TestServer) {
    let limits = LoadLimits {
        connections: patient(),
        ..LoadLimits::default()
    };
    let api = Api::new(server.ports.clone()).with_limits(limits);
    let running = Running::start_with(api, None, 2 * PATIENCE);
    let mut stream = connect(&running);
    assert_eq!(call(&mut stream), 200);
    running.begin_shutdown();
    assert_eq!(read_to_end(&stream), "");
}
