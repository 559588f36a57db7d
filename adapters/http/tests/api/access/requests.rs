//! Calls about requests and drafts.

use aditus_application::audit;
use aditus_application::review::NewComment;
use aditus_domain::audit::{Act, Actor as AuditActor, Personal};
use aditus_domain::ids::{RequestId, StateId};
use aditus_domain::review::Section;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::May::{Nobody, Only, OwnersAlone, Readers, Roles, SignedIn};
use super::call::{Call, get, send};
use super::world::World;
use super::{Actor, SUPER_USER};
use crate::people::{Installation, Person};

pub fn reads() -> Vec<Call> {
    vec![
        get("data_requests/purposes", "", SignedIn),
        get("data_requests/irb", "", SignedIn),
        get("data_requests/equipment-type", "", SignedIn),
        get("facilities", "", SignedIn),
        get("data_requests", "?org_role_id={org_role}", SignedIn),
        get("data_requests/counts", "?org_role_id={org_role}", SignedIn),
        get("data_requests/own_tasks", "", SignedIn),
        get("data_requests/figures", "", Roles(&[SUPER_USER])),
        get(
            "data_requests/filter_choices",
            "?org_role_id={org_role}",
            SignedIn,
        ),
        get("data_requests/history", "?org_role_id={org_role}", SignedIn),
        get("data_requests/all", "", SignedIn),
        get("data_requests/allrequest", "", SignedIn),
        get("data_requests/approved", "", SignedIn),
        get("data_requests", "?request_id={request}", Readers),
        get("data_requests/{request_id}/versions", "", Readers),
        get("data_requests/{request_id}/changes", "?from=1", Readers),
        get("data_requests/{request_id}/outlook", "", Readers),
        get("data_requests/download-request/{request_id}", "", Readers),
        // The request is not approved yet (approval_letters.rs).
        get("data_requests/{request_id}/letter", "", Nobody),
        get("data_requests/{request_id}/letter/download", "", Nobody),
        get("data_requests/export-variables/{request_id}", "", Readers),
        get("data_requests/retrieve_file/{path}", "", Readers),
        get("data_requests/file_access/{path}", "", Readers),
    ]
}

/// Returns the calls about the rows of a request, and the edits that a comment demands.
#[expect(clippy::too_many_lines, reason = "a table is as long as the list of calls")]
pub fn edits() -> Vec<Call> {
    vec![
        get(
            "data_requests/data_handling_devices",
            "?request_id={request}",
            Readers,
        ),
        get("data_requests/staff_shared", "?request_id={request}", Readers),
        get(
            "data_requests/requested_datasets",
            "?request_id={request}",
            Readers,
        ),
        get(
            "data_requests/dataset_variables",
            "?rdataset_id={dataset}",
            Readers,
        ),
        send(
            "post",
            "data_requests/create_requested_datasets",
            dataset,
            Only(&[Actor::Owner]),
        ),
        send(
            "patch",
            "data_requests/patch/requested_dataset/{id}",
            description,
            Only(&[Actor::Owner]),
        ),
        send(
            "patch",
            "data_requests/patch/dataset_variable/{id}",
            distinct,
            Only(&[Actor::Owner]),
        ),
        Call {
            query: "?comment_id={of_source}",
            ..send(
                "delete",
                "data_requests/dataset_variables/{id}",
                |_| json!({}),
                Only(&[Actor::Owner]),
            )
        },
        // Adds the variable that was just removed.
        send(
            "post",
            "data_requests/dataset_variables",
            added_variables,
            Only(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/dataset_variables/remove",
            removed_variables,
            Only(&[Actor::Owner]),
        ),
        send(
            "patch",
            "data_requests/patch/data_request/{id}",
            principal,
            Only(&[Actor::Owner]),
        ),
        send(
            "patch",
            "data_requests/patch/data_request_docs/{id}",
            ethics,
            Only(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/data-handling-device",
            device,
            Only(&[Actor::Owner]),
        ),
        send(
            "patch",
            "data_requests/patch/data_handling_devices/{id}",
            device,
            Only(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/staff-shared",
            member,
            Only(&[Actor::Owner]),
        ),
        send(
            "patch",
            "data_requests/patch/staff_shared/{id}",
            member,
            Only(&[Actor::Owner]),
        ),
        Call {
            query: "?comment_id={of_devices}",
            ..send(
                "patch",
                "data_requests/soft_delete/data_handling_devices/{id}",
                |_| json!({}),
                Only(&[Actor::Owner]),
            )
        },
        Call {
            query: "?comment_id={of_staff}",
            ..send(
                "patch",
                "data_requests/soft_delete/staff_shared/{id}",
                |_| json!({}),
                Only(&[Actor::Owner]),
            )
        },
    ]
}

/// Returns the calls about drafts, and those that submit a request.
pub fn drafts() -> Vec<Call> {
    vec![
        get("data_requests/drafts", "", SignedIn),
        get("data_requests/drafts/{id}", "", OwnersAlone),
        get("data_requests/drafts/{id}/variables", "", OwnersAlone),
        get("data_requests/drafts/{id}/not_offered", "", OwnersAlone),
        // Refused: the draft has a lower version, so it stays unchanged.
        send("put", "data_requests/drafts/{id}", saved_late, OwnersAlone),
        // The body is no form, which is checked last.
        send(
            "post",
            "data_requests/drafts/{id}/files",
            |_| json!({}),
            OwnersAlone,
        ),
        get("data_requests/drafts/{id}/files/{file_id}", "", OwnersAlone),
        // Refused: the draft refers to the file.
        send(
            "delete",
            "data_requests/drafts/{id}/files/{file_id}",
            |_| json!({}),
            OwnersAlone,
        ),
        send("delete", "data_requests/drafts/{id}", |_| json!({}), OwnersAlone),
        send(
            "post",
            "data_requests/drafts",
            |world| json!({ "request_id": world.request }),
            Only(&[Actor::Owner]),
        ),
        // The payload contains the owner's assigned role, which no other person holds.
        send(
            "post",
            "data_requests",
            |world| world.typed.clone(),
            Roles(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/submit",
            |world| world.submission.clone(),
            Roles(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/guest",
            |world| world.submission.clone(),
            Roles(&[Actor::Owner]),
        ),
    ]
}

fn principal(world: &World) -> Value {
    json!({
        "principal_fname": "Grace", "principal_sname": "Auma", "principal_email": "grace@people.example",
        "principal_phone": "+256772000222", "principal_occupation": "Professor",
        "principal_institution": "Institute of Public Health", "comment_id": world.edits.principal,
    })
}

fn ethics(world: &World) -> Value {
    json!({
        "ethics_committee": 2, "protocol_ref_num": "IRB/2026/018",
        "ethics_doc_path1": world.submission["ethics_doc_path"],
        "additional_ethics_committee_name": "Halden Review Board",
        "additional_IRB_file_path1": world.submission["ethics_doc_path"], "comment_id": world.edits.ethics,
    })
}

fn dataset(world: &World) -> Value {
    json!({
        "request": world.request, "dataset_description": "Wards of the same visits",
        "data_source": world.source, "comment_id": world.edits.source,
    })
}

fn description(world: &World) -> Value {
    json!({ "dataset_description": "Visits, by ward", "comment_id": world.edits.source })
}

fn distinct(world: &World) -> Value {
    json!({ "is_distinct": true, "comment_id": world.edits.source })
}

fn added_variables(world: &World) -> Value {
    json!({
        "rdataset": world.edits.dataset, "var": [world.edits.variable], "is_distinct": false,
        "comment_id": world.edits.source,
    })
}

fn removed_variables(world: &World) -> Value {
    json!({
        "rdataset": world.edits.dataset, "dataset_variables": [world.edits.dataset_variables[1]],
        "comment_id": world.edits.source,
    })
}

fn device(world: &World) -> Value {
    let mut device = world.submission["list_of_devices"][0].clone();
    device["request"] = json!(world.request);
    device["comment_id"] = json!(world.edits.devices);
    device
}

fn member(world: &World) -> Value {
    let mut member = world.submission["list_of_staff"][0].clone();
    member["request"] = json!(world.request);
    member["comment_id"] = json!(world.edits.staff);
    member
}

fn saved_late(world: &World) -> Value {
    let mut body = world.typed.clone();
    body["version"] = json!(999_999);
    body
}

/// The comments and rows that the owner may edit. Each comment demands action, no longer blocks a
/// decision, and is not resolved.
pub struct Edits {
    pub principal: i64,
    pub ethics: i64,
    pub source: i64,
    pub devices: i64,
    pub staff: i64,
    pub device: i64,
    pub member: i64,
    pub dataset: i64,
    /// The first ones are removed from the dataset, one by one.
    pub dataset_variables: Vec<i64>,
    /// The dictionary variable of the first one.
    pub variable: i64,
}

impl Edits {
    pub fn new(installation: &Installation<'_>, reviewer: &Person, state: i64, detail: &Value) -> Self {
        let server = installation.server;
        let long_ago = server.ports.clock.now() - TimeDelta::hours(49);
        let demand = |section| {
            let comment = NewComment {
                request: RequestId(detail["request_id"].as_i64().unwrap()),
                state: StateId(state),
                author: reviewer.user,
                author_role: reviewer.assigned_role,
                section,
                comment: "Please complete it".to_owned(),
                action_required: true,
                created_on: long_ago,
                round: 1,
            };
            let by = AuditActor::Person {
                user: reviewer.user,
                role: Some(reviewer.assigned_role),
                session: None,
            };
            let mut transaction = server.ports.database.begin().unwrap();
            let id = transaction.comments().add(&comment).unwrap();
            let act = Act::CommentAdded {
                request: comment.request,
                state: comment.state,
                comment: id,
                section,
                action_required: comment.action_required,
                text: Personal::new(&comment.comment),
            };
            let recorded =
                audit::record_at(&server.ports, transaction.as_mut(), long_ago, by, [act]).unwrap();
            transaction.commit(recorded).unwrap();
            id.0
        };
        Self {
            principal: demand(Section::PrincipalInvestigator),
            ethics: demand(Section::EthicsApproval),
            source: demand(Section::DataSource),
            devices: demand(Section::Devices),
            staff: demand(Section::Staff),
            device: detail["list_of_devices"][0]["device_id"].as_i64().unwrap(),
            member: detail["list_of_staff"][0]["staff_shared_id"].as_i64().unwrap(),
            dataset: detail["requested_datasets"][0]["rdataset_id"].as_i64().unwrap(),
            dataset_variables: detail["dataset_variables"]
                .as_array()
                .unwrap()
                .iter()
                .map(|variable| variable["dataset_variable_id"].as_i64().unwrap())
                .collect(),
            variable: detail["dataset_variables"][0]["var_id"].as_i64().unwrap(),
        }
    }
}
