//! Requests that were deleted after their retention period: their addresses answer 404, and
//! everything else is unchanged.

use std::sync::Arc;

use aditus_application::installation::retention::apply;
use aditus_application::ports::{FileKey, Ports};
use aditus_application::settings::Settings;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::json;

use crate::erasure::assert_integrity;
use crate::feedback::answers;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(links_to_a_removed_request_return_404);

/// Returns the ports of the same server with a retention period of one year for finished requests.
fn keeping_for_a_year(server: &TestServer) -> Ports {
    let mut ports = server.ports.clone();
    let mut settings = Settings::clone(&ports.settings);
    settings.retention.requests = Some(TimeDelta::days(365));
    ports.settings = Arc::new(settings);
    ports
}

fn links_to_a_removed_request_return_404(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let finished = submitted_as(&installation, &ada, "Waiting times");
    for person in &staff {
        decide(server, person, finished, true);
    }
    ada.client
        .post("data_requests/data_request_feedback/", &answers(finished))
        .data(201);
    let detail = format!("data_requests/?request_id={finished}");
    let passport = ada.client.get(&detail).data(200)["list_of_staff"][0]["identification_file_path"]
        .as_str()
        .unwrap()
        .to_owned();
    let pending = submitted_as(&installation, &ada, "Waiting rooms");

    server.clock.advance(TimeDelta::days(1000));
    let removed = apply::execute(&keeping_for_a_year(server)).unwrap();
    assert_eq!((removed.requests, removed.files), (1, 3));
    let key = FileKey::parse(&passport).unwrap();
    assert!(server.ports.files.get(&key).is_err());

    // The earlier sessions have expired.
    let sara = installation.person("Sara", Role::SuperUser);
    sara.client
        .get(&detail)
        .refuses(404, "This Data Request does not exist.");
    for path in [
        format!("data_requests/request_states/?request_id={finished}"),
        format!("data_requests/{finished}/letter/"),
        format!("data_requests/{finished}/record/"),
        format!("data_requests/retrieve_file/{passport}"),
        format!("data_requests/data_request_feedback/{finished}/"),
    ] {
        assert_eq!(sara.client.get(&path).status, 404, "{path}");
    }
    let listed = sara.client.get("data_requests/all/").json();
    let ids: Vec<&serde_json::Value> = listed["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["request_id"])
        .collect();
    assert_eq!(ids, [&json!(pending)]);
    let found = sara
        .client
        .get("data_requests/all/?search=Waiting%20times")
        .json();
    assert_eq!(found["page"]["total"], 0);
    let entries = sara
        .client
        .get(&format!(
            "audit/entries/?request_id={finished}&kind=request.removed"
        ))
        .data(200);
    assert_eq!(entries["entries"].as_array().unwrap().len(), 1);

    let findings = assert_integrity(server);
    let states = findings
        .iter()
        .find(|finding| finding.subject == "states of Data Requests")
        .unwrap();
    assert_eq!(
        states.remarks,
        ["1 were removed when their retention period was over"]
    );
}
