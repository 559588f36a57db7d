//! `data_dictionary/topics/`: topics, as Super Users keep them.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    a_topic_is_added_changed_and_deleted,
    what_is_missing_or_there_already_is_refused,
    topics_are_found_and_sorted,
);

const TOPICS: &str = "data_dictionary/topics/";

fn add(by: &Person, body: &Value) -> i64 {
    let added = by.client.post("data_dictionary/topics/create/", body).data(201);
    added["topic_id"].as_i64().unwrap()
}

fn update(by: &Person, id: i64, body: &Value) -> crate::client::Answer {
    by.client
        .put(&format!("data_dictionary/topics/update/{id}/"), body)
}

fn delete(by: &Person, id: i64) -> crate::client::Answer {
    by.client.call("DELETE", &format!("{TOPICS}{id}/"), &json!({}))
}

fn listed(by: &Person, query: &str) -> Vec<Value> {
    let rows = by.client.get(&format!("{TOPICS}{query}")).data(200);
    rows.as_array().unwrap().clone()
}

fn a_topic_is_added_changed_and_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = add(
        &sara,
        &json!({ "topic": " Maternal  health ", "description": "Mothers" }),
    );
    let before = listed(&sara, "").remove(0);
    let added = &before["date_added"];
    assert_eq!(
        before,
        json!({
            "topic_id": id, "topic": "Maternal health", "description": "Mothers", "active": 1, "date_added": added,
            "row_version": 1,
        })
    );
    let changed = json!({ "topic": "maternal health", "description": "Mothers and children", "active": 0 });
    assert_eq!(update(&sara, id, &changed).data(200)["topic_id"], id);
    assert_eq!(
        listed(&sara, ""),
        [json!({
            "topic_id": id, "topic": "maternal health", "description": "Mothers and children", "active": 0,
            "date_added": added, "row_version": 2,
        })]
    );
    assert_eq!(delete(&sara, id).status, 204);
    assert_eq!(listed(&sara, ""), Vec::<Value>::new());
    update(&sara, id, &changed).refuses(404, "Topic not found.");
    delete(&sara, id).refuses(404, "Topic not found.");
}

fn what_is_missing_or_there_already_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let births = add(
        &sara,
        &json!({ "topic": "Births", "description": "All of them", "active": 1 }),
    );
    let deaths = add(
        &sara,
        &json!({ "topic": "Deaths", "description": "Causes, too", "active": 0 }),
    );
    let post = |body: Value| sara.client.post("data_dictionary/topics/create/", &body);
    for name in [Value::Null, json!(""), json!("  ")] {
        let body = json!({ "topic": name, "description": "x" });
        post(body).blames(400, "topic", "Please enter the Topic Name.");
    }
    for description in [Value::Null, json!(""), json!("  ")] {
        let body = json!({ "topic": "x", "description": description });
        post(body).blames(400, "description", "Please enter the Description.");
    }
    for active in [2, -1] {
        let body = json!({ "topic": "x", "description": "x", "active": active });
        post(body).blames(400, "active", "A topic is active (1) or not (0).");
    }
    let same = json!({ "topic": "BIRTHS", "description": "x" });
    let taken = "There is a topic with this name already.";
    post(same.clone()).refuses(409, taken);
    update(&sara, deaths, &same).refuses(409, taken);
    assert_eq!(update(&sara, births, &same).status, 200, "it is its own name");
    assert_eq!(listed(&sara, "").len(), 2);
}

fn topics_are_found_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let first = add(
        &sara,
        &json!({ "topic": "births", "description": "Registered", "active": 0 }),
    );
    let second = add(
        &sara,
        &json!({ "topic": "Deaths", "description": "Causes", "active": 1 }),
    );
    let ids = |query: &str| {
        let rows = listed(&sara, query);
        rows.iter()
            .map(|row| row["topic_id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    for (query, expected) in [
        ("", [first, second]),
        ("?sort=-topic", [second, first]),
        ("?sort=description", [second, first]),
        ("?sort=active", [first, second]),
        ("?sort=-date_added", [second, first]),
    ] {
        assert_eq!(ids(query), expected, "{query}");
    }
    assert_eq!(ids("?search=birth"), [first]);
    assert_eq!(ids("?search=causes"), [second]);
    assert_eq!(ids("?search=%25"), Vec::<i64>::new());
    let answer = sara.client.get(TOPICS);
    assert_eq!(
        answer.json()["page"],
        json!({ "number": 1, "size": 20, "total": 2 })
    );
    let ada = installation.person("Ada", Role::DataRequester);
    for client in [&ada.client, &server.guest()] {
        let rows = client.get(TOPICS).data(200);
        assert_eq!(rows.as_array().unwrap().len(), 1, "active ones only (2 §7)");
        assert_eq!(rows[0]["topic_id"], second);
    }
    server
        .guest()
        .with_token("no-such-session")
        .get(TOPICS)
        .refuses(401, "Please sign in to continue.");
    ada.client
        .get(&format!("{TOPICS}{second}/"))
        .refuses(403, "Your role does not allow this.");
    assert_eq!(
        sara.client.get(&format!("{TOPICS}{first}/")).data(200)["topic_id"],
        first
    );
}
