//! Calls about reference data.

use serde_json::{Value, json};

use super::May::Roles;
use super::SUPER_USER;
use super::call::{Call, get, send};
use super::world::World;

/// The first purpose, committee, equipment type and region. The request refers to them, or other
/// rows belong to them.
pub const FIRST_OF_REFERENCE_DATA: i64 = 1;

pub fn calls() -> Vec<Call> {
    vec![
        get("reference_data/purposes", "", Roles(&[SUPER_USER])),
        get("reference_data/purposes/{id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "reference_data/purposes",
            purpose_entry,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "reference_data/purposes/{id}",
            purpose_entry,
            Roles(&[SUPER_USER]),
        ),
        // Refused: the request refers to it, or other rows belong to it.
        send(
            "delete",
            "reference_data/purposes/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("reference_data/ethics_committees", "", Roles(&[SUPER_USER])),
        get("reference_data/ethics_committees/{id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "reference_data/ethics_committees",
            committee_entry,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "reference_data/ethics_committees/{id}",
            committee_entry,
            Roles(&[SUPER_USER]),
        ),
        // Refused: the request refers to it, or other rows belong to it.
        send(
            "delete",
            "reference_data/ethics_committees/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("reference_data/equipment_types", "", Roles(&[SUPER_USER])),
        get("reference_data/equipment_types/{id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "reference_data/equipment_types",
            equipment_entry,
            Roles(&[SUPER_USER]),
        ),
        send(
            "put",
            "reference_data/equipment_types/{id}",
            equipment_entry,
            Roles(&[SUPER_USER]),
        ),
        // Refused: the request refers to it, or other rows belong to it.
        send(
            "delete",
            "reference_data/equipment_types/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("reference_data/facilities", "", Roles(&[SUPER_USER])),
        get("reference_data/facilities/{id}", "", Roles(&[SUPER_USER])),
        send("post", "reference_data/facilities", place, Roles(&[SUPER_USER])),
        send(
            "put",
            "reference_data/facilities/{id}",
            place,
            Roles(&[SUPER_USER]),
        ),
        // Refused: the request refers to it, or other rows belong to it.
        send(
            "delete",
            "reference_data/facilities/{id}",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("reference_data/facilities/file", "", Roles(&[SUPER_USER])),
        // The body is no form, which is checked last.
        send(
            "post",
            "reference_data/facilities/file",
            |_| json!({}),
            Roles(&[SUPER_USER]),
        ),
        get("reference_data/first_request", "", Roles(&[SUPER_USER])),
    ]
}

fn purpose_entry(_: &World) -> Value {
    json!({ "purpose": "Teaching" })
}

fn committee_entry(_: &World) -> Value {
    json!({ "irb_name": "Board of the Lakes" })
}

fn equipment_entry(_: &World) -> Value {
    json!({ "equipment_type": "Typewriter" })
}

fn place(_: &World) -> Value {
    json!({ "level": "Region", "label": "North" })
}
