//! `data_requests/request_state/{id}/otp/`, `…/otp/verify/`, and the decision itself.

use aditus_domain::roles::{Role, RoleStatus};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::{decide, decision, own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    every_missing_field_is_named,
    codes_expire_and_are_void_when_a_new_one_is_sent,
    five_wrong_attempts_void_a_code,
    codes_are_bound_to_a_person_and_an_outcome,
    a_code_can_be_used_once,
    checking_a_code_does_not_spend_it,
    another_code_before_its_time_is_refused,
    a_payload_of_another_stage_or_role_is_refused,
    only_the_current_stage_may_decide,
    own_requests_cannot_be_decided,
);

const UNKNOWN: &str = "This OTP does not exist please try again";
const WRONG: &str = "Invalid OTP. Try again.";
const YOU_APPROVED: &str = "You already approved this stage on March 2, 2026 12:00 PM UTC.";

/// A request at the stage of its Data Access Reviewer.
struct PendingStage<'a> {
    server: &'a TestServer,
    reviewer: Person,
    request: i64,
    state: i64,
}

impl<'a> PendingStage<'a> {
    fn new(installation: &Installation<'a>) -> (Self, Person, Vec<Person>) {
        let ada = installation.person("Ada", Role::DataRequester);
        let staff = staff(installation);
        let request = submitted(installation, &ada);
        let state = own_state(&staff[0], request)["state_id"].as_i64().unwrap();
        (
            Self {
                server: installation.server,
                reviewer: staff[0].clone(),
                request,
                state,
            },
            ada,
            staff,
        )
    }

    fn path(&self) -> String {
        format!("data_requests/request_state/{}/", self.state)
    }

    /// Requests a code for this decision.
    fn request_code(&self, person: &Person, approve: bool) -> Answer {
        person
            .client
            .post(&format!("{}otp/", self.path()), &json!({ "status": approve }))
    }

    /// Requests a code as the reviewer, and returns it.
    fn code(&self, approve: bool) -> String {
        let answer = self.request_code(&self.reviewer, approve);
        assert_eq!(answer.status, 200, "{}", answer.json());
        self.server.code_mailed_to(&self.reviewer.email)
    }

    fn put(&self, code: &str, approve: bool) -> Answer {
        let mut body = decision(&self.reviewer, self.request, self.state, approve);
        body["otp"] = json!(code);
        self.reviewer.client.put(&self.path(), &body)
    }

    fn verify(&self, code: &str, approve: bool) -> Answer {
        self.reviewer.client.post(
            &format!("{}otp/verify/", self.path()),
            &json!({ "status": approve, "otp": code }),
        )
    }

    #[track_caller]
    fn assert_undecided(&self) {
        let state = own_state(&self.reviewer, self.request);
        assert_eq!(
            (&state["state"], &state["responded_on"]),
            (&json!("Unattended"), &Value::Null)
        );
    }
}

/// Returns other digits than these.
fn other_than(code: &str) -> String {
    if code == "123456" { "654321" } else { "123456" }.to_owned()
}

fn every_missing_field_is_named(server: &TestServer) {
    let (pending, ..) = PendingStage::new(&Installation::new(server));
    let code = pending.code(false);
    let full = decision(&pending.reviewer, pending.request, pending.state, false);
    let without = |field: &str| {
        let mut body = full.clone();
        body["otp"] = json!(code);
        body.as_object_mut().unwrap().remove(field);
        pending.reviewer.client.put(&pending.path(), &body)
    };
    without("otp").refuses_field(400, "otp", "OTP is required");
    without("reason").refuses_field(400, "reason", "Comment is required");
    without("recommendation").refuses_field(400, "recommendation", "Recommendation is required");
    without("status").refuses_field(400, "status", "Status is required.");
    without("request").refuses_field(400, "request", "Request is required.");
    without("assigned_role").refuses_field(400, "assigned_role", "Assigned role is required.");
    without("org_role").refuses_field(400, "org_role", "Org role is required.");
    let nothing = pending.reviewer.client.put(&pending.path(), &json!({}));
    nothing.names_fields(&["status", "assigned_role", "org_role", "request", "otp"]);
    let code = pending
        .reviewer
        .client
        .post(&format!("{}otp/verify/", pending.path()), &json!({}));
    code.names_fields(&["status", "otp"]);
    let mut blank = full.clone();
    blank["reason"] = json!(" ");
    blank["recommendation"] = json!("\n");
    blank["otp"] = json!("");
    let answer = pending.reviewer.client.put(&pending.path(), &blank);
    answer.refuses_field(400, "reason", "Comment is required");
    assert_eq!(answer.because("invalid_fields"), Value::Null, "no params");
    let errors = answer.json()["errors"].clone();
    assert_eq!(
        errors,
        json!({
            "reason": ["Comment is required"],
            "recommendation": ["Recommendation is required"],
            "otp": ["OTP is required"],
        })
    );
    for malformed in ["12345", "1234567", "abcdef", "DAC001234"] {
        let answer = pending.put(malformed, false);
        answer.refuses_with_code(400, 605, WRONG);
        answer.because("code_malformed");
    }
    pending.assert_undecided();

    let mut brief = decision(&pending.reviewer, pending.request, pending.state, true);
    brief["reason"] = json!("");
    brief["recommendation"] = Value::Null;
    server.clock.advance(TimeDelta::seconds(30));
    brief["otp"] = json!(pending.code(true));
    brief.as_object_mut().unwrap().remove("state_id");
    let answer = pending.reviewer.client.put(&pending.path(), &brief);
    assert_eq!(
        answer.data(200),
        json!({ "status": "Pending", "approved": "You have successfully approved this request." }),
        "an approval needs the code alone"
    );
    assert_eq!(answer.json()["message"], "request state updated successfully");
}

fn codes_expire_and_are_void_when_a_new_one_is_sent(server: &TestServer) {
    let (pending, ..) = PendingStage::new(&Installation::new(server));
    let unsent = pending.put("123456", true);
    unsent.refuses_with_code(400, 605, UNKNOWN);
    unsent.because("code_unknown");
    let first = pending.code(true);
    server
        .clock
        .advance(TimeDelta::minutes(5) - TimeDelta::seconds(1));
    assert_eq!(pending.verify(&first, true).status, 200);
    server.clock.advance(TimeDelta::seconds(1));
    let late = pending.put(&first, true);
    late.refuses_with_code(400, 400, "OTP Expired");
    late.because("code_expired");
    pending
        .verify(&first, true)
        .refuses_with_code(400, 400, "OTP Expired");

    let second = pending.code(true);
    server.clock.advance(TimeDelta::seconds(30));
    let third = pending.code(true);
    assert_ne!(second, third);
    pending.put(&second, true).refuses_with_code(400, 605, WRONG);
    pending.assert_undecided();
    let sentence = format!("Enter this code to approve Data Request DAC0012: {third}");
    pending.put(&sentence, true).data(200);
}

fn five_wrong_attempts_void_a_code(server: &TestServer) {
    let (pending, ..) = PendingStage::new(&Installation::new(server));
    let code = pending.code(true);
    let wrong = other_than(&code);
    for left in [4, 3, 2] {
        let answer = pending.put(&wrong, true);
        answer.refuses_with_code(400, 605, WRONG);
        assert_eq!(answer.because("code_wrong"), json!({ "attempts_left": left }));
    }
    pending.verify(&wrong, true).refuses_with_code(400, 605, WRONG);
    // The attempt that voids the code names that reason.
    let fifth = pending.verify(&wrong, true);
    fifth.refuses_with_code(400, 605, UNKNOWN);
    let void = json!(["This OTP is void after 5 wrong entries, send a new one below"]);
    assert_eq!(fifth.json()["errors"]["otp"], void);
    assert_eq!(fifth.because("code_void"), json!({ "attempts_left": 0 }));
    pending.put(&code, true).refuses_with_code(400, 605, UNKNOWN);
    pending.verify(&code, true).refuses_with_code(400, 605, UNKNOWN);
    pending.assert_undecided();

    server.clock.advance(TimeDelta::seconds(30));
    let code = pending.code(true);
    for _ in 0..4 {
        pending
            .put(&other_than(&code), true)
            .refuses_with_code(400, 605, WRONG);
    }
    pending.put(&code, true).data(200);
}

fn codes_are_bound_to_a_person_and_an_outcome(server: &TestServer) {
    let installation = Installation::new(server);
    let (pending, ..) = PendingStage::new(&installation);
    let colleague = installation.person("Gina", Role::DataAccessReviewer);
    pending.request_code(&colleague, true).data(200);
    let foreign = server.code_mailed_to(&colleague.email);
    pending.put(&foreign, true).refuses_with_code(400, 605, UNKNOWN);

    let to_approve = pending.code(true);
    pending
        .put(&to_approve, false)
        .refuses_with_code(400, 605, UNKNOWN);
    pending
        .verify(&to_approve, false)
        .refuses_with_code(400, 605, UNKNOWN);
    pending.put(&foreign, true).refuses_with_code(400, 605, WRONG);
    pending.assert_undecided();
    pending.put(&to_approve, true).data(200);
}

fn a_code_can_be_used_once(server: &TestServer) {
    let installation = Installation::new(server);
    let (pending, ada, staff) = PendingStage::new(&installation);
    let code = pending.code(true);
    pending.put(&code, true).data(200);
    let again = pending.put(&code, true);
    again.refuses(409, YOU_APPROVED);
    assert_eq!(
        again.because("already_decided"),
        json!({ "outcome": "Approved", "at": "2026-03-02T12:00:00Z" })
    );
    pending.put(&code, false).refuses(409, YOU_APPROVED);

    let second = submitted(&installation, &ada);
    let state = own_state(&staff[0], second)["state_id"].as_i64().unwrap();
    let mut body = decision(&staff[0], second, state, true);
    body["otp"] = json!(code);
    let answer = staff[0]
        .client
        .put(&format!("data_requests/request_state/{state}/"), &body);
    answer.refuses_with_code(400, 605, UNKNOWN);
    let history = ada
        .client
        .get(&format!(
            "data_requests/request_history/?request_id={}",
            pending.request
        ))
        .data(200);
    let decided = |entry: &&Value| entry["request_state_id"] == pending.state && entry["by"].is_object();
    assert_eq!(history.as_array().unwrap().iter().filter(decided).count(), 1);
}

fn checking_a_code_does_not_spend_it(server: &TestServer) {
    let (pending, ..) = PendingStage::new(&Installation::new(server));
    let code = pending.code(false);
    for _ in 0..6 {
        let answer = pending.verify(&code, false);
        assert_eq!(answer.json()["message"], "The OTP is valid.");
        assert!(answer.data(200)["expires_at"].is_string());
    }
    let empty = pending.verify("", false);
    empty.refuses_field(400, "otp", "OTP is required");
    empty.because("code_missing");
    let missing = pending.reviewer.client.post(
        &format!("{}otp/verify/", pending.path()),
        &json!({ "status": false }),
    );
    missing.refuses_field(400, "otp", "OTP is required");
    pending.assert_undecided();
    let answer = pending.put(&code, false);
    assert_eq!(answer.data(200)["status"], "Denied");
    assert_eq!(answer.json()["message"], "request state updated successfully");
}

fn another_code_before_its_time_is_refused(server: &TestServer) {
    let (pending, _, _) = PendingStage::new(&Installation::new(server));
    let answer = pending.request_code(&pending.reviewer, true);
    assert_eq!(answer.json()["message"], "An OTP was sent to a***@people.example");
    let sent = answer.data(200);
    let moment = |field: &str| {
        sent[field]
            .as_str()
            .unwrap()
            .parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
    };
    assert_eq!(moment("expires_at") - moment("issued_at"), TimeDelta::minutes(5));
    assert!(
        !sent
            .to_string()
            .contains(&server.code_mailed_to(&pending.reviewer.email)),
        "the code goes by mail alone"
    );

    let open = |approve: bool| {
        let path = format!("{}otp/", pending.path());
        let body = json!({ "status": approve, "unless_sent": true });
        pending.reviewer.client.post(&path, &body)
    };
    let mails = server.mails_to(&pending.reviewer.email).len();
    server.clock.advance(TimeDelta::seconds(10));
    let again = open(true).data(200);
    assert_eq!(
        (&again["before"], &again["issued_at"]),
        (&json!(true), &sent["issued_at"])
    );
    assert_eq!(moment("resend_at") - moment("issued_at"), TimeDelta::seconds(30));
    assert_eq!(server.mails_to(&pending.reviewer.email).len(), mails);
    assert_eq!(
        open(false).data(200)["before"],
        json!(false),
        "another outcome is not held up"
    );
    let early = pending.request_code(&pending.reviewer, true);
    early.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(early.header("retry-after"), Some("20"));
    assert_eq!(early.because("too_many_requests"), json!({ "retry_after": 20 }));
    for _ in 0..4 {
        server.clock.advance(TimeDelta::seconds(30));
        assert_eq!(pending.request_code(&pending.reviewer, true).status, 200);
    }
    server.clock.advance(TimeDelta::minutes(10));
    let sixth = pending.request_code(&pending.reviewer, true);
    sixth.refuses(429, "Too many attempts. Please try again later.");
    assert_eq!(
        sixth.header("retry-after"),
        Some((3600 - 10 - 120 - 600).to_string().as_str())
    );
}

fn a_payload_of_another_stage_or_role_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let (pending, ada, staff) = PendingStage::new(&installation);
    let second = submitted(&installation, &ada);
    let code = pending.code(true);
    let with = |field: &str, value: i64| {
        let mut body = decision(&pending.reviewer, pending.request, pending.state, true);
        body["otp"] = json!(code);
        body[field] = json!(value);
        pending.reviewer.client.put(&pending.path(), &body)
    };
    with("state_id", pending.state + 1).refuses_field(
        400,
        "state_id",
        "The stage in the body is not the one in the address.",
    );
    with("request", second).refuses(404, "This Data Request does not exist.");
    with("assigned_role", staff[1].assigned_role.0).refuses(403, "You don't have this role.");
    with("org_role", staff[1].org_role.0).refuses(403, "This stage belongs to another role.");
    let (officer, _) = installation.assign(
        pending.reviewer.user,
        installation.provider,
        Role::DataOfficer,
        RoleStatus::Activated,
    );
    with("assigned_role", officer.0).refuses(403, "This stage belongs to another role.");
    pending.assert_undecided();
    pending.put(&code, true).data(200);
}

fn only_the_current_stage_may_decide(server: &TestServer) {
    let installation = Installation::new(server);
    let (pending, ada, staff) = PendingStage::new(&installation);
    let states = ada
        .client
        .get(&format!(
            "data_requests/request_states/?request_id={}",
            pending.request
        ))
        .data(200);
    let at = |place: usize| states[place]["state_id"].as_i64().unwrap();
    let request_code = |person: &Person, state: i64| {
        person.client.post(
            &format!("data_requests/request_state/{state}/otp/"),
            &json!({ "status": true }),
        )
    };
    let incoming = request_code(&staff[1], at(3));
    incoming.refuses(409, "This Data Request is Incoming");
    assert_eq!(incoming.because("not_its_turn"), json!({ "state": "Incoming" }));
    let foreign = request_code(&staff[1], at(2));
    foreign.refuses(403, "This stage belongs to another role.");
    foreign.because("not_your_stage");
    request_code(&staff[0], at(1)).refuses(
        403,
        "This stage belongs to the requester, so there is nothing to decide.",
    );
    request_code(&ada, at(8)).refuses(
        403,
        "This stage belongs to the requester, so there is nothing to decide.",
    );
    request_code(&ada, at(2)).refuses(403, "You can't review your own Data Request.");
    let mut body = decision(&staff[1], pending.request, at(3), true);
    body["otp"] = json!("123456");
    let early = staff[1]
        .client
        .put(&format!("data_requests/request_state/{}/", at(3)), &body);
    early.refuses(409, "This Data Request is Incoming");

    decide(server, &staff[0], pending.request, true);
    request_code(&staff[0], at(2)).refuses(409, YOU_APPROVED);
    let late = decision(&staff[0], pending.request, at(2), true);
    let mut late = late.clone();
    late["otp"] = json!("123456");
    let answer = staff[0]
        .client
        .put(&format!("data_requests/request_state/{}/", at(2)), &late);
    answer.refuses(409, YOU_APPROVED);

    assert_eq!(
        ada.client
            .put(
                "data_requests/cancel_request/",
                &json!({ "request_id": pending.request })
            )
            .status,
        200
    );
    request_code(&staff[1], at(3)).refuses(409, "This Data Request is Recalled");
    request_code(&staff[2], at(4)).refuses(409, "This Data Request is Halted");
}

fn own_requests_cannot_be_decided(server: &TestServer) {
    let installation = Installation::new(server);
    staff(&installation);
    let ada = installation.person("Ada", Role::DataRequester);
    let (assigned_role, org_role) = installation.assign(
        ada.user,
        installation.provider,
        Role::DataAccessReviewer,
        RoleStatus::Activated,
    );
    let request = submitted(&installation, &ada);
    let ada = Person {
        assigned_role,
        org_role,
        ..ada
    };
    let state = own_state(&ada, request)["state_id"].as_i64().unwrap();
    let path = format!("data_requests/request_state/{state}/");
    let own = "You can't review your own Data Request.";
    ada.client
        .post(&format!("{path}otp/"), &json!({ "status": true }))
        .refuses(403, own);
    let mut body = decision(&ada, request, state, true);
    body["otp"] = json!("123456");
    ada.client.put(&path, &body).refuses(403, own);
    ada.client
        .post(
            &format!("{path}otp/verify/"),
            &json!({ "status": true, "otp": "123456" }),
        )
        .refuses(403, own);
    assert_eq!(own_state(&ada, request)["state"], "Unattended");
}
