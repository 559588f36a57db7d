//! Access control: tests every call of the OpenAPI document with every role and a guest, from one
//! table.

use std::collections::BTreeSet;

use aditus_application::audit;
use aditus_application::audit::views::{Place, Wanted};
use aditus_application::dictionary::import::NewImport;
use aditus_application::review::NewComment;
use aditus_domain::accounts::AccountState;
use aditus_domain::audit::{Act, By, Kind, Personal};
use aditus_domain::dictionary::{
    Detail, ImportFormat, TableRow, TableTopicDetails, TopicDetails, VersionDetails,
};
use aditus_domain::ids::{AssignedRoleId, AuditEntryId, RequestId, StateId};
use aditus_domain::review::Section;
use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::own_state;
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, table, variable};
use crate::server::TestServer;
use crate::submission::{complete, drafted, named_file, submitted, typed};

on_both_databases!(every_call_by_every_role, signed_out_tokens_are_rejected);

/// A caller. The owner has submitted the request, and its current stage is that of the Data Access
/// Reviewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    Guest,
    Owner,
    OtherRequester,
    Holder(Role),
}

/// The permitted callers of a call.
#[derive(Debug, Clone, Copy)]
pub enum May {
    /// Everyone, guests included.
    Anyone,
    /// Every signed-in person.
    SignedIn,
    /// The readers of the request: its owner, the six staff roles and Super Users. All others get
    /// 404.
    Readers,
    /// The named actors. Other readers get 403, and everyone else gets 404.
    Only(&'static [Actor]),
    /// Only the owner, who gets 404 because there is nothing yet. Readers get 403, and everyone
    /// else gets 404.
    OwnerInVain,
    /// The named actors. All others get 403.
    Roles(&'static [Actor]),
    /// Only the owner. All others get 404, independently of their roles.
    OwnersAlone,
    /// No actor: every signed-in person gets 404.
    Nobody,
    /// No actor, guests included: the call exists only in a demonstration.
    Missing,
}

/// A call that changes nothing for its permitted callers, or that comes last for them.
pub struct Call {
    pub method: &'static str,
    /// The path in the OpenAPI document, without the prefix.
    pub path: &'static str,
    query: &'static str,
    body: fn(&World) -> Value,
    pub may: May,
}

pub struct World {
    pub request: i64,
    custodian_role: i64,
    state: i64,
    document: String,
    pub comment: i64,
    /// The audit entry of the submission.
    entry: i64,
    edits: Edits,
    pub submission: Value,
    /// The content of the owner's draft, and a draft with a file.
    typed: Value,
    draft: i64,
    draft_file: i64,
    /// A draft without a file, to be deleted.
    other_draft: i64,
    source: i64,
    user: i64,
    assigned_role: i64,
    org_role: i64,
    /// A role that the caller may request.
    wanted_role: i64,
    reviewer: (i64, i64),
    pub organisation: i64,
    leaver: Leaver,
    candidate: Candidate,
    records: Records,
}

/// The comments and rows that the owner may edit. Each comment demands action, no longer blocks a
/// decision, and is not resolved.
struct Edits {
    principal: i64,
    ethics: i64,
    source: i64,
    devices: i64,
    staff: i64,
    device: i64,
    member: i64,
    dataset: i64,
    /// The first ones are removed from the dataset, one by one.
    dataset_variables: Vec<i64>,
    /// The dictionary variable of the first one.
    variable: i64,
}

impl Edits {
    fn new(installation: &Installation<'_>, reviewer: &Person, state: i64, detail: &Value) -> Self {
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

/// Dictionary records, which a Super User edits.
struct Records {
    custodian: i64,
    version: i64,
    topics: [i64; 2],
    variables: [i64; 2],
    version_variable: i64,
    /// The table of the variables, assigned to the first topic.
    table_topic: i64,
    /// An entry on each tab of the first variable, in the order of [`DetailTab`].
    details: [i64; 5],
    /// An import that is never processed.
    import: i64,
}

/// The paths of the lists of a variable, in the order of [`DetailTab`].
const DETAILS: [&str; 5] = [
    "data_dictionary/dependencies",
    "data_dictionary/input_values",
    "data_dictionary/timeline_of_changes",
    "data_dictionary/synonyms",
    "data_dictionary/variable_metadata",
];

impl Records {
    fn new(installation: &Installation<'_>, committer: i64) -> Self {
        let now = installation.server.ports.clock.now();
        let source = installation.source;
        let topic = |name: &str| TopicDetails {
            topic: name.to_owned(),
            description: "Whatever is known of it".to_owned(),
            active: true,
        };
        let version = VersionDetails {
            data_source: source,
            message: "The first".to_owned(),
            date_created: now,
        };
        let officer = installation.org_role(installation.provider, Role::DataOfficer);
        let import = NewImport {
            source: "Elsewhere".to_owned(),
            format: ImportFormat::Omop,
            leave_unknown: false,
            publish: false,
            started_by: None,
            started_on: now,
            holder: [1; 16],
            held_until: now,
        };
        let server = installation.server;
        let (table, variables) = server.write(|transaction| {
            let unpublished = TableRow {
                publish: false,
                ..table("drafts")
            };
            let dictionary = transaction.dictionary();
            let table = dictionary.add_tables(source, &[unpublished]).unwrap()[0];
            let rows = ["weight", "length"].map(|column| (table, variable("drafts", column)));
            let added = dictionary.add_variables(&rows).unwrap();
            (table, [added[0], added[1]])
        });
        server.write(|transaction| {
            let custodian = transaction.dictionary().add_custodian(source, officer, false);
            let import = transaction.dictionary_imports().add(&import).unwrap().0;
            let records = transaction.dictionary_records();
            let topics = ["Births", "Deaths"].map(|name| records.add_topic(&topic(name), now).unwrap());
            let version = records.add_version(&version, AssignedRoleId(committer)).unwrap();
            let place = TableTopicDetails {
                tbl: table,
                topic: topics[0],
                pos_x: 0.5,
                pos_y: 0.25,
            };
            let table_topic = transaction.dictionary_tables().add_table_topic(&place, now);
            let text = |text: &str| text.to_owned();
            let details = [
                Detail::Dependency {
                    depend_on: variables[1],
                },
                Detail::InputValue { value: text("2500") },
                Detail::TimelineOfChange {
                    change_date: None,
                    comment: Some(text("In grams since")),
                },
                Detail::Synonym {
                    synonym: text("mass"),
                },
                Detail::Metadata {
                    key: text("unit"),
                    val_type: text("Text"),
                    value: text("g"),
                },
            ];
            let kept = transaction.dictionary_variables();
            let details = details.map(|detail| kept.add_detail(variables[0], &detail).unwrap().0);
            let held = transaction.dictionary_revisions().hold(version, variables[1]);
            Self {
                custodian: custodian.unwrap().0,
                version: version.0,
                topics: topics.map(|topic| topic.0),
                import,
                variables: variables.map(|variable| variable.0),
                version_variable: held.unwrap().0,
                table_topic: table_topic.unwrap().0,
                details,
            }
        })
    }
}

/// A member of the provider whose account and roles an Admin decides on.
struct Candidate {
    user: i64,
    /// A requested role.
    asked: i64,
    /// The latest history entry of an activated role.
    held: i64,
    /// An organisation role that is neither held nor requested.
    free: i64,
}

/// A person without roles who wants to be erased.
struct Leaver {
    user: i64,
    email: String,
}

impl Leaver {
    fn new(installation: &Installation<'_>) -> Self {
        let user = installation.account("Lea", installation.provider, AccountState::Active);
        let mut views = installation.server.ports.database.read().unwrap();
        let account = views.account_lookup().by_id(user).unwrap().unwrap();
        Self {
            user: user.0,
            email: account.org_email.unwrap().as_str().to_owned(),
        }
    }
}

impl Candidate {
    fn new(installation: &Installation<'_>) -> Self {
        let provider = installation.provider;
        let user = installation.account("Pat", provider, AccountState::Active);
        let (asked, _) = installation.assign(user, provider, Role::DataAnalyst, RoleStatus::Pending);
        let (held, _) = installation.assign(user, provider, Role::DataOfficer, RoleStatus::Activated);
        let held = installation.server.write(|transaction| {
            let held = transaction.roles().by_id(held).unwrap().unwrap();
            held.latest
        });
        Self {
            user: user.0,
            asked: asked.0,
            held: held.0,
            free: installation.org_role(provider, Role::DataSecurityReviewer).0,
        }
    }
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

fn entry_of_submission(server: &TestServer, request: i64) -> i64 {
    let wanted = Wanted {
        request: Some(RequestId(request)),
        kinds: vec![Kind::RequestSubmitted],
        ..Wanted::default()
    };
    let mut views = server.ports.database.read().unwrap();
    let page = views.audit().page(&wanted, Place::Newest, 1).unwrap();
    page.entries[0].id.0
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
        } else if self.path.starts_with("notifications") || self.path.starts_with("users/sessions") {
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
            .replace("{id}", &id.to_string())
            .replace("{file_id}", &world.draft_file.to_string())
    }

    /// Returns the body for this world, or null if the call has none.
    pub fn body_in(&self, world: &World) -> Value {
        (self.body)(world)
    }

    fn made(&self, world: &World, client: &Client) -> u16 {
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

/// The paths of records of the default procedure, which is the first one of a new database.
const PROCEDURE_RECORDS: [&str; 4] = [
    "data_requests/stage_type/",
    "data_requests/approval_procedures/",
    "data_requests/stage/",
    "data_requests/next_stage/",
];
const FIRST_PROCEDURE_RECORD: i64 = 1;
/// The first purpose, committee, equipment type and region. The request refers to them, or other
/// rows belong to them.
const FIRST_OF_REFERENCE_DATA: i64 = 1;

const REVIEWER: Actor = Actor::Holder(Role::DataAccessReviewer);
const ANALYST: Actor = Actor::Holder(Role::DataAnalyst);
const SUPER_USER: Actor = Actor::Holder(Role::SuperUser);
/// Both see all organisations that they administer. The provider has an Admin, so only the Admin
/// decides there.
const ADMINISTRATORS: &[Actor] = &[ADMIN, SUPER_USER];
const ADMIN: Actor = Actor::Holder(Role::Admin);
const DASHBOARD: &[Actor] = &[
    Actor::Holder(Role::DataAccessReviewer),
    Actor::Holder(Role::DataAccessApprover),
    Actor::Holder(Role::DataSecurityReviewer),
    Actor::Holder(Role::DataSecurityApprover),
    Actor::Holder(Role::DataCustodian),
    Actor::Holder(Role::DataOfficer),
    SUPER_USER,
];

fn nothing(_: &World) -> Value {
    Value::Null
}

fn get(path: &'static str, query: &'static str, may: May) -> Call {
    Call {
        method: "get",
        path,
        query,
        body: nothing,
        may,
    }
}

fn send(method: &'static str, path: &'static str, body: fn(&World) -> Value, may: May) -> Call {
    Call {
        method,
        path,
        query: "",
        body,
        may,
    }
}

#[expect(clippy::too_many_lines, reason = "a table is as long as the list of calls")]
pub fn calls() -> Vec<Call> {
    use May::{Anyone, Missing, Nobody, Only, OwnerInVain, OwnersAlone, Readers, Roles, SignedIn};
    vec![
        send(
            "post",
            "users/signin",
            |_| json!({ "username": "x", "password": "" }),
            Anyone,
        ),
        send(
            "post",
            "users/signup",
            |_| json!({ "username": "stranger@people.example" }),
            Anyone,
        ),
        send(
            "post",
            "users/verify/resend",
            |_| json!({ "username": "stranger@people.example" }),
            Anyone,
        ),
        send(
            "post",
            "users/verify",
            |_| crate::strangers::form("Nobody", "000000"),
            Anyone,
        ),
        send(
            "post",
            "users/forgot-password",
            |_| json!({ "username": "nobody@people.example", "password": "Quiet-River-7!", "otp": "000000" }),
            Anyone,
        ),
        send(
            "post",
            "users/phone",
            |_| json!({ "phone": "+256772000111" }),
            Anyone,
        ),
        send(
            "post",
            "users/duplicate",
            |_| json!({ "phone": "+256772000111" }),
            Anyone,
        ),
        send(
            "post",
            "users/duplicate-email",
            |_| json!({ "org_email": "nobody@people.example" }),
            Anyone,
        ),
        get("users/country", "", Anyone),
        get("users/password-rules", "", Anyone),
        get("users/organizations", "?search=institute", Anyone),
        get("users/generate-uuid", "", Anyone),
        send("post", "users/track", |_| crate::tracking::clicks(), Anyone),
        send("put", "users/update_profile/{user_id}", profile, SignedIn),
        send(
            "post",
            "users/setting-otp",
            |_| json!({ "org_email": "other@people.example" }),
            SignedIn,
        ),
        send(
            "post",
            "users/verify-otp",
            |_| json!({ "otp": "000000", "username": "other@people.example" }),
            SignedIn,
        ),
        send(
            "patch",
            "users/update-user-email",
            |_| json!({ "org_email": "other@people.example", "email_is_verified": true }),
            SignedIn,
        ),
        send(
            "patch",
            "users/update-user-phone",
            |_| json!({ "phone": "+256772000111", "otp": "000000" }),
            SignedIn,
        ),
        send(
            "post",
            "users/confirm-password",
            |_| json!({ "password": crate::people::PASSWORD }),
            SignedIn,
        ),
        send(
            "put",
            "users/password",
            // The server refuses the current password as the new one, so everyone can still sign
            // in.
            |_| json!({ "password": crate::people::PASSWORD }),
            SignedIn,
        ),
        send(
            "post",
            "users/take-back",
            |_| json!({ "token": "0".repeat(200) }),
            Anyone,
        ),
        send(
            "post",
            "users/password-strength",
            |_| json!({ "password": "Quiet-River-7!" }),
            Anyone,
        ),
        get("users/activity", "", SignedIn),
        get("audit/kinds", "", Anyone),
        get("audit/entries", "?kind=account.signed_in", Roles(&[SUPER_USER])),
        get("audit/entries/csv", "", Roles(&[SUPER_USER])),
        get("audit/entries/{entry_id}/evidence", "", Readers),
        get("audit/log", "", Anyone),
        get("users/sessions", "", SignedIn),
        send("delete", "users/sessions", |_| json!({}), SignedIn),
        // The id belongs to no session, and foreign sessions get 404.
        send("delete", "users/sessions/{id}", |_| json!({}), Nobody),
        get("data_dictionary/data_sources", "", Anyone),
        get("data_dictionary/data_sources/{id}", "", Anyone),
        get("data_dictionary/data_sources/tree/{id}", "", Anyone),
        get("data_dictionary/edges", "", Anyone),
        get("data_dictionary/colors", "", Anyone),
        get("data_dictionary/tables", "", Anyone),
        get("data_dictionary/data_dictionary", "", Anyone),
        get(
            "data_dictionary/data_quality",
            "?data_source={source}",
            Roles(&[ANALYST]),
        ),
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
        get("contact", "", Anyone),
        get("documents", "", Anyone),
        get("documents/{slug}", "", Anyone),
        get("demo/mailbox", "", Missing),
        get("demo/accounts", "", Missing),
        get("users/detailuser", "", SignedIn),
        send(
            "put",
            "users/selected-role",
            |world| json!({ "assigned_role_id": world.assigned_role }),
            SignedIn,
        ),
        get("users/role-statuses", "", SignedIn),
        get("users/role", "", SignedIn),
        get("users/org_roles", "", SignedIn),
        // Refused: the provider already offers this role.
        send(
            "post",
            "users/org_roles",
            |world| json!({ "org": world.organisation, "role": Role::Admin.id() }),
            Roles(&[SUPER_USER]),
        ),
        // Refused: the role is active already.
        send(
            "patch",
            "users/org-roles/{id}/update-status",
            |_| json!({ "status": true, "reason": "It is needed" }),
            Roles(&[SUPER_USER]),
        ),
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
        get("users/organizations/{org_id}/roles", "", SignedIn),
        get("users/assign-roles", "", SignedIn),
        // Refused: everyone already holds this role, except for Org User, which cannot be
        // requested.
        send(
            "post",
            "users/assign-roles",
            |world| json!({ "org_role": world.wanted_role, "user": null }),
            SignedIn,
        ),
        get("users/what-waits", "", Roles(&[SUPER_USER])),
        get("users/organization-users", "", Roles(ADMINISTRATORS)),
        get("users/organization-users/counts", "", Roles(ADMINISTRATORS)),
        get("users/assigned-role-status", "", Roles(ADMINISTRATORS)),
        get("users/assigned-roles/approve", "", Roles(ADMINISTRATORS)),
        send(
            "patch",
            "users/activate/{user_id}",
            |_| json!({ "is_active": "Active" }),
            Roles(&[ADMIN]),
        ),
        get("users/erase/{user_id}", "", Roles(&[SUPER_USER])),
        send(
            "post",
            "users/erase/{user_id}",
            |world| {
                json!({
                    "password": PASSWORD, "confirmation": world.leaver.email,
                    "reason": "Asked by letter, file 7/12",
                })
            },
            Roles(&[SUPER_USER]),
        ),
        send(
            "post",
            "users/assigned-roles/admin",
            |world| {
                json!({
                    "org_role_id": world.candidate.free, "user_id": world.candidate.user,
                    "assigned_by": "Org Admin",
                })
            },
            Roles(&[ADMIN]),
        ),
        send(
            "patch",
            "users/assigned-roles/approve",
            |world| {
                json!({
                    "password": PASSWORD, "assigned_role_id": world.candidate.asked,
                    "assigned_role_status_id": null, "role_status_id": 3, "reason": "No contract",
                })
            },
            Roles(&[ADMIN]),
        ),
        send(
            "put",
            "users/assigned-role-status/{id}",
            |_| json!({ "role_status": 4, "reason": "On leave" }),
            Roles(&[ADMIN]),
        ),
        get("notifications/preferences", "", SignedIn),
        send(
            "put",
            "notifications/preferences",
            |_| json!({ "preferences": [{ "kind": "submitted", "by_mail": true }] }),
            SignedIn,
        ),
        send(
            "patch",
            "notifications",
            |_| json!({ "role": "Org User" }),
            SignedIn,
        ),
        get("notifications/user-notifications", "", SignedIn),
        get("notifications/all-user-notifications", "", SignedIn),
        // The id belongs to no notification, and foreign notifications get 404.
        send("patch", "notifications/{id}", |_| json!({}), Nobody),
        get("data_requests/purposes", "", SignedIn),
        get("data_requests/irb", "", SignedIn),
        get("data_requests/equipment-type", "", SignedIn),
        get("facilities", "", SignedIn),
        get("data_requests/statecomment/all-sections", "", SignedIn),
        get("data_requests", "?org_role_id={org_role}", SignedIn),
        get("data_requests/counts", "?org_role_id={org_role}", SignedIn),
        get("data_requests/history", "?org_role_id={org_role}", SignedIn),
        get("data_requests/all", "", SignedIn),
        get("data_requests/allrequest", "", SignedIn),
        get("data_requests/approved", "", SignedIn),
        get("data_requests/data_request_feedback", "", Roles(DASHBOARD)),
        get(
            "data_requests/data_request_feedback/summary",
            "",
            Roles(DASHBOARD),
        ),
        get("data_requests", "?request_id={request}", Readers),
        get("data_requests/request_states", "?request_id={request}", Readers),
        get("data_requests/request_edges", "?request_id={request}", Readers),
        get("data_requests/request_history", "?request_id={request}", Readers),
        get("data_requests/statecomment/list/{request_id}", "", Readers),
        send("post", "data_requests/statecomment/section", of_section, Readers),
        get(
            "data_requests/statecomment/all-sections",
            "?request_id={request}",
            Readers,
        ),
        get("data_requests/reply/list/{comment_id}", "", Readers),
        get("data_requests/{request_id}/versions", "", Readers),
        get("data_requests/{request_id}/record", "", Readers),
        // The stage is undecided, so there is no evidence (transparency_log.rs).
        get(
            "data_requests/{request_id}/states/{state_id}/evidence",
            "",
            Nobody,
        ),
        get("data_requests/{request_id}/changes", "?from=1", Readers),
        get("data_requests/download-request/{request_id}", "", Readers),
        // The request is not approved yet (approval_letters.rs).
        get("data_requests/{request_id}/letter", "", Nobody),
        get("data_requests/{request_id}/letter/download", "", Nobody),
        get("data_requests/export-variables/{request_id}", "", Readers),
        get("data_requests/retrieve_file/{path}", "", Readers),
        get("data_requests/file_access/{path}", "", Readers),
        // There is no feedback yet.
        get("data_requests/data_request_feedback/{id}", "", Nobody),
        send(
            "post",
            "data_requests/statecomment/add",
            comment,
            Only(&[REVIEWER]),
        ),
        send(
            "post",
            "data_requests/reply/add",
            reply,
            Only(&[Actor::Owner, REVIEWER]),
        ),
        // The request is pending, so that even its owner cannot resubmit it.
        send(
            "post",
            "data_requests/{request_id}/resubmit",
            |_| json!({ "note": "The agreement is signed" }),
            Only(&[Actor::Owner]),
        ),
        send(
            "post",
            "data_requests/request_state/{state_id}/otp",
            |_| json!({ "status": true }),
            Only(&[REVIEWER]),
        ),
        send(
            "post",
            "data_requests/request_state/{state_id}/otp/verify",
            entry,
            Only(&[REVIEWER]),
        ),
        send(
            "put",
            "data_requests/request_state/{state_id}",
            decision,
            Only(&[REVIEWER]),
        ),
        send(
            "patch",
            "data_requests/statecomment/update/{comment_id}",
            |_| json!({ "resolved": true }),
            Only(&[Actor::Owner, REVIEWER]),
        ),
        send(
            "post",
            "data_requests/data_request_feedback",
            feedback,
            Only(&[Actor::Owner]),
        ),
        send(
            "put",
            "data_requests/data_request_feedback/{id}",
            feedback,
            OwnerInVain,
        ),
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
        send(
            "put",
            "data_requests/cancel_request",
            |world| json!({ "request_id": world.request }),
            Only(&[Actor::Owner, SUPER_USER]),
        ),
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
        send("post", "users/signout", |_| json!({}), SignedIn),
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

fn profile(_: &World) -> Value {
    json!({
        "fname": "Ada", "middle_name": "N", "sname": "Okello", "designation": "Epidemiologist",
        "department": "Research",
    })
}

fn renamed(_: &World) -> Value {
    json!({
        "name": "Data Requester", "domain": "hill-clinic.example", "description": "A clinic", "active": 1,
        "country": "Halvania", "abbreviation": "HC",
    })
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

fn stage(_: &World) -> Value {
    json!({
        "approval_procedure": 1, "role": 4, "stage_type": 2, "stage_order": 8, "stage_activity": "Release",
        "branch_level": 0, "pos_x": 0.3, "pos_y": 0.5, "icon": "Inventory",
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
        "pos_x": 0.3, "pos_y": 0.5, "icon": "Inventory",
    })
}

fn letter(_: &World) -> Value {
    json!({ "heading": "Approval", "body": "Approved" })
}

fn of_section(world: &World) -> Value {
    json!({ "data_request_id": world.request, "section": "Review and Approval Chain" })
}

fn comment(world: &World) -> Value {
    json!({
        "request_state": world.state,
        "comment": "Which wards?",
        "section": "Review and Approval Chain",
        "author": world.reviewer.0,
        "data_request": world.request,
        "action_required": false,
    })
}

fn reply(world: &World) -> Value {
    json!({ "comment": world.comment, "reply": "All of them.", "author": world.assigned_role })
}

fn entry(_: &World) -> Value {
    json!({ "status": true, "otp": "000000" })
}

fn decision(world: &World) -> Value {
    json!({
        "status": true, "otp": "000000", "reason": "", "recommendation": "", "request": world.request,
        "state_id": world.state, "assigned_role": world.reviewer.0, "org_role": world.reviewer.1,
    })
}

fn feedback(world: &World) -> Value {
    json!({
        "data_request_feedback_id": world.request,
        "data_request_process_experience": "Good",
        "would_recommend_others": "Maybe",
        "reasonable_response_timeframe": true,
        "study_questions_answered_by_request": true,
        "expectations_met": "Met",
        "improvement_suggestion": "None that I know of",
        "would_you_come_back": "Yes",
    })
}

fn every_call_by_every_role(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Ada", Role::DataRequester);
    let mut actors: Vec<(Actor, Option<Person>)> = vec![
        (Actor::Guest, None),
        (Actor::Owner, Some(owner.clone())),
        (
            Actor::OtherRequester,
            Some(installation.person("Eve", Role::DataRequester)),
        ),
    ];
    for (place, role) in Role::ALL
        .into_iter()
        .filter(|role| *role != Role::DataRequester)
        .enumerate()
    {
        let name = format!("Staff{}", char::from(b'a' + u8::try_from(place).unwrap()));
        actors.push((Actor::Holder(role), Some(installation.person(&name, role))));
    }
    let reviewer = actors
        .iter()
        .find(|(actor, _)| *actor == REVIEWER)
        .and_then(|(_, person)| person.clone())
        .unwrap();
    let mut world = World::new(&installation, &owner, &reviewer);

    let mut faults = Vec::new();
    for call in calls() {
        // Refused callers come first, so that nothing has changed for them.
        let mut order: Vec<_> = actors
            .iter()
            .map(|(actor, person)| (refusal(&call.may, *actor), actor, person))
            .collect();
        order.sort_by_key(|(refusal, ..)| refusal.is_none());
        for (expected, actor, person) in order {
            if let Some(person) = person {
                world.user = person.user.0;
                world.assigned_role = person.assigned_role.0;
                world.org_role = person.org_role.0;
                world.wanted_role = match actor {
                    Actor::Holder(Role::OrgUser) => world.candidate.free,
                    _ => person.org_role.0,
                };
                world.organisation = person.organisation.0;
            }
            let client = person
                .as_ref()
                .map_or_else(|| server.guest(), |person| person.client.clone());
            let before = newest_entry(server);
            let status = call.made(&world, &client);
            let has_entry = newest_entry(server) != before;
            if (200..300).contains(&status) && !has_entry && !call.may_leave_no_entry() {
                faults.push(format!(
                    "{} {}{} by {actor:?}: {status}, and no entry in the record",
                    call.method, call.path, call.query
                ));
            }
            let right = match expected {
                Some(refusal) => status == refusal,
                None => !matches!(status, 401 | 403 | 404 | 405 | 500..),
            };
            if !right {
                faults.push(format!(
                    "{} {}{} by {actor:?}: {status}, not {expected:?}",
                    call.method, call.path, call.query
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    the_table_is_complete();
}

/// Returns the newest audit entry.
fn newest_entry(server: &TestServer) -> Option<AuditEntryId> {
    let mut views = server.ports.database.read().unwrap();
    let page = views.audit().page(&Wanted::default(), Place::Newest, 1).unwrap();
    page.entries.first().map(|entry| entry.id)
}

/// Unsafe calls that may answer 2xx without an audit entry: they only query, concern the caller's
/// own matters, or change nothing.
const LEAVE_NO_ENTRY: [(&str, &str); 17] = [
    ("post", "users/phone"),
    ("post", "users/duplicate"),
    ("post", "users/duplicate-email"),
    ("post", "users/password-strength"),
    ("post", "data_requests/statecomment/section"),
    ("post", "data_requests/approval_procedures/{id}/letter/preview"),
    (
        "post",
        "data_requests/approval_procedures/{id}/letter/preview/text",
    ),
    ("post", "users/track"),
    ("put", "users/selected-role"),
    ("patch", "notifications"),
    ("post", "data_requests"),
    ("post", "data_requests/drafts"),
    ("delete", "data_requests/drafts/{id}"),
    // There is no other session, the account is active, and the fields are unchanged.
    ("delete", "users/sessions"),
    ("patch", "users/activate/{user_id}"),
    ("patch", "data_requests/patch/data_handling_devices/{id}"),
    ("patch", "data_requests/patch/staff_shared/{id}"),
];

impl Call {
    fn may_leave_no_entry(&self) -> bool {
        self.method == "get" || LEAVE_NO_ENTRY.contains(&(self.method, self.path))
    }
}

/// Calls without required fields: an empty body is valid for them.
pub const NEED_NOTHING: [&str; 2] = [
    "data_requests/{request_id}/resubmit",
    "data_requests/approval_procedures/{id}/duplicate",
];

/// Returns the status of the refusal, or `None` for a permitted caller.
fn refusal(may: &May, actor: Actor) -> Option<u16> {
    if actor == Actor::Guest {
        return match may {
            May::Anyone => None,
            May::Missing => Some(404),
            _ => Some(401),
        };
    }
    let is_reader = match actor {
        Actor::Owner => true,
        Actor::Holder(role) => role.is_staff() || role == Role::SuperUser,
        Actor::Guest | Actor::OtherRequester => false,
    };
    match may {
        May::Anyone | May::SignedIn => None,
        May::Readers => (!is_reader).then_some(404),
        May::Only(named) if named.contains(&actor) => None,
        May::Only(_) => Some(if is_reader { 403 } else { 404 }),
        May::OwnerInVain => Some(if is_reader && actor != Actor::Owner {
            403
        } else {
            404
        }),
        May::OwnersAlone => (actor != Actor::Owner).then_some(404),
        May::Roles(named) => (!named.contains(&actor)).then_some(403),
        May::Nobody | May::Missing => Some(404),
    }
}

/// Every call of the document is in the table.
fn the_table_is_complete() {
    let document = serde_json::to_value(aditus_http::openapi_document()).unwrap();
    let offered: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let path = path.trim_start_matches("/api/v1/").to_owned();
            item.as_object()
                .unwrap()
                .keys()
                .map(move |method| (method.clone(), path.clone()))
        })
        .collect();
    let listed: BTreeSet<(String, String)> = calls()
        .iter()
        .map(|call| (call.method.to_owned(), call.path.to_owned()))
        .collect();
    assert_eq!(offered, listed);
}

fn signed_out_tokens_are_rejected(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Ada", Role::DataRequester);
    let second = installation.sign_in(&owner.email);
    assert_eq!(owner.client.post("users/signout/", &json!({})).status, 200);
    let refused = owner.client.get("users/detailuser/");
    refused.refuses(401, "Please sign in to continue.");
    assert_eq!(refused.header("www-authenticate"), Some("Token"));
    assert_eq!(
        second.get("users/detailuser/").status,
        200,
        "the other session goes on"
    );
    assert_eq!(
        server
            .guest()
            .with_token("made up")
            .get("users/detailuser/")
            .status,
        401
    );
}
