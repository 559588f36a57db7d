//! Simulates the people of the demonstration: they submit requests with documents, decide with
//! codes from their mails, and comment.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aditus_application::testing::papers::PDF;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, TimeDelta};
use serde_json::{Value, json};

use crate::installation::{Server, exchange};

const REQUESTER: &str = "Data Requester";
const REVIEWER: &str = "Data Access Reviewer";

/// Every third request gets a comment before its decision.
const COMMENTED_EVERY: i64 = 3;

/// A signed-in person.
pub struct Person<'a> {
    server: &'a Server,
    token: String,
    email: String,
    assigned_role: Value,
}

impl<'a> Person<'a> {
    fn of_role(server: &'a Server, role: &str) -> Self {
        let email = format!("{}@aditus.example", role.to_lowercase().replace(' ', "-"));
        let mut person = Self {
            server,
            token: server.sign_in(&email, "Demo-2026!"),
            email,
            assigned_role: Value::Null,
        };
        let known = person.call("GET", "users/detailuser/", None);
        let held = known["user"]["assigned_roles"].as_array().unwrap();
        let held = held.iter().find(|held| held["role"] == role).unwrap();
        person.assigned_role = held["assigned_role_id"].clone();
        person
    }

    /// Sends a call that has to succeed, and returns the body.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string);
        let path = format!("/api/v1/{path}");
        let (status, answer) = self
            .server
            .call(method, &path, Some(&self.token), body.as_deref());
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    /// Returns the stage of a request with this role.
    fn stage(&self, request: i64, role: &str) -> Value {
        let path = format!("data_requests/request_states/?request_id={request}");
        let states = self.call("GET", &path, None);
        let mut states = states["data"].as_array().unwrap().iter();
        states.find(|state| state["role"] == role).unwrap().clone()
    }

    /// Returns the code that was mailed for a request.
    fn code(&self, request: i64) -> Option<String> {
        let path = format!("demo/mailbox?to={}", self.email);
        let mails = self.call("GET", &path, None);
        let mut texts = mails["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|mail| mail["text"].as_str());
        texts.find_map(|text| {
            let (_, behind) = text.split_once("Data Request DAC00")?;
            let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
            let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
            let code = behind.lines().map(str::trim).find(is_code)?;
            (digits.parse() == Ok(request)).then(|| code.to_owned())
        })
    }
}

/// Returns the body of a submission with four documents, without its title. Its dates depend on the
/// server's clock.
fn submission(requester: &Person<'_>) -> Value {
    let (head, _) = exchange(requester.server.address(), "GET", "/health/live", None, None);
    let date = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("date: ").map(str::to_owned));
    let today = DateTime::parse_from_rfc2822(&date.unwrap()).unwrap();
    let day = |days| (today + TimeDelta::days(days)).format("%Y-%m-%d").to_string();
    let sources = requester.call("GET", "data_dictionary/data_sources/", None);
    let pdf = json!({ "mime": "application/pdf", "data": BASE64_STANDARD.encode(PDF) });
    json!({
        "requester": requester.assigned_role,
        "needed_on": day(45),
        "ethics_committee": 1,
        "protocol_ref_num": "HRE/2026/400",
        "ethics_approval_letter": "Yes",
        "ethics_doc_path": pdf,
        "file_path": pdf,
        "data_specs_path": pdf,
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
            "identification_file_path": pdf,
            "confidentiality_protocols": true,
        }],
    })
}

/// An act that the server has acknowledged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The submission of a request with this title.
    Submitted(i64, String),
    /// The approval of the reviewer's stage.
    Approved(i64),
    /// A comment on a request.
    Commented(i64, i64),
}

/// People who work concurrently until the workload is stopped.
#[derive(Default)]
pub struct Workload {
    is_stopped: AtomicBool,
    acts: Mutex<Vec<Act>>,
    waiting: Mutex<VecDeque<i64>>,
}

impl Workload {
    /// Returns the acts acknowledged so far.
    pub fn acts(&self) -> Vec<Act> {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops everyone after their current act.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
    }

    fn is_running(&self) -> bool {
        !self.is_stopped.load(Ordering::SeqCst)
    }

    fn record(&self, act: Act) {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner).push(act);
    }

    fn next_waiting(&self) -> Option<i64> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.pop_front()
    }

    /// Submits one request after the other.
    pub fn submit(&self, server: &Server, desk: usize) {
        let requester = Person::of_role(server, REQUESTER);
        let mut body = submission(&requester);
        let mut number = 0;
        while self.is_running() {
            number += 1;
            let title = format!("Visits at desk {desk}, number {number}");
            body["title"] = json!(title);
            let answer = requester.call("POST", "data_requests/submit/", Some(&body));
            let request = answer["data"]["request_id"].as_i64().unwrap();
            self.record(Act::Submitted(request, title));
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.push_back(request);
        }
    }

    /// Approves submitted requests or comments on them.
    pub fn review(&self, server: &Server) {
        let reviewer = Person::of_role(server, REVIEWER);
        while self.is_running() {
            match self.next_waiting() {
                Some(request) if request % COMMENTED_EVERY == 0 => self.comment(&reviewer, request),
                Some(request) => self.approve(&reviewer, request),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    fn comment(&self, reviewer: &Person<'_>, request: i64) {
        let state = reviewer.stage(request, REVIEWER);
        let body = json!({
            "request_state": state["request_state_id"],
            "comment": "Which districts?",
            "section": "Data format requested",
            "author": reviewer.assigned_role,
            "data_request": request,
            "action_required": false,
        });
        let added = reviewer.call("POST", "data_requests/statecomment/add/", Some(&body));
        let comment = added["data"]["comment_id"].as_i64().unwrap();
        self.record(Act::Commented(request, comment));
    }

    fn approve(&self, reviewer: &Person<'_>, request: i64) {
        let state = reviewer.stage(request, REVIEWER);
        let path = format!("data_requests/request_state/{}/", state["request_state_id"]);
        reviewer.call("POST", &format!("{path}otp/"), Some(&json!({ "status": true })));
        let code = loop {
            match reviewer.code(request) {
                Some(code) => break code,
                None if self.is_running() => std::thread::sleep(Duration::from_millis(10)),
                None => return,
            }
        };
        let decision = json!({
            "assigned_role": reviewer.assigned_role,
            "org_role": state["org_role_id"],
            "otp": code,
            "reason": "Looked at every document",
            "recommendation": "",
            "request": request,
            "state_id": state["request_state_id"],
            "status": true,
        });
        reviewer.call("PUT", &path, Some(&decision));
        self.record(Act::Approved(request));
    }
}

/// Asserts that the server returns each of these acts.
pub fn assert_stored(server: &Server, acts: &[Act]) {
    let requester = Person::of_role(server, REQUESTER);
    let reviewer = Person::of_role(server, REVIEWER);
    for act in acts {
        match act {
            Act::Submitted(request, title) => {
                let path = format!("data_requests/?request_id={request}");
                let detail = requester.call("GET", &path, None);
                assert_eq!(&detail["data"]["title"], title, "{act:?}");
            }
            Act::Approved(request) => {
                assert_eq!(reviewer.stage(*request, REVIEWER)["state"], "Approved", "{act:?}");
            }
            Act::Commented(request, comment) => {
                let path = format!("data_requests/statecomment/list/{request}/");
                let comments = reviewer.call("GET", &path, None);
                let mut comments = comments["data"].as_array().unwrap().iter();
                assert!(comments.any(|found| found["comment_id"] == *comment), "{act:?}");
            }
        }
    }
}
