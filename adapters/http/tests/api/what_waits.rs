//! `users/what-waits/`, and other hints for Super Users about stages without people
//! (decisions C14).

use aditus_domain::accounts::AccountState;
use aditus_domain::roles::{Role, RoleStatus};
use serde_json::json;

use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(stages_without_people_are_listed_with_their_requests);

fn stages_without_people_are_listed_with_their_requests(server: &TestServer) {
    let installation = Installation::new(server);
    let super_user = installation.person("Sara", Role::SuperUser).client;
    let requester = installation.person("Rita", Role::DataRequester);
    let asking = installation.account("Pat", installation.provider, AccountState::Active);
    let (assigned, _) = installation.assign(
        asking,
        installation.provider,
        Role::DataAnalyst,
        RoleStatus::Pending,
    );
    let request = submitted(&installation, &requester);

    let provider = &server.ports.settings.provider_organisation;
    let organisation = json!({ "org_id": installation.provider.0, "name": provider, "role_requests": 1 });
    let waits = super_user.get("users/what-waits/").data(200);
    assert_eq!(waits["organisations_without_admin"], json!([organisation]));
    assert_eq!(
        waits["role_requests"],
        json!([{
            "org_id": installation.provider.0, "name": provider,
            "requests": [{ "assigned_role_id": assigned.0, "person": "Pat Okello", "role": "Data Analyst" }],
        }])
    );
    assert_eq!(waits["faulty_procedure"], json!(null));
    assert_eq!(waits["sources_without_custodian"], json!([]));
    let mut stage = waits["stages"][0].clone();
    assert!(stage["since"].take().is_string());
    let org_role = installation.org_role(installation.provider, Role::DataAccessReviewer);
    assert_eq!(
        stage,
        json!({
            "org_role_id": org_role.0, "role": "Data Access Reviewer", "org_id": installation.provider.0,
            "organisation": provider, "has_admin": false, "is_held": false, "since": null,
            "requests": [{ "request_id": request, "reference": format!("DAC00{request}") }],
            "sources": ["Hospital Records"],
        })
    );

    let marks = |client: &crate::client::Client| {
        client.get("data_requests/").data(200)[0]["waits_for_nobody"].clone()
    };
    assert_eq!(marks(&super_user), json!(true));
    assert_eq!(
        marks(&requester.client),
        json!(false),
        "that is for Super Users to know"
    );
    installation.person("Abena", Role::DataAccessReviewer);
    assert_eq!(marks(&super_user), json!(false));
    assert_eq!(super_user.get("users/what-waits/").data(200)["stages"], json!([]));
}
