//! `GET` and `POST users/assign-roles/`, `GET users/organizations/{org_id}/roles`, `GET
//! users/org_roles/`, `GET users/role-statuses/`, `GET users/role/`.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, email_of};
use crate::server::TestServer;

on_both_databases!(
    requesting_a_role_notifies_the_admin,
    a_requested_role_is_no_longer_available,
    roles_cannot_be_requested_for_others_or_at_other_organisations,
    reference_lists_are_complete,
    callers_see_only_permitted_organisation_roles,
);

fn names(body: &Value, field: &str) -> Vec<String> {
    let rows = body.as_array().unwrap().iter();
    rows.map(|row| row[field].as_str().unwrap().to_owned()).collect()
}

fn requesting_a_role_notifies_the_admin(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.account("Ada", provider, AccountState::Pending);
    let client = installation.sign_in(&email_of("Ada"));
    let officer = installation.org_role(provider, Role::DataOfficer);
    let body = json!({ "org_role": officer.0, "user": ada.0 });
    let answer = client.post("users/assign-roles/", &body);
    let assigned = answer.data(201)["assigned_role_id"].clone();
    assert_eq!(
        answer.json()["message"],
        "You have successfully requested for this role"
    );

    let roles = client.get("users/assign-roles/").data(200);
    assert_eq!(answer.data(201), roles[0], "the whole record");
    let mut role = roles[0].clone();
    let mut line = role["latest_role_status"][0].take();
    assert!(line["assigned_role_status_id"].take().is_i64() && line["changed_on"].take().is_string());
    assert_eq!(
        line,
        json!({
            "assigned_role_status_id": null, "role_status_id": 1, "status": "Pending", "reason": null,
            "changed_on": null, "changed_by": { "user_id": ada.0, "name": "Ada Okello" },
        })
    );
    assert_eq!(
        role,
        json!({
            "assigned_role_id": assigned, "role": "Data Officer", "role_id": 4, "org_role_id": officer.0,
            "organisation": server.ports.settings.provider_organisation, "rank": 4, "offered": true,
            "latest_role_status": [null],
        })
    );
    let told = olga.client.get("notifications/user-notifications/").data(200);
    let organisation = &server.ports.settings.provider_organisation;
    assert_eq!(
        (&told[0]["kind"], &told[0]["role"], &told[0]["message"]),
        (
            &json!("role_requested"),
            &json!("Admin"),
            &json!(format!(
                "Ada Okello requested the role Data Officer at {organisation}."
            ))
        )
    );
    assert_eq!(server.mails_to(&olga.email).len(), 1);
    assert!(server.mails_to(&sara.email).is_empty());

    let again = client.post("users/assign-roles/", &body);
    again.refuses(400, "You already requested this role");
    assert_eq!(server.mails_to(&olga.email).len(), 1);
}

fn a_requested_role_is_no_longer_available(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let olga = installation.person("Olga", Role::Admin);
    let ada = installation.person("Ada", Role::DataOfficer);
    let path = format!("users/organizations/{}/roles", provider.0);
    let all = ada.client.get(&path).data(200);
    let assignable = olga
        .client
        .get(&format!("{path}?assign_to={}", ada.user.0))
        .json();
    assert_eq!(
        assignable["page"],
        json!({ "number": 1, "size": 10, "total": 10 }),
        "a list as any other: {assignable}"
    );
    assert_eq!(names(&all, "role_name").len(), 10);
    assert_eq!(
        all[3],
        json!({
            "org_role_id": ada.org_role.0, "org": provider.0, "role": 4, "status": true,
            "organisation": server.ports.settings.provider_organisation, "role_name": "Data Officer",
            "role_description": "Releases the data of approved Data Requests.", "organisation_active": true,
            "reason": null, "history": [], "row_version": 1, "refusal": null,
        })
    );
    let analyst = installation.org_role(provider, Role::DataAnalyst);
    let available = || {
        let list = ada.client.get("users/org_roles/?available=true");
        assert_eq!(
            list.json()["data"],
            ada.client.get(&format!("{path}/?available=true")).data(200)
        );
        names(&list.data(200), "role_name")
    };
    let before = available();
    assert!(before.contains(&"Data Analyst".to_owned()) && !before.contains(&"Data Officer".to_owned()));
    ada.client
        .post("users/assign-roles/", &json!({ "org_role": analyst.0 }))
        .data(201);
    let after = available();
    assert_eq!(after.len(), before.len() - 1);
    assert!(!after.contains(&"Data Analyst".to_owned()));
}

fn roles_cannot_be_requested_for_others_or_at_other_organisations(server: &TestServer) {
    let installation = Installation::new(server);
    let olga = installation.person("Olga", Role::Admin);
    let eve = installation.person("Eve", Role::DataRequester);
    let request = |body: Value| eve.client.post("users/assign-roles/", &body);
    let own = json!(eve.user.0);
    for role in [Role::SuperUser, Role::Admin, Role::DataOfficer] {
        let elsewhere = installation.org_role(installation.provider, role);
        request(json!({ "org_role": elsewhere.0, "user": own })).refuses(404, "Failed to request role");
    }
    for nothing in [0, -1, 999_999] {
        request(json!({ "org_role": nothing, "user": own })).refuses(404, "Failed to request role");
    }
    request(json!({ "org_role": null, "user": own })).refuses_field(
        400,
        "org_role",
        "Failed to request Role",
    );
    request(json!({ "user": own })).refuses_field(400, "org_role", "Failed to request Role");
    request(json!({ "org_role": olga.org_role.0, "user": olga.user.0 }))
        .refuses(403, "You may only do this for yourself.");
    let roles = eve.client.get("users/assign-roles/").data(200);
    assert_eq!(roles.as_array().unwrap().len(), 1, "nothing was asked for");
    assert!(server.mails_to(&olga.email).is_empty());

    let named = format!("users/assign-roles/?user_id={}", olga.user.0);
    eve.client
        .get(&named)
        .refuses(403, "You may only do this for yourself.");
    let stranger = format!("users/assign-roles/?user_id={}", eve.user.0);
    olga.client.get(&stranger).refuses(404, "User not found.");
    assert_eq!(eve.client.get(&stranger).status, 200);
    let sara = installation.person("Sara", Role::SuperUser);
    assert_eq!(sara.client.get(&stranger).data(200)[0]["role"], "Data Requester");
}

fn reference_lists_are_complete(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let statuses = ada.client.get("users/role-statuses/").data(200);
    assert_eq!(
        statuses,
        json!([
            { "role_status_id": 1, "status": "Pending" },
            { "role_status_id": 2, "status": "Activated" },
            { "role_status_id": 3, "status": "Rejected" },
            { "role_status_id": 4, "status": "Deactivated" },
            { "role_status_id": 5, "status": "Revoked" },
        ])
    );
    let roles = ada.client.get("users/role/").data(200);
    assert_eq!(names(&roles, "role").len(), 10, "Org User is no role to offer");
    assert_eq!(roles[1], json!({ "role_id": 2, "role": "Admin" }));
}

fn callers_see_only_permitted_organisation_roles(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin, Role::DataRequester]);
    let ada = installation.person("Ada", Role::DataRequester);
    let olga = installation.person("Olga", Role::Admin);
    let sara = installation.person("Sara", Role::SuperUser);
    assert_eq!(
        names(&ada.client.get("users/org_roles/").data(200), "role_name"),
        ["Data Requester"]
    );
    assert_eq!(olga.client.get("users/org_roles/").json()["page"]["total"], 10);
    let all = sara.client.get("users/org_roles/?page_size=5&page=3").json();
    assert_eq!(all["page"], json!({ "number": 3, "size": 5, "total": 14 }));
    let clinics = format!("users/org_roles/?org_id={}", clinic.0);
    assert_eq!(
        names(&sara.client.get(&clinics).data(200), "role_name"),
        ["Admin", "Data Requester"]
    );
    let searched = sara.client.get("users/org_roles/?search=lake").data(200);
    assert_eq!(names(&searched, "organisation"), ["Lake Clinic", "Lake Clinic"]);
    for client in [&ada.client, &olga.client] {
        for path in [
            clinics.clone(),
            format!("users/organizations/{}/roles/", clinic.0),
        ] {
            client
                .get(&path)
                .refuses(403, "You may only do this for your own organisation.");
        }
    }
    let (_, held) = installation.assign(ada.user, clinic, Role::Admin, RoleStatus::Activated);
    assert_eq!(
        ada.client.get(&clinics).data(200)[0]["org_role_id"],
        held.0,
        "an Admin sees the roles of the organisation administered"
    );
}
