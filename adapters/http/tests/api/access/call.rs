//! A call of the table, and how it is made.

use serde_json::Value;

use super::May;
use super::dictionary_records::DETAILS;
use super::procedures::{FIRST_PROCEDURE_RECORD, PROCEDURE_RECORDS};
use super::reference::FIRST_OF_REFERENCE_DATA;
use super::world::World;
use crate::client::Client;

/// A call that changes nothing for its permitted callers, or that comes last for them.
pub struct Call {
    pub method: &'static str,
    /// The path in the OpenAPI document, without the prefix.
    pub path: &'static str,
    pub(super) query: &'static str,
    pub(super) body: fn(&World) -> Value,
    pub may: May,
}

impl Call {
    /// Returns the path with the ids of this world.
    pub fn path_in(&self, world: &World) -> String {
        let id = if (self.method, self.path) == ("delete", "data_requests/drafts/{id}") {
            world.other_draft
        } else if self.path.starts_with("data_requests/drafts") {
            world.draft
        } else if self.path.starts_with("data_dictionary/data_custodian") {
            world.records.custodian
        } else if self.path.starts_with("data_dictionary/version_variable") {
            world.records.version_variable
        } else if self.path.starts_with("data_dictionary/version") {
            world.records.version
        } else if self.path.starts_with("data_dictionary/topic_tables") {
            world.records.table_topic
        } else if let Some(tab) = DETAILS.iter().position(|path| self.path.starts_with(path)) {
            world.records.details[tab]
        } else if self.path.starts_with("data_dictionary/import") {
            world.records.import
        } else if self.path.starts_with("data_dictionary/topics") {
            world.records.topics[0]
        } else if self.path.starts_with("data_dictionary") {
            world.source
        } else if self.path.starts_with("reference_data") {
            FIRST_OF_REFERENCE_DATA
        } else if ["notifications", "users/sessions", "users/identities"]
            .iter()
            .any(|prefix| self.path.starts_with(prefix))
        {
            999_999
        } else if self.path.starts_with("users/assigned-role-status") {
            world.candidate.held
        } else if self.path.ends_with("/data_handling_devices/{id}") {
            world.edits.device
        } else if self.path.ends_with("/staff_shared/{id}") {
            world.edits.member
        } else if self.path.ends_with("/requested_dataset/{id}") {
            world.edits.dataset
        } else if self.path.ends_with("/dataset_variable/{id}") {
            world.edits.dataset_variables[2]
        } else if self.path.ends_with("/dataset_variables/{id}") {
            world.edits.dataset_variables[0]
        } else if self.path.starts_with("users/org-roles") {
            world.candidate.free
        } else if PROCEDURE_RECORDS
            .iter()
            .any(|prefix| self.path.starts_with(prefix))
        {
            FIRST_PROCEDURE_RECORD
        } else {
            world.request
        };
        let user = if self.path.starts_with("users/activate") {
            world.candidate.user
        } else if self.path.starts_with("users/erase") {
            world.leaver.user
        } else {
            world.user
        };
        self.path
            .replace("{request_id}", &world.request.to_string())
            .replace("{state_id}", &world.state.to_string())
            .replace("{comment_id}", &world.comment.to_string())
            .replace("{entry_id}", &world.entry.to_string())
            .replace("{org_id}", &world.organisation.to_string())
            .replace("{user_id}", &user.to_string())
            .replace("{path}", &world.document)
            .replace("{slug}", "data-sharing-agreement")
            .replace("{provider}", "keycloak")
            .replace("{passkey_id}", "999999")
            .replace("{token}", &"0".repeat(64))
            .replace("{id}", &id.to_string())
            .replace("{file_id}", &world.draft_file.to_string())
    }

    /// Returns the body for this world, or null if the call has none.
    pub fn body_in(&self, world: &World) -> Value {
        (self.body)(world)
    }

    /// Makes the call, and returns the status of its answer.
    pub(super) fn make(&self, world: &World, client: &Client) -> u16 {
        let query = self
            .query
            .replace("{request}", &world.request.to_string())
            .replace("{source}", &world.source.to_string())
            .replace("{version}", &world.records.version.to_string())
            .replace("{org_role}", &world.org_role.to_string())
            .replace("{dataset}", &world.edits.dataset.to_string())
            .replace("{of_source}", &world.edits.source.to_string())
            .replace("{of_devices}", &world.edits.devices.to_string())
            .replace("{of_staff}", &world.edits.staff.to_string());
        let target = format!("{}{query}", self.path_in(world));
        let body = self.body_in(world);
        if body.is_null() {
            client.get(&target).status
        } else {
            client.call(&self.method.to_uppercase(), &target, &body).status
        }
    }
}

fn nothing(_: &World) -> Value {
    Value::Null
}

pub fn get(path: &'static str, query: &'static str, may: May) -> Call {
    Call {
        method: "get",
        path,
        query,
        body: nothing,
        may,
    }
}

pub fn send(method: &'static str, path: &'static str, body: fn(&World) -> Value, may: May) -> Call {
    Call {
        method,
        path,
        query: "",
        body,
        may,
    }
}
