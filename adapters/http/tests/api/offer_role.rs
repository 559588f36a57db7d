//! `POST users/org_roles/`: an organisation is offered a role.

use aditus_domain::accounts::AccountState;
use aditus_domain::ids::OrganisationId;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::on_both_databases;
use crate::people::{Installation, Person, email_of};
use crate::server::TestServer;

on_both_databases!(
    an_organisation_gets_an_admin_through_an_offered_role,
    incomplete_and_duplicate_offers_are_refused,
    only_super_users_offer_roles,
    concurrent_offers_add_one_role,
);

const OFFERED: &str = "users/org_roles/";

fn offer(by: &Person, organisation: OrganisationId, role: Role) -> Answer {
    let body = json!({ "org": organisation.0, "role": role.id() });
    by.client.post(OFFERED, &body)
}

fn offered_at(by: &Person, organisation: OrganisationId) -> Vec<Value> {
    let path = format!("users/organizations/{}/roles", organisation.0);
    let rows = by.client.get(&path).data(200);
    let names = rows.as_array().unwrap().iter();
    names.map(|row| row["role_name"].clone()).collect()
}

fn an_organisation_gets_an_admin_through_an_offered_role(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::DataRequester]);
    let sara = installation.person("Sara", Role::SuperUser);
    let cora = installation.account("Cora", clinic, AccountState::Pending);
    let client = installation.sign_in(&email_of("Cora"));

    let answer = offer(&sara, clinic, Role::Admin);
    let org_role = answer.data(201)["org_role_id"].clone();
    let listed = sara.client.get(&format!("users/org_roles/?org_id={}", clinic.0));
    assert_eq!(answer.data(201), listed.data(200)[0], "the whole record");
    assert_eq!(answer.data(201)["history"].as_array().unwrap().len(), 1);
    assert_eq!(
        answer.json()["message"],
        "Organisation Role Assigned Successfully"
    );
    assert_eq!(offered_at(&sara, clinic), ["Admin", "Data Requester"]);
    let available = client.get("users/org_roles/?available=true").data(200);
    assert_eq!(
        (&available[0]["org_role_id"], &available[0]["status"]),
        (&org_role, &json!(true)),
        "its people can ask for it"
    );
    let appointed = sara.client.post(
        "users/assigned-roles/admin/",
        &json!({ "org_role_id": org_role, "user_id": cora.0, "assigned_by": "Org Admin" }),
    );
    assert_eq!(appointed.status, 201);
    assert_eq!(
        client.get("users/organization-users/").data(200)[0]["user_id"],
        cora.0
    );
}

fn incomplete_and_duplicate_offers_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::DataRequester]);
    let sara = installation.person("Sara", Role::SuperUser);
    let post = |body: Value| sara.client.post(OFFERED, &body);
    for body in [json!({}), json!({ "org": null, "role": 2 }), json!({ "role": 2 })] {
        post(body).refuses_field(400, "org", "Please select the Organisation!");
    }
    assert_eq!(
        post(json!({})).json()["errors"]["role"][0],
        "Please select the Role!"
    );
    for role in [json!(null), json!(0), json!(-1), json!(12)] {
        post(json!({ "org": clinic.0, "role": role })).refuses_field(400, "role", "Please select the Role!");
    }
    for nowhere in [0, -1, 999_999] {
        post(json!({ "org": nowhere, "role": 2 })).refuses(404, "Organisation not found.");
    }
    offer(&sara, clinic, Role::DataRequester).refuses(409, "The organisation already has this role.");
    assert_eq!(offered_at(&sara, clinic), ["Data Requester"]);
}

fn only_super_users_offer_roles(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[Role::Admin]);
    let sara = installation.person("Sara", Role::SuperUser);
    let omar = installation.person_at(clinic, "Omar", Role::Admin);
    let ada = installation.person("Ada", Role::DataRequester);
    installation.account("Mona", clinic, AccountState::Pending);
    installation.assign(
        ada.user,
        installation.provider,
        Role::SuperUser,
        RoleStatus::Pending,
    );
    for person in [&omar, &ada] {
        offer(person, clinic, Role::DataOfficer).refuses(403, "Your role does not allow this.");
    }
    let body = json!({ "org": clinic.0, "role": 4 });
    let mona = installation.sign_in(&email_of("Mona"));
    mona.post(OFFERED, &body)
        .refuses(403, "Your role does not allow this.");
    let guest = server.guest().post(OFFERED, &body);
    guest.refuses(401, "Please sign in to continue.");
    assert_eq!(offered_at(&sara, clinic), ["Admin"]);
}

fn concurrent_offers_add_one_role(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Lake Clinic", &[]);
    let sara = installation.person("Sara", Role::SuperUser);
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| offer(&sara, clinic, Role::Admin).status))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409]);
    assert_eq!(offered_at(&sara, clinic), ["Admin"]);
}
