//! `/health/live` and `/health/ready`, and what is answered while the database is away.

use std::sync::{Arc, mpsc};

use aditus_application::idempotency::Claim;
use aditus_application::ports::{Database, Signals, StoreError, Transaction, Views};
use aditus_domain::roles::Role;
use aditus_http::Api;
use aditus_storage::testing::TestDatabase;
use serde_json::json;

use crate::on_both_databases;
use crate::people::{Installation, PASSWORD};
use crate::server::{Running, TestServer};

on_both_databases!(
    a_server_with_its_database_is_ready,
    without_its_database_it_lives_and_is_not_ready
);

/// PostgreSQL has the disk of its own server, which no test can fill.
#[test]
fn with_a_full_disk_it_reads_and_says_so() {
    let server = TestServer::on(TestDatabase::sqlite());
    let sara = Installation::new(&server).person("Sara", Role::SuperUser);
    let guest = server.guest();
    assert_eq!(guest.get("/health/ready").status, 200);
    server.database.fill_up();
    let topic = |number: u32| {
        let body =
            json!({ "topic": format!("Births {number}"), "description": "x".repeat(2_000), "active": 1 });
        sara.client.post("data_dictionary/topics/create/", &body)
    };
    // There may be room for one or the other in pages that are not full.
    let refused = (0..100).map(topic).find(|answer| answer.status != 201).unwrap();
    refused.refuses(
        503,
        "The server has no room left to store anything. Nothing was changed. Please tell whoever runs it, and try again later.",
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
    server.database.make_room();
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

/// A database that does not answer.
struct Away;

fn away() -> StoreError {
    StoreError::Unavailable("connection refused by db.internal".into())
}

impl Database for Away {
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Err(away())
    }

    fn begin_marking(&self, _: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Err(away())
    }

    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
        Err(away())
    }

    fn signals(&self) -> Signals {
        Signals(mpsc::channel().1)
    }

    fn ping(&self) -> Result<(), StoreError> {
        Err(away())
    }
}

fn without_its_database_it_lives_and_is_not_ready(server: &TestServer) {
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let signed_in = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": PASSWORD }),
    );
    let token = signed_in.json()["user"]["token"].as_str().unwrap().to_owned();
    let mut ports = server.ports.clone();
    ports.database = Arc::new(Away);
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
    let unreachable = "The database cannot be reached at the moment. Please try again.";
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
