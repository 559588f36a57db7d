//! `data_dictionary/variables_dd/` and the lists of a variable, as Super Users edit them (3 §2.10,
//! §5).

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    a_variable_is_added_changed_and_deleted,
    all_missing_fields_of_a_variable_are_reported_at_once,
    variables_are_found_and_sorted,
    details_are_added_and_removed,
    an_incomplete_detail_is_refused,
);

const VARIABLES: &str = "data_dictionary/variables_dd/";

fn weight(tbl: &Value) -> Value {
    json!({
        "tbl": tbl, "ids_column_name": "weight", "var_name": "Weight", "data_type": "Decimal",
        "meaning": "In grams", "date_introduced": "2026-01-05", "usage": "Analytical",
    })
}

fn table_of(sara: &Person) -> Value {
    sara.client.get("data_dictionary/table_dd/").data(200)[0]["tbl_id"].clone()
}

fn a_variable_is_added_changed_and_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let tbl = table_of(&sara);
    let added = sara.client.post(VARIABLES, &weight(&tbl));
    assert_eq!(added.json()["message"], "Successfully created a variable");
    let id = added.data(201)["var_id"].clone();
    let path = format!("{VARIABLES}{id}/");
    let shown = sara.client.get(&path).data(200);
    assert_eq!(
        (
            &shown["tbl"],
            &shown["tbl_name"],
            &shown["source"],
            &shown["data_type"]
        ),
        (
            &tbl,
            &json!("visits"),
            &json!("Hospital Records"),
            &json!("Decimal")
        )
    );
    assert_eq!(
        (
            &shown["derived"],
            &shown["range"],
            &shown["value_count"],
            &shown["synonyms"]
        ),
        (&json!(false), &Value::Null, &Value::Null, &json!([]))
    );
    sara.client.post(VARIABLES, &weight(&tbl)).refuses_field(
        409,
        "ids_column_name",
        "There is already a variable with this column name in the table.",
    );

    let mut changed = weight(&tbl);
    changed["meaning"] = json!("In kilograms");
    changed["range"] = json!("0 to 9");
    changed["value_count"] = json!(9);
    changed["row_version"] = shown["row_version"].clone();
    assert_eq!(sara.client.put(&path, &changed).data(200)["var_id"], id);
    let guests = |word: &str| {
        let found = format!("data_dictionary/data_dictionary/?search={word}");
        server.guest().get(&found).json()["page"]["total"].clone()
    };
    assert_eq!(
        (guests("kilograms"), guests("grams")),
        (json!(1), json!(1)),
        "found by its new meaning"
    );
    changed["range"] = Value::Null;
    changed["row_version"] = Value::Null;
    assert_eq!(sara.client.put(&path, &changed).status, 200);
    let after = sara.client.get(&path).data(200);
    assert_eq!(
        (&after["range"], &after["value_count"]),
        (&Value::Null, &json!(9))
    );

    let mut elsewhere = changed.clone();
    elsewhere["tbl"] = json!(999_999);
    let refused = sara.client.put(&path, &elsewhere);
    refused.refuses_field(400, "tbl", "You can't move a variable to another table.");
    changed["data_source"] = json!(installation.source.0 + 1);
    let refused = sara.client.put(&path, &changed);
    refused.refuses_field(
        400,
        "data_source",
        "The table doesn't belong to this data source.",
    );

    assert_eq!(sara.client.call("DELETE", &path, &json!({})).status, 204);
    sara.client.get(&path).refuses(404, "Variable not found.");
    assert_eq!(guests("kilograms"), 0);
}

fn all_missing_fields_of_a_variable_are_reported_at_once(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let tbl = table_of(&sara);
    let refused = sara.client.post(VARIABLES, &json!({}));
    let refused = refused.refuses(400, "Column Name is required");
    for (field, message) in [
        ("tbl", "Please select the Table Name."),
        ("ids_column_name", "Column Name is required"),
        ("var_name", "Variable Name is required"),
        ("data_type", "Data Type is required"),
        ("meaning", "Meaning is required"),
        ("date_introduced", "Date introduced is required"),
        ("usage", "Usage is required"),
    ] {
        assert_eq!(refused["errors"][field][0], message, "{refused}");
    }
    for (field, value, message) in [
        ("tbl", json!(999_999), "Please select the Table Name."),
        ("data_type", json!("Picture"), "There is no such data type."),
        (
            "value_count",
            json!(-1),
            "The number of values must not be negative.",
        ),
    ] {
        let mut typed = weight(&tbl);
        typed[field] = value;
        sara.client
            .post(VARIABLES, &typed)
            .refuses_field(400, field, message);
    }
}

fn variables_are_found_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let tbl = table_of(&sara);
    sara.client.post(VARIABLES, &weight(&tbl)).data(201);
    let columns = |query: &str| -> Vec<Value> {
        let rows = sara.client.get(&format!("{VARIABLES}?{query}")).data(200);
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["ids_column_name"].clone())
            .collect()
    };
    let all = [
        json!("visit_date"),
        json!("ward"),
        json!("diagnosis"),
        json!("weight"),
    ];
    assert_eq!(columns(&format!("tbl={tbl}")), all);
    assert_eq!(columns(&format!("data_source={}", installation.source.0)), all);
    assert_eq!(columns(&format!("tbl={tbl}&search=grams")), [json!("weight")]);
    assert_eq!(
        columns(&format!("tbl={tbl}&sort=-ids_column_name&page_size=1")),
        [json!("weight")]
    );
    assert_eq!(columns("tbl=999999"), Vec::<Value>::new());
}

/// The path of a tab, its id field, its title, and an entry.
fn tabs(var: &Value, other: &Value) -> [(&'static str, &'static str, &'static str, Value); 5] {
    [
        (
            "dependencies",
            "dep_id",
            "Dependency",
            json!({ "var": var, "depend_on": other }),
        ),
        (
            "input_values",
            "val_id",
            "Input Value",
            json!({ "var": var, "value": "2500" }),
        ),
        (
            "timeline_of_changes",
            "change_id",
            "Timeline of Change",
            json!({ "var": var, "change_date": "2026-01-05", "comment": "Weighed anew" }),
        ),
        (
            "synonyms",
            "syn_id",
            "Synonym",
            json!({ "var": var, "synonym": "heaviness" }),
        ),
        (
            "variable_metadata",
            "metadata_id",
            "Metadata",
            json!({ "variable": var, "key": "unit", "val_type": "Text", "value": "g" }),
        ),
    ]
}

fn details_are_added_and_removed(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let added = sara.client.post(VARIABLES, &weight(&table_of(&sara)));
    let var = added.data(201)["var_id"].clone();
    let path = format!("{VARIABLES}{var}/");
    let ward = json!(installation.variables[1].0);
    for (tab, id_field, title, entry) in tabs(&var, &ward) {
        let before = sara.client.get(&path).data(200);
        assert_eq!(before[tab], json!([]), "{tab}");
        let saved = sara.client.post(&format!("data_dictionary/{tab}/"), &entry);
        assert_eq!(saved.json()["message"], format!("{title} saved successfully!"));
        let stored = saved.data(201);
        for (field, value) in entry.as_object().unwrap() {
            assert_eq!(&stored[field], value, "{tab}: {stored}");
        }
        let id = stored[id_field].clone();
        let after = sara.client.get(&path).data(200);
        assert_eq!(after[tab][0][id_field], id, "{tab}: {after}");
        assert_ne!(
            after["row_version"], before["row_version"],
            "the variable was changed"
        );
    }
    let whole = sara.client.get(&path).data(200);
    assert_eq!(
        (
            &whole["dependencies"][0]["depend_on"],
            &whole["synonyms"][0]["synonym"]
        ),
        (&ward, &json!("heaviness"))
    );
    let found = server
        .guest()
        .get("data_dictionary/data_dictionary/?search=heaviness");
    assert_eq!(found.json()["page"]["total"], 1, "it is found by its synonym");
    let refused = sara
        .client
        .call("DELETE", &format!("{VARIABLES}{ward}/"), &json!({}));
    refused.refuses(
        409,
        "This variable cannot be deleted: 1 other variable refers to it.",
    );

    for (tab, id_field, title, _) in tabs(&var, &ward) {
        let id = whole[tab][0][id_field].clone();
        let entry = format!("data_dictionary/{tab}/{id}/");
        assert_eq!(
            sara.client.call("DELETE", &entry, &json!({})).status,
            204,
            "{tab}"
        );
        let again = sara.client.call("DELETE", &entry, &json!({}));
        again.refuses(404, &format!("{title} not found."));
        assert_eq!(sara.client.get(&path).data(200)[tab], json!([]), "{tab}");
    }
}

fn an_incomplete_detail_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let var = json!(installation.variables[0].0);
    for (tab, _, title, _) in tabs(&var, &var) {
        let of = if tab == "variable_metadata" {
            "variable"
        } else {
            "var"
        };
        let refused = sara
            .client
            .post(&format!("data_dictionary/{tab}/"), &json!({ of: var }));
        let incomplete = format!("Please fill all required fields in \"{title}\".");
        refused.refuses(400, &incomplete);
        let nothing = sara.client.post(&format!("data_dictionary/{tab}/"), &json!({}));
        nothing.refuses_field(400, of, "Variable is required");
        let said = nothing.json()["errors"].to_string();
        assert!(said.contains("Please fill all required fields"), "{said}");
        if tab == "variable_metadata" {
            let errors = nothing.json()["errors"].clone();
            let told: Vec<&String> = errors.as_object().unwrap().keys().collect();
            assert_eq!(told, ["key", "val_type", "value", "variable"]);
        }
    }
    let itself = json!({ "var": var, "depend_on": var });
    sara.client
        .post("data_dictionary/dependencies/", &itself)
        .refuses_field(400, "depend_on", "A variable can't depend on itself.");
    let nobodys = json!({ "var": 999_999, "synonym": "mass" });
    let refused = sara.client.post("data_dictionary/synonyms/", &nobodys);
    refused.refuses(404, "Variable not found.");
    let twice = json!({ "var": var, "synonym": "mass" });
    sara.client.post("data_dictionary/synonyms/", &twice).data(201);
    let refused = sara.client.post("data_dictionary/synonyms/", &twice);
    refused.refuses_field(409, "synonym", "The variable already has this synonym.");
}
