//! `/health/live` and `/health/ready`, and the answers while the database is unreachable.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use aditus_application::idempotency::Claim;
use aditus_application::ports::{Database, Signals, StoreError, Transaction, Views};
use aditus_domain::roles::Role;
use aditus_http::load::CONCURRENT_USE_CASES;
use aditus_http::{Api, ReadinessLimits};
use aditus_storage::testing::TestDatabase;
use serde_json::json;

use crate::client::Client;
use crate::gate::Gate;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD};
use crate::server::{Running, TestServer};

on_both_databases!(
    a_server_with_its_database_is_ready,
    a_server_without_its_database_is_live_and_not_ready,
    a_database_that_refuses_writes_is_not_ready,
    a_database_that_hangs_is_not_ready_and_is_asked_once,
    a_server_whose_slots_are_all_taken_is_not_ready
);

/// Only on SQLite: PostgreSQL writes to the disk of its own server, which no test can fill.
#[test]
fn a_full_disk_is_reported_and_reads_still_work() {
    let server = TestServer::on(TestDatabase::sqlite());
    let sara = Installation::new(&server).person("Sara", Role::SuperUser);
    let guest = server.guest();
    assert_eq!(guest.get("/health/ready").status, 200);
    server.database.fill_disk();
    let topic = |number: u32| {
        let body =
            json!({ "topic": format!("Births {number}"), "description": "x".repeat(2_000), "active": 1 });
        sara.client.post("data_dictionary/topics/create/", &body)
    };
    // Some writes may still fit into free space of existing pages.
    let refused = (0..100).map(topic).find(|answer| answer.status != 201).unwrap();
    refused.refuses(
        503,
        "The server has run out of storage. Nothing was changed. Please tell its administrators, and try again later.",
    );
    let ready = guest.get("/health/ready");
    assert_eq!(
        (ready.status, ready.json()),
        (
            503,
            json!({ "code": 503, "message": "the disk of the database is full" })
        )
    );
    assert_eq!(guest.get("/health/live").status, 200);
    assert_eq!(
        sara.client.get("data_dictionary/topics/").status,
        200,
        "reading needs no room"
    );
    server.database.free_disk();
    assert_eq!(guest.get("/health/ready").status, 200);
    assert_eq!(topic(999).status, 201);
}

fn a_server_with_its_database_is_ready(server: &TestServer) {
    let guest = server.guest();
    for probe in ["live", "ready"] {
        let answer = guest.get(&format!("/health/{probe}"));
        assert_eq!(
            (answer.status, answer.json()),
            (200, json!({ "code": 200, "message": probe }))
        );
        assert_eq!(guest.get(&format!("/health/{probe}/")).status, 200);
    }
    guest
        .get("/health/other")
        .refuses(404, "This does not exist, or you may not see it.");
}

/// Root can write a read-only file, so the connection itself refuses writes.
#[test]
fn a_read_only_sqlite_is_reported_and_reads_still_work() {
    let server = TestServer::on(TestDatabase::sqlite());
    let sara = Installation::new(&server).person("Sara", Role::SuperUser);
    server.database.refuse_writes();
    let body = json!({ "topic": "Births", "description": "All births", "active": 1 });
    let create = || sara.client.post("data_dictionary/topics/create/", &body);
    create().refuses(
        503,
        "The server can't store anything right now. Nothing was changed. Please tell its administrators, and try again later.",
    );
    assert_not_ready(&server.guest(), "the database can be read, but refuses writes");
    assert_eq!(sara.client.get("data_dictionary/topics/").status, 200);
    server.database.allow_writes();
    assert_eq!(server.guest().get("/health/ready").status, 200);
    assert_eq!(create().status, 201);
}

fn assert_not_ready(guest: &Client, reason: &str) {
    let ready = guest.get("/health/ready");
    assert_eq!(
        (ready.status, ready.json()),
        (503, json!({ "code": 503, "message": reason }))
    );
}

/// A database whose probes and writers block until the test opens their gates.
struct GatedDatabase {
    database: Arc<dyn Database>,
    /// The gate of the probes.
    probes: Gate,
    /// The gate of the transactions.
    writers: Gate,
    /// The error that each probe returns.
    error: Option<fn() -> StoreError>,
}

impl GatedDatabase {
    fn wrap(server: &TestServer) -> Self {
        Self {
            database: server.ports.database.clone(),
            probes: Gate::default(),
            writers: Gate::default(),
            error: None,
        }
    }

    fn serve(self, server: &TestServer, limits: ReadinessLimits) -> (Arc<Self>, Running) {
        let database = Arc::new(self);
        let mut ports = server.ports.clone();
        ports.database = database.clone();
        (database, Running::start(Api::new(ports).with_readiness(limits)))
    }
}

impl Database for GatedDatabase {
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.writers.pass();
        self.database.begin()
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.writers.pass();
        self.database.begin_idempotent(claim)
    }

    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
        self.database.read()
    }

    fn signals(&self) -> Signals {
        self.database.signals()
    }

    fn ping(&self) -> Result<(), StoreError> {
        self.probes.pass();
        self.error
            .map_or_else(|| self.database.ping(), |error| Err(error()))
    }
}

fn a_database_that_refuses_writes_is_not_ready(server: &TestServer) {
    let gated = GatedDatabase {
        error: Some(|| StoreError::ReadOnly("/var/lib/secret: Read-only file system".into())),
        ..GatedDatabase::wrap(server)
    };
    gated.probes.open();
    let (_, running) = gated.serve(server, ReadinessLimits::default());
    assert_not_ready(&running.guest(), "the database can be read, but refuses writes");
    assert_eq!(running.guest().get("/health/live").status, 200);
}

fn a_database_that_hangs_is_not_ready_and_is_asked_once(server: &TestServer) {
    let (database, running) = GatedDatabase::wrap(server).serve(server, ReadinessLimits::default());
    for _ in 0..3 {
        assert_not_ready(&running.guest(), "the database does not answer");
    }
    assert_eq!(database.probes.max_inside(), 1, "later probes join the first one");
    assert_eq!(running.guest().get("/health/live").status, 200);
    database.probes.open();
    assert_eq!(running.guest().get("/health/ready").status, 200);
}

fn a_server_whose_slots_are_all_taken_is_not_ready(server: &TestServer) {
    let sara = Installation::new(server).person("Sara", Role::SuperUser);
    let limits = ReadinessLimits {
        slots_taken_timeout: Duration::ZERO,
        ..ReadinessLimits::default()
    };
    let (database, running) = GatedDatabase::wrap(server).serve(server, limits);
    database.probes.open();
    let guest = running.guest();
    assert_eq!(guest.get("/health/ready").status, 200, "slots are free");
    let client = sara.client.moved_to(&guest);
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        for number in 0..CONCURRENT_USE_CASES {
            let (client, sender) = (client.clone(), sender.clone());
            scope.spawn(move || {
                let body =
                    json!({ "topic": format!("Births {number}"), "description": "Births", "active": 1 });
                sender.send(client.post("data_dictionary/topics/create/", &body).status)
            });
        }
        database.writers.wait_for(CONCURRENT_USE_CASES);
        let ready = guest.get("/health/ready");
        database.writers.open();
        let statuses: Vec<u16> = (0..CONCURRENT_USE_CASES)
            .map(|_| answers.recv_timeout(Duration::from_secs(20)).unwrap())
            .collect();
        assert_eq!(statuses, [201; CONCURRENT_USE_CASES]);
        let message = ready.json()["message"].as_str().unwrap().to_owned();
        assert_eq!(ready.status, 503);
        assert!(
            message.starts_with("all 16 slots for calls have been taken for "),
            "{message}"
        );
    });
    assert_eq!(guest.get("/health/ready").status, 200, "slots are free again");
}

/// A database that is unreachable.
struct UnreachableDatabase;

fn unreachable_error() -> StoreError {
    StoreError::Unavailable("connection refused by db.internal".into())
}

impl Database for UnreachableDatabase {
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Err(unreachable_error())
    }

    fn begin_idempotent(&self, _: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Err(unreachable_error())
    }

    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
        Err(unreachable_error())
    }

    fn signals(&self) -> Signals {
        Signals(mpsc::channel().1)
    }

    fn ping(&self) -> Result<(), StoreError> {
        Err(unreachable_error())
    }
}

fn a_server_without_its_database_is_live_and_not_ready(server: &TestServer) {
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let signed_in = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": PASSWORD }),
    );
    let token = signed_in.json()["user"]["token"].as_str().unwrap().to_owned();
    let mut ports = server.ports.clone();
    ports.database = Arc::new(UnreachableDatabase);
    let running = Running::start(Api::new(ports));
    let guest = running.guest();
    assert_eq!(guest.get("/health/live").status, 200);
    let ready = guest.get("/health/ready");
    assert_eq!(
        (ready.status, ready.json()),
        (
            503,
            json!({ "code": 503, "message": "the database does not answer" })
        )
    );
    let unreachable = "The database can't be reached right now. Please try again.";
    guest
        .get("data_dictionary/data_sources/")
        .refuses(503, unreachable);
    guest
        .post(
            "users/signin/",
            &json!({ "username": "a@people.example", "password": "x" }),
        )
        .refuses(503, unreachable);
    guest
        .with_token(&token)
        .get("users/detailuser/")
        .refuses(503, unreachable);
}
