//! `GET data_requests/?request_id=`, and the states, edges and history of a request.

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::edits::with;
use crate::main_job::{decide, own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::{PDF, complete, submitted};

on_both_databases!(
    everything_that_was_submitted_is_shown,
    variables_may_be_left_out,
    duplicate_devices_and_staff_are_accepted_and_marked,
    the_detail_contains_the_permissions_of_the_caller,
    states_edges_and_history_show_the_progress,
    inaccessible_requests_return_404,
);

/// A page that shows variables in pages need not receive thousands of them first. All other fields
/// are the same, in every state.
fn variables_may_be_left_out(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    let read = |person: &Person, rest: &str| {
        person
            .client
            .get(&format!("data_requests/?request_id={id}{rest}"))
            .data(200)
    };
    let same = || {
        for person in [&ada, &staff[0]] {
            let mut whole = read(person, "");
            let variables = whole["dataset_variables"].as_array().map_or(0, Vec::len);
            assert!(variables > 0);
            assert_eq!(
                whole["requested_datasets"][0]["variables_count"],
                json!(variables)
            );
            assert_eq!(read(person, "&variables=true"), whole);
            whole["dataset_variables"] = json!([]);
            assert_eq!(read(person, "&variables=false"), whole);
        }
    };
    same();
    decide(server, &staff[0], id, false);
    same();
    assert_eq!(
        read(&ada, "&variables=false")["acting"]["resubmit"]["allowed"],
        true
    );
    let resubmit = format!("data_requests/{id}/resubmit/");
    ada.client.post(&resubmit, &json!({})).data(200);
    let recall = json!({ "request_id": id });
    let recalled = ada.client.call("PUT", "data_requests/cancel_request/", &recall);
    assert_eq!(recalled.status, 200);
    same();
    assert_eq!(
        read(&ada, "&variables=false")["acting"]["resubmit"]["allowed"],
        true
    );
}

#[expect(clippy::too_many_lines, reason = "a table is as long as the list of fields")]
fn everything_that_was_submitted_is_shown(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let mut payload = complete(&installation, &ada);
    payload["filters"] = json!({
        "facility_filter": ["Gulu District: all facilities"],
        "date_range_filter": { "start_value": "2021-01-01", "end_value": null },
    });
    payload["request_purposes"] = json!([{ "purpose": 3, "purpose_description": "A thesis" }]);
    payload["department"] = json!("Maternal health");
    let id = ada.client.post("data_requests/submit/", &payload).data(201)["request_id"]
        .as_i64()
        .unwrap();
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    for field in [
        "title",
        "needed_on",
        "protocol_ref_num",
        "ethics_approval_letter",
        "dataset_description",
        "data_format",
        "isPrincipal",
        "filters",
        "department",
    ] {
        assert_eq!(detail[field], payload[field], "{field}");
    }
    assert_eq!(
        (&detail["request_id"], &detail["status"], &detail["severity"]),
        (&json!(id), &json!("Pending"), &json!("warning"))
    );
    assert_eq!(
        (&detail["round"], &detail["status_text"]),
        (&json!(1), &json!("Submitted today"))
    );
    assert_eq!(
        (&detail["principal_fname"], &detail["principal_email"]),
        (&json!("Ada"), &json!("ada@people.example"))
    );
    assert_eq!(detail["principal_institution"], "Data Requester");
    assert_eq!(
        (&detail["requester"]["user_id"], &detail["requester"]["fname"]),
        (&json!(ada.user.0), &json!("Ada"))
    );
    assert_eq!(detail["purposes"][0]["purpose_id"], 3);
    assert_eq!(detail["purposes"][0]["purpose_description"], "A thesis");
    let variables: Vec<_> = detail["dataset_variables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["var_id"].clone())
        .collect();
    assert_eq!(json!(variables), payload["dataset_variables"]);
    assert_eq!(
        detail["requested_datasets"][0]["data_source"]["source"],
        "Hospital Records"
    );
    assert_eq!(detail["requested_datasets"][0]["release_date"], Value::Null);
    assert_eq!(detail["requested_datasets"][0]["filters"], payload["filters"]);
    assert_eq!(
        detail["data_source"],
        detail["requested_datasets"][0]["data_source"]
    );
    assert_eq!(detail["data_source"]["data_source_id"], payload["data_source_id"]);

    let device = &detail["list_of_devices"][0];
    for field in [
        "equipment_name",
        "serial_number",
        "used_by",
        "organisation",
        "usage_from",
        "usage_to",
    ] {
        assert_eq!(device[field], payload["list_of_devices"][0][field], "{field}");
    }
    assert_eq!(device["equipment_type"]["equipment_type_id"], 1);
    let member = &detail["list_of_staff"][0];
    for field in [
        "first_name",
        "surname",
        "phone",
        "email",
        "identification_type",
        "identification_number",
        "position_in_organisation",
        "confidentiality_protocols",
    ] {
        assert_eq!(member[field], payload["list_of_staff"][0][field], "{field}");
    }
    let fields: Vec<_> = detail["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["field"].as_str().unwrap())
        .collect();
    assert_eq!(
        fields,
        ["ethics_doc_path", "file_path", "identification_file_path"]
    );
    assert_eq!(detail["documents"][0]["path"], detail["ethics_doc_path"]);
    assert_eq!(detail["documents"][1]["path"], detail["file_path"]);
    assert_eq!(detail["documents"][2]["path"], member["identification_file_path"]);
    assert_eq!(
        (&detail["documents"][0]["mime"], &detail["documents"][0]["size"]),
        (&json!("application/pdf"), &json!(PDF.len()))
    );
    assert_eq!(detail["request_states"].as_array().unwrap().len(), 9);
}

fn duplicate_devices_and_staff_are_accepted_and_marked(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let mut payload = complete(&installation, &ada);
    let (mut device, mut member) = (
        payload["list_of_devices"][0].clone(),
        payload["list_of_staff"][0].clone(),
    );
    device["equipment_name"] = json!("Server");
    device["serial_number"] = json!("sn 0042");
    member["first_name"] = json!("Ada");
    member["surname"] = json!("Okello");
    member["email"] = json!("ADA@people.example");
    member["identification_number"] = json!("p-1234567");
    payload["list_of_devices"].as_array_mut().unwrap().push(device);
    payload["list_of_staff"].as_array_mut().unwrap().push(member);
    let id = ada.client.post("data_requests/submit/", &payload).data(201)["request_id"].clone();
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let row = |list: &str, id: &str, index: usize| detail[list][index][id].clone();
    assert_eq!(
        detail["duplicates"]["devices"],
        json!([
            { "id": row("list_of_devices", "device_id", 0), "similarities": ["The same serial number as Server."] },
            { "id": row("list_of_devices", "device_id", 1), "similarities": ["The same serial number as Office laptop."] },
        ])
    );
    assert_eq!(
        detail["duplicates"]["staff"],
        json!([
            {
                "id": row("list_of_staff", "staff_shared_id", 0),
                "similarities": ["The same identification number as Ada Okello."],
            },
            {
                "id": row("list_of_staff", "staff_shared_id", 1),
                "similarities": ["The same identification number as Noor Achieng.", "This is the requester."],
            },
        ])
    );
}

fn the_detail_contains_the_permissions_of_the_caller(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    let path = format!("data_requests/?request_id={id}");
    let standing = |person: &crate::people::Person| {
        let detail = person.client.get(&path).data(200);
        (
            detail["is_own"].as_bool().unwrap(),
            detail["may_recall"].as_bool().unwrap(),
            detail["status_text"].as_str().unwrap().to_owned(),
        )
    };
    server.clock.advance(TimeDelta::days(2));
    let installation_again = installation.sign_in(&ada.email);
    let detail = installation_again.get(&path).data(200);
    assert_eq!(
        (&detail["is_own"], &detail["may_recall"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(detail["status_text"], "Submitted 2 days ago");

    server.clock.advance(TimeDelta::days(-2));
    assert_eq!(standing(&super_user), (false, true, "Submitted today".to_owned()));
    assert_eq!(standing(&staff[3]), (false, false, "Submitted today".to_owned()));
    let may = staff[0].client.get(&path).data(200)["acting"].take();
    let yes = json!({ "allowed": true, "why_not": null });
    assert_eq!(
        may["stage"],
        json!({
            "state_id": own_state(&staff[0], id)["state_id"],
            "state": "Unattended",
            "role": "Data Access Reviewer",
            "org_role_id": staff[0].org_role.0,
            "assigned_role_id": staff[0].assigned_role.0,
        })
    );
    let with_ways = |ability: &Value| with(ability.clone(), json!({ "confirm_by": ["code"] }));
    assert_eq!([&may["decide"], &may["comment"]], [&with_ways(&yes), &yes]);
    let sections = may["demand_action"].as_array().unwrap();
    assert_eq!((sections.len(), &sections[6]["allowed"]), (9, &json!(false)));
    let may = staff[3].client.get(&path).data(200)["acting"].take();
    let no = json!({ "allowed": false, "why_not": "This Data Request is Incoming" });
    assert_eq!([&may["decide"], &may["comment"]], [&with_ways(&no), &no]);
    assert_eq!(
        may["recall"]["why_not"],
        "Only the requester or a Super User can recall this Data Request."
    );
    decide(server, &staff[0], id, false);
    assert_eq!(standing(&ada), (true, false, "Denied on the 1st day".to_owned()));
    assert_eq!(
        standing(&super_user),
        (false, false, "Denied on the 1st day".to_owned())
    );
}

fn states_edges_and_history_show_the_progress(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    decide(server, &staff[0], id, true);
    decide(server, &staff[1], id, false);
    let read = |what: &str| {
        ada.client
            .get(&format!("data_requests/{what}/?request_id={id}"))
            .data(200)
    };

    let states = read("request_states");
    let roles: Vec<_> = states
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["role"].as_str().unwrap())
        .collect();
    assert_eq!(
        roles,
        [
            "Data Requester",
            "Data Requester",
            "Data Access Reviewer",
            "Data Access Approver",
            "Data Security Reviewer",
            "Data Security Approver",
            "Data Custodian",
            "Data Officer",
            "Data Requester",
        ]
    );
    let types: Vec<_> = states
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["stage_type"].as_str().unwrap())
        .collect();
    assert_eq!(
        (types[0], types[1], types[7], types[8]),
        ("Initial", "Junction", "Junction", "Terminal")
    );
    let denied = &states[3];
    assert_eq!(
        (&denied["state"], &denied["attended_by"]["fname"]),
        (&json!("Denied"), &json!("Bela"))
    );
    assert_eq!(denied["recommendation"], "Store the data encrypted");
    assert_eq!(
        (&denied["state_id"], &denied["org_role_id"]),
        (&denied["request_state_id"], &json!(staff[1].org_role.0))
    );

    let ids: Vec<_> = states
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["state_id"].as_i64().unwrap())
        .collect();
    for (pair, state) in ids.windows(2).zip(states.as_array().unwrap()) {
        assert_eq!(
            (&state["current_state"], &state["next"]),
            (&json!(pair[0]), &json!([pair[1]]))
        );
    }
    assert_eq!(states[8]["next"], json!([]));
    let edges: Vec<_> = ids
        .windows(2)
        .map(|pair| json!({ "current_state": pair[0], "next": pair[1] }))
        .collect();
    assert_eq!(read("request_edges"), json!(edges));

    let history = read("request_history");
    let told: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["by"].is_object())
        .map(|entry| {
            (
                entry["state"].as_str().unwrap(),
                entry["by"]["fname"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Approved", "Ada"),
            ("Approved", "Ada"),
            ("Approved", "Abel"),
            ("Denied", "Bela")
        ]
    );
    assert!(
        history
            .as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["round"] == 1)
    );
}

fn inaccessible_requests_return_404(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let admin = installation.person("Amir", Role::Admin);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    let untracked = "No tracking information found.";
    for (what, message) in [
        ("", "This Data Request does not exist."),
        ("request_states/", untracked),
        ("request_edges/", untracked),
        ("request_history/", untracked),
    ] {
        for (person, id) in [
            (&eve, id),
            (&admin, id),
            (&ada, 999_999),
            (&staff[0], 0),
            (&ada, -1),
        ] {
            let answer = person
                .client
                .get(&format!("data_requests/{what}?request_id={id}"));
            answer.refuses(404, message);
        }
        let guest = server
            .guest()
            .get(&format!("data_requests/{what}?request_id={id}"));
        guest.refuses(401, "Please sign in to continue.");
    }
}
