//! `GET users/detailuser/`.

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, email_of, phone_of};
use crate::server::TestServer;

on_both_databases!(
    a_user_reads_their_own_details,
    a_pending_account_is_marked_as_pending,
    only_super_users_read_about_others
);

fn a_user_reads_their_own_details(server: &TestServer) {
    let installation = Installation::new(server);
    let abel = installation.person("Abel", Role::DataAccessReviewer);
    let answer = abel.client.get("users/detailuser/");
    let body = answer.json();
    assert_eq!(
        (answer.status, &body["code"], body["message"].is_string()),
        (200, &json!(200), true)
    );
    let expected = json!({
        "user_id": abel.user.0,
        "fname": "Abel",
        "middle_name": null,
        "sname": "Okello",
        "phone": phone_of("Abel"),
        "org_email": "abel@people.example",
        "designation": "Epidemiologist",
        "department": "Research",
        "org": { "org_id": installation.provider.0, "name": "National Health Data Authority" },
        "tentative_organization": null,
        "is_active": "Active",
        "pending_activation": false,
        "email_is_verified": true,
        "otp": null,
        "selected_role": abel.assigned_role.0,
        "assigned_roles": [{
            "assigned_role_id": abel.assigned_role.0,
            "role": "Data Access Reviewer",
            "role_id": 6,
            "org_role_id": abel.org_role.0,
            "organisation": "National Health Data Authority",
            "rank": 6,
            "latest_role_status": [{ "role_status_id": 2, "status": "Activated" }],
        }],
    });
    assert_eq!(body["user"], expected);
    assert_eq!(body["data"], expected, "it stands under both names");
    let named = abel
        .client
        .get(&format!("users/detailuser/?user_id={}", abel.user.0));
    assert_eq!(named.json()["user"], expected);
}

fn a_pending_account_is_marked_as_pending(server: &TestServer) {
    let installation = Installation::new(server);
    installation.account("Pia", installation.requesters, AccountState::Pending);
    let user = installation
        .sign_in(&email_of("Pia"))
        .get("users/detailuser/")
        .json()["user"]
        .clone();
    assert_eq!(
        (&user["is_active"], &user["pending_activation"]),
        (&json!("Disable"), &json!(true))
    );
    assert_eq!(
        (&user["selected_role"], &user["assigned_roles"]),
        (&Value::Null, &json!([]))
    );
}

fn only_super_users_read_about_others(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let admin = installation.person("Amir", Role::Admin);
    let super_user = installation.person("Sara", Role::SuperUser);
    let path = format!("users/detailuser/?user_id={}", ada.user.0);
    admin
        .client
        .get(&path)
        .refuses(403, "You may only do this for yourself.");
    let other = format!("users/detailuser/?user_id={}", super_user.user.0);
    ada.client
        .get(&other)
        .refuses(403, "You may only do this for yourself.");
    ada.client
        .get("users/detailuser/?user_id=999999")
        .refuses(403, "You may only do this for yourself.");

    let user = super_user.client.get(&path).json()["user"].clone();
    assert_eq!(
        (&user["fname"], &user["selected_role"]),
        (&json!("Ada"), &Value::Null),
        "selections are sessions' own"
    );
    super_user
        .client
        .get("users/detailuser/?user_id=999999")
        .refuses(404, "User not found.");
}
