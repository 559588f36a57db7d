//! `notifications/…`.

use aditus_application::ports::Signal;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::Installation;
use crate::role_requests::receives;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    the_affected_people_are_notified,
    read_notifications_leave_the_list_of_unread_ones,
    foreign_notifications_return_404
);

const UNREAD: &str = "notifications/user-notifications/";
const ALL: &str = "notifications/all-user-notifications/";

fn messages(client: &Client, path: &str) -> Vec<String> {
    let body = client.get(path).json();
    body["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["message"].as_str().unwrap().to_owned())
        .collect()
}

fn the_affected_people_are_notified(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let request = submitted(&installation, &ada);
    let submission = format!("Your Data Request REQ{request:06} was submitted.");
    assert_eq!(messages(&ada.client, ALL), [submission.as_str()]);
    assert_eq!(
        messages(&ada.client, UNREAD),
        [""; 0],
        "one's own act arrives read"
    );
    let turn = format!("Data Request DAC00{request} awaits your decision as Data Access Reviewer.");
    assert_eq!(messages(&staff[0].client, UNREAD), [turn]);
    assert_eq!(messages(&staff[1].client, UNREAD), [""; 0]);

    decide(server, &staff[0], request, true);
    let approved = format!("Your Data Request REQ{request:06} was approved by the Data Access Reviewer.");
    assert_eq!(messages(&ada.client, UNREAD)[0], approved, "newest first");
    assert_eq!(messages(&staff[1].client, UNREAD).len(), 1);
    let mut row = ada.client.get(ALL).json()["data"][1].clone();
    let title = row["request_title"].take();
    assert!(title.as_str().is_some_and(|title| !title.is_empty()), "{title}");
    assert!(
        row["id"].take().is_i64() && row["authored_on"].take().is_string() && row["kind"].take().is_string()
    );
    assert_eq!(
        row,
        json!({
            "id": null,
            "message": submission,
            "role": "Data Requester",
            "kind": null,
            "request_id": request,
            "request_title": null,
            "read": true,
            "authored_on": null,
        })
    );
}

fn read_notifications_leave_the_list_of_unread_ones(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let reviewer = &staff(&installation)[0];
    for _ in 0..3 {
        submitted(&installation, &ada);
    }
    let all = reviewer.client.get(ALL).json();
    assert_eq!(all["page"], json!({ "number": 1, "size": 100, "total": 3 }));
    let id = all["data"][1]["id"].as_i64().unwrap();
    let signals = server.ports.database.signals();
    for _ in 0..2 {
        let answer = reviewer.client.patch(&format!("notifications/{id}/"), &json!({}));
        assert_eq!((answer.status, &answer.json()["code"]), (200, &json!(200)));
    }
    assert_eq!(
        reviewer
            .client
            .send("PATCH", &format!("notifications/{id}/"), None, b"")
            .status,
        200,
        "no body is needed"
    );
    // The signal reaches the websockets of other tabs on all nodes.
    assert!(receives(&signals, Signal::NotificationsRead(reviewer.user)));
    assert_eq!(messages(&reviewer.client, UNREAD).len(), 2);
    let all = reviewer.client.get(ALL).json();
    let read: Vec<_> = all["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["read"].clone())
        .collect();
    assert_eq!(read, [json!(false), json!(true), json!(false)]);
    assert_eq!(messages(&reviewer.client, &format!("{ALL}?read=true")).len(), 1);
    assert_eq!(messages(&reviewer.client, &format!("{ALL}?read=false")).len(), 2);
    let page = reviewer
        .client
        .get(&format!("{UNREAD}?page=2&page_size=1"))
        .json();
    assert_eq!(
        page["data"][0]["id"], all["data"][2]["id"],
        "older unread ones have pages"
    );
    assert_eq!(
        page["groups"],
        json!([{ "role": "Data Access Reviewer", "total": 3, "unread": 2 }]),
        "groups count what stands on other pages too"
    );
    let page = reviewer.client.get(&format!("{ALL}?page=2&page_size=2")).json();
    assert_eq!(
        (&page["data"][0]["id"], &page["page"]["total"]),
        (&all["data"][2]["id"], &json!(3))
    );
}

fn foreign_notifications_return_404(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    let reviewer = &staff(&installation)[0];
    submitted(&installation, &ada);
    let id = reviewer.client.get(ALL).json()["data"][0]["id"].as_i64().unwrap();
    for path in [UNREAD, ALL] {
        let named = format!("{path}?user_id={}", reviewer.user.0);
        super_user
            .client
            .get(&named)
            .refuses(403, "You may only do this for yourself.");
        assert_eq!(messages(&reviewer.client, &named).len(), 1);
        assert_eq!(
            super_user.client.get(path).json()["data"],
            Value::Array(Vec::new())
        );
    }
    super_user
        .client
        .patch(&format!("notifications/{id}/"), &json!({}))
        .refuses(404, "Notification not found.");
    ada.client
        .patch("notifications/999999/", &json!({}))
        .refuses(404, "Notification not found.");
    assert_eq!(messages(&reviewer.client, UNREAD).len(), 1, "it stays unread");
}
