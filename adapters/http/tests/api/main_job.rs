//! The main job over HTTP: a request is submitted, decided six times, released, and answered with
//! feedback.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    a_request_is_submitted_approved_released_and_rated,
    a_denial_halts_the_rest,
    a_recall_ends_the_review,
    concurrent_decisions_conflict
);

/// Creates the six deciding persons, in the order of the stages.
pub fn staff(installation: &Installation<'_>) -> Vec<Person> {
    let names = ["Abel", "Bela", "Cora", "Dina", "Emil", "Fred"];
    names
        .iter()
        .zip(Role::STAFF)
        .map(|(name, role)| installation.person(name, role))
        .collect()
}

/// Returns the stage at which this person decides.
pub fn own_state(person: &Person, request: i64) -> Value {
    let states = person
        .client
        .get(&format!("data_requests/request_states/?request_id={request}"))
        .data(200);
    let own = |state: &&Value| state["org_role_id"] == person.org_role.0;
    states.as_array().unwrap().iter().find(own).unwrap().clone()
}

/// Returns the payload of a decision without its code.
pub fn decision(person: &Person, request: i64, state: i64, approve: bool) -> Value {
    json!({
        "status": approve,
        "reason": "Looked at every document",
        "recommendation": "Store the data encrypted",
        "assigned_role": person.assigned_role.0,
        "org_role": person.org_role.0,
        "request": request,
        "state_id": state,
    })
}

/// Requests a code and decides with it.
pub fn decide(server: &TestServer, person: &Person, request: i64, approve: bool) -> Value {
    let state = own_state(person, request)["state_id"].as_i64().unwrap();
    let sent = person.client.post(
        &format!("data_requests/request_state/{state}/otp/"),
        &json!({ "status": approve }),
    );
    assert!(sent.data(200)["expires_at"].is_string());
    let code = server.code_mailed_to(&person.email);
    let mut body = decision(person, request, state, approve);
    body["otp"] = Value::from(code);
    let answer = person
        .client
        .put(&format!("data_requests/request_state/{state}/"), &body);
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

pub fn states_of(person: &Person, request: i64) -> Vec<String> {
    let states = person
        .client
        .get(&format!("data_requests/request_states/?request_id={request}"))
        .data(200);
    states
        .as_array()
        .unwrap()
        .iter()
        .map(|state| state["state"].as_str().unwrap().to_owned())
        .collect()
}

fn status_of(person: &Person, request: i64) -> String {
    let detail = person
        .client
        .get(&format!("data_requests/?request_id={request}"))
        .data(200);
    detail["status"].as_str().unwrap().to_owned()
}

fn a_request_is_submitted_approved_released_and_rated(server: &TestServer) {
    let installation = Installation::new(server);
    let requester = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &requester);

    for (place, person) in staff.iter().enumerate() {
        let pending = person.client.get(&format!(
            "data_requests/?org_role_id={}&status=[\"Unattended\"]",
            person.org_role.0
        ));
        assert_eq!(pending.json()["page"]["total"], 1, "stage {place}");
        let counts = person
            .client
            .get(&format!(
                "data_requests/counts/?org_role_id={}",
                person.org_role.0
            ))
            .data(200);
        assert_eq!((&counts["pending"], &counts["incoming"]), (&json!(1), &json!(0)));
        assert_eq!(
            decide(server, person, request, true)["data"]["approved"],
            "You have successfully approved this request."
        );
        assert_eq!(own_state(person, request)["state"], "Approved");
    }

    assert_eq!(status_of(&requester, request), "Approved");
    let detail = requester
        .client
        .get(&format!("data_requests/?request_id={request}"))
        .data(200);
    let today = server.ports.clock.now().date_naive().to_string();
    assert_eq!(detail["requested_datasets"][0]["release_date"], today.as_str());
    assert_eq!(
        detail["request_states"][8]["timeline"],
        "Data received, Waiting on Requestor Feedback"
    );

    let feedback = json!({
        "data_request_feedback_id": request,
        "data_request_process_experience": "Excellent",
        "would_recommend_others": "Definitely",
        "reasonable_response_timeframe": true,
        "study_questions_answered_by_request": true,
        "expectations_met": "Met",
        "improvement_suggestion": "Tell sooner",
        "would_you_come_back": "Yes",
    });
    let given = requester
        .client
        .post("data_requests/data_request_feedback/", &feedback);
    assert_eq!(given.data(201)["data_request_feedback_id"], request);
    assert_eq!(
        given.json()["message"],
        "Successfully created a Data Request Feedback"
    );
    assert_eq!(states_of(&requester, request), ["Approved"; 9]);
    let read = staff[0]
        .client
        .get(&format!("data_requests/data_request_feedback/{request}"))
        .data(200);
    assert_eq!(read["improvement_suggestion"], "Tell sooner");
    assert_eq!(
        requester
            .client
            .post("data_requests/data_request_feedback/", &feedback)
            .status,
        409
    );

    let told = requester
        .client
        .get("notifications/all-user-notifications/")
        .json();
    assert!(told["page"]["total"].as_u64().unwrap() >= 7, "{told}");
}

fn a_denial_halts_the_rest(server: &TestServer) {
    let installation = Installation::new(server);
    let requester = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &requester);
    decide(server, &staff[0], request, true);
    assert_eq!(
        decide(server, &staff[1], request, false)["data"]["status"],
        "Denied"
    );
    assert_eq!(
        states_of(&requester, request),
        [
            "Approved", "Approved", "Approved", "Denied", "Halted", "Halted", "Halted", "Halted", "Halted"
        ]
    );
    let denied = requester
        .client
        .get("data_requests/?status=Denied,Recalled")
        .json();
    assert_eq!(denied["data"][0]["status"], "Denied");
    assert_eq!(
        own_state(&staff[1], request)["reason"],
        "Looked at every document"
    );
    let third = own_state(&staff[2], request)["state_id"].as_i64().unwrap();
    let code = staff[2].client.post(
        &format!("data_requests/request_state/{third}/otp/"),
        &json!({ "status": true }),
    );
    code.refuses(409, "This Data Request is Halted");
}

fn a_recall_ends_the_review(server: &TestServer) {
    let installation = Installation::new(server);
    let requester = installation.person("Ada", Role::DataRequester);
    let stranger = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &requester);
    decide(server, &staff[0], request, true);

    let body = json!({ "request_id": request });
    assert_eq!(
        stranger.client.put("data_requests/cancel_request/", &body).status,
        404
    );
    assert_eq!(
        staff[1].client.put("data_requests/cancel_request/", &body).status,
        403
    );
    assert_eq!(
        requester
            .client
            .put("data_requests/cancel_request/", &body)
            .status,
        200
    );
    assert_eq!(status_of(&staff[0], request), "Recalled");
    assert_eq!(
        states_of(&requester, request)[2..5],
        ["Approved", "Recalled", "Halted"]
    );
    assert_eq!(
        requester
            .client
            .put("data_requests/cancel_request/", &body)
            .status,
        409
    );
}

fn concurrent_decisions_conflict(server: &TestServer) {
    let installation = Installation::new(server);
    let requester = installation.person("Ada", Role::DataRequester);
    let first = installation.person("Abel", Role::DataAccessReviewer);
    let second = installation.person("Bela", Role::DataAccessReviewer);
    for (name, role) in ["Cora", "Dina", "Emil", "Fred", "Gina"]
        .iter()
        .zip(&Role::STAFF[1..])
    {
        installation.person(name, *role);
    }
    let request = submitted(&installation, &requester);
    let state = own_state(&first, request)["state_id"].as_i64().unwrap();
    let path = format!("data_requests/request_state/{state}/");
    let bodies: Vec<_> = [(&first, true), (&second, false)]
        .into_iter()
        .map(|(person, approve)| {
            person
                .client
                .post(&format!("{path}otp/"), &json!({ "status": approve }))
                .data(200);
            let mut body = decision(person, request, state, approve);
            body["otp"] = Value::from(server.code_mailed_to(&person.email));
            (person.client.clone(), body)
        })
        .collect();
    let mut statuses: Vec<_> = std::thread::scope(|scope| {
        let calls: Vec<_> = bodies
            .iter()
            .map(|(client, body)| scope.spawn(|| client.put(&path, body).status))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let history = requester
        .client
        .get(&format!("data_requests/request_history/?request_id={request}"))
        .data(200);
    let decided = |entry: &&Value| entry["request_state_id"] == state && entry["by"].is_object();
    assert_eq!(history.as_array().unwrap().iter().filter(decided).count(), 1);
}
