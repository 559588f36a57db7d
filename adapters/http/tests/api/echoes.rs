//! Neither an error nor the log repeats a value that a caller sends, be it in a body, a query, a
//! path or a header. A refused value may be a code, a password or a document, and the log has other
//! readers than the caller.

use serde_json::{Value, json};

use crate::access::{Call, calls};
use crate::bad_input::{Scene, document, operation, properties, send, takes_a_body};
use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::{log, server::TestServer};

on_both_databases!(
    refused_bodies_are_not_repeated,
    refused_queries_and_paths_are_not_repeated,
    headers_are_not_repeated,
    answers_to_many_errors_stay_small,
);

/// Values that no answer and no log contains by itself.
const MARK: &str = "Zq7Hush";
const NUMBER: i64 = 7_316_052_948;

/// Fields whose value names another record in a clash, or a stage in an error of the graph.
const NAMES_A_RECORD: [(&str, &str); 5] = [
    ("data_requests/approval_procedures/{id}/drawing", "stage_activity"),
    ("data_requests/approval_procedures/{id}/trial", "stage_activity"),
    ("data_requests/approval_procedures/import", "stage_activity"),
    ("users/organizations", "name"),
    ("data_requests/stage/create", "stage_activity"),
];

#[derive(Default)]
struct Echoes(Vec<String>);

impl Echoes {
    /// Records the answer if it is a refusal that contains a sent value.
    fn record(&mut self, answer: &Answer, what: &str) {
        if answer.status < 400 {
            return;
        }
        let body = String::from_utf8_lossy(&answer.bytes);
        let headers = format!("{:?}", answer.headers);
        for sent in [MARK.to_owned(), MARK.to_lowercase(), NUMBER.to_string()] {
            if body.contains(&sent) || headers.contains(&sent) {
                let body: String = body.chars().take(300).collect();
                self.0.push(format!("{what}: {} {body}", answer.status));
            }
        }
    }

    /// Asserts that neither a refusal nor the log contains a sent value.
    #[track_caller]
    fn assert_none(self) {
        assert!(self.0.is_empty(), "{} echoes: {:#?}", self.0.len(), self.0);
        for sent in [MARK.to_owned(), MARK.to_lowercase(), NUMBER.to_string()] {
            let lines = log::lines_with(&sent);
            let first: Vec<String> = lines
                .iter()
                .take(3)
                .map(|line| line.chars().take(600).collect())
                .collect();
            assert!(lines.is_empty(), "{} log lines: {first:#?}", lines.len());
        }
    }
}

/// Returns values that are refused somewhere: as a text, a choice, a number, a list or an object.
fn values() -> Vec<Value> {
    vec![
        json!(MARK),
        json!(MARK.repeat(3_000)),
        json!(format!("{MARK}\nINFO forged\r\n{MARK}")),
        json!(format!("{MARK}\u{1b}[2J")),
        json!(format!("{MARK}@people.example")),
        json!([MARK]),
        json!({ "text": MARK }),
        json!([{ "text": [MARK] }]),
        json!(NUMBER),
        json!(-NUMBER),
        json!(NUMBER.to_string()),
    ]
}

fn refused_bodies_are_not_repeated(server: &TestServer) {
    log::catch();
    let scene = Scene::new(server);
    let document = document();
    let mut echoes = Echoes::default();
    let mut sent = 0;
    for call in calls().iter().filter(|call| takes_a_body(&document, call)) {
        let schema = &operation(&document, call)["requestBody"]["content"]["application/json"]["schema"];
        let valid = call.body_in(&scene.world);
        let path = call.path_in(&scene.world);
        let client = scene.client_for(call);
        let mut found = Vec::new();
        properties(&document, schema, &valid, "", &mut found);
        let mut with = |parent: &str, name: &str, value: Value| {
            let mut body = valid.clone();
            let place = body.pointer_mut(parent).unwrap();
            if let Some(fields) = place.as_object_mut() {
                fields.insert(name.to_owned(), value);
            }
            let answer = send(&client, call, &path, body.to_string().as_bytes());
            echoes.record(
                &answer,
                &format!("{} {} at {parent}/{name}", call.method, call.path),
            );
            sent += 1;
        };
        for property in &found {
            if !NAMES_A_RECORD.contains(&(call.path, &property.name)) {
                for value in values() {
                    with(&property.parent, &property.name, value);
                }
            }
        }
        // The name of an unknown field is not repeated either.
        for name in [
            &format!("{MARK} is my password"),
            &format!("{NUMBER}"),
            &MARK.repeat(20),
        ] {
            with("", name, json!(MARK));
        }
        with("", "unknown_field", json!(MARK));
        // A plausible field name is repeated in the answer, so that it can be corrected, but is not
        // logged.
        with("", "Zq7Field", json!(MARK));
        for text in [
            format!("\"{MARK}\""),
            format!("{{\"{MARK}"),
            format!("{{\"title\": {MARK}}}"),
            format!("[\"{MARK}\", {NUMBER}]"),
            format!("{MARK}={MARK}"),
        ] {
            let answer = send(&client, call, &path, text.as_bytes());
            echoes.record(&answer, &format!("{} {} with {text:.20}", call.method, call.path));
        }
    }
    assert!(sent > 1_000, "{sent}");
    assert!(log::lines_with("Zq7Field").is_empty());
    echoes.assert_none();
}

/// Sends the call with its own method and, unless it is null, this body.
fn send_json(client: &Client, call: &Call, path: &str, body: &Value) -> Answer {
    if body.is_null() {
        client.send(&call.method.to_uppercase(), path, None, b"")
    } else {
        client.call(&call.method.to_uppercase(), path, body)
    }
}

fn refused_queries_and_paths_are_not_repeated(server: &TestServer) {
    log::catch();
    let scene = Scene::new(server);
    let document = document();
    let mut echoes = Echoes::default();
    let texts = [
        MARK.to_owned(),
        MARK.repeat(2_000),
        format!("{MARK}%0AINFO%20forged"),
        format!("[\"{MARK}\",\"{MARK}\"]"),
        format!("-{MARK}"),
        NUMBER.to_string(),
        format!("{NUMBER}{NUMBER}{NUMBER}"),
    ];
    for call in &calls() {
        let client = scene.client_for(call);
        let body = call.body_in(&scene.world);
        let path = call.path_in(&scene.world);
        let parameters = operation(&document, call)["parameters"].as_array();
        for parameter in parameters.into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            for text in &texts {
                let path = match parameter["in"].as_str() {
                    Some("query") => format!("{path}?{name}={text}"),
                    Some("path") => call
                        .path
                        .replace(&format!("{{{name}}}"), text)
                        .replace(['{', '}'], ""),
                    _ => continue,
                };
                let what = format!("{} {} with {name}", call.method, call.path);
                echoes.record(&send_json(&client, call, &path, &body), &what);
            }
        }
        for query in [
            format!("{MARK}%20secret={MARK}"),
            format!("unknown={MARK}"),
            format!("page={MARK}&page={MARK}"),
            format!("={MARK}"),
            format!("%ff{MARK}"),
        ] {
            let answer = send_json(&client, call, &format!("{path}?{query}"), &body);
            echoes.record(&answer, &format!("{} {}?{query}", call.method, call.path));
        }
    }
    server.raw(&format!(
        "{MARK} /{MARK} HTTP/1.1\r\nHost: {MARK}\r\n{MARK}: {MARK}\r\nConnection: close\r\n\r\n"
    ));
    let guest = server.guest();
    for path in [
        format!("/{MARK}"),
        format!("/api/v1/{MARK}/"),
        format!("/api/v1/{MARK}/{MARK}?{MARK}={MARK}"),
        format!("/assets/{MARK}.js"),
        format!("/files/requests/{MARK}.pdf?expires=1&name={MARK}&signature={MARK}"),
        format!("/files/{MARK}?expires={MARK}"),
        format!("/health/{MARK}"),
        format!("//{MARK}//"),
    ] {
        for method in ["GET", "POST", "PUT", "DELETE"] {
            echoes.record(&guest.send(method, &path, None, b""), &format!("{method} {path}"));
        }
    }
    echoes.assert_none();
}

fn headers_are_not_repeated(server: &TestServer) {
    log::catch();
    let scene = Scene::new(server);
    let mut echoes = Echoes::default();
    let headers = [
        ("user-agent", MARK.to_owned()),
        ("authorization", format!("Token {MARK}")),
        ("authorization", format!("{MARK} {MARK}")),
        ("content-type", format!("application/{MARK}")),
        ("content-type", format!("application/json; charset={MARK}")),
        ("accept", MARK.to_owned()),
        ("accept-encoding", MARK.to_owned()),
        ("cookie", format!("{MARK}={MARK}")),
        ("forwarded", format!("for={MARK}")),
        ("if-none-match", format!("\"{MARK}\"")),
        ("origin", format!("https://{MARK}.example")),
        ("range", format!("bytes={MARK}")),
        ("referer", format!("https://{MARK}.example/?{MARK}")),
        ("x-forwarded-for", MARK.to_owned()),
        ("x-request-id", MARK.to_owned()),
        ("idempotency-key", MARK.to_owned()),
        ("host", format!("{MARK}.example")),
    ];
    for (name, value) in &headers {
        let sent = [(*name, value.as_str())];
        for path in [
            "/api/v1/users/detailuser/",
            "/health/ready",
            "/files/a.pdf",
            "/",
            "/api/v1/none",
        ] {
            let answer = server.guest().get_with(path, &sent);
            echoes.record(&answer, &format!("{path} with {name}"));
        }
        let signs_in = json!({ "username": "nobody@people.example", "password": "wrong" });
        let answer = server
            .guest()
            .call_with("POST", "users/signin/", &sent, &signs_in);
        echoes.record(&answer, &format!("a sign-in with {name}"));
    }
    drop(scene);
    echoes.assert_none();
}

/// A body with many errors is answered with only some of them.
fn answers_to_many_errors_stay_small(server: &TestServer) {
    log::catch();
    let scene = Scene::new(server);
    let call = calls()
        .into_iter()
        .find(|call| call.path == "data_requests/submit")
        .unwrap();
    let client = scene.client_for(&call);
    for field in [
        "list_of_staff",
        "list_of_devices",
        "dataset_variables",
        "request_purposes",
    ] {
        let mut body = call.body_in(&scene.world);
        let first = body[field][0].clone();
        for entry in [first, json!({}), json!(MARK), Value::Null] {
            body[field] = vec![entry; 9_000].into();
            let answer = send(
                &client,
                &call,
                "data_requests/submit/",
                body.to_string().as_bytes(),
            );
            assert!(answer.status < 500, "{field}: {}", answer.status);
            assert!(
                answer.bytes.len() < 20_000,
                "{field}: {} bytes",
                answer.bytes.len()
            );
            let logged: usize = log::lines_of(&answer)
                .iter()
                .map(|line| line.to_string().len())
                .sum();
            assert!(logged < 2_000, "{field}: {logged}");
        }
    }
}
