//! Active procedures stay valid, exactly one procedure is the default, and running requests are
//! unaffected (decisions C1, C3).

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::on_both_databases;
use crate::people::Installation;
use crate::procedures::{add_linear_procedure, procedures, stage};
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    an_invalid_procedure_is_saved_and_not_activated,
    edits_that_would_invalidate_an_active_procedure_are_refused,
    the_default_procedure_can_only_be_replaced,
    running_requests_are_unaffected,
    concurrent_changes_leave_one_default_procedure,
    concurrent_changes_leave_no_active_procedure_invalid,
);

fn super_user(installation: &Installation<'_>) -> Client {
    installation.person("Sara", Role::SuperUser).client
}

fn set(client: &Client, procedure: &Value, name: &str, is_active: bool, is_default: bool) -> Answer {
    let body = json!({
        "name": name, "description": "For small requests", "is_active": is_active, "is_default": is_default,
    });
    client.put(&format!("data_requests/approval_procedures/{procedure}/"), &body)
}

fn delete(client: &Client, path: &str, id: &Value) -> Answer {
    client.call("DELETE", &format!("data_requests/{path}/{id}/"), &json!({}))
}

/// Asserts a refusal with a message and all faults.
#[track_caller]
fn assert_faults(answer: &Answer, message: &str, faults: &[&str]) {
    let body = answer.refuses(409, message);
    assert_eq!(body["errors"]["faults"], json!(faults));
}

const FAULTY: &str = "An Approval Procedure with faults cannot be activated or made the default.";

fn an_invalid_procedure_is_saved_and_not_activated(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let new = |is_active: bool, is_default: bool| {
        let body = json!({
            "name": "Fast track", "description": "Small", "is_active": is_active, "is_default": is_default,
        });
        client.post("data_requests/approval_procedures/", &body)
    };
    let empty = [
        "The procedure has no Initial stage.",
        "The procedure has no Terminal stage.",
    ];
    assert_faults(&new(true, false), FAULTY, &empty);
    assert_faults(&new(true, true), FAULTY, &empty);
    new(false, true).refuses_field(409, "is_active", "The default Approval Procedure must be active.");
    assert_eq!(procedures(&client).len(), 1);

    let (procedure, stages, links) = add_linear_procedure(&client, "Fast track");
    let doubled = json!({ "current_stage": stages[0], "next": stages[1] });
    assert_eq!(client.post("data_requests/next_stage/", &doubled).status, 201);
    assert_eq!(delete(&client, "next_stage", &links[1]).status, 204);
    let found = [
        "The stage \"Release\" follows \"Created\" more than once.",
        "The stage \"Feedback\" cannot be reached from the Initial stage.",
        "The stage \"Created\" does not lead to the Terminal stage.",
        "The stage \"Release\" does not lead to the Terminal stage.",
    ];
    let path = format!("data_requests/approval_procedures/{procedure}/");
    assert_eq!(client.get(&path).data(200)["faults"], json!(found));
    for (is_active, is_default) in [(true, false), (true, true)] {
        assert_faults(
            &set(&client, &procedure, "Fast track", is_active, is_default),
            FAULTY,
            &found,
        );
    }
    assert_eq!(set(&client, &procedure, "Slow track", false, false).status, 200);
    assert_eq!(procedures(&client)[1], json!(["Slow track", false, false, 4]));
}

fn edits_that_would_invalidate_an_active_procedure_are_refused(server: &TestServer) {
    const FIRST: &str =
        "This would leave the active Approval Procedure \"Fast track\" with faults. Deactivate it first.";
    let client = super_user(&Installation::new(server));
    let (procedure, stages, links) = add_linear_procedure(&client, "Fast track");
    assert_eq!(set(&client, &procedure, "Fast track", true, false).status, 200);
    assert_faults(
        &client.post("data_requests/stage/create/", &stage(&procedure, 2, "Alone")),
        FIRST,
        &[
            "The stage \"Alone\" cannot be reached from the Initial stage.",
            "The stage \"Alone\" does not lead to the Terminal stage.",
        ],
    );
    assert_faults(
        &client.put(
            &format!("data_requests/stage/{}/", stages[2]),
            &stage(&procedure, 2, "Feedback"),
        ),
        FIRST,
        &["The procedure has no Terminal stage."],
    );
    assert_faults(
        &client.post(
            "data_requests/next_stage/",
            &json!({ "current_stage": stages[2], "next": stages[1] }),
        ),
        FIRST,
        &["The stages \"Release\", \"Feedback\" form a loop."],
    );
    let turned = client.put(
        &format!("data_requests/next_stage/{}/", links[1]),
        &json!({ "current_stage": stages[0], "next": stages[1] }),
    );
    assert_eq!(turned.status, 409);
    assert_faults(
        &delete(&client, "next_stage", &links[1]),
        FIRST,
        &[
            "The stage \"Feedback\" cannot be reached from the Initial stage.",
            "The stage \"Created\" does not lead to the Terminal stage.",
            "The stage \"Release\" does not lead to the Terminal stage.",
        ],
    );
    // Nothing of it was stored, and nothing is refused once the procedure is inactive.
    assert_eq!(procedures(&client)[1], json!(["Fast track", true, false, 0]));
    let total = client.get(&format!("data_requests/stage/?approval_procedure={procedure}"));
    assert_eq!(total.json()["page"]["total"], 3);
    assert_eq!(set(&client, &procedure, "Fast track", false, false).status, 200);
    assert_eq!(delete(&client, "next_stage", &links[1]).status, 204);

    let default = client
        .get("data_requests/next_stage/list?search=feedback")
        .data(200);
    delete(&client, "next_stage", &default[0]["next_stage_id"]).refuses(
        409,
        "This would leave the active Approval Procedure \"Default procedure\" with faults. Make another one the \
         default and deactivate this one first.",
    );
}

fn the_default_procedure_can_only_be_replaced(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let default =
        client.get("data_requests/approval_procedures/").data(200)[0]["approval_procedure_id"].clone();
    for is_active in [true, false] {
        set(&client, &default, "Default procedure", is_active, false).refuses_field(
            409,
            "is_default",
            "To change the default, make another Approval Procedure the default.",
        );
    }
    set(&client, &default, "Default procedure", false, true).refuses_field(
        409,
        "is_active",
        "The default Approval Procedure must be active.",
    );
    let (procedure, ..) = add_linear_procedure(&client, "Fast track");
    assert_eq!(set(&client, &procedure, "Fast track", true, true).status, 200);
    assert_eq!(
        set(&client, &default, "Default procedure", false, false).status,
        200
    );
    assert_eq!(
        procedures(&client),
        [
            json!(["Default procedure", false, false, 0]),
            json!(["Fast track", true, true, 0]),
        ]
    );
}

fn running_requests_are_unaffected(server: &TestServer) {
    let installation = Installation::new(server);
    let owner = installation.person("Ada", Role::DataRequester);
    let client = super_user(&installation);
    let request = submitted(&installation, &owner);
    let chain = |request: i64| {
        let states = owner
            .client
            .get(&format!("data_requests/request_states?request_id={request}"))
            .data(200);
        let edges = owner
            .client
            .get(&format!("data_requests/request_edges?request_id={request}"))
            .data(200);
        (states, edges)
    };
    let before = chain(request);
    assert_eq!(before.0.as_array().unwrap().len(), 9);
    let (procedure, ..) = add_linear_procedure(&client, "Fast track");
    assert_eq!(set(&client, &procedure, "Fast track", true, true).status, 200);
    let stages = client.get("data_requests/stage/?search=default").data(200);
    let mut renamed = stage(&stages[2]["approval_procedure"], 2, "Renamed");
    renamed["stage_order"] = json!(7);
    let path = format!("data_requests/stage/{}/", stages[2]["stage_id"]);
    assert_eq!(client.put(&path, &renamed).status, 200);
    assert_eq!(chain(request), before);
    let next = submitted(&installation, &owner);
    assert_eq!(
        chain(next).0.as_array().unwrap().len(),
        3,
        "the next one follows the new default"
    );
}

fn concurrent_changes_leave_one_default_procedure(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let made: Vec<Value> = ["One", "Two", "Three", "Four"]
        .map(|name| add_linear_procedure(&client, name).0)
        .to_vec();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let threads: Vec<_> = made
            .iter()
            .zip(["One", "Two", "Three", "Four"])
            .map(|(procedure, name)| {
                let client = client.clone();
                scope.spawn(move || set(&client, procedure, name, true, true).status)
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(statuses, [200; 4], "each in its turn");
    let defaults = procedures(&client).iter().filter(|row| row[2] == true).count();
    assert_eq!(defaults, 1);
}

/// Concurrently, either two links are deleted of which one may go, or a link is deleted while its
/// procedure is activated.
fn concurrent_changes_leave_no_active_procedure_invalid(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    for round in 0..6 {
        let name = format!("Track {round}");
        let (procedure, stages, links) = add_linear_procedure(&client, &name);
        let one_of_two = round % 2 == 0;
        let (first, second) = if one_of_two {
            let check = stage(&procedure, 2, "Check");
            let check = client.post("data_requests/stage/create/", &check).data(201)["stage_id"].clone();
            let link = |from: &Value, to: &Value| {
                let body = json!({ "current_stage": from, "next": to });
                client.post("data_requests/next_stage/", &body).data(201)["next_stage_id"].clone()
            };
            link(&stages[0], &check);
            let ways = (link(&check, &stages[1]), link(&check, &stages[2]));
            assert_eq!(set(&client, &procedure, &name, true, false).status, 200);
            ways
        } else {
            (links[0].clone(), Value::Null)
        };
        let mut statuses = std::thread::scope(|scope| {
            let (one, other) = (client.clone(), client.clone());
            let (procedure, name) = (&procedure, &name);
            let one = scope.spawn(move || delete(&one, "next_stage", &first).status);
            let other = scope.spawn(move || {
                if second.is_null() {
                    set(&other, procedure, name, true, false).status
                } else {
                    delete(&other, "next_stage", &second).status
                }
            });
            [one.join().unwrap(), other.join().unwrap()]
        });
        statuses.sort_unstable();
        assert_eq!(statuses[1], 409, "whoever comes second: {statuses:?}");
        assert!(statuses[0] < 300, "{statuses:?}");
        let rows = procedures(&client);
        let row = rows.iter().find(|row| row[0] == *name).unwrap();
        assert!(row[1] == false || row[3] == 0, "{row}");
    }
}
