//! `data_requests/{request_id}/versions/` and `…/changes/`, and the versions in other calls.

use aditus_application::access::Caller;
use aditus_application::requests::versions::{Change, record};
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{RequestId, SessionId};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::main_job::{own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    the_first_version_contains_the_submission,
    changes_are_listed_by_section,
    a_reviewer_sees_that_the_request_has_changed,
    an_unknown_version_returns_404,
);

/// Changes rows of the request as an edit does, and records the version.
fn change(installation: &Installation<'_>, owner: &Person, request: i64, statements: &str) {
    let server = installation.server;
    server.database.execute(statements).unwrap();
    let caller = Caller {
        session: SessionId(1),
        user: owner.user,
        state: AccountState::Active,
        roles: Vec::new(),
        selected: None,
        password_given_on: None,
        begun_with_password_on: None,
    };
    let change = Change {
        section: Some(Section::DataFormat),
        comment: None,
    };
    server.write(|transaction| {
        record(
            &server.ports,
            transaction,
            &caller,
            RequestId(request),
            change,
            None,
        )
        .unwrap()
    });
}

fn versions(person: &Person, request: i64) -> Value {
    person
        .client
        .get(&format!("data_requests/{request}/versions/"))
        .data(200)
}

fn detail(person: &Person, request: i64) -> Value {
    person
        .client
        .get(&format!("data_requests/?request_id={request}"))
        .data(200)
}

fn the_first_version_contains_the_submission(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let request = submitted(&installation, &ada);
    let listed = versions(&ada, request);
    let submitted_on = detail(&ada, request)["submitted_on"].clone();
    assert_eq!(
        listed,
        json!([{
            "number": 1,
            "author": { "user_id": ada.user.0, "fname": "Ada", "sname": "Okello" },
            "role": "Data Requester",
            "at": submitted_on,
            "section": null,
            "comment_id": null,
        }])
    );
    let shown = detail(&ada, request);
    assert_eq!(
        (&shown["version"], &shown["changed_since"]),
        (&json!(1), &Value::Null)
    );
    let path = format!("data_requests/{request}/changes/?from=1");
    let nothing = ada.client.get(&path).data(200);
    assert_eq!(nothing, json!({ "from": 1, "to": 1, "sections": [] }));
}

fn changes_are_listed_by_section(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let request = submitted(&installation, &ada);
    change(
        &installation,
        &ada,
        request,
        "UPDATE data_requests SET title = 'Waiting times in children''s wards', needed_on = '2027-01-15';
         UPDATE data_handling_devices SET serial_number = 'SN-0043';
         DELETE FROM request_documents WHERE kind = 'DataSharingAgreement';",
    );
    let listed = versions(&ada, request);
    assert_eq!(listed[1]["section"], "Data format requested");
    let changes = ada
        .client
        .get(&format!("data_requests/{request}/changes/?from=1&to=2"))
        .data(200);
    let sections = &changes["sections"];
    assert_eq!(sections.as_array().unwrap().len(), 3, "{sections}");
    assert_eq!(
        sections[0]["fields"][0]["runs"],
        json!([
            { "words": "kept", "text": "Waiting times in " },
            { "words": "removed", "text": "maternity " },
            { "words": "added", "text": "children's " },
            { "words": "kept", "text": "wards" },
        ])
    );
    assert_eq!(sections[0]["fields"][1]["kind"], "date");
    assert_eq!(sections[0]["fields"][1]["after"], "2027-01-15");
    assert_eq!(sections[1]["section"], "Is Data Sharing Agreement Attached?");
    let document = &sections[1]["fields"][0];
    assert_eq!(
        (&document["kind"], &document["after"]),
        (&json!("document"), &Value::Null)
    );
    assert_eq!(document["before"]["name"], "Data Sharing Agreement.pdf");
    assert_eq!(
        document["before"]["path"],
        Value::Null,
        "its row is gone, so that nobody knows where it lay"
    );
    assert_eq!(sections[2]["items"][0]["became"], "Altered");
    assert_eq!(
        sections[2]["items"][0]["fields"],
        json!([{ "kind": "value", "field": "Serial number", "before": "SN-0042", "after": "SN-0043" }])
    );
    // The comparison in the other direction swaps the values.
    let back = ada
        .client
        .get(&format!("data_requests/{request}/changes/?from=2&to=1"))
        .data(200);
    let opened = &back["sections"][1]["fields"][0];
    assert_eq!(opened["before"], Value::Null);
}

fn a_reviewer_sees_that_the_request_has_changed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let state = own_state(&staff[0], request)["state_id"].clone();
    let comment = json!({
        "request_state": state,
        "comment": "Which format?",
        "section": "Data format requested",
        "resolved": false,
        "author": staff[0].assigned_role.0,
        "data_request": request,
        "action_required": true,
    });
    let add = staff[0].client.post("data_requests/statecomment/add/", &comment);
    assert_eq!(add.status, 201);
    assert_eq!(detail(&staff[0], request)["changed_since"], Value::Null);
    change(
        &installation,
        &ada,
        request,
        "UPDATE request_answers SET data_format = 'Paper-based'",
    );
    let shown = detail(&staff[0], request);
    assert_eq!(
        (&shown["version"], &shown["changed_since"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        detail(&staff[1], request)["changed_since"],
        Value::Null,
        "who has not commented or decided yet knows no older version"
    );
    assert_eq!(detail(&ada, request)["changed_since"], Value::Null);
    let comments = ada
        .client
        .get(&format!("data_requests/statecomment/list/{request}/"))
        .data(200);
    assert_eq!(comments[0]["version"], 1);
    let history = ada
        .client
        .get(&format!("data_requests/request_history/?request_id={request}"))
        .data(200);
    assert_eq!(history[0]["version"], 1);
}

fn an_unknown_version_returns_404(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let request = submitted(&installation, &ada);
    for query in ["?from=2", "?from=0&to=1", "?from=1&to=9", "?from=4294967295"] {
        let answer = ada
            .client
            .get(&format!("data_requests/{request}/changes/{query}"));
        assert_eq!(answer.status, 404, "{query}");
        assert_eq!(
            answer.json()["message"],
            "This version of the Data Request does not exist."
        );
    }
    for query in ["", "?from=x", "?from=-1", "?from=1&unknown=2"] {
        let answer = ada
            .client
            .get(&format!("data_requests/{request}/changes/{query}"));
        assert_eq!(answer.status, 400, "{query}");
    }
    let stranger = installation.person("Ben", Role::DataRequester);
    for path in ["versions/", "changes/?from=1"] {
        let answer = stranger.client.get(&format!("data_requests/{request}/{path}"));
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["message"], "This Data Request does not exist.");
    }
}
