//! Every `PUT` of the OpenAPI document: omitted fields stay unchanged, and a save from an outdated
//! version is refused.

use std::collections::BTreeSet;

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    every_put_keeps_omitted_fields,
    a_save_from_an_outdated_version_conflicts,
    an_outdated_change_of_the_status_of_an_organisation_role_conflicts,
);

/// A record, a body with all of its fields, and the fields that a change requires.
struct Record {
    put: &'static str,
    get: String,
    post: &'static str,
    full: Value,
    required: &'static [&'static str],
}

/// `PUT`s that update no record with optional fields.
const NO_RECORDS: [&str; 13] = [
    // Decisions and choices, each complete in itself.
    "/api/v1/data_requests/cancel_request",
    "/api/v1/data_requests/request_state/{state_id}",
    "/api/v1/users/assigned-role-status/{id}",
    "/api/v1/users/selected-role",
    "/api/v1/users/password",
    "/api/v1/users/passkeys/{passkey_id}",
    // A list of choices; those that are not named stay unchanged (notification_preferences.rs).
    "/api/v1/notifications/preferences",
    // A person's own data, which no other person edits (profile.rs, and the use case of feedback).
    "/api/v1/users/update_profile/{user_id}",
    "/api/v1/data_requests/data_request_feedback/{id}",
    // Always sent as a whole, with its own version (drafts.rs).
    "/api/v1/data_requests/drafts/{id}",
    // Always sent as a whole, too (procedure_drawings.rs, approval_letters.rs, calendar.rs).
    "/api/v1/data_requests/approval_procedures/{id}/drawing",
    "/api/v1/data_requests/approval_procedures/{id}/letter",
    "/api/v1/calendar",
];

fn every_record(installation: &Installation<'_>, sara: &Person) -> Vec<Record> {
    let mut all = records(installation, sara);
    all.extend(reference_records());
    all
}

fn records(installation: &Installation<'_>, sara: &Person) -> Vec<Record> {
    let mut all = source_records(installation, sara);
    all.extend(table_records(installation, sara));
    all.extend(procedure_records(sara));
    all.push(Record {
        put: "users/organizations/",
        get: at("users/organizations"),
        post: "users/organizations/",
        full: json!({
            "name": "Lake Clinic", "domain": "lake-clinic.example", "description": "A clinic", "active": 0,
            "country": "Halvania", "abbreviation": "LC",
        }),
        required: &["name", "description", "country"],
    });
    all
}

fn at(path: &str) -> String {
    format!("{path}/")
}

/// The dictionary records that belong to a source.
fn source_records(installation: &Installation<'_>, sara: &Person) -> Vec<Record> {
    let source = installation.source.0;
    let officer = installation.org_role(installation.provider, Role::DataOfficer).0;
    vec![
        Record {
            put: "data_dictionary/data_source/",
            get: at("data_dictionary/data_source"),
            post: "data_dictionary/data_source/",
            full: json!({
                "source": "Birth Registry", "description": "Births and twins", "db_type": "Relational",
                "dbms": "MySQL", "db_host": "db.births.example", "db_username": "reader",
                "db_password": "Quiet-River-7!", "has_aggregate_data": true, "publish": true,
            }),
            required: &["source", "description", "db_type", "dbms"],
        },
        Record {
            put: "data_dictionary/data_custodian/",
            get: at("data_dictionary/data_custodian"),
            post: "data_dictionary/data_custodian/",
            full: json!({ "data_source": source, "org_role": officer, "broker": true }),
            required: &["data_source", "org_role", "broker"],
        },
        Record {
            put: "data_dictionary/version/",
            get: at("data_dictionary/version"),
            post: "data_dictionary/version/",
            full: json!({
                "data_source": source, "message": "Weights in grams", "date_created": "2024-02-29T08:00:00Z",
                "commited_by": sara.assigned_role.0,
            }),
            required: &["data_source", "message"],
        },
        Record {
            put: "data_dictionary/topics/update/",
            get: at("data_dictionary/topics"),
            post: "data_dictionary/topics/create/",
            full: json!({ "topic": "Births", "description": "All of them", "active": 0 }),
            required: &["topic", "description"],
        },
    ]
}

/// The dictionary's tables and variables, and their assignments.
fn table_records(installation: &Installation<'_>, sara: &Person) -> Vec<Record> {
    let source = installation.source.0;
    vec![
        Record {
            put: "data_dictionary/table_dd/",
            get: at("data_dictionary/table_dd"),
            post: "data_dictionary/table_dd/",
            full: json!({
                "data_source": source, "table_type": 1, "tbl_name": "births", "tbl_description": "One row a birth",
                "icon": "ChildCare", "entity_name": "Birth", "in_PoC": true, "in_eMC": true,
                "poc_earliest_record": "2001-02-03", "emc_earliest_record": "2002-02-03",
                "poc_latest_record": "2025-02-03", "emc_latest_record": "2026-02-03", "poc_total_records": 12,
                "emc_total_records": 13, "poc_valid_records": 11, "emc_valid_records": 10, "publish": true,
            }),
            required: &["table_type", "tbl_name", "tbl_description", "icon", "entity_name"],
        },
        Record {
            put: "data_dictionary/variables_dd/",
            get: at("data_dictionary/variables_dd"),
            post: "data_dictionary/variables_dd/",
            full: json!({
                "tbl": 1, "data_source": source, "ids_column_name": "bed", "var_name": "Bed", "data_type": "Number",
                "meaning": "Where the patient lay", "date_introduced": "2024-02-29", "range": "1 to 12",
                "old_var_name": "station", "reference": "Handbook", "derived": true, "usage": "Metadata",
                "is_primary": true, "is_foreign": true, "value_count": 12, "is_identifiable": true,
                "is_analytical": true, "enumerated": true,
            }),
            required: &[
                "ids_column_name",
                "var_name",
                "data_type",
                "meaning",
                "date_introduced",
                "usage",
            ],
        },
        Record {
            put: "data_dictionary/version_variable/",
            get: at("data_dictionary/version_variable"),
            post: "data_dictionary/version_variable/",
            full: json!({ "version": empty_version(sara, source), "variable": 1 }),
            required: &["version", "variable"],
        },
        Record {
            put: "data_dictionary/topic_tables/update/",
            get: at("data_dictionary/topic_tables"),
            post: "data_dictionary/topic_tables/create/",
            full: json!({ "topic": some_topic(sara), "tbl": 1, "pos_x": "0.25", "pos_y": "0.75" }),
            required: &["topic", "tbl", "pos_x", "pos_y"],
        },
    ]
}

fn procedure_records(sara: &Person) -> Vec<Record> {
    let stages = sara
        .client
        .get("data_requests/stage/?approval_procedure=1")
        .data(200);
    let stage = |index: usize| stages[index]["stage_id"].clone();
    vec![
        Record {
            put: "data_requests/stage_type/",
            get: at("data_requests/stage_type"),
            post: "data_requests/stage_type/",
            full: json!({ "stage_type": "Appeal" }),
            required: &["stage_type"],
        },
        Record {
            put: "data_requests/approval_procedures/",
            get: at("data_requests/approval_procedures"),
            post: "data_requests/approval_procedures/",
            full: json!({
                "name": "Slow track", "description": "For large requests", "is_active": false, "is_default": false,
                "term": { "unit": "months", "count": 3 }, "completion_window": 4,
            }),
            required: &["name", "description"],
        },
        Record {
            put: "data_requests/stage/",
            get: at("data_requests/stage"),
            post: "data_requests/stage/create/",
            full: json!({
                "approval_procedure": procedure(sara), "stage_order": 3, "role": Role::DataOfficer.id(),
                "stage_activity": "Appeal", "stage_type": 2, "branch_level": 1, "pos_x": 0.25, "pos_y": 0.75,
                "icon": "FactCheck", "target": 10,
            }),
            required: &[
                "approval_procedure",
                "stage_order",
                "role",
                "stage_activity",
                "stage_type",
                "branch_level",
                "pos_x",
                "pos_y",
                "icon",
            ],
        },
        Record {
            put: "data_requests/next_stage/",
            get: at("data_requests/next_stage"),
            post: "data_requests/next_stage/",
            full: json!({ "current_stage": stage(0), "next": stage(4) }),
            required: &["current_stage", "next"],
        },
    ]
}

/// The reference data.
fn reference_records() -> Vec<Record> {
    vec![
        entry(
            "reference_data/purposes/",
            json!({ "purpose": "Teaching", "active": 0 }),
            &["purpose"],
        ),
        entry(
            "reference_data/ethics_committees/",
            json!({ "irb_name": "Board of the Lakes", "active": 0 }),
            &["irb_name"],
        ),
        entry(
            "reference_data/equipment_types/",
            json!({ "equipment_type": "Typewriter", "active": 0 }),
            &["equipment_type"],
        ),
        entry(
            "reference_data/facilities/",
            json!({ "level": "District", "parent_id": 1, "label": "Hills", "active": 0 }),
            &["label"],
        ),
    ]
}

fn entry(path: &'static str, full: Value, required: &'static [&'static str]) -> Record {
    Record {
        put: path,
        get: path.to_owned(),
        post: path,
        full,
        required,
    }
}

/// Creates a version without variables.
fn empty_version(sara: &Person, source: i64) -> Value {
    let body = json!({ "data_source": source, "message": "To be filled", "variables": [] });
    let added = sara.client.post("data_dictionary/version/", &body);
    added.data(200)["version_id"].clone()
}

fn some_topic(sara: &Person) -> Value {
    let body = json!({ "topic": "Wards", "description": "Where patients lie" });
    let added = sara.client.post("data_dictionary/topics/create/", &body);
    added.data(201)["topic_id"].clone()
}

/// Creates a procedure without stages.
fn procedure(sara: &Person) -> Value {
    let body = json!({ "name": "Fast track", "description": "For small requests" });
    let added = sara.client.post("data_requests/approval_procedures/", &body);
    added.data(201)["approval_procedure_id"].clone()
}

/// Returns the field with the id of a record.
fn id_field(record: &Record) -> &'static str {
    match record.post {
        "data_dictionary/data_source/" => "data_source_id",
        "data_dictionary/data_custodian/" => "custodian_id",
        "data_dictionary/version/" => "version_id",
        "data_dictionary/topics/create/" => "topic_id",
        "data_dictionary/table_dd/" => "tbl_id",
        "data_dictionary/variables_dd/" => "var_id",
        "data_dictionary/version_variable/" => "version_variable_id",
        "data_dictionary/topic_tables/create/" => "tt_id",
        "data_requests/stage_type/" => "stage_type_id",
        "data_requests/approval_procedures/" => "approval_procedure_id",
        "data_requests/stage/create/" => "stage_id",
        "data_requests/next_stage/" => "next_stage_id",
        "reference_data/purposes/" => "purpose_id",
        "reference_data/ethics_committees/" => "irb_id",
        "reference_data/equipment_types/" => "equipment_type_id",
        "reference_data/facilities/" => "facility_id",
        "users/organizations/" => "org_id",
        other => panic!("which field of {other} is the id?"),
    }
}

/// Adds a record and compares the answer with its `GET`. Returns the paths of its `PUT` and its
/// `GET`.
fn added(sara: &Person, record: &Record) -> (String, String) {
    let answer = sara.client.post(record.post, &record.full);
    // Versions answer 200 (3 §7).
    let data = answer.data(answer.status);
    let id = data[id_field(record)]
        .as_i64()
        .unwrap_or_else(|| panic!("{}: {}", record.post, answer.json()));
    let get = format!("{}{id}/", record.get);
    assert_eq!(data, sara.client.get(&get).data(200), "{}", record.post);
    (format!("{}{id}/", record.put), get)
}

fn every_put_keeps_omitted_fields(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let records = every_record(&installation, &sara);
    let document = server.guest().get("/api/v1/openapi.json").json();
    let puts: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, item)| item.get("put").is_some())
        .map(|(path, _)| path.clone())
        .collect();
    let known: BTreeSet<String> = records
        .iter()
        .map(|record| {
            let id = if record.put.contains("organizations") {
                "org_id"
            } else {
                "id"
            };
            format!("/api/v1/{}{{{id}}}", record.put)
        })
        .chain(NO_RECORDS.map(ToOwned::to_owned))
        .collect();
    assert_eq!(puts, known, "a new PUT comes into this table");

    for record in &records {
        let (put, get) = added(&sara, record);
        let before = sara.client.get(&get).data(200);
        let mut body = json!({});
        for field in record.required {
            body[*field] = record.full[*field].clone();
        }
        let answer = sara.client.put(&put, &body);
        assert_eq!(answer.status, 200, "{put}: {}", answer.json());
        let mut after = sara.client.get(&get).data(200);
        assert_eq!(after["row_version"], 2, "{put}");
        after["row_version"] = json!(1);
        assert_eq!(after, before, "{put}");
    }
}

fn a_save_from_an_outdated_version_conflicts(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    for record in &every_record(&installation, &sara) {
        let (put, get) = added(&sara, record);
        assert_eq!(sara.client.get(&get).data(200)["row_version"], 1, "{get}");
        let mut body = record.full.clone();
        body["row_version"] = json!(1);
        assert_eq!(sara.client.put(&put, &body).status, 200, "{put}");
        let before = sara.client.get(&get).data(200);
        let stale = sara.client.put(&put, &body);
        let refused = stale.refuses(
            409,
            "Someone else changed this in the meantime. Check the saved version, and save again to replace it with yours.",
        );
        assert!(refused["errors"]["row_version"][0].is_string(), "{put}");
        assert_eq!(sara.client.get(&get).data(200), before, "{put}");
        body["row_version"] = before["row_version"].clone();
        assert_eq!(sara.client.put(&put, &body).status, 200, "{put}");
    }
}

fn an_outdated_change_of_the_status_of_an_organisation_role_conflicts(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let officer = installation.org_role(installation.provider, Role::DataOfficer).0;
    let path = format!("users/org-roles/{officer}/update-status/");
    let to = |status: bool, row_version: i64| {
        let body = json!({ "status": status, "reason": "No contract", "row_version": row_version });
        sara.client.patch(&path, &body)
    };
    assert_eq!(to(false, 1).status, 200);
    let refused = to(true, 1);
    assert_eq!(refused.status, 409);
    assert!(
        refused.json()["errors"]["row_version"].is_array(),
        "{}",
        refused.json()
    );
    assert_eq!(to(true, 2).status, 200);
}
