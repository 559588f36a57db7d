//! `GET audit/entries/`, `audit/entries/csv/`, `audit/kinds/`, `data_requests/{id}/record/` and
//! `users/activity/`.

use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::sequence;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::{submitted, submitted_as};

on_both_databases!(
    a_super_user_reads_the_audit_log,
    the_audit_log_is_filtered,
    the_audit_log_is_paged,
    the_audit_log_is_exported_as_csv,
    kinds_have_names_and_words,
    readers_of_a_request_read_its_audit_entries,
    people_read_their_own_activity,
);

const ENTRIES: &str = "audit/entries/";

#[track_caller]
fn entries(client: &Client, path: &str) -> Vec<Value> {
    client.get(path).data(200)["entries"].as_array().unwrap().clone()
}

/// Returns the kinds of the entries, in their order.
fn kinds(entries: &[Value]) -> Vec<&str> {
    entries
        .iter()
        .map(|entry| entry["kind"].as_str().unwrap())
        .collect()
}

fn a_super_user_reads_the_audit_log(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    server.clock.advance(TimeDelta::minutes(1));
    let id = submitted(&installation, &ada);
    let found = entries(&sara.client, ENTRIES);
    let newest = found
        .iter()
        .find(|entry| entry["kind"] == "request.submitted")
        .unwrap();
    assert_eq!(newest["words"], "Data Request submitted");
    assert_eq!(newest["at"], "2026-03-02T12:01:00Z");
    assert_eq!(newest["who"], "person");
    assert_eq!(newest["person"]["user_id"], ada.user.0);
    assert!(newest["person"]["name"].as_str().unwrap().starts_with("Ada "));
    assert_eq!(newest["concerns"], Value::Null);
    assert_eq!(
        newest["request"],
        json!({ "request_id": id, "reference": format!("DAC00{id}") })
    );
    assert_eq!(newest["details"]["request"], id);
    assert_eq!(newest["details"]["version"], 1);
    assert_eq!(newest["records"], json!([]));
    let topic = json!({ "topic": "Maternal health", "description": "Mothers" });
    let added = sara
        .client
        .post("data_dictionary/topics/create/", &topic)
        .data(201);
    let entry = entries(&sara.client, &format!("{ENTRIES}?kind=record.added")).remove(0);
    assert_eq!(
        entry["records"],
        json!([{ "record": "Topic", "id": added["topic_id"], "name": "Maternal health", "parent": null }])
    );
    let text = serde_json::to_string(&found).unwrap();
    assert!(!text.contains("nonce") && !text.contains("session_id"), "{text}");

    let refused = server.guest().post(
        "users/signin/",
        &json!({ "username": ada.email, "password": "Wrong-2026!" }),
    );
    assert_eq!(refused.status, 401);
    let newest = entries(&sara.client, ENTRIES).remove(0);
    assert_eq!(
        (&newest["kind"], &newest["who"]),
        (&json!("account.sign_in_refused"), &json!("stranger"))
    );
    assert_eq!(newest["person"], Value::Null);
    assert_eq!(newest["concerns"]["user_id"], ada.user.0);
}

fn the_audit_log_is_filtered(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    server.clock.advance(TimeDelta::hours(1));
    let first = submitted(&installation, &ada);
    let second = submitted_as(&installation, &ada, "Zinc in soil");
    let read = |query: &str| entries(&sara.client, &format!("{ENTRIES}?{query}"));

    let submissions = read("kind=request.submitted");
    assert_eq!(kinds(&submissions), ["request.submitted"; 2]);
    assert_eq!(submissions[0]["request"]["request_id"], second);
    let of_first = read(&format!("request_id={first}&kind=request.submitted"));
    assert_eq!(of_first.len(), 1);
    assert!(
        read(&format!("request_id={first}"))
            .iter()
            .all(|entry| entry["request"]["request_id"] == first)
    );
    let of_ada = sara
        .client
        .get(&format!("{ENTRIES}?person={}", ada.user.0))
        .data(200);
    assert!(of_ada["person"]["name"].as_str().unwrap().starts_with("Ada "));
    let whose = of_ada["entries"].as_array().unwrap();
    assert!(whose.iter().all(|entry| {
        [&entry["person"], &entry["concerns"]]
            .iter()
            .any(|person| person["user_id"] == ada.user.0)
    }));
    let changes = read("changes=true");
    assert!(kinds(&changes).contains(&"request.submitted"));
    assert!(!kinds(&changes).contains(&"account.signed_in"));
    let one_kind = read("changes=true&kind=account.signed_in");
    assert!(kinds(&one_kind).contains(&"account.signed_in"));
    let later = read("from=2026-03-02T12:30:00Z");
    assert!(kinds(&later).contains(&"request.submitted"));
    assert!(!kinds(&later).contains(&"account.signed_in"));
    let earlier = read("until=2026-03-02T12:30:00%2B00:00");
    assert!(kinds(&earlier).contains(&"account.signed_in"));
    assert!(!kinds(&earlier).contains(&"request.submitted"));
    assert!(read("person=987654").is_empty());
    sara.client
        .get(&format!("{ENTRIES}?kind=account.nothing"))
        .refuses_field(400, "kind", "There is no such kind of act.");
    assert_eq!(sara.client.get(&format!("{ENTRIES}?from=yesterday")).status, 400);
}

fn the_audit_log_is_paged(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    staff(&installation);
    let read = |query: &str| sara.client.get(&format!("{ENTRIES}?{query}")).data(200);
    let ids = |page: &Value| -> Vec<i64> {
        page["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["entry_id"].as_i64().unwrap())
            .collect()
    };
    let first = read("page_size=2");
    assert_eq!(
        (&first["has_newer"], &first["has_older"]),
        (&json!(false), &json!(true))
    );
    let of_first = ids(&first);
    assert!(of_first.len() == 2 && of_first[0] > of_first[1]);
    let second = read(&format!("page_size=2&before={}", of_first[1]));
    assert_eq!(second["has_newer"], true);
    let of_second = ids(&second);
    assert!(of_second[0] < of_first[1]);
    let back = read(&format!("page_size=2&after={}", of_second[0]));
    assert_eq!(ids(&back), of_first);
    assert_eq!(back["has_newer"], false);
    assert_eq!(
        ids(&read(&format!("page_size=2&after={}", of_first[1]))),
        of_first,
        "the newest page is full"
    );
    let nothing = read("before=987654");
    assert!(ids(&nothing).is_empty());
    assert!(ids(&read("page_size=1000")).len() <= 100);
}

fn the_audit_log_is_exported_as_csv(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let id = submitted(&installation, &ada);
    let path = format!("{ENTRIES}csv/?kind=request.submitted");
    let answer = sara.client.get(&path);
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("text/csv; charset=utf-8"))
    );
    assert!(
        answer
            .header("content-disposition")
            .unwrap()
            .contains("filename=\"record_of_acts_2026-03-02.csv\"")
    );
    let text = String::from_utf8(answer.bytes).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(
        text.lines().nth(1).unwrap().contains(&format!("DAC00{id}")),
        "{text}"
    );
    let newest = entries(&sara.client, ENTRIES).remove(0);
    assert_eq!(newest["kind"], "record_of_acts.exported");
    assert_eq!(newest["details"], json!({ "entries": 1 }));
    assert_eq!(newest["person"]["user_id"], sara.user.0);
    assert_eq!(ada.client.get(&path).status, 403);
    assert_eq!(
        kinds(&entries(&sara.client, ENTRIES))[0],
        "record_of_acts.exported",
        "a refused export adds no entry"
    );
}

fn kinds_have_names_and_words(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let body = sara.client.get("audit/kinds/").json();
    let kinds = body["data"].as_array().unwrap();
    assert!(kinds.contains(&json!({ "kind": "account.signed_in", "words": "Signed in" })));
    assert_eq!(body["page"]["total"], kinds.len());
    let found = sara.client.get("audit/kinds/?search=letter").json();
    assert_eq!(found["data"][0]["kind"], "request.letter_issued");
    assert_eq!(server.guest().get("audit/kinds/").json(), body);
}

fn readers_of_a_request_read_its_audit_entries(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let id = submitted(&installation, &ada);
    decide(server, &staff[0], id, true);
    let path = format!("data_requests/{id}/record/");
    let as_staff = entries(&staff[1].client, &path);
    assert_eq!(as_staff[0]["kind"], "request.decided");
    assert_eq!(as_staff[0]["person"]["user_id"], staff[0].user.0);
    assert_eq!(as_staff[0]["request"]["reference"], format!("DAC00{id}"));
    assert_eq!(as_staff[0]["details"]["outcome"], "Approved");
    assert!(!kinds(&as_staff).contains(&"request.code_sent"));
    let as_owner = entries(&ada.client, &path);
    assert_eq!(as_owner[0]["request"]["reference"], format!("REQ{id:06}"));
    assert_eq!(as_owner[0]["person"]["user_id"], staff[0].user.0);
    assert_eq!(kinds(&as_owner).last(), Some(&"request.submitted"));

    let exported = staff[0]
        .client
        .get(&format!("data_requests/download-request/{id}/"));
    assert_eq!(exported.status, 200);
    let seen = entries(&ada.client, &path).remove(0);
    assert_eq!(
        (&seen["kind"], &seen["who"], &seen["person"]),
        (&json!("request.exported"), &json!("somebody_else"), &Value::Null)
    );
    let seen = entries(&staff[1].client, &path).remove(0);
    assert_eq!(seen["person"]["user_id"], staff[0].user.0);

    let proved = entries(&ada.client, &format!("{path}?provable=true"));
    assert_eq!(kinds(&proved), ["request.decided", "request.submitted"]);
    let state = proved[0]["details"]["state"].as_i64().unwrap();
    assert_eq!(proved[0]["details"]["round"], 1);
    let add_entries_to_log = |server: &TestServer| {
        let kept = InMemoryCheckpoint::default();
        while sequence::execute(&server.ports, &kept).unwrap().appended > 0 {}
    };
    assert_eq!(proved[0]["has_evidence"], false, "it waits for the sequencer");
    add_entries_to_log(server);
    let proved = entries(&ada.client, &format!("{path}?provable=true"));
    assert_eq!(proved[0]["has_evidence"], true);
    let evidence = ada
        .client
        .get(&format!("data_requests/{id}/states/{state}/evidence/"));
    assert_eq!(evidence.status, 200);
    eve.client
        .get(&format!("{path}?provable=true"))
        .refuses(404, "This Data Request does not exist.");

    let one = ada.client.get(&format!("{path}?page_size=1")).data(200);
    assert_eq!(
        (&one["has_newer"], &one["has_older"]),
        (&json!(false), &json!(true))
    );
    eve.client
        .get(&path)
        .refuses(404, "This Data Request does not exist.");
}

fn people_read_their_own_activity(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    server.clock.advance(TimeDelta::minutes(1));
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
    let signed_in = server.guest().call_with(
        "POST",
        "users/signin/",
        &[("user-agent", agent)],
        &json!({ "username": ada.email, "password": crate::people::PASSWORD }),
    );
    assert_eq!(signed_in.status, 200);
    let own = entries(&ada.client, "users/activity/");
    assert_eq!(own[0]["kind"], "account.signed_in");
    assert_eq!(
        (&own[0]["details"]["browser"], &own[0]["details"]["system"]),
        (&json!("Firefox"), &json!("Linux"))
    );
    assert!(own.iter().all(|entry| {
        [&entry["person"], &entry["concerns"]]
            .iter()
            .any(|person| person["user_id"] == ada.user.0)
    }));
    let id = submitted(&installation, &ada);
    let newest = entries(&ada.client, "users/activity/?page_size=1").remove(0);
    assert_eq!(newest["kind"], "request.submitted");
    assert_eq!(newest["request"]["reference"], format!("REQ{id:06}"));
}
