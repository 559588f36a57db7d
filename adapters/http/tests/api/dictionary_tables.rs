//! `data_dictionary/table_dd/` and `table_types/`: tables of data sources, as Super Users edit them
//! (3 §2.9, §5).

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    a_table_is_added_changed_and_deleted,
    all_missing_fields_of_a_table_are_reported_at_once,
    a_referenced_table_cannot_be_deleted,
    types_of_tables_are_listed_and_added,
);

const TABLES: &str = "data_dictionary/table_dd/";

fn births(source: i64) -> Value {
    json!({
        "data_source": source, "table_type": 1, "tbl_name": " births ", "tbl_description": "One row a birth",
        "icon": "ChildCare", "entity_name": "Birth",
    })
}

fn a_table_is_added_changed_and_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let source = installation.source.0;
    let added = sara.client.post(TABLES, &births(source));
    assert_eq!(added.json()["message"], "Successfully created a table");
    let id = added.data(201)["tbl_id"].clone();
    let path = format!("{TABLES}{id}/");
    let shown = sara.client.get(&path).data(200);
    assert_eq!(
        (&shown["tbl_name"], &shown["table_type_name"], &shown["publish"]),
        (&json!("births"), &json!("Event"), &json!(false))
    );
    assert_eq!(shown["poc_total_records"], Value::Null);
    sara.client.post(TABLES, &births(source)).refuses_field(
        409,
        "tbl_name",
        "There is already a table with this name in the data source.",
    );

    let mut changed = births(source);
    changed["publish"] = json!(true);
    changed["in_PoC"] = json!(true);
    changed["poc_earliest_record"] = json!("2001-02-03");
    changed["poc_total_records"] = json!(120);
    changed["row_version"] = shown["row_version"].clone();
    assert_eq!(sara.client.put(&path, &changed).data(200)["tbl_id"], id);
    let guests = format!("data_dictionary/tables/?data_source={source}&search=births");
    assert_eq!(
        server.guest().get(&guests).json()["page"]["total"],
        1,
        "it is published"
    );
    let after = sara.client.get(&path).data(200);
    assert_eq!(
        (
            &after["in_PoC"],
            &after["poc_earliest_record"],
            &after["poc_total_records"]
        ),
        (&json!(true), &json!("2001-02-03"), &json!(120))
    );
    changed["poc_total_records"] = Value::Null;
    changed["row_version"] = after["row_version"].clone();
    assert_eq!(sara.client.put(&path, &changed).status, 200);
    let after = sara.client.get(&path).data(200);
    assert_eq!(after["poc_total_records"], Value::Null, "null takes it away");
    changed["data_source"] = json!(source + 99);
    changed["row_version"] = Value::Null;
    sara.client.put(&path, &changed).refuses_field(
        400,
        "data_source",
        "You can't move a table to another data source.",
    );

    assert_eq!(sara.client.call("DELETE", &path, &json!({})).status, 204);
    sara.client.get(&path).refuses(404, "Table not found.");
    assert_eq!(server.guest().get(&guests).json()["page"]["total"], 0);
}

fn all_missing_fields_of_a_table_are_reported_at_once(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let refused = sara.client.post(TABLES, &json!({}));
    let refused = refused.refuses(400, "Table Type is required");
    for (field, message) in [
        ("data_source", "Data Source is required"),
        ("table_type", "Table Type is required"),
        ("tbl_name", "Table Name is required"),
        ("tbl_description", "Table Description is required"),
        ("entity_name", "Entity Name System is required"),
        ("icon", "Icon is required"),
    ] {
        assert_eq!(refused["errors"][field][0], message, "{refused}");
    }
    let mut typed = births(installation.source.0);
    typed["table_type"] = json!(999);
    let refused = sara.client.post(TABLES, &typed);
    refused.refuses_field(400, "table_type", "Table Type is required");
    let mut typed = births(999_999);
    let refused = sara.client.post(TABLES, &typed);
    refused.refuses_field(400, "data_source", "Data Source is required");
    typed["data_source"] = json!(installation.source.0);
    typed["poc_total_records"] = json!(-1);
    let refused = sara.client.post(TABLES, &typed);
    refused.refuses_field(
        400,
        "poc_total_records",
        "A number of records must not be negative.",
    );
    for day in ["yesterday", "2026-02-30", "05/03/2026"] {
        let mut typed = births(installation.source.0);
        typed["poc_earliest_record"] = json!(day);
        assert_eq!(sara.client.post(TABLES, &typed).status, 400, "{day}");
    }
}

fn a_referenced_table_cannot_be_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let visits = sara.client.get(TABLES).data(200)[0]["tbl_id"].clone();
    let refused = sara
        .client
        .call("DELETE", &format!("{TABLES}{visits}/"), &json!({}));
    refused.refuses(409, "This table cannot be deleted: 3 variables refer to it.");
}

fn types_of_tables_are_listed_and_added(server: &TestServer) {
    const TYPES: &str = "data_dictionary/table_types/";
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let added = sara
        .client
        .post(TYPES, &json!({ "name": " Laboratory  results " }));
    let id = added.data(201)["table_type_id"].clone();
    let names = |path: &str| -> Vec<Value> {
        let rows = sara.client.get(path).data(200);
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].clone())
            .collect()
    };
    assert_eq!(names(TYPES), [json!("Event"), json!("Laboratory results")]);
    assert_eq!(
        names(&format!("{TYPES}?search=lab")),
        [json!("Laboratory results")]
    );
    let mut typed = births(installation.source.0);
    typed["table_type"] = id;
    assert_eq!(sara.client.post(TABLES, &typed).status, 201);
    sara.client
        .post(TYPES, &json!({ "name": "Laboratory results" }))
        .refuses_field(409, "name", "There is already a table type with this name.");
    for name in [Value::Null, json!(" ")] {
        let refused = sara.client.post(TYPES, &json!({ "name": name }));
        refused.refuses_field(400, "name", "Please enter the Table Type Name.");
    }
}
