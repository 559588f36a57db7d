//! `data_requests/approval_procedures/{id}/drawing/`, `next_stage/{id}/insert/` and
//! `approval_procedures/history/`: a procedure is edited as a drawing, and each change adds a
//! history entry.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::client::Client;
use crate::main_job::{staff, states_of};
use crate::on_both_databases;
use crate::people::Installation;
use crate::procedures::add_linear_procedure;
use crate::server::TestServer;
use crate::submission::submitted;

on_both_databases!(
    a_drawing_is_saved_as_one_change,
    faults_of_a_drawing_name_their_stage_or_link,
    a_drawing_with_an_outdated_version_is_refused,
    only_one_of_many_concurrent_drawings_is_saved,
    a_stage_is_inserted_into_a_link_of_an_active_procedure,
    targets_are_saved_with_the_drawing,
    every_change_is_recorded_with_author_and_time,
);

/// The default procedure is the first one of a new database.
const DEFAULT: &str = "data_requests/approval_procedures/1/drawing/";

fn super_user(installation: &Installation<'_>) -> Client {
    installation.person("Sara", Role::SuperUser).client
}

/// Returns the body that saves this drawing unchanged.
fn sent(drawing: &Value) -> Value {
    let mut stages = drawing["stages"].clone();
    for stage in stages.as_array_mut().unwrap() {
        let fields = stage.as_object_mut().unwrap();
        fields.remove("role_name");
        fields.remove("stage_type_name");
    }
    json!({ "stages": stages, "links": drawing["links"], "row_version": drawing["row_version"] })
}

/// Adds a legal review between the third and the fourth stage.
fn with_legal_review(drawing: &Value) -> Value {
    let mut body = sent(drawing);
    let mut added = body["stages"][2].clone();
    let (before, after) = (added["stage_id"].clone(), body["stages"][3]["stage_id"].clone());
    added["stage_id"] = json!(-1);
    added["stage_activity"] = json!("Legal review");
    body["stages"].as_array_mut().unwrap().push(added);
    let links = body["links"].as_array_mut().unwrap();
    let cut = json!({ "current_stage": before, "next": after });
    links.retain(|link| *link != cut);
    links.push(json!({ "current_stage": before, "next": -1 }));
    links.push(json!({ "current_stage": -1, "next": after }));
    body
}

fn a_drawing_is_saved_as_one_change(server: &TestServer) {
    let installation = Installation::new(server);
    let client = super_user(&installation);
    let shown = client.get(DEFAULT).data(200);
    assert_eq!(
        (
            &shown["name"],
            &shown["is_active"],
            &shown["is_default"],
            &shown["faults"]
        ),
        (
            &json!("Default procedure"),
            &json!(true),
            &json!(true),
            &json!([])
        )
    );
    assert_eq!(shown["stages"].as_array().unwrap().len(), 9);
    assert_eq!(
        (
            &shown["stages"][2]["role_name"],
            &shown["stages"][2]["stage_type_name"]
        ),
        (&json!("Data Access Reviewer"), &json!("Junction"))
    );
    // No person has a role yet, so each stage that decides has a warning at its place.
    let warned = |warning: &Value| warning["places"].clone();
    let places: Vec<Value> = shown["warnings"].as_array().unwrap().iter().map(warned).collect();
    let deciding = (2..8).map(|index| json!([format!("stages[{index}]")]));
    assert_eq!(places, deciding.collect::<Vec<_>>());
    let saved = client.put(DEFAULT, &with_legal_review(&shown)).data(200);
    assert_eq!(saved["row_version"], 2);
    assert_eq!(saved["stages"].as_array().unwrap().len(), 10);
    assert_eq!(saved["links"].as_array().unwrap().len(), 9);
    assert_eq!(
        client.get(DEFAULT).data(200),
        saved,
        "the answer is what is stored"
    );
    let named = |stage: &&Value| stage["stage_activity"] == "Legal review";
    let added = saved["stages"]
        .as_array()
        .unwrap()
        .iter()
        .find(named)
        .unwrap()
        .clone();
    assert!(added["stage_id"].as_i64().unwrap() > 0);
    let lines = client.get("data_requests/approval_procedures/history/").data(200);
    assert_eq!(
        lines[0]["lines"][0],
        "Stage \"Legal review\" added: Junction, Data Access Reviewer, order 3."
    );
    // A request that is submitted now passes the new stage.
    staff(&installation);
    let ada = installation.person("Ada", Role::DataRequester);
    let request = submitted(&installation, &ada);
    assert_eq!(states_of(&ada, request).len(), 10);
    // The stage is removed again, with its links.
    let taken = client.put(DEFAULT, &{
        let mut body = sent(&shown);
        body["row_version"] = json!(2);
        body
    });
    assert_eq!(taken.data(200)["stages"].as_array().unwrap().len(), 9);
    assert_eq!(
        states_of(&ada, request).len(),
        10,
        "a running request keeps its own chain"
    );
}

fn faults_of_a_drawing_name_their_stage_or_link(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let shown = client.get(DEFAULT).data(200);
    let mut body = sent(&shown);
    body["stages"][2]["icon"] = json!("");
    body["stages"][4]["role"] = Value::Null;
    body["stages"][5]["stage_id"] = json!(4711);
    body["links"][7]["next"] = json!(4712);
    body["keep_faults"] = json!(true);
    let errors = client
        .put(DEFAULT, &body)
        .refuses(400, "Icon is required. 5 more faults were found.")["errors"]
        .clone();
    assert_eq!(errors["stages[2].icon"], json!(["Icon is required."]));
    assert_eq!(errors["stages[4].role"], json!(["Role is required."]));
    assert_eq!(
        errors["stages[5].stage_id"],
        json!(["The procedure has no such stage. Give a new one a number below 1."])
    );
    assert_eq!(
        errors["links[7].next"],
        json!(["The link names a stage that is not in the drawing."])
    );
    // An active procedure stays valid, even with `keep_faults`.
    let mut body = sent(&shown);
    body["links"].as_array_mut().unwrap().remove(4);
    body["keep_faults"] = json!(true);
    let answer = client.put(DEFAULT, &body);
    assert_eq!(answer.status, 400);
    let errors = answer.json()["errors"].clone();
    let places: Vec<&str> = errors.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        places,
        [
            "stages[0]",
            "stages[1]",
            "stages[2]",
            "stages[3]",
            "stages[4]",
            "stages[5]",
            "stages[6]",
            "stages[7]",
            "stages[8]"
        ]
    );
    assert_eq!(client.get(DEFAULT).data(200), shown, "nothing of it is stored");
    // An inactive procedure is saved with its faults, and the answer lists them.
    let (procedure, ..) = add_linear_procedure(&client, "Fast track");
    let path = format!("data_requests/approval_procedures/{procedure}/drawing/");
    let mut body = sent(&client.get(&path).data(200));
    body["links"] = json!([]);
    assert_eq!(client.put(&path, &body).status, 400);
    body["keep_faults"] = json!(true);
    let saved = client.put(&path, &body).data(200);
    let faults = saved["faults"].as_array().unwrap();
    assert!(
        faults.iter().any(|fault| fault["places"] == json!(["stages[1]"])),
        "{faults:?}"
    );
    client
        .get("data_requests/approval_procedures/4711/drawing/")
        .refuses(404, "Approval Procedure not found.");
}

fn a_drawing_with_an_outdated_version_is_refused(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let mut body = sent(&client.get(DEFAULT).data(200));
    body["stages"][2]["pos_x"] = json!(0.42);
    assert_eq!(client.put(DEFAULT, &body).status, 200);
    body["stages"][2]["pos_x"] = json!(0.43);
    let refused = client.put(DEFAULT, &body);
    assert_eq!(refused.status, 409);
    assert!(refused.json()["errors"]["row_version"].is_array());
    assert_eq!(client.get(DEFAULT).data(200)["stages"][2]["pos_x"], 0.42);
    // Saving a stage in a dialog makes an open drawing outdated.
    let open = sent(&client.get(DEFAULT).data(200));
    let stage = open["stages"][2].clone();
    let path = format!("data_requests/stage/{}/", stage["stage_id"]);
    let mut form = stage;
    let fields = form.as_object_mut().unwrap();
    fields.remove("stage_id");
    fields.insert("approval_procedure".to_owned(), json!(1));
    fields.insert("stage_activity".to_owned(), json!("Second look"));
    assert_eq!(client.put(&path, &form).status, 200);
    assert_eq!(client.put(DEFAULT, &open).status, 409);
}

fn only_one_of_many_concurrent_drawings_is_saved(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let shown = client.get(DEFAULT).data(200);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let save = |number: i32| {
            let (client, mut body) = (client.clone(), sent(&shown));
            body["stages"][2]["stage_activity"] = json!(format!("Look {number}"));
            scope.spawn(move || client.put(DEFAULT, &body).status)
        };
        let threads: Vec<_> = (0..6).map(save).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let with = |status: u16| statuses.iter().filter(|other| **other == status).count();
    assert_eq!((with(200), with(409)), (1, 5), "{statuses:?}");
    assert_eq!(client.get(DEFAULT).data(200)["row_version"], 2);
}

fn a_stage_is_inserted_into_a_link_of_an_active_procedure(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let links = client
        .get("data_requests/next_stage/list/?approval_procedure=1")
        .data(200);
    let path = format!("data_requests/next_stage/{}/insert/", links[3]["next_stage_id"]);
    let form = json!({
        "role": 8, "stage_type": 2, "stage_order": 4, "stage_activity": "Legal review", "branch_level": 0,
        "icon": "Gavel", "target": 10, "row_version": links[3]["row_version"],
    });
    let added = client.post(&path, &form).data(201)["stage_id"].clone();
    let drawing = client.get(DEFAULT).data(200);
    assert_eq!(
        (&drawing["faults"], &drawing["row_version"]),
        (&json!([]), &json!(2))
    );
    let mut stages = drawing["stages"].as_array().unwrap().iter();
    let stage = stages.find(|stage| stage["stage_id"] == added).unwrap();
    assert_eq!(
        (&stage["stage_activity"], &stage["target"]),
        (&json!("Legal review"), &json!(10))
    );
    client.post(&path, &form).refuses(404, "Next Stage not found.");
    let path = format!("data_requests/next_stage/{}/insert/", links[0]["next_stage_id"]);
    client
        .post(&path, &json!({}))
        .refuses_field(400, "role", "Please select the Role.");
    let mut outdated = form;
    outdated["row_version"] = json!(7);
    assert_eq!(client.post(&path, &outdated).status, 409);
}

fn targets_are_saved_with_the_drawing(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let shown = client.get(DEFAULT).data(200);
    assert_eq!(shown["stages"][2]["target"], Value::Null);
    let mut body = sent(&shown);
    body["stages"][2]["target"] = json!(10);
    let saved = client.put(DEFAULT, &body).data(200);
    assert_eq!(saved["stages"][2]["target"], 10);
    // Without the field, the target is kept; null removes it.
    let mut body = sent(&saved);
    body["stages"][2].as_object_mut().unwrap().remove("target");
    let saved = client.put(DEFAULT, &body).data(200);
    assert_eq!(saved["stages"][2]["target"], 10);
    let mut body = sent(&saved);
    body["stages"][2]["target"] = Value::Null;
    let saved = client.put(DEFAULT, &body).data(200);
    assert_eq!(saved["stages"][2]["target"], Value::Null);
    let mut body = sent(&saved);
    body["stages"][1]["target"] = json!(10);
    body["stages"][2]["target"] = json!(251);
    let refused = client.put(DEFAULT, &body);
    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.json()["errors"],
        json!({
            "stages[1].target": ["Only a stage with a decision can have a target."],
            "stages[2].target": ["Enter 1 to 250 working days, or nothing for a stage without a target."],
        })
    );
}

fn every_change_is_recorded_with_author_and_time(server: &TestServer) {
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    let (procedure, _, links) = add_linear_procedure(&sara.client, "Fast track");
    let path = format!("data_requests/next_stage/{}/", links[1]);
    assert_eq!(sara.client.call("DELETE", &path, &json!({})).status, 204);
    let history = |query: &str| {
        sara.client
            .get(&format!("data_requests/approval_procedures/history/?{query}"))
    };
    let told = history(&format!("approval_procedure={procedure}")).json();
    assert_eq!(told["page"]["total"], 7, "{told}");
    let newest = &told["data"][0];
    assert_eq!(
        newest["lines"],
        json!(["Link from \"Release\" to \"Feedback\" removed."])
    );
    assert_eq!(
        (&newest["procedure"], &newest["user_id"], &newest["fname"]),
        (&json!("Fast track"), &json!(sara.user.0), &json!("Sara"))
    );
    assert!(newest["changed_on"].is_string());
    assert_eq!(told["data"][6]["lines"], json!(["Added."]));
    let oldest_first = history(&format!("approval_procedure={procedure}&sort=changed_on")).data(200);
    assert_eq!(oldest_first[0]["lines"], json!(["Added."]));
    assert_eq!(history("search=feedback").data(200).as_array().unwrap().len(), 3);
    assert_eq!(history("search=nobody").data(200), json!([]));
}
