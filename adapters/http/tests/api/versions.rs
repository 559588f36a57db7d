//! `data_dictionary/version/`: versions of data sources.

use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    a_version_is_committed_changed_and_deleted,
    a_version_is_committed_with_an_own_role,
    incomplete_versions_are_refused,
    versions_are_found_and_sorted,
);

const VERSIONS: &str = "data_dictionary/version/";

fn path_of(id: &Value) -> String {
    format!("{VERSIONS}{id}/")
}

fn add(by: &Person, body: &Value) -> Value {
    // Versions answer 200 where others answer 201 (3 §7).
    by.client.post(VERSIONS, body).data(200)["version_id"].clone()
}

fn a_version_is_committed_changed_and_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let source = installation.source.0;
    let id = add(
        &sara,
        &json!({ "data_source": source, "message": " Weights are in grams. " }),
    );
    let shown = sara.client.get(&path_of(&id)).data(200);
    let today = server.ports.clock.now().date_naive().to_string();
    assert!(
        shown["date_created"].as_str().unwrap().starts_with(&today),
        "{shown}"
    );
    assert_eq!(
        shown,
        json!({
            "version_id": id, "data_source": source, "source": "Hospital Records",
            "date_created": shown["date_created"], "message": "Weights are in grams.",
            "committer": "Sara Okello", "commited_by": sara.assigned_role.0,
            "row_version": 1,
        })
    );
    let changed = json!({ "data_source": source, "message": "Weights are in kilograms." });
    assert_eq!(
        sara.client.put(&path_of(&id), &changed).data(200)["version_id"],
        id
    );
    let after = sara.client.get(&path_of(&id)).data(200);
    assert_eq!(after["message"], "Weights are in kilograms.");
    assert_eq!(
        after["date_created"], shown["date_created"],
        "it stays unless another is said"
    );
    let dated = json!({
        "data_source": source, "message": "Weights are in tons.", "date_created": "2026-01-05T08:30:00+02:00",
        "commited_by": sara.assigned_role.0,
    });
    assert_eq!(sara.client.put(&path_of(&id), &dated).status, 200);
    let after = sara.client.get(&path_of(&id)).data(200);
    assert_eq!(after["date_created"], "2026-01-05T06:30:00Z");

    assert_eq!(sara.client.call("DELETE", &path_of(&id), &json!({})).status, 204);
    for answer in [
        sara.client.get(&path_of(&id)),
        sara.client.put(&path_of(&id), &changed),
        sara.client.call("DELETE", &path_of(&id), &json!({})),
    ] {
        answer.refuses(404, "Data source version not found.");
    }
}

fn a_version_is_committed_with_an_own_role(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let omar = installation.person("Omar", Role::SuperUser);
    let (analyst, _) = installation.assign(
        sara.user,
        installation.provider,
        Role::DataAnalyst,
        RoleStatus::Activated,
    );
    let body = |committer: Value| json!({ "data_source": installation.source.0, "message": "Mine", "commited_by": committer });
    for other in [omar.assigned_role.0, analyst.0, 0, -1, i64::MAX] {
        sara.client
            .post(VERSIONS, &body(json!(other)))
            .refuses(403, "You don't have this role.");
    }
    let id = add(&sara, &body(json!(sara.assigned_role.0)));
    let refused = omar.client.put(&path_of(&id), &body(json!(sara.assigned_role.0)));
    refused.refuses(403, "You don't have this role.");
    let shown = sara.client.get(&path_of(&id)).data(200);
    assert_eq!(shown["committer"], "Sara Okello");
    assert_eq!(omar.client.put(&path_of(&id), &body(Value::Null)).status, 200);
    let shown = sara.client.get(&path_of(&id)).data(200);
    assert_eq!(
        (&shown["committer"], &shown["commited_by"]),
        (&json!("Omar Okello"), &json!(omar.assigned_role.0)),
        "whoever saves it is its committer"
    );
}

fn incomplete_versions_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let source = installation.source.0;
    let post = |body: Value| sara.client.post(VERSIONS, &body);
    for data_source in [Value::Null, json!(0), json!(-1), json!(999_999)] {
        let body = json!({ "data_source": data_source, "message": "The first" });
        post(body).refuses_field(400, "data_source", "Data Source is required");
    }
    for message in [Value::Null, json!(""), json!(" \n ")] {
        let body = json!({ "data_source": source, "message": message });
        post(body).refuses_field(400, "message", "Message is required");
    }
    let tomorrow = server.ports.clock.now() + chrono::TimeDelta::days(1);
    let body = json!({ "data_source": source, "message": "The first", "date_created": tomorrow });
    post(body).refuses_field(
        400,
        "date_created",
        "The date of creation must not be in the future.",
    );
    assert_eq!(sara.client.get(VERSIONS).data(200), json!([]));
}

fn versions_are_found_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let dated = |message: &str, date: &str| {
        let body = json!({
            "data_source": installation.source.0, "message": message, "date_created": format!("{date}T00:00:00Z"),
        });
        add(&sara, &body)
    };
    let old = dated("Wards have names", "2026-01-05");
    let new = dated("Added diagnoses", "2026-01-09");
    let listed = |query: &str| {
        let rows = sara.client.get(&format!("{VERSIONS}{query}")).data(200);
        let rows = rows.as_array().unwrap();
        rows.iter()
            .map(|row| row["version_id"].clone())
            .collect::<Vec<_>>()
    };
    let newest_first = [new.clone(), old.clone()];
    let oldest_first = [old.clone(), new.clone()];
    assert_eq!(listed(""), newest_first);
    assert_eq!(listed("?sort=date_created"), oldest_first);
    assert_eq!(listed("?sort=-date_created"), newest_first);
    assert_eq!(listed("?sort=message"), newest_first);
    assert_eq!(listed("?sort=committer"), oldest_first);
    assert_eq!(listed("?sort=-source"), newest_first);
    assert_eq!(listed("?search=diagn"), [new]);
    assert_eq!(listed("?search=hospital").len(), 2);
}
