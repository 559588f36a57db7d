//! `data_dictionary/version_variable/`: the variables of a data source's versions (3 §2.11, §5).

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    a_version_holds_variables_as_they_were,
    variables_of_a_version_are_added_replaced_and_taken_out,
);

const HELD: &str = "data_dictionary/version_variable/";

fn commits(by: &Person, body: &Value) -> Value {
    by.client.post("data_dictionary/version/", body).data(200)["version_id"].clone()
}

fn columns(by: &Person, version: &Value) -> Vec<Value> {
    let rows = by.client.get(&format!("{HELD}?version={version}")).data(200);
    let rows = rows.as_array().unwrap();
    rows.iter().map(|row| row["ids_column_name"].clone()).collect()
}

fn a_version_holds_variables_as_they_were(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let version = commits(
        &sara,
        &json!({ "data_source": installation.source.0, "message": "All" }),
    );
    let ward = installation.variables[1].0;
    let path = format!("data_dictionary/variables_dd/{ward}/");
    let shown = sara.client.get(&path).data(200);
    let changed = json!({
        "ids_column_name": "ward", "var_name": shown["var_name"], "data_type": "Number", "meaning": "By number",
        "usage": shown["usage"], "date_introduced": "2026-01-05",
    });
    assert_eq!(sara.client.put(&path, &changed).status, 200);
    let found = sara.client.get(&format!("{HELD}?version={version}&search=ward"));
    let row = &found.data(200)[0];
    assert_eq!(
        (&row["variable"], &row["data_type"], &row["meaning"]),
        (&json!(ward), &shown["data_type"], &shown["meaning"]),
        "as it was when it was committed"
    );
    assert_eq!(columns(&sara, &version).len(), 3);
    commits(
        &sara,
        &json!({ "data_source": installation.source.0, "message": "Once more" }),
    );
    let all = sara.client.get(&format!("{HELD}?sort=var_name"));
    assert_eq!(all.json()["page"]["total"], 6, "those of all versions");
}

fn variables_of_a_version_are_added_replaced_and_taken_out(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let source = installation.source.0;
    let body = json!({ "data_source": source, "message": "To be filled", "variables": [] });
    let version = commits(&sara, &body);
    assert_eq!(columns(&sara, &version), Vec::<Value>::new());
    let of = |variable: i64| json!({ "version": version, "variable": variable });
    let [date, ward] = [installation.variables[0].0, installation.variables[1].0];
    let added = sara.client.post(HELD, &of(ward));
    let id = added.data(201)["version_variable_id"].clone();
    let path = format!("{HELD}{id}/");
    assert_eq!(sara.client.get(&path).data(200)["var_name"], "ward");
    let again = sara.client.post(HELD, &of(ward));
    again.refuses_field(409, "variable", "The version already has this variable.");
    assert_eq!(
        sara.client.put(&path, &of(date)).data(200)["version_variable_id"],
        id
    );
    assert_eq!(columns(&sara, &version), [json!("visit_date")]);

    let nothing = sara.client.post(HELD, &json!({}));
    nothing.refuses_field(400, "version", "Version is required");
    assert_eq!(nothing.json()["errors"]["variable"][0], "Variable is required");
    let missing = sara.client.post(HELD, &json!({ "variable": ward }));
    missing.refuses_field(400, "version", "Version is required");
    for variable in [Value::Null, json!(999_999)] {
        let missing = sara
            .client
            .post(HELD, &json!({ "version": version, "variable": variable }));
        missing.refuses_field(400, "variable", "Variable is required");
    }
    assert_eq!(sara.client.call("DELETE", &path, &json!({})).status, 204);
    sara.client.get(&path).refuses(404, "Version variable not found.");
    assert_eq!(columns(&sara, &version), Vec::<Value>::new());
}
