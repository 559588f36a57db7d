//! Bodies that arrive too slowly, are too many, or come from callers without permission.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use aditus_domain::roles::Role;
use aditus_http::load::BodyLimits;
use aditus_http::{Api, LoadLimits};
use serde_json::json;

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD};
use crate::server::{Running, TestServer};
use crate::submission::{complete, submitted};

on_both_databases!(
    a_stalled_body_gets_408,
    a_trickling_body_gets_408,
    a_body_above_the_minimum_rate_is_accepted,
    an_unread_body_ends_the_connection,
    guests_beyond_their_memory_get_503_and_others_are_served,
    an_account_beyond_its_memory_gets_503_and_others_are_served,
    two_slow_accounts_leave_room_for_a_third,
    guests_may_send_only_small_bodies,
    bodies_with_files_are_read_from_permitted_callers_alone,
);

const KIB: usize = 1024;
const SIGN_IN: &str = "users/signin";
const SUBMIT: &str = "data_requests/submit";

/// Longer than any step of these tests.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection whose bytes the test controls.
struct Wire(TcpStream);

impl Wire {
    /// Sends the head of a call with a body.
    fn post(running: &Running, path: &str, length: Option<usize>, authorization: Option<&str>) -> Self {
        let stream = TcpStream::connect(running.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = match length {
            Some(length) => format!("content-length: {length}"),
            None => "transfer-encoding: chunked".to_owned(),
        };
        let authorization =
            authorization.map_or_else(String::new, |value| format!("authorization: {value}\r\n"));
        let head = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: a.example\r\ncontent-type: application/json\r\n{authorization}{length}\r\n\r\n"
        );
        let mut wire = Self(stream);
        wire.send(head.as_bytes());
        wire
    }

    fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    /// Waits for an answer, and reads the part of it that arrives first.
    fn answer(&mut self) -> String {
        let mut buffer = [0; 16 * 1024];
        let length = self.0.read(&mut buffer).unwrap();
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    }

    /// Returns the answer if one arrives within 10 ms.
    fn answer_soon(&mut self) -> Option<String> {
        self.0.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        let mut buffer = [0; 16 * 1024];
        let read = self.0.read(&mut buffer);
        self.0.set_read_timeout(Some(PATIENCE)).unwrap();
        match read {
            Ok(length) => Some(String::from_utf8_lossy(&buffer[..length]).into_owned()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends these bytes repeatedly until there is an answer.
    fn drip(&mut self, bytes: &[u8]) -> String {
        loop {
            self.send(bytes);
            if let Some(answer) = self.answer_soon() {
                return answer;
            }
        }
    }

    /// Returns true if the server closes the connection while the client keeps sending.
    fn is_closed_while_dripping(&mut self, bytes: &[u8]) -> bool {
        self.0.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        let mut buffer = [0; 1024];
        loop {
            if self.0.write_all(bytes).is_err() {
                return true;
            }
            match self.0.read(&mut buffer) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => return true,
            }
        }
    }
}

fn running_with(server: &TestServer, bodies: BodyLimits) -> Running {
    let limits = LoadLimits {
        bodies,
        ..LoadLimits::default()
    };
    Running::start(Api::new(server.ports.clone()).with_limits(limits))
}

/// Requires at least a kilobyte in each short window.
fn hurried() -> BodyLimits {
    BodyLimits {
        min_bytes_per_window: KIB,
        window: Duration::from_millis(300),
        ..BodyLimits::default()
    }
}

const TOO_SLOW: &str = "The upload was too slow and was stopped. Please check your connection and try again.";

#[track_caller]
fn assert_too_slow(answer: &str) {
    assert!(
        answer.starts_with("HTTP/1.1 408 ") && answer.contains(TOO_SLOW),
        "{answer}"
    );
}

fn a_stalled_body_gets_408(server: &TestServer) {
    let running = running_with(server, hurried());
    for begun in [
        String::new(),
        "{\"username\": \"a".to_owned(),
        " ".repeat(50 * KIB),
    ] {
        let mut wire = Wire::post(&running, SIGN_IN, Some(60 * KIB), None);
        wire.send(begun.as_bytes());
        assert_too_slow(&wire.answer());
    }
    let mut chunks = Wire::post(&running, SIGN_IN, None, None);
    chunks.send(b"1\r\n{\r\n");
    assert_too_slow(&chunks.answer());
}

fn a_trickling_body_gets_408(server: &TestServer) {
    let running = running_with(server, hurried());
    assert_too_slow(&Wire::post(&running, SIGN_IN, Some(60 * KIB), None).drip(b" "));
    let mut chunks = Wire::post(&running, SIGN_IN, None, None);
    assert_too_slow(&chunks.drip(b"1\r\n \r\n"));
    assert!(chunks.is_closed_while_dripping(b"1\r\n \r\n"));

    // Fast enough in each window, but without an end.
    let running = running_with(
        server,
        BodyLimits {
            min_bytes_per_window: 1,
            deadline: Duration::from_millis(900),
            ..hurried()
        },
    );
    assert_too_slow(&Wire::post(&running, SIGN_IN, Some(60 * KIB), None).drip(b" "));
}

fn a_body_above_the_minimum_rate_is_accepted(server: &TestServer) {
    let running = running_with(
        server,
        BodyLimits {
            min_bytes_per_window: 1,
            window: Duration::from_secs(5),
            ..BodyLimits::default()
        },
    );
    let body = json!({ "username": "nobody@people.example", "password": "x" }).to_string();
    let mut wire = Wire::post(&running, SIGN_IN, Some(body.len()), None);
    for byte in body.as_bytes() {
        assert_eq!(wire.answer_soon(), None);
        wire.send(&[*byte]);
    }
    assert!(wire.answer().starts_with("HTTP/1.1 401 "));
}

/// The answer comes before the body, and the server does not wait for the rest of the body.
fn an_unread_body_ends_the_connection(server: &TestServer) {
    let running = running_with(server, BodyLimits::default());
    for length in [None, Some(1_000_000)] {
        let part: &[u8] = if length.is_none() { b"1\r\n \r\n" } else { b" " };
        let mut wire = Wire::post(&running, SUBMIT, length, None);
        wire.send(part);
        let answer = wire.answer();
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
        assert!(wire.is_closed_while_dripping(part), "{length:?}");
    }
}

fn guests_beyond_their_memory_get_503_and_others_are_served(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let running = running_with(
        server,
        BodyLimits {
            memory: 256 * KIB,
            patience: Duration::ZERO,
            window: PATIENCE,
            ..BodyLimits::default()
        },
    );
    // One of these bodies fits into the guests' quarter of the memory.
    let (length, fitting) = (60 * KIB, 1);
    let mut wires: Vec<Wire> = (0..10)
        .map(|_| {
            let mut wire = Wire::post(&running, SIGN_IN, Some(length), None);
            wire.send(&vec![b' '; length - 1]);
            wire
        })
        .collect();
    let mut refused = 0;
    while refused < 10 - fitting {
        wires.retain_mut(|wire| {
            let Some(answer) = wire.answer_soon() else {
                return true;
            };
            assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
            assert!(
                answer.to_lowercase().contains("\r\nretry-after: 5\r\n"),
                "{answer}"
            );
            refused += 1;
            false
        });
    }
    // Sign-ins and signed-in callers are still served.
    let body = json!({ "username": ada.email, "password": PASSWORD });
    assert_eq!(running.guest().post("users/signin/", &body).status, 200);
    let mut padded = json!({ "org_role_id": ada.org_role.0 }).to_string().into_bytes();
    padded.resize(100 * KIB, b' ');
    let person = ada.client.moved_to(&running.guest());
    let answer = person.send("POST", "users/assign-roles/", Some("application/json"), &padded);
    assert!(
        (400..500).contains(&answer.status) && answer.status != 413,
        "{}",
        answer.status
    );
    // The memory is released.
    drop(wires);
    let mut padded = body.to_string().into_bytes();
    padded.resize(length, b' ');
    let sign_in = || {
        let answer = running
            .guest()
            .send("POST", "users/signin/", Some("application/json"), &padded);
        answer.status
    };
    assert!(std::iter::repeat_with(sign_in).find(|status| *status != 503) == Some(200));
}

fn an_account_beyond_its_memory_gets_503_and_others_are_served(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let bea = installation.person("Bea", Role::DataRequester);
    let running = running_with(
        server,
        BodyLimits {
            memory: 256 * KIB,
            patience: Duration::ZERO,
            window: PATIENCE,
            ..BodyLimits::default()
        },
    );
    // One of these bodies fits into the half of one person.
    let (length, path) = (100 * KIB, "users/assign-roles");
    let mut wires: Vec<Wire> = (0..4)
        .map(|_| {
            let mut wire = Wire::post(&running, path, Some(length), Some(ada.client.authorization()));
            wire.send(&vec![b' '; length - 1]);
            wire
        })
        .collect();
    while wires.len() > 1 {
        wires.retain_mut(|wire| match wire.answer_soon() {
            Some(answer) => {
                assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
                false
            }
            None => true,
        });
    }
    let mut padded = json!({ "org_role_id": bea.org_role.0 }).to_string().into_bytes();
    padded.resize(length, b' ');
    let person = bea.client.moved_to(&running.guest());
    let answer = person.send("POST", "users/assign-roles/", Some("application/json"), &padded);
    assert!(
        (400..500).contains(&answer.status) && answer.status != 413,
        "{}",
        answer.status
    );
}

fn two_slow_accounts_leave_room_for_a_third(server: &TestServer) {
    let installation = Installation::new(server);
    let slow = [
        installation.person("Ada", Role::DataRequester),
        installation.person("Bea", Role::DataRequester),
    ];
    let cyn = installation.person("Cyn", Role::DataRequester);
    staff(&installation);
    let running = running_with(
        server,
        BodyLimits {
            patience: PATIENCE,
            window: PATIENCE,
            ..BodyLimits::default()
        },
    );
    // Each announces a body of 62 MiB and sends a little more than 4 MiB of it.
    let begun = vec![b' '; 4 * KIB * KIB + 200 * KIB];
    let _wires = slow.each_ref().map(|person| {
        let length = Some(62 * KIB * KIB);
        let mut wire = Wire::post(&running, SUBMIT, length, Some(person.client.authorization()));
        wire.send(&begun);
        wire
    });
    let mut padded = complete(&installation, &cyn).to_string().into_bytes();
    padded.resize(6 * KIB * KIB, b' ');
    let person = cyn.client.moved_to(&running.guest());
    let answer = person.send("POST", "data_requests/submit/", Some("application/json"), &padded);
    assert_eq!(answer.status, 201);
}

fn guests_may_send_only_small_bodies(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let padded = |size: usize| {
        let mut body = json!({ "username": ada.email, "password": PASSWORD })
            .to_string()
            .into_bytes();
        body.resize(size, b' ');
        body
    };
    let guest = server.guest();
    let json = Some("application/json");
    assert_eq!(
        guest
            .send("POST", "users/signin/", json, &padded(64 * KIB))
            .status,
        200
    );
    guest
        .send("POST", "users/signin/", json, &padded(65 * KIB))
        .refuses(413, "The body is too large. The limit is 64 kB.");
    // A signed-in caller may send more to the same call; an expired token does not count as signed
    // in.
    assert_eq!(
        ada.client
            .send("POST", "users/signin/", json, &padded(200 * KIB))
            .status,
        200
    );
    guest
        .with_token("0000000000000000000000000000000000000000000")
        .send("POST", "users/signin/", json, &padded(200 * KIB))
        .refuses(401, "Please sign in to continue.");
    // In chunks, no length is announced.
    let running = running_with(server, BodyLimits::default());
    let mut chunks = Wire::post(&running, SIGN_IN, None, None);
    chunks.send(format!("{:x}\r\n{}\r\n", 65 * KIB, " ".repeat(65 * KIB)).as_bytes());
    let answer = chunks.answer();
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

fn bodies_with_files_are_read_from_permitted_callers_alone(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    submitted(&installation, &ada);
    let running = running_with(server, BodyLimits::default());
    let length = Some(60 * KIB * KIB);
    let reviewer = staff[0].client.authorization();
    // The answer comes before any byte of the body is sent.
    for (authorization, status) in [(None, 401), (Some("Token none"), 401), (Some(reviewer), 403)] {
        let answer = Wire::post(&running, SUBMIT, length, authorization).answer();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    }
    // The server waits for the body of a requester.
    let body = complete(&installation, &ada).to_string();
    let mut wire = Wire::post(
        &running,
        SUBMIT,
        Some(body.len()),
        Some(ada.client.authorization()),
    );
    assert_eq!(wire.answer_soon(), None);
    wire.send(body.as_bytes());
    let answer = wire.answer();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
}
