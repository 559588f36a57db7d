//! `data_requests/patch/…`, `data_handling_devices/`, `staff_shared/` and related calls: edits of a
//! submitted request.

use aditus_domain::dictionary::DataSource;
use aditus_domain::ids::DataSourceId;
use aditus_domain::roles::Role;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::main_job::{decide, decision, own_state, staff};
use crate::on_both_databases;
use crate::people::{Installation, Person};
use crate::server::TestServer;
use crate::submission::{PDF, PNG, file, submitted};

on_both_databases!(
    answers_are_edited_on_demand_of_a_reviewer,
    documents_are_edited_on_demand_of_a_reviewer,
    devices_are_added_edited_and_deleted,
    staff_are_added_edited_and_deleted,
    edits_without_a_demand_are_refused,
    a_denied_request_is_open_to_its_owner_and_to_super_users,
    an_invalid_edit_is_refused_with_the_reason,
    an_invalid_document_or_row_is_refused_with_the_reason,
    a_source_of_another_custody_waits_for_a_recall,
    concurrent_edits_conflict,
    an_edit_voids_outstanding_codes,
    an_edit_is_possible_when_the_48_hours_have_ended,
    an_edit_notifies_the_author_of_the_comment,
);

pub const NOT_ASKED: &str = "You may edit this section once a reviewer has asked for it.";
pub const CHANGED: &str = "This Data Request has changed since you opened it. Review it again.";
const UPDATED: &str = "You have successfully updated your Data Request";

const PRINCIPAL: &str = "Principal investigator / Organization Key Contact Person Details";
pub const ETHICS: &str = "Is approval letter by the Ethics Committee attached?";
const AGREEMENT: &str = "Is Data Sharing Agreement Attached?";
const FORMAT: &str = "Data format requested";
pub const SOURCE: &str = "Specify data source (HIS sub-system in question)";
pub const DEVICES: &str = "Has the List of Devices Form been filed?";
pub const STAFF: &str = "Has the List of Staff Form been filed?";

/// A request at the stage of its first reviewer.
pub struct Board<'a> {
    pub installation: Installation<'a>,
    pub ada: Person,
    pub staff: Vec<Person>,
    pub request: i64,
    pub state: i64,
}

impl<'a> Board<'a> {
    pub fn new(server: &'a TestServer) -> Self {
        let installation = Installation::new(server);
        let ada = installation.person("Ada", Role::DataRequester);
        let staff = staff(&installation);
        let request = submitted(&installation, &ada);
        let state = own_state(&staff[0], request)["state_id"].as_i64().unwrap();
        Self {
            installation,
            ada,
            staff,
            request,
            state,
        }
    }

    /// Adds a comment of the reviewer that demands action on this section. Returns its id.
    pub fn asks_for(&self, section: &str) -> i64 {
        self.add_comment(section, true)
    }

    fn add_comment(&self, section: &str, action_required: bool) -> i64 {
        let body = json!({
            "request_state": self.state,
            "comment": "Please complete it",
            "section": section,
            "author": self.staff[0].assigned_role.0,
            "data_request": self.request,
            "action_required": action_required,
        });
        let added = self.staff[0]
            .client
            .post("data_requests/statecomment/add/", &body);
        added.data(201)["comment_id"].as_i64().unwrap()
    }

    pub fn resolve(&self, comment: i64) {
        let path = format!("data_requests/statecomment/update/{comment}/");
        let answer = self.ada.client.patch(&path, &json!({ "resolved": true }));
        assert_eq!(answer.status, 200, "{}", answer.json());
    }

    fn detail_for(&self, person: &Person) -> Value {
        let path = format!("data_requests/?request_id={}", self.request);
        person.client.get(&path).data(200)
    }

    pub fn detail(&self) -> Value {
        self.detail_for(&self.ada)
    }

    fn patch(&self, person: &Person, body: &Value) -> Answer {
        let path = format!("data_requests/patch/data_request/{}/", self.request);
        person.client.patch(&path, body)
    }

    fn patch_documents(&self, person: &Person, body: &Value) -> Answer {
        let path = format!("data_requests/patch/data_request_docs/{}/", self.request);
        person.client.patch(&path, body)
    }

    fn list(&self, path: &str) -> Value {
        self.ada
            .client
            .get(&format!("data_requests/{path}/?request_id={}", self.request))
            .data(200)
    }

    fn first_id(&self, path: &str, id: &str) -> i64 {
        self.list(path)[0][id].as_i64().unwrap()
    }

    /// Returns the person's permissions for an editable section.
    fn may_edit(&self, person: &Person, section: &str) -> Value {
        let detail = self.detail_for(person);
        let of_section = |edit: &&Value| edit["section"] == section;
        let sections = detail["acting"]["edit"].as_array().unwrap();
        assert_eq!(sections.len(), 7);
        sections.iter().find(of_section).unwrap().clone()
    }
}

fn notifications(person: &Person) -> Vec<String> {
    let unread = person.client.get("notifications/user-notifications/").data(200);
    let messages = unread.as_array().unwrap().iter();
    messages
        .map(|one| one["message"].as_str().unwrap().to_owned())
        .collect()
}

pub fn with(mut body: Value, fields: Value) -> Value {
    let fields = match fields {
        Value::Object(fields) => fields,
        other => panic!("no fields: {other}"),
    };
    body.as_object_mut().unwrap().extend(fields);
    body
}

fn principal() -> Value {
    json!({
        "principal_fname": "Grace", "principal_sname": "Auma", "principal_email": "grace@people.example",
        "principal_phone": "+256772000222", "principal_occupation": "Professor",
        "principal_institution": "Institute of Public Health",
    })
}

pub fn device(board: &Board<'_>) -> Value {
    let needed_on = board.detail()["needed_on"].as_str().unwrap().to_owned();
    json!({
        "equipment_name": "Field tablet", "equipment_type": 7, "serial_number": "SN-0043",
        "used_by": "Noor Achieng", "organisation": "Institute of Public Health",
        "usage_from": needed_on, "usage_to": "2099-01-01",
    })
}

pub fn member() -> Value {
    json!({
        "first_name": "Iman", "surname": "Otieno", "phone": "+256772000333", "email": "iman@people.example",
        "identification_type": "National ID", "identification_number": "N-77",
        "position_in_organisation": "Analyst", "confidentiality_protocols": true,
    })
}

fn answers_are_edited_on_demand_of_a_reviewer(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(PRINCIPAL);
    assert_eq!(
        board.may_edit(&board.ada, PRINCIPAL),
        json!({ "section": PRINCIPAL, "may_edit": true, "comment_id": comment, "why_not": null })
    );
    let version = board.detail()["version"].as_i64().unwrap();
    let answer = board.patch(
        &board.ada,
        &with(principal(), json!({ "comment_id": comment, "version": version })),
    );
    let since = answer.data(200)["version"].as_i64().unwrap();
    assert_eq!(answer.json()["message"], UPDATED);
    let detail = board.detail();
    assert_eq!(
        (
            &detail["principal_fname"],
            &detail["isPrincipal"],
            &detail["version"]
        ),
        (&json!("Grace"), &json!(false), &json!(since))
    );
    assert!(since > version);

    let comment = board.asks_for(FORMAT);
    let period = json!({
        "data_format": "Direct access", "direct_access_from": "2030-01-01", "direct_access_to": "2030-03-01",
        "comment_id": comment,
    });
    assert_eq!(board.patch(&board.ada, &period).status, 200);
    let detail = board.detail();
    assert_eq!(detail["direct_access_to"], "2030-03-01");
    let forever = json!({
        "data_format": "Direct access", "direct_access_from": null, "direct_access_to": null,
        "no_date_limit": true, "comment_id": comment, "resolve": true,
    });
    assert_eq!(board.patch(&board.ada, &forever).status, 200);
    let detail = board.detail();
    assert_eq!(
        (&detail["no_date_limit"], &detail["direct_access_from"]),
        (&json!(true), &Value::Null)
    );
    let comments = board
        .ada
        .client
        .get(&format!("data_requests/statecomment/list/{}/", board.request))
        .data(200);
    let resolved: Vec<bool> = comments
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["resolved"].as_bool().unwrap())
        .collect();
    assert_eq!(resolved, [false, true], "only what was resolved with the edit is");
    assert_eq!(
        board.may_edit(&board.ada, FORMAT),
        json!({ "section": FORMAT, "may_edit": false, "comment_id": null, "why_not": NOT_ASKED })
    );
    let history = board.patch(&board.ada, &forever);
    history.refuses(403, &format!("The comment is already resolved. {NOT_ASKED}"));
}

fn documents_are_edited_on_demand_of_a_reviewer(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(ETHICS);
    let before = board.detail();
    let body = json!({
        "ethics_committee": 2, "protocol_ref_num": "IRB/2026/018", "ethics_doc_path1": file("image/png", PNG),
        "additional_ethics_committee_name": "Halden Review Board",
        "additional_IRB_file_path1": file("application/pdf", PDF), "comment_id": comment,
    });
    let answer = board.patch_documents(&board.ada, &body);
    assert_eq!(answer.json()["message"], UPDATED);
    let detail = board.detail();
    assert_eq!(detail["protocol_ref_num"], "IRB/2026/018");
    assert_eq!(detail["additional_ethics_committee_name"], "Halden Review Board");
    assert_ne!(detail["ethics_doc_path"], before["ethics_doc_path"]);
    assert!(detail["additional_IRB_file_path"].is_string());
    let readable = |path: &Value| {
        let path = format!("data_requests/retrieve_file/{}", path.as_str().unwrap());
        board.staff[0].client.get(&path).status
    };
    assert_eq!(readable(&detail["ethics_doc_path"]), 200);
    assert_eq!(
        readable(&before["ethics_doc_path"]),
        200,
        "reviewers can still open what they decided on"
    );

    let kept = json!({
        "ethics_committee": 2, "protocol_ref_num": "IRB/2026/019", "keep_ethics_doc": true,
        "additional_ethics_committee_name": "None", "comment_id": comment,
    });
    assert_eq!(board.patch_documents(&board.ada, &kept).status, 200);
    let since = board.detail();
    assert_eq!(since["ethics_doc_path"], detail["ethics_doc_path"]);
    assert_eq!(since["additional_IRB_file_path"], Value::Null);

    let comment = board.asks_for(AGREEMENT);
    let signed = json!({ "file_path1": file("image/png", PNG), "comment_id": comment });
    assert_eq!(board.patch_documents(&board.ada, &signed).status, 200);
    assert_ne!(board.detail()["file_path"], before["file_path"]);

    let comment = board.asks_for(SOURCE);
    let form = json!({ "data_specs_path1": file("application/pdf", PDF), "comment_id": comment });
    assert_eq!(board.patch_documents(&board.ada, &form).status, 200);
    assert!(board.detail()["data_specs_path"].is_string());
}

fn devices_are_added_edited_and_deleted(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(DEVICES);
    let terms = json!({ "request": board.request, "comment_id": comment });
    let added = board.ada.client.post(
        "data_requests/data-handling-device/",
        &with(device(&board), terms.clone()),
    );
    let second = added.data(201)["device_id"].as_i64().unwrap();
    assert_eq!(
        added.json()["message"],
        "You have successfully added a device to your List of Devices"
    );
    let listed = board.list("data_handling_devices");
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert_eq!(listed, board.detail()["list_of_devices"]);
    assert_eq!(listed[1]["equipment_type"]["equipment_type"], "Tablet");

    let first = board.first_id("data_handling_devices", "device_id");
    let path = format!("data_requests/patch/data_handling_devices/{first}/");
    let renamed = with(
        device(&board),
        json!({ "equipment_name": "Server", "device_id": first }),
    );
    let answer = board.ada.client.patch(&path, &with(renamed, terms.clone()));
    assert_eq!(
        answer.json()["message"],
        "You have successfully updated your List of Devices"
    );
    assert_eq!(board.list("data_handling_devices")[0]["equipment_name"], "Server");

    let delete = |id: i64| {
        let path = format!("data_requests/soft_delete/data_handling_devices/{id}/?comment_id={comment}");
        board.ada.client.send("PATCH", &path, None, b"")
    };
    let deletion = format!("data_requests/soft_delete/data_handling_devices/{first}/?comment_id={comment}");
    board
        .ada
        .client
        .patch(&deletion, &json!({ "is_deleted": true }))
        .refuses_field(400, "is_deleted", "There is no field `is_deleted` here.");
    let gone = delete(first);
    assert_eq!((gone.status, gone.bytes.len()), (204, 0));
    let left = board.list("data_handling_devices");
    assert_eq!(
        (left.as_array().unwrap().len(), &left[0]["device_id"]),
        (1, &json!(second))
    );
    assert_eq!(board.detail()["list_of_devices"], left);
    delete(first).refuses(404, "This device does not exist.");
    board
        .ada
        .client
        .patch(&path, &with(device(&board), terms))
        .refuses(404, "This device does not exist.");
    delete(second).refuses(
        409,
        "A Data Request needs at least one device. Add another one before you delete this one.",
    );
}

fn staff_are_added_edited_and_deleted(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(STAFF);
    let terms = json!({ "request": board.request, "comment_id": comment });
    let with_file = with(
        member(),
        json!({ "identification_file_path": file("application/pdf", PDF) }),
    );
    let added = board
        .ada
        .client
        .post("data_requests/staff-shared/", &with(with_file, terms.clone()));
    let second = added.data(201)["staff_shared_id"].as_i64().unwrap();
    assert_eq!(
        added.json()["message"],
        "You have successfully added a staff to your List of Staff"
    );
    let listed = board.list("staff_shared");
    assert_eq!(listed, board.detail()["list_of_staff"]);
    let identification = listed[1]["identification_file_path"].clone();
    assert!(identification.is_string());

    let path = format!("data_requests/patch/staff_shared/{second}/");
    let moved = with(
        member(),
        json!({ "position_in_organisation": "Head of analysis" }),
    );
    let answer = board.ada.client.patch(&path, &with(moved, terms.clone()));
    assert_eq!(
        answer.json()["message"],
        "You have successfully updated your List of Staff"
    );
    let edited = board.list("staff_shared");
    assert_eq!(edited[1]["position_in_organisation"], "Head of analysis");
    assert_eq!(edited[1]["identification_file_path"], identification, "it stays");

    let other_type = with(member(), json!({ "identification_type": "Passport" }));
    board
        .ada
        .client
        .patch(&path, &with(other_type, terms.clone()))
        .refuses_field(400, "identification_file_path", "Please upload the Passport");
    let careless = with(member(), json!({ "confidentiality_protocols": false }));
    assert_eq!(board.ada.client.patch(&path, &with(careless, terms)).status, 400);

    let delete = |id: i64| {
        let path = format!("data_requests/soft_delete/staff_shared/{id}/?comment_id={comment}");
        board.ada.client.send("PATCH", &path, None, b"")
    };
    let path = format!("data_requests/soft_delete/staff_shared/{second}/?comment_id={comment}");
    let client = &board.ada.client;
    client.patch(&path, &json!({ "is_deleted": true })).refuses_field(
        400,
        "is_deleted",
        "There is no field `is_deleted` here.",
    );
    assert_eq!(client.patch(&path, &json!({})).status, 204);
    delete(second).refuses(404, "This staff member does not exist.");
    let left = board.list("staff_shared");
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert_eq!(board.detail()["list_of_staff"], left);
    let documents = board.detail()["documents"].clone();
    let is_of_second = |document: &Value| document["path"] == identification;
    assert!(!documents.as_array().unwrap().iter().any(is_of_second));
    delete(left[0]["staff_shared_id"].as_i64().unwrap()).refuses(
        409,
        "A Data Request needs at least one staff member. Add another one before you delete this one.",
    );
}

fn edits_without_a_demand_are_refused(server: &TestServer) {
    let board = Board::new(server);
    let sara = board.installation.person("Sara", Role::SuperUser);
    let eve = board.installation.person("Eve", Role::DataRequester);
    let patch = |person: &Person, comment: Value| {
        board.patch(person, &with(principal(), json!({ "comment_id": comment })))
    };
    patch(&board.ada, Value::Null).refuses(403, NOT_ASKED);
    let files = server.files.count();
    board
        .patch_documents(&board.ada, &json!({ "file_path1": file("application/pdf", PDF) }))
        .refuses(403, NOT_ASKED);
    assert_eq!(server.files.count(), files);

    let plain = board.add_comment(PRINCIPAL, false);
    patch(&board.ada, json!(plain)).refuses(403, NOT_ASKED);
    let other_section = board.asks_for(FORMAT);
    patch(&board.ada, json!(other_section))
        .refuses(403, &format!("The comment is about another section. {NOT_ASKED}"));
    let asked = board.asks_for(PRINCIPAL);
    for reader in [&sara, &board.staff[0], &board.staff[5]] {
        patch(reader, json!(asked)).refuses(403, NOT_ASKED);
        assert_eq!(board.may_edit(reader, PRINCIPAL)["may_edit"], false);
    }
    patch(&eve, json!(asked)).refuses(404, "This Data Request does not exist.");
    let own = submitted(&board.installation, &eve);
    let foreign = eve.client.patch(
        &format!("data_requests/patch/data_request/{own}/"),
        &with(principal(), json!({ "comment_id": asked })),
    );
    foreign.refuses(
        403,
        &format!("This Data Request has no such comment. {NOT_ASKED}"),
    );
    let device = board.first_id("data_handling_devices", "device_id");
    let stolen = eve.client.send(
        "PATCH",
        &format!("data_requests/soft_delete/data_handling_devices/{device}/"),
        None,
        b"",
    );
    stolen.refuses(404, "This device does not exist.");

    board.resolve(asked);
    patch(&board.ada, json!(asked)).refuses(403, &format!("The comment is already resolved. {NOT_ASKED}"));
    board.resolve(other_section);
    let open = board.asks_for(PRINCIPAL);
    server.clock.advance(TimeDelta::hours(49));
    let renewed = board.installation.sign_in(&board.ada.email);
    for person in &board.staff {
        let again = Person {
            client: board.installation.sign_in(&person.email),
            ..person.clone()
        };
        decide(server, &again, board.request, true);
    }
    let call = format!("data_requests/patch/data_request/{}/", board.request);
    renewed
        .patch(&call, &with(principal(), json!({ "comment_id": open })))
        .refuses(403, NOT_ASKED);
}

fn a_denied_request_is_open_to_its_owner_and_to_super_users(server: &TestServer) {
    let board = Board::new(server);
    let sara = board.installation.person("Sara", Role::SuperUser);
    decide(server, &board.staff[0], board.request, false);
    for person in [&board.ada, &sara] {
        for section in [PRINCIPAL, ETHICS, AGREEMENT, FORMAT, SOURCE, DEVICES, STAFF] {
            assert_eq!(
                board.may_edit(person, section),
                json!({ "section": section, "may_edit": true, "comment_id": null, "why_not": null })
            );
        }
    }
    assert_eq!(board.may_edit(&board.staff[0], FORMAT)["may_edit"], false);
    let format = |name: &str| json!({ "data_format": name });
    assert_eq!(board.patch(&board.ada, &format("Paper-based")).status, 200);
    assert_eq!(board.patch(&sara, &principal()).status, 200);
    board
        .patch(&board.staff[0], &format("Electronic"))
        .refuses(403, NOT_ASKED);
    let messages = notifications(&board.ada);
    assert!(
        messages[0].starts_with("A Super User edited a section of your Data Request REQ"),
        "{messages:?}"
    );
    let added = sara.client.post(
        "data_requests/data-handling-device/",
        &with(device(&board), json!({ "request": board.request })),
    );
    assert_eq!(added.status, 201, "{}", added.json());
    board
        .patch(
            &board.ada,
            &with(format("Electronic"), json!({ "resolve": true })),
        )
        .refuses_field(400, "resolve", "Say which comment to mark as resolved.");

    let recalled = submitted(&board.installation, &board.ada);
    let recall = json!({ "request_id": recalled });
    assert_eq!(
        board
            .ada
            .client
            .put("data_requests/cancel_request/", &recall)
            .status,
        200
    );
    let path = format!("data_requests/patch/data_request/{recalled}/");
    assert_eq!(board.ada.client.patch(&path, &principal()).status, 200);
    sara.client.patch(&path, &principal()).refuses(403, NOT_ASKED);
}

fn an_invalid_edit_is_refused_with_the_reason(server: &TestServer) {
    let board = Board::new(server);
    decide(server, &board.staff[0], board.request, false);
    let before = board.detail();
    let refused = |fields: Value, field: &str, message: &str| {
        board
            .patch(&board.ada, &fields)
            .refuses_field(400, field, message);
    };
    for (field, message) in [
        ("principal_fname", "First Name is required."),
        ("principal_sname", "Surname is required."),
        ("principal_email", "Email is required."),
        ("principal_phone", "Phone is required."),
        ("principal_occupation", "Occupation is required."),
        ("principal_institution", "Institution is required."),
    ] {
        refused(with(principal(), json!({ field: "" })), field, message);
    }
    refused(
        with(principal(), json!({ "principal_email": "grace@people" })),
        "principal_email",
        "Enter a valid email.",
    );
    refused(
        json!({ "data_format": "Direct access", "direct_access_to": "2030-01-01" }),
        "direct_access_from",
        "Direct Access From is required.",
    );
    refused(
        json!({ "data_source": 999_999 }),
        "data_source",
        "This Data Source is not available. Please select another one.",
    );
    refused(
        with(principal(), json!({ "data_format": "Electronic" })),
        "data_format",
        "An edit is for one section. Send each section separately.",
    );
    assert_eq!(board.patch(&board.ada, &json!({})).status, 400);
    assert_eq!(board.detail(), before, "nothing has changed");
}

fn an_invalid_document_or_row_is_refused_with_the_reason(server: &TestServer) {
    let board = Board::new(server);
    decide(server, &board.staff[0], board.request, false);
    let before = (board.detail(), server.files.count());
    let refused = |fields: Value, status: u16, field: &str, message: &str| {
        board
            .patch_documents(&board.ada, &fields)
            .refuses_field(status, field, message);
    };
    let letter = file("application/pdf", PDF);
    refused(
        json!({ "ethics_committee": 1, "protocol_ref_num": "P" }),
        400,
        "ethics_doc_path1",
        "Ethics Approval Letter is required.",
    );
    refused(
        json!({ "ethics_committee": 1, "ethics_doc_path1": letter }),
        400,
        "protocol_ref_num",
        "Protocol Reference Number is required.",
    );
    refused(
        json!({ "ethics_committee": 99_999, "protocol_ref_num": "P", "ethics_doc_path1": letter }),
        400,
        "ethics_committee",
        "Please select the Ethics Committee Name.",
    );
    refused(
        json!({ "file_path1": file("application/pdf", b"no PDF at all") }),
        415,
        "file_path1",
        "Invalid file type. Please upload a PDF or image file. The file of the Data Sharing Agreement is neither.",
    );
    refused(
        json!({ "file_path1": { "mime": "application/pdf", "data": "not base64" } }),
        400,
        "file_path1",
        "The file arrived incomplete. Please upload it again.",
    );
    let added = |path: &str| {
        board
            .ada
            .client
            .post(&format!("data_requests/{path}/"), &json!({}))
    };
    added("data-handling-device").names_fields(&[
        "request",
        "equipment_name",
        "equipment_type",
        "serial_number",
        "used_by",
        "organisation",
        "usage_from",
        "usage_to",
    ]);
    added("staff-shared").names_fields(&[
        "request",
        "first_name",
        "surname",
        "phone",
        "email",
        "identification_type",
        "position_in_organisation",
        "confidentiality_protocols",
    ]);
    added("create_requested_datasets").names_fields(&["request", "dataset_description", "data_source"]);
    let request = json!({ "request": board.request });
    let early = with(device(&board), json!({ "usage_from": "2000-01-01" }));
    board
        .ada
        .client
        .post(
            "data_requests/data-handling-device/",
            &with(early, request.clone()),
        )
        .refuses_field(
            400,
            "usage_from",
            "Usage From cannot be before the Date the Request will be Needed.",
        );
    let id = board.first_id("data_handling_devices", "device_id");
    let backwards = with(device(&board), json!({ "usage_to": "2000-01-01" }));
    board
        .ada
        .client
        .patch(
            &format!("data_requests/patch/data_handling_devices/{id}/"),
            &backwards,
        )
        .refuses_field(400, "usage_to", "Usage To cannot be before Usage From");
    board
        .ada
        .client
        .post("data_requests/staff-shared/", &with(member(), request))
        .refuses_field(400, "identification_file_path", "Please upload the National ID");
    assert_eq!(
        (board.detail(), server.files.count()),
        before,
        "nothing has changed"
    );
}

fn a_source_of_another_custody_waits_for_a_recall(server: &TestServer) {
    let board = Board::new(server);
    let installation = &board.installation;
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
    let comment = board.asks_for(SOURCE);
    let to = |source: DataSourceId| json!({ "data_source": source.0, "comment_id": comment });
    board.patch(&board.ada, &to(other)).refuses(
        409,
        "This data source is in the custody of another organisation. Recall the request and resubmit it.",
    );
    assert_eq!(board.detail()["dataset_variables"].as_array().unwrap().len(), 3);
    assert_eq!(board.patch(&board.ada, &to(same)).status, 200);
    let detail = board.detail();
    assert_eq!(detail["data_source"]["source"], "Birth Registry");
    assert_eq!(
        detail["dataset_variables"],
        json!([]),
        "those of the old source are gone"
    );
    let found = |text: &str| {
        let path = format!("data_requests/?search={text}");
        board.ada.client.get(&path).json()["page"]["total"].clone()
    };
    assert_eq!(
        (found("birth registry"), found("hospital records")),
        (json!(1), json!(0))
    );

    let recall = json!({ "request_id": board.request });
    assert_eq!(
        board
            .ada
            .client
            .put("data_requests/cancel_request/", &recall)
            .status,
        200
    );
    assert_eq!(
        board.patch(&board.ada, &json!({ "data_source": other.0 })).status,
        200
    );
}

fn concurrent_edits_conflict(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(FORMAT);
    let version = board.detail()["version"].clone();
    let body = |format: &str| json!({ "data_format": format, "comment_id": comment, "version": version });
    let mut forever = body("Direct access");
    forever["no_date_limit"] = json!(true);
    let bodies = [body("Paper-based"), forever];
    let mut answers: Vec<_> = std::thread::scope(|scope| {
        let calls: Vec<_> = bodies
            .iter()
            .map(|body| scope.spawn(|| board.patch(&board.ada, body)))
            .collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    answers.sort_by_key(|answer| answer.status);
    assert_eq!(answers[0].status, 200);
    answers[1].refuses(409, CHANGED);
    board.patch(&board.ada, &body("Electronic")).refuses(409, CHANGED);
    let unnamed = json!({ "data_format": "Electronic", "comment_id": comment });
    assert_eq!(
        board.patch(&board.ada, &unnamed).status,
        200,
        "a version need not be named"
    );
}

fn an_edit_voids_outstanding_codes(server: &TestServer) {
    let board = Board::new(server);
    let path = format!("data_requests/request_state/{}/", board.state);
    let reviewer = &board.staff[0];
    let sent = reviewer
        .client
        .post(&format!("{path}otp/"), &json!({ "status": true }));
    assert_eq!(sent.status, 200);
    let mut body = decision(reviewer, board.request, board.state, true);
    body["otp"] = Value::from(server.code_mailed_to(&reviewer.email));
    let comment = board.asks_for(DEVICES);
    let added = board.ada.client.post(
        "data_requests/data-handling-device/",
        &with(
            device(&board),
            json!({ "request": board.request, "comment_id": comment, "resolve": true }),
        ),
    );
    assert_eq!(added.status, 201, "{}", added.json());
    let verify = json!({ "status": true, "otp": body["otp"] });
    reviewer
        .client
        .post(&format!("{path}otp/verify/"), &verify)
        .refuses(409, CHANGED);
    reviewer.client.put(&path, &body).refuses(409, CHANGED);
    server.clock.advance(TimeDelta::minutes(1));
    assert_eq!(
        decide(server, reviewer, board.request, true)["data"]["status"],
        "Pending"
    );
}

fn an_edit_is_possible_when_the_48_hours_have_ended(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(PRINCIPAL);
    server.clock.advance(TimeDelta::hours(49));
    let ada = Person {
        client: board.installation.sign_in(&board.ada.email),
        ..board.ada.clone()
    };
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
    let edit = with(principal(), json!({ "comment_id": comment }));
    let path_of_edit = format!("data_requests/patch/data_request/{}/", board.request);
    assert_eq!(ada.client.patch(&path_of_edit, &edit).status, 200);
    reviewer.client.put(&path, &body).refuses(409, CHANGED);
    server.clock.advance(TimeDelta::minutes(1));
    decide(server, &reviewer, board.request, true);
}

fn an_edit_notifies_the_author_of_the_comment(server: &TestServer) {
    let board = Board::new(server);
    let comment = board.asks_for(PRINCIPAL);
    let reviewer = &board.staff[0];
    let edit = with(principal(), json!({ "comment_id": comment }));
    assert_eq!(board.patch(&board.ada, &edit).status, 200);
    let messages = notifications(reviewer);
    assert!(
        messages[0].starts_with("A section of Data Request DAC"),
        "{messages:?}"
    );
    let resolved = with(edit, json!({ "resolve": true, "principal_sname": "Okot" }));
    assert_eq!(board.patch(&board.ada, &resolved).status, 200);
    let messages = notifications(reviewer);
    assert!(
        messages[0].contains("was resolved: Principal investigator"),
        "{messages:?}"
    );
    let mails = server.mails_to(&reviewer.email);
    let last = &mails[mails.len() - 2..];
    assert!(
        last[0]
            .subject
            .contains("A section that you commented on was edited")
    );
    assert!(last[0].text.contains("as=Data+Access+Reviewer"));
    assert!(last[1].subject.contains("Your comment was resolved"));
}
