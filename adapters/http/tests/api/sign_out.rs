//! `POST users/signout/`, and the other ways in which a session ends.

use std::time::Duration;

use aditus_application::ports::Signal;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::json;

use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    only_this_session_ends,
    idle_and_old_sessions_end,
    invalid_authorization_headers_are_rejected
);

fn only_this_session_ends(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let second = installation.sign_in(&ada.email);
    let signals = server.ports.database.signals();

    let answer = ada.client.post("users/signout/", &json!({}));
    assert_eq!(
        (answer.status, answer.json()),
        (
            200,
            json!({ "code": 200, "message": "You are signed out.", "data": { "sign_out_at": null } })
        )
    );
    for answer in [
        ada.client.get("users/detailuser/"),
        ada.client.post("users/signout/", &json!({})),
        ada.client.get("data_requests/"),
        ada.client
            .put("data_requests/cancel_request/", &json!({ "request_id": 1 })),
    ] {
        answer.refuses(401, "Please sign in to continue.");
        assert_eq!(answer.header("www-authenticate"), Some("Token"));
    }
    // The signal closes the websockets of the session, on all nodes.
    let mut signal = signals.wait(Duration::from_secs(10)).unwrap();
    while signal == Signal::Missed {
        signal = signals.wait(Duration::from_secs(10)).unwrap();
    }
    assert!(matches!(signal, Signal::SessionEnded(_)), "{signal:?}");
    assert_eq!(second.get("users/detailuser/").status, 200);
    assert_eq!(eve.client.get("users/detailuser/").status, 200);
}

fn idle_and_old_sessions_end(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let idle = installation.sign_in(&ada.email);
    // A session that is used every eleven hours lives for seven days, and no longer.
    for _ in 0..15 {
        server.clock.advance(TimeDelta::hours(11));
        assert_eq!(ada.client.get("users/detailuser/").status, 200);
    }
    idle.get("users/detailuser/")
        .refuses(401, "Please sign in to continue.");
    server.clock.advance(TimeDelta::hours(3) + TimeDelta::seconds(1));
    ada.client
        .get("users/detailuser/")
        .refuses(401, "Please sign in to continue.");
}

fn invalid_authorization_headers_are_rejected(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let answer = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": crate::people::PASSWORD }),
    );
    let token = answer.json()["user"]["token"].as_str().unwrap().to_owned();
    for header in [
        token.clone(),
        format!("Bearer {token}"),
        format!("Token {token}x"),
        format!("Token {}", &token[1..]),
        format!("Token {}", token.to_uppercase()),
        format!("Token {}", "a".repeat(5000)),
        "Token ".to_owned(),
    ] {
        let answer = server
            .guest()
            .with_authorization(&header)
            .get("users/detailuser/");
        answer.refuses(401, "Please sign in to continue.");
    }
    assert_eq!(
        server
            .guest()
            .with_authorization(&format!("token  {token}"))
            .get("users/detailuser/")
            .status,
        200
    );
}
