//! `data_requests/approval_procedures/{id}/duplicate/`, `{id}/export/` and `import/`.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::on_both_databases;
use crate::people::Installation;
use crate::procedures::procedures;
use crate::server::TestServer;

on_both_databases!(
    a_procedure_is_copied,
    an_exported_procedure_can_be_imported_unchanged,
    a_file_with_faults_is_refused_with_all_of_them,
);

const EXPORT: &str = "data_requests/approval_procedures/1/export/";
const IMPORT: &str = "data_requests/approval_procedures/import/";

fn a_procedure_is_copied(server: &TestServer) {
    let sara = Installation::new(server).person("Sara", Role::SuperUser).client;
    let path = "data_requests/approval_procedures/1/duplicate/";
    let copied = sara.post(path, &json!({}));
    assert_eq!(
        copied.json()["message"],
        "Successfully duplicated the approval procedure"
    );
    let id = copied.data(201)["approval_procedure_id"].clone();
    assert_eq!(copied.data(201), one(&sara, &id), "the whole record");
    let drawing = sara
        .get(&format!("data_requests/approval_procedures/{id}/drawing/"))
        .data(200);
    assert_eq!(
        (drawing["stages"].as_array().unwrap().len(), &drawing["is_active"]),
        (9, &json!(false))
    );
    assert_eq!(sara.post(path, &json!({ "name": "Fast track" })).status, 201);
    sara.post(path, &json!({ "name": "fast TRACK" })).refuses_field(
        409,
        "name",
        "There is already another Approval Procedure with this name.",
    );
    let names: Vec<Value> = procedures(&sara).iter().map(|row| row[0].clone()).collect();
    assert_eq!(
        names,
        ["Copy of Default procedure", "Default procedure", "Fast track"]
    );
    let nowhere = sara.post("data_requests/approval_procedures/4711/duplicate/", &json!({}));
    nowhere.refuses(404, "Approval Procedure not found.");
}

fn an_exported_procedure_can_be_imported_unchanged(server: &TestServer) {
    let sara = Installation::new(server).person("Sara", Role::SuperUser).client;
    let template = json!({ "heading": "Approval {{letter_number}}", "body": "Dear {{requester_name}}" });
    let changed = sara.put("data_requests/approval_procedures/1/letter/", &template);
    assert_eq!(changed.status, 200);
    let answer = sara.get(EXPORT);
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("application/json"))
    );
    assert_eq!(
        answer.header("content-disposition"),
        Some(
            "attachment; filename=\"Default procedure.procedure.json\"; \
             filename*=UTF-8''Default%20procedure.procedure.json"
        )
    );
    let mut file = answer.json();
    assert_eq!((&file["schema"], &file["letter"]), (&json!(1), &template));
    assert_eq!(
        (
            &file["stages"][2]["stage_id"],
            &file["stages"][2]["role"],
            &file["stages"][2]["stage_type"]
        ),
        (&json!(3), &json!("Data Access Reviewer"), &json!("Junction"))
    );
    let has_target = |stage: &Value| stage.get("target").is_some();
    assert!(!file["stages"].as_array().unwrap().iter().any(has_target));
    file["stages"][2]["target"] = json!(10);
    assert_eq!(file.get("term"), None, "without a term, there is no such field");
    file["term"] = json!({ "unit": "months", "count": 3 });
    assert_eq!(
        file.get("completion_window"),
        None,
        "without one, there is no such field"
    );
    file["completion_window"] = json!(4);
    sara.post(IMPORT, &file).refuses_field(
        409,
        "name",
        "There is already another Approval Procedure with this name.",
    );
    file["name"] = json!("Carried");
    let added = sara.post(IMPORT, &file);
    assert_eq!(
        added.json()["message"],
        "Successfully imported the approval procedure"
    );
    let id = added.data(201)["approval_procedure_id"].clone();
    assert_eq!(added.data(201), one(&sara, &id), "the whole record");
    let again = sara
        .get(&format!("data_requests/approval_procedures/{id}/export/"))
        .json();
    assert_eq!(again, file);
    assert_eq!(procedures(&sara)[0], json!(["Carried", false, false, 0]));
    sara.get("data_requests/approval_procedures/4711/export/")
        .refuses(404, "Approval Procedure not found.");
}

fn a_file_with_faults_is_refused_with_all_of_them(server: &TestServer) {
    let sara = Installation::new(server).person("Sara", Role::SuperUser).client;
    let file = sara.get(EXPORT).json();
    let mut faulty = file.clone();
    faulty["name"] = json!("");
    faulty["term"] = json!({ "unit": "weeks", "count": 0 });
    faulty["completion_window"] = json!(13);
    faulty["stages"][1]["role"] = json!("Wizard");
    faulty["stages"][3]["stage_type"] = json!("Séance");
    faulty["stages"][8]["target"] = json!(10);
    faulty["links"][7]["next"] = json!(99);
    faulty["letter"] = json!({ "heading": "Approval", "body": "Dear\n{{salary}}" });
    let answer = sara.post(IMPORT, &faulty);
    assert_eq!(answer.status, 400);
    let errors = answer.json()["errors"].clone();
    let places: Vec<&str> = errors.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        places,
        [
            "completion_window",
            "letter.body",
            "links[7].next",
            "name",
            "stages[1].role",
            "stages[3].stage_type",
            "stages[8].target",
            "term"
        ]
    );
    assert!(
        !answer.json().to_string().contains("Wizard"),
        "values are not repeated"
    );
    // A graph with faults is refused, unless it is to be repaired here.
    let mut circle = file.clone();
    circle["name"] = json!("Circle");
    circle["links"][7]["next"] = json!(3);
    let answer = sara.post(IMPORT, &circle);
    assert_eq!(answer.status, 400);
    assert!(answer.json()["errors"]["stages[8]"].is_array());
    assert_eq!(procedures(&sara).len(), 1, "nothing of it is stored");
    circle["keep_faults"] = json!(true);
    assert_eq!(sara.post(IMPORT, &circle).status, 201);
    assert_eq!(procedures(&sara)[0][1], json!(false));
    let mut later = file;
    later["schema"] = json!(2);
    sara.post(IMPORT, &later).refuses_field(
        400,
        "schema",
        "This file can't be read. Please choose an approval procedure with the schema 1.",
    );
}

/// Returns one procedure.
fn one(by: &Client, id: &Value) -> Value {
    by.get(&format!("data_requests/approval_procedures/{id}/"))
        .data(200)
}
