//! `data_requests/approval_procedures/{id}/trial/` and `matrix/`: a trial of a procedure, and the
//! persons of its stages.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    a_trial_of_a_procedure_stores_nothing,
    an_unsaved_drawing_can_be_tried,
    the_matrix_lists_the_people_of_each_stage,
);

const TRIAL: &str = "data_requests/approval_procedures/1/trial/";
const DRAWING: &str = "data_requests/approval_procedures/1/drawing/";

fn moves(stages: &[(&Value, bool)]) -> Value {
    let one = |(stage, approve): &(&Value, bool)| json!({ "stage": stage, "approve": approve });
    stages.iter().map(one).collect()
}

fn a_trial_of_a_procedure_stores_nothing(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser).client;
    let drawing = sara.get(DRAWING).data(200);
    let stage = |index: usize| &drawing["stages"][index]["stage_id"];
    let begun = sara.post(TRIAL, &json!({ "moves": [] })).data(200);
    assert_eq!(
        (&begun["status"], &begun["is_over"], &begun["waiting"]),
        (&json!("Pending"), &json!(false), &json!([stage(2)]))
    );
    assert_eq!(
        (&begun["approvals_left"], &begun["in_a_row"]),
        (&json!(6), &json!(6))
    );
    assert_eq!(
        begun["stages"][2],
        json!({ "stage_id": stage(2), "state": "Unattended" })
    );
    let submission = &begun["steps"][0];
    assert_eq!(
        (&submission["stage"], &submission["approve"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (
            &submission["notified"][0]["who"],
            &submission["notified"][0]["stage_id"]
        ),
        (&json!("The requester"), &Value::Null)
    );
    assert_eq!(submission["notified"][1]["who"], "The Data Access Reviewer");
    assert_eq!((&begun["asked"], &begun["refused"]), (&json!([]), &Value::Null));
    assert_eq!(begun["expected_on"], Value::Null, "there is no term");

    let all: Vec<(&Value, bool)> = (2..8).map(|index| (stage(index), true)).collect();
    let over = sara.post(TRIAL, &json!({ "moves": moves(&all) })).data(200);
    assert_eq!(
        (&over["status"], &over["is_over"]),
        (&json!("Approved"), &json!(true))
    );
    assert_eq!(over["steps"][6]["releases"], true);
    let denied = json!({ "moves": moves(&[(stage(2), true), (stage(3), false)]) });
    let denied = sara.post(TRIAL, &denied).data(200);
    assert_eq!(
        (&denied["status"], &denied["waiting"]),
        (&json!("Denied"), &json!([]))
    );
    assert_eq!(denied["steps"][2]["approve"], false);
    assert_eq!(denied["stages"][4]["state"], "Halted");

    sara.post(TRIAL, &json!({ "moves": moves(&[(stage(4), true)]) }))
        .refuses_field(
            400,
            "moves[0].stage",
            "This stage isn't waiting for a decision. Please decide at one that is.",
        );
    let asked = sara.post(TRIAL, &json!({ "moves": [], "data_source": 4711 }));
    asked.refuses_field(400, "data_source", "Please select the Data Source Name.");
    let nowhere = sara.post(
        "data_requests/approval_procedures/4711/trial/",
        &json!({ "moves": [] }),
    );
    nowhere.refuses(404, "Approval Procedure not found.");
    assert_eq!(sara.get(DRAWING).data(200), drawing);
    assert_eq!(
        sara.get("data_requests/all/").json()["page"]["total"],
        0,
        "no request was made"
    );
    assert_eq!(
        sara.get("data_requests/approval_procedures/history/").data(200),
        json!([])
    );
}

fn an_unsaved_drawing_can_be_tried(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser).client;
    let drawing = sara.get(DRAWING).data(200);
    let mut stages = drawing["stages"].clone();
    for stage in stages.as_array_mut().unwrap() {
        let fields = stage.as_object_mut().unwrap();
        fields.remove("role_name");
        fields.remove("stage_type_name");
    }
    stages[2]["role"] = stages[7]["role"].clone();
    let body = json!({ "moves": [], "stages": stages, "links": drawing["links"] });
    let tried = sara.post(TRIAL, &body).data(200);
    assert_eq!(tried["steps"][0]["notified"][1]["who"], "The Data Officer");
    let faulty = json!({ "moves": [], "stages": stages, "links": [] });
    let answer = sara.post(TRIAL, &faulty);
    assert_eq!(answer.status, 400);
    assert!(
        answer.json()["errors"]["stages[1]"].is_array(),
        "{}",
        answer.json()
    );
}

fn the_matrix_lists_the_people_of_each_stage(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser).client;
    let read = || sara.get("data_requests/approval_procedures/1/matrix/").data(200);
    let empty = read();
    let stages = empty["stages"].as_array().unwrap();
    let roles: Vec<&str> = stages
        .iter()
        .map(|stage| stage["role_name"].as_str().unwrap())
        .collect();
    let decide: Vec<&str> = Role::STAFF.iter().map(|role| role.name()).collect();
    assert_eq!(roles, decide);
    let kinds = |matrix: &Value| -> Vec<String> {
        let cells = matrix["sources"][0]["cells"].as_array().unwrap();
        cells
            .iter()
            .map(|cell| cell["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        kinds(&empty),
        ["nobody"; 6],
        "roles are offered, and nobody holds them"
    );
    staff(&installation);
    let held = read();
    assert_eq!(kinds(&held), ["people"; 6]);
    let cell = &held["sources"][0]["cells"][0];
    assert_eq!(
        (&cell["stage_id"], &cell["people"]),
        (&held["stages"][0]["stage_id"], &json!(1))
    );
    assert!(cell["organisation"].is_string());
    let body = json!({ "moves": [], "data_source": held["sources"][0]["data_source"] });
    let tried = sara.post(TRIAL, &body).data(200);
    assert_eq!(
        tried["asked"], held["sources"][0]["cells"],
        "a trial says the same"
    );
}
