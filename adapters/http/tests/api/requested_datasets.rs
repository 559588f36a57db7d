//! `requested_datasets/`, `dataset_variables/` and related calls: datasets of a submitted request.

use aditus_domain::dictionary::DataSource;
use aditus_domain::ids::{DataSourceId, VariableId};
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::edits::{Board, CHANGED, DEVICES, NOT_ASKED, SOURCE, with};
use crate::main_job::{decide, decision};
use crate::on_both_databases;
use crate::people::{Person, table, variable};
use crate::server::TestServer;
use crate::submission::{PDF, file, submitted};

on_both_databases!(
    datasets_are_added_and_described,
    variables_are_added_and_removed,
    thousands_of_variables_are_added_and_removed_in_one_call,
    invalid_variables_are_refused_with_the_reason,
    the_last_variables_cannot_be_removed_without_a_form,
    concurrent_changes_of_variables_conflict,
    datasets_cannot_be_changed_without_a_demand,
    a_dataset_of_another_custody_waits_for_a_recall,
    a_change_of_datasets_from_an_outdated_version_conflicts,
    a_change_of_variables_voids_outstanding_codes,
    the_release_sets_the_date_of_every_dataset,
    the_twenty_first_dataset_is_refused,
);

const ADD: &str = "data_requests/dataset_variables/";
const REMOVE: &str = "data_requests/dataset_variables/remove/";
const CREATE: &str = "data_requests/create_requested_datasets/";

/// A board on which the reviewer has demanded other data.
struct Desk<'a> {
    board: Board<'a>,
    comment: i64,
}

impl<'a> Desk<'a> {
    fn new(server: &'a TestServer) -> Self {
        let board = Board::new(server);
        let comment = board.asks_for(SOURCE);
        Self { board, comment }
    }

    /// Returns the body with the comment that demands the edit.
    fn asked(&self, body: Value) -> Value {
        with(body, json!({ "comment_id": self.comment }))
    }

    fn post(&self, path: &str, body: Value) -> Answer {
        self.board.ada.client.post(path, &self.asked(body))
    }

    fn patch(&self, path: &str, body: Value) -> Answer {
        self.board.ada.client.patch(path, &self.asked(body))
    }

    fn create(&self, description: &str, source: DataSourceId) -> Answer {
        let body = json!({
            "request": self.board.request, "dataset_description": description, "data_source": source.0,
            "release_date": null,
        });
        self.post(CREATE, body)
    }

    fn created(&self, description: &str) -> i64 {
        let answer = self.create(description, self.board.installation.source);
        answer.data(201)["rdataset_id"].as_i64().unwrap()
    }

    fn datasets(&self, more: &str) -> Value {
        let path = format!(
            "data_requests/requested_datasets/?request_id={}{more}",
            self.board.request
        );
        self.board.ada.client.get(&path).data(200)
    }

    fn first(&self) -> i64 {
        self.datasets("")[0]["rdataset_id"].as_i64().unwrap()
    }

    fn listed(&self, dataset: i64, more: &str) -> Value {
        let path = format!("{ADD}?rdataset_id={dataset}{more}");
        self.board.ada.client.get(&path).json()
    }

    /// Returns the ids of the variables in the dataset, sorted by name.
    fn ids(&self, dataset: i64) -> Vec<i64> {
        let rows = self.listed(dataset, "&sort=var_name&page_size=100")["data"].clone();
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["dataset_variable_id"].as_i64().unwrap())
            .collect()
    }

    fn add(&self, dataset: i64, var: impl Into<Value>) -> Answer {
        let var: Value = var.into();
        self.post(ADD, json!({ "rdataset": dataset, "var": var }))
    }

    fn remove_one(&self, id: i64) -> Answer {
        let path = format!("{ADD}{id}/?comment_id={}", self.comment);
        self.board.ada.client.send("DELETE", &path, None, b"")
    }

    fn remove(&self, dataset: i64, ids: &[i64]) -> Answer {
        self.post(REMOVE, json!({ "rdataset": dataset, "dataset_variables": ids }))
    }

    /// Adds variables of another table of the same source.
    fn more_variables(&self, name: &str, number: usize) -> Vec<VariableId> {
        let source = self.board.installation.source;
        variables_of(self.board.installation.server, source, name, number)
    }
}

fn variables_of(server: &TestServer, source: DataSourceId, name: &str, number: usize) -> Vec<VariableId> {
    server.write(|transaction| {
        let dictionary = transaction.dictionary();
        let table = dictionary.add_tables(source, &[table(name)]).unwrap()[0];
        let rows: Vec<_> = (0..number)
            .map(|place| (table, variable(name, &format!("c{place:04}"))))
            .collect();
        dictionary.add_variables(&rows).unwrap()
    })
}

fn ids(variables: &[VariableId]) -> Value {
    variables.iter().map(|id| id.0).collect::<Vec<_>>().into()
}

fn datasets_are_added_and_described(server: &TestServer) {
    let desk = Desk::new(server);
    let empty = json!({ "request": desk.board.request, "dataset_description": " ", "data_source": null });
    let body = desk
        .post(CREATE, empty)
        .refuses(400, "Please enter the Dataset Description");
    assert_eq!(
        body["errors"]["data_source"],
        json!(["Please select the Data Source."])
    );
    let dated = json!({
        "request": desk.board.request, "dataset_description": "Wards",
        "data_source": desk.board.installation.source.0, "release_date": "2026-11-22",
    });
    desk.post(CREATE, dated).refuses_field(
        400,
        "release_date",
        "The Release Date is set when the data is released. Leave it out.",
    );
    desk.create("Wards", DataSourceId(99_999)).refuses_field(
        400,
        "data_source",
        "This Data Source is not available. Please select another one.",
    );
    assert_eq!(desk.datasets("").as_array().unwrap().len(), 1);

    let before = desk.board.detail()["version"].as_i64().unwrap();
    let answer = desk.create("Wards", desk.board.installation.source);
    assert_eq!(answer.json()["message"], "Dataset Successfully Created.");
    let second = answer.data(201)["rdataset_id"].as_i64().unwrap();
    assert_eq!(answer.data(201)["version"], before + 1);
    let listed = desk.datasets("");
    assert_eq!(
        listed[1],
        json!({
            "rdataset_id": second, "request": desk.board.request, "dataset_description": "Wards",
            "data_source": desk.board.detail()["data_source"], "release_date": null, "variables_count": 0,
        })
    );
    assert_eq!(listed[0]["variables_count"], 3);
    assert_eq!(desk.datasets("&sort=-rdataset_id&page_size=1")[0], listed[1]);
    assert_eq!(desk.datasets("&search=wards"), json!([listed[1]]));

    let first = desk.first();
    let path = format!("data_requests/patch/requested_dataset/{first}/");
    let answer = desk.patch(&path, json!({ "dataset_description": "Visits since 2020" }));
    assert_eq!(
        answer.json()["message"],
        "You have successfully updated your Requested Dataset"
    );
    let detail = desk.board.detail();
    assert_eq!(detail["dataset_description"], "Visits since 2020");
    assert_eq!(detail["requested_datasets"][1]["dataset_description"], "Wards");
    desk.patch(&path, json!({}))
        .refuses(400, "Send at least one field to change.");
    let other = with(
        json!({ "dataset_description": "X" }),
        json!({ "request": 99_999 }),
    );
    desk.patch(&path, other)
        .refuses(404, "This dataset does not exist.");
    desk.patch(
        "data_requests/patch/requested_dataset/99999/",
        json!({ "dataset_description": "X" }),
    )
    .refuses(404, "This dataset does not exist.");
}

fn variables_are_added_and_removed(server: &TestServer) {
    let desk = Desk::new(server);
    let second = desk.created("Wards");
    let [date, ward, diagnosis] = desk.board.installation.variables[..] else {
        panic!("three variables")
    };
    let answer = desk.post(
        ADD,
        json!({ "rdataset": second, "var": [ward.0, date.0], "is_distinct": true }),
    );
    assert_eq!(answer.json()["message"], "Dataset Variables Successfully Added.");
    let added = answer.data(201)["dataset_variables"].clone();
    let one = desk.add(second, json!(diagnosis.0));
    assert_eq!(one.data(201)["dataset_variables"].as_array().unwrap().len(), 1);
    let page = desk.listed(second, "&sort=-var_name&page_size=2");
    assert_eq!(page["page"], json!({ "number": 1, "size": 2, "total": 3 }));
    assert_eq!(
        (
            &page["data"][0]["var"]["var_name"],
            &page["data"][0]["rdataset"],
            &page["data"][0]["is_distinct"],
            &page["data"][0]["dataset_variable_id"]
        ),
        (&json!("ward"), &json!(second), &json!(true), &added[0])
    );
    assert_eq!(desk.listed(second, "")["page"]["size"], 10);
    let found = desk.listed(second, "&search=diagnosis");
    assert_eq!(found["page"]["total"], 1);
    assert_eq!(found["data"][0]["is_distinct"], false);
    let detail = desk.board.detail();
    let of_both: Vec<_> = detail["dataset_variables"].as_array().unwrap().iter().collect();
    assert_eq!(of_both.len(), 6);
    assert_eq!(
        (&of_both[5]["rdataset"], &of_both[5]["var_name"]),
        (&json!(second), &json!("diagnosis"))
    );
    let csv = desk
        .board
        .ada
        .client
        .get(&format!("data_requests/export-variables/{}/", desk.board.request));
    let csv = String::from_utf8(csv.bytes).unwrap();
    assert_eq!(csv.lines().count(), 1 + 6, "{csv}");

    let ward_in = added[0].as_i64().unwrap();
    let path = format!("data_requests/patch/dataset_variable/{ward_in}/");
    let body = json!({ "rdataset": second, "var": ward.0, "is_distinct": false });
    let answer = desk.patch(&path, body);
    assert_eq!(
        answer.json()["message"],
        "You have successfully updated your Dataset Variable"
    );
    assert_eq!(
        desk.listed(second, "&search=ward")["data"][0]["is_distinct"],
        false
    );
    desk.patch(&path, json!({ "var": date.0, "is_distinct": false }))
        .refuses(404, "This dataset variable does not exist.");

    let gone = desk.remove_one(ward_in);
    assert_eq!((gone.status, gone.bytes.len()), (204, 0));
    desk.remove_one(ward_in)
        .refuses(404, "This dataset variable does not exist.");
    let left = desk.ids(second);
    let strange = [left[0], desk.ids(desk.first())[0]];
    desk.remove(second, &strange)
        .refuses(404, "This dataset variable does not exist.");
    assert_eq!(desk.ids(second), left, "all of them or none");
    let answer = desk.remove(second, &[left[0], left[1], left[0]]);
    assert_eq!(
        answer.json()["message"],
        "Dataset Variables Successfully Removed."
    );
    assert_eq!(desk.listed(second, "")["page"]["total"], 0);
    assert_eq!(desk.listed(desk.first(), "")["page"]["total"], 3);
    let changes = desk
        .board
        .ada
        .client
        .get(&format!("data_requests/{}/versions/", desk.board.request));
    assert_eq!(
        changes.data(200).as_array().unwrap().len(),
        1 + 6,
        "each change is a version"
    );
}

fn thousands_of_variables_are_added_and_removed_in_one_call(server: &TestServer) {
    let desk = Desk::new(server);
    let variables = desk.more_variables("readings", 5_001);
    let first = desk.first();
    desk.add(first, ids(&variables)).refuses_field(
        400,
        "var",
        "At most 5000 variables can be added at once.",
    );
    desk.add(first, json!([]))
        .refuses_field(400, "var", "Please select at least one variable.");
    let answer = desk.add(first, ids(&variables[..5_000]));
    let added: Vec<i64> = answer.data(201)["dataset_variables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_i64().unwrap())
        .collect();
    assert_eq!(added.len(), 5_000);
    assert_eq!(desk.listed(first, "")["page"]["total"], 5_003);
    assert_eq!(desk.listed(first, "&search=c4999")["page"]["total"], 1);
    let too_many: Vec<i64> = (1..=5_001).collect();
    desk.remove(first, &too_many).refuses_field(
        400,
        "dataset_variables",
        "At most 5000 variables can be removed at once.",
    );
    assert_eq!(desk.remove(first, &added).status, 200);
    assert_eq!(desk.listed(first, "")["page"]["total"], 3);
}

fn invalid_variables_are_refused_with_the_reason(server: &TestServer) {
    let desk = Desk::new(server);
    let installation = &desk.board.installation;
    let first = desk.first();
    let other_source = server.write(|transaction| {
        let named = DataSource::named("Birth Registry");
        transaction.dictionary().add_source(&named).unwrap()
    });
    let foreign = variables_of(server, other_source, "births", 1)[0];
    let hidden = server.write(|transaction| {
        let mut drafts = table("drafts");
        drafts.publish = false;
        let dictionary = transaction.dictionary();
        let drafts = dictionary.add_tables(installation.source, &[drafts]).unwrap()[0];
        let rows = [(drafts, variable("drafts", "not_yet"))];
        dictionary.add_variables(&rows).unwrap()[0]
    });
    let fresh = desk.more_variables("wards", 2);
    desk.add(first, ids(&[fresh[0], foreign])).refuses_field(
        400,
        "var",
        "The variable births.c0000 doesn't belong to the data source of this dataset.",
    );
    for unknown in [hidden, VariableId(987_654), VariableId(-1)] {
        desk.add(first, ids(&[fresh[0], unknown])).refuses_field(
            400,
            "var",
            "The Data Dictionary doesn't offer the selected variable 2. Select the variables again.",
        );
    }
    desk.add(first, ids(&[fresh[0], fresh[1], fresh[0]]))
        .refuses_field(400, "var", "The variable wards.c0000 was selected twice.");
    desk.add(first, ids(&[fresh[0], installation.variables[1]]))
        .refuses(409, "The variable visits.ward is already in this dataset.");
    desk.add(99_999, ids(&fresh))
        .refuses(404, "This dataset does not exist.");
    let unread = desk
        .board
        .ada
        .client
        .get("data_requests/dataset_variables/?rdataset_id=99999");
    unread.refuses(404, "This dataset does not exist.");
    assert_eq!(desk.listed(first, "")["page"]["total"], 3, "all of them or none");
}

fn the_last_variables_cannot_be_removed_without_a_form(server: &TestServer) {
    const LAST: &str = "A Data Request without variables needs a General Data Specification Form. \
                        Upload it before you remove the last variables.";
    let desk = Desk::new(server);
    let first = desk.first();
    let all = desk.ids(first);
    desk.remove(first, &all).refuses(409, LAST);
    assert_eq!(desk.remove(first, &all[1..]).status, 200);
    desk.remove_one(all[0]).refuses(409, LAST);
    let second = desk.created("Wards");
    desk.add(second, json!(desk.board.installation.variables[1].0))
        .data(201);
    assert_eq!(desk.remove_one(all[0]).status, 204, "another dataset names some");
    let last = desk.ids(second)[0];
    desk.remove_one(last).refuses(409, LAST);
    let form = json!({ "data_specs_path1": file("application/pdf", PDF), "comment_id": desk.comment });
    let path = format!("data_requests/patch/data_request_docs/{}/", desk.board.request);
    assert_eq!(desk.board.ada.client.patch(&path, &form).status, 200);
    assert_eq!(desk.remove_one(last).status, 204);
}

/// Sends two calls concurrently and returns their statuses in ascending order.
fn send_two(call: impl Fn(usize) -> Answer + Sync) -> [u16; 2] {
    let call = &call;
    let mut statuses = std::thread::scope(|scope| {
        [0, 1]
            .map(|n| scope.spawn(move || call(n).status))
            .map(|call| call.join().unwrap())
    });
    statuses.sort_unstable();
    statuses
}

fn concurrent_changes_of_variables_conflict(server: &TestServer) {
    let desk = Desk::new(server);
    let first = desk.first();
    let fresh = desk.more_variables("wards", 1);
    assert_eq!(send_two(|_| desk.add(first, ids(&fresh))), [201, 409]);
    let listed = desk.ids(first);
    assert_eq!(listed.len(), 4, "once");
    assert_eq!(desk.remove(first, &listed[2..]).status, 200);
    assert_eq!(
        send_two(|n| desk.remove_one(listed[n])),
        [204, 409],
        "one of the last two stays, because there is no form"
    );
    assert_eq!(desk.ids(first).len(), 1);
}

fn datasets_cannot_be_changed_without_a_demand(server: &TestServer) {
    let desk = Desk::new(server);
    let (board, first) = (&desk.board, desk.first());
    let eve = board.installation.person("Eve", Role::DataRequester);
    let sara = board.installation.person("Sara", Role::SuperUser);
    let own = submitted(&board.installation, &eve);
    let id = desk.ids(first)[0];
    let bodies = |terms: Value| {
        let source = board.installation.source.0;
        [
            (
                "POST",
                CREATE.to_owned(),
                json!({ "request": board.request, "dataset_description": "Wards", "data_source": source }),
            ),
            (
                "PATCH",
                format!("data_requests/patch/requested_dataset/{first}/"),
                json!({ "dataset_description": "Wards" }),
            ),
            ("POST", ADD.to_owned(), json!({ "rdataset": first, "var": 1 })),
            (
                "POST",
                REMOVE.to_owned(),
                json!({ "rdataset": first, "dataset_variables": [id] }),
            ),
            (
                "PATCH",
                format!("data_requests/patch/dataset_variable/{id}/"),
                json!({ "is_distinct": true }),
            ),
        ]
        .map(|(method, path, body)| (method, path, with(body, terms.clone())))
    };
    let call = |person: &Person, terms: Value| -> Vec<Answer> {
        bodies(terms)
            .iter()
            .map(|(method, path, body)| person.client.call(method, path, body))
            .collect()
    };
    let about_devices = board.asks_for(DEVICES);
    let asked = json!({ "comment_id": desk.comment });
    for answer in call(&board.ada, json!({})) {
        answer.refuses(403, NOT_ASKED);
    }
    for answer in call(&board.ada, json!({ "comment_id": about_devices })) {
        answer.refuses(403, &format!("The comment is about another section. {NOT_ASKED}"));
    }
    for reader in [&sara, &board.staff[0], &board.staff[4]] {
        for answer in call(reader, asked.clone()) {
            answer.refuses(403, NOT_ASKED);
        }
        let path = format!("{ADD}?rdataset_id={first}");
        assert_eq!(reader.client.get(&path).json()["page"]["total"], 3);
    }
    for answer in call(&eve, asked.clone()) {
        assert_eq!(answer.status, 404, "{}", answer.json());
    }
    let foreign = eve.client.post(
        CREATE,
        &json!({
            "request": own, "dataset_description": "Wards", "data_source": board.installation.source.0,
            "comment_id": desk.comment,
        }),
    );
    foreign.refuses(
        403,
        &format!("This Data Request has no such comment. {NOT_ASKED}"),
    );
    for path in [
        format!("{ADD}?rdataset_id={first}"),
        format!("data_requests/requested_datasets/?request_id={}", board.request),
    ] {
        assert_eq!(eve.client.get(&path).status, 404, "{path}");
    }
    let gone = eve.client.send("DELETE", &format!("{ADD}{id}/"), None, b"");
    gone.refuses(404, "This dataset variable does not exist.");
    board.resolve(desk.comment);
    board.resolve(about_devices);
    decide(server, &board.staff[0], board.request, false);
    for answer in call(&sara, json!({})) {
        assert_ne!(answer.status, 403, "a Super User edits a denied request");
    }
}

fn a_dataset_of_another_custody_waits_for_a_recall(server: &TestServer) {
    const OTHER: &str =
        "This data source is in the custody of another organisation. Recall the request and resubmit it.";
    let desk = Desk::new(server);
    let installation = &desk.board.installation;
    let elsewhere = installation.organisation("Lake Clinic", &[Role::DataCustodian]);
    installation.person_at(elsewhere, "Lena", Role::DataCustodian);
    let source = |name: &str, organisation| -> DataSourceId {
        let custodian = installation.org_role(organisation, Role::DataCustodian);
        server.write(|transaction| {
            let dictionary = transaction.dictionary();
            let source = dictionary.add_source(&DataSource::named(name)).unwrap();
            dictionary.add_custodian(source, custodian, false).unwrap();
            source
        })
    };
    let same = source("Birth Registry", installation.provider);
    let other = source("Lake Records", elsewhere);
    desk.create("At the lake", other).refuses(409, OTHER);
    assert_eq!(desk.create("Births", same).status, 201);
    let path = format!("data_requests/patch/requested_dataset/{}/", desk.first());
    desk.patch(&path, json!({ "data_source": other.0 }))
        .refuses(409, OTHER);
    let answer = desk.patch(
        &path,
        json!({ "data_source": same.0, "dataset_description": "All births" }),
    );
    assert_eq!(answer.status, 200, "{}", answer.json());
    let listed = desk.datasets("");
    assert_eq!(
        (
            &listed[0]["data_source"]["source"],
            &listed[0]["variables_count"],
            &listed[0]["dataset_description"]
        ),
        (&json!("Birth Registry"), &json!(0), &json!("All births")),
        "those of the old source are gone"
    );
    let found = |text: &str| {
        let path = format!("data_requests/?search={text}");
        desk.board.ada.client.get(&path).json()["page"]["total"].clone()
    };
    assert_eq!(
        (found("birth registry"), found("hospital records")),
        (json!(1), json!(0))
    );
    let recall = json!({ "request_id": desk.board.request });
    let recalled = desk
        .board
        .ada
        .client
        .put("data_requests/cancel_request/", &recall);
    assert_eq!(recalled.status, 200);
    let created = desk.board.ada.client.post(
        CREATE,
        &json!({
            "request": desk.board.request, "dataset_description": "At the lake", "data_source": other.0,
        }),
    );
    assert_eq!(created.status, 201, "{}", created.json());
    let births = variables_of(server, same, "births", 1);
    let added = desk.add(desk.first(), ids(&births));
    assert_eq!(added.status, 201, "{}", added.json());

    // The stages of a request decide on all of its sources together.
    let resubmit = || {
        let path = format!("data_requests/{}/resubmit/", desk.board.request);
        desk.board.ada.client.post(&path, &json!({}))
    };
    resubmit().refuses(
        409,
        "The data sources of this Data Request are in the custody of different organisations. Ask for each in a Data Request of its own.",
    );
    let detail = desk.board.detail();
    assert_eq!(
        (&detail["status"], &detail["round"]),
        (&json!("Recalled"), &json!(1))
    );
    let at_the_lake = created.data(201)["rdataset_id"].clone();
    let path = format!("data_requests/patch/requested_dataset/{at_the_lake}/");
    let moved = desk
        .board
        .ada
        .client
        .patch(&path, &json!({ "data_source": same.0 }));
    assert_eq!(moved.status, 200, "{}", moved.json());
    assert_eq!(resubmit().data(200)["round"], 2);
}

fn a_change_of_datasets_from_an_outdated_version_conflicts(server: &TestServer) {
    let desk = Desk::new(server);
    let first = desk.first();
    let fresh = desk.more_variables("wards", 2);
    let version = desk.board.detail()["version"].clone();
    let add = |variable: VariableId| {
        let body = json!({ "rdataset": first, "var": variable.0, "version": version });
        desk.post(ADD, body)
    };
    let (add, fresh) = (&add, &fresh);
    let mut answers: Vec<_> = std::thread::scope(|scope| {
        let calls: Vec<_> = fresh
            .iter()
            .map(|variable| scope.spawn(move || add(*variable)))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    answers.sort_by_key(|answer| answer.status);
    assert_eq!(answers[0].status, 201);
    answers[1].refuses(409, CHANGED);
    assert_eq!(desk.listed(first, "")["page"]["total"], 4);
    let path = format!(
        "{ADD}{}/?comment_id={}&version={version}",
        desk.ids(first)[0],
        desk.comment
    );
    let ada = &desk.board.ada.client;
    let told = "There is no field `resolve` here.";
    ada.call("DELETE", &path, &json!({ "resolve": true }))
        .refuses_field(400, "resolve", told);
    ada.send("DELETE", &path, None, b"").refuses(409, CHANGED);
}

fn a_change_of_variables_voids_outstanding_codes(server: &TestServer) {
    let desk = Desk::new(server);
    let board = &desk.board;
    server.clock.advance(TimeDelta::hours(49));
    let ada = board.installation.sign_in(&board.ada.email);
    let reviewer = Person {
        client: board.installation.sign_in(&board.staff[0].email),
        ..board.staff[0].clone()
    };
    let path = format!("data_requests/request_state/{}/", board.state);
    reviewer
        .client
        .post(&format!("{path}otp/"), &json!({ "status": true }))
        .data(200);
    let mut body = decision(&reviewer, board.request, board.state, true);
    body["otp"] = Value::from(server.code_mailed_to(&reviewer.email));
    let datasets = ada.get(&format!(
        "data_requests/requested_datasets/?request_id={}",
        board.request
    ));
    let first = datasets.data(200)[0]["rdataset_id"].clone();
    let rows = ada.get(&format!("{ADD}?rdataset_id={first}")).data(200);
    let path_of_edit = format!(
        "data_requests/patch/dataset_variable/{}/",
        rows[0]["dataset_variable_id"]
    );
    let edit = json!({ "is_distinct": true, "comment_id": desk.comment });
    assert_eq!(ada.patch(&path_of_edit, &edit).status, 200);
    reviewer.client.put(&path, &body).refuses(409, CHANGED);
}

fn the_release_sets_the_date_of_every_dataset(server: &TestServer) {
    let desk = Desk::new(server);
    desk.created("Wards");
    desk.board.resolve(desk.comment);
    for person in &desk.board.staff {
        decide(server, person, desk.board.request, true);
    }
    let today = server.ports.clock.now().date_naive().to_string();
    let dates: Vec<Value> = desk
        .datasets("")
        .as_array()
        .unwrap()
        .iter()
        .map(|dataset| dataset["release_date"].clone())
        .collect();
    assert_eq!(dates, [json!(today), json!(today)]);
    desk.create("Too late", desk.board.installation.source)
        .refuses(403, NOT_ASKED);
}

fn the_twenty_first_dataset_is_refused(server: &TestServer) {
    let desk = Desk::new(server);
    for number in 2..=20 {
        desk.created(&format!("Dataset {number}"));
    }
    desk.create("One more", desk.board.installation.source)
        .refuses(409, "The list must not have more than 20 rows.");
}
