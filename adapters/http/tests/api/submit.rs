//! `POST data_requests/submit/` and `guest/`.

use std::sync::Arc;

use aditus_application::testing::ListedViruses;
use aditus_application::testing::papers::{GIF, PDF_WITH_PASSWORD, PDF_WITH_SCRIPT, PNG, PROTECTED_PDF};
use aditus_domain::dictionary::{DataSource, TableRow};
use aditus_domain::procedures::default_procedure;
use aditus_domain::roles::{Role, RoleStatus};
use aditus_http::Api;
use serde_json::{Value, json};

use crate::main_job::staff;
use crate::on_both_databases;
use crate::people::{Installation, Person, table, variable};
use crate::server::{Running, TestServer};
use crate::submission::{PDF, complete, drafted, file, upload};

on_both_databases!(
    a_request_is_created,
    the_guest_call_has_its_own_message,
    every_missing_field_is_named,
    rules_between_fields_are_enforced,
    file_types_are_detected_from_the_content,
    dangerous_files_are_refused,
    protection_and_file_names_are_shown_with_documents,
    invisible_characters_in_texts_are_refused,
    unscanned_and_infected_files_are_refused,
    requests_require_an_own_role,
    only_published_variables_can_be_requested,
    a_stage_without_an_organisation_role_is_named,
);

const PATH: &str = "data_requests/submit/";

fn today_and(server: &TestServer, days: i64) -> String {
    (server.ports.clock.now().date_naive() + chrono::TimeDelta::days(days)).to_string()
}

/// Asserts that nothing of a refused submission was stored.
#[track_caller]
fn assert_nothing_stored(server: &TestServer, requester: &Person) {
    assert_eq!(requester.client.get("data_requests/").json()["page"]["total"], 0);
    assert_eq!(
        requester
            .client
            .get("notifications/all-user-notifications/")
            .json()["page"]["total"],
        0
    );
    assert_eq!(server.files.count(), 0);
}

/// Returns the payload with one value changed; null removes it.
fn with(payload: &Value, pointer: &str, value: Value) -> Value {
    let mut changed = payload.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = changed.pointer_mut(parent).unwrap();
    if value.is_null() {
        parent.as_object_mut().unwrap().remove(name);
    } else {
        parent[name] = value;
    }
    changed
}

fn a_request_is_created(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let mut payload = complete(&installation, &ada);
    // The draft's own ids of devices and staff are accepted in any form, and are not stored.
    payload["list_of_devices"][0]["id"] = json!(1_767_225_600_000_i64);
    payload["list_of_devices"][0]["device_id"] = json!(null);
    payload["list_of_staff"][0]["staff_shared_id"] = json!("5f0c1b9e-7d0a-4a64-9d5f-0d8d6f1a2b3c");
    let answer = ada.client.post(PATH, &payload);
    let id = answer.data(201)["request_id"].as_i64().unwrap();
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let own = &detail["list_of_devices"][0]["device_id"];
    assert!(
        own.is_i64() && *own != payload["list_of_devices"][0]["id"],
        "{detail}"
    );
    assert_eq!(
        answer.json(),
        json!({
            "code": 201,
            "message": "Data Request Successfully Created",
            "request_id": id,
            "data": { "request_id": id, "tracking_id": format!("REQ{id:06}") },
        })
    );
    assert_eq!(server.files.count(), 3);
    assert_eq!(ada.client.get("data_requests/").json()["page"]["total"], 1);
}

fn the_guest_call_has_its_own_message(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let mut payload = complete(&installation, &ada);
    payload["title"] = json!("");
    let refused = ada.client.post("data_requests/guest/", &payload);
    refused.refuses_field(400, "title", "Please enter the Data Request Title.");
    assert_nothing_stored(server, &ada);
    let answer = ada
        .client
        .post("data_requests/guest/", &complete(&installation, &ada));
    answer.data(201);
    assert_eq!(answer.json()["message"], "Data Request successfully submitted!");
    assert!(answer.json()["request_id"].is_i64());
    server
        .guest()
        .post("data_requests/guest/", &payload)
        .refuses(401, "Please sign in to continue.");
}

#[expect(clippy::too_many_lines, reason = "a table is as long as the list of fields")]
fn every_missing_field_is_named(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let mut payload = complete(&installation, &ada);
    payload["isPrincipal"] = json!(false);
    for (field, value) in [
        ("principal_fname", "Grace"),
        ("principal_sname", "Auma"),
        ("principal_email", "grace@people.example"),
        ("principal_phone", "+256772000222"),
        ("principal_occupation", "Professor"),
        ("principal_institution", "Institute of Public Health"),
    ] {
        payload[field] = json!(value);
    }
    for (pointer, message) in [
        ("/title", "Please enter the Data Request Title."),
        ("/ethics_committee", "Please select the Ethics Committee Name."),
        ("/protocol_ref_num", "Please enter the Protocol Reference Number."),
        ("/needed_on", "Please enter the Date the Request will be Needed."),
        (
            "/ethics_approval_letter",
            "Please select whether the Ethics Approval Letter is available.",
        ),
        ("/ethics_doc_path", "Please upload the Ethics Approval Letter."),
        ("/file_path", "Please upload the Data Sharing Agreement."),
        ("/request_purposes", "Please select at least one Request Purpose."),
        ("/data_format", "Select a data format you want."),
        ("/data_source_id", "Please select the Data Source."),
        ("/dataset_description", "Please enter the Dataset Description."),
        ("/principal_fname", "Please enter the Principal's Name."),
        ("/principal_sname", "Please enter the Principal's Surname."),
        ("/principal_email", "Please enter the Principal's Email."),
        ("/principal_phone", "Please enter the Principal's Phone."),
        (
            "/principal_institution",
            "Please enter the Principal's Institution.",
        ),
        (
            "/principal_occupation",
            "Please enter the Principal's Occupation.",
        ),
        (
            "/list_of_devices",
            "Please add device to the List of Devices Table",
        ),
        (
            "/list_of_devices/0/equipment_type",
            "Please enter the Equipment Type Info.",
        ),
        ("/list_of_devices/0/equipment_name", "Equipment Name is required."),
        (
            "/list_of_devices/0/serial_number",
            "Please enter the Serial Number.",
        ),
        ("/list_of_devices/0/used_by", "Please enter the Used By Details."),
        (
            "/list_of_devices/0/organisation",
            "Please enter the Organisation Name.",
        ),
        ("/list_of_devices/0/usage_from", "Please enter Usage From Date"),
        ("/list_of_devices/0/usage_to", "Please enter Usage To Date"),
        (
            "/list_of_staff",
            "Please add staff member to the List of Staff Table",
        ),
        (
            "/list_of_staff/0/first_name",
            "Please enter the Staff's First Name.",
        ),
        ("/list_of_staff/0/surname", "Please enter the Staff's Surname."),
        ("/list_of_staff/0/phone", "Please enter the Staff's Phone Number."),
        ("/list_of_staff/0/email", "Please enter the Staff's Email."),
        (
            "/list_of_staff/0/identification_type",
            "Please select the Staff's Identification Type",
        ),
        (
            "/list_of_staff/0/identification_number",
            "Please enter the Identification Number since you selected a valid Identification Type.",
        ),
        (
            "/list_of_staff/0/position_in_organisation",
            "Please enter the Staff's Position in the Organisation",
        ),
        (
            "/list_of_staff/0/confidentiality_protocols",
            "Please select an option whether the Staff member compiled with the Confidentiality Protocol.",
        ),
        (
            "/list_of_staff/0/identification_file_path",
            "Please upload the Passport",
        ),
    ] {
        let answer = ada.client.post(PATH, &with(&payload, pointer, Value::Null));
        answer.refuses_field(400, &pointer[1..].replace("/0/", "[0]."), message);
    }
    let without = ada
        .client
        .post(PATH, &with(&payload, "/dataset_variables", Value::Null));
    let message = "Please upload your General Data Specification Form since no variables were selected.";
    without.refuses_field(400, "data_specs_path", message);
    assert_nothing_stored(server, &ada);
    ada.client.post(PATH, &payload).data(201);
}

#[expect(clippy::too_many_lines, reason = "a table is as long as the list of rules")]
fn rules_between_fields_are_enforced(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let early = "The Needed Date should be in four weeks time or greater. Preferably during the Week.";
    let form = "The date must have the form YYYY-MM-DD.";
    for (pointer, value, field, message) in [
        (
            "/needed_on",
            json!(today_and(server, 0)),
            "needed_on",
            "The selected date must be greater than the current date",
        ),
        ("/needed_on", json!(today_and(server, 13)), "needed_on", early),
        ("/needed_on", json!("31/12/2026"), "needed_on", form),
        ("/needed_on", json!("2026-02-30"), "needed_on", form),
        ("/needed_on", json!("+99999-01-01"), "needed_on", form),
        (
            "/data_format",
            json!("Telepathy"),
            "data_format",
            "Select a data format you want.",
        ),
        (
            "/data_format",
            json!("Direct access"),
            "direct_access_from",
            "Enter the Direct Access period.",
        ),
        (
            "/ethics_committee",
            json!(999_999),
            "ethics_committee",
            "Please select the Ethics Committee Name.",
        ),
        (
            "/request_purposes/0",
            json!({ "purpose": 999_999 }),
            "request_purposes",
            "Please select at least one Request Purpose.",
        ),
        (
            "/request_purposes/0",
            json!({ "purpose": 3 }),
            "purpose_description",
            "Please enter the Purpose Description.",
        ),
        (
            "/additional_ethics_committee_name",
            json!("University Board"),
            "additional_IRB_file_path",
            "Upload the Additional Ethics Approval Letter Name.",
        ),
        (
            "/additional_IRB_file_path",
            file("application/pdf", PDF),
            "additional_ethics_committee_name",
            "Enter the Additional Ethics Committee Name.",
        ),
        (
            "/list_of_devices/0/usage_from",
            json!(today_and(server, 41)),
            "list_of_devices[0].usage_from",
            "Usage From cannot be before the Date the Request will be Needed.",
        ),
        (
            "/list_of_devices/0/usage_to",
            json!(today_and(server, 43)),
            "list_of_devices[0].usage_to",
            "Usage To must be greater than Usage From.",
        ),
        (
            "/list_of_devices/0/equipment_type",
            json!(999_999),
            "list_of_devices[0].equipment_type",
            "Please enter the Equipment Type Info.",
        ),
        (
            "/list_of_staff/0/email",
            json!("noor"),
            "list_of_staff[0].email",
            "Please enter a Valid Email.",
        ),
        (
            "/filters/date_range_filter",
            json!({ "start_value": "2025-02-01", "end_value": "2025-01-31" }),
            "filters.date_range_filter.end_value",
            "The End Date cannot be before the Start Date.",
        ),
        (
            "/title",
            json!("x".repeat(256)),
            "title",
            "Title must not be longer than 255 characters.",
        ),
    ] {
        let changed = match pointer.strip_suffix("/0") {
            Some(list) => with(&payload, list, json!([value])),
            None => with(&payload, pointer, value),
        };
        ada.client.post(PATH, &changed).refuses_field(400, field, message);
    }
    assert_nothing_stored(server, &ada);
}

fn dangerous_files_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    for (pointer, bytes, message) in [
        (
            "/ethics_doc_path",
            PDF_WITH_SCRIPT.to_vec(),
            "The Ethics Approval Letter contains JavaScript or a form that runs it. Print it to a new PDF, and upload that.",
        ),
        (
            "/file_path",
            b"%PDF-1.7\n".to_vec(),
            "The Data Sharing Agreement is damaged and cannot be opened. Save or scan it again, and upload the new file.",
        ),
        (
            "/list_of_staff/0/identification_file_path",
            half(PNG),
            "The Identification is damaged and cannot be opened. Save or scan it again, and upload the new file.",
        ),
    ] {
        let answer = ada
            .client
            .post(PATH, &with(&payload, pointer, file("application/pdf", &bytes)));
        answer.refuses_field(415, &pointer[1..].replace("/0/", "[0]."), message);
    }
    assert_nothing_stored(server, &ada);
}

fn invisible_characters_in_texts_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let turned = "must not contain invisible characters that change how it is read. Please type it anew.";
    for (pointer, field, name) in [
        ("/title", "title", "Title"),
        ("/list_of_staff/0/surname", "list_of_staff[0].surname", "Surname"),
        (
            "/list_of_devices/0/used_by",
            "list_of_devices[0].used_by",
            "Used by",
        ),
    ] {
        for character in ['\u{202D}', '\u{202E}'] {
            let value = json!(format!("Waiting {character}times"));
            let answer = ada.client.post(PATH, &with(&payload, pointer, value));
            answer.refuses_field(400, field, &format!("{name} {turned}"));
        }
    }
    assert_nothing_stored(server, &ada);
    let wide = with(&payload, "/title", json!("\u{ff37}aiting times of 10⁶"));
    let id = ada.client.post(PATH, &wide).data(201)["request_id"].clone();
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    assert_eq!(detail["title"], "Waiting times of 10⁶", "{detail}");
}

fn unscanned_and_infected_files_are_refused(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let scanner = Arc::new(ListedViruses::default());
    let mut ports = server.ports.clone();
    ports.scanner = Some(scanner.clone());
    let running = Running::start(Api::new(ports));
    let client = running.guest().with_authorization(ada.client.authorization());
    let payload = complete(&installation, &ada);
    scanner.set_unavailable(true);
    let unscanned = "The Ethics Approval Letter can't be checked for viruses right now, and nothing was stored. Please try again in a few minutes.";
    client.post(PATH, &payload).refuses(503, unscanned);
    scanner.set_unavailable(false);
    let infected = file("application/pdf", &[ListedViruses::VIRUS, PDF].concat());
    client
        .post(PATH, &with(&payload, "/list_of_staff/0/identification_file_path", infected))
        .refuses_field(
            415,
            "list_of_staff[0].identification_file_path",
            "The Identification contains a virus or other malware. Nothing was stored. Have your computer checked, and upload a clean \
            file.",
        );
    assert_nothing_stored(server, &ada);
    client.post(PATH, &payload).data(201);
    assert_eq!(server.files.count(), 3);
}

fn protection_and_file_names_are_shown_with_documents(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let mut payload = complete(&installation, &ada);
    payload["file_path"] = file("application/pdf", PDF_WITH_PASSWORD);
    ada.client.post(PATH, &payload).refuses_field(
        415,
        "file_path",
        "The Data Sharing Agreement needs a password. Print it to a new PDF, and upload that.",
    );
    payload["file_path"] = file("application/pdf", PROTECTED_PDF);
    payload["file_path"]["name"] = json!("C:\\Papers\\Vertrag – Müller\u{200b}.pdf");
    // The protection of the other document is known since its upload to the draft.
    let draft = drafted(&ada, &json!({ "title": "Malaria" }));
    let letter = upload(&ada.client, draft, "ethics_doc_path", PROTECTED_PDF).data(201);
    payload["draft_id"] = json!(draft);
    payload["ethics_doc_path"] = json!({ "file_id": letter["file_id"] });
    let id = ada.client.post(PATH, &payload).data(201)["request_id"].clone();
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let mut protected: Vec<_> = detail["documents"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|document| document["is_protected"] == true)
        .map(|document| document["field"].as_str().unwrap())
        .collect();
    protected.sort_unstable();
    assert_eq!(protected, ["ethics_doc_path", "file_path"]);
    let name = |field: &str| {
        let documents = detail["documents"].as_array().unwrap();
        let found = documents.iter().find(|document| document["field"] == field);
        found.unwrap()["name"].clone()
    };
    assert_eq!(
        (
            name("file_path"),
            name("ethics_doc_path"),
            name("identification_file_path")
        ),
        (json!("Vertrag – Müller.pdf"), json!("paper.pdf"), Value::Null),
        "file names of the uploader"
    );
}

fn file_types_are_detected_from_the_content(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let payload = complete(&installation, &ada);
    let told =
        |why: &str| format!("Invalid file type. Please upload a PDF or image file. The file of the {why}");
    let gif_picture = "is a GIF picture. Save it as JPEG or PNG, or print it to a PDF.";
    let html = file("application/pdf", b"<html><script>alert(1)</script></html>");
    let gif = file("image/png", GIF);
    for (pointer, value, title, why) in [
        (
            "/ethics_doc_path",
            html.clone(),
            "Ethics Approval Letter",
            "is neither.",
        ),
        (
            "/file_path",
            html.clone(),
            "Data Sharing Agreement",
            "is neither.",
        ),
        (
            "/data_specs_path",
            html.clone(),
            "General Data Specification Form",
            "is neither.",
        ),
        (
            "/data_specs_path",
            gif.clone(),
            "General Data Specification Form",
            gif_picture,
        ),
        (
            "/list_of_staff/0/identification_file_path",
            gif.clone(),
            "Identification",
            gif_picture,
        ),
        (
            "/file_path",
            file("application/pdf", b""),
            "Data Sharing Agreement",
            "is neither.",
        ),
    ] {
        let answer = ada.client.post(PATH, &with(&payload, pointer, value));
        let field = pointer[1..].replace("/0/", "[0].");
        answer.refuses_field(415, &field, &told(&format!("{title} {why}")));
    }
    let mut large = PDF.to_vec();
    large.resize(10 * 1024 * 1024 + 1, b' ');
    let answer = ada.client.post(
        PATH,
        &with(&payload, "/file_path", file("application/pdf", &large)),
    );
    answer.refuses_field(
        413,
        "file_path",
        "The file is too large. The limit is 10 MB. Make the file of the Data Sharing Agreement smaller, for example by scanning it in black and white.",
    );

    let broken = "The file arrived incomplete. Please upload it again.";
    for data in ["%%%", "JVBERi0xL", "data:application/pdf;base64,!"] {
        let value = json!({ "mime": "application/pdf", "data": data });
        ada.client
            .post(PATH, &with(&payload, "/file_path", value))
            .refuses_field(400, "file_path", broken);
    }
    assert_nothing_stored(server, &ada);

    large.truncate(10 * 1024 * 1024);
    let mut allowed = with(&payload, "/file_path", file("text/html", &large));
    allowed["ethics_doc_path"] = gif;
    allowed["ethics_doc_path"]["data"] = json!(format!(
        "data:image/gif;base64,{}",
        allowed["ethics_doc_path"]["data"].as_str().unwrap()
    ));
    let id = ada.client.post(PATH, &allowed).data(201)["request_id"].clone();
    let detail = ada
        .client
        .get(&format!("data_requests/?request_id={id}"))
        .data(200);
    let mut kinds: Vec<_> = detail["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["mime"].as_str().unwrap())
        .collect();
    kinds.sort_unstable();
    assert_eq!(
        kinds,
        ["application/pdf", "image/gif", "image/png"],
        "by content, whatever was claimed"
    );
}

fn requests_require_an_own_role(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::DataRequester);
    let staff = staff(&installation);
    let provider = installation.provider;
    let (pending, _) = installation.assign(ada.user, provider, Role::DataRequester, RoleStatus::Pending);
    let (analyst, _) = installation.assign(ada.user, provider, Role::DataAnalyst, RoleStatus::Activated);
    let payload = complete(&installation, &ada);
    for id in [eve.assigned_role.0, pending.0, 0, -1, i64::MAX] {
        ada.client
            .post(PATH, &with(&payload, "/requester", json!(id)))
            .refuses(403, "You don't have this role.");
    }
    let answer = ada
        .client
        .post(PATH, &with(&payload, "/requester", json!(analyst.0)));
    answer.refuses(403, "Your role does not allow this.");
    staff[0]
        .client
        .post(PATH, &payload)
        .refuses(403, "Your role does not allow this.");
    let answer = ada.client.post(PATH, &with(&payload, "/requester", Value::Null));
    assert_eq!(
        answer.json()["errors"]["requester"][0],
        "Requester is required.",
        "{}",
        answer.json()
    );
    let nothing = ada.client.post(PATH, &json!({}));
    nothing.refuses_field(400, "requester", "Requester is required.");
    for field in [
        "title",
        "needed_on",
        "ethics_committee",
        "data_source_id",
        "list_of_devices",
        "list_of_staff",
        "file_path",
    ] {
        assert!(
            nothing.json()["errors"][field].is_array(),
            "{field}: {}",
            nothing.json()
        );
    }
    assert_nothing_stored(server, &ada);
}

fn only_published_variables_can_be_requested(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    staff(&installation);
    let (hidden, foreign, unpublished) = server.write(|transaction| {
        let dictionary = transaction.dictionary();
        let hidden = DataSource {
            publish: false,
            ..DataSource::named("Kept Back")
        };
        let hidden = dictionary.add_source(&hidden).unwrap();
        let other = dictionary
            .add_source(&DataSource::named("Civil Registration"))
            .unwrap();
        let births = dictionary.add_tables(other, &[table("births")]).unwrap()[0];
        let drafts = TableRow {
            publish: false,
            ..table("drafts")
        };
        let drafts = dictionary.add_tables(installation.source, &[drafts]).unwrap()[0];
        let rows = [
            (births, variable("births", "weight")),
            (drafts, variable("drafts", "idea")),
        ];
        let ids = dictionary.add_variables(&rows).unwrap();
        (hidden, ids[0], ids[1])
    });
    let payload = complete(&installation, &ada);
    for source in [hidden.0, 999_999] {
        let answer = ada
            .client
            .post(PATH, &with(&payload, "/data_source_id", json!(source)));
        answer.refuses_field(
            400,
            "data_source_id",
            "This Data Source is not available. Please select another one.",
        );
    }
    for (ids, missing) in [
        (json!([installation.variables[0].0, foreign.0]), 1),
        (json!([unpublished.0, foreign.0, unpublished.0]), 2),
        (json!([999_999]), 1),
        (json!([-1, 0, i64::MAX]), 3),
    ] {
        let answer = ada.client.post(PATH, &with(&payload, "/dataset_variables", ids));
        let are = if missing == 1 { "is" } else { "are" };
        let message = format!(
            "{missing} of the selected variables {are} not available in this Data Source. Select the variables again."
        );
        answer.refuses_field(400, "dataset_variables", &message);
    }
    let many = (1..=10_001).collect::<Vec<_>>();
    let answer = ada
        .client
        .post(PATH, &with(&payload, "/dataset_variables", json!(many)));
    answer.refuses_field(400, "dataset_variables", "Too many variables.");
    assert_nothing_stored(server, &ada);
}

fn a_stage_without_an_organisation_role_is_named(server: &TestServer) {
    let installation = Installation::without(server, Some(Role::DataSecurityReviewer));
    let ada = installation.person("Ada", Role::DataRequester);
    let answer = ada.client.post(PATH, &complete(&installation, &ada));
    let activity = default_procedure()
        .stages
        .into_iter()
        .find(|stage| stage.role == Role::DataSecurityReviewer)
        .unwrap()
        .activity;
    let message = format!(
        "No active organisation role was found for the stage \"{activity}\" (Data Security Reviewer)."
    );
    answer.refuses(409, &message);
    assert_nothing_stored(server, &ada);
}
