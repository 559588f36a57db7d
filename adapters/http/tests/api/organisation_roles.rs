//! `PATCH users/org-roles/{id}/update-status/`, and `GET users/org_roles/` as Super Users see it.

use aditus_application::ports::Signal;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::OrganisationRoleId;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::{decide, own_state, staff, states_of};
use crate::on_both_databases;
use crate::people::{Installation, PASSWORD, Person, email_of};
use crate::role_requests::receives;
use crate::server::TestServer;
use crate::submission::{complete, submitted};

on_both_databases!(
    a_deactivated_role_is_rejected_until_its_activation,
    a_deactivated_role_cannot_be_assigned,
    a_submission_needs_active_roles,
    a_request_waits_at_a_deactivated_role,
    every_change_is_recorded_with_author_and_reason,
    incomplete_and_repeated_changes_are_refused,
    the_role_of_the_last_super_user_cannot_be_deactivated,
    concurrent_changes_keep_one_super_user,
    an_organisation_without_its_admin_role_is_served_by_super_users,
    the_list_is_searched_sorted_and_paged,
    only_super_users_see_histories,
);

const UPDATED: &str = "Organisation Role Status Updated Successfully";

fn set(by: &Person, role: OrganisationRoleId, status: bool) -> Answer {
    let path = format!("users/org-roles/{}/update-status/", role.0);
    let body = json!({ "status": status, "reason": "The contract has ended." });
    by.client.patch(&path, &body)
}

#[track_caller]
fn update(by: &Person, role: OrganisationRoleId, status: bool) {
    let answer = set(by, role, status);
    assert_eq!(
        (answer.status, answer.json()["message"].as_str()),
        (200, Some(UPDATED)),
        "{}",
        answer.json()
    );
}

fn row(by: &Person, role: OrganisationRoleId) -> Value {
    let rows = by.client.get("users/org_roles/?page_size=100").data(200);
    let mut rows = rows.as_array().unwrap().iter();
    rows.find(|row| row["org_role_id"] == role.0).unwrap().clone()
}

fn a_deactivated_role_is_rejected_until_its_activation(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let olga = installation.person("Olga", Role::Admin);
    let second = installation.account("Otto", installation.provider, AccountState::Active);
    installation.assign(
        second,
        installation.provider,
        Role::Admin,
        RoleStatus::Deactivated,
    );
    let signals = server.ports.database.signals();
    let people = "users/organization-users/";
    assert_eq!(olga.client.get(people).status, 200);

    update(&sara, olga.org_role, false);
    assert!(receives(&signals, Signal::RolesChanged(olga.user)));
    olga.client
        .get(people)
        .refuses(403, "Your role does not allow this.");
    let session = olga.client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(
        (
            &session["selected_role"],
            &session["assigned_roles"][0]["latest_role_status"]
        ),
        (
            &Value::Null,
            &json!([{ "role_status_id": 4, "status": "Deactivated" }])
        )
    );
    let own = olga.client.get("users/assign-roles/").data(200);
    assert_eq!(
        (&own[0]["offered"], &own[0]["latest_role_status"][0]["status"]),
        (&json!(false), &json!("Activated")),
        "it is held all the time"
    );
    let held = format!("users/assigned-role-status/?org_id={}", installation.provider.0);
    let held = sara.client.get(&held).data(200);
    let rows = held.as_array().unwrap().iter();
    let of_olga = rows.filter(|row| row["assigned_role"]["user"]["user_id"] == olga.user.0);
    let offered: Vec<_> = of_olga
        .map(|row| &row["assigned_role"]["org_role"]["offered"])
        .collect();
    assert_eq!(offered, [&json!(false)]);
    let mails = server.mails_to(&olga.email);
    assert!(
        mails[0]
            .text
            .contains("was deactivated. Reason: The contract has ended."),
        "{}",
        mails[0].text
    );
    assert_eq!(row(&sara, olga.org_role)["status"], false);

    update(&sara, olga.org_role, true);
    assert_eq!(olga.client.get(people).status, 200);
    let mails = server.mails_to(&olga.email);
    assert!(mails[1].text.contains("can be used again."), "{}", mails[1].text);
    assert_eq!(mails.len(), 2);
    assert_eq!(
        server.mails_to(&email_of("Otto")).len(),
        0,
        "it was suspended before"
    );
}

fn a_deactivated_role_cannot_be_assigned(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let sara = installation.person("Sara", Role::SuperUser);
    let olga = installation.person("Olga", Role::Admin);
    let analyst = installation.org_role(provider, Role::DataAnalyst);
    let ada = installation.account("Ada", provider, AccountState::Active);
    let (asked, _) = installation.assign(ada, provider, Role::DataAnalyst, RoleStatus::Pending);
    let bob = installation.account("Bob", provider, AccountState::Active);
    let (suspended, _) = installation.assign(bob, provider, Role::DataAnalyst, RoleStatus::Deactivated);
    let eve = installation.account("Eve", provider, AccountState::Active);
    let eves = installation.sign_in(&email_of("Eve"));
    update(&sara, analyst, false);

    let available = eves.get("users/org_roles/?available=true").data(200);
    let names = available.as_array().unwrap().iter();
    assert_eq!(names.filter(|row| row["role_name"] == "Data Analyst").count(), 0);
    eves.post(
        "users/assign-roles/",
        &json!({ "org_role": analyst.0, "user": eve.0 }),
    )
    .refuses(404, "Failed to request role");
    let body = json!({ "org_role_id": analyst.0, "user_id": eve.0, "assigned_by": "Org Admin" });
    olga.client
        .post("users/assigned-roles/admin/", &body)
        .refuses(404, "Organisation role not found.");
    let not_offered =
        "The organisation doesn't offer this role right now. A Super User can activate it again.";
    let attend = |status| {
        let body = json!({
            "password": PASSWORD, "assigned_role_id": asked.0, "role_status_id": status, "reason": "",
        });
        olga.client.patch("users/assigned-roles/approve/", &body)
    };
    attend(2).refuses(409, not_offered);
    let line = server.write(|transaction| transaction.roles().by_id(suspended).unwrap().unwrap().latest);
    let status = format!("users/assigned-role-status/{}/", line.0);
    let restore = || {
        olga.client
            .put(&status, &json!({ "role_status": 2, "reason": "" }))
    };
    restore().refuses(409, not_offered);
    sara.client
        .post(
            "users/org_roles/",
            &json!({ "org": provider.0, "role": Role::DataAnalyst.id() }),
        )
        .refuses(
            409,
            "The organisation already has this role, but it is deactivated. Activate it again.",
        );

    update(&sara, analyst, true);
    assert_eq!(attend(2).status, 200, "what was asked for has waited");
    assert_eq!(restore().status, 200);
}

fn a_submission_needs_active_roles(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let reviewer = installation.org_role(installation.provider, Role::DataSecurityReviewer);
    update(&sara, reviewer, false);
    let answer = ada
        .client
        .post("data_requests/submit/", &complete(&installation, &ada));
    assert_eq!(answer.status, 409, "{}", answer.json());
    let message = answer.json()["message"].as_str().unwrap().to_owned();
    assert!(
        message.starts_with("No active organisation role was found for the stage")
            && message.contains("Data Security Reviewer"),
        "{message}"
    );
    update(&sara, reviewer, true);
    submitted(&installation, &ada);
}

fn a_request_waits_at_a_deactivated_role(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let (reviewer, approver) = (&staff[0], &staff[1]);
    let state = own_state(reviewer, request)["state_id"].as_i64().unwrap();
    let before = states_of(&ada, request);
    let ask = format!("data_requests/request_state/{state}/otp/");

    update(&sara, reviewer.org_role, false);
    update(&sara, approver.org_role, false);
    let refused = reviewer.client.post(&ask, &json!({ "status": true }));
    assert_eq!(refused.status, 404, "who may not use the role reads no request");
    assert_eq!(states_of(&ada, request), before);
    let mails = server.mails_to(&approver.email).len();

    update(&sara, reviewer.org_role, true);
    decide(server, reviewer, request, true);
    assert_eq!(
        server.mails_to(&approver.email).len(),
        mails,
        "nobody is told of a turn who could not take it"
    );
    update(&sara, approver.org_role, true);
    decide(server, approver, request, true);
    assert_eq!(own_state(approver, request)["state"], "Approved");
}

fn every_change_is_recorded_with_author_and_reason(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[]);
    let sara = installation.person("Sara", Role::SuperUser);
    let offered = sara.client.post(
        "users/org_roles/",
        &json!({ "org": clinic.0, "role": Role::Admin.id() }),
    );
    let id = OrganisationRoleId(offered.data(201)["org_role_id"].as_i64().unwrap());
    update(&sara, id, false);
    let row = row(&sara, id);
    assert_eq!(
        (&row["status"], &row["reason"], &row["organisation_active"]),
        (&json!(false), &json!("The contract has ended."), &json!(true))
    );
    let lines = row["history"].as_array().unwrap();
    let by = json!({ "user_id": sara.user.0, "name": "Sara Okello" });
    let shown: Vec<_> = lines
        .iter()
        .map(|line| (&line["status"], &line["reason"], &line["changed_by"]))
        .collect();
    assert_eq!(
        shown,
        [
            (&json!(false), &json!("The contract has ended."), &by),
            (&json!(true), &Value::Null, &by),
        ]
    );
    assert_eq!(lines[0]["changed_on"], json!(server.ports.clock.now()));
}

fn incomplete_and_repeated_changes_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let role = installation.org_role(installation.provider, Role::DataAnalyst);
    let path = format!("users/org-roles/{}/update-status/", role.0);
    let send = |body: Value| sara.client.patch(&path, &body);
    send(json!({})).names_fields(&["status", "reason"]);
    for body in [
        json!({ "reason": "Why" }),
        json!({ "status": null, "reason": "Why" }),
    ] {
        send(body).refuses_field(400, "status", "Please select a valid status");
    }
    for body in [
        json!({ "status": false }),
        json!({ "status": false, "reason": null }),
        json!({ "status": false, "reason": " \n" }),
    ] {
        send(body).refuses_field(400, "reason", "Please enter the reason.");
    }
    set(&sara, role, true).refuses(409, "This organisation role is already activated.");
    update(&sara, role, false);
    set(&sara, role, false).refuses(409, "This organisation role is already deactivated.");
    set(&sara, OrganisationRoleId(999_999), false).refuses(404, "Organisation role not found.");
    let olga = installation.person("Olga", Role::Admin);
    set(&olga, role, true).refuses(403, "Your role does not allow this.");
    assert_eq!(row(&sara, role)["status"], false);
}

fn the_role_of_the_last_super_user_cannot_be_deactivated(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::SuperUser]);
    let sara = installation.person("Sara", Role::SuperUser);
    let disabled = installation.account("Dora", clinic, AccountState::Disabled);
    let (_, elsewhere) = installation.assign(disabled, clinic, Role::SuperUser, RoleStatus::Activated);
    set(&sara, sara.org_role, false).refuses(
        409,
        "You can't remove the last Super User. Appoint another Super User first.",
    );
    update(&sara, elsewhere, false);
    update(&sara, elsewhere, true);

    let sol = installation.person_at(clinic, "Sol", Role::SuperUser);
    set(&sara, sara.org_role, false).refuses(
        409,
        "You would lose your own Super User role. Ask another Super User to do this.",
    );
    update(&sol, sara.org_role, false);
    set(&sara, sara.org_role, true).refuses(403, "Your role does not allow this.");
    assert_eq!(row(&sol, sara.org_role)["history"].as_array().unwrap().len(), 1);
    update(&sol, sara.org_role, true);
    assert_eq!(sara.client.get("users/org_roles/").status, 200);
}

fn concurrent_changes_keep_one_super_user(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::SuperUser]);
    let sara = installation.person("Sara", Role::SuperUser);
    let sol = installation.person_at(clinic, "Sol", Role::SuperUser);
    let mut statuses = std::thread::scope(|scope| {
        let threads = [(&sara, sol.org_role), (&sol, sara.org_role)]
            .map(|(by, role)| scope.spawn(move || set(by, role, false).status));
        threads.map(|thread| thread.join().unwrap())
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403]);
    let usable = server.write(|transaction| transaction.roles().usable_by(Role::SuperUser, None));
    assert_eq!(usable.unwrap().len(), 1);
}

fn an_organisation_without_its_admin_role_is_served_by_super_users(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin]);
    let sara = installation.person("Sara", Role::SuperUser);
    let omar = installation.person_at(clinic, "Omar", Role::Admin);
    let cora = installation.account("Cora", clinic, AccountState::Pending);
    let activate = || {
        let path = format!("users/activate/{}/", cora.0);
        sara.client.patch(&path, &json!({ "is_active": "Active" }))
    };
    activate().refuses(403, "This organisation has its own Admin.");
    update(&sara, omar.org_role, false);
    assert_eq!(activate().status, 200);
}

fn the_list_is_searched_sorted_and_paged(server: &TestServer) {
    let installation = Installation::new(server);
    installation.organisation("Lake Clinic", &[Role::Admin, Role::DataRequester]);
    let sara = installation.person("Sara", Role::SuperUser);
    let analyst = installation.org_role(installation.provider, Role::DataAnalyst);
    update(&sara, analyst, false);
    let list = |query: &str| {
        let answer = sara.client.get(&format!("users/org_roles/?{query}")).json();
        let rows = answer["data"].as_array().unwrap().clone();
        (rows, answer["page"].clone())
    };
    let (rows, page) = list("");
    assert_eq!(rows.len(), 14);
    assert_eq!(page, json!({ "number": 1, "size": 20, "total": 14 }));
    assert_eq!(rows[0]["organisation"], "Data Requester");
    assert_eq!(list("sort=-organisation").0[13]["organisation"], "Data Requester");
    let (rows, _) = list("sort=role_name");
    assert_eq!(
        (&rows[0]["role_name"], &rows[2]["role_name"]),
        (&json!("Admin"), &json!("Data Access Approver"))
    );
    assert_eq!(list("sort=-role_name").0[0]["role_name"], "Super User");
    assert_eq!(list("sort=status").0[0]["org_role_id"], analyst.0);
    assert_eq!(list("sort=-status").0[13]["org_role_id"], analyst.0);
    let (rows, page) = list("search=LAKE&page_size=1&page=2");
    assert_eq!((rows.len(), &page["total"]), (1, &json!(2)));
    assert_eq!(rows[0]["role_name"], "Data Requester");
    let (rows, _) = list("search=quality of data");
    assert_eq!(rows.len(), 1, "found by what the role does");
    assert_eq!(rows[0]["role_name"], "Data Analyst");
    let refused = sara.client.get("users/org_roles/?sort=reason");
    refused.refuses_field(
        400,
        "sort",
        "This list can be sorted by organisation, role_name, status.",
    );
}

fn only_super_users_see_histories(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let olga = installation.person("Olga", Role::Admin);
    let analyst = installation.org_role(installation.provider, Role::DataAnalyst);
    update(&sara, analyst, false);
    assert_eq!(
        olga.client.get("users/org_roles/?page_size=100").json()["page"]["total"],
        9
    );
    update(&sara, analyst, true);
    let rows = olga.client.get("users/org_roles/?page_size=100").data(200);
    for row in rows.as_array().unwrap() {
        assert_eq!(
            (&row["reason"], &row["history"], &row["status"]),
            (&Value::Null, &json!([]), &json!(true))
        );
    }
}
