//! `GET` and `PUT users/assigned-role-status/`, `POST users/assigned-roles/admin/`.

use aditus_application::ports::Signal;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::main_job::{decision, own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person, confirm_password, email_of};
use crate::role_requests::receives;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    roles_are_listed_with_their_histories,
    a_withdrawn_role_is_rejected_in_an_open_session,
    another_role_is_selected_when_the_selected_one_is_withdrawn,
    only_valid_transitions_of_a_role_are_accepted,
    a_caller_cannot_change_roles_outside_their_authority,
    a_role_is_assigned_once_and_immediately,
    roles_of_other_organisations_and_own_roles_cannot_be_assigned,
    a_super_user_appoints_the_first_admin,
);

const STATUSES: &str = "users/assigned-role-status/";

/// Returns the row of a person that this client sees.
fn row(client: &Client, search: &str) -> Value {
    let rows = client.get(&format!("{STATUSES}?search={search}")).data(200);
    assert_eq!(rows.as_array().unwrap().len(), 1, "{rows}");
    rows[0].clone()
}

fn change(by: &Person, line: &Value, status: RoleStatus) -> Answer {
    by.client.put(
        &format!("{STATUSES}{line}/"),
        &json!({ "role_status": status.id(), "reason": "On leave" }),
    )
}

fn assign(by: &Person, user: UserId, org_role: OrganisationRoleId) -> Answer {
    let body = json!({ "org_role_id": org_role.0, "user_id": user.0, "assigned_by": "Org Admin" });
    by.client.post("users/assigned-roles/admin/", &body)
}

fn roles_are_listed_with_their_histories(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.person("Ada", Role::DataOfficer);
    installation.person("Ben", Role::DataAnalyst);
    installation.person("Rita", Role::DataRequester);
    let all = olga.client.get(STATUSES).json();
    assert_eq!(all["page"], json!({ "number": 1, "size": 20, "total": 3 }));
    let names = |query: &str| -> Vec<String> {
        let rows = olga.client.get(&format!("{STATUSES}{query}")).data(200);
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["assigned_role"]["user"]["fname"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(""), ["Ada", "Ben", "Olga"]);
    assert_eq!(names("?sort=-name"), ["Olga", "Ben", "Ada"]);
    assert_eq!(names("?sort=role"), ["Olga", "Ada", "Ben"]);
    assert_eq!(names("?search=analyst"), ["Ben"]);
    assert_eq!(names("?search=activated&page_size=1&page=2"), ["Ben"]);
    assert_eq!(names("?role_status=Pending"), [""; 0]);
    let before = row(&olga.client, "ada");
    assert_eq!(
        change(&olga, &before["assigned_role_status_id"], RoleStatus::Deactivated).status,
        200
    );
    let after = row(&olga.client, "ada");
    assert_ne!(
        after["assigned_role_status_id"],
        before["assigned_role_status_id"]
    );
    assert_eq!(
        after["role_status"],
        json!({ "role_status_id": 4, "status": "Deactivated" })
    );
    let role = &after["assigned_role"];
    assert_eq!(
        (
            &role["user"]["user_id"],
            &role["user"]["designation"],
            &role["org_role"]["org_role_id"]
        ),
        (
            &json!(ada.user.0),
            &json!("Epidemiologist"),
            &json!(ada.org_role.0)
        )
    );
    assert_eq!(role["org_role"]["role"]["role"], "Data Officer");
    assert_eq!(after["history"].as_array().unwrap().len(), 2);
    let line = &after["history"][0];
    assert_eq!(
        (&line["status"], &line["reason"], &line["changed_by"]["name"]),
        (&json!("Deactivated"), &json!("On leave"), &json!("Olga Okello"))
    );
    let own = ada.client.get("users/assign-roles/").data(200);
    assert_eq!(own[0]["latest_role_status"], after["history"]);
}

fn a_withdrawn_role_is_rejected_in_an_open_session(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let reviewer = &staff[0];
    let state = own_state(reviewer, request)["state_id"].as_i64().unwrap();
    let otp = format!("data_requests/request_state/{state}/otp/");
    assert_eq!(reviewer.client.post(&otp, &json!({ "status": true })).status, 200);
    let code = server.code_mailed_to(&reviewer.email);

    let signals = server.ports.database.signals();
    let line = row(&olga.client, "abel")["assigned_role_status_id"].clone();
    let answer = change(&olga, &line, RoleStatus::Revoked);
    assert_eq!(
        answer.json(),
        json!({ "code": 200, "message": "Assigned Role status has been updated!" })
    );
    assert!(receives(&signals, Signal::RolesChanged(reviewer.user)));

    let mut body = decision(reviewer, request, state, true);
    body["otp"] = json!(code);
    reviewer
        .client
        .put(&format!("data_requests/request_state/{state}/"), &body)
        .refuses(404, "This Data Request does not exist.");
    assert_eq!(reviewer.client.post(&otp, &json!({ "status": true })).status, 404);
    assert_eq!(
        reviewer
            .client
            .get(&format!("data_requests/?request_id={request}"))
            .status,
        404
    );
    assert_eq!(
        reviewer.client.get("data_requests/all/").json()["page"]["total"],
        0
    );
    reviewer
        .client
        .get(&format!("data_requests/?org_role_id={}", reviewer.org_role.0))
        .refuses(403, "You don't have this role.");
    reviewer
        .client
        .put(
            "users/selected-role/",
            &json!({ "assigned_role_id": reviewer.assigned_role.0 }),
        )
        .refuses(403, "You don't have this role.");
    let told = reviewer.client.get("notifications/user-notifications/").data(200);
    assert_eq!(told[0]["kind"], "role_withdrawn");
}

fn another_role_is_selected_when_the_selected_one_is_withdrawn(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.person("Ada", Role::DataCustodian);
    let (officer, _) = installation.assign(ada.user, provider, Role::DataOfficer, RoleStatus::Activated);
    let (analyst, _) = installation.assign(ada.user, provider, Role::DataAnalyst, RoleStatus::Activated);
    let selected = || ada.client.get("users/detailuser/").json()["user"]["selected_role"].clone();
    let select = json!({ "assigned_role_id": officer.0 });
    assert_eq!(ada.client.put("users/selected-role/", &select).status, 200);
    let line = |name: &str| {
        let rows = olga.client.get(&format!("{STATUSES}?search=ada")).data(200);
        let rows = rows.as_array().unwrap();
        let found = rows
            .iter()
            .find(|row| row["assigned_role"]["org_role"]["role"]["role"] == name);
        found.unwrap()["assigned_role_status_id"].clone()
    };
    assert_eq!(
        change(&olga, &line("Data Officer"), RoleStatus::Revoked).status,
        200
    );
    assert_eq!(selected(), ada.assigned_role.0, "the best that remains");
    assert_eq!(
        change(&olga, &line("Data Custodian"), RoleStatus::Deactivated).status,
        200
    );
    assert_eq!(selected(), analyst.0);
    assert_eq!(
        change(&olga, &line("Data Analyst"), RoleStatus::Deactivated).status,
        200
    );
    assert_eq!(selected(), Value::Null);
    assert_eq!(
        change(&olga, &line("Data Custodian"), RoleStatus::Activated).status,
        200
    );
    assert_eq!(selected(), ada.assigned_role.0);
}

fn only_valid_transitions_of_a_role_are_accepted(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    installation.person("Ada", Role::DataOfficer);
    let line = || row(&olga.client, "ada")["assigned_role_status_id"].clone();
    let first = line();
    change(&olga, &first, RoleStatus::Rejected)
        .refuses(409, "A role that is Activated cannot become Rejected.");
    for none in [json!(null), json!(0), json!(6), json!(-1)] {
        olga.client
            .put(&format!("{STATUSES}{first}/"), &json!({ "role_status": none }))
            .refuses_field(400, "role_status", "Please select a valid status");
    }
    assert_eq!(change(&olga, &first, RoleStatus::Revoked).status, 200);
    change(&olga, &first, RoleStatus::Deactivated)
        .refuses(409, "Someone else changed this in the meantime. Please reload.");
    change(&olga, &line(), RoleStatus::Activated)
        .refuses(409, "A role that is Revoked cannot become Activated.");
    change(&olga, &line(), RoleStatus::Pending).refuses(403, "Only the user can request this role again.");

    let ben = installation.account("Ben", installation.provider, AccountState::Active);
    installation.assign(ben, installation.provider, Role::DataOfficer, RoleStatus::Pending);
    let asked = row(&olga.client, "ben")["assigned_role_status_id"].clone();
    change(&olga, &asked, RoleStatus::Activated).refuses(
        409,
        "This role was requested. Grant or deny it among the role requests.",
    );
}

fn a_caller_cannot_change_roles_outside_their_authority(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin]);
    let olga = installation.person("Olga", Role::Admin);
    let omar = installation.person_at(clinic, "Omar", Role::Admin);
    let ada = installation.person("Ada", Role::DataOfficer);
    let sara = installation.person("Sara", Role::SuperUser);
    let of_ada = row(&olga.client, "ada")["assigned_role_status_id"].clone();
    let of_olga = row(&olga.client, "olga")["assigned_role_status_id"].clone();
    let of_sara = row(&olga.client, "sara")["assigned_role_status_id"].clone();
    let revoke = |by: &Person, line: &Value| change(by, line, RoleStatus::Revoked);
    revoke(&omar, &of_ada).refuses(404, "Assigned role not found.");
    revoke(&omar, &of_olga).refuses(404, "Assigned role not found.");
    revoke(&ada, &of_ada).refuses(403, "Your role does not allow this.");
    revoke(&ada, &of_olga).refuses(403, "Your role does not allow this.");
    revoke(&olga, &of_olga).refuses(403, "You can't decide on your own role.");
    revoke(&olga, &of_sara).refuses(403, "Only a Super User decides on this.");
    revoke(&sara, &of_ada).refuses(403, "This organisation has its own Admin.");
    revoke(&sara, &of_sara).refuses(403, "You can't decide on your own role.");
    revoke(&olga, &json!(999_999)).refuses(404, "Assigned role not found.");
    let rows = olga.client.get(STATUSES).data(200);
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .all(|row| row["role_status"]["status"] == "Activated")
    );
    assert_eq!(
        revoke(&sara, &of_olga).status,
        200,
        "the only Admin is a Super User's matter"
    );
    assert_eq!(revoke(&sara, &of_ada).status, 200, "and then the organisation is");
    olga.client
        .get(STATUSES)
        .refuses(403, "Your role does not allow this.");
}

fn a_role_is_assigned_once_and_immediately(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.account("Ada", provider, AccountState::Pending);
    let client = installation.sign_in(&email_of("Ada"));
    let officer = installation.org_role(provider, Role::DataOfficer);
    let answer = assign(&olga, ada, officer);
    let id = answer.data(201)["assigned_role_id"].clone();
    assert_eq!(answer.json()["message"], "User is assigned to role successfully!");
    let held = client.get("users/assign-roles/").data(200);
    assert_eq!(answer.data(201), held[0], "the whole record");
    assert_eq!(held[0]["latest_role_status"][0]["status"], "Activated");
    let user = client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(
        (&user["selected_role"], &user["pending_activation"]),
        (&id, &json!(false))
    );
    assign(&olga, ada, officer).refuses(400, "User is already assigned to that role!");
    let body = json!({ "org_role_id": officer.0, "assigned_by": "Org Admin" });
    olga.client
        .post("users/assigned-roles/admin/", &body)
        .refuses_field(400, "user_id", "Please select a User.");
    let nothing = olga.client.post("users/assigned-roles/admin/", &json!({}));
    nothing.refuses_field(400, "user_id", "Please select a User.");
    assert_eq!(
        nothing.json()["errors"]["org_role_id"][0],
        "Please select an Organisation Role."
    );
    let body = json!({ "user_id": ada.0 });
    olga.client
        .post("users/assigned-roles/admin/", &body)
        .refuses_field(400, "org_role_id", "Please select an Organisation Role.");
}

fn roles_of_other_organisations_and_own_roles_cannot_be_assigned(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin, Role::DataRequester]);
    let olga = installation.person("Olga", Role::Admin);
    installation.person_at(clinic, "Omar", Role::Admin);
    let sara = installation.person("Sara", Role::SuperUser);
    let here = installation.org_role(installation.provider, Role::DataOfficer);
    let there = installation.org_role(clinic, Role::DataRequester);
    let super_role = installation.org_role(installation.provider, Role::SuperUser);
    let ada = installation.account("Ada", installation.provider, AccountState::Active);
    let mona = installation.account("Mona", clinic, AccountState::Active);
    assign(&olga, olga.user, here).refuses(403, "You can't decide on your own role.");
    assign(&olga, ada, there).refuses(404, "Organisation role not found.");
    assign(&olga, mona, there).refuses(404, "Organisation role not found.");
    assign(&olga, mona, here).refuses(404, "User not found.");
    assign(&olga, ada, super_role).refuses(403, "Only a Super User decides on this.");
    assign(&sara, mona, there).refuses(403, "This organisation has its own Admin.");
    assign(&sara, mona, super_role).refuses(404, "User not found.");
    let plain = installation.person("Ben", Role::DataOfficer);
    assign(&plain, ada, here).refuses(403, "Your role does not allow this.");
    for user in [ada, mona] {
        let path = format!("users/assign-roles/?user_id={}", user.0);
        assert_eq!(sara.client.get(&path).data(200), json!([]));
    }
}

fn a_super_user_appoints_the_first_admin(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin]);
    let sara = installation.person("Sara", Role::SuperUser);
    let cora = installation.account("Cora", clinic, AccountState::Pending);
    let mona = installation.account("Mona", clinic, AccountState::Pending);
    let admin = installation.org_role(clinic, Role::Admin);
    let client = installation.sign_in(&email_of("Cora"));
    let users = sara
        .client
        .get(&format!("users/organization-users/?org_id={}", clinic.0))
        .data(200);
    assert_eq!(users[0]["user_id"], cora.0);
    assign(&sara, cora, admin).data(201);
    assert_eq!(client.get("users/organization-users/").json()["page"]["total"], 2);
    assign(&sara, mona, admin).refuses(403, "This organisation has its own Admin.");
    confirm_password(&client);
    let answer = client.patch(
        &format!("users/activate/{}/", mona.0),
        &json!({ "is_active": "Active" }),
    );
    assert_eq!(answer.status, 200);
}
