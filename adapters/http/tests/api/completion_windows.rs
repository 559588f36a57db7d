//! Completion windows: the last day for an answer in lists, on the page and at the comment, and the recall
//! of a request without an answer.

use aditus_application::deadlines::lapse;
use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::comments::{Board, FORMAT};
use crate::due_dates::{on, page, shown};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;

on_both_databases!(
    the_last_day_is_shown_until_the_comment_is_answered,
    a_request_without_an_answer_is_recalled,
);

/// Begins on Monday, 1 March 2027, with a window of four weeks.
fn begin(server: &TestServer) -> (Installation<'_>, Board) {
    on(server, "2027-03-01");
    let installation = Installation::new(server);
    let super_user = installation.person("Sara", Role::SuperUser);
    let path = "data_requests/approval_procedures/1/";
    let procedure = super_user.client.get(path).data(200);
    let body = json!({
        "name": procedure["name"], "description": procedure["description"], "completion_window": 4,
    });
    assert_eq!(super_user.client.put(path, &body).status, 200);
    let board = Board::new(&installation);
    (installation, board)
}

fn last_day(person: &Person, request: i64) -> Value {
    shown(person, request, "answer_by")
}

/// Returns the last day of the first comment, and if it is answered.
fn of_comment(board: &Board, person: &Person) -> (Value, Value) {
    let comment = board.list(person)[0].clone();
    (comment["answer_by"].clone(), comment["answered"].clone())
}

fn the_last_day_is_shown_until_the_comment_is_answered(server: &TestServer) {
    let (_, board) = begin(server);
    assert_eq!(last_day(&board.ada, board.request), Value::Null);
    let comment = board.add(FORMAT, true);
    for person in [&board.ada, &board.staff[0]] {
        assert_eq!(last_day(person, board.request), "2027-03-29");
        assert_eq!(of_comment(&board, person), (json!("2027-03-29"), json!(false)));
    }
    let task = || board.ada.client.get("data_requests/own_tasks").data(200)[0].clone();
    assert_eq!(
        (&task()["kind"], &task()["answer_by"]),
        (&json!("action"), &json!("2027-03-29"))
    );
    let reply = json!({ "comment": comment, "reply": "CSV.", "author": board.ada.assigned_role.0 });
    let replied = board.ada.client.post("data_requests/reply/add/", &reply);
    assert_eq!(replied.status, 201);
    for person in [&board.ada, &board.staff[0]] {
        assert_eq!(last_day(person, board.request), Value::Null);
        assert_eq!(of_comment(&board, person), (json!("2027-03-29"), json!(true)));
    }
    assert_eq!(task()["answer_by"], Value::Null, "it is unresolved");
    board.add(FORMAT, false);
    let remark = board.list(&board.ada)[1].clone();
    assert_eq!(
        (&remark["answer_by"], &remark["answered"]),
        (&Value::Null, &json!(false))
    );
}

fn a_request_without_an_answer_is_recalled(server: &TestServer) {
    let (installation, mut board) = begin(server);
    board.add(FORMAT, true);
    on(server, "2027-03-29");
    assert_eq!(lapse::execute(&server.ports).unwrap(), 0);
    on(server, "2027-03-30");
    assert_eq!(lapse::execute(&server.ports).unwrap(), 1);
    board.ada.client = installation.sign_in(&board.ada.email);
    let recalled = page(&board.ada, board.request);
    assert_eq!(
        (&recalled["status"], &recalled["answer_by"]),
        (&json!("Recalled"), &Value::Null)
    );
    assert_eq!(recalled["acting"]["resubmit"]["allowed"], true);
    let states = recalled["request_states"].as_array().unwrap();
    let recalled = states.iter().find(|state| state["state"] == "Recalled").unwrap();
    assert_eq!(
        (&recalled["reason"], &recalled["attended_by"]),
        (&json!("No answer in time"), &Value::Null)
    );
}
