//! Calls about the data dictionary.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use super::May::{Anyone, Roles};
use super::call::{Call, get, send};
use super::world::World;
use super::{Actor, SUPER_USER};

const ANALYST: Actor = Actor::Holder(Role::DataAnalyst);

#[expect(clippy::too_many_lines, reason = "a table is as long as the list of calls")]
pub fn calls() -> Vec<Call> {
    vec![
        get("data_dictionary/data_sources", "", Anyone),
        get("data_dictionary/data_sources/{id}", "", Anyone),
        get("data_dictionary/data_sources/tree/{id}", "", Anyone),
        get("data_dictionary/edges", "", Anyone),
        get("data_dictionary/colors", "", Anyone),
        get("data_dictionary/tables", "", Anyone),
        get("data_dictionary/data_dictionary", "", Anyone),
        get("data_dictionary/search", "?search=a", Anyone),
        get(
            "data_dictionary/data_quality",
            "?data_source={source}",
            Roles(&[ANALYST]),
        ),
        get("data_dictionary/data_quality/worst", "", Roles(&[ANALYST])),
        get("data_dictionary/data_quality/sources", "", Roles(&[ANALYST])),
        get(
            "data_dictionary/data_quality/summary",
            "?data_source={source}",
            Roles(&[ANALYST]),
        ),
        get(
            "data_dictionary/data_quality/export",
            "?data_source={source}",
            Roles(&[ANALYST]),
        ),
        get("data_dictionary/data_source", "", Roles(&[SUPER_USER])),
        get("data_dictionary/data_source/{id}", "", Roles(&[SUPER_USER])),
        // Refused: the name is taken.
        send(
            "post",
            "data_dictionary/data_source",
            source,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/data_source/{id}",
            source,
            Roles(&[SUPER_USER]),
        ),
        // Refused: tables refer to it.
        send(
            "delete",
            "data_dictionary/data_source/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/data_custodian", "", Roles(&[SUPER_USER])),
        get("data_dictionary/data_custodian/{id}", "", Roles(&[SUPER_USER])),
        // Refused as a duplicate.
        send(
            "post",
            "data_dictionary/data_custodian",
            custodian,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/data_custodian/{id}",
            custodian,
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/data_custodian/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/version", "", Roles(&[SUPER_USER])),
        get("data_dictionary/version/{id}", "", Roles(&[SUPER_USER])),
        get(
            "data_dictionary/version/{id}/compare",
            "?with={version}",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_dictionary/version/{id}/compare/export",
            "?with={version}",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_dictionary/table_dd/{id}/revisions",
            "",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_dictionary/variables_dd/{id}/revisions",
            "",
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/table_dd/{id}", "", Roles(&[SUPER_USER])),
        get("data_dictionary/variables_dd", "", Roles(&[SUPER_USER])),
        get("data_dictionary/variables_dd/{id}", "", Roles(&[SUPER_USER])),
        get("data_dictionary/table_types", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "data_dictionary/table_types",
            |_| json!({ "name": "Laboratory" }),
            Roles(&[SUPER_USER]),
        ),
        // Refused: the name is taken.
        send(
            "post",
            "data_dictionary/table_dd",
            kept_table,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/table_dd/{id}",
            kept_table,
            Roles(&[SUPER_USER]),
        ),
        // Refused: variables refer to it.
        send(
            "delete",
            "data_dictionary/table_dd/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_dictionary/variables_dd",
            kept_variable,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/variables_dd/{id}",
            kept_variable,
            Roles(&[SUPER_USER]),
        ),
        // Refused: a request refers to it.
        send(
            "delete",
            "data_dictionary/variables_dd/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_dictionary/dependencies",
            |world| json!({ "var": world.records.variables[1], "depend_on": world.records.variables[0] }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/dependencies/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_dictionary/input_values",
            |world| json!({ "var": world.records.variables[0], "value": "3000" }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/input_values/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_dictionary/timeline_of_changes",
            |world| json!({ "var": world.records.variables[0], "change_date": "2026-01-05", "comment": "Weighed anew" }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/timeline_of_changes/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_dictionary/synonyms",
            |world| json!({ "var": world.records.variables[0], "synonym": "heaviness" }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/synonyms/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_dictionary/variable_metadata",
            |world| json!({ "variable": world.records.variables[0], "key": "scale", "val_type": "Text", "value": "kitchen" }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/variable_metadata/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_dictionary/version_variable",
            "?version={version}",
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/version_variable/{id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "data_dictionary/version_variable",
            |world| json!({ "version": world.records.version, "variable": world.records.variables[0] }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/version_variable/{id}",
            |world| json!({ "version": world.records.version, "variable": world.records.variables[1] }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/version_variable/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/topic_tables", "", Anyone),
        get("data_dictionary/topic_tables/create", "", Anyone),
        get("data_dictionary/topic_tables/{id}", "", Roles(&[SUPER_USER])),
        // Refused: the table is already assigned.
        send(
            "post",
            "data_dictionary/topic_tables/create",
            table_topic,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/topic_tables/update/{id}",
            table_topic,
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/topic_tables/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send("post", "data_dictionary/version", version, Roles(&[SUPER_USER])),
        send(
            "put",
            "data_dictionary/version/{id}",
            version,
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/version/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/import", "", Roles(&[SUPER_USER])),
        get("data_dictionary/import/{id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "data_dictionary/import",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/import/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("data_dictionary/topics", "", Anyone),
        get("data_dictionary/topics/{id}", "", Anyone),
        get("data_dictionary/table_dd", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "data_dictionary/topics/create",
            topic,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_dictionary/topics/update/{id}",
            topic,
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_dictionary/topics/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
    ]
}

fn source(_: &World) -> Value {
    json!({
        "source": "Hospital Records", "description": "Visits to hospitals", "db_type": "Relational",
        "dbms": "PostgreSQL", "db_host": "db.hospitals.example", "db_username": "reader",
        "db_password": "Quiet-River-7!", "has_aggregate_data": false, "publish": true,
    })
}

fn custodian(world: &World) -> Value {
    json!({ "data_source": world.source, "org_role": world.custodian_role, "broker": true })
}

/// The version is committed by the caller's own role.
fn version(world: &World) -> Value {
    json!({
        "data_source": world.source, "message": "Weights are in grams", "date_created": "2026-01-05T08:30:00Z",
        "commited_by": world.assigned_role,
    })
}

fn kept_table(world: &World) -> Value {
    json!({
        "data_source": world.source, "table_type": 1, "tbl_name": "visits", "tbl_description": "One row a visit",
        "icon": "LocalHospital", "entity_name": "Visit", "publish": true,
    })
}

fn kept_variable(_: &World) -> Value {
    json!({
        "tbl": 1, "ids_column_name": "ward", "var_name": "Ward", "data_type": "Text", "meaning": "Where the patient lay",
        "date_introduced": "2026-01-05", "usage": "Analytical", "range": "1 to 12", "old_var_name": "station",
        "reference": "Handbook", "derived": false, "value_count": 12,
    })
}

fn table_topic(world: &World) -> Value {
    json!({
        "topic": world.records.topics[0], "tbl": 1, "pos_x": "0.25", "pos_y": "0.75",
        "assigned_on": "2026-01-05T08:30:00Z",
    })
}

/// The second topic has this name.
fn topic(_: &World) -> Value {
    json!({ "topic": "Deaths", "description": "Causes, too", "active": 1 })
}
