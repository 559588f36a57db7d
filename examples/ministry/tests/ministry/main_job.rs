//! The main workflow through the program of the ministry: a request is submitted, six people decide
//! with codes from mails in the queue, and the approval is posted to the register.

use aditus_application::contract::mail::ReceivedMail;
use aditus_application::testing::papers::PDF;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::program::Installation;

const DECIDERS: [&str; 6] = [
    "Data Access Reviewer",
    "Data Access Approver",
    "Data Security Reviewer",
    "Data Security Approver",
    "Data Custodian",
    "Data Officer",
];

struct Person<'a> {
    agent: &'a ureq::Agent,
    base: String,
    token: String,
    assigned_role: Value,
    email: String,
}

/// Returns the body of an answer, which must be a success.
fn data_of(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
    let mut answer = answer.unwrap();
    let body: Value = answer.body_mut().read_json().unwrap();
    assert!(answer.status().is_success(), "{} {body}", answer.status());
    body
}

impl<'a> Person<'a> {
    /// Signs in with the demonstration account of a role.
    fn of_role(agent: &'a ureq::Agent, address: &str, role: &str) -> Self {
        let email = format!("{}@aditus.example", role.to_lowercase().replace(' ', "-"));
        let base = format!("{address}/api/v1/");
        let body = json!({ "username": email, "password": "Demo-2026!" });
        let signed_in = data_of(agent.post(format!("{base}users/signin/")).send_json(body));
        let token = signed_in["user"]["token"].as_str().unwrap();
        let mut person = Self {
            agent,
            base,
            token: format!("Token {token}"),
            assigned_role: Value::Null,
            email,
        };
        let known = person.get("users/detailuser/");
        let held = known["user"]["assigned_roles"].as_array().unwrap();
        let held = held.iter().find(|held| held["role"] == role).unwrap();
        person.assigned_role = held["assigned_role_id"].clone();
        person
    }

    fn get(&self, path: &str) -> Value {
        let call = self.agent.get(format!("{}{path}", self.base));
        data_of(call.header("Authorization", &self.token).call())
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let call = self.agent.post(format!("{}{path}", self.base));
        data_of(call.header("Authorization", &self.token).send_json(body))
    }

    fn put(&self, path: &str, body: &Value) -> Value {
        let call = self.agent.put(format!("{}{path}", self.base));
        data_of(call.header("Authorization", &self.token).send_json(body))
    }
}

fn pdf() -> Value {
    json!({ "mime": "application/pdf", "data": STANDARD.encode(PDF) })
}

/// Returns a request for all of a data source. Its dates follow today's date on the server.
fn submission(requester: &Person<'_>, today: DateTime<Utc>) -> Value {
    let day = |days| (today + TimeDelta::days(days)).format("%Y-%m-%d").to_string();
    let sources = requester.get("data_dictionary/data_sources/");
    json!({
        "requester": requester.assigned_role,
        "title": "Visits in the ministry's districts",
        "needed_on": day(45),
        "ethics_committee": 1,
        "protocol_ref_num": "HRE/2026/400",
        "ethics_approval_letter": "Yes",
        "ethics_doc_path": pdf(),
        "file_path": pdf(),
        "data_specs_path": pdf(),
        "data_source_id": sources["data"][0]["data_source_id"],
        "dataset_variables": [],
        "dataset_description": "Visits of the last five years",
        "data_format": "Electronic",
        "isPrincipal": true,
        "request_purposes": [{ "purpose": 1 }],
        "list_of_devices": [{
            "equipment_name": "Office laptop",
            "equipment_type": 1,
            "serial_number": "SN-1",
            "used_by": "Amara Linwood",
            "organisation": "Halden University",
            "usage_from": day(46),
            "usage_to": day(120),
        }],
        "list_of_staff": [{
            "first_name": "Noor",
            "surname": "Achterberg",
            "phone": "+12125550142",
            "email": "noor@halden.example",
            "identification_type": "Passport",
            "identification_number": "X1",
            "position_in_organisation": "Statistician",
            "identification_file_path": pdf(),
            "confidentiality_protocols": true,
        }],
    })
}

#[test]
fn an_approval_reaches_the_register_after_the_server_was_killed() {
    let installation = Installation::new();
    installation.register.set_down(true);
    let server = installation.serve(&["--demo"]);
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let sign_in = |role| Person::of_role(&agent, &server.address, role);

    let alive = agent
        .get(format!("{}/health/live", server.address))
        .call()
        .unwrap();
    let date = alive.headers()["date"].to_str().unwrap();
    let today = DateTime::parse_from_rfc2822(date).unwrap().to_utc();
    let requester = sign_in("Data Requester");
    let submitted = requester.post("data_requests/submit/", &submission(&requester, today));
    let request = submitted["data"]["request_id"].as_i64().unwrap();

    for role in DECIDERS {
        let person = sign_in(role);
        let states = person.get(&format!("data_requests/request_states/?request_id={request}"));
        let states = states["data"].as_array().unwrap();
        let state = states.iter().find(|state| state["role"] == role).unwrap();
        let path = format!("data_requests/request_state/{}/", state["request_state_id"]);
        let seen = installation.queue.mails().len();
        person.post(&format!("{path}otp/"), &json!({ "status": true }));
        let code = |text: &str| {
            let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
            text.lines().map(str::trim).find(is_code).map(str::to_owned)
        };
        let mail = installation
            .queue
            .wait_for(seen, |mail| mail.to == person.email && code(&mail.text).is_some());
        let decision = json!({
            "assigned_role": person.assigned_role,
            "org_role": state["org_role_id"],
            "otp": code(&mail.text),
            "reason": "",
            "recommendation": "",
            "request": request,
            "state_id": state["request_state_id"],
            "status": true,
        });
        person.put(&path, &decision);
    }

    let detail = requester.get(&format!("data_requests/?request_id={request}"));
    assert_eq!(detail["data"]["status"], "Approved");
    installation.register.wait_for_refusal();
    // Kills the server while the register is down: the approval is committed but not posted.
    drop(server);
    assert!(installation.register.taken().is_empty());

    installation.register.set_down(false);
    let server = installation.serve(&["--demo"]);
    let posted = installation.register.wait_for(request);
    let days = [today, today + TimeDelta::days(1)].map(|day| json!(day.format("%Y-%m-%d").to_string()));
    assert!(days.contains(&posted["day"]), "{posted}");
    let expected = json!({
        "id": posted["id"],
        "request": request,
        "title": "Visits in the ministry's districts",
        "organisation": detail["data"]["organization"]["name"],
        "outcome": "Approved",
        "day": posted["day"],
        "demonstration": true,
    });
    assert_eq!(posted, expected);
    assert_eq!(posted["id"].as_str().map(str::len), Some(64));
    let of_it = |message: &&Value| message["request"] == request;
    assert_eq!(installation.register.taken().iter().filter(of_it).count(), 1);
    let announces_approval =
        |mail: &ReceivedMail| mail.to == requester.email && mail.text.contains("approved");
    installation.queue.wait_for(0, announces_approval);
    assert_eq!(server.end(), Some(0));
}
