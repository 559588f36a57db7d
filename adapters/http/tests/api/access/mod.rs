//! Access control: tests every call of the OpenAPI document with every role and a guest, from one
//! table.

mod accounts;
mod audit;
mod call;
mod dictionary_records;
mod requests;
mod roles;
mod world;

use std::collections::BTreeSet;

use aditus_application::audit::views::{Place, Wanted};
use aditus_domain::ids::AuditEntryId;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person};
use crate::server::TestServer;

pub use call::Call;
use call::{get, send};
pub use world::World;

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
