//! `GET users/generate-uuid/` and `POST users/track/`.

use std::sync::Arc;

use aditus_application::Ports;
use aditus_application::settings::Settings;
use aditus_http::Api;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::server::{Running, TestServer};

on_both_databases!(
    an_id_is_drawn_each_time,
    clicks_are_stored,
    invalid_clicks_are_refused,
    clicks_are_stored_only_when_tracking_is_enabled,
);

/// The events that a browser has collected.
pub fn clicks() -> Value {
    json!([{
        "ip_address": "198.51.100.7",
        "cookie_id": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
        "done_at": "2026-03-02T11:59:00Z",
        "action": "click",
        "page": "/datasource",
        "object": "View Approval Procedure",
    }])
}

fn an_id_is_drawn_each_time(server: &TestServer) {
    let draw = || {
        let answer = server.guest().get("users/generate-uuid/").json();
        assert_eq!(answer["data"]["uuid"], answer["uuid"]);
        assert_eq!(answer["data"]["tracking"], true);
        answer["uuid"].as_str().unwrap().to_owned()
    };
    let (first, second) = (draw(), draw());
    assert_ne!(first, second);
    assert!(
        first.len() == 36 && &first[14..15] == "4" && "89ab".contains(&first[19..20]),
        "{first}"
    );
}

fn clicks_are_stored(server: &TestServer) {
    let answer = server.guest().post("users/track/", &clicks());
    assert_eq!(
        (answer.status, answer.json()),
        (200, json!({ "code": 200, "message": "OK" }))
    );
    let mut many = clicks();
    let one = many[0].clone();
    many.as_array_mut().unwrap().extend(vec![one; 199]);
    assert_eq!(server.guest().post("users/track/", &many).status, 200);
    let kept = server.write(|transaction| {
        let later = server.ports.clock.now() + chrono::TimeDelta::seconds(1);
        transaction.clicks().delete_expired(later).unwrap()
    });
    assert_eq!(kept, 201);
}

fn invalid_clicks_are_refused(server: &TestServer) {
    let guest = server.guest();
    guest
        .post("users/track/", &json!([]))
        .refuses(400, "There is nothing to record.");
    let mut many = clicks();
    let one = many[0].clone();
    many.as_array_mut().unwrap().extend(vec![one; 200]);
    guest
        .post("users/track/", &many)
        .refuses(400, "Too many records at once. The limit is 200.");
    for (field, value, message) in [
        ("cookie_id", json!("me"), "This is no id of a visitor."),
        ("action", json!(""), "This field is required."),
        ("page", json!("x".repeat(201)), "This text is not allowed here."),
    ] {
        let mut wrong = clicks();
        wrong[0][field] = value;
        guest
            .post("users/track/", &wrong)
            .refuses_field(400, &format!("[0].{field}"), message);
    }
}

fn clicks_are_stored_only_when_tracking_is_enabled(server: &TestServer) {
    let settings = Settings {
        click_tracking: false,
        ..(*server.ports.settings).clone()
    };
    let running = Running::start(Api::new(Ports {
        settings: Arc::new(settings),
        ..server.ports.clone()
    }));
    let guest = running.guest();
    guest
        .post("users/track/", &clicks())
        .refuses(404, "This does not exist, or you may not see it.");
    assert_eq!(
        guest.get("users/generate-uuid/").json()["data"]["tracking"],
        false
    );
}
