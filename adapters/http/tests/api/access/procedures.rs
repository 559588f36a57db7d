//! Calls about approval procedures.

use serde_json::{Value, json};

use super::May::Roles;
use super::SUPER_USER;
use super::call::{Call, get, send};
use super::world::World;

/// The paths of records of the default procedure, which is the first one of a new database.
pub const PROCEDURE_RECORDS: [&str; 4] = [
    "data_requests/stage_type/",
    "data_requests/approval_procedures/",
    "data_requests/stage/",
    "data_requests/next_stage/",
];
pub const FIRST_PROCEDURE_RECORD: i64 = 1;

#[expect(clippy::too_many_lines, reason = "a table is as long as the list of calls")]
pub fn calls() -> Vec<Call> {
    vec![
        get("data_requests/stage_type", "", Roles(&[SUPER_USER])),
        get("data_requests/stage_type/{id}", "", Roles(&[SUPER_USER])),
        get("data_requests/approval_procedures", "", Roles(&[SUPER_USER])),
        get("data_requests/approval_procedures/{id}", "", Roles(&[SUPER_USER])),
        get(
            "data_requests/approval_procedures/history",
            "",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_requests/approval_procedures/{id}/drawing",
            "",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_requests/approval_procedures/{id}/matrix",
            "",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_requests/approval_procedures/{id}/export",
            "",
            Roles(&[SUPER_USER]),
        ),
        get(
            "data_requests/approval_procedures/{id}/letter",
            "",
            Roles(&[SUPER_USER]),
        ),
        get("data_requests/stage", "", Roles(&[SUPER_USER])),
        get("data_requests/stage/create", "", Roles(&[SUPER_USER])),
        get("data_requests/stage/{id}", "", Roles(&[SUPER_USER])),
        get("data_requests/next_stage/list", "", Roles(&[SUPER_USER])),
        get("data_requests/next_stage/{id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "data_requests/stage_type",
            |_| json!({ "stage_type": "Appeal" }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_requests/approval_procedures",
            |_| json!({ "name": "Fast track", "description": "For small requests" }),
            Roles(&[SUPER_USER]),
        ),
        // Refused: the default procedure is active and would become invalid. Stage type 1 is built
        // in.
        send("post", "data_requests/stage/create", stage, Roles(&[SUPER_USER])),
        send(
            "post",
            "data_requests/next_stage",
            |_| json!({ "current_stage": 1, "next": 1 }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_requests/stage_type/{id}",
            |_| json!({ "stage_type": "Beginning" }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_requests/approval_procedures/{id}",
            |_| json!({ "name": "Procedure", "description": "As it was" }),
            Roles(&[SUPER_USER]),
        ),
        // Refused for its content, because the default procedure is active.
        send(
            "put",
            "data_requests/approval_procedures/{id}/drawing",
            drawing,
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_requests/approval_procedures/{id}/trial",
            trial,
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_requests/approval_procedures/{id}/duplicate",
            |_| json!({ "name": "Twin" }),
            Roles(&[SUPER_USER]),
        ),
        // Refused for its content.
        send(
            "post",
            "data_requests/approval_procedures/import",
            portable,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "data_requests/approval_procedures/{id}/letter",
            letter,
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_requests/approval_procedures/{id}/letter/preview",
            letter,
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "data_requests/approval_procedures/{id}/letter/preview/text",
            letter,
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_requests/approval_procedures/{id}/letter",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        // Refused: the link never had this version.
        send(
            "post",
            "data_requests/next_stage/{id}/insert",
            inserted,
            Roles(&[SUPER_USER]),
        ),
        send("put", "data_requests/stage/{id}", stage, Roles(&[SUPER_USER])),
        send(
            "put",
            "data_requests/next_stage/{id}",
            |_| json!({ "current_stage": 1, "next": 2 }),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_requests/stage_type/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_requests/approval_procedures/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_requests/stage/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        send(
            "delete",
            "data_requests/next_stage/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
    ]
}

fn stage(_: &World) -> Value {
    json!({
        "approval_procedure": 1, "role": 4, "stage_type": 2, "stage_order": 8, "stage_activity": "Release",
        "branch_level": 0, "pos_x": 0.3, "pos_y": 0.5, "icon": "Inventory", "target": 10,
    })
}

/// A single stage with a link to itself.
fn drawing(_: &World) -> Value {
    let mut stage = drawn_stage();
    stage["stage_id"] = json!(0);
    json!({
        "stages": [stage], "links": [{ "current_stage": 0, "next": 0 }], "keep_faults": true, "row_version": 1,
    })
}

fn trial(world: &World) -> Value {
    let drawing = drawing(world);
    json!({
        "moves": [{ "stage": 0, "approve": true }], "stages": drawing["stages"], "links": drawing["links"],
        "data_source": world.source,
    })
}

fn portable(_: &World) -> Value {
    let mut stage = drawn_stage();
    stage["stage_id"] = json!(1);
    stage["role"] = json!("Data Officer");
    stage["stage_type"] = json!("Junction");
    json!({
        "schema": 1, "name": "Carried", "description": "From elsewhere", "stages": [stage],
        "links": [{ "current_stage": 1, "next": 1 }], "keep_faults": false,
        "letter": { "heading": "Approval", "body": "Approved" },
    })
}

fn inserted(_: &World) -> Value {
    let mut stage = drawn_stage();
    stage["row_version"] = json!(4711);
    stage
}

fn drawn_stage() -> Value {
    json!({
        "role": 4, "stage_type": 2, "stage_order": 8, "stage_activity": "Release", "branch_level": 0,
        "pos_x": 0.3, "pos_y": 0.5, "icon": "Inventory", "target": 10,
    })
}

fn letter(_: &World) -> Value {
    json!({ "heading": "Approval", "body": "Approved" })
}
