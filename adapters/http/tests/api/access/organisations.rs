//! Calls about organisations.

use serde_json::{Value, json};

use super::May::{Anyone, Roles};
use super::SUPER_USER;
use super::call::{Call, get, send};
use super::world::World;

pub fn search() -> Vec<Call> {
    vec![get("users/organizations", "?search=institute", Anyone)]
}

pub fn administration() -> Vec<Call> {
    vec![
        get("users/organizations", "?all=true", Roles(&[SUPER_USER])),
        get("users/organizations/{org_id}", "", Roles(&[SUPER_USER])),
        // Refused: the name is taken, and neither the provider nor organisation 6 can be renamed.
        send("post", "users/organizations", renamed, Roles(&[SUPER_USER])),
        send(
            "put",
            "users/organizations/{org_id}",
            |world| {
                let mut organisation = renamed(world);
                organisation["name"] = json!("Hill Clinic");
                organisation
            },
            Roles(&[SUPER_USER]),
        ),
    ]
}

fn renamed(_: &World) -> Value {
    json!({
        "name": "Data Requester", "domain": "hill-clinic.example", "description": "A clinic", "active": 1,
        "country": "Halvania", "abbreviation": "HC",
    })
}
