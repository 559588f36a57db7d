//! `data_requests/data_request_feedback/…`.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::main_job::{decide, staff, states_of};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    every_missing_answer_is_named,
    feedback_requires_an_own_approved_request,
    feedback_is_read_changed_and_counted
);

const PATH: &str = "data_requests/data_request_feedback/";

pub fn answers(request: i64) -> Value {
    json!({
        "data_request_feedback_id": request,
        "data_request_process_experience": "Excellent",
        "would_recommend_others": "Definitely",
        "reasonable_response_timeframe": true,
        "study_questions_answered_by_request": false,
        "expectations_met": "Partially met",
        "improvement_suggestion": "Tell sooner",
        "would_you_come_back": "Yes",
        "additional_feedback": null,
    })
}

fn approved(installation: &Installation<'_>, requester: &Person, staff: &[Person]) -> i64 {
    let request = submitted(installation, requester);
    for person in staff {
        decide(installation.server, person, request, true);
    }
    request
}

fn every_missing_answer_is_named(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let nothing = ada
        .client
        .post("data_requests/data_request_feedback/", &json!({}));
    nothing.names_fields(&[
        "data_request_feedback_id",
        "data_request_process_experience",
        "would_recommend_others",
        "reasonable_response_timeframe",
        "study_questions_answered_by_request",
        "expectations_met",
        "improvement_suggestion",
        "would_you_come_back",
    ]);
    let staff = staff(&installation);
    let request = approved(&installation, &ada, &staff);
    for (field, message) in [
        (
            "data_request_feedback_id",
            "Please say which request this is about.",
        ),
        (
            "data_request_process_experience",
            "Please select the Data Request Process Experience.",
        ),
        (
            "would_recommend_others",
            "Please select if you Would Recommend Others.",
        ),
        (
            "reasonable_response_timeframe",
            "Please select if the Response Timeframe was Reasonable.",
        ),
        (
            "study_questions_answered_by_request",
            "Please select if your Study Questions were Answered.",
        ),
        ("expectations_met", "Please select if your Expectations were Met."),
        (
            "improvement_suggestion",
            "Please enter the Improvement Suggestion.",
        ),
        ("would_you_come_back", "Please select if you Would Come Back."),
    ] {
        let mut body = answers(request);
        body.as_object_mut().unwrap().remove(field);
        ada.client.post(PATH, &body).refuses_field(400, field, message);
        body[field] = match field {
            "improvement_suggestion" => json!("  "),
            _ => Value::Null,
        };
        ada.client.post(PATH, &body).refuses_field(400, field, message);
    }
    for (field, message) in [
        (
            "data_request_process_experience",
            "Please select the Data Request Process Experience.",
        ),
        ("would_you_come_back", "Please select if you Would Come Back."),
    ] {
        let mut body = answers(request);
        body[field] = json!("Perhaps");
        ada.client.post(PATH, &body).refuses_field(400, field, message);
    }
    assert_eq!(states_of(&ada, request)[8], "Incoming");
    assert_eq!(staff[0].client.get(PATH).json()["page"]["total"], 0);
    ada.client
        .get(&format!("{PATH}{request}/"))
        .refuses(404, "This Data Request Feedback does not exist.");
}

fn feedback_requires_an_own_approved_request(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let pending = submitted(&installation, &ada);
    let early = "Feedback can be given once the Data Request is approved. This Data Request is Pending";
    ada.client.post(PATH, &answers(pending)).refuses(409, early);
    let request = approved(&installation, &ada, &staff);
    staff[0]
        .client
        .post(PATH, &answers(request))
        .refuses(403, "Only the requester can give feedback on this Data Request.");
    eve.client
        .post(PATH, &answers(request))
        .refuses(404, "This Data Request does not exist.");
    ada.client
        .post(PATH, &answers(999_999))
        .refuses(404, "This Data Request does not exist.");

    let mut body = answers(request);
    body["request"] = body["data_request_feedback_id"].take();
    assert_eq!(
        ada.client.post(PATH, &body).data(201)["data_request_feedback_id"],
        request
    );
    ada.client
        .post(PATH, &answers(request))
        .refuses(409, "Feedback on this Data Request was already given.");
    assert_eq!(states_of(&ada, request)[8], "Approved");
}

fn feedback_is_read_changed_and_counted(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let summary = |person: &Person| person.client.get(&format!("{PATH}summary/")).data(200);
    let numbers = |total: u64, excellent: f64, poor: f64, would_return: f64| json!({ "total": total, "excellent": excellent, "poor": poor, "would_return": would_return });
    assert_eq!(summary(&staff[0]), numbers(0, 0.0, 0.0, 0.0));
    let requests: Vec<_> = [&ada, &eve, &ada]
        .into_iter()
        .map(|person| (approved(&installation, person, &staff), person))
        .collect();
    for (request, person) in &requests {
        person.client.post(PATH, &answers(*request)).data(201);
    }
    let request = requests[0].0;
    let mut changed = answers(request);
    changed["data_request_process_experience"] = json!("Poor");
    changed["would_you_come_back"] = json!("No");
    changed["additional_feedback"] = json!("Thank you");
    let path = format!("{PATH}{request}/");
    let answer = ada.client.put(&path, &changed);
    assert_eq!(
        (answer.status, &answer.json()["message"]),
        (200, &json!("Successfully updated the Data Request Feedback"))
    );
    assert_eq!(summary(&staff[0]), numbers(3, 66.67, 33.33, 66.67));
    ada.client
        .get(&format!("{PATH}summary/"))
        .refuses(403, "Your role does not allow this.");
    let distribution = staff[0].client.get(&format!("{PATH}distribution/")).data(200);
    let experience = json!([
        { "answer": "Excellent", "number": 2 },
        { "answer": "Good", "number": 0 },
        { "answer": "Fair", "number": 0 },
        { "answer": "Poor", "number": 1 },
    ]);
    assert_eq!(
        distribution["questions"][0],
        json!({ "question": "data_request_process_experience", "answers": experience })
    );
    assert_eq!(
        distribution["questions"][5],
        json!({ "question": "would_you_come_back", "answers": [
            { "answer": "Yes", "number": 2 },
            { "answer": "No", "number": 1 },
        ] })
    );
    assert_eq!(distribution["questions"].as_array().unwrap().len(), 6);
    assert_eq!(distribution["quarters"].as_array().unwrap().len(), 1);
    assert_eq!(distribution["quarters"][0]["ratings"], experience);

    let mut read = staff[3].client.get(&path).data(200);
    assert!(read["date_created"].take().is_string());
    changed["title"] = json!(format!("REQ0000{request}"));
    changed["request_title"] = json!("Waiting times in maternity wards");
    changed["date_created"] = Value::Null;
    assert_eq!(read, changed);

    staff[0]
        .client
        .put(&path, &answers(request))
        .refuses(403, "Only the requester can give feedback on this Data Request.");
    eve.client
        .put(&path, &answers(request))
        .refuses(404, "This Data Request Feedback does not exist.");
    eve.client
        .get(&path)
        .refuses(404, "This Data Request Feedback does not exist.");
    let other = ada.client.put(&path, &answers(requests[2].0));
    other.refuses_field(
        400,
        "data_request_feedback_id",
        "The request in the body is not the one in the address.",
    );
    let mut missing = answers(request);
    missing["improvement_suggestion"] = json!("");
    ada.client.put(&path, &missing).refuses_field(
        400,
        "improvement_suggestion",
        "Please enter the Improvement Suggestion.",
    );
    assert_eq!(
        ada.client.get(&path).data(200)["additional_feedback"],
        "Thank you",
        "nothing changed"
    );

    eve.client
        .get(PATH)
        .refuses(403, "Your role does not allow this.");
    let list = staff[0].client.get(&format!("{PATH}?page_size=2")).json();
    assert_eq!(list["page"], json!({ "number": 1, "size": 2, "total": 3 }));
    assert_eq!(
        staff[0].client.get(&format!("{PATH}?page_size=2&page=2")).json()["data"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}
