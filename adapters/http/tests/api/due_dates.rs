//! Due dates in lists, on the page of a request and at its stages.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::{decide, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::submitted_as;

on_both_databases!(
    requests_are_due_by_the_targets_of_their_stages,
    lists_are_filtered_and_sorted_by_due_date,
);

/// Gives the stage of this role in the default procedure a target.
pub fn set_target(super_user: &Client, role: &str, target: u16) {
    let stages = super_user.get("data_requests/stage/?page_size=100").data(200);
    let stage = stages
        .as_array()
        .unwrap()
        .iter()
        .find(|stage| stage["role_name"] == role)
        .unwrap();
    let mut body = stage.clone();
    for shown in ["stage_id", "procedure", "role_name", "stage_type_name"] {
        body.as_object_mut().unwrap().remove(shown);
    }
    body["target"] = json!(target);
    let path = format!("data_requests/stage/{}/", stage["stage_id"]);
    assert_eq!(super_user.put(&path, &body).status, 200);
}

/// Tries the procedure and returns its stages with their due dates.
fn tried(super_user: &Client) -> Value {
    let path = "data_requests/approval_procedures/1/trial/";
    super_user.post(path, &json!({ "moves": [] })).data(200)["due_dates"].clone()
}

/// The time is this day at 09:00 UTC.
pub fn on(server: &TestServer, day: &str) {
    server.clock.set(format!("{day}T09:00:00Z").parse().unwrap());
}

/// The reviewer has ten working days from Monday, 1 March 2027.
fn begin(server: &TestServer) -> (Installation<'_>, Person, Person, Vec<Person>) {
    on(server, "2027-03-01");
    let installation = Installation::new(server);
    let super_user = installation.person("Sara", Role::SuperUser);
    assert_eq!(tried(&super_user.client), json!([]));
    set_target(&super_user.client, "Data Access Reviewer", 10);
    assert_eq!(
        tried(&super_user.client),
        json!([{ "stage_id": 3, "on": "2027-03-15" }])
    );
    let requester = installation.person("Ada", Role::DataRequester);
    let staff = staff(&installation);
    (installation, super_user, requester, staff)
}

/// Returns the page of a request.
pub fn page(person: &Person, request: i64) -> Value {
    let path = format!(
        "data_requests/?request_id={request}&org_role_id={}",
        person.org_role.0
    );
    person.client.get(&path).data(200)
}

/// Returns a field of a request on its page. The list of a requester has it as well, and that of staff
/// does not.
pub fn shown(person: &Person, request: i64, field: &str) -> Value {
    let path = format!("data_requests/?org_role_id={}", person.org_role.0);
    let rows = person.client.get(&path).data(200);
    let mut rows = rows.as_array().unwrap().iter();
    let row = rows.find(|row| row["request_id"] == request).unwrap();
    let page = page(person, request);
    let in_list = if page["is_own"] == true {
        &page[field]
    } else {
        &Value::Null
    };
    assert_eq!(row[field], *in_list);
    page[field].clone()
}

fn requests_are_due_by_the_targets_of_their_stages(server: &TestServer) {
    let (installation, mut super_user, mut requester, mut staff) = begin(server);
    let id = submitted_as(&installation, &requester, "Measles");
    on(server, "2027-03-12");
    for person in [&mut super_user, &mut requester].into_iter().chain(&mut staff) {
        person.client = installation.sign_in(&person.email);
    }
    let due = json!({ "on": "2027-03-15", "state": "Due soon" });
    let row = |person: &Person| {
        let path = format!("data_requests/?org_role_id={}", person.org_role.0);
        person.client.get(&path).data(200)[0]["due"].clone()
    };
    let page = |person: &Person| page(person, id);
    let stages = |person: &Person| {
        let path = format!("data_requests/request_states/?request_id={id}");
        let stages = person.client.get(&path).data(200);
        assert_eq!(
            stages,
            page(person)["request_states"],
            "the page has the same stages"
        );
        let stages = stages.as_array().unwrap().iter();
        let of_reviewer = stages.filter(|stage| stage["role"] == "Data Access Reviewer");
        of_reviewer
            .map(|stage| (stage["target"].clone(), stage["due"].clone()))
            .collect::<Vec<_>>()
    };
    for person in [&staff[0], &staff[1], &super_user] {
        assert_eq!(page(person)["due"], due);
        assert_eq!(stages(person), [(json!(10), due.clone())]);
    }
    assert_eq!([&staff[0], &super_user].map(row), [&due, &due].map(Value::clone));
    assert_eq!(row(&staff[1]), Value::Null, "it is not the turn of the approver");
    assert_eq!(row(&requester), Value::Null);
    assert_eq!(page(&requester)["due"], Value::Null);
    assert_eq!(stages(&requester), [(Value::Null, Value::Null)]);

    decide(server, &staff[0], id, true);
    assert_eq!(page(&staff[0])["due"], Value::Null);
    assert_eq!(stages(&staff[0]), [(json!(10), Value::Null)]);
}

fn lists_are_filtered_and_sorted_by_due_date(server: &TestServer) {
    let (installation, _, mut requester, mut staff) = begin(server);
    submitted_as(&installation, &requester, "Overdue");
    for (day, title) in [("2027-03-05", "Due soon"), ("2027-03-16", "On time")] {
        on(server, day);
        requester.client = installation.sign_in(&requester.email);
        submitted_as(&installation, &requester, title);
    }
    on(server, "2027-03-19");
    staff[0].client = installation.sign_in(&staff[0].email);
    let reviewer = &staff[0];
    let of = format!("org_role_id={}", reviewer.org_role.0);
    let titles = |query: &str| {
        let rows = reviewer.client.get(&format!("data_requests/{query}")).data(200);
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["title"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(titles(&format!("?{of}&due=Overdue")), ["Overdue"]);
    assert_eq!(titles(&format!("?{of}&due=Due%20soon")), ["Due soon"]);
    assert_eq!(
        titles(&format!("?{of}&sort=due_on")),
        ["Overdue", "Due soon", "On time"]
    );
    assert_eq!(
        titles(&format!("?{of}&sort=-due_on&page_size=2")),
        ["On time", "Due soon"]
    );
    assert_eq!(titles(&format!("history/?{of}&due=Overdue&sort=due_on")), [""; 0]);
    let counts = reviewer
        .client
        .get(&format!("data_requests/counts/?{of}"))
        .data(200);
    assert_eq!((&counts["pending"], &counts["overdue"]), (&json!(3), &json!(1)));
    for wrong in ["due=overdue", "due=On%20time", "sort=due"] {
        let answer = reviewer.client.get(&format!("data_requests/?{of}&{wrong}"));
        assert_eq!(answer.status, 400, "{wrong}");
    }
}
