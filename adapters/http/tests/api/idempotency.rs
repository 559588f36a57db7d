//! `Idempotency-Key`: a repeated call with the same key is executed once.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Barrier;

use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::idempotency::begin::{self, Answer as Begun};
use aditus_application::idempotency::{Claim, IdempotentDatabase, LEASE, LIFETIME};
use aditus_application::ports::Database;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person};
use crate::server::TestServer;
use crate::submission::complete;

on_both_databases!(
    concurrent_submissions_with_one_key_create_one_request,
    a_key_with_other_content_is_refused,
    a_refused_call_leaves_its_key_free,
    keys_are_scoped_to_the_caller_and_the_call,
    a_retry_after_a_lost_connection_gets_the_answer,
    an_interrupted_attempt_is_repeated_unless_it_was_committed,
    a_key_expires_after_a_day,
    a_guest_who_repeats_a_call_gets_the_stored_answer,
    answers_with_a_token_are_not_stored,
    invalid_keys_are_refused,
    the_document_marks_the_calls_that_accept_a_key,
);

const PATH: &str = "data_requests/submit/";
const KEY: &str = "\"8e03978e-40d5-43e8-bc93-6894a57f9324\"";

fn send(person: &Person, path: &str, key: &str, body: &Value) -> Answer {
    person
        .client
        .call_with("POST", path, &[("idempotency-key", key)], body)
}

fn id(answer: &Answer) -> i64 {
    answer.data(201)["request_id"].as_i64().unwrap()
}

fn requests_of(person: &Person) -> Value {
    person.client.get("data_requests/").json()["page"]["total"].clone()
}

fn with_title(payload: &Value, title: &str) -> Value {
    let mut changed = payload.clone();
    changed["title"] = json!(title);
    changed
}

fn concurrent_submissions_with_one_key_create_one_request(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let start = Barrier::new(6);
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    send(&ada, PATH, KEY, &payload)
                })
            })
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    for answer in &answers {
        assert_eq!((answer.status, &answer.bytes), (201, &answers[0].bytes));
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
    assert_eq!((requests_of(&ada), server.files.count()), (json!(1), 3));
    assert_eq!(send(&ada, PATH, KEY, &payload).bytes, answers[0].bytes);
    // Without a key, each call creates another request.
    ada.client.post(PATH, &payload).data(201);
    ada.client.post(PATH, &payload).data(201);
    assert_eq!(requests_of(&ada), 3);
}

fn a_key_with_other_content_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let first = send(&ada, PATH, KEY, &payload);
    send(&ada, PATH, KEY, &with_title(&payload, "Another one")).refuses(
        409,
        "This Idempotency-Key was used with other content before. Use a new key for changed content.",
    );
    assert_eq!(requests_of(&ada), 1);
    let other = send(&ada, PATH, "another-key", &with_title(&payload, "Another one"));
    assert_ne!(id(&other), id(&first));
}

fn a_refused_call_leaves_its_key_free(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let refused = send(&ada, PATH, KEY, &with_title(&payload, ""));
    refused.refuses_field(400, "title", "Please enter the Data Request Title.");
    let first = send(&ada, PATH, KEY, &payload);
    assert_eq!(id(&send(&ada, PATH, KEY, &payload)), id(&first));
}

fn keys_are_scoped_to_the_caller_and_the_call(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let bea = installation.person("Bea", Role::DataRequester);
    staff(&installation);
    let first = id(&send(&ada, PATH, KEY, &complete(&installation, &ada)));
    let payload = complete(&installation, &bea);
    let second = id(&send(&bea, PATH, KEY, &payload));
    let third = id(&send(&bea, "data_requests/guest/", KEY, &payload));
    assert!(first != second && second != third && requests_of(&bea) == 2);
    // The slash at the end is optional. The key of one session is unknown to another one.
    assert_eq!(id(&send(&bea, "data_requests/submit", KEY, &payload)), second);
    let guest = server.guest();
    let refused = guest.call_with("POST", PATH, &[("idempotency-key", KEY)], &payload);
    refused.refuses(401, "Please sign in to continue.");
}

fn a_retry_after_a_lost_connection_gets_the_answer(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let body = complete(&installation, &ada);
    let payload = body.to_string();
    let token = ada.client.authorization();
    let head = format!(
        "POST /api/v1/{PATH} HTTP/1.1\r\nhost: aditus\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
        authorization: {token}\r\nidempotency-key: {KEY}\r\n\r\n",
        payload.len()
    );
    for _ in 0..3 {
        let mut lost = TcpStream::connect(server.address()).unwrap();
        lost.write_all(head.as_bytes()).unwrap();
        lost.write_all(payload.as_bytes()).unwrap();
        drop(lost);
    }
    let first = id(&send(&ada, PATH, KEY, &body));
    assert_eq!(id(&send(&ada, PATH, KEY, &body)), first);
    assert_eq!(requests_of(&ada), 1);
}

/// The claim of a server that died during a call.
fn abandoned_claim(server: &TestServer, person: &Person, key: &str) -> Claim {
    let command = begin::Command {
        user: Some(person.user),
        address: String::new(),
        route: "POST /api/v1/data_requests/submit".to_owned(),
        key: key.to_owned(),
    };
    match begin::execute(&server.ports, &command).unwrap() {
        Begun::CarryOut(claim) => claim,
        other => panic!("{other:?}"),
    }
}

fn an_interrupted_attempt_is_repeated_unless_it_was_committed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    abandoned_claim(server, &ada, "before");
    let after = abandoned_claim(server, &ada, "after");
    let idempotent = IdempotentDatabase::new(server.ports.database.clone(), after);
    idempotent
        .begin()
        .unwrap()
        .commit(unrecorded(Unrecorded::DemoOrTest))
        .unwrap();
    server.clock.advance(LEASE);
    id(&send(&ada, PATH, "before", &payload));
    send(&ada, PATH, "after", &payload).refuses(
        409,
        "This was already done, but the response was lost. Reload the page to see the result.",
    );
    assert_eq!(requests_of(&ada), 1);
}

fn a_key_expires_after_a_day(server: &TestServer) {
    let installation = Installation::new(server);
    let mut ada = installation.person("Ada", Role::SuperUser);
    let body = json!({ "topic": "Births", "description": "All about them." });
    let path = "data_dictionary/topics/create/";
    let first = send(&ada, path, KEY, &body).data(201);
    assert_eq!(send(&ada, path, KEY, &body).data(201), first);
    server.clock.advance(LIFETIME);
    ada.client = installation.sign_in(&ada.email);
    // The call is executed again, and the name is taken.
    send(&ada, path, KEY, &body).refuses_field(409, "topic", "There is already a topic with this name.");
}

fn a_guest_who_repeats_a_call_gets_the_stored_answer(server: &TestServer) {
    let body = json!({ "username": "new@people.example" });
    let sign_up = || {
        server
            .guest()
            .call_with("POST", "users/signup/", &[("idempotency-key", KEY)], &body)
    };
    let first = sign_up();
    assert!(first.status < 300, "{}", first.json());
    assert_eq!(sign_up().bytes, first.bytes);
    assert_eq!(server.mails_to("new@people.example").len(), 1);
    let without = server.guest().post("users/signup/", &body);
    assert_eq!(without.json()["code"], 601);
}

fn answers_with_a_token_are_not_stored(server: &TestServer) {
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let body = json!({ "username": ada.email, "password": PASSWORD });
    let sign_in = || {
        let headers = [("idempotency-key", KEY)];
        let answer = server.guest().call_with("POST", "users/signin/", &headers, &body);
        answer.json()["user"]["token"].as_str().unwrap().to_owned()
    };
    assert_ne!(sign_in(), sign_in());
}

fn invalid_keys_are_refused(server: &TestServer) {
    let ada = Installation::new(server).person("Ada", Role::SuperUser);
    let body = json!({ "topic": "Births", "description": "All about them." });
    for key in ["", "\"\"", "\"open", &"k".repeat(201)] {
        send(&ada, "data_dictionary/topics/create/", key, &body).refuses(
            400,
            "The header Idempotency-Key must have one key of 1 to 200 printable characters, in quotes.",
        );
    }
}

/// Every POST call accepts a key, or is in this list.
fn the_document_marks_the_calls_that_accept_a_key(server: &TestServer) {
    let document = server.guest().get("/api/v1/openapi.json").json();
    let mut without = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(post) = item.get("post") else { continue };
        let parameters = post["parameters"].as_array().cloned().unwrap_or_default();
        if parameters
            .iter()
            .any(|parameter| parameter["name"] == "Idempotency-Key")
        {
            assert!(post["responses"]["409"].is_object(), "{path}");
        } else {
            without.push(path.clone());
        }
    }
    without.sort_unstable();
    assert_eq!(
        without,
        [
            "/api/v1/calendar/holidays/preview",
            "/api/v1/data_requests/approval_procedures/{id}/letter/preview",
            "/api/v1/data_requests/approval_procedures/{id}/letter/preview/text",
            "/api/v1/data_requests/approval_procedures/{id}/trial",
            "/api/v1/data_requests/request_state/{state_id}/otp/verify",
            "/api/v1/data_requests/request_state/{state_id}/passkey/options",
            "/api/v1/data_requests/statecomment/section",
            "/api/v1/users/calendar-feed",
            "/api/v1/users/confirm-passkey",
            "/api/v1/users/confirm-passkey/options",
            "/api/v1/users/confirm-password",
            "/api/v1/users/duplicate",
            "/api/v1/users/duplicate-email",
            "/api/v1/users/passkeys",
            "/api/v1/users/passkeys/options",
            "/api/v1/users/password-strength",
            "/api/v1/users/phone",
            "/api/v1/users/providers/{provider}/logout",
            "/api/v1/users/second-factor",
            "/api/v1/users/second-factor/confirm",
            "/api/v1/users/second-factor/recovery-codes",
            "/api/v1/users/signin",
            "/api/v1/users/signin/code",
            "/api/v1/users/signin/passkey",
            "/api/v1/users/signin/passkey/options",
            "/api/v1/users/signin/passkey/second-factor",
            "/api/v1/users/signin/passkey/second-factor/options",
            "/api/v1/users/signin/provider",
            "/api/v1/users/signin/provider/return",
            "/api/v1/users/signin/second-factor",
            "/api/v1/users/signin/second-factor/confirm",
            "/api/v1/users/signin/second-factor/passkey",
            "/api/v1/users/signin/second-factor/passkey/options",
            "/api/v1/users/signout",
            "/api/v1/users/verify",
            "/api/v1/users/verify-otp",
        ]
    );
}
