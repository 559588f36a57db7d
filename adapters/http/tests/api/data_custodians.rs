//! `data_dictionary/data_custodian/`: the custodians of data sources.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    a_custodian_is_added_changed_and_deleted,
    an_incomplete_custodian_is_refused,
    a_new_broker_receives_only_later_requests,
    custodians_are_found_and_sorted,
);

const CUSTODIANS: &str = "data_dictionary/data_custodian/";

fn path_of(id: i64) -> String {
    format!("{CUSTODIANS}{id}/")
}

fn add(sara: &Person, body: &Value) -> i64 {
    let answer = sara.client.post(CUSTODIANS, body);
    let id = answer.data(201)["custodian_id"].as_i64().unwrap();
    assert_eq!(answer.json()["message"], "Successfully created a data custodian");
    id
}

/// Returns the ids of a list, in its order.
fn listed(sara: &Person, query: &str) -> Vec<Value> {
    let rows = sara.client.get(&format!("{CUSTODIANS}{query}")).data(200);
    let rows = rows.as_array().unwrap();
    rows.iter().map(|row| row["custodian_id"].clone()).collect()
}

fn a_custodian_is_added_changed_and_deleted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let clinic = installation.organisation("Lake Clinic", &[Role::DataCustodian]);
    let (source, org_role) = (
        installation.source.0,
        installation.org_role(clinic, Role::DataCustodian).0,
    );
    let body = json!({ "data_source": source, "org_role": org_role });
    let id = add(&sara, &body);
    let mut expected = json!({
        "custodian_id": id, "data_source": source, "source_name": "Hospital Records", "org_role": org_role,
        "organisation": "Lake Clinic", "role_name": "Data Custodian", "broker": false,
        "row_version": 1,
    });
    assert_eq!(
        sara.client.get(&path_of(id)).data(200),
        expected,
        "no broker unless it is said"
    );
    let taken = "This organisation role is already a data custodian of the data source.";
    sara.client.post(CUSTODIANS, &body).refuses(409, taken);

    let broker = json!({ "data_source": source, "org_role": org_role, "broker": true });
    let answer = sara.client.put(&path_of(id), &broker);
    assert_eq!(answer.data(200)["custodian_id"], id);
    expected["broker"] = json!(true);
    expected["row_version"] = json!(2);
    assert_eq!(sara.client.get(&path_of(id)).data(200), expected);
    let provider = installation
        .org_role(installation.provider, Role::DataCustodian)
        .0;
    let twice = json!({ "data_source": source, "org_role": provider, "broker": true });
    sara.client.put(&path_of(id), &twice).refuses(409, taken);

    assert_eq!(sara.client.call("DELETE", &path_of(id), &json!({})).status, 204);
    for answer in [
        sara.client.get(&path_of(id)),
        sara.client.put(&path_of(id), &broker),
        sara.client.call("DELETE", &path_of(id), &json!({})),
    ] {
        answer.refuses(404, "Data custodian not found.");
    }
    assert_eq!(listed(&sara, "").len(), 1);
}

fn an_incomplete_custodian_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let (source, officer) = (
        installation.source.0,
        installation.org_role(installation.provider, Role::DataOfficer).0,
    );
    let no_source = "Please select the Data Source Name.";
    let no_role = "Please select the Organisation Role.";
    for data_source in [Value::Null, json!(0), json!(-1), json!(999_999)] {
        let body = json!({ "data_source": data_source, "org_role": officer });
        sara.client
            .post(CUSTODIANS, &body)
            .refuses_field(400, "data_source", no_source);
    }
    let nothing = sara.client.post(CUSTODIANS, &json!({}));
    nothing.refuses_field(400, "data_source", no_source);
    assert_eq!(nothing.json()["errors"]["org_role"][0], no_role);
    for org_role in [Value::Null, json!(0), json!(-1), json!(999_999)] {
        let body = json!({ "data_source": source, "org_role": org_role });
        sara.client
            .post(CUSTODIANS, &body)
            .refuses_field(400, "org_role", no_role);
    }
    let id = add(&sara, &json!({ "data_source": source, "org_role": officer }));
    let body = json!({ "data_source": source, "org_role": officer });
    sara.client.put(&path_of(id), &body).refuses_field(
        400,
        "broker",
        "Please select if they are a broker or not.",
    );
}

/// Returns true if the request waits for the Data Access Reviewer of this organisation.
fn waits_for(reviewer: &Person, request: i64) -> bool {
    let path = format!("data_requests/?org_role_id={}", reviewer.org_role.0);
    let rows = reviewer.client.get(&path).data(200);
    rows.as_array()
        .unwrap()
        .iter()
        .any(|row| row["request_id"] == request)
}

fn a_new_broker_receives_only_later_requests(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    let provider = staff(&installation);
    let clinic = installation.organisation("Lake Clinic", &Role::STAFF);
    let reviewer = installation.person_at(clinic, "Nora", Role::DataAccessReviewer);
    let running = submitted(&installation, &ada);
    let custodian = json!({
        "data_source": installation.source.0, "org_role": installation.org_role(clinic, Role::DataCustodian).0,
        "broker": true,
    });
    let id = add(&sara, &custodian);
    let later = submitted(&installation, &ada);
    assert!(waits_for(&provider[0], running) && !waits_for(&reviewer, running));
    assert!(waits_for(&reviewer, later) && !waits_for(&provider[0], later));
    assert_eq!(sara.client.call("DELETE", &path_of(id), &json!({})).status, 204);
    let last = submitted(&installation, &ada);
    assert!(waits_for(&provider[0], last) && waits_for(&reviewer, later));
}

fn custodians_are_found_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let clinic = installation.organisation("Abbey Clinic", &[Role::DataOfficer]);
    let first = listed(&sara, "")[0].clone();
    let body = json!({
        "data_source": installation.source.0, "org_role": installation.org_role(clinic, Role::DataOfficer).0,
        "broker": true,
    });
    let second = json!(add(&sara, &body));
    for (query, expected) in [
        ("?sort=organisation", [&second, &first]),
        ("?sort=-organisation", [&first, &second]),
        ("?sort=role_name", [&first, &second]),
        ("?sort=-broker", [&second, &first]),
        ("?sort=source_name", [&first, &second]),
    ] {
        assert_eq!(listed(&sara, query), expected.map(Clone::clone), "{query}");
    }
    assert_eq!(listed(&sara, "?search=abbey"), vec![second.clone()]);
    assert_eq!(listed(&sara, "?search=data off"), [second]);
    assert_eq!(listed(&sara, "?search=hospital").len(), 2);
    assert_eq!(listed(&sara, "?search=nothing").len(), 0);
    sara.client
        .get(&format!("{CUSTODIANS}?sort=custodian_id"))
        .refuses_field(
            400,
            "sort",
            "This list can be sorted by source_name, organisation, role_name, broker.",
        );
}
