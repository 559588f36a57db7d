//! The effects of an inactive organisation, and the organisations that stay active: `PUT
//! users/organizations/{org_id}/`.

use aditus_application::ports::Signal;
use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::organisations::{add, change, names, put, read, with};
use crate::people::{Installation, email_of};
use crate::registration::{code_for, form_with, registered, verify};
use crate::role_requests::receives;
use crate::server::TestServer;

on_both_databases!(
    an_inactive_organisation_is_excluded,
    roles_at_an_inactive_organisation_are_suspended,
    two_organisations_keep_their_names_and_stay_active,
    the_organisation_of_the_last_super_user_cannot_be_deactivated,
);

fn an_inactive_organisation_is_excluded(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let id = add(&sara, &with(&json!({ "domain": "people.example" })));
    let guest = server.guest();
    assert_eq!(names(&guest, "domain=people.example"), ["Lake Clinic"]);
    let (_, user) = registered(
        server,
        "Nia",
        &json!({ "org": id.0, "tentative_organization": null }),
    );
    assert_eq!(user["org"]["org_id"], id.0);

    change(
        &sara,
        id,
        &with(&json!({ "domain": "people.example", "active": 0 })),
    );
    assert_eq!(names(&guest, "domain=people.example"), [Value::Null; 0]);
    assert_eq!(names(&guest, "search=lake"), [Value::Null; 0]);
    let otp = code_for(server, "Otto");
    let picked = form_with(
        "Otto",
        &otp,
        &json!({ "org": id.0, "tentative_organization": null }),
    );
    verify(server, &picked).refuses_field(400, "org", "This organization is not registered.");
    let typed = form_with("Otto", &otp, &json!({ "tentative_organization": "lake clinic" }));
    let user = verify(server, &typed).json()["user"].clone();
    assert_eq!(
        (&user["org"]["org_id"], &user["tentative_organization"]),
        (&json!(6), &json!("lake clinic"))
    );
}

fn roles_at_an_inactive_organisation_are_suspended(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Hill Clinic", &[Role::Admin, Role::DataRequester]);
    let sara = installation.person("Sara", Role::SuperUser);
    let omar = installation.person_at(clinic, "Omar", Role::Admin);
    let cora = installation.account("Cora", clinic, AccountState::Active);
    installation.assign(cora, clinic, Role::DataRequester, RoleStatus::Pending);
    let coras = installation.sign_in(&email_of("Cora"));
    let body = |active| {
        json!({
            "name": "Hill Clinic", "description": "A clinic", "country": "Halvania", "active": active,
            "domain": null, "abbreviation": null,
        })
    };
    let signals = server.ports.database.signals();
    change(&sara, clinic, &body(0));
    assert!(receives(&signals, Signal::RolesChanged(omar.user)));
    omar.client
        .get("users/organization-users/")
        .refuses(403, "Your role does not allow this.");
    assert_eq!(
        coras.get("users/org_roles/?available=true").data(200),
        json!([]),
        "there is nothing to ask for"
    );
    let told = server.mails_to(&omar.email);
    assert!(
        told[0].text.contains(
            "Your role Admin at Hill Clinic was deactivated. Reason: The organisation is no longer active."
        ),
        "{}",
        told[0].text
    );
    assert_eq!(
        server.mails_to(&email_of("Cora")).len(),
        0,
        "what was asked for waits"
    );
    let rows = sara.client.get("users/org_roles/?search=hill").data(200);
    assert_eq!(
        (&rows[0]["status"], &rows[0]["organisation_active"]),
        (&json!(true), &json!(false))
    );

    change(&sara, clinic, &body(1));
    assert_eq!(omar.client.get("users/organization-users/").status, 200);
    assert_eq!(server.mails_to(&omar.email).len(), 2);
    change(&sara, clinic, &body(1));
    assert_eq!(
        server.mails_to(&omar.email).len(),
        2,
        "nothing has changed for him"
    );
}

fn two_organisations_keep_their_names_and_stay_active(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let provider = server.ports.settings.provider_organisation.as_str();
    for (id, name, message) in [
        (
            installation.requesters,
            "Data Requester",
            "This organisation stands for all that are not registered. You can't rename or deactivate it.",
        ),
        (
            installation.provider,
            provider,
            "The server's configuration names this organisation as the provider. You can't rename or deactivate it.",
        ),
    ] {
        let body = |name: &str, active: i64| json!({ "name": name, "description": "Changed.", "country": "Halvania", "active": active });
        put(&sara, id, &body("Another Name", 1)).refuses_field(409, "name", message);
        put(&sara, id, &body(name, 0)).refuses_field(409, "active", message);
        change(&sara, id, &body(name, 1));
        let row = read(&sara, id);
        assert_eq!(
            (&row["name"], &row["active"], &row["description"]),
            (&json!(name), &json!(1), &json!("Changed."))
        );
    }
}

fn the_organisation_of_the_last_super_user_cannot_be_deactivated(server: &TestServer) {
    let installation = Installation::new(server);
    let clinic = installation.organisation("Hill Clinic", &[Role::SuperUser]);
    let sol = installation.person_at(clinic, "Sol", Role::SuperUser);
    let body = |active: i64| json!({ "name": "Hill Clinic", "description": "A clinic", "country": "Halvania", "active": active });
    put(&sol, clinic, &body(0)).refuses_field(
        409,
        "active",
        "You can't remove the last Super User. Appoint another Super User first.",
    );
    let sara = installation.person("Sara", Role::SuperUser);
    put(&sol, clinic, &body(0)).refuses_field(
        409,
        "active",
        "You would lose your own Super User role. Ask another Super User to do this.",
    );
    assert_eq!(read(&sol, clinic)["active"], 1);
    change(&sara, clinic, &body(0));
    sol.client
        .get("users/organizations/?all=true")
        .refuses(403, "Your role does not allow this.");
}
