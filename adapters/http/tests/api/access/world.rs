//! The records that the calls of the table refer to.

use aditus_domain::roles::Role;
use serde_json::Value;

use super::accounts::Leaver;
use super::audit::entry_of_submission;
use super::dictionary_records::Records;
use super::requests::Edits;
use super::review::{comment, reply};
use super::roles::Candidate;
use crate::main_job::own_state;
use crate::people::{Installation, Person};
use crate::submission::{complete, drafted, named_file, submitted, typed};

pub struct World {
    pub request: i64,
    pub(super) custodian_role: i64,
    pub(super) state: i64,
    pub(super) document: String,
    pub comment: i64,
    /// The audit entry of the submission.
    pub(super) entry: i64,
    pub(super) edits: Edits,
    pub submission: Value,
    /// The content of the owner's draft, and a draft with a file.
    pub(super) typed: Value,
    pub(super) draft: i64,
    pub(super) draft_file: i64,
    /// A draft without a file, to be deleted.
    pub(super) other_draft: i64,
    pub(super) source: i64,
    pub(super) user: i64,
    pub(super) assigned_role: i64,
    pub(super) org_role: i64,
    /// A role that the caller may request.
    pub(super) wanted_role: i64,
    pub(super) reviewer: (i64, i64),
    pub organisation: i64,
    pub(super) leaver: Leaver,
    pub(super) candidate: Candidate,
    pub(super) records: Records,
}

impl World {
    /// Returns the dataset of the request.
    pub fn dataset(&self) -> i64 {
        self.edits.dataset
    }

    /// Returns a version of a data source.
    pub fn version(&self) -> i64 {
        self.records.version
    }

    /// Creates a request that the reviewer has commented on.
    pub fn new(installation: &Installation<'_>, owner: &Person, reviewer: &Person) -> Self {
        let request = submitted(installation, owner);
        let state = own_state(reviewer, request)["state_id"].as_i64().unwrap();
        let detail = owner
            .client
            .get(&format!("data_requests/?request_id={request}"))
            .data(200);
        let typed = typed(installation, owner);
        let [draft, other_draft] = [(); 2].map(|()| drafted(owner, &typed));
        let draft_file = named_file(owner, draft, &typed);
        let mut world = Self {
            request,
            typed,
            draft,
            draft_file,
            other_draft,
            custodian_role: installation
                .org_role(installation.provider, Role::DataCustodian)
                .0,
            state,
            document: detail["file_path"].as_str().unwrap().to_owned(),
            comment: 0,
            entry: entry_of_submission(installation.server, request),
            edits: Edits::new(installation, reviewer, state, &detail),
            submission: complete(installation, owner),
            source: installation.source.0,
            user: owner.user.0,
            assigned_role: owner.assigned_role.0,
            org_role: owner.org_role.0,
            wanted_role: owner.org_role.0,
            reviewer: (reviewer.assigned_role.0, reviewer.org_role.0),
            organisation: owner.organisation.0,
            candidate: Candidate::new(installation),
            leaver: Leaver::new(installation),
            records: Records::new(installation, owner.assigned_role.0),
        };
        let added = reviewer
            .client
            .post("data_requests/statecomment/add", &comment(&world));
        world.comment = added.data(201)["comment_id"].as_i64().unwrap();
        owner
            .client
            .post("data_requests/reply/add", &reply(&world))
            .data(201);
        world
    }
}
