//! `GET users/sessions/`, `DELETE users/sessions/` and `DELETE users/sessions/{id}/`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Client;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    sessions_are_listed,
    one_session_can_be_ended,
    all_other_sessions_can_be_ended
);

fn sessions(client: &Client) -> Vec<Value> {
    let answer = client.get("users/sessions/");
    let body = answer.json();
    assert_eq!((answer.status, &body["code"]), (200, &json!(200)), "{body}");
    let rows = body["data"].as_array().unwrap().clone();
    assert_eq!(body["page"]["total"], rows.len());
    rows
}

fn current(rows: &[Value]) -> i64 {
    let own: Vec<_> = rows.iter().filter(|row| row["current"] == true).collect();
    assert_eq!(own.len(), 1);
    own[0]["session_id"].as_i64().unwrap()
}

fn sessions_are_listed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    installation.person("Eve", Role::DataRequester);
    server.clock.advance(TimeDelta::hours(1));
    let second = installation.sign_in(&ada.email);
    server.clock.advance(TimeDelta::minutes(5));
    let rows = sessions(&ada.client);
    assert_eq!(rows.len(), 2);
    // The calling session was used just now.
    assert_eq!(rows[0]["current"], true);
    assert_eq!(rows[0]["last_used_on"], "2026-03-02T13:05:00Z");
    assert_eq!(rows[0]["created_on"], "2026-03-02T12:00:00Z");
    assert_eq!(rows[1]["created_on"], "2026-03-02T13:00:00Z");
    assert!(
        rows.iter().all(|row| row["device"] == "Unknown device"),
        "{rows:?}"
    );
    assert_ne!(current(&rows), current(&sessions(&second)));
    let text = serde_json::to_string(&rows).unwrap();
    assert!(!text.contains("token") && !text.contains("hash"), "{text}");

    let first = ada.client.get("users/sessions/?page=2&page_size=1").json();
    assert_eq!(first["page"], json!({ "number": 2, "size": 1, "total": 2 }));
    // The second session is idle for too long and has expired.
    for _ in 0..2 {
        server.clock.advance(TimeDelta::hours(7));
        ada.client.get("users/detailuser/");
    }
    assert_eq!(sessions(&ada.client).len(), 1);
    assert_eq!(second.get("users/sessions/").status, 401);
}

fn one_session_can_be_ended(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let second = installation.sign_in(&ada.email);
    let id = current(&sessions(&second));
    let end = |client: &Client, id: i64| client.call("DELETE", &format!("users/sessions/{id}/"), &json!({}));
    end(&eve.client, id).refuses(404, "Session not found.");
    assert_eq!(second.get("users/detailuser/").status, 200);
    let ended = end(&ada.client, id);
    assert_eq!((ended.status, ended.bytes.len()), (204, 0));
    assert_eq!(second.get("users/detailuser/").status, 401);
    end(&ada.client, id).refuses(404, "Session not found.");
    let own = current(&sessions(&ada.client));
    assert_eq!(
        end(&ada.client, own).status,
        204,
        "one may end the session that one is in"
    );
    assert_eq!(ada.client.get("users/detailuser/").status, 401);
}

fn all_other_sessions_can_be_ended(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let others = [installation.sign_in(&ada.email), installation.sign_in(&ada.email)];
    let end = || ada.client.call("DELETE", "users/sessions/", &json!({})).status;
    assert_eq!(end(), 204);
    for client in &others {
        client
            .get("users/detailuser/")
            .refuses(401, "Please sign in to continue.");
    }
    assert_eq!(sessions(&ada.client).len(), 1);
    assert_eq!(eve.client.get("users/detailuser/").status, 200);
    assert_eq!(end(), 204, "there are none, which is no fault");
}
