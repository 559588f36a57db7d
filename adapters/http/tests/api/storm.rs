//! A burst of sign-ins does not block other calls: only a few of them run at the same time.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::ports::{PasswordError, PasswordHasher};
use aditus_application::testing::PlainPasswords;
use aditus_domain::roles::Role;
use aditus_http::load::QueueLimits;
use aditus_http::{Api, LoadLimits};
use serde_json::{Value, json};

use crate::gate::Gate;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD};
use crate::server::{Running, TestServer};

on_both_databases!(
    other_calls_are_answered_while_sign_ins_queue,
    anonymous_callers_leave_slots_to_known_browsers,
    more_sign_ins_than_may_wait_are_refused,
);

/// A password hasher that blocks until the test opens its gate.
#[derive(Default)]
struct SlowPasswords {
    plain: PlainPasswords,
    gate: Gate,
    /// The verified passwords, in the order of their admission.
    verified: Mutex<Vec<String>>,
}

impl PasswordHasher for SlowPasswords {
    fn hash(&self, password: &str) -> Result<String, PasswordError> {
        self.gate.pass();
        self.plain.hash(password)
    }

    fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError> {
        self.verified.lock().unwrap().push(password.to_owned());
        self.gate.pass();
        self.plain.verify(password, hash)
    }

    fn verify_dummy(&self, password: &str) {
        self.gate.pass();
        self.plain.verify_dummy(password);
    }

    fn needs_rehash(&self, hash: &str) -> bool {
        self.plain.needs_rehash(hash)
    }
}

/// More than there are slots for use cases.
const STORM: usize = 40;

fn other_calls_are_answered_while_sign_ins_queue(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let answer = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": PASSWORD }),
    );
    let token = answer.json()["user"]["token"].as_str().unwrap().to_owned();
    let cookie = answer.cookie();
    let passwords = Arc::new(SlowPasswords::default());
    let ports = Ports {
        passwords: passwords.clone(),
        ..server.ports.clone()
    };
    let mut limits = LoadLimits::default();
    limits.hashing.queue.per_account = STORM;
    let running = Running::start(Api::new(ports).with_limits(limits));

    let processors = std::thread::available_parallelism().unwrap().get();
    // At most a quarter of all slots are for hashing.
    let places = (2 * processors).min(4);
    let body = json!({ "username": ada.email, "password": PASSWORD });
    std::thread::scope(|scope| {
        let storm: Vec<_> = (0..STORM)
            .map(|_| scope.spawn(|| sign_in_by(&running, &cookie, &body)))
            .collect();
        // All slots for hashing are taken, and no sign-in completes.
        passwords.gate.wait_for(places);
        let (sender, answered) = mpsc::channel();
        let client = running.guest().with_token(&token);
        scope.spawn(move || {
            for path in [
                "users/detailuser/",
                "data_requests/",
                "data_dictionary/data_sources/",
            ]
            .repeat(10)
            {
                let _ = sender.send(client.get(path).status);
            }
        });
        // The first call without a timely answer ends the loop: the others would only wait as long.
        let statuses: Vec<_> = (0..30)
            .map_while(|_| answered.recv_timeout(Duration::from_secs(20)).ok())
            .collect();
        passwords.gate.open();
        assert_eq!(statuses, [200; 30]);
        let signed_in: Vec<_> = storm.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert_eq!(signed_in, [200; STORM]);
    });
    let max = passwords.gate.max_inside();
    assert!(max <= places, "{max} at once on {processors} processors");
}

/// Signs in from a browser with this cookie, and returns the status.
fn sign_in_by(running: &Running, cookie: &str, body: &Value) -> u16 {
    let guest = running.guest();
    guest
        .call_with("POST", "users/signin/", &[("cookie", cookie)], body)
        .status
}

fn anonymous_callers_leave_slots_to_known_browsers(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let body = |password: &str| json!({ "username": ada.email, "password": password });
    let (right, wrong) = (body(PASSWORD), body("Stranger-Guess-7!"));
    let cookie = server.guest().post("users/signin/", &right).cookie();
    let passwords = Arc::new(SlowPasswords::default());
    let ports = Ports {
        passwords: passwords.clone(),
        ..server.ports.clone()
    };
    let mut limits = LoadLimits::default();
    limits.hashing.queue.slots = 2;
    limits.hashing.queue.per_account = STORM;
    limits.hashing.strangers = 1;
    let running = Running::start(Api::new(ports).with_limits(limits));
    let forged = format!("{cookie}0");
    std::thread::scope(|scope| {
        let strangers: Vec<_> = (0..4)
            .map(|n| {
                // A forged cookie does not count as a known browser.
                let cookie = if n % 2 == 0 { "" } else { forged.as_str() };
                scope.spawn(|| sign_in_by(&running, cookie, &wrong))
            })
            .collect();
        passwords.gate.wait_for(1);
        let known = scope.spawn(|| sign_in_by(&running, &cookie, &right));
        passwords.gate.wait_for(2);
        let verified = passwords.verified.lock().unwrap().clone();
        passwords.gate.open();
        assert_eq!(verified, ["Stranger-Guess-7!", PASSWORD]);
        assert_eq!(known.join().unwrap(), 200);
        for stranger in strangers {
            assert_eq!(stranger.join().unwrap(), 401);
        }
    });
}

fn more_sign_ins_than_may_wait_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let bea = installation.person("Bea", Role::DataRequester);
    let passwords = Arc::new(SlowPasswords::default());
    let ports = Ports {
        passwords: passwords.clone(),
        ..server.ports.clone()
    };
    let mut limits = LoadLimits::default();
    limits.hashing.queue = QueueLimits {
        slots: 1,
        queue: 2,
        per_account: 2,
    };
    let running = Running::start(Api::new(ports).with_limits(limits));
    let sign_in = |email: &str| {
        let body = json!({ "username": email, "password": PASSWORD });
        running.guest().post("users/signin/", &body)
    };
    std::thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        let send = |email: String| {
            let sender = sender.clone();
            scope.spawn(move || sender.send(sign_in(&email)).unwrap());
        };
        let refused = || {
            let answer = answers.recv_timeout(Duration::from_secs(20)).unwrap();
            answer.refuses(
                429,
                "Many people are signing in right now. Please try again in a few seconds.",
            );
            assert_eq!(answer.header("retry-after"), Some("2"));
        };
        // One account may have two sign-ins running or waiting.
        (0..4).for_each(|_| send(ada.email.clone()));
        (0..2).for_each(|_| refused());
        // Three sign-ins in all may run or wait.
        (0..2).for_each(|_| send(bea.email.clone()));
        refused();
        passwords.gate.open();
        for _ in 0..3 {
            let answer = answers.recv_timeout(Duration::from_secs(20)).unwrap();
            assert_eq!(answer.status, 200);
        }
    });
}
