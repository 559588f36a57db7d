//! The log line of a call: caller, route, result and reason.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD};
use crate::{log, server::TestServer};

on_both_databases!(
    each_sign_in_is_logged,
    refused_access_and_administrative_acts_are_logged,
    the_route_is_the_declared_one,
);

/// Returns the span and the fields of the only line about a call.
#[track_caller]
fn line(answer: &Answer) -> (Value, Value) {
    let lines = log::lines_of(answer);
    assert_eq!(lines.len(), 1, "{lines:?}");
    (lines[0]["span"].clone(), lines[0].clone())
}

fn each_sign_in_is_logged(server: &TestServer) {
    log::catch();
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let sign_in = |username: &str, password: &str| {
        let body = json!({ "username": username, "password": password });
        server.guest().post("users/signin/", &body)
    };
    let right = sign_in(&ada.email, PASSWORD);
    let (span, told) = line(&right);
    assert_eq!(
        (&told["outcome"], &told["http.status_code"], &told["level"]),
        (&json!("done"), &json!(200), &json!("INFO"))
    );
    assert_eq!(span["http.route"], "/api/v1/users/signin");
    assert_eq!(span["http.method"], "POST");
    assert_eq!(span["http.client_ip"], "127.0.0.1");
    assert_eq!(span["user_id"], ada.user.0);
    let token = right.json()["user"]["token"].as_str().unwrap().to_owned();
    let sessions = server.guest().with_token(&token).get("users/sessions/").data(200);
    let current = sessions
        .as_array()
        .unwrap()
        .iter()
        .find(|session| session["current"] == true)
        .unwrap();
    assert_eq!(span["session_id"], current["session_id"]);

    let (span, told) = line(&sign_in(&ada.email, "wrong"));
    assert_eq!(
        (&told["outcome"], &told["http.status_code"], &told["reason"]),
        (
            &json!("refused"),
            &json!(401),
            &json!("Invalid username or password.")
        )
    );
    assert_eq!(
        (&span["user_id"], &span["session_id"]),
        (&json!(ada.user.0), &Value::Null)
    );

    let (span, told) = line(&sign_in("nobody@people.example", "wrong"));
    assert_eq!(told["reason"], "Invalid username or password.");
    assert_eq!(span["user_id"], Value::Null);
    assert!(log::lines_with("nobody@people.example").is_empty());
    assert!(log::lines_with(PASSWORD).is_empty());
    assert!(log::lines_with(&token).is_empty());

    let (span, told) = line(
        &server
            .guest()
            .with_token(&token)
            .post("users/signout/", &json!({})),
    );
    assert_eq!(
        (&span["http.route"], &span["user_id"], &told["outcome"]),
        (
            &json!("/api/v1/users/signout"),
            &json!(ada.user.0),
            &json!("done")
        )
    );
}

fn refused_access_and_administrative_acts_are_logged(server: &TestServer) {
    log::catch();
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let sara = installation.person("Sara", Role::SuperUser);
    let topic = json!({ "topic": "Births", "description": "Whatever is known", "active": 1 });

    let (span, told) = line(&ada.client.post("data_dictionary/topics/create/", &topic));
    assert_eq!(
        (&told["outcome"], &told["http.status_code"]),
        (&json!("refused"), &json!(403))
    );
    assert_eq!(told["reason"], "Your role does not allow this.");
    assert_eq!(span["http.route"], "/api/v1/data_dictionary/topics/create");
    assert_eq!(span["user_id"], ada.user.0);
    assert!(span["session_id"].is_i64());

    let done = sara.client.post("data_dictionary/topics/create/", &topic);
    assert_eq!(done.status, 201, "{}", done.json());
    let (span, told) = line(&done);
    assert_eq!(
        (&span["user_id"], &told["outcome"]),
        (&json!(sara.user.0), &json!("done"))
    );

    let (span, told) = line(&server.guest().get("users/detailuser/"));
    assert_eq!(
        (&told["reason"], &span["user_id"]),
        (&json!("Please sign in to continue."), &Value::Null)
    );
    let read = ada.client.get("users/detailuser/");
    assert_eq!(log::lines_of(&read), Vec::<Value>::new(), "a read is not logged");
}

fn the_route_is_the_declared_one(server: &TestServer) {
    log::catch();
    let ada = Installation::new(server).person("Ada", Role::DataRequester);
    let routes = [
        (
            "DELETE",
            "/api/v1/users/sessions/987654",
            "/api/v1/users/sessions/{id}",
        ),
        (
            "DELETE",
            "/api/v1/users/sessions/987654/",
            "/api/v1/users/sessions/{id}",
        ),
        (
            "DELETE",
            "//api/v1//users/sessions/987654//",
            "/api/v1/users/sessions/{id}",
        ),
        (
            "DELETE",
            "/api/v1/users/sessions/no-id/",
            "/api/v1/users/sessions/{id}",
        ),
        (
            "GET",
            "/api/v1/data_requests/retrieve_file/requests/none.pdf",
            "/api/v1/data_requests/retrieve_file/{path}",
        ),
        ("GET", "/files/requests/none.pdf", "/files/{path}"),
        ("GET", "/api/v1/there/is/none", "none"),
        ("DELETE", "/somewhere/else", "/{path}"),
    ];
    for (method, path, route) in routes {
        let answer = ada.client.send(method, path, None, b"");
        assert!(
            (400..500).contains(&answer.status),
            "{method} {path}: {}",
            answer.status
        );
        let (span, told) = line(&answer);
        assert_eq!(span["http.route"], route, "{method} {path}");
        assert_eq!(told["outcome"], "refused");
        assert!(told["reason"].is_string(), "{told}");
    }
    let answer = server.raw("BREW /api/v1/users/sessions/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    let id = answer
        .lines()
        .find_map(|line| line.strip_prefix("x-request-id: "))
        .unwrap();
    let told: Vec<Value> = log::lines_with(id)
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(told[0]["span"]["http.method"], "other");
    assert_eq!(told[0]["span"]["http.route"], "/api/v1/users/sessions");
    assert!(log::lines_with("BREW").is_empty());
}
