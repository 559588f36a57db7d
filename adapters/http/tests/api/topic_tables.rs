//! `data_dictionary/topic_tables/`: the tables of topics, and their positions on the map (3 §2.12,
//! §5).

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    a_table_is_assigned_to_a_topic_moved_and_removed,
    incomplete_assignments_are_refused,
);

const PLACES: &str = "data_dictionary/topic_tables/";

fn a_table_is_assigned_to_a_topic_moved_and_removed(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let topic = json!({ "topic": "Care", "description": "Who is cared for" });
    let topic = sara
        .client
        .post("data_dictionary/topics/create/", &topic)
        .data(201)["topic_id"]
        .clone();
    let tbl = sara.client.get("data_dictionary/table_dd/").data(200)[0]["tbl_id"].clone();
    let place = json!({ "topic": topic, "tbl": tbl, "pos_x": "0.25", "pos_y": "0.75" });
    let added = sara.client.post(&format!("{PLACES}create/"), &place);
    let id = added.data(201)["tt_id"].clone();
    let shown = sara.client.get(&format!("{PLACES}{id}/")).data(200);
    assert_eq!(
        (
            &shown["entity_name"],
            &shown["pos_x"],
            &shown["pos_y"],
            &shown["topic_name"]
        ),
        (&json!("Visit"), &json!("0.25"), &json!("0.75"), &json!("Care"))
    );
    let now = server.ports.clock.now().date_naive().to_string();
    assert!(
        shown["assigned_on"].as_str().unwrap().starts_with(&now),
        "{shown}"
    );
    sara.client
        .post(&format!("{PLACES}create/"), &place)
        .refuses_field(409, "tbl", "This table is already under the topic.");

    let moved = json!({
        "topic": topic, "tbl": tbl, "pos_x": "1", "pos_y": "0.001", "row_version": shown["row_version"],
    });
    let update = format!("{PLACES}update/{id}/");
    assert_eq!(sara.client.put(&update, &moved).data(200)["tt_id"], id);
    for path in [
        format!("{PLACES}?topic={topic}"),
        format!("{PLACES}create/?topic={topic}"),
    ] {
        let rows = server.guest().get(&path).data(200);
        assert_eq!(
            (&rows[0]["pos_x"], &rows[0]["pos_y"]),
            (&json!("1"), &json!("0.001")),
            "{path}"
        );
    }
    let path = format!("{PLACES}{id}/");
    assert_eq!(sara.client.call("DELETE", &path, &json!({})).status, 204);
    sara.client.get(&path).refuses(404, "Table topic not found.");
    let rows = server.guest().get(&format!("{PLACES}?topic={topic}")).data(200);
    assert_eq!(rows, json!([]));
}

fn incomplete_assignments_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let topic = json!({ "topic": "Care", "description": "Who is cared for" });
    let topic = sara
        .client
        .post("data_dictionary/topics/create/", &topic)
        .data(201)["topic_id"]
        .clone();
    let outside = "A position must be greater than 0 and at most 1.";
    for (field, value, message) in [
        ("tbl", Value::Null, "Please select the Table Name."),
        ("tbl", json!(999_999), "Please select the Table Name."),
        ("topic", json!(999_999), "Please select the Topic Name."),
        ("pos_x", json!("0.0"), "Please enter the Position X."),
        ("pos_y", json!(""), "Please enter the Position Y."),
        ("pos_x", json!("1.5"), outside),
        ("pos_y", json!("NaN"), outside),
        ("pos_y", json!("0".repeat(40)), outside),
    ] {
        let mut place = json!({ "topic": topic, "tbl": 1, "pos_x": "0.25", "pos_y": "0.75" });
        place[field] = value;
        let refused = sara.client.post(&format!("{PLACES}create/"), &place);
        refused.refuses_field(400, field, message);
    }
}
