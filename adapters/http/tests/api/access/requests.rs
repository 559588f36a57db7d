//! The comments and rows that the owner edits.

use aditus_application::audit;
use aditus_application::review::NewComment;
use aditus_domain::audit::{Act, By, Personal};
use aditus_domain::ids::{RequestId, StateId};
use aditus_domain::review::Section;
use chrono::TimeDelta;
use serde_json::Value;

use crate::people::{Installation, Person};

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
            let by = By::Person {
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
