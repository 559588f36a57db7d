//! `GET data_requests/` by role and tab, `all/`, `allrequest/`, `approved/`, `history/` and
//! `counts/`.

use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(
    tabs_and_counts_follow_the_stage,
    a_row_has_all_fields_of_the_list,
    requests_are_found_and_come_in_pages,
    lists_are_filtered_and_sorted,
    requesters_see_their_own,
    super_users_see_figures,
    lists_of_other_roles_are_refused,
);

/// Returns the titles of a list, in its order.
fn titles(person: &Person, query: &str) -> Vec<String> {
    let answer = person.client.get(&format!("data_requests/{query}"));
    assert_eq!(answer.status, 200, "{query}: {}", answer.json());
    let body = answer.json();
    let rows = body["data"].as_array().unwrap();
    assert!(body["page"]["total"].as_u64().unwrap() >= rows.len() as u64);
    rows.iter()
        .map(|row| row["title"].as_str().unwrap().to_owned())
        .collect()
}

fn counts(person: &Person) -> Value {
    person
        .client
        .get(&format!(
            "data_requests/counts/?org_role_id={}",
            person.org_role.0
        ))
        .data(200)
}

/// Five requests: waiting for the first stage, waiting for the second, denied there, recalled
/// there, approved.
struct Board {
    ada: Person,
    staff: Vec<Person>,
}

impl Board {
    fn new(installation: &Installation<'_>) -> Self {
        let server = installation.server;
        let ada = installation.person("Ada", Role::DataRequester);
        let staff = staff(installation);
        let ids: Vec<_> = ["New", "Second", "Denied", "Recalled", "Approved"]
            .iter()
            .map(|title| {
                server.clock.advance(TimeDelta::minutes(1));
                submitted_as(installation, &ada, title)
            })
            .collect();
        for id in &ids[1..] {
            decide(server, &staff[0], *id, true);
        }
        decide(server, &staff[1], ids[2], false);
        assert_eq!(
            ada.client
                .put("data_requests/cancel_request/", &json!({ "request_id": ids[3] }))
                .status,
            200
        );
        for person in &staff[1..] {
            decide(server, person, ids[4], true);
        }
        Self { ada, staff }
    }
}

fn tabs_and_counts_follow_the_stage(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let [first, second, third] = [&board.staff[0], &board.staff[1], &board.staff[2]];
    let tab = |person: &Person, status: &str| {
        titles(
            person,
            &format!("?org_role_id={}&status={status}", person.org_role.0),
        )
    };
    assert_eq!(tab(first, "Unattended"), ["New"]);
    assert_eq!(tab(first, r#"["Unattended","Pending"]"#), ["New"]);
    assert_eq!(tab(first, "Incoming"), [""; 0]);
    assert_eq!(tab(second, "Unattended"), ["Second"]);
    assert_eq!(tab(second, r#"["Incoming"]"#), ["New"]);
    assert_eq!(tab(third, "Incoming"), ["New", "Second"]);
    assert_eq!(tab(third, "Unattended"), [""; 0]);
    for person in &board.staff {
        assert_eq!(tab(person, "Approved"), ["Approved"]);
        assert_eq!(tab(person, "Denied, Recalled"), ["Denied", "Recalled"]);
        for both in [r#"["Approved","Denied"]"#, "Approved,Denied"] {
            assert_eq!(tab(person, both), ["Denied", "Recalled", "Approved"]);
        }
        assert_eq!(tab(person, r#"["Denied","Recalled"]"#), ["Denied", "Recalled"]);
        assert_eq!(
            tab(person, ""),
            ["New", "Second", "Denied", "Recalled", "Approved"]
        );
    }
    let expected = |incoming: u64, pending: u64, history: u64| json!({ "incoming": incoming, "pending": pending, "approved": 1, "denied": 2, "all": 5, "history": history, "with_requester": 0, "overdue": 0 });
    assert_eq!(counts(first), expected(0, 1, 4));
    assert_eq!(counts(second), expected(1, 1, 2));
    assert_eq!(counts(third), expected(2, 0, 1));

    let history = |person: &Person| titles(person, &format!("history/?org_role_id={}", person.org_role.0));
    assert_eq!(history(first), ["Second", "Denied", "Recalled", "Approved"]);
    assert_eq!(history(second), ["Denied", "Approved"]);
    assert_eq!(history(third), ["Approved"]);
    assert_eq!(titles(first, "approved/"), ["Approved"]);
    for path in ["all/", "allrequest/"] {
        assert_eq!(
            titles(second, path),
            ["New", "Second", "Denied", "Recalled", "Approved"]
        );
    }
}

fn lists_are_filtered_and_sorted(server: &TestServer) {
    let installation = Installation::new(server);
    let mut board = Board::new(&installation);
    let own = format!("?org_role_id={}", board.staff[1].org_role.0);
    let found = |rest: &str| titles(&board.staff[1], &format!("{own}{rest}"));
    assert_eq!(found("&waits_for=me"), ["Second"]);
    assert_eq!(found("&waits_for=others"), ["New"]);
    assert_eq!(found("&waits_for=requester"), [""; 0]);
    let sorted = ["Approved", "Denied", "New", "Recalled", "Second"];
    assert_eq!(found("&sort=title"), sorted);
    assert_eq!(found("&sort=-title&page_size=2"), ["Second", "Recalled"]);
    assert_eq!(found("&sort=waiting_since&status=Unattended"), ["Second"]);
    server.clock.advance(TimeDelta::hours(30));
    board.ada.client = installation.sign_in(&board.ada.email);
    board.staff[1].client = installation.sign_in(&board.staff[1].email);
    submitted_as(&installation, &board.ada, "Newest");
    let second = &board.staff[1];
    let found = |rest: &str| titles(second, &format!("{own}{rest}"));
    assert_eq!(found("&older_than_days=1&sort=title"), sorted);
    assert_eq!(found("&older_than_days=2"), [""; 0]);

    let choices = second
        .client
        .get(&format!("data_requests/filter_choices/{own}"))
        .data(200);
    for (choice, id) in [("data_sources", "data_source_id"), ("organizations", "org_id")] {
        let [only] = choices[choice].as_array().unwrap().as_slice() else {
            panic!("{choices}");
        };
        assert_eq!(found(&format!("&{id}={}", only[id])).len(), 6);
        assert_eq!(found(&format!("&{id}=987654")), [""; 0]);
    }
    let history = format!("history/{own}&sort=title&waits_for=others");
    assert_eq!(titles(second, &history), [""; 0]);
    let history = format!("history/{own}&sort=-title");
    assert_eq!(titles(second, &history), ["Denied", "Approved"]);
    for wrong in ["&waits_for=nobody", "&older_than_days=-1", "&sort=status"] {
        let answer = second.client.get(&format!("data_requests/{own}{wrong}"));
        assert_eq!(answer.status, 400, "{wrong}");
    }
}

fn a_row_has_all_fields_of_the_list(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    let submitted_on = server.ports.clock.now();
    let id = submitted_as(&installation, &ada, "Waiting times");
    server.clock.advance(TimeDelta::hours(3));
    decide(server, &staff[0], id, true);
    let decided_on = server.ports.clock.now();

    let list = staff[1]
        .client
        .get(&format!("data_requests/?org_role_id={}", staff[1].org_role.0))
        .json();
    let mut row = list["data"][0].clone();
    let moment = |value: &Value| {
        value
            .as_str()
            .unwrap()
            .parse::<chrono::DateTime<chrono::Utc>>()
            .unwrap()
    };
    assert_eq!(moment(&row["date_created"].take()), submitted_on);
    assert_eq!(moment(&row["last_responded_on"].take()), decided_on);
    assert_eq!(moment(&row["waiting_since"].take()), decided_on);
    assert!(row["own_state"]["request_state_id"].take().is_i64());
    assert!(row["purposes"].take()[0].is_string());
    assert_eq!(
        row,
        json!({
            "request_id": id,
            "tracking_id": format!("REQ{id:06}"),
            "reference": format!("DAC00{id}"),
            "title": "Waiting times",
            "status": "Pending",
            "requester": { "fname": "Ada", "sname": "Okello" },
            "organization": { "name": "Data Requester" },
            "purposes": null,
            "data_sources": ["Hospital Records"],
            "date_created": null,
            "needed_on": "2026-04-13",
            "ethics_approval_letter": "Yes",
            "last_responded_on": null,
            "waiting_for": ["Data Access Approver"],
            "waiting_text": "Waiting for the Data Access Approver since today",
            "status_text": "Submitted today",
            "age": "Today",
            "waiting_since": null,
            "own_state": { "request_state_id": null, "state": "Unattended" },
            "progress": { "done": 1, "total": 6, "state": "Unattended" },
            "due": null,
            "expected": null,
            "answer_by": null,
            "has_feedback": false,
            "waits_for_nobody": false,
            "blocked_until": null,
            "may_decide": true,
        })
    );
}

fn requests_are_found_and_come_in_pages(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let noor = installation.person("Noor", Role::DataRequester);
    let staff = staff(&installation);
    let first = submitted_as(&installation, &ada, "Malaria in Gulu");
    submitted_as(&installation, &noor, "Étude des 100% cas_graves");
    submitted_as(&installation, &ada, "Maternal health");
    let own = format!("org_role_id={}", staff[0].org_role.0);
    let found = |text: &str| titles(&staff[0], &format!("?{own}&search={text}"));
    assert_eq!(found("gulu"), ["Malaria in Gulu"]);
    assert_eq!(found("noor okello"), ["Étude des 100% cas_graves"]);
    assert_eq!(found("%C3%89TUDE"), ["Étude des 100% cas_graves"]);
    assert_eq!(found(&format!("REQ{first:06}")), ["Malaria in Gulu"]);
    assert_eq!(found(&format!("DAC00{first}")), ["Malaria in Gulu"]);
    assert_eq!(found("hospital records").len(), 3);
    assert_eq!(found("100%25"), ["Étude des 100% cas_graves"]);
    assert_eq!(
        found("s_g"),
        ["Étude des 100% cas_graves"],
        "an underscore stands for itself"
    );
    assert_eq!(found("a%25a"), [""; 0], "a per cent sign stands for itself");
    assert_eq!(found("' OR 1=1 --"), [""; 0]);
    assert_eq!(found("%22malaria%22 OR gulu"), [""; 0], "no language of queries");
    assert_eq!(found("  ").len(), 3);

    let page = |query: &str| titles(&staff[0], &format!("?{own}&{query}"));
    assert_eq!(
        page("page=1&page_size=2"),
        ["Malaria in Gulu", "Étude des 100% cas_graves"]
    );
    assert_eq!(page("page=2&page_size=2"), ["Maternal health"]);
    assert_eq!(page("page=3&page_size=2"), [""; 0]);
    assert_eq!(page("sort=-date_created&page_size=1"), ["Maternal health"]);
    assert_eq!(page("sort=request_id&page_size=1"), ["Malaria in Gulu"]);
    let body = staff[0]
        .client
        .get(&format!("data_requests/?{own}&page=2&page_size=2&search=ma"))
        .json();
    assert_eq!(body["page"], json!({ "number": 2, "size": 2, "total": 2 }));
    let by_date = "date_created, request_id";
    let by_column = "date_created, request_id, waiting_since, title, due_on";
    for (path, columns) in [
        ("", by_column),
        ("all/", by_date),
        ("approved/", by_date),
        ("history/", by_column),
    ] {
        let answer = staff[0].client.get(&format!("data_requests/{path}?sort=status"));
        let refusal = format!("This list can be sorted by {columns}.");
        answer.refuses_field(400, "sort", &refusal);
    }
    for status in ["Halted", "approved", "Approved,Halted", r#"["Approved", 1]"#, "'"] {
        let answer = staff[0]
            .client
            .get(&format!("data_requests/?{own}&status={status}"));
        assert_eq!(answer.status, 400, "{status}");
        assert!(
            answer.json()["errors"]["status"][0]
                .as_str()
                .unwrap()
                .contains("Use Incoming")
        );
    }
}

fn requesters_see_their_own(server: &TestServer) {
    let board = Board::new(&Installation::new(server));
    let all = ["New", "Second", "Denied", "Recalled", "Approved"];
    let ada = &board.ada;
    for query in [
        "",
        "all/",
        "allrequest/",
        &format!("?org_role_id={}", ada.org_role.0),
    ] {
        assert_eq!(titles(ada, query), all, "{query}");
    }
    assert_eq!(titles(ada, "?status=Pending"), ["New", "Second"]);
    assert_eq!(titles(ada, "?status=Denied,Recalled"), ["Denied", "Recalled"]);
    assert_eq!(titles(ada, "approved/"), ["Approved"]);
    assert_eq!(titles(ada, "history/"), ["Denied", "Recalled", "Approved"]);
    assert_eq!(titles(ada, "?status=Incoming"), [""; 0]);
    assert_eq!(
        counts(ada),
        json!({ "incoming": 0, "pending": 2, "approved": 1, "denied": 2, "all": 5, "history": 3, "with_requester": 0, "overdue": 0 })
    );
}

fn super_users_see_figures(server: &TestServer) {
    let installation = Installation::new(server);
    Board::new(&installation);
    server.clock.advance(TimeDelta::hours(50));
    let super_user = installation.person("Sara", Role::SuperUser).client;
    let eve = installation.person("Eve", Role::DataRequester).client;
    let figures = super_user.get("data_requests/figures/").data(200);
    let sources = super_user.get("data_dictionary/data_sources/").json()["page"]["total"].clone();
    assert_eq!(
        figures,
        json!({ "waiting": 2, "oldest_days": 2, "usual_days": null, "sources": sources }),
        "two decisions are too few for a median"
    );
    assert_eq!(eve.get("data_requests/figures/").status, 403);
}

fn lists_of_other_roles_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let board = Board::new(&installation);
    let eve = installation.person("Eve", Role::DataRequester);
    let super_user = installation.person("Sara", Role::SuperUser);
    let others = board.staff[1].org_role.0;
    for path in ["", "history/", "counts/"] {
        for person in [&board.staff[0], &eve] {
            for id in [others, 999_999, 0, -1] {
                let answer = person
                    .client
                    .get(&format!("data_requests/{path}?org_role_id={id}"));
                answer.refuses(403, "You don't have this role.");
            }
        }
    }
    for query in ["", "all/", "allrequest/", "approved/", "history/"] {
        assert_eq!(titles(&eve, query), [""; 0], "{query}");
    }
    for id in [others, 12, 6] {
        assert_eq!(
            titles(&super_user, &format!("?org_role_id={id}")).len(),
            5,
            "a Super User may name any"
        );
    }
}
