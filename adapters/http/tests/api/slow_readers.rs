//! Clients that do not read their answers are disconnected, which frees memory for others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use aditus_application::ports::{FileKey, FileStore};
use aditus_domain::roles::Role;
use aditus_http::load::AnswerLimits;
use aditus_http::{Api, LoadLimits, SignedFileError, SignedFiles};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use socket2::SockRef;

use crate::client::Client;
use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::{Running, TestServer};
use crate::submission::submitted;

on_both_databases!(
    a_reader_that_stalls_is_disconnected_and_blocks_no_others,
    files_use_no_memory_of_other_answers,
    large_answers_beyond_the_share_of_a_user_or_network_get_503,
    a_disconnected_reader_releases_its_memory,
);

/// Longer than any step of these tests.
const PATIENCE: Duration = Duration::from_mins(1);

/// An answer that is built in memory and is large enough to be counted.
const LARGE: &str = "/api/v1/openapi.json";

/// The maximal size of a document.
const DOCUMENT: usize = 10 * 1024 * 1024;

/// Accepts every signature.
struct AnySignature;

impl SignedFiles for AnySignature {
    fn verify(&self, key: &str, _: &str, _: i64, _: &str) -> Result<FileKey, SignedFileError> {
        FileKey::parse(key).map_err(|_| SignedFileError::Forged)
    }
}

/// A connection whose answer is read only up to its status, which is 200.
struct SlowReader(TcpStream);

impl SlowReader {
    fn start(running: &Running, path: &str, authorization: &str) -> Self {
        let mut stream = TcpStream::connect(running.address()).unwrap();
        SockRef::from(&stream).set_recv_buffer_size(8 * 1024).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let call =
            format!("GET {path} HTTP/1.1\r\nhost: a.example\r\nauthorization: {authorization}\r\n\r\n");
        stream.write_all(call.as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 200", "{path}");
        Self(stream)
    }

    /// Waits until the server closes the connection; returns false if it does not.
    fn is_cut(&self) -> bool {
        let mut asked = [PollFd::new(&self.0, PollFlags::empty())];
        let patience = Timespec {
            tv_sec: 60,
            tv_nsec: 0,
        };
        poll(&mut asked, Some(&patience)).unwrap() > 0
    }

    /// Returns the number of bytes of the answer that have arrived.
    fn read(&mut self) -> usize {
        let mut read = Vec::new();
        let _ = self.0.read_to_end(&mut read);
        read.len()
    }
}

fn running_with(server: &TestServer, answers: AnswerLimits) -> Running {
    let limits = LoadLimits {
        answers,
        ..LoadLimits::default()
    };
    let api = Api::new(server.ports.clone())
        .with_limits(limits)
        .with_signed_files(Arc::new(AnySignature));
    Running::start(api)
}

/// One large answer for each person, two for the network, and a very short wait.
fn narrow() -> AnswerLimits {
    AnswerLimits {
        memory: 1024 * 1024,
        patience: Duration::from_millis(50),
        window: PATIENCE,
    }
}

/// Disconnects clients soon that do not read.
fn hurried() -> AnswerLimits {
    AnswerLimits {
        window: Duration::from_secs(1),
        ..narrow()
    }
}

fn at(running: &Running, person: &Person) -> Client {
    person.client.moved_to(&running.guest())
}

/// Submits a document and replaces its file by one of maximal size. Returns its path.
fn long_document(server: &TestServer, installation: &Installation<'_>, person: &Person) -> String {
    staff(installation);
    let id = submitted(installation, person);
    let detail = person
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let path = detail["ethics_doc_path"].as_str().unwrap().to_owned();
    let key = FileKey::parse(&path).unwrap();
    server.files.remove(&key).unwrap();
    server.files.put(&key, &vec![7; DOCUMENT]).unwrap();
    path
}

fn a_reader_that_stalls_is_disconnected_and_blocks_no_others(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let path = long_document(server, &installation, &ada);
    let running = running_with(server, hurried());
    let signed = format!("/files/{path}?expires=7&name=a.pdf&signature=any");
    let retrieved = format!("/api/v1/data_requests/retrieve_file/{path}");
    let mut readers: Vec<SlowReader> = [&signed, &retrieved]
        .into_iter()
        .cycle()
        .take(20)
        .map(|path| SlowReader::start(&running, path, ada.client.authorization()))
        .collect();
    // Other readers receive the whole document meanwhile.
    assert!(running.guest().get(&signed).bytes.len() == DOCUMENT);
    let body = at(&running, &ada).get(&retrieved).json();
    assert_eq!(body["data"]["size"], DOCUMENT);
    for reader in &mut readers {
        assert!(reader.is_cut());
        assert!(reader.read() < DOCUMENT);
    }
    assert_eq!(running.guest().get("/health/live").status, 200);
}

fn files_use_no_memory_of_other_answers(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let path = long_document(server, &installation, &ada);
    let running = running_with(server, narrow());
    let retrieved = format!("/api/v1/data_requests/retrieve_file/{path}");
    let _readers: Vec<SlowReader> = (0..10)
        .map(|_| SlowReader::start(&running, &retrieved, ada.client.authorization()))
        .collect();
    assert_eq!(at(&running, &ada).get(LARGE).status, 200);
}

fn large_answers_beyond_the_share_of_a_user_or_network_get_503(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let bea = installation.person("Bea", Role::DataRequester);
    let running = running_with(server, narrow());
    let reader = SlowReader::start(&running, LARGE, ada.client.authorization());
    let refused = at(&running, &ada).get(LARGE);
    refused.refuses(
        503,
        "The server is busy with other downloads. Please try again in a few seconds.",
    );
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert_eq!(at(&running, &ada).get("users/activity").status, 200);
    for _ in 0..3 {
        let answer = at(&running, &bea).get(LARGE);
        assert!(answer.status == 200 && answer.bytes.len() > 256 * 1024);
    }
    // Two people have used up the share of their network.
    let other = SlowReader::start(&running, LARGE, bea.client.authorization());
    assert_eq!(running.guest().get(LARGE).status, 503);
    // Closed connections release their memory.
    drop((reader, other));
    let again = || at(&running, &ada).get(LARGE).status;
    assert!(std::iter::repeat_with(again).find(|status| *status != 503) == Some(200));
}

fn a_disconnected_reader_releases_its_memory(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let running = running_with(server, hurried());
    let reader = SlowReader::start(&running, LARGE, ada.client.authorization());
    let again = || at(&running, &ada).get(LARGE).status;
    assert!(std::iter::repeat_with(again).find(|status| *status != 503) == Some(200));
    assert!(reader.is_cut());
}
