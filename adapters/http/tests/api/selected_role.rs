//! `PUT users/selected-role/`.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::json;

use crate::on_both_databases;
use crate::people::{Installation, email_of};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    a_role_is_selected_in_this_session,
    only_usable_own_roles_can_be_selected
);

fn a_role_is_selected_in_this_session(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let others = ["Bela", "Cora", "Dina", "Emil", "Fred"];
    for (name, role) in others.iter().zip(&Role::STAFF[1..]) {
        installation.person(name, *role);
    }
    let user = installation.account("Vera", installation.provider, AccountState::Active);
    let activated = RoleStatus::Activated;
    let (reviewer, _) = installation.assign(user, installation.provider, Role::DataAccessReviewer, activated);
    let (requester, _) = installation.assign(user, installation.requesters, Role::DataRequester, activated);
    submitted(&installation, &ada);
    let (first, second) = (
        installation.sign_in(&email_of("Vera")),
        installation.sign_in(&email_of("Vera")),
    );
    assert_eq!(
        first.get("users/detailuser/").json()["user"]["selected_role"],
        reviewer.0
    );
    assert_eq!(first.get("data_requests/all/").json()["page"]["total"], 1);

    let answer = first.put(
        "users/selected-role/",
        &json!({ "assigned_role_id": requester.0 }),
    );
    assert_eq!((answer.status, &answer.json()["code"]), (200, &json!(200)));
    assert_eq!(
        first.get("users/detailuser/").json()["user"]["selected_role"],
        requester.0
    );
    assert_eq!(
        first.get("data_requests/all/").json()["page"]["total"],
        0,
        "lists follow the selected role"
    );
    assert_eq!(
        second.get("users/detailuser/").json()["user"]["selected_role"],
        reviewer.0
    );
    let new = installation.sign_in(&email_of("Vera"));
    assert_eq!(
        new.get("users/detailuser/").json()["user"]["selected_role"],
        reviewer.0
    );
}

fn only_usable_own_roles_can_be_selected(server: &TestServer) {
    let installation = Installation::new(server);
    let provider = installation.provider;
    let ada = installation.person("Ada", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    let (pending, _) = installation.assign(ada.user, provider, Role::Admin, RoleStatus::Pending);
    let (revoked, _) = installation.assign(ada.user, provider, Role::DataOfficer, RoleStatus::Revoked);
    for id in [super_user.assigned_role.0, pending.0, revoked.0, 999_999, 0, -1] {
        let answer = ada
            .client
            .put("users/selected-role/", &json!({ "assigned_role_id": id }));
        answer.refuses(403, "You don't have this role.");
    }
    let user = ada.client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(user["selected_role"], ada.assigned_role.0);
}
