//! `POST data_requests/` and `data_requests/drafts/`: drafts, which only their owners can access.

use aditus_domain::roles::{Role, RoleStatus};
use serde_json::{Value, json};

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person, table, variable};
use crate::server::TestServer;
use crate::submission::{PDF, PNG, complete, drafted, file, named_file, submitted, typed, upload};

on_both_databases!(
    a_draft_comes_back_as_it_was_typed,
    a_draft_of_the_specification_is_created,
    a_save_from_an_outdated_version_conflicts,
    the_twenty_first_draft_is_refused,
    a_draft_of_another_person_does_not_exist,
    invalid_drafts_are_refused_with_the_field,
    a_draft_that_is_far_too_large_is_refused,
    a_draft_with_a_file_of_another_draft_or_one_twice_is_refused,
    all_variables_of_a_draft_are_returned_in_one_answer,
    submitting_a_draft_moves_its_files_and_deletes_it,
    a_submission_with_a_file_of_another_draft_is_refused,
    a_draft_is_submitted_in_any_of_its_owners_roles,
    a_draft_can_be_created_from_an_earlier_request,
    a_retried_long_draft_is_created_once,
);

fn path(draft: i64) -> String {
    format!("data_requests/drafts/{draft}/")
}

fn with(content: &Value, fields: &Value) -> Value {
    let mut changed = content.clone();
    for (name, value) in fields.as_object().unwrap() {
        changed[name] = value.clone();
    }
    changed
}

#[track_caller]
fn assert_missing(answer: &crate::client::Answer) {
    answer.refuses(404, "This draft no longer exists.");
}

fn a_draft_comes_back_as_it_was_typed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let content = with(
        &typed(&installation, &ada),
        &json!({
            "needed_on": "soon", "principal_email": "nobody@", "additional_letter": true, "reached": 4,
            "facilities": [3, 5], "purpose_description": "A thesis",
            "filters": { "facility_filter": ["Karrow"], "date_range_filter": { "start_value": "2020", "end_value": null } },
        }),
    );
    let draft = drafted(&ada, &content);
    let stored = ada.client.get(&path(draft)).data(200);
    assert_eq!((&stored["version"], &stored["files"]), (&json!(1), &json!([])));
    let answered = &stored["content"];
    for (name, value) in content.as_object().unwrap() {
        if !["requester", "submitted"].contains(&name.as_str()) && !name.starts_with("list_of") {
            assert_eq!(&answered[name], value, "{name}");
        }
    }
    let first = |list: &str, name: &str| (content[list][0][name].clone(), answered[list][0][name].clone());
    for name in [
        "id",
        "surname",
        "email",
        "identification_type",
        "confidentiality_protocols",
    ] {
        let (sent, read) = first("list_of_staff", name);
        assert_eq!(sent, read, "{name}");
    }
    for name in ["id", "serial_number", "equipment_type", "usage_to"] {
        let (sent, read) = first("list_of_devices", name);
        assert_eq!(sent, read, "{name}");
    }
    let listed = ada.client.get("data_requests/drafts/").json();
    assert_eq!(listed["page"]["total"], 1);
    let row = &listed["data"][0];
    assert_eq!(
        (&row["draft_id"], &row["title"], &row["reached"]),
        (&json!(draft), &content["title"], &json!(4))
    );
    let days = |name: &str| {
        let text = row[name].as_str().unwrap();
        chrono::DateTime::parse_from_rfc3339(text).unwrap()
    };
    assert_eq!((days("deleted_on") - days("changed_on")).num_days(), 90);

    // A save replaces the whole content: omitted fields are removed.
    let answer = ada
        .client
        .put(&path(draft), &json!({ "version": 1, "title": "Zinc" }));
    assert_eq!(answer.data(200)["version"], 2);
    let stored = ada.client.get(&path(draft)).data(200);
    assert_eq!(stored["content"]["title"], "Zinc");
    assert_eq!(stored["content"]["needed_on"], Value::Null);
    assert_eq!(ada.client.call("DELETE", &path(draft), &json!({})).status, 204);
    assert_missing(&ada.client.get(&path(draft)));
    assert_eq!(ada.client.get("data_requests/drafts/").json()["page"]["total"], 0);
}

/// Clients of the specification send only a few fields, together with the letter.
fn a_draft_of_the_specification_is_created(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let body = json!({
        "requester": ada.assigned_role.0, "title": "Malaria", "needed_on": "2030-01-31", "protocol_ref_num": "P/1",
        "ethics_doc_path": file("application/pdf", PDF), "ethics_approval_letter": "Yes",
        "data_source_id": installation.source.0, "dataset_description": "Admissions",
        "request_purpose": [{ "purpose": 1, "purpose_description": null }],
    });
    let answer = ada.client.post("data_requests/", &body);
    let begun = answer.data(201);
    assert_eq!(answer.json()["message"], "Data Request Successfully Created");
    assert_eq!(begun.get("request_id"), Some(&Value::Null), "no request yet");
    let draft = ada
        .client
        .get(&path(begun["draft_id"].as_i64().unwrap()))
        .data(200);
    assert_eq!(begun["files"], draft["files"]);
    assert_eq!(draft["content"]["request_purposes"][0]["purpose"], 1);
    assert_eq!(
        draft["content"]["ethics_doc_path"]["file_id"],
        draft["files"][0]["file_id"]
    );
    assert_eq!(draft["files"][0]["mime"], "application/pdf");
    let mut wrong = body;
    wrong["ethics_doc_path"] = file("application/pdf", b"no pdf");
    let refused = ada.client.post("data_requests/", &wrong);
    let message = "Invalid file type. Please upload a PDF or image file. The file of the Ethics Approval Letter is neither.";
    refused.refuses_field(415, "ethics_doc_path", message);
    assert_eq!(server.files.count(), 1);
    let empty = ada.client.post("data_requests/", &json!({ "reached": 1 }));
    empty.refuses_field(400, "title", "Please enter the Data Request Title.");
}

fn a_save_from_an_outdated_version_conflicts(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let second_tab = installation.sign_in(&ada.email);
    let draft = drafted(&ada, &json!({ "title": "First" }));
    let save = |client: &crate::client::Client, version: i64, title: &str| {
        client.put(&path(draft), &json!({ "version": version, "title": title }))
    };
    assert_eq!(save(&second_tab, 1, "There").status, 200);
    server.clock.advance(chrono::TimeDelta::seconds(40));
    let refused = save(&ada.client, 1, "Here");
    let body = refused.refuses(
        409,
        "This draft was saved in another tab or on another device in the meantime. Compare the two, and keep one of them.",
    );
    refused.because("draft_changed");
    let other = &body["draft"];
    assert_eq!(other["stored"]["content"]["title"], "There");
    assert_eq!(other["stored"]["version"], 2);
    assert!(
        other["sent_on"].as_str() > other["stored"]["changed_on"].as_str(),
        "{other}"
    );
    let title = || ada.client.get(&path(draft)).data(200)["content"]["title"].clone();
    assert_eq!(title(), "There");
    assert_eq!(save(&ada.client, 2, "Here").data(200)["version"], 3);
    assert_eq!(title(), "Here");

    // Only one of six concurrent saves from the same version succeeds.
    let (client, save) = (&ada.client, &save);
    let made: usize = std::thread::scope(|scope| {
        let saves: Vec<_> = (0..6)
            .map(|number| scope.spawn(move || save(client, 3, &format!("At once {number}"))))
            .collect();
        let statuses = saves.into_iter().map(|save| save.join().unwrap().status);
        statuses.filter(|status| *status == 200).count()
    });
    assert_eq!(made, 1);
}

fn the_twenty_first_draft_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let drafts: Vec<i64> = (0..20)
        .map(|number| drafted(&ada, &json!({ "title": format!("Draft {number}") })))
        .collect();
    let refused = ada.client.post("data_requests/", &json!({ "title": "One more" }));
    refused.refuses(
        409,
        "You already have 20 drafts. Submit or delete one of them first.",
    );
    assert_eq!(
        ada.client.call("DELETE", &path(drafts[0]), &json!({})).status,
        204
    );
    drafted(&ada, &json!({ "title": "One more" }));
}

fn a_draft_of_another_person_does_not_exist(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let content = json!({ "title": "Malaria" });
    let draft = drafted(&ada, &content);
    let of_file = named_file(&ada, draft, &content);
    let file_path = format!("data_requests/drafts/{draft}/files/{of_file}/");
    for other in [
        installation.person("Eve", Role::DataRequester),
        installation.person("Rhea", Role::DataAccessReviewer),
        installation.person("Sara", Role::SuperUser),
    ] {
        let client = &other.client;
        assert_missing(&client.get(&path(draft)));
        assert_missing(&client.put(&path(draft), &json!({ "version": 1, "title": "Mine" })));
        assert_missing(&client.call("DELETE", &path(draft), &json!({})));
        assert_missing(&client.get(&file_path));
        assert_missing(&client.call("DELETE", &file_path, &json!({})));
        assert_missing(&upload(client, draft, "file_path", PDF));
        assert_eq!(client.get("data_requests/drafts/").json()["page"]["total"], 0);
        // The draft is not readable as a request either.
        let query = format!("data_requests/?request_id={draft}");
        assert_eq!(client.get(&query).status, 404);
    }
    let stored = ada.client.get(&path(draft)).data(200);
    assert_eq!(
        (&stored["version"], &stored["content"]["title"]),
        (&json!(2), &json!("Malaria"))
    );
}

fn invalid_drafts_are_refused_with_the_field(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let put = |body: &Value| ada.client.put(&path(draft), body);
    put(&json!({ "title": "Malaria" })).refuses_field(400, "version", "Version is required.");
    put(&json!({ "version": 1, "title": "x".repeat(20_001) })).refuses_field(
        400,
        "title",
        "Title must not be longer than 20000 characters.",
    );
    let long = ada
        .client
        .post("data_requests/", &json!({ "title": "x".repeat(300) }));
    assert_eq!(long.data(201)["request_id"], Value::Null);
    let pasted = ada.client.post(
        "data_requests/",
        &json!({ "title": "Mal\0aria", "dataset_description": "\u{1b}Fever\u{2028}" }),
    );
    let kept = ada
        .client
        .get(&path(pasted.data(201)["draft_id"].as_i64().unwrap()))
        .data(200);
    assert_eq!(
        (&kept["content"]["title"], &kept["content"]["dataset_description"]),
        (&json!("Malaria"), &json!("Fever\u{2028}"))
    );
    let unknown = put(&json!({ "version": 1, "colour": "blue" }));
    assert_eq!(unknown.status, 400);
    put(&json!({ "version": 1, "file_path": file("application/pdf", PDF) })).refuses_field(
        400,
        "file_path",
        "Upload the file to the files of the draft, and send its `file_id` here.",
    );
    put(&json!({ "version": 1, "file_path": { "file_id": 987_654 } })).refuses_field(
        400,
        "file_path",
        "This file is no longer there. Please upload it again.",
    );
    assert_eq!(ada.client.get(&path(draft)).data(200)["version"], 1);
}

fn a_draft_that_is_far_too_large_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let long = "x".repeat(10 * 1024 * 1024);
    let sent = json!({ "version": 1, "title": "Malaria", "dataset_description": long });
    let refused = ada.client.put(&path(draft), &sent);
    assert_eq!(refused.status, 413, "{}", refused.json());
    // A new draft may contain its files. The limit of its texts is not higher for that.
    let refused = ada.client.post(
        "data_requests/",
        &json!({ "title": "Another", "dataset_description": long }),
    );
    assert_eq!(refused.status, 400);
    assert!(refused.json()["errors"]["dataset_description"].is_array());
    let stored = ada.client.get(&path(draft)).data(200);
    assert_eq!(
        (&stored["version"], &stored["content"]["title"]),
        (&json!(1), &json!("Malaria"))
    );
    assert_eq!(ada.client.get("data_requests/drafts/").json()["page"]["total"], 1);
}

fn a_draft_with_a_file_of_another_draft_or_one_twice_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let content = json!({ "title": "Malaria" });
    let [draft, another] = [(); 2].map(|()| drafted(&ada, &content));
    let of_eve = named_file(&eve, drafted(&eve, &content), &content);
    let of_another = named_file(&ada, another, &content);
    let own = upload(&ada.client, draft, "file_path", PDF).data(201)["file_id"].clone();
    let put = |fields: Value| {
        let body = with(&json!({ "version": 1, "title": "Malaria" }), &fields);
        ada.client.put(&path(draft), &body)
    };
    for file in [of_eve, of_another] {
        put(json!({ "file_path": { "file_id": file } })).refuses_field(
            400,
            "file_path",
            "This file is no longer there. Please upload it again.",
        );
    }
    let file = json!({ "file_id": own });
    let staff = json!([{ "first_name": "Noor", "identification_file_path": file }]);
    put(json!({ "file_path": file, "list_of_staff": staff })).refuses_field(
        400,
        "list_of_staff[0].identification_file_path",
        "A file can be used for one document only. Please upload it again.",
    );
    assert_eq!(ada.client.get(&path(draft)).data(200)["version"], 1);
    assert_eq!(put(json!({ "file_path": file })).data(200)["version"], 2);
    assert_eq!(
        ada.client.get(&path(another)).data(200)["files"][0]["file_id"],
        of_another
    );
}

fn all_variables_of_a_draft_are_returned_in_one_answer(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let offered = server.write(|transaction| {
        let dictionary = transaction.dictionary();
        let wide = dictionary
            .add_tables(installation.source, &[table("wide")])
            .unwrap()[0];
        let rows: Vec<_> = (0..1200)
            .map(|number| (wide, variable("wide", &format!("column_{number:04}"))))
            .collect();
        dictionary.add_variables(&rows).unwrap()
    });
    // Variables keep the order in which they were picked, and a missing one is skipped.
    let mut picked: Vec<i64> = offered.iter().rev().map(|id| id.0).collect();
    picked.insert(5, 9_999_999);
    let content = json!({
        "title": "Wide", "data_source_id": installation.source.0, "dataset_variables": picked,
    });
    let draft = drafted(&ada, &content);
    let query = format!("data_requests/drafts/{draft}/variables/");
    let answered = ada.client.get(&query).data(200);
    assert_eq!(answered["version"], 1);
    let shown = answered["variables"].as_array().unwrap();
    picked.remove(5);
    let ids: Vec<i64> = shown
        .iter()
        .filter_map(|shown| shown["var_id"].as_i64())
        .collect();
    assert_eq!(ids, picked);
    assert_eq!(
        (&shown[0]["var_name"], &shown[0]["tbl_name"]),
        (&json!("column_1199"), &json!("wide"))
    );
    assert_missing(&eve.client.get(&query));
    let nothing = drafted(&ada, &json!({ "title": "Nothing picked" }));
    let answered = ada
        .client
        .get(&format!("data_requests/drafts/{nothing}/variables/"))
        .data(200);
    assert_eq!(answered["variables"], json!([]));
}

/// Creates a complete draft with its files. Returns its id and the payload of its submission.
fn ready(installation: &Installation<'_>, ada: &Person) -> (i64, Value) {
    let draft = drafted(ada, &typed(installation, ada));
    let mut payload = complete(installation, ada);
    let sent = |field: &str, bytes: &[u8]| {
        let file = upload(&ada.client, draft, field, bytes).data(201);
        json!({ "file_id": file["file_id"] })
    };
    payload["ethics_doc_path"] = sent("ethics_doc_path", PDF);
    payload["file_path"] = sent("file_path", PDF);
    payload["list_of_staff"][0]["identification_file_path"] = sent("identification_file_path", PNG);
    payload["draft_id"] = json!(draft);
    (draft, payload)
}

fn submitting_a_draft_moves_its_files_and_deletes_it(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let (draft, payload) = ready(&installation, &ada);
    let mut faulty = payload.clone();
    faulty["title"] = json!("");
    let refused = ada.client.post("data_requests/submit/", &faulty);
    refused.refuses_field(400, "title", "Please enter the Data Request Title.");
    assert_eq!(
        ada.client.get(&path(draft)).data(200)["files"]
            .as_array()
            .unwrap()
            .len(),
        3
    );

    let id = ada.client.post("data_requests/submit/", &payload).data(201)["request_id"].clone();
    assert_missing(&ada.client.get(&path(draft)));
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let key = detail["ethics_doc_path"].as_str().unwrap();
    let letter = ada
        .client
        .get(&format!("data_requests/retrieve_file/{key}"))
        .json();
    assert_eq!(letter["data"]["size"], PDF.len());
    assert_eq!(server.files.count(), 3);
    ada.client.post("data_requests/submit/", &payload).refuses(
        404,
        "This draft no longer exists. It was submitted or deleted elsewhere.",
    );
    assert_eq!(ada.client.get("data_requests/").json()["page"]["total"], 1);
}

fn a_submission_with_a_file_of_another_draft_is_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    staff(&installation);
    let (_, payload) = ready(&installation, &ada);
    let (theirs, of_eve) = ready(&installation, &eve);
    let submit = |body: &Value| ada.client.post("data_requests/submit/", body);
    let gone = "This file is no longer there. Please upload it again.";
    let changed = with(&payload, &json!({ "file_path": of_eve["file_path"] }));
    submit(&changed).refuses_field(400, "file_path", gone);
    let changed = with(&payload, &json!({ "draft_id": theirs }));
    assert_eq!(submit(&changed).status, 404);
    let changed = with(&payload, &json!({ "draft_id": null }));
    submit(&changed).refuses_field(400, "ethics_doc_path", gone);
    let both = json!({ "file_id": payload["file_path"]["file_id"], "data": "JVBERi0=" });
    let changed = with(&payload, &json!({ "file_path": both }));
    submit(&changed).refuses_field(
        400,
        "file_path",
        "Send the content of the file, or the id of an uploaded one.",
    );
    assert_eq!(server.files.count(), 6);
    // The payload may contain files that were not uploaded before.
    let changed = with(&payload, &json!({ "file_path": file("application/pdf", PDF) }));
    submit(&changed).data(201);
    assert_eq!(server.files.count(), 6);
    assert_eq!(eve.client.get(&path(theirs)).status, 200);
}

fn a_draft_is_submitted_in_any_of_its_owners_roles(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let second = installation.organisation("Harbour Institute", &[Role::DataRequester]);
    let (in_second, _) = installation.assign(ada.user, second, Role::DataRequester, RoleStatus::Activated);
    let (draft, payload) = ready(&installation, &ada);
    assert_eq!(ada.client.get("data_requests/drafts/").json()["page"]["total"], 1);
    let other_role = with(&payload, &json!({ "requester": in_second.0 }));
    ada.client.post("data_requests/submit/", &other_role).data(201);
    assert_missing(&ada.client.get(&path(draft)));
}

fn a_draft_can_be_created_from_an_earlier_request(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    staff(&installation);
    let request = json!({ "request_id": submitted(&installation, &ada) });
    let begun = ada.client.post("data_requests/drafts/", &request).data(201);
    let draft = ada
        .client
        .get(&path(begun["draft_id"].as_i64().unwrap()))
        .data(200);
    let content = &draft["content"];
    assert_eq!(content["title"], "Waiting times in maternity wards");
    assert_eq!(content["dataset_variables"].as_array().unwrap().len(), 3);
    assert_eq!(content["list_of_staff"][0]["surname"], "Achieng");
    assert_eq!(
        (
            &content["needed_on"],
            &content["list_of_devices"][0]["usage_from"]
        ),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(draft["files"], json!([]));
    eve.client
        .post("data_requests/drafts/", &request)
        .refuses(404, "This Data Request does not exist.");
}

/// If the answer to the first call is lost, the second call gets it.
fn a_retried_long_draft_is_created_once(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let picked: Vec<i64> = (0..5_000).map(|number| 1_000_000_000_000_000 + number).collect();
    let content = json!({ "title": "Wide", "dataset_variables": picked });
    let headers = [("idempotency-key", "\"one-draft\"")];
    let begin = || {
        ada.client
            .call_with("POST", "data_requests/", &headers, &content)
            .data(201)
    };
    assert_eq!(begin(), begin());
    assert_eq!(ada.client.get("data_requests/drafts/").json()["page"]["total"], 1);
}
