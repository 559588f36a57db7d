//! `data_requests/stage_type/`, `approval_procedures/`, `stage/` and `next_stage/`: Super Users
//! read, add, change and delete the parts of approval procedures.

use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::client::Client;
use crate::on_both_databases;
use crate::people::Installation;
use crate::server::TestServer;

on_both_databases!(
    a_procedure_is_built_activated_and_made_the_default,
    the_default_procedure_is_shown,
    lists_are_searched_sorted_and_paged,
    missing_fields_have_the_specified_messages,
    a_stage_with_a_decision_can_have_a_target,
    a_procedure_can_have_a_term,
    a_procedure_can_have_a_completion_window,
    referenced_records_cannot_be_deleted,
    built_in_stage_types_cannot_be_changed,
    callers_who_lost_the_super_user_role_are_refused,
);

/// A stage as the screen sends it; `stage_type` 1 is Initial, 2 Junction, 3 Terminal.
pub fn stage(procedure: &Value, stage_type: i64, activity: &str) -> Value {
    json!({
        "approval_procedure": procedure, "role": if stage_type == 2 { 4 } else { 10 }, "stage_type": stage_type,
        "stage_order": stage_type, "stage_activity": activity, "branch_level": 0, "pos_x": 0.3, "pos_y": 0.5,
        "icon": "FactCheck",
    })
}

/// Creates an inactive procedure of three stages in a line. Returns its id, and those of its stages
/// and links.
pub fn add_linear_procedure(client: &Client, name: &str) -> (Value, Vec<Value>, Vec<Value>) {
    let body =
        json!({ "name": name, "description": "For small requests", "is_active": false, "is_default": false });
    let procedure =
        client.post("data_requests/approval_procedures/", &body).data(201)["approval_procedure_id"].clone();
    let stages: Vec<Value> = [(1, "Created"), (2, "Release"), (3, "Feedback")]
        .map(|(stage_type, activity)| {
            let added = client.post(
                "data_requests/stage/create/",
                &stage(&procedure, stage_type, activity),
            );
            added.data(201)["stage_id"].clone()
        })
        .to_vec();
    let links = stages
        .windows(2)
        .map(|pair| {
            let body = json!({ "current_stage": pair[0], "next": pair[1] });
            client.post("data_requests/next_stage/", &body).data(201)["next_stage_id"].clone()
        })
        .collect();
    (procedure, stages, links)
}

/// Returns the name, the active flag, the default flag and the number of faults of every procedure.
pub fn procedures(client: &Client) -> Vec<Value> {
    let rows = client.get("data_requests/approval_procedures/").data(200);
    let row = |row: &Value| {
        let faults = row["faults"].as_array().unwrap().len();
        json!([row["name"], row["is_active"], row["is_default"], faults])
    };
    rows.as_array().unwrap().iter().map(row).collect()
}

fn super_user(installation: &Installation<'_>) -> Client {
    installation.person("Sara", Role::SuperUser).client
}

/// The fault of a stage whose role is not assigned to any person.
const NOBODY: &str = "The stage \"Release\" would have no one to decide: no one has the role Data Officer for the data of \
                      National Health Data Authority.";

fn a_procedure_is_built_activated_and_made_the_default(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let (procedure, stages, links) = add_linear_procedure(&client, "Fast track");
    assert_eq!(
        procedures(&client),
        [
            json!(["Default procedure", true, true, 0]),
            json!(["Fast track", false, false, 0]),
        ]
    );
    let path = format!("data_requests/approval_procedures/{procedure}/");
    assert_eq!(
        client.get(&path).data(200),
        json!({
            "approval_procedure_id": procedure, "name": "Fast track", "description": "For small requests",
            "is_active": false, "is_default": false, "term": null,
            "completion_window": null, "faults": [], "warnings": [NOBODY],
            "row_version": 1,
        })
    );
    let body = json!({ "name": "Fast lane", "description": "Small", "is_active": true, "is_default": true });
    let changed = client.put(&path, &body);
    assert_eq!(
        (changed.status, changed.json()["message"].as_str()),
        (200, Some("Successfully updated the approval procedure"))
    );
    assert_eq!(
        changed.data(200)["warnings"],
        json!([NOBODY]),
        "they prevent nothing"
    );
    assert_eq!(
        procedures(&client),
        [
            json!(["Default procedure", true, false, 0]),
            json!(["Fast lane", true, true, 0]),
        ],
        "it takes that from the other"
    );
    // An edit that keeps an active procedure valid is saved.
    let path = format!("data_requests/stage/{}/", stages[1]);
    let mut body = stage(&procedure, 2, "Data release");
    body["pos_x"] = json!(0.7);
    assert_eq!(client.put(&path, &body).status, 200);
    let read = client.get(&path).data(200);
    assert_eq!(
        read,
        json!({
            "stage_id": stages[1], "approval_procedure": procedure, "procedure": "Fast lane", "role": 4,
            "role_name": "Data Officer", "stage_type": 2, "stage_type_name": "Junction", "stage_order": 2,
            "stage_activity": "Data release", "branch_level": 0, "pos_x": 0.7, "pos_y": 0.5, "icon": "FactCheck",
            "target": null, "row_version": 2,
        })
    );
    let path = format!("data_requests/next_stage/{}/", links[0]);
    assert_eq!(
        client.get(&path).data(200),
        json!({
            "next_stage_id": links[0], "approval_procedure": procedure, "procedure": "Fast lane",
            "current_stage": stages[0], "current_stage_activity": "Created", "next": stages[1],
            "next_stage_activity": "Data release", "row_version": 1,
        })
    );
    let body = json!({ "current_stage": stages[0], "next": stages[1] });
    assert_eq!(client.put(&path, &body).status, 200);
    for gone in [
        "stage_type/999999",
        "approval_procedures/999999",
        "stage/999999",
        "next_stage/999999",
    ] {
        let path = format!("data_requests/{gone}/");
        for status in [
            client.get(&path).status,
            client.call("DELETE", &path, &json!({})).status,
        ] {
            assert_eq!(status, 404, "{gone}");
        }
    }
    client
        .put(
            "data_requests/approval_procedures/999999/",
            &json!({ "name": "N", "description": "D" }),
        )
        .refuses(404, "Approval Procedure not found.");
}

fn the_default_procedure_is_shown(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let of = client.get("data_requests/approval_procedures/").data(200)[0]["approval_procedure_id"].clone();
    for path in ["data_requests/stage/", "data_requests/stage/create/"] {
        let stages = client.get(&format!("{path}?approval_procedure={of}")).data(200);
        let orders: Vec<_> = stages
            .as_array()
            .unwrap()
            .iter()
            .map(|row| &row["stage_order"])
            .collect();
        assert_eq!(orders, [1, 2, 3, 4, 5, 6, 7, 8, 8], "{path}");
    }
    let links = client
        .get(&format!("data_requests/next_stage/list?approval_procedure={of}"))
        .data(200);
    assert_eq!(links.as_array().unwrap().len(), 8);
    let elsewhere = client.get("data_requests/stage/?approval_procedure=999999");
    assert_eq!(
        (elsewhere.data(200), &elsewhere.json()["page"]["total"]),
        (json!([]), &json!(0))
    );
}

fn lists_are_searched_sorted_and_paged(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    add_linear_procedure(&client, "Fast track");
    let first = |path: &str, field: &str| {
        let answer = client.get(&format!("data_requests/{path}"));
        (
            answer.data(200)[0][field].clone(),
            answer.json()["page"]["total"].clone(),
        )
    };
    for (path, field, value, total) in [
        ("stage_type/?sort=-stage_type", "stage_type", "Terminal", 3),
        ("stage_type/?search=junc", "stage_type", "Junction", 1),
        (
            "approval_procedures/?sort=-name&page_size=1",
            "name",
            "Fast track",
            2,
        ),
        ("approval_procedures/?search=SMALL", "name", "Fast track", 1),
        (
            "stage/?search=security%20approver",
            "role_name",
            "Data Security Approver",
            1,
        ),
        (
            "stage/?sort=-stage_activity&page=2&page_size=1",
            "stage_activity",
            "Security review",
            12,
        ),
        (
            "next_stage/list?search=release&sort=-next_stage_activity",
            "procedure",
            "Fast track",
            4,
        ),
    ] {
        assert_eq!(first(path, field), (json!(value), json!(total)), "{path}");
    }
    for path in ["stage_type/", "approval_procedures/", "stage/", "next_stage/list"] {
        let answer = client.get(&format!("data_requests/{path}?sort=colour"));
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.json()["errors"]["sort"].is_array(), "{path}");
    }
}

fn missing_fields_have_the_specified_messages(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let (procedure, stages, _) = add_linear_procedure(&client, "Fast track");
    let blank = json!({ "stage_type": " " });
    for answer in [
        client.post("data_requests/stage_type/", &blank),
        client.post("data_requests/stage_type/", &json!({})),
    ] {
        answer.refuses_field(400, "stage_type", "Please enter the Stage Type Name.");
    }
    let answer = client.post("data_requests/approval_procedures/", &json!({ "name": "" }));
    answer.refuses_field(400, "name", "Please enter the Approval Procedure Name.");
    assert_eq!(
        answer.json()["errors"]["description"][0],
        "Please enter the Description."
    );
    let answer = client.post("data_requests/stage/create/", &json!({ "stage_order": 0 }));
    answer.refuses_field(
        400,
        "approval_procedure",
        "Please select the Approval Procedure Name.",
    );
    assert_eq!(answer.json()["errors"].as_object().unwrap().len(), 9);
    for (field, value, message) in [
        (
            "approval_procedure",
            json!(999_999),
            "Please select the Approval Procedure Name.",
        ),
        ("stage_type", json!(999_999), "Please select the Stage Type."),
        ("role", json!(12), "Please select the Role."),
        ("stage_order", json!(9), "Please select the Stage Order."),
        ("branch_level", json!(2), "Please select the Branch Level."),
        ("pos_y", json!(-0.01), "Please enter the position on the Y axis."),
        ("icon", json!(""), "Please enter the Icon."),
    ] {
        let mut body = stage(&procedure, 2, "Release");
        body[field] = value;
        client
            .post("data_requests/stage/create/", &body)
            .refuses_field(400, field, message);
        client
            .put(&format!("data_requests/stage/{}/", stages[0]), &body)
            .refuses_field(400, field, message);
    }
    let link = |body: Value| client.post("data_requests/next_stage/", &body);
    link(json!({})).refuses_field(400, "current_stage", "Please enter the Current Stage.");
    link(json!({ "current_stage": 999_999, "next": stages[0] })).refuses_field(
        400,
        "current_stage",
        "Please enter the Current Stage.",
    );
    link(json!({ "current_stage": stages[0], "next": null })).refuses_field(
        400,
        "next",
        "Please enter the NextStage.",
    );
    let (_, others, links) = add_linear_procedure(&client, "Slow track");
    link(json!({ "current_stage": stages[0], "next": others[1] })).refuses_field(
        400,
        "next",
        "Both stages must belong to the same Approval Procedure.",
    );
    client
        .put(
            &format!("data_requests/next_stage/{}/", links[0]),
            &json!({ "current_stage": stages[0], "next": stages[1] }),
        )
        .refuses_field(
            400,
            "current_stage",
            "You can't move a link to another Approval Procedure. Choose stages of its own procedure.",
        );
    for (path, body) in [
        ("stage_type/", json!({ "stage_type": "A", "colour": 1 })),
        ("stage/create/", json!({ "stage_order": "first" })),
    ] {
        assert_eq!(client.post(&format!("data_requests/{path}"), &body).status, 400);
    }
    let taken = json!({ "name": "FAST  track", "description": "Again" });
    client
        .post("data_requests/approval_procedures/", &taken)
        .refuses_field(
            409,
            "name",
            "There is already another Approval Procedure with this name.",
        );
}

fn a_stage_with_a_decision_can_have_a_target(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let (procedure, stages, _) = add_linear_procedure(&client, "Fast track");
    let path = format!("data_requests/stage/{}/", stages[1]);
    let body = |target: Option<Value>| {
        let mut body = stage(&procedure, 2, "Release");
        if let Some(target) = target {
            body["target"] = target;
        }
        body
    };
    for (sent, kept) in [
        (Some(json!(250)), json!(250)),
        (Some(json!(10)), json!(10)),
        (None, json!(10)),
        (Some(Value::Null), Value::Null),
    ] {
        assert_eq!(client.put(&path, &body(sent)).status, 200, "{kept}");
        assert_eq!(client.get(&path).data(200)["target"], kept);
    }
    for wrong in [0, 251] {
        client.put(&path, &body(Some(json!(wrong)))).refuses_field(
            400,
            "target",
            "Enter 1 to 250 working days, or nothing for a stage without a target.",
        );
    }
    let mut requesters = body(Some(json!(10)));
    requesters["role"] = json!(10);
    for answer in [
        client.put(&path, &requesters),
        client.post("data_requests/stage/create/", &requesters),
    ] {
        answer.refuses_field(400, "target", "Only a stage with a decision can have a target.");
    }
    let added = client.post("data_requests/stage/create/", &body(Some(json!(3))));
    assert_eq!(added.data(201)["target"], 3);
}

fn a_procedure_can_have_a_term(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let form =
        |term: Value| json!({ "name": "Fast track", "description": "For small requests", "term": term });
    let months = json!({ "unit": "months", "count": 3 });
    let added = client
        .post("data_requests/approval_procedures/", &form(months.clone()))
        .data(201);
    assert_eq!(added["term"], months);
    let path = format!(
        "data_requests/approval_procedures/{}/",
        added["approval_procedure_id"]
    );
    let term = |body: &Value| {
        assert_eq!(client.put(&path, body).status, 200);
        client.get(&path).data(200)["term"].clone()
    };
    let without = json!({ "name": "Fast track", "description": "For small requests" });
    assert_eq!(term(&without), months, "it is kept");
    let weeks = json!({ "unit": "weeks", "count": 260 });
    assert_eq!(term(&form(weeks.clone())), weeks);
    assert_eq!(term(&form(Value::Null)), Value::Null);
    client
        .put(&path, &form(json!({ "unit": "months", "count": 61 })))
        .refuses_field(
            400,
            "term",
            "Enter 1 to 60 months, or nothing for a procedure without a term.",
        );
    for wrong in [
        json!(3),
        json!({ "unit": "days", "count": 3 }),
        json!({ "unit": "weeks" }),
        json!({ "unit": "weeks", "count": 3, "extra": 1 }),
    ] {
        assert_eq!(client.put(&path, &form(wrong.clone())).status, 400, "{wrong}");
    }
    let history = client.get("data_requests/approval_procedures/history/").data(200);
    let lines: Vec<_> = history.as_array().unwrap()[..2]
        .iter()
        .map(|change| change["lines"][0].clone())
        .collect();
    assert_eq!(
        lines,
        ["Term 260 weeks became none.", "Term 3 months became 260 weeks."]
    );
}

fn a_procedure_can_have_a_completion_window(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let form = |weeks: Value| {
        json!({
            "name": "Fast track", "description": "For small requests", "completion_window": weeks,
        })
    };
    let added = client
        .post("data_requests/approval_procedures/", &form(json!(4)))
        .data(201);
    assert_eq!(added["completion_window"], 4);
    let path = format!(
        "data_requests/approval_procedures/{}/",
        added["approval_procedure_id"]
    );
    let window = |body: &Value| {
        assert_eq!(client.put(&path, body).status, 200);
        client.get(&path).data(200)["completion_window"].clone()
    };
    let without = json!({ "name": "Fast track", "description": "For small requests" });
    assert_eq!(window(&without), 4, "it is kept");
    assert_eq!(window(&form(json!(12))), 12);
    assert_eq!(window(&form(Value::Null)), Value::Null);
    for wrong in [0, 13] {
        client.put(&path, &form(json!(wrong))).refuses_field(
            400,
            "completion_window",
            "Enter 1 to 12 weeks, or nothing if requests are never recalled for want of an answer.",
        );
    }
    assert_eq!(client.put(&path, &form(json!("4"))).status, 400);
    let history = client.get("data_requests/approval_procedures/history/").data(200);
    assert_eq!(history[0]["lines"][0], "Completion window 12 weeks became none.");
}

fn referenced_records_cannot_be_deleted(server: &TestServer) {
    let client = super_user(&Installation::new(server));
    let (procedure, stages, links) = add_linear_procedure(&client, "Fast track");
    let own = client
        .post("data_requests/stage_type/", &json!({ "stage_type": "Appeal" }))
        .data(201)["stage_type_id"]
        .clone();
    let mut appeal = stage(&procedure, 2, "Hearing");
    appeal["stage_type"] = own.clone();
    let hearing = client.post("data_requests/stage/create/", &appeal).data(201)["stage_id"].clone();
    let delete =
        |path: &str, id: &Value| client.call("DELETE", &format!("data_requests/{path}/{id}/"), &json!({}));
    delete("stage_type", &own).refuses(
        409,
        "The stage type \"Appeal\" cannot be deleted, because it is used by the stage \"Hearing\" of the approval \
         procedure \"Fast track\".",
    );
    delete("stage", &stages[1]).refuses(
        409,
        "The stage \"Release\" cannot be deleted, because it is used by the next stage link from \"Created\" to \
         \"Release\", the next stage link from \"Release\" to \"Feedback\".",
    );
    let answer = delete("approval_procedures", &procedure);
    assert_eq!(answer.status, 409);
    assert!(
        answer.json()["message"]
            .as_str()
            .unwrap()
            .contains("the stage \"Release\"")
    );
    let (other, ..) = add_linear_procedure(&client, "Slow track");
    client
        .put(
            &format!("data_requests/stage/{}/", stages[1]),
            &stage(&other, 2, "Release"),
        )
        .refuses(
            409,
            "The stage \"Release\" cannot move to another approval procedure, because it is used by the next stage \
             link from \"Created\" to \"Release\", the next stage link from \"Release\" to \"Feedback\".",
        );
    for link in &links {
        assert_eq!(delete("next_stage", link).status, 204);
    }
    for stage in stages.iter().chain([&hearing]) {
        assert_eq!(delete("stage", stage).status, 204);
    }
    assert_eq!(delete("stage_type", &own).status, 204);
    assert_eq!(delete("approval_procedures", &procedure).status, 204);
    assert_eq!(delete("approval_procedures", &procedure).status, 404);
}

fn built_in_stage_types_cannot_be_changed(server: &TestServer) {
    const STAY: &str = "The stage types Initial, Junction and Terminal are built in and cannot be changed.";
    let client = super_user(&Installation::new(server));
    let types = client.get("data_requests/stage_type/").data(200);
    assert_eq!(
        types[0],
        json!({
            "stage_type_id": 1, "stage_type": "Initial", "built_in": true, "roles": [10], "row_version": 1,
        })
    );
    for id in 1..=3 {
        let path = format!("data_requests/stage_type/{id}/");
        client
            .put(&path, &json!({ "stage_type": "Beginning" }))
            .refuses(409, STAY);
        client.call("DELETE", &path, &json!({})).refuses(409, STAY);
    }
    let add = |name: &str| client.post("data_requests/stage_type/", &json!({ "stage_type": name }));
    let added = add("Appeal");
    assert_eq!(added.json()["message"], "Successfully created a stage type");
    let path = format!("data_requests/stage_type/{}/", added.data(201)["stage_type_id"]);
    assert_eq!(client.put(&path, &json!({ "stage_type": "Hearing" })).status, 200);
    assert_eq!(client.get(&path).data(200)["stage_type"], "Hearing");
    for taken in ["hearing", "JUNCTION"] {
        add(taken).refuses_field(
            409,
            "stage_type",
            "There is already another Stage Type with this name.",
        );
    }
    client
        .put(&path, &json!({ "stage_type": "initial" }))
        .refuses(409, "There is already another Stage Type with this name.");
}

fn callers_who_lost_the_super_user_role_are_refused(server: &TestServer) {
    use aditus_application::access::AccessError;
    use aditus_application::accounts::authenticate;
    use aditus_application::procedures::editing::Error;
    use aditus_application::procedures::stage_types::StageTypeRecords;
    use aditus_application::records::{self, add};
    use aditus_domain::roles::StatusChange;
    let installation = Installation::new(server);
    let sara = installation.person("Sara", Role::SuperUser);
    installation.person("Tara", Role::SuperUser);
    let answer = server.guest().post(
        "users/signin/",
        &json!({ "username": sara.email, "password": crate::people::PASSWORD }),
    );
    let token = answer.json()["user"]["token"].as_str().unwrap().to_owned();
    let caller = authenticate::execute(&server.ports, &token).unwrap();
    server.write(|transaction| {
        let change = StatusChange {
            assigned_role: sara.assigned_role,
            from: RoleStatus::Activated,
            to: RoleStatus::Revoked,
            by: sara.user,
            reason: None,
            at: server.ports.clock.now(),
        };
        transaction.roles().change(sara.user, &change).unwrap();
    });
    let refused = add::<StageTypeRecords>(&server.ports, &caller, "Appeal".to_owned());
    assert!(
        matches!(
            refused,
            Err(Error::Record(records::Error::Access(AccessError::Role)))
        ),
        "{refused:?}"
    );
}
