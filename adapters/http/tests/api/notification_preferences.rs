//! `GET` and `PUT notifications/preferences/`, `PATCH notifications/`.

use aditus_application::notifications::digests::send;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    mails_of_a_kind_are_switched_off_and_on,
    mails_of_a_kind_come_with_a_digest,
    turning_mails_on_keeps_a_digest,
    invalid_preferences_are_refused,
    a_group_of_notifications_is_marked_as_read_in_one_call,
);

const PREFERENCES: &str = "notifications/preferences/";
const UNREAD: &str = "notifications/user-notifications/";
const ALL: &str = "notifications/all-user-notifications/";

fn choose(client: &Client, kind: &str, delivery: &str) -> Value {
    let body = json!({ "preferences": [{ "kind": kind, "delivery": delivery }] });
    client.put(PREFERENCES, &body).data(200)
}

/// Chooses as a client that only turns emails on and off.
fn switch(client: &Client, kind: &str, by_mail: bool) -> Value {
    let body = json!({ "preferences": [{ "kind": kind, "by_mail": by_mail }] });
    client.put(PREFERENCES, &body).data(200)
}

fn preference<'a>(preferences: &'a Value, kind: &str) -> &'a Value {
    let mut rows = preferences.as_array().unwrap().iter();
    rows.find(|row| row["kind"] == kind).unwrap()
}

fn mails_of_a_kind_are_switched_off_and_on(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    staff(&installation);
    let all = ada.client.get(PREFERENCES).data(200);
    let kinds = |preferences: &Value| preferences.as_array().unwrap().len();
    assert_eq!(kinds(&all), 14, "those of a requester");
    assert_eq!(
        preference(&all, "submitted"),
        &json!({
            "kind": "submitted", "description": "My Data Request was submitted",
            "delivery": "immediately", "by_mail": true,
        })
    );
    let chosen = switch(&ada.client, "submitted", false);
    assert_eq!(preference(&chosen, "submitted")["by_mail"], false);
    assert_eq!(preference(&chosen, "submitted")["delivery"], "never");
    assert_eq!(chosen, ada.client.get(PREFERENCES).data(200));
    assert_eq!(eve.client.get(PREFERENCES).data(200), all, "of nobody else");
    for person in [&ada, &eve] {
        submitted(&installation, person);
        assert_eq!(person.client.get(ALL).json()["page"]["total"], 1);
    }
    assert_eq!(server.mails_to(&ada.email).len(), 0);
    assert_eq!(server.mails_to(&eve.email).len(), 1);
    switch(&ada.client, "submitted", true);
    submitted(&installation, &ada);
    assert_eq!(server.mails_to(&ada.email).len(), 1);
}

fn mails_of_a_kind_come_with_a_digest(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    for delivery in ["daily", "weekly", "never", "immediately", "weekly"] {
        let chosen = choose(&ada.client, "submitted", delivery);
        let submitted = preference(&chosen, "submitted");
        assert_eq!(submitted["delivery"], delivery);
        assert_eq!(submitted["by_mail"], delivery != "never");
        assert_eq!(preference(&chosen, "released")["delivery"], "immediately");
        assert_eq!(chosen, ada.client.get(PREFERENCES).data(200));
    }
    submitted(&installation, &ada);
    assert_eq!(ada.client.get(ALL).json()["page"]["total"], 1);
    assert_eq!(send::execute(&server.ports).unwrap(), 0);
    assert_eq!(server.mails_to(&ada.email).len(), 0);
    choose(&ada.client, "submitted", "immediately");
    assert_eq!(send::execute(&server.ports).unwrap(), 1);
    let mails = server.mails_to(&ada.email);
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].subject.ends_with("1 notification"),
        "{}",
        mails[0].subject
    );
}

fn turning_mails_on_keeps_a_digest(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    for (before, by_mail, expected) in [
        ("daily", true, "daily"),
        ("weekly", true, "weekly"),
        ("weekly", false, "never"),
        ("never", true, "immediately"),
        ("immediately", true, "immediately"),
    ] {
        choose(&ada.client, "submitted", before);
        let chosen = switch(&ada.client, "submitted", by_mail);
        assert_eq!(
            preference(&chosen, "submitted")["delivery"],
            expected,
            "{before}, {by_mail}"
        );
    }
}

fn invalid_preferences_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let put = |preferences: Value| {
        ada.client
            .put(PREFERENCES, &json!({ "preferences": preferences }))
    };
    put(json!([])).refuses_field(400, "preferences", "Please choose which emails you want.");
    let submitted = json!({ "kind": "submitted", "by_mail": false });
    put(json!([submitted, { "kind": "weather", "by_mail": true }])).refuses_field(
        400,
        "preferences[1].kind",
        "There is no notification of this kind.",
    );
    put(json!([submitted, submitted])).refuses_field(400, "preferences[1].kind", "This kind is named twice.");
    for wrong in [
        json!({ "kind": "released" }),
        json!({ "kind": "released", "delivery": "monthly" }),
        json!({ "kind": "released", "delivery": "never".repeat(5) }),
        json!({ "kind": "released", "delivery": "Never", "by_mail": false }),
    ] {
        put(json!([submitted, wrong])).refuses_field(
            400,
            "preferences[1].delivery",
            "Please choose when you get these emails.",
        );
    }
    let all = ada.client.get(PREFERENCES).data(200);
    assert!(
        all.as_array()
            .unwrap()
            .iter()
            .all(|row| row["delivery"] == "immediately"),
        "nothing was kept"
    );
}

fn a_group_of_notifications_is_marked_as_read_in_one_call(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let (reviewer, approver) = (&staff[0], &staff[1]);
    let requests = [(); 3].map(|()| submitted(&installation, &ada));
    decide(server, reviewer, requests[0], true);
    let mark = |role: &str| reviewer.client.patch("notifications/", &json!({ "role": role }));
    assert_eq!(mark("Data Officer").data(200), json!({ "marked": 0 }));
    assert_eq!(mark("Data Access Reviewer").data(200), json!({ "marked": 2 }));
    assert_eq!(mark("Data Access Reviewer").data(200), json!({ "marked": 0 }));
    assert_eq!(reviewer.client.get(UNREAD).json()["page"]["total"], 0);
    assert_eq!(approver.client.get(UNREAD).json()["page"]["total"], 1);
    for none in ["", "Guest", "data requester"] {
        mark(none).refuses_field(400, "role", "Please select the Role!");
    }
}
