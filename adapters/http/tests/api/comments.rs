//! `data_requests/statecomment/…`.

use aditus_application::ports::Signal;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::{decide, decision, own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::role_requests::receives;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    sections_are_counted,
    comments_are_added_and_listed,
    a_demand_blocks_every_decision_until_it_is_resolved,
    a_demand_blocks_for_48_hours,
    the_author_and_the_owner_resolve_and_reopen,
    concurrent_resolutions_after_48_hours_succeed_once_and_do_not_hinder_a_decision,
    participants_get_a_signal_of_each_change,
    an_invalid_comment_is_refused_with_the_reason,
    only_the_current_stage_may_comment,
);

const CHAIN: &str = "Review and Approval Chain";
pub const FORMAT: &str = "Data format requested";
const SPECIFICATION: &str = "Has the Data Specification Form been filed?";

/// A request at the stage of its first reviewer.
pub struct Board {
    pub ada: Person,
    pub staff: Vec<Person>,
    pub request: i64,
    pub state: i64,
}

impl Board {
    pub fn new(installation: &Installation<'_>) -> Self {
        let ada = installation.person("Ada", Role::DataRequester);
        let staff = staff(installation);
        let request = submitted(installation, &ada);
        let state = own_state(&staff[0], request)["state_id"].as_i64().unwrap();
        Self {
            ada,
            staff,
            request,
            state,
        }
    }

    fn body(&self, section: &str, demand: bool) -> Value {
        json!({
            "request_state": self.state,
            "comment": "Which wards?",
            "section": section,
            "resolved": false,
            "author": self.staff[0].assigned_role.0,
            "data_request": self.request,
            "action_required": demand,
        })
    }

    pub fn add(&self, section: &str, demand: bool) -> i64 {
        let answer = self.staff[0]
            .client
            .post("data_requests/statecomment/add/", &self.body(section, demand));
        assert_eq!(answer.json()["message"], "State Comment Successfully Created.");
        answer.data(201)["comment_id"].as_i64().unwrap()
    }

    pub fn list(&self, person: &Person) -> Value {
        person
            .client
            .get(&format!("data_requests/statecomment/list/{}/", self.request))
            .data(200)
    }

    fn resolve(person: &Person, comment: i64) -> Answer {
        person.client.patch(
            &format!("data_requests/statecomment/update/{comment}/"),
            &json!({ "resolved": true }),
        )
    }

    /// Requests a code to approve.
    fn request_code(&self) -> Answer {
        let path = format!("data_requests/request_state/{}/otp/", self.state);
        self.staff[0].client.post(&path, &json!({ "status": true }))
    }
}

fn sections_are_counted(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let eve = installation.person("Eve", Role::DataRequester);
    let demand = board.add(FORMAT, true);
    board.add(FORMAT, false);
    let count = |section: &str, comments: u64, action_required: bool| json!({ "section": section, "comments": comments, "action_required": action_required });
    let of = |person: &Person, query: &str| {
        let path = format!("data_requests/statecomment/all-sections/{query}");
        person.client.get(&path)
    };
    let one = format!("?request_id={}", board.request);
    for query in [one.as_str(), ""] {
        let sections = of(&board.ada, query).data(200);
        assert_eq!(sections.as_array().unwrap().len(), 9);
        assert_eq!(
            sections[0]["section"],
            "Principal investigator / Organization Key Contact Person Details"
        );
        for expected in [
            count(CHAIN, 0, false),
            count(FORMAT, 2, true),
            count(SPECIFICATION, 0, false),
        ] {
            assert!(sections.as_array().unwrap().contains(&expected), "{expected}");
        }
    }
    assert_eq!(
        of(&board.staff[5], "?sort=-comments&page_size=1").data(200),
        json!([count(FORMAT, 2, true)])
    );
    Board::resolve(&board.ada, demand);
    let sections = of(&board.ada, &one).data(200);
    assert!(sections.as_array().unwrap().contains(&count(FORMAT, 2, false)));
    of(&eve, &one).refuses(404, "This Data Request does not exist.");
    let foreign = of(&eve, "").data(200);
    assert!(foreign.as_array().unwrap().contains(&count(FORMAT, 0, false)));
}

fn comments_are_added_and_listed(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let first = board.add(CHAIN, false);
    server.clock.advance(TimeDelta::minutes(1));
    let second = board.add(FORMAT, false);
    let list = board.list(&board.ada);
    assert_eq!(
        (&list[0]["comment_id"], &list[1]["comment_id"]),
        (&json!(first), &json!(second)),
        "oldest first"
    );
    let mut comment = list[0].clone();
    assert!(comment["created_on"].take().is_string());
    assert_eq!(
        comment,
        json!({
            "comment_id": first,
            "request_state": board.state,
            "data_request": board.request,
            "round": 1,
            "comment": "Which wards?",
            "section": CHAIN,
            "resolved": false,
            "resolved_on": null,
            "action_required": false,
            "answer_by": null,
            "answered": false,
            "version": 1,
            "author": {
                "assigned_role_id": board.staff[0].assigned_role.0,
                "user": { "user_id": board.staff[0].user.0, "fname": "Abel", "sname": "Okello" },
                "org_role": { "role": { "role": "Data Access Reviewer" } },
            },
            "created_on": null,
            "version": 1,
            "section_changed": false,
            "replies": [],
            "reply_as": board.ada.assigned_role.0,
            "may_resolve": true,
            "may_reopen": false,
            "blocks_until": null,
        })
    );
    let of_section = |section: &str| {
        let body = json!({ "data_request_id": board.request, "section": section });
        board.staff[5]
            .client
            .post("data_requests/statecomment/section/", &body)
    };
    let listed = of_section(FORMAT).data(200);
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(
        (&listed[0]["comment_id"], &listed[0]["may_resolve"]),
        (&json!(second), &json!(false))
    );
    let none = of_section(SPECIFICATION);
    assert_eq!(none.json()["message"], "No State Comments");
    assert_eq!(none.data(200), json!([]));
    of_section("Weather").refuses_field(
        400,
        "section",
        "There is no such section. Use one of the sections on the page of the Data Request.",
    );
    decide(server, &board.staff[0], board.request, true);
    assert_eq!(
        board.list(&board.staff[1]).as_array().unwrap().len(),
        2,
        "a plain comment blocks nothing"
    );
}

fn a_demand_blocks_every_decision_until_it_is_resolved(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let code = {
        board.request_code().data(200);
        server.code_mailed_to(&board.staff[0].email)
    };
    let comment = board.add(FORMAT, true);
    let blocked = "A comment requires action from the requester. You can decide once it is resolved, or from March 4, 2026 12:00 PM UTC.";
    let refused = board.request_code();
    refused.refuses(409, blocked);
    assert_eq!(
        refused.because("action_required"),
        json!({ "until": "2026-03-04T12:00:00Z" })
    );
    let path = format!("data_requests/request_state/{}/", board.state);
    for approve in [true, false] {
        let mut body = decision(&board.staff[0], board.request, board.state, approve);
        body["otp"] = json!(code);
        board.staff[0].client.put(&path, &body).refuses(409, blocked);
    }
    let verify = json!({ "status": true, "otp": code });
    board.staff[0]
        .client
        .post(&format!("{path}otp/verify/"), &verify)
        .refuses(409, blocked);
    board.add(CHAIN, false);
    let told = board.ada.client.get("notifications/user-notifications/").json();
    let message = format!(
        "A comment on your Data Request REQ{:06} requires your action: {FORMAT}",
        board.request
    );
    assert_eq!(told["data"][0]["message"], message);

    let answer = Board::resolve(&board.ada, comment);
    assert_eq!(
        (answer.status, &answer.json()["message"]),
        (200, &json!("The State Comment is resolved."))
    );
    let told = board.staff[0]
        .client
        .get("notifications/user-notifications/")
        .json();
    let message = format!(
        "Your comment on Data Request DAC00{} was resolved: {FORMAT}",
        board.request
    );
    assert_eq!(told["data"][0]["message"], message);
    let mut body = decision(&board.staff[0], board.request, board.state, true);
    body["otp"] = json!(code);
    board.staff[0].client.put(&path, &body).data(200);
}

fn a_demand_blocks_for_48_hours(server: &TestServer) {
    let installation = Installation::new(server);
    let mut board = Board::new(&installation);
    board.add(FORMAT, true);
    server.clock.advance(TimeDelta::hours(48) - TimeDelta::seconds(1));
    board.staff[0].client = installation.sign_in(&board.staff[0].email);
    assert_eq!(board.request_code().status, 409);
    server.clock.advance(TimeDelta::seconds(1));
    board.request_code().data(200);
    assert_eq!(board.list(&board.staff[0])[0]["resolved"], false);
}

fn the_author_and_the_owner_resolve_and_reopen(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let eve = installation.person("Eve", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    let (first, second) = (board.add(FORMAT, true), board.add(FORMAT, true));
    for person in [&board.staff[1], &super_user] {
        let refused = Board::resolve(person, first);
        refused.refuses(
            403,
            "Only the requester or the author of the comment can resolve it.",
        );
    }
    Board::resolve(&eve, first).refuses(404, "This State Comment does not exist.");
    Board::resolve(&board.ada, 999_999).refuses(404, "This State Comment does not exist.");
    assert_eq!(Board::resolve(&board.staff[0], first).status, 200);
    assert_eq!(Board::resolve(&board.ada, second).status, 200);
    Board::resolve(&board.ada, first).refuses(409, "This comment is already resolved.");
    let path = format!("data_requests/statecomment/update/{first}/");
    let list = board.list(&board.ada);
    for comment in list.as_array().unwrap() {
        assert_eq!(
            [
                &comment["resolved"],
                &comment["may_resolve"],
                &comment["may_reopen"]
            ],
            [&json!(true), &json!(false), &json!(true)]
        );
        assert!(comment["resolved_on"].is_string());
    }
    let reopen = |person: &Person| person.client.patch(&path, &json!({ "resolved": false }));
    reopen(&board.staff[1]).refuses(
        403,
        "Only the requester, the author of the comment or the person who resolved it can reopen it.",
    );
    reopen(&eve).refuses(404, "This State Comment does not exist.");
    let reopened = reopen(&board.ada);
    assert_eq!(
        (reopened.status, &reopened.json()["message"]),
        (200, &json!("The State Comment is open again."))
    );
    reopen(&board.ada).refuses(409, "This comment is not resolved.");
    let first = &board.list(&board.ada)[0];
    assert_eq!(
        [&first["resolved"], &first["resolved_on"], &first["may_resolve"]],
        [&json!(false), &Value::Null, &json!(true)]
    );
    assert_eq!(board.request_code().status, 409, "it blocks again");
}

fn concurrent_resolutions_after_48_hours_succeed_once_and_do_not_hinder_a_decision(server: &TestServer) {
    let installation = Installation::new(server);
    let mut board = Board::new(&installation);
    let comment = board.add(FORMAT, true);
    server.clock.advance(TimeDelta::hours(48));
    board.staff[0].client = installation.sign_in(&board.staff[0].email);
    board.ada.client = installation.sign_in(&board.ada.email);
    let (reviewer, path) = (
        &board.staff[0],
        format!("data_requests/request_state/{}/", board.state),
    );
    assert_eq!(board.request_code().status, 200, "the block has ended by itself");
    let mut body = decision(reviewer, board.request, board.state, true);
    body["otp"] = json!(server.code_mailed_to(&reviewer.email));
    let (first, second, decided) = std::thread::scope(|scope| {
        let resolving = || Board::resolve(&board.ada, comment).status;
        let (first, second) = (scope.spawn(resolving), scope.spawn(resolving));
        let deciding = scope.spawn(|| reviewer.client.put(&path, &body).status);
        (
            first.join().unwrap(),
            second.join().unwrap(),
            deciding.join().unwrap(),
        )
    });
    assert_eq!(decided, 200);
    let mut resolved = [first, second];
    resolved.sort_unstable();
    assert_eq!(resolved, [200, 409], "it is resolved once");
    let listed = board.list(&board.ada);
    assert_eq!(
        (&listed[0]["resolved"], &listed[0]["blocks_until"]),
        (&json!(true), &Value::Null)
    );
}

fn participants_get_a_signal_of_each_change(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let signals = server.ports.database.signals();
    let (owner, author) = (board.ada.user, board.staff[0].user);
    let assert_both_get_a_signal = || {
        for user in [owner, author] {
            assert!(receives(&signals, Signal::CommentsChanged(user)));
        }
    };
    assert!(owner.0 < author.0, "signals come by the person's id");
    let comment = board.add(FORMAT, false);
    assert_both_get_a_signal();
    let officer = board.staff[5].user;
    assert!(author.0 < officer.0);
    board.add(FORMAT, true);
    assert!(
        receives(&signals, Signal::CommentsChanged(officer)),
        "so does another reader"
    );
    let reply = json!({ "comment": comment, "reply": "CSV.", "author": board.ada.assigned_role.0 });
    let replied = board.ada.client.post("data_requests/reply/add/", &reply);
    assert_eq!(replied.status, 201);
    assert_both_get_a_signal();
    assert_eq!(Board::resolve(&board.ada, comment).status, 200);
    assert_both_get_a_signal();
}

fn an_invalid_comment_is_refused_with_the_reason(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let with = |field: &str, value: Value| {
        let mut body = board.body(SPECIFICATION, false);
        body[field] = value;
        board.staff[0]
            .client
            .post("data_requests/statecomment/add/", &body)
    };
    with("comment", json!(" ")).refuses_field(400, "comment", "Comment is required");
    with("comment", Value::Null).refuses_field(400, "comment", "Comment is required");
    with("section", json!("Weather")).refuses_field(
        400,
        "section",
        "There is no such section. Use one of the sections on the page of the Data Request.",
    );
    with("resolved", json!(true)).refuses_field(400, "resolved", "A new comment can't be resolved yet.");
    with("author", Value::Null).refuses_field(400, "author", "Author is required.");
    let nothing = board.staff[0]
        .client
        .post("data_requests/statecomment/add/", &json!({}));
    nothing.names_fields(&["request_state", "section", "author", "data_request", "comment"]);
    let message = format!("Action cannot be required on the section \"{SPECIFICATION}\".");
    with("action_required", json!(true)).refuses_field(400, "action_required", &message);
    with("comment", json!("x".repeat(20_001))).refuses_field(400, "comment", "The comment is too long.");
    with("data_request", json!(999_999)).refuses(404, "This Data Request does not exist.");
    with("author", json!(board.staff[1].assigned_role.0)).refuses(403, "You don't have this role.");
    assert_eq!(board.list(&board.ada), json!([]));
}

fn only_the_current_stage_may_comment(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let eve = installation.person("Eve", Role::DataRequester);
    let second = own_state(&board.staff[1], board.request)["state_id"]
        .as_i64()
        .unwrap();
    let add = |person: &Person, state: i64| {
        let mut body = board.body(CHAIN, false);
        body["author"] = json!(person.assigned_role.0);
        body["request_state"] = json!(state);
        person.client.post("data_requests/statecomment/add/", &body)
    };
    add(&board.staff[1], second).refuses(403, "This Data Request is Incoming");
    add(&board.staff[1], board.state).refuses(403, "This stage belongs to another role.");
    add(&board.ada, board.state).refuses(403, "You can't review your own Data Request.");
    add(&eve, board.state).refuses(404, "This Data Request does not exist.");
    decide(server, &board.staff[0], board.request, true);
    add(&board.staff[0], board.state).refuses(
        403,
        "You already approved this stage on March 2, 2026 12:00 PM UTC.",
    );
    add(&board.staff[1], second).data(201);
    eve.client
        .get(&format!("data_requests/statecomment/list/{}", board.request))
        .refuses(404, "This Data Request does not exist.");
    let body = json!({ "data_request_id": board.request, "section": CHAIN });
    eve.client
        .post("data_requests/statecomment/section/", &body)
        .refuses(404, "This Data Request does not exist.");
}
