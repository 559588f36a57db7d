//! A reading call that records the use of its session waits for other writers. No other reading
//! call waits for it.

use std::sync::Arc;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::forward_database;
use aditus_application::idempotency::Claim;
use aditus_application::ports::{Database, StoreError, Transaction};
use aditus_domain::roles::Role;
use aditus_http::Api;
use chrono::TimeDelta;

use crate::client::Client;
use crate::gate::Gate;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::{Running, TestServer};

on_both_databases!(recording_the_use_of_a_session_delays_no_other_reader);

/// A database whose writers block until the test opens their gate.
struct SlowWriter {
    database: Arc<dyn Database>,
    gate: Gate,
}

impl Database for SlowWriter {
    forward_database!(database);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.gate.pass();
        self.database.begin()
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.gate.pass();
        self.database.begin_idempotent(claim)
    }
}

fn recording_the_use_of_a_session_delays_no_other_reader(server: &TestServer) {
    const IDLE: usize = 3;
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    server.clock.advance(TimeDelta::minutes(5));
    let fresh = installation.sign_in(&ada.email);
    let database = Arc::new(SlowWriter {
        database: server.ports.database.clone(),
        gate: Gate::default(),
    });
    let ports = Ports {
        database: database.clone(),
        ..server.ports.clone()
    };
    let running = Running::start(Api::new(ports).with_readers(1));
    let read = |client: &Client| {
        let client = client.moved_to(&running.guest());
        let (sender, answered) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(client.get("data_requests/").status));
        answered
    };

    let idle: Vec<_> = (0..IDLE).map(|_| read(&ada.client)).collect();
    database.gate.wait_for(IDLE);
    let status = read(&fresh).recv_timeout(Duration::from_secs(20));
    database.gate.open();
    assert_eq!(status.ok(), Some(200));
    for answered in idle {
        assert_eq!(answered.recv(), Ok(200));
    }
}
