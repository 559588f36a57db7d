//! `data_requests/{request_id}/resubmit/`.

use aditus_domain::dictionary::DataSource;
use aditus_domain::roles::{OfferChange, Role};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::{decide, own_state, staff, states_of};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::{PDF, file, submitted};

on_both_databases!(
    a_resubmitted_denied_request_continues_at_the_denying_stage,
    a_resubmitted_recalled_request_starts_again,
    only_its_requester_resubmits,
    concurrent_resubmissions_conflict,
    a_needed_date_that_is_too_near_has_to_be_changed,
    a_role_that_is_no_longer_offered_conflicts,
    a_request_without_variables_and_form_conflicts,
    an_invalid_resubmission_is_refused_with_the_reason,
);

/// A requester, the deciding persons, and a request that the second of them denied.
struct Case {
    ada: Person,
    staff: Vec<Person>,
    request: i64,
}

impl Case {
    fn denied(server: &TestServer, installation: &Installation<'_>) -> Self {
        let ada = installation.person("Ada", Role::DataRequester);
        let staff = staff(installation);
        let request = submitted(installation, &ada);
        decide(server, &staff[0], request, true);
        decide(server, &staff[1], request, false);
        Self { ada, staff, request }
    }

    fn resubmit(&self, person: &Person, body: &Value) -> Answer {
        let path = format!("data_requests/{}/resubmit/", self.request);
        person.client.post(&path, body)
    }

    fn detail(&self, person: &Person) -> Value {
        person
            .client
            .get(&format!("data_requests/?request_id={}", self.request))
            .data(200)
    }
}

fn on_tab(person: &Person, tab: &str) -> Value {
    let counts = person
        .client
        .get(&format!(
            "data_requests/counts/?org_role_id={}",
            person.org_role.0
        ))
        .data(200);
    counts[tab].clone()
}

fn a_resubmitted_denied_request_continues_at_the_denying_stage(server: &TestServer) {
    let installation = Installation::new(server);
    let case = Case::denied(server, &installation);
    let (ada, staff, request) = (&case.ada, &case.staff, case.request);
    assert_eq!(case.detail(ada)["acting"]["resubmit"]["allowed"], true);
    assert_eq!(case.detail(ada)["needs_new_date"], false);
    assert_eq!(
        (on_tab(ada, "denied"), on_tab(&staff[1], "denied")),
        (json!(1), json!(1))
    );
    let answer = case.resubmit(ada, &json!({ "note": " The agreement is signed. " }));
    assert_eq!(
        answer.json()["message"],
        "You have successfully resubmitted your Data Request."
    );
    assert_eq!(answer.data(200), json!({ "round": 2, "status": "Pending" }));
    assert_eq!(
        states_of(ada, request),
        [
            "Approved",
            "Approved",
            "Approved",
            "Unattended",
            "Incoming",
            "Incoming",
            "Incoming",
            "Incoming",
            "Incoming"
        ]
    );
    let detail = case.detail(&staff[1]);
    assert_eq!(
        (&detail["status"], &detail["round"]),
        (&json!("Pending"), &json!(2))
    );
    let rounds = detail["rounds"].as_array().unwrap();
    assert_eq!(
        rounds.iter().map(|round| &round["note"]).collect::<Vec<_>>(),
        [&Value::Null, &json!("The agreement is signed.")]
    );
    assert_eq!(
        (on_tab(ada, "denied"), on_tab(ada, "pending")),
        (json!(0), json!(1))
    );
    assert_eq!(
        (on_tab(&staff[1], "denied"), on_tab(&staff[1], "pending")),
        (json!(0), json!(1))
    );
    assert_eq!(on_tab(&staff[2], "incoming"), 1);
    let told = staff[1].client.get("notifications/user-notifications/").json();
    assert_eq!(
        told["data"][0]["message"],
        format!("Data Request DAC00{request} awaits your decision as Data Access Approver.")
    );
    let told = staff[0].client.get("notifications/user-notifications/").json();
    assert_eq!(
        told["data"][0]["message"],
        format!("Data Request DAC00{request} was resubmitted (round 2). Your approval stands.")
    );
    let history = ada
        .client
        .get(&format!("data_requests/request_history/?request_id={request}"))
        .data(200);
    let denials: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["state"] == "Denied")
        .map(|line| line["round"].clone())
        .collect();
    assert_eq!(denials, [json!(1)], "the earlier round stays visible");
    for person in &staff[1..] {
        decide(server, person, request, true);
    }
    assert_eq!(case.detail(ada)["status"], "Approved");
    case.resubmit(ada, &json!({}))
        .refuses(409, "This Data Request is Approved");
}

fn a_resubmitted_recalled_request_starts_again(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    decide(server, &staff[0], request, true);
    let body = json!({ "request_id": request });
    assert_eq!(ada.client.put("data_requests/cancel_request/", &body).status, 200);
    let case = Case { ada, staff, request };
    case.resubmit(&case.ada, &json!({})).data(200);
    assert_eq!(
        states_of(&case.ada, request)[..4],
        ["Approved", "Approved", "Unattended", "Incoming"]
    );
    for person in &case.staff {
        decide(server, person, request, true);
    }
    assert_eq!(case.detail(&case.ada)["status"], "Approved");
}

fn only_its_requester_resubmits(server: &TestServer) {
    let installation = Installation::new(server);
    let case = Case::denied(server, &installation);
    let eve = installation.person("Eve", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    for reader in [&super_user, &case.staff[0], &case.staff[1]] {
        case.resubmit(reader, &json!({}))
            .refuses(403, "Only the requester can resubmit this Data Request.");
        assert_eq!(case.detail(reader)["acting"]["resubmit"]["allowed"], false);
    }
    case.resubmit(&eve, &json!({}))
        .refuses(404, "This Data Request does not exist.");
    eve.client
        .post("data_requests/999999/resubmit/", &json!({}))
        .refuses(404, "This Data Request does not exist.");
    assert_eq!(case.detail(&case.ada)["status"], "Denied");
}

fn concurrent_resubmissions_conflict(server: &TestServer) {
    let installation = Installation::new(server);
    let case = Case::denied(server, &installation);
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| case.resubmit(&case.ada, &json!({ "note": "Once" })).status))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let detail = case.detail(&case.ada);
    assert_eq!(detail["round"], 2);
    assert_eq!(detail["rounds"].as_array().unwrap().len(), 2);
    let told = case.staff[1]
        .client
        .get("notifications/user-notifications/")
        .json();
    let turns = told["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|told| told["message"].as_str().unwrap().contains("awaits your decision"))
        .count();
    assert_eq!(turns, 1, "the turn of the first round ended with the denial");
}

fn a_needed_date_that_is_too_near_has_to_be_changed(server: &TestServer) {
    let installation = Installation::new(server);
    let mut case = Case::denied(server, &installation);
    server.clock.advance(TimeDelta::days(30));
    case.ada.client = installation.sign_in(&case.ada.email);
    assert_eq!(case.detail(&case.ada)["needs_new_date"], true);
    let today = server.ports.clock.now().date_naive();
    let on = |days: i64| json!({ "needed_on": (today + TimeDelta::days(days)).to_string() });
    let refuses = |body: &Value, message: &str| {
        case.resubmit(&case.ada, body)
            .refuses_field(400, "needed_on", message);
    };
    refuses(&json!({}), "Please enter the Date the Request will be Needed.");
    refuses(
        &on(13),
        "The Needed Date should be in four weeks time or greater. Preferably during the Week.",
    );
    refuses(&on(0), "The selected date must be greater than the current date");
    refuses(
        &json!({ "needed_on": "soon" }),
        "The date must have the form YYYY-MM-DD.",
    );
    assert_eq!(case.detail(&case.ada)["status"], "Denied");
    case.resubmit(&case.ada, &on(14)).data(200);
    let detail = case.detail(&case.ada);
    assert_eq!(
        detail["needed_on"],
        (today + TimeDelta::days(14)).to_string().as_str()
    );
    let row = case.ada.client.get("data_requests/").json()["data"][0].clone();
    assert_eq!(row["needed_on"], detail["needed_on"]);
}

fn a_role_that_is_no_longer_offered_conflicts(server: &TestServer) {
    let installation = Installation::new(server);
    let case = Case::denied(server, &installation);
    let custodian = &case.staff[4];
    let offer = |active: bool| {
        let at = server.ports.clock.now();
        server.write(|transaction| {
            let reason = "For the test".to_owned();
            let by = Some(case.ada.user);
            let change = OfferChange::to(active, (custodian.org_role, !active), by, reason, at).unwrap();
            transaction.organisations().change_role(&change).unwrap();
        });
    };
    offer(false);
    let refused = case.resubmit(&case.ada, &json!({}));
    assert_eq!(refused.status, 409);
    let message = refused.json()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("(Data Custodian)"), "{message}");
    assert_eq!(case.detail(&case.ada)["status"], "Denied");
    offer(true);
    case.resubmit(&case.ada, &json!({})).data(200);
    assert_eq!(own_state(custodian, case.request)["state"], "Incoming");
}

fn a_request_without_variables_and_form_conflicts(server: &TestServer) {
    const MESSAGE: &str =
        "Please upload your General Data Specification Form since no variables were selected.";
    let installation = Installation::new(server);
    let case = Case::denied(server, &installation);
    let other = server.write(|transaction| {
        let named = DataSource::named("Birth Registry");
        transaction.dictionary().add_source(&named).unwrap()
    });
    let edit = format!("data_requests/patch/data_request/{}/", case.request);
    let edited = case.ada.client.patch(&edit, &json!({ "data_source": other.0 }));
    assert_eq!(edited.status, 200, "{}", edited.json());
    let resubmit = case.detail(&case.ada)["acting"]["resubmit"].clone();
    assert_eq!(resubmit, json!({ "allowed": false, "why_not": MESSAGE }));
    case.resubmit(&case.ada, &json!({})).refuses(409, MESSAGE);
    assert_eq!(case.detail(&case.ada)["status"], "Denied");
    let form = json!({ "data_specs_path1": file("application/pdf", PDF) });
    let documents = format!("data_requests/patch/data_request_docs/{}/", case.request);
    assert_eq!(case.ada.client.patch(&documents, &form).status, 200);
    case.resubmit(&case.ada, &json!({})).data(200);
}

fn an_invalid_resubmission_is_refused_with_the_reason(server: &TestServer) {
    let installation = Installation::new(server);
    let case = Case::denied(server, &installation);
    let ada = &case.ada;
    case.resubmit(ada, &json!({ "note": "x".repeat(10_001) }))
        .refuses_field(400, "note", "Note is too long. The limit is 10000 characters.");
    case.resubmit(ada, &json!({ "note": "x".repeat(20_001) }))
        .refuses_field(400, "note", "The note is too long.");
    assert_eq!(case.resubmit(ada, &json!({ "reason": "Fine" })).status, 400);
    assert_eq!(case.detail(ada)["status"], "Denied");
}
