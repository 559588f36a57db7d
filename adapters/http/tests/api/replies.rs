//! `data_requests/reply/…`.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::comments::{Board, FORMAT};
use crate::main_job::decide;
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    replies_are_added_listed_and_notified,
    only_participants_may_reply,
    a_resolved_comment_accepts_replies,
    a_reply_to_a_comment_on_a_foreign_request_returns_404,
    an_invalid_reply_is_refused_with_the_reason,
    concurrent_replies_are_all_stored,
);

fn reply(person: &Person, comment: i64, text: &str) -> Answer {
    let body = json!({ "comment": comment, "reply": text, "author": person.assigned_role.0 });
    person.client.post("data_requests/reply/add/", &body)
}

fn list(person: &Person, comment: i64) -> Value {
    person
        .client
        .get(&format!("data_requests/reply/list/{comment}/"))
        .data(200)
}

fn newest_notification(person: &Person) -> Value {
    let unread = person.client.get("notifications/user-notifications/").json();
    unread["data"][0]["message"].clone()
}

fn replies_are_added_listed_and_notified(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let comment = board.add(FORMAT, true);
    let (ada, abel) = (&board.ada, &board.staff[0]);
    let first = reply(ada, comment, " Electronic, as CSV. ");
    assert_eq!(first.json()["message"], "The reply was added.");
    let first = first.data(201)["reply_id"].as_i64().unwrap();
    let staff_reads = format!(
        "There is a reply to a comment on Data Request DAC00{}: {FORMAT}",
        board.request
    );
    assert_eq!(newest_notification(abel), staff_reads.as_str());
    let mail = server.mails_to(&abel.email).pop().unwrap();
    assert!(mail.text.contains(&staff_reads), "{}", mail.text);
    let second = reply(abel, comment, "Thank you.").data(201)["reply_id"]
        .as_i64()
        .unwrap();
    let owner_reads = format!(
        "There is a reply to a comment on your Data Request REQ{:06}: {FORMAT}",
        board.request
    );
    assert_eq!(newest_notification(ada), owner_reads.as_str());

    let replies = list(&board.staff[5], comment);
    let mut shown = replies[0].clone();
    assert!(shown["created_on"].take().is_string());
    assert_eq!(
        shown,
        json!({
            "reply_id": first,
            "comment": comment,
            "reply": "Electronic, as CSV.",
            "author": {
                "assigned_role_id": ada.assigned_role.0,
                "user": { "user_id": ada.user.0, "fname": "Ada", "sname": "Okello" },
                "org_role": { "role": { "role": "Data Requester" } },
            },
            "created_on": null,
        })
    );
    assert_eq!(replies[1]["reply_id"], second);
    let listed = board.list(ada);
    assert_eq!(listed[0]["replies"], replies, "the comment carries them too");
    assert_eq!(listed[0]["reply_as"], ada.assigned_role.0);
    assert_eq!(listed[0]["resolved"], false, "a reply resolves nothing");
}

fn only_participants_may_reply(server: &TestServer) {
    const NOT_ALLOWED: &str =
        "Only the requester, the author of the comment and the people whose turn it is can reply.";
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let eve = installation.person("Eve", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    let comment = board.add(FORMAT, false);
    reply(&board.staff[1], comment, "Early").refuses(403, NOT_ALLOWED);
    reply(&super_user, comment, "Hello").refuses(
        403,
        "Super Users can read Data Requests but can't decide or comment.",
    );
    reply(&eve, comment, "Hello").refuses(404, "This State Comment does not exist.");
    eve.client
        .get(&format!("data_requests/reply/list/{comment}"))
        .refuses(404, "This State Comment does not exist.");
    reply(&board.ada, 999_999, "Hello").refuses(404, "This State Comment does not exist.");
    let forged = json!({ "comment": comment, "reply": "Hello", "author": board.staff[0].assigned_role.0 });
    board
        .ada
        .client
        .post("data_requests/reply/add/", &forged)
        .refuses(403, "You don't have this role.");
    assert_eq!(board.list(&super_user)[0]["reply_as"], Value::Null);
    decide(server, &board.staff[0], board.request, true);
    reply(&board.staff[0], comment, "I wrote it.").data(201);
    reply(&board.staff[1], comment, "It is my turn.").data(201);
    assert_eq!(list(&board.ada, comment).as_array().unwrap().len(), 2);
}

fn a_resolved_comment_accepts_replies(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let comment = board.add(FORMAT, true);
    let path = format!("data_requests/statecomment/update/{comment}/");
    let resolved = board.ada.client.patch(&path, &json!({ "resolved": true }));
    assert_eq!(resolved.status, 200);
    reply(&board.ada, comment, "Done.").data(201);
    reply(&board.staff[0], comment, "Thank you.").data(201);
    let listed = board.list(&board.ada);
    assert_eq!(listed[0]["resolved"], true, "a reply opens nothing again");
    assert_eq!(listed[0]["replies"].as_array().unwrap().len(), 2);
}

fn a_reply_to_a_comment_on_a_foreign_request_returns_404(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let comment = board.add(FORMAT, false);
    let eve = installation.person("Eve", Role::DataRequester);
    submitted(&installation, &eve);
    reply(&eve, comment, "Mine?").refuses(404, "This State Comment does not exist.");
    assert_eq!(list(&board.ada, comment), json!([]));
}

fn an_invalid_reply_is_refused_with_the_reason(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let comment = board.add(FORMAT, false);
    let with = |field: &str, value: Value| {
        let mut body = json!({ "comment": comment, "reply": "Yes.", "author": board.ada.assigned_role.0 });
        body[field] = value;
        board.ada.client.post("data_requests/reply/add/", &body)
    };
    with("reply", json!(" ")).refuses_field(400, "reply", "Reply is required");
    with("reply", Value::Null).refuses_field(400, "reply", "Reply is required");
    with("reply", json!("x".repeat(10_001))).refuses_field(
        400,
        "reply",
        "Reply is too long. The limit is 10000 characters.",
    );
    for length in [20_001, 100_000] {
        with("reply", json!("x".repeat(length))).refuses_field(400, "reply", "The reply is too long.");
    }
    with("author", Value::Null).refuses_field(400, "author", "Author is required.");
    let nothing = board.ada.client.post("data_requests/reply/add/", &json!({}));
    nothing.names_fields(&["comment", "author", "reply"]);
    assert_eq!(list(&board.ada, comment), json!([]));
}

fn concurrent_replies_are_all_stored(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let comment = board.add(FORMAT, false);
    std::thread::scope(|scope| {
        for person in [&board.ada, &board.staff[0], &board.ada, &board.staff[0]] {
            scope.spawn(|| reply(person, comment, "At once").data(201));
        }
    });
    assert_eq!(list(&board.ada, comment).as_array().unwrap().len(), 4);
}
